import { ticksOfEffect } from "../../compat/effect-durations";
import type { ClockOperation, ClockState, ScheduledEvent } from "../../rules/clock/types";
import { registerEvent, registerStandingRule, type EventContext, type EventResult, type Occurrence } from "./registry";

const text = (value: unknown): string => (typeof value === "string" ? value : "");
/** Copies of one creature, and statuses, have effects of the same id: each fighter has a place of its own. */
const effectEvent = (combatantId: string, effectId: string): string => `effect-${combatantId}-${effectId}`;

const effectOf = (actor: Actor.Implementation | null, event: ScheduledEvent): ActiveEffect.Implementation | null => actor?.effects.get(text(event.data.effect)) ?? null;

function fire({ tick, event }: Occurrence, { pending, target }: EventContext): EventResult {
  const effect = effectOf(target?.actor ?? null, event);
  if (target === null || effect === null || pending.isDeleted(effect.uuid)) return {};
  pending.add([{ action: "delete", uuid: effect.uuid }]);
  return { lines: [{ tick, who: target, key: "FATEWALKER.Event.EffectEnds", data: { effect: effect.name } }] };
}

/** Effects that stand on the clock, by their UUID, whatever the id of their event: earlier versions named it after the effect alone. */
function standing(combat: Combat.Implementation, { schedule }: ClockState): Set<string> {
  return new Set(Object.values(schedule).flatMap((event) => (event.kind === "effect" ? (effectOf(combat.combatants.get(event.target ?? "")?.actor ?? null, event)?.uuid ?? []) : [])));
}

/** Effects that last a number of ticks stand on the clock; what is taken off by hand leaves it. */
function stand({ combat, state, pending }: Omit<EventContext, "target">): EventResult {
  const known = standing(combat, state);
  const begin = combat.combatants.contents.flatMap((combatant): ClockOperation[] => {
    const id = combatant.id ?? "";
    if (combatant.actor === null || state.entries[id] === undefined) return [];
    return combatant.actor.effects.contents.flatMap((effect): ClockOperation[] => {
      const lasts = ticksOfEffect(effect);
      // Two tokens of one actor share its effects.
      if (lasts === null || effect.disabled || pending.isDeleted(effect.uuid) || known.has(effect.uuid)) return [];
      known.add(effect.uuid);
      const tick = Math.max(state.tick + 1, Math.min(lasts.from ?? state.tick, state.tick) + lasts.ticks);
      return [{ kind: "schedule", eventId: effectEvent(id, effect.id ?? ""), event: { tick, every: null, left: null, kind: "effect", target: id, data: { effect: effect.id ?? "", name: effect.name } } }];
    });
  });
  const end = Object.entries(state.schedule)
    .filter(([eventId, event]) => event.kind === "effect" && eventId.startsWith("effect-") && effectOf(combat.combatants.get(event.target ?? "")?.actor ?? null, event) === null)
    .map(([eventId]): ClockOperation => ({ kind: "unschedule", eventId }));
  return { operations: [...begin, ...end] };
}

export function registerEffects(): void {
  registerEvent("effect", { fire, label: ({ data }) => ({ key: "FATEWALKER.Event.Label.effect", data: { effect: text(data.name) } }) });
  registerStandingRule(stand);
}
