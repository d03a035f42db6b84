import { describe, expect, it, test } from "vitest";
import { nextRolls, supply } from "../../../src/rules/exchange/resolve";
import { patchesOf } from "../../../src/rules/exchange/patches";
import type { ExchangeState } from "../../../src/rules/exchange/types";
import type { Fighter, Maneuver } from "../../../src/rules/fighter/types";
import { mayAnswer } from "../../../src/rules/maneuvers/answers";
import { damageOf } from "../../../src/rules/maneuvers/kind";
import { tickCost } from "../../../src/rules/maneuvers/ticks";
import { answerModifiers } from "../../../src/rules/modifiers/answer";
import type { Modifier } from "../../../src/rules/modifiers/types";
import { attackModifiers } from "../../../src/rules/modifiers/attack";
import { chart, faces, fighter, diceByKey, packManeuver, situation, step, stepKinds, thrown, weapon } from "../fixtures";
import { changes, engagement, fight, grips, shaped, ticks } from "./bouts";

const pack = packManeuver;
const knife = weapon({ id: "knife", name: "Knife", size: "S" });
const answerDice = (reaction: string, attack: string, arms = weapon(), defender = fighter()): Record<string, number> =>
  diceByKey(answerModifiers({ defender, attacker: fighter(), maneuver: pack(reaction), weapon: null, attack: { maneuver: pack(attack), weapon: attack.startsWith("unarmed") ? null : arms }, situation: situation() }));
const attackDice = (key: string, place = situation(), attacker = fighter(), target = fighter()): Record<string, number> =>
  diceByKey(attackModifiers({ attacker, target, maneuver: pack(key), weapon: null, situation: place }));
const pools = (state: ExchangeState, id: string): number => {
  const request = nextRolls(state).find((entry) => entry.id === id);
  if (request?.roll.kind !== "pool") throw new Error(`no roll ${id}`);
  return request.roll.pool.normal + request.roll.pool.wounded;
};

describe("R215", () => {
  test("a called kick: the kick with 3 dice less, 1 point and 1 TN more, 2 ticks longer", () => {
    const called = shaped("unarmed-called-shot", { mode: "vitals", base: pack("unarmed-kick") });
    expect(called).toMatchObject({ key: "unarmed-kick", roll: { modifier: -3 }, damage: { bonus: 1, tnBonus: 1 } });
    expect(tickCost(called, { weapon: null, handShield: null })).toBe(9);
    expect(damageOf(called, null, fighter())).toMatchObject({ pool: { tn: 6 }, flat: 1, stun: true });
  });

  test("a blade to the limb, on top of a hack", () => {
    const called = shaped("melee-called-shot", { mode: "limb", base: pack("melee-hack") });
    expect([called.roll?.modifier, called.damage?.bonus, tickCost(called, { weapon: weapon(), handShield: null })]).toEqual([-2, 1, 11]);
  });

  test("never alone, never with a backstab", () => {
    expect(() => shaped("melee-called-shot", { mode: "limb" })).toThrow("FATEWALKER.Error.NeedsBase");
    expect(() => shaped("melee-called-shot", { mode: "limb", base: pack("melee-backstab") })).toThrow("FATEWALKER.Error.DoesNotCombine");
  });
});

describe("R237", () => {
  const charge = pack("unarmed-charge");
  test("8 ticks and the run; +1 for every 2 run ticks, at most 4", () => {
    expect(tickCost(charge, { weapon: null, handShield: null, runTicks: 6 })).toBe(14);
    expect([0, 3, 6, 8, 20].map((runTicks) => damageOf(charge, null, fighter(), { runTicks })?.flat)).toEqual([0, 1, 3, 4, 4]);
    expect(attackDice("unarmed-charge", situation({ attacker: { movement: "run" } }))).toEqual({ maneuver: -1, "attacker-running": -1 });
  });

  test("evasions get +2", () => {
    expect(answerDice("evasion-dodge", "unarmed-charge")).toEqual({ maneuver: 3, "attack-maneuver": 2 });
    expect(answerDice("melee-step-inside", "unarmed-charge")).toEqual({ maneuver: -1 });
  });
});

