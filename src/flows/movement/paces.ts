import { toManeuver } from "../exchange/maneuver";
import type { ManeuverVariant } from "../../rules/fighter/types";
import { paceMetres, terrainSpeed, type PaceEffect } from "../../rules/movement/pace";
import { BEGIN_MOVEMENT, PRINTED_PACES, type BegunPace } from "./printed-paces";

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

/**
 * Metres that an actor covers in 6 ticks at a pace, with its wounds and load as they are now.
 * @param terrain 0 to -4 for bad ground
 */
export function paceRate(actor: Actor.Implementation, kind: BegunPace, terrain = 0): number {
  const effect = paceVariant(actor, kind).effects.find((entry): entry is PaceEffect => entry.kind === "pace");
  return effect === undefined ? 0 : paceMetres(effect, { speed: terrainSpeed(actor.toFighter().speed, terrain) });
}
