import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NO_PASSIVES, passivesOf, type Passives } from "../../src/rules/powers/passive";
import { SPRINT_TICKS, travelExpense, willExpense } from "../../src/rules/tracks/expenses";
import { fateBoxes, fateInReach, fateLeft, recoverAllFate, recoverFate, spendFate, tidyFate } from "../../src/rules/tracks/fate";
import { freeWillLeft, nightRecovery, spendNight } from "../../src/rules/tracks/rest";
import { celebrate, fateGain } from "../../src/rules/tracks/story";
import type { FateTrack, WillTrack } from "../../src/rules/tracks/types";
import { forceWill, hasWill, recoverWill, spendWill, tidyWill, willBoxes, willInReach, willLeft, woundsForWill } from "../../src/rules/tracks/will";
import { chart } from "./fixtures";
import { dataOf, power, refused } from "./checks-pack";

const will = (changes: Partial<WillTrack> = {}): WillTrack => ({ rating: 8, bonus: 0, spent: 0, fatigue: 0, exhaustion: 0, ...changes });
const fate = (changes: Partial<FateTrack> = {}): FateTrack => ({ rating: 5, spent: 0, apathy: 0, ennui: false, ...changes });
const having = (...keys: string[]): Passives => passivesOf(keys.map((key) => power(key)));
const EVERYBODY = having("power-will-unbreakable", "power-fate-faterunner");
const TIRED = having("power-will-unbreakable", "power-will-unstoppable");

test("R264 forced Will with none left: Normal Wounds that skip Temporary", () => {
  const forced = forceWill(will({ rating: 3, spent: 2 }), 4, NO_PASSIVES);
  expect([forced.track.spent, forced.wounds]).toEqual([3, 3]);
  expect(woundsForWill(chart(), forced.wounds).placed).toMatchObject({ temporary: 0, normal: 3 });
  expect(forceWill(will({ rating: 3, spent: 3 }), 2, EVERYBODY)).toMatchObject({ wounds: 0, track: { spent: 1, fatigue: 2 } });
  expect(forceWill(will({ rating: 2, fatigue: 2 }), 3, EVERYBODY).wounds).toBe(3);
  expect(forceWill(will(), 0, NO_PASSIVES).track).toEqual(will());
  // A beast without a track has no Will to run out of.
  expect([forceWill(will({ rating: 0 }), 2, NO_PASSIVES).wounds, forceWill(will({ rating: 0, bonus: 1, spent: 1 }), 2, NO_PASSIVES).wounds]).toEqual([0, 2]);
});

test("R265 a full night 2, half 1, good +1, bad -1", () => {
  const night = (sleep: "full" | "half" | "none", conditions: "good" | "average" | "bad") => nightRecovery({ sleep, conditions, healingRoll: false }, NO_PASSIVES);
  expect([night("full", "average"), night("half", "average"), night("full", "good"), night("half", "bad"), night("full", "bad"), night("half", "good"), night("none", "good")]).toEqual([2, 1, 3, 0, 1, 2, 0]);
  expect(spendNight(will({ spent: 5 }), { sleep: "full", conditions: "good", healingRoll: false }, NO_PASSIVES).track.spent).toBe(2);
});

test("R266 two recovered points turn a Fatigue into spent Will, two an Exhaustion into Fatigue", () => {
  expect(recoverWill(will({ fatigue: 2 }), 2, TIRED)).toMatchObject({ spent: 1, fatigue: 1 });
  expect(recoverWill(will({ exhaustion: 1 }), 2, TIRED)).toMatchObject({ fatigue: 1, exhaustion: 0 });
  expect([recoverWill(will({ fatigue: 1 }), 2, NO_PASSIVES), recoverWill(will({ exhaustion: 1 }), 2, NO_PASSIVES), recoverWill(will({ fatigue: 1 }), 1, NO_PASSIVES)]).toEqual([will({ spent: 1 }), will({ fatigue: 1 }), will({ fatigue: 1 })]);
  expect(recoverWill(will({ fatigue: 1 }), 3, TIRED)).toEqual(will());
  expect(recoverWill(will({ exhaustion: 1 }), 5, TIRED)).toEqual(will());
  expect(recoverWill(will({ spent: 1, fatigue: 1 }), 2, TIRED)).toMatchObject({ spent: 0, fatigue: 1 });
  expect(recoverWill(will({ spent: 1, fatigue: 1 }), 2, TIRED, ["fatigue", "spent", "exhaustion"])).toMatchObject({ spent: 2, fatigue: 0 });
});

test("R267 a night with a Heal Wounds roll gives no Will", () => {
  expect(nightRecovery({ sleep: "full", conditions: "good", healingRoll: true }, NO_PASSIVES)).toBe(0);
  expect(spendNight(will({ spent: 4 }), { sleep: "full", conditions: "good", healingRoll: true }, having("power-will-tireless")).track.spent).toBe(4);
});

