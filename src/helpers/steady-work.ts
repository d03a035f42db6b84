/** Milliseconds before the work begins: who is still typing has not asked yet. */
const PAUSE = 350;
/** Milliseconds of work at a stretch: less than a frame, so that no key and no click waits. */
const STRETCH = 8;

/** Work in steps that is done a little at a time, beginning after a pause; whatever else happens goes first. */
export class SteadyWork<Result> {
  #timer: ReturnType<typeof setTimeout>;

  /**
   * @param begin  makes the steps; called when the work begins
   * @param done  hears the result, unless the work was stopped
   */
  constructor(begin: () => Generator<undefined, Result, undefined>, done: (result: Result) => void) {
    this.#timer = setTimeout(() => this.#goOn(begin(), done), PAUSE);
  }

  /** Stops the work; its result is not told. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #goOn(work: Generator<undefined, Result, undefined>, done: (result: Result) => void): void {
    const until = performance.now() + STRETCH;
    let step = work.next();
    while (step.done !== true && performance.now() < until) step = work.next();
    if (step.done === true) done(step.value);
    else this.#timer = setTimeout(() => this.#goOn(work, done), 0);
  }
}
