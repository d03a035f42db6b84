import { coverEventId, COVER_EVENT } from "../moment/preempting";
import type { ClockOperation } from "../../rules/clock/types";
import type { ExchangeOverwatch } from "../../rules/exchange/types";
import { registerEvent, type EventContext, type EventResult, type Occurrence } from "./registry";

/** Puts the end of covering fire on the clock: it lasts through its last tick (Actions and Maneuvers, Full Auto). */
export function coveringFire(combat: Combat.Implementation, overwatch: readonly ExchangeOverwatch[]): ClockOperation[] {
  return overwatch.flatMap(({ participant: { combatant: id }, until }): ClockOperation[] => {
    if (id === null || !combat.combatants.has(id)) return [];
    return [{ kind: "schedule", eventId: coverEventId(id), event: { tick: until + 1, every: null, left: null, kind: COVER_EVENT, target: id, data: {} } }];
  });
}

function fire({ tick }: Occurrence, { target }: EventContext): EventResult {
  return target === null ? {} : { lines: [{ tick, who: target, key: "FATEWALKER.Event.CoverEnds" }] };
}

export function registerOverwatch(): void {
  registerEvent(COVER_EVENT, { fire, label: () => ({ key: "FATEWALKER.Event.Label.overwatch" }) });
}
