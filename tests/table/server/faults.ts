import type { WebSocket } from "ws";

/** What can go wrong with a user's connection, on demand. */
export class Faults {
  readonly #dropped = new Set<string>();
  readonly #delays = new Map<string, number>();
  /** Requests to write of each user since the table was opened, and after how many more the connection is cut. */
  readonly #writes = new Map<string, number>();
  readonly #cuts = new Map<string, number>();

  /** Whether a user is kept out. */
  isDropped(userId: string): boolean {
    return this.#dropped.has(userId);
  }

  drop(userId: string): void {
    this.#dropped.add(userId);
  }

  restore(userId: string): void {
    this.#dropped.delete(userId);
  }

  /** Milliseconds that each frame from and to a user takes longer. */
  delayOf(userId: string): number {
    return this.#delays.get(userId) ?? 0;
  }

  delay(userId: string, milliseconds: number): void {
    if (milliseconds > 0) this.#delays.set(userId, milliseconds);
    else this.#delays.delete(userId);
  }

  /** Cuts the connection of a user after so many more requests to write have been done, before they are answered. */
  cutAfter(userId: string, writes: number): void {
    this.#cuts.set(userId, writes);
  }

  /** Notes a request to write that was done. @returns whether the connection is to be cut now; the user is kept out then */
  noteWrite(userId: string): boolean {
    this.#writes.set(userId, this.writesOf(userId) + 1);
    const left = (this.#cuts.get(userId) ?? 0) - 1;
    if (left > 0) this.#cuts.set(userId, left);
    else if (left === 0) {
      this.#cuts.delete(userId);
      this.drop(userId);
    }
    return left === 0;
  }

  /** How many requests to write a user has made. */
  writesOf(userId: string): number {
    return this.#writes.get(userId) ?? 0;
  }

  /** What is wrong just now, by user. */
  state(): { [userId: string]: { dropped: boolean; delay: number } } {
    return Object.fromEntries([...new Set([...this.#dropped, ...this.#delays.keys()])].map((userId) => [userId, { dropped: this.isDropped(userId), delay: this.delayOf(userId) }]));
  }
}

/** One direction of a connection: frames keep their order, however the delay changes between them. */
export class DelayedLine {
  #free = 0;
  readonly #waiting: (() => void)[] = [];

  /** Runs a job now, or as much later as the delay says, never before an earlier one. */
  pass(delay: number, job: () => void): void {
    if (delay <= 0 && this.#waiting.length === 0) {
      job();
      return;
    }
    this.#free = Math.max(this.#free, Date.now() + delay);
    this.#waiting.push(job);
    // Timers of different lengths may ring in another order than they end: whichever rings, the oldest job is run.
    setTimeout(() => this.#waiting.shift()?.(), this.#free - Date.now());
  }
}

/** Sends text over a socket that may have gone meanwhile. @returns whether it was still there */
export function sendText(socket: WebSocket, data: string): boolean {
  const isThere = socket.readyState === socket.OPEN;
  if (isThere) socket.send(data, () => undefined);
  return isThere;
}
