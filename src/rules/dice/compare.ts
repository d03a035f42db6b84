import type { RollResult } from "./types";

/**
 * Order of two results of one roll: negative when the first is better. More successes win; without any, the smaller degree of
 * failure (core rules, Dice).
 */
export function compareRolls(first: RollResult, second: RollResult): number {
  return second.successes - first.successes || first.degreeOfFailure - second.degreeOfFailure;
}

/** The better of two results; the first one on a tie (Powers, Intrepid III). */
export function betterRoll(first: RollResult, second: RollResult): RollResult {
  return compareRolls(first, second) <= 0 ? first : second;
}
