import { RuleError } from "../errors";
import type { Maneuver } from "../fighter/types";
import { whole } from "../numbers";

/**
 * Ticks of a variant of a maneuver whose row prints a choice: going prone or standing up, taking cover, picking up, dropping
 * (Actions and Maneuvers, Common Actions).
 * @param variantKey key of a variant, such as `standUp` or `belowKnees`
 * @param surcharge the row's surcharge applies (an object that needs two hands)
 * @param ticks where the option leaves a range (Observe in Detail), what the user chose
 * @throws {RuleError} `FATEWALKER.Error.UnknownVariant`, `FATEWALKER.Error.TicksOutOfRange`
 */
export function variantTicks(maneuver: Maneuver, variantKey: string, { surcharge = false, ticks = null }: { readonly surcharge?: boolean; readonly ticks?: number | null } = {}): number {
  const variant = maneuver.tables?.variants.find(({ key }) => key === variantKey);
  const cost = maneuver.ticks;
  const option = cost.kind === "choice" ? cost.options.find(({ label }) => label === variant?.option) : undefined;
  if (variant === undefined || cost.kind !== "choice" || option === undefined) throw new RuleError("FATEWALKER.Error.UnknownVariant", { variant: variantKey });
  const chosen = ticks === null ? option.value : inRange(ticks, option.min ?? option.value, option.max ?? option.value);
  return chosen + (surcharge ? cost.surcharge?.value ?? 0 : 0);
}

/**
 * Ticks of what takes as long as it takes: the sensible time plus the row's surplus, inside its range (Other Acrobatics: + 2,
 * 4 to 14; Use non-Action Skill: + 2, 7 or more) (Actions and Maneuvers, Common Actions).
 * @param estimate what the GM finds sensible, in ticks
 */
export function estimatedTicks(maneuver: Maneuver, estimate: number): number {
  const cost = maneuver.ticks;
  const plus = maneuver.effects.reduce((sum, effect) => (effect.kind === "estimate" ? sum + effect.plus : sum), 0);
  const ticks = Math.max(0, whole(estimate)) + plus;
  if (cost.kind !== "range") return ticks;
  const most = cost.max === null || cost.open === true ? Number.POSITIVE_INFINITY : cost.max;
  return Math.min(most, Math.max(cost.min, ticks));
}

function inRange(ticks: number, min: number, max: number): number {
  if (!Number.isInteger(ticks) || ticks < min || ticks > max) throw new RuleError("FATEWALKER.Error.TicksOutOfRange", { ticks: String(ticks), min, max });
  return ticks;
}
