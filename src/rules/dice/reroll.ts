import { betterRoll } from "./compare";
import { checkFaces } from "./faces";
import { readPool } from "./roll";
import type { Face, Pool, RollResult } from "./types";

/** Which dice are thrown again, and which result stands (Powers, Intrepid). */
export interface RerollRule {
  readonly dice: "all" | "failures";
  readonly keep: "new" | "better";
}

/** Number of dice that a reroll throws: all of the roll, or those that failed (Powers, Universal Fate Powers). */
export function rerollSize(roll: RollResult, rule: RerollRule): number {
  return rule.dice === "all" ? roll.dice.length : roll.dice.filter((die) => !die.success).length;
}

/**
 * A roll after it was made again: the whole pool (`all`) or its failed dice in their order (`failures`), with wounded dice
 * staying wounded. `keep` `new`: the new result stands even when it is worse; `better`: whichever is better
 * (Powers, Universal Fate Powers).
 * @param pool the pool of the first roll
 * @param faces the new faces, 0 to 9, as many as `rerollSize` says
 * @throws {RuleError} `FATEWALKER.Error.FaceCount` or `FaceValue` when the faces do not fit
 */
export function reroll({ pool, roll, rule, faces }: { readonly pool: Pool; readonly roll: RollResult; readonly rule: RerollRule; readonly faces: readonly Face[] }): RollResult {
  checkFaces(faces, rerollSize(roll, rule));
  const fresh = readPool(pool, rule.dice === "all" ? faces : replaceFailures(roll, faces));
  return rule.keep === "new" ? fresh : betterRoll(roll, fresh);
}

function replaceFailures(roll: RollResult, faces: readonly Face[]): Face[] {
  const rest = [...faces];
  return roll.dice.map((die) => (die.success ? die.face : rest.shift() ?? die.face));
}
