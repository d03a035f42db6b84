import { changeBoxes, isBleeding } from "./patient";
import type { HealingOutcome, Patient } from "./types";

/** Ticks, wounds healed, and the First Aid roll that it stands for (Environmental Scenes, Apply Serum). */
export const SERUM = { ticks: 10, heals: 3, firstAidSuccesses: 4 } as const;
/** Stabilised with fewer Mortal boxes than this left. */
const STABLE_BELOW = 3;

/**
 * A dose, without a roll: heals 3 boxes, Mortal ones first, stabilises with fewer than 3 Mortal boxes left, and counts as First
 * Aid with 4 successes: 3 dice for the next healing roll (Environmental Scenes, Apply Serum; readings W9).
 */
export function applySerum(patient: Patient): HealingOutcome {
  const bleeding = isBleeding(patient);
  const outcome = changeBoxes(patient, SERUM.heals);
  const left = outcome.patient.wounds.mortal.value;
  const stabilizes = bleeding && left < STABLE_BELOW;
  const stabilized = left > 0 && (patient.stabilized || left < STABLE_BELOW);
  return { ...outcome, stabilizes, patient: { ...outcome.patient, stabilized, firstAid: SERUM.firstAidSuccesses - 1 } };
}
