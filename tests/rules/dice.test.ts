import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { initiative } from "../../src/rules/clock/initiative";
import { buildPool, fixedPool, poolSize } from "../../src/rules/dice/pool";
import { degreeLabel, degreeOf, readPool } from "../../src/rules/dice/roll";

describe("R022", () => {
  test("Awareness at TN 4 with 3 successes starts at tick 7", () => {
    const rolled = readPool(fixedPool({ dice: 5, tn: 4 }), [0, 4, 2, 5, 9]);
    expect(rolled.successes).toBe(3);
    expect(initiative(rolled.successes)).toBe(7);
  });
});

describe("R023", () => {
  test("12 successes start at tick 1", () => {
    expect(initiative(12)).toBe(1);
  });
});

describe("R042", () => {
  test("TN 3 with a lowest die of 6 fails by 3: dramatic", () => {
    const rolled = readPool(buildPool({ dice: 3, tn: 3, penalty: 0 }), [8, 6, 7]);
    expect(rolled).toMatchObject({ successes: 0, degreeOfFailure: 3, outcome: { kind: "failure", degree: "dramatic" } });
  });
});

describe("R129", () => {
  test("6 dice with penalty 2 are 4 normal and 2 wounded", () => {
    expect(buildPool({ dice: 6, tn: 5, penalty: 2 })).toEqual({ normal: 4, wounded: 2, tn: 5, woundedTn: 2 });
  });

  test("the penalty is read after bonus dice: 3 dice of Prowess, +3, penalty 5", () => {
    expect(buildPool({ dice: 3 + 3, tn: 5, penalty: 5 })).toMatchObject({ normal: 1, wounded: 5 });
  });

  test("rolls with a fixed TN are never wounded", () => {
    expect(fixedPool({ dice: 6, tn: 4 })).toEqual({ normal: 6, wounded: 0, tn: 4, woundedTn: 2 });
  });
});

describe("R130", () => {
  it.each([[5, 2], [4, 2], [3, 1], [1, 0], [0, 0], [8, 4]])("TN %i is %i on wounded dice", (tn, wounded) => {
    expect(buildPool({ dice: 1, tn, penalty: 1 }).woundedTn).toBe(wounded);
  });

  test("a wounded die of TN 0 still succeeds on a 0", () => {
    expect(readPool(buildPool({ dice: 2, tn: 1, penalty: 2 }), [0, 1]).dice.map((die) => die.success)).toEqual([true, false]);
  });

  // 6 dice at TN 5, penalty 3: three dice at 5, three at 2.
  it.each([
    [[5, 5, 6, 2, 2, 3], 4, "exceptional"],
    [[5, 6, 6, 2, 2, 9], 3, "total"],
    [[6, 6, 6, 2, 2, 3], 2, "base"],
    [[6, 6, 6, 2, 3, 5], 1, "nearMiss"],
  ] as const)("%j are %i successes", (given, successes, degree) => {
    expect(readPool(buildPool({ dice: 6, tn: 5, penalty: 3 }), given)).toMatchObject({ successes, outcome: { kind: "success", degree } });
  });

  test("a failure is measured from the die nearest to its own TN: 7 - 5, 5 - 2 fail by 2", () => {
    expect(readPool(buildPool({ dice: 3, tn: 5, penalty: 1 }), [7, 9, 5])).toMatchObject({ successes: 0, degreeOfFailure: 2, outcome: { kind: "failure", degree: "dramatic" } });
  });
});

describe("R131", () => {
  test("3 dice with penalty 5 leave 1 wounded die", () => {
    expect(buildPool({ dice: 3, tn: 5, penalty: 5 })).toMatchObject({ normal: 0, wounded: 1 });
  });

  test("penalty 6 and more leave none", () => {
    expect(poolSize(buildPool({ dice: 3, tn: 5, penalty: 6 }))).toBe(0);
    expect(poolSize(buildPool({ dice: 3, tn: 5, penalty: 60 }))).toBe(0);
  });
});

