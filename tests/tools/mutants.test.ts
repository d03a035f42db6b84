import { describe, expect, it } from "vitest";
import { verdictsOf } from "../../tools/rules/breaking-run";
import { judge, noticed, placesByRule, planOf } from "../../tools/rules/judge";
import { mutantsOf, switchable } from "../../tools/rules/mutants";
import { EndlessError, Switchboard } from "../../tools/rules/switchboard";

describe("breaking a rule's code", () => {
  const source = "interface Row { value: 1 }\nexport const hits = (net: number): boolean => net >= 2 && Math.min(net, 3) > 0;\n";

  it("finds every number, operator and condition that behaves, and none in types", () => {
    expect(mutantsOf("a.ts", source).map(({ line, original, replacement }) => [line, original, replacement])).toEqual([
      [2, "&&", "||"],
      [2, ">=", "<"],
      [2, "2", "3"],
      [2, ">", "<="],
      [2, "Math.min", "Math.max"],
      [2, "3", "4"],
      [2, "0", "1"],
    ]);
    expect(mutantsOf("a.ts", "if (ready) go(armed ? true : false);").map(({ original, replacement }) => [original, replacement])).toEqual([["ready", "not ready"], ["armed", "not armed"], ["true", "false"], ["false", "true"]]);
  });

  it("leaves && and || alone where their right side yields", () => {
    const generator = "function* steps(n) { const more = n > 0 && (yield n); return more || n === 5; }";
    expect(mutantsOf("a.ts", generator).map(({ original }) => original)).toEqual([">", "0", "||", "===", "5"]);
    const steps = (new Function("rulesSwitchboard", `${switchable("a.ts", generator, 0)} return steps;`) as (given: Switchboard) => (n: number) => Generator<number, unknown, boolean>)(new Switchboard());
    const run = steps(5);
    expect([run.next(false).value, run.next(false).value]).toEqual([5, true]);
  });

  const code = "const hits = (net) => { let sum = 0; for (const part of [net]) { sum = sum + part; } const odd = net % 2; return sum >= 2 && (odd ? Math.max(net, 3) : 1) > -1 || net === 0; };";
  /** The code under switches, run with a board. */
  function under(board: Switchboard): (net: number) => unknown {
    const factory = new Function("rulesSwitchboard", `${switchable("a.ts", code, 10)} return hits;`) as (given: Switchboard) => (net: number) => unknown;
    return factory(board);
  }

  it("changes nothing while no switch is on, and tells which places ran", () => {
    const board = new Switchboard();
    const hits = under(board);
    const plain = (new Function(`${code} return hits;`) as () => (net: number) => unknown)();
    board.watch();
    for (const net of [0, 1, 2, 7]) expect(hits(net)).toBe(plain(net));
    expect([...board.seen].sort((a, b) => a - b)).toEqual(mutantsOf("a.ts", code).map((_mutant, index) => index + 10));
  });

  it("breaks each place alone, and never runs the right side of && and || in vain", () => {
    const board = new Switchboard();
    const hits = under(board);
    const mutants = mutantsOf("a.ts", code);
    const broken = (original: string): number => 10 + mutants.findIndex((mutant) => mutant.original === original);
    const results = ["0", "+", ">=", "&&", "||", "==="].map((original) => {
      board.breaking(broken(original), 1_000);
      return [original, hits(1), hits(2), hits(0)];
    });
    expect(results).toEqual([["0", true, true, true], ["+", false, false, true], [">=", true, false, true], ["&&", true, true, true], ["||", false, false, false], ["===", true, true, false]]);
    board.watch();
    expect([hits(1), hits(2), hits(0)]).toEqual([false, true, true]);
  });

  it("stops code that a break makes endless", () => {
    const board = new Switchboard();
    const endless = (new Function("rulesSwitchboard", `${switchable("a.ts", "const down = (n) => { let left = n; while (left > 0) { left = left - 1; } return left; };", 0)} return down;`) as (given: Switchboard) => (n: number) => number)(board);
    board.watch();
    expect(endless(5)).toBe(0);
    board.breaking(mutantsOf("a.ts", "let left = n; while (left > 0) { left = left - 1; }").findIndex(({ original }) => original === "-"), 500);
    expect(() => endless(5)).toThrow(EndlessError);
  });
});

describe("judging a rule", () => {
  const mutants = Array.from({ length: 40 }, (_, index) => ({ file: index < 30 ? "a.ts" : "b.ts", line: Math.floor(index / 4), original: "1", replacement: "2" }));
  const watched = (rule: string, file: string, run: readonly number[], loaded: readonly number[] = []) => ({ kind: "watched", rule, file, run, loaded }) as const;

  it("takes the places that the fewest rules run, two a line at the most, and constants of the same files", () => {
    const places = placesByRule([watched("R001", "x.test.ts", [0, 4, 8, 9, 10], [20, 31]), watched("R002", "x.test.ts", [0, 4]), watched("R003", "y.test.ts", [], [31])], mutants);
    expect(places.get("R001")).toEqual({ own: [8, 9, 0, 4], constants: [20] });
    expect(places.get("R002")).toEqual({ own: [0, 4], constants: [] });
    expect(places.get("R003")).toEqual({ own: [], constants: [31] });
  });

  it("breaks a place in each file in which the rule comes by it", () => {
    const notes = [watched("R001", "x.test.ts", [8], [20]), watched("R001", "y.test.ts", [8, 12])];
    expect(planOf(notes, placesByRule(notes, mutants))).toEqual({ "x.test.ts": { R001: { run: [8], reload: [20] } }, "y.test.ts": { R001: { run: [8, 12], reload: [] } } });
  });

  it("needs four breaks noticed, or half of what there is; constants count only where they are noticed", () => {
    expect(judge("R001", { own: [1, 2, 3, 4, 5, 6, 7, 8, 9], constants: [20, 21] }, new Set([1, 2, 3, 20]))).toEqual({ rule: "R001", tried: 10, caught: 4, needed: 4, missed: [4, 5, 6, 7, 8, 9] });
    expect(judge("R002", { own: [1, 2, 3], constants: [] }, new Set([1]))).toMatchObject({ caught: 1, needed: 2 });
    expect(judge("R003", { own: [], constants: [20, 21] }, new Set())).toMatchObject({ tried: 0, needed: 1 });
  });

  it("counts what hung as noticed, and what could not even be loaded as nothing", () => {
    const attempt = { file: "x.test.ts", rule: "R001" };
    const verdicts = verdictsOf([
      { kind: "begun", ...attempt, mutant: 1 },
      { kind: "caught", ...attempt, mutant: 1 },
      { kind: "begun", ...attempt, mutant: 2 },
      { kind: "passed", ...attempt, mutant: 2 },
      { kind: "begun", ...attempt, mutant: 3 },
      { kind: "unloadable", ...attempt, mutant: 3 },
      { kind: "begun", ...attempt, mutant: 4 },
    ]);
    expect(verdicts.map(({ mutant, kind }) => [mutant, kind])).toEqual([[1, "caught"], [2, "passed"], [3, "unloadable"], [4, "hung"]]);
    expect(noticed(verdicts)).toEqual(new Map([["R001", new Set([1, 4])]]));
  });
});
