import { RuleError } from "../errors";
import type { Fighter, Maneuver, Weapon } from "./types";

/** Hands that hold nothing, 0 to 2: a weapon in both hands takes two, every other one and the hand shield take one each (Actions and Maneuvers, Grapple). */
export function freeHands(fighter: Fighter): number {
  const held = fighter.weapons.filter(({ id, carried }) => id !== "" && carried === "hand");
  const taken = held.reduce((sum, weapon) => sum + handsOf(weapon), 0) + (fighter.handShield === null ? 0 : 1);
  return Math.max(0, 2 - taken);
}

/** True for a maneuver that wants both hands free and allows one at a penalty (Actions and Maneuvers, Grapple, Slip, Sprawl). */
export function wantsFreeHands(maneuver: Maneuver): boolean {
  return maneuver.roll?.cases.some(({ when }) => when === "oneHandFree") === true;
}

/**
 * Refuses what there are no hands for: a hold-like maneuver without a free one, an XL weapon in one hand (Actions and Maneuvers, Grapple; core rules, Weapons).
 * @throws RuleError `FATEWALKER.Error.NeedsFreeHand`, `FATEWALKER.Error.NeedsTwoHands`
 */
export function checkHands(fighter: Fighter, maneuver: Maneuver, weapon: Weapon | null): void {
  if (wantsFreeHands(maneuver) && freeHands(fighter) === 0) throw new RuleError("FATEWALKER.Error.NeedsFreeHand");
  if (weapon !== null && weapon.size === "XL" && weapon.carried === "hand" && (weapon.hand === "off" || (weapon.hand === "main" && hasOtherHandFull(fighter, weapon)))) {
    throw new RuleError("FATEWALKER.Error.NeedsTwoHands", { weapon: weapon.name });
  }
}

/** The weapon that a disarm goes for: what is in the main hand or in both, else in the off hand; null: none in hand (Actions and Maneuvers, Disarm). */
export function weaponInHand(fighter: Fighter): Weapon | null {
  const held = fighter.weapons.filter(({ id, carried }) => id !== "" && carried === "hand");
  return held.find(({ hand }) => hand !== "off") ?? held[0] ?? null;
}

function handsOf({ hand }: Weapon): number {
  return hand === "both" ? 2 : 1;
}

function hasOtherHandFull(fighter: Fighter, weapon: Weapon): boolean {
  return fighter.handShield !== null || fighter.weapons.some((other) => other.id !== weapon.id && other.id !== "" && other.carried === "hand");
}
