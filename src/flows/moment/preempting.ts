import { mayPreempt } from "../../rules/clock/order";
import { isOutOfIt } from "../../rules/modifiers/situation";
import { participantOf } from "../clock/address";
import { clockState, combatData } from "../clock/state";
import { findToken } from "../commit/write";
import { isAware } from "../exchange/measure";

/** Kind of the event at the end of covering fire, and its id (Actions and Maneuvers, Full Auto). */
export const COVER_EVENT = "overwatch";
export const coverEventId = (combatantId: string): string => `overwatch-${combatantId}`;

/** Nobody notices what comes from a token that they cannot see. */
const isUnseen = (combatant: Combatant.Implementation): boolean => combatant.hidden || findToken(combatant.token?.uuid ?? null)?.hidden === true;

/** Is this one awake and warned, so that it may step in before what `by` does? */
function notices(combatant: Combatant.Implementation, by: Combatant.Implementation | undefined): boolean {
  const participant = participantOf(combatant);
  if (participant === null || by === undefined || isUnseen(by)) return false;
  return isAware(participant, by.id) && !isOutOfIt(combatant.actor?.toFighter().statuses ?? []);
}

/** Ids of the holders who may put their action before one of `by` (Dramatic Scenes, Action Order). */
export function preemptingIds(combat: Combat.Implementation, by: string): string[] {
  const state = clockState(combat);
  const actor = combat.combatants.get(by);
  return combat.combatants.contents.flatMap((combatant) => {
    const id = combatant.id ?? "";
    return id !== by && mayPreempt(state, id) && combatant.actor !== actor?.actor && notices(combatant, actor) ? [id] : [];
  });
}

/** Ids of those who cover the place with fire now: each has a free shot before every action of somebody else (readings, E25). */
export function coveringIds(combat: Combat.Implementation, by: string): string[] {
  const state = clockState(combat);
  const schedule = combatData(combat)?.schedule ?? {};
  const actor = combat.combatants.get(by);
  return combat.combatants.contents.flatMap((combatant) => {
    const id = combatant.id ?? "";
    const event = Object.hasOwn(schedule, coverEventId(id)) ? schedule[coverEventId(id)] : undefined;
    const covers = event !== undefined && event.tick >= state.tick && state.entries[id]?.state !== "out";
    return id !== by && covers && combatant.actor !== actor?.actor && notices(combatant, actor) ? [id] : [];
  });
}
