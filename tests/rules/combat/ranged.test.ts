import { describe, expect, it, test } from "vitest";
import { patchesOf } from "../../../src/rules/exchange/patches";
import { aimAfter } from "../../../src/rules/exchange/own";
import type { ExchangeState } from "../../../src/rules/exchange/types";
import type { Aim } from "../../../src/rules/fighter/carried";
import type { Fighter, Maneuver, Weapon } from "../../../src/rules/fighter/types";
import { damageOf, isAttack } from "../../../src/rules/maneuvers/kind";
import { readResult } from "../../../src/rules/maneuvers/results";
import { mayCombine } from "../../../src/rules/maneuvers/shape";
import { burstRecoil, drawTicks, tickCost } from "../../../src/rules/maneuvers/ticks";
import { usableWeapons } from "../../../src/rules/maneuvers/weapons";
import { attackModifiers } from "../../../src/rules/modifiers/attack";
import { freeShotModifiers, mayFireFree } from "../../../src/rules/modifiers/overwatch";
import { aimModifiers, slowerModifiers } from "../../../src/rules/modifiers/tools";
import { chart, diceByKey, faces, fighter, gun, packManeuver, side, situation, step, thrown } from "../fixtures";
import { changes, fight, shaped, ticks } from "./bouts";

const pack = packManeuver;
const smg = (changesTo: Partial<Weapon> = {}): Weapon => gun({ size: "M", group: "automatic", speed: { base: 7, recoil: 1 }, magazine: { value: 60, max: 60 }, ...changesTo });
const marksman = fighter({ skills: { ranged: 6, agility: 4, observe: 4 } });
const cost = (maneuver: Maneuver, weapon: Weapon | null = smg(), others = {}): number => tickCost(maneuver, { weapon, handShield: null, ...others });
const printed = (maneuver: Maneuver): readonly unknown[] => [maneuver.roll?.modifier, maneuver.damage?.bonus];
/** An act that is aimed at nobody, resolved. */
const alone = (maneuver: Maneuver, rolled: readonly number[], given: { weapon?: Weapon | null; attacker?: Fighter; cost?: number } = {}): ExchangeState => {
  const { weapon = null, attacker = fighter({ weapons: weapon === null ? [] : [weapon] }) } = given;
  const open = fight({ attack: maneuver, weapon, attacker, aware: false, ...(given.cost === undefined ? {} : { cost: given.cost }) });
  return thrown({ ...open, targets: [] }, { attack: rolled });
};

describe("R098", () => {
  const shot = (rolled: readonly number[], range: number): ExchangeState => thrown(fight({
    attack: pack("ranged-shoot"), weapon: gun(), attacker: fighter({ skills: { ranged: 4 } }), situation: situation({ distance: 15, target: { inMelee: true } }),
    bystanders: [{ side: side("other", fighter()), situation: situation({ distance: 15 }), range }],
  }), { attack: rolled, "damage:1": faces(3, 8) });
  test("TN 4, lowest die 6: margin 2 hits the other fighter at range 2, not at 3", () => {
    const hit = shot([6, 7, 8, 9, 9], 2);
    expect(hit.targets.map(({ outcome }) => outcome)).toEqual(["missed", "hit"]);
    expect(step(hit, "stray", 1)).toEqual({ kind: "stray", from: 0 });
    expect(changes(hit, "other")).toEqual([["system.wounds.temporary.value", 0, 3]]);
    expect(shot([6, 7, 8, 9, 9], 3).targets.map(({ outcome }) => outcome)).toEqual(["missed", "missed"]);
  });

  test("1 success misses without a margin, and a hit goes where it was aimed", () => {
    expect(shot(faces(1, 5), 1).targets.map(({ outcome }) => outcome)).toEqual(["missed", "missed"]);
  });
});

