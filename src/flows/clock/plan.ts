import { compareIds, sortedEntries } from "../../rules/clock/order";
import { reduce } from "../../rules/clock/reduce";
import type { ClockEntry, ClockEvent, ClockOperation, ClockState, ClockStep } from "../../rules/clock/types";
import { RuleError } from "../../rules/errors";
import { statusChanges } from "../commit/status";
import type { DocumentChange } from "../commit/types";
import { clockState, combatantData, combatData } from "./state";

/** What stands in the fight's log for one commit: what it was, who was concerned, and the ledger that takes it back. */
export interface LogEntry {
  readonly kind: string;
  readonly ids: readonly string[];
  readonly ledger: string | null;
}

/** How many commits the log keeps; older ones drop out. */
export const LOG_LENGTH = 200;

/** One or several operations, worked out against the documents as they are now. Nothing is written by planning. */
export interface ClockPlan {
  readonly before: ClockState;
  readonly after: ClockState;
  readonly events: readonly ClockEvent[];
  /** Flat paths of the Combat to their new values; undefined takes a key away. */
  readonly combatUpdate: Readonly<Record<string, unknown>>;
  /** Flat paths by id of Combatant. */
  readonly combatantUpdates: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** All of it, with the statuses that show on tokens, as a commit takes it. */
  readonly changes: readonly DocumentChange[];
}

/**
 * Plans operations on a fight's clock, one after the other, as one commit.
 * @param log entry for the fight's log, with the ledger of the commit; null: the caller keeps no log
 * @throws {RuleError} when the rules refuse one of them; then none is done
 */
export function planClock(combat: Combat.Implementation, operations: ClockOperation | readonly ClockOperation[], log: LogEntry | null = null): ClockPlan {
  return planFrom(combat, clockState(combat), operations, log);
}

/** The same from a given state, such as one with an entry whose Combatant is already gone. */
export function planFrom(combat: Combat.Implementation, before: ClockState, operations: ClockOperation | readonly ClockOperation[], log: LogEntry | null = null): ClockPlan {
  const events: ClockEvent[] = [];
  let after = before;
  for (const operation of [operations].flat() as readonly ClockOperation[]) {
    const step = operate(combat, after, operation);
    events.push(...step.events);
    after = step.state;
  }
  return finishPlan(combat, before, after, events, log);
}

/** One operation of the rules, with what only the fight's documents know. @throws {RuleError} when it is impossible */
export function operate(combat: Combat.Implementation, state: ClockState, operation: ClockOperation): ClockStep {
  checkMovement(combat, operation);
  return reduce(state, operation);
}

/** What has to be written to bring a fight from one state of its clock to another. */
export function finishPlan(combat: Combat.Implementation, before: ClockState, after: ClockState, events: readonly ClockEvent[], log: LogEntry | null): ClockPlan {
  const combatUpdate = { ...combatChanges(before, after), ...(log === null ? {} : logChanges(combat, log)) };
  const combatantUpdates = combatantChanges(combat, before, after);
  const changes: DocumentChange[] = [
    ...Object.entries(combatantUpdates).map(([id, update]): DocumentChange => ({ action: "update", uuid: `${combat.uuid}.Combatant.${id}`, changes: update })),
    ...tokenStatuses(combat, before, after),
    { action: "update", uuid: combat.uuid, changes: combatUpdate },
  ];
  return { before, after, events, combatUpdate, combatantUpdates, changes };
}

/** One who moves cannot hold: the rules ask to stand still (Actions and Maneuvers, Hold Action). */
function checkMovement(combat: Combat.Implementation, operation: ClockOperation): void {
  if (operation.kind !== "hold") return;
  const combatant = combat.combatants.get(operation.id);
  const movement = combatant === undefined ? null : (combatantData(combatant)?.movement ?? null);
  if (movement !== null) throw new RuleError("FATEWALKER.Error.HoldWhileMoving", { id: operation.id });
}

/** Position of the active one among the turns, as other packages read it; null: nobody is due. */
export function turnIndex(state: ClockState): number | null {
  const index = sortedEntries(state).findIndex(({ id }) => id === state.active);
  return index < 0 ? null : index;
}

function combatChanges(before: ClockState, after: ClockState): Record<string, unknown> {
  const update: Record<string, unknown> = { round: after.tick, turn: turnIndex(after), "system.active": after.active };
  const eventIds = new Set([...Object.keys(before.schedule), ...Object.keys(after.schedule)]);
  for (const eventId of eventIds) {
    if (before.schedule[eventId] !== after.schedule[eventId]) update[`system.schedule.${eventId}`] = after.schedule[eventId];
  }
  return update;
}

function combatantChanges(combat: Combat.Implementation, before: ClockState, after: ClockState): Record<string, Record<string, unknown>> {
  const updates: Record<string, Record<string, unknown>> = {};
  for (const entry of Object.values(after.entries)) {
    if (before.entries[entry.id] === entry || combat.combatants.get(entry.id) === undefined) continue;
    updates[entry.id] = {
      initiative: entry.actionTick,
      defeated: entry.out === "defeated",
      "system.state": entry.state,
      "system.since": entry.since,
    };
  }
  return updates;
}

/** Holding and defeat show on the token as well. */
function tokenStatuses(combat: Combat.Implementation, before: ClockState, after: ClockState): DocumentChange[] {
  return Object.values(after.entries).flatMap((entry): DocumentChange[] => {
    const actor = combat.combatants.get(entry.id)?.actor;
    const was = before.entries[entry.id];
    if (!actor || was === undefined || (was.state === entry.state && was.out === entry.out)) return [];
    const died = was.out === "defeated" || entry.out === "defeated";
    const shows = (state: ClockEntry["state"]): boolean => was.state === state || entry.state === state;
    return [
      ...(shows("holding") ? statusChanges(actor, "holding", entry.state === "holding") : []),
      ...(died && was.out !== entry.out ? statusChanges(actor, "dead", entry.out === "defeated") : []),
    ];
  });
}

/** The next entry of the log; its key is a number of eight digits, so that keys sort as they were written. */
function logChanges(combat: Combat.Implementation, { kind, ids, ledger }: LogEntry): Record<string, unknown> {
  const keys = Object.keys(combatData(combat)?.log ?? {}).sort(compareIds);
  const next = String(Number(keys.at(-1) ?? "0") + 1).padStart(8, "0");
  const dropped = keys.slice(0, Math.max(0, keys.length + 1 - LOG_LENGTH)).map((key) => [`system.log.${key}`, undefined] as const);
  return { ...Object.fromEntries(dropped), [`system.log.${next}`]: { kind, ids: [...ids], ledger } };
}
