import { describe, expect, it, test } from "vitest";
import { answer, pendingAnswers } from "../../../src/rules/exchange/answer";
import { areaReach, metresAway } from "../../../src/rules/exchange/area";
import { patchesOf } from "../../../src/rules/exchange/patches";
import { nextRolls, supply } from "../../../src/rules/exchange/resolve";
import { skillRolls } from "../../../src/rules/exchange/skill-rolls";
import type { Answer, ExchangeState, NewTarget } from "../../../src/rules/exchange/types";
import { carriedAfter } from "../../../src/rules/exchange/own";
import { footworkDice } from "../../../src/rules/fighter/carried";
import type { Maneuver } from "../../../src/rules/fighter/types";
import { mayAnswer } from "../../../src/rules/maneuvers/answers";
import { tickCost } from "../../../src/rules/maneuvers/ticks";
import { answerModifiers } from "../../../src/rules/modifiers/answer";
import { attackModifiers } from "../../../src/rules/modifiers/attack";
import { evasiveDice } from "../../../src/rules/modifiers/movement";
import type { Modifier, RollChange, Situation } from "../../../src/rules/modifiers/types";
import { diceByKey, faces, fighter, gun, packManeuver, side, situation, step, thrown, throwingAxe, weapon } from "../fixtures";
import { changes, engagement, fight, grips, shaped, ticks } from "./bouts";

const pack = packManeuver;
/** Good enough at dodging for every row. */
const nimble = fighter({ skills: { agility: 6 } });
const none = { weapon: null, handShield: null };
const answerDice = (reaction: string, attack: string, arms = weapon(), place: Situation = situation()): Record<string, number> =>
  diceByKey(answerModifiers({ defender: nimble, attacker: fighter(), maneuver: pack(reaction), weapon: null, attack: { maneuver: pack(attack), weapon: arms }, situation: place }));

describe("R186", () => {
  test("7 ticks and a metre for each success; prone 2 metres and a tick more: 3 successes are 5 m in 8 ticks", () => {
    const standing = shaped("evasion-evade-aoe", { variant: "stayStanding" });
    const prone = shaped("evasion-evade-aoe", { variant: "goProne" });
    expect([tickCost(standing, none), metresAway(standing, 3)]).toEqual([7, 3]);
    expect([tickCost(prone, none), metresAway(prone, 3)]).toEqual([8, 5]);
  });

  test("explosives alone", () => {
    const evade = shaped("evasion-evade-aoe", { variant: "goProne" });
    expect(mayAnswer(evade, { maneuver: pack("melee-throw"), weapon: throwingAxe() })).toBe(false);
    expect(mayAnswer(evade, { maneuver: pack("melee-throw"), weapon: throwingAxe(), area: { radius: 5, falloff: 1 } })).toBe(true);
  });

  const grenade = throwingAxe({ damage: { formula: "6x3", tn: 5, type: "physical", stun: false, ladder: "standard" } });
  const blast = (fromCentre: number, reaction: string | null = null, rolls = {}): ExchangeState => thrown(fight({
    attack: pack("melee-throw"), weapon: grenade, area: { radius: 4, falloff: 1 }, fromCentre, reaction: reaction === null ? null : shaped("evasion-evade-aoe", { variant: reaction }), situation: situation({ distance: 10 }),
  }), { attack: faces(2, 4), ...rolls });

  test("one demotion a metre, nothing outside the radius", () => {
    expect(step(blast(3, null, { "damage:0": faces(0, 6) }), "promote")).toMatchObject({ by: -1, after: [{ count: 1, value: 1 }, { count: 5, value: 3 }] });
    expect(step(blast(3, null, { "damage:0": faces(0, 6) }), "area")).toEqual({ kind: "area", distance: 3, demotions: 3, reached: true });
    expect(areaReach({ radius: 4, falloff: 2 }, 4.5)).toEqual({ distance: 4.5, demotions: 9, reached: false });
  });

  test("who gets far enough away takes nothing, and lies where the maneuver says so", () => {
    const state = blast(1, "goProne", { "reaction:0": faces(2, 6) });
    expect([state.targets[0]?.outcome, changes(state, "defender")]).toEqual(["evaded", [["prone", false, true]]]);
    expect(blast(1, "stayStanding", { "reaction:0": faces(2, 6), "damage:0": faces(1, 6) }).targets[0]?.outcome).toBe("hit");
  });

  test("the 2 metres of going prone come without a success, and so does the fall", () => {
    const state = blast(3, "goProne", { "reaction:0": faces(0, 6) });
    expect([step(state, "area"), state.targets[0]?.outcome, changes(state, "defender")]).toEqual([{ kind: "area", distance: 5, demotions: 5, reached: false }, "evaded", [["prone", false, true]]]);
    expect(step(blast(1, "goProne", { "reaction:0": faces(0, 6), "damage:0": faces(0, 6) }), "area")).toMatchObject({ distance: 3, reached: true });
    expect(step(blast(1, "stayStanding", { "reaction:0": faces(0, 6), "damage:0": faces(0, 6) }), "area")).toMatchObject({ distance: 1, reached: true });
  });
});