test("R268 1 Will for combat, a day's travel, a forced march besides, distance running, a supporting leaf", () => {
  expect((["combat", "travel", "forcedMarch", "distanceRun", "support"] as const).map((expense) => willExpense(expense, { passives: NO_PASSIVES }))).toEqual([1, 1, 1, 1, 1]);
  expect([travelExpense(false, NO_PASSIVES), travelExpense(true, NO_PASSIVES)]).toEqual([1, 2]);
});

test("R269 a sprint 1 Will for each 30 ticks begun, a night awake 2", () => {
  expect([3, 30, 31, 60, 61].map((ticks) => willExpense("sprint", { passives: NO_PASSIVES, ticks }))).toEqual([1, 1, 2, 2, 3]);
  expect(willExpense("nightAwake", { passives: NO_PASSIVES })).toBe(2);
  expect(spendNight(will(), { sleep: "none", conditions: "good", healingRoll: false }, NO_PASSIVES).track.spent).toBe(2);
});

test("R271 Fatigue once Will is used up, Exhaustion once all is Fatigue; both spend like Will", () => {
  const tired = spendWill(will({ rating: 3, spent: 2 }), 3, { passives: EVERYBODY });
  expect([tired.track, tired.marks]).toEqual([will({ rating: 3, spent: 1, fatigue: 2 }), { spent: 1, fatigue: 2, exhaustion: 0 }]);
  expect(spendWill(will({ rating: 3 }), 2, { passives: EVERYBODY }).track).toMatchObject({ spent: 2, fatigue: 0 });
  expect(refused(() => spendWill(will({ rating: 3, spent: 3 }), 1, { passives: NO_PASSIVES }))).toBe("FATEWALKER.Error.NotEnoughWill");
  expect(refused(() => spendWill(will({ rating: 3, fatigue: 3 }), 1, { passives: EVERYBODY }))).toBe("FATEWALKER.Error.NotEnoughWill");
  expect(spendWill(will({ rating: 3, fatigue: 3 }), 2, { passives: TIRED }).track).toMatchObject({ fatigue: 1, exhaustion: 2 });
  expect(spendWill(will({ rating: 3, spent: 1, fatigue: 2 }), 2, { passives: TIRED }).track).toEqual(will({ rating: 3, fatigue: 2, exhaustion: 1 }));
  expect([willInReach(will({ rating: 3 }), NO_PASSIVES), willInReach(will({ rating: 3 }), EVERYBODY), willInReach(will({ rating: 3 }), TIRED)]).toEqual([3, 6, 9]);
});

test("R273 Hardened waives Will for combat, sprint and forced march; Iron Will adds 6 boxes", () => {
  const hard = having("power-will-hardened");
  expect((["combat", "sprint", "forcedMarch", "travel"] as const).map((expense) => willExpense(expense, { passives: hard, ticks: 90 }))).toEqual([0, 0, 0, 1]);
  expect(travelExpense(true, hard)).toBe(1);
  const iron = having("power-will-iron-will");
  expect([willBoxes(will(), iron), willBoxes(will({ bonus: 2 }), iron), willLeft(will({ spent: 8 }), iron), spendWill(will({ spent: 8 }), 6, { passives: iron }).track.spent]).toEqual([14, 16, 6, 14]);
});

test("R276 all boxes Apathy: Ennui, a permanent Fate lost, until all Apathy is gone", () => {
  const last = spendFate(fate({ apathy: 4, spent: 1 }), 1, { passives: EVERYBODY });
  expect([last.entersEnnui, last.track]).toEqual([true, fate({ rating: 4, apathy: 4, ennui: true })]);
  const better = recoverFate(last.track, 3, EVERYBODY);
  expect([better, tidyFate(better, EVERYBODY).ennui]).toEqual([fate({ rating: 4, apathy: 2, spent: 1, ennui: true }), true]);
  expect(recoverFate(last.track, 8, EVERYBODY)).toEqual(fate({ rating: 4 }));
  expect(spendFate(better, 3, { passives: EVERYBODY })).toMatchObject({ entersEnnui: false, track: { rating: 4, ennui: true, apathy: 4 } });
  expect(spendFate(fate({ rating: 1, spent: 1 }), 1, { passives: EVERYBODY })).toMatchObject({ entersEnnui: true, track: { rating: 0, apathy: 0, ennui: false } });
  expect(refused(() => spendFate(fate({ spent: 5 }), 1, { passives: NO_PASSIVES }))).toBe("FATEWALKER.Error.NotEnoughFate");
});

