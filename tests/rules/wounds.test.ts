import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { encumberedSpeed, encumbranceEffects } from "../../src/rules/fighter/encumbrance";
import { applyWounds } from "../../src/rules/wounds/apply";
import { heal } from "../../src/rules/wounds/heal";
import { bleedingInterval, clearTemporary, columnPenalty, filled, halfFull, healthLeft, normalBoxes, penaltyAfter, reachedColumn, speedAfterWounds, tidyChart, woundPenalty } from "../../src/rules/wounds/penalty";
import type { WoundChart } from "../../src/rules/wounds/types";
import { chart } from "./fixtures";

/** Marks of a chart: Temporary, X, / and Mortal. */
const marks = ({ temporary, normal, mortal }: WoundChart): number[] => [temporary.value, normal.value, normal.stun, mortal.value];
/** A hit that Temporary has no room for. */
const wounds = (given: WoundChart, points: number) => applyWounds(given, { points, stun: false, resilience: 0 });
const stun = (given: WoundChart, points: number) => applyWounds(given, { points, stun: true, resilience: 0 });

describe("R111", () => {
  test("Resilience 3, damage 5: 3 Temporary, 2 Normal", () => {
    const outcome = applyWounds(chart(), { points: 5, stun: false, resilience: 3 });
    expect(marks(outcome.chart)).toEqual([3, 2, 0, 0]);
    expect(outcome.placed).toEqual({ temporary: 3, normal: 2, stun: 0, mortal: 0, converted: 0, lost: 0 });
  });
});

describe("R112", () => {
  test("two hits of 3 on 4 Temporary boxes: 3, then 1 and the rest to Normal", () => {
    const first = applyWounds(chart({ temporaryMax: 4 }), { points: 3, stun: false, resilience: 3 });
    const second = applyWounds(first.chart, { points: 3, stun: false, resilience: 3 });
    expect(marks(first.chart)).toEqual([3, 0, 0, 0]);
    expect(marks(second.chart)).toEqual([4, 2, 0, 0]);
  });
});

describe("R113", () => {
  test("Temporary Wounds clear, the others stay", () => {
    expect(marks(clearTemporary(chart({ temporary: 5, normal: 4, stun: 3, mortal: 0 })))).toEqual([0, 4, 3, 0]);
  });
});

describe("R114", () => {
  it.each([[0, -1], [1, 0], [3, 0], [4, 1], [10, 3], [24, 7]])("%i boxes reach column %i", (normal, column) => {
    expect(reachedColumn(chart({ normal }))).toBe(column);
  });

  test("X stand before /: together they reach the column", () => {
    expect(reachedColumn(chart({ normal: 7, stun: 3 }))).toBe(3);
  });
});

describe("R115", () => {
  it.each([[0, 0], [3, 0], [4, 1], [9, 2], [10, 3], [24, 7]])("%i boxes give penalty %i", (normal, penalty) => {
    expect(woundPenalty(chart({ normal }))).toBe(penalty);
  });

  test("a chart longer than its penalties repeats the last", () => {
    const long = { ...chart({ normal: 9 }), normal: { ...chart({ normal: 9 }).normal, penalties: [0, 2] } };
    expect(woundPenalty(long)).toBe(2);
    expect(columnPenalty({ ...long, normal: { ...long.normal, penalties: [] } }, 4)).toBe(0);
  });
});

describe("the penalty once more is marked", () => {
  // 4 boxes are column 2 (1), 9 column 3 (2), 10 column 4 (3).
  test("rises by what the new column prints", () => {
    expect(penaltyAfter({ woundPenalty: 1, wounds: chart({ normal: 4 }) }, chart({ normal: 10 }))).toBe(3);
  });

  test("Painless hides the first two of it for good: none at 2, one at 3", () => {
    const painless = { woundPenalty: 0, woundRelief: 2, wounds: chart({ normal: 4 }) };
    expect([9, 10, 13].map((normal) => penaltyAfter(painless, chart({ normal })))).toEqual([0, 1, 2]);
    expect(penaltyAfter({ ...painless, woundPenalty: 1, wounds: chart({ normal: 10 }) }, chart({ normal: 4 }))).toBe(0);
  });

  test("Ennui's four stay on top of it", () => {
    expect(penaltyAfter({ woundPenalty: 4, woundRelief: 2, wounds: chart() }, chart({ normal: 10 }))).toBe(5);
  });
});