describe("R238", () => {
  const charge = (hits: number, thrownFaces = faces(hits, 6)): ExchangeState => thrown(fight({ attack: pack("unarmed-charge"), cost: 8 }), { attack: faces(1, 5), "footing:0:attacker": thrownFaces });
  test("2 successes: 3 more ticks, on one's feet", () => {
    const state = charge(2);
    expect(step(state, "footing")).toEqual({ kind: "footing", successes: 2, stays: true, delay: 3, who: "attacker" });
    expect(ticks(state)).toEqual({ attacker: 11 });
    expect(changes(state, "attacker")).toEqual([]);
  });

  test("0 successes: prone, 5 more ticks; 6 successes: none", () => {
    expect(ticks(charge(0))).toEqual({ attacker: 13 });
    expect(changes(charge(0), "attacker")).toEqual([["prone", false, true]]);
    expect(ticks(charge(6))).toEqual({ attacker: 8 });
  });
});

describe("R239", () => {
  test("the target rolls with one die less for every new wound, and a fall hurts by the degree of failure", () => {
    const sharp = { ...pack("unarmed-charge"), damage: { source: "own" as const, pools: [{ count: 4, value: 1 }], tn: 5, bonus: 0, tnBonus: 0, stun: false, cancels: false } };
    const thin = fighter({ attributes: { resilience: 0 } });
    const begun = fight({ attack: sharp, defender: thin, cost: 8 });
    const rolls = { attack: faces(2, 5), "damage:0": faces(2, 4), "footing:0:attacker": faces(5, 6) };
    const waiting = supply(supply(begun, rolls), rolls);
    // 2x3 of 2x1/2x3 hurt: the first two dice are worth 1.
    expect(pools(waiting, "footing:0:target")).toBe(6 - 2);
    const state = thrown(begun, { ...rolls, "footing:0:target": [7, 8, 9, 9], "fallDamage:0:target": [1, 1, 9] });
    expect(step(state, "fall")).toEqual({ kind: "fall", points: 2, who: "target" });
    expect(ticks(state)).toEqual({ attacker: 8, defender: 5 });
    expect(changes(state, "defender")).toEqual([["system.wounds.normal.value", 0, 4], ["prone", false, true]]);
  });

  test("boxes of the Normal chart count however they are marked: those of stun, and strokes that a full chart turns into X", () => {
    const rolls = { attack: faces(2, 5), "damage:0": faces(4, 4), "footing:0:attacker": faces(5, 6) };
    const footing = (defender: Fighter): number => {
      const state = supply(supply(supply(fight({ attack: pack("unarmed-charge"), defender, cost: 8 }), rolls), rolls), { ...rolls, "consciousness:0": faces(2, 6) });
      return pools(state, "footing:0:target");
    };
    // 4 dice of 2x1/2x3 hurt for 8: Resilience takes 4 of them in Temporary, and 4 strokes cost a die each, beside the wound that they are.
    expect(footing(fighter())).toBe(6 - 4);
    // A chart of 24 that is full of strokes: 4 of them become X.
    expect(footing(fighter({ wounds: chart({ stun: 24 }), skills: { agility: 4 } }))).toBe(6 - 4);
  });

  test("who has paid for it charges without wounds, in the roll for its feet as well", () => {
    const painless: Modifier = { key: "power-painless", source: "power", label: "FATEWALKER.Power.Modifier", value: 0, enabled: true, optional: true, change: { kind: "ignoreWounds", keeps: 0 } };
    const hurt = fighter({ woundPenalty: 2, wounds: chart({ normal: 7 }) });
    const charging = (extra: readonly Modifier[]): unknown => {
      const state = fight({ attack: pack("unarmed-charge"), attacker: hurt, cost: 8 });
      const request = nextRolls(supply({ ...state, declaration: { ...state.declaration, modifiers: [...state.declaration.modifiers, ...extra] } }, { attack: faces(0, 5) })).find(({ id }) => id === "footing:0:attacker");
      return request?.roll.kind === "pool" ? [request.roll.pool.normal, request.roll.pool.wounded] : null;
    };
    expect([charging([]), charging([painless])]).toEqual([[4, 2], [6, 0]]);
  });
});

