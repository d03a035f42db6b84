import { degreeOf } from "../dice/roll";
import { poolSize } from "../dice/pool";
import type { Pool, RollResult } from "../dice/types";
import { successes } from "./distribution";
import type { Chance } from "./explore";

/** Highest degree of failure: a 9 on a die of TN 0. */
const WORST_DEGREE = 9;

/** Every result of a pool, with its dice left out: by successes, and without any by degree of failure (core rules, Dice). */
export function poolResults(pool: Pool): Chance<RollResult>[] {
  const hits = successes(pool).flatMap((chance, count) => (count === 0 || chance === 0 ? [] : [{ value: resultOf(pool, count, 0), chance }]));
  return [...failures(pool), ...hits];
}

/** Chances of 0 successes by degree: the smallest (face - TN) of all dice, which is at least some degree when every die is. */
function failures(pool: Pool): Chance<RollResult>[] {
  const atLeast = (degree: number): number => dieFailsBy(pool.tn, degree) ** pool.normal * dieFailsBy(pool.woundedTn, degree) ** pool.wounded;
  if (poolSize(pool) === 0) return [{ value: resultOf(pool, 0, 0), chance: 1 }];
  return Array.from({ length: WORST_DEGREE }, (_, index) => index + 1).flatMap((degree) => {
    const chance = atLeast(degree) - atLeast(degree + 1);
    return chance === 0 ? [] : [{ value: resultOf(pool, 0, degree), chance }];
  });
}

/** Chance that a die shows its TN and `degree` or more. */
function dieFailsBy(tn: number, degree: number): number {
  return Math.max(0, 10 - tn - degree) / 10;
}

function resultOf(pool: Pool, count: number, degreeOfFailure: number): RollResult {
  return { dice: [], successes: count, degreeOfFailure, outcome: degreeOf({ successes: count, degreeOfFailure, dice: poolSize(pool) }) };
}
