import { RuleError } from "../errors";
import { STORY_PER_POWER } from "./prices";
import type { Purse } from "./types";

/**
 * Turns Story Points into Power Points, ten for one (Powers, Power Tiers).
 * @param count Power Points wanted, 1 or more
 * @throws {RuleError} `FATEWALKER.Error.BadNumber`, `FATEWALKER.Advancement.NotEnough`
 */
export function tradeStoryPoints(points: Purse, count = 1): Purse {
  if (!Number.isInteger(count) || count < 1) throw new RuleError("FATEWALKER.Error.BadNumber", { value: String(count) });
  const needed = count * STORY_PER_POWER;
  if (points.story < needed) throw new RuleError("FATEWALKER.Advancement.NotEnough", { needed, left: points.story });
  return { ...points, story: points.story - needed, power: points.power + count };
}

/** Power Points that the Story Points at hand would make (Powers, Power Tiers). */
export function powerPointsWithin(story: number): number {
  return Math.max(0, Math.floor(story / STORY_PER_POWER));
}
