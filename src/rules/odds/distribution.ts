import { poolSize } from "../dice/pool";
import type { Pool } from "../dice/types";

/** Faces of one die. */
const FACES = 10;

/** Chance of each number of successes, 0 to all dice, exact by convolution; an empty pool always has 0 (core rules, Dice). */
export function successes(pool: Pool): number[] {
  let chances: number[] = [1];
  for (let die = 0; die < poolSize(pool); die += 1) chances = addDie(chances, chanceOfDie(die < pool.normal ? pool.tn : pool.woundedTn));
  return chances;
}

/** Chance of at least `wanted` successes (core rules, Dice). */
export function atLeast(pool: Pool, wanted: number): number {
  return tail(successes(pool), wanted);
}

/** Sum of the chances from `from` on (core rules, Dice). */
export function tail(chances: readonly number[], from: number): number {
  return Math.min(1, chances.slice(Math.max(0, from)).reduce((sum, chance) => sum + chance, 0));
}

/** Expected value of a distribution over 0, 1, 2 .. (core rules, Dice). */
export function mean(chances: readonly number[]): number {
  return chances.reduce((sum, chance, value) => sum + chance * value, 0);
}

/** Chance that one die shows its TN or less (core rules, Dice). */
export function chanceOfDie(tn: number): number {
  return (tn + 1) / FACES;
}

function addDie(chances: readonly number[], success: number): number[] {
  return Array.from({ length: chances.length + 1 }, (_, count) => (chances[count] ?? 0) * (1 - success) + (chances[count - 1] ?? 0) * success);
}
