import { EnergyShieldData } from "../../data/item/energy-shield";
import type { ClockOperation } from "../../rules/clock/types";
import { rechargeShield } from "../../rules/damage/shield";
import type { EventLine } from "./lines";
import type { Pending } from "./pending";
import { registerEvent, registerStandingRule, type EventContext, type EventResult, type Occurrence } from "./registry";

/** Shields recharge every 6 ticks, counted from tick 1: on 7, 13, 19 ... (readings, Shield recharge). */
export const RECHARGE_EVERY = 6;
const EVENT_ID = "shields";

interface Shield {
  readonly uuid: string;
  readonly data: EnergyShieldData;
}

/** The shields of an actor that are switched on, with what is planned already. */
function shieldsOf(actor: Actor.Implementation, pending: Pending): Shield[] {
  return (actor.items.contents as Item.Implementation[]).flatMap(({ uuid, system }): Shield[] => {
    const data: unknown = system;
    return data instanceof EnergyShieldData && pending.value(uuid, "system.on") === true ? [{ uuid, data }] : [];
  });
}

const energyOf = ({ uuid }: Shield, pending: Pending): number => pending.number(uuid, "system.energy.value");

/** Everybody in the fight with a shield switched on, each actor once. */
function bearers(combat: Combat.Implementation, pending: Pending): { readonly combatant: Combatant.Implementation; readonly shields: readonly Shield[] }[] {
  const seen = new Set<string>();
  return combat.combatants.contents.flatMap((combatant) => {
    const { actor } = combatant;
    if (actor === null || seen.has(actor.uuid)) return [];
    seen.add(actor.uuid);
    const shields = shieldsOf(actor, pending);
    return shields.length > 0 ? [{ combatant, shields }] : [];
  });
}

function fire({ tick }: Occurrence, { combat, pending }: EventContext): EventResult {
  const lines = bearers(combat, pending).flatMap(({ combatant, shields }): EventLine[] =>
    shields.flatMap((shield): EventLine[] => {
      const energy = energyOf(shield, pending);
      const after = rechargeShield(energy, shield.data.recharge, shield.data.energy.max);
      if (after === energy) return [];
      pending.add([{ action: "update", uuid: shield.uuid, changes: { "system.energy.value": after } }]);
      return [{ tick, who: combatant, key: "FATEWALKER.Event.ShieldRecharges", amount: after - energy }];
    }));
  return { lines };
}

/** The recharge is on the clock while somebody's shield has something to regain. */
function stand({ combat, state, pending }: Omit<EventContext, "target">): EventResult {
  const needed = bearers(combat, pending).some(({ shields }) => shields.some((shield) => energyOf(shield, pending) < rechargeShield(energyOf(shield, pending), shield.data.recharge, shield.data.energy.max)));
  const scheduled = Object.hasOwn(state.schedule, EVENT_ID);
  if (needed === scheduled) return {};
  const tick = 1 + RECHARGE_EVERY * (Math.floor(Math.max(0, state.tick - 1) / RECHARGE_EVERY) + 1);
  const operation: ClockOperation = needed
    ? { kind: "schedule", eventId: EVENT_ID, event: { tick, every: RECHARGE_EVERY, left: null, kind: "shields", target: null, data: {} } }
    : { kind: "unschedule", eventId: EVENT_ID };
  return { operations: [operation] };
}

export function registerShields(): void {
  registerEvent("shields", { fire, label: () => ({ key: "FATEWALKER.Event.Label.shields" }) });
  registerStandingRule(stand);
}
