import { buildPool, fixedPool } from "../dice/pool";
import type { Pool } from "../dice/types";
import type { Fighter, Maneuver } from "../fighter/types";
import type { AttributeKey, SkillKey } from "../keys";
import { encumbranceModifiers } from "../modifiers/own";
import { targetNumber, tnFor, totalDice } from "../modifiers/sum";
import type { Modifier } from "../modifiers/types";
import { poolWithChanges } from "../powers/roll-changes";
import { attackOn } from "./attacks";
import type { ExchangeState, TargetState } from "./types";

/** Pool of a maneuver with the modifiers that are on; an empty one where the maneuver has no roll (core rules, Dice). */
export function maneuverPool(fighter: Fighter, maneuver: Maneuver, modifiers: readonly Modifier[]): Pool {
  if (maneuver.roll === null) return fixedPool({ dice: 0, tn: 0 });
  return poolWithChanges({ dice: totalDice(modifiers), tn: tnFor(fighter, maneuver), penalty: fighter.woundPenalty }, modifiers);
}

/** Pool of the attack roll as declared, or as it is against one target (Dramatic Scenes, The Attack Roll). */
export function attackPool(state: ExchangeState, targetIndex: number | null = null): Pool {
  const { attacker, declaration } = state;
  const target = targetIndex === null ? undefined : state.targets[targetIndex];
  const { maneuver, modifiers } = target === undefined ? (declaration.parts?.[0] ?? declaration) : attackOn(state, target);
  return maneuverPool(attacker.fighter, maneuver, modifiers);
}

/** Pool of a target's reaction; null where it has none (Dramatic Scenes, Action/Reaction). */
export function reactionPool({ side, answer }: TargetState): Pool | null {
  if (answer?.kind !== "reaction") return null;
  const { maneuver, modifiers } = answer.parts?.[0] ?? answer;
  return maneuverPool(side.fighter, maneuver, modifiers);
}

/** Pool of a roll that a maneuver asks for besides: an attribute and a skill with `dice` more or less, and the wound penalty of the moment (Dramatic Scenes, Wound Penalties and Wounded Dice). */
export function secondaryPool(fighter: Fighter, { attribute, skill, dice, penalty }: { readonly attribute: AttributeKey; readonly skill: SkillKey; readonly dice: number; readonly penalty: number }): Pool {
  const load = encumbranceModifiers(fighter, skill);
  return buildPool({ dice: fighter.attributes[attribute] + totalDice(load) + dice, tn: targetNumber(fighter, skill), penalty });
}

/** Prowess(Resilience), 2 successes: wounds never touch it (core rules, House defaults; readings, section 10). */
export function consciousnessPool(fighter: Fighter): Pool {
  return fixedPool({ dice: fighter.attributes.prowess, tn: fighter.attributes.resilience });
}