describe("R240", () => {
  test("8 ticks; net successes are the level, at most 3, and the range follows", () => {
    const state = (hits: number): ExchangeState => thrown(fight({ attack: pack("unarmed-grapple") }), { attack: faces(hits, 6) });
    expect(engagement(state(2))).toEqual({ range: 2, grapple: { dominant: "attacker", level: 2 }, ground: null, hold: null });
    expect(engagement(state(6))).toMatchObject({ range: 1, grapple: { level: 3 } });
    expect(changes(state(2), "defender")).toEqual([["grappled", false, true]]);
    expect(changes(state(2), "attacker")).toEqual([["grappling", false, true]]);
    expect(engagement(state(1))).toBeNull();
    expect(ticks(state(2))).toEqual({ attacker: 8 });
  });

  test("one hand free -3, none: refused", () => {
    expect(attackDice("unarmed-grapple", situation(), fighter({ weapons: [knife] }))).toEqual({ "one-hand-free": -3 });
    expect(() => fight({ attack: pack("unarmed-grapple"), attacker: fighter({ weapons: [weapon({ hand: "both" })] }) })).toThrow("FATEWALKER.Error.NeedsFreeHand");
  });

  test("it may answer an initiated Slip or Sweep, and nothing else", () => {
    expect(["unarmed-slip", "unarmed-sweep", "unarmed-strike"].map((attack) => mayAnswer(pack("unarmed-grapple"), { maneuver: pack(attack), weapon: null }))).toEqual([true, true, false]);
    const place = situation({ engagement: 2, positions: grips({ grapple: ["target", 2] }) });
    const state = thrown(fight({ attack: pack("unarmed-slip"), situation: place, reaction: pack("unarmed-grapple") }), { attack: faces(2, 6), "reaction:0": faces(3, 6) });
    expect(state.targets[0]?.outcome).toBe("evaded");
    expect(engagement(state)).toBeNull();
  });
});

describe("R241", () => {
  const held = situation({ engagement: 1, positions: grips({ grapple: ["target", 3] }) });
  test("net successes lower the level; 0 is free, at Short", () => {
    const slip = (hits: number): ExchangeState => thrown(fight({ attack: pack("unarmed-slip"), situation: held }), { attack: faces(hits, 6) });
    expect(engagement(slip(1))).toEqual({ range: 2, grapple: { dominant: "defender", level: 2 }, ground: null, hold: null });
    expect(engagement(slip(3))).toEqual({ range: 4, grapple: null, ground: null, hold: null });
    expect(engagement(slip(0))).toBeNull();
  });

  test("it answers grapple, takedown, hold and throw", () => {
    expect(["unarmed-grapple", "unarmed-takedown", "unarmed-hold", "unarmed-choke-hold", "unarmed-throw", "unarmed-strike"].map((attack) => mayAnswer(pack("unarmed-slip"), { maneuver: pack(attack), weapon: null }))).toEqual([true, true, true, true, true, false]);
  });

  test("a Slip against a Hold lowers hold and grapple by what it wins", () => {
    const place = situation({ engagement: 2, positions: grips({ grapple: ["attacker", 2], hold: ["attacker", 1] }) });
    const state = thrown(fight({ attack: pack("unarmed-hold"), situation: place, reaction: pack("unarmed-slip") }), { attack: faces(2, 5), "reaction:0": faces(3, 6) });
    // The dominant one's hold failed: every grip is lost.
    expect(engagement(state)).toEqual({ range: 4, grapple: null, ground: null, hold: null });
  });

  test("nobody to slip from: refused", () => {
    expect(() => fight({ attack: pack("unarmed-slip"), situation: situation({ positions: grips({}) }) })).toThrow("FATEWALKER.Error.NeedsGrapple");
    expect(() => fight({ attack: pack("unarmed-slip"), situation: situation({ positions: grips({ grapple: ["attacker", 1] }) }) })).toThrow("FATEWALKER.Error.NotHeld");
  });
});

describe("R242", () => {
  const threw = (hits: number, rolls = {}): ExchangeState => thrown(fight({ attack: pack("unarmed-charge"), reaction: pack("unarmed-defensive-throw"), cost: 8 }), { attack: faces(0, 5), "reaction:0": faces(hits, 4), "footing:0:attacker": faces(5, 6), ...rolls });
  test("4 net: 2 m, 2x1 @5, prone", () => {
    const state = threw(4, { "counterDamage:0": faces(2, 2) });
    expect(step(state, "counter")).toMatchObject({ successes: 4, net: 4, hits: true });
    expect(step(state, "moved")).toEqual({ kind: "moved", who: "attacker", metres: 2 });
    expect(changes(state, "attacker")).toEqual([["system.wounds.temporary.value", 0, 2], ["prone", false, true]]);
  });

  test("2 net: 1 m and nothing else", () => {
    const state = threw(2);
    expect(step(state, "moved").metres).toBe(1);
    expect(changes(state, "attacker")).toEqual([]);
  });

  test("-2 against bare hands, -3 against arms; charges and leaps alone", () => {
    expect(answerDice("unarmed-defensive-throw", "unarmed-charge")).toEqual({ "against-unarmed": -2 });
    expect(answerDice("unarmed-defensive-throw", "melee-charge")).toEqual({ "against-weapon": -3 });
    expect(["unarmed-leap-kick", "unarmed-kick"].map((attack) => mayAnswer(pack("unarmed-defensive-throw"), { maneuver: pack(attack), weapon: null }))).toEqual([true, false]);
  });
});

