import type { DamagePool } from "../rules/damage/types";
import type { Face, Pool } from "../rules/dice/types";
import { FatewalkerDie, WOUNDED_FLAVOR } from "./die";

/** A roll of D9s: a skill pool, a damage pool, or any formula a person typed (`6dztn4`). */
export class FatewalkerRoll extends foundry.dice.Roll {
  /** A skill pool: normal dice, then wounded ones at their own TN. An empty pool is `0dztn<TN>`, a legal roll. */
  static fromPool(pool: Pool): FatewalkerRoll {
    const normal = `${pool.normal}dztn${pool.tn}`;
    return new FatewalkerRoll(pool.wounded > 0 ? `${normal} + ${pool.wounded}dztn${pool.woundedTn}[${WOUNDED_FLAVOR}]` : normal);
  }

  /** A damage pool: every kind of dice counts its successes times its value. */
  static fromDamage(pool: DamagePool): FatewalkerRoll {
    const parts = pool.dice.filter(({ count }) => count > 0).map(({ count, value }) => `${count}dztn${pool.tn} * ${value}`);
    return new FatewalkerRoll(parts.length > 0 ? parts.join(" + ") : `0dztn${pool.tn}`);
  }

  /** Faces of all dice in order, 0 to 9; only once the roll is evaluated. */
  get faces(): Face[] {
    return this.dice.flatMap((die) => die.results.map(({ result }) => FatewalkerDie.face(result)));
  }
}
