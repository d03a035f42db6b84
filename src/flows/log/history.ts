import { compareIds } from "../../rules/clock/order";
import { record } from "../../data/message/read";
import { combatData } from "../clock/state";
import { allLedgers, isOvertaken, type Ledger } from "../commit/ledger";

/**
 * What became of a step: it stands, it was taken back and may be redone, it was taken back and something newer stands in
 * its place, or its ledger was deleted with the chat, so that nobody can take it back any more.
 */
export type StepState = "applied" | "undone" | "dropped" | "lost";

/** One commit of a fight, as its log tells it. */
export interface Step {
  /** Id of its ledger message, whether that is still there or not. */
  readonly id: string;
  readonly kind: string;
  /** Ids of the combatants that it concerns. */
  readonly ids: readonly string[];
  readonly state: StepState;
  /** Null for a lost step. */
  readonly ledger: Ledger | null;
  /** Ticks before and after it; null where nothing tells. */
  readonly ticks: { readonly from: number; readonly to: number } | null;
}

interface LogRecord {
  readonly kind: string;
  readonly ids: readonly string[];
  readonly ledger: string | null;
}

/** Combatants whose own documents a commit has written. */
function idsWritten(combat: Combat.Implementation, { data }: Ledger): string[] {
  return combat.combatants.contents.flatMap(({ id, uuid, actor }) => {
    const own = [uuid, ...(actor ? [actor.uuid] : [])];
    return id !== null && data.documents.some((document) => own.some((prefix) => document.uuid === prefix || document.uuid.startsWith(`${prefix}.`))) ? [id] : [];
  });
}

/** What a ledger wrote into the fight's log, if it did; an undone one keeps it in its patches. */
function ownRecord(ledger: Ledger, combat: string): LogRecord | null {
  const document = ledger.data.documents.find(({ uuid }) => uuid === combat);
  for (const { path, after } of document?.patches ?? []) {
    if (!path.startsWith("system.log.")) continue;
    const { kind, ids, ledger: id } = record(after);
    if (id === ledger.message.id && Array.isArray(ids)) return { kind: String(kind), ids: ids.map(String), ledger: ledger.message.id };
  }
  return null;
}

function stateOf(ledger: Ledger, all: readonly Ledger[]): StepState {
  if (ledger.data.state !== "undone") return "applied";
  return isOvertaken(ledger, all) ? "dropped" : "undone";
}

type Untimed = Omit<Step, "ticks">;

/** Lost steps, each before the next one in the fight's log whose ledger is still there. */
function withLost(steps: readonly Untimed[], log: readonly LogRecord[]): Untimed[] {
  const merged = [...steps];
  let place = merged.findLastIndex(({ state }) => state === "applied") + 1;
  for (const entry of [...log].reverse()) {
    const known = merged.findIndex(({ id }) => id === entry.ledger);
    if (known >= 0) place = known;
    else merged.splice(place, 0, { id: entry.ledger ?? "", kind: entry.kind, ids: entry.ids, state: "lost", ledger: null });
  }
  return merged;
}

/** The ticks that a step's own ledger tells of, where it moved the clock. */
function ticksWritten({ ledger }: Untimed, combat: Combat.Implementation): { readonly from: number | null; readonly to: number | null } {
  const patch = ledger?.data.documents.find(({ uuid }) => uuid === combat.uuid)?.patches.find(({ path }) => path === "round");
  return { from: typeof patch?.before === "number" ? patch.before : null, to: typeof patch?.after === "number" ? patch.after : null };
}

/**
 * The tick before and after each step: what a ledger says of the round, and between those what stands next to it. Counted back from now
 * for what stands, and on from now for what was taken back and may be done again.
 */
function withTicks(steps: readonly Untimed[], combat: Combat.Implementation): Step[] {
  let earlier = combat.round;
  const back = [...steps].reverse().map((step): Step => {
    const { from, to } = ticksWritten(step, combat);
    const ticks = { from: from ?? earlier, to: to ?? earlier };
    if (from !== null && (step.state === "applied" || step.state === "lost")) earlier = from;
    return { ...step, ticks: step.state === "lost" ? null : ticks };
  }).reverse();
  let later = combat.round;
  return back.map((step): Step => {
    if (step.state !== "undone") return step;
    const { from, to } = ticksWritten(step, combat);
    const ticks = { from: from ?? later, to: to ?? later };
    later = ticks.to;
    return { ...step, ticks };
  });
}

/** All steps of a fight, oldest first: those that stand, those that were taken back, and those that are lost. */
export function historyOf(combat: Combat.Implementation): Step[] {
  const all = allLedgers();
  const own = all.filter(({ data, flags }) => data.combat === combat.id && flags.serial > 0 && (data.state !== "applying" || data.documents.length > 0));
  own.sort((one, other) => one.flags.serial - other.flags.serial);
  const records = combatData(combat)?.log ?? {};
  const log = Object.keys(records).sort(compareIds).flatMap((key): LogRecord[] => (records[key] === undefined ? [] : [records[key]]));
  const byLedger = new Map(log.map((entry) => [entry.ledger, entry]));
  const steps = own.map((ledger): Untimed => {
    const id = ledger.message.id ?? "";
    const entry = byLedger.get(id) ?? ownRecord(ledger, combat.uuid);
    return { id, kind: ledger.data.kind, ids: entry?.ids ?? idsWritten(combat, ledger), state: stateOf(ledger, all), ledger };
  });
  return withTicks(withLost(steps, log), combat);
}

/** What "undo" takes back now: the newest step that stands; null where there is none. A lost one bars the way. */
export const nextUndo = (steps: readonly Step[]): Step | null => steps.findLast(({ state }) => state === "applied" || state === "lost") ?? null;

/** What "redo" does again now: the oldest step that was taken back and not dropped since. */
export const nextRedo = (steps: readonly Step[]): Step | null => steps.find(({ state }) => state === "undone") ?? null;

/** The newest step that this user wished and that still stands; null: nothing to ask back. */
export const lastOf = (steps: readonly Step[], userId: string): Step | null => steps.findLast(({ state, ledger }) => state === "applied" && ledger?.flags.by === userId) ?? null;

/**
 * The steps to take back, newest first, so that everything after this one is undone.
 * @param inclusive  this one too
 * @returns null when one of them is lost
 */
export function stepsBack(steps: readonly Step[], id: string, inclusive: boolean): Step[] | null {
  const index = steps.findIndex((step) => step.id === id);
  const newer = steps.slice(inclusive ? index : index + 1).filter(({ state }) => state === "applied" || state === "lost");
  return index < 0 || newer.some(({ state }) => state === "lost") ? null : newer.reverse();
}

/** The undone steps to redo, oldest first, up to and with this one. */
export function stepsForward(steps: readonly Step[], id: string): Step[] {
  const index = steps.findIndex((step) => step.id === id);
  return steps.slice(0, index + 1).filter(({ state }) => state === "undone");
}