describe("R116", () => {
  test("damage beyond a full Normal chart goes to Mortal, one penalty a box on top", () => {
    const outcome = wounds(chart({ normal: 23 }), 3);
    expect(marks(outcome.chart)).toEqual([0, 24, 0, 2]);
    expect(woundPenalty(outcome.chart)).toBe(7 + 2);
    expect(outcome.startsBleeding).toBe(true);
    expect(wounds(outcome.chart, 1).startsBleeding).toBe(false);
  });
});

describe("R117", () => {
  test("Prowess 4 and Will 5: every 9 ticks", () => {
    expect(bleedingInterval({ prowess: 4, willRating: 5 })).toBe(9);
  });

  test("never under 1 tick", () => {
    expect(bleedingInterval({ prowess: 0, willRating: 0 })).toBe(1);
  });
});

describe("R118", () => {
  test("a point of bleeding is a source of its own and fills a free Temporary box first", () => {
    expect(marks(applyWounds(chart({ temporary: 7, normal: 24, mortal: 1 }), { points: 1, stun: false, resilience: 4 }).chart)).toEqual([8, 24, 0, 1]);
    expect(marks(applyWounds(chart({ temporary: 8, normal: 24, mortal: 1 }), { points: 1, stun: false, resilience: 4 }).chart)).toEqual([8, 24, 0, 2]);
  });
});

describe("R119", () => {
  test("the last Mortal box kills", () => {
    expect(wounds(chart({ normal: 24, mortal: 4 }), 1).dies).toBe(false);
    expect(wounds(chart({ normal: 24, mortal: 4 }), 2)).toMatchObject({ dies: true, placed: { mortal: 2, lost: 0 } });
  });

  test("points without a box are lost, and counted", () => {
    expect(wounds(chart({ normal: 24, mortal: 4 }), 9)).toMatchObject({ dies: true, placed: { mortal: 2, lost: 7 } });
  });

  test("a chart without Mortal boxes kills with the first point that finds no box", () => {
    expect(wounds(chart({ normal: 23, mortalMax: 0 }), 1).dies).toBe(false);
    expect(wounds(chart({ normal: 24, mortalMax: 0 }), 1).dies).toBe(true);
  });
});

describe("R120", () => {
  test("stun is marked after existing damage", () => {
    expect(marks(stun(chart({ normal: 4 }), 3).chart)).toEqual([0, 4, 3, 0]);
  });
});

describe("R121", () => {
  test("stun counts like damage for penalty and speed", () => {
    expect(woundPenalty(chart({ stun: 10 }))).toBe(woundPenalty(chart({ normal: 10 })));
    expect(filled(chart({ normal: 4, stun: 6 }))).toBe(10);
  });

  test("10 boxes of stun reach the fourth column: penalty 3, Speed 5 becomes 4; with one X in Mortal 4, and Speed 3", () => {
    const stunned = chart({ stun: 10 });
    expect([woundPenalty(stunned), speedAfterWounds(5, woundPenalty(stunned))]).toEqual([3, 4]);
    const dying = chart({ normal: 3, stun: 7, mortal: 1 });
    expect([woundPenalty(dying), speedAfterWounds(5, woundPenalty(dying))]).toEqual([4, 3]);
    expect([0, 3, 4, 24].map((marked) => woundPenalty(chart({ stun: marked })))).toEqual([0, 0, 1, 7]);
  });

  test("powers see no difference either: Painless takes 2 off, Ennui adds 4", () => {
    expect([woundPenalty(chart({ stun: 10 }), { painless: true }), woundPenalty(chart({ stun: 4 }), { painless: true }), woundPenalty(chart({ stun: 10 }), { ennui: true })]).toEqual([1, 0, 7]);
  });
});

