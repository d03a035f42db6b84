import { stop, type Stopped } from "../damage/absorb";
import { diceCount } from "../damage/formula";
import type { DamagePool } from "../damage/types";
import { atLeastZero } from "../numbers";
import type { Chance } from "./explore";

/** Chance of a damage die to show 0, which always succeeds and penetrates. */
const ZERO = 0.1;

/** What decides the points of a blow once its dice are known. */
export interface Against {
  /** Points that count when there is a die to roll. */
  readonly flat: number;
  /** Chances of the totals that a parry takes off; `[1]` without one. */
  readonly parry: readonly number[];
  /** Points of Absorb. */
  readonly absorbing: number;
}

/** Chance of every total of a damage roll, in points; flat ones count when there is a die to roll (Dramatic Scenes, Damage Dice). */
export function damageTotals(pool: DamagePool, flat: number): number[] {
  return pointsTaken(pool, { flat, parry: [1], absorbing: 0 });
}

/**
 * Chance of every number of points that get through: rolled and flat points, less the parry, less Absorb
 * (Dramatic Scenes, Armor and Armor Penetration).
 */
export function pointsTaken(pool: DamagePool, against: Against): number[] {
  const taken: number[] = [];
  stopped(pool, against, ({ through }, chance) => { taken[through] = (taken[through] ?? 0) + chance; });
  return Array.from(taken, (chance) => chance ?? 0);
}

/** Every way that a blow can come out, by its points after the parry, ordinary and penetrating (Dramatic Scenes, Damage Dice). */
export function blowResults(pool: DamagePool, against: Against): Chance<Stopped>[] {
  const found = new Map<string, { readonly value: Stopped; chance: number }>();
  stopped(pool, against, (value, chance) => {
    const key = `${value.points.ordinary} ${value.points.penetrating}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { value, chance });
    else known.chance += chance;
  });
  return [...found.values()];
}

/** Goes through all that a roll can show and a parry can take off it. */
function stopped(pool: DamagePool, { flat, parry, absorbing }: Against, each: (result: Stopped, chance: number) => void): void {
  const counted = diceCount(pool) === 0 ? 0 : atLeastZero(flat);
  rollChances(pool).forEach((row, rolled) => {
    row.forEach((chance, penetrating) => {
      if (chance === 0) return;
      const points = { ordinary: rolled + counted, penetrating };
      for (let parried = 0; parried < parry.length; parried += 1) {
        const parryChance = parry[parried] ?? 0;
        if (parryChance > 0) each(stop(points, { parried, absorbing }), chance * parryChance);
      }
    });
  });
}

/** Chances by ordinary (first index) and penetrating points (second), which together never pass the dice. */
function rollChances(pool: DamagePool): number[][] {
  let chances: number[][] = [[1]];
  for (const { count, value } of pool.dice) for (let die = 0; die < count; die += 1) chances = addDie(chances, value, pool.tn / 10);
  return chances;
}

/** `ordinary` is the chance of a success that does not penetrate. */
function addDie(chances: readonly (readonly number[])[], value: number, ordinary: number): number[][] {
  const most = chances.length - 1 + value;
  const sum = Array.from({ length: most + 1 }, (_, row) => new Array<number>(most + 1 - row).fill(0));
  const add = (row: number, column: number, chance: number): void => {
    const into = sum[row];
    if (into !== undefined) into[column] = (into[column] ?? 0) + chance;
  };
  chances.forEach((columns, row) => {
    columns.forEach((chance, column) => {
      if (chance === 0) return;
      add(row, column, chance * (1 - ordinary - ZERO));
      add(row + value, column, chance * ordinary);
      add(row, column + value, chance * ZERO);
    });
  });
  return sum;
}
