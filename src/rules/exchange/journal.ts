import { stop, totalPoints, type Stopped } from "../damage/absorb";
import { diceCount } from "../damage/formula";
import { readDamage } from "../damage/roll";
import type { DamagePoints, DamagePool, DamageRollResult } from "../damage/types";
import { poolSize } from "../dice/pool";
import { readPool } from "../dice/roll";
import type { Face, Pool, RollResult } from "../dice/types";
import { facesAfter, partSize, rerolledPart, rerollId } from "./rerolls";
import type { PowerAct, RollRequest } from "./types";

export type Purpose<Kind extends "pool" | "damage"> = Extract<RollRequest["roll"], { kind: Kind }>["purpose"];

/** The damage dice of a blow and what stops it. */
export interface BlowRoll {
  readonly id: string;
  readonly purpose: Purpose<"damage">;
  readonly roller: RollRequest["roller"];
  readonly pool: DamagePool;
  /** Points that count when there is a die to roll. */
  readonly flat: number;
  /** Damage that a parry takes off: null without one, `"missing"` while its dice are not thrown. */
  readonly parried: () => DamagePoints | null | "missing";
  /** Points of Absorb. */
  readonly absorbing: number;
  /** Points that count in the place of what the dice show; null or missing: the dice. */
  readonly corrected?: number | null;
}

/** A blow that was rolled: as thrown, and what is left of it. `parried`: a parry took part. */
export interface BlowResult extends Stopped {
  readonly rolled: Pick<DamageRollResult, "flat" | "points">;
  readonly parried: boolean;
}

/**
 * Where the results of rolls come from while an exchange is worked out: from dice that were thrown (`Journal`), or one after the other
 * from every way that they can fall (`ChanceBook` of the odds). Null: not thrown yet.
 */
export interface RollBook {
  /** Every roll that the exchange has come to, thrown or not, in order. */
  readonly requests: readonly RollRequest[];
  readonly pool: (id: string, purpose: Purpose<"pool">, roller: RollRequest["roller"], pool: Pool) => RollResult | null;
  readonly shared: (id: string, purpose: Purpose<"pool">, roller: RollRequest["roller"], pools: readonly Pool[]) => readonly RollResult[] | null;
  readonly damage: (id: string, purpose: Purpose<"damage">, roller: RollRequest["roller"], pool: DamagePool, flat: number) => Pick<DamageRollResult, "flat" | "points"> | null;
  readonly blow: (roll: BlowRoll) => BlowResult | null;
  readonly missing: () => RollRequest[];
}

/** Reads the rolls that were thrown and asks for those that are missing. */
export class Journal implements RollBook {
  readonly #faces: Readonly<Record<string, readonly Face[]>>;
  readonly #acts: readonly PowerAct[];
  /** Every roll that the exchange has come to, thrown or not, in order; a roll that is made again for itself. */
  readonly requests: RollRequest[] = [];
  /** Throws of a roll that were made again, by its id, first one first. */
  readonly earlier = new Map<string, { readonly power: string; readonly faces: readonly Face[] }[]>();
  readonly #final = new Map<string, readonly Face[]>();

  constructor(faces: Readonly<Record<string, readonly Face[]>>, acts: readonly PowerAct[] = []) {
    this.#faces = faces;
    this.#acts = acts;
  }

  /** The dice of a roll that count, after all that was made again; null: not thrown, or not all of it. */
  facesOf(id: string): readonly Face[] | null {
    return this.#final.get(id) ?? null;
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
    const faces = this.#settled({ id, roll: { kind: "pool", purpose, pool: largest }, roller });
    return faces === null ? null : pools.map((pool) => readPool(pool, faces.slice(0, poolSize(pool))));
  }

  /** Like `pool`, for damage with its flat points. */
  damage(id: string, purpose: Purpose<"damage">, roller: RollRequest["roller"], pool: DamagePool, flat: number): DamageRollResult | null {
    const faces = this.#settled({ id, roll: { kind: "damage", purpose, pool }, roller });
    return faces === null ? null : readDamage(pool, faces, flat);
  }

  /** Damage dice of a blow, less its parry and Absorb. */
  blow({ id, purpose, roller, pool, flat, parried, absorbing, corrected = null }: BlowRoll): BlowResult | null {
    const thrown = this.damage(id, purpose, roller, pool, flat);
    const parry = parried();
    if (thrown === null || parry === "missing") return null;
    const rolled = corrected === null ? thrown : { flat: thrown.flat, points: correctedPoints(thrown.points, corrected) };
    return { rolled, parried: parry !== null, ...stop(rolled.points, { parried: parry === null ? 0 : totalPoints(parry), absorbing }) };
  }

  /** Rolls that are still to be thrown. */
  missing(): RollRequest[] {
    return this.requests.filter(({ id }) => this.#thrown(id) === null);
  }

  /** The dice of a request after every power that made it be rolled again; null while dice are missing (Powers, Universal Fate Powers). */
  #settled(request: RollRequest): readonly Face[] | null {
    const { id, roll, roller } = request;
    this.requests.push(request);
    let faces = this.#thrown(id);
    if (faces === null) return null;
    let time = 0;
    for (const act of this.#acts) {
      if (act.kind !== "reroll" || act.roll !== id) continue;
      const part = rerolledPart(roll, faces, act.rule);
      time += 1;
      if (partSize(part) === 0) continue;
      const again = rerollId(id, time);
      this.requests.push({ id: again, roll: part, roller });
      const thrown = this.#thrown(again);
      if (thrown === null) return null;
      this.earlier.set(id, [...(this.earlier.get(id) ?? []), { power: act.name, faces }]);
      faces = facesAfter(roll, faces, { rule: act.rule, thrown });
    }
    this.#final.set(id, faces);
    return faces;
  }

  #thrown(id: string): readonly Face[] | null {
    return Object.hasOwn(this.#faces, id) ? (this.#faces[id] ?? null) : null;
  }
}

/** Other points in the place of those that were thrown: what is missing or too much are ordinary ones, as long as there are any. */
function correctedPoints({ penetrating }: DamagePoints, total: number): DamagePoints {
  const left = Math.min(penetrating, total);
  return { ordinary: total - left, penetrating: left };
}

/** Dice that a request asks for (Dramatic Scenes, Declaration vs Resolution). */
export function requestedDice({ roll }: RollRequest): number {
  return roll.kind === "damage" ? diceCount(roll.pool) : poolSize(roll.pool);
}
