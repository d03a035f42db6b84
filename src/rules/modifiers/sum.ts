import { HIGHEST_TN } from "../dice/pool";
import { RuleError } from "../errors";
import type { Fighter, Maneuver } from "../fighter/types";
import { clamp, whole } from "../numbers";
import type { Modifier } from "./types";

/** Of these sources one roll takes one at most: one trait and one support roll (core rules, Dice), one active power (Powers, Overview). */
const EXCLUSIVE = { trait: "OneTrait", power: "OnePower", support: "OneSupport" } as const;

/** Dice of all modifiers that are on; may be negative (core rules, Dice). */
export function totalDice(modifiers: readonly Modifier[]): number {
  return modifiers.reduce((sum, { enabled, value }) => (enabled ? sum + whole(value) : sum), 0);
}

/** TN of a maneuver: the skill, or the rating of an attribute that stands for one; 0 to 8. Modifiers never change it (core rules, Dice). */
export function tnFor(fighter: Fighter, maneuver: Maneuver): number {
  return maneuver.roll === null ? 0 : targetNumber(fighter, maneuver.roll.skill);
}

/** TN of Attribute(skill), where `skill` may also be an attribute, as in Prowess(Resilience) (core rules, Dice). */
export function targetNumber(fighter: Fighter, skill: string | null): number {
  if (skill === null) return 0;
  const attributes: Readonly<Record<string, number>> = fighter.attributes;
  return clamp(fighter.skills[skill] ?? attributes[skill] ?? 0, 0, HIGHEST_TN);
}

/** Switches one optional modifier; switching a trait, power or support roll on switches the others of its kind off. Others stay as they are (core rules, Dice). */
export function toggleModifier(modifiers: readonly Modifier[], key: string, enabled: boolean): Modifier[] {
  const chosen = modifiers.find((entry) => entry.key === key);
  if (chosen === undefined || !chosen.optional) return [...modifiers];
  return modifiers.map((entry) => {
    if (entry.key === key) return { ...entry, enabled };
    const rival = enabled && entry.source === chosen.source && entry.source in EXCLUSIVE;
    return rival && entry.enabled ? { ...entry, enabled: false } : entry;
  });
}

/**
 * Refuses a list with more than one trait, power or support roll switched on. The same power twice is one (core rules, Dice; Powers, Overview).
 * @throws RuleError `FATEWALKER.Error.OneTrait`, `FATEWALKER.Error.OnePower`, `FATEWALKER.Error.OneSupport`
 */
export function checkExclusive(modifiers: readonly Modifier[]): void {
  for (const [source, error] of Object.entries(EXCLUSIVE)) {
    const on = modifiers.filter((entry) => entry.enabled && entry.source === source);
    if (new Set(on.map((entry) => entry.key)).size > 1) throw new RuleError(`FATEWALKER.Error.${error}`);
  }
}