describe("R196", () => {
  test("6 ticks, +1 to the next shot only, lost when anything comes between", () => {
    const aimed = alone(pack("ranged-basic-aim"), []);
    expect([ticks(aimed), changes(aimed, "attacker")]).toEqual([{ attacker: 6 }, [["aiming", false, true], ["system.aim", null, { bonus: 1, target: null, kind: "basic" }]]]);
    const carried = { aim: { bonus: 1, target: null, kind: "basic" as const }, footwork: null };
    const shot = thrown(fight({ attack: pack("ranged-shoot"), weapon: gun(), carried }), { attack: faces(0, 7) });
    expect(changes(shot, "attacker")).toContainEqual(["system.aim", carried.aim, null]);
    const dodging = thrown(fight({ attack: pack("unarmed-strike"), reaction: pack("evasion-dodge"), defenderCarried: carried }), { attack: faces(0, 6), "reaction:0": faces(0, 9) });
    expect(changes(dodging, "defender")).toEqual([["system.aim", carried.aim, null]]);
  });

  test("a second Basic Aim adds nothing", () => {
    expect(aimAfter(pack("ranged-basic-aim"), fighter(), { bonus: 1, target: null, kind: "basic" }, null)?.bonus).toBe(1);
  });
});

describe("R197", () => {
  const after = (aim: Aim | null, observe = 3): Aim | null => aimAfter(pack("ranged-aim"), fighter({ skills: { observe } }), aim, "foe");
  test("4 ticks, +1 each, to the Observe skill", () => {
    const one = after(null);
    const three = after(after(one));
    expect([cost(pack("ranged-aim")), one?.bonus, three?.bonus, after(three)?.bonus]).toEqual([4, 1, 3, 3]);
  });

  test("never with Basic Aim, and anew for another target", () => {
    expect(after({ bonus: 1, target: "foe", kind: "basic" })?.bonus).toBe(1);
    expect(after({ bonus: 3, target: "somebody", kind: "aim" })?.bonus).toBe(1);
  });

  test("bursts take at most 2 and 1 of it", () => {
    const dice = (key: string): number => aimModifiers(pack(key), { bonus: 3, target: null, kind: "aim" })[0]?.value ?? 0;
    expect(["ranged-shoot", "ranged-short-burst", "ranged-long-burst", "ranged-full-auto", "ranged-marksman-shot", "ranged-twin-pistols"].map(dice)).toEqual([3, 3, 2, 1, 0, 0]);
  });
});

describe("R199", () => {
  const reload = pack("ranged-reload");
  const empty = gun({ magazine: { value: 0, max: 8 }, reload: 6 });
  it.each([[1, 5], [2, 3], [3, 1], [4, 0], [5, 0]])("%i successes: %i ticks more", (successes, more) => {
    const attacker = fighter({ attributes: { focus: 6 }, weapons: [empty] });
    const state = alone(reload, faces(successes, 6), { weapon: empty, attacker });
    expect(ticks(state)).toEqual({ attacker: 6 + more });
    expect(changes(state, "attacker")).toEqual([["system.magazine.value", 0, 8]]);
  });

  test("0: it falls to the ground; 4 ticks longer are +2", () => {
    const state = alone(reload, faces(0, 4), { weapon: empty });
    expect([readResult(reload, { successes: 0, degreeOfFailure: 1 })?.outcome, changes(state, "attacker")]).toEqual(["dropsAmmunition", []]);
    expect([slowerModifiers(reload, 4)[0]?.value, slowerModifiers(reload, 1), cost(reload, empty, { extraTicks: 4 })]).toEqual([2, [], 10]);
  });
});

describe("R200", () => {
  it.each([["limb", -2, 0], ["heart", -4, 3], ["face", -5, 3], ["tiny", -5, 0]] as const)("%s %i, damage +%i, 2 ticks more", (mode, dice, bonus) => {
    const shot = shaped("ranged-called-shot", { mode });
    expect([...printed(shot), cost(shot)]).toEqual([dice, bonus, 10]);
  });

  test("with bursts and aims, not with full auto", () => {
    expect(["ranged-short-burst", "ranged-long-burst", "ranged-full-auto"].map((key) => mayCombine(pack(key), pack("ranged-called-shot")))).toEqual([true, true, false]);
  });
});

