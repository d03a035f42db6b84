import { RuleError } from "../errors";
import type { AttributeKey, SkillKey } from "../keys";
import type { Modifier } from "../modifiers/types";
import { atLeastZero } from "../numbers";
import { filled } from "../wounds/penalty";
import { suppliesModifier } from "./modifiers";
import { woundedColumns } from "./patient";
import type { Patient, Supplies } from "./types";

/** Roll, and minutes for each column of Normal Wounds and each Mortal box (Environmental Scenes, Caretaking). */
export const CARETAKING: { readonly attribute: AttributeKey; readonly skill: SkillKey; readonly minutesEach: number } = { attribute: "focus", skill: "survival", minutesEach: 10 };

/** Minutes that it takes: 10 for each Normal column and each Mortal box (Environmental Scenes, Caretaking). */
export function caretakingMinutes(patient: Patient): number {
  return CARETAKING.minutesEach * (woundedColumns(patient.wounds) + patient.wounds.mortal.value);
}

/** Why nobody can be cared for, or null: without wounds, or twice for one healing roll (Environmental Scenes, Caretaking). */
export function caretakingRefusal(patient: Patient): RuleError | null {
  if (filled(patient.wounds) + patient.wounds.mortal.value === 0) return new RuleError("FATEWALKER.Healing.NoWounds");
  return patient.caretaking === null ? null : new RuleError("FATEWALKER.Healing.CaredForAlready");
}

/** What is at hand for it (Environmental Scenes, Caretaking). */
export function caretakingModifiers(supplies: Supplies): Modifier[] {
  return [suppliesModifier(supplies)];
}

/**
 * Successes - 1 dice for the next Heal Wounds roll (Environmental Scenes, Caretaking).
 * @param successes 0 or more
 * @throws {RuleError} as `caretakingRefusal`
 */
export function giveCare(patient: Patient, successes: number): Patient {
  const refusal = caretakingRefusal(patient);
  if (refusal !== null) throw refusal;
  return { ...patient, caretaking: atLeastZero(successes) - 1 };
}
