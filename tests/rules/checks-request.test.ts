import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requestOutcome, type AskedRoll } from "../../src/rules/checks/request";

const rolled = (...successes: number[]): AskedRoll[] => successes.map((count) => ({ kind: "rolled", successes: count }));

describe("what the rolls of several come to", () => {
  it("counts the best, the sum or the weakest", () => {
    expect(requestOutcome("best", rolled(0, 3, 1))).toEqual({ kind: "group", rule: "best", successes: 3 });
    expect(requestOutcome("sum", rolled(0, 3, 1))).toEqual({ kind: "group", rule: "sum", successes: 4 });
    expect(requestOutcome("worst", rolled(2, 3, 1))).toEqual({ kind: "group", rule: "worst", successes: 1 });
  });

  it("sets two against each other; a tie is nobody's", () => {
    expect(requestOutcome("contested", rolled(3, 1))).toEqual({ kind: "contest", winner: 0, net: 2 });
    expect(requestOutcome("contested", rolled(1, 3))).toEqual({ kind: "contest", winner: 1, net: 2 });
    expect(requestOutcome("contested", rolled(2, 2))).toEqual({ kind: "contest", winner: null, net: 0 });
  });

  it("waits for whoever has not rolled, and keeps secret what depends on a secret roll", () => {
    expect(requestOutcome("best", [...rolled(2), { kind: "open" }, { kind: "open" }])).toEqual({ kind: "waiting", missing: 2 });
    expect(requestOutcome("sum", [...rolled(2), { kind: "secret" }])).toEqual({ kind: "secret" });
    expect(requestOutcome("each", [{ kind: "open" }])).toEqual({ kind: "none" });
  });

  it("never lets a known roll change while another is open or secret", () => {
    fc.assert(fc.property(fc.array(fc.nat(9), { minLength: 1 }), fc.constantFrom("best", "sum", "worst", "contested"), (successes, rule) => {
      expect(requestOutcome(rule, [...rolled(...successes), { kind: "secret" }])).toEqual({ kind: "secret" });
      expect(requestOutcome(rule, [...rolled(...successes), { kind: "open" }]).kind).toBe("waiting");
    }));
  });
});
