import { FREE_METRES } from "../../rules/movement/pace";
import type { Movement } from "../../rules/movement/segment";

/** What a token's way costs its mover. */
export interface Gone {
  /** Metres credited and not gone yet, after it; below 0: gone ahead of the credit. */
  readonly way: number;
  /** Metres beyond all that its movement allows; 0: within it. */
  readonly beyond: number;
}

const tenths = (metres: number): number => Math.round(metres * 10) / 10;

/** Metres that somebody may go now: what is credited, what the running segment will cover, and the metre that is always free (Dramatic Scenes, Movement and Actions). */
export function allowedWay(way: number, movement: Pick<Movement, "metres"> | null): number {
  return tenths(Math.max(0, way + (movement?.metres ?? 0)) + FREE_METRES);
}

/**
 * A token has gone so many metres: how much of its allowance is left, and by how much it has gone too far. The free metre is used up
 * last; what was too much is no debt beyond the segment that runs.
 */
export function goWay(metres: number, way: number, movement: Pick<Movement, "metres"> | null): Gone {
  const floor = movement === null ? 0 : -movement.metres;
  return { way: tenths(Math.max(floor, way - metres)) + 0, beyond: tenths(Math.max(0, metres - allowedWay(way, movement))) };
}
