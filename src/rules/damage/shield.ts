import { atLeastZero } from "../numbers";
import { diceCount, gather, maximum } from "./formula";
import type { DamageDice, DamagePool, ShieldOutcome, ShieldRule, ShieldState } from "./types";

/**
 * An energy shield takes dice out of a pool before they are rolled (Dramatic Scenes, Energy Shields). It triggers when the
 * largest total of the dice alone reaches Min Activation and some energy is left. Removed is the largest total that does not
 * pass the cap, the fewest dice among equals. `literal`: the cap is the lower of Max Absorb and half the energy, and the
 * energy drops by what was prevented; `charges`: the cap is Max Absorb, and every triggered hit spends one.
 */
export function applyShield(pool: DamagePool, shield: ShieldState, rule: ShieldRule): ShieldOutcome {
  const energy = atLeastZero(shield.energy);
  const cap = shieldCap(shield, rule);
  const untouched: ShieldOutcome = { triggered: false, removed: [], prevented: 0, energyAfter: energy, pool };
  if (pool.dice.length === 0 || cap === 0 || maximum(pool) < shield.minActivation) return untouched;
  const removed = largestWithin(pool.dice, cap);
  const prevented = maximum({ dice: removed });
  const left = pool.dice.map(({ count, value }) => ({ count: count - (removed.find((kind) => kind.value === value)?.count ?? 0), value }));
  return { triggered: true, removed, prevented, energyAfter: rule === "charges" ? energy - 1 : energy - prevented, pool: { ...pool, dice: gather(left) } };
}

/** Points that the shield can stop of the next hit (Dramatic Scenes, Energy Shields). */
export function shieldCap(shield: ShieldState, rule: ShieldRule): number {
  const energy = atLeastZero(shield.energy);
  if (rule === "charges") return energy > 0 ? atLeastZero(shield.maxAbsorb) : 0;
  return Math.min(atLeastZero(shield.maxAbsorb), Math.floor(energy / 2));
}

/** Energy after a recharge, every 6 ticks, never above the reserve (Dramatic Scenes, Energy Shields). */
export function rechargeShield(energy: number, recharge: number, reserve: number): number {
  return Math.max(atLeastZero(energy), Math.min(atLeastZero(reserve), atLeastZero(energy) + atLeastZero(recharge)));
}

function largestWithin(dice: readonly DamageDice[], cap: number): DamageDice[] {
  const [kind, ...others] = dice;
  if (kind === undefined) return [];
  let best: DamageDice[] = [];
  for (let count = 0; count <= kind.count && count * kind.value <= cap; count += 1) {
    const candidate = gather([{ count, value: kind.value }, ...largestWithin(others, cap - count * kind.value)]);
    if (isBetter(candidate, best)) best = candidate;
  }
  return best;
}

function isBetter(candidate: readonly DamageDice[], best: readonly DamageDice[]): boolean {
  const more = maximum({ dice: candidate }) - maximum({ dice: best });
  return more > 0 || (more === 0 && diceCount({ dice: candidate }) < diceCount({ dice: best }));
}
