import { RuleError } from "../errors";
import type { ClockEntry, ClockState } from "./types";

/** Compares keys by code units: the same on every client, whatever its language (Dramatic Scenes, Ties). */
export function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Those with an Action Tick come first, then holders, those without initiative, those who are out. */
function rank(entry: ClockEntry): number {
  if (entry.state === "out") return 3;
  if (entry.state === "holding") return 1;
  return entry.actionTick === null ? 2 : 0;
}

/**
 * The order of the clock: tick, then the higher Awareness (Dramatic Scenes, Ties). Ids decide last and for display only:
 * entries that differ in nothing else are simultaneous.
 * @returns below 0 when `a` comes first, above 0 when `b` does, 0 only for the same id
 */
export function compareEntries(a: ClockEntry, b: ClockEntry): number {
  const byRank = rank(a) - rank(b);
  if (byRank !== 0) return byRank;
  const byTick = (a.actionTick ?? 0) - (b.actionTick ?? 0);
  if (byTick !== 0) return byTick;
  const byAwareness = b.awareness - a.awareness;
  if (byAwareness !== 0) return byAwareness;
  return compareIds(a.id, b.id);
}

/** The order of entries that was worked out already. Entries are never changed in place, so it holds for as long as anybody has them. */
const ORDERS = new WeakMap<ClockState["entries"], readonly ClockEntry[]>();

/** Every entry, in the order of the clock (Dramatic Scenes, Action Order). */
export function sortedEntries({ entries }: Pick<ClockState, "entries">): readonly ClockEntry[] {
  const known = ORDERS.get(entries);
  if (known !== undefined) return known;
  const order = Object.values(entries).sort(compareEntries);
  ORDERS.set(entries, order);
  return order;
}

/** Entries with one that is new or changed. The order is the old one with this entry put in its place, so that nobody has to sort again (Dramatic Scenes, Action Order). */
export function withEntryOf(entries: ClockState["entries"], entry: ClockEntry): ClockState["entries"] {
  const order = sortedEntries({ entries });
  const before = Object.hasOwn(entries, entry.id) ? entries[entry.id] : undefined;
  const others = before === undefined ? [...order] : order.toSpliced(placeOf(order, before), 1);
  others.splice(placeOf(others, entry), 0, entry);
  const changed = before === undefined ? { ...entries, [entry.id]: entry } : replaced(entries, entry);
  ORDERS.set(changed, others);
  return changed;
}

/** A copy with an entry in place of one that is there. By itself, since engines copy objects of one shape at a stroke, and adding keys gives ever new shapes. */
function replaced(entries: ClockState["entries"], entry: ClockEntry): ClockState["entries"] {
  const copy: Record<string, ClockEntry> = { ...entries };
  copy[entry.id] = entry;
  return copy;
}

