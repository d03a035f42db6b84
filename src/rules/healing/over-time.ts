import type { ScheduledEvent } from "../clock/types";
import { RuleError } from "../errors";
import { atLeastZero } from "../numbers";
import { applyWounds } from "../wounds/apply";
import type { WoundChart, WoundOutcome } from "../wounds/types";

/** Damage that comes again and again: poison, fire (Dramatic Scenes, Damage over Time). */
export interface DamageOverTime {
  /** Ticks between two times. */
  readonly every: number;
  /** Points each time. */
  readonly points: number;
  /** How often in all; null: until somebody ends it. */
  readonly times: number | null;
  readonly stun: boolean;
  /** Whether armor's Absorb counts. */
  readonly armor: boolean;
}

export const OVER_TIME_EVENT = "damageOverTime";
/** Ticks after which Temporary Wounds are gone in a long scene (Dramatic Scenes, Temporary Wounds). */
export const TEMPORARY_TICKS = 600;
export const TEMPORARY_EVENT = "temporaryWounds";

/**
 * The effect as an event for the clock: first after one interval (Dramatic Scenes, Damage over Time).
 * @throws {RuleError} `FATEWALKER.Error.BadEvent` for an interval or a number of times below 1
 */
export function overTimeEvent(target: string, effect: DamageOverTime, now: number): ScheduledEvent {
  const { every, points, times, stun, armor } = effect;
  const valid = Number.isInteger(every) && every >= 1 && (times === null || (Number.isInteger(times) && times >= 1));
  if (!valid) throw new RuleError("FATEWALKER.Error.BadEvent", { kind: OVER_TIME_EVENT });
  return { tick: now + every, every, left: times === null ? null : times - 1, kind: OVER_TIME_EVENT, target, data: { points, stun, armor } };
}

/** One time of it: a source of its own like any other damage, less Absorb where armor counts (Dramatic Scenes, Damage over Time). */
export function sufferOverTime(chart: WoundChart, effect: Pick<DamageOverTime, "points" | "stun" | "armor">, { resilience, absorb }: { readonly resilience: number; readonly absorb: number }): WoundOutcome {
  const points = Math.max(0, atLeastZero(effect.points) - (effect.armor ? atLeastZero(absorb) : 0));
  return applyWounds(chart, { points, stun: effect.stun, resilience });
}

/** When Temporary Wounds disappear by themselves, as an event for the clock: once, 600 ticks from the first of them (Dramatic Scenes, Temporary Wounds). */
export function temporaryEvent(target: string, now: number): ScheduledEvent {
  return { tick: now + TEMPORARY_TICKS, every: null, left: null, kind: TEMPORARY_EVENT, target, data: {} };
}
