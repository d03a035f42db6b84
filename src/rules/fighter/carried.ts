/** An aim that is kept for the next shot (Actions and Maneuvers, Basic Aim and Aim). `target` is a combatant's id or null. */
export interface Aim {
  /** Dice. */
  readonly bonus: number;
  readonly target: string | null;
  /** Basic Aim and Aim never add up. */
  readonly kind: "basic" | "aim";
}

/** One-use dice of Footwork, gone after the tick `until` (Actions and Maneuvers, Footwork). */
export interface Footwork {
  readonly dice: number;
  readonly until: number;
}

/** What a fighter carries from one action to the next; the combatant stores it. */
export interface Carried {
  readonly aim: Aim | null;
  readonly footwork: Footwork | null;
  /** The hand shield serves as cover and nothing else (Actions and Maneuvers, Shield Cover). */
  readonly shieldCover?: boolean;
}

/** Nothing aimed at, no dice in store. */
export const NOTHING_CARRIED: Carried = { aim: null, footwork: null };

/** What counts against one target: an aim helps against the one whom it was taken at; one at nobody in particular against all (Actions and Maneuvers, Aim). @param target id of its combatant */
export function aimedAt(carried: Carried, target: string | null): Carried {
  const { aim } = carried;
  return aim === null || aim.target === null || aim.target === target ? carried : { ...carried, aim: null };
}

/** Footwork dice that may go into one maneuver on this tick: at most 2, none once the time is up. `tick` null: outside a fight (Actions and Maneuvers, Footwork). */
export function footworkDice(footwork: Footwork | null, tick: number | null, most: number = FOOTWORK_MOST): number {
  if (footwork === null || (tick !== null && tick > footwork.until)) return 0;
  return Math.max(0, Math.min(most, footwork.dice));
}

/** Most Footwork dice on one maneuver. */
export const FOOTWORK_MOST = 2;
