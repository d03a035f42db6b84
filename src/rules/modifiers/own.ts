import { encumbranceEffects } from "../fighter/encumbrance";
import type { Fighter, Maneuver } from "../fighter/types";
import type { AttributeKey, SkillKey } from "../keys";
import { shortfall } from "../maneuvers/requisites";
import { modifier } from "./modifier";
import type { Modifier } from "./types";

/** The attribute's dice, first in every list (core rules, Dice). */
export function attributeModifier(fighter: Fighter, attribute: AttributeKey): Modifier {
  const label = attribute.charAt(0).toUpperCase() + attribute.slice(1);
  return modifier({ key: "attribute", source: "attribute", value: fighter.attributes[attribute], label });
}

/**
 * What a fighter brings to a maneuver: attribute, the maneuver's printed dice, the hand shield where it builds on one, missing
 * requisites, the load on Agility rolls. Empty for a maneuver without a roll (Actions and Maneuvers, Combat Maneuvers).
 */
export function ownModifiers(fighter: Fighter, maneuver: Maneuver): Modifier[] {
  const { roll } = maneuver;
  if (roll === null) return [];
  const shieldDice = roll.base === "shield" && fighter.handShield !== null ? fighter.handShield.deflection + fighter.handShield.absorb : 0;
  const others = [
    modifier({ key: "maneuver", source: "maneuver", value: roll.modifier }),
    modifier({ key: "hand-shield", source: "shield", value: shieldDice, data: { name: fighter.handShield?.name ?? "" } }),
    modifier({ key: "requisite", source: "requisite", value: -shortfall(maneuver, fighter) }),
    ...encumbranceModifiers(fighter, roll.skill),
  ].filter(({ value }) => value !== 0);
  return roll.attribute === null ? others : [attributeModifier(fighter, roll.attribute), ...others];
}

/** The printed modifier of a maneuver for one case (`vsWeapon`, `vsThrown`, `wearingHelmet`), 0 where it prints none (Actions and Maneuvers). */
export function caseDice(maneuver: Maneuver, when: string): number {
  return (maneuver.roll?.cases ?? []).filter((entry) => entry.when === when).reduce((sum, entry) => sum + entry.modifier, 0);
}

/** Dice that a load takes off Agility rolls (core rules, House defaults). */
export function encumbranceModifiers(fighter: Fighter, skill: SkillKey | null): Modifier[] {
  const { agility } = encumbranceEffects(fighter.encumbrance);
  return skill === "agility" && agility !== 0 ? [modifier({ key: "encumbrance", source: "encumbrance", value: agility })] : [];
}

/** Every trait, off: at most one adds to a roll, and its owner chooses (core rules, Dice). */
export function traitModifiers(fighter: Fighter): Modifier[] {
  return fighter.traits.map(({ id, name, rating }) =>
    modifier({ key: `trait-${id}`, source: "trait", value: rating, label: "Trait", data: { name }, optional: true, enabled: false }));
}