describe("R122", () => {
  test("stun is ordinary in Temporary and Mortal", () => {
    expect(marks(applyWounds(chart(), { points: 3, stun: true, resilience: 4 }).chart)).toEqual([3, 0, 0, 0]);
    expect(marks(stun(chart({ normal: 24 }), 2).chart)).toEqual([0, 24, 0, 2]);
  });

  test("10 points: 2 fill Temporary, 3 the chart, 4 turn / into X, 1 is an X in Mortal", () => {
    const outcome = applyWounds(chart({ temporary: 6, normal: 20, stun: 1 }), { points: 10, stun: true, resilience: 4 });
    expect(outcome.placed).toEqual({ temporary: 2, normal: 4, stun: -1, mortal: 1, converted: 4, lost: 0 });
    expect(marks(outcome.chart)).toEqual([8, 24, 0, 1]);
    expect([outcome.consciousnessRoll, outcome.startsBleeding]).toEqual([true, true]);
  });

  test("stun that ends in Temporary alone asks for no roll, a box of it in the lower half of the chart does not either", () => {
    expect(applyWounds(chart({ temporary: 1, normal: 20 }), { points: 4, stun: true, resilience: 4 })).toMatchObject({ consciousnessRoll: false, placed: { temporary: 4, stun: 0 } });
    expect(applyWounds(chart({ temporary: 7 }), { points: 4, stun: true, resilience: 4 })).toMatchObject({ consciousnessRoll: false, placed: { temporary: 1, stun: 3 } });
    expect(stun(chart({ normal: 9 }), 3).consciousnessRoll).toBe(true);
  });
});

describe("R123", () => {
  test("half the chart and new stun in it: roll", () => {
    expect(stun(chart({ normal: 10 }), 1).consciousnessRoll).toBe(false);
    expect(stun(chart({ normal: 11 }), 1).consciousnessRoll).toBe(true);
    expect(stun(chart({ normal: 6, stun: 6 }), 1).consciousnessRoll).toBe(true);
  });

  test("not for stun that fits into Temporary", () => {
    expect(applyWounds(chart({ normal: 20 }), { points: 3, stun: true, resilience: 4 }).consciousnessRoll).toBe(false);
  });

  test("not for ordinary damage, half points included", () => {
    expect(wounds(chart({ normal: 12, stun: 3 }), 2).consciousnessRoll).toBe(false);
  });

  test("for stun that spills over a full chart into Mortal", () => {
    expect(stun(chart({ normal: 24 }), 1)).toMatchObject({ consciousnessRoll: true, startsBleeding: true });
  });

  test("not for the dead", () => {
    expect(stun(chart({ normal: 24, mortal: 5 }), 1)).toMatchObject({ consciousnessRoll: false, dies: true, startsBleeding: false });
  });
});

describe("R124", () => {
  test("a full chart that holds stun and 2 more stun: the first two / become X", () => {
    const outcome = stun(chart({ normal: 20, stun: 4 }), 2);
    expect(marks(outcome.chart)).toEqual([0, 22, 2, 0]);
    expect(outcome.placed).toEqual({ temporary: 0, normal: 2, stun: -2, mortal: 0, converted: 2, lost: 0 });
  });

  test("stun that fills the chart goes on to convert, then to Mortal", () => {
    expect(marks(stun(chart({ normal: 21, stun: 1 }), 4).chart)).toEqual([0, 23, 1, 0]);
    expect(marks(stun(chart({ normal: 22, stun: 1 }), 4).chart)).toEqual([0, 24, 0, 1]);
  });
});

describe("R125", () => {
  test("4 stun, 1 normal: 2 normal, 2 stun", () => {
    expect(marks(wounds(chart({ stun: 4 }), 1).chart)).toEqual([0, 2, 2, 0]);
  });
});

describe("R126", () => {
  test("3 stun, 2 normal: 3 normal, 1 stun", () => {
    expect(marks(wounds(chart({ stun: 3 }), 2).chart)).toEqual([0, 3, 1, 0]);
  });

  test("1 stun, 1 normal: 1 normal, 1 stun", () => {
    expect(marks(wounds(chart({ stun: 1 }), 1).chart)).toEqual([0, 1, 1, 0]);
  });

  test("whole points that are left go before the half: 3 stun, 4 normal are 5 normal, 1 stun", () => {
    expect(marks(wounds(chart({ stun: 3 }), 4).chart)).toEqual([0, 5, 1, 0]);
  });

  test("with the chart full the half point is one Mortal box", () => {
    expect(marks(wounds(chart({ normal: 23, stun: 1 }), 1).chart)).toEqual([0, 24, 0, 1]);
    expect(marks(wounds(chart({ normal: 21, stun: 3 }), 3).chart)).toEqual([0, 24, 0, 2]);
  });
});

