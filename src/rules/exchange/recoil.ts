import { absorb, totalPoints } from "../damage/absorb";
import type { DamagePoints } from "../damage/types";
import type { Fighter, Maneuver } from "../fighter/types";
import { helmetBonus } from "../maneuvers/kind";
import { atLeastZero } from "../numbers";

/**
 * Points that a maneuver which hurts its user (headbutt) deals back: its share of the damage dealt, rounded down, without what the
 * attacker's own helmet added; a helmet on the target adds its rating; the attacker's armor counts only under a helmet.
 * Null for every other maneuver. `points` are those of the hit before `targetAbsorb` (Actions and Maneuvers, Headbutt).
 */
export function recoilPoints({ maneuver, attacker, target, points, targetAbsorb }: {
  readonly maneuver: Maneuver;
  readonly attacker: Fighter;
  readonly target: Fighter;
  readonly points: DamagePoints;
  readonly targetAbsorb: number;
}): number | null {
  const share = maneuver.effects.reduce((sum, effect) => (effect.kind === "selfDamage" ? sum + effect.share : sum), 0);
  if (share <= 0) return null;
  const helmets = usesHelmets(maneuver);
  const own = { ...points, ordinary: Math.max(0, points.ordinary - helmetBonus(maneuver, attacker)) };
  const dealt = totalPoints(own) === 0 ? 0 : absorb(own, targetAbsorb).left;
  const back = Math.floor(dealt * share) + (helmets ? atLeastZero(target.helmet) : 0);
  return absorb({ ordinary: back, penetrating: 0 }, helmets && attacker.helmet <= 0 ? 0 : attacker.protection.absorb).left;
}

/** True where armor counts only on a side that wears a helmet (Actions and Maneuvers, Headbutt). */
export function usesHelmets(maneuver: Maneuver): boolean {
  return maneuver.effects.some((effect) => effect.kind === "helmet");
}
