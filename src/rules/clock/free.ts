import { compareIds, freeActionsOpen, mayDeclare } from "./order";
import type { ClockState, ScheduledEvent } from "./types";

/** Kind of an action that needs no Action Tick and waits for the last step of its tick (Dramatic Scenes, Action Order). */
export const FREE_ACTION = "free";

/** Id of the free action of a combatant on the clock: it has one, and a new one takes the place of the old (Dramatic Scenes, Action Order). */
export const freeEventId = (id: string): string => `free-${id}`;

/** Is what is scheduled an action that needs no Action Tick (Dramatic Scenes, Action Order)? */
export const isFreeAction = ({ kind }: Pick<ScheduledEvent, "kind">): boolean => kind === FREE_ACTION;

/** Has anybody done something on this tick already? Then its beginning is over. */
function somebodyHasActed({ tick, entries }: ClockState): boolean {
  return Object.values(entries).some(({ since, state }) => state !== "out" && since === tick);
}

/**
 * Does a free action that is declared now wait until everybody who is due on this tick has declared (Dramatic Scenes, Action Order)? Not that of
 * somebody whose own turn it is: it stops or changes its pace before it acts, if it likes (Movement and Actions). Nor what the tick itself asks for,
 * as long as nobody has acted on it: that belongs to its first step (readings, D6).
 * @param asked the tick has asked for it: a segment of movement ends on it
 */
export function comesLast(state: ClockState, id: string, asked = false): boolean {
  if (freeActionsOpen(state) || state.tick < 1 || mayDeclare(state, id)) return false;
  return !(asked && !somebodyHasActed(state));
}

/** Free actions that wait for the end of their tick, in the order in which they come: that of Awareness, as everything on one tick; ids decide last (Dramatic Scenes, Ties). */
export function waitingFreeActions({ schedule, entries }: Pick<ClockState, "schedule" | "entries">): string[] {
  const awareness = ({ target }: ScheduledEvent): number => (target !== null && Object.hasOwn(entries, target) ? (entries[target]?.awareness ?? 0) : 0);
  return Object.entries(schedule)
    .filter(([, event]) => isFreeAction(event))
    .sort(([oneId, one], [otherId, other]) => one.tick - other.tick || awareness(other) - awareness(one) || compareIds(oneId, otherId))
    .map(([eventId]) => eventId);
}

/** Ids of the free actions that come now, since nobody is left to declare, in their order (Dramatic Scenes, Action Order). */
export function freeActionsNow(state: ClockState): string[] {
  const waiting = waitingFreeActions(state);
  if (waiting.length === 0 || !freeActionsOpen(state)) return [];
  return waiting.filter((eventId) => (state.schedule[eventId]?.tick ?? 0) <= state.tick);
}
