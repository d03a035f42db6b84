import { clockState, participantOf, submitClock } from "../../flows/clock";
import { submitMove } from "../../flows/movement";
import { askEvent } from "./event-dialog";

/** Puts something new on the clock of a fight. */
export async function addEvent(combat: Combat.Implementation): Promise<void> {
  const event = await askEvent(combat, null);
  if (event !== null) await submitClock(combat, { kind: "schedule", operations: [{ kind: "schedule", eventId: foundry.utils.randomID(), event }] });
}

/** Changes what the GM put on the clock. */
async function editEvent(combat: Combat.Implementation, eventId: string): Promise<void> {
  const before = clockState(combat).schedule[eventId];
  const event = before === undefined ? null : await askEvent(combat, before);
  if (event !== null) await submitClock(combat, { kind: "schedule", operations: [{ kind: "schedule", eventId, event }] });
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