describe("R188", () => {
  test("4 successes: ranged -3, melee -1, in place of running", () => {
    expect([evasiveDice(4), evasiveDice(0)]).toEqual([3, 0]);
    const place = situation({ distance: 20, target: { moving: 9, evasive: evasiveDice(4) } });
    const dice = (key: string, arms = gun()): Record<string, number> => diceByKey(attackModifiers({ attacker: fighter(), target: null, maneuver: pack(key), weapon: arms, situation: place }));
    expect(dice("ranged-shoot")).toEqual({ "target-moving": -3 });
    expect(dice("melee-attack", weapon())).toEqual({ "target-moving": -1 });
  });
});

describe("R189", () => {
  const leaping = (rolls: Record<string, readonly number[]>): ExchangeState => thrown(fight({ attack: pack("unarmed-strike"), reaction: pack("evasion-leaping-dodge") }), { "leap:0": faces(2, 6), ...rolls });
  test("hit for 3: Prowess(Agility) - 3, one success stays up", () => {
    const rolls = { attack: faces(3, 6), "reaction:0": faces(1, 7), "damage:0": faces(3, 5), "leap:0": faces(2, 6) };
    const open = supply(supply(fight({ attack: pack("unarmed-strike"), reaction: pack("evasion-leaping-dodge") }), rolls), rolls);
    expect(nextRolls(supply(open, rolls)).find(({ id }) => id === "landing:0")).toMatchObject({ roll: { pool: { normal: 3, tn: 4 } } });
    expect(changes(leaping({ ...rolls, "landing:0": faces(1, 3) }), "defender")).toEqual([["system.wounds.temporary.value", 0, 3]]);
    expect(changes(leaping({ ...rolls, "landing:0": faces(0, 3) }), "defender")).toEqual([["system.wounds.temporary.value", 0, 3], ["prone", false, true]]);
  });

  test("hit for 4 of which Tough takes 3: Prowess(Agility) - 1", () => {
    const rolls = { attack: faces(3, 6), "reaction:0": faces(2, 7), "damage:0": faces(4, 5), "leap:0": faces(2, 6) };
    const tough = { ...fight({ attack: pack("unarmed-strike"), reaction: pack("evasion-leaping-dodge") }), acts: [{ kind: "ignore" as const, by: 0, item: "tough", key: "power-will-tough", name: "Tough", cost: { will: 1, fate: 0 }, source: "damage:0", points: 1, uses: 3 }] };
    const open = supply(supply(tough, rolls), rolls);
    expect(nextRolls(supply(open, rolls)).find(({ id }) => id === "landing:0")).toMatchObject({ roll: { pool: { normal: 5, tn: 4 } } });
  });

  test("who is not hit only leaps", () => {
    const state = leaping({ attack: faces(2, 6), "reaction:0": faces(2, 7) });
    expect([state.targets[0]?.outcome, step(state, "leap").successes]).toEqual(["evaded", 2]);
    expect(tickCost(pack("evasion-leaping-dodge"), none)).toBe(8);
  });
});

