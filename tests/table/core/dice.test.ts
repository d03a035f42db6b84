import { beforeEach, describe, expect, it } from "vitest";
import { memoryTable, type MemoryTable } from "./testing/memory-table";
import { Roll } from "./dice/roll";
import { Die, DiceTerm, NumericTerm, OperatorTerm } from "./dice/terms";
import type { DiceTermData, DiceTermResult } from "./dice/terms";
import type { ChatMessage } from "./documents/chat-message";
import type { Data } from "./types";

class ProbeDie extends Die {
  static override DENOMINATION = "z";
  static override MODIFIERS = { ...Die.MODIFIERS, tn: "countTarget" };

  constructor(data: DiceTermData = {}) {
    super({ ...data, faces: 10 });
  }

  override getResultLabel(result: DiceTermResult): string {
    return String(result.result % 10);
  }

  countTarget(modifier: string): false | void {
    const match = /tn(\d+)/.exec(modifier);
    if (!match) return false;
    for (const result of this.results) {
      result.success = result.result % 10 <= Number(match[1]);
      result.count = result.success ? 1 : 0;
    }
    return undefined;
  }
}

class ProbeRoll extends Roll {}

/** Faces of the next dice, in order. */
function faces(table: MemoryTable, size: number, ...values: number[]): void {
  const queue = [...values];
  (table.CONFIG["Dice"] as Data)["randomUniform"] = () => 1 - ((queue.shift() ?? 1) - 0.5) / size;
}

let table: MemoryTable;
beforeEach(async () => {
  table = memoryTable();
  const dice = table.CONFIG["Dice"] as { terms: Data; rolls: unknown[] };
  dice.terms["z"] = ProbeDie;
  dice.rolls.unshift(ProbeRoll);
  await table.boot();
});

async function total(formula: string, data: Data = {}): Promise<number> {
  return (await new Roll(formula, data).evaluate()).total ?? Number.NaN;
}

// https://foundryvtt.com/article/dice-advanced/, https://foundryvtt.com/api/classes/foundry.dice.Roll.html
describe("formulas", () => {
  it("follow the precedence of operators", async () => {
    expect(await total("1 + 2 * 3 - 4 / 2")).toBe(5);
    expect(await total("(1 + 2) * 3")).toBe(9);
    expect(await total("-5 + 2")).toBe(-3);
    expect(await total("2 * -3")).toBe(-6);
  });

  it("take data, functions and pools", async () => {
    faces(table, 6, 4, 2, 6);
    expect(await total("@strength + floor(7 / 2)", { strength: 2 })).toBe(5);
    expect(await total("max(2, 5) + min(1, 9)")).toBe(6);
    expect(await total("{1d6, 1d6, 1d6}kh")).toBe(6);
  });

  it("take numbers of dice and faces from parentheses", async () => {
    faces(table, 6, 1, 2, 3);
    expect(await total("(1 + 2)d6")).toBe(6);
    expect(new Roll("2d(2*3)").formula).toBe("2d(2 * 3)");
  });

  it("say what they hold", () => {
    const roll = new Roll("2d6kh[fire] + 3");
    expect(roll.formula).toBe("2d6kh[fire] + 3");
    expect(roll.terms.map((term) => term.constructor.name)).toEqual(["Die", "OperatorTerm", "NumericTerm"]);
    expect(roll.dice[0]?.flavor).toBe("fire");
    expect(roll.isDeterministic).toBe(false);
    expect(Roll.validate("1d6 +")).toBe(false);
    expect(Roll.validate("1d6 + 2")).toBe(true);
    expect(() => new Roll("1d6 2d6")).toThrow(/operator is missing/);
  });

  it("refuse to be evaluated twice, and dice to be evaluated synchronously", async () => {
    const roll = await new Roll("1d6").evaluate();
    await expect(roll.evaluate()).rejects.toThrow(/already been evaluated/);
    expect(() => new Roll("1d6").evaluateSync()).toThrow();
    expect(new Roll("1 + 1").evaluateSync().total).toBe(2);
  });
});