describe("R201", () => {
  const pistol = gun({ size: "M", carried: "sheathed", hand: null });
  const draw = pack("ranged-quick-draw");
  it.each([[1, 6], [2, 4], [3, 3], [4, 3], [5, 2]])("%i successes: an M weapon in %i ticks", (successes, spent) => {
    const state = alone(draw, faces(successes, 6), { weapon: pistol });
    expect(ticks(state)).toEqual({ attacker: spent });
    expect(changes(state, "attacker")).toEqual([["system.carried", "sheathed", "hand"], ["system.hand", null, "main"]]);
  });

  test("0: it lies as many metres away as the degree of failure", () => {
    expect(readResult(draw, { successes: 0, degreeOfFailure: 3 })).toMatchObject({ outcome: "dropsWeapon", dropped: 3 });
    expect(changes(alone(draw, faces(0, 6), { weapon: gun({ size: "M", carried: "ready", hand: null }) }), "attacker")).toEqual([["system.carried", "ready", "sheathed"]]);
  });

  test("light load or none", () => {
    expect(() => alone(draw, [], { weapon: pistol, attacker: fighter({ encumbrance: "medium" }) })).toThrow("FATEWALKER.Error.TooHeavilyLoaded");
  });
});

type ModeRow = [mode: string, toHit: number, damage: number];
const BURSTS: [line: string, key: string, rounds: number, ticks: number, modes: ModeRow[]][] = [
  ["R202", "ranged-short-burst", 3, 9, [["searching", 1, 0], ["mdk", -1, 1]]],
  ["R203", "ranged-long-burst", 6, 10, [["searching", 2, 0], ["mdk", -2, 3]]],
  ["R204", "ranged-full-auto", 20, 11, [["searching", 4, 0], ["mdk", -3, 6]]],
];
describe.each(BURSTS)("%s", (_line, key, rounds, spent, modes) => {
  it.each<ModeRow>(modes)(`${key} %s: %i to hit, damage +%i`, (mode, dice, bonus) => {
    expect(printed(shaped(key, { mode }))).toEqual([dice, bonus]);
    expect(damageOf(shaped(key, { mode }), smg(), fighter())?.flat).toBe(bonus);
  });

  test(`${rounds} rounds, ${spent} ticks with a 7 + 1 gun`, () => {
    const burst = shaped(key, { mode: "mdk" });
    const state = thrown(fight({ attack: burst, weapon: smg(), attacker: marksman }), { attack: faces(0, 6 + (burst.roll?.modifier ?? 0)) });
    expect(changes(state, "attacker")).toEqual([["system.magazine.value", 60, 60 - rounds]]);
    expect(ticks(state)).toEqual({ attacker: spent });
    expect(() => fight({ attack: burst, weapon: smg({ magazine: { value: rounds - 1, max: 60 } }) })).toThrow("FATEWALKER.Error.TooFewRounds");
  });

  test("double and half recoil, halves rounded down", () => {
    expect([burstRecoil(smg({ burstRecoil: 2, speed: { base: 7, recoil: 3 } })), burstRecoil(smg({ burstRecoil: 0.5 })), burstRecoil(smg({ burstRecoil: 0.5, speed: { base: 7, recoil: 3 } }))]).toEqual([6, 0, 1]);
    expect(cost(pack(key), smg({ burstRecoil: 0.5 }))).toBe(7);
  });
});

