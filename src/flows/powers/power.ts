import { itemData } from "../../data/access";
import { PowerData } from "../../data/item/power";
import type { Power } from "../../rules/fighter/power";

/** A power item as the rules read it; null for every other item. */
export function toPower(item: { readonly system: unknown } | null | undefined): Power | null {
  const data = itemData(item, PowerData);
  if (data === null) return null;
  const { key, track, theme, tier, chain, rank, cost, costBy, costMost, active, automation, effects } = foundry.utils.deepClone(data.toObject()) as unknown as Power;
  return { key, track, theme, tier, chain, rank, cost, costBy, costMost, active, automation, effects };
}

/**
 * What using a power from the sheet does: its cost is paid, or its text is told and the rest is the table's. Null for what works by
 * itself.
 */
export function powerDeed(item: { readonly system: unknown }): "spend" | "tell" | null {
  const data = itemData(item, PowerData);
  if (data === null || data.automation === "passive") return null;
  return data.automation === "spend" && data.active ? "spend" : "tell";
}
