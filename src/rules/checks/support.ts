import { buildPool } from "../dice/pool";
import { checkSupport, type SkillRank } from "../dice/support";
import type { Pool } from "../dice/types";
import { RuleError } from "../errors";
import type { Fighter } from "../fighter/types";
import type { AttributeKey, SkillKey } from "../keys";
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
