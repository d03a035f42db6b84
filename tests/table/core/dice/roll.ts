import { parseTerms, totalOf } from "./parser";
import { renderRoll, renderTooltip } from "./markup";
import type { PoolTerm} from "./terms";
import { diceConfig, OperatorTerm, RollTerm, rollClass, StringTerm, type DiceTerm, type EvaluationOptions } from "./terms";
import { documentConfig, hasHost, host } from "../host";
import { getProperty, mergeObject } from "../utils/objects";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/** https://foundryvtt.com/api/classes/foundry.dice.Roll.html */
export class Roll {
  data: Data;
  options: Data;
  terms: RollTerm[];
  _dice: DiceTerm[] = [];
  _formula: string;
  _evaluated = false;
  _total: number | undefined = undefined;
  _root: unknown = undefined;
  static CHAT_TEMPLATE = "templates/dice/roll.hbs";
  static TOOLTIP_TEMPLATE = "templates/dice/tooltip.hbs";

  constructor(formula = "", data: Data = {}, options: Data = {}) {
    this.data = this._prepareData(data);
    this.options = options;
    this.terms = (this.constructor as typeof Roll).parse(formula, this.data);
    this._formula = (this.constructor as typeof Roll).getFormula(this.terms);
  }

  // Facts

  static get MATH_PROXY(): unknown {
    return Math;
  }

  static get defaultImplementation(): typeof Roll {
    return rollClass();
  }

  get formula(): string {
    return this._formula;
  }

  get dice(): DiceTerm[] {
    return [...this._dice, ...this.terms.flatMap((term) => term.dice)];
  }

  get total(): number | undefined {
    return this._evaluated ? this._total : undefined;
  }

  get result(): string {
    return this.terms.map((term) => String(term.total ?? "")).join("");
  }

  get product(): number | undefined {
    return this.total;
  }

  get isDeterministic(): boolean {
    return this.terms.every((term) => term.isDeterministic);
  }

  get evaluated(): boolean {
    return this._evaluated;
  }

  _prepareData(data: Data): Data {
    return data;
  }

  // Evaluation

  async evaluate(options: EvaluationOptions = {}): Promise<this> {
    if (this._evaluated) throw new Error(`The ${this.constructor.name} has already been evaluated and is now immutable`);
    this._evaluated = true;
    await this._evaluate(options);
    return this;
  }

  async _evaluate(options: EvaluationOptions = {}): Promise<this> {
    for (const term of this.terms) if (!term._evaluated) await term.evaluate(options);
    this._total = this._evaluateTotal();
    return this;
  }

  evaluateSync(options: EvaluationOptions = {}): this {
    if (this._evaluated) throw new Error(`The ${this.constructor.name} has already been evaluated and is now immutable`);
    if (options.strict !== false && !this.isDeterministic && !options.minimize && !options.maximize) throw new Error("A roll with dice must be evaluated asynchronously, or with strict: false.");
    this._evaluated = true;
    for (const term of this.terms) if (!term._evaluated) term.evaluateSync(options);
    this._total = this._evaluateTotal();
    return this;
  }

  async roll(options: EvaluationOptions = {}): Promise<this> {
    return this.evaluate(options);
  }

  _evaluateTotal(): number {
    const strings = this.terms.filter((term) => term instanceof StringTerm);
    if (strings.length) return Number.NaN;
    const total = this.terms.length ? totalOf(this.terms) : 0;
    if (!Number.isFinite(total)) throw new Error(`The roll "${this.formula}" yields no number.`);
    return total;
  }

  async reroll(options: EvaluationOptions = {}): Promise<this> {
    const copy = this.clone();
    return copy.evaluate(options);
  }

  clone(): this {
    const Class = this.constructor as new (formula: string, data: Data, options: Data) => this;
    return new Class(this._formula, this.data, { ...this.options });
  }

  resetFormula(): string {
    this._formula = (this.constructor as typeof Roll).getFormula(this.terms);
    return this._formula;
  }

