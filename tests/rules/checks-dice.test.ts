import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkPool, isAttributeTarget } from "../../src/rules/checks/pool";
import { betterRoll, compareRolls } from "../../src/rules/dice/compare";
import { contest } from "../../src/rules/dice/contested";
import { addRoll, extendedRoll, isDone } from "../../src/rules/dice/extended";
import { groupSuccesses } from "../../src/rules/dice/group";
import { buildPool, fixedPool, poolSize } from "../../src/rules/dice/pool";
import { reroll, rerollSize } from "../../src/rules/dice/reroll";
import { readPool } from "../../src/rules/dice/roll";
import { checkSupport, supported, supportValue } from "../../src/rules/dice/support";
import { attributeModifier } from "../../src/rules/modifiers/own";
import { fighter } from "./fixtures";
import { hits, refused, roll, rolled } from "./checks-pack";

const faces = (length: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length });
const pools = fc.record({ dice: fc.integer({ min: 0, max: 14 }), tn: fc.integer({ min: 0, max: 8 }), penalty: fc.integer({ min: 0, max: 16 }) }).map(buildPool);
const thrown = pools.chain((pool) => fc.tuple(fc.constant(pool), faces(poolSize(pool)), faces(poolSize(pool))));

describe("Support rolls", () => {
  test("successes join those of the main roll, the degree of failure takes away", () => {
    expect(supported(rolled(6, 2), rolled(4, 3)).successes).toBe(5);
    expect(supported(rolled(6, 4), rolled(4, 0, { tn: 3, miss: 6 })).successes).toBe(1);
    expect(supportValue(rolled(4, 0, { tn: 1, miss: 3 }))).toBe(-2);
  });

  test("help turns a failure into a success, and harm never goes below nothing", () => {
    const main = rolled(4, 0, { tn: 2, miss: 7 });
    expect([main.degreeOfFailure, supported(main, rolled(3, 1)).degreeOfFailure, supported(main, rolled(3, 1)).outcome]).toEqual([5, 0, { kind: "success", degree: "nearMiss" }]);
    const harmed = supported(rolled(6, 1), rolled(4, 0, { tn: 0, miss: 8 }));
    expect([harmed.successes, harmed.outcome]).toEqual([0, { kind: "failure", degree: "nearMiss" }]);
  });

  test("an empty support pool changes nothing", () => {
    expect(supported(rolled(6, 2), readPool(fixedPool({ dice: 0, tn: 4 }), [])).successes).toBe(2);
  });

  test("only a leaf supports; with Discipline a branch does", () => {
    expect(refused(() => { checkSupport("leaf"); })).toBeNull();
    expect(refused(() => { checkSupport("branch"); })).toBe("FATEWALKER.Error.SupportNeedsLeaf");
    expect(refused(() => { checkSupport("branch", { branches: true }); })).toBeNull();
    expect(refused(() => { checkSupport("root", { branches: true }); })).toBe("FATEWALKER.Error.SupportNeedsLeaf");
  });

  test("the sum is never negative and at most both together", () => {
    fc.assert(fc.property(thrown, thrown, ([pool, one], [other, two]) => {
      const main = readPool(pool, one);
      const support = readPool(other, two);
      const both = supported(main, support);
      expect(both.successes).toBeGreaterThanOrEqual(0);
      expect(both.successes).toBeLessThanOrEqual(main.successes + support.successes);
      expect(both.successes > 0 && both.degreeOfFailure > 0).toBe(false);
    }));
  });
});

describe("Contested, extended and group rolls", () => {
  test("the difference decides; a tie goes where it is said to go", () => {
    expect(contest({ first: 5, second: 3 })).toEqual({ net: 2, winner: "first" });
    expect(contest({ first: 1, second: 4 })).toEqual({ net: -3, winner: "second" });
    expect([contest({ first: 3, second: 3 }).winner, contest({ first: 3, second: 3 }, "second").winner, contest({ first: 3, second: 3 }, "first").winner]).toEqual([null, "second", "first"]);
  });

  test("contests are fair: turned round, the other one wins", () => {
    fc.assert(fc.property(fc.nat(12), fc.nat(12), (first, second) => {
      expect(contest({ first, second }).net + contest({ first: second, second: first }).net).toBe(0);
      expect(contest({ first, second }, "first").winner === "first").toBe(contest({ first: second, second: first }, "second").winner === "second");
    }));
  });

  test("extended: 4 needed, 2 off each roll: 5 and 3 successes make 3 and 1", () => {
    const first = addRoll(extendedRoll(4, 2), 5);
    expect([first.net, first.state.total, first.done]).toEqual([3, 3, false]);
    const second = addRoll(first.state, 3);
    expect([second.net, second.state.total, second.done, second.state.rolls]).toEqual([1, 4, true, 2]);
  });

  test("a total below 0 is harm, and starts again at 0", () => {
    const { harm, state } = addRoll({ ...extendedRoll(4, 3), total: 1 }, 0);
    expect([harm, state.total]).toEqual([2, 0]);
  });

  test("nothing is done before it was tried", () => {
    expect([isDone(extendedRoll(0)), addRoll(extendedRoll(0), 0).done]).toEqual([false, true]);
  });

  test("harm less total is what the rolls counted", () => {
    fc.assert(fc.property(fc.nat(3), fc.nat(8), fc.array(fc.nat(8), { maxLength: 12 }), (minus, needed, successes) => {
      let state = extendedRoll(needed, minus);
      let sum = 0;
      for (const count of successes) {
        const step = addRoll(state, count);
        expect(step.state.total).toBeGreaterThanOrEqual(0);
        expect(step.harm > 0 && step.done).toBe(false);
        sum += step.net + step.harm;
        state = step.state;
      }
      expect(state.total).toBe(sum);
    }));
  });

  test("a group does as its best, all together, or as its weakest", () => {
    expect([groupSuccesses([2, 0, 4], "best"), groupSuccesses([2, 0, 4], "sum"), groupSuccesses([2, 0, 4], "worst"), groupSuccesses([], "best")]).toEqual([4, 6, 0, 0]);
  });

  test("a group of one is that one", () => {
    fc.assert(fc.property(fc.nat(12), fc.constantFrom("best" as const, "sum" as const, "worst" as const), (one, rule) => { expect(groupSuccesses([one], rule)).toBe(one); }));
  });
});

