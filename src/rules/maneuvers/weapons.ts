import type { Fighter, Maneuver, Weapon } from "../fighter/types";
import { isMeleeWeapon, isShot, isThrow } from "./tags";

/**
 * Weapons that a maneuver can be done with, those in hand first: melee weapons in hand for melee; for throws and shots what is
 * in hand, then what is ready. Empty for maneuvers of bare hands and of the hand shield.
 */
export function usableWeapons(maneuver: Maneuver, fighter: Fighter): Weapon[] {
  return fighter.weapons.filter((weapon) => fits(maneuver, weapon)).sort((one, other) => readiness(one) - readiness(other));
}

/** True when the maneuver cannot be done without a weapon (Actions and Maneuvers, Attack, Shoot). */
export function needsWeapon(maneuver: Maneuver): boolean {
  return isShot(maneuver) || maneuver.damage?.source === "weapon";
}

function fits(maneuver: Maneuver, weapon: Weapon): boolean {
  if (isShot(maneuver)) return isRangedWeapon(weapon) && atHand(weapon);
  if (maneuver.group !== "melee" || maneuver.damage?.source === "shield") return false;
  if (isThrow(maneuver, weapon)) return isThrowable(weapon) && atHand(weapon);
  return weapon.carried === "hand" && isMeleeWeapon(weapon);
}

function isRangedWeapon(weapon: Weapon): boolean {
  return !isMeleeWeapon(weapon) && weapon.group !== "thrown";
}

/** A melee weapon that has ranges, such as a spear, can be thrown as well. */
function isThrowable(weapon: Weapon): boolean {
  return weapon.group === "thrown" || (isMeleeWeapon(weapon) && weapon.range !== null);
}

function atHand(weapon: Weapon): boolean {
  return (weapon.carried === "hand" || weapon.carried === "ready") && (weapon.quantity ?? 1) > 0;
}

function readiness(weapon: Weapon): number {
  if (weapon.carried !== "hand") return 2;
  return weapon.hand === "off" ? 1 : 0;
}
