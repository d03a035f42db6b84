import { host } from "../host";
import type { Roll } from "./roll";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/** https://foundryvtt.com/api/modules/foundry.dice.terms.html */

export interface EvaluationOptions {
  minimize?: boolean;
  maximize?: boolean;
  allowStrings?: boolean;
  allowInteractive?: boolean;
  strict?: boolean;
  [option: string]: unknown;
}

export interface TermOptions {
  flavor?: string;
  [option: string]: unknown;
}

interface DiceConfig {
  terms: Record<string, typeof DiceTerm & (new (data: DiceTermData) => DiceTerm)>;
  termTypes: Record<string, typeof RollTerm>;
  rolls: (typeof Roll)[];
  functions: Record<string, (...values: number[]) => number>;
  randomUniform: () => number;
}

export function diceConfig(): DiceConfig {
  return host().config["Dice"] as DiceConfig;
}

/** The default Roll class: the first of `CONFIG.Dice.rolls`. */
export function rollClass(): typeof Roll {
  const [first] = diceConfig().rolls;
  if (!first) throw new Error("CONFIG.Dice.rolls is empty.");
  return first;
}

export abstract class RollTerm {
  options: TermOptions;
  _evaluated = false;
  isIntermediate = false;
  static SERIALIZE_ATTRIBUTES: string[] = [];
  static FLAVOR_REGEXP_STRING = "(?:\\[([^\\]]+)\\])";

  constructor(data: { options?: TermOptions } = {}) {
    this.options = data.options ?? {};
  }

  abstract get expression(): string;

  abstract get total(): unknown;

  get formula(): string {
    return this.flavor ? `${this.expression}[${this.flavor}]` : this.expression;
  }

  get flavor(): string {
    return this.options.flavor ?? "";
  }

  set flavor(value: string) {
    this.options.flavor = value;
  }

  get isDeterministic(): boolean {
    return true;
  }

  get evaluated(): boolean {
    return this._evaluated;
  }

  get dice(): DiceTerm[] {
    return [];
  }

  evaluate(options: EvaluationOptions = {}): this | Promise<this> {
    if (this._evaluated) throw new Error(`The ${this.constructor.name} has already been evaluated and is now immutable`);
    this._evaluated = true;
    return this._evaluate(options);
  }

  evaluateSync(options: EvaluationOptions = {}): this {
    if (this._evaluated) throw new Error(`The ${this.constructor.name} has already been evaluated and is now immutable`);
    this._evaluated = true;
    this._evaluateSync(options);
    return this;
  }

  _evaluate(options: EvaluationOptions): this | Promise<this> {
    this._evaluateSync(options);
    return this;
  }

  _evaluateSync(options: EvaluationOptions): void {
    void options;
  }

  toJSON(): Data {
    const Class = this.constructor as typeof RollTerm;
    const data: Data = { class: Class.name, options: this.options, evaluated: this._evaluated };
    for (const key of Class.SERIALIZE_ATTRIBUTES) data[key] = serialize(Reflect.get(this, key));
    return data;
  }

  static fromData(data: Data): RollTerm {
    const name = String(data["class"]);
    const { terms, termTypes } = diceConfig();
    const Class = termTypes[name] ?? Object.values(terms).find((entry) => entry.name === name);
    if (!Class) throw new Error(`No RollTerm class "${name}" is known.`);
    return Class._fromData(data);
  }

  static _fromData(data: Data): RollTerm {
    const Class = this as unknown as new (data: Data) => RollTerm;
    const term = new Class(data);
    term._evaluated = (data["evaluated"] ?? true) === true;
    return term;
  }

  static fromJSON(json: string): RollTerm {
    return this.fromData(JSON.parse(json) as Data);
  }
}

function serialize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(serialize);
  if (isObject(value) && isFunction(value["toJSON"])) return value["toJSON"]();
  return value;
}

export class NumericTerm extends RollTerm {
  number: number;
  static override SERIALIZE_ATTRIBUTES = ["number"];

  constructor(data: { number: number; options?: TermOptions }) {
    super(data);
    this.number = Number(data.number);
  }

  override get expression(): string {
    return String(this.number);
  }

  override get total(): number {
    return this.number;
  }
}

