import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { absorb, subtractParry } from "../../src/rules/damage/absorb";
import { damagePool, diceCount, formatDamage, maximum, parseDamage } from "../../src/rules/damage/formula";
import { demote, promote, shift } from "../../src/rules/damage/ladder";
import { readDamage } from "../../src/rules/damage/roll";
import { applyShield, rechargeShield, shieldCap } from "../../src/rules/damage/shield";
import type { DamagePool, ShieldState } from "../../src/rules/damage/types";
import { prepareHit } from "../../src/rules/exchange/hit";
import type { Ladder } from "../../src/rules/keys";

const pool = (formula: string, ladder: Ladder = "standard"): DamagePool => damagePool({ formula, tn: 5, ladder });
const shown = (given: DamagePool): string => formatDamage({ dice: given.dice, tn: null });
const noArmor = { shield: null, shieldRule: "literal", type: "physical" } as const;
const armor = (physical: number, absorbing = 0) => ({ absorb: absorbing, deflection: { physical, ballistic: 0, energy: 0 } });

describe("R045", () => {
  test("3x3/3x1 is 6 dice with a maximum of 12", () => {
    expect(diceCount(pool("3x3/3x1"))).toBe(6);
    expect(maximum(pool("3x3/3x1"))).toBe(12);
  });
});

describe("R046", () => {
  test("three kinds of dice are refused", () => {
    expect(() => parseDamage("1x1/1x3/1x5")).toThrow("FATEWALKER.Error.DamageKinds");
  });

  test("two parts of one value are one kind", () => {
    expect(shown(pool("2x1/3x1/1x3"))).toBe("5x1/1x3");
  });
});

describe("R047", () => {
  test("one promotion on 3x3/3x1", () => {
    expect(shown(promote(pool("3x3/3x1"), 1))).toBe("2x1/4x3");
  });
});

describe("R048", () => {
  test("3 promotions on 3x3/3x1 are 6x3, a fourth opens the fives", () => {
    expect(shown(promote(pool("3x3/3x1"), 3))).toBe("6x3");
    expect(shown(promote(pool("3x3/3x1"), 4))).toBe("5x3/1x5");
  });
});

describe("R049", () => {
  test("steps are odd values: 1 3 5 7", () => {
    expect([1, 2, 3].map((steps) => shown(promote(pool("1x1"), steps)))).toEqual(["1x3", "1x5", "1x7"]);
  });

  test("buckshot goes 1 5 9 13", () => {
    expect([1, 2, 3].map((steps) => shown(promote(pool("1x1", "buckshot"), steps)))).toEqual(["1x5", "1x9", "1x13"]);
    expect(shown(promote(pool("6x1/1x5", "buckshot"), 6))).toBe("7x5");
    expect(shown(demote(pool("7x5", "buckshot"), 2))).toBe("2x1/5x5");
  });
});

describe("R050", () => {
  test("demotions on 6x3", () => {
    expect(shown(demote(pool("6x3"), 2))).toBe("2x1/4x3");
    expect(shown(demote(pool("6x3"), 6))).toBe("6x1");
  });
});

describe("R051", () => {
  test("dice that are all worth 1 leave the roll", () => {
    expect(shown(demote(pool("5x1"), 2))).toBe("3x1");
    expect(diceCount(demote(pool("5x1"), 5))).toBe(0);
    expect(diceCount(demote(pool("5x1"), 50))).toBe(0);
  });

  test("nothing comes back from an empty roll", () => {
    expect(diceCount(promote(demote(pool("2x1"), 2), 3))).toBe(0);
  });
});

describe("R052", () => {
  test("4x1/1x3 with 2 net successes", () => {
    expect(shown(shift(pool("4x1/1x3"), 2))).toBe("2x1/3x3");
  });
});

