import { participantOf } from "../clock/address";
import { gapBetween } from "../exchange/measure";
import type { Participant } from "../../rules/exchange/types";
import { arrival, metresIn } from "../../rules/movement/distance";
import { SEGMENT_TICKS } from "../../rules/movement/pace";
import { movementNow, runEndsAt, wayLeft } from "./read";

/** When somebody is where it goes, and how far that is from where it is now. */
export interface WayThere {
  readonly tick: number;
  readonly metres: number;
}

/**
 * When somebody who moves gets to another's side, going on as it goes: what it has covered and not gone with its token yet
 * is behind it. Null where it is there, no way is known, or its run ends before.
 */
export function arrivalOf(combatant: Combatant.Implementation, goal: Participant, now: number): WayThere | null {
  const movement = movementNow(combatant);
  const participant = participantOf(combatant);
  const gap = movement === null || participant === null ? null : gapBetween(participant, goal);
  if (movement === null || gap === null || movement.metres <= 0) return null;
  const covered = wayLeft(combatant) + metresIn(Math.min(SEGMENT_TICKS, Math.max(0, now - movement.startedAt)), movement.metres);
  const metres = Math.max(0, gap - covered);
  const { ticks, tick } = arrival({ now, metres, rate: movement.metres });
  return ticks === 0 || tick > (runEndsAt(combatant) ?? tick) ? null : { tick, metres };
}
