import type { AttributeKey } from "../keys";
import type { Modifier } from "../modifiers/types";
import { atLeastZero } from "../numbers";
import { filled } from "../wounds/penalty";
import { healingModifier } from "./modifiers";
import { changeBoxes } from "./patient";
import type { HealingOutcome, Patient } from "./types";

/** The Heal Wounds roll, every 24 hours: Prowess(Resilience), never wounded dice (Environmental Scenes, Natural Healing). */
export const NATURAL_HEALING: { readonly attribute: AttributeKey; readonly against: AttributeKey; readonly hours: number } = { attribute: "prowess", against: "resilience", hours: 24 };

const NO_FIRST_AID = -2;
/** Dice by how somebody spent the day (Environmental Scenes, Natural Healing). */
export const ACTIVITY = { none: 4, light: 2, moderate: 0, strenuous: -2, exhaustive: -4 } as const;
export type Activity = keyof typeof ACTIVITY;
/** Dice by where somebody lies. A facility gives twice its rating. */
export const CONDITIONS = { sterile: 4, good: 2, average: 0, poor: -2, hostile: -4 } as const;
export type Conditions = keyof typeof CONDITIONS;

export interface Recovery {
  readonly activity: Activity;
  /** One row of the conditions, or the rating of a medical facility. */
  readonly conditions: Conditions | { readonly facility: number };
}

/** Whether a Heal Wounds roll is due at all: only for the wounded, who may also leave it (readings D22). */
export function needsHealing(patient: Patient): boolean {
  return filled(patient.wounds) + patient.wounds.mortal.value > 0;
}

/** Modifiers of the roll: no First Aid, activity, conditions, and what First Aid and Caretaking left (Environmental Scenes, Natural Healing). */
export function naturalModifiers(patient: Patient, { activity, conditions }: Recovery): Modifier[] {
  const place = typeof conditions === "string" ? CONDITIONS[conditions] : 2 * atLeastZero(conditions.facility);
  const rows: readonly (readonly [key: string, label: string, value: number])[] = [
    ["no-first-aid", "FATEWALKER.Healing.NoFirstAid", patient.firstAid === null ? NO_FIRST_AID : 0],
    ["activity", "FATEWALKER.Healing.Activity", ACTIVITY[activity]],
    ["conditions", "FATEWALKER.Healing.Conditions", place],
    ["first-aid", "FATEWALKER.Healing.FirstAid", patient.firstAid ?? 0],
    ["caretaking", "FATEWALKER.Healing.Caretaking", patient.caretaking ?? 0],
  ];
  return rows.filter(([, , value]) => value !== 0).map(([key, label, value]) => healingModifier(key, label, value));
}

/**
 * The roll's result: successes - 1 boxes healed, or a wound with none; the stored care is used up and Caretaking may be given anew
 * (Environmental Scenes, Natural Healing).
 * @param successes 0 or more
 */
export function healNaturally(patient: Patient, successes: number): HealingOutcome {
  if (!needsHealing(patient)) return { patient, healed: 0, harmed: 0, wound: null, stabilizes: false };
  const outcome = changeBoxes(patient, atLeastZero(successes) - 1);
  return { ...outcome, patient: { ...outcome.patient, firstAid: patient.firstAid === null ? null : 0, caretaking: null } };
}
