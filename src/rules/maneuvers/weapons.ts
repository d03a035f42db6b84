import type { Fighter, Maneuver, Weapon } from "../fighter/types";
import type { Size, WeaponGroup } from "../keys";
import { effectsOf, hasEffect } from "./effects";
import { isFired, isMeleeWeapon, isThrow } from "./tags";

/** Nobody fires bursts with these. */
const SINGLE_SHOTS: ReadonlySet<WeaponGroup> = new Set<WeaponGroup>(["melee", "thrown", "bow", "crossbow"]);
/** Kinds of magazines that are filled round by round or belt by belt: nothing to swap quickly. */
const SLOW_MAGAZINES: ReadonlySet<string> = new Set(["i", "b"]);
/** Sizes up to which a weapon of these groups is a pistol; every one of the group `pistol` is. */
const PISTOL_SIZES: Readonly<Partial<Record<WeaponGroup, readonly Size[]>>> = { energy: ["XS", "S", "M"], automatic: ["XS", "S"] };

/**
 * Weapons that a maneuver can be done with now, those in hand first: blows, throws, shots and reloads want theirs in hand, drawing
 * one that is not there yet. Empty for maneuvers of bare hands and of the hand shield (Actions and Maneuvers, Melee Maneuvers, Ready/Draw Weapon).
 */
export function usableWeapons(maneuver: Maneuver, fighter: Fighter): Weapon[] {
  return fighter.weapons.filter((weapon) => suits(maneuver, weapon) && isAtHand(maneuver, weapon)).sort((one, other) => readiness(one) - readiness(other));
}

/** True when the maneuver cannot be done without a weapon (Actions and Maneuvers, Attack, Shoot, Reload, Ready/Draw Weapon). */
export function needsWeapon(maneuver: Maneuver): boolean {
  return isFired(maneuver) || maneuver.damage?.source === "weapon" || isReload(maneuver) || isDraw(maneuver);
}

/** True for a maneuver that fills a magazine (Actions and Maneuvers, Reload, Quick Reload). */
export function isReload(maneuver: Maneuver): boolean {
  return maneuver.tables?.results.some(({ outcome }) => outcome === "dropsAmmunition") === true;
}

/** True for a maneuver that gets a weapon into the hand and nothing more (Actions and Maneuvers, Ready/Draw Weapon, Quick Draw). */
export function isDraw(maneuver: Maneuver): boolean {
  return maneuver.damage === null && (hasEffect(maneuver, "drawTicks") || hasEffect(maneuver, "draws"));
}

/** True for a weapon of the kind that a maneuver is done with, wherever it is carried (Actions and Maneuvers, the entries of the maneuvers). */
export function suits(maneuver: Maneuver, weapon: Weapon): boolean {
  if (isReload(maneuver)) return isRangedWeapon(weapon) && (weapon.magazine === null ? !wantsMagazine(maneuver) && (weapon.reload ?? 0) > 0 : !wantsMagazine(maneuver) || !SLOW_MAGAZINES.has(weapon.magazine.kind ?? ""));
  if (isDraw(maneuver)) return maneuver.group !== "ranged" || isRangedWeapon(weapon);
  if (isFired(maneuver)) return isRangedWeapon(weapon) && !(hasEffect(maneuver, "burst") && SINGLE_SHOTS.has(weapon.group)) && !(hasEffect(maneuver, "twoShots") && !isPistol(weapon));
  if (maneuver.group !== "melee" || maneuver.damage?.source === "shield") return false;
  return isThrow(maneuver, weapon) ? isThrowable(weapon) : isMeleeWeapon(weapon);
}

/** True for a weapon that is where the maneuver wants it: in hand, or for what draws it on one's person (Actions and Maneuvers, Melee Maneuvers, Cobra Strike). */
export function isAtHand(maneuver: Maneuver, { carried, quantity = 1 }: Weapon): boolean {
  if (quantity <= 0) return false;
  if (isDraw(maneuver)) return carried === "ready" || carried === "sheathed" || carried === "stowed";
  return carried === "hand" || (hasEffect(maneuver, "draws") && carried !== "worn");
}

/** True for a weapon that may be one of two fired from both hands (Actions and Maneuvers, Twin Pistols). */
export function isPistol({ group, size }: Weapon): boolean {
  return group === "pistol" || PISTOL_SIZES[group]?.includes(size) === true;
}

function wantsMagazine(maneuver: Maneuver): boolean {
  return effectsOf(maneuver, "requires").some(({ what }) => what === "magazineOrCell");
}

function isRangedWeapon(weapon: Weapon): boolean {
  return !isMeleeWeapon(weapon) && weapon.group !== "thrown";
}

/** A melee weapon that has ranges, such as a spear, can be thrown as well. */
function isThrowable(weapon: Weapon): boolean {
  return weapon.group === "thrown" || (isMeleeWeapon(weapon) && weapon.range !== null);
}

const PLACES: readonly Weapon["carried"][] = ["hand", "ready", "sheathed", "stowed", "worn"];

function readiness({ carried, hand }: Weapon): number {
  return 2 * PLACES.indexOf(carried) + (carried === "hand" && hand === "off" ? 1 : 0);
}
