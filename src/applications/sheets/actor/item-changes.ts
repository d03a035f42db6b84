import { itemData } from "../../../data/access";
import { ArmorData } from "../../../data/item/armor";
import { EnergyShieldData } from "../../../data/item/energy-shield";

/** What changes along with where a thing is carried: a hand holds it only while it is in hand. */
export function withHand(item: Item.Implementation, changes: Record<string, unknown>): Record<string, unknown> {
  const system = changes["system"] as { carried?: string } | undefined;
  if (system?.carried === undefined || !("hand" in item.system)) return changes;
  const hand = system.carried === "hand" ? (item.system.hand ?? "main") : null;
  return { ...changes, system: { ...system, hand } };
}

/** Puts armor on or off, switches an energy shield; null for what has no switch. */
export function wornUpdate(item: Item.Implementation): Record<string, unknown> | null {
  const armor = itemData(item, ArmorData);
  if (armor !== null) return { system: { carried: armor.carried === "worn" ? "stowed" : "worn" } };
  const shield = itemData(item, EnergyShieldData);
  return shield === null ? null : { system: { on: !shield.on } };
}
