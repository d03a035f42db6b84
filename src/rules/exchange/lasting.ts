import type { AmendmentNotice } from "./amendments";
import { effectsOf } from "../maneuvers/effects";
import { ownResult } from "./own";
import type { ExchangeState } from "./types";

const until = (key: string, tick: number | null, ticks: number): AmendmentNotice => ({
  key: `FATEWALKER.Chat.Lasts.${key}${tick === null ? "Ticks" : ""}`,
  data: tick === null ? { ticks } : { tick: tick + ticks },
});

/**
 * How long lasts what somebody has begun by a maneuver: covering fire and footwork through a tick, cover until it is left (Actions and Maneuvers, Full
 * Auto, Footwork, Take Cover, Shield Cover). Outside of a fight in ticks from then.
 * @returns localisation keys with their values
 */
export function lastingNotices(state: ExchangeState): AmendmentNotice[] {
  const { declaration: { maneuver }, tick, phase } = state;
  if (phase !== "resolved" && phase !== "applied") return [];
  return [
    ...effectsOf(maneuver, "overwatch").map(({ ticks }) => until("overwatch", tick, ticks)),
    ...effectsOf(maneuver, "footwork").filter(() => (ownResult(state)?.successes ?? 0) > 0).map(({ ticks }) => until("footwork", tick, ticks)),
    ...effectsOf(maneuver, "cover").map(({ percent, from }): AmendmentNotice => ({ key: `FATEWALKER.Chat.Lasts.${from}`, data: { percent } })),
  ];
}
