import { atLeastZero, clamp, whole } from "../numbers";
import type { WoundChart } from "./types";

/** Ennui counts like four wound penalties, and nothing reduces it (Powers, Fate). */
const ENNUI_PENALTY = 4;
/** Painless takes two off the columns' penalty (Powers, Tough). */
const PAINLESS_RELIEF = 2;

/** Boxes of the Normal chart (Dramatic Scenes, Normal Wounds). */
export function normalBoxes(chart: WoundChart): number {
  return atLeastZero(chart.normal.rows) * atLeastZero(chart.normal.columns);
}

/** The chart with every count inside its boxes: X before /, nothing below 0 (Dramatic Scenes, Wounds). */
export function tidyChart(chart: WoundChart): WoundChart {
  const boxes = normalBoxes(chart);
  const value = clamp(chart.normal.value, 0, boxes);
  return {
    temporary: tidyTrack(chart.temporary),
    normal: { ...chart.normal, value, stun: clamp(chart.normal.stun, 0, boxes - value) },
    mortal: tidyTrack(chart.mortal),
  };
}

/** Marked boxes of the Normal chart, X and / together (Dramatic Scenes, Normal Wounds). */
export function filled(chart: WoundChart): number {
  const { normal } = tidyChart(chart);
  return normal.value + normal.stun;
}

/** True when at least half of the Normal boxes are marked (Dramatic Scenes, Stun Damage). */
export function halfFull(chart: WoundChart): boolean {
  return 2 * filled(chart) >= normalBoxes(chart);
}

/** Column that the marks have reached, counted from 0; -1: none (Dramatic Scenes, Normal Wounds). */
export function reachedColumn(chart: WoundChart): number {
  const rows = atLeastZero(chart.normal.rows);
  return rows === 0 ? -1 : Math.ceil(filled(chart) / rows) - 1;
}

/** Wound penalty, 0 or more: that of the reached column and one for each Mortal box (Dramatic Scenes, Normal and Mortal Wounds). */
export function woundPenalty(chart: WoundChart, { painless = false, ennui = false }: { readonly painless?: boolean; readonly ennui?: boolean } = {}): number {
  const wounds = Math.max(0, columnPenalty(chart, reachedColumn(chart)) + tidyTrack(chart.mortal).value - (painless ? PAINLESS_RELIEF : 0));
  return wounds + (ennui ? ENNUI_PENALTY : 0);
}

/**
 * Penalty in force once a chart has changed: what the marks make more or less of it. Painless takes its points off both, so that the first
 * ones never show; what else is in force, such as Ennui, stays (Dramatic Scenes, Normal and Mortal Wounds; Powers, Will Abilities).
 */
export function penaltyAfter({ woundPenalty: inForce, woundRelief = 0, wounds }: { readonly woundPenalty: number; readonly woundRelief?: number; readonly wounds: WoundChart }, after: WoundChart): number {
  const counted = (chart: WoundChart): number => Math.max(0, woundPenalty(chart) - woundRelief);
  return Math.max(0, inForce + counted(after) - counted(wounds));
}

/** Penalty that a column prints; a chart longer than its list repeats the last value (Dramatic Scenes, Normal Wounds). */
export function columnPenalty(chart: WoundChart, column: number): number {
  const { penalties } = chart.normal;
  return column < 0 ? 0 : atLeastZero(penalties[column] ?? penalties.at(-1) ?? 0);
}

/** Normal and Mortal boxes that are still free (Dramatic Scenes, Normal and Mortal Wounds). */
export function healthLeft(chart: WoundChart): number {
  const { mortal } = tidyChart(chart);
  return normalBoxes(chart) - filled(chart) + mortal.max - mortal.value;
}

/** Speed in metres by 6 ticks: one less for every two wound penalties, never below 0 (Dramatic Scenes, Wound Penalties and Wounded Dice). */
export function speedAfterWounds(speed: number, penalty: number): number {
  return Math.max(0, whole(speed) - Math.floor(atLeastZero(penalty) / 2));
}

/** Ticks between two points of bleeding, at least 1; the Will rating counts, not what is left of the track (Dramatic Scenes, Mortal Wounds). */
export function bleedingInterval({ prowess, willRating }: { readonly prowess: number; readonly willRating: number }): number {
  return Math.max(1, whole(prowess) + whole(willRating));
}

/** Temporary Wounds disappear at the end of a scene or after 600 ticks (Dramatic Scenes, Temporary Wounds). */
export function clearTemporary(chart: WoundChart): WoundChart {
  return { ...chart, temporary: { ...chart.temporary, value: 0 } };
}

function tidyTrack({ value, max }: { readonly value: number; readonly max: number }): { readonly value: number; readonly max: number } {
  const boxes = atLeastZero(max);
  return { value: clamp(value, 0, boxes), max: boxes };
}
