import { describe, expect, test } from "vitest";
import { tickCost } from "../../src/rules/maneuvers/ticks";
import { damageOf } from "../../src/rules/maneuvers/kind";
import { attackModifiers } from "../../src/rules/modifiers/attack";
import { checkModifiers } from "../../src/rules/modifiers/check";
import { meleeModifiers } from "../../src/rules/modifiers/melee";
import { ownModifiers } from "../../src/rules/modifiers/own";
import { FIRST_ENGAGEMENT } from "../../src/rules/modifiers/situation";
import { targetNumber, tnFor, totalDice } from "../../src/rules/modifiers/sum";
import { bandOf } from "../../src/rules/modifiers/range";
import { reduce } from "../../src/rules/clock/reduce";
import { applyShield, shieldCap } from "../../src/rules/damage/shield";
import { mayDeclare } from "../../src/rules/clock/order";
import { secondsOf } from "../../src/rules/clock/time";
import { absorb } from "../../src/rules/damage/absorb";
import { damagePool, formatDamage, maximum } from "../../src/rules/damage/formula";
import { demote, promote, shift } from "../../src/rules/damage/ladder";
import { prepareHit } from "../../src/rules/exchange/hit";
import { nextRolls, supply } from "../../src/rules/exchange/resolve";
import type { Maneuver } from "../../src/rules/fighter/types";
import { FIRST_AID, firstAidModifiers } from "../../src/rules/healing/first-aid";
import { naturalModifiers } from "../../src/rules/healing/natural";
import { overTimeEvent, temporaryEvent } from "../../src/rules/healing/over-time";
import { careAfterDamage } from "../../src/rules/healing/patient";
import { HASTE, beginSurgery, operate, surgeryMinutes, surgeryModifiers, surgeryRefusal } from "../../src/rules/healing/surgery";
import type { Patient } from "../../src/rules/healing/types";
import { attackerMovement } from "../../src/rules/movement/pace";
import { beginSegment, continueMovement, stopMovement } from "../../src/rules/movement/segment";
import { effectiveVisibleRange } from "../../src/rules/sight/visibility";
import { applyWounds } from "../../src/rules/wounds/apply";
import { fight as bout, shaped } from "./combat/bouts";
import { fight, run, tickOf } from "./clock/helpers";
import { chart, diceByKey, faces, fighter, gun, packManeuver, situation, throwingAxe, thrown, stepKinds, weapon } from "./fixtures";

/*
 * Numbers of our own for rules whose other tests use those of the rules' text alone: each is worked out by hand in the
 * words of the rule, none is read off the code.
 */

const pool = (formula: string) => damagePool({ formula, tn: 5, ladder: "standard" });
const shown = (given: ReturnType<typeof pool>): string => formatDamage({ dice: given.dice, tn: null });

describe("the clock", () => {
  test("R001 tick 7 is three and a half seconds, 12 are six, none is none", () => {
    expect([secondsOf(7), secondsOf(12), secondsOf(0)]).toEqual([3.5, 6, 0]);
  });

  test("R003 tick 6, cost 12: 18; and from 18 with 3: 21", () => {
    const later = run(fight(["a", 3, 6]), { kind: "act", id: "a", cost: 12 });
    expect([tickOf(later, "a"), tickOf(run(later, { kind: "advance" }, { kind: "act", id: "a", cost: 3 }), "a")]).toEqual([18, 21]);
  });

  test("R005 on tick 6 one who is due on 11 reacts, though it may not act: 11 + 5 = 16", () => {
    const state = fight(["a", 3, 6], ["b", 5, 11]);
    expect([state.tick, mayDeclare(state, "b"), tickOf(run(state, { kind: "react", id: "b", cost: 5 }), "b")]).toEqual([6, false, 16]);
  });
});

