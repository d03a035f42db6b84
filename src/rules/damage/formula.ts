import { HIGHEST_TN } from "../dice/pool";
import { RuleError } from "../errors";
import type { Ladder } from "../keys";
import { atLeastZero, clamp } from "../numbers";
import type { DamageDice, DamagePool } from "./types";

const PART = /^(\d{1,3})\s*[x×]\s*(\d{1,3})$/i;

/** Dice of a formula; `tn` null where it names none. */
export interface DamageFormula {
  readonly dice: readonly DamageDice[];
  readonly tn: number | null;
}

/**
 * Reads `3x3/3x1`, `8x1` or `5x1 @6`: dice by value, at most two kinds, and the damage TN after `@` (Dramatic Scenes, Damage Dice).
 * @throws RuleError `FATEWALKER.Error.DamageFormula`, `FATEWALKER.Error.DamageValue` (a value that is not odd),
 * `FATEWALKER.Error.DamageKinds` (more than two kinds of dice)
 */
export function parseDamage(text: string): DamageFormula {
  const [formula, tn, ...rest] = text.split("@").map((part) => part.trim());
  if (formula === undefined || rest.length > 0 || (tn !== undefined && !/^\d{1,2}$/.test(tn))) throw unreadable(text);
  const dice = formula.split("/").map((part): DamageDice => {
    const match = PART.exec(part.trim());
    if (match === null) throw unreadable(text);
    return { count: Number(match[1]), value: Number(match[2]) };
  });
  return { dice: arrange(dice, text), tn: tn === undefined ? null : clamp(Number(tn), 0, HIGHEST_TN) };
}

/** Writes a pool as the tables do, lowest value first: `3x1/3x3 @5`; an empty one reads `0x1` (Dramatic Scenes, Damage Dice). */
export function formatDamage(pool: { readonly dice: readonly DamageDice[]; readonly tn: number | null }): string {
  const dice = pool.dice.length === 0 ? "0x1" : pool.dice.map(({ count, value }) => `${count}x${value}`).join("/");
  return pool.tn === null ? dice : `${dice} @${pool.tn}`;
}

/**
 * A pool from a formula, or from dice that a table row lists. `tn` is the damage TN and never passes 8; where it is null the
 * formula's own counts (Dramatic Scenes, Damage Dice; readings, section 10).
 * @throws RuleError like `parseDamage`
 */
export function damagePool({ formula, tn, ladder }: { readonly formula: string | readonly DamageDice[]; readonly tn: number | null; readonly ladder: Ladder }): DamagePool {
  const parsed: DamageFormula = typeof formula === "string" ? parseDamage(formula) : { dice: arrange(formula, JSON.stringify(formula)), tn: null };
  return { dice: parsed.dice, tn: clamp(tn ?? parsed.tn ?? 0, 0, HIGHEST_TN), ladder };
}

/** Number of damage dice to throw (Dramatic Scenes, Damage Dice). */
export function diceCount(pool: { readonly dice: readonly DamageDice[] }): number {
  return pool.dice.reduce((sum, { count }) => sum + count, 0);
}

/** Points that a pool deals when every die succeeds, flat points aside (Dramatic Scenes, Damage Dice). */
export function maximum(pool: { readonly dice: readonly DamageDice[] }): number {
  return pool.dice.reduce((sum, { count, value }) => sum + count * value, 0);
}

/** Dice of one value together, empty kinds dropped, lowest value first (Dramatic Scenes, Damage Dice). */
export function gather(dice: readonly DamageDice[]): DamageDice[] {
  const byValue = new Map<number, number>();
  for (const { count, value } of dice) byValue.set(value, (byValue.get(value) ?? 0) + atLeastZero(count));
  return [...byValue]
    .filter(([, count]) => count > 0)
    .map(([value, count]) => ({ count, value }))
    .sort((one, other) => one.value - other.value);
}

function arrange(dice: readonly DamageDice[], text: string): DamageDice[] {
  const gathered = gather(dice);
  const wrong = gathered.find(({ value }) => !Number.isInteger(value) || value < 1 || value % 2 === 0);
  if (wrong !== undefined) throw new RuleError("FATEWALKER.Error.DamageValue", { formula: text, value: wrong.value });
  if (gathered.length > 2) throw new RuleError("FATEWALKER.Error.DamageKinds", { formula: text });
  return gathered;
}

function unreadable(text: string): RuleError {
  return new RuleError("FATEWALKER.Error.DamageFormula", { formula: text });
}
