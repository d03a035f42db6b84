import { absorb, subtractParry, totalPoints } from "../damage/absorb";
import { diceCount } from "../damage/formula";
import type { DamagePool } from "../damage/types";
import { atLeastZero } from "../numbers";

/** Chance of a damage die to show 0, which always succeeds and penetrates. */
const ZERO = 0.1;

/** Chances by ordinary (first index) and penetrating points (second). */
type PointChances = readonly (readonly number[])[];

/** Chance of every total of a damage roll, in points; flat ones count when there is a die to roll. */
export function damageTotals(pool: DamagePool, flat: number): number[] {
  return pointsTaken(pool, { flat, parry: [1], absorbing: 0 });
}

/**
 * Chance of every number of points that get through: rolled and flat points, less the parry (chances of its totals), less Absorb.
 */
export function pointsTaken(pool: DamagePool, { flat, parry, absorbing }: { readonly flat: number; readonly parry: readonly number[]; readonly absorbing: number }): number[] {
  if (diceCount(pool) === 0) return [1];
  const taken: number[] = [];
  rollChances(pool).forEach((row, rolled) => {
    row.forEach((chance, penetrating) => {
      if (chance === 0) return;
      parry.forEach((parryChance, parried) => {
        const points = subtractParry({ ordinary: rolled + atLeastZero(flat), penetrating }, parried);
        const left = totalPoints(points) === 0 ? 0 : absorb(points, absorbing).left;
        taken[left] = (taken[left] ?? 0) + chance * parryChance;
      });
    });
  });
  return Array.from(taken, (chance) => chance ?? 0);
}

function rollChances(pool: DamagePool): PointChances {
  let chances: PointChances = [[1]];
  for (const { count, value } of pool.dice) for (let die = 0; die < count; die += 1) chances = addDie(chances, value, pool.tn / 10);
  return chances;
}

/** `ordinary` is the chance of a success that does not penetrate. */
function addDie(chances: PointChances, value: number, ordinary: number): PointChances {
  const rows = chances.length + value;
  const columns = (chances[0]?.length ?? 0) + value;
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) =>
      (chances[row]?.[column] ?? 0) * (1 - ordinary - ZERO)
      + (chances[row - value]?.[column] ?? 0) * ordinary
      + (chances[row]?.[column - value] ?? 0) * ZERO));
}
