import { SKILL_DOTS, SKILL_TREES } from "../../config/skills";
import { SchemaField, TypedObjectField, WholeField, flag, isRecordKey, text } from "../fields";

/** `skills.<tree>.{label, primary, value, branches.<branch>.{label, value, leaves.<id>.{name, value}}}`: dots, not TNs. */
export const skillsField = () =>
  new TypedObjectField(
    new SchemaField({
      label: text(),
      primary: flag(true),
      value: new WholeField({ max: SKILL_DOTS.perfectRoot }),
      branches: new TypedObjectField(
        new SchemaField({
          label: text(),
          value: new WholeField({ max: SKILL_DOTS.branch }),
          leaves: new TypedObjectField(new SchemaField({ name: text(), value: new WholeField({ max: SKILL_DOTS.leaf }) }), { validateKey: isRecordKey }),
        }),
        { validateKey: isRecordKey },
      ),
    }),
    { required: true, nullable: false, validateKey: isRecordKey, initial: defaultSkills },
  );

export interface SkillLeaf {
  name: string;
  value: number;
}
export interface SkillBranch {
  label: string;
  value: number;
  leaves: Record<string, SkillLeaf>;
}
export interface SkillTree {
  label: string;
  primary: boolean;
  value: number;
  branches: Record<string, SkillBranch>;
}

/** The trees of a new character, without dots. An empty label shows the translated name of the key. */
export function defaultSkills(): Record<string, SkillTree> {
  return Object.fromEntries(
    Object.entries(SKILL_TREES).map(([tree, { primary, branches }]) => [
      tree,
      { label: "", primary, value: 0, branches: Object.fromEntries(branches.map((branch) => [branch, { label: "", value: 0, leaves: {} }])) },
    ]),
  );
}

/**
 * TN of every branch: root + branch + the best leaf's dots, at most 8; a tree's own key gives its root
 * (core rules, Skills).
 */
export function targetNumbers(skills: Readonly<Record<string, SkillTree>>): Record<string, number> {
  const numbers: Record<string, number> = {};
  for (const [treeKey, tree] of Object.entries(skills)) {
    numbers[treeKey] = tree.value;
    for (const [branchKey, branch] of Object.entries(tree.branches)) {
      const bestLeaf = Math.max(0, ...Object.values(branch.leaves).map((leaf) => leaf.value));
      numbers[branchKey] = Math.min(SKILL_DOTS.highest, tree.value + branch.value + bestLeaf);
    }
  }
  return numbers;
}