export class OperatorTerm extends RollTerm {
  operator: string;
  static override SERIALIZE_ATTRIBUTES = ["operator"];
  static OPERATORS = ["+", "-", "*", "/", "%"];
  static PRECEDENCE = Object.freeze({ "+": 10, "-": 10, "*": 20, "/": 20, "%": 20 });

  constructor(data: { operator: string; options?: TermOptions }) {
    super(data);
    this.operator = data.operator;
  }

  override get flavor(): string {
    return "";
  }

  override get expression(): string {
    return ` ${this.operator} `;
  }

  override get total(): string {
    return ` ${this.operator} `;
  }
}

export class StringTerm extends RollTerm {
  term: string;
  static override SERIALIZE_ATTRIBUTES = ["term"];

  constructor(data: { term: string; options?: TermOptions }) {
    super(data);
    this.term = data.term;
  }

  override get expression(): string {
    return this.term;
  }

  override get total(): string {
    return this.term;
  }

  override get isDeterministic(): boolean {
    return true;
  }

  override _evaluateSync(options: EvaluationOptions): void {
    if (options.allowStrings !== true) throw new Error(`Unresolved StringTerm ${this.term} requested for evaluation`);
  }
}

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

export class FunctionTerm extends RollTerm {
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

  override get dice(): DiceTerm[] {
    return this.rolls.flatMap((roll) => roll.dice);
  }

  override get isDeterministic(): boolean {
    return this.rolls.every((roll) => roll.isDeterministic);
  }

  private finish(): void {
    const fn = this.function;
    if (!fn) throw new Error(`"${this.fn}" is no function of rolls.`);
    this.result = fn(...this.rolls.map((roll) => roll.total ?? 0));
  }

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

/** https://foundryvtt.com/api/v14/interfaces/foundry.dice.DiceTermResult.html */
export interface DiceTermResult {
  result: number;
  active?: boolean;
  count?: number;
  success?: boolean;
  failure?: boolean;
  discarded?: boolean;
  rerolled?: boolean;
  exploded?: boolean;
  hidden?: boolean;
}

export interface DiceTermData {
  number?: number | Roll;
  faces?: number | Roll;
  method?: string | null;
  modifiers?: string[];
  results?: DiceTermResult[];
  options?: TermOptions;
}

type Modifier = string | ((this: DiceTerm, modifier: string) => unknown);

/** https://foundryvtt.com/api/classes/foundry.dice.terms.DiceTerm.html */
export class DiceTerm extends RollTerm {
  static DENOMINATION = "";
  static MODIFIERS: Record<string, Modifier> = {};
  static MODIFIER_REGEXP = /([A-z]+)([^A-z\s()+\-*\/]+)?/g;
  static MODIFIERS_REGEXP_STRING = "([^ (){}[\\]+\\-*/]+)";
  static override SERIALIZE_ATTRIBUTES = ["number", "faces", "modifiers", "results", "method"];

  _number: number | Roll;
  _faces: number | Roll | undefined;
  modifiers: string[];
  results: DiceTermResult[];
  method: string | null;

  constructor(data: DiceTermData = {}) {
    super(data);
    this._number = data.number ?? 1;
    this._faces = data.faces;
    this.method = data.method ?? null;
    this.modifiers = [...(data.modifiers ?? [])];
    this.results = (data.results ?? []).map((result) => ({ ...result }));
    if (data.results?.length && (data as Data)["evaluated"] !== false) this._evaluated = (data as Data)["evaluated"] === true || this._evaluated;
  }

  get number(): number {
    return typeof this._number === "number" ? this._number : (this._number.total ?? 0);
  }

  set number(value: number) {
    this._number = value;
  }

  get faces(): number {
    return typeof this._faces === "number" ? this._faces : (this._faces?.total ?? 6);
  }

  set faces(value: number) {
    this._faces = value;
  }

  get denomination(): string {
    return (this.constructor as typeof DiceTerm).DENOMINATION;
  }

  override get expression(): string {
    const { denomination } = this;
    const faces = denomination === "d" ? (typeof this._faces === "object" && this._faces._evaluated === false ? `(${this._faces.formula})` : this.faces) : denomination;
    const number = typeof this._number === "object" && !this._number._evaluated ? `(${this._number.formula})` : this.number;
    return `${number}d${faces}${this.modifiers.join("")}`;
  }

