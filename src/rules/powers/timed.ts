import type { StatusId } from "../keys";
import { isOutOfIt } from "../modifiers/situation";
import type { Modifier } from "../modifiers/types";
import type { EffectOf } from "./passive";

/** Dice that wait for somebody's next action (Powers, Boon). Plain data. */
export interface WaitingDice {
  readonly dice: number;
  /** Last tick on which they count. */
  readonly until: number;
}

/**
 * Dice that a power gives to next actions: to the party without its user, within so many ticks (Powers, Boon).
 * @param party ids of the user's party, the user included or not
 * @returns dice by id
 */
export function boon(effect: EffectOf<"bonusDice">, { user, party, now, dice }: { readonly user: string; readonly party: readonly string[]; readonly now: number; readonly dice: number }): Readonly<Record<string, WaitingDice>> {
  const others = effect.who === "self" ? [user] : party.filter((id) => effect.who === "selfOrAlly" || id !== user);
  return Object.fromEntries(others.map((id) => [id, { dice, until: now + (effect.within ?? 0) }]));
}

/** The waiting dice as a modifier of an action now; null when they are over (Powers, Boon). */
export function waitingModifier(waiting: WaitingDice, now: number): Modifier | null {
  return now > waiting.until ? null : { key: "boon", source: "power", label: "FATEWALKER.Power.Boon", value: waiting.dice, enabled: true, optional: true };
}

/** Rage after a Normal Wound (Powers, Berserker). Plain data. */
export interface Berserk {
  /** Last tick on which it counts. */
  readonly until: number;
}

/** Berserk from now on, when a hit put at least one X or / into the Normal chart or beyond; null when it did not (Powers, Berserker). @param boxes new Normal and Mortal boxes */
export function goBerserk(effect: EffectOf<"berserk">, boxes: number, now: number): Berserk | null {
  return boxes > 0 ? { until: now + effect.ticks } : null;
}

/**
 * Dice of a berserk fighter: more on the next attack, which ends it, fewer on every defence before that, both for 20 ticks at most
 * (Powers, Berserker; readings, section 10). Null when there is nothing.
 */
export function berserkModifier(effect: EffectOf<"berserk">, state: Berserk | null, { attack, now }: { readonly attack: boolean; readonly now: number }): Modifier | null {
  if (state === null || now > state.until) return null;
  return { key: "berserk", source: "custom", label: "FATEWALKER.Power.Berserk", value: attack ? effect.attack : effect.defense, enabled: true, optional: false };
}

/** One of two whom a power binds for a fight. */
export interface Bound {
  readonly statuses: readonly StatusId[];
  /** Still takes part in the fight. */
  readonly inFight: boolean;
}

/**
 * Whether what binds the two lasts: until one is dead, incapacitated or out of the fight (Powers, Fate's End), or the enemy is
 * defeated or the fight over (Powers, Justice).
 */
export function bondLasts(user: Bound, target: Bound): boolean {
  return [user, target].every(({ statuses, inFight }) => inFight && !isOutOfIt(statuses));
}
