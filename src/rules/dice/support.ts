import { RuleError } from "../errors";
import { degreeOf } from "./roll";
import type { RollResult } from "./types";

/**
 * How a support roll helps: its successes join those of the main roll (`successes`, the rule), or they are dice on it
 * (`dice`, as some tables play it). Its degree of failure takes away in either case (core rules, Dice).
 */
export type SupportRule = "successes" | "dice";

export const DEFAULT_SUPPORT_RULE: SupportRule = "successes";

/** Place of a skill in its tree. */
export type SkillRank = "root" | "branch" | "leaf";

/** What a support roll is worth: its successes, or minus its degree of failure. In successes or in dice, as the table's rule says (core rules, Dice). */
export function supportValue(support: RollResult): number {
  return support.successes > 0 ? support.successes : -support.degreeOfFailure;
}

/**
 * Successes of the main roll with those of its support roll, 0 at least. The dice stay as they fell; without a success left
 * the degree of failure is that of the main dice, which is 0 when some of them had succeeded (core rules, Dice).
 */
export function supported(main: RollResult, support: RollResult): RollResult {
  const successes = Math.max(0, main.successes + supportValue(support));
  const degreeOfFailure = successes > 0 ? 0 : main.degreeOfFailure;
  return { ...main, successes, degreeOfFailure, outcome: degreeOf({ successes, degreeOfFailure, dice: main.dice.length }) };
}

/**
 * Refuses a skill that cannot support: only a leaf can, and a branch for whom Discipline allows it (Powers, Basic Will
 * Expenditures; Maker, Discipline). The point of Will it costs is `willExpense("support")`.
 * @throws {RuleError} `FATEWALKER.Error.SupportNeedsLeaf`
 */
export function checkSupport(rank: SkillRank, { branches = false }: { readonly branches?: boolean } = {}): void {
  if (rank === "leaf" || (rank === "branch" && branches)) return;
  throw new RuleError("FATEWALKER.Error.SupportNeedsLeaf");
}