describe("R127", () => {
  test("2 stun, 3 normal: 4 normal", () => {
    expect(marks(wounds(chart({ stun: 2 }), 3).chart)).toEqual([0, 4, 0, 0]);
  });
});

describe("R132", () => {
  test("penalty 5, Speed 5: 3", () => {
    expect(speedAfterWounds(5, 5)).toBe(3);
    expect(speedAfterWounds(5, 1)).toBe(5);
  });

  test("never below 0", () => {
    expect(speedAfterWounds(2, 9)).toBe(0);
  });
});

describe("R264", () => {
  test("forced Will costs wounds that skip Temporary", () => {
    expect(marks(applyWounds(chart(), { points: 2, stun: false, resilience: 4, skipTemporary: true }).chart)).toEqual([0, 2, 0, 0]);
  });
});

describe("R275", () => {
  test("Painless: penalty 3 becomes 1, and never less than 0", () => {
    expect(woundPenalty(chart({ normal: 10 }), { painless: true })).toBe(1);
    expect(woundPenalty(chart({ normal: 4 }), { painless: true })).toBe(0);
  });
});

describe("R276", () => {
  test("Ennui adds 4 to real penalties, and Painless does not touch it", () => {
    expect(woundPenalty(chart({ normal: 10 }), { ennui: true })).toBe(7);
    expect(woundPenalty(chart({ normal: 4 }), { painless: true, ennui: true })).toBe(4);
  });
});

describe("health", () => {
  test("is what is free of Normal and Mortal", () => {
    expect(healthLeft(chart())).toBe(30);
    expect(healthLeft(chart({ normal: 10, stun: 2, mortal: 1 }))).toBe(30 - 13);
  });

  test("half full counts X and /", () => {
    expect(halfFull(chart({ normal: 5, stun: 6 }))).toBe(false);
    expect(halfFull(chart({ normal: 6, stun: 6 }))).toBe(true);
  });

  test("healing clears Mortal, then stun, then X", () => {
    expect(marks(heal(chart({ temporary: 2, normal: 20, stun: 2, mortal: 1 }), 4))).toEqual([2, 19, 0, 0]);
    expect(marks(heal(chart({ normal: 2 }), 9))).toEqual([0, 0, 0, 0]);
    expect(marks(heal(chart({ normal: 2 }), -3))).toEqual([0, 2, 0, 0]);
  });
});

describe("charts that hold nonsense", () => {
  test("are tidied before they are marked", () => {
    const broken = { ...chart(), temporary: { value: -3, max: Number.NaN }, normal: { rows: 2, columns: 2, value: 9, stun: 9, penalties: [0, 1] }, mortal: { value: 2.7, max: 6 } };
    expect(marks(tidyChart(broken))).toEqual([0, 4, 0, 2]);
    expect(marks(applyWounds(broken, { points: Number.NaN, stun: false, resilience: 3 }).chart)).toEqual([0, 4, 0, 2]);
  });

  test("a chart without rows has no column and is full", () => {
    expect(reachedColumn(chart({ rows: 0 }))).toBe(-1);
    expect(woundPenalty(chart({ rows: 0, mortal: 2 }))).toBe(2);
    expect(marks(wounds(chart({ rows: 0 }), 2).chart)).toEqual([0, 0, 0, 2]);
  });
});

describe("encumbrance", () => {
  it.each([["none", 5, 0], ["light", 5, 0], ["medium", 4, -1], ["heavy", 3, -2], ["immobile", 0, -4]] as const)("%s: Speed 5 becomes %i, Agility %i", (encumbrance, speed, agility) => {
    expect(encumberedSpeed(5, encumbrance)).toBe(speed);
    expect(encumbranceEffects(encumbrance).agility).toBe(agility);
  });

  test("never below 0", () => {
    expect(encumberedSpeed(1, "heavy")).toBe(0);
  });
});