test("R277 1 a session, 1 an Immediate goal, all at a Personal Objective or a story's end; 2 remove 1 Apathy", () => {
  expect((["session", "immediateGoal", "personalObjective", "storyEnd"] as const).map((occasion) => fateGain(occasion, NO_PASSIVES))).toEqual([1, 1, "all", "all"]);
  expect(celebrate(fate({ spent: 3 }), "session", NO_PASSIVES).spent).toBe(2);
  expect(celebrate(fate({ spent: 2, apathy: 2 }), "storyEnd", NO_PASSIVES)).toEqual(fate());
  expect([refused(() => fateGain("insteadOfAward", NO_PASSIVES)), fateGain("insteadOfAward", having("power-fate-faterunner-ii"))]).toEqual(["FATEWALKER.Power.NoAwardChoice", 3]);
  expect(recoverFate(fate({ apathy: 2 }), 2, EVERYBODY)).toEqual(fate({ apathy: 1 }));
  expect(recoverFate(fate({ spent: 1, apathy: 1 }), 2, EVERYBODY)).toEqual(fate({ spent: 1 }));
  expect(recoverFate(fate({ spent: 1, apathy: 1 }), 1, EVERYBODY, ["apathy", "spent"])).toEqual(fate({ spent: 2 }));
  expect(celebrate(fate({ rating: 3, apathy: 3, ennui: true }), "personalObjective", NO_PASSIVES)).toEqual(fate({ rating: 3 }));
});

test("R279 Faterunner: spent Fate may become Apathy and be spent on; 1 Fate turns one back", () => {
  const runner = having("power-fate-faterunner");
  expect(spendFate(fate({ spent: 5 }), 2, { passives: runner }).track).toEqual(fate({ spent: 3, apathy: 2 }));
  expect(spendFate(fate({ spent: 4 }), 2, { passives: runner })).toMatchObject({ marks: { spent: 1, apathy: 1 }, track: { spent: 4, apathy: 1 } });
  expect([fateInReach(fate(), runner), fateInReach(fate(), NO_PASSIVES), fateLeft(fate({ spent: 1, apathy: 1 }), runner)]).toEqual([10, 5, 3]);
  expect(recoverFate(fate({ apathy: 1 }), 1, runner)).toEqual(fate({ spent: 1 }));
});

const scene = JSON.parse(readFileSync(new URL("tables/scene-tables.json", import.meta.url), "utf8")) as {
  willExpenditure: { rows: readonly { task: string; will: number; perTicks?: number }[]; hardenedWaives: readonly string[] };
  willRecovery: Record<string, unknown>;
  fateRecovery: Record<string, unknown>;
};

describe("every row of the tables of Will and Fate", () => {
  const EXPENSES: Readonly<Record<string, Parameters<typeof willExpense>[0]>> = {
    "Initiating combat": "combat", "Traveling all day": "travel", "Force marching (besides travelling)": "forcedMarch", Sprinting: "sprint",
    "Distance running": "distanceRun", "Leaf skill as a supporting roll": "support", "Staying up all night (no recovery)": "nightAwake",
  };
  test.each(scene.willExpenditure.rows)("$task", ({ task, will: points, perTicks }) => {
    const expense = EXPENSES[task];
    expect(expense === undefined ? null : willExpense(expense, { passives: NO_PASSIVES, ticks: perTicks ?? 0 })).toBe(points);
    if (perTicks !== undefined) expect(SPRINT_TICKS).toBe(perTicks);
  });

  test("recovery", () => {
    expect(scene.willRecovery).toMatchObject({ fullNight: 2, halfNight: 1, goodConditions: 1, badConditions: -1, noneOnNightOfHealWoundsRoll: true });
    const total = (track: WillTrack, points: number) => recoverWill(track, points, TIRED);
    expect([total(will({ fatigue: 1 }), Number(scene.willRecovery["totalCostToClearOneFatigue"])), total(will({ exhaustion: 1 }), Number(scene.willRecovery["totalCostToClearOneExhaustion"]))]).toEqual([will(), will()]);
    expect([fateGain("session", NO_PASSIVES), fateGain("immediateGoal", NO_PASSIVES), fateGain("personalObjective", NO_PASSIVES)]).toEqual([scene.fateRecovery["perSession"], scene.fateRecovery["immediateGoal"], scene.fateRecovery["personalObjectiveOrStory"]]);
    expect(recoverFate(fate({ apathy: 1 }), Number(scene.fateRecovery["makerDisciplinePerApathy"]), having("power-fate-maker-discipline"))).toEqual(fate());
  });
});

