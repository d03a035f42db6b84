import { RuleError } from "../errors";
import type { Carried } from "../fighter/carried";
import { checkHands, weaponInHand } from "../fighter/hands";
import type { Fighter, Maneuver, Weapon } from "../fighter/types";
import { ENCUMBRANCES } from "../keys";
import { effectOf, effectsOf, hasEffect, isEscape } from "../maneuvers/effects";
import { needsBase } from "../maneuvers/shape";
import { isFired, isShot, isThrow } from "../maneuvers/tags";
import { isAtHand, isDraw, needsWeapon, suits } from "../maneuvers/weapons";
import { combatSize, usableAt } from "../modifiers/melee";
import { bandOf } from "../modifiers/range";
import type { Situation } from "../modifiers/types";
import type { Declaration } from "./types";

/** Metres that a blow reaches without a step: arm, weapon and the metre that every action may shift. */
const STEP = 1;

/** Refuses a combined maneuver without its parts, and one that only changes another (Actions and Maneuvers, Engage and Gut, Called Shot). */
export function checkParts({ maneuver, parts }: Pick<Declaration, "maneuver" | "parts">): void {
  const combined = effectOf(maneuver, "combined");
  if (combined !== null && parts?.length !== combined.components.length) throw new RuleError("FATEWALKER.Error.NeedsParts");
  if (needsBase(maneuver)) throw new RuleError("FATEWALKER.Error.NeedsBase");
  if (hasEffect(maneuver, "twoShots") && new Set((parts ?? []).map(({ weapon }) => weapon?.id)).size !== 2) throw new RuleError("FATEWALKER.Error.NeedsTwoPistols");
}

/** Refuses what there is no weapon, shield, hand or ammunition for (Actions and Maneuvers; Dramatic Scenes, Energy Shields). */
export function checkTools(fighter: Fighter, maneuver: Maneuver, weapon: Weapon | null, { shieldCover }: Carried): void {
  if (needsWeapon(maneuver)) checkWeapon(maneuver, weapon);
  const wantsShield = maneuver.damage?.source === "shield" || effectsOf(maneuver, "requires").some(({ what }) => what === "handShield");
  if (wantsShield && fighter.handShield === null) throw new RuleError("FATEWALKER.Error.NeedsShield");
  if (maneuver.damage?.source === "shield" && shieldCover === true) throw new RuleError("FATEWALKER.Error.ShieldInCover");
  checkHands(fighter, maneuver, weapon);
  checkLoad(fighter, maneuver);
  const sizes = effectOf(maneuver, "weaponSizes")?.sizes ?? null;
  if (sizes !== null && weapon !== null && !sizes.includes(weapon.size)) throw new RuleError("FATEWALKER.Error.WrongWeaponSize", { size: weapon.size });
  if (weapon !== null && isFired(maneuver)) checkAmmunition(maneuver, weapon);
}

/** The weapon has to be of the right kind and in hand, unless the maneuver draws it. */
function checkWeapon(maneuver: Maneuver, weapon: Weapon | null): void {
  if (weapon === null) throw new RuleError("FATEWALKER.Error.NeedsWeapon");
  if (!suits(maneuver, weapon)) throw new RuleError(hasEffect(maneuver, "twoShots") ? "FATEWALKER.Error.NeedsTwoPistols" : "FATEWALKER.Error.WrongWeapon", { weapon: weapon.name });
  if (isAtHand(maneuver, weapon)) return;
  if (isDraw(maneuver) && weapon.carried === "hand") throw new RuleError("FATEWALKER.Error.InHandAlready", { weapon: weapon.name });
  throw new RuleError("FATEWALKER.Error.NeedsWeaponInHand", { weapon: weapon.name });
}

function checkLoad({ encumbrance }: Fighter, maneuver: Maneuver): void {
  const most = effectOf(maneuver, "encumbrance")?.most ?? null;
  if (most !== null && ENCUMBRANCES.indexOf(encumbrance) > ENCUMBRANCES.indexOf(most)) throw new RuleError("FATEWALKER.Error.TooHeavilyLoaded");
}