  override get total(): number | undefined {
    if (!this._evaluated) return undefined;
    return this.results.reduce((total, result) => {
      if (!result.active) return total;
      return total + (result.count ?? result.result);
    }, 0);
  }

  get values(): number[] {
    return this.results.filter((result) => result.active).map((result) => result.result);
  }

  override get dice(): DiceTerm[] {
    return [this];
  }

  override get isDeterministic(): boolean {
    return false;
  }

  alter(multiply: number, add: number): this {
    if (this._evaluated) throw new Error("You may not alter a DiceTerm after it has already been evaluated");
    this.number = Math.max(0, Math.round(multiply * this.number + add));
    return this;
  }

  override async _evaluate(options: EvaluationOptions): Promise<this> {
    for (const part of [this._number, this._faces]) if (typeof part === "object" && !part._evaluated) await part.evaluate(options);
    this.checkSize();
    for (let count = this.results.length; count < this.number; count += 1) await this.roll(options);
    for (const { name, whole } of this.splitModifiers()) await this.runModifier(name, whole);
    return this;
  }

  override _evaluateSync(options: EvaluationOptions): void {
    for (const part of [this._number, this._faces]) if (typeof part === "object" && !part._evaluated) part.evaluateSync(options);
    this.checkSize();
    for (let count = this.results.length; count < this.number; count += 1) this.rollOnce(options);
    for (const { name, whole } of this.splitModifiers()) this.runModifier(name, whole);
  }

  private checkSize(): void {
    if (this.number > 999) throw new Error("You may not evaluate a DiceTerm with more than 999 requested results");
    if (!Number.isInteger(this.number) || this.number < 0) throw new Error(`"${this.number}" is no number of dice`);
  }

  async roll(options: EvaluationOptions = {}): Promise<DiceTermResult> {
    return Promise.resolve(this.rollOnce(options));
  }

  protected rollOnce(options: EvaluationOptions = {}): DiceTermResult {
    const result: DiceTermResult = { result: 0, active: options["active"] !== false };
    if (options.minimize) result.result = Math.min(1, this.faces);
    else if (options.maximize) result.result = this.faces;
    else result.result = this.randomFace();
    this.results.push(result);
    return result;
  }

  randomFace(): number {
    return this.mapRandomFace(diceConfig().randomUniform());
  }

  mapRandomFace(randomUniform: number): number {
    return Math.ceil((1 - randomUniform) * this.faces);
  }

  getResultLabel(result: DiceTermResult): string {
    return String(result.result);
  }

  getResultCSS(result: DiceTermResult): (string | null)[] {
    const hasSuccess = result.success !== undefined;
    const hasFailure = result.failure !== undefined;
    const isMax = result.result === this.faces;
    const isMin = result.result === 1;
    return [
      this.constructor.name.toLowerCase(), `d${this.faces}`, result.success ? "success" : null, result.failure ? "failure" : null, result.rerolled ? "rerolled" : null, result.exploded ? "exploded" : null, result.discarded ? "discarded" : null,
      !(hasSuccess || hasFailure) && isMin ? "min" : null, !(hasSuccess || hasFailure) && isMax ? "max" : null,
    ];
  }

  getTooltipData(): Data {
    const { total, faces, flavor } = this;
    return {
      formula: this.expression, total, faces, flavor,
      rolls: this.results.filter((result) => !result.hidden).map((result) => ({ result: this.getResultLabel(result), classes: this.getResultCSS(result).filter(Boolean).join(" ") })),
    };
  }

  /** Compound modifiers (`khmin2`) are cut greedily, the longest known name first. */
  private splitModifiers(): { name: string; whole: string }[] {
    const known = Object.keys((this.constructor as typeof DiceTerm).MODIFIERS).sort((a, b) => b.length - a.length);
    const found: { name: string; whole: string }[] = [];
    for (const modifier of this.modifiers) {
      for (const match of modifier.matchAll(/([A-Za-z]+)([^A-Za-z\s()+\-*/]+)?/g)) {
        let letters = (match[1] ?? "").toLowerCase();
        const argument = match[2] ?? "";
        while (letters) {
          const name = known.find((entry) => letters.startsWith(entry));
          if (!name) break;
          letters = letters.slice(name.length);
          found.push({ name, whole: letters ? name : name + argument });
        }
      }
    }
    return found;
  }

