import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reduce } from "../../src/rules/clock/reduce";
import { addRoll } from "../../src/rules/dice/extended";
import { bleed, bleedingEvent, delayBleeding } from "../../src/rules/healing/bleeding";
import { CARETAKING, caretakingMinutes, caretakingModifiers, caretakingRefusal, giveCare } from "../../src/rules/healing/caretaking";
import { FIRST_AID, firstAidModifiers, firstAidRefusal, giveFirstAid } from "../../src/rules/healing/first-aid";
import { suppliesModifier } from "../../src/rules/healing/modifiers";
import { ACTIVITY, CONDITIONS, NATURAL_HEALING, healNaturally, naturalModifiers, needsHealing, type Recovery } from "../../src/rules/healing/natural";
import { overTimeEvent, sufferOverTime, temporaryEvent } from "../../src/rules/healing/over-time";
import { careAfterDamage, isBleeding } from "../../src/rules/healing/patient";
import { SERUM, applySerum } from "../../src/rules/healing/serum";
import { STABILIZE, beginStabilize, stabilize, stabilizeModifiers, stabilizeRefusal } from "../../src/rules/healing/stabilize";
import { HASTE, SURGERY, beginSurgery, mortalSurgeryPenalty, operate, surgeryGoal, surgeryMinutes, surgeryModifiers, surgeryRefusal, useUpCare } from "../../src/rules/healing/surgery";
import type { Patient, Supplies } from "../../src/rules/healing/types";
import { consciousnessPool, staysConscious, wakes, wakingEvent } from "../../src/rules/healing/waking";
import { totalDice } from "../../src/rules/modifiers/sum";
import { applyWounds } from "../../src/rules/wounds/apply";
import { filled } from "../../src/rules/wounds/penalty";
import { chart, fighter } from "./fixtures";
import { fight, run } from "./clock/helpers";
import { refused } from "./checks-pack";

function patient(marks: Parameters<typeof chart>[0] = {}, changes: Partial<Patient> = {}): Patient {
  return { wounds: chart(marks), stabilized: false, resilience: 4, firstAid: null, caretaking: null, operated: false, ...changes };
}
const NOTHING: Supplies = { medkit: null, facility: null };
const kit = (medkit: number): Supplies => ({ medkit, facility: null });
const house = (facility: number): Supplies => ({ medkit: null, facility });
const marks = ({ wounds }: Patient): number => filled(wounds) + wounds.mortal.value;

test("R128 damage over time: Y damage every X ticks, armor only if the effect says so", () => {
  const poison = { every: 10, points: 3, times: 2, stun: false, armor: false };
  const step = reduce(run(fight(["a", 3, 5]), { kind: "schedule", eventId: "poison", event: overTimeEvent("a", poison, 5) }, { kind: "act", id: "a", cost: 60 }), { kind: "advance" });
  expect(step.events.flatMap((event) => (event.kind === "fired" ? [event.tick] : []))).toEqual([15, 25]);
  expect(sufferOverTime(chart({ temporaryMax: 0 }), poison, { resilience: 4, absorb: 2 }).placed.normal).toBe(3);
  expect(sufferOverTime(chart({ temporaryMax: 0 }), { ...poison, armor: true }, { resilience: 4, absorb: 2 }).placed.normal).toBe(1);
  expect(sufferOverTime(chart(), { ...poison, armor: true }, { resilience: 4, absorb: 9 }).placed).toEqual(applyWounds(chart(), { points: 0, stun: false, resilience: 4 }).placed);
  expect(refused(() => overTimeEvent("a", { ...poison, every: 0 }, 5))).toBe("FATEWALKER.Error.BadEvent");
  expect(overTimeEvent("a", { ...poison, times: null }, 5).left).toBeNull();
});

test("R133 First Aid: Focus(Survival), 5 to 10 minutes", () => {
  expect(FIRST_AID).toEqual({ attribute: "focus", skill: "survival", minutes: [5, 10] });
});

