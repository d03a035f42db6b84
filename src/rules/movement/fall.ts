import type { DamagePool } from "../damage/types";

/** Metres that one falls unhurt. */
const HARMLESS_METRES = 2;
const FALL_TN = 5;

/**
 * Damage of a fall: 1x1 @5 for every full metre beyond 2, physical, one source (core rules, House defaults).
 * @param metres 0 or more
 */
export function fallDamage(metres: number): DamagePool {
  const count = Math.max(0, Math.floor(metres - HARMLESS_METRES + 1e-6));
  return { dice: count === 0 ? [] : [{ count, value: 1 }], tn: FALL_TN, ladder: "standard" };
}
