import { RuleError } from "../errors";
import type { AttributeKey, SkillKey } from "../keys";
import type { Modifier } from "../modifiers/types";
import { atLeastZero } from "../numbers";
import { filled } from "../wounds/penalty";
import { healingModifier, suppliesModifier } from "./modifiers";
import { changeBoxes } from "./patient";
import type { HealingOutcome, Patient, Supplies } from "./types";

/** Roll and minutes of First Aid (Environmental Scenes, First Aid). */
export const FIRST_AID: { readonly attribute: AttributeKey; readonly skill: SkillKey; readonly minutes: readonly [number, number] } = { attribute: "focus", skill: "survival", minutes: [5, 10] };

const MINUTES_PER_DIE = 30;

/**
 * Why First Aid is of no use, or null: with Mortal Wounds one stabilises, without Normal Wounds there is nothing to do, and each
 * new wound is treated once (Environmental Scenes, First Aid).
 */
export function firstAidRefusal(patient: Patient): RuleError | null {
  if (patient.wounds.mortal.value > 0) return new RuleError("FATEWALKER.Healing.MortalFirst");
  if (filled(patient.wounds) === 0) return new RuleError("FATEWALKER.Healing.NoWounds");
  return patient.firstAid === null ? null : new RuleError("FATEWALKER.Healing.TreatedAlready");
}

/** What is at hand, and a die less for each full 30 minutes since the injury (Environmental Scenes, First Aid). @param minutes since then, 0 or more */
export function firstAidModifiers(supplies: Supplies, minutes: number): Modifier[] {
  const late = Math.floor(atLeastZero(minutes) / MINUTES_PER_DIE);
  return [suppliesModifier(supplies), ...(late === 0 ? [] : [healingModifier("late", "FATEWALKER.Healing.Late", -late)])];
}

/**
 * Gives First Aid: heals half the successes, rounded down, less one (0 or 1 success: a wound more), and leaves successes - 1 dice
 * for the next Heal Wounds roll (Environmental Scenes, First Aid; readings W7).
 * @param successes 0 or more
 * @throws {RuleError} as `firstAidRefusal`
 */
export function giveFirstAid(patient: Patient, successes: number): HealingOutcome {
  const refusal = firstAidRefusal(patient);
  if (refusal !== null) throw refusal;
  const rolled = atLeastZero(successes);
  const outcome = changeBoxes(patient, Math.floor(rolled / 2) - 1);
  return { ...outcome, patient: { ...outcome.patient, firstAid: rolled - 1 } };
}
