import { itemData } from "../../data/access";
import { ManeuverData } from "../../data/item/maneuver";
import type { Maneuver } from "../../rules/fighter/types";

/** A maneuver item as the rules read it; null for every other item. */
export function toManeuver(item: { readonly system: unknown } | null | undefined): Maneuver | null {
  const data = itemData(item, ManeuverData);
  if (data === null) return null;
  const { key, group, timings, requisites, requisitePerShield, roll, ticks, damage, answers, answeredBy, effects, tables, combatSize } = foundry.utils.deepClone(data.toObject()) as unknown as Maneuver;
  return { key, group, timings, requisites, requisitePerShield, roll, ticks, damage, answers, answeredBy, effects, tables, combatSize };
}
