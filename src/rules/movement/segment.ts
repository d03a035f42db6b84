import type { ScheduledEvent } from "../clock/types";
import { RuleError } from "../errors";
import type { Pace } from "../fighter/types";
import { metresIn } from "./distance";
import { SEGMENT_TICKS } from "./pace";

/** Someone on the way, as a combatant keeps it (contract, `system.movement`). */
export interface Movement {
  readonly kind: string;
  /** Tick on which this segment began. */
  readonly startedAt: number;
  /** Metres in 6 ticks. */
  readonly metres: number;
}

/** What a change of movement credits and what goes on. */
export interface MovementStep {
  /** Metres covered by what ended now, one decimal. */
  readonly credited: number;
  /** Null: at rest. */
  readonly movement: Movement | null;
}

/** Kind of the clock's event at the end of a segment: the mover then continues, changes or stops. */
export const SEGMENT_EVENT = "movement";

/**
 * Movement begun now; its first segment starts on this tick, whatever the 2 ticks of Begin Movement cost
 * (readings, section 10). `metres`: metres in 6 ticks.
 */
export function beginSegment(kind: Pace | "ride", metres: number, now: number): Movement {
  return { kind, startedAt: now, metres };
}

/** Tick on which the running segment ends (Dramatic Scenes, Time and Space). */
export function segmentEnd(movement: Movement): number {
  return movement.startedAt + SEGMENT_TICKS;
}

/** The end of the running segment as an event for the clock (Dramatic Scenes, Action Order: what a tick triggers comes first). */
export function segmentEvent(target: string, movement: Movement): ScheduledEvent {
  return { tick: segmentEnd(movement), every: null, left: null, kind: SEGMENT_EVENT, target, data: { pace: movement.kind, metres: movement.metres } };
}

/**
 * Metres that have been credited by this tick: nothing inside a segment, all of it at its end
 * (Dramatic Scenes, Rules For Movement).
 */
export function creditedAt(movement: Movement, tick: number): number {
  return tick >= segmentEnd(movement) ? movement.metres : 0;
}

/**
 * Ends what runs and credits it: the whole segment at its end, pro rata before (readings, section 10).
 * @param tick current tick
 */
export function stopMovement(movement: Movement, tick: number): MovementStep {
  return { credited: covered(movement, tick), movement: null };
}

/**
 * Goes on for another 6 ticks at the end of a segment (Actions and Maneuvers, Continue Movement).
 * @throws {RuleError} `FATEWALKER.Movement.SegmentRuns` before its end
 */
export function continueMovement(movement: Movement, tick: number): MovementStep {
  if (tick < segmentEnd(movement)) throw new RuleError("FATEWALKER.Movement.SegmentRuns", { tick: segmentEnd(movement) });
  return { credited: movement.metres, movement: { ...movement, startedAt: segmentEnd(movement) } };
}

/**
 * Changes from walking to running or back, at any moment and at no cost; anything else is begun anew
 * (Actions and Maneuvers, Change Movement).
 * @param metres metres in 6 ticks of the new pace
 * @throws {RuleError} `FATEWALKER.Movement.WalkAndRunOnly`
 */
export function changeMovement(movement: Movement, to: { readonly kind: Pace; readonly metres: number }, tick: number): MovementStep {
  const free = (kind: string): boolean => kind === "walk" || kind === "run";
  if (!free(movement.kind) || !free(to.kind)) throw new RuleError("FATEWALKER.Movement.WalkAndRunOnly");
  return { credited: covered(movement, tick), movement: { kind: to.kind, metres: to.metres, startedAt: tick } };
}

function covered(movement: Movement, tick: number): number {
  return metresIn(Math.min(SEGMENT_TICKS, Math.max(0, tick - movement.startedAt)), movement.metres);
}
