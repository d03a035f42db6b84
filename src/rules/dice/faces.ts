import { RuleError } from "../errors";
import { poolSize } from "./pool";
import type { Face, Pool, RollResult } from "./types";

/** What a roll comes to, without its single dice. */
export type PoolCount = Pick<RollResult, "successes" | "degreeOfFailure">;

/**
 * Refuses faces that do not belong to a roll: one from 0 to 9 for each die (core rules, Dice).
 * @throws RuleError `FATEWALKER.Error.FaceCount`, `FATEWALKER.Error.FaceValue`
 */
export function checkFaces(faces: readonly Face[], expected: number): void {
  if (faces.length !== expected) throw new RuleError("FATEWALKER.Error.FaceCount", { expected, given: faces.length });
  for (const face of faces) if (!isFace(face)) throw notAFace(face);
}

/**
 * Counts thrown faces (0 to 9, one for each die of the pool, normal dice first) in one pass; where single dice are shown `readPool` names
 * them (core rules, Dice).
 * @throws RuleError like `checkFaces`
 */
export function countPool(pool: Pool, faces: readonly Face[]): PoolCount {
  const { length } = faces;
  if (length !== poolSize(pool)) checkFaces(faces, poolSize(pool));
  let successes = 0;
  let closest = 9;
  for (let die = 0; die < length; die += 1) {
    const face = faces[die] ?? NaN;
    if (!isFace(face)) throw notAFace(face);
    const over = face - (die < pool.normal ? pool.tn : pool.woundedTn);
    if (over <= 0) successes += 1;
    else if (over < closest) closest = over;
  }
  return { successes, degreeOfFailure: successes > 0 || length === 0 ? 0 : closest };
}

function isFace(face: Face): boolean {
  return face >= 0 && face <= 9 && face === Math.trunc(face);
}

function notAFace(face: Face): RuleError {
  return new RuleError("FATEWALKER.Error.FaceValue", { face: String(face) });
}
