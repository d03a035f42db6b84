import type { Ladder } from "../keys";
import { atLeastZero, whole } from "../numbers";
import { gather } from "./formula";
import type { DamageDice, DamagePool } from "./types";

/** Distance between two steps: 1 3 5 7 ..., buckshot 1 5 9 13 ... */
const STEP: Readonly<Record<Ladder, number>> = { standard: 2, buckshot: 4 };

/** What one step does: how many dice of a kind can take it in a row, and to which value; `to` null: they leave the pool. */
interface Rung {
  readonly from: DamageDice;
  readonly to: number | null;
}

/**
 * Promotes dice, `steps` times: a die of the lower kind becomes one of the higher kind; once all are alike the next value of the
 * ladder opens (Dramatic Scenes, Promoting/Demoting Damage Dice). So there are never more than two kinds, also where the two
 * values are no neighbours on the ladder. A pool without dice stays empty.
 */
export function promote(pool: DamagePool, steps: number): DamagePool {
  return climb(pool, atLeastZero(steps), (dice) => {
    const [low, high] = dice;
    if (low === undefined) return null;
    return { from: low, to: high === undefined ? valueAbove(low.value, pool.ladder) : high.value };
  });
}

/** Demotes dice, `steps` times: highest first, to the lower kind or the next value down; dice that are all worth 1 are removed (Dramatic Scenes, Promoting/Demoting Damage Dice). */
export function demote(pool: DamagePool, steps: number): DamagePool {
  return climb(pool, atLeastZero(steps), (dice) => {
    const high = dice.at(-1);
    if (high === undefined) return null;
    return { from: high, to: dice.at(-2)?.value ?? valueBelow(high.value, pool.ladder) };
  });
}

/** Net change: positive promotes, negative demotes (Dramatic Scenes, Promoting/Demoting Damage Dice). */
export function shift(pool: DamagePool, net: number): DamagePool {
  return net >= 0 ? promote(pool, net) : demote(pool, -whole(net));
}

/** Goes up or down by whole kinds: until its last die has moved, each step takes one more die of the same kind the same way. */
function climb(pool: DamagePool, steps: number, rungOf: (dice: readonly DamageDice[]) => Rung | null): DamagePool {
  let dice = gather(pool.dice);
  let left = steps;
  while (left > 0) {
    const rung = rungOf(dice);
    if (rung === null) break;
    const moving = Math.min(left, rung.from.count);
    dice = move(dice, rung, moving);
    left -= moving;
  }
  return { ...pool, dice };
}

function move(dice: readonly DamageDice[], { from, to }: Rung, moving: number): DamageDice[] {
  const changed = dice.map((kind) => (kind.value === from.value ? { ...kind, count: kind.count - moving } : kind));
  return gather(to === null ? changed : [...changed, { count: moving, value: to }]);
}

function valueAbove(value: number, ladder: Ladder): number {
  return 1 + STEP[ladder] * (Math.floor((value - 1) / STEP[ladder]) + 1);
}

function valueBelow(value: number, ladder: Ladder): number | null {
  return value <= 1 ? null : 1 + STEP[ladder] * (Math.ceil((value - 1) / STEP[ladder]) - 1);
}
