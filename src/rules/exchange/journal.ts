import { diceCount } from "../damage/formula";
import { readDamage } from "../damage/roll";
import type { DamagePool, DamageRollResult } from "../damage/types";
import { poolSize } from "../dice/pool";
import { readPool } from "../dice/roll";
import type { Face, Pool, RollResult } from "../dice/types";
import type { RollRequest } from "./types";

type Purpose<Kind extends "pool" | "damage"> = Extract<RollRequest["roll"], { kind: Kind }>["purpose"];

/** Reads the rolls that were thrown and asks for those that are missing. */
export class Journal {
  readonly #faces: Readonly<Record<string, readonly Face[]>>;
  /** Every roll that the exchange has come to, thrown or not, in order. */
  readonly requests: RollRequest[] = [];

  constructor(faces: Readonly<Record<string, readonly Face[]>>) {
    this.#faces = faces;
  }

  /** Result of a roll; null, and asked for, while nobody has thrown it. */
  pool(id: string, purpose: Purpose<"pool">, roller: RollRequest["roller"], pool: Pool): RollResult | null {
    return this.shared(id, purpose, roller, [pool])?.[0] ?? null;
  }

  /**
   * One throw that several targets read: the largest of their pools is thrown, and each reads as many of its dice as its own pool
   * has, from the first one. Null while nobody has thrown it.
   */
  shared(id: string, purpose: Purpose<"pool">, roller: RollRequest["roller"], pools: readonly Pool[]): readonly RollResult[] | null {
    const largest = pools.reduce<Pool | null>((most, pool) => (most === null || poolSize(pool) > poolSize(most) ? pool : most), null);
    if (largest === null) return [];
    this.requests.push({ id, roll: { kind: "pool", purpose, pool: largest }, roller });
    const faces = this.#thrown(id);
    return faces === null ? null : pools.map((pool) => readPool(pool, faces.slice(0, poolSize(pool))));
  }

  /** Like `pool`, for damage with its flat points. */
  damage(id: string, purpose: Purpose<"damage">, roller: RollRequest["roller"], pool: DamagePool, flat: number): DamageRollResult | null {
    this.requests.push({ id, roll: { kind: "damage", purpose, pool }, roller });
    const faces = this.#thrown(id);
    return faces === null ? null : readDamage(pool, faces, flat);
  }

  /** Rolls that are still to be thrown. */
  missing(): RollRequest[] {
    return this.requests.filter(({ id }) => this.#thrown(id) === null);
  }

  #thrown(id: string): readonly Face[] | null {
    return Object.hasOwn(this.#faces, id) ? (this.#faces[id] ?? null) : null;
  }
}

/** Dice that a request asks for. */
export function requestedDice({ roll }: RollRequest): number {
  return roll.kind === "damage" ? diceCount(roll.pool) : poolSize(roll.pool);
}