  alter(multiply: number, add: number, options: { multiplyNumeric?: boolean } = {}): this {
    if (this._evaluated) throw new Error("You may not alter a Roll which has already been evaluated");
    void options;
    for (const term of this.dice) term.alter(multiply, add);
    this.resetFormula();
    return this;
  }

  propagateFlavor(flavor: string): void {
    for (const term of this.terms) if (!(term instanceof OperatorTerm)) term.options.flavor ??= flavor;
  }

  // Static helpers

  static create(formula: string, data: Data = {}, options: Data = {}): Roll {
    const Class = rollClass();
    return new Class(formula, data, options);
  }

  static parse(formula = "", data: Data = {}): RollTerm[] {
    if (!formula) return [];
    return parseTerms(this.replaceFormulaData(String(formula), data, { missing: "0", warn: true }));
  }

  static getFormula(terms: RollTerm[]): string {
    return terms.map((term) => term.formula).join("").trim();
  }

  static validate(formula: string): boolean {
    try {
      const roll = new this(this.replaceFormulaData(formula, {}, { missing: "1" }));
      roll.evaluateSync({ strict: false });
      return true;
    } catch {
      return false;
    }
  }

  static replaceFormulaData(formula: string, data: Data, options: { missing?: string; warn?: boolean } = {}): string {
    return formula.replace(/@([a-z.0-9_-]+)/gi, (match, path: string) => {
      const found = getProperty(data, path);
      if (found === undefined || found === null) {
        if (options.warn && hasHost()) {
          const { notifications } = host().ui;
          if (isObject(notifications) && isFunction(notifications["warn"])) notifications["warn"](`The path "${match}" has no value in the data of the roll.`, { console: false });
        }
        return options.missing ?? match;
      }
      if (isFunction(found)) return String(found());
      if (isObject(found)) return options.missing ?? match;
      return String(found).trim();
    });
  }

  static safeEval(expression: string): number {
    const calculate = new Function("sandbox", `with (sandbox) { return ${expression} }`) as (sandbox: unknown) => unknown;
    const result = Number(calculate(new Proxy(Math, { has: () => true, get: (target, key) => (typeof key === "symbol" ? undefined : Reflect.get(target, key)) })));
    if (!Number.isFinite(result)) throw new Error(`Roll.safeEval produced a non-numeric result from expression "${expression}"`);
    return result;
  }

  static async simulate(formula: string, n = 10000): Promise<number[]> {
    const results: number[] = [];
    for (let index = 0; index < n; index += 1) results.push((await new this(formula).evaluate()).total ?? 0);
    return results;
  }

  static fromTerms(terms: RollTerm[], options: Data = {}): Roll {
    const roll = new this("", {}, options);
    roll.terms = terms;
    roll.resetFormula();
    const evaluated = terms.map((term) => term._evaluated || term instanceof OperatorTerm);
    if (terms.length && evaluated.every(Boolean) && terms.some((term) => term._evaluated)) {
      for (const term of terms) term._evaluated = true;
      roll._evaluated = true;
      roll._total = roll._evaluateTotal();
    }
    return roll;
  }

  static fromData(data: Data): Roll {
    const name = data["class"];
    const { rolls } = diceConfig();
    const Class = name === "Roll" || name === undefined ? (rolls.find((entry) => entry.name === "Roll") ?? Roll) : rolls.find((entry) => entry.name === name);
    if (!Class) throw new Error(`Unable to recreate ${String(name)} instance from provided data`);
    const options = isObject(data["options"]) ? data["options"] : {};
    const roll = new Class("", {}, options);
    const revive = (entries: unknown): RollTerm[] => (Array.isArray(entries) ? (entries as unknown[]).map((entry) => (entry instanceof RollTerm ? entry : RollTerm.fromData(entry as Data))) : []);
    roll.terms = revive(data["terms"]);
    roll._dice = revive(data["dice"]) as DiceTerm[];
    roll._formula = String(data["formula"] ?? Class.getFormula(roll.terms));
    roll._evaluated = (data["evaluated"] ?? true) === true;
    roll._total = typeof data["total"] === "number" ? data["total"] : undefined;
    return roll;
  }

