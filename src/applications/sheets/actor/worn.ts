import type { ActorData } from "../../../data/actor/base";
import { itemData } from "../../../data/access";
import { ArmorData } from "../../../data/item/armor";
import { EnergyShieldData } from "../../../data/item/energy-shield";
import { HandShieldData } from "../../../data/item/hand-shield";
import { WeaponData } from "../../../data/item/weapon";
import { say } from "../../../helpers/text";
import { DAMAGE_TYPES } from "../../../rules/keys";

export interface WornContext {
  /** Armor and shields of the actor, each a switch, and what is in the hands. */
  readonly chips: readonly { readonly id: string; readonly label: string; readonly on: boolean; readonly toggle: boolean }[];
  readonly totals: readonly { readonly label: string; readonly name: string; readonly value: number }[];
  readonly notes: readonly string[];
}

/** What the actor wears and holds, what it amounts to, and what of it does not count. */
export function wornContext(actor: Actor.Implementation, data: ActorData): WornContext {
  const { protection, surplusArmor, armor, shieldBlockedBy } = data.derived.equipment;
  return {
    chips: [...actor.items].sort((a, b) => a.sort - b.sort).flatMap(chipOf),
    totals: [
      { label: say("FATEWALKER.Sheet.Absorb"), name: say("FATEWALKER.Sheet.Absorb"), value: protection.absorb },
      ...DAMAGE_TYPES.map((type) => ({
        label: say(`FATEWALKER.DamageTypeShort.${type}`),
        name: say("FATEWALKER.Sheet.DeflectionOf", { type: say(`FATEWALKER.DamageType.${type}`) }),
        value: protection.deflection[type],
      })),
    ],
    notes: [
      ...(surplusArmor.length > 0 && armor !== null ? [say("FATEWALKER.Sheet.TwoArmors", { armor: armor.name, surplus: surplusArmor.join(", ") })] : []),
      ...(shieldBlockedBy !== null ? [say("FATEWALKER.Sheet.ShieldBlocked", { armor: shieldBlockedBy })] : []),
    ],
  };
}

function chipOf(item: Item.Implementation): WornContext["chips"][number][] {
  const id = item.id ?? "";
  const armor = itemData(item, ArmorData);
  if (armor !== null) return armor.upgrade === null ? [{ id, label: item.name, on: armor.carried === "worn", toggle: true }] : [];
  const shield = itemData(item, EnergyShieldData);
  if (shield !== null) return [{ id, label: say("FATEWALKER.Sheet.ShieldCharge", { name: item.name, value: shield.energy.value, max: shield.energy.max }), on: shield.on, toggle: true }];
  const held = itemData(item, WeaponData) ?? itemData(item, HandShieldData);
  if (held === null || held.carried !== "hand") return [];
  const hand = held.hand === null ? "" : say(`FATEWALKER.Hand.${held.hand}`);
  return [{ id, label: hand === "" ? item.name : `${item.name} · ${hand}`, on: false, toggle: false }];
}
