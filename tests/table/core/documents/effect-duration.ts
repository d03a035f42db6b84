import type { ActiveEffect } from "./active-effect";
import { say } from "./lookup";
import { host } from "../host";
import type { Data } from "../types";
import { isObject } from "../types";

/** How long an effect lasts, and lasts still. Outside of a fight nothing of its rounds or turns has gone by. */
export interface EffectTime {
  type: "none" | "seconds" | "turns";
  /** In which the two numbers count. */
  unit: "seconds" | "rounds" | "turns" | null;
  total: number;
  remaining: number;
}

/** Seconds of the units of world time; V14 has a calendar to count months and years by, this table does not. */
const SECONDS: { readonly [unit: string]: number } = { seconds: 1, minutes: 60, hours: 3600, days: 86_400, months: 30 * 86_400, years: 365 * 86_400 };
const ENDLESS: EffectTime = { type: "none", unit: null, total: Infinity, remaining: Infinity };

function number(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

interface Moment {
  round: number;
  turn: number;
  /** How many take turns in a round. */
  turns: number;
}

function now(): Moment | null {
  const { combat } = host().game;
  if (!isObject(combat)) return null;
  const { turns } = combat;
  return { round: number(combat["round"]) ?? 0, turn: number(combat["turn"]) ?? 0, turns: Math.max(Array.isArray(turns) ? turns.length : 1, 1) };
}

/**
 * V13 counts `rounds` and `turns` from `startRound` and `startTurn`, `seconds` from `startTime`; V14 counts `value` in `units` from `start`.
 * https://foundryvtt.com/api/interfaces/foundry.documents.types._ActiveEffectDuration.html (V13), https://foundryvtt.com/api/interfaces/foundry.documents.types.ActiveEffectDuration.html (V14)
 */
export function effectTime(effect: ActiveEffect): EffectTime {
  const stored = isObject(effect._source["duration"]) ? effect._source["duration"] : {};
  const start: unknown = Reflect.get(effect, "start");
  const begun: Data = isObject(start) ? start : { round: stored["startRound"], turn: stored["startTurn"], time: stored["startTime"] };
  const units = String(stored["units"] ?? "");
  const value = number(stored["value"]);
  const rounds = number(stored["rounds"]) ?? (units === "rounds" ? value : null) ?? 0;
  const turns = number(stored["turns"]) ?? (units === "turns" ? value : null) ?? 0;
  const second = SECONDS[units];
  const seconds = number(stored["seconds"]) ?? (second === undefined || value === null ? null : value * second) ?? 0;
  if (seconds > 0) {
    const { time } = host().game;
    const world = isObject(time) ? number(time["worldTime"]) : null;
    return { type: "seconds", unit: "seconds", total: seconds, remaining: world === null ? seconds : seconds - (world - (number(begun["time"]) ?? world)) };
  }
  if (rounds <= 0 && turns <= 0) return ENDLESS;
  const moment = now();
  const from = number(begun["round"]);
  const passed = moment === null || from === null ? 0 : moment.round - from;
  if (turns <= 0) return { type: "turns", unit: "rounds", total: rounds, remaining: rounds - passed };
  const inRound = moment?.turns ?? 1;
  const total = rounds * inRound + turns;
  const gone = moment === null || from === null ? 0 : passed * inRound + moment.turn - (number(begun["turn"]) ?? 0);
  return { type: "turns", unit: "turns", total, remaining: total - gone };
}

/** Whether an effect is over: V14 stops applying it, V13 leaves that to the system. */
export function isExpired(effect: ActiveEffect): boolean {
  if (host().generation < 14 || host().game["_documentsReady"] !== true) return false;
  return effectTime(effect).remaining <= 0;
}

/** Turns as V13 writes them: a round for each full round, a hundredth for each turn. */
function inRounds({ unit }: EffectTime, count: number): number {
  if (unit !== "turns") return count;
  const turns = now()?.turns ?? 1;
  return Math.floor(count / turns) + (count % turns) / 100;
}

function labelOf(time: EffectTime, units: string): string {
  if (time.unit === null) return say("None");
  const second = SECONDS[units] ?? 1;
  return say(`TABLE.Duration.${second === 1 ? time.unit : units}`, { count: Math.max(Math.round(time.remaining / second), 0) });
}

/**
 * Puts what is derived of a duration beside what is stored of it, true whenever it is read.
 * V13: `type`, `duration`, `remaining`, `label`; V14: `value`, `seconds`, `remaining`, `expired`, `label`.
 */
export function describeDuration(effect: ActiveEffect): void {
  const { duration } = effect;
  const time = (): EffectTime => effectTime(effect);
  const units = String(duration["units"] ?? "");
  const define = (name: string, get: () => unknown): void => void Object.defineProperty(duration, name, { get, configurable: true, enumerable: true });
  define("label", () => labelOf(time(), units));
  if (host().generation < 14) {
    define("type", () => time().type);
    define("duration", () => (time().unit === null ? null : inRounds(time(), time().total)));
    define("remaining", () => (time().unit === null ? null : inRounds(time(), time().remaining)));
    return;
  }
  const stored = number(duration["value"]);
  duration["value"] = stored ?? Infinity;
  define("seconds", () => (time().unit === "seconds" ? time().total : null));
  define("remaining", () => time().remaining / (SECONDS[units] ?? 1));
  define("expired", () => time().remaining <= 0);
}

/** The moment at which an effect begins. */
export function durationStart(): { round: number | null; turn: number | null; time: number } {
  const { combat, time } = host().game;
  return { round: isObject(combat) ? number(combat["round"]) : null, turn: isObject(combat) ? number(combat["turn"]) : null, time: isObject(time) ? (number(time["worldTime"]) ?? 0) : 0 };
}
