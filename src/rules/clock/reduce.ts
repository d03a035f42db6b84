import { RuleError } from "../errors";
import { checkAwareness, checkBegun, checkEvent, checkTick, checkTicks, entryOf, LAST_TICK, participatingEntry } from "./check";
import { freeActionsNow } from "./free";
import { declaringIds, isDue, mayPreempt, nextDueTick, withEntryOf } from "./order";
import { fireUpTo, nextEventTick } from "./schedule";
import type { ClockEntry, ClockEvent, ClockInverse, ClockOperation, ClockState, ClockStep } from "./types";

/** Ticks a hold takes before its holder may preempt (Actions and Maneuvers, Hold Action). */
export const HOLD_TICKS = 2;

/** A clock that has not begun and knows nobody (Dramatic Scenes, Keeping Time). */
export function emptyClock(): ClockState {
  return { tick: 0, entries: {}, active: null, schedule: {} };
}

/** A state that is being made, with what happened on the way and the keys of all that it may have changed. */
interface Draft {
  readonly state: ClockState;
  readonly events: readonly ClockEvent[];
  readonly touched: Touched;
}

interface Touched {
  readonly entries: readonly string[];
  readonly schedule: readonly string[];
}

/**
 * One operation on the clock. Total and deterministic: the same state and operation give the same step everywhere, and
 * undoing the step's inverse restores the state exactly (Dramatic Scenes, Keeping Time).
 * @throws {RuleError} when the operation is impossible: unknown id, not the tick of that one, bad number; nothing changes then
 */
export function reduce(state: ClockState, operation: ClockOperation): ClockStep {
  const draft = operation.kind === "undo" ? operate(state, operation) : lastStep(operate(state, operation));
  const after: ClockState = { ...draft.state, active: declaringIds(draft.state)[0] ?? null };
  const inverse = inverseOf(state, after, draft.touched);
  return { state: after, events: [...draft.events, ...movedEvents(inverse, after), ...dueEvents(state, after)], inverse };
}

function operate(state: ClockState, operation: ClockOperation): Draft {
  switch (operation.kind) {
    case "join": return join(state, operation.id, operation.awareness, operation.initiative);
    case "begin": return begin(state);
    case "act": return act(state, operation.id, operation.cost);
    case "react": return react(state, operation.id, operation.cost);
    case "hold": return hold(state, operation.id);
    case "release": return release(state, operation.id);
    case "preempt": return preempt(state, operation.id, operation.cost);
    case "adjust": return adjust(state, operation.id, operation.tick);
    case "awareness": return withEntry(state, { ...entryOf(state, operation.id), awareness: checkAwareness(operation.awareness) });
    case "defeat": return defeat(state, operation.id, operation.why ?? "defeated");
    case "revive": return revive(state, operation.id, operation.cost);
    case "leave": return leave(state, operation.id);
    case "schedule":
      checkEvent(state, operation.event);
      return quiet({ ...state, schedule: { ...state.schedule, [operation.eventId]: operation.event } }, { schedule: [operation.eventId] });
    case "unschedule": return unschedule(state, operation.eventId);
    case "advance": return advance(state, operation.to);
    case "undo": return undo(state, operation.inverse);
  }
}

/** Free actions come once nobody is left to declare, whatever has brought that about: they are the last step of the tick (Dramatic Scenes, Action Order). */
function lastStep(draft: Draft): Draft {
  const ids = freeActionsNow(draft.state);
  if (ids.length === 0) return draft;
  const { state, events, touched } = draft;
  const fired = ids.flatMap((eventId): ClockEvent[] => {
    const event = state.schedule[eventId];
    return event === undefined ? [] : [{ kind: "fired", eventId, tick: event.tick, event }];
  });
  return { state: { ...state, schedule: without(state.schedule, ids) }, events: [...events, ...fired], touched: { ...touched, schedule: [...touched.schedule, ...ids] } };
}

function quiet(state: ClockState, { entries = [], schedule = [] }: Partial<Touched>): Draft {
  return { state, events: [], touched: { entries, schedule } };
}

function withEntry(state: ClockState, entry: ClockEntry): Draft {
  return quiet({ ...state, entries: withEntryOf(state.entries, entry) }, { entries: [entry.id] });
}

/** A ready entry with a new Action Tick, as an operation of this tick leaves it. */
function readyAt(state: ClockState, entry: ClockEntry, actionTick: number): Draft {
  return withEntry(state, { ...entry, state: "ready", actionTick: checkTick(actionTick), since: state.tick, out: null });
}