test("R134 a medkit adds its rating, a facility twice its own, nothing at hand -2", () => {
  expect([kit(2), house(3), NOTHING, { medkit: 3, facility: 1 }, { medkit: 1, facility: 2 }].map((supplies) => suppliesModifier(supplies).value)).toEqual([2, 6, -2, 3, 4]);
  expect(suppliesModifier(kit(0)).value).toBe(0);
});

test("R135 -1 for each full 30 minutes since the injury", () => {
  expect([0, 29, 30, 59, 60, 95].map((minutes) => totalDice(firstAidModifiers(kit(1), minutes)) - 1)).toEqual([0, 0, -1, -1, -2, -3]);
});

test("R136 heals successes / 2 - 1: 4 heal 1, 6 heal 2, none hurts once", () => {
  const after = [0, 1, 2, 3, 4, 6].map((successes) => giveFirstAid(patient({ normal: 5 }), successes).patient.wounds.normal.value);
  expect(after).toEqual([6, 6, 5, 5, 4, 3]);
  expect(giveFirstAid(patient({ normal: 5, temporary: 0 }), 0)).toMatchObject({ healed: 0, harmed: 1, wound: { placed: { temporary: 0, normal: 1 } } });
  expect(giveFirstAid(patient({ normal: 1 }), 8).healed).toBe(1);
});

test("R137 leaves successes - 1 for the next Heal Wounds roll", () => {
  expect([4, 0, 1].map((successes) => giveFirstAid(patient({ normal: 5 }), successes).patient.firstAid)).toEqual([3, -1, 0]);
});

test("R138 no effect with Mortal Wounds", () => {
  expect(firstAidRefusal(patient({ normal: 24, mortal: 1 }))?.key).toBe("FATEWALKER.Healing.MortalFirst");
  expect(refused(() => giveFirstAid(patient({ normal: 24, mortal: 2 }), 6))).toBe("FATEWALKER.Healing.MortalFirst");
  expect(firstAidRefusal(patient())?.key).toBe("FATEWALKER.Healing.NoWounds");
});

test("R139 one roll for each new wound", () => {
  const treated = giveFirstAid(patient({ normal: 5 }), 4).patient;
  expect(firstAidRefusal(treated)?.key).toBe("FATEWALKER.Healing.TreatedAlready");
  expect([treated.wounds.normal.value, treated.firstAid]).toEqual([4, 3]);
  const night = healNaturally(treated, 2);
  expect(night).toMatchObject({ healed: 1, harmed: 0, patient: { firstAid: 0, caretaking: null, wounds: { normal: { value: 3 } } } });
  expect(firstAidRefusal(night.patient)?.key).toBe("FATEWALKER.Healing.TreatedAlready");
  expect(firstAidRefusal(careAfterDamage(treated, { normal: 1, mortal: 0 }, { stun: false }))).toBeNull();
  expect(firstAidRefusal(careAfterDamage(treated, { normal: 1, mortal: 0 }, { stun: true }))?.key).toBe("FATEWALKER.Healing.TreatedAlready");
  const again = giveFirstAid(careAfterDamage(treated, { normal: 1, mortal: 0 }, { stun: false }), 6);
  expect(again).toMatchObject({ healed: 2, patient: { firstAid: 5, wounds: { normal: { value: 2 } } } });
  expect(healNaturally(patient(), 3)).toMatchObject({ healed: 0, harmed: 0, patient: { firstAid: null } });
});

test("R140 a new Normal Wound wipes First Aid's dice, stun does not", () => {
  const treated = patient({ normal: 5 }, { firstAid: 3, caretaking: 2, operated: true });
  expect(careAfterDamage(treated, { normal: 1, mortal: 0 }, { stun: false })).toMatchObject({ firstAid: null, caretaking: 2, operated: false });
  expect(careAfterDamage(treated, { normal: 2, mortal: 0 }, { stun: true })).toEqual(treated);
  expect(careAfterDamage(treated, { normal: 0, mortal: 0 }, { stun: false })).toEqual(treated);
  expect(careAfterDamage({ ...treated, stabilized: true }, { normal: 0, mortal: 1 }, { stun: true })).toMatchObject({ firstAid: null, stabilized: false });
});