describe("R190", () => {
  test("2 against 4: the attacker goes 2 m", () => {
    const state = thrown(fight({ attack: pack("unarmed-strike"), reaction: pack("evasion-redirect") }), { attack: faces(2, 6), "reaction:0": faces(4, 6) });
    expect(step(state, "moved")).toEqual({ kind: "moved", who: "attacker", metres: 2 });
    expect(tickCost(pack("evasion-redirect"), none)).toBe(7);
  });

  test("a tie avoids the blow and moves nobody", () => {
    const state = thrown(fight({ attack: pack("unarmed-strike"), reaction: pack("evasion-redirect") }), { attack: faces(2, 6), "reaction:0": faces(2, 6) });
    expect(state.targets[0]?.steps.some(({ kind }) => kind === "moved")).toBe(false);
  });
});

describe("R191", () => {
  it.each(["unarmed-grapple", "unarmed-takedown"])("+3 against %s", (attack) => {
    expect(answerDice("evasion-redirect", attack)["versus-maneuver"]).toBe(3);
  });

  test("against charges +5 in all; against Engage and not Disengage", () => {
    expect(answerDice("evasion-redirect", "unarmed-charge")).toEqual({ "attack-maneuver": 2, "versus-maneuver": 3 });
    const against = (variant: string): number | undefined => diceByKey(answerModifiers({ defender: fighter(), attacker: fighter(), maneuver: pack("evasion-redirect"), weapon: null, attack: { maneuver: shaped("melee-engage-disengage", { variant }), weapon: null }, situation: situation() }))["versus-maneuver"];
    expect([against("engage"), against("disengage")]).toEqual([3, undefined]);
  });
});

describe("R192", () => {
  test("3 successes: 3 dice for 20 ticks, kept by the combatant", () => {
    const state = thrown(footwork(), { attack: faces(3, 4) });
    expect(changes(state, "attacker")).toEqual([["system.footwork", null, { dice: 3, until: 32 }]]);
    expect(ticks(state)).toEqual({ attacker: 2 });
  });

  test("renewing it costs no ticks once its 20 are over; begun anew it costs 2", () => {
    const dance = pack("evasion-footwork");
    const at = (tick: number | null, until: number | null): number => tickCost(dance, { ...none, tick, footwork: until === null ? null : { dice: 0, until } });
    expect([at(12, null), at(31, 32), at(32, 32), at(40, 32), at(52, 32), at(53, 32), at(null, 32)]).toEqual([2, 2, 0, 0, 0, 2, 2]);
    expect(tickCost(pack("evasion-dodge"), { ...none, tick: 40, footwork: { dice: 0, until: 32 } })).toBe(8);
  });

  test("not with any other movement", () => {
    expect(() => fight({ attack: pack("evasion-footwork"), aware: false, attacker: fighter({ statuses: ["moving"] }) })).toThrow("FATEWALKER.Movement.MovingAlready");
    // A run, a charge or a leap of one's own ends it; a blow from where one stands does not.
    const carried = { aim: null, footwork: { dice: 3, until: 32 } };
    const blow = fight({ attack: pack("unarmed-strike"), aware: false, carried });
    const left = (maneuver: Maneuver): unknown => carriedAfter({ ...blow, declaration: { ...blow.declaration, maneuver } }, { successes: 2, reading: null, aim: null, footwork: null }).footwork;
    const runs = ["unarmed-charge", "melee-charge", "common-sprint", "evasion-evasive-running"].map((key) => pack(key));
    expect([...runs, shaped("common-jump-leap", { variant: "leap" }), shaped("unarmed-leap-kick", { mode: "runningLeap" })].filter((maneuver) => left(maneuver) !== null)).toEqual([]);
    expect(left(pack("unarmed-strike"))).toEqual(carried.footwork);
  });

  test("at most 2 on one maneuver, none once the time is up", () => {
    expect([footworkDice({ dice: 3, until: 32 }, 12), footworkDice({ dice: 1, until: 32 }, 32), footworkDice({ dice: 3, until: 32 }, 33), footworkDice(null, 1)]).toEqual([2, 1, 0, 0]);
  });

  test("dice that were used are gone, and only parries and evasions use them", () => {
    const carried = { aim: null, footwork: { dice: 3, until: 20 } };
    const offered = (reaction: string) => answerModifiers({ defender: fighter(), attacker: fighter(), maneuver: pack(reaction), weapon: weapon(), attack: { maneuver: pack("unarmed-strike"), weapon: null }, situation: situation(), carried, tick: 12 }).find(({ key }) => key === "footwork");
    expect([offered("evasion-dodge"), offered("melee-parry")?.value, offered("unarmed-block")]).toMatchObject([{ value: 2, optional: true, enabled: false }, 2, undefined]);
    const open = fight({ attack: pack("unarmed-strike"), reaction: pack("evasion-dodge"), defenderCarried: carried });
    const target = open.targets[0];
    if (target?.answer?.kind !== "reaction") throw new Error("no reaction");
    const using: ExchangeState = { ...open, targets: [{ ...target, answer: { ...target.answer, modifiers: target.answer.modifiers.map((entry) => (entry.key === "footwork" ? { ...entry, enabled: true } : entry)) } }] };
    const state = thrown(using, { attack: faces(0, 6), "reaction:0": faces(0, 11) });
    expect(changes(state, "defender")).toEqual([["system.footwork", { dice: 3, until: 20 }, { dice: 1, until: 20 }]]);
  });

  function footwork(): ExchangeState {
    const whole = fight({ attack: pack("evasion-footwork"), aware: false });
    return { ...whole, targets: [] };
  }
});

