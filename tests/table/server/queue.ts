/** Runs jobs one after the other, in the order in which they were asked for. */
export class SerialQueue {
  #tail: Promise<unknown> = Promise.resolve();

  run<Result>(job: () => Promise<Result>): Promise<Result> {
    const result = this.#tail.then(job);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}