describe("R244", () => {
  test("kicks and knees, neither leaping nor spinning ones", () => {
    expect(["unarmed-kick", "unarmed-martial-kick", "unarmed-knee-strike", "unarmed-trip-kick", "unarmed-leap-kick", "unarmed-spinning-kick", "unarmed-strike"]
      .map((attack) => mayAnswer(pack("unarmed-leg-check"), { maneuver: pack(attack), weapon: null }))).toEqual([true, true, true, true, false, false, false]);
  });
});

describe("R245", () => {
  const below = situation({ engagement: 2, positions: grips({ ground: ["target", 1] }) });
  test("Focus(Unarmed): net successes raise the ground value, and past 3 both stand", () => {
    const sweep = (hits: number): ExchangeState => thrown(fight({ attack: pack("unarmed-sweep"), situation: below }), { attack: faces(hits, 3) });
    expect(engagement(sweep(1))).toEqual({ range: 3, grapple: null, ground: { dominant: "defender", level: 0 }, hold: null });
    expect(engagement(sweep(2))).toEqual({ range: 4, grapple: null, ground: null, hold: null });
  });

  test("only from below", () => {
    expect(() => fight({ attack: pack("unarmed-sweep"), situation: situation({ positions: grips({ ground: ["attacker", 1] }) }) })).toThrow("FATEWALKER.Error.OnlyFromBottom");
  });
});

describe("R246", () => {
  const takedown = (hits: number, rolls = {}): ExchangeState => thrown(fight({ attack: pack("unarmed-takedown") }), { attack: faces(hits, 6), ...rolls });
  test("4 net: 4x1 @5 and level 1", () => {
    const state = takedown(4, { "damage:0": faces(4, 4) });
    expect(engagement(state)).toEqual({ range: 2, grapple: null, ground: { dominant: "attacker", level: 1 }, hold: null });
    expect(step(state, "damage").points).toEqual({ ordinary: 4, penetrating: 0 });
    expect(changes(state, "defender")).toEqual([["system.wounds.temporary.value", 0, 4], ["prone", false, true], ["grappled", false, true]]);
    expect(changes(state, "attacker")).toEqual([["prone", false, true], ["grappling", false, true]]);
  });

  test("2 net are not enough: nothing happens", () => {
    const state = takedown(2);
    expect(state.targets[0]?.outcome).toBe("missed");
    expect([engagement(state), changes(state, "defender")]).toEqual([null, []]);
  });

  test("a grapple helps by its level", () => {
    expect(attackDice("unarmed-takedown", situation({ positions: grips({ grapple: ["attacker", 2] }) }))).toEqual({ position: 2 });
    expect(attackDice("unarmed-takedown", situation({ positions: grips({ grapple: ["target", 2] }) }))).toEqual({});
  });
});

describe("R247", () => {
  test("4 net: 2 m, 4x1 @5, prone; defenses +2", () => {
    const state = thrown(fight({ attack: pack("unarmed-throw") }), { attack: faces(4, 6), "damage:0": faces(3, 4) });
    expect(step(state, "moved")).toEqual({ kind: "moved", who: "target", metres: 2 });
    expect(changes(state, "defender")).toEqual([["system.wounds.temporary.value", 0, 3], ["prone", false, true]]);
    expect(ticks(state)).toEqual({ attacker: 11 });
    expect(answerDice("unarmed-sprawl", "unarmed-throw")).toEqual({ maneuver: 2, "attack-maneuver": 2 });
  });

  test("2 net: 1 m, on one's feet", () => {
    const state = thrown(fight({ attack: pack("unarmed-throw") }), { attack: faces(2, 6), "damage:0": faces(0, 2) });
    expect([step(state, "moved").metres, changes(state, "defender")]).toEqual([1, []]);
  });
});

