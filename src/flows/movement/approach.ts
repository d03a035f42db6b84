import { clockState } from "../clock/state";
import { gapBetween } from "../exchange/measure";
import { combatantOf } from "../exchange/participants";
import type { Participant } from "../../rules/exchange/types";
import { arrival } from "../../rules/movement/distance";
import { paceRate } from "./paces";
import { arrivalOf } from "./on-the-way";
import { movementNow } from "./read";
import { beginRefusal, dueOnArrival } from "./wishes";

/** One way to get to somebody's side before one acts there. */
export interface Approach {
  /** `moving`: it is on its way already, and goes on as it goes. */
  readonly pace: "walk" | "run" | "crawl" | "moving";
  /** First tick on which the action may resolve. */
  readonly tick: number;
}

/**
 * How somebody who is too far away for an action could get to its target first: each pace that it can set out at, with the tick of its
 * arrival (Dramatic Scenes, Movement and Actions). Whoever moves already only goes on. None outside of a fight that has begun.
 */
export function approachesTo(participant: Participant, goal: Participant): Approach[] {
  const combatant = combatantOf(participant);
  const combat = combatant?.combat ?? null;
  const actor = combatant?.actor ?? null;
  const way = gapBetween(participant, goal);
  if (combatant === null || combat === null || actor === null || combatant.id === null || way === null || combatant.isDefeated) return [];
  const { id } = combatant;
  const now = clockState(combat).tick;
  if (now < 1) return [];
  if (movementNow(combatant) !== null) {
    const there = arrivalOf(combatant, goal, now);
    return there === null ? [] : [{ pace: "moving", tick: there.tick }];
  }
  return (["walk", "run", "crawl"] as const).flatMap((pace): Approach[] => {
    const rate = paceRate(actor, pace);
    if (rate <= 0 || beginRefusal({ actor, combatant, combat, id }, pace) !== null) return [];
    const { ticks, tick } = arrival({ now, metres: way, rate });
    return ticks === 0 ? [] : [{ pace, tick: dueOnArrival(now, tick) }];
  });
}