describe("R205", () => {
  const cover = shaped("ranged-full-auto", { mode: "cover" });
  test("12 ticks of free shots at -2", () => {
    const state = alone(cover, [], { weapon: smg(), attacker: marksman });
    expect(patchesOf(state).overwatch).toEqual([{ participant: state.attacker.participant, until: 24 }]);
    expect(freeShotModifiers()[0]?.value).toBe(-2);
    // 7 + 4 x 1 ticks and 20 of 60 rounds; a gun with recoil 2 takes 6 + 8, with its recoil doubled 7 + 8.
    expect([ticks(state), changes(state, "attacker")]).toEqual([{ attacker: 11 }, [["system.magazine.value", 60, 40]]]);
    expect([cost(cover, smg({ speed: { base: 6, recoil: 2 } })), cost(cover, smg({ burstRecoil: 2 })), cost(cover, smg(), { extraTicks: 1 })]).toEqual([14, 15, 12]);
    const late = alone(cover, [], { weapon: smg({ magazine: { value: 20, max: 60 } }), attacker: fighter({ weapons: [smg({ magazine: { value: 20, max: 60 } })] }) });
    expect(changes(late, "attacker")).toEqual([["system.magazine.value", 20, 0]]);
  });

  test("nothing is rolled when it is declared, at nobody and at somebody; it wants a gun that fires bursts and 20 rounds in it", () => {
    expect([cover.roll, cover.damage, isAttack(cover), damageOf(cover, smg(), marksman)]).toEqual([null, null, false, null]);
    expect(attackModifiers({ attacker: marksman, target: fighter(), maneuver: cover, weapon: smg(), situation: situation({ distance: 10 }) })).toEqual([]);
    expect(usableWeapons(cover, fighter({ weapons: [smg(), gun({ group: "bow" })] })).map(({ group }) => group)).toEqual(["automatic"]);
    expect(() => alone(cover, [])).toThrow("FATEWALKER.Error.NeedsWeapon");
    expect(() => alone(cover, [], { weapon: smg({ magazine: { value: 19, max: 60 } }) })).toThrow("FATEWALKER.Error.TooFewRounds");
  });

  test("one before every action in the area until then", () => {
    const watch = { shooter: "gunner", until: 24, answered: ["a1"] };
    const may = (tick: number, actor: string, action: string): boolean => mayFireFree(watch, { tick, actor, action });
    expect([may(24, "foe", "a2"), may(25, "foe", "a2"), may(13, "foe", "a1"), may(13, "gunner", "a3")]).toEqual([true, false, false, false]);
  });
});

describe("R206", () => {
  const quick = pack("ranged-quick-reload");
  it.each([[1, 3], [2, 0], [3, -1], [4, -1], [5, -2]])("%i successes: %i ticks", (successes, more) => {
    expect(readResult(quick, { successes, degreeOfFailure: 0 })?.ticks).toBe(more);
    const weapon = gun({ reload: 6, magazine: { value: 2, max: 8 } });
    const state = alone(quick, faces(successes, 6), { weapon, attacker: fighter({ attributes: { focus: 7 }, weapons: [weapon] }) });
    expect([ticks(state), changes(state, "attacker")]).toEqual([{ attacker: 6 + more }, [["system.magazine.value", 2, 8]]]);
  });

  test("0: it falls to the ground, and the magazine stays as it was", () => {
    const weapon = gun({ reload: 6, magazine: { value: 2, max: 8 } });
    const state = alone(quick, faces(0, 6), { weapon, attacker: fighter({ attributes: { focus: 7 }, weapons: [weapon] }) });
    expect([readResult(quick, { successes: 0, degreeOfFailure: 3 })?.outcome, ticks(state), changes(state, "attacker")]).toEqual(["dropsAmmunition", { attacker: 6 }, []]);
  });

  test("a full magazine stays full; magazines, cells and cylinders only", () => {
    const reloaded = (maneuver: Maneuver, dice: number, weapon: Weapon): unknown => changes(alone(maneuver, faces(2, dice), { weapon, attacker: fighter({ attributes: { focus: 7 }, weapons: [weapon] }) }), "attacker");
    expect(reloaded(quick, 6, gun({ reload: 6, magazine: { value: 8, max: 8 } }))).toEqual([]);
    expect(reloaded(pack("ranged-reload"), 7, gun({ reload: 6, magazine: null }))).toEqual([]);
    expect(() => reloaded(quick, 6, gun({ reload: 6, magazine: null }))).toThrow("FATEWALKER.Error.WrongWeapon");
    expect(() => reloaded(quick, 6, gun({ reload: 12, magazine: { value: 0, max: 5, kind: "i" } }))).toThrow("FATEWALKER.Error.WrongWeapon");
  });

  test("the off hand is no worse at reloading", () => {
    expect(diceByKey(attackModifiers({ attacker: fighter({ skills: { ranged: 5, agility: 4 } }), target: null, maneuver: quick, weapon: gun({ hand: "off" }), situation: situation() }))).toEqual({ maneuver: -1 });
  });

  test("Focus(Agility) -1; never under 1 tick", () => {
    expect(quick.roll).toMatchObject({ attribute: "focus", skill: "agility", modifier: -1 });
    const weapon = gun({ reload: 2, magazine: { value: 0, max: 8 } });
    expect(ticks(alone(quick, faces(5, 6), { weapon, attacker: fighter({ attributes: { focus: 7 }, skills: { ranged: 5, agility: 4 }, weapons: [weapon] }) }))).toEqual({ attacker: 1 });
  });
});

