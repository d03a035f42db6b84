import type { Power, PowerDice } from "../fighter/types";
import type { Modifier } from "../modifiers/types";
import { atLeastZero } from "../numbers";
import { effectOf, paidEffects, type EffectOf, type Passives } from "./passive";
import { powerCost } from "./use";

/** What kind of roll it is, for the powers that add to some only. */
export interface PowerRoll {
  /** An answer to an attack: parry, block, dodge. */
  readonly defense: boolean;
  /** A Heal Wounds roll. */
  readonly healing: boolean;
  /** The skill's tree is a secondary one. */
  readonly secondary: boolean;
}

/** A roll of none of these kinds. */
export const PLAIN_ROLL: PowerRoll = { defense: false, healing: false, secondary: false };

/** Dice of a bonus; those of the user's Fate rating where it says so (Powers, Insight and Righteous Shield). */
export function powerDice(dice: PowerDice, fateRating: number): number {
  return dice === "fateRating" ? atLeastZero(fateRating) : dice;
}

/** Whether an effect's dice add to a roll made now (Powers, the Effect of each). */
export function addsTo(effect: EffectOf<"bonusDice">, roll: PowerRoll): boolean {
  switch (effect.on) {
    case "any":
      return true;
    case "healing":
      return roll.healing;
    case "defense":
      return roll.defense;
    case "secondarySkill":
      return roll.secondary;
    case "nextAction":
      return false;
  }
}

/**
 * The dice that powers may add to this roll, each off and with its cost: Driven to any, Willed Ahead to Heal Wounds, Righteous
 * Shield to a defence, Insight to a secondary skill (Powers). Only one of them can be on, which `checkExclusive` sees to.
 * @param powers name and rules of the powers that the roller has (or an ally's that may add to its roll)
 */
export function powerModifiers(powers: readonly { readonly name: string; readonly power: Power }[], roll: PowerRoll, fateRating: number): Modifier[] {
  return powers.flatMap(({ name, power }) => {
    const effect = power.active ? effectOf(paidEffects(power).filter((entry) => entry.kind !== "bonusDice" || addsTo(entry, roll)), "bonusDice") : null;
    return effect === null ? [] : [powerModifier(power, name, powerDice(effect.dice, fateRating), fateRating)];
  });
}

/** Dice that every hostile action against somebody loses (Powers, Faterunner IV); null: none. */
export function hostileModifier(target: Passives): Modifier | null {
  if (target.hostileDice === 0) return null;
  return { key: "hostile", source: "opponent", label: "FATEWALKER.Power.Hostile", value: target.hostileDice, enabled: true, optional: false };
}

/** Sources of penalties that come from surroundings and circumstances. */
const SURROUNDINGS: readonly Modifier["source"][] = ["situation", "range", "posture", "movement", "cover"];

/**
 * What Unshakeable gives back outside a fight: a die of the penalties of surroundings and circumstances that are on; null where
 * there is no such penalty (Powers, Will Abilities).
 */
export function situationRelief(modifiers: readonly Modifier[], passives: Passives, { combat }: { readonly combat: boolean }): Modifier | null {
  const penalty = modifiers.filter(({ enabled, value, source }) => enabled && value < 0 && SURROUNDINGS.includes(source)).reduce((sum, { value }) => sum - value, 0);
  const points = combat ? 0 : Math.min(penalty, passives.situationRelief);
  return points === 0 ? null : { key: "situation-relief", source: "custom", label: "FATEWALKER.Power.SituationRelief", value: points, enabled: true, optional: false };
}

function powerModifier(power: Power, name: string, value: number, fateRating: number): Modifier {
  const { will, fate } = powerCost(power, { fateRating });
  return {
    key: `power-${power.key}`, source: "power", label: "FATEWALKER.Power.Modifier", data: { name }, value, enabled: false, optional: true,
    cost: { ...(will === 0 ? {} : { will }), ...(fate === 0 ? {} : { fate }) },
  };
}
