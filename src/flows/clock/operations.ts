import { isRecord } from "../../data/shapes";
import type { ClockOperation, ClockState, ScheduledEvent } from "../../rules/clock/types";
import { RuleError } from "../../rules/errors";

const number = (value: unknown): number => (typeof value === "number" ? value : Number.NaN);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

const numberOrNull = (value: unknown): number | null => (value === null || value === undefined ? null : number(value));

function readEvent(value: unknown): ScheduledEvent {
  const event = isRecord(value) ? value : {};
  const data = isRecord(event.data) ? event.data : {};
  const plain = Object.entries(data).filter(([, entry]) => entry === null || ["string", "number", "boolean"].includes(typeof entry));
  return { tick: number(event.tick), every: numberOrNull(event.every), left: numberOrNull(event.left), kind: text(event.kind), target: typeof event.target === "string" ? event.target : null, data: Object.fromEntries(plain) as ScheduledEvent["data"] };
}

/** One operation out of a message; null for what a wish cannot ask for. Numbers are judged by the rules. */
function readOperation(value: unknown): ClockOperation | null {
  if (!isRecord(value)) return null;
  const id = text(value.id);
  switch (value.kind) {
    case "begin": return { kind: "begin" };
    case "advance": return value.to === undefined || value.to === null ? { kind: "advance" } : { kind: "advance", to: number(value.to) };
    case "join": return { kind: "join", id, awareness: number(value.awareness), initiative: value.initiative === null ? null : number(value.initiative) };
    case "act": return { kind: "act", id, cost: number(value.cost) };
    case "revive": return { kind: "revive", id, cost: number(value.cost) };
    case "adjust": return { kind: "adjust", id, tick: number(value.tick) };
    case "hold": return { kind: "hold", id };
    case "release": return { kind: "release", id };
    case "defeat": return { kind: "defeat", id };
    case "schedule": return { kind: "schedule", eventId: text(value.eventId), event: readEvent(value.event) };
    case "unschedule": return { kind: "unschedule", eventId: text(value.eventId) };
    default: return null;
  }
}

/**
 * Operations out of a message.
 * @throws {RuleError} `FATEWALKER.Error.UnknownOperation` when any of them is none, so that nothing is half done
 */
export function readOperations(values: unknown): ClockOperation[] {
  const operations = Array.isArray(values) ? values.map(readOperation) : [null];
  if (operations.length === 0 || operations.includes(null)) throw new RuleError("FATEWALKER.Error.UnknownOperation");
  return operations.filter((operation) => operation !== null);
}

/** A combatant a few ticks earlier or later than it stands. */
export interface Shift {
  readonly id: string;
  /** Ticks, below 0 for earlier. */
  readonly by: number;
}

/** Where a shift puts it, on the clock as it stands when its turn in the queue has come: five fast clicks are five ticks. */
export const shifted = ({ id, by }: Shift) => ({ entries }: ClockState): ClockOperation[] => [{ kind: "adjust", id, tick: (entries[id]?.actionTick ?? 1) + by }];

/** A shift out of a message; null for none. The number is judged by the rules. */
export const readShift = (value: unknown): Shift | null => (isRecord(value) ? { id: text(value.id), by: number(value.by) } : null);
