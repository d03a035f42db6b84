import { RuleError } from "../errors";
import { isFreeAction } from "./free";
import type { ClockEntry, ClockState, ScheduledEvent } from "./types";

/** The last tick the clock counts: nearly six days, far beyond any scene; it keeps a slip of the keyboard harmless. */
export const LAST_TICK = 999_999;

/** A whole number from 0 to the last tick (Dramatic Scenes, Keeping Time). @throws {RuleError} `FATEWALKER.Error.BadTicks` */
export function checkTicks(value: number): number {
  if (!Number.isInteger(value) || value < 0 || value > LAST_TICK) throw new RuleError("FATEWALKER.Error.BadTicks", { value: String(value) });
  return value;
}

/** A tick of the clock made from any whole number: below 1 becomes 1 (Dramatic Scenes, Initiative). @throws {RuleError} `FATEWALKER.Error.BadTicks` */
export function checkTick(value: number): number {
  if (!Number.isInteger(value) || value > LAST_TICK) throw new RuleError("FATEWALKER.Error.BadTicks", { value: String(value) });
  return Math.max(1, value);
}

/** A whole number of 0 or more (Dramatic Scenes, Ties). @throws {RuleError} `FATEWALKER.Error.BadNumber` */
export function checkAwareness(value: number): number {
  if (!Number.isInteger(value) || value < 0) throw new RuleError("FATEWALKER.Error.BadNumber", { value: String(value) });
  return value;
}

/** The entry of that id (Dramatic Scenes, Keeping Time). @throws {RuleError} `FATEWALKER.Error.UnknownCombatant` */
export function entryOf(state: ClockState, id: string): ClockEntry {
  const entry = Object.hasOwn(state.entries, id) ? state.entries[id] : undefined;
  if (entry === undefined) throw new RuleError("FATEWALKER.Error.UnknownCombatant", { id });
  return entry;
}

/** The entry of that id, which must take part (Dramatic Scenes, Keeping Time). @throws {RuleError} `UnknownCombatant` or `OutOfFight` */
export function participatingEntry(state: ClockState, id: string): ClockEntry {
  const entry = entryOf(state, id);
  if (entry.state === "out") throw new RuleError("FATEWALKER.Error.OutOfFight", { id });
  return entry;
}

/** Refuses what needs a clock that runs (Dramatic Scenes, Keeping Time). @throws {RuleError} `FATEWALKER.Error.ClockNotBegun` */
export function checkBegun(state: ClockState): void {
  if (state.tick < 1) throw new RuleError("FATEWALKER.Error.ClockNotBegun");
}

/**
 * An event that can be scheduled: in the future, a free action on the tick that it is; with a repetition of at least a tick
 * (Dramatic Scenes, Action Order).
 * @throws {RuleError} `FATEWALKER.Error.BadEvent` or `EventInPast`
 */
export function checkEvent(state: ClockState, event: ScheduledEvent): void {
  const whole = (value: number, least: number): boolean => Number.isInteger(value) && value >= least && value <= LAST_TICK;
  const valid = whole(event.tick, 1) && (event.every === null || whole(event.every, 1)) && (event.left === null || whole(event.left, 0));
  if (!valid) throw new RuleError("FATEWALKER.Error.BadEvent", { kind: event.kind });
  const past = isFreeAction(event) ? event.tick < state.tick : event.tick <= state.tick;
  if (state.tick >= 1 && past) throw new RuleError("FATEWALKER.Error.EventInPast", { tick: event.tick, now: state.tick });
}
