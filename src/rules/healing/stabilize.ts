import { addRoll, extendedRoll, type ExtendedRoll, type ExtendedStep } from "../dice/extended";
import { RuleError } from "../errors";
import type { AttributeKey, SkillKey } from "../keys";
import type { Modifier } from "../modifiers/types";
import { healingModifier, suppliesModifier } from "./modifiers";
import { changeBoxes } from "./patient";
import type { HealingOutcome, Patient, Supplies } from "./types";

/** Roll, and ticks of each roll (Environmental Scenes, Stabilize). */
export const STABILIZE: { readonly attribute: AttributeKey; readonly skill: SkillKey; readonly ticks: number } = { attribute: "awareness", skill: "survival", ticks: 20 };
/** Taken off the successes of each roll. */
const MINUS = 2;

/** Why there is nothing to stabilise, or null (Environmental Scenes, Stabilize). */
export function stabilizeRefusal(patient: Patient): RuleError | null {
  if (patient.wounds.mortal.value === 0) return new RuleError("FATEWALKER.Healing.NotMortal");
  return patient.stabilized ? new RuleError("FATEWALKER.Healing.StableAlready") : null;
}

/** What is at hand, and half the Mortal boxes, rounded down, as penalty (Environmental Scenes, Stabilize; readings W8). */
export function stabilizeModifiers(supplies: Supplies, patient: Patient): Modifier[] {
  const penalty = Math.floor(patient.wounds.mortal.value / 2);
  return [suppliesModifier(supplies), ...(penalty === 0 ? [] : [healingModifier("mortal", "FATEWALKER.Healing.Mortal", -penalty)])];
}

/** The extended roll before its first roll: as many net successes as there are Mortal boxes (Environmental Scenes, Stabilize). @throws {RuleError} as `stabilizeRefusal` */
export function beginStabilize(patient: Patient): ExtendedRoll {
  const refusal = stabilizeRefusal(patient);
  if (refusal !== null) throw refusal;
  return extendedRoll(patient.wounds.mortal.value, MINUS);
}

/**
 * One roll of 20 ticks: successes - 2 count, against the Mortal boxes as they are now, which bleeding may have raised. A total
 * below 0 is damage at once, to Temporary first like any other, and starts again at 0 (Environmental Scenes, Stabilize).
 * @param successes 0 or more
 * @throws {RuleError} as `stabilizeRefusal`
 */
export function stabilize(patient: Patient, state: ExtendedRoll, successes: number): HealingOutcome & { readonly roll: ExtendedStep } {
  const refusal = stabilizeRefusal(patient);
  if (refusal !== null) throw refusal;
  const roll = addRoll({ ...state, minus: MINUS, needed: patient.wounds.mortal.value }, successes);
  const outcome = changeBoxes(patient, -roll.harm, { ordinary: true });
  return { ...outcome, patient: { ...outcome.patient, stabilized: roll.done }, stabilizes: roll.done, roll };
}
