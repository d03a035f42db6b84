/**
 * One task after the other, in the order in which they were asked for. A task that fails does not stop the next. Nothing
 * that waits for a person may run in here, and no task may wait for another one of the same queue.
 */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();
  private running = 0;

  /** Is a task being done now, or waiting for its turn? */
  get busy(): boolean {
    return this.running > 0;
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    this.running += 1;
    const result = this.last.then(task, task).finally(() => {
      this.running -= 1;
    });
    this.last = result.catch(() => undefined);
    return result;
  }
}
