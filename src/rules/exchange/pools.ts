import { buildPool, fixedPool } from "../dice/pool";
import type { Pool } from "../dice/types";
import type { Fighter, Maneuver } from "../fighter/types";
import { tnFor, totalDice } from "../modifiers/sum";
import type { Modifier } from "../modifiers/types";
import type { ExchangeState, TargetState } from "./types";

/** Pool of a maneuver with the modifiers that are on; an empty one where the maneuver has no roll. */
export function maneuverPool(fighter: Fighter, maneuver: Maneuver, modifiers: readonly Modifier[]): Pool {
  if (maneuver.roll === null) return fixedPool({ dice: 0, tn: 0 });
  return buildPool({ dice: totalDice(modifiers), tn: tnFor(fighter, maneuver), penalty: fighter.woundPenalty });
}

/** Pool of the attack roll, one for all targets. */
export function attackPool({ attacker, declaration }: ExchangeState): Pool {
  return maneuverPool(attacker.fighter, declaration.maneuver, declaration.modifiers);
}

/** Pool of a target's reaction; null where it has none. */
export function reactionPool({ side, answer }: TargetState): Pool | null {
  return answer?.kind === "reaction" ? maneuverPool(side.fighter, answer.maneuver, answer.modifiers) : null;
}

/** Prowess(Resilience), 2 successes: wounds never touch it. */
export function consciousnessPool(fighter: Fighter): Pool {
  return fixedPool({ dice: fighter.attributes.prowess, tn: fighter.attributes.resilience });
}
