import { checkFaces } from "../dice/faces";
import type { Face } from "../dice/types";
import { atLeastZero } from "../numbers";
import { diceCount } from "./formula";
import type { DamageDieResult, DamagePool, DamageRollResult } from "./types";

/**
 * Reads thrown damage dice (faces 0 to 9, one for each die, cheapest dice first). Successes that show 0 penetrate; flat points
 * are ordinary and count only when at least one die was left to roll (Dramatic Scenes, Armor Penetration; readings D2).
 * @throws RuleError when the faces do not fit the pool
 */
export function readDamage(pool: DamagePool, faces: readonly Face[], flat: number): DamageRollResult {
  checkFaces(faces, diceCount(pool));
  const values = pool.dice.flatMap(({ count, value }) => Array.from({ length: count }, () => value));
  const dice = values.map((value, index): DamageDieResult => {
    const face = faces[index] ?? 9;
    const success = face <= pool.tn;
    return { face, value, success, penetrating: success && face === 0 };
  });
  const counted = dice.length === 0 ? 0 : atLeastZero(flat);
  return { dice, flat: counted, points: { ordinary: counted + sum(dice.filter((die) => die.success && !die.penetrating)), penetrating: sum(dice.filter((die) => die.penetrating)) } };
}

function sum(dice: readonly DamageDieResult[]): number {
  return dice.reduce((total, { value }) => total + value, 0);
}