describe("values that fit no ladder", () => {
  test("a die goes to the other kind until one is left, then along the ladder", () => {
    expect(shown(promote(pool("3x1/3x3", "buckshot"), 2))).toBe("1x1/5x3");
    expect(shown(promote(pool("3x1/3x3", "buckshot"), 4))).toBe("5x3/1x5");
    expect(shown(demote(pool("3x1/3x3", "buckshot"), 4))).toBe("5x1");
    expect(shown(promote(pool("3x1/3x7"), 2))).toBe("1x1/5x7");
    expect(shown(demote(pool("2x1/2x7"), 2))).toBe("4x1");
    expect(shown(demote(pool("2x3", "buckshot"), 1))).toBe("1x1/1x3");
  });
});

describe("R053", () => {
  test("the type only chooses the Deflection", () => {
    const protection = { absorb: 0, deflection: { physical: 1, ballistic: 4, energy: 0 } };
    const left = (["physical", "ballistic", "energy"] as const).map((type) => shown(prepareHit({ ...noArmor, pool: pool("6x3"), net: 0, barrier: 0, protection, type }).pool));
    expect(left).toEqual(["1x1/5x3", "4x1/2x3", "6x3"]);
  });
});

describe("R054", () => {
  test("3 points of which one die shows 0: 1 gets through Absorb 5", () => {
    const { points } = readDamage(pool("3x1"), [0, 3, 5], 0);
    expect(points).toEqual({ ordinary: 2, penetrating: 1 });
    expect(absorb(points, 5)).toEqual({ taken: 2, left: 1 });
  });
});

describe("R056", () => {
  test("7 rolled against Absorb 3", () => {
    expect(absorb({ ordinary: 7, penetrating: 0 }, 3)).toEqual({ taken: 3, left: 4 });
  });
});

describe("R057", () => {
  test("6x1/6x3 with Deflection 4", () => {
    const hit = prepareHit({ ...noArmor, pool: pool("6x1/6x3"), net: 0, barrier: 0, protection: armor(4) });
    expect(shown(hit.pool)).toBe("10x1/2x3");
    expect(hit.steps).toEqual([{ kind: "deflect", by: 4, type: "physical", after: [{ count: 10, value: 1 }, { count: 2, value: 3 }] }]);
  });
});

describe("R058", () => {
  test("5 net against Deflection 3 are 2 promotions", () => {
    expect(shown(prepareHit({ ...noArmor, pool: pool("6x1"), net: 5, barrier: 0, protection: armor(3) }).pool)).toBe("4x1/2x3");
  });

  test("Deflection first would have taken a die of 1 away: with no shield it is one sum", () => {
    expect(shown(prepareHit({ ...noArmor, pool: pool("2x1"), net: 3, barrier: 0, protection: armor(3) }).pool)).toBe("2x1");
    expect(shown(prepareHit({ ...noArmor, pool: pool("1x1/1x7"), net: 2, barrier: 0, protection: armor(2) }).pool)).toBe("1x1/1x7");
  });
});

describe("R083", () => {
  test("brick 5 and Deflection 2 are 7 demotions", () => {
    const hit = prepareHit({ ...noArmor, pool: pool("8x3"), net: 0, barrier: 5, protection: armor(2) });
    expect(shown(hit.pool)).toBe("7x1/1x3");
    expect(hit.steps.map((entry) => entry.kind)).toEqual(["promote", "deflect"]);
  });
});

const shieldOf = (energy: number, minActivation: number, maxAbsorb: number): ShieldState => ({ energy, minActivation, maxAbsorb, reserve: energy });

describe("R105", () => {
  test("a full Battle shield stops min(40, 10)", () => {
    expect(shieldCap(shieldOf(20, 9, 40), "literal")).toBe(10);
    expect(applyShield(pool("10x1"), shieldOf(20, 9, 40), "literal").prevented).toBe(10);
  });

  it.each([["Standard", 7, 3], ["Duelling", 5, 2], ["Assault", 10, 5]])("a full %s shield with energy %i stops %i", (_name, energy, cap) => {
    expect(shieldCap(shieldOf(energy, 6, 20), "literal")).toBe(cap);
  });
});

describe("R106", () => {
  test("cap 20 against 7x3: 6 dice go, 1x3 is rolled", () => {
    const outcome = applyShield(pool("7x3"), shieldOf(40, 6, 20), "literal");
    expect(outcome).toMatchObject({ triggered: true, removed: [{ count: 6, value: 3 }], prevented: 18 });
    expect(shown(outcome.pool)).toBe("1x3");
  });
});