describe("R207", () => {
  test("+1, weapon + 2 ticks, with short bursts alone", () => {
    const shot = pack("ranged-marksman-shot");
    expect([shot.roll?.modifier, cost(shot, gun())]).toEqual([1, 9]);
    expect(["ranged-short-burst", "ranged-long-burst", "ranged-full-auto"].map((key) => mayCombine(pack(key), shot))).toEqual([true, false, false]);
    const burst = shaped("ranged-marksman-shot", { base: shaped("ranged-short-burst", { mode: "mdk" }) });
    expect([...printed(burst), cost(burst)]).toEqual([0, 1, 11]);
  });
});

describe("R208", () => {
  const left = gun({ id: "left", hand: "off", speed: { base: 5, recoil: 1 } });
  const right = gun({ id: "right", speed: { base: 5, recoil: 1 } });
  const twin = (mode: string): Maneuver => shaped("ranged-twin-pistols", { mode });
  test("each -1, at different targets -2; 6 + 6 - 4 = 8 ticks", () => {
    expect([twin("sameTarget").roll?.modifier, twin("differentTargets").roll?.modifier]).toEqual([-1, -2]);
    expect(tickCost(pack("ranged-twin-pistols"), { weapon: right, secondWeapon: left, handShield: null })).toBe(8);
  });

  test("two shots resolved separately, the off hand at its own penalty", () => {
    const shots = [[twin("sameTarget"), right], [twin("sameTarget"), left]] as const;
    const open = fight({ attack: twin("sameTarget"), weapon: right, attacker: fighter({ weapons: [right, left] }), parts: shots, cost: 8 });
    const state = thrown(open, { attack: faces(2, 5), "attack:1": faces(0, 3), "damage:0": faces(2, 8) });
    expect(state.targets.map(({ outcome }) => outcome)).toEqual(["hit", "missed"]);
    expect(changes(state, "attacker")).toEqual([["system.magazine.value", 6, 5], ["system.magazine.value", 6, 5]]);
    expect(() => fight({ attack: twin("sameTarget"), weapon: right })).toThrow("FATEWALKER.Error.NeedsTwoPistols");
    const both = (one: Weapon, other: Weapon) => () => fight({ attack: twin("sameTarget"), weapon: one, attacker: fighter({ weapons: [one, other] }), parts: [[twin("sameTarget"), one], [twin("sameTarget"), other]], cost: 8 });
    expect(both(right, right)).toThrow("FATEWALKER.Error.NeedsTwoPistols");
    expect(both(right, gun({ id: "rifle", group: "rifle", size: "L", hand: "off" }))).toThrow("FATEWALKER.Error.NeedsTwoPistols");
    expect(both(right, { ...left, carried: "ready", hand: null })).toThrow("FATEWALKER.Error.NeedsWeaponInHand");
  });

  test("neither aims nor bursts", () => {
    expect(mayCombine(pack("ranged-short-burst"), pack("ranged-twin-pistols"))).toBe(false);
  });
});

describe("R209", () => {
  it.each([["center", -2], ["head", -4]] as const)("%s %i, damage +3, weapon + 1", (mode, dice) => {
    const shot = shaped("ranged-vitals-shot", { mode });
    expect([...printed(shot), cost(shot, gun())]).toEqual([dice, 3, 8]);
  });

  test("on top of a short burst", () => {
    const burst = shaped("ranged-vitals-shot", { mode: "head", base: shaped("ranged-short-burst", { mode: "searching" }) });
    expect([...printed(burst), cost(burst)]).toEqual([-3, 3, 10]);
    expect(() => shaped("ranged-vitals-shot", { mode: "head", base: pack("ranged-long-burst") })).toThrow("FATEWALKER.Error.DoesNotCombine");
  });
});