/** Where an entry stands in an order, or would stand. */
function placeOf(order: readonly ClockEntry[], entry: ClockEntry): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = order[middle];
    if (other !== undefined && compareEntries(other, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True for one whose Action Tick has come: it must choose an action, and holding counts as one (Dramatic Scenes, Keeping Time). */
export function isDue(state: ClockState, entry: ClockEntry): boolean {
  return state.tick >= 1 && entry.state === "ready" && entry.actionTick !== null && entry.actionTick <= state.tick;
}

/** All who are due now, in order: they stand at the head of it. */
function dueEntries(state: ClockState): readonly ClockEntry[] {
  const order = sortedEntries(state);
  const end = order.findIndex((entry) => !isDue(state, entry));
  return end === -1 ? order : order.slice(0, end);
}

/** Ids of all who are due now, in order; empty before the clock has begun (Dramatic Scenes, Action Order). */
export function dueIds(state: ClockState): string[] {
  return dueEntries(state).map((entry) => entry.id);
}

/** True for two who are due together: same tick and same Awareness (Dramatic Scenes, Ties). */
export function areSimultaneous(a: ClockEntry, b: ClockEntry): boolean {
  return a.state === "ready" && b.state === "ready" && a.actionTick !== null && a.actionTick === b.actionTick && a.awareness === b.awareness;
}

/**
 * Ids of those who may declare now: the first who is due with everyone simultaneous to it, in order of ids.
 * The first of them is the active one (Dramatic Scenes, Ties).
 */
export function declaringIds(state: ClockState): string[] {
  const due = dueEntries(state);
  const lead = due[0];
  if (lead === undefined) return [];
  return due.filter((entry) => areSimultaneous(lead, entry)).map((entry) => entry.id);
}

/** True when this one may declare an action now: it belongs to the group whose turn it is (Dramatic Scenes, Action Order). */
export function mayDeclare(state: ClockState, id: string): boolean {
  return declaringIds(state).includes(id);
}

/** Who could declare now if this one broke its hold for it: a holder takes its place by Awareness, like everybody whose tick it is (Dramatic Scenes, Action Order; readings, Same tick, same Awareness). */
function declaringIfBroken(state: ClockState, id: string): string[] {
  const entry = Object.hasOwn(state.entries, id) ? state.entries[id] : undefined;
  if (entry?.state !== "holding" || state.tick < 1) return declaringIds(state);
  return declaringIds({ ...state, entries: withEntryOf(state.entries, { ...entry, state: "ready", actionTick: state.tick }) });
}

/** True when nobody declares before this one: it is its turn, nobody's, or it holds and would be among the first by breaking its hold (Dramatic Scenes, Ties). */
export function comesFirst(state: ClockState, id: string): boolean {
  return declaringIds(state).length === 0 || declaringIfBroken(state, id).includes(id);
}

/** True for a holder who acts at the same moment as somebody who is due, if it breaks its hold for an ordinary action now (Dramatic Scenes, Ties). */
export function joinsByBreaking(state: ClockState, id: string): boolean {
  const group = declaringIfBroken(state, id);
  return !declaringIds(state).includes(id) && group.length > 1 && group.includes(id);
}

/**
 * Refuses an ordinary action of somebody before whom others declare (Dramatic Scenes, Ties). Stepping in before what those declare is another thing.
 * @throws RuleError `FATEWALKER.Error.OthersFirst`, `OthersBeforeHolder`
 */
export function checkTurn(state: ClockState, id: string): void {
  const entry = Object.hasOwn(state.entries, id) ? state.entries[id] : undefined;
  if (entry === undefined || entry.state === "out" || comesFirst(state, id)) return;
  throw new RuleError(entry.state === "holding" ? "FATEWALKER.Error.OthersBeforeHolder" : "FATEWALKER.Error.OthersFirst", { tick: state.tick });
}

/**
 * Actions that need no Action Tick are the last step of a tick: they come once nobody is left to declare on it
 * (Dramatic Scenes, Action Order).
 */
export function freeActionsOpen(state: ClockState): boolean {
  return state.tick >= 1 && dueIds(state).length === 0;
}

/** True for a holder whose two ticks are over: it may preempt (Actions and Maneuvers, Hold Action). */
export function mayPreempt(state: ClockState, id: string): boolean {
  const entry = Object.hasOwn(state.entries, id) ? state.entries[id] : undefined;
  return entry !== undefined && state.tick >= 1 && entry.state === "holding" && entry.actionTick !== null && entry.actionTick <= state.tick;
}

/** The first Action Tick of anyone ready; null: nobody has one. Holders do not count, they act when they like (Dramatic Scenes, Keeping Time). */
export function nextDueTick(state: ClockState): number | null {
  const first = sortedEntries(state)[0];
  return first?.state === "ready" ? first.actionTick : null;
}

/**
 * Who comes next: the tick and the ids that will be able to declare on it, in order; null: nobody has an Action Tick.
 * While somebody is due it names those (Dramatic Scenes, Keeping Time).
 */
export function nextDue(state: ClockState): { readonly tick: number; readonly ids: readonly string[] } | null {
  const tick = nextDueTick(state);
  if (tick === null) return null;
  return { tick, ids: declaringIds({ ...state, tick: Math.max(state.tick, tick, 1) }) };
}
