import { buildPool } from "../dice/pool";
import { checkSupport, type SkillRank } from "../dice/support";
import type { Pool } from "../dice/types";
import { RuleError } from "../errors";
import type { Fighter } from "../fighter/types";
import type { AttributeKey, SkillKey } from "../keys";
import type { Modifier, RollChange } from "../modifiers/types";
import { attributeModifier, encumbranceModifiers } from "../modifiers/own";
import { totalDice } from "../modifiers/sum";
import type { TreeDots } from "../advancement/types";

/** A skill that somebody has and that may support a roll. */
export interface SupportSkill {
  /** `branch` for a branch, `branch:leaf` for a leaf. */
  readonly key: string;
  readonly tree: string;
  readonly branch: SkillKey;
  /** Id of the leaf; null: the branch itself. */
  readonly leaf: string | null;
  readonly rank: Exclude<SkillRank, "root">;
  /** Root, branch and leaf dots. */
  readonly tn: number;
}

interface SupportRights {
  /** Branches may support as well (Maker, Discipline). */
  readonly branches: boolean;
  /** Branch that the main roll is made with: it is no other skill. Null: none. */
  readonly main: SkillKey | null;
}

type Trees = Readonly<Record<string, TreeDots>>;

/** Every branch and leaf with a dot of its own, each branch before its leaves (core rules, Skills). */
function ownedSkills(trees: Trees): SupportSkill[] {
  return Object.entries(trees).flatMap(([tree, { value, branches }]) => Object.entries(branches).flatMap(([branch, own]): SupportSkill[] => {
    const leaves = Object.entries(own.leaves).filter(([, leaf]) => leaf.value > 0);
    return [
      ...(own.value > 0 ? [{ key: branch, tree, branch, leaf: null, rank: "branch" as const, tn: value + own.value }] : []),
      ...leaves.map(([id, leaf]) => ({ key: `${branch}:${id}`, tree, branch, leaf: id, rank: "leaf" as const, tn: value + own.value + leaf.value })),
    ];
  }));
}

/**
 * Skills that may support a roll: leaves, with Discipline branches too, but never the branch that is rolled. Which of them is related to it
 * the table says (core rules, Dice; Maker, Discipline).
 */
export function supportSkills(trees: Trees, { branches, main }: SupportRights): SupportSkill[] {
  return ownedSkills(trees).filter(({ rank, branch }) => rank === "leaf" || (branches && branch !== main));
}

/**
 * The skill of that key, where it may support (core rules, Dice).
 * @throws {RuleError} `FATEWALKER.Error.SupportNeedsLeaf`, `FATEWALKER.Error.NoSuchSupport`
 */
export function supportSkill(trees: Trees, key: string, rights: SupportRights): SupportSkill {
  const owned = ownedSkills(trees).find((skill) => skill.key === key);
  if (owned !== undefined) checkSupport(owned.rank, rights);
  const skill = supportSkills(trees, rights).find((other) => other.key === key);
  if (skill === undefined) throw new RuleError("FATEWALKER.Error.NoSuchSupport");
  return skill;
}

/**
 * Pool of a support roll: the attribute of the main roll with the supporting skill, the load on Agility rolls, and wounds as on every
 * roll of Attribute(Skill). What else is added to the main roll is not added here (core rules, Dice; docs/readings.md, Dice).
 */
export function supportPool(fighter: Fighter, attribute: AttributeKey, { branch, tn }: Pick<SupportSkill, "branch" | "tn">): Pool {
  return buildPool({ dice: totalDice([attributeModifier(fighter, attribute), ...encumbranceModifiers(fighter, branch)]), tn, penalty: fighter.woundPenalty });
}

/** A skill that supports a roll of an exchange, as its modifier says. */
export type SupportChange = Extract<RollChange, { kind: "support" }>;

/** Key of the modifier by which a skill supports a roll: one does at most (core rules, Dice). */
export const SUPPORT_KEY = "support";

/** A support roll as a modifier of the roll that it supports: no dice, but a roll of its own (core rules, Dice; Powers, Basic Will Expenditures). @param will points that it costs */
export function supportModifier(attribute: AttributeKey, { branch, tn }: Pick<SupportSkill, "branch" | "tn">, { name, will }: { readonly name: string; readonly will: number }): Modifier {
  return { key: SUPPORT_KEY, source: "support", label: "FATEWALKER.Modifier.Support", data: { name }, value: 0, enabled: true, optional: true, cost: { will }, change: { kind: "support", attribute, branch, tn } };
}

/** Pool of the support roll that a modifier stands for, with the wounds of the moment (core rules, Dice). */
export const supportRollPool = (fighter: Fighter, { attribute, branch, tn }: SupportChange): Pool => supportPool(fighter, attribute, { branch, tn });
