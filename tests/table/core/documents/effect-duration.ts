import type { ActiveEffect } from "./active-effect";
import { host } from "../host";
import type { Data } from "../types";
import { isObject } from "../types";

/** How long an effect lasts still; null without an end, or outside of a fight that its rounds are counted in. */
export interface RemainingDuration {
  type: "none" | "seconds" | "turns";
  /** Rounds, or seconds. */
  remaining: number | null;
}

function number(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/**
 * V13 counts `rounds` and `turns` from `startRound`, `seconds` from `startTime`; V14 counts `value` in `units` from `start`.
 * https://foundryvtt.com/api/classes/foundry.documents.ActiveEffect.html, https://foundryvtt.com/api/v14/classes/foundry.documents.ActiveEffect.html
 */
export function remainingDuration(effect: ActiveEffect): RemainingDuration {
  const { duration } = effect;
  const start: unknown = Reflect.get(effect, "start");
  const begun: Data = isObject(start) ? start : { round: duration["startRound"], time: duration["startTime"] };
  const units = String(duration["units"] ?? "");
  const rounds = number(duration["rounds"]) ?? (units === "rounds" ? number(duration["value"]) : null);
  const seconds = number(duration["seconds"]) ?? (units === "seconds" ? number(duration["value"]) : null);
  if (rounds !== null && rounds > 0) {
    const { combat } = host().game;
    const round = isObject(combat) ? number(combat["round"]) : null;
    const from = number(begun["round"]);
    return { type: "turns", remaining: round === null || from === null ? null : rounds - (round - from) };
  }
  if (seconds !== null && seconds > 0) {
    const time = host().game["time"];
    const now = isObject(time) ? number(time["worldTime"]) : null;
    return { type: "seconds", remaining: now === null ? null : seconds - (now - (number(begun["time"]) ?? now)) };
  }
  return { type: "none", remaining: null };
}

/** Whether an effect is over: V14 stops applying it, V13 leaves that to the system. */
export function isExpired(effect: ActiveEffect): boolean {
  if (host().generation < 14 || host().game["_documentsReady"] !== true) return false;
  const { remaining } = remainingDuration(effect);
  return remaining !== null && remaining <= 0;
}

/** The moment at which an effect begins. */
export function durationStart(): { round: number | null; turn: number | null; time: number } {
  const { combat, time } = host().game;
  return { round: isObject(combat) ? number(combat["round"]) : null, turn: isObject(combat) ? number(combat["turn"]) : null, time: isObject(time) ? (number(time["worldTime"]) ?? 0) : 0 };
}