/** Someone who comes late adds the current tick to the result (Dramatic Scenes, Late to the Party). Also decides, or decides anew, the initiative of one who is there. */
function join(state: ClockState, id: string, awareness: number, rolled: number | null): Draft {
  const known = Object.hasOwn(state.entries, id) ? participatingEntry(state, id) : null;
  const actionTick = rolled === null ? (known?.actionTick ?? null) : checkTick(state.tick + Math.max(1, checkTicks(rolled)));
  const stays = known !== null && rolled === null ? known.state : "ready";
  return withEntry(state, { id, actionTick, state: stays, since: state.tick, awareness: checkAwareness(awareness), out: null });
}

function begin(state: ClockState): Draft {
  if (state.tick >= 1) throw new RuleError("FATEWALKER.Error.ClockBegun");
  const reached = goTo(state, Math.max(1, nextDueTick(state) ?? 1));
  return { ...reached, events: [{ kind: "began" }, ...reached.events] };
}

/** Action: next Action Tick = current tick + cost (Dramatic Scenes, Keeping Time). A holder may break its hold for one at any time (Actions and Maneuvers, Hold Action). */
function act(state: ClockState, id: string, cost: number): Draft {
  checkBegun(state);
  const entry = participatingEntry(state, id);
  checkTicks(cost);
  if (entry.state !== "holding" && !isDue(state, entry)) throw notYourTick(state, entry);
  return readyAt(state, entry, state.tick + cost);
}

/** Reaction: new Action Tick = max(own, now) + cost; a holder counts from now, and the hold ends (Dramatic Scenes, Reactions). */
function react(state: ClockState, id: string, cost: number): Draft {
  checkBegun(state);
  const entry = participatingEntry(state, id);
  const own = entry.state === "holding" || entry.actionTick === null ? state.tick : Math.max(entry.actionTick, state.tick);
  return readyAt(state, entry, own + checkTicks(cost));
}

function hold(state: ClockState, id: string): Draft {
  checkBegun(state);
  const entry = participatingEntry(state, id);
  if (entry.state === "holding") throw new RuleError("FATEWALKER.Error.AlreadyHolding", { id });
  if (!isDue(state, entry)) throw notYourTick(state, entry);
  return withEntry(state, { ...entry, state: "holding", actionTick: checkTick(state.tick + HOLD_TICKS), since: state.tick });
}

/** Breaks the hold: due now, since its two ticks stand before preempting alone (Actions and Maneuvers, Hold Action). */
function release(state: ClockState, id: string): Draft {
  checkBegun(state);
  const entry = participatingEntry(state, id);
  if (entry.state !== "holding") throw new RuleError("FATEWALKER.Error.NotHolding", { id });
  return readyAt(state, entry, state.tick);
}

/** An ordinary action before its trigger needs a hold (Dramatic Scenes, Preemptive Actions). */
function preempt(state: ClockState, id: string, cost: number): Draft {
  checkBegun(state);
  const entry = participatingEntry(state, id);
  if (entry.state !== "holding") throw new RuleError("FATEWALKER.Error.NotHolding", { id });
  checkHeldLongEnough(state, entry);
  return readyAt(state, entry, state.tick + checkTicks(cost));
}

function adjust(state: ClockState, id: string, tick: number): Draft {
  const entry = participatingEntry(state, id);
  return withEntry(state, { ...entry, state: "ready", actionTick: checkTick(tick) });
}

function defeat(state: ClockState, id: string, why: "defeated" | "unconscious"): Draft {
  const entry = entryOf(state, id);
  // The unconscious may die.
  const participant = entry.out === "unconscious" && why === "defeated" ? entry : participatingEntry(state, id);
  return withEntry(state, { ...participant, state: "out", since: state.tick, out: why });
}

function revive(state: ClockState, id: string, cost: number): Draft {
  const entry = entryOf(state, id);
  checkTicks(cost);
  if (entry.state !== "out") throw new RuleError("FATEWALKER.Error.NotDefeated", { id });
  if (state.tick < 1) return withEntry(state, { ...entry, state: "ready", since: state.tick, out: null });
  return readyAt(state, entry, state.tick + cost);
}

/** What was scheduled for the one who leaves goes with it. */
function leave(state: ClockState, id: string): Draft {
  entryOf(state, id);
  const theirs = Object.entries(state.schedule).filter(([, event]) => event.target === id).map(([key]) => key);
  return quiet({ ...state, entries: without(state.entries, [id]), schedule: without(state.schedule, theirs) }, { entries: [id], schedule: theirs });
}

function unschedule(state: ClockState, eventId: string): Draft {
  if (!Object.hasOwn(state.schedule, eventId)) throw new RuleError("FATEWALKER.Error.UnknownEvent", { id: eventId });
  return quiet({ ...state, schedule: without(state.schedule, [eventId]) }, { schedule: [eventId] });
}

