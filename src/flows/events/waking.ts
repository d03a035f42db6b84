import { actorData } from "../../data/access";
import { FatewalkerRoll } from "../../dice/roll";
import type { ClockOperation } from "../../rules/clock/types";
import { fixedPool } from "../../rules/dice/pool";
import { readPool } from "../../rules/dice/roll";
import { CONSCIOUSNESS_SUCCESSES } from "../../rules/exchange/thresholds";
import { halfFull } from "../../rules/wounds/penalty";
import { chartOf, isOut } from "./body";
import type { EventLine, LineDice } from "./lines";
import type { Pending } from "./pending";
import { registerEvent, registerStandingRule, type EventContext, type EventResult, type Occurrence } from "./registry";

/** Ticks between two rolls to wake (core rules, House defaults). */
export const WAKING_EVERY = 120;
const wakingEvent = (combatantId: string): string => `waking-${combatantId}`;

const sleeps = (actor: Actor.Implementation, pending: Pending): boolean => pending.hasStatus(actor, "unconscious") && !isOut(actor, pending);

/** Prowess(Resilience), thrown by the client that commits; wounds never touch it. */
export async function consciousnessRoll(actor: Actor.Implementation): Promise<{ readonly stays: boolean; readonly successes: number; readonly dice: LineDice }> {
  const data = actorData(actor);
  const pool = fixedPool({ dice: data?.attributes.prowess.value ?? 0, tn: data?.attributes.resilience.value ?? 0 });
  const roll = FatewalkerRoll.fromPool(pool);
  await roll.evaluate({ allowInteractive: false });
  const { successes } = readPool(pool, roll.faces);
  return { stays: successes >= CONSCIOUSNESS_SUCCESSES, successes, dice: { faces: roll.faces, tn: pool.tn } };
}

/** Somebody whom stun has brought so far rolls to stay awake; nobody blacks out twice (Dramatic Scenes, Stun Damage). */
export async function stayingAwake(actor: Actor.Implementation, { tick, who, pending }: { readonly tick: number; readonly who: Combatant.Implementation | null; readonly pending: Pending }): Promise<EventLine[]> {
  if (pending.hasStatus(actor, "unconscious")) return [];
  const { stays, successes, dice } = await consciousnessRoll(actor);
  if (!stays) for (const status of ["unconscious", "prone"] as const) pending.setStatus(actor, status, true);
  return [{ tick, who, key: stays ? "FATEWALKER.Event.StaysAwake" : "FATEWALKER.Event.FallsUnconscious", data: { successes }, dice }];
}

async function fire({ eventId, tick }: Occurrence, { pending, target }: EventContext): Promise<EventResult> {
  const actor = target?.actor ?? null;
  const over: ClockOperation[] = [{ kind: "unschedule", eventId }];
  if (target === null || actor === null || !sleeps(actor, pending)) return { operations: over };
  const { stays, successes, dice } = await consciousnessRoll(actor);
  if (!stays) return { lines: [{ tick, who: target, key: "FATEWALKER.Event.SleepsOn", data: { successes }, dice }] };
  pending.setStatus(actor, "unconscious", false);
  return { operations: over, lines: [{ tick, who: target, key: "FATEWALKER.Event.Wakes", data: { successes }, dice }] };
}

/** Whoever is unconscious rolls every 120 ticks; with less than half of the Normal chart marked one wakes of oneself. */
function stand({ combat, state, pending }: Omit<EventContext, "target">): EventResult {
  const results = combat.combatants.contents.map((combatant): EventResult => {
    const id = combatant.id ?? "";
    const { actor } = combatant;
    const eventId = wakingEvent(id);
    const event = state.schedule[eventId];
    if (actor === null || state.entries[id] === undefined) return {};
    const chart = chartOf(actor, pending);
    if (event !== undefined && sleeps(actor, pending) && event.data.halfFull === true && chart !== null && !halfFull(chart)) {
      pending.setStatus(actor, "unconscious", false);
      return { operations: [{ kind: "unschedule", eventId }], lines: [{ tick: state.tick, who: combatant, key: "FATEWALKER.Event.WakesByHealing" }] };
    }
    if ((event !== undefined) === sleeps(actor, pending)) return {};
    if (event !== undefined) return { operations: [{ kind: "unschedule", eventId }] };
    return {
      operations: [{
        kind: "schedule", eventId,
        event: { tick: Math.max(1, state.tick) + WAKING_EVERY, every: WAKING_EVERY, left: null, kind: "waking", target: id, data: { halfFull: chart !== null && halfFull(chart) } },
      }],
    };
  });
  return { operations: results.flatMap(({ operations = [] }) => operations), lines: results.flatMap(({ lines = [] }) => lines) };
}

export function registerWaking(): void {
  registerEvent("waking", { fire, label: () => ({ key: "FATEWALKER.Event.Label.waking" }) });
  registerStandingRule(stand);
}
