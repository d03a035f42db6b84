import type { ClockOperation, ClockState, ScheduledEvent } from "../../rules/clock/types";
import type { EventLine } from "./lines";
import type { Pending } from "./pending";

/** What an event works on when it fires: the clock as it stands on that tick, and the documents as they will be. */
export interface EventContext {
  readonly combat: Combat.Implementation;
  readonly state: ClockState;
  readonly pending: Pending;
  /** The combatant that the event concerns; null for one of nobody, and when it is gone. */
  readonly target: Combatant.Implementation | null;
}

/** One event that fires: on its own tick, with the event as it stood then. */
export interface Occurrence {
  readonly eventId: string;
  readonly tick: number;
  readonly event: ScheduledEvent;
}

/** What an event brings about beside the changes that it puts into `pending`. */
export interface EventResult {
  /** Carried out on the clock at once, in the same commit. */
  readonly operations?: readonly ClockOperation[];
  readonly lines?: readonly EventLine[];
}

export interface EventKind {
  /** Changes documents through `context.pending`. */
  readonly fire: (occurrence: Occurrence, context: EventContext) => Promise<EventResult> | EventResult;
  /** Name of the kind on the clock: a localisation key with its values. */
  readonly label: (event: ScheduledEvent) => { readonly key: string; readonly data?: Readonly<Record<string, string | number>> };
}

const kinds = new Map<string, EventKind>();

/** Says what events of one kind do; each kind has one meaning. */
export function registerEvent(kind: string, meaning: EventKind): void {
  kinds.set(kind, meaning);
}

/** Null for a kind that no rule knows: it fires as a hook and as nothing else. */
export const eventKind = (kind: string): EventKind | null => kinds.get(kind) ?? null;

/**
 * Something that holds of itself: whoever bleeds has an event that says so. Called before time passes and at the end of
 * every commit; operations that it gives are carried out, so it has to be content with what it finds afterwards.
 */
export type StandingRule = (context: Omit<EventContext, "target">) => EventResult;

const rules: StandingRule[] = [];

export function registerStandingRule(rule: StandingRule): void {
  rules.push(rule);
}

export const standingRules = (): readonly StandingRule[] => rules;
