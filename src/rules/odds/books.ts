import { totalPoints, type Stopped } from "../damage/absorb";
import type { DamagePool } from "../damage/types";
import type { Pool, RollResult } from "../dice/types";
import type { BlowResult, BlowRoll, RollBook } from "../exchange/journal";
import { CONSCIOUSNESS_SUCCESSES } from "../exchange/thresholds";
import type { DamagePurpose, PoolPurpose, RollRequest } from "../exchange/types";
import { blowResults, damageTotals, pointsTaken, type Against } from "./damage";
import type { Chance, Draw } from "./explore";
import { poolResults } from "./results";

type Roller = RollRequest["roller"];

/** Parry damage that somebody asked for while a blow was worked out. */
interface ParryAsked {
  readonly pool: DamagePool;
  readonly flat: number;
}

/** What a book of the odds needs to know of the exchange. */
export interface BookSettings {
  /** Chances of what the parry takes off where all its successes go together; null: of the parry as it is asked for. */
  readonly parry?: readonly number[] | null;
  /** Something depends on the points before Absorb (a headbutt's recoil); else only what gets through is told apart. */
  readonly pointsMatter?: boolean;
}

/** Finds out what stands against a blow, parry included, without a die being thrown. */
abstract class AskingBook {
  readonly requests: readonly RollRequest[] = [];
  readonly #parry: readonly number[] | null;
  #asked: ParryAsked | null = null;

  constructor({ parry = null }: BookSettings = {}) {
    this.#parry = parry;
  }

  missing(): RollRequest[] {
    return [];
  }

  /** Only parries ask for damage by itself: remembered, and left open, so that the blow takes its chances in. */
  damage(_id: string, _purpose: DamagePurpose, _roller: Roller, pool: DamagePool, flat: number): null {
    this.#asked = { pool, flat };
    return null;
  }

  /** Chances of the totals of a parry; `[1]` without one. */
  parryChances(parried: BlowRoll["parried"]): readonly number[] {
    this.#asked = null;
    const known = parried();
    const asked = this.#asked as ParryAsked | null;
    if (asked !== null) return this.#parry ?? damageTotals(asked.pool, asked.flat);
    return known === null || known === "missing" ? [1] : [...new Array<number>(totalPoints(known)).fill(0), 1];
  }

  protected against({ flat, parried, absorbing }: BlowRoll): Against {
    return { flat, parry: this.parryChances(parried), absorbing };
  }
}

/** Gives an exchange every result that its rolls can have, one after the other, as `draw` takes them. */
export class ChanceBook extends AskingBook implements RollBook {
  readonly #draw: Draw;
  readonly #pointsMatter: boolean;

  constructor(draw: Draw, settings: BookSettings = {}) {
    super(settings);
    this.#draw = draw;
    this.#pointsMatter = settings.pointsMatter === true;
  }

  pool(_id: string, purpose: PoolPurpose, _roller: Roller, pool: Pool): RollResult {
    return this.#draw(() => (purpose === "consciousness" ? staysOrNot(poolResults(pool)) : poolResults(pool)));
  }

  /** Targets that read the same dice with the same pool get the same result; others are drawn for themselves, which leaves each one's own chances as they are. */
  shared(id: string, purpose: PoolPurpose, roller: Roller, pools: readonly Pool[]): RollResult[] {
    const drawn = new Map<string, RollResult>();
    return pools.map((pool) => {
      const key = JSON.stringify(pool);
      const result = drawn.get(key) ?? this.pool(id, purpose, roller, pool);
      drawn.set(key, result);
      return result;
    });
  }

  blow(roll: BlowRoll): BlowResult {
    const result = this.#draw(() => (this.#pointsMatter ? blowResults(roll.pool, this.against(roll)) : byThrough(pointsTaken(roll.pool, this.against(roll)))));
    return { rolled: { flat: 0, points: result.points }, parried: false, ...result };
  }
}

/** Works an exchange out up to its first blow and keeps what that one asks for. */
export class BlowBook extends AskingBook implements RollBook {
  /** The dice of the blow and what stands against it; null: none was struck. */
  asked: { readonly pool: DamagePool; readonly against: Against } | null = null;

  pool(): null {
    return null;
  }

  shared(): null {
    return null;
  }

  blow(roll: BlowRoll): null {
    this.asked ??= { pool: roll.pool, against: this.against(roll) };
    return null;
  }
}

function byThrough(chances: readonly number[]): Chance<Stopped>[] {
  return chances.map((chance, through) => ({ value: { points: { ordinary: 0, penetrating: through }, absorbed: 0, through }, chance }));
}

/** Whether somebody stays awake is all that counts of that roll. */
function staysOrNot(results: readonly Chance<RollResult>[]): Chance<RollResult>[] {
  const part = (stays: boolean): Chance<RollResult>[] => {
    const those = results.filter(({ value }) => value.successes >= CONSCIOUSNESS_SUCCESSES === stays);
    const [first] = those;
    return first === undefined ? [] : [{ value: first.value, chance: those.reduce((sum, { chance }) => sum + chance, 0) }];
  };
  return [...part(false), ...part(true)];
}
