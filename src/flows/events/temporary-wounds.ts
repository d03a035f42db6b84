import type { ClockOperation, ClockState } from "../../rules/clock/types";
import { registerEvent, registerStandingRule, type EventContext, type EventResult, type Occurrence } from "./registry";

/** Temporary Wounds disappear 600 ticks after they were marked, or with the scene (Dramatic Scenes, Temporary Wounds). */
export const TEMPORARY_TICKS = 600;
const PATH = "system.wounds.temporary.value";

const eventIdAt = (combatantId: string, tick: number): string => `temporary-${combatantId}-${tick}`;
const pointsOf = (data: Readonly<Record<string, unknown>>): number => (typeof data.points === "number" ? data.points : 0);

/** What is scheduled to disappear of one fighter, the first to go first. */
function scheduledFor(state: ClockState, id: string): { readonly eventId: string; readonly points: number; readonly tick: number }[] {
  return Object.entries(state.schedule)
    .filter(([, { kind, target }]) => kind === "temporary" && target === id)
    .map(([eventId, { data, tick }]) => ({ eventId, points: pointsOf(data), tick }))
    .sort((one, other) => one.tick - other.tick);
}

function fire({ tick, event }: Occurrence, { pending, target }: EventContext): EventResult {
  const actor = target?.actor ?? null;
  if (target === null || actor === null) return {};
  const marked = pending.number(actor.uuid, PATH);
  const gone = Math.min(marked, pointsOf(event.data));
  if (gone === 0) return {};
  pending.add([{ action: "update", uuid: actor.uuid, changes: { [PATH]: marked - gone } }]);
  return { lines: [{ tick, who: target, key: "FATEWALKER.Event.TemporaryGone", amount: gone }] };
}

/** Whatever is marked and not yet on the clock goes 600 ticks from now; what was healed comes off the oldest. Of the dead nothing is awaited. */
function stand({ combat, state, pending }: Omit<EventContext, "target">): EventResult {
  const seen = new Set<string>();
  const operations = combat.combatants.contents.flatMap((combatant): ClockOperation[] => {
    const id = combatant.id ?? "";
    const { actor } = combatant;
    if (actor === null || seen.has(actor.uuid) || state.entries[id] === undefined) return [];
    seen.add(actor.uuid);
    const marked = pending.hasStatus(actor, "dead") ? 0 : pending.number(actor.uuid, PATH);
    const scheduled = scheduledFor(state, id);
    const known = scheduled.reduce((sum, { points }) => sum + points, 0);
    if (marked > known) {
      const tick = Math.max(1, state.tick) + TEMPORARY_TICKS;
      const same = scheduled.find((entry) => entry.tick === tick)?.points ?? 0;
      return [{ kind: "schedule", eventId: eventIdAt(id, tick), event: { tick, every: null, left: null, kind: "temporary", target: id, data: { points: same + marked - known } } }];
    }
    let healed = known - marked;
    return scheduled.flatMap(({ eventId, points, tick }): ClockOperation[] => {
      const off = Math.min(points, healed);
      healed -= off;
      if (off === 0) return [];
      if (off === points) return [{ kind: "unschedule", eventId }];
      return [{ kind: "schedule", eventId, event: { tick, every: null, left: null, kind: "temporary", target: id, data: { points: points - off } } }];
    });
  });
  return { operations };
}

export function registerTemporaryWounds(): void {
  registerEvent("temporary", { fire, label: ({ data }) => ({ key: "FATEWALKER.Event.Label.temporary", data: { points: pointsOf(data) } }) });
  registerStandingRule(stand);
}
