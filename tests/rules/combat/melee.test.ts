import { describe, expect, it, test } from "vitest";
import { shieldBarrier } from "../../../src/rules/exchange/defence";
import { nextRolls, supply } from "../../../src/rules/exchange/resolve";
import { attackPool } from "../../../src/rules/exchange/pools";
import { reachOf } from "../../../src/rules/exchange/refusals";
import { skillRolls } from "../../../src/rules/exchange/skill-rolls";
import { poolSize } from "../../../src/rules/dice/pool";
import type { ExchangeState } from "../../../src/rules/exchange/types";
import type { Maneuver, Weapon } from "../../../src/rules/fighter/types";
import { mayAnswer } from "../../../src/rules/maneuvers/answers";
import { damageOf } from "../../../src/rules/maneuvers/kind";
import { tickCost } from "../../../src/rules/maneuvers/ticks";
import { answerModifiers } from "../../../src/rules/modifiers/answer";
import { attackModifiers } from "../../../src/rules/modifiers/attack";
import { runningUp } from "../../../src/rules/modifiers/movement";
import { exchangeBetween } from "../../../src/rules/odds/between";
import type { Size } from "../../../src/rules/keys";
import type { EngagementRange, Modifier } from "../../../src/rules/modifiers/types";
import { diceByKey, faces, fighter, gun, handShield, packManeuver, situation, step, thrown, throwingAxe, weapon } from "../fixtures";
import { changes, engagement, fight, grips, shaped, ticks } from "./bouts";

const pack = packManeuver;
const sword = weapon();
const knife = weapon({ id: "knife", name: "Knife", size: "S", length: 0.3, speed: { base: 4, recoil: 1 } });
const cost = (maneuver: Maneuver, arms: Weapon | null = sword, others = {}): number => tickCost(maneuver, { weapon: arms, handShield: null, ...others });
const attackDice = (maneuver: Maneuver, arms: Weapon | null = sword, place = situation(), others = {}): Record<string, number> =>
  diceByKey(attackModifiers({ attacker: fighter(), target: fighter(), maneuver, weapon: arms, situation: place, ...others }));
const answerDice = (reaction: Maneuver, attack: Maneuver, arms = sword, place = situation()): Record<string, number> =>
  diceByKey(answerModifiers({ defender: fighter(), attacker: fighter(), maneuver: reaction, weapon: sword, attack: { maneuver: attack, weapon: arms }, situation: place }));
const withModifier = (key: string, modifier: number): Maneuver => {
  const maneuver = pack(key);
  return { ...maneuver, roll: maneuver.roll === null ? null : { ...maneuver.roll, modifier } };
};

describe("R216", () => {
  const charge = pack("melee-charge");
  test("-1 and the running penalty -1; weapon and run ticks", () => {
    expect(attackDice(charge, sword, situation({ attacker: { movement: "run" } }))).toEqual({ maneuver: -1, "attacker-running": -1 });
    expect(cost(charge, sword, { runTicks: 6 })).toBe(14);
  });

  test("from standing or walking it runs up and pays -1 and -1; without a run -1 alone; a leaping kick pays its own die for the run", () => {
    expect(attackDice(charge, sword, runningUp(situation(), 7))).toEqual({ maneuver: -1, "attacker-running": -1 });
    expect(attackDice(charge, sword, runningUp(situation({ attacker: { movement: "walk" } }), 7))).toEqual({ maneuver: -1, "attacker-running": -1 });
    expect(attackDice(charge, sword, runningUp(situation(), 0))).toEqual({ maneuver: -1 });
    expect(attackDice(shaped("unarmed-leap-kick", { mode: "runningLeap" }), null, runningUp(situation(), 7))).toEqual({ maneuver: -3 });
    // The odds of a charge over 10 m: 5 dice, -1 and -1, are those of 3 dice.
    const able = fighter({ attributes: { prowess: 5 }, weapons: [sword] });
    const dice = (runTicks: number): number => poolSize(attackPool(exchangeBetween({ attacker: able, target: fighter(), attack: { maneuver: charge, weapon: sword }, runTicks })));
    expect([dice(0), dice(7)]).toEqual([4, 3]);
  });

  test("+1 damage for every 2 run ticks, at most 3; evasions +2", () => {
    expect([1, 2, 5, 8, 20].map((runTicks) => damageOf(charge, sword, fighter(), { runTicks })?.flat)).toEqual([0, 1, 2, 3, 3]);
    expect(answerDice(pack("evasion-dodge"), charge)["attack-maneuver"]).toBe(2);
    expect(answerDice(pack("melee-parry"), charge)["attack-maneuver"]).toBeUndefined();
  });
});

