import { isFreeAction } from "./free";
import { compareIds } from "./order";
import type { ClockEvent, ScheduledEvent } from "./types";

export type Schedule = Readonly<Record<string, ScheduledEvent>>;
type Fired = Extract<ClockEvent, { kind: "fired" }>;

type Scheduled = readonly [eventId: string, event: ScheduledEvent];

/** The order of schedules that was worked out already: by tick, then by id. */
const ORDERS = new WeakMap<Schedule, readonly Scheduled[]>();

function inOrder(schedule: Schedule): readonly Scheduled[] {
  const known = ORDERS.get(schedule);
  if (known !== undefined) return known;
  const order = Object.entries(schedule).sort(([oneId, one], [otherId, other]) => one.tick - other.tick || compareIds(oneId, otherId));
  ORDERS.set(schedule, order);
  return order;
}

/** Tick of the first scheduled event; null: nothing is scheduled. Free actions are none: time does not go to them, they come before it goes on (Dramatic Scenes, Action Order). */
export function nextEventTick(schedule: Schedule): number | null {
  return inOrder(schedule).find(([, event]) => !isFreeAction(event))?.[1].tick ?? null;
}

/** How often an event falls on ticks up to and including `tick`. */
function occurrences(event: ScheduledEvent, tick: number): number {
  if (event.tick > tick) return 0;
  if (event.every === null) return 1;
  const falls = 1 + Math.floor((tick - event.tick) / event.every);
  return event.left === null ? falls : Math.min(falls, event.left + 1);
}

/** The event as it stands after `times` occurrences; null when it is over. */
function after(event: ScheduledEvent, times: number): ScheduledEvent | null {
  if (times === 0) return event;
  if (event.every === null) return null;
  const left = event.left === null ? null : event.left - times;
  if (left !== null && left < 0) return null;
  return { ...event, tick: event.tick + times * event.every, left };
}

/**
 * Fires everything scheduled up to and including `tick`, in order of ticks and then of ids; of the tick itself all but its free actions. The
 * work grows with what fires, not with the ticks in between (Dramatic Scenes, Action Order).
 * @returns what is still scheduled, and each occurrence once, with the event as it stood when it fired
 */
export function fireUpTo(schedule: Schedule, tick: number): { readonly schedule: Schedule; readonly fired: readonly Fired[] } {
  const order = inOrder(schedule);
  const end = order.findIndex(([, event]) => event.tick > tick);
  // A free action is the last step of its tick, so that it falls when the tick is left and not when it is reached.
  const falling = (end === -1 ? order : order.slice(0, end)).filter(([, event]) => !isFreeAction(event) || event.tick < tick);
  if (falling.length === 0) return { schedule, fired: [] };
  const fired: Fired[] = [];
  const still = new Map(Object.entries(schedule));
  for (const [eventId, event] of falling) {
    const times = occurrences(event, tick);
    for (let index = 0; index < times; index += 1) {
      const occurrence = after(event, index);
      if (occurrence !== null) fired.push({ kind: "fired", eventId, tick: occurrence.tick, event: occurrence });
    }
    const rest = after(event, times);
    if (rest === null) still.delete(eventId);
    else still.set(eventId, rest);
  }
  fired.sort((a, b) => a.tick - b.tick || compareIds(a.eventId, b.eventId));
  return { schedule: Object.fromEntries(still), fired };
}
