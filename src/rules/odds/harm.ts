import type { Body } from "../exchange/bodies";
import type { Fighter } from "../fighter/types";
import { penaltyAfter, reachedColumn, tidyChart } from "../wounds/penalty";
import type { Distribution, EndState, HarmOdds } from "./types";

/** Gathers the ways in which one side may end, those that are alike together. */
export class Ends {
  readonly #found = new Map<string, { state: Omit<EndState, "chance">; chance: number }>();

  add(body: Body, points: number, chance: number): void {
    const { wounds, energy } = body;
    const statuses = [...body.statuses].sort();
    const key = `${points} ${wounds.temporary.value} ${wounds.normal.value} ${wounds.normal.stun} ${wounds.mortal.value} ${energy} ${statuses.join()}`;
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, { state: { points, wounds, energy, statuses }, chance });
    else known.chance += chance;
  }

  /** The likeliest first. */
  all(): EndState[] {
    return [...this.#found.values()].map(({ state, chance }) => ({ chance, ...state })).sort((one, other) => other.chance - one.chance);
  }
}

/** Adds up the ends of one side, which stood like `fighter` before (Dramatic Scenes, Wounds). */
export function harmOdds(fighter: Fighter, states: readonly EndState[]): HarmOdds {
  const before = tidyChart(fighter.wounds);
  const by = (count: (state: EndState) => number): Distribution => distribution(states, count);
  const of = (holds: (state: EndState) => boolean): number => Math.min(1, states.reduce((sum, state) => (holds(state) ? sum + state.chance : sum), 0));
  return {
    points: by(({ points }) => points),
    temporary: by(({ wounds }) => wounds.temporary.value - before.temporary.value),
    normal: by(({ wounds }) => wounds.normal.value - before.normal.value),
    stun: by(({ wounds }) => Math.max(0, wounds.normal.stun - before.normal.stun)),
    mortal: by(({ wounds }) => wounds.mortal.value - before.mortal.value),
    column: by(({ wounds }) => reachedColumn(wounds) + 1),
    penalty: by(({ wounds }) => penaltyAfter(fighter, wounds)),
    unconscious: of(({ statuses }) => statuses.includes("unconscious")),
    dying: of(({ statuses }) => statuses.includes("dying")),
    dead: of(({ statuses }) => statuses.includes("dead")),
    out: of(isOut),
    states,
  };
}

/** Unconscious, dying or dead: out of the fight (Dramatic Scenes, Wounds). */
export function isOut({ statuses }: Pick<EndState, "statuses">): boolean {
  return statuses.includes("unconscious") || statuses.includes("dying") || statuses.includes("dead");
}

function distribution(states: readonly EndState[], count: (state: EndState) => number): Distribution {
  const chances: number[] = [];
  for (const state of states) {
    const place = Math.max(0, count(state));
    chances[place] = (chances[place] ?? 0) + state.chance;
  }
  return Array.from(chances, (chance) => chance ?? 0);
}
