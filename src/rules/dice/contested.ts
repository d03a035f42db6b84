import { whole } from "../numbers";

/** Who takes a contest without net successes: `first` (an attack), `second` (a dodge), or nobody. */
export type ContestTies = "first" | "second" | "nobody";

export interface Contest {
  /** Successes of the first less those of the second. */
  readonly net: number;
  readonly winner: "first" | "second" | null;
}

/**
 * Two rolls against each other: the difference in successes decides (Dramatic Scenes, The Attack Roll; Powers, Truth).
 * @param successes those of the first and of the second, 0 or more
 */
export function contest(successes: { readonly first: number; readonly second: number }, ties: ContestTies = "nobody"): Contest {
  const net = whole(successes.first) - whole(successes.second);
  if (net !== 0) return { net, winner: net > 0 ? "first" : "second" };
  return { net, winner: ties === "nobody" ? null : ties };
}
