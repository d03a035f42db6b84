import { RuleError } from "../errors";

/** Target Number of the initiative roll: Awareness dice against 4 (Dramatic Scenes, Initiative). */
export const INITIATIVE_TN = 4;

/** What successes are taken from. */
export const INITIATIVE_BASE = 10;

/**
 * First Action Tick of a fighter: 10 + penalty - successes, at least 1 (Dramatic Scenes, Initiative and Surprise).
 * Someone who comes late adds the current tick, which `join` does.
 * @param successes successes of Awareness(4), 0 or more
 * @param penalty ticks that surprise costs, 0 or more
 * @returns ticks, 1 or more
 * @throws {RuleError} `FATEWALKER.Error.BadNumber` when either is not a whole number of 0 or more
 */
export function initiative(successes: number, penalty = 0): number {
  if (!Number.isInteger(successes) || successes < 0) throw new RuleError("FATEWALKER.Error.BadNumber", { value: String(successes) });
  if (!Number.isInteger(penalty) || penalty < 0) throw new RuleError("FATEWALKER.Error.BadNumber", { value: String(penalty) });
  return Math.max(1, INITIATIVE_BASE + penalty - successes);
}