test("R141 Stabilize: Awareness(Survival), 20 ticks a roll, and the bleeding goes on", () => {
  expect(STABILIZE).toEqual({ attribute: "awareness", skill: "survival", ticks: 20 });
  const dying = patient({ temporaryMax: 0, normal: 24, mortal: 2 });
  const first = stabilize(dying, beginStabilize(dying), 3);
  const bled = { ...first.patient, wounds: bleed(first.patient)?.chart ?? first.patient.wounds };
  const second = stabilize(bled, first.roll.state, 3);
  expect([isBleeding(first.patient), bled.wounds.mortal.value, second.roll.state.total, second.roll.state.needed, second.roll.done]).toEqual([true, 3, 2, 3, false]);
  expect(stabilize(bled, second.roll.state, 3).patient.stabilized).toBe(true);
});

test("R142 Stabilize: a medkit's rating, twice a facility's, else -2", () => {
  const without = patient({ normal: 24, mortal: 1 });
  expect([kit(3), house(2), NOTHING].map((supplies) => totalDice(stabilizeModifiers(supplies, without)))).toEqual([3, 4, -2]);
});

test("R143 half the Mortal boxes as penalty", () => {
  expect([4, 5, 1, 2].map((mortal) => totalDice(stabilizeModifiers(kit(0), patient({ normal: 24, mortal }))))).toEqual([-2, -2, 0, -1]);
});

test("R144 each roll counts successes - 2", () => {
  const dying = patient({ normal: 24, mortal: 4 });
  expect([5, 1, 2].map((successes) => stabilize(dying, beginStabilize(dying), successes).roll.net)).toEqual([3, -1, 0]);
});

test("R145 done when the total reaches the Mortal boxes", () => {
  const dying = patient({ normal: 24, mortal: 4 });
  const first = stabilize(dying, beginStabilize(dying), 5);
  expect([first.patient.stabilized, first.stabilizes]).toEqual([false, false]);
  const second = stabilize(first.patient, first.roll.state, 3);
  expect([second.roll.state.total, second.patient.stabilized, second.stabilizes, isBleeding(second.patient), bleed(second.patient)]).toEqual([4, true, true, false, null]);
  const light = patient({ normal: 24, mortal: 1 });
  expect(stabilize(light, beginStabilize(light), 3).patient.stabilized).toBe(true);
});

test("R146 a total below 0 is damage at once", () => {
  const dying = patient({ temporaryMax: 0, normal: 24, mortal: 3 });
  const failed = stabilize(dying, beginStabilize(dying), 0);
  expect([failed.harmed, failed.patient.wounds.mortal.value, failed.roll.state.total]).toEqual([2, 5, 0]);
  expect(stabilize(patient({ normal: 24, mortal: 3 }), beginStabilize(dying), 1)).toMatchObject({ harmed: 1, wound: { placed: { temporary: 1 } } });
  const last = patient({ temporaryMax: 0, normal: 24, mortal: 5 });
  expect(stabilize(last, beginStabilize(last), 0).wound?.dies).toBe(true);
});

test("R147 no effect without Mortal Wounds", () => {
  expect(stabilizeRefusal(patient({ normal: 9 }))?.key).toBe("FATEWALKER.Healing.NotMortal");
  expect(refused(() => beginStabilize(patient({ normal: 24, mortal: 1 }, { stabilized: true })))).toBe("FATEWALKER.Healing.StableAlready");
});