describe("movement", () => {
  test("R036 a shot on arrival: 1 die less for one who walks on, 3 for one who runs on, none for one who stops", () => {
    const shot = (movement: ReturnType<typeof attackerMovement>) => diceByKey(attackModifiers({ attacker: fighter(), target: null, maneuver: packManeuver("ranged-shoot"), weapon: gun(), situation: situation({ attacker: { movement } }) }));
    const [walking, running] = [beginSegment("walk", 5, 3), beginSegment("run", 10, 3)];
    const after = (state: ReturnType<typeof stopMovement>): ReturnType<typeof attackerMovement> => (state.movement?.kind === "walk" || state.movement?.kind === "run" ? attackerMovement(state.movement.kind) : attackerMovement(null));
    expect([continueMovement(walking, 9), continueMovement(running, 9), stopMovement(running, 9)].map((state) => shot(after(state)))).toEqual([{ "attacker-walking": -1 }, { "attacker-running": -3 }, {}]);
  });
});

describe("damage dice", () => {
  test("R047 5x1/1x3 become 4x1/2x3, 2x3/1x5 become 1x3/2x5", () => {
    expect([shown(promote(pool("5x1/1x3"), 1)), shown(promote(pool("2x3/1x5"), 1))]).toEqual(["4x1/2x3", "1x3/2x5"]);
  });

  test("R048 2x1: with 2 promotions 2x3, a third opens the fives, a fifth the sevens", () => {
    expect([2, 3, 5].map((steps) => shown(promote(pool("2x1"), steps)))).toEqual(["2x3", "1x3/1x5", "1x5/1x7"]);
  });

  test("R050 4x5: 3 demotions leave one five, 4 none, 5 make the first one", () => {
    expect([3, 4, 5].map((steps) => shown(demote(pool("4x5"), steps)))).toEqual(["3x3/1x5", "4x3", "1x1/3x3"]);
  });

  test("R052 5x1 with 3 net successes: 2x1/3x3, worth 11; 7 net go on to 3x3/2x5", () => {
    expect([shown(shift(pool("5x1"), 3)), maximum(shift(pool("5x1"), 3)), shown(shift(pool("5x1"), 7))]).toEqual(["2x1/3x3", 11, "3x3/2x5"]);
  });

  test("R056 12 rolled, Absorb 5: 7; 4 rolled, Absorb 9: none, and no more than 4 are taken", () => {
    expect([absorb({ ordinary: 12, penetrating: 0 }, 5), absorb({ ordinary: 4, penetrating: 0 }, 9)]).toEqual([{ taken: 5, left: 7 }, { taken: 4, left: 0 }]);
  });

  test("R057 energy against 3x5 with Deflection 1/1/2: 2x3/1x5", () => {
    const hit = prepareHit({ pool: pool("3x5"), net: 0, barrier: 0, shield: null, shieldRule: "literal", protection: { absorb: 0, deflection: { physical: 1, ballistic: 1, energy: 2 } }, type: "energy" });
    expect(shown(hit.pool)).toBe("2x3/1x5");
  });
});

describe("energy shields", () => {
  const shield = (energy: number, minActivation: number, maxAbsorb: number) => ({ energy, minActivation, maxAbsorb, reserve: 20 });

  test("R105 energy 13 stops 6 of 40, energy 30 no more than a Max Absorb of 9, energy 1 nothing, nor under Min Activation", () => {
    expect([shieldCap(shield(13, 6, 40), "literal"), shieldCap(shield(30, 6, 9), "literal"), shieldCap(shield(1, 6, 40), "literal")]).toEqual([6, 9, 0]);
    for (const [formula, energy, least] of [["5x3", 1, 6], ["2x1", 20, 9], ["0x1", 20, 0]] as const) {
      expect(applyShield(pool(formula), shield(energy, least, 40), "literal")).toMatchObject({ triggered: false, removed: [], prevented: 0, energyAfter: energy });
    }
  });

  test("R106 cap 6 against 3x1/2x5: one of each, 6 points; 2x1/1x5 are rolled; as charges the cap is Max Absorb and one charge goes", () => {
    const outcome = applyShield(pool("3x1/2x5"), shield(13, 6, 40), "literal");
    expect([outcome.triggered, outcome.removed, outcome.prevented, outcome.energyAfter, shown(outcome.pool)]).toEqual([true, [{ count: 1, value: 1 }, { count: 1, value: 5 }], 6, 7, "2x1/1x5"]);
    const charged = applyShield(pool("3x1/2x5"), shield(13, 6, 11), "charges");
    expect([charged.triggered, charged.prevented, charged.energyAfter, shown(charged.pool)]).toEqual([true, 11, 12, "2x1"]);
  });

  test("R107 4 prevented leave 5 of 9, and the next cap is 2; a hit under Min Activation takes none", () => {
    const outcome = applyShield(pool("1x1/3x3"), shield(9, 6, 40), "literal");
    expect([outcome.prevented, outcome.energyAfter, shieldCap(shield(outcome.energyAfter, 6, 40), "literal")]).toEqual([4, 5, 2]);
    expect(applyShield(pool("5x1"), shield(9, 6, 40), "literal").energyAfter).toBe(9);
    expect(applyShield(pool("7x1"), shield(9, 6, 40), "charges").energyAfter).toBe(8);
  });
});

