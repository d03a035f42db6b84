import { freeHands, weaponInHand } from "../fighter/hands";
import type { Fighter, Maneuver } from "../fighter/types";
import { modifier } from "./modifier";
import { caseDice } from "./own";
import type { EngagementRange, Modifier } from "./types";

/** Cases that maneuvers print, with the key of the modifier that each makes. Nothing else adds dice to a maneuver's own roll. */
export const CASE_KEYS = {
  vsThrown: "against-thrown",
  vsArrow: "against-arrow",
  vsBolt: "against-bolt",
  vsBullet: "against-bullet",
  vsLaser: "against-laser",
  vsTachyon: "against-tachyon",
  vsWeapon: "against-weapon",
  vsUnarmed: "against-unarmed",
  vsKick: "against-kick",
  vsStrike: "against-strike",
  vsSizeXS: "against-size",
  vsSizeS: "against-size",
  vsSizeM: "against-size",
  vsSizeL: "against-size",
  vsSizeXL: "against-size",
  wearingHelmet: "wearing-helmet",
  oneHandFree: "one-hand-free",
  atShort: "close-quarters",
  atContact: "close-quarters",
  atGrapple: "close-quarters",
  atClinch: "close-quarters",
} as const;
export type ManeuverCase = keyof typeof CASE_KEYS;

const AT_RANGE: Readonly<Record<EngagementRange, ManeuverCase | null>> = { 6: null, 5: null, 4: "atShort", 3: "atContact", 2: "atGrapple", 1: "atClinch" };

/** Cases that the user of a maneuver brings: a helmet on, one hand full, how near the other is (Actions and Maneuvers, Headbutt, Grapple, Gut). */
export function casesOfUser(user: Fighter, engagement: EngagementRange | null): ManeuverCase[] {
  const near = engagement === null ? null : AT_RANGE[engagement];
  return [...(user.helmet > 0 ? ["wearingHelmet" as const] : []), ...(freeHands(user) === 1 ? ["oneHandFree" as const] : []), ...(near === null ? [] : [near])];
}

/** Case of the weapon that a disarm goes for (Actions and Maneuvers, Disarm). */
export function casesOfTarget(target: Fighter | null): ManeuverCase[] {
  const weapon = target === null ? null : weaponInHand(target);
  return weapon === null ? [] : [`vsSize${weapon.size}`];
}

/**
 * Cases of the attack that is answered, read off its tags. A projectile or a throw is that and no weapon at arm's length; a kick is
 * no strike (Actions and Maneuvers, Dodge Missile, Parry Projectile, Catch Strike, Defensive Throw).
 */
export function casesOfAttack(tags: ReadonlySet<string>): ManeuverCase[] {
  if (tags.has("thrown")) return ["vsThrown"];
  const pairs: readonly (readonly [string, ManeuverCase])[] = [
    ["arrow", "vsArrow"], ["bolt", "vsBolt"], ["bullet", "vsBullet"], ["laser", "vsLaser"], ["tachyon", "vsTachyon"],
    ["weapons", "vsWeapon"], ["unarmed", "vsUnarmed"], ["kicks", "vsKick"], ["strikes", "vsStrike"],
  ];
  return pairs.filter(([tag]) => tags.has(tag)).map(([, when]) => when);
}

/** One modifier for every printed case that is so (Actions and Maneuvers). */
export function caseModifiers(maneuver: Maneuver, cases: readonly ManeuverCase[]): Modifier[] {
  return cases
    .map((when) => modifier({ key: CASE_KEYS[when], source: "maneuver", value: caseDice(maneuver, when) }))
    .filter(({ value }) => value !== 0);
}
