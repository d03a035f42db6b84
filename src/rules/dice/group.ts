import { whole } from "../numbers";

/**
 * How several who roll for one thing are counted: `best` the best of them does it (a search), `sum` all work together
 * (a door), `worst` the weakest gives it away (sneaking).
 */
export type GroupRule = "best" | "sum" | "worst";

/** Successes of a group, 0 or more; 0 for nobody (no page; docs/readings.md, Dice). */
export function groupSuccesses(successes: readonly number[], rule: GroupRule): number {
  const counted = successes.map((value) => Math.max(0, whole(value)));
  if (counted.length === 0) return 0;
  switch (rule) {
    case "best":
      return Math.max(...counted);
    case "worst":
      return Math.min(...counted);
    case "sum":
      return counted.reduce((total, value) => total + value, 0);
  }
}