  private runModifier(name: string, whole: string): unknown {
    const modifier = (this.constructor as typeof DiceTerm).MODIFIERS[name];
    if (!modifier) return false;
    if (typeof modifier !== "string") return modifier.call(this, whole);
    const method: unknown = Reflect.get(this, modifier);
    return isFunction(method) ? method.call(this, whole) : false;
  }

  static compareResult(result: number, comparison: string, target: number): boolean {
    if (comparison === "=" || comparison === "==") return result === target;
    if (comparison === "<") return result < target;
    if (comparison === "<=") return result <= target;
    if (comparison === ">") return result > target;
    if (comparison === ">=") return result >= target;
    return false;
  }

  static _keepOrDrop(results: DiceTermResult[], number: number, options: { keep?: boolean; highest?: boolean } = {}): DiceTermResult[] {
    const { keep = true, highest = true } = options;
    const active = results.filter((result) => result.active).sort((a, b) => (highest ? b.result - a.result : a.result - b.result));
    const chosen = new Set(active.slice(0, number));
    for (const result of active) {
      if (chosen.has(result) === keep) continue;
      result.discarded = true;
      result.active = false;
    }
    return results;
  }

  static _applyCount(results: DiceTermResult[], comparison: string, target: number, options: { flagSuccess?: boolean; flagFailure?: boolean } = {}): void {
    for (const result of results) {
      const success = this.compareResult(result.result, comparison, target);
      if (options.flagSuccess) {
        result.success = success;
        if (success) delete result.failure;
      } else if (options.flagFailure) {
        result.failure = success;
        if (success) delete result.success;
      }
      result.count = success ? 1 : 0;
    }
  }

  static _applyDeduct(results: DiceTermResult[], comparison: string, target: number, options: { deductFailure?: boolean; invertFailure?: boolean } = {}): void {
    for (const result of results) {
      if (result.success === true) continue;
      const failed = this.compareResult(result.result, comparison, target);
      if (!failed) continue;
      result.failure = true;
      if (options.deductFailure) result.count = -1;
      else if (options.invertFailure) result.count = -1 * result.result;
    }
  }

  static override _fromData(data: Data): RollTerm {
    const term = super._fromData(data);
    if (term instanceof DiceTerm) term.results = ((data["results"] ?? []) as DiceTermResult[]).map((result) => ({ ...result, active: result.active ?? true }));
    return term;
  }
}

/** https://foundryvtt.com/api/classes/foundry.dice.terms.Die.html, https://foundryvtt.com/article/dice-modifiers/ */
export class Die extends DiceTerm {
  static override DENOMINATION = "d";
  static override MODIFIERS: Record<string, Modifier> = {
    r: "reroll", rr: "rerollRecursive", x: "explode", xo: "explodeOnce", k: "keep", kh: "keep", kl: "keep", d: "drop", dh: "drop", dl: "drop", min: "minimum", max: "maximum", even: "countEven", odd: "countOdd",
    cs: "countSuccess", cf: "countFailures", df: "deductFailures", sf: "subtractFailures", ms: "marginSuccess",
  };

  constructor(data: DiceTermData = {}) {
    super({ faces: 6, ...data });
    if (this._faces === undefined) this._faces = 6;
    if (typeof this._faces === "number" && (!Number.isInteger(this._faces) || this._faces < 0)) throw new Error("A Die must have a whole number of faces");
  }