describe("R248", () => {
  test("a tripped one falls by the degree of failure, with (degree)x1 @5 of its own", () => {
    const state = thrown(fight({ attack: pack("unarmed-trip-kick") }), { attack: faces(2, 6), "damage:0": faces(0, 5), "footing:0:target": [6, 7, 8, 9, 9, 9], "fallDamage:0:target": faces(2, 2) });
    expect(stepKinds(state)).toEqual(["attack", "promote", "damage", "footing", "status", "wounds", "fall"]);
    expect(changes(state, "defender")).toEqual([["system.wounds.temporary.value", 0, 2], ["prone", false, true]]);
  });

  test("Normal damage taken, which is stun, makes it harder to stay up", () => {
    const rolls = { attack: faces(2, 6), "damage:0": faces(3, 5) };
    // 3 dice of 2x1/3x3: 1 + 1 + 3 points, of which Resilience takes 4.
    expect(pools(supply(supply(fight({ attack: pack("unarmed-trip-kick") }), rolls), rolls), "footing:0:target")).toBe(6 - 1);
  });

  test("1 success stays up", () => {
    const state = thrown(fight({ attack: pack("unarmed-trip-kick") }), { attack: faces(2, 6), "damage:0": faces(0, 5), "footing:0:target": faces(1, 6) });
    expect(changes(state, "defender")).toEqual([]);
  });
});

describe("R249", () => {
  const caught = (attack: number, reaction: readonly number[], rolls = {}): ExchangeState => thrown(fight({ attack: pack("unarmed-kick"), reaction: pack("unarmed-catch-strike") }), { attack: faces(attack, 6), "reaction:0": reaction, ...rolls });
  test("3 net: a grapple of level 2", () => {
    const state = caught(2, faces(5, 6));
    expect(engagement(state)).toEqual({ range: 2, grapple: { dominant: "defender", level: 2 }, ground: null, hold: null });
    expect(state.targets[0]?.outcome).toBe("evaded");
  });

  test("1 net: the blow is stopped and nobody is caught", () => {
    const state = caught(2, faces(3, 6));
    expect([state.targets[0]?.outcome, engagement(state)]).toEqual(["evaded", null]);
  });

  test("0 successes: the full blow and the degree of failure on top", () => {
    const state = caught(2, [9, 9, 9, 9, 9, 8], { "damage:0": faces(1, 5) });
    expect(step(state, "damage")).toMatchObject({ flat: 2 });
  });

  test("a punch is harder to catch", () => {
    expect(answerDice("unarmed-catch-strike", "unarmed-strike")).toEqual({ "against-strike": -2 });
    expect(answerDice("unarmed-catch-strike", "unarmed-kick")).toEqual({});
    expect(mayAnswer(pack("unarmed-catch-strike"), { maneuver: pack("melee-attack"), weapon: weapon() })).toBe(false);
  });
});

