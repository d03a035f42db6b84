import { applyWounds } from "../wounds/apply";
import { heal } from "../wounds/heal";
import { filled, tidyChart } from "../wounds/penalty";
import type { WoundChart, WoundPlacement } from "../wounds/types";
import type { HealingOutcome, Patient } from "./types";

/** Columns of the Normal chart with a mark in them (Dramatic Scenes, Normal Wounds). */
export function woundedColumns(chart: WoundChart): number {
  const rows = Math.max(1, chart.normal.rows);
  return Math.ceil(filled(chart) / rows);
}

/** Whether the patient bleeds: Mortal Wounds that nobody has stabilised (Dramatic Scenes, Mortal Wounds). */
export function isBleeding(patient: Patient): boolean {
  return patient.wounds.mortal.value > 0 && !patient.stabilized;
}

/**
 * Whether a source of damage made a new wound: a Normal one, or a Mortal one even where stun made it; marks of stun are none
 * (Environmental Scenes, First Aid; readings, Wounds and healing).
 */
export function isNewWound(placed: Pick<WoundPlacement, "normal" | "mortal">, { stun }: { readonly stun: boolean }): boolean {
  return placed.mortal > 0 || (!stun && placed.normal > 0);
}

/**
 * What new damage does to the care somebody has had: a new Normal Wound (or Mortal one) wipes First Aid's dice and allows First
 * Aid and surgery again, stun does not; a new Mortal Wound opens the bleeding (Environmental Scenes, First Aid and Corrective
 * Surgery; readings, section 10).
 * @param placed where the new damage went
 */
export function careAfterDamage(patient: Patient, placed: Pick<WoundPlacement, "normal" | "mortal">, { stun }: { readonly stun: boolean }): Patient {
  if (!isNewWound(placed, { stun })) return patient;
  return { ...patient, firstAid: null, operated: false, stabilized: placed.mortal > 0 ? false : patient.stabilized };
}

/**
 * The patient with so many boxes more (`points` below 0) or fewer. Harm by a healer is Wounds: it skips Temporary unless it is
 * ordinary damage; it is part of the same care, so it wipes nothing, but a new Mortal box opens the bleeding again (Environmental Scenes, Healing Wounds).
 */
export function changeBoxes(patient: Patient, points: number, { ordinary = false }: { readonly ordinary?: boolean } = {}): HealingOutcome {
  if (points >= 0) return healed(patient, heal(tidyChart(patient.wounds), points));
  const wound = applyWounds(patient.wounds, { points: -points, stun: false, resilience: patient.resilience, skipTemporary: !ordinary });
  const stabilized = patient.stabilized && wound.placed.mortal === 0;
  return { patient: { ...patient, wounds: wound.chart, stabilized }, healed: 0, harmed: -points, wound, stabilizes: false };
}

/** The patient with a chart that has fewer marks; nobody bleeds without Mortal Wounds (Dramatic Scenes, Mortal Wounds). */
export function healed(patient: Patient, wounds: WoundChart): HealingOutcome {
  const marks = (chart: WoundChart): number => filled(chart) + chart.mortal.value;
  const stabilizes = isBleeding(patient) && wounds.mortal.value === 0;
  return {
    patient: { ...patient, wounds, stabilized: wounds.mortal.value > 0 && patient.stabilized },
    healed: marks(tidyChart(patient.wounds)) - marks(wounds),
    harmed: 0, wound: null, stabilizes,
  };
}
