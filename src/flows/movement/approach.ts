import { clockState } from "../clock/state";
import { gapBetween } from "../exchange/measure";
import { combatantOf } from "../exchange/participants";
import type { Participant } from "../../rules/exchange/types";
import { arrival } from "../../rules/movement/distance";
import { paceRate } from "./paces";
import { movementNow } from "./read";
import { beginRefusal, dueOnArrival } from "./wishes";

/** One way to get to somebody's side before one acts there. */
export interface Approach {
  readonly pace: "walk" | "run" | "crawl";
  /** First tick on which the action may resolve. */
  readonly tick: number;
}

/**
 * How somebody who is too far away for an action could get to its target first: each pace that it can set out at, with the tick of its
 * arrival (Dramatic Scenes, Movement and Actions). None outside of a fight that has begun, and for whoever moves already.
 */
export function approachesTo(participant: Participant, goal: Participant): Approach[] {
  const combatant = combatantOf(participant);
  const combat = combatant?.combat ?? null;
  const actor = combatant?.actor ?? null;
  const way = gapBetween(participant, goal);
  if (combatant === null || combat === null || actor === null || combatant.id === null || way === null || movementNow(combatant) !== null) return [];
  const { id } = combatant;
  const now = clockState(combat).tick;
  if (now < 1) return [];
  return (["walk", "run", "crawl"] as const).flatMap((pace): Approach[] => {
    const rate = paceRate(actor, pace);
    if (rate <= 0 || beginRefusal({ actor, combatant, combat, id }, pace) !== null) return [];
    const { ticks, tick } = arrival({ now, metres: way, rate });
    return ticks === 0 ? [] : [{ pace, tick: dueOnArrival(now, tick) }];
  });
}