describe("sight and shots", () => {
  test("R060 with ranges 10/20/40 the worse of both: at 18 m and Visible Range 6 Long, at 7 m and 4 Medium, at 70 m and 100 Extreme, at 81 m beyond", () => {
    const band = (distance: number, visibleRange: number | null) => bandOf(gun(), situation({ distance, visibleRange }));
    expect([band(18, 6), band(7, 4), band(7, 3), band(70, 100), band(81, 100), band(9, 1), band(9, 0.8), band(20, null)]).toEqual(["long", "medium", "long", "extreme", "beyond", "extreme", "beyond", "medium"]);
  });

  test("R070 R071 Visible Range 100: size 7 at 75, 3 at 50, 1 at 25; 9 and 11 at 100; 13 at 125, 17 at 150, 30 at 200", () => {
    expect([7, 3, 1, 9, 11, 13, 17, 30].map((targetSize) => effectiveVisibleRange(100, { targetSize }))).toEqual([75, 50, 25, 100, 100, 125, 150, 200]);
  });

  const shot = (place: Parameters<typeof situation>[0], group: "rifle" | "bow" = "rifle"): number =>
    totalDice(attackModifiers({ attacker: fighter(), target: null, maneuver: packManeuver("ranged-shoot"), weapon: gun({ group }), situation: situation(place) })) - 6;

  test("R072 R073 R074 R079 R081 prone, 12 m up, behind 90 % cover, at one who moves 25 and peeps over 50 %: 2 + 2 + 2 - 3 - 2 = 1; with a bow -3", () => {
    const place = { height: 12, attacker: { prone: true, cover: "cover90" }, target: { moving: 25, cover: "cover50" } } as const;
    expect([shot(place), shot(place, "bow")]).toEqual([1, -3]);
  });

  test("R075 R076 R077 at 80 m, which is Extreme, at one who cannot move: walking -1 - 4 + 1, running -3 - 4 + 1", () => {
    const place = (movement: "walk" | "run") => ({ distance: 80, attacker: { movement }, target: { immobile: true } }) as const;
    expect([shot(place("walk")), shot(place("run"))]).toEqual([-4, -6]);
  });

  test("R078 R082 a prone target behind 90 % that is shot through: at 20 m -1 - 2, at 3 m +1 + 2 - 2", () => {
    const place = (distance: number) => ({ distance, shotThroughCover: true, barrier: 3, target: { prone: true, cover: "cover90" } }) as const;
    expect([shot(place(20)), shot(place(3))]).toEqual([-3, 1]);
  });

  test("R080 100 in 6 ticks are four times 20 more: -7", () => {
    expect([shot({ target: { moving: 100 } }), shot({ target: { moving: 99 } })]).toEqual([-7, -6]);
  });
});

describe("at close quarters", () => {
  const blow = (place: Parameters<typeof situation>[0], size: "XS" | "S" | "M" | "L" | "XL"): number => totalDice(meleeModifiers(size, situation(place)));

  test("R088 R089 where combat starts XS has -2, S -1, the others nothing", () => {
    expect((["XS", "S", "M", "L", "XL"] as const).map((size) => blow({ engagement: FIRST_ENGAGEMENT }, size))).toEqual([-2, -1, 0, 0, 0]);
  });

  test("R087 R091 R092 sums: XL at Short on one who moves 80 -2 - 5; L at Contact on a prone one -2 + 1; M there, itself prone -1 - 2", () => {
    expect([blow({ engagement: 4, target: { moving: 80 } }, "XL"), blow({ engagement: 3, target: { prone: true } }, "L"), blow({ engagement: 3, attacker: { prone: true } }, "M")]).toEqual([-7, -1, -3]);
  });
});

