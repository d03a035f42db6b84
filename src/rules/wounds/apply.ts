import { atLeastZero } from "../numbers";
import { halfFull, normalBoxes, tidyChart } from "./penalty";
import type { WoundChart, WoundOutcome, WoundPlacement } from "./types";

/** One source of damage after armor. `skipTemporary`: bypasses the Temporary boxes (Powers, Will). */
export interface WoundSource {
  readonly points: number;
  readonly stun: boolean;
  /** Most points of one source that go to Temporary. */
  readonly resilience: number;
  readonly skipTemporary?: boolean;
}

interface Marks {
  /** X and / in the Normal chart, X in Mortal. */
  readonly wounds: number;
  readonly stun: number;
  readonly mortal: number;
  readonly converted: number;
  readonly lost: number;
}

/**
 * Marks the points of one source (Dramatic Scenes, Wounds): up to Resilience in Temporary, then Normal, then Mortal. Stun fills
 * Normal boxes with /, turns / into X one by one once the chart is full, and goes on as X in Mortal. Ordinary damage first turns
 * two / into X a point; half a point that is left over is one more / or, with the chart full, one Mortal box.
 */
export function applyWounds(chart: WoundChart, { points, stun, resilience, skipTemporary = false }: WoundSource): WoundOutcome {
  const before = tidyChart(chart);
  const total = atLeastZero(points);
  const temporary = skipTemporary ? 0 : Math.min(total, atLeastZero(resilience), before.temporary.max - before.temporary.value);
  const rest = total - temporary;
  const marks = stun ? markStun(before, rest) : markWounds(before, rest);
  const after: WoundChart = {
    temporary: { ...before.temporary, value: before.temporary.value + temporary },
    normal: { ...before.normal, value: marks.wounds, stun: marks.stun },
    mortal: { ...before.mortal, value: marks.mortal },
  };
  const dies = marks.lost > 0 || (after.mortal.max > 0 && after.mortal.value >= after.mortal.max);
  const placed: WoundPlacement = {
    temporary,
    normal: after.normal.value - before.normal.value,
    stun: after.normal.stun - before.normal.stun,
    mortal: after.mortal.value - before.mortal.value,
    converted: marks.converted,
    lost: marks.lost,
  };
  return {
    chart: after,
    placed,
    consciousnessRoll: stun && rest > 0 && !dies && halfFull(after),
    startsBleeding: before.mortal.value === 0 && after.mortal.value > 0 && !dies,
    dies,
  };
}

function markStun(chart: WoundChart, points: number): Marks {
  const { value, stun } = chart.normal;
  const placed = Math.min(points, normalBoxes(chart) - value - stun);
  const converted = Math.min(points - placed, stun + placed);
  const { mortal, lost } = overflow(chart, points - placed - converted);
  return { wounds: value + converted, stun: stun + placed - converted, mortal, converted, lost };
}

function markWounds(chart: WoundChart, points: number): Marks {
  const { value, stun } = chart.normal;
  const converted = Math.min(2 * points, stun);
  const half = converted % 2;
  const left = points - (converted + half) / 2;
  const free = normalBoxes(chart) - value - stun;
  const placed = Math.min(left, free);
  const halfAsStun = half === 1 && placed < free;
  const { mortal, lost } = overflow(chart, left - placed + (half === 1 && !halfAsStun ? 1 : 0));
  return { wounds: value + converted + placed, stun: stun - converted + (halfAsStun ? 1 : 0), mortal, converted, lost };
}

function overflow(chart: WoundChart, points: number): { readonly mortal: number; readonly lost: number } {
  const placed = Math.min(points, chart.mortal.max - chart.mortal.value);
  return { mortal: chart.mortal.value + placed, lost: points - placed };
}
