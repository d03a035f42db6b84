import { clockState, submitClock } from "../../flows/clock";
import { askEvent } from "./event-dialog";

/** Puts something new on the clock of a fight. */
export async function addEvent(combat: Combat.Implementation): Promise<void> {
  const event = await askEvent(combat, null);
  if (event !== null) await submitClock(combat, { kind: "schedule", operations: [{ kind: "schedule", eventId: foundry.utils.randomID(), event }] });
}

/** Changes what the GM put on the clock. */
export async function editEvent(combat: Combat.Implementation, eventId: string): Promise<void> {
  const before = clockState(combat).schedule[eventId];
  const event = before === undefined ? null : await askEvent(combat, before);
  if (event !== null) await submitClock(combat, { kind: "schedule", operations: [{ kind: "schedule", eventId, event }] });
}

export async function removeEvent(combat: Combat.Implementation, eventId: string): Promise<void> {
  await submitClock(combat, { kind: "unschedule", operations: [{ kind: "unschedule", eventId }] });
}
