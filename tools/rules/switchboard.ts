/** Thrown by code that a break has sent round and round: endless, as far as a test is concerned. */
export class EndlessError extends Error {
  override readonly name = "EndlessError";
}

const OPERATIONS: Readonly<Record<string, (left: number, right: number) => unknown>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "<": (left, right) => left < right,
  "<=": (left, right) => left <= right,
  ">": (left, right) => left > right,
  ">=": (left, right) => left >= right,
  "===": (left, right) => left === right,
  "!==": (left, right) => left !== right,
};

/** What rewritten rules (see `switchable`) ask at every place: tells who watches which places run, and breaks one at a time. */
export class Switchboard {
  /** The places run since `watch`, by the mutants' numbers. */
  seen = new Set<number>();
  /** How often any place or loop was come by since `watch` or `breaking`. */
  turns = 0;
  #broken: number | null = null;
  #patience = Number.POSITIVE_INFINITY;

  /** Nothing is broken; notes what runs from now on. */
  watch(): void {
    this.#broken = null;
    this.#patience = Number.POSITIVE_INFINITY;
    this.turns = 0;
    this.seen = new Set();
  }

  /**
   * Breaks one place from now on.
   * @param patience  turns after which the code counts as endless
   */
  breaking(id: number, patience: number): void {
    this.#broken = id;
    this.#patience = patience;
    this.turns = 0;
  }

  /** @throws EndlessError once patience is at its end */
  turn(): void {
    this.turns += 1;
    if (this.turns > this.#patience) throw new EndlessError("The broken code does not come to an end.");
  }

  /** Whether the place is broken now. */
  broken(id: number): boolean {
    this.turn();
    if (this.#broken === null) this.seen.add(id);
    return this.#broken === id;
  }

  condition(id: number, value: unknown): unknown {
    return this.broken(id) ? !value : value;
  }

  operation(id: number, operator: string, replacement: string, left: unknown, right: unknown): unknown {
    const chosen = this.broken(id) ? replacement : operator;
    if (chosen === "&&") return left ? this.#later(right) : left;
    if (chosen === "||") return left ? left : this.#later(right);
    return OPERATIONS[chosen]?.(left as number, right as number);
  }

  #later(right: unknown): unknown {
    return (right as () => unknown)();
  }
}
