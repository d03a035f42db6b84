import { diceConfig, RollTerm, type EvaluationOptions, type TermOptions } from "./roll-term";
import type { Roll } from "./roll";
import type { Data } from "../types";
import { isFunction } from "../types";

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

export type Modifier = string | ((this: DiceTerm, modifier: string) => unknown);

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
