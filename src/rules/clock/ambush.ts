import { RuleError } from "../errors";
import { initiative } from "./initiative";
import type { ClockOperation, ClockState } from "./types";

/** Ticks that an ambush usually costs those who walk into it (Dramatic Scenes, Surprise/Ambush). */
export const AMBUSH_PENALTY = 10;

/** One who enters a scene: successes of Awareness(4), and whether it was taken by surprise. */
export interface Entrant {
  readonly id: string;
  readonly awareness: number;
  readonly successes: number;
  readonly surprised: boolean;
}

/** What brings everybody in: those who are surprised start later by the penalty, in ticks (Dramatic Scenes, Surprise/Ambush). */
export function entrances(entrants: readonly Entrant[], penalty: number = AMBUSH_PENALTY): ClockOperation[] {
  return entrants.map(({ id, awareness, successes, surprised }) => ({ kind: "join", id, awareness, initiative: initiative(successes, surprised ? penalty : 0) }));
}

/**
 * The free action that opens an ambush: one member of the ambushing side (or one event) has it, before the clock begins.
 * `taken`: who has had it; null: nobody (Dramatic Scenes, Surprise/Ambush).
 * @throws RuleError `FATEWALKER.Error.ClockBegun`, `FreeActionTaken`, `NoAmbusher`
 */
export function checkFreeAction(state: ClockState, { id, ambushers, taken }: { readonly id: string; readonly ambushers: readonly string[]; readonly taken: string | null }): void {
  if (state.tick >= 1) throw new RuleError("FATEWALKER.Error.ClockBegun");
  if (!ambushers.includes(id)) throw new RuleError("FATEWALKER.Error.NoAmbusher");
  if (taken !== null) throw new RuleError("FATEWALKER.Error.FreeActionTaken");
}
