import { SKILL_DOTS } from "../../../config/skills";
import type { ActorData } from "../../../data/actor/base";
import type { SkillBranch, SkillTree } from "../../../data/actor/skills";
import { say, sayOr } from "../../../helpers/text";
import { ATTRIBUTE_KEYS, type AttributeKey } from "../../../rules/keys";

/** Dots of one root, branch or leaf; `path` is where they are stored. */
export interface DotsContext {
  readonly path: string;
  readonly value: number;
  readonly max: number;
  readonly label: string;
  readonly spoken: string;
  readonly dots: readonly { readonly number: number; readonly filled: boolean }[];
}

interface LeafContext {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly dots: DotsContext;
  readonly targetNumber: number;
}

interface BranchContext {
  readonly key: string;
  readonly name: string;
  readonly label: string;
  readonly path: string;
  readonly dots: DotsContext;
  readonly targetNumber: number;
  readonly learning: number;
  readonly rollHint: string;
  readonly leaves: readonly LeafContext[];
}

export interface SkillsContext {
  readonly attributes: readonly { readonly key: AttributeKey; readonly label: string; readonly chosen: boolean }[];
  readonly trees: readonly {
    readonly key: string;
    readonly name: string;
    readonly label: string;
    readonly path: string;
    readonly primary: boolean;
    readonly dots: DotsContext;
    readonly branches: readonly BranchContext[];
  }[];
}

/** The skill trees with dots and Target Numbers; `attribute` is what a click on a skill rolls with. */
export function skillsContext(data: ActorData, attribute: AttributeKey): SkillsContext {
  const learning = data.learning as Readonly<Record<string, number>>;
  return {
    attributes: ATTRIBUTE_KEYS.map((key) => ({ key, label: say(`FATEWALKER.Attribute.${key}`), chosen: key === attribute })),
    trees: Object.entries(data.skills as Readonly<Record<string, SkillTree>>).map(([key, tree]) => {
      const path = `system.skills.${key}`;
      const name = treeName(key, tree.label);
      return {
        key, name, path,
        label: tree.label,
        primary: tree.primary,
        dots: dotsOf(`${path}.value`, tree.value, Math.max(SKILL_DOTS.root, tree.value), name),
        branches: Object.entries(tree.branches).map(([branchKey, branch]) => branchOf(`${path}.branches.${branchKey}`, branchKey, branch, tree, data, learning[branchKey] ?? 0)),
      };
    }),
  };
}

/** What a tree is called: the label that the group gave it, else the translated name of its key. */
export const treeName = (key: string, label: string): string => (label === "" ? sayOr(`FATEWALKER.Tree.${key}`, key) : label);

/** What a branch is called: the label that the group gave it, else the translated name of its key. */
export const skillName = (key: string, label = ""): string => (label === "" ? sayOr(`FATEWALKER.Skill.${key}`, key) : label);

function branchOf(path: string, key: string, branch: SkillBranch, tree: SkillTree, data: ActorData, learning: number): BranchContext {
  const name = skillName(key, branch.label);
  const targetNumber = data.derived.skills[key] ?? 0;
  return {
    key, name, path, targetNumber, learning,
    label: branch.label,
    dots: dotsOf(`${path}.value`, branch.value, SKILL_DOTS.branch, name),
    rollHint: say("FATEWALKER.Sheet.RollSkill", { skill: name, tn: targetNumber }),
    leaves: Object.entries(branch.leaves).map(([id, leaf]) => ({
      id,
      name: leaf.name,
      path: `${path}.leaves.${id}`,
      dots: dotsOf(`${path}.leaves.${id}.value`, leaf.value, SKILL_DOTS.leaf, leaf.name === "" ? say("FATEWALKER.Sheet.NewLeaf") : leaf.name),
      targetNumber: Math.min(SKILL_DOTS.highest, tree.value + branch.value + leaf.value),
    })),
  };
}

function dotsOf(path: string, value: number, max: number, label: string): DotsContext {
  return {
    path, value, max, label,
    spoken: say("FATEWALKER.Sheet.DotsOf", { name: label, value, max }),
    dots: Array.from({ length: max }, (_dot, index) => ({ number: index + 1, filled: index < value })),
  };
}