describe("R107", () => {
  test("10 prevented leave 10 of 20, and the next cap is 5", () => {
    const outcome = applyShield(pool("10x1"), shieldOf(20, 9, 40), "literal");
    expect(outcome.energyAfter).toBe(10);
    expect(shieldCap({ ...shieldOf(20, 9, 40), energy: outcome.energyAfter }, "literal")).toBe(5);
  });
});

describe("R108", () => {
  test("what the shield leaves meets armor", () => {
    const hit = prepareHit({ pool: pool("7x3"), net: 0, barrier: 0, shield: shieldOf(20, 6, 6), shieldRule: "literal", protection: armor(2), type: "physical" });
    expect(shown(hit.pool)).toBe("2x1/3x3");
    expect(hit.energyAfter).toBe(14);
    expect(hit.steps.map((entry) => entry.kind)).toEqual(["shield", "deflect"]);
  });
});

describe("R109", () => {
  test("Assault 9 + 2 is 10", () => {
    expect(rechargeShield(9, 2, 10)).toBe(10);
    expect(rechargeShield(3, 2, 10)).toBe(5);
  });

  test("energy above the reserve is left alone", () => {
    expect(rechargeShield(12, 2, 10)).toBe(12);
  });
});

describe("R110", () => {
  test("Standard (6) against 5x1 at 0 net does not trigger", () => {
    expect(applyShield(pool("5x1"), shieldOf(7, 6, 20), "literal")).toMatchObject({ triggered: false, prevented: 0, energyAfter: 7, pool: pool("5x1") });
  });

  test("promotions count for Min Activation: 5x1 at 1 net triggers", () => {
    const hit = prepareHit({ pool: pool("5x1"), net: 1, barrier: 0, shield: shieldOf(7, 6, 20), shieldRule: "literal", protection: null, type: "physical" });
    expect(hit.energyAfter).toBe(4);
    expect(shown(hit.pool)).toBe("4x1");
  });

  test("a shield that does not trigger leaves Deflection and net successes one sum", () => {
    const hit = prepareHit({ pool: pool("2x1"), net: 1, barrier: 0, shield: shieldOf(7, 6, 20), shieldRule: "literal", protection: armor(2), type: "physical" });
    expect(shown(hit.pool)).toBe("1x1");
    expect(hit.energyAfter).toBe(7);
    const uneven = prepareHit({ pool: pool("1x1/1x7"), net: 2, barrier: 0, shield: shieldOf(7, 99, 20), shieldRule: "literal", protection: armor(2), type: "physical" });
    expect(shown(uneven.pool)).toBe("1x1/1x7");
  });
});

describe("shield dice", () => {
  test("cap 6 against 2x3/1x5 removes both threes", () => {
    expect(applyShield(pool("2x3/1x5"), shieldOf(20, 6, 6), "literal").removed).toEqual([{ count: 2, value: 3 }]);
  });

  test("Min Activation itself is enough", () => {
    expect(applyShield(pool("6x1"), shieldOf(7, 6, 20), "literal").triggered).toBe(true);
    expect(applyShield(pool("5x1"), shieldOf(7, 6, 20), "literal").triggered).toBe(false);
  });

  test("the fewest dice among equal totals, however the pool lists them", () => {
    const listed: DamagePool = { dice: [{ count: 2, value: 3 }, { count: 3, value: 1 }], tn: 5, ladder: "standard" };
    expect(applyShield(listed, shieldOf(20, 6, 3), "literal").removed).toEqual([{ count: 1, value: 3 }]);
    expect(applyShield(pool("3x1/2x3"), shieldOf(20, 6, 3), "literal").removed).toEqual([{ count: 1, value: 3 }]);
  });

  test("dice too valuable for the cap stay, the shield triggers all the same", () => {
    expect(applyShield(pool("4x5"), shieldOf(7, 6, 20), "literal")).toMatchObject({ triggered: true, removed: [], prevented: 0, energyAfter: 7 });
  });

  test("without energy nothing triggers", () => {
    expect(applyShield(pool("7x3"), shieldOf(1, 6, 20), "literal").triggered).toBe(false);
    expect(applyShield(pool("7x3"), shieldOf(0, 6, 20), "charges").triggered).toBe(false);
  });

  test("charges: the cap is Max Absorb and a triggered hit spends one", () => {
    expect(applyShield(pool("7x3"), shieldOf(7, 6, 20), "charges")).toMatchObject({ triggered: true, prevented: 18, energyAfter: 6 });
    expect(applyShield(pool("2x1"), shieldOf(7, 6, 20), "charges")).toMatchObject({ triggered: false, energyAfter: 7 });
  });
});

