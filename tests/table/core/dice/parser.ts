import { diceConfig, FunctionTerm, NumericTerm, OperatorTerm, ParentheticalTerm, PoolTerm, StringTerm, rollClass, type RollTerm } from "./terms";

/** The grammar of dice formulas. https://foundryvtt.com/article/dice-advanced/ */

export class RollSyntaxError extends Error {
  override name = "RollSyntaxError";
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get rest(): string {
    return this.#text.slice(this.#at);
  }

  get done(): boolean {
    this.skip();
    return this.#at >= this.#text.length;
  }

  skip(): void {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at += 1;
  }

  take(pattern: RegExp): RegExpExecArray | null {
    const found = pattern.exec(this.rest);
    if (found?.index !== 0) return null;
    this.#at += found[0].length;
    return found;
  }

  /** The text between a bracket and its partner. */
  takeGroup(open: string, close: string): string {
    let depth = 0;
    for (let index = this.#at; index < this.#text.length; index += 1) {
      const letter = this.#text.charAt(index);
      if (letter === open) depth += 1;
      if (letter === close) depth -= 1;
      if (depth === 0) {
        const inner = this.#text.slice(this.#at + 1, index);
        this.#at = index + 1;
        return inner;
      }
    }
    throw new RollSyntaxError(`A "${open}" is not closed in "${this.#text}".`);
  }
}

function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let current = "";
  for (const letter of text) {
    if ("({[".includes(letter)) depth += 1;
    if (")}]".includes(letter)) depth -= 1;
    if (letter === "," && depth === 0) {
      parts.push(current.trim());
      current = "";
    } else current += letter;
  }
  if (current.trim()) parts.push(current.trim());
  return parts;
}

const MODIFIERS = /^[^\s(){}[\]+\-*/,]+/;

function modifiersOf(reader: Reader): string[] {
  const found = reader.take(MODIFIERS);
  if (!found) return [];
  return Array.from(found[0].matchAll(/[A-Za-z]+[^A-Za-z\s()+\-*/]*/g), (match) => match[0]);
}

function flavorOf(reader: Reader): { flavor?: string } {
  reader.skip();
  const found = reader.take(/^\[([^\]]*)\]/);
  return found?.[1] ? { flavor: found[1] } : {};
}

function dice(reader: Reader, number: number | string): RollTerm | null {
  const { terms } = diceConfig();
  const count = typeof number === "string" ? new (rollClass())(number) : number;
  const before = reader.rest;
  if (/^d\(/i.test(before)) {
    reader.take(/^d/i);
    const faces = reader.takeGroup("(", ")");
    const Class = terms["d"];
    if (!Class) return null;
    return new Class({ number: count, faces: new (rollClass())(faces), modifiers: modifiersOf(reader), options: flavorOf(reader) });
  }
  const numeric = reader.take(/^d(\d+|%)/i);
  if (numeric) {
    const Class = terms["d"];
    if (!Class) return null;
    return new Class({ number: count, faces: numeric[1] === "%" ? 100 : Number(numeric[1]), modifiers: modifiersOf(reader), options: flavorOf(reader) });
  }
  const letter = /^d([a-z])/i.exec(before)?.[1]?.toLowerCase();
  const Class = letter ? terms[letter] : undefined;
  if (!letter || !Class) return null;
  reader.take(/^d[a-z]/i);
  return new Class({ number: count, modifiers: modifiersOf(reader), options: flavorOf(reader) });
}

function term(reader: Reader): RollTerm {
  const { rest } = reader;
  if (rest.startsWith("(")) {
    const inner = reader.takeGroup("(", ")");
    const rolled = /^d/i.test(reader.rest) ? dice(reader, inner) : null;
    return rolled ?? new ParentheticalTerm({ term: inner.trim(), options: flavorOf(reader) });
  }
  if (rest.startsWith("{")) {
    const inner = reader.takeGroup("{", "}");
    return new PoolTerm({ terms: splitArguments(inner), modifiers: modifiersOf(reader), options: flavorOf(reader) });
  }
  const counted = /^(\d+)?(?=d(?:\d|%|\(|[a-z]))/i.exec(rest);
  if (counted) {
    reader.take(/^\d+/);
    const rolled = dice(reader, counted[1] === undefined ? 1 : Number(counted[1]));
    if (rolled) return rolled;
    if (counted[1] !== undefined) throw new RollSyntaxError(`"${rest}" is no known die.`);
  }
  const number = reader.take(/^(?:\d+\.?\d*|\.\d+)/);
  if (number) return new NumericTerm({ number: Number(number[0]), options: flavorOf(reader) });
  const called = /^([A-Za-z_$][\w$]*)\(/.exec(rest);
  if (called?.[1]) {
    reader.take(/^[A-Za-z_$][\w$]*/);
    return new FunctionTerm({ fn: called[1], terms: splitArguments(reader.takeGroup("(", ")")), options: flavorOf(reader) });
  }
  const word = reader.take(/^[^\s+\-*/%(){}[\],]+/);
  if (word) return new StringTerm({ term: word[0], options: flavorOf(reader) });
  throw new RollSyntaxError(`"${rest}" cannot be read as part of a roll.`);
}

/** @throws RollSyntaxError */
export function parseTerms(formula: string): RollTerm[] {
  const reader = new Reader(formula);
  const terms: RollTerm[] = [];
  while (!reader.done) {
    const operator = reader.take(/^[+\-*/%]/);
    if (operator) {
      terms.push(new OperatorTerm({ operator: operator[0] }));
      continue;
    }
    const last = terms.at(-1);
    if (last && !(last instanceof OperatorTerm)) throw new RollSyntaxError(`An operator is missing in "${formula}" before "${reader.rest}".`);
    terms.push(term(reader));
  }
  if (terms.at(-1) instanceof OperatorTerm) throw new RollSyntaxError(`"${formula}" ends with an operator.`);
  return terms;
}

/** The value of terms that are evaluated, by the precedence of operators; leading and doubled signs are unary. */
export function totalOf(terms: readonly RollTerm[]): number {
  let at = 0;
  const peek = (): string | null => {
    const next = terms[at];
    return next instanceof OperatorTerm ? next.operator : null;
  };
  const factor = (): number => {
    const operator = peek();
    if (operator === "-" || operator === "+") {
      at += 1;
      return operator === "-" ? -factor() : factor();
    }
    const next = terms[at];
    if (!next || next instanceof OperatorTerm) throw new RollSyntaxError("An operator has nothing to work on.");
    at += 1;
    return Number(next.total ?? 0);
  };
  const product = (): number => {
    let value = factor();
    for (let operator = peek(); operator === "*" || operator === "/" || operator === "%"; operator = peek()) {
      at += 1;
      const other = factor();
      value = operator === "*" ? value * other : operator === "/" ? value / other : value % other;
    }
    return value;
  };
  let value = product();
  for (let operator = peek(); operator === "+" || operator === "-"; operator = peek()) {
    at += 1;
    const other = product();
    value = operator === "+" ? value + other : value - other;
  }
  return value;
}
