import { RuleError } from "../errors";
import type { Face } from "./types";

/**
 * Refuses faces that do not belong to a roll (core rules, Dice).
 * @throws RuleError `FATEWALKER.Error.FaceCount`, `FATEWALKER.Error.FaceValue`
 */
export function checkFaces(faces: readonly Face[], expected: number): void {
  if (faces.length !== expected) throw new RuleError("FATEWALKER.Error.FaceCount", { expected, given: faces.length });
  for (const face of faces) {
    if (!(face >= 0 && face <= 9) || face !== Math.trunc(face)) throw new RuleError("FATEWALKER.Error.FaceValue", { face: String(face) });
  }
}