describe("R193", () => {
  test("a Dodge turned into it: +2 and 9 ticks; 0 net is a plain dodge", () => {
    const friendly = shaped("evasion-friendly-fire", { base: pack("evasion-dodge") });
    expect([friendly.roll?.modifier, tickCost(friendly, none)]).toEqual([2, 9]);
    const state = thrown(fight({ attack: pack("unarmed-strike"), defender: nimble, reaction: friendly }), { attack: faces(2, 6), "reaction:0": faces(2, 8) });
    expect([state.targets[0]?.outcome, state.targets.length]).toEqual(["evaded", 1]);
  });

  test("it changes dodges, sidesteps and leaping dodges, nothing else", () => {
    expect(shaped("evasion-friendly-fire", { base: pack("evasion-sidestep") }).roll?.modifier).toBe(-1);
    expect(shaped("evasion-friendly-fire", { base: pack("evasion-leaping-dodge") }).tables?.rolls.map(({ key }) => key)).toEqual(["leap", "landing", "newAttack"]);
    expect(() => shaped("evasion-friendly-fire", { base: pack("evasion-redirect") })).toThrow("FATEWALKER.Error.DoesNotCombine");
    expect(() => fight({ attack: pack("unarmed-strike"), reaction: pack("evasion-friendly-fire") })).toThrow("FATEWALKER.Error.NeedsBase");
  });
});

