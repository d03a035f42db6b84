import { fixedPool } from "../dice/pool";
import type { Pool } from "../dice/types";
import type { Fighter } from "../fighter/types";
import { ATTRIBUTE_KEYS, type SkillKey } from "../keys";
import { targetNumber, totalDice } from "../modifiers/sum";
import type { Modifier } from "../modifiers/types";
import { poolWithChanges, withRaisedTn } from "../powers/roll-changes";

/** What a roll is made against: a skill, an attribute in its place as in Prowess(Resilience), or a fixed TN as in Awareness(4). */
export type CheckTarget = { readonly kind: "skill"; readonly skill: SkillKey | null } | { readonly kind: "fixed"; readonly tn: number };

/** True for an attribute that stands where a skill does (core rules, Dice). */
export function isAttributeTarget(target: CheckTarget): boolean {
  return target.kind === "skill" && ATTRIBUTE_KEYS.some((key) => key === target.skill);
}

/**
 * Pool of a check outside an exchange. Wounds touch rolls of Attribute(Skill), never fixed TNs nor an attribute in the
 * skill's place (Dramatic Scenes, Wound Penalties and Wounded Dice; readings, section 10).
 * @param modifiers all of them, the attribute's dice included
 * @param penalty wound penalty in force, 0 or more; left out: the fighter's own
 */
export function checkPool({ fighter, target, modifiers, penalty = fighter.woundPenalty }: { readonly fighter: Fighter; readonly target: CheckTarget; readonly modifiers: readonly Modifier[]; readonly penalty?: number }): Pool {
  const dice = totalDice(modifiers);
  if (target.kind === "fixed") return withRaisedTn(fixedPool({ dice, tn: target.tn }), modifiers);
  const tn = targetNumber(fighter, target.skill);
  return poolWithChanges({ dice, tn, penalty: isAttributeTarget(target) ? 0 : penalty }, modifiers);
}
