import { RuleError } from "../errors";
import { attackOn } from "../exchange/attacks";
import { Bodies } from "../exchange/bodies";
import { Engagements } from "../exchange/engagements";
import type { RollBook } from "../exchange/journal";
import type { ExchangeState, TargetState } from "../exchange/types";
import { freshProgress, type Work } from "../exchange/work";

/** One target of an exchange whose odds are asked for. */
export interface Aimed {
  readonly state: ExchangeState;
  readonly index: number;
  readonly target: TargetState;
}

/** The target of that index (Dramatic Scenes, The Attack Roll). @throws RuleError `FATEWALKER.Error.NoSuchTarget` */
export function aimedAt(state: ExchangeState, index: number): Aimed {
  const target = state.targets[index];
  if (target === undefined) throw new RuleError("FATEWALKER.Error.NoSuchTarget");
  return { state, index, target };
}

/** An exchange of which nothing is worked out yet, for one of its targets (Dramatic Scenes, The Attack Roll). */
export function workOn({ state, index, target }: Aimed, journal: RollBook): Work {
  return { state, journal, bodies: new Bodies(), engagements: new Engagements(), target, index, attack: attackOn(state, target), part: freshProgress(), altered: [] };
}
