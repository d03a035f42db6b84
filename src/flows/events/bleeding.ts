import { actorData } from "../../data/access";
import type { ClockOperation, ScheduledEvent } from "../../rules/clock/types";
import { applyWounds } from "../../rules/wounds/apply";
import { bleedingInterval } from "../../rules/wounds/penalty";
import { bracedHarm } from "../powers/braced";
import { sharedHarm } from "../powers/shared-harm";
import { chartOf, isOut, setChart } from "./body";
import type { EventLine } from "./lines";
import type { Pending } from "./pending";
import { registerEvent, registerStandingRule, type EventContext, type EventResult, type Occurrence } from "./registry";

/** Each fighter bleeds from one event of its own, so that a second wound does not make it bleed twice. */
export const bleedingEvent = (combatantId: string): string => `bleeding-${combatantId}`;

/** Ticks between two points; null for another package's actor. */
function intervalOf(actor: Actor.Implementation): number | null {
  const data = actorData(actor);
  return data === null ? null : bleedingInterval({ prowess: data.attributes.prowess.value, willRating: data.will.rating });
}

/** Whoever has Mortal Wounds that nobody has stabilized bleeds, until death (Dramatic Scenes, Mortal Wounds). */
function bleeds(actor: Actor.Implementation, pending: Pending): boolean {
  const chart = chartOf(actor, pending);
  return chart !== null && chart.mortal.value > 0 && pending.value(actor.uuid, "system.wounds.stabilized") !== true && !isOut(actor, pending);
}

function markBleeding(actor: Actor.Implementation, pending: Pending, bleeding: { readonly combat: string; readonly tick: number } | null): void {
  pending.add([{ action: "update", uuid: actor.uuid, changes: { "system.wounds.bleeding": bleeding } }]);
}

/** One point, a source of its own: Temporary boxes that are free take it first (readings, Bleeding). */
async function fire({ eventId, tick, event }: Occurrence, context: EventContext): Promise<EventResult> {
  const { combat, pending, target } = context;
  const actor = target?.actor ?? null;
  const over: ClockOperation[] = [{ kind: "unschedule", eventId }];
  const interval = actor === null ? null : intervalOf(actor);
  if (target === null || actor === null || interval === null || !bleeds(actor, pending)) {
    if (actor !== null) markBleeding(actor, pending, null);
    return { operations: over };
  }
  const chart = chartOf(actor, pending);
  if (chart === null) return { operations: over };
  const { points, lines } = bracedHarm(context, { tick, points: 1 });
  const outcome = applyWounds(chart, { points, stun: false, resilience: actorData(actor)?.attributes.resilience.value ?? 0 });
  if (points > 0) setChart(actor, pending, outcome, { tick, who: target });
  const shared = await sharedHarm(context, { tick, points });
  const told: EventLine[] = [...lines, ...(points > 0 ? [{ tick, who: target, key: "FATEWALKER.Event.Bleeds", amount: points }] : []), ...shared.lines];
  if (!outcome.dies) {
    markBleeding(actor, pending, { combat: combat.id ?? "", tick: tick + interval });
    const changed: ScheduledEvent = { ...event, tick: tick + interval, every: interval, left: null };
    return { lines: told, operations: [...(event.every === interval ? [] : [{ kind: "schedule" as const, eventId, event: changed }]), ...shared.operations] };
  }
  markBleeding(actor, pending, null);
  pending.setStatus(actor, "dying", false);
  return { lines: [...told, { tick, who: target, key: "FATEWALKER.Event.BleedsToDeath" }], operations: [...over, ...shared.operations, { kind: "defeat", id: target.id ?? "" }] };
}

/** Mortal Wounds bleed however they came about: by a blow, by the GM's hand, before the fight. Stabilized ones stop. */
function stand({ combat, state, pending }: Omit<EventContext, "target">): EventResult {
  const operations = combat.combatants.contents.flatMap((combatant): ClockOperation[] => {
    const id = combatant.id ?? "";
    const { actor } = combatant;
    const interval = actor === null ? null : intervalOf(actor);
    const eventId = bleedingEvent(id);
    const scheduled = Object.hasOwn(state.schedule, eventId);
    if (actor === null || interval === null || state.entries[id] === undefined) return [];
    const does = bleeds(actor, pending) && state.entries[id]?.out !== "defeated";
    if (scheduled === does) return [];
    if (scheduled) {
      markBleeding(actor, pending, null);
      return [{ kind: "unschedule", eventId }];
    }
    // Two tokens of one actor bleed once.
    const twin = combat.combatants.contents.some((other) => other.id !== id && other.actor?.uuid === actor.uuid && Object.hasOwn(state.schedule, bleedingEvent(other.id ?? "")));
    if (twin) return [];
    const tick = Math.max(1, state.tick) + interval;
    markBleeding(actor, pending, { combat: combat.id ?? "", tick });
    return [{ kind: "schedule", eventId, event: { tick, every: interval, left: null, kind: "bleeding", target: id, data: {} } }];
  });
  return { operations };
}

export function registerBleeding(): void {
  registerEvent("bleeding", { fire, label: () => ({ key: "FATEWALKER.Event.Label.bleeding" }) });
  registerStandingRule(stand);
}