describe("R194", () => {
  const friendly = shaped("evasion-friendly-fire", { base: pack("evasion-dodge") });
  const bystander = (aware = true): NewTarget => ({ side: side("bystander", fighter()), situation: situation(), aware, modifiers: [] });
  const turned = (newTarget = bystander()): ExchangeState => fight({ attack: pack("melee-attack"), weapon: weapon(), attacker: fighter({ brute: 2 }), defender: nimble, reaction: friendly, newTarget });
  const rolls = { attack: faces(2, 6), "reaction:0": faces(4, 8) };

  test("2 net: Prowess(Observe) + 2 on the new target, who answers at -2", () => {
    const open = supply(turned(), rolls);
    expect([pendingAnswers(turned()), pendingAnswers(open), nextRolls(open)]).toEqual([[], [1], []]);
    const dodge = pack("evasion-dodge");
    const modifiers = answerModifiers({ defender: fighter(), attacker: fighter(), maneuver: dodge, weapon: null, attack: { maneuver: pack("melee-attack"), weapon: weapon() }, situation: situation() });
    const answered = answer(open, 1, { kind: "reaction", maneuver: dodge, weapon: null, modifiers, cost: 8 });
    expect(nextRolls(answered).map(({ id, roller, roll }) => [id, roller, roll.kind === "pool" ? [roll.pool.normal, roll.pool.tn] : null])).toEqual([["newAttack:1", 0, [8, 4]], ["reaction:1", 1, [7, 4]]]);
    const state = thrown(answered, { ...rolls, "newAttack:1": faces(3, 8), "reaction:1": faces(1, 7), "damage:1": faces(1, 6) });
    expect(step(state, "damage", 1)).toMatchObject({ flat: 2, points: { ordinary: 3 } });
    expect([state.targets[0]?.outcome, state.targets[1]?.outcome]).toEqual(["evaded", "hit"]);
    expect(ticks(state)).toEqual({ attacker: 8, defender: 5, bystander: 8 });
  });

  const paid = (key: string, change: RollChange): Modifier => ({ key, source: "power", label: "FATEWALKER.Power.Modifier", value: 0, enabled: true, optional: true, change });
  const parryOf = (extra: readonly Modifier[], who = fighter({ skills: { melee: 5 } })): Answer => {
    const halves = ["melee-parry", "melee-attack"].map((key) => ({ maneuver: pack(key), weapon: weapon(), modifiers: [...answerModifiers({ defender: who, attacker: fighter(), maneuver: pack(key), weapon: weapon(), attack: { maneuver: pack("melee-attack"), weapon: weapon() }, situation: situation() }), ...extra] }));
    return { kind: "reaction", maneuver: pack("melee-parry-riposte"), weapon: weapon(), modifiers: [], cost: 9, parts: halves };
  };

  test("the new target's Parry/Riposte is rolled on its own skill, and what it pays for counts: 1 net, Melee 5, Mastery 6; Painless heals no wound but counts none", () => {
    const armed = fighter({ skills: { melee: 5 }, weapons: [weapon()], woundPenalty: 3 });
    const answering = (extra: readonly Modifier[]): unknown => {
      const open = supply(turned({ side: side("bystander", armed), situation: situation(), aware: true, modifiers: [] }), { attack: faces(2, 6), "reaction:0": faces(3, 8) });
      const roll = nextRolls(answer(open, 1, parryOf(extra, armed))).find(({ id }) => id === "reaction:1")?.roll;
      return roll?.kind === "pool" ? roll.pool : null;
    };
    expect(answering([])).toMatchObject({ normal: 2, wounded: 3, tn: 5, woundedTn: 2 });
    expect(answering([paid("power-mastery", { kind: "targetNumber", bonus: 1, most: 7 })])).toMatchObject({ normal: 2, wounded: 3, tn: 6, woundedTn: 3 });
    expect(answering([paid("power-painless", { kind: "ignoreWounds", keeps: 0 })])).toMatchObject({ normal: 5, wounded: 0, tn: 5 });
  });

  test("the evader's wounds that do not count for its action do not count for the blow that it turns away either", () => {
    const hurt = { ...nimble, woundPenalty: 2 };
    const turning = (extra: readonly Modifier[]): unknown => {
      const state = fight({ attack: pack("melee-attack"), weapon: weapon(), defender: hurt, reaction: friendly, newTarget: bystander(false) });
      const open = supply({ ...state, targets: state.targets.map((target) => (target.answer?.kind === "reaction" ? { ...target, answer: { ...target.answer, modifiers: [...target.answer.modifiers, ...extra] } } : target)) }, rolls);
      const roll = nextRolls(open).find(({ id }) => id === "newAttack:1")?.roll;
      return roll?.kind === "pool" ? [roll.pool.normal, roll.pool.wounded] : null;
    };
    expect([turning([]), turning([paid("power-painless", { kind: "ignoreWounds", keeps: 0 })])]).toEqual([[6, 2], [8, 0]]);
  });

  test("an unaware one does not answer, and a plain dodge hits nobody", () => {
    const state = thrown(turned(bystander(false)), { ...rolls, "newAttack:1": faces(0, 8) });
    expect(state.targets.map(({ outcome }) => outcome)).toEqual(["evaded", "missed"]);
    // What it failed by the evader has to learn from: Prowess(Observe) 4, eight nines.
    expect(skillRolls(state).filter(({ skill }) => skill === "observe")).toMatchObject([{ participant: { actor: "Actor.defender" }, roll: { successes: 0, degreeOfFailure: 5 } }]);
    const tie = thrown(turned(), { attack: faces(2, 6), "reaction:0": faces(2, 8) });
    expect(tie.targets.map(({ outcome }) => outcome)).toEqual(["evaded", "missed"]);
    expect(ticks(tie)).toEqual({ attacker: 8, defender: 5 });
  });

  test("the exchange survives a round trip through JSON while it waits for the new target", () => {
    const open = JSON.parse(JSON.stringify(supply(turned(), rolls))) as ExchangeState;
    expect(thrown(answer(open, 1, { kind: "none" }), { "newAttack:1": faces(2, 8), "damage:1": faces(6, 6) }).targets[1]?.outcome).toBe("hit");
  });
});

