import { atLeastZero } from "../numbers";
import type { DamagePoints } from "./types";

/** All points of a hit (Dramatic Scenes, Damage Dice). */
export function totalPoints(points: DamagePoints): number {
  return points.ordinary + points.penetrating;
}

/** Takes parry damage off a hit: ordinary points first, then penetrating ones (Actions and Maneuvers, Parry; readings, section 10). */
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

/** What parry and Absorb leave of a hit. */
export interface Stopped {
  /** Points after the parry, before Absorb. */
  readonly points: DamagePoints;
  /** Points that Absorb took off. */
  readonly absorbed: number;
  /** Points that get through. */
  readonly through: number;
}

/** Takes off a hit what stops it, in this order: the points of a parry, then Absorb (Dramatic Scenes, Attack Resolution and Armor). */
export function stop(points: DamagePoints, { parried, absorbing }: { readonly parried: number; readonly absorbing: number }): Stopped {
  const left = subtractParry(points, parried);
  const { taken, left: through } = absorb(left, absorbing);
  return { points: left, absorbed: taken, through };
}
