import { RuleError } from "../errors";
import type { SkillKey } from "../keys";
import { HIGHEST_SKILL } from "./prices";
import type { Buyer, TargetNumberChange, TreeDots } from "./types";

/**
 * The tree of that key (core rules, Skills).
 * @throws {RuleError} `FATEWALKER.Advancement.NoSuchSkill`
 */
export function treeIn(buyer: Buyer, key: string): TreeDots {
  const tree = Object.hasOwn(buyer.skills, key) ? buyer.skills[key] : undefined;
  if (tree === undefined) throw new RuleError("FATEWALKER.Advancement.NoSuchSkill", { skill: key });
  return tree;
}

/** The branch of that key in a tree (core rules, Skills). @throws {RuleError} `FATEWALKER.Advancement.NoSuchSkill` */
export function branchIn(tree: TreeDots, key: SkillKey): TreeDots["branches"][SkillKey] {
  const branch = Object.hasOwn(tree.branches, key) ? tree.branches[key] : undefined;
  if (branch === undefined) throw new RuleError("FATEWALKER.Advancement.NoSuchSkill", { skill: key });
  return branch;
}

/** Dots of a leaf, 0 for one that nobody has invented yet (core rules, Skills). */
export function leafDots(branch: TreeDots["branches"][SkillKey], leaf: string): number {
  return Object.hasOwn(branch.leaves, leaf) ? branch.leaves[leaf]?.value ?? 0 : 0;
}

/** TN of a branch: root, branch and best leaf (core rules, Skills). */
export function skillTargetNumber(tree: TreeDots, branch: SkillKey): number {
  const { value, leaves } = branchIn(tree, branch);
  return tree.value + value + Math.max(0, ...Object.values(leaves).map((leaf) => leaf.value));
}

/** TNs of a tree's branches that differ after a purchase (core rules, Skills). */
export function changedTargetNumbers(before: TreeDots, after: TreeDots): TargetNumberChange[] {
  return Object.keys(before.branches)
    .map((skill) => ({ skill, from: skillTargetNumber(before, skill), to: skillTargetNumber(after, skill) }))
    .filter(({ from, to }) => from !== to);
}

/**
 * Refuses dots that would pass the highest TN: 7, or what Perfection allows in its tree (core rules, Skills; Powers, Perfection).
 * @throws {RuleError} `FATEWALKER.Advancement.HighestTn`
 */
export function checkTargetNumbers(changes: readonly TargetNumberChange[], most: number = HIGHEST_SKILL): void {
  if (changes.some(({ to }) => to > most)) throw new RuleError("FATEWALKER.Advancement.HighestTn", { most });
}

/** The buyer with one more dot in a tree's root (core rules, Skills). */
export function withRoot(buyer: Buyer, key: string): Buyer {
  const tree = treeIn(buyer, key);
  return { ...buyer, skills: { ...buyer.skills, [key]: { ...tree, value: tree.value + 1 } } };
}

/** The buyer with one more dot in a branch (core rules, Skills). */
export function withBranch(buyer: Buyer, treeKey: string, key: SkillKey): Buyer {
  const tree = treeIn(buyer, treeKey);
  const branch = branchIn(tree, key);
  return { ...buyer, skills: { ...buyer.skills, [treeKey]: { ...tree, branches: { ...tree.branches, [key]: { ...branch, value: branch.value + 1 } } } } };
}

/** The buyer with one more dot in a leaf, which may be new (core rules, Skills). */
export function withLeaf(buyer: Buyer, treeKey: string, branchKey: SkillKey, key: string): Buyer {
  const tree = treeIn(buyer, treeKey);
  const branch = branchIn(tree, branchKey);
  const leaf = { ...branch.leaves[key], value: leafDots(branch, key) + 1 };
  return { ...buyer, skills: { ...buyer.skills, [treeKey]: { ...tree, branches: { ...tree.branches, [branchKey]: { ...branch, leaves: { ...branch.leaves, [key]: leaf } } } } } };
}
