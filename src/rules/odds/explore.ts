/** One way that something can fall, with its chance. */
export interface Chance<Value> {
  readonly value: Value;
  readonly chance: number;
}

/** Gives one of several values; whoever plays does not see that all the others have their turn as well. The options are asked for once. */
export type Draw = <Value>(options: () => readonly Chance<Value>[]) => Value;

interface Fork {
  readonly options: readonly Chance<unknown>[];
  at: number;
}

/**
 * Plays something to its end once for every way in which its draws can fall, and names the chance of each. `play` has to do the same
 * again when the same values are drawn (core rules, Dice).
 */
export function everyWay<Result>(play: (draw: Draw) => Result, ended: (result: Result, chance: number) => void): void {
  const forks: Fork[] = [];
  for (;;) {
    let depth = 0;
    let chance = 1;
    const result = play(<Value>(options: () => readonly Chance<Value>[]): Value => {
      const fork = (forks[depth] ??= { options: options().filter((option) => option.chance > 0), at: 0 });
      depth += 1;
      const taken = fork.options[fork.at] as Chance<Value>;
      chance *= taken.chance;
      return taken.value;
    });
    ended(result, chance);
    while (isSpent(forks.at(-1))) forks.pop();
    const last = forks.at(-1);
    if (last === undefined) return;
    last.at += 1;
  }
}

function isSpent(fork: Fork | undefined): boolean {
  return fork !== undefined && fork.at + 1 >= fork.options.length;
}
