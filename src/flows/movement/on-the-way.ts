import { participantOf } from "../clock/address";
import { gapBetween } from "../exchange/measure";
import type { Participant } from "../../rules/exchange/types";
import { arrival, metresIn } from "../../rules/movement/distance";
import { SEGMENT_TICKS } from "../../rules/movement/pace";
import { movementNow, runEndsAt, wayLeft } from "./read";

/**
 * The tick on which somebody who moves gets to another's side, going on as it goes: what it has covered and not gone with its token yet
 * is behind it. Null where it is there, no way is known, or its run ends before.
 */
export function arrivalOf(combatant: Combatant.Implementation, goal: Participant, now: number): number | null {
  const movement = movementNow(combatant);
  const participant = participantOf(combatant);
  const gap = movement === null || participant === null ? null : gapBetween(participant, goal);
  if (movement === null || gap === null || movement.metres <= 0) return null;
  const covered = wayLeft(combatant) + metresIn(Math.min(SEGMENT_TICKS, Math.max(0, now - movement.startedAt)), movement.metres);
  const { ticks, tick } = arrival({ now, metres: Math.max(0, gap - covered), rate: movement.metres });
  return ticks === 0 || tick > (runEndsAt(combatant) ?? tick) ? null : tick;
}