// https://foundryvtt.com/article/dice-modifiers/
describe("modifiers", () => {
  it.each<[string, number, number[], number]>([
    ["4d6kh3", 6, [1, 6, 5, 4], 15], ["4d6kl", 6, [3, 2, 5, 4], 2], ["4d6dl", 6, [1, 6, 5, 4], 15], ["4d6dh", 6, [1, 6, 5, 4], 10], ["2d6r1", 6, [1, 3, 5], 8], ["2d6r<3", 6, [2, 3, 1], 4], ["1d6rr1", 6, [1, 1, 4], 4],
    ["2d6x", 6, [6, 2, 6, 1], 15], ["2d6xo", 6, [6, 2, 6, 1], 14], ["3d6x>4", 6, [5, 1, 2, 3], 11], ["4d6cs>=5", 6, [5, 6, 1, 2], 2], ["4d6cf<=2", 6, [5, 6, 1, 2], 2], ["4d6even", 6, [2, 4, 1, 3], 2], ["4d6odd", 6, [2, 4, 1, 3], 2],
    ["2d6min3", 6, [1, 5], 8], ["2d6max3", 6, [1, 5], 4], ["1d20ms>12", 20, [15], 3], ["3d6cs>4df1", 6, [5, 1, 2], 0],
  ])("%s", async (formula, size, values, expected) => {
    faces(table, size, ...values);
    expect(await total(formula)).toBe(expected);
  });

  it("are looked up by name on the die, several letters and a number", async () => {
    faces(table, 10, 10, 4, 5, 9);
    const roll = await new Roll("4dztn4").evaluate();
    expect(roll.formula).toBe("4dztn4");
    expect(roll.total).toBe(2);
    expect(roll.dice[0]?.results.map((result) => roll.dice[0]?.getResultLabel(result))).toEqual(["0", "4", "5", "9"]);
    expect(roll.dice[0]?.results.map((result) => result.success)).toEqual([true, true, false, false]);
    expect(roll.dice[0]?.getResultCSS(roll.dice[0].results[0] ?? { result: 0 })).toContain("success");
  });

  it("roll a pool of nothing", async () => {
    expect(await total("0dztn4")).toBe(0);
  });
});

// https://foundryvtt.com/api/classes/foundry.dice.Roll.html#fromData
describe("serialisation", () => {
  it("gives back the same roll by the name of its class", async () => {
    const roll = await new ProbeRoll("3dztn4 + 2", {}, { note: "kept" }).evaluate();
    const again = Roll.fromData(JSON.parse(JSON.stringify(roll)) as Data);
    expect(again).toBeInstanceOf(ProbeRoll);
    expect(again.total).toBe(roll.total);
    expect(again.options).toEqual({ note: "kept" });
    expect(again.dice[0]).toBeInstanceOf(ProbeDie);
    expect(again.dice[0]?.results).toEqual(roll.dice[0]?.results);
    expect(again.terms[1]).toBeInstanceOf(OperatorTerm);
  });

  it("refuses a class that is not registered", () => {
    expect(() => Roll.fromData({ class: "Stranger", terms: [] })).toThrow(/Stranger/);
  });

  it("builds from terms", () => {
    const die = DiceTerm.fromData({ class: "Die", number: 1, faces: 6, results: [{ result: 5, active: true }], evaluated: true });
    const roll = Roll.fromTerms([die, new OperatorTerm({ operator: "+" }), NumericTerm.fromData({ class: "NumericTerm", number: 2, evaluated: true })]);
    expect(roll.total).toBe(7);
  });

  it("creates the first registered class", () => {
    expect(Roll.create("1d6")).toBeInstanceOf(ProbeRoll);
  });
});

// https://foundryvtt.com/api/classes/foundry.dice.Roll.html#toMessage
describe("messages of rolls", () => {
  it("carry the roll, and the mode's recipients", async () => {
    const roll = await new ProbeRoll("3dztn4").evaluate();
    const message = (await roll.toMessage({ flavor: "Try" }, { rollMode: "gmroll" })) as ChatMessage;
    expect(message.rolls[0]).toBeInstanceOf(ProbeRoll);
    expect(message.whisper).toEqual(["gamemaster000000"]);
    expect(message.isRoll).toBe(true);
    const blind = (await (await new ProbeRoll("1dz").evaluate()).toMessage({}, { rollMode: "blindroll" })) as ChatMessage;
    expect(blind.blind).toBe(true);
  });

  it("show every die", async () => {
    faces(table, 10, 10, 7);
    const roll = await new ProbeRoll("2dztn4").evaluate();
    const html = await roll.render();
    expect(html).toContain('<li class="roll probedie d10 success">0</li>');
    expect(html).toContain('<li class="roll probedie d10">7</li>');
    expect(await roll.render({ isPrivate: true })).not.toContain("2dztn4");
  });
});
