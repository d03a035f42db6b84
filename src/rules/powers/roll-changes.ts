import { degreeOf } from "../dice/roll";
import { HIGHEST_TN } from "../dice/pool";
import type { Pool, RollResult } from "../dice/types";
import { RuleError } from "../errors";
import { atLeastZero } from "../numbers";
import type { EffectOf } from "./passive";

/** Most successes that may be named: half the Fate rating, rounded down (Powers, Predestined). */
export function mostPredestined(effect: EffectOf<"predestined">, fateRating: number): number {
  return Math.floor(atLeastZero(fateRating) * effect.mostShare);
}

/**
 * A roll with a named number of successes: fewer are doubled, exactly as many are doubled and the cost comes back, more are cut to
 * the number and the cost comes back (Powers, Predestined; readings P2).
 * @param named at least 1, at most `mostPredestined`
 * @throws {RuleError} `FATEWALKER.Power.Named`
 */
export function predestine(effect: EffectOf<"predestined">, { named, roll, fateRating }: { readonly named: number; readonly roll: RollResult; readonly fateRating: number }): { readonly roll: RollResult; readonly refund: boolean } {
  const most = mostPredestined(effect, fateRating);
  if (!Number.isInteger(named) || named < 1 || named > most) throw new RuleError("FATEWALKER.Power.Named", { most });
  const successes = roll.successes > named ? named : 2 * roll.successes;
  return { roll: withSuccesses(roll, successes), refund: roll.successes >= named };
}

/** A roll whose successes a power changed; its dice stay as they fell (Powers, Predestined). @param successes 0 or more */
export function withSuccesses(roll: RollResult, successes: number): RollResult {
  const counted = atLeastZero(successes);
  const degreeOfFailure = counted > 0 ? 0 : roll.degreeOfFailure;
  return { ...roll, successes: counted, degreeOfFailure, outcome: degreeOf({ successes: counted, degreeOfFailure, dice: roll.dice.length }) };
}

/**
 * A pool whose skill or TN was raised: up to 7, and never lowered where it is higher already (Powers, Mastery).
 * @param times how often the power was used on this roll
 */
export function raiseTargetNumber(effect: EffectOf<"targetNumber">, pool: Pool, times = 1): Pool {
  const tn = Math.min(HIGHEST_TN, Math.max(pool.tn, Math.min(effect.most, pool.tn + effect.bonus * atLeastZero(times))));
  return { ...pool, tn, woundedTn: Math.floor(tn / 2) };
}

/**
 * Learning points of a failed skill roll: its degree of failure, for enough dice after all bonuses and penalties and at most one
 * success; so a single success teaches nothing (Powers, Conceit; readings C3).
 */
export function learningPoints(effect: EffectOf<"learning">, roll: RollResult): number {
  return roll.dice.length >= effect.leastDice && roll.successes <= effect.mostSuccesses ? roll.degreeOfFailure : 0;
}