describe("R217", () => {
  const cover = (variant: string): Maneuver => shaped("melee-shield-cover", { variant });
  test("2 and 3 ticks, and the cover that goes with them", () => {
    expect([cost(cover("cover50")), cost(cover("cover90"))]).toEqual([2, 3]);
    const open = fight({ attack: cover("cover90"), attacker: fighter({ handShield: handShield(), statuses: ["cover50"] }), aware: false });
    expect(changes(thrown({ ...open, targets: [] }, { attack: [] }), "attacker")).toEqual([["cover50", true, false], ["cover90", false, true]]);
  });

  test("barrier = Deflection + Absorb; everything else -2; the shield does nothing else", () => {
    expect(shieldBarrier(handShield())).toBe(4);
    const carried = { aim: null, footwork: null, shieldCover: true };
    expect(attackDice(pack("melee-attack"), sword, situation(), { carried })).toEqual({ "shield-cover": -2 });
    expect(() => fight({ attack: pack("melee-shield-bash"), attacker: fighter({ handShield: handShield() }), carried })).toThrow("FATEWALKER.Error.ShieldInCover");
    expect(() => fight({ attack: pack("unarmed-strike"), defender: fighter({ handShield: handShield() }), defenderCarried: carried, reaction: pack("melee-shield-block") })).toThrow("FATEWALKER.Error.ShieldInCover");
    expect(() => fight({ attack: cover("cover50") })).toThrow("FATEWALKER.Error.NeedsShield");
  });
});

describe("R218", () => {
  const stop = (attack: number, reaction: number, rolls = {}): ExchangeState => thrown(fight({ attack: pack("melee-charge"), weapon: sword, runTicks: 4, reaction: pack("melee-stop-charge"), reactionWeapon: sword }), { attack: faces(attack, 5), "reaction:0": faces(reaction, 4), ...rolls });
  test("a tie: both take damage, the stopper with the charge's own bonus", () => {
    const state = stop(2, 2, { "damage:0": faces(1, 6), "counterDamage:0": faces(1, 6) });
    expect([step(state, "damage").flat, step(state, "counter").steps.find(({ kind }) => kind === "damage")]).toMatchObject([2, { flat: 2, points: { ordinary: 3 } }]);
    expect([changes(state, "defender"), changes(state, "attacker")]).toEqual([[["system.wounds.temporary.value", 0, 3]], [["system.wounds.temporary.value", 0, 3]]]);
  });

  test("who wins hits alone", () => {
    expect(changes(stop(2, 3, { "counterDamage:0": faces(6, 6) }), "defender")).toEqual([]);
    expect(changes(stop(3, 2, { "damage:0": faces(6, 6) }), "attacker")).toEqual([]);
    expect(stop(0, 1).targets[0]?.outcome).toBe("missed");
  });

  test("charges alone; -2; spears are made for it; size counts", () => {
    expect(["melee-charge", "unarmed-charge", "melee-attack"].map((attack) => mayAnswer(pack("melee-stop-charge"), { maneuver: pack(attack), weapon: sword }))).toEqual([true, true, false]);
    const spear = weapon({ stopChargeBonus: 2 });
    expect(diceByKey(answerModifiers({ defender: fighter(), attacker: fighter(), maneuver: pack("melee-stop-charge"), weapon: spear, attack: { maneuver: pack("melee-charge"), weapon: sword }, situation: situation({ engagement: 4 }) }))).toEqual({ maneuver: -2, "stop-charge-weapon": 2, engagement: -1 });
  });
});

