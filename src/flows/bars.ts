import type { ActorData } from "../data/actor/base";
import { heal } from "../rules/wounds/heal";
import { applyWounds } from "../rules/wounds/apply";
import type { WoundChart } from "../rules/wounds/types";
import { newWoundByHand } from "./healing/new-wound";

/**
 * What editing a token bar does to an actor's data: health lost fills boxes of the Normal chart and then Mortal ones, health
 * gained clears Mortal boxes first; Will and Fate lost are spent, gained are given back (spent marks first, then Fatigue
 * and Exhaustion, or Apathy).
 * @returns the update as nested objects; null for an attribute that is no bar of ours
 */
export function adjustBar(system: ActorData, attribute: string, value: number, isDelta: boolean): Record<string, unknown> | null {
  if (attribute === "health") {
    const wanted = wantedValue(system.health, value, isDelta);
    const lost = system.health.value - wanted;
    const chart = lost >= 0 ? applyWounds(system.derived.chart, { points: lost, stun: false, resilience: 0, skipTemporary: true }).chart : heal(system.derived.chart, -lost);
    const care = newWoundByHand(system.derived.chart, { normal: chart.normal.value, mortal: chart.mortal.value });
    return { system: foundry.utils.mergeObject({ wounds: chartUpdate(chart) }, care) };
  }
  if (attribute === "will") {
    const { spent, fatigue, exhaustion } = system.will;
    const lost = system.derived.will.value - wantedValue(system.derived.will, value, isDelta);
    const [newSpent = 0, newFatigue = 0, newExhaustion = 0] = giveBack([spent + Math.max(0, lost), fatigue, exhaustion], -lost);
    return { system: { will: { spent: newSpent, fatigue: newFatigue, exhaustion: newExhaustion } } };
  }
  if (attribute === "fate") {
    const { spent, apathy } = system.fate;
    const lost = system.derived.fate.value - wantedValue(system.derived.fate, value, isDelta);
    const [newSpent = 0, newApathy = 0] = giveBack([spent + Math.max(0, lost), apathy], -lost);
    return { system: { fate: { spent: newSpent, apathy: newApathy } } };
  }
  return null;
}

/** The stored part of a chart, as an update of `system.wounds`. */
export function chartUpdate({ temporary, normal, mortal }: WoundChart): Record<string, unknown> {
  return { temporary: { value: temporary.value }, normal: { value: normal.value, stun: normal.stun }, mortal: { value: mortal.value } };
}

const wantedValue = (bar: { value: number; max: number }, value: number, isDelta: boolean): number =>
  Math.min(bar.max, Math.max(0, Math.trunc(isDelta ? bar.value + value : value)));

/** Takes `points` marks away, from the first kind on. */
function giveBack(marks: readonly number[], points: number): number[] {
  let left = Math.max(0, points);
  return marks.map((count) => {
    const cleared = Math.min(count, left);
    left -= cleared;
    return count - cleared;
  });
}
