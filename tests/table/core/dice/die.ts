import { DiceTerm, type DiceTermData, type DiceTermResult, type Modifier } from "./dice-term";
import type { EvaluationOptions } from "./roll-term";

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
