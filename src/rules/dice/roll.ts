import { countPool } from "./faces";
import type { DegreeOfFailure, DegreeOfSuccess, DieResult, Face, Pool, RollResult } from "./types";

/**
 * Reads thrown faces die by die (0 to 9, one for each die of the pool, normal dice first; core rules, Dice).
 * @throws RuleError when the faces do not fit the pool
 */
export function readPool(pool: Pool, faces: readonly Face[]): RollResult {
  const { successes, degreeOfFailure } = countPool(pool, faces);
  const dice = faces.map((face, index): DieResult => {
    const wounded = index >= pool.normal;
    const tn = wounded ? pool.woundedTn : pool.tn;
    return { face, tn, wounded, success: face <= tn };
  });
  return { dice, successes, degreeOfFailure, outcome: degreeOf({ successes, degreeOfFailure, dice: dice.length }) };
}

/**
 * Name of a result: of the success with 1 or more successes, else of the failure. An empty pool is a complete failure,
 * although its degree is 0. `dice` is the number of dice thrown (core rules, Dice).
 */
export function degreeOf({ successes, degreeOfFailure, dice }: { readonly successes: number; readonly degreeOfFailure: number; readonly dice: number }): RollResult["outcome"] {
  if (successes > 0) return { kind: "success", degree: degreeOfSuccess(successes) };
  return { kind: "failure", degree: dice === 0 ? "complete" : degreeOfFailureName(degreeOfFailure) };
}

/** Localisation key of a degree, such as `FATEWALKER.Degree.Success.Total` (core rules, Dice). */
export function degreeLabel(outcome: RollResult["outcome"]): string {
  const name = outcome.degree.charAt(0).toUpperCase() + outcome.degree.slice(1);
  return `FATEWALKER.Degree.${outcome.kind === "success" ? "Success" : "Failure"}.${name}`;
}

function degreeOfSuccess(successes: number): DegreeOfSuccess {
  if (successes >= 4) return "exceptional";
  if (successes === 3) return "total";
  return successes === 2 ? "base" : "nearMiss";
}

function degreeOfFailureName(degree: number): DegreeOfFailure {
  if (degree >= 4) return "catastrophic";
  if (degree >= 2) return "dramatic";
  return degree === 1 ? "complete" : "nearMiss";
}
