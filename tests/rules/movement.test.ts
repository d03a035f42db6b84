import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimatedTicks, variantTicks } from "../../src/rules/checks/handling";
import { diceCount, maximum } from "../../src/rules/damage/formula";
import { reduce } from "../../src/rules/clock/reduce";
import { attackModifiers } from "../../src/rules/modifiers/attack";
import { checkModifiers } from "../../src/rules/modifiers/check";
import { coverRefusal, movementRefusal, type MoverState } from "../../src/rules/movement/begin";
import { arrival, metresIn, ticksFor } from "../../src/rules/movement/distance";
import { fallDamage } from "../../src/rules/movement/fall";
import { jump, runUpDice } from "../../src/rules/movement/jump";
import { FREE_METRES, PACES, SEGMENT_TICKS, attackerMovement, paceMetres, paceOf, positionAtRest, ridden, terrainSpeed } from "../../src/rules/movement/pace";
import { beginSegment, changeMovement, continueMovement, creditedAt, segmentEnd, segmentEvent, stopMovement } from "../../src/rules/movement/segment";
import { SHORTEST_SPRINT, sprint } from "../../src/rules/movement/sprint";
import { totalDice } from "../../src/rules/modifiers/sum";
import { fighter, gun, situation } from "./fixtures";
import { fight, refusal, run } from "./clock/helpers";
import { maneuver, maneuverEffect, refused, variant } from "./checks-pack";

const pace = (name: string) => paceOf(maneuver("common-begin-movement"), name);
const still: MoverState = { prone: false, moving: false, holding: false, grappled: false, unconscious: false, encumbrance: "none", surface: null };
const begins = (name: string, changes: Partial<MoverState> = {}): string | null => movementRefusal(variant("common-begin-movement", name), { ...still, ...changes })?.key ?? null;

test("R027 a Speed of 5 walks 5 m in 6 ticks", () => {
  expect([paceMetres(pace("walk"), { speed: 5 }), metresIn(6, 5), metresIn(12, 5)]).toEqual([5, 5, 10]);
  expect(paceMetres(pace("walk"), { speed: 7 })).toBe(7);
});

test("R028 movement is no action, but actions made while moving suffer", () => {
  const shot = (kind: ReturnType<typeof attackerMovement>) => totalDice(attackModifiers({ attacker: fighter(), target: null, maneuver: maneuver("ranged-shoot"), weapon: gun(), situation: situation({ attacker: { movement: kind } }) }));
  expect([shot(attackerMovement("walk")) - shot("none"), shot(attackerMovement("run")) - shot("none")]).toEqual([-1, -3]);
  expect([attackerMovement(null), attackerMovement("crawl"), attackerMovement("sprint")]).toEqual(["none", "none", "run"]);
  const before = fight(["a", 3, 5]);
  expect(before.entries["a"]?.actionTick).toBe(5);
});

test("R029 the whole distance of a segment is credited at its end", () => {
  const run10 = beginSegment("run", 10, 4);
  expect([4, 5, 9, 10].map((tick) => creditedAt(run10, tick))).toEqual([0, 0, 0, 10]);
  expect(creditedAt(beginSegment("crawl", 2, 1), 7)).toBe(2);
  const scheduled = run(fight(["a", 3, 4]), { kind: "schedule", eventId: "movement-a", event: segmentEvent("a", run10) }, { kind: "act", id: "a", cost: 20 });
  const fired = reduce(scheduled, { kind: "advance" }).events.filter((event) => event.kind === "fired");
  expect(fired.map(({ tick, event }) => [tick, event.kind, event.target, event.data["metres"]])).toEqual([[10, "movement", "a", 10]]);
});

test("R030 partial moves round up: Speed 5, 2 m take 3 ticks", () => {
  expect(ticksFor({ metres: 2, rate: 5 })).toBe(3);
  expect(ticksFor({ metres: 3, rate: 5 })).toBe(4);
  expect(ticksFor({ metres: 2, rate: 5, wholeSegments: true })).toBe(6);
  expect(refused(() => ticksFor({ metres: 2, rate: 0 }))).toBe("FATEWALKER.Movement.NoSpeed");
  expect(ticksFor({ metres: 0, rate: 0 })).toBe(0);
});

