import { actorData } from "../../data/access";
import { CombatData } from "../../data/combat";
import { CombatantData } from "../../data/combatant";
import { declaringIds } from "../../rules/clock/order";
import { emptyClock } from "../../rules/clock/reduce";
import type { ClockEntry, ClockState, ScheduledEvent } from "../../rules/clock/types";

/** The clock's data of a Combat; null for one of another package's type. */
export function combatData(combat: Combat.Implementation): CombatData | null {
  const system: unknown = combat.system;
  return system instanceof CombatData ? system : null;
}

/** The clock's data of a Combatant; null for one of another package's type. */
export function combatantData(combatant: Combatant.Implementation): CombatantData | null {
  const system: unknown = combatant.system;
  return system instanceof CombatantData ? system : null;
}

/** Awareness as it is now: it is never copied into the fight, so that a change counts at once. Without an actor 0. */
export function awarenessOf(combatant: Combatant.Implementation): number {
  return actorData(combatant.actor)?.attributes.awareness.value ?? 0;
}

/** An Action Tick as the clock counts it, whatever another package wrote as initiative. */
function actionTickOf(initiative: number | null): number | null {
  return initiative === null || !Number.isFinite(initiative) ? null : Math.max(1, Math.trunc(initiative));
}

/** One combatant as the rules see it. */
export function clockEntry(combatant: Combatant.Implementation): ClockEntry {
  const data = combatantData(combatant);
  const actionTick = actionTickOf(combatant.initiative ?? null);
  const out = combatant.isDefeated ? "defeated" : data?.state === "out" ? "unconscious" : null;
  const holding = data?.state === "holding" && actionTick !== null;
  return {
    id: combatant.id ?? "",
    actionTick,
    state: out !== null ? "out" : holding ? "holding" : "ready",
    since: data?.since ?? 0,
    awareness: awarenessOf(combatant),
    out,
  };
}

/**
 * The clock of a fight, read from its documents. Combatants are told apart by their own ids, never by actor, so that
 * copies of one creature keep ticks of their own; those without a token or an actor count as well.
 */
export function clockState(combat: Combat.Implementation): ClockState {
  const data = combatData(combat);
  const entries = combat.combatants.contents.map((combatant) => clockEntry(combatant));
  const state: ClockState = {
    ...emptyClock(),
    tick: Math.max(0, Math.trunc(combat.round ?? 0)),
    entries: Object.fromEntries(entries.map((entry) => [entry.id, entry])),
    schedule: Object.fromEntries(Object.entries(data?.schedule ?? {}).map(([eventId, event]) => [eventId, scheduledEvent(event)])),
  };
  // Not what was stored: somebody may have died, or become quicker, by other ways than the clock's.
  return { ...state, active: declaringIds(state)[0] ?? null };
}

interface StoredEvent {
  readonly tick: number;
  readonly every: number | null;
  readonly left: number | null;
  readonly kind: string;
  readonly target: string | null;
  readonly data: object;
}

function scheduledEvent({ tick, every, left, kind, target, data }: StoredEvent): ScheduledEvent {
  const plain = Object.entries(data).filter(([, value]) => value === null || ["string", "number", "boolean"].includes(typeof value));
  return { tick, every, left, kind, target, data: Object.fromEntries(plain) as ScheduledEvent["data"] };
}
