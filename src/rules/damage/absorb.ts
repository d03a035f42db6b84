import { atLeastZero } from "../numbers";
import type { DamagePoints } from "./types";

/** All points of a hit. */
export function totalPoints(points: DamagePoints): number {
  return points.ordinary + points.penetrating;
}

/** Takes parry damage off a hit: ordinary points first, then penetrating ones. */
export function subtractParry(points: DamagePoints, parry: number): DamagePoints {
  const stopped = atLeastZero(parry);
  const ordinary = Math.min(points.ordinary, stopped);
  return { ordinary: points.ordinary - ordinary, penetrating: Math.max(0, points.penetrating - (stopped - ordinary)) };
}

/** Absorb takes a flat amount off what does not penetrate (Dramatic Scenes, Armor): points `taken` off and points `left`. */
export function absorb(points: DamagePoints, value: number): { readonly taken: number; readonly left: number } {
  const taken = Math.min(points.ordinary, atLeastZero(value));
  return { taken, left: totalPoints(points) - taken };
}