describe("wounds and care", () => {
  const marks = (stun: number, points: number): number[] => {
    const { normal, mortal } = applyWounds(chart({ stun }), { points, stun: false, resilience: 0 }).chart;
    return [normal.value, normal.stun, mortal.value];
  };
  const patient = (normal: number, mortal = 0, firstAid: number | null = null): Patient => ({ wounds: chart({ normal, mortal }), stabilized: false, resilience: 4, firstAid, caretaking: null, operated: false });

  test("R113 Temporary Wounds of tick 7 are gone on 607", () => {
    expect(temporaryEvent("a", 7)).toMatchObject({ tick: 607, every: null, target: "a" });
  });

  test("R118 a point of bleeding on a full chart with Temporary full: two / become X, a single one goes on to Mortal", () => {
    const bled = (normal: number, stun: number): number[] => {
      const after = applyWounds(chart({ temporary: 8, normal, stun, mortal: 1 }), { points: 1, stun: false, resilience: 4 }).chart;
      return [after.temporary.value, after.normal.value, after.normal.stun, after.mortal.value];
    };
    expect([bled(20, 4), bled(23, 1), bled(20, 1)]).toEqual([[8, 22, 2, 1], [8, 24, 0, 2], [8, 21, 1, 1]]);
  });

  test("R120 stun behind 20 X and 2 /: 2 fill the chart, the third turns one of the four; behind 4 and 3 it only adds", () => {
    const stunned = (normal: number, stun: number, points: number): unknown[] => {
      const { chart: after, consciousnessRoll } = applyWounds(chart({ normal, stun }), { points, stun: true, resilience: 0 });
      return [after.normal.value, after.normal.stun, after.mortal.value, consciousnessRoll];
    };
    expect([stunned(20, 2, 3), stunned(4, 3, 2), stunned(9, 1, 2), stunned(22, 1, 4)]).toEqual([[21, 3, 0, true], [4, 5, 0, false], [9, 3, 0, true], [24, 0, 1, true]]);
  });

  test("R128 poison of 2 points every 10 ticks, begun on 5: on 15 to 65, and on; three times only on 15, 25 and 35", () => {
    const fired = (times: number | null): unknown[] => {
      const event = overTimeEvent("a", { every: 10, points: 2, times, stun: false, armor: false }, 5);
      const step = reduce(run(fight(["a", 3, 5]), { kind: "schedule", eventId: "poison", event }, { kind: "act", id: "a", cost: 60 }), { kind: "advance" });
      return [step.state.tick, step.events.flatMap((entry) => (entry.kind === "fired" ? [entry.tick] : [])), step.state.schedule["poison"]?.tick ?? null];
    };
    expect([fired(null), fired(3), fired(6)]).toEqual([[65, [15, 25, 35, 45, 55, 65], 75], [65, [15, 25, 35], null], [65, [15, 25, 35, 45, 55, 65], null]]);
  });

  test("R162 11 boxes are 5 after it (points round down), 2 Mortal ones none; a new wound makes 6 of the 5 and a second surgery possible, which leaves 3", () => {
    const eleven = patient(11);
    const first = operate(eleven, beginSurgery(eleven), 9).patient;
    expect([first.wounds.normal.value, surgeryRefusal(first)?.key]).toEqual([5, "FATEWALKER.Healing.OperatedAlready"]);
    const hurt = { ...careAfterDamage(first, { normal: 1, mortal: 0 }, { stun: false }), wounds: chart({ normal: 6 }) };
    expect([surgeryRefusal(hurt), operate(hurt, beginSurgery(hurt), 9).patient.wounds.normal.value]).toEqual([null, 3]);
    const dying = patient(24, 2);
    expect(operate(dying, beginSurgery(dying), 15).patient).toMatchObject({ operated: true, wounds: { mortal: { value: 0 }, normal: { value: 24 } } });
  });

  test("R125 6 stun, 2 normal: 4 normal, 2 stun", () => {
    expect(marks(6, 2)).toEqual([4, 2, 0]);
  });

  test("R127 4 stun, 5 normal: two points turn 4, three are left: 7 normal", () => {
    expect(marks(4, 5)).toEqual([7, 0, 0]);
  });

  test("R133 with Focus 4, Survival 3 and a medkit of 2, 45 minutes late: 4 + 2 - 1 dice at TN 3", () => {
    const healer = fighter({ skills: { survival: 3 } });
    const dice = [...checkModifiers({ fighter: healer, attribute: FIRST_AID.attribute, skill: FIRST_AID.skill }), ...firstAidModifiers({ medkit: 2, facility: null }, 45)];
    expect([totalDice(dice), targetNumber(healer, FIRST_AID.skill)]).toEqual([5, 3]);
  });

  test("R158 30 minutes at every haste, and 40", () => {
    const who = patient(12, 2);
    expect(HASTE.map((haste) => surgeryMinutes(who, haste))).toEqual([30, 27, 22.5, 19.8, 15].map((minutes) => expect.closeTo(minutes, 9) as number));
    expect(HASTE.map((haste) => totalDice(surgeryModifiers({ supplies: { medkit: null, facility: 0 }, patient: patient(24), haste })))).toEqual([0, -1, -2, -3, -4]);
    expect(surgeryMinutes(patient(24), HASTE[1])).toBe(36);
  });

  test("R164 R165 R166 without First Aid a light day in good conditions is -2 + 2 + 2; with 3 dice of it a hard one in hostile ones 3 - 2 - 4", () => {
    expect(totalDice(naturalModifiers(patient(5), { activity: "light", conditions: "good" }))).toBe(2);
    expect(totalDice(naturalModifiers(patient(5, 0, 3), { activity: "strenuous", conditions: "hostile" }))).toBe(-3);
  });
});