describe("R250", () => {
  const place = situation({ engagement: 2, positions: grips({ grapple: ["attacker", 2] }) });
  test("half the Deflection, 3 net: value 2", () => {
    const armored = fighter({ protection: { absorb: 0, deflection: { physical: 5, ballistic: 0, energy: 0 } } });
    const state = thrown(fight({ attack: pack("unarmed-hold"), situation: place, defender: armored }), { attack: faces(3, 4), "damage:0": faces(1, 3) });
    expect(step(state, "deflect").by).toBe(2);
    expect(engagement(state)).toMatchObject({ range: 2, grapple: { level: 2 }, hold: { dominant: "attacker", level: 2 } });
    expect(changes(state, "defender")).toEqual([["system.wounds.temporary.value", 0, 1], ["grappled", false, true], ["held", false, true]]);
  });

  test("the next hold +2; everything of the held -3, but for slipping", () => {
    const held = situation({ engagement: 2, positions: grips({ grapple: ["attacker", 2], hold: ["attacker", 2] }) });
    expect(attackDice("unarmed-hold", held)).toEqual({ position: 2 });
    const turned = situation({ engagement: 2, positions: grips({ grapple: ["target", 2], hold: ["target", 2] }) });
    expect(attackDice("unarmed-elbow-strike", turned)).toEqual({ maneuver: -2, held: -3 });
    expect(attackDice("unarmed-slip", turned)).toEqual({});
    // A slip of a group's own making loosens a hold as well.
    const wriggle: Maneuver = { ...pack("unarmed-slip"), key: "" };
    expect(diceByKey(attackModifiers({ attacker: fighter(), target: fighter(), maneuver: wriggle, weapon: null, situation: turned }))).toEqual({});
    expect(diceByKey(attackModifiers({ attacker: fighter(), target: fighter(), maneuver: { ...pack("unarmed-sweep"), key: "" }, weapon: null, situation: turned }))).toEqual({ held: -3 });
  });

  test("a hold against an initiated Slip strikes and tightens", () => {
    const turned = situation({ engagement: 2, positions: grips({ grapple: ["target", 2], hold: ["target", 1] }) });
    const state = thrown(fight({ attack: pack("unarmed-slip"), situation: turned, reaction: pack("unarmed-hold") }), { attack: faces(1, 6), "reaction:0": faces(3, 5), "counterDamage:0": faces(3, 3) });
    expect(step(state, "counter")).toMatchObject({ net: 2, hits: true });
    expect(engagement(state)).toMatchObject({ grapple: { dominant: "defender", level: 2 }, hold: { dominant: "defender", level: 2 } });
    expect(changes(state, "attacker")[0]).toEqual(["system.wounds.temporary.value", 0, 4]);
  });

  test("a failed hold from below tightens the other's grip", () => {
    const turned = situation({ engagement: 3, positions: grips({ grapple: ["target", 1] }) });
    const state = thrown(fight({ attack: pack("unarmed-hold"), situation: turned, reaction: pack("unarmed-slip") }), { attack: faces(0, 4), "reaction:0": faces(2, 6) });
    expect(engagement(state)).toMatchObject({ grapple: { dominant: "defender", level: 3 }, range: 1 });
  });

  test("without a grip: refused", () => {
    expect(() => fight({ attack: pack("unarmed-hold"), situation: situation({ positions: grips({}) }) })).toThrow("FATEWALKER.Error.NeedsGrapple");
  });
});

describe("R251", () => {
  const choke = (will: number): ExchangeState => thrown(fight({ attack: { ...pack("unarmed-choke-hold"), damage: { source: "own", pools: [{ count: 5, value: 1 }], tn: 5, bonus: 0, tnBonus: 0, stun: true, cancels: false } }, defender: fighter({ attributes: { resilience: 6 }, will: { rating: 8, value: will } }), situation: situation({ positions: grips({ grapple: ["attacker", 1] }), engagement: 3 }) }), { attack: faces(2, 4), "damage:0": [1, 1, 9, 9, 1] });
  test("5 points through armor: 2 Will", () => {
    const state = choke(8);
    expect(step(state, "damage").points.ordinary).toBe(5);
    expect(patchesOf(state).drains).toEqual([{ participant: state.targets[0]?.side.participant, will: 2 }]);
    expect(tickCost(pack("unarmed-choke-hold"), { weapon: null, handShield: null })).toBe(10);
  });

  test("without Will left: out", () => {
    expect(changes(choke(2), "defender")).toContainEqual(["unconscious", false, true]);
    expect(changes(choke(3), "defender")).not.toContainEqual(["unconscious", false, true]);
  });
});

describe("R252", () => {
  test("Sprawl stops takedowns and throws; one hand -3", () => {
    expect(["unarmed-takedown", "unarmed-throw", "unarmed-grapple"].map((attack) => mayAnswer(pack("unarmed-sprawl"), { maneuver: pack(attack), weapon: null }))).toEqual([true, true, false]);
    expect(answerDice("unarmed-sprawl", "unarmed-takedown", weapon(), fighter({ weapons: [knife] }))).toEqual({ maneuver: 2, "one-hand-free": -3 });
    const state = thrown(fight({ attack: pack("unarmed-takedown"), reaction: pack("unarmed-sprawl") }), { attack: faces(4, 6), "reaction:0": faces(2, 8) });
    expect([state.targets[0]?.outcome, engagement(state)]).toEqual(["evaded", null]);
  });
});