test("R148 serum: no roll, 10 ticks, heals 3", () => {
  expect([SERUM.ticks, applySerum(patient({ normal: 8 })).healed, applySerum(patient({ normal: 2 })).healed]).toEqual([10, 3, 2]);
  expect(applySerum(patient({ normal: 24, mortal: 1 })).patient.wounds).toMatchObject({ mortal: { value: 0 }, normal: { value: 22 } });
  // Mortal boxes first: 5 leave 2 and stop bleeding, 7 leave 4 and bleed on, 2 leave none and there is nothing to stabilise.
  const dosed = (mortal: number): unknown[] => {
    const { healed, harmed, stabilizes, patient: after } = applySerum(patient({ normal: 24, mortal, mortalMax: 9 }));
    return [healed, harmed, stabilizes, after.wounds.mortal.value, after.wounds.normal.value, after.stabilized, after.firstAid];
  };
  expect([dosed(5), dosed(7), dosed(2), dosed(0)]).toEqual([[3, 0, true, 2, 24, true, 3], [3, 0, false, 4, 24, false, 3], [3, 0, true, 0, 23, false, 3], [3, 0, false, 0, 21, false, 3]]);
  expect(applySerum(patient({ normal: 24, mortal: 4 }, { stabilized: true }))).toMatchObject({ stabilizes: false, patient: { stabilized: true, wounds: { mortal: { value: 1 } } } });
});

test("R149 stabilised with fewer than 3 Mortal Wounds left", () => {
  expect([5, 6, 4].map((mortal) => applySerum(patient({ normal: 24, mortal, mortalMax: 9 })).patient.stabilized)).toEqual([true, false, true]);
  expect([applySerum(patient({ normal: 24, mortal: 5 })).stabilizes, applySerum(patient({ normal: 24, mortal: 6 })).stabilizes]).toEqual([true, false]);
});

test("R150 serum leaves +3 for the next healing roll, like First Aid with 4 successes", () => {
  expect([applySerum(patient({ normal: 8 })).patient.firstAid, giveFirstAid(patient({ normal: 8 }), 4).patient.firstAid]).toEqual([3, 3]);
  expect(totalDice(naturalModifiers(applySerum(patient({ normal: 24, mortal: 2 })).patient, { activity: "moderate", conditions: "average" }))).toBe(3);
});

test("R151 Caretaking: Focus(Survival) with what is at hand", () => {
  expect(CARETAKING).toMatchObject({ attribute: "focus", skill: "survival" });
  expect([kit(1), house(2), NOTHING].map((supplies) => totalDice(caretakingModifiers(supplies)))).toEqual([1, 4, -2]);
});

test("R152 10 minutes for each Normal column and each Mortal box", () => {
  expect([patient({ normal: 9, mortal: 2 }), patient({ normal: 1 }), patient({ normal: 24 }), patient({ normal: 7, stun: 1 })].map(caretakingMinutes)).toEqual([50, 10, 80, 30]);
});

test("R153 one for each healing roll, successes - 1 for it", () => {
  const cared = giveCare(patient({ normal: 9 }), 4);
  expect([cared.caretaking, caretakingRefusal(cared)?.key, giveCare(patient({ normal: 9 }), 0).caretaking]).toEqual([3, "FATEWALKER.Healing.CaredForAlready", -1]);
  expect(caretakingRefusal(healNaturally(cared, 1).patient)).toBeNull();
  expect(refused(() => giveCare(patient(), 3))).toBe("FATEWALKER.Healing.NoWounds");
});

test("R154 surgery: Focus(Medical), a facility's rating, half a medkit's, else -2", () => {
  expect(SURGERY).toMatchObject({ attribute: "focus", skill: "medical" });
  const dice = (supplies: Supplies) => totalDice(surgeryModifiers({ supplies, patient: patient({ normal: 9 }) }));
  expect([house(3), kit(3), kit(2), NOTHING, { medkit: 3, facility: 2 }].map(dice)).toEqual([3, 1, 1, -2, 2]);
});

test("R155 Mortal penalty: 1 box -1, 3 boxes -2, 6 boxes -3", () => {
  expect([0, 1, 2, 3, 5, 6].map(mortalSurgeryPenalty)).toEqual([0, 1, 1, 2, 2, 3]);
  expect(totalDice(surgeryModifiers({ supplies: house(0), patient: patient({ normal: 24, mortal: 6 }) }))).toBe(-3);
});