describe("R220", () => {
  const backstab = pack("melee-backstab");
  test("Focus(Weaponry) -1, weapon + 2; damage and TN +1", () => {
    expect([backstab.roll, cost(backstab)]).toMatchObject([{ attribute: "focus", skill: "melee", modifier: -1 }, 10]);
    expect(damageOf(backstab, sword, fighter())).toMatchObject({ flat: 1, pool: { tn: 6 } });
  });

  test("unaware targets only, and nothing answers it", () => {
    expect(() => fight({ attack: backstab, weapon: sword })).toThrow("FATEWALKER.Error.TargetAware");
    expect(fight({ attack: backstab, weapon: sword, aware: false }).targets[0]?.answer).toEqual({ kind: "none" });
    expect(mayAnswer(pack("evasion-dodge"), { maneuver: backstab, weapon: sword })).toBe(false);
  });
});

describe("R222", () => {
  const move = (variant: string, hits: number, from: EngagementRange | null = null, rolls = {}, reaction: Maneuver | null = null): unknown => engagement(thrown(fight({ attack: shaped("melee-engage-disengage", { variant }), situation: situation({ engagement: from }), reaction }), { attack: faces(hits, 5), ...rolls }));
  test("2 successes 1 step, 3 one, 4 two; from Long where nobody has closed in", () => {
    expect([2, 3, 4].map((hits) => (move("engage", hits) as { range: number }).range)).toEqual([5, 5, 4]);
    expect(move("engage", 1)).toBeNull();
  });

  test("Disengage opens, 6 at most; the two answer each other", () => {
    expect([move("disengage", 4, 3), move("disengage", 4, 6)]).toMatchObject([{ range: 5 }, null]);
    const opposed = shaped("melee-engage-disengage", { variant: "disengage" });
    expect(move("engage", 4, 6, { "reaction:0": faces(2, 5) }, opposed)).toMatchObject({ range: 5 });
    expect(move("engage", 2, 5, { "reaction:0": faces(4, 5) }, opposed)).toMatchObject({ range: 6 });
  });

  test("5 ticks; who is grappled slips first", () => {
    expect(cost(pack("melee-engage-disengage"))).toBe(5);
    expect(() => fight({ attack: shaped("melee-engage-disengage", { variant: "disengage" }), situation: situation({ positions: grips({ grapple: ["target", 1] }) }) })).toThrow("FATEWALKER.Error.SlipFirst");
  });
});

describe("R223", () => {
  const bash = pack("melee-shield-bash");
  test("off-hand penalty, no parry, shield blocks do; it stuns", () => {
    expect(attackDice(bash, null)["off-hand"]).toBe(-2);
    expect(["melee-parry", "melee-power-parry", "melee-shield-block", "evasion-dodge"].map((reaction) => mayAnswer(pack(reaction), { maneuver: bash, weapon: null }))).toEqual([false, false, true, true]);
    expect(damageOf(bash, null, fighter({ handShield: handShield() }))).toMatchObject({ stun: true, type: "physical" });
  });

  test("its size is the shield's at every melee range; one that is too big is of no use there", () => {
    const bashing = (size: Size, engagement: EngagementRange): Record<string, number> => diceByKey(attackModifiers({ attacker: fighter({ handShield: handShield({ size }) }), target: fighter(), maneuver: bash, weapon: null, situation: situation({ engagement }) }));
    expect(bashing("L", 3)).toEqual({ "off-hand": -2, engagement: -2 });
    expect(bashing("M", 6)).toEqual({ "off-hand": -2 });
    expect(bashing("S", 6)).toEqual({ "off-hand": -2, engagement: -1 });
    expect(() => fight({ attack: bash, attacker: fighter({ handShield: handShield({ size: "XL" }) }), situation: situation({ engagement: 2 }) })).toThrow("FATEWALKER.Error.WeaponUnusable");
  });

  test("the shield's ticks and 2; no shield: refused", () => {
    expect(tickCost(bash, { weapon: null, handShield: handShield() })).toBe(8);
    expect(() => fight({ attack: bash })).toThrow("FATEWALKER.Error.NeedsShield");
  });
});

