import { RuleError } from "../errors";
import { ATTRIBUTE_KEYS, type AttributeKey } from "../keys";
import { atLeastZero } from "../numbers";
import type { EffectOf } from "./passive";

/**
 * Points of damage left after some were ignored before anything is marked: one for each point of Will (Powers, Tough).
 * @param points of one source, after armor
 * @param times how often the power was paid for
 */
export function ignoreDamage(effect: EffectOf<"ignoreDamage">, points: number, times = 1): { readonly points: number; readonly ignored: number } {
  const damage = atLeastZero(points);
  const ignored = Math.min(damage, effect.points * atLeastZero(times));
  return { points: damage - ignored, ignored };
}

/** Attribute points by attribute. */
export type AttributeBoost = Readonly<Partial<Record<AttributeKey, number>>>;

/**
 * Attributes raised for a scene, outside fights: 2 points for each point of Fate, spread as the user likes (Powers, Hyperfocus).
 * @param paid points of Fate
 * @throws {RuleError} `FATEWALKER.Power.NotInCombat`, `FATEWALKER.Power.BoostPoints` when the spread is not what was paid for
 */
export function boostAttributes(effect: EffectOf<"attributePoints">, { paid, spread, combat }: { readonly paid: number; readonly spread: AttributeBoost; readonly combat: boolean }): AttributeBoost {
  if (combat && !effect.combat) throw new RuleError("FATEWALKER.Power.NotInCombat");
  const points = ATTRIBUTE_KEYS.map((key) => spread[key] ?? 0);
  const total = points.reduce((sum, value) => sum + value, 0);
  const bought = atLeastZero(paid) * effect.perPoint;
  if (points.some((value) => !Number.isInteger(value) || value < 0) || total !== bought) throw new RuleError("FATEWALKER.Power.BoostPoints", { points: bought });
  return spread;
}

/** Points that the chosen enemy takes for the damage its binder took: the very same, past its armor (Powers, Balance; readings P8). */
export function sharedDamage(taken: number): number {
  return atLeastZero(taken);
}

/** One thing that a point buys for a strike. */
export type StrikeOption = "successes" | "cancelsDefense" | "damage";

/** What a strike gains. */
export interface StrikeGain {
  readonly successes: number;
  /** The defence's successes count nothing. */
  readonly cancelsDefense: boolean;
  /** Flat points of damage. */
  readonly damage: number;
}

/**
 * What the options of a strike give, each at most once (Powers, Righteous Strike). Their number is the `units` of the cost.
 * @throws {RuleError} `FATEWALKER.Power.OptionTwice`, `FATEWALKER.Power.NoOption` for none
 */
export function strikeGain(effect: EffectOf<"strikeOptions">, options: readonly StrikeOption[]): StrikeGain {
  if (options.length === 0) throw new RuleError("FATEWALKER.Power.NoOption");
  if (new Set(options).size < options.length) throw new RuleError("FATEWALKER.Power.OptionTwice");
  return {
    successes: options.includes("successes") ? effect.successes : 0,
    cancelsDefense: effect.cancelsDefense && options.includes("cancelsDefense"),
    damage: options.includes("damage") ? effect.damage : 0,
  };
}

/** Successes that count as a base success (core rules, Dice). */
const BASE_SUCCESS = 2;

/** True for a check that has not even a base success: what a companion may keep from failing (core rules, Dice; Powers, Divine Intervention). */
export const failsCheck = (successes: number): boolean => successes < BASE_SUCCESS;

/**
 * The roll behind what must not happen, as it is read instead: another's fatal act fails, the companion's own failed one succeeds by
 * a base success. The story of it is the GM's (Powers, Divine Intervention; readings P1).
 */
export function undoneSuccesses(whose: "harmful" | "own", successes: number): number {
  return whose === "harmful" ? 0 : Math.max(BASE_SUCCESS, atLeastZero(successes));
}

/**
 * Character points that Fate adds when an attribute has risen by a full point: the successes of the roll, at most half of what the
 * next point costs; what is beyond restores Fate (Powers, Expertise). Null for an attribute that it does not work on.
 * @param price of the attribute's next point
 */
export function growth(effect: EffectOf<"growth">, { attribute, price, successes }: { readonly attribute: AttributeKey; readonly price: number; readonly successes: number }): { readonly points: number; readonly fate: number } | null {
  if (!effect.attributes.includes(attribute)) return null;
  const points = Math.min(atLeastZero(successes), Math.floor(atLeastZero(price) * effect.mostShare));
  return { points, fate: atLeastZero(successes) - points };
}
