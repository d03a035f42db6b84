import { itemData } from "../../../data/access";
import { ArmorData } from "../../../data/item/armor";
import { EnergyShieldData } from "../../../data/item/energy-shield";
import { GearData } from "../../../data/item/gear";
import { HandShieldData } from "../../../data/item/hand-shield";
import { WeaponData } from "../../../data/item/weapon";

/** Data of the things one carries. */
export type Carried = ArmorData | EnergyShieldData | GearData | HandShieldData | WeaponData;

/** @returns null for what one does not carry: maneuvers, powers, traits */
export function carriedData(item: Item.Implementation): Carried | null {
  return itemData(item, WeaponData) ?? itemData(item, ArmorData) ?? itemData(item, EnergyShieldData) ?? itemData(item, HandShieldData) ?? itemData(item, GearData);
}