function without<T>(record: Readonly<Record<string, T>>, keys: readonly string[]): Readonly<Record<string, T>> {
  return keys.length === 0 ? record : Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}

/**
 * Nobody who is due is passed over: each must choose, and holding is a choice (Dramatic Scenes, Keeping Time).
 * With nobody on the way (all hold) the clock goes to the next event, else one tick on, so holds never stop it.
 */
function advance(state: ClockState, to: number | undefined): Draft {
  checkBegun(state);
  const due = declaringIds(state)[0];
  if (due !== undefined) throw new RuleError("FATEWALKER.Error.SomebodyDue", { id: due, tick: state.tick });
  const next = nextDueTick(state);
  if (to === undefined) {
    const event = nextEventTick(state.schedule);
    return goTo(state, next ?? Math.max(state.tick + 1, event ?? 0));
  }
  const wanted = checkTicks(to);
  if (wanted <= state.tick) throw new RuleError("FATEWALKER.Error.NoWayBack", { tick: wanted, now: state.tick });
  return goTo(state, Math.min(wanted, next ?? wanted));
}

/** Moves the hand and fires what lies on the way, before anyone declares (Dramatic Scenes, Action Order). */
function goTo(state: ClockState, tick: number): Draft {
  if (tick > LAST_TICK) throw new RuleError("FATEWALKER.Error.BadTicks", { value: String(tick) });
  const { schedule, fired } = fireUpTo(state.schedule, tick);
  const touched = { entries: [], schedule: fired.map(({ eventId }) => eventId) };
  return { state: { ...state, tick, schedule }, events: [{ kind: "tickChanged", from: state.tick, to: tick }, ...fired], touched };
}

function undo(state: ClockState, inverse: ClockInverse): Draft {
  const events: ClockEvent[] = inverse.tick === state.tick ? [] : [{ kind: "tickChanged", from: state.tick, to: inverse.tick }];
  return {
    state: { ...state, tick: inverse.tick, entries: restored(state.entries, inverse.entries), schedule: restored(state.schedule, inverse.schedule) },
    events,
    touched: { entries: Object.keys(inverse.entries), schedule: Object.keys(inverse.schedule) },
  };
}

function restored<T>(record: Readonly<Record<string, T>>, changes: Readonly<Record<string, T | null>>): Readonly<Record<string, T>> {
  if (Object.keys(changes).length === 0) return record;
  const merged = new Map(Object.entries(record));
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

function checkHeldLongEnough(state: ClockState, entry: ClockEntry): void {
  if (!mayPreempt(state, entry.id)) throw new RuleError("FATEWALKER.Error.HoldTooShort", { id: entry.id, tick: entry.actionTick ?? state.tick });
}

function notYourTick(state: ClockState, entry: ClockEntry): RuleError {
  if (entry.actionTick === null) return new RuleError("FATEWALKER.Error.NoInitiative", { id: entry.id });
  return new RuleError("FATEWALKER.Error.NotYourTick", { id: entry.id, tick: entry.actionTick, now: state.tick });
}

/** Values before the change, by key; null: was not there. Entries are never changed in place, so identity tells. */
function changes<T>(before: Readonly<Record<string, T>>, after: Readonly<Record<string, T>>, touched: readonly string[]): Readonly<Record<string, T | null>> {
  const valueOf = (record: Readonly<Record<string, T>>, key: string): T | null => (Object.hasOwn(record, key) ? (record[key] ?? null) : null);
  return Object.fromEntries(touched.filter((key) => valueOf(before, key) !== valueOf(after, key)).map((key) => [key, valueOf(before, key)]));
}

function inverseOf(before: ClockState, after: ClockState, touched: Touched): ClockInverse {
  return {
    tick: before.tick,
    active: before.active,
    entries: changes(before.entries, after.entries, touched.entries),
    schedule: changes(before.schedule, after.schedule, touched.schedule),
  };
}

/** Entries whose Action Tick changed, in order of ids. */
function movedEvents({ entries: before }: ClockInverse, { entries: after }: ClockState): ClockEvent[] {
  return Object.keys(before).sort().flatMap((id): ClockEvent[] => {
    const from = before[id]?.actionTick ?? null;
    const to = (Object.hasOwn(after, id) ? after[id]?.actionTick : null) ?? null;
    return from === to ? [] : [{ kind: "moved", id, from, to }];
  });
}

/** Those who may declare and could not before this step, or not on this tick. */
function dueEvents(before: ClockState, after: ClockState): ClockEvent[] {
  const earlier = before.tick === after.tick ? declaringIds(before) : [];
  const ids = declaringIds(after).filter((id) => !earlier.includes(id));
  return ids.length === 0 ? [] : [{ kind: "due", ids, tick: after.tick }];
}