test("R031 during a segment one counts as moving, for blows and shots at one as well", () => {
  const metres = paceMetres(pace("run"), { speed: 5 });
  const at = (moving: number) => totalDice(attackModifiers({ attacker: fighter(), target: fighter(), maneuver: maneuver("ranged-shoot"), weapon: gun(), situation: situation({ target: { moving } }) }));
  expect([at(metres) - at(0), at(paceMetres(pace("walk"), { speed: 5 })) - at(0)]).toEqual([-1, 0]);
  const moving = beginSegment("run", metres, 4);
  expect([segmentEnd(moving), stopMovement(moving, 10).movement]).toEqual([10, null]);
});

test("R032 starting to move is an action of 2 ticks", () => {
  expect(maneuver("common-begin-movement").ticks).toEqual({ kind: "fixed", value: 2 });
  expect(maneuver("common-begin-movement").timings).toEqual(["action"]);
  const state = fight(["a", 3, 4], ["b", 3, 9]);
  expect(refusal(state, { kind: "act", id: "b", cost: 2 })).toBe("FATEWALKER.Error.NotYourTick");
  expect(run(state, { kind: "act", id: "a", cost: 2 }).entries["a"]?.actionTick).toBe(6);
});

test("R033 going on or stopping needs no Action Tick", () => {
  const walk = beginSegment("walk", 5, 4);
  expect(continueMovement(walk, 10)).toEqual({ credited: 5, movement: { kind: "walk", metres: 5, startedAt: 10 } });
  expect(stopMovement(walk, 7)).toEqual({ credited: 2.5, movement: null });
  for (const key of ["special-common-continue-movement", "special-common-stop-movement", "special-common-change-movement"]) expect(maneuver(key).timings).toEqual(["free"]);
});

test("R034 a metre is free with any action", () => {
  expect(arrival({ now: 12, metres: 1, rate: 5 })).toEqual({ ticks: 0, tick: 12, begins: false });
  expect(arrival({ now: 12, metres: 1.1, rate: 5 })).toEqual({ ticks: 2, tick: 14, begins: true });
});

test("R035 10 m away at a run of 10: the action resolves after 6 ticks", () => {
  expect(arrival({ now: 12, metres: 10, rate: paceMetres(pace("run"), { speed: 5 }) })).toEqual({ ticks: 6, tick: 18, begins: true });
  expect(arrival({ now: 3, metres: 15, rate: 10, moving: true })).toEqual({ ticks: 9, tick: 12, begins: false });
});

test("R036 arriving without stopping leaves the penalty of the movement", () => {
  const arriving = (movement: ReturnType<typeof attackerMovement>) => totalDice(attackModifiers({ attacker: fighter(), target: fighter(), maneuver: maneuver("melee-attack"), weapon: null, situation: situation({ attacker: { movement } }) }));
  const running = beginSegment("run", 10, 12);
  expect(arriving(attackerMovement("run")) - arriving("none")).toBe(-1);
  expect(arriving(stopMovement(running, 18).movement === null ? "none" : "run")).toBe(arriving("none"));
});

test("R037 at each boundary of 6 ticks one continues, changes or stops", () => {
  const walk = beginSegment("walk", 5, 4);
  expect(refused(() => continueMovement(walk, 9))).toBe("FATEWALKER.Movement.SegmentRuns");
  const second = continueMovement(walk, 10).movement;
  expect(second === null ? null : [segmentEnd(second), stopMovement(second, 16).credited]).toEqual([16, 5]);
  expect(changeMovement(walk, { kind: "run", metres: 10 }, 10)).toEqual({ credited: 5, movement: { kind: "run", metres: 10, startedAt: 10 } });
});

test("R038 a change inside a segment credits the distance at that moment", () => {
  expect(changeMovement(beginSegment("walk", 5, 4), { kind: "run", metres: 10 }, 7)).toEqual({ credited: 2.5, movement: { kind: "run", metres: 10, startedAt: 7 } });
  expect(changeMovement(beginSegment("run", 10, 4), { kind: "walk", metres: 5 }, 5).credited).toBe(1.6);
  expect(refused(() => changeMovement(beginSegment("crawl", 2, 4), { kind: "run", metres: 10 }, 7))).toBe("FATEWALKER.Movement.WalkAndRunOnly");
});