describe("R224", () => {
  const axe = (size: Weapon["size"], carried: Weapon["carried"]): Weapon => throwingAxe({ size, carried, speed: { base: 4, recoil: 1 } });
  test("ready 3 + 5 - 2 = 6; ready 1 + 5 - 2 is raised to 5", () => {
    expect(cost(pack("melee-cobra-strike"), axe("S", "sheathed"))).toBe(6);
    expect(cost(pack("melee-cobra-strike"), axe("XS", "ready"))).toBe(5);
    expect(cost(pack("melee-cobra-strike"), axe("XS", "sheathed"))).toBe(5);
  });
});

describe("R225", () => {
  it.each([[6, 0], [5, 0], [4, 1], [3, 2], [2, 3], [1, 3]] as const)("range %i: +%i", (range, dice) => {
    expect(attackDice(pack("melee-gut"), knife, situation({ engagement: range }))["close-quarters"] ?? 0).toBe(dice);
  });

  test("S and XS only", () => {
    expect(() => fight({ attack: pack("melee-gut"), weapon: sword })).toThrow("FATEWALKER.Error.WrongWeaponSize");
    expect(fight({ attack: pack("melee-gut"), weapon: knife }).phase).toBe("answering");
  });
});

describe("R226", () => {
  const lunge = pack("melee-lunge");
  test("Speed 5 and 1 m of blade: 3.5 m; -2, weapon + 1", () => {
    expect([reachOf(fighter(), lunge, sword), lunge.roll?.modifier, cost(lunge)]).toEqual([3.5, -2, 9]);
  });

  test("further away: refused", () => {
    expect(fight({ attack: lunge, weapon: sword, situation: situation({ distance: 4.5 }) }).phase).toBe("answering");
    expect(() => fight({ attack: lunge, weapon: sword, situation: situation({ distance: 4.6 }) })).toThrow("FATEWALKER.Error.OutOfReach");
  });
});

describe("R227", () => {
  const step4 = (attack: number, reaction: number, rolls = {}): ExchangeState => thrown(fight({ attack: pack("melee-attack"), weapon: sword, situation: situation({ engagement: 6 }), reaction: pack("melee-step-inside") }), { attack: faces(attack, 6), "reaction:0": faces(reaction, 4), ...rolls });
  test("4 net: 2 steps closer, no damage", () => {
    expect(engagement(step4(0, 4))).toMatchObject({ range: 4 });
    const avoided = step4(2, 4);
    expect([avoided.targets[0]?.outcome, engagement(avoided)]).toMatchObject(["evaded", { range: 5 }]);
  });

  test("at 0 net the damage is avoided and no step is gained", () => {
    const tie = step4(3, 3);
    expect([tie.targets[0]?.outcome, engagement(tie)]).toEqual(["evaded", null]);
  });

  test("penalties on dodges count, bonuses do not", () => {
    expect(answerDice(pack("melee-step-inside"), pack("melee-thrust"))).toEqual({ maneuver: -1, "attack-maneuver": -1 });
    expect(answerDice(pack("melee-step-inside"), pack("melee-charge"))).toEqual({ maneuver: -1 });
    expect(answerDice(pack("melee-step-inside"), pack("melee-attack"), sword, situation({ engagement: 3 }))).toEqual({ maneuver: -1, "close-evasion": -1 });
  });
});

describe("R228", () => {
  const parts = [[{ ...shaped("melee-engage-disengage", { variant: "engage" }), roll: { attribute: "awareness" as const, skill: "melee", modifier: -1, cases: [], base: null } }, null], [withModifier("melee-gut", -1), knife]] as const;
  const both = (place = situation({ engagement: 5 })): ExchangeState => fight({ attack: pack("melee-engage-and-gut"), weapon: knife, situation: place, parts });
  test("5 + weapon - 2 ticks", () => {
    expect(tickCost(pack("melee-engage-and-gut"), { weapon: knife, handShield: null, components: parts.map(([maneuver]) => maneuver) })).toBe(8);
    expect(cost(pack("melee-engage-and-gut"), knife)).toBe(8);
  });

  test("the gut is made at the range that the engage wins", () => {
    const rolls = { attack: faces(2, 4) };
    const engaged = supply(both(), rolls);
    // 6 dice, -1, and +1 at Short.
    expect(nextRolls(engaged).map(({ id, roll }) => [id, roll.kind === "pool" ? roll.pool.normal : 0])).toEqual([["attack:1", 6]]);
    const state = thrown(both(), { ...rolls, "attack:1": faces(2, 6), "damage:1": faces(1, 6) });
    expect(state.targets.map(({ outcome }) => outcome)).toEqual(["hit", "hit"]);
    expect([engagement(state), ticks(state)]).toMatchObject([{ range: 4 }, { attacker: 8 }]);
  });

  test("a failed engage leaves the gut at the old range", () => {
    expect(nextRolls(supply(both(), { attack: faces(0, 4) })).map(({ roll }) => (roll.kind === "pool" ? roll.pool.normal : 0))).toEqual([5]);
    expect(() => fight({ attack: pack("melee-engage-and-gut"), weapon: knife })).toThrow("FATEWALKER.Error.NeedsParts");
  });
});