describe("R253", () => {
  const minusTwo = (key: string) => ({ ...pack(key), roll: { ...(pack(key).roll ?? { attribute: "prowess" as const, skill: "unarmed", cases: [], base: null }), modifier: -2 } });
  const both = (rolls: Record<string, readonly number[]>, attack = pack("unarmed-kick"), arms: ReturnType<typeof weapon> | null = null): ExchangeState =>
    thrown(fight({ attack, weapon: arms, reaction: pack("unarmed-block-strike"), reactionParts: [[minusTwo("unarmed-block"), null], [minusTwo("unarmed-strike"), null]] }), rolls);
  test("5 + 6 - 3 = 8 ticks", () => {
    expect(tickCost(pack("unarmed-block-strike"), { weapon: null, handShield: null })).toBe(8);
    expect(tickCost(pack("unarmed-block-strike"), { weapon: null, handShield: null, components: [pack("unarmed-quick-block"), pack("unarmed-strike")] })).toBe(6);
  });

  test("both come off: the block cancels damage, the strike hits", () => {
    const state = both({ attack: faces(2, 6), "reaction:0": faces(2, 4), "riposte:0": faces(2, 4), "damage:0": faces(3, 5), "reactionDamage:0": faces(5, 5), "counterDamage:0": faces(5, 5) });
    expect(step(state, "answer")).toMatchObject({ cancels: true });
    expect(state.targets[0]?.outcome).toBe("noDamage");
    expect(changes(state, "attacker")).toEqual([["system.wounds.temporary.value", 0, 4], ["system.wounds.normal.stun", 0, 5]]);
  });

  test("the block fails: the strike loses the attacker's net successes", () => {
    const begun = fight({ attack: pack("unarmed-kick"), reaction: pack("unarmed-block-strike"), reactionParts: [[minusTwo("unarmed-block"), null], [minusTwo("unarmed-strike"), null]] });
    const rolls = { attack: faces(3, 6), "reaction:0": faces(1, 4), "damage:0": faces(0, 5) };
    const waiting = supply(supply(begun, rolls), rolls);
    expect(pools(waiting, "riposte:0")).toBe(4 - 3);
  });

  test("against arms the penalty falls on the block alone", () => {
    const begun = fight({ attack: pack("melee-attack"), weapon: weapon(), reaction: pack("unarmed-block-strike"), reactionParts: [[minusTwo("unarmed-block"), null], [minusTwo("unarmed-strike"), null]] });
    expect(pools(begun, "reaction:0")).toBe(6 - 2 - 2);
    const rolls = { attack: faces(2, 6), "reaction:0": faces(2, 2), "damage:0": faces(0, 6), "reactionDamage:0": faces(0, 5) };
    expect(pools(supply(supply(begun, rolls), rolls), "riposte:0")).toBe(4);
  });

  test("without its two halves: refused", () => {
    expect(() => fight({ attack: pack("unarmed-kick"), reaction: pack("unarmed-block-strike") })).toThrow("FATEWALKER.Error.NeedsParts");
  });
});

describe("R254", () => {
  it.each([["XS", -3], ["S", -1], ["M", 0], ["L", 1], ["XL", 3]] as const)("a weapon of size %s: %i", (size, dice) => {
    const armed = fighter({ weapons: [weapon({ size, hand: "both" })] });
    expect(attackDice("unarmed-disarm", situation(), fighter(), armed)["against-size"] ?? 0).toBe(dice);
  });

  test("1 net success drops it; a grip is needed, and a weapon", () => {
    const armed = fighter({ weapons: [knife] });
    const place = situation({ engagement: 3, positions: grips({ grapple: ["attacker", 1] }) });
    const state = thrown(fight({ attack: pack("unarmed-disarm"), situation: place, defender: armed }), { attack: faces(2, 4) });
    expect(changes(state, "defender")).toEqual([["system.carried", "hand", "sheathed"], ["system.hand", "main", null]]);
    expect(() => fight({ attack: pack("unarmed-disarm"), situation: situation({ positions: grips({}) }), defender: armed })).toThrow("FATEWALKER.Error.NeedsGrapple");
    expect(() => fight({ attack: pack("unarmed-disarm"), situation: place })).toThrow("FATEWALKER.Error.NothingToDisarm");
  });
});

