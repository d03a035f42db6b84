import { fixedPool } from "../dice/pool";
import type { Pool, RollResult } from "../dice/types";
import { contest } from "../dice/contested";
import type { QuestionAnswer } from "../fighter/types";
import type { EffectOf } from "./passive";

/** The Fate rating as dice at a fixed TN: wounds never touch it (Powers; readings, section 10). */
export function fatePool(effect: { readonly tn: number }, fateRating: number): Pool {
  return fixedPool({ dice: fateRating, tn: effect.tn });
}

/** What a Fate roll beside an action gives. */
export interface FateRollOutcome {
  /** Added to the successes of the action or attack. */
  readonly successes: number;
  /** Points of damage that the user takes, 0 or more. */
  readonly selfDamage: number;
  /** The cost may come back. */
  readonly refund: boolean;
}

/**
 * Reads the roll of Wrath or Fate's End: successes are added; the user takes `base` - `perSuccess` x successes +
 * `perFailure` x failures, at least 0; from half of the dice (rounded up) the cost may come back (Powers, Destroyer; readings P8).
 */
export function readFateRoll(effect: Pick<EffectOf<"fateRoll">, "damage" | "refundShare">, roll: RollResult): FateRollOutcome {
  const { base, perSuccess, perFailure } = effect.damage;
  const failures = roll.dice.length - roll.successes;
  return {
    successes: roll.successes,
    selfDamage: Math.max(0, base - perSuccess * roll.successes + perFailure * failures),
    refund: effect.refundShare !== null && roll.dice.length > 0 && roll.successes >= Math.ceil(roll.dice.length * effect.refundShare),
  };
}

/** What a question wins. */
export interface QuestionOutcome {
  readonly net: number;
  /** All answers won, in the order of the power's rows; the GM gives them. */
  readonly answers: readonly QuestionAnswer[];
  /** The subject notices. */
  readonly noticed: boolean;
}

/**
 * Reads a question to the GM or to a subject: each row from so many own or net successes; the subject notices only with enough
 * successes of its own (Powers, Honor, Truth, Insight; readings P4).
 * @param resistance the subject's roll; null: nobody resists
 */
export function readQuestion(effect: EffectOf<"question">, roll: RollResult, resistance: RollResult | null = null): QuestionOutcome {
  const { net } = contest({ first: roll.successes, second: resistance?.successes ?? 0 });
  const answers = effect.answers.filter(({ count, successes }) => (count === "own" ? roll.successes : net) >= successes).map(({ answer }) => answer);
  return { net, answers, noticed: effect.noticed !== null && resistance !== null && resistance.successes >= effect.noticed };
}