test("R167 beginning costs 2, going prone 2 and standing up 3, each by itself", () => {
  const posture = maneuver("common-go-prone-stand-up");
  expect([variantTicks(posture, "goProne"), variantTicks(posture, "standUp")]).toEqual([2, 3]);
  expect(maneuver("common-begin-movement").ticks).toEqual({ kind: "fixed", value: 2 });
  expect(refused(() => variantTicks(posture, "sitDown"))).toBe("FATEWALKER.Error.UnknownVariant");
});

test("R168 the prone only crawl; climbing needs a surface within a metre", () => {
  expect([begins("walk", { prone: true }), begins("run", { prone: true }), begins("crawl", { prone: true })]).toEqual(["FATEWALKER.Movement.StandUpFirst", "FATEWALKER.Movement.StandUpFirst", null]);
  expect([begins("walk"), begins("crawl")]).toEqual([null, "FATEWALKER.Movement.GoProneFirst"]);
  expect([begins("climb", { surface: 1 }), begins("climb", { surface: 1.5 }), begins("climb")]).toEqual([null, "FATEWALKER.Movement.NoSurface", "FATEWALKER.Movement.NoSurface"]);
  expect([begins("run", { encumbrance: "immobile" }), begins("run", { moving: true }), begins("run", { holding: true }), begins("run", { grappled: true }), begins("run", { unconscious: true })]).toEqual([
    "FATEWALKER.Movement.TooHeavy", "FATEWALKER.Movement.MovingAlready", "FATEWALKER.Movement.Holding", "FATEWALKER.Movement.Held", "FATEWALKER.Error.CannotAct",
  ]);
});

test("R169 Speed 5: walk 5, run 10, crawl and swim 2, climb 1.0; Speed 4 climbs 0.8", () => {
  const at = (speed: number) => ["walk", "run", "crawl", "swim", "climb"].map((name) => paceMetres(pace(name), { speed }));
  expect(at(5)).toEqual([5, 10, 2, 2, 1]);
  expect(at(4)).toEqual([4, 8, 2, 2, 0.8]);
  expect(at(7)).toEqual([7, 14, 3, 3, 1.4]);
  expect(at(0)).toEqual([0, 0, 0, 0, 0]);
});

test("R170 sprint: 2 x (Speed + successes), and nothing else meanwhile", () => {
  const effect = paceOf(maneuver("common-sprint"));
  expect(sprint(effect, { speed: 5, successes: 3, ticks: 6 })).toEqual({ ticks: 6, rate: 16, metres: 16 });
  expect(sprint(effect, { speed: 4, successes: 1, ticks: 3 })).toEqual({ ticks: 3, rate: 10, metres: 5 });
  expect(refused(() => sprint(effect, { speed: 5, successes: 3, ticks: 2 }))).toBe("FATEWALKER.Error.TicksOutOfRange");
  expect(maneuver("common-sprint").effects.some(({ kind }) => kind === "exclusive")).toBe(true);
});

test("R171 jump 3 ticks, leap 4; successes add to the Speed before the load", () => {
  expect([variantTicks(maneuver("common-jump-leap"), "jump"), variantTicks(maneuver("common-jump-leap"), "leap")]).toEqual([3, 4]);
  expect(maneuver("common-jump-leap").roll).toMatchObject({ attribute: "prowess", skill: "strength" });
  expect(jump(variant("common-jump-leap", "jump"), { baseSpeed: 6, successes: 0 }).distance).toBe(2);
  expect(jump(variant("common-jump-leap", "jump"), { baseSpeed: 6, woundPenalty: 4, successes: 2 }).distance).toBe(2);
});

test("R172 Speed 5 and 4 successes: 90 cm high, 3 m standing, 5.5 m running", () => {
  expect(jump(variant("common-jump-leap", "jump"), { baseSpeed: 5, successes: 4 })).toEqual({ height: 0.9, distance: 3 });
  expect(jump(variant("common-jump-leap", "leap"), { baseSpeed: 5, successes: 4 })).toEqual({ height: 0.9, distance: 5.5 });
  expect(jump(variant("common-jump-leap", "jump"), { baseSpeed: 5, successes: 0 }).distance).toBe(1.6);
  expect(jump(variant("common-begin-movement", "walk"), { baseSpeed: 5, successes: 4 })).toEqual({ height: 0, distance: 0 });
});