describe("R229", () => {
  const halves = [[withModifier("melee-parry", -2), sword], [withModifier("melee-attack", -2), sword]] as const;
  const riposte = (): ExchangeState => fight({ attack: pack("melee-attack"), weapon: sword, reaction: pack("melee-parry-riposte"), reactionWeapon: sword, reactionParts: halves });
  test("(6 - 2) + 6 - 2 = 8 ticks", () => {
    const six = weapon({ speed: { base: 5, recoil: 1 } });
    expect(tickCost(pack("melee-parry-riposte"), { weapon: six, handShield: null, components: [pack("melee-parry"), pack("melee-attack")] })).toBe(8);
    expect(cost(pack("melee-parry-riposte"), six)).toBe(8);
  });

  test("failed parry: the riposte at minus the attacker's net successes, wounds of this hit aside", () => {
    const rolls = { attack: faces(2, 6), "reaction:0": faces(1, 4), "damage:0": faces(6, 6) };
    const waiting = supply(supply(riposte(), rolls), rolls);
    expect(nextRolls(waiting)).toMatchObject([{ id: "riposte:0", roll: { pool: { normal: 2, wounded: 0 } }, roller: 0 }]);
  });

  test("wounds that were paid not to count for the action count in neither half", () => {
    const painless: Modifier = { key: "power-painless", source: "power", label: "FATEWALKER.Power.Modifier", value: 0, enabled: true, optional: true, change: { kind: "ignoreWounds", keeps: 0 } };
    const hurt = fighter({ woundPenalty: 3, weapons: [sword] });
    const state = fight({ attack: pack("melee-attack"), weapon: sword, defender: hurt, reaction: pack("melee-parry-riposte"), reactionWeapon: sword, reactionParts: halves });
    const pools = (extra: readonly Modifier[]): unknown => {
      const given = { ...state, targets: state.targets.map((target) => (target.answer?.kind === "reaction" ? { ...target, answer: { ...target.answer, parts: target.answer.parts?.map((part) => ({ ...part, modifiers: [...part.modifiers, ...extra] })) ?? [] } } : target)) };
      const open = supply(given, { attack: faces(2, 6), "reaction:0": faces(1, 4) });
      return [...nextRolls(given), ...nextRolls(supply(open, { "damage:0": faces(6, 6) }))].flatMap(({ id, roll }) => (roll.kind === "pool" && id !== "attack" ? [[id, roll.pool.normal, roll.pool.wounded]] : []));
    };
    expect(pools([])).toEqual([["reaction:0", 1, 3], ["riposte:0", 0, 1]]);
    expect(pools([painless])).toEqual([["reaction:0", 4, 0], ["riposte:0", 2, 0]]);
  });

  test("R283 R288 a riposte at one whose end is sworn rolls Fate: one die of two joins and one hurts its user; each half is a skill roll of its own, with what it came to", () => {
    const sworn: Modifier = { key: "power-end", source: "power", label: "FATEWALKER.Power.Modifier", data: { name: "Fate's End" }, value: 0, enabled: true, optional: false, change: { kind: "fateRoll", dice: 2, tn: 7, damage: { base: 0, perSuccess: 0, perFailure: 1 }, refundShare: null } };
    const open = riposte();
    const state = { ...open, targets: open.targets.map((target) => (target.answer?.kind === "reaction" ? { ...target, answer: { ...target.answer, parts: target.answer.parts?.map((part, place) => (place === 0 ? part : { ...part, modifiers: [...part.modifiers, sworn] })) ?? [] } } : target)) };
    const done = thrown(state, { attack: faces(2, 6), "reaction:0": faces(2, 4), "riposte:0": faces(1, 4), "fate:riposte:0": [7, 8], "damage:0": faces(1, 6), "reactionDamage:0": faces(6, 6), "counterDamage:0": faces(2, 6) });
    expect([step(done, "counter"), changes(done, "defender")]).toMatchObject([{ successes: 2, hits: true }, [["system.wounds.temporary.value", 0, 1]]]);
    expect(done.targets[0]?.steps.find(({ kind }) => kind === "power")).toMatchObject({ name: "Fate's End", who: "target", roll: "fate:riposte:0" });
    expect(skillRolls(done).map(({ participant, skill, roll }) => [participant.actor, skill, roll.successes])).toEqual([["Actor.attacker", "melee", 2], ["Actor.defender", "melee", 2], ["Actor.defender", "melee", 2]]);
  });

  test("both halves come off", () => {
    const state = thrown(riposte(), { attack: faces(2, 6), "reaction:0": faces(2, 4), "riposte:0": faces(2, 4), "damage:0": faces(1, 6), "reactionDamage:0": faces(6, 6), "counterDamage:0": faces(2, 6) });
    expect([state.targets[0]?.outcome, changes(state, "attacker")]).toEqual(["noDamage", [["system.wounds.temporary.value", 0, 4]]]);
  });
});

