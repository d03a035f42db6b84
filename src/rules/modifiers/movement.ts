import type { Situation } from "./types";

/** From here on every further full 20 metres by 6 ticks cost one more die. */
const FULL_STEP = 20;

/**
 * Penalty dice, 0 or less, against a target that moves `metres` in 6 ticks or leaps (Dramatic Scenes, Ranged and Melee Combat):
 * the table's steps by metres, best last, then one more for each further full 20.
 */
export function movingTarget(metres: number, leaping: boolean, steps: readonly { readonly from: number; readonly dice: number }[]): number {
  const reached = steps.filter(({ from }) => metres >= from || (leaping && from === FULL_STEP));
  const dice = Math.min(0, ...reached.map((step) => step.dice));
  return dice - Math.max(0, Math.floor((metres - FULL_STEP) / FULL_STEP));
}

/** Penalty dice of Evasive Running, a share of them rounded down (melee: half), in place of those of running; null: it does not run so (Actions and Maneuvers, Evasive Running). */
export function evading(evasive: number | null | undefined, share: number): number | null {
  if (evasive === null || evasive === undefined) return null;
  const dice = Math.floor(Math.max(0, evasive) * share);
  return dice === 0 ? 0 : -dice;
}

/** Penalty dice, 0 or more, that Evasive Running lays on shots: successes less 1 (Actions and Maneuvers, Evasive Running). */
export function evasiveDice(successes: number): number {
  return Math.max(0, successes - 1);
}

/**
 * A situation as it is for whoever runs up to strike: the attacker runs, however it moved before (Dramatic Scenes, Melee Combat; Actions and Maneuvers,
 * Charge; readings, section 10).
 * @param runTicks ticks of running up to it; 0: it strikes from where it stands
 */
export function runningUp(situation: Situation, runTicks: number): Situation {
  return runTicks > 0 ? { ...situation, attacker: { ...situation.attacker, movement: "run" } } : situation;
}
