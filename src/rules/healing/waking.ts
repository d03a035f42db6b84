import type { ScheduledEvent } from "../clock/types";
import { fixedPool } from "../dice/pool";
import type { Pool } from "../dice/types";
import type { Fighter } from "../fighter/types";
import { halfFull } from "../wounds/penalty";
import type { WoundChart } from "../wounds/types";

/** Ticks between two attempts to wake, and the successes that consciousness takes (core rules, House defaults; readings W4). */
export const WAKING_TICKS = 120;
export const CONSCIOUS_SUCCESSES = 2;
/** Kind of the clock's event at each attempt. */
export const WAKING_EVENT = "waking";

/** Prowess(Resilience): what keeps one conscious, and what wakes one. Wounds never touch it (readings, section 10). */
export function consciousnessPool(fighter: Fighter): Pool {
  return fixedPool({ dice: fighter.attributes.prowess, tn: fighter.attributes.resilience });
}

/** Whether a roll keeps somebody conscious, or wakes somebody (core rules, House defaults). @param successes 0 or more */
export function staysConscious(successes: number): boolean {
  return successes >= CONSCIOUS_SUCCESSES;
}

/** Whether somebody unconscious wakes: by the roll, or without one when the Normal chart is less than half full (core rules, House defaults). @param successes null: no roll yet */
export function wakes(chart: WoundChart, successes: number | null = null): boolean {
  return !halfFull(chart) || (successes !== null && staysConscious(successes));
}

/** Attempts to wake as an event for the clock: the first 120 ticks from now, then again and again (core rules, House defaults). */
export function wakingEvent(target: string, now: number): ScheduledEvent {
  return { tick: now + WAKING_TICKS, every: WAKING_TICKS, left: null, kind: WAKING_EVENT, target, data: {} };
}