describe("flat damage", () => {
  test("is ordinary and needs a die", () => {
    expect(readDamage(pool("2x3"), [9, 9], 4).points).toEqual({ ordinary: 4, penetrating: 0 });
    expect(readDamage(demote(pool("2x1"), 2), [], 4)).toEqual({ dice: [], flat: 0, points: { ordinary: 0, penetrating: 0 } });
  });
});

describe("parry damage", () => {
  test("takes ordinary points first, then penetrating ones", () => {
    expect(subtractParry({ ordinary: 3, penetrating: 4 }, 2)).toEqual({ ordinary: 1, penetrating: 4 });
    expect(subtractParry({ ordinary: 3, penetrating: 4 }, 5)).toEqual({ ordinary: 0, penetrating: 2 });
    expect(subtractParry({ ordinary: 3, penetrating: 4 }, 50)).toEqual({ ordinary: 0, penetrating: 0 });
  });
});

describe("formulas", () => {
  it.each([["3x3/3x1 @5", "3x1/3x3 @5"], ["8X1", "8x1"], [" 5 x 1 @ 6 ", "5x1 @6"], ["2×3", "2x3"], ["0x1", "0x1"], ["5x1@9", "5x1 @8"]])("%j reads %j", (text, written) => {
    expect(formatDamage(parseDamage(text))).toBe(written);
  });

  it.each(["", "5", "1d6", "x", "5x", "5x1/", "5x1 @", "5x1 @5 @6", "-1x1", "5x1.5", "5x1 @-1"])("%j is refused", (text) => {
    expect(() => parseDamage(text)).toThrow("FATEWALKER.Error.DamageFormula");
  });

  it.each(["5x2", "5x0"])("%j has even dice and is refused", (text) => {
    expect(() => parseDamage(text)).toThrow("FATEWALKER.Error.DamageValue");
  });

  test("the damage TN never passes 8", () => {
    expect(damagePool({ formula: "5x1", tn: 9, ladder: "standard" }).tn).toBe(8);
    expect(damagePool({ formula: "5x1 @6", tn: null, ladder: "standard" }).tn).toBe(6);
    expect(damagePool({ formula: [{ count: 2, value: 3 }], tn: null, ladder: "standard" })).toEqual({ dice: [{ count: 2, value: 3 }], tn: 0, ladder: "standard" });
  });

  test("faces that do not fit are refused", () => {
    expect(() => readDamage(pool("2x1"), [1], 0)).toThrow("FATEWALKER.Error.FaceCount");
  });
});

