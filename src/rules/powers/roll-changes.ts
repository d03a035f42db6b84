import { degreeOf } from "../dice/roll";
import { buildPool, HIGHEST_TN } from "../dice/pool";
import type { Pool, RollResult } from "../dice/types";
import { RuleError } from "../errors";
import type { Modifier, RollChange } from "../modifiers/types";
import { atLeastZero } from "../numbers";
import type { EffectOf } from "./passive";

type ChangeOf<Kind extends RollChange["kind"]> = Extract<RollChange, { kind: Kind }>;

/** The change of one kind that a switched-on modifier brings, with that modifier; null: none (Powers). */
export function changeOf<Kind extends RollChange["kind"]>(modifiers: readonly Modifier[], kind: Kind): { readonly modifier: Modifier; readonly change: ChangeOf<Kind> } | null {
  for (const modifier of modifiers) {
    const { change } = modifier;
    if (modifier.enabled && change?.kind === kind) return { modifier, change: change as ChangeOf<Kind> };
  }
  return null;
}

/**
 * What a modifier does for the further rolls of the action that it is put into: wounds that do not count are paid once and count in none of
 * them; everything else is for one roll (Powers, Painless). Null: nothing.
 */
export function forWholeAction({ cost: _paid, ...modifier }: Modifier): Modifier | null {
  return modifier.change?.kind === "ignoreWounds" ? modifier : null;
}

/** Wound penalty that counts in a roll of an action with these modifiers (Powers, Painless). */
export function penaltyIn(modifiers: readonly Modifier[], penalty: number): number {
  const unhurt = changeOf(modifiers, "ignoreWounds")?.change ?? null;
  return unhurt === null ? penalty : Math.min(penalty, unhurt.keeps);
}

/** Pool of a skill roll with what powers change beside its dice: a higher TN, wounds that do not count (Powers, Mastery and Painless). */
export function poolWithChanges({ dice, tn, penalty }: { readonly dice: number; readonly tn: number; readonly penalty: number }, modifiers: readonly Modifier[]): Pool {
  return withRaisedTn(buildPool({ dice, tn, penalty: penaltyIn(modifiers, penalty) }), modifiers);
}

/** A pool with the TN that these modifiers raise: that of a skill or a fixed one (Powers, Mastery). */
export function withRaisedTn(pool: Pool, modifiers: readonly Modifier[]): Pool {
  const raised = changeOf(modifiers, "targetNumber")?.change ?? null;
  return raised === null ? pool : raiseTargetNumber(raised, pool);
}

/** Most successes that may be named: half the Fate rating, rounded down (Powers, Predestined). */
export function mostPredestined(effect: EffectOf<"predestined">, fateRating: number): number {
  return Math.floor(atLeastZero(fateRating) * effect.mostShare);
}

/** Refuses a number of successes that may not be named (Powers, Predestined). @throws {RuleError} `FATEWALKER.Power.Named` */
export function checkNamed(effect: EffectOf<"predestined">, named: number, fateRating: number): void {
  const most = mostPredestined(effect, fateRating);
  if (!Number.isInteger(named) || named < 1 || named > most) throw new RuleError("FATEWALKER.Power.Named", { most });
}

/**
 * A roll with a named number of successes: fewer are doubled, exactly as many are doubled and the cost comes back, more are cut to
 * the number and the cost comes back (Powers, Predestined; readings P2).
 */
export function asNamed(roll: RollResult, named: number): { readonly roll: RollResult; readonly refund: boolean } {
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
export function raiseTargetNumber(effect: { readonly bonus: number; readonly most: number }, pool: Pool, times = 1): Pool {
  const tn = Math.min(HIGHEST_TN, Math.max(pool.tn, Math.min(effect.most, pool.tn + effect.bonus * atLeastZero(times))));
  return { ...pool, tn, woundedTn: Math.floor(tn / 2) };
}

/** How often a TN can be raised: what would go beyond the highest is not for sale (Powers, Mastery). */
export function mostRaises({ bonus, most }: { readonly bonus: number; readonly most: number }, tn: number): number {
  return bonus <= 0 ? 0 : Math.max(0, Math.ceil((most - tn) / bonus));
}

/**
 * Learning points of a failed skill roll: its degree of failure, for enough dice after all bonuses and penalties and at most one
 * success; so a single success teaches nothing (Powers, Conceit; readings C3).
 */
export function learningPoints(effect: EffectOf<"learning">, roll: RollResult): number {
  return roll.dice.length >= effect.leastDice && roll.successes <= effect.mostSuccesses ? roll.degreeOfFailure : 0;
}