test("R173 a run-up under 5 m: -3 for each metre short", () => {
  const leap = variant("common-jump-leap", "leap");
  expect([5, 3, 0, 8, 4.5].map((metres) => runUpDice(leap, metres))).toEqual([0, -6, -15, 0, 0]);
  expect(runUpDice(variant("common-jump-leap", "jump"), 0)).toBe(0);
});

test("R174 acrobatics take the sensible time + 2, 4 to 14; other skills 7 or more and usually -1", () => {
  const acrobatics = maneuver("common-other-acrobatics");
  expect([1, 5, 30].map((estimate) => estimatedTicks(acrobatics, estimate))).toEqual([4, 7, 14]);
  const skill = maneuver("common-use-non-action-skill");
  expect([1, 10, 40].map((estimate) => estimatedTicks(skill, estimate))).toEqual([7, 12, 42]);
  expect(maneuverEffect("common-use-non-action-skill", "usualModifier").value).toBe(-1);
});

test("R175 cover: 3 ticks for 50%, 4 for 90%, within 2 m", () => {
  const cover = maneuver("common-take-cover");
  expect([variantTicks(cover, "cover50"), variantTicks(cover, "cover90")]).toEqual([3, 4]);
  const within = maneuverEffect("common-take-cover", "requires").metres ?? 0;
  expect([coverRefusal(2, within), coverRefusal(2.5, within)?.key, coverRefusal(null, within)?.key]).toEqual([null, "FATEWALKER.Movement.CoverTooFar", "FATEWALKER.Movement.CoverTooFar"]);
});

test("R179 picking up 2, 3, 4, one more with both hands; drop 1, toss 2, place 3", () => {
  const pick = maneuver("common-pickup-object");
  expect(["hand", "aboveHead", "belowKnees"].map((height) => variantTicks(pick, height))).toEqual([2, 3, 4]);
  expect(variantTicks(pick, "belowKnees", { surcharge: true })).toBe(5);
  expect(["drop", "toss", "place"].map((how) => variantTicks(maneuver("common-drop-toss-place-object"), how))).toEqual([1, 2, 3]);
  expect(variantTicks(maneuver("common-look-search-observe"), "observeInDetail", { ticks: 16 })).toBe(16);
  expect(refused(() => variantTicks(maneuver("common-look-search-observe"), "observeInDetail", { ticks: 17 }))).toBe("FATEWALKER.Error.TicksOutOfRange");
});

test("R182 stopping, changing and continuing cost 0 ticks; continuing lasts 6 more", () => {
  for (const key of ["special-common-continue-movement", "special-common-stop-movement", "special-common-change-movement"]) expect(maneuver(key).ticks).toEqual({ kind: "fixed", value: 0 });
  expect(maneuverEffect("special-common-continue-movement", "movement").ticks).toBe(6);
  const on = continueMovement(beginSegment("run", 8, 1), 7).movement;
  expect(on === null ? null : segmentEnd(on)).toBe(13);
});

interface SpeedRow { readonly mode: string; readonly atSpeed5?: number; readonly exampleSpeed5successes3?: number }
const table = (JSON.parse(readFileSync(new URL("tables/scene-tables.json", import.meta.url), "utf8")) as { movement: { segmentTicks: number; freeShiftMeters: number; climbWithinMeters: number; takeCoverWithinMeters: number; speeds: readonly SpeedRow[]; ticks: Readonly<Record<string, number>> } }).movement;

describe("every row of the movement table", () => {
  test.each(table.speeds)("$mode", ({ mode, atSpeed5, exampleSpeed5successes3 }) => {
    const kind = mode === "evasive running" ? "evasiveRun" : (mode as keyof typeof PACES);
    if (atSpeed5 !== undefined) expect(paceMetres(PACES[kind], { speed: 5 })).toBe(atSpeed5);
    expect(exampleSpeed5successes3 ?? 16).toBe(paceMetres(PACES.sprint, { speed: 5, successes: 3 }));
    const begun = ["walk", "run", "crawl", "climb", "swim"].includes(kind);
    expect(PACES[kind]).toEqual(begun ? pace(kind) : paceOf(maneuver(kind === "sprint" ? "common-sprint" : "evasion-evasive-running")));
  });

  test("ticks and distances", () => {
    const [posture, leap] = [maneuver("common-go-prone-stand-up"), maneuver("common-jump-leap")];
    expect(table.ticks).toEqual({
      begin: 2, goProne: variantTicks(posture, "goProne"), standUp: variantTicks(posture, "standUp"), jump: variantTicks(leap, "jump"), leap: variantTicks(leap, "leap"),
      sprintMin: SHORTEST_SPRINT, stop: 0, change: 0, continue: 0,
    });
    expect([table.segmentTicks, table.freeShiftMeters, table.takeCoverWithinMeters]).toEqual([SEGMENT_TICKS, FREE_METRES, maneuverEffect("common-take-cover", "requires").metres]);
    expect([begins("climb", { surface: table.climbWithinMeters }), begins("climb", { surface: table.climbWithinMeters + 0.1 })]).toEqual([null, "FATEWALKER.Movement.NoSurface"]);
  });
});

