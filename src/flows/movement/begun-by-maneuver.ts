import type { DocumentChange } from "../commit/types";
import { combatantOf } from "../exchange/participants";
import type { ClockOperation } from "../../rules/clock/types";
import { ownResult } from "../../rules/exchange/own";
import type { ExchangeState } from "../../rules/exchange/types";
import { effectOf } from "../../rules/maneuvers/effects";
import { evasiveDice } from "../../rules/modifiers/movement";
import { metresIn } from "../../rules/movement/distance";
import { paceMetres, SEGMENT_TICKS } from "../../rules/movement/pace";
import { beginSegment } from "../../rules/movement/segment";
import { movementNow } from "./read";
import { scheduleSegment } from "./segments";
import { movementChanges } from "./wishes";

export interface BegunMovement {
  readonly changes: readonly DocumentChange[];
  readonly operations: readonly ClockOperation[];
}

const NOTHING: BegunMovement = { changes: [], operations: [] };

/**
 * What a resolved maneuver that is itself a run does: Sprint and Evasive Running move their user for their ticks, in segments of 6 as
 * all movement, as fast as the roll says, and end at rest (Dramatic Scenes, Time and Space; Actions and Maneuvers, Sprint, Evasive Running).
 */
export function movementOfExchange(state: ExchangeState): BegunMovement {
  const { attacker: { participant, fighter }, declaration: { maneuver, cost }, tick } = state;
  const pace = effectOf(maneuver, "pace");
  const combatant = combatantOf(participant);
  const own = pace === null ? null : ownResult(state);
  const actor = combatant?.actor ?? null;
  if (pace === null || own === null || tick === null || combatant === null || combatant.id === null || actor === null || cost < 1) return NOTHING;
  const rate = paceMetres(pace, { speed: fighter.speed, successes: own.successes });
  if (rate <= 0) return NOTHING;
  const running = movementNow(combatant);
  const credited = running === null ? 0 : metresIn(Math.min(SEGMENT_TICKS, Math.max(0, tick - running.startedAt)), running.metres);
  const movement = beginSegment(pace.pace, rate, tick);
  const evasive = effectOf(maneuver, "movingTarget") === null ? null : evasiveDice(own.successes);
  return {
    changes: movementChanges({ combatant, actor }, movement, credited),
    operations: [scheduleSegment(combatant.id, movement, { run: { until: tick + cost, successes: own.successes, evasive } })],
  };
}
