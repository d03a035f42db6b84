import { addRoll, extendedRoll, type ExtendedRoll, type ExtendedStep } from "../dice/extended";
import { RuleError } from "../errors";
import type { AttributeKey, SkillKey } from "../keys";
import type { Modifier } from "../modifiers/types";
import { filled, tidyChart } from "../wounds/penalty";
import type { WoundChart } from "../wounds/types";
import { healingModifier, surgerySuppliesModifier } from "./modifiers";
import { changeBoxes, healed, woundedColumns } from "./patient";
import type { HealingOutcome, Patient, Supplies } from "./types";

/** Roll, and minutes of each roll for each column of Normal Wounds and each Mortal box (Environmental Scenes, Corrective Surgery). */
export const SURGERY: { readonly attribute: AttributeKey; readonly skill: SkillKey; readonly minutesEach: number } = { attribute: "focus", skill: "medical", minutesEach: 5 };
/** Taken off the successes of each roll. */
const MINUS = 1;

/** Ways to hurry: part of the base time, and dice (Environmental Scenes, Corrective Surgery). */
export const HASTE = [
  { timeFactor: 1, modifier: 0 },
  { timeFactor: 0.9, modifier: -1 },
  { timeFactor: 0.75, modifier: -2 },
  { timeFactor: 0.66, modifier: -3 },
  { timeFactor: 0.5, modifier: -4 },
] as const;
export type Haste = (typeof HASTE)[number];

/** Penalty dice for Mortal boxes, 0 or more: 1 and one more for every 3 (readings D16: 1 at 1, 2 at 3, 3 at 6). */
export function mortalSurgeryPenalty(boxes: number): number {
  return boxes <= 0 ? 0 : 1 + Math.floor(boxes / 3);
}

/** Minutes of one roll, hurried or not (Environmental Scenes, Corrective Surgery). */
export function surgeryMinutes(patient: Patient, haste: Haste = HASTE[0]): number {
  return SURGERY.minutesEach * (woundedColumns(patient.wounds) + patient.wounds.mortal.value) * haste.timeFactor;
}

/** Columns of Normal damage and Mortal boxes: the total to reach (Environmental Scenes, Corrective Surgery). */
export function surgeryGoal(patient: Patient): number {
  return woundedColumns(patient.wounds) + patient.wounds.mortal.value;
}

/** Why nobody can be operated, or null: without wounds, or a second time for the same ones (Environmental Scenes, Corrective Surgery). */
export function surgeryRefusal(patient: Patient): RuleError | null {
  if (filled(patient.wounds) + patient.wounds.mortal.value === 0) return new RuleError("FATEWALKER.Healing.NoWounds");
  return patient.operated ? new RuleError("FATEWALKER.Healing.OperatedAlready") : null;
}

/** Dice of First Aid and Caretaking that a patient has in store; may be negative (Environmental Scenes, Corrective Surgery). */
export function storedCare(patient: Patient): number {
  return (patient.firstAid ?? 0) + (patient.caretaking ?? 0);
}

/**
 * Modifiers of a surgery roll: what is at hand, Mortal Wounds, haste, and the stored care, which the surgeon may use and which is
 * then used up (Environmental Scenes, Corrective Surgery).
 */
export function surgeryModifiers({ supplies, patient, haste = HASTE[0], useCare = true }: { readonly supplies: Supplies; readonly patient: Patient; readonly haste?: Haste; readonly useCare?: boolean }): Modifier[] {
  const mortal = mortalSurgeryPenalty(patient.wounds.mortal.value);
  const care = storedCare(patient);
  return [
    surgerySuppliesModifier(supplies),
    ...(mortal === 0 ? [] : [healingModifier("mortal", "FATEWALKER.Healing.Mortal", -mortal)]),
    ...(haste.modifier === 0 ? [] : [healingModifier("haste", "FATEWALKER.Healing.Haste", haste.modifier)]),
    ...(useCare && care !== 0 ? [healingModifier("care", "FATEWALKER.Healing.Care", care)] : []),
  ];
}

/** The patient whose stored care went into a surgery roll (Environmental Scenes, Corrective Surgery). */
export function useUpCare(patient: Patient): Patient {
  return { ...patient, firstAid: patient.firstAid === null ? null : 0, caretaking: patient.caretaking === null ? null : 0 };
}

/** The extended roll before its first roll (Environmental Scenes, Corrective Surgery). @throws {RuleError} as `surgeryRefusal` */
export function beginSurgery(patient: Patient): ExtendedRoll {
  const refusal = surgeryRefusal(patient);
  if (refusal !== null) throw refusal;
  return extendedRoll(surgeryGoal(patient), MINUS);
}

/**
 * One roll: successes - 1 count. A total below 0 is that many Wounds at once and starts again at 0; harm that adds a column or a
 * Mortal box raises the goal. Reached, all Mortal Wounds are gone, or without any half of the Normal ones are
 * (Environmental Scenes, Corrective Surgery; readings W10). These wounds are then operated for good.
 * @param successes 0 or more
 * @throws {RuleError} as `surgeryRefusal`
 */
export function operate(patient: Patient, state: ExtendedRoll, successes: number): HealingOutcome & { readonly roll: ExtendedStep } {
  const refusal = surgeryRefusal(patient);
  if (refusal !== null) throw refusal;
  const roll = addRoll({ ...state, minus: MINUS, needed: surgeryGoal(patient) }, successes);
  if (!roll.done) return { ...changeBoxes(patient, -roll.harm), roll };
  const outcome = healed(patient, repaired(tidyChart(patient.wounds)));
  return { ...outcome, patient: { ...outcome.patient, operated: true }, roll };
}

function repaired(chart: WoundChart): WoundChart {
  if (chart.mortal.value > 0) return { ...chart, mortal: { ...chart.mortal, value: 0 } };
  const left = Math.floor(filled(chart) / 2);
  const value = Math.min(chart.normal.value, left);
  return { ...chart, normal: { ...chart.normal, value, stun: left - value } };
}
