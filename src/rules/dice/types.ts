/** The dice of Fatewalker: ten-siders read 0 to 9; a die succeeds at or under its Target Number (core rules, Dice). */

/** A face, 0 to 9. */
export type Face = number;

/**
 * A pool ready to roll. `normal` dice succeed at `tn`, `wounded` dice at `woundedTn` = floor(tn / 2)
 * (Dramatic Scenes, Wound Penalties and Wounded Dice). Both counts may be 0: a legal roll without successes.
 */
export interface Pool {
  readonly normal: number;
  readonly wounded: number;
  /** 0 to 8. */
  readonly tn: number;
  readonly woundedTn: number;
}

/** One die after a roll. */
export interface DieResult {
  readonly face: Face;
  readonly tn: number;
  readonly wounded: boolean;
  readonly success: boolean;
}

/** Names of the degrees of success: 1, 2, 3, 4 or more successes. */
export type DegreeOfSuccess = "nearMiss" | "base" | "total" | "exceptional";
/** Names of the degrees of failure: 0, 1, 2-3, 4 or more; an empty pool reads `complete`. */
export type DegreeOfFailure = "nearMiss" | "complete" | "dramatic" | "catastrophic";

export interface RollResult {
  /** Normal dice first, then wounded ones. */
  readonly dice: readonly DieResult[];
  readonly successes: number;
  /** Only with 0 successes: the smallest (face - that die's own TN); else 0. */
  readonly degreeOfFailure: number;
  readonly outcome: { readonly kind: "success"; readonly degree: DegreeOfSuccess } | { readonly kind: "failure"; readonly degree: DegreeOfFailure };
}

/** Gives `count` faces, 0 to 9. Passed in: the rules never call a random generator of their own. */
export type FaceSource = (count: number) => readonly Face[];