describe("R255", () => {
  const leap = (mode: string) => shaped("unarmed-leap-kick", { mode });
  test("-2, 11 ticks, 2x1/4x3 @6; running -3 in all and +1 for every 2 run ticks", () => {
    expect([leap("standing").roll?.modifier, leap("runningLeap").roll?.modifier, tickCost(leap("standing"), { weapon: null, handShield: null })]).toEqual([-2, -3, 11]);
    expect(damageOf(leap("runningLeap"), null, fighter(), { runTicks: 6 })).toMatchObject({ flat: 3, pool: { tn: 6 } });
    expect(damageOf(leap("standing"), null, fighter(), { runTicks: 6 })?.flat).toBe(0);
    expect(diceByKey(attackModifiers({ attacker: fighter(), target: null, maneuver: leap("runningLeap"), weapon: null, situation: situation({ attacker: { movement: "run" } }) }))).toEqual({ maneuver: -3 });
  });

  test("Speed / 3 metres, Speed / 2 on the run, and the free metre", () => {
    expect(() => fight({ attack: leap("standing"), situation: situation({ distance: 3 }) })).toThrow("FATEWALKER.Error.OutOfReach");
    expect(fight({ attack: leap("runningLeap"), situation: situation({ distance: 3 }) }).phase).toBe("answering");
  });
});

describe("R258", () => {
  test("net 3: the attack costs 3 more ticks, and is stopped", () => {
    const state = thrown(fight({ attack: pack("unarmed-strike"), reaction: pack("unarmed-unbalance") }), { attack: faces(2, 6), "reaction:0": faces(5, 5) });
    expect(state.targets[0]?.outcome).toBe("evaded");
    expect(ticks(state)).toEqual({ attacker: 9, defender: 5 });
  });
});

describe("R259", () => {
  test("-2 and another -2 against arrows, thrown weapons without more; no bullets", () => {
    const bow = weapon({ group: "bow", projectile: "arrow", range: { short: 10, medium: 20, long: 30 } });
    expect(answerDice("unarmed-block-projectile", "ranged-shoot", bow)).toEqual({ maneuver: -2, "against-arrow": -2 });
    expect(answerDice("unarmed-block-projectile", "melee-throw", weapon({ group: "thrown", projectile: "thrown" }))).toEqual({ maneuver: -2 });
    expect(mayAnswer(pack("unarmed-block-projectile"), { maneuver: pack("ranged-shoot"), weapon: { ...bow, projectile: "bullet" } })).toBe(false);
  });
});

describe("R260", () => {
  const strong = fighter({ attributes: { focus: 7 }, skills: { medical: 3 } });
  /** 7 - 3 dice; every net success beyond Deflection 2 promotes, Absorb takes 1. */
  const struck = (successes: number, damage: number, will = 8) => thrown(
    fight({ attack: pack("unarmed-nerve-strike"), attacker: strong, defender: fighter({ will: { rating: 8, value: will }, protection: { absorb: 1, deflection: { physical: 2, ballistic: 0, energy: 0 } } }) }),
    { attack: faces(successes, 4), "damage:0": faces(damage, 5) },
  );
  const drained = (state: ReturnType<typeof struck>) => state.targets[0]?.steps.filter(({ kind }) => kind === "drained");

  test("4 points through armor: 2 Will", () => {
    expect(drained(struck(2, 5))).toEqual([{ kind: "drained", will: 2, who: "target" }]);
  });

  test("every 2 full points take one: 1 takes none, 3 take 1, 8 take 4", () => {
    expect(drained(struck(2, 2))).toEqual([]);
    expect(step(struck(2, 4), "absorb").left).toBe(3);
    expect(drained(struck(2, 4))).toEqual([{ kind: "drained", will: 1, who: "target" }]);
    expect(step(struck(4, 5), "absorb").left).toBe(8);
    expect(drained(struck(4, 5))).toEqual([{ kind: "drained", will: 4, who: "target" }]);
  });

  test("without any Will left one goes down unconscious; with 1 left one stands", () => {
    const downed = (will: number): unknown[] => changes(struck(2, 5, will), "defender").filter((change) => Array.isArray(change) && ["unconscious", "prone"].includes(String(change[0])));
    expect([downed(3), downed(2)]).toEqual([[], [["unconscious", false, true], ["prone", false, true]]]);
  });

  test("Focus(Unarmed) -3, 8 ticks, 5x1 @5; a single success misses", () => {
    const { roll, ticks, damage } = pack("unarmed-nerve-strike");
    expect([roll?.attribute, roll?.skill, roll?.modifier, ticks, damage?.pools, damage?.tn]).toEqual(["focus", "unarmed", -3, { kind: "fixed", value: 8 }, [{ count: 5, value: 1 }], 5]);
    expect(struck(1, 0).targets[0]?.outcome).toBe("missed");
  });
});
