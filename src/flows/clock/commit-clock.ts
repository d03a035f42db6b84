import { worldSeconds } from "../../rules/clock/time";
import type { ClockEntry, ClockOperation, ClockState } from "../../rules/clock/types";
import { commitNow } from "../commit/commit";
import { seriallyHere } from "../commit/in-turn";
import type { DocumentChange } from "../commit/types";
import { isOverdue, unfold, unfoldOverdue } from "../events/unfold";
import type { ClockPlan } from "./plan";
import { clockState, combatData } from "./state";

/** One commit on the clock of a fight. */
export interface ClockRequest {
  /** What it was, for log and ledger: `hold`, `initiative`, `advance`, ... */
  readonly kind: string;
  /** Operations, or what they are on the clock as it stands when their turn in the queue has come. */
  readonly operations: readonly ClockOperation[] | ((state: ClockState) => readonly ClockOperation[]);
  /** Combatants whom it concerns beside those that its operations name. */
  readonly ids?: readonly string[];
  /** Changes that belong to the same commit, such as a deleted combatant. */
  readonly changes?: readonly DocumentChange[];
  /** Nonce of the wish that it fulfils. */
  readonly nonce?: string;
  /** Card of the deed that it does, and what is written on cards along with it, by the id of its ledger. */
  readonly card?: string;
  readonly companions?: (ledger: string) => readonly DocumentChange[];
}

/**
 * Plans against fresh documents and writes; only from a task of the commit queue.
 * @throws {RuleError} when the rules refuse; nothing is written then
 */
export async function commitClockNow(combat: Combat.Implementation, request: ClockRequest): Promise<ClockPlan> {
  const ledger = foundry.utils.randomID();
  const operations = operationsOf(combat, request);
  const log = { kind: request.kind, ids: [...new Set([...operationIds(operations), ...(request.ids ?? [])])], ledger };
  return write(combat, request, await unfold(combat, clockState(combat), operations, log, { pending: request.changes ?? [], exchange: request.card ?? null }), ledger);
}

/** Has somebody moved the hand past events without letting them happen? */
export const clockIsOverdue = (combat: Combat.Implementation): boolean => isOverdue(clockState(combat));

/**
 * Lets happen what somebody's hand has passed over: another package, or a person, may have moved the round itself. Also
 * what holds of itself takes hold, such as the Will of one who has rolled its own way into the fight.
 */
export async function settleClock(combat: Combat.Implementation): Promise<void> {
  await seriallyHere(async () => {
    const before = clockState(combat);
    const ledger = foundry.utils.randomID();
    const log = { kind: "events", ids: [], ledger };
    if (isOverdue(before)) await write(combat, { kind: log.kind, operations: [] }, await unfoldOverdue(combat, before, log), ledger);
    else if (changesAnything(combat, await unfold(combat, before, []))) await write(combat, { kind: log.kind, operations: [] }, await unfold(combat, before, [], log), ledger);
  });
}

/** What a request asks for on the clock as it stands now. */
export function operationsOf(combat: Combat.Implementation, { operations }: ClockRequest): readonly ClockOperation[] {
  return typeof operations === "function" ? operations(clockState(combat)) : operations;
}

/**
 * A combatant is gone from the documents already: the clock lets it go as well. When it was the one to act and nobody
 * else is due, the clock goes on to whoever is next.
 */
export async function settleDeparture(combat: Combat.Implementation, id: string): Promise<void> {
  await seriallyHere(async () => {
    const state = clockState(combat);
    const wasActive = combatData(combat)?.active === id;
    const concerned = wasActive || Object.values(state.schedule).some(({ target }) => target === id);
    if (!concerned) return;
    const ghost: ClockEntry = { id, actionTick: Math.max(1, state.tick), state: wasActive ? "ready" : "out", since: 0, awareness: 0, out: null };
    const before: ClockState = { ...state, active: wasActive ? id : state.active, entries: { ...state.entries, [id]: ghost } };
    const ledger = foundry.utils.randomID();
    const operations = departure(before, id);
    await write(combat, { kind: "leave", operations }, await unfold(combat, before, operations, { kind: "leave", ids: [id], ledger }), ledger);
  });
}

/** Leaving, and going on when it was the last one due. */
export function departure(state: ClockState, id: string, kind: "leave" | "defeat" = "leave"): ClockOperation[] {
  const othersDue = Object.values(state.entries).some((entry) => entry.id !== id && entry.state === "ready" && entry.actionTick !== null && entry.actionTick <= state.tick);
  const goesOn = state.tick >= 1 && state.active === id && !othersDue;
  return goesOn ? [{ kind, id }, { kind: "advance" }] : [{ kind, id }];
}

async function write(combat: Combat.Implementation, { kind, changes = [], nonce, card, companions = () => [] }: ClockRequest, plan: ClockPlan, ledger: string): Promise<ClockPlan> {
  announce(combat, plan);
  await commitNow({ kind, combat: combat.id, exchange: card ?? null, changes: [...changes, ...plan.changes], companions: companions(ledger), record: null, ledger, ...(nonce === undefined ? {} : { nonce }) });
  tellEvents(combat, plan);
  return plan;
}

/** Is there more to write than where the hand stands anyway: an event, somebody's state, or who is due? */
const changesAnything = (combat: Combat.Implementation, { changes }: ClockPlan): boolean =>
  changes.some((change) => change.action !== "update" || change.uuid !== combat.uuid || Object.entries(change.changes).some(([path, value]) => path.startsWith("system.schedule.") || (path === "system.active" && value !== (combatData(combat)?.active ?? null))));

/** Tells other packages what has fired, once it is written. */
export function tellEvents(combat: Combat.Implementation, { events }: ClockPlan): void {
  for (const event of events) {
    if (event.kind === "fired") Hooks.callAll("fatewalker.clockEvent", combat, event);
  }
}

/** Tells other packages what Foundry's own buttons would, before the write and on the client that makes it. */
function announce(combat: Combat.Implementation, { before, after, combatUpdate }: ClockPlan): void {
  const updateData = { round: after.tick, turn: Number(combatUpdate.turn ?? 0) };
  if (before.tick === 0 && after.tick > 0) {
    Hooks.callAll("combatStart", combat, updateData);
    return;
  }
  const delta = worldSeconds(before.tick, after.tick);
  // V13 names the seconds `advanceTime`, V14 `worldTime.delta`.
  const options = { direction: 1, advanceTime: delta, worldTime: { delta } };
  if (before.tick !== after.tick) Hooks.callAll("combatRound", combat, updateData, options);
  else if (before.active !== after.active) Hooks.callAll("combatTurn", combat, updateData, options);
}

function operationIds(operations: readonly ClockOperation[]): string[] {
  return [...new Set(operations.flatMap((operation) => ("id" in operation ? [operation.id] : [])))];
}
