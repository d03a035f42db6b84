import { NOTHING_CARRIED, type Carried } from "../fighter/carried";
import type { Fighter, Maneuver, Weapon } from "../fighter/types";
import { hasEffect } from "../maneuvers/effects";
import { isShot, isThrow } from "../maneuvers/tags";
import { caseModifiers, casesOfTarget, casesOfUser } from "./cases";
import { combatSize, meleeModifiers } from "./melee";
import { ownModifiers, traitModifiers } from "./own";
import { onGround, positionModifiers, shieldCoverModifiers } from "./positions";
import { rangedModifiers } from "./ranged";
import { aimModifiers, offHandModifiers, slowerModifiers, stopChargeModifiers } from "./tools";
import type { Modifier, Situation } from "./types";

/**
 * Every modifier of an attack, in dice: attribute first, then what the attacker brings, what the maneuver prints for this case, the
 * tables of the situation, grips and holds, and traits (off). Wound penalties are none of them: they wound dice. Empty where the
 * maneuver has no roll (Dramatic Scenes, Ranged and Melee Combat; Actions and Maneuvers). `offHand` in dice, `extraTicks` in ticks.
 */
export function attackModifiers({ attacker, target, maneuver, weapon, situation, carried = NOTHING_CARRIED, offHand, extraTicks = 0 }: {
  readonly attacker: Fighter;
  readonly target: Fighter | null;
  readonly maneuver: Maneuver;
  readonly weapon: Weapon | null;
  readonly situation: Situation;
  readonly carried?: Carried;
  readonly offHand?: number;
  readonly extraTicks?: number;
}): Modifier[] {
  if (maneuver.roll === null) return [];
  return [
    ...ownModifiers(attacker, maneuver),
    ...caseModifiers(maneuver, [...casesOfUser(attacker, situation.engagement), ...casesOfTarget(target)]),
    ...offHandModifiers(maneuver, weapon, offHand),
    ...stopChargeModifiers(maneuver, weapon),
    ...aimModifiers(maneuver, carried.aim),
    ...slowerModifiers(maneuver, extraTicks),
    ...situationModifiers(attacker, maneuver, weapon, situation),
    ...positionModifiers(attacker, maneuver, situation, "attacker"),
    ...shieldCoverModifiers(carried.shieldCover === true),
    ...traitModifiers(attacker),
  ];
}

function situationModifiers(attacker: Fighter, maneuver: Maneuver, weapon: Weapon | null, situation: Situation): Modifier[] {
  if (isShot(maneuver) || isThrow(maneuver, weapon)) return weapon === null ? [] : rangedModifiers(weapon, situation);
  if (maneuver.group !== "melee" && maneuver.group !== "unarmed") return [];
  return meleeModifiers(combatSize(maneuver, weapon, attacker), situation).filter(({ key }) => {
    // On the ground the bottom's penalty stands for the postures of the two.
    if (onGround(situation) && (key === "attacker-prone" || key === "target-prone")) return false;
    // Closing in and backing off are no blows: sizes do not hinder them.
    if (key === "engagement" && maneuver.damage === null && hasEffect(maneuver, "meleeRange")) return false;
    return key !== "attacker-running" || !hasEffect(maneuver, "ignoresMovement");
  });
}