describe("properties of damage", () => {
  /** Pools whose values are neighbours on their ladder. */
  const onLadder = fc.record({ ladder: fc.constantFrom<Ladder>("standard", "buckshot"), step: fc.integer({ min: 0, max: 3 }), low: fc.integer({ min: 0, max: 8 }), high: fc.integer({ min: 0, max: 8 }) })
    .map(({ ladder, step: index, low, high }): DamagePool => {
      const width = ladder === "standard" ? 2 : 4;
      const value = 1 + index * width;
      return damagePool({ formula: [{ count: low, value }, { count: high, value: value + width }], tn: 5, ladder });
    });
  const anyPool = fc.record({ ladder: fc.constantFrom<Ladder>("standard", "buckshot"), low: fc.integer({ min: 0, max: 8 }), high: fc.integer({ min: 0, max: 8 }), one: fc.integer({ min: 0, max: 6 }), other: fc.integer({ min: 0, max: 6 }), tn: fc.integer({ min: 0, max: 8 }) })
    .map(({ ladder, low, high, one, other, tn }) => damagePool({ formula: [{ count: low, value: 2 * one + 1 }, { count: high, value: 2 * other + 1 }], tn, ladder }));
  const steps = fc.integer({ min: 0, max: 25 });

  test("promoting, then demoting as often, changes nothing on a ladder", () => {
    fc.assert(fc.property(onLadder, steps, (given, count) => {
      expect(demote(promote(given, count), count)).toEqual(given);
    }));
  });

  test("promoting keeps the number of dice", () => {
    fc.assert(fc.property(anyPool, steps, (given, count) => {
      expect(diceCount(promote(given, count))).toBe(diceCount(given));
    }));
  });

  test("there are never more than two kinds of dice, and steps add up", () => {
    fc.assert(fc.property(anyPool, steps, steps, (given, one, other) => {
      for (const changed of [promote(given, one), demote(given, one)]) expect(changed.dice.length).toBeLessThanOrEqual(2);
      expect(promote(promote(given, one), other)).toEqual(promote(given, one + other));
      expect(demote(demote(given, one), other)).toEqual(demote(given, one + other));
    }));
  });

  test("promoting never lowers, demoting never raises the maximum", () => {
    fc.assert(fc.property(anyPool, steps, (given, count) => {
      expect(maximum(promote(given, count))).toBeGreaterThanOrEqual(maximum(given));
      expect(maximum(demote(given, count))).toBeLessThanOrEqual(maximum(given));
    }));
  });

  test("a formula is read back as it was written", () => {
    fc.assert(fc.property(anyPool, (given) => {
      expect(parseDamage(formatDamage(given))).toEqual({ dice: given.dice, tn: given.tn });
    }));
  });

  test("a shield never removes more than its cap, keeps every other die, and no better choice exists", () => {
    fc.assert(fc.property(anyPool, fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 40 }), fc.constantFrom("literal", "charges"), (given, energy, maxAbsorb, rule) => {
      const shield = { energy, maxAbsorb, minActivation: 6, reserve: energy };
      const outcome = applyShield(given, shield, rule as "literal" | "charges");
      const cap = shieldCap(shield, rule as "literal" | "charges");
      expect(outcome.prevented).toBeLessThanOrEqual(cap);
      expect(outcome.energyAfter).toBeGreaterThanOrEqual(0);
      expect(maximum(outcome.pool) + outcome.prevented).toBe(maximum(given));
      expect(diceCount(outcome.pool) + diceCount({ dice: outcome.removed })).toBe(diceCount(given));
      if (!outcome.triggered) return;
      const totals = subsets(given).filter((subset) => subset.total <= cap);
      const best = Math.max(...totals.map((subset) => subset.total));
      expect(outcome.prevented).toBe(best);
      expect(diceCount({ dice: outcome.removed })).toBe(Math.min(...totals.filter((subset) => subset.total === best).map((subset) => subset.dice)));
    }));
  });

  test("parry and Absorb together never take more points than there are", () => {
    fc.assert(fc.property(fc.nat(40), fc.nat(40), fc.nat(60), fc.nat(20), (ordinary, penetrating, parry, absorbing) => {
      const left = absorb(subtractParry({ ordinary, penetrating }, parry), absorbing).left;
      expect(left).toBeGreaterThanOrEqual(Math.max(0, Math.min(penetrating, ordinary + penetrating - parry)));
      expect(left).toBeLessThanOrEqual(Math.max(0, ordinary + penetrating - parry));
    }));
  });
});

function subsets(given: DamagePool): { total: number; dice: number }[] {
  const [low = { count: 0, value: 0 }, high = { count: 0, value: 0 }] = given.dice;
  return Array.from({ length: low.count + 1 }, (_, ofLow) => Array.from({ length: high.count + 1 }, (__, ofHigh) => ({ total: ofLow * low.value + ofHigh * high.value, dice: ofLow + ofHigh }))).flat();
}
