import { actorData } from "../../data/access";
import { PowerData } from "../../data/item/power";
import { encumberedSpeed } from "../../rules/fighter/encumbrance";
import type { Power } from "../../rules/fighter/types";
import { isNewWound } from "../../rules/healing/patient";
import { passivesOf, type Passives } from "../../rules/powers/passive";
import { penaltyAfter, speedAfterWounds } from "../../rules/wounds/penalty";
import type { WoundChart, WoundOutcome } from "../../rules/wounds/types";
import { chartPaths } from "../healing/chart-paths";
import { newWoundPaths } from "../healing/new-wound";
import { rageOf } from "../powers/harm";
import type { Pending } from "./pending";

/** The wound chart of an actor with what is planned already; null for another package's actor. */
export function chartOf(actor: Actor.Implementation, pending: Pending): WoundChart | null {
  const chart = actorData(actor)?.derived.chart ?? null;
  if (chart === null) return null;
  const marks = (path: string): number => pending.number(actor.uuid, `system.wounds.${path}`);
  return {
    temporary: { ...chart.temporary, value: Math.min(chart.temporary.max, marks("temporary.value")) },
    normal: { ...chart.normal, value: marks("normal.value"), stun: marks("normal.stun") },
    mortal: { ...chart.mortal, value: Math.min(chart.mortal.max, marks("mortal.value")) },
  };
}

/** Metres that an actor walks in 6 ticks with the wounds that are planned already (Dramatic Scenes, Wound Penalties and Wounded Dice). */
export function speedOf(actor: Actor.Implementation, pending: Pending): number {
  const fighter = actor.toFighter();
  const data = actorData(actor);
  const chart = chartOf(actor, pending);
  if (data === null || chart === null) return fighter.speed;
  return encumberedSpeed(speedAfterWounds(data.speed.base, penaltyAfter(fighter, chart)), fighter.encumbrance);
}

/**
 * Plans that an actor's chart looks as a source of damage on this tick has left it, with what a new wound does to the care it has had
 * and to the temper of whoever fights.
 * @param who that one in the fight; null: it takes no part
 */
export function setChart(actor: Actor.Implementation, pending: Pending, { chart, placed }: WoundOutcome, { tick, who, stun = false }: { readonly tick: number; readonly who: Combatant.Implementation | null; readonly stun?: boolean }): void {
  pending.add([{
    action: "update", uuid: actor.uuid,
    changes: {
      ...chartPaths(chart),
      ...(isNewWound(placed, { stun }) ? newWoundPaths({ mortal: placed.mortal > 0 }) : {}),
    },
  }, ...(who === null ? [] : rageOf(actor, who, { tick, wounds: placed.normal + placed.stun + placed.converted + placed.mortal }))]);
}

/** What the powers of an actor change all the time. */
export function passivesOfActor(actor: Actor.Implementation): Passives {
  const powers = (actor.items.contents as Item.Implementation[]).flatMap(({ system }): Power[] => {
    const data: unknown = system;
    return data instanceof PowerData ? [data as Power] : [];
  });
  return passivesOf(powers);
}

/** Dead, or out of the fight for another reason. */
export const isOut = (actor: Actor.Implementation, pending: Pending): boolean => pending.hasStatus(actor, "dead");