  reroll(modifier: string, options: { recursive?: boolean } = {}): false | void {
    const match = /rr?([0-9]+)?([<>=]+)?([0-9]+)?/i.exec(modifier);
    if (!match) return false;
    const [, first, comparison, last] = match;
    const alone = first !== undefined && last === undefined && comparison === undefined;
    const limit = alone ? undefined : first;
    const target = alone ? first : last;
    let left = limit === undefined ? null : Number(limit);
    const goal = target === undefined ? 1 : Number(target);
    for (let checked = 0; checked < this.results.length; checked += 1) {
      const result = this.results[checked];
      if (!result?.active) continue;
      if (left === 0) break;
      if (!options.recursive && checked >= this.number) break;
      if (!DiceTerm.compareResult(result.result, comparison ?? "=", goal)) continue;
      result.rerolled = true;
      result.active = false;
      this.rollOnce();
      if (left !== null) left -= 1;
      if (this.results.length > 1000) throw new Error("Maximum recursion depth for rerolling dice exceeded");
    }
    return undefined;
  }

  rerollRecursive(modifier: string): false | void {
    return this.reroll(modifier, { recursive: true });
  }

  explode(modifier: string, options: { recursive?: boolean } = {}): false | void {
    const { recursive = true } = options;
    const match = /xo?([0-9]+)?([<>=]+)?([0-9]+)?/i.exec(modifier);
    if (!match) return false;
    const [, first, comparison, last] = match;
    const alone = first !== undefined && last === undefined && comparison === undefined;
    const limit = alone ? undefined : first;
    const target = alone ? first : last;
    let left = limit === undefined ? null : Number(limit);
    const goal = target === undefined ? this.faces : Number(target);
    const initial = this.results.length;
    for (let checked = 0; checked < this.results.length; checked += 1) {
      const result = this.results[checked];
      if (!result?.active) continue;
      if (left === 0 || (!recursive && checked >= initial)) break;
      if (!DiceTerm.compareResult(result.result, comparison ?? "=", goal)) continue;
      result.exploded = true;
      this.rollOnce();
      if (left !== null) left -= 1;
      if (this.results.length > 1000) throw new Error("Maximum recursion depth for exploding dice roll exceeded");
    }
    return undefined;
  }

  explodeOnce(modifier: string): false | void {
    return this.explode(modifier, { recursive: false });
  }

  keep(modifier: string): false | void {
    const match = /k([hl])?([0-9]+)?/i.exec(modifier);
    if (!match) return false;
    DiceTerm._keepOrDrop(this.results, Number(match[2] ?? 1), { keep: true, highest: (match[1] ?? "h").toLowerCase() === "h" });
    return undefined;
  }

  drop(modifier: string): false | void {
    const match = /d([hl])?([0-9]+)?/i.exec(modifier);
    if (!match) return false;
    DiceTerm._keepOrDrop(this.results, Number(match[2] ?? 1), { keep: false, highest: (match[1] ?? "l").toLowerCase() === "h" });
    return undefined;
  }

  private parts(name: string, modifier: string): { comparison: string; target: number } | null {
    const match = new RegExp(`(?:${name})([<>=]+)?([0-9]+)?`, "i").exec(modifier);
    if (!match) return null;
    return { comparison: match[1] ?? "=", target: match[2] === undefined ? this.faces : Number(match[2]) };
  }

  countSuccess(modifier: string): false | void {
    const found = this.parts("cs", modifier);
    if (!found) return false;
    DiceTerm._applyCount(this.results, found.comparison, found.target, { flagSuccess: true });
    return undefined;
  }

  countFailures(modifier: string): false | void {
    const match = /(?:cf)([<>=]+)?([0-9]+)?/i.exec(modifier);
    if (!match) return false;
    DiceTerm._applyCount(this.results, match[1] ?? "=", Number(match[2] ?? 1), { flagFailure: true });
    return undefined;
  }

  countEven(modifier: string): void {
    void modifier;
    for (const result of this.results) {
      result.success = result.result % 2 === 0;
      result.count = result.success ? 1 : 0;
    }
  }

  countOdd(modifier: string): void {
    void modifier;
    for (const result of this.results) {
      result.success = result.result % 2 !== 0;
      result.count = result.success ? 1 : 0;
    }
  }

  deductFailures(modifier: string): false | void {
    const match = /(?:df)([<>=]+)?([0-9]+)?/i.exec(modifier);
    if (!match) return false;
    DiceTerm._applyDeduct(this.results, match[1] ?? "=", Number(match[2] ?? 1), { deductFailure: true });
    return undefined;
  }