test("R156 the care that is stored may be added, and is then used up", () => {
  const cared = patient({ normal: 9 }, { firstAid: 3, caretaking: 1 });
  expect([totalDice(surgeryModifiers({ supplies: house(0), patient: cared })), totalDice(surgeryModifiers({ supplies: house(0), patient: cared, useCare: false }))]).toEqual([4, 0]);
  expect(useUpCare(cared)).toMatchObject({ firstAid: 0, caretaking: 0 });
  expect(totalDice(surgeryModifiers({ supplies: house(0), patient: useUpCare(cared) }))).toBe(0);
});

test("R157 5 minutes a roll for each Normal column and each Mortal box", () => {
  expect([patient({ normal: 12, mortal: 2 }), patient({ normal: 24 }), patient({ normal: 2 })].map((who) => surgeryMinutes(who))).toEqual([30, 40, 5]);
});

test("R158 faster: 0.9x -1, 0.75x -2, 0.66x -3, 0.5x -4", () => {
  const who = patient({ normal: 12, mortal: 2 });
  expect([surgeryMinutes(who, HASTE[4]), HASTE[4].modifier]).toEqual([15, -4]);
  expect([surgeryMinutes(who, HASTE[2]), totalDice(surgeryModifiers({ supplies: house(0), patient: patient({ normal: 9 }), haste: HASTE[2] }))]).toEqual([22.5, -2]);
});

test("R159 each roll counts successes - 1, the goal is columns and Mortal boxes", () => {
  const who = patient({ normal: 12, mortal: 2 });
  expect([surgeryGoal(who), operate(who, beginSurgery(who), 4).roll.net, beginSurgery(who).needed]).toEqual([6, 3, 6]);
  const light = patient({ normal: 4 });
  expect(operate(light, beginSurgery(light), 3).roll.done).toBe(true);
});

test("R160 a total below 0 is dealt at once as Wounds", () => {
  const who = patient({ normal: 24, mortal: 2 });
  const botched = operate(who, beginSurgery(who), 0);
  expect(botched).toMatchObject({ harmed: 1, wound: { placed: { temporary: 0, mortal: 1 } }, roll: { state: { total: 0 } } });
  const lighter = patient({ normal: 5 });
  expect(operate(lighter, addRoll(beginSurgery(lighter), 1).state, 0).patient.wounds.normal.value).toBe(6);
});

test("R161 success removes all Mortal Wounds or halves Normal Wounds", () => {
  const ten = patient({ normal: 10 });
  expect(operate(ten, beginSurgery(ten), 5)).toMatchObject({ healed: 5, patient: { wounds: { normal: { value: 5 } } } });
  const dying = patient({ normal: 24, mortal: 2 });
  expect(operate(dying, beginSurgery(dying), 11)).toMatchObject({ healed: 2, stabilizes: true, patient: { wounds: { normal: { value: 24 }, mortal: { value: 0 } } } });
  const odd = patient({ normal: 3, stun: 4 });
  expect(operate(odd, beginSurgery(odd), 9).patient.wounds.normal).toMatchObject({ value: 3, stun: 0 });
});

test("R162 one surgery for each set of wounds", () => {
  const ten = patient({ normal: 10 });
  const done = operate(ten, beginSurgery(ten), 9).patient;
  expect([surgeryRefusal(done)?.key, surgeryRefusal(careAfterDamage(done, { normal: 1, mortal: 0 }, { stun: false }))]).toEqual(["FATEWALKER.Healing.OperatedAlready", null]);
  expect(refused(() => beginSurgery(patient()))).toBe("FATEWALKER.Healing.NoWounds");
});

test("R163 natural healing: Prowess(Resilience) every 24 hours, successes - 1 boxes", () => {
  expect(NATURAL_HEALING).toEqual({ attribute: "prowess", against: "resilience", hours: 24 });
  expect([3, 1, 0].map((successes) => healNaturally(patient({ normal: 6 }), successes).patient.wounds.normal.value)).toEqual([4, 6, 7]);
  expect(healNaturally(patient({ normal: 24, mortal: 1 }), 4).patient.wounds).toMatchObject({ mortal: { value: 0 }, normal: { value: 22 } });
  expect([needsHealing(patient({ temporary: 5 })), needsHealing(patient({ stun: 1 })), healNaturally(patient(), 0).harmed]).toEqual([false, true, 0]);
});