describe("R195", () => {
  it.each([["thrown", 0], ["arrow", -2], ["bolt", -4], ["bullet", -4], ["laser", -6], ["tachyon", -8]] as const)("%s %i", (projectile, dice) => {
    const arms = projectile === "thrown" ? throwingAxe() : gun({ projectile });
    const [given] = Object.values(answerDice("evasion-dodge-missile", projectile === "thrown" ? "melee-throw" : "ranged-shoot", arms));
    expect(given ?? 0).toBe(dice);
    expect(mayAnswer(pack("evasion-dodge-missile"), { maneuver: pack(projectile === "thrown" ? "melee-throw" : "ranged-shoot"), weapon: arms })).toBe(true);
  });

  test("5 ticks; no blow at arm's length", () => {
    expect(tickCost(pack("evasion-dodge-missile"), none)).toBe(5);
    expect(mayAnswer(pack("evasion-dodge-missile"), { maneuver: pack("melee-attack"), weapon: weapon() })).toBe(false);
  });
});

describe("R102", () => {
  test("the top that evades an outsider gives ground combat up at once", () => {
    const bottom = side("bottom", fighter()).participant;
    const state = thrown(fight({ attack: pack("unarmed-strike"), reaction: pack("evasion-dodge"), yields: { bottom, engagement: { range: 2, grapple: null, ground: { dominant: "defender", level: 1 }, hold: null } } }), { attack: faces(0, 6), "reaction:0": faces(0, 9) });
    expect(engagement(state)).toEqual({ range: 4, grapple: null, ground: null, hold: null });
    expect(patchesOf(state).patches.find(({ document }) => document.kind === "engagement")).toMatchObject({ document: { between: ["bottom", "defender"] }, path: "system.engagements.bottom_defender", before: { ground: { level: 1 } } });
  });

  test("a parry gives nothing up", () => {
    const state = thrown(fight({ attack: pack("unarmed-strike"), reaction: pack("unarmed-block"), yields: { bottom: side("bottom", fighter()).participant, engagement: { range: 2, grapple: null, ground: { dominant: "defender", level: 1 }, hold: null } } }), { attack: faces(0, 6), "reaction:0": faces(0, 6) });
    expect(engagement(state)).toBeNull();
  });
});

