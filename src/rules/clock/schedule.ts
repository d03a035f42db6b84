import { compareIds } from "./order";
import type { ClockEvent, ScheduledEvent } from "./types";

export type Schedule = Readonly<Record<string, ScheduledEvent>>;
type Fired = Extract<ClockEvent, { kind: "fired" }>;

/** Tick of the first scheduled event; null: nothing is scheduled. */
export function nextEventTick(schedule: Schedule): number | null {
  const ticks = Object.values(schedule).map((event) => event.tick);
  return ticks.length === 0 ? null : ticks.reduce((first, tick) => Math.min(first, tick));
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
 * Fires everything scheduled up to and including `tick`, in order of ticks and then of ids. The work grows with what
 * fires, not with the ticks in between.
 * @returns what is still scheduled, and each occurrence once, with the event as it stood when it fired
 */
export function fireUpTo(schedule: Schedule, tick: number): { readonly schedule: Schedule; readonly fired: readonly Fired[] } {
  const fired: Fired[] = [];
  const still: [string, ScheduledEvent][] = [];
  for (const [eventId, event] of Object.entries(schedule)) {
    const times = occurrences(event, tick);
    for (let index = 0; index < times; index += 1) {
      const occurrence = after(event, index);
      if (occurrence !== null) fired.push({ kind: "fired", eventId, tick: occurrence.tick, event: occurrence });
    }
    const rest = after(event, times);
    if (rest !== null) still.push([eventId, rest]);
  }
  if (fired.length === 0) return { schedule, fired };
  fired.sort((a, b) => a.tick - b.tick || compareIds(a.eventId, b.eventId));
  return { schedule: Object.fromEntries(still), fired };
}
