import { nullableCount, record, whole } from "../../data/message/read";
import type { ClockOperation } from "../../rules/clock/types";
import { plannedMovement } from "../movement/segments";
import type { Pending } from "./pending";
import { registerEvent, registerStandingRule, type EventContext, type EventResult, type Occurrence } from "./registry";

const FOOTWORK_EVENT = "footwork";
const eventIdOf = (combatantId: string): string => `footwork-${combatantId}`;

/** The last tick on which the dice that somebody has stored count; null: there are none. */
function lastTick({ uuid }: Combatant.Implementation, pending: Pending): number | null {
  const { dice, until } = record(pending.value(uuid, "system.footwork"));
  return whole(dice) > 0 ? nullableCount(until) : null;
}

/** It is only told: what is over can still be renewed without its ticks (Actions and Maneuvers, Footwork). */
function fire({ tick }: Occurrence, { target }: EventContext): EventResult {
  return target === null ? {} : { lines: [{ tick, who: target, key: "FATEWALKER.Event.FootworkEnds" }] };
}

/** It is a movement of its own, which no other goes with: whoever sets out does it no more (Actions and Maneuvers, Footwork). */
function endsBySettingOut(combatant: Combatant.Implementation, pending: Pending): void {
  if (plannedMovement(combatant, pending) === null || (pending.value(combatant.uuid, "system.footwork") ?? null) === null) return;
  pending.add([{ action: "update", uuid: combatant.uuid, changes: { "system.footwork": null } }]);
}

/** While somebody has dice of it left its end is on the clock; renewed, that moves, and used up, left by setting out or out of the fight it goes. */
function stand({ combat, state, pending }: Omit<EventContext, "target">): EventResult {
  const operations = combat.combatants.contents.flatMap((combatant): ClockOperation[] => {
    endsBySettingOut(combatant, pending);
    const id = combatant.id ?? "";
    const entry = state.entries[id];
    if (entry === undefined) return [];
    const last = entry.state === "out" ? null : lastTick(combatant, pending);
    const tick = last === null || last < state.tick ? null : last + 1;
    const eventId = eventIdOf(id);
    const scheduled = Object.hasOwn(state.schedule, eventId) ? (state.schedule[eventId]?.tick ?? null) : null;
    if (scheduled === tick) return [];
    return tick === null ? [{ kind: "unschedule", eventId }] : [{ kind: "schedule", eventId, event: { tick, every: null, left: null, kind: FOOTWORK_EVENT, target: id, data: {} } }];
  });
  return { operations };
}

export function registerFootwork(): void {
  registerEvent(FOOTWORK_EVENT, { fire, label: () => ({ key: "FATEWALKER.Event.Label.footwork" }) });
  registerStandingRule(stand);
}
