import type { DiceTerm, DiceTermResult } from "./dice-term";
import { Die } from "./die";
import type { Roll } from "./roll";
import { diceConfig, rollClass, RollTerm, type EvaluationOptions, type TermOptions } from "./roll-term";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

export class ParentheticalTerm extends RollTerm {
  term: string;
  roll: Roll | null;
  static override SERIALIZE_ATTRIBUTES = ["term", "roll"];

  constructor(data: { term: string; roll?: Roll | Data | null; options?: TermOptions }) {
    super(data);
    this.term = data.term;
    this.roll = reviveRoll(data.roll);
    this.isIntermediate = true;
  }

  private get inner(): Roll {
    this.roll ??= new (rollClass())(this.term);
    return this.roll;
  }

  override get expression(): string {
    return `(${this.term})`;
  }

  override get total(): number {
    return this.inner.total ?? 0;
  }

  override get dice(): DiceTerm[] {
    return this.inner.dice;
  }

  override get isDeterministic(): boolean {
    return this.inner.isDeterministic;
  }

  override async _evaluate(options: EvaluationOptions): Promise<this> {
    if (!this.inner._evaluated) await this.inner.evaluate(options);
    return this;
  }

  override _evaluateSync(options: EvaluationOptions): void {
    if (!this.inner._evaluated) this.inner.evaluateSync(options);
  }
}

export function reviveRoll(roll: unknown): Roll | null {
  if (!isObject(roll)) return null;
  if (isFunction(roll["evaluateSync"])) return roll as unknown as Roll;
  return rollClass().fromData(roll);
}

/** A term that is made of rolls. */
abstract class TermOfRolls extends RollTerm {
  abstract rolls: Roll[];

  override get dice(): DiceTerm[] {
    return this.rolls.flatMap((roll) => roll.dice);
  }

  override get isDeterministic(): boolean {
    return this.rolls.every((roll) => roll.isDeterministic);
  }

  /** Makes the result of what was rolled. */
  protected abstract finish(): void;

  override async _evaluate(options: EvaluationOptions): Promise<this> {
    for (const roll of this.rolls) if (!roll._evaluated) await roll.evaluate(options);
    this.finish();
    return this;
  }

  override _evaluateSync(options: EvaluationOptions): void {
    for (const roll of this.rolls) if (!roll._evaluated) roll.evaluateSync(options);
    this.finish();
  }
}

export class FunctionTerm extends TermOfRolls {
  fn: string;
  terms: string[];
  rolls: Roll[];
  result: number | undefined;
  static override SERIALIZE_ATTRIBUTES = ["fn", "terms", "rolls", "result"];

  constructor(data: { fn: string; terms?: string[]; rolls?: (Roll | Data)[]; result?: number; options?: TermOptions }) {
    super(data);
    this.fn = data.fn;
    this.terms = data.terms ?? [];
    const given = data.rolls ?? [];
    this.rolls = given.length ? given.map((roll) => reviveRoll(roll)).filter((roll) => roll !== null) : this.terms.map((term) => new (rollClass())(term));
    this.result = data.result;
    this.isIntermediate = true;
  }

  get function(): ((...values: number[]) => number) | undefined {
    const configured = diceConfig().functions[this.fn];
    if (configured) return configured;
    const native: unknown = Reflect.get(Math, this.fn);
    return isFunction(native) ? (native as (...values: number[]) => number) : undefined;
  }

  override get expression(): string {
    return `${this.fn}(${this.terms.join(",")})`;
  }

  override get total(): number {
    return this.result ?? 0;
  }

  protected override finish(): void {
    const fn = this.function;
    if (!fn) throw new Error(`"${this.fn}" is no function of rolls.`);
    this.result = fn(...this.rolls.map((roll) => roll.total ?? 0));
  }
}

export class PoolTerm extends TermOfRolls {
  terms: string[];
  modifiers: string[];
  rolls: Roll[];
  results: DiceTermResult[];
  static override SERIALIZE_ATTRIBUTES = ["terms", "modifiers", "rolls", "results"];

  constructor(data: { terms?: string[]; modifiers?: string[]; rolls?: (Roll | Data)[]; results?: DiceTermResult[]; options?: TermOptions } = {}) {
    super(data);
    this.terms = data.terms ?? [];
    this.modifiers = data.modifiers ?? [];
    const given = data.rolls ?? [];
    this.rolls = given.length ? given.map((roll) => reviveRoll(roll)).filter((roll) => roll !== null) : this.terms.map((term) => new (rollClass())(term));
    this.results = data.results ?? [];
    if (this.terms.length === 0) this.terms = this.rolls.map((roll) => roll.formula);
  }

  override get expression(): string {
    return `{${this.terms.join(",")}}${this.modifiers.join("")}`;
  }

  override get total(): number | undefined {
    return this._evaluated ? this.results.reduce((total, result) => (result.active ? total + (result.count ?? result.result) : total), 0) : undefined;
  }

  get values(): number[] {
    return this.results.filter((result) => result.active).map((result) => result.result);
  }

  protected override finish(): void {
    this.results = this.rolls.map((roll) => ({ result: roll.total ?? 0, active: true }));
    const stand = new Die({ number: 0, faces: 0, modifiers: this.modifiers });
    stand.results = this.results;
    stand.evaluateSync();
    for (const [index, result] of this.results.entries()) if (result.discarded) for (const die of this.rolls[index]?.dice ?? []) for (const entry of die.results) entry.discarded = true;
  }

  static fromRolls(rolls: Roll[] = []): PoolTerm {
    const pool = new PoolTerm({ rolls, terms: rolls.map((roll) => roll.formula) });
    pool.results = rolls.map((roll) => ({ result: roll.total ?? 0, active: true }));
    pool._evaluated = rolls.every((roll) => roll._evaluated);
    return pool;
  }
}