describe("Rerolls", () => {
  const pool = fixedPool({ dice: 4, tn: 4 });
  const first = roll(pool, 0, 1, 9, 8);

  test("replace: the new roll stands even when it is worse", () => {
    expect(reroll({ pool, roll: first, rule: { dice: "all", keep: "new" }, faces: [9, 9, 9, 4] }).successes).toBe(1);
  });

  test("keep the better: never worse than before", () => {
    expect(reroll({ pool, roll: first, rule: { dice: "all", keep: "better" }, faces: [9, 9, 9, 4] })).toEqual(first);
    expect(reroll({ pool, roll: first, rule: { dice: "all", keep: "better" }, faces: [0, 0, 0, 4] }).successes).toBe(4);
  });

  test("failures only: successes keep their place, and only failed dice are thrown", () => {
    expect(rerollSize(first, { dice: "failures", keep: "better" })).toBe(2);
    const again = reroll({ pool, roll: first, rule: { dice: "failures", keep: "better" }, faces: [3, 9] });
    expect([again.dice.map(({ face }) => face), again.successes]).toEqual([[0, 1, 3, 9], 3]);
  });

  test("without successes the smaller degree of failure is the better", () => {
    const poor = roll(pool, 9, 9, 9, 9);
    const near = roll(pool, 5, 9, 9, 9);
    expect([betterRoll(poor, near), betterRoll(near, poor)]).toEqual([near, near]);
    expect(compareRolls(near, poor)).toBeLessThan(0);
  });

  test("too few faces are refused", () => {
    expect(refused(() => reroll({ pool, roll: first, rule: { dice: "failures", keep: "new" }, faces: [1] }))).toBe("FATEWALKER.Error.FaceCount");
  });

  test("better is never worse; failures only never loses a success; wounded dice stay wounded", () => {
    fc.assert(fc.property(thrown, ([any, one, two]) => {
      const before = readPool(any, one);
      const better = reroll({ pool: any, roll: before, rule: { dice: "all", keep: "better" }, faces: two });
      expect(compareRolls(better, before)).toBeLessThanOrEqual(0);
      const failures = two.slice(0, rerollSize(before, { dice: "failures", keep: "new" }));
      const mended = reroll({ pool: any, roll: before, rule: { dice: "failures", keep: "new" }, faces: failures });
      expect(mended.successes).toBeGreaterThanOrEqual(before.successes);
      expect(mended.dice.map(({ wounded }) => wounded)).toEqual(before.dice.map(({ wounded }) => wounded));
    }));
  });
});

describe("Fixed TNs", () => {
  const wounded = fighter({ woundPenalty: 3 });
  const modifiers = [attributeModifier(wounded, "awareness")];

  test("Awareness(4) and Prowess(Resilience) know no wounded dice, Attribute(Skill) does", () => {
    expect(checkPool({ fighter: wounded, target: { kind: "fixed", tn: 4 }, modifiers })).toEqual(fixedPool({ dice: 5, tn: 4 }));
    expect(checkPool({ fighter: wounded, target: { kind: "skill", skill: "resilience" }, modifiers })).toEqual(fixedPool({ dice: 5, tn: 4 }));
    expect(checkPool({ fighter: wounded, target: { kind: "skill", skill: "ranged" }, modifiers })).toEqual(buildPool({ dice: 5, tn: 5, penalty: 3 }));
    expect(isAttributeTarget({ kind: "fixed", tn: 4 })).toBe(false);
  });

  test("R289 Mastery raises Awareness(4) to 5, and no wound touches it", () => {
    const mastery = { key: "power-mastery", source: "power" as const, label: "", value: 0, enabled: true, optional: true, change: { kind: "targetNumber" as const, bonus: 1, most: 7 } };
    expect(checkPool({ fighter: wounded, target: { kind: "fixed", tn: 4 }, modifiers: [...modifiers, mastery] })).toEqual(fixedPool({ dice: 5, tn: 5 }));
  });

  test("a penalty that a power takes away is left out", () => {
    expect(checkPool({ fighter: wounded, target: { kind: "skill", skill: "ranged" }, modifiers, penalty: 0 }).wounded).toBe(0);
  });
});

test("the wounded dice of a roll are its last ones", () => {
  expect(roll(buildPool({ dice: 3, tn: 4, penalty: 1 }), ...hits(3, 2, 4)).dice.map(({ success }) => success)).toEqual([true, true, false]);
});