const place = (activity: Recovery["activity"], conditions: Recovery["conditions"], firstAid: number | null = 0): number => totalDice(naturalModifiers(patient({ normal: 3 }, { firstAid }), { activity, conditions }));

test("R164 no First Aid: -2", () => {
  expect([place("moderate", "average", null), place("moderate", "average", 0), place("moderate", "average", 2)]).toEqual([-2, 0, 2]);
});

test("R165 activity: +4, +2, 0, -2, -4", () => {
  expect((["none", "light", "moderate", "strenuous", "exhaustive"] as const).map((activity) => place(activity, "average"))).toEqual([4, 2, 0, -2, -4]);
  expect(place("none", "hostile")).toBe(0);
});

test("R166 conditions: facility twice its rating, sterile +4, good +2, average 0, poor -2, hostile -4", () => {
  expect(([{ facility: 3 }, "sterile", "good", "average", "poor", "hostile"] as const).map((conditions) => place("moderate", conditions))).toEqual([6, 4, 2, 0, -2, -4]);
  expect(place("light", { facility: 1 })).toBe(4);
});

interface Row { readonly factor: string; readonly group: string; readonly level: string | null; readonly modifier: number | string }
const scene = JSON.parse(readFileSync(new URL("tables/scene-tables.json", import.meta.url), "utf8")) as {
  healingEnvironment: { rows: readonly Row[] };
  surgeryTimeReductions: { rows: readonly { timeFactor: number; modifier: number }[] };
  medical: Record<string, Record<string, unknown>>;
};

describe("every row of the healing tables", () => {
  test.each(scene.healingEnvironment.rows)("$factor", ({ group, level, modifier }) => {
    const name = (level ?? "").toLowerCase();
    if (group === "Activity") expect(ACTIVITY[name as keyof typeof ACTIVITY]).toBe(modifier);
    else if (group === "No First Aid") expect(place("moderate", "average", null)).toBe(modifier);
    else if (name === "medical facility") expect([modifier, place("moderate", { facility: 2 })]).toEqual(["2 x rating", 4]);
    else expect(CONDITIONS[name as keyof typeof CONDITIONS]).toBe(modifier);
  });

  test.each(scene.surgeryTimeReductions.rows)("time x $timeFactor", (row) => {
    expect(HASTE).toContainEqual(row);
  });

  test("times and numbers of the medical table", () => {
    expect(scene.medical["firstAid"]).toMatchObject({ minutes: FIRST_AID.minutes, noKit: suppliesModifier(NOTHING).value });
    expect(scene.medical["stabilize"]).toMatchObject({ ticksPerRoll: STABILIZE.ticks, extended: true });
    expect(scene.medical["serum"]).toMatchObject({ ticks: SERUM.ticks, heals: SERUM.heals, countsAsFirstAidSuccesses: SERUM.firstAidSuccesses });
    expect(scene.medical["caretaking"]).toMatchObject({ minutesPerNormalColumn: CARETAKING.minutesEach, normalRangeMinutes: [caretakingMinutes(patient({ normal: 1 })), caretakingMinutes(patient({ normal: 24 }))] });
    expect(scene.medical["surgery"]).toMatchObject({ minutesPerNormalColumn: SURGERY.minutesEach, normalRangeMinutes: [surgeryMinutes(patient({ normal: 1 })), surgeryMinutes(patient({ normal: 24 }))] });
  });
});