  static fromJSON(json: string): Roll {
    return this.fromData(JSON.parse(json) as Data);
  }

  toJSON(): Data {
    return {
      class: this.constructor.name, options: this.options, dice: this._dice.map((die) => die.toJSON()), formula: this._formula, terms: this.terms.map((term) => term.toJSON()), total: this._total, evaluated: this._evaluated,
    };
  }

  static registeredImplementation(): boolean {
    return diceConfig().rolls.includes(this);
  }

  static fromPool(pool: PoolTerm): Roll {
    return this.fromTerms([pool]);
  }

  // Showing

  async render(options: { flavor?: string; template?: string; isPrivate?: boolean } = {}): Promise<string> {
    if (!this._evaluated) await this.evaluate({ allowInteractive: options.isPrivate !== true });
    const template = options.template ?? (this.constructor as typeof Roll).CHAT_TEMPLATE;
    const context = await this._prepareChatRenderContext(options);
    if (template.startsWith("templates/dice/")) return renderRoll(context);
    return renderWith(template, context);
  }

  async _prepareChatRenderContext(options: { flavor?: string; isPrivate?: boolean } = {}): Promise<Data> {
    const { isPrivate = false } = options;
    return {
      formula: isPrivate ? "???" : this._formula, flavor: isPrivate ? null : (options.flavor ?? this.options["flavor"]), user: (host().game["user"] as { id: string } | null)?.id, tooltip: isPrivate ? "" : await this.getTooltip(), total: isPrivate ? "?" : Math.round((this.total ?? 0) * 100) / 100,
    };
  }

  async getTooltip(): Promise<string> {
    const parts = this.dice.map((die) => die.getTooltipData());
    const template = (this.constructor as typeof Roll).TOOLTIP_TEMPLATE;
    return template.startsWith("templates/dice/") ? renderTooltip(parts) : renderWith(template, { parts });
  }

  async toMessage(messageData: Data = {}, options: { rollMode?: string; messageMode?: string; create?: boolean; [option: string]: unknown } = {}): Promise<unknown> {
    const { create = true, rollMode, messageMode, ...operation } = options;
    const config = documentConfig("ChatMessage");
    const Message = config["documentClass"] as unknown as MessageClass;
    const mode = rollMode ?? messageMode ?? currentMode();
    if (!this._evaluated) await this.evaluate({ allowInteractive: mode !== "blindroll" && mode !== "blind" });
    const user = host().game["user"] as { id: string };
    const sounds = host().config["sounds"];
    const data = mergeObject({ author: user.id, content: String(this.total), sound: isObject(sounds) ? sounds["dice"] : null } as Data, messageData);
    data["rolls"] = [this.toJSON()].map((roll) => JSON.stringify(roll));
    if (Message.applyMode) Message.applyMode(data, mode);
    else Message.applyRollMode(data, mode);
    if (create) return Message.create(data, operation);
    return new Message(data).toObject();
  }
}

interface MessageClass {
  new (data: Data): { toObject(): Data };
  create(data: Data, operation: Data): Promise<unknown>;
  /** V14's name of `applyRollMode`. */
  readonly applyMode?: (data: Data, mode: string) => Data;
  applyRollMode(data: Data, mode: string): Data;
}

/** The mode chosen in the chat: a core setting. */
export function currentMode(): string {
  const { settings } = host().game;
  const key = host().generation >= 14 ? "messageMode" : "rollMode";
  if (!isObject(settings) || !isFunction(settings["get"])) return host().generation >= 14 ? "public" : "publicroll";
  return String(settings["get"]("core", key));
}

async function renderWith(template: string, context: Data): Promise<string> {
  const render = getProperty(host().foundry, "applications.handlebars.renderTemplate");
  if (!isFunction(render)) throw new Error("There are no templates.");
  return render(template, context) as Promise<string>;
}
