import type { DiceTerm, DiceTermData } from "./dice-term";
import type { Roll } from "./roll";
import { host } from "../host";
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

/** `CONFIG.Dice`. */
export interface DiceConfig {
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
