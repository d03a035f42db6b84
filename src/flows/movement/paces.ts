import { toManeuver } from "../exchange/maneuver";
import type { ManeuverVariant, Pace } from "../../rules/fighter/types";
import { effectOf } from "../../rules/maneuvers/effects";
import { PACES, paceMetres, terrainSpeed, type PaceEffect } from "../../rules/movement/pace";
import { BEGIN_MOVEMENT, isBegunPace, PRINTED_PACES, type BegunPace } from "./printed-paces";

/** How this actor moves at a pace: as its own Begin Movement has it, else as printed. */
export function paceVariant(actor: Actor.Implementation, kind: BegunPace): ManeuverVariant {
  for (const item of actor.items.contents as Item.Implementation[]) {
    const maneuver = item.type === "maneuver" ? toManeuver(item) : null;
    if (maneuver?.key !== BEGIN_MOVEMENT) continue;
    const own = maneuver.tables?.variants.find(({ key, effects }) => key === kind && effects.some((effect) => effect.kind === "pace"));
    if (own !== undefined) return own;
  }
  return PRINTED_PACES[kind];
}

/** A pace as a maneuver of this actor's own has it, else as printed. */
function paceEffect(actor: Actor.Implementation, kind: Pace): PaceEffect {
  if (isBegunPace(kind)) return paceVariant(actor, kind).effects.find((entry): entry is PaceEffect => entry.kind === "pace") ?? PACES[kind];
  for (const item of actor.items.contents as Item.Implementation[]) {
    const maneuver = item.type === "maneuver" ? toManeuver(item) : null;
    const own = maneuver === null ? null : effectOf(maneuver, "pace");
    if (own?.pace === kind) return own;
  }
  return PACES[kind];
}

/** How somebody comes to move, beside the pace. */
interface Going {
  /** Metres walked in 6 ticks; missing: as the actor's wounds and load are now. */
  readonly speed?: number;
  /** Of the roll that a sprint was begun with. */
  readonly successes?: number;
}

/**
 * Metres that an actor covers in 6 ticks at a pace.
 * @param terrain 0 to -4 for bad ground
 */
export function paceRate(actor: Actor.Implementation, kind: Pace, terrain = 0, { speed = actor.toFighter().speed, successes = 0 }: Going = {}): number {
  return paceMetres(paceEffect(actor, kind), { speed: terrainSpeed(speed, terrain), successes });
}