describe("degrees", () => {
  it.each([[1, "nearMiss"], [2, "base"], [3, "total"], [4, "exceptional"], [9, "exceptional"]] as const)("%i successes: %s", (successes, degree) => {
    expect(degreeOf({ successes, degreeOfFailure: 0, dice: 9 })).toEqual({ kind: "success", degree });
  });

  it.each([[0, "nearMiss"], [1, "complete"], [2, "dramatic"], [3, "dramatic"], [4, "catastrophic"], [8, "catastrophic"]] as const)("failure by %i: %s", (degreeOfFailure, degree) => {
    expect(degreeOf({ successes: 0, degreeOfFailure, dice: 3 })).toEqual({ kind: "failure", degree });
  });

  test("an empty pool is a complete failure of degree 0", () => {
    expect(readPool(buildPool({ dice: -4, tn: 5, penalty: 0 }), [])).toEqual({ dice: [], successes: 0, degreeOfFailure: 0, outcome: { kind: "failure", degree: "complete" } });
  });

  test("at 1 success the degree of failure is 0", () => {
    expect(readPool(buildPool({ dice: 2, tn: 2, penalty: 0 }), [2, 9])).toMatchObject({ successes: 1, degreeOfFailure: 0 });
  });

  test("wounded dice are measured by their own TN", () => {
    const rolled = readPool(buildPool({ dice: 2, tn: 5, penalty: 1 }), [9, 3]);
    expect(rolled.dice.map((die) => die.tn)).toEqual([5, 2]);
    expect(rolled.degreeOfFailure).toBe(1);
  });

  test("names are localisation keys", () => {
    expect(degreeLabel({ kind: "success", degree: "nearMiss" })).toBe("FATEWALKER.Degree.Success.NearMiss");
    expect(degreeLabel({ kind: "failure", degree: "catastrophic" })).toBe("FATEWALKER.Degree.Failure.Catastrophic");
  });
});

describe("bad input", () => {
  it.each([[Number.NaN, 0], [Number.POSITIVE_INFINITY, 0], [-3, 0], [12, 8], [5.9, 5]])("TN %d counts as %i", (tn, read) => {
    expect(buildPool({ dice: 1, tn, penalty: 0 }).tn).toBe(read);
  });

  test("dice that are no number are no dice", () => {
    expect(poolSize(buildPool({ dice: Number.NaN, tn: 5, penalty: Number.NaN }))).toBe(0);
  });

  it.each([[[1, 2], "FATEWALKER.Error.FaceCount"], [[1, 2, 10], "FATEWALKER.Error.FaceValue"], [[1, 2, -1], "FATEWALKER.Error.FaceValue"], [[1, 2, 2.5], "FATEWALKER.Error.FaceValue"]])("faces %j are refused", (given, key) => {
    expect(() => readPool(fixedPool({ dice: 3, tn: 4 }), given)).toThrow(key);
  });
});

describe("properties of pools", () => {
  const dice = fc.integer({ min: -5, max: 30 });
  const tn = fc.integer({ min: -2, max: 12 });
  const penalty = fc.integer({ min: 0, max: 40 });

  test("wounds take dice only when all are wounded, and never leave more wounded dice than penalty", () => {
    fc.assert(fc.property(dice, tn, penalty, (count, target, wounds) => {
      const pool = buildPool({ dice: count, tn: target, penalty: wounds });
      const total = Math.max(0, count);
      expect(poolSize(pool)).toBe(wounds <= total ? total : Math.max(0, 2 * total - wounds));
      expect(pool.wounded).toBe(Math.min(wounds, poolSize(pool)));
      expect(pool.tn).toBeGreaterThanOrEqual(0);
      expect(pool.tn).toBeLessThanOrEqual(8);
    }));
  });

  test("every die is read once, and successes are the dice at or under their TN", () => {
    fc.assert(fc.property(dice, tn, penalty, fc.infiniteStream(fc.integer({ min: 0, max: 9 })), (count, target, wounds, stream) => {
      const pool = buildPool({ dice: count, tn: target, penalty: wounds });
      const given = [...stream.take(poolSize(pool))];
      const rolled = readPool(pool, given);
      expect(rolled.dice.map((die) => die.face)).toEqual(given);
      expect(rolled.successes).toBe(given.filter((face, index) => face <= (index < pool.normal ? pool.tn : pool.woundedTn)).length);
      expect(rolled.degreeOfFailure > 0).toBe(rolled.successes === 0 && given.length > 0);
    }));
  });
});
