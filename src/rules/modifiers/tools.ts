import { footworkDice, type Aim, type Footwork } from "../fighter/carried";
import type { Maneuver, Weapon } from "../fighter/types";
import { effectsOf, hasEffect } from "../maneuvers/effects";
import { isShot, reactionTags } from "../maneuvers/tags";
import { isReload } from "../maneuvers/weapons";
import { circumstance, modifier } from "./modifier";
import type { Modifier } from "./types";

/** House default of the off-hand penalty, in dice; a world may set another (core rules, House defaults). */
export const OFF_HAND_DICE = -2;
/** Keys of the aims, by kind. */
const AIM_KEYS = { basic: "ranged-basic-aim", aim: "ranged-aim" } as const;

/** Dice of an off-hand weapon, or of a shield that strikes (Actions and Maneuvers, Twin Pistols, Shield Bash). */
export function offHandModifiers(maneuver: Maneuver, weapon: Weapon | null, dice: number = OFF_HAND_DICE): Modifier[] {
  const withShield = maneuver.damage?.source === "shield" && hasEffect(maneuver, "offHand");
  const applies = withShield || (weapon !== null && weapon.carried === "hand" && weapon.hand === "off" && !isReload(maneuver));
  return applies && dice !== 0 ? [circumstance({ key: "off-hand", source: "weapon", value: dice })] : [];
}

/** Dice of an aim that is kept for this shot: none where the maneuver does not take aims, few where a burst limits them (Actions and Maneuvers, Aim, bursts). */
export function aimModifiers(maneuver: Maneuver, aim: Aim | null): Modifier[] {
  if (aim === null || !isShot(maneuver)) return [];
  if (effectsOf(maneuver, "combines").some(({ without }) => without.includes(AIM_KEYS[aim.kind]))) return [];
  const limits = effectsOf(maneuver, "burst").flatMap(({ aimLimit }) => (aimLimit === null ? [] : [aimLimit]));
  const dice = Math.min(aim.bonus, ...limits);
  return dice > 0 ? [modifier({ key: "aim", source: "aim", value: dice, optional: true })] : [];
}

/** Bonus dice of a weapon that is made to stop charges (Actions and Maneuvers, Stop Charge). */
export function stopChargeModifiers(maneuver: Maneuver, weapon: Weapon | null): Modifier[] {
  const dice = hasEffect(maneuver, "chargeBonus") ? (weapon?.stopChargeBonus ?? 0) : 0;
  return dice === 0 ? [] : [modifier({ key: "stop-charge-weapon", source: "weapon", value: dice })];
}

/** Footwork dice for a parry or an evasion, off until its owner takes them (Actions and Maneuvers, Footwork). */
export function footworkModifiers(maneuver: Maneuver, footwork: Footwork | null, tick: number | null): Modifier[] {
  const tags = reactionTags(maneuver);
  const dice = tags.has("parries") || tags.has("evasion") ? footworkDice(footwork, tick) : 0;
  return dice === 0 ? [] : [modifier({ key: "footwork", source: "situation", value: dice, optional: true, enabled: false })];
}

/** Dice that a person gains by taking longer (Actions and Maneuvers, Reload): so many for every so many ticks. */
export function slowerModifiers(maneuver: Maneuver, extraTicks: number): Modifier[] {
  const dice = effectsOf(maneuver, "slower").reduce((sum, { dice: gained, perTicks }) => sum + gained * Math.floor(Math.max(0, extraTicks) / Math.max(1, perTicks)), 0);
  return dice === 0 ? [] : [modifier({ key: "slower", source: "situation", value: dice })];
}