describe("R099", () => {
  const takedown = (hits: number): unknown => engagement(thrown(fight({ attack: pack("unarmed-takedown"), attacker: fighter({ attributes: { prowess: 8 } }) }), { attack: faces(hits, 8), "damage:0": faces(0, hits) }));
  test("3 net start at 3, 4 at 2, 5 or more at 1", () => {
    expect([3, 4, 5, 7].map((hits) => (takedown(hits) as { range: number }).range)).toEqual([3, 2, 1, 1]);
  });

  test("a Grapple on somebody prone starts it as well, at 3", () => {
    const state = thrown(fight({ attack: pack("unarmed-grapple"), defender: fighter({ statuses: ["prone"] }) }), { attack: faces(3, 6) });
    expect(engagement(state)).toEqual({ range: 3, grapple: null, ground: { dominant: "attacker", level: 0 }, hold: null });
    expect(changes(state, "attacker")).toEqual([["prone", false, true], ["grappling", false, true]]);
  });

  test("whatever the net successes: 0 of them, after a Slip that won as many, start it too", () => {
    const tied = (defender = fighter({ statuses: ["prone"] })): unknown => engagement(thrown(fight({ attack: pack("unarmed-grapple"), defender, reaction: pack("unarmed-slip") }), { attack: faces(2, 6), "reaction:0": faces(2, 6) }));
    expect(tied()).toEqual({ range: 3, grapple: null, ground: { dominant: "attacker", level: 0 }, hold: null });
    expect(tied(fighter())).toEqual({ range: 3, grapple: { dominant: "attacker", level: 1 }, ground: null, hold: null });
  });
});

describe("R100", () => {
  test("the top's Grapple lowers the value by its net successes, to 1 at least", () => {
    const place = situation({ engagement: 3, positions: grips({ ground: ["attacker", 0] }) });
    const press = (hits: number): unknown => engagement(thrown(fight({ attack: pack("unarmed-grapple"), situation: place }), { attack: faces(hits, 6) }));
    expect([press(2), press(5)]).toMatchObject([{ range: 1, ground: { level: 2 } }, { range: 1, ground: { level: 2 } }]);
  });

  test("the bottom's Sweep raises it", () => {
    const place = situation({ engagement: 1, positions: grips({ ground: ["target", 2] }) });
    expect(engagement(thrown(fight({ attack: pack("unarmed-sweep"), situation: place }), { attack: faces(2, 3) }))).toMatchObject({ range: 3, ground: { dominant: "defender", level: 0 } });
  });
});

describe("R101", () => {
  test("at 4 it ends, and both stand", () => {
    const place = situation({ engagement: 3, positions: grips({ ground: ["target", 0] }) });
    const down = fighter({ statuses: ["prone", "grappled"] });
    const state = thrown(fight({ attack: pack("unarmed-sweep"), situation: place, attacker: down, defender: fighter({ statuses: ["prone", "grappling"] }) }), { attack: faces(1, 3) });
    expect(engagement(state)).toMatchObject({ range: 4, ground: null });
    expect(changes(state, "attacker")).toEqual([["prone", true, false], ["grappled", true, false]]);
    expect(changes(state, "defender")).toEqual([["prone", true, false], ["grappling", true, false]]);
  });
});

describe("R103", () => {
  test("the bottom has -1 on everything between the two, and postures do not count there", () => {
    const below = situation({ engagement: 3, positions: grips({ ground: ["target", 0] }), attacker: { prone: true }, target: { prone: true } });
    const dice = (place: Situation): Record<string, number> => diceByKey(attackModifiers({ attacker: fighter(), target: null, maneuver: pack("unarmed-elbow-strike"), weapon: null, situation: place }));
    expect(dice(below)).toEqual({ maneuver: -2, bottom: -1 });
    expect(dice(situation({ ...below, positions: grips({ ground: ["attacker", 0] }) }))).toEqual({ maneuver: -2 });
    expect(answerDice("unarmed-block", "unarmed-strike", weapon(), situation({ positions: grips({ ground: ["attacker", 0] }) }))).toEqual({ bottom: -1 });
  });
});
