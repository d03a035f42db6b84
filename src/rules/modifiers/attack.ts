import type { Fighter, Maneuver, Weapon } from "../fighter/types";
import { isShot, isThrow } from "../maneuvers/tags";
import { combatSize, meleeModifiers } from "./melee";
import { modifier } from "./modifier";
import { caseDice, ownModifiers, traitModifiers } from "./own";
import { rangedModifiers } from "./ranged";
import type { Modifier, Situation } from "./types";

/**
 * Every modifier of an attack, in dice: attribute first, then what the attacker brings, the tables of the situation, and traits
 * (off). Wound penalties are none of them: they wound dice. Empty but for traits where the maneuver has no roll.
 */
export function attackModifiers({ attacker, maneuver, weapon, situation }: {
  readonly attacker: Fighter;
  readonly target: Fighter | null;
  readonly maneuver: Maneuver;
  readonly weapon: Weapon | null;
  readonly situation: Situation;
}): Modifier[] {
  if (maneuver.roll === null) return [];
  const helmetDice = attacker.helmet > 0 ? caseDice(maneuver, "wearingHelmet") : 0;
  return [
    ...ownModifiers(attacker, maneuver),
    ...(helmetDice === 0 ? [] : [modifier({ key: "wearing-helmet", source: "maneuver", value: helmetDice })]),
    ...situationModifiers(maneuver, weapon, situation),
    ...traitModifiers(attacker),
  ];
}

function situationModifiers(maneuver: Maneuver, weapon: Weapon | null, situation: Situation): Modifier[] {
  if (isShot(maneuver) || isThrow(maneuver, weapon)) return weapon === null ? [] : rangedModifiers(weapon, situation);
  if (maneuver.group === "melee" || maneuver.group === "unarmed") return meleeModifiers(combatSize(maneuver, weapon), situation);
  return [];
}
