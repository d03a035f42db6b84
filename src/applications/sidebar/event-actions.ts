import { clockState, participantOf, submitClock } from "../../flows/clock";
import { submitMove } from "../../flows/movement";
import { openEvent } from "./event-dialog";

/** Puts something new on the clock of a fight. */
export const addEvent = (combat: Combat.Implementation): Promise<void> => openEvent(combat, { id: foundry.utils.randomID(), event: null });

/** Changes what the GM put on the clock. */
async function editEvent(combat: Combat.Implementation, eventId: string): Promise<void> {
  const event = clockState(combat).schedule[eventId];
  if (event !== undefined) await openEvent(combat, { id: eventId, event });
}

async function removeEvent(combat: Combat.Implementation, eventId: string): Promise<void> {
  await submitClock(combat, { kind: "unschedule", operations: [{ kind: "unschedule", eventId }] });
}

/** Thinks better of what somebody would have done at the end of the tick. */
async function withdrawFree(combat: Combat.Implementation, eventId: string): Promise<void> {
  const combatant = combat.combatants.get(clockState(combat).schedule[eventId]?.target ?? "");
  const participant = combatant === undefined ? null : participantOf(combatant);
  if (participant !== null) await submitMove(participant, { deed: "withdraw" });
}

/** What a person does with one event of the clock, by the action of its button. */
export const EVENT_DEEDS: Readonly<Record<string, (combat: Combat.Implementation, eventId: string) => Promise<void>>> = {
  fwEditEvent: editEvent,
  fwRemoveEvent: removeEvent,
  fwWithdraw: withdrawFree,
};
