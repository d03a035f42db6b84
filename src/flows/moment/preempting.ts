import { isReadBy } from "../../helpers/gms";
import { mayPreempt } from "../../rules/clock/order";
import { isOutOfIt } from "../../rules/modifiers/situation";
import { participantOf } from "../clock/address";
import { clockState, combatData } from "../clock/state";
import { isAware } from "../exchange/measure";
import { isUnseen } from "../exchange/participants";

/**
 * Those of some combatants who may be asked about a card: nobody is whose player must not know of it.
 * @param whisper who reads the card
 */
export const readersAmong = (combat: Combat.Implementation, ids: readonly string[], whisper: readonly string[]): string[] =>
  ids.filter((id) => {
    const actor = combat.combatants.get(id)?.actor;
    return actor?.hasPlayerOwner !== true || (game.users?.some((user) => !user.isGM && isReadBy(whisper, user) && actor.testUserPermission(user, "OWNER")) ?? false);
  });

/** Kind of the event at the end of covering fire, and its id (Actions and Maneuvers, Full Auto). */
export const COVER_EVENT = "overwatch";
export const coverEventId = (combatantId: string): string => `overwatch-${combatantId}`;

/** Is this one awake and warned, so that it may step in before what `by` does? Nobody notices what comes from a token that they cannot see. */
function notices(combatant: Combatant.Implementation, by: Combatant.Implementation | undefined): boolean {
  const participant = participantOf(combatant);
  const actor = by === undefined ? null : participantOf(by);
  if (participant === null || actor === null || isUnseen(actor)) return false;
  return isAware(participant, actor.combatant) && !isOutOfIt(combatant.actor?.toFighter().statuses ?? []);
}

/**
 * May somebody who was asked before still step in? Not whoever is gone, has fallen or holds no longer.
 * @param holding it holds an action; else it covers the place with fire
 */
export function mayStepIn(combat: Combat.Implementation, id: string, holding: boolean): boolean {
  const state = clockState(combat);
  const combatant = combat.combatants.get(id);
  if (combatant === undefined || state.entries[id]?.state === "out" || isOutOfIt(combatant.actor?.toFighter().statuses ?? ["dead"])) return false;
  return !holding || mayPreempt(state, id);
}

/** The side that a combatant is on, by what its token says; null where nothing does. */
export const sideOf = ({ token, actor }: Combatant.Implementation): number | null => token?.disposition ?? actor?.prototypeToken.disposition ?? null;

/** Do these two fight on one side, by what their tokens say? */
export function areAllies(one: Combatant.Implementation | undefined, other: Combatant.Implementation | undefined): boolean {
  const side = one === undefined ? null : sideOf(one);
  return side !== null && other !== undefined && side === sideOf(other);
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