describe("maneuvers", () => {
  /** Prowess 7, Focus 5, Awareness 6; Unarmed 7, Weaponry 8, Agility 5, Strength 6, and enough of the rest. */
  const able = fighter({ attributes: { prowess: 7, focus: 5, awareness: 6 }, skills: { unarmed: 7, melee: 8, agility: 5, strength: 6, observe: 4, medical: 3, ranged: 6 } });
  const bare = { weapon: null, handShield: null } as const;

  test.each<[rule: string, key: string, dice: number, tn: number, ticks: number]>([
    ["R190", "evasion-redirect", 7, 7, 7],
    ["R192", "evasion-footwork", 5, 5, 2],
    ["R222", "melee-engage-disengage", 6, 8, 5],
    ["R227", "melee-step-inside", 5, 8, 6],
    ["R240", "unarmed-grapple", 7, 7, 8],
    ["R241", "unarmed-slip", 7, 7, 6],
    ["R244", "unarmed-leg-check", 6, 7, 3],
    ["R245", "unarmed-sweep", 5, 7, 8],
    ["R246", "unarmed-takedown", 7, 7, 10],
    ["R247", "unarmed-throw", 7, 6, 11],
    ["R248", "unarmed-trip-kick", 7, 7, 8],
    ["R250", "unarmed-hold", 5, 7, 8],
    ["R251", "unarmed-choke-hold", 5, 7, 10],
    ["R252", "unarmed-sprawl", 9, 5, 6],
    ["R254", "unarmed-disarm", 6, 7, 8],
    ["R255", "unarmed-leap-kick", 5, 5, 11],
    ["R256", "unarmed-lightning-strike", 5, 7, 4],
    ["R256", "unarmed-power-strike", 5, 7, 8],
    ["R257", "unarmed-spinning-kick", 5, 7, 9],
    ["R258", "unarmed-unbalance", 6, 7, 6],
    ["R259", "unarmed-block-projectile", 5, 7, 5],
    ["R260", "unarmed-nerve-strike", 2, 7, 8],
  ])("%s %s: %i dice at TN %i, %i ticks", (_rule, key, dice, tn, ticks) => {
    const maneuver = packManeuver(key);
    expect([totalDice(ownModifiers(able, maneuver)), tnFor(able, maneuver), tickCost(maneuver, bare)]).toEqual([dice, tn, ticks]);
  });

  test("R241 one hand full: 3 dice less, and none without a free hand", () => {
    const slip = (attacker: ReturnType<typeof fighter>) => diceByKey(attackModifiers({ attacker, target: null, maneuver: packManeuver("unarmed-slip"), weapon: null, situation: situation() }));
    expect([slip(fighter()), slip(fighter({ weapons: [weapon()] }))]).toEqual([{}, { "one-hand-free": -3 }]);
  });

  test("R210 a throwing axe of 6 + 1 takes 7 ticks and throws 1x1/4x3 @5", () => {
    const dice = damageOf(packManeuver("melee-throw"), throwingAxe(), fighter({ brute: 2 }));
    expect([tickCost(packManeuver("melee-throw"), { weapon: throwingAxe(), handShield: null }), dice === null ? null : formatDamage(dice.pool), dice?.flat]).toEqual([7, "1x1/4x3 @5", 2]);
  });

  test("R215 limb -1; vitals and face -3, 1 point and 1 TN more; tiny -3; 2 ticks more each, by blade and by hand", () => {
    const called = (key: string, base: string, mode: string): unknown[] => {
      const { roll, damage, ...maneuver }: Maneuver = shaped(key, { mode, base: packManeuver(base) });
      return [roll?.modifier, damage?.bonus, damage?.tnBonus, tickCost({ ...maneuver, roll, damage }, { weapon: weapon(), handShield: null })];
    };
    for (const [key, base, ticks] of [["melee-called-shot", "melee-attack", 10], ["unarmed-called-shot", "unarmed-strike", 8]] as const) {
      expect(["limb", "vitals", "tiny"].map((mode) => called(key, base, mode))).toEqual([[-1, 0, 0, ticks], [-3, 1, 1, ticks], [-3, 0, 0, ticks]]);
    }
  });

  test("R218 Stop Charge with Prowess 7: 5 dice at TN 8, and the 8 ticks of a longsword", () => {
    const stop = packManeuver("melee-stop-charge");
    expect([totalDice(ownModifiers(able, stop)), tnFor(able, stop), tickCost(stop, { weapon: weapon(), handShield: null })]).toEqual([5, 8, 8]);
  });

  test("R248 two / that the kick turns into X are normal damage: 6 - 2 dice to stay up, and 3 below the TN is 3x1", () => {
    const full = fighter({ wounds: chart({ temporaryMax: 0, normal: 20, stun: 4 }) });
    const rolls = { attack: faces(2, 6), "damage:0": faces(2, 5), "consciousness:0": faces(2, 6), "footing:0:target": [7, 8, 9, 9], "fallDamage:0:target": faces(0, 3) };
    const kicked = bout({ attack: packManeuver("unarmed-trip-kick"), defender: full });
    const waiting = ["attack", "damage:0", "consciousness:0"].reduce((state) => supply(state, { attack: rolls.attack, "damage:0": rolls["damage:0"], "consciousness:0": rolls["consciousness:0"] }), kicked);
    expect(nextRolls(waiting)).toMatchObject([{ id: "footing:0:target", roll: { pool: { normal: 4, wounded: 0, tn: 4 } } }]);
    expect(stepKinds(thrown(kicked, rolls))).toContain("fall");
  });

  test.each([["R255", "unarmed-leap-kick"], ["R257", "unarmed-spinning-kick"]])("%s %s: 2x1/4x3 @6, 14 points at the most; 3 net successes make it 5x3/1x5", (_rule, key) => {
    const kick = damageOf(packManeuver(key), null, fighter());
    if (kick === null) throw new Error("no damage");
    expect([formatDamage(kick.pool), kick.stun, maximum(kick.pool), formatDamage(promote(kick.pool, 3))]).toEqual(["2x1/4x3 @6", true, 14, "5x3/1x5 @6"]);
  });

  test.each([["R233", "unarmed-strike", "2x1/3x3 @5"], ["R233", "unarmed-kick", "1x1/4x3 @5"], ["R235", "unarmed-elbow-strike", "2x1/3x3 @5"], ["R235", "unarmed-knee-strike", "1x1/4x3 @5"]])("%s %s with 3 net successes: %s, with Brute 2 that much more", (_rule, key, dice) => {
    const blow = damageOf(packManeuver(key), null, fighter({ brute: 2 }));
    if (blow === null) throw new Error("no damage");
    expect([formatDamage(promote(blow.pool, 3)), blow.flat]).toEqual([dice, 2]);
  });
});
