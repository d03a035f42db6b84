import { supportValue } from "../dice/support";
import type { Pool } from "../dice/types";
import { poolResults } from "./results";
import type { Distribution } from "./types";

/** Chances of a roll by successes once its support roll has joined it: successes add, a degree of failure takes away down to 0 (core rules, Dice). */
export function supportedSuccesses(main: Distribution, support: Pool): Distribution {
  const chances: number[] = [];
  for (const { value, chance } of poolResults(support)) {
    main.forEach((share, count) => {
      const joint = Math.max(0, count + supportValue(value));
      chances[joint] = (chances[joint] ?? 0) + share * chance;
    });
  }
  return Array.from(chances, (chance) => chance ?? 0);
}
