import { SKILL_TREES } from "../../src/config/skills";
import { exactly, listOf, oneOf, whole, type Shape } from "./shape";

export const targetNumber = whole(0, 8);

/** Key of a branch of any skill tree. */
export const skillKey = oneOf(Object.values(SKILL_TREES).flatMap(({ branches }) => branches));

/** Skills that something asks of its user, from a least level on. */
export function requisites(least: number): Shape {
  return listOf(exactly({ skill: skillKey, level: whole(least, 8) }));
}
