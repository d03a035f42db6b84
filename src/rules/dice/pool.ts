import { atLeastZero, clamp, whole } from "../numbers";
import type { Pool } from "./types";

/** No Target Number passes 8: a 9 always fails. */
export const HIGHEST_TN = 8;

/**
 * Pool of a skill roll. Wounds are read after all bonus and penalty dice: each point of wound penalty wounds one die,
 * and once every die is wounded each further point takes one away (Dramatic Scenes, Wound Penalties and Wounded Dice).
 * `dice` may be negative, `tn` is brought to 0..8; a pool without dice is legal.
 */
export function buildPool({ dice, tn, penalty }: { readonly dice: number; readonly tn: number; readonly penalty: number }): Pool {
  const total = atLeastZero(dice);
  const points = atLeastZero(penalty);
  const size = Math.max(0, total - Math.max(0, points - total));
  const wounded = Math.min(points, size);
  return { normal: size - wounded, wounded, ...targetNumbers(tn) };
}

/** Pool of a roll with a fixed TN (initiative, Fate, Will) or of Prowess(Resilience): wounds never touch it (readings, section 10, Wounded dice). */
export function fixedPool({ dice, tn }: { readonly dice: number; readonly tn: number }): Pool {
  return { normal: atLeastZero(dice), wounded: 0, ...targetNumbers(tn) };
}

/** Number of dice to throw (core rules, Dice). */
export function poolSize(pool: Pool): number {
  return pool.normal + pool.wounded;
}

function targetNumbers(tn: number): { readonly tn: number; readonly woundedTn: number } {
  const bounded = clamp(whole(tn), 0, HIGHEST_TN);
  return { tn: bounded, woundedTn: Math.floor(bounded / 2) };
}
