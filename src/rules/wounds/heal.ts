import type { WoundChart } from "./types";

/**
 * Clears up to `points` boxes: Mortal ones first, then the Normal chart, stun before X since it stands at its end
 * (Environmental Scenes, healing; readings W9).
 */
export function heal(chart: WoundChart, points: number): WoundChart {
  const mortal = Math.min(chart.mortal.value, Math.max(0, points));
  const stun = Math.min(chart.normal.stun, Math.max(0, points) - mortal);
  const normal = Math.min(chart.normal.value, Math.max(0, points) - mortal - stun);
  return {
    ...chart,
    mortal: { ...chart.mortal, value: chart.mortal.value - mortal },
    normal: { ...chart.normal, stun: chart.normal.stun - stun, value: chart.normal.value - normal },
  };
}
