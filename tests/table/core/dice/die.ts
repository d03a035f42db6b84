import { DiceTerm, type DiceTermData, type DiceTermResult, type Modifier } from "./dice-term";
import type { EvaluationOptions } from "./roll-term";

/** What a modifier that rolls again says: how often at most (`null`: as often as it comes) and which faces; a number alone is the face. */
function repeatOf(name: string, modifier: string, face: number): { limit: number | null; comparison: string; goal: number } | null {
  const match = new RegExp(`${name}([0-9]+)?([<>=]+)?([0-9]+)?`, "i").exec(modifier);
  if (!match) return null;
  const [, first, comparison = "=", last] = match;
  const alone = last === undefined && match[2] === undefined;
  const [limit, goal] = alone ? [undefined, first] : [first, last];
  return { limit: limit === undefined ? null : Number(limit), comparison, goal: goal === undefined ? face : Number(goal) };
}

/** The faces that a modifier names; `face` where it names none. */
function comparisonOf(name: string, modifier: string, face: number): { comparison: string; target: number } | null {
  const match = new RegExp(`(?:${name})([<>=]+)?([0-9]+)?`, "i").exec(modifier);
  return match && { comparison: match[1] ?? "=", target: Number(match[2] ?? face) };
}

/** @param match  a modifier's side (`h` or `l`; `side` where it names none) and its number of dice */
function keepOrDrop(results: DiceTermResult[], match: RegExpExecArray | null, { keep, side }: { keep: boolean; side: "h" | "l" }): false | void {
  if (!match) return false;
  DiceTerm._keepOrDrop(results, Number(match[2] ?? 1), { keep, highest: (match[1] ?? side).toLowerCase() === "h" });
  return undefined;
}

function countWhere(results: readonly DiceTermResult[], counts: (face: number) => boolean): void {
  for (const result of results) {
    result.success = counts(result.result);
    result.count = result.success ? 1 : 0;
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
    const found = repeatOf("rr?", modifier, 1);
    if (!found) return false;
    const { comparison, goal } = found;
    let left = found.limit;
    for (let checked = 0; checked < this.results.length; checked += 1) {
      const result = this.results[checked];
      if (!result?.active) continue;
      if (left === 0) break;
      if (!options.recursive && checked >= this.number) break;
      if (!DiceTerm.compareResult(result.result, comparison, goal)) continue;
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
    const found = repeatOf("xo?", modifier, this.faces);
    if (!found) return false;
    const { comparison, goal } = found;
    let left = found.limit;
    const initial = this.results.length;
    for (let checked = 0; checked < this.results.length; checked += 1) {
      const result = this.results[checked];
      if (!result?.active) continue;
      if (left === 0 || (!recursive && checked >= initial)) break;
      if (!DiceTerm.compareResult(result.result, comparison, goal)) continue;
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
    return keepOrDrop(this.results, /k([hl])?([0-9]+)?/i.exec(modifier), { keep: true, side: "h" });
  }

  drop(modifier: string): false | void {
    return keepOrDrop(this.results, /d([hl])?([0-9]+)?/i.exec(modifier), { keep: false, side: "l" });
  }

  countSuccess(modifier: string): false | void {
    const found = comparisonOf("cs", modifier, this.faces);
    if (!found) return false;
    DiceTerm._applyCount(this.results, found.comparison, found.target, { flagSuccess: true });
    return undefined;
  }

  countFailures(modifier: string): false | void {
    const found = comparisonOf("cf", modifier, 1);
    if (!found) return false;
    DiceTerm._applyCount(this.results, found.comparison, found.target, { flagFailure: true });
    return undefined;
  }

  countEven(_modifier: string): void {
    countWhere(this.results, (face) => face % 2 === 0);
  }

  countOdd(_modifier: string): void {
    countWhere(this.results, (face) => face % 2 !== 0);
  }

  deductFailures(modifier: string): false | void {
    const found = comparisonOf("df", modifier, 1);
    if (!found) return false;
    DiceTerm._applyDeduct(this.results, found.comparison, found.target, { deductFailure: true });
    return undefined;
  }

  subtractFailures(modifier: string): false | void {
    const found = comparisonOf("sf", modifier, 1);
    if (!found) return false;
    DiceTerm._applyDeduct(this.results, found.comparison, found.target, { invertFailure: true });
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
    countWhere(this.results, (face) => face === Number(match[1]));
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
