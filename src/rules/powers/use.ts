import { RuleError } from "../errors";
import type { Power, PowerEffect } from "../fighter/types";
import type { Modifier } from "../modifiers/types";
import { atLeastZero } from "../numbers";
import { spendFate } from "../tracks/fate";
import type { FatePayment, FateTrack, WillPayment, WillTrack } from "../tracks/types";
import { spendWill } from "../tracks/will";
import { paidEffects, type Passives } from "./passive";

/** Points of both tracks. */
export interface PowerCost {
  readonly will: number;
  readonly fate: number;
}

/** Who uses a power: both tracks and what all its powers change. */
export interface PowerUser {
  readonly will: WillTrack;
  readonly fate: FateTrack;
  readonly passives: Passives;
  /** Free points of this scene that are left (Refuse to Lose). */
  readonly free?: { readonly will: number; readonly fate: number };
  /** A Justice is in force against whom this roll is made: either track pays for the other (Powers, Justice). */
  readonly exchange?: "willForFate" | "fateForWill" | null;
}

/**
 * What a use costs: as printed, with the Fate rating besides, or by as many units as the user takes
 * (Powers; `costBy` in packs/README.md).
 * @param units how many: 1 or more where the user chooses or takes options, and for the same power used several times on one test
 * @throws {RuleError} `FATEWALKER.Power.NotActive` for a power without a cost, `FATEWALKER.Power.Units` for too few or too many
 */
export function powerCost(power: Power, { fateRating, units = 1 }: { readonly fateRating: number; readonly units?: number }): PowerCost {
  if (!power.active) throw new RuleError("FATEWALKER.Power.NotActive");
  const most = power.costMost ?? Number.POSITIVE_INFINITY;
  if (!Number.isInteger(units) || units < 1 || units > most) throw new RuleError("FATEWALKER.Power.Units", { most: power.costMost ?? "∞" });
  const rating = power.costBy === "fateRating" ? atLeastZero(fateRating) : 0;
  return { will: units * power.cost.will, fate: units * power.cost.fate + rating };
}

export interface PowerUse {
  readonly cost: PowerCost;
  readonly will: WillPayment;
  readonly fate: FatePayment;
  /** What the payment buys; how often, where it was used several times. */
  readonly effects: readonly PowerEffect[];
  readonly units: number;
}

/**
 * Pays for a power: all of it or nothing (Powers, Overview).
 * @throws {RuleError} as `powerCost`, and `FATEWALKER.Error.NotEnoughWill` or `NotEnoughFate`
 */
export function usePower(power: Power, user: PowerUser, { units = 1 }: { readonly units?: number } = {}): PowerUse {
  const cost = exchanged(powerCost(power, { fateRating: user.fate.rating, units }), user.exchange ?? null);
  const { passives, free = { will: 0, fate: 0 } } = user;
  const will = spendWill(user.will, cost.will, { passives, free: free.will });
  const fate = spendFate(user.fate, cost.fate, { passives, free: free.fate });
  return { cost, will, fate, effects: paidEffects(power), units };
}

/** Where the points of a use come from: boxes by the marks that they get, points free of charge. */
export type PowerPayment = Pick<PowerUse, "will" | "fate">;

/** How 1, 2, 3 .. uses of a power on one test are paid, as often as it can be, at most `wanted` times (Powers, Overview). */
export function paidUses(power: Power, user: PowerUser, wanted: number): PowerUse[] {
  const uses: PowerUse[] = [];
  while (uses.length < wanted) {
    const use = RuleError.orNull(() => usePower(power, user, { units: uses.length + 1 }));
    if (use === null) break;
    uses.push(use);
  }
  return uses;
}

/** A cost of which one track takes over the other's part (Powers, Justice). */
function exchanged({ will, fate }: PowerCost, exchange: "willForFate" | "fateForWill" | null): PowerCost {
  if (exchange === "willForFate") return { will: will + fate, fate: 0 };
  return exchange === "fateForWill" ? { will: 0, fate: will + fate } : { will, fate };
}

/** How modifiers name the power that they come from (Powers, Overview). */
export const powerModifierKey = (key: string): string => `power-${key}`;

/**
 * Refuses a second, different active power on one test, whoever uses it; the same one several times is allowed, and passive ones never
 * count (Powers, Overview).
 * @param key  of the power that is about to be used
 * @param used  what was used on the test before, as `powerModifierKey` names it
 * @throws {RuleError} `FATEWALKER.Error.OnePower`
 */
export function checkOnePower(key: string, used: readonly string[]): void {
  if (used.some((entry) => entry !== powerModifierKey(key))) throw new RuleError("FATEWALKER.Error.OnePower");
}

/** Keys of the active powers that are in a roll: what `checkOnePower` asks for (Powers, Overview). */
export const powersOn = (modifiers: readonly Modifier[]): string[] => modifiers.filter(({ enabled, source }) => enabled && source === "power").map(({ key }) => key);
