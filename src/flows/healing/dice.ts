import { FatewalkerRoll } from "../../dice/roll";
import type { DamagePool, DamageRollResult } from "../../rules/damage/types";
import { readDamage } from "../../rules/damage/roll";
import { readPool } from "../../rules/dice/roll";
import type { Pool, RollResult } from "../../rules/dice/types";
import type { PublicRoll } from "../../rules/exchange/types";

/** A thrown pool with what a card shows of it. */
export interface Thrown {
  readonly successes: number;
  readonly result: RollResult;
  readonly roll: PublicRoll;
}

/** Throws a pool on this client, the one that commits; a pool without dice is legal and has no successes. */
export async function throwPool(pool: Pool): Promise<Thrown> {
  const roll = FatewalkerRoll.fromPool(pool);
  await roll.evaluate({ allowInteractive: false });
  const result = readPool(pool, roll.faces);
  const { successes, dice } = result;
  return {
    successes, result,
    roll: {
      id: "healing", roller: "attacker", kind: "pool", label: "", tn: pool.tn, woundedTn: pool.woundedTn, successes,
      dice: dice.map(({ face, wounded, success }) => ({ face, wounded, success, value: 1, penetrating: false })),
    },
  };
}

/** Throws damage dice on this client. */
export async function throwDamage(pool: DamagePool): Promise<{ readonly result: DamageRollResult; readonly roll: PublicRoll }> {
  const thrown = FatewalkerRoll.fromDamage(pool);
  await thrown.evaluate({ allowInteractive: false });
  const result = readDamage(pool, thrown.faces, 0);
  return {
    result,
    roll: {
      id: "damage", roller: "attacker", kind: "damage", label: "", tn: pool.tn, woundedTn: null, successes: result.points.ordinary + result.points.penetrating,
      dice: result.dice.map(({ face, success, value, penetrating }) => ({ face, success, value, penetrating, wounded: false })),
    },
  };
}
