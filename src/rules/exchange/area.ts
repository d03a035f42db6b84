import type { Area, Maneuver } from "../fighter/types";
import { effectsOf } from "../maneuvers/effects";
import { atLeastZero } from "../numbers";
import type { Work } from "./work";

/** How an area reaches one target: metres from its centre and the demotions that they make. */
export interface Reach {
  readonly distance: number;
  readonly demotions: number;
  readonly reached: boolean;
}

/** Full damage at the centre, `falloff` demotions for each metre of distance, nothing outside the radius (core rules, House defaults). */
export function areaReach({ radius, falloff }: Area, distance: number): Reach {
  const metres = Math.max(0, distance);
  return { distance: metres, demotions: Math.floor(metres * atLeastZero(falloff)), reached: metres <= radius };
}

/** Metres that an answer puts between somebody and the centre: 1 for every success, 2 more for going prone (Actions and Maneuvers, Evade AoE). */
export function metresAway(reaction: Maneuver, successes: number): number {
  return effectsOf(reaction, "getsAway").reduce((sum, { perSuccess, plus }) => sum + perSuccess * successes + plus, 0);
}

/** Reach of a declared area on one target, after its answer; null for an attack on the target alone (core rules, House defaults; Actions and Maneuvers, Evade Area of Effect). */
export function reachedBy({ state, target }: Work, answer: { readonly maneuver: Maneuver; readonly successes: number } | null): Reach | null {
  const area = state.declaration.area ?? null;
  if (area === null) return null;
  const away = answer === null ? 0 : metresAway(answer.maneuver, answer.successes);
  return areaReach(area, (target.fromCentre ?? 0) + away);
}