describe("Waking, bleeding, Temporary Wounds", () => {
  test("Prowess(Resilience), 2 successes, every 120 ticks; or with the chart less than half full", () => {
    expect(consciousnessPool(fighter({ woundPenalty: 5 }))).toEqual({ normal: 6, wounded: 0, tn: 4, woundedTn: 2 });
    expect([staysConscious(1), staysConscious(2)]).toEqual([false, true]);
    expect([wakes(chart({ normal: 12 }), 1), wakes(chart({ normal: 12 }), 2), wakes(chart({ normal: 11 })), wakes(chart({ normal: 12 }))]).toEqual([false, true, true, false]);
    expect(wakingEvent("a", 30)).toMatchObject({ tick: 150, every: 120, left: null });
  });

  test("a point every Prowess + Will rating ticks; each delay adds its 120", () => {
    const event = bleedingEvent("a", { now: 20, prowess: 4, willRating: 5 });
    expect([event.tick, event.every, delayBleeding(delayBleeding(event, 120), 120).tick, bleedingEvent("a", { now: 20, prowess: 4, willRating: 5, delay: 120 }).tick]).toEqual([29, 9, 269, 149]);
    const step = reduce(run(fight(["a", 3, 20]), { kind: "schedule", eventId: "bleeding-a", event: delayBleeding(event, 120) }, { kind: "act", id: "a", cost: 150 }), { kind: "advance" });
    expect(step.events.flatMap((entry) => (entry.kind === "fired" ? [entry.tick] : []))).toEqual([149, 158, 167]);
  });

  test("a point of bleeding goes to Temporary where there is room", () => {
    expect(bleed(patient({ normal: 24, mortal: 1 }))?.placed).toMatchObject({ temporary: 1, mortal: 0 });
    expect(bleed(patient({ normal: 24, mortal: 5, temporaryMax: 0 }))?.dies).toBe(true);
    expect(bleed(patient({ normal: 24 }))).toBeNull();
  });

  test("Temporary Wounds disappear 600 ticks after the first of them", () => {
    expect(temporaryEvent("a", 12)).toMatchObject({ tick: 612, every: null });
  });
});

describe("properties", () => {
  const anyone = fc.record({ normal: fc.nat(24), stun: fc.nat(24), mortal: fc.nat(6), temporary: fc.nat(8) }).map((given) => patient({ ...given, stun: Math.min(given.stun, 24 - given.normal) }));
  const successes = fc.nat(12);

  test("healing never hurts except where it is printed: with too few successes", () => {
    fc.assert(fc.property(anyone, successes, (who, rolled) => {
      expect(marks(healNaturally(who, rolled + 1).patient)).toBeLessThanOrEqual(marks(who));
      expect(marks(applySerum(who).patient)).toBeLessThanOrEqual(marks(who));
      if (firstAidRefusal(who) === null) expect(marks(giveFirstAid(who, rolled + 2).patient)).toBeLessThanOrEqual(marks(who));
      if (stabilizeRefusal(who) === null) expect(marks(stabilize(who, beginStabilize(who), rolled + 2).patient)).toBe(marks(who));
      if (surgeryRefusal(who) === null) expect(marks(operate(who, beginSurgery(who), rolled + 1).patient)).toBeLessThanOrEqual(marks(who));
    }));
  });

  test("what was healed or done as harm is what the chart shows, and nobody heals below nothing", () => {
    fc.assert(fc.property(anyone, successes, (who, rolled) => {
      const outcome = healNaturally(who, rolled);
      expect(marks(who) - marks(outcome.patient)).toBe(outcome.healed - (outcome.wound === null ? 0 : outcome.wound.placed.normal + outcome.wound.placed.stun + outcome.wound.placed.mortal));
      expect(marks(outcome.patient)).toBeGreaterThanOrEqual(0);
      expect(outcome.patient.wounds.temporary).toEqual(who.wounds.temporary);
    }));
  });

  test("more successes never leave more wounds", () => {
    fc.assert(fc.property(anyone, successes, (who, rolled) => {
      expect(marks(healNaturally(who, rolled + 1).patient)).toBeLessThanOrEqual(marks(healNaturally(who, rolled).patient));
      if (surgeryRefusal(who) === null) expect(marks(operate(who, beginSurgery(who), rolled + 1).patient)).toBeLessThanOrEqual(marks(operate(who, beginSurgery(who), rolled).patient));
    }));
  });
});