  subtractFailures(modifier: string): false | void {
    const match = /(?:sf)([<>=]+)?([0-9]+)?/i.exec(modifier);
    if (!match) return false;
    DiceTerm._applyDeduct(this.results, match[1] ?? "=", Number(match[2] ?? 1), { invertFailure: true });
    return undefined;
  }

  marginSuccess(modifier: string): false | void {
    const match = /(?:ms)([<>=]+)?([0-9]+)?/i.exec(modifier);
    if (!match) return false;
    const target = match[2] === undefined ? 0 : Number(match[2]);
    const over = !["<", "<="].includes(match[1] ?? ">");
    this.results.forEach((result, index) => {
      if (!result.active) return;
      const sum = index === this.results.findIndex((entry) => entry.active) ? target : 0;
      result.count = over ? result.result - sum : sum - result.result;
    });
    return undefined;
  }

  minimum(modifier: string): false | void {
    const match = /(?:min)([0-9]+)/i.exec(modifier);
    if (!match) return false;
    for (const result of this.results) if (result.result < Number(match[1])) Object.assign(result, { count: Number(match[1]), rerolled: true });
    return undefined;
  }

  maximum(modifier: string): false | void {
    const match = /(?:max)([0-9]+)/i.exec(modifier);
    if (!match) return false;
    for (const result of this.results) if (result.result > Number(match[1])) Object.assign(result, { count: Number(match[1]), rerolled: true });
    return undefined;
  }
}

export class Coin extends DiceTerm {
  static override DENOMINATION = "c";
  static override MODIFIERS: Record<string, Modifier> = { c: "call" };

  constructor(data: DiceTermData = {}) {
    super({ ...data, faces: 2 });
  }

  protected override rollOnce(options: EvaluationOptions = {}): DiceTermResult {
    const result = super.rollOnce(options);
    result.result -= 1;
    return result;
  }

  override getResultLabel(result: DiceTermResult): string {
    return result.result === 1 ? "H" : "T";
  }

  call(modifier: string): false | void {
    const match = /c([01])/i.exec(modifier);
    if (!match) return false;
    for (const result of this.results) {
      result.success = result.result === Number(match[1]);
      result.count = result.success ? 1 : 0;
    }
    return undefined;
  }
}

export class FateDie extends DiceTerm {
  static override DENOMINATION = "f";
  static override MODIFIERS: Record<string, Modifier> = Die.MODIFIERS;

  constructor(data: DiceTermData = {}) {
    super({ ...data, faces: 3 });
  }

  override mapRandomFace(randomUniform: number): number {
    return Math.ceil(randomUniform * 3 - 2) || 0;
  }

  override getResultLabel(result: DiceTermResult): string {
    return ({ "-1": "-", 0: "&nbsp;", 1: "+" } as Record<string, string>)[String(result.result)] ?? "";
  }
}

export class PoolTerm extends RollTerm {
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

  override get dice(): DiceTerm[] {
    return this.rolls.flatMap((roll) => roll.dice);
  }

  override get isDeterministic(): boolean {
    return this.rolls.every((roll) => roll.isDeterministic);
  }

  private finish(): void {
    this.results = this.rolls.map((roll) => ({ result: roll.total ?? 0, active: true }));
    const stand = new Die({ number: 0, faces: 0, modifiers: this.modifiers });
    stand.results = this.results;
    stand.evaluateSync();
    for (const [index, result] of this.results.entries()) if (result.discarded) for (const die of this.rolls[index]?.dice ?? []) for (const entry of die.results) entry.discarded = true;
  }

  override async _evaluate(options: EvaluationOptions): Promise<this> {
    for (const roll of this.rolls) if (!roll._evaluated) await roll.evaluate(options);
    this.finish();
    return this;
  }

  override _evaluateSync(options: EvaluationOptions): void {
    for (const roll of this.rolls) if (!roll._evaluated) roll.evaluateSync(options);
    this.finish();
  }

  static fromRolls(rolls: Roll[] = []): PoolTerm {
    const pool = new PoolTerm({ rolls, terms: rolls.map((roll) => roll.formula) });
    pool.results = rolls.map((roll) => ({ result: roll.total ?? 0, active: true }));
    pool._evaluated = rolls.every((roll) => roll._evaluated);
    return pool;
  }
}
