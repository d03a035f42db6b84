import type { Protection } from "../damage/types";
import type { DamageType, Encumbrance } from "../keys";

/** A row of the armor table, as far as it is arithmetic (Armor). */
export interface ArmorRow {
  readonly cost: number;
  readonly techLevel: number;
  readonly encumbrance: Encumbrance;
  readonly absorb: number;
  readonly deflection: Readonly<Record<DamageType, number>>;
}

/** What an upgrade such as Plasteel adds: `costFactor` multiplies the price (2 doubles it), the rest is added; the tech level replaces. */
export interface ArmorUpgrade {
  readonly costFactor: number;
  readonly techLevel: number;
  readonly absorb: number;
  readonly deflection: Readonly<Record<DamageType, number>>;
}

/** Armor with an upgrade on it: dearer, harder, no heavier, and under a shield or not as before (Armor, Plasteel Infantry Armor). */
export function upgradeArmor(armor: ArmorRow, { costFactor, techLevel, absorb, deflection }: ArmorUpgrade): ArmorRow {
  return {
    ...armor,
    cost: armor.cost * costFactor,
    techLevel,
    absorb: armor.absorb + absorb,
    deflection: {
      physical: armor.deflection.physical + deflection.physical,
      ballistic: armor.deflection.ballistic + deflection.ballistic,
      energy: armor.deflection.energy + deflection.energy,
    },
  };
}

/** Powered armor: nobody moves in it without power; under power it weighs less and adds Brute (Armor, Ceramsteel Power Armor). */
export function poweredArmor(armor: Pick<ArmorRow, "encumbrance">, powered: null | { readonly encumbrance: Encumbrance; readonly brute: number }, powerOn: boolean): { readonly encumbrance: Encumbrance; readonly brute: number } {
  return powered !== null && powerOn ? powered : { encumbrance: armor.encumbrance, brute: 0 };
}

/** Protection when only a share of the Deflection counts, rounded down; Absorb stays whole (Actions and Maneuvers, Hold). */
export function withDeflectionShare(protection: Protection, share: number): Protection {
  const part = (value: number): number => Math.floor(value * share);
  const { physical, ballistic, energy } = protection.deflection;
  return { ...protection, deflection: { physical: part(physical), ballistic: part(ballistic), energy: part(energy) } };
}
