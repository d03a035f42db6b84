/**
 * One task after the other, in the order in which they were asked for. A task that fails does not stop the next. Nothing
 * that waits for a person may run in here, and no task may wait for another one of the same queue.
 */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.last.then(task, task);
    this.last = result.catch(() => undefined);
    return result;
  }
}
