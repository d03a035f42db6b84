import type { Fighter, Maneuver } from "../fighter/types";
import type { SkillKey } from "../keys";

/** A skill that a maneuver asks for and its user lacks: `level` wanted, `has` at hand. */
export interface MissingRequisite {
  readonly skill: SkillKey;
  readonly level: number;
  readonly has: number;
}

/** Every requisite that is not met; the hand shield's own count where the maneuver says so (Actions and Maneuvers, Combat Maneuvers). */
export function missingRequisites(maneuver: Maneuver, fighter: Fighter): MissingRequisite[] {
  const shield = maneuver.requisitePerShield ? (fighter.handShield?.requisites ?? []) : [];
  return [...maneuver.requisites, ...shield]
    .map(({ skill, level }) => ({ skill, level, has: fighter.skills[skill] ?? 0 }))
    .filter(({ level, has }) => has < level);
}

/** Penalty dice for missing requisites, 0 or more: of several only the larger shortfall (Actions and Maneuvers, Combat Maneuvers). */
export function shortfall(maneuver: Maneuver, fighter: Fighter): number {
  return Math.max(0, ...missingRequisites(maneuver, fighter).map(({ level, has }) => level - has));
}