describe("properties of wounds", () => {
  const anyChart = fc.record({ rows: fc.integer({ min: 0, max: 4 }), columns: fc.integer({ min: 0, max: 8 }), temporary: fc.nat(9), temporaryMax: fc.nat(9), normal: fc.nat(32), stun: fc.nat(32), mortal: fc.nat(7), mortalMax: fc.nat(7) }).map((given) => tidyChart(chart(given)));
  const source = fc.record({ points: fc.nat(60), stun: fc.boolean(), resilience: fc.nat(8), skipTemporary: fc.boolean() });

  test("no part of a chart overflows, and what is marked before is never unmarked but for / that become X", () => {
    fc.assert(fc.property(anyChart, source, (given, hit) => {
      const { chart: after, placed } = applyWounds(given, hit);
      expect(after.temporary.value).toBeLessThanOrEqual(after.temporary.max);
      expect(filled(after)).toBeLessThanOrEqual(normalBoxes(after));
      expect(after.mortal.value).toBeLessThanOrEqual(after.mortal.max);
      expect(after.normal.stun).toBeGreaterThanOrEqual(0);
      expect(after.temporary.value).toBeGreaterThanOrEqual(given.temporary.value);
      expect(after.normal.value).toBeGreaterThanOrEqual(given.normal.value);
      expect(after.mortal.value).toBeGreaterThanOrEqual(given.mortal.value);
      expect(filled(after)).toBeGreaterThanOrEqual(filled(given));
      expect(placed.lost).toBeGreaterThanOrEqual(0);
      expect(after.normal.stun).toBe(given.normal.stun + placed.stun);
    }));
  });

  test("points placed and lost are the points taken, in half points", () => {
    fc.assert(fc.property(anyChart, source, (given, hit) => {
      const { placed } = applyWounds(given, hit);
      const newStun = placed.stun + placed.converted;
      const newWounds = placed.normal - placed.converted;
      // A point of ordinary damage turns two /, one of stun turns one; an odd / uses half a point, and the other half takes a whole box.
      const half = hit.stun ? 0 : placed.converted % 2;
      const converted = hit.stun ? 2 * placed.converted : placed.converted;
      expect(2 * (placed.temporary + newWounds + newStun + placed.mortal + placed.lost) + converted - half).toBe(2 * hit.points);
    }));
  });

  test("a hit that is split into two loses no point", () => {
    fc.assert(fc.property(anyChart, source, fc.nat(30), (given, hit, more) => {
      const clean = { ...given, normal: { ...given.normal, stun: 0 } };
      const first = applyWounds(clean, { ...hit, stun: false });
      const second = applyWounds(first.chart, { ...hit, stun: false, points: more });
      const whole = applyWounds(clean, { ...hit, stun: false, points: hit.points + more });
      const placed = ({ placed: { temporary, normal, mortal, lost } }: ReturnType<typeof applyWounds>): number => temporary + normal + mortal + lost;
      expect(placed(first) + placed(second)).toBe(hit.points + more);
      expect(placed(whole)).toBe(hit.points + more);
      // Only Temporary counts by source: two hits may use it twice, and then leave as much less in the Normal chart.
      expect(first.placed.temporary + second.placed.temporary).toBeGreaterThanOrEqual(whole.placed.temporary);
    }));
  });

  test("Mortal boxes are marked only when the Normal chart is full", () => {
    fc.assert(fc.property(anyChart, source, (given, hit) => {
      const { chart: after, placed } = applyWounds(given, hit);
      if (placed.mortal + placed.lost > 0) expect(filled(after)).toBe(normalBoxes(after));
      if (placed.mortal + placed.lost > 0 && hit.stun) expect(after.normal.stun).toBe(0);
    }));
  });

  test("one source never puts more than Resilience into Temporary", () => {
    fc.assert(fc.property(anyChart, source, (given, hit) => {
      expect(applyWounds(given, hit).placed.temporary).toBeLessThanOrEqual(hit.skipTemporary ? 0 : hit.resilience);
    }));
  });

  test("more wounds never mean a smaller penalty", () => {
    fc.assert(fc.property(anyChart, source, (given, hit) => {
      expect(woundPenalty(applyWounds(given, hit).chart)).toBeGreaterThanOrEqual(woundPenalty(given));
    }));
  });
});
