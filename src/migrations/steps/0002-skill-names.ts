import { changeAt, changeEach, isRecord, renamed, withEntry } from "../records";
import type { MigrationStep, Source } from "../types";

/** Names of branches on the older pages, and what they are called now. */
const NAMES: readonly (readonly [string, string])[] = [
  ["weaponry", "melee"],
  ["fight", "unarmed"],
  ["physick", "medical"],
];

const nameOf = (skill: string): string => NAMES.find(([old]) => old === skill)?.[1] ?? skill;

const withNewNames = (record: Source): Source => NAMES.reduce((result, [old, name]) => renamed(result, old, name), record);

/** Requisites were a record (`{ fight: 3 }`); only in that shape may `weaponry` mean the branch and not the tree. */
function requisiteList(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  // Forms hand a list over as a record of indices: that is no earlier shape.
  if (entries.length === 0 || entries.every(([key]) => /^\d+$/.test(key))) return value;
  return entries.map(([skill, level]) => ({ skill: nameOf(skill), level }));
}

/** `"prowess(fight)"` was a whole roll. */
function rollOf(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const [, attribute, skill] = /^\s*([a-z]+)\s*\(\s*([a-z]*)\s*\)\s*$/i.exec(value) ?? [];
  if (attribute === undefined) return value;
  return { attribute: attribute.toLowerCase(), skill: skill === undefined || skill === "" ? null : nameOf(skill.toLowerCase()), modifier: 0, cases: [], base: null };
}

/** Skills are called what the skill page calls them: `melee`, `unarmed`, `medical`. */
export const skillNames: MigrationStep = {
  version: 2,
  actor(system) {
    const skills = changeAt(system, ["skills"], (trees) => changeEach(trees, (tree) => changeAt(tree, ["branches"], withNewNames)));
    return changeAt(skills, ["learning"], withNewNames);
  },
  item(system) {
    const named = withEntry(system, "requisites", requisiteList(system["requisites"]));
    const next = Object.hasOwn(system, "requisites") ? named : system;
    return Object.hasOwn(next, "roll") ? withEntry(next, "roll", rollOf(next["roll"])) : next;
  },
};
