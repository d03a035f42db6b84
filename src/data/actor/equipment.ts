import type { Protection } from "../../rules/damage/types";
import type { Fighter, HandShield, Weapon } from "../../rules/fighter/types";
import { DAMAGE_TYPES, ENCUMBRANCES, type Encumbrance } from "../../rules/keys";
import { ArmorData } from "../item/armor";
import { EnergyShieldData } from "../item/energy-shield";
import { GearData } from "../item/gear";
import { HandShieldData } from "../item/hand-shield";
import { TraitData } from "../item/trait";
import { WeaponData } from "../item/weapon";

type Owned<Data> = { readonly id: string; readonly name: string; readonly system: Data };

/** What the equipment of an actor amounts to; everything is chosen by what is worn, held or switched on. */
export interface Equipment {
  /** The one armor that counts, and further worn ones that do not. */
  readonly armor: { readonly id: string; readonly name: string; readonly underShield: boolean } | null;
  readonly surplusArmor: readonly string[];
  readonly protection: Protection;
  readonly encumbrance: Encumbrance;
  readonly energyShield: Fighter["energyShield"];
  /** Name of the armor that keeps a switched-on shield from working; null when all is well. */
  readonly shieldBlockedBy: string | null;
  readonly handShield: HandShield | null;
  readonly helmet: number;
  readonly bracers: boolean;
  readonly optics: NonNullable<Fighter["optics"]>;
  /** Metres that the farthest-reaching light lights. */
  readonly light: number;
  readonly brute: number;
  readonly weapons: readonly Weapon[];
  readonly traits: Fighter["traits"];
}

/** Reads the equipment off an actor's items (Armor; Dramatic Scenes, Energy Shields; core rules, House defaults). */
export function readEquipment(items: readonly Item.Implementation[]): Equipment {
  const armors = owned(items, ArmorData);
  const [best = null, ...surplus] = wornArmors(armors);
  const armor = best?.armor ?? null;
  const powered = armor?.system.powerOn ? armor.system.powered : null;

  const shields = owned(items, EnergyShieldData);
  const shield = shields.find(({ system }) => system.on) ?? null;
  const blocked = shield !== null && armor !== null && !armor.system.underShield;

  const gear = owned(items, GearData).filter(({ system }) => system.carried === "worn");
  const inUse = owned(items, GearData).filter(({ system }) => system.carried === "worn" || system.carried === "hand");
  const traits = owned(items, TraitData);
  const handShields = owned(items, HandShieldData).filter(({ system }) => system.carried === "hand");

  return {
    armor: armor === null ? null : { id: armor.id, name: armor.name, underShield: armor.system.underShield },
    surplusArmor: surplus.map(({ armor: { name } }) => name),
    protection: best?.protection ?? protectionOf(null, null),
    encumbrance: heaviest([
      ...(armor === null ? [] : [powered?.encumbrance ?? armor.system.encumbrance]),
      ...(shield === null ? [] : [shield.system.encumbrance]),
      ...handShields.map(({ system }) => system.encumbrance),
    ]),
    energyShield: shield === null || blocked ? null : energyShieldOf(shield),
    shieldBlockedBy: blocked ? armor.name : null,
    handShield: handShields[0] === undefined ? null : handShieldOf(handShields[0]),
    helmet: Math.max(0, ...gear.filter(({ system }) => system.kind === "helmet").map(({ system }) => system.rating)),
    bracers: gear.some(({ system }) => system.kind === "bracers"),
    // An optic's rating is its magnification; one that magnifies nothing shows warmth.
    optics: inUse.filter(({ system }) => system.kind === "optic" && system.rating > 0).map(({ name, system }) => ({ name, magnification: system.rating, infrared: system.rating === 1 })),
    light: Math.max(0, ...inUse.filter(({ system }) => system.kind === "light").map(({ system }) => system.rating)),
    brute: (powered?.brute ?? 0) + sum(traits.filter(({ system }) => system.brute).map(({ system }) => system.rating)),
    weapons: owned(items, WeaponData)
      .map(weaponOf)
      .sort((a, b) => Number(b.carried === "hand") - Number(a.carried === "hand")),
    traits: traits.filter(({ system }) => !system.brute && system.kind === "trait").map(({ id, name, system }) => ({ id, name, rating: system.rating })),
  };
}

function owned<Data>(items: readonly Item.Implementation[], model: abstract new (...args: never[]) => Data): Owned<Data>[] {
  return items.flatMap((item) => {
    const system: unknown = item.system;
    return system instanceof model && item.id !== null ? [{ id: item.id, name: item.name, system }] : [];
  });
}

/**
 * What is worn as armor, the one that counts first: whatever protects best with what is laid over it, in whichever order they were put
 * on (contract, Items: one worn armor counts).
 */
function wornArmors(armors: readonly Owned<ArmorData>[]): { readonly armor: Owned<ArmorData>; readonly protection: Protection }[] {
  const total = ({ absorb, deflection }: Protection): number => DAMAGE_TYPES.reduce((points, type) => points + deflection[type], absorb);
  return armors
    .filter(({ system }) => system.carried === "worn" && system.upgrade === null)
    .map((armor) => {
      const over = armor.system.appliedUpgrade ? (armors.find(({ system }) => system.key === armor.system.appliedUpgrade)?.system.upgrade ?? null) : null;
      return { armor, protection: protectionOf(armor.system, over) };
    })
    .sort((one, other) => total(other.protection) - total(one.protection) || (one.armor.id < other.armor.id ? -1 : 1));
}

function protectionOf(armor: ArmorData | null, upgrade: ArmorData["upgrade"] | null): Protection {
  const deflection = Object.fromEntries(
    DAMAGE_TYPES.map((type) => [type, (armor?.deflection[type] ?? 0) + (upgrade?.deflection[type] ?? 0)]),
  ) as Record<(typeof DAMAGE_TYPES)[number], number>;
  return { absorb: (armor?.absorb ?? 0) + (upgrade?.absorb ?? 0), deflection };
}

function energyShieldOf({ id, name, system }: Owned<EnergyShieldData>): NonNullable<Fighter["energyShield"]> {
  return { id, name, minActivation: system.minActivation, maxAbsorb: system.maxAbsorb, energy: system.energy.value, reserve: system.energy.max };
}

function handShieldOf({ id, name, system }: Owned<HandShieldData>): HandShield {
  return { id, name, size: system.size, deflection: system.deflection, absorb: system.absorb, block: { ...system.block }, requisites: system.requisites.map((entry) => ({ ...entry })) };
}

/** A weapon as the rules read it: ranges and magazine are null where the weapon has none. */
function weaponOf({ id, name, system }: Owned<WeaponData>): Weapon {
  const { key, group, size, length, damage, speed, range, magazine, projectile, carried, hand, reload, burstRecoil, stopChargeBonus, area, quantity } = system;
  return {
    id, key, name, group, size, length, projectile, carried, hand, reload, burstRecoil, stopChargeBonus, quantity,
    damage: { ...damage },
    speed: { ...speed },
    range: range.long > 0 ? { ...range } : null,
    magazine: magazine.max > 0 ? { value: magazine.value, max: magazine.max, kind: magazine.kind } : null,
    ...(area === null ? {} : { area: { ...area } }),
  };
}

const heaviest = (grades: readonly Encumbrance[]): Encumbrance => ENCUMBRANCES[Math.max(0, ...grades.map((grade) => ENCUMBRANCES.indexOf(grade)))] ?? "none";
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
