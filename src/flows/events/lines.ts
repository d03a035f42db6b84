import type { Face } from "../../rules/dice/types";

/** Dice of an event, as its card shows them. */
export interface LineDice {
  readonly faces: readonly Face[];
  readonly tn: number;
}

/** One thing that an event's card says. */
export interface EventLine {
  readonly tick: number;
  /** Whom it is about; null: nobody. */
  readonly who: Combatant.Implementation | null;
  /** Localisation key and values; `{name}` is the one it is about, `{amount}` the sum. */
  readonly key: string;
  readonly data?: Readonly<Record<string, string | number>>;
  /** Points or the like: lines of the same key about the same one are told as one, with the sum. */
  readonly amount?: number;
  readonly dice?: LineDice;
  /** For GMs alone, whoever it is about. */
  readonly secret?: boolean;
}

/** Several lines told as one. */
export interface ToldLine extends EventLine {
  readonly until: number;
}

/** Lines with an amount that say the same of the same one become one line: a thousand ticks of bleeding are one sentence. */
export function together(lines: readonly EventLine[]): ToldLine[] {
  const told: ToldLine[] = [];
  for (const line of lines) {
    const index = line.amount === undefined ? -1 : told.findIndex((other) => other.amount !== undefined && other.key === line.key && other.who === line.who && other.secret === line.secret);
    const same = told[index];
    if (same === undefined) told.push({ ...line, until: line.tick });
    else told[index] = { ...same, until: line.tick, amount: Math.round(((same.amount ?? 0) + (line.amount ?? 0)) * 10) / 10 };
  }
  return told;
}
