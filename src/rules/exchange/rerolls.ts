import { totalPoints } from "../damage/absorb";
import { diceCount } from "../damage/formula";
import { readDamage } from "../damage/roll";
import type { DamagePool } from "../damage/types";
import { betterRoll } from "../dice/compare";
import { poolSize } from "../dice/pool";
import type { RerollRule } from "../dice/reroll";
import { readPool } from "../dice/roll";
import type { Face, Pool } from "../dice/types";
import type { RollRequest } from "./types";

type Thrown = RollRequest["roll"];

/** Id of the n-th time, from 1, that a roll is made again (Powers, Intrepid). */
export const rerollId = (id: string, time: number): string => `${id}~${time}`;

/** True for the dice of a roll that is made again (Powers, Intrepid). */
export const isReroll = (id: string): boolean => id.includes("~");

/** Which of the dice that lie there failed, in order (Powers, Intrepid). */
export function failedDice(roll: Thrown, faces: readonly Face[]): boolean[] {
  const dice: readonly { readonly success: boolean }[] = roll.kind === "pool" ? readPool(roll.pool, faces).dice : readDamage(roll.pool, faces, 0).dice;
  return dice.map(({ success }) => !success);
}

/** The dice that are thrown again: all of them, or those that failed, wounded ones staying wounded (Powers, Universal Fate Powers). */
export function rerolledPart(roll: Thrown, faces: readonly Face[], rule: RerollRule): Thrown {
  if (rule.dice === "all") return roll;
  const failed = failedDice(roll, faces);
  if (roll.kind === "pool") return { ...roll, pool: failedPool(roll.pool, failed) };
  return { ...roll, pool: failedDamage(roll.pool, failed) };
}

function failedPool(pool: Pool, failed: readonly boolean[]): Pool {
  const count = (part: readonly boolean[]): number => part.filter(Boolean).length;
  return { ...pool, normal: count(failed.slice(0, pool.normal)), wounded: count(failed.slice(pool.normal)) };
}

function failedDamage(pool: DamagePool, failed: readonly boolean[]): DamagePool {
  let from = 0;
  const dice = pool.dice.map(({ count, value }) => {
    const part = failed.slice(from, from + count);
    from += count;
    return { count: part.filter(Boolean).length, value };
  });
  return { ...pool, dice };
}

/** Dice that a part of a roll throws (Powers, Intrepid). */
export function partSize(roll: Thrown): number {
  return roll.kind === "pool" ? poolSize(roll.pool) : diceCount(roll.pool);
}

/** The dice that count after a roll was made again (Powers, Intrepid I to IV). @param thrown as many new faces as `rerolledPart` has dice */
export function facesAfter(roll: Thrown, faces: readonly Face[], { rule, thrown }: { readonly rule: RerollRule; readonly thrown: readonly Face[] }): readonly Face[] {
  const rest = [...thrown];
  const fresh = rule.dice === "all" ? rest : failedDice(roll, faces).map((failed, index) => (failed ? rest.shift() : undefined) ?? faces[index] ?? 9);
  return rule.keep === "better" && !isBetter(roll, faces, fresh) ? faces : fresh;
}

function isBetter(roll: Thrown, before: readonly Face[], after: readonly Face[]): boolean {
  if (roll.kind === "pool") {
    const first = readPool(roll.pool, before);
    return betterRoll(first, readPool(roll.pool, after)) !== first;
  }
  return totalPoints(readDamage(roll.pool, after, 0).points) > totalPoints(readDamage(roll.pool, before, 0).points);
}