describe("Falling, terrain, load", () => {
  test("1x1 @5 for every full metre beyond 2", () => {
    expect([0, 2, 2.9, 3, 12].map((metres) => diceCount(fallDamage(metres)))).toEqual([0, 0, 0, 1, 10]);
    expect([maximum(fallDamage(6)), fallDamage(6).tn]).toEqual([4, 5]);
  });

  test("terrain takes 0 to 4 off the Speed", () => {
    expect([0, -2, -4, -9, 3].map((terrain) => terrainSpeed(5, terrain))).toEqual([5, 3, 1, 1, 5]);
    expect(terrainSpeed(2, -4)).toBe(0);
  });

  test("a rider goes at the mount's Speed and counts as the mount does", () => {
    expect([ridden(pace("run"), 12), ridden(pace("walk"), 12)]).toEqual([{ metres: 24, attacker: "run" }, { metres: 12, attacker: "walk" }]);
  });

  test("who stops stays as he was: crawlers lie, swimmers tread water", () => {
    expect((["crawl", "swim", "climb", "ride", "run", "walk"] as const).map(positionAtRest)).toEqual(["prone", "treading", "hanging", "mounted", "standing", "standing"]);
  });

  test("what has no pace is refused", () => {
    expect([refused(() => paceOf(maneuver("melee-attack"))), refused(() => paceOf(maneuver("common-begin-movement"), "fly"))]).toEqual(["FATEWALKER.Error.NoPace", "FATEWALKER.Error.NoPace"]);
    expect([paceMetres(paceOf(maneuver("evasion-evasive-running")), { speed: 5 }), paceMetres(paceOf(maneuver("evasion-evasive-running")), { speed: 0 })]).toEqual([9, 0]);
  });

  test("a heavy load shows on Agility rolls such as a sprint's", () => {
    const dice = (encumbrance: "none" | "heavy") => totalDice(checkModifiers({ fighter: fighter({ encumbrance }), attribute: "prowess", skill: "agility" }));
    expect(dice("heavy") - dice("none")).toBe(-2);
  });
});

describe("properties", () => {
  test("a way taken in the ticks it takes is not shorter than asked for, and a tick less would not do", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 40 }), (tenths, rate) => {
      const metres = tenths / 10;
      const ticks = ticksFor({ metres, rate });
      expect((ticks * rate) / 6).toBeGreaterThanOrEqual(metres - 1e-6);
      expect(((ticks - 1) * rate) / 6).toBeLessThan(metres);
    }));
  });

  test("cut into pieces, a segment never credits more than the whole", () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 6 }), (rate, cut) => {
      const whole = beginSegment("walk", rate, 10);
      const first = changeMovement(whole, { kind: "run", metres: rate }, 10 + cut);
      const rest = first.movement === null ? 0 : stopMovement(first.movement, 16).credited;
      expect(first.credited + rest).toBeLessThanOrEqual(rate + 1e-9);
      expect(first.credited + rest).toBeGreaterThan(rate - 0.2 - 1e-9);
    }));
  });

  test("more Speed and more successes never make a pace or a jump worse", () => {
    fc.assert(fc.property(fc.nat(20), fc.nat(10), fc.constantFrom("walk", "run", "crawl", "swim", "climb"), (speed, successes, name) => {
      expect(paceMetres(pace(name), { speed: speed + 1 })).toBeGreaterThanOrEqual(paceMetres(pace(name), { speed }));
      const leap = variant("common-jump-leap", "leap");
      expect(jump(leap, { baseSpeed: speed, successes: successes + 1 }).distance).toBeGreaterThan(jump(leap, { baseSpeed: speed, successes }).distance);
    }));
  });
});