describe("R230", () => {
  it.each([["thrown", -2], ["arrow", -4], ["bolt", -4], ["bullet", -5], ["laser", -5]] as const)("%s %i", (projectile, dice) => {
    const arms = projectile === "thrown" ? throwingAxe() : gun({ projectile });
    const given = diceByKey(answerModifiers({ defender: fighter(), attacker: fighter(), maneuver: pack("melee-parry-projectile"), weapon: sword, attack: { maneuver: pack(projectile === "thrown" ? "melee-throw" : "ranged-shoot"), weapon: arms }, situation: situation() }));
    expect(given).toEqual({ [`against-${projectile}`]: dice });
  });

  test("weapon - 4 ticks; no tachyons", () => {
    expect(cost(pack("melee-parry-projectile"))).toBe(4);
    expect(mayAnswer(pack("melee-parry-projectile"), { maneuver: pack("ranged-shoot"), weapon: gun({ projectile: "tachyon" }) })).toBe(false);
  });
});

describe("R231", () => {
  const armed = fighter({ weapons: [knife] });
  const disarm = (attack: number, reaction: Maneuver | null = null, rolls = {}): ExchangeState => thrown(fight({ attack: pack("melee-disarm"), weapon: sword, defender: armed, reaction, reactionWeapon: reaction === null ? null : knife }), { attack: faces(attack, 4), ...rolls });
  test("-2, weapon + 2 ticks; 1 net success drops the weapon, without damage", () => {
    expect([pack("melee-disarm").roll?.modifier, cost(pack("melee-disarm"))]).toEqual([-2, 10]);
    expect(changes(disarm(2), "defender")).toEqual([["system.carried", "hand", "sheathed"], ["system.hand", "main", null]]);
  });

  test("a parry takes its successes off", () => {
    expect(changes(disarm(2, pack("melee-parry"), { "reaction:0": faces(2, 6) }), "defender")).toEqual([]);
    expect(disarm(3, pack("melee-parry"), { "reaction:0": faces(1, 6) }).targets[0]?.outcome).toBe("hit");
  });
});

describe("hands", () => {
  test("an XL weapon never in one hand while the other is full; the off hand has its penalty", () => {
    const maul = weapon({ id: "maul", size: "XL", hand: "main" });
    expect(() => fight({ attack: pack("melee-attack"), weapon: maul, attacker: fighter({ weapons: [maul, weapon({ id: "dirk", hand: "off" })] }) })).toThrow("FATEWALKER.Error.NeedsTwoHands");
    expect(fight({ attack: pack("melee-attack"), weapon: maul, attacker: fighter({ weapons: [maul] }) }).phase).toBe("answering");
    expect(attackDice(pack("melee-attack"), weapon({ hand: "off" }))).toEqual({ "off-hand": -2 });
  });
});
