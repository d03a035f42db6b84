/** A seeded source of chance: the same seed draws the same things. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of a list; undefined of an empty one. */
  pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.next() * list.length)];
  }

  /** One of a list by weight. */
  weighed<T>(choices: readonly (readonly [weight: number, value: T])[]): T {
    const sum = choices.reduce((total, [weight]) => total + weight, 0);
    let left = this.next() * sum;
    for (const [weight, value] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    const last = choices.at(-1);
    if (last === undefined) throw new Error("There is nothing to choose from.");
    return last[1];
  }
}