/** Rounds that a shot takes out of the magazine: one, or those of a burst (Actions and Maneuvers, Short Burst). */
export function roundsOf(maneuver: Maneuver): number {
  return effectOf(maneuver, "burst")?.rounds ?? 1;
}

function checkAmmunition(maneuver: Maneuver, { magazine, name }: Weapon): void {
  if (magazine === null) return;
  const rounds = roundsOf(maneuver);
  if (magazine.value < 1) throw new RuleError("FATEWALKER.Error.NoAmmunition", { weapon: name });
  if (magazine.value < rounds) throw new RuleError("FATEWALKER.Error.TooFewRounds", { weapon: name, rounds, left: magazine.value });
}

/** Refuses what is too far away or too big for the melee range (Dramatic Scenes, Range and Visibility, Melee Combat Range; Actions and Maneuvers, Lunge, Leap Kick). */
export function checkReach(fighter: Fighter, maneuver: Maneuver, weapon: Weapon | null, situation: Situation): void {
  if (weapon !== null && (isShot(maneuver) || isThrow(maneuver, weapon))) {
    if (bandOf(weapon, situation) === "beyond") throw new RuleError("FATEWALKER.Error.OutOfRange", { distance: situation.distance ?? 0 });
    return;
  }
  if (maneuver.group === "ranged") return;
  const size = combatSize(maneuver, weapon, fighter);
  if (!usableAt(size, situation.engagement)) throw new RuleError("FATEWALKER.Error.WeaponUnusable", { size, range: situation.engagement ?? 0 });
  const reach = reachOf(fighter, maneuver, weapon);
  if (reach !== null && situation.distance !== null && situation.distance > reach + STEP) {
    throw new RuleError("FATEWALKER.Error.OutOfReach", { distance: situation.distance, reach });
  }
}

/** Metres that a maneuver covers and strikes over: Speed / 2 and the weapon for a Lunge; null: it covers none of its own. One decimal is kept (Actions and Maneuvers, Lunge). */
export function reachOf(fighter: Fighter, maneuver: Maneuver, weapon: Weapon | null): number | null {
  const reach = effectOf(maneuver, "reach");
  if (reach === null) return null;
  return Math.floor((fighter.speed / Math.max(1, reach.divisor) + (reach.weaponLength ? (weapon?.length ?? 0) : 0)) * 10 + 1e-9) / 10;
}

/** Refuses what the target or the grips between the two do not allow (Actions and Maneuvers, Backstab, Hold, Sweep, Disarm). */
export function checkRequirements(maneuver: Maneuver, target: Fighter, { aware, situation }: { readonly aware: boolean; readonly situation: Situation }): void {
  const required = new Set(effectsOf(maneuver, "requires").map(({ what }) => what));
  if (required.has("unawareTarget") && aware) throw new RuleError("FATEWALKER.Error.TargetAware");
  if (hasEffect(maneuver, "disarms") && weaponInHand(target) === null) throw new RuleError("FATEWALKER.Error.NothingToDisarm");
  const { positions } = situation;
  // Grips that nobody has told of forbid nothing.
  if (positions === undefined) return;
  const grips = [positions.grapple, positions.ground, positions.hold].filter((entry) => entry !== null);
  if ((required.has("position") || isEscape(maneuver)) && grips.length === 0) throw new RuleError("FATEWALKER.Error.NeedsGrapple");
  if (required.has("bottom") && positions.ground?.dominant !== "target") throw new RuleError("FATEWALKER.Error.OnlyFromBottom");
  if (isEscape(maneuver) && !grips.some(({ dominant }) => dominant === "target")) throw new RuleError("FATEWALKER.Error.NotHeld");
  if (hasEffect(maneuver, "meleeRange") && grips.length > 0) throw new RuleError("FATEWALKER.Error.SlipFirst");
}