test("free points come before the track's own, and only as many as there are", () => {
  const stubborn = having("power-will-refuse-to-lose");
  expect([freeWillLeft(stubborn, 0), freeWillLeft(stubborn, 1), freeWillLeft(NO_PASSIVES, 0)]).toEqual([1, 0, 0]);
  expect(spendWill(will(), 3, { passives: stubborn, free: 1 })).toMatchObject({ free: 1, track: { spent: 2 } });
  expect(spendWill(will({ rating: 0 }), 1, { passives: stubborn, free: 1 })).toMatchObject({ free: 1, track: { spent: 0 } });
  expect(spendWill(will({ rating: 2 }), 3, { passives: stubborn, free: 1 }).track.spent).toBe(2);
  expect(spendFate(fate({ rating: 2 }), 3, { passives: NO_PASSIVES, free: 1 })).toMatchObject({ free: 1, track: { spent: 2 } });
  expect(dataOf(() => spendWill(will({ rating: 2 }), 5, { passives: stubborn, free: 1 }))).toEqual({ needed: 4, left: 2 });
  expect(dataOf(() => spendFate(fate({ rating: 2 }), 5, { passives: NO_PASSIVES, free: 1 }))).toEqual({ needed: 4, left: 2 });
  expect(refused(() => freeWillLeft(stubborn, -1))).toBe("FATEWALKER.Error.BadNumber");
});

describe("properties", () => {
  const passives = fc.constantFrom(NO_PASSIVES, EVERYBODY, TIRED, having("power-will-iron-will"), having("power-will-unbreakable", "power-will-unstoppable", "power-fate-faterunner", "power-fate-maker-discipline"));
  const wills = fc.record({ rating: fc.nat(10), bonus: fc.nat(3), spent: fc.nat(15), fatigue: fc.nat(15), exhaustion: fc.nat(15) });
  const fates = fc.record({ rating: fc.nat(8), spent: fc.nat(10), apathy: fc.nat(10), ennui: fc.boolean() });
  const inside = (track: WillTrack, who: Passives) => {
    for (const marks of [track.spent, track.fatigue, track.exhaustion]) expect(marks).toBeGreaterThanOrEqual(0);
    expect(track.spent + track.fatigue + track.exhaustion).toBeLessThanOrEqual(willBoxes(track, who));
  };

  test("spending never goes below nothing, and takes exactly what it says", () => {
    fc.assert(fc.property(wills, fc.nat(40), passives, (track, points, who) => {
      const reach = willInReach(track, who);
      if (points > reach) expect(refused(() => spendWill(track, points, { passives: who }))).toBe("FATEWALKER.Error.NotEnoughWill");
      else {
        const paid = spendWill(track, points, { passives: who });
        inside(paid.track, who);
        expect(willInReach(paid.track, who)).toBe(reach - points);
        expect(paid.marks.spent + paid.marks.fatigue + paid.marks.exhaustion).toBe(points);
      }
    }));
  });

  test("forced Will is Will or wounds, never lost, but for whoever has no track", () => {
    fc.assert(fc.property(wills, fc.nat(40), passives, (track, points, who) => {
      const forced = forceWill(track, points, who);
      inside(forced.track, who);
      expect(willInReach(track, who) - willInReach(forced.track, who) + forced.wounds).toBe(hasWill(track, who) ? points : 0);
      if (forced.wounds > 0) expect(woundsForWill(chart(), forced.wounds).placed.temporary).toBe(0);
    }));
  });

  test("recovery never overfills and never makes it worse", () => {
    fc.assert(fc.property(wills, fc.nat(40), passives, (track, points, who) => {
      const after = recoverWill(track, points, who);
      inside(after, who);
      expect(willInReach(after, who)).toBeGreaterThanOrEqual(willInReach(track, who));
      expect(recoverWill(track, 999, who)).toMatchObject({ spent: 0, fatigue: 0, exhaustion: 0 });
      expect(tidyWill(after, who)).toEqual(after);
    }));
  });

  test("the same of Fate; a point is lost exactly when Ennui begins", () => {
    fc.assert(fc.property(fates, fc.nat(20), passives, (track, points, who) => {
      const reach = fateInReach(track, who);
      if (points > reach) expect(refused(() => spendFate(track, points, { passives: who }))).toBe("FATEWALKER.Error.NotEnoughFate");
      else {
        const paid = spendFate(track, points, { passives: who });
        expect(paid.track.spent + paid.track.apathy).toBeLessThanOrEqual(fateBoxes(paid.track, who));
        expect(track.rating - paid.track.rating).toBe(paid.entersEnnui ? 1 : 0);
        expect(fateInReach(paid.track, who)).toBe(reach - points);
      }
      const after = recoverFate(track, points, who);
      expect(fateLeft(after, who)).toBeGreaterThanOrEqual(fateLeft(track, who));
      expect(after.apathy === 0 && after.ennui).toBe(false);
      expect(recoverFate(track, 999, who)).toEqual(recoverAllFate(track));
    }));
  });
});
