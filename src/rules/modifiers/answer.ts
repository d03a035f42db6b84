import { NOTHING_CARRIED, type Carried } from "../fighter/carried";
import type { Fighter, Maneuver, Weapon } from "../fighter/types";
import { effectsOf, hasEffect } from "../maneuvers/effects";
import { isCounter } from "../maneuvers/kind";
import { reactionTags, tagsOf } from "../maneuvers/tags";
import { caseModifiers, casesOfAttack, casesOfUser } from "./cases";
import { combatSize, evasionDice, sizeDice } from "./melee";
import { circumstance, modifier } from "./modifier";
import { ownModifiers, traitModifiers } from "./own";
import { positionModifiers, shieldCoverModifiers } from "./positions";
import { footworkModifiers, offHandModifiers, stopChargeModifiers } from "./tools";
import type { Modifier, Situation } from "./types";

/** Dice of unarmed answers to a weapon, where the maneuver prints none of its own (Dramatic Scenes, Unarmed vs Armed Combat). */
const UNARMED_AGAINST_ARMED = -2;
/** Cases that stand for the general penalty of bare hands. */
const AGAINST_ARMS: ReadonlySet<string> = new Set(["against-weapon", "against-thrown", "against-arrow", "against-bolt", "against-bullet", "against-laser", "against-tachyon"]);

/** The attack that is answered. `redirected`: it was turned on this defender, with so many dice off every answer (Friendly Fire). */
export interface AnsweredAttack {
  readonly maneuver: Maneuver;
  readonly weapon: Weapon | null;
  readonly redirected?: number;
}

/**
 * Every modifier of an answer to an attack, in dice: what the defender brings, what the reaction prints for this kind of attack,
 * what the attack does to its answers, close quarters on evasions and on the striking part of counterattacks, grips and holds,
 * Footwork and traits (both off). `tick` is the tick of the attack, null outside a fight (Dramatic Scenes, Melee Combat Range;
 * Actions and Maneuvers, Evasions).
 */
export function answerModifiers({ defender, maneuver, weapon, attack, situation, carried = NOTHING_CARRIED, tick = null, offHand }: {
  readonly defender: Fighter;
  readonly attacker: Fighter;
  readonly maneuver: Maneuver;
  readonly weapon: Weapon | null;
  readonly attack: AnsweredAttack;
  readonly situation: Situation;
  readonly carried?: Carried;
  readonly tick?: number | null;
  readonly offHand?: number;
}): Modifier[] {
  if (maneuver.roll === null) return [];
  return [
    ...ownModifiers(defender, maneuver),
    ...againstAttack(defender, maneuver, attack, situation),
    ...fromAttack(maneuver, attack),
    ...versus(maneuver, attack),
    ...closeQuarters(defender, maneuver, weapon, situation),
    ...offHandModifiers(maneuver, weapon, offHand),
    ...stopChargeModifiers(maneuver, weapon),
    ...positionModifiers(defender, maneuver, situation, "target"),
    ...shieldCoverModifiers(carried.shieldCover === true),
    ...footworkModifiers(maneuver, carried.footwork, tick),
    ...traitModifiers(defender),
  ];
}

/** What the reaction prints for this attack; against weapons the general penalty of bare hands where it prints none, never both. */
function againstAttack(defender: Fighter, reaction: Maneuver, attack: AnsweredAttack, situation: Situation): Modifier[] {
  const tags = tagsOf(attack.maneuver, attack.weapon);
  const printed = caseModifiers(reaction, [...casesOfAttack(tags), ...casesOfUser(defender, situation.engagement)]);
  const bareHands = reaction.group === "unarmed" && tags.has("weapons") && !printed.some(({ key }) => AGAINST_ARMS.has(key));
  return bareHands ? [...printed, modifier({ key: "unarmed-against-armed", source: "opponent", value: UNARMED_AGAINST_ARMED })] : printed;
}

function fromAttack(reaction: Maneuver, { maneuver, redirected = 0 }: AnsweredAttack): Modifier[] {
  const tags = reactionTags(reaction);
  const likeDodge = hasEffect(reaction, "dodgePenaltiesOnly");
  const value = effectsOf(maneuver, "defenderModifier").reduce((sum, effect) => {
    const dodgePenalty = likeDodge && effect.against === "evasion" && effect.value < 0;
    return tags.has(effect.against) || dodgePenalty ? sum + effect.value : sum;
  }, 0);
  return [
    modifier({ key: "attack-maneuver", source: "opponent", value }),
    modifier({ key: "redirected-attack", source: "opponent", value: -redirected }),
  ].filter((entry) => entry.value !== 0);
}

/** Dice of this reaction against one maneuver: Redirect against charges, grapples and the like. */
function versus(reaction: Maneuver, { maneuver }: AnsweredAttack): Modifier[] {
  const value = effectsOf(reaction, "versus")
    .filter(({ against, variant }) => against === maneuver.key && (variant === null || variant === maneuver.variant))
    .reduce((sum, effect) => sum + effect.value, 0);
  return value === 0 ? [] : [modifier({ key: "versus-maneuver", source: "maneuver", value })];
}

/** Evasions, and what counts as a dodge, suffer at close quarters; counterattacks suffer as attacks of their size. */
function closeQuarters(defender: Fighter, reaction: Maneuver, weapon: Weapon | null, { engagement }: Situation): Modifier[] {
  const range = engagement ?? 0;
  if (reaction.group === "evasion" || hasEffect(reaction, "dodgePenaltiesOnly")) {
    const dice = evasionDice(engagement);
    return dice === 0 ? [] : [circumstance({ key: "close-evasion", source: "engagement", value: dice, data: { range } })];
  }
  const size = combatSize(reaction, weapon, defender);
  const dice = isCounter(reaction) ? sizeDice(size, engagement) : 0;
  return dice === 0 ? [] : [circumstance({ key: "engagement", source: "engagement", value: dice, data: { size, range } })];
}