describe("R176", () => {
  const look = shaped("common-look-search-observe", { variant: "quickLook" });
  it.each([[0, "nothing"], [1, "nothing"], [2, "maybe"], [3, "maybe"], [4, "definite"], [6, "definite"]] as const)("%i successes: %s", (successes, outcome) => {
    expect(readResult(look, { successes, degreeOfFailure: 0 })?.outcome).toBe(outcome);
  });

  test("5 ticks, Awareness(Search); a dramatic failure lies", () => {
    expect([cost(look, null), look.roll]).toMatchObject([5, { attribute: "awareness", skill: "search" }]);
    expect([readResult(look, { successes: 0, degreeOfFailure: 2 })?.outcome, readResult(look, { successes: 0, degreeOfFailure: 1 })?.outcome]).toEqual(["falseAnswer", "nothing"]);
  });
});

describe("R177", () => {
  const search = shaped("common-look-search-observe", { variant: "detailedSearch" });
  test("3 successes: 2 facts; 5 answer all; more tell more", () => {
    expect([1, 3, 5, 6].map((successes) => readResult(search, { successes, degreeOfFailure: 0 }))).toMatchObject([{ outcome: "nothing" }, { facts: 2, complete: false }, { facts: 4, complete: true, extra: null }, { complete: true, extra: "more" }]);
    expect([cost(search, null), readResult(search, { successes: 0, degreeOfFailure: 4 })?.outcome]).toEqual([9, "gmAnswer"]);
  });
});

describe("R178", () => {
  const observe = shaped("common-look-search-observe", { variant: "observeInDetail" });
  test("3 successes: 2 facts; 5 all that is obvious; 6 what is hidden", () => {
    expect([3, 5, 6].map((successes) => readResult(observe, { successes, degreeOfFailure: 0 }))).toMatchObject([{ facts: 2 }, { complete: true, extra: null }, { extra: "hidden" }]);
    expect(readResult(observe, { successes: 0, degreeOfFailure: 5 })?.outcome).toBe("nothing");
  });
});

describe("R180", () => {
  it.each([["XS", 2], ["S", 3], ["M", 4], ["L", 5], ["XL", 6]] as const)("%s: %i ticks", (size, spent) => {
    const draws = (carried: Weapon["carried"], stowed?: number): number => drawTicks(gun({ size, carried }), stowed);
    expect([draws("sheathed"), draws("ready"), draws("stowed", 7), draws("stowed", 99), draws("hand")]).toEqual([spent, spent - 1, spent + 7, spent + 10, 0]);
    expect(cost(pack("common-ready-draw-weapon"), gun({ size, carried: "sheathed" }))).toBe(spent);
  });

  test("it is in the hand then", () => {
    const bow = gun({ size: "XL", carried: "sheathed", hand: null });
    expect(changes(alone(pack("common-ready-draw-weapon"), [], { weapon: bow }), "attacker")).toEqual([["system.carried", "sheathed", "hand"], ["system.hand", null, "both"]]);
  });
});

describe("buckshot beyond its range", () => {
  const shotgun = (distance: number): ExchangeState => thrown(fight({
    attack: pack("ranged-shoot"), weapon: gun({ group: "shotgun", damage: { formula: "6x1/1x5", tn: 6, type: "ballistic", stun: false, ladder: "buckshot" }, promoteRange: 14 }),
    situation: situation({ distance }), defender: fighter({ wounds: chart() }),
  }), { attack: faces(2, 6), "damage:0": faces(0, 7) });
  test("no promotion past the bracketed range", () => {
    expect(step(shotgun(14), "promote")).toMatchObject({ by: 2, after: [{ count: 4, value: 1 }, { count: 3, value: 5 }] });
    expect(shotgun(15).targets[0]?.steps.some(({ kind }) => kind === "promote")).toBe(false);
  });
});

test("an aim for the shot is offered as a modifier of its own", () => {
  const carried = { aim: { bonus: 3, target: null, kind: "aim" as const }, footwork: null };
  expect(diceByKey(attackModifiers({ attacker: marksman, target: null, maneuver: shaped("ranged-long-burst", { mode: "searching" }), weapon: smg(), situation: situation(), carried }))).toEqual({ maneuver: 2, aim: 2 });
});
