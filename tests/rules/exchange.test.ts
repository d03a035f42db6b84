import { describe, expect, it, test } from "vitest";
import { attackModifiers } from "../../src/rules/modifiers/attack";
import { answer, pendingAnswers } from "../../src/rules/exchange/answer";
import { declare } from "../../src/rules/exchange/declare";
import { patchesOf } from "../../src/rules/exchange/patches";
import { meet } from "../../src/rules/exchange/meeting";
import { nextRolls, resolveWith, supply } from "../../src/rules/exchange/resolve";
import type { Answer, ExchangePatch, ExchangeState } from "../../src/rules/exchange/types";
import type { Fighter } from "../../src/rules/fighter/types";
import { neutralSituation } from "../../src/rules/modifiers/situation";
import { bout, chart, faces, fighter, gun, handShield, packManeuver, side, situation, step, stepKinds, throwingAxe, thrown, weapon } from "./fixtures";

const armored = (absorb: number, physical: number, others: Parameters<typeof fighter>[0] = {}): Fighter => fighter({ protection: { absorb, deflection: { physical, ballistic: 0, energy: 0 } }, ...others });
/** Path, before and after of every change to one participant. */
const changes = (state: ExchangeState, who: string): unknown[] =>
  patchesOf(state).patches.filter(({ participant }) => participant.actor === `Actor.${who}`).map(({ document, path, before, after }: ExchangePatch) => [document.kind === "status" ? document.status : path, before, after]);
const requested = (state: ExchangeState): string[] => nextRolls(state).map(({ id }) => id);

describe("R008", () => {
  test("an unaware target has no answer to give", () => {
    const state = bout({ attack: "unarmed-strike", aware: false });
    expect(pendingAnswers(state)).toEqual([]);
    expect(state.targets[0]?.answer).toEqual({ kind: "none" });
    expect(() => answer(state, 0, { kind: "reaction", maneuver: packManeuver("evasion-dodge"), weapon: null, modifiers: [], cost: 8 })).toThrow("FATEWALKER.Error.Unaware");
  });
});

describe("R014", () => {
  test("no dice before everybody has answered", () => {
    const state = declare({ attacker: side("attacker", fighter()), targets: [{ side: side("defender", fighter()), situation: neutralSituation(), aware: true }], declaration: { maneuver: packManeuver("unarmed-strike"), weapon: null, modifiers: [], cost: 6 }, tick: 1, shieldRule: "literal" });
    expect(state.phase).toBe("answering");
    expect(pendingAnswers(state)).toEqual([0]);
    expect(nextRolls(state)).toEqual([]);
    expect(supply(state, { attack: [] })).toBe(state);
    expect(() => resolveWith(state, (count) => faces(count, count))).toThrow("FATEWALKER.Error.AnswersPending");
    expect(requested(answer(state, 0, { kind: "none" }))).toEqual(["attack"]);
  });
});

describe("R041", () => {
  test("1 success misses", () => {
    const state = thrown(bout({ attack: "unarmed-strike" }), { attack: faces(1, 6) });
    expect(state.targets[0]?.outcome).toBe("missed");
    expect(stepKinds(state)).toEqual(["attack"]);
    expect(changes(state, "defender")).toEqual([]);
  });

  test("2 successes hit", () => {
    const state = thrown(bout({ attack: "unarmed-strike" }), { attack: faces(2, 6), "damage:0": faces(5, 5) });
    expect(state.targets[0]?.outcome).toBe("hit");
    expect(step(state, "attack")).toMatchObject({ successes: 2, hits: true });
    // 5x1 with 2 promotions, all five: 9 points of stun, 4 of them (Resilience) in Temporary.
    expect(changes(state, "defender")).toEqual([["system.wounds.temporary.value", 0, 4], ["system.wounds.normal.stun", 0, 5]]);
  });

  test("and so does everything above: 3 successes, on a chart with 4 boxes left", () => {
    const reeling = fighter({ wounds: chart({ temporaryMax: 0, normal: 18, stun: 2 }) });
    const state = thrown(bout({ attack: "unarmed-strike", defender: reeling }), { attack: faces(3, 6), "damage:0": faces(5, 5), "consciousness:0": faces(2, 6) });
    // 2x1/3x3, all five: 11 points of stun. 4 fill the chart, 6 turn every / into X, the last one is Mortal.
    expect(changes(state, "defender")).toEqual([["system.wounds.normal.value", 18, 24], ["system.wounds.normal.stun", 2, 0], ["system.wounds.mortal.value", 0, 1], ["dying", false, true]]);
  });
});

describe("R043", () => {
  test("3 - 3 = 0 net still hits against what is no dodge", () => {
    const unbalance = { ...packManeuver("unarmed-block"), key: "unarmed-unbalance", damage: null };
    const state = thrown(bout({ attack: "unarmed-strike", reaction: unbalance }), { attack: faces(3, 6), "reaction:0": faces(3, 6), "damage:0": faces(2, 5) });
    expect(step(state, "answer")).toEqual({ kind: "answer", successes: 3, net: 0, evaded: false, cancels: false });
    expect(state.targets[0]?.outcome).toBe("hit");
    expect(stepKinds(state)).toEqual(["attack", "answer", "damage", "wounds"]);
  });
});

describe("R044", () => {
  test("3 - 4 = -1 misses", () => {
    const unbalance = { ...packManeuver("unarmed-block"), key: "unarmed-unbalance", damage: null };
    const state = thrown(bout({ attack: "unarmed-strike", reaction: unbalance }), { attack: faces(3, 6), "reaction:0": faces(4, 6) });
    expect(state.targets[0]?.outcome).toBe("evaded");
    expect(step(state, "answer")).toEqual({ kind: "answer", successes: 4, net: -1, evaded: true, cancels: false });
    expect(changes(state, "defender")).toEqual([]);
  });

  // Unbalance is no dodge and rolls no damage: its successes come off the attack's.
  it.each([
    [3, 4, { hits: true, net: -1, evaded: true, lands: false, answerNet: 1, answerLands: true }],
    [2, 5, { hits: true, net: -3, evaded: true, lands: false, answerNet: 3, answerLands: true }],
    [3, 3, { hits: true, net: 0, evaded: false, lands: true, answerNet: 0, answerLands: false }],
    [4, 1, { hits: true, net: 3, evaded: false, lands: true, answerNet: 0, answerLands: false }],
    [1, 2, { hits: false, net: -1, evaded: false, lands: false, answerNet: 1, answerLands: true }],
    [2, 0, { hits: true, net: 2, evaded: false, lands: true, answerNet: 0, answerLands: false }],
  ])("Strike with %i against Unbalance with %i", (successes, answered, expected) => {
    expect(meet({ attack: packManeuver("unarmed-strike"), successes, reaction: { maneuver: packManeuver("unarmed-unbalance"), successes: answered } })).toEqual({ ...expected, cancels: false });
  });
});

describe("R052", () => {
  test("every net success promotes one die: 4x1/1x3 with 4 - 2", () => {
    const state = thrown(bout({ attack: "unarmed-kick", reaction: "evasion-sidestep" }), { attack: faces(4, 6), "reaction:0": faces(2, 6), "damage:0": faces(0, 5) });
    expect(step(state, "promote")).toEqual({ kind: "promote", by: 2, barrier: 0, before: [{ count: 4, value: 1 }, { count: 1, value: 3 }], after: [{ count: 2, value: 1 }, { count: 3, value: 3 }] });
    expect(state.targets[0]?.outcome).toBe("noDamage");
  });
});

describe("R054", () => {
  test("a 0 ignores Absorb", () => {
    const state = thrown(bout({ attack: "unarmed-strike", defender: armored(5, 2) }), { attack: faces(2, 6), "damage:0": [0, 1, 1, 9, 9] });
    expect(step(state, "damage").points).toEqual({ ordinary: 2, penetrating: 1 });
    expect(step(state, "absorb")).toEqual({ kind: "absorb", taken: 2, left: 1 });
  });

  test("two of three worth 3 show 0: 6 get through Absorb 9, and turn the last / of a full chart", () => {
    const defender = armored(9, 2, { wounds: chart({ temporaryMax: 0, normal: 15, stun: 4 }) });
    const state = thrown(bout({ attack: "unarmed-strike", defender }), { attack: faces(5, 6), "damage:0": [9, 9, 0, 0, 1], "consciousness:0": faces(2, 6) });
    // 5x1 at 5 net successes less 2 Deflection: 2x1/3x3.
    expect(step(state, "damage").points).toEqual({ ordinary: 3, penetrating: 6 });
    expect(step(state, "absorb")).toEqual({ kind: "absorb", taken: 3, left: 6 });
    // 5 boxes are free; the sixth point turns one of then 9 / into X.
    expect(changes(state, "defender")).toEqual([["system.wounds.normal.value", 15, 16], ["system.wounds.normal.stun", 4, 8]]);
  });
});

describe("R055", () => {
  test("penetrating damage may go to Temporary", () => {
    const state = thrown(bout({ attack: "unarmed-strike", defender: armored(5, 2) }), { attack: faces(2, 6), "damage:0": [0, 9, 9, 9, 9] });
    expect(changes(state, "defender")).toEqual([["system.wounds.temporary.value", 0, 1]]);
  });

  test("as far as Temporary has boxes: of 4 points 2 go there, the others on to a chart with one box left", () => {
    const defender = armored(5, 2, { wounds: chart({ temporary: 6, normal: 20, stun: 3 }) });
    const state = thrown(bout({ attack: "unarmed-strike", defender }), { attack: faces(2, 6), "damage:0": [0, 0, 0, 0, 9], "consciousness:0": faces(2, 6) });
    expect(step(state, "wounds").placed).toEqual({ temporary: 2, normal: 1, stun: 0, mortal: 0, converted: 1, lost: 0 });
    expect(changes(state, "defender")).toEqual([["system.wounds.temporary.value", 6, 8], ["system.wounds.normal.value", 20, 21]]);
  });
});

describe("R082", () => {
  test("a shot through cover meets the barrier, one around it does not", () => {
    const through = (shotThroughCover: boolean) => thrown(bout({ attack: "ranged-shoot", weapon: gun(), situation: situation({ target: { cover: "cover50" }, shotThroughCover, barrier: 5 }) }), { attack: faces(2, shotThroughCover ? 5 : 4), "damage:0": faces(0, shotThroughCover ? 5 : 8) });
    expect(step(through(true), "promote")).toMatchObject({ by: 2, barrier: 5, after: [{ count: 5, value: 1 }] });
    expect(step(through(false), "promote")).toMatchObject({ by: 2, barrier: 0 });
  });
});

describe("R110", () => {
  const shielded = (energy: number) => fighter({ energyShield: { id: "shield", name: "Standard", minActivation: 6, maxAbsorb: 20, energy, reserve: 7 } });

  test("0 net successes against 5x1: the shield stays as it was, all damage goes through", () => {
    const unbalance = { ...packManeuver("unarmed-block"), key: "unarmed-unbalance", damage: null };
    const state = thrown(bout({ attack: "unarmed-strike", reaction: unbalance, defender: shielded(7) }), { attack: faces(3, 6), "reaction:0": faces(3, 6), "damage:0": faces(5, 5) });
    expect(step(state, "shield")).toMatchObject({ triggered: false, energy: { before: 7, after: 7 } });
    expect(changes(state, "defender")).toEqual([["system.wounds.temporary.value", 0, 4], ["system.wounds.normal.stun", 0, 1]]);
  });

  test("a shield that triggers drains, and patches its item", () => {
    const state = thrown(bout({ attack: "unarmed-strike", defender: shielded(7) }), { attack: faces(2, 6), "damage:0": faces(0, 4) });
    expect(step(state, "shield")).toMatchObject({ triggered: true, removed: [{ count: 1, value: 3 }], prevented: 3, energy: { before: 7, after: 4 } });
    expect(patchesOf(state).patches).toEqual([{ participant: side("defender", fighter()).participant, document: { kind: "item", id: "shield" }, path: "system.energy.value", before: 7, after: 4 }]);
  });

  test("charges: one triggered hit, one charge", () => {
    const state = thrown(bout({ attack: "unarmed-strike", defender: shielded(7), shieldRule: "charges" }), { attack: faces(2, 6) });
    expect(step(state, "shield")).toMatchObject({ triggered: true, prevented: 9, energy: { before: 7, after: 6 } });
    expect(state.targets[0]?.outcome).toBe("noDamage");
  });
});

describe("R111", () => {
  test("Resilience 3, damage 5 through the whole order of a hit", () => {
    const five = thrown(bout({ attack: "melee-attack", weapon: weapon({ damage: { ...weapon().damage, formula: "5x1" } }), defender: fighter({ attributes: { resilience: 3 } }) }), { attack: faces(2, 6), "damage:0": [1, 1, 9, 1, 9] });
    expect(step(five, "wounds")).toMatchObject({ points: 5, stun: false, placed: { temporary: 3, normal: 2 } });
    expect(changes(five, "defender")).toEqual([["system.wounds.temporary.value", 0, 3], ["system.wounds.normal.value", 0, 2]]);
  });
});

describe("R117", () => {
  test("the first Mortal box: dying, and bleeding every Prowess + Will ticks", () => {
    const hurt = fighter({ attributes: { prowess: 4 }, will: { rating: 5, value: 1 }, wounds: chart({ temporary: 8, normal: 24 }) });
    const state = thrown(bout({ attack: "melee-attack", weapon: weapon(), defender: hurt }), { attack: faces(2, 6), "damage:0": [1, 9, 9, 9, 9, 9] });
    expect(step(state, "bleeding")).toEqual({ kind: "bleeding", interval: 9, who: "target" });
    expect(patchesOf(state).bleeding).toEqual([{ participant: side("defender", hurt).participant, interval: 9 }]);
    expect(changes(state, "defender")).toEqual([["system.wounds.mortal.value", 0, 1], ["dying", false, true]]);
  });
});

describe("R119", () => {
  test("the last Mortal box: dead, and no longer dying", () => {
    const dying = fighter({ wounds: chart({ temporary: 8, normal: 24, mortal: 4 }), statuses: ["dying", "prone"] });
    const state = thrown(bout({ attack: "melee-attack", weapon: weapon(), defender: dying }), { attack: faces(2, 6), "damage:0": [1, 1, 1, 1, 1, 1] });
    expect(changes(state, "defender")).toEqual([["system.wounds.mortal.value", 4, 6], ["dying", true, false], ["dead", false, true]]);
    expect(patchesOf(state).bleeding).toEqual([]);
    expect(step(state, "wounds").placed.lost).toBe(14);
  });
});

describe("R123", () => {
  const reeling = fighter({ wounds: chart({ temporary: 8, normal: 11 }), woundPenalty: 3 });
  const hit = { attack: faces(2, 6), "damage:0": [9, 9, 9, 9, 1] };

  test("stun on half a chart asks for Prowess(Resilience), unwounded", () => {
    const state = [0, 1].reduce((current) => supply(current, hit), bout({ attack: "unarmed-strike", defender: reeling }));
    expect(nextRolls(state)).toEqual([{ id: "consciousness:0", roller: 0, roll: { kind: "pool", purpose: "consciousness", pool: { normal: 6, wounded: 0, tn: 4, woundedTn: 2 } } }]);
  });

  test("2 successes stay awake", () => {
    const state = thrown(bout({ attack: "unarmed-strike", defender: reeling }), { ...hit, "consciousness:0": faces(2, 6) });
    expect(step(state, "consciousness")).toMatchObject({ successes: 2, stays: true, who: "target" });
    expect(changes(state, "defender")).toEqual([["system.wounds.normal.stun", 0, 3]]);
  });

  test("1 success is unconscious and falls", () => {
    const state = thrown(bout({ attack: "unarmed-strike", defender: reeling }), { ...hit, "consciousness:0": faces(1, 6) });
    expect(stepKinds(state)).toEqual(["attack", "promote", "damage", "wounds", "consciousness", "status", "status"]);
    expect(changes(state, "defender")).toEqual([["system.wounds.normal.stun", 0, 3], ["unconscious", false, true], ["prone", false, true]]);
  });

  test("who lies already does not fall again, who is out already does not roll", () => {
    const lying = thrown(bout({ attack: "unarmed-strike", defender: { ...reeling, statuses: ["prone"] } }), { ...hit, "consciousness:0": faces(0, 6) });
    expect(changes(lying, "defender")).toEqual([["system.wounds.normal.stun", 0, 3], ["unconscious", false, true]]);
    const out = thrown(bout({ attack: "unarmed-strike", defender: { ...reeling, statuses: ["prone", "unconscious"] }, aware: false }), hit);
    expect(stepKinds(out)).not.toContain("consciousness");
  });

  test("no Prowess is an empty pool, and fails", () => {
    const state = thrown(bout({ attack: "unarmed-strike", defender: { ...reeling, attributes: { ...reeling.attributes, prowess: 0 } } }), { ...hit, "consciousness:0": [] });
    expect(step(state, "consciousness").stays).toBe(false);
  });
});

describe("R129", () => {
  test("wound penalties wound attack and reaction dice", () => {
    const state = bout({ attack: "unarmed-strike", attacker: fighter({ woundPenalty: 2 }), defender: fighter({ woundPenalty: 7 }), reaction: "evasion-dodge" });
    expect(nextRolls(state).map(({ roll }) => roll.pool)).toEqual([{ normal: 4, wounded: 2, tn: 6, woundedTn: 3 }, { normal: 2, wounded: 7, tn: 4, woundedTn: 2 }]);
  });
});

describe("R185", () => {
  test("Dodge 3 against 3 is a miss", () => {
    const state = thrown(bout({ attack: "melee-attack", weapon: weapon(), reaction: "evasion-dodge" }), { attack: faces(3, 6), "reaction:0": faces(3, 9) });
    expect(step(state, "answer")).toEqual({ kind: "answer", successes: 3, net: 0, evaded: true, cancels: false });
    expect(state.targets[0]?.outcome).toBe("evaded");
    expect(stepKinds(state)).toEqual(["attack", "answer"]);
  });

  test("3 against 2 hits with 1 net", () => {
    const state = thrown(bout({ attack: "melee-attack", weapon: weapon(), reaction: "evasion-dodge" }), { attack: faces(3, 6), "reaction:0": faces(2, 9), "damage:0": faces(1, 6) });
    expect(step(state, "promote").by).toBe(1);
  });

  test("an attack that misses anyway is a miss, not evaded", () => {
    const state = thrown(bout({ attack: "melee-attack", weapon: weapon(), reaction: "evasion-dodge" }), { attack: faces(1, 6), "reaction:0": faces(3, 9) });
    expect(state.targets[0]?.outcome).toBe("missed");
    expect(step(state, "answer")).toMatchObject({ evaded: false, cancels: false });
  });
});

describe("R198", () => {
  test("a shot takes a round", () => {
    const state = thrown(bout({ attack: "ranged-shoot", weapon: gun() }), { attack: faces(0, 6) });
    expect(patchesOf(state).patches).toEqual([{ participant: side("attacker", fighter()).participant, document: { kind: "item", id: "gun" }, path: "system.magazine.value", before: 6, after: 5 }]);
  });

  test("the magazine counts as it is when the shot is settled", () => {
    const attacker = fighter({ weapons: [gun({ magazine: { value: 3, max: 8 } })] });
    expect(patchesOf(thrown(bout({ attack: "ranged-shoot", weapon: gun(), attacker }), { attack: faces(0, 6) })).patches).toMatchObject([{ before: 3, after: 2 }]);
  });

  test("a bow has no magazine", () => {
    expect(patchesOf(thrown(bout({ attack: "ranged-shoot", weapon: gun({ magazine: null }) }), { attack: faces(0, 6) })).patches).toEqual([]);
  });

  test("an empty one does not shoot", () => {
    expect(() => bout({ attack: "ranged-shoot", weapon: gun({ magazine: { value: 0, max: 8 } }) })).toThrow("FATEWALKER.Error.NoAmmunition");
  });

  test("the last round still does: 1 before, 0 after, and 8x1 with 2 net successes less Deflection 1 do 10 points less Absorb 2", () => {
    const defender = fighter({ protection: { absorb: 2, deflection: { physical: 0, ballistic: 1, energy: 0 } } });
    const state = thrown(bout({ attack: "ranged-shoot", weapon: gun({ magazine: { value: 1, max: 8 } }), defender }), { attack: faces(2, 6), "damage:0": faces(8, 8) });
    expect(changes(state, "attacker")).toEqual([["system.magazine.value", 1, 0]]);
    expect(changes(state, "defender")).toEqual([["system.wounds.temporary.value", 0, 4], ["system.wounds.normal.value", 0, 4]]);
  });
});

describe("R210", () => {
  const thrownAway = (quantity?: number) => changes(thrown(bout({ attack: "melee-throw", weapon: throwingAxe(quantity === undefined ? {} : { quantity }) }), { attack: faces(0, 6) }), "attacker");

  test("the only axe is gone with the throw; of three two are left, ready to be drawn", () => {
    expect(thrownAway()).toEqual([["system.quantity", 1, 0], ["system.carried", "hand", "stowed"], ["system.hand", "main", null]]);
    expect(thrownAway(3)).toEqual([["system.quantity", 3, 2], ["system.carried", "hand", "ready"], ["system.hand", "main", null]]);
  });
});

describe("R211", () => {
  const heavy = weapon({ damage: { ...weapon().damage, formula: "8x1" } });

  test("parry damage is subtracted from attack damage: 8 - 5 = 3", () => {
    const state = thrown(
      bout({ attack: "melee-attack", weapon: heavy, reaction: "melee-parry", reactionWeapon: weapon({ damage: { ...weapon().damage, formula: "5x1" } }), defender: armored(1, 0) }),
      { attack: faces(2, 6), "reaction:0": faces(2, 6), "damage:0": [1, 1, 1, 1, 1, 9, 1, 9], "reactionDamage:0": [1, 1, 9, 1, 9] },
    );
    expect(step(state, "damage").points).toEqual({ ordinary: 8, penetrating: 0 });
    expect(step(state, "answer")).toEqual({ kind: "answer", successes: 2, net: 2, evaded: false, cancels: true });
    expect(step(state, "parryDamage")).toEqual({ kind: "parryDamage", taken: 5, left: { ordinary: 3, penetrating: 0 } });
    expect(step(state, "absorb")).toEqual({ kind: "absorb", taken: 1, left: 2 });
    expect(stepKinds(state)).toEqual(["attack", "answer", "promote", "damage", "parryDamage", "absorb", "wounds"]);
  });

  test("the parry's successes promote its damage", () => {
    const state = bout({ attack: "melee-attack", weapon: heavy, reaction: "melee-parry", reactionWeapon: weapon() });
    const rolled = supply(state, { attack: faces(3, 6), "reaction:0": faces(4, 6) });
    expect(nextRolls(rolled)).toMatchObject([
      { id: "damage:0", roller: "attacker", roll: { pool: { dice: [{ count: 5, value: 1 }, { count: 3, value: 3 }] } } },
      { id: "reactionDamage:0", roller: 0, roll: { pool: { dice: [{ count: 5, value: 3 }, { count: 1, value: 5 }] } } },
    ]);
  });

  test("less than 2 successes cancel nothing", () => {
    const state = thrown(bout({ attack: "melee-attack", weapon: heavy, reaction: "melee-parry", reactionWeapon: weapon() }), { attack: faces(2, 6), "reaction:0": faces(1, 6), "damage:0": faces(1, 8) });
    expect(step(state, "answer")).toMatchObject({ net: 2, cancels: false });
    expect(stepKinds(state)).not.toContain("parryDamage");
  });

  test("a parry that takes everything leaves no damage", () => {
    const state = thrown(bout({ attack: "melee-attack", weapon: heavy, reaction: "melee-parry", reactionWeapon: weapon() }), { attack: faces(2, 6), "reaction:0": faces(2, 6), "damage:0": [0, 1, 9, 9, 9, 9, 9, 9], "reactionDamage:0": faces(3, 6) });
    expect(step(state, "parryDamage").left).toEqual({ ordinary: 0, penetrating: 0 });
    expect(state.targets[0]?.outcome).toBe("noDamage");
    expect(changes(state, "defender")).toEqual([]);
  });

  test("Deflection does not touch the parry", () => {
    const state = supply(bout({ attack: "melee-attack", weapon: heavy, reaction: "melee-parry", reactionWeapon: weapon(), defender: armored(0, 8), attacker: armored(0, 8) }), { attack: faces(2, 6), "reaction:0": faces(2, 6) });
    expect(nextRolls(state)).toMatchObject([{ roll: { pool: { dice: [{ count: 2, value: 1 }] } } }, { roll: { pool: { dice: [{ count: 1, value: 1 }, { count: 5, value: 3 }] } } }]);
  });
});

describe("R213", () => {
  test("Shield Block rolls Deflection + Absorb more dice and its own damage", () => {
    const state = bout({ attack: "melee-attack", weapon: weapon(), reaction: "melee-shield-block", defender: fighter({ handShield: handShield() }) });
    expect(nextRolls(state)[1]).toMatchObject({ id: "reaction:0", roll: { pool: { normal: 6 + 4, tn: 6 } } });
    const rolled = supply(state, { attack: faces(2, 6), "reaction:0": faces(2, 10) });
    expect(nextRolls(rolled)[1]).toMatchObject({ id: "reactionDamage:0", roll: { pool: { dice: [{ count: 3, value: 1 }, { count: 3, value: 3 }], tn: 5 } } });
  });
});

describe("R214", () => {
  test("Hack adds 1 point, also when no die succeeds", () => {
    const state = thrown(bout({ attack: "melee-hack", weapon: weapon() }), { attack: faces(2, 5), "damage:0": faces(0, 6) });
    expect(step(state, "damage")).toMatchObject({ flat: 1, points: { ordinary: 1, penetrating: 0 } });
  });

  test("with no dice left there is no damage and no flat point", () => {
    const state = thrown(bout({ attack: "melee-spin-slash", weapon: weapon({ damage: { ...weapon().damage, formula: "3x1" } }), defender: armored(0, 5) }), { attack: faces(2, 4) });
    expect(state.targets[0]?.outcome).toBe("noDamage");
    expect(stepKinds(state)).toEqual(["attack", "promote", "deflect"]);
  });

  test("Brute adds to it", () => {
    const state = thrown(bout({ attack: "melee-hack", weapon: weapon(), attacker: fighter({ brute: 2 }) }), { attack: faces(2, 5), "damage:0": faces(0, 6) });
    expect(step(state, "damage").flat).toBe(3);
  });
});

describe("R236", () => {
  test("bracers take one point more", () => {
    const state = thrown(bout({ attack: "unarmed-strike", reaction: "unarmed-block", defender: fighter({ bracers: true }) }), { attack: faces(2, 6), "reaction:0": faces(2, 6), "damage:0": [1, 1, 1, 1, 9], "reactionDamage:0": [1, 9, 9, 9, 9] });
    expect(step(state, "parryDamage")).toMatchObject({ taken: 2, left: { ordinary: 4 } });
  });
});

describe("R243", () => {
  const butt = { attack: faces(2, 4), "damage:0": [1, 1, 1, 1, 9] };

  test("half of the damage to the attacker, rounded down, as stun", () => {
    const state = thrown(bout({ attack: "unarmed-headbutt", attacker: fighter({ wounds: chart({ temporary: 8 }) }) }), { ...butt, "damage:0": [1, 1, 1, 9, 1] });
    expect(step(state, "damage").points).toEqual({ ordinary: 6, penetrating: 0 });
    expect(changes(state, "attacker")).toEqual([["system.wounds.normal.stun", 0, 3]]);
    const odd = thrown(bout({ attack: "unarmed-headbutt" }), { ...butt, "damage:0": [1, 1, 1, 1, 9].with(2, 9) });
    expect(step(odd, "damage").points.ordinary).toBe(5);
    expect(changes(odd, "attacker")).toEqual([["system.wounds.temporary.value", 0, 2]]);
  });

  test("without helmets armor counts on neither side", () => {
    const state = thrown(bout({ attack: "unarmed-headbutt", attacker: armored(9, 9), defender: armored(9, 9) }), { ...butt, "damage:0": [1, 1, 1, 1, 9] });
    expect(stepKinds(state)).toEqual(["attack", "promote", "damage", "wounds", "wounds"]);
    expect(changes(state, "defender")).toEqual([["system.wounds.temporary.value", 0, 4], ["system.wounds.normal.stun", 0, 2]]);
    expect(changes(state, "attacker")).toEqual([["system.wounds.temporary.value", 0, 3]]);
  });

  test("the attacker's helmet: +rating that does not come back, and his Absorb counts", () => {
    const state = thrown(bout({ attack: "unarmed-headbutt", attacker: armored(1, 0, { helmet: 2 }) }), { attack: faces(2, 3), "damage:0": [1, 1, 1, 1, 9] });
    expect(step(state, "damage")).toMatchObject({ flat: 2, points: { ordinary: 8 } });
    expect(changes(state, "defender")).toEqual([["system.wounds.temporary.value", 0, 4], ["system.wounds.normal.stun", 0, 4]]);
    expect(changes(state, "attacker")).toEqual([["system.wounds.temporary.value", 0, 2]]);
  });

  test("the target's helmet: its armor counts, and the attacker takes its rating more", () => {
    const state = thrown(bout({ attack: "unarmed-headbutt", defender: armored(2, 0, { helmet: 3 }) }), { ...butt, "damage:0": [1, 1, 1, 1, 9] });
    expect(step(state, "absorb")).toEqual({ kind: "absorb", taken: 2, left: 4 });
    expect(changes(state, "attacker")).toEqual([["system.wounds.temporary.value", 0, 4], ["system.wounds.normal.stun", 0, 1]]);
  });

  test("a target whose armor leaves no dice still has a hard helmet", () => {
    const state = thrown(bout({ attack: "unarmed-headbutt", defender: armored(0, 9, { helmet: 3 }) }), { attack: faces(2, 4) });
    expect(state.targets[0]?.outcome).toBe("noDamage");
    expect(changes(state, "attacker")).toEqual([["system.wounds.temporary.value", 0, 3]]);
  });

  test("a miss hurts nobody", () => {
    expect(patchesOf(thrown(bout({ attack: "unarmed-headbutt" }), { attack: faces(1, 4) })).patches).toEqual([]);
  });

  test("the attacker may knock himself out", () => {
    const dizzy = fighter({ wounds: chart({ temporary: 8, normal: 11 }) });
    const state = thrown(bout({ attack: "unarmed-headbutt", attacker: dizzy }), { attack: faces(2, 4), "damage:0": [1, 1, 9, 9, 9], "consciousness:attacker": faces(0, 6) });
    expect(changes(state, "attacker")).toEqual([["system.wounds.normal.stun", 0, 1], ["unconscious", false, true], ["prone", false, true]]);
    expect(step(state, "consciousness")).toEqual({ kind: "consciousness", successes: 0, stays: false, who: "attacker" });
  });

  test("or kill himself, and then rolls for nothing", () => {
    const frail = fighter({ wounds: chart({ temporary: 8, normal: 24, mortal: 5 }) });
    const state = thrown(bout({ attack: "unarmed-headbutt", attacker: frail }), { attack: faces(2, 4), "damage:0": [1, 1, 9, 9, 9] });
    expect(changes(state, "attacker")).toEqual([["system.wounds.mortal.value", 5, 6], ["dead", false, true]]);
  });
});

describe("ticks of an exchange", () => {
  test("both sides pay, whatever came of it", () => {
    const state = thrown(bout({ attack: "melee-attack", weapon: weapon(), reaction: "evasion-dodge" }), { attack: faces(0, 6), "reaction:0": faces(0, 9) });
    expect(patchesOf(state).ticks).toEqual([
      { participant: side("attacker", fighter()).participant, kind: "act", cost: 7 },
      { participant: side("defender", fighter()).participant, kind: "react", cost: 5 },
    ]);
  });

  test("nobody pays outside a fight", () => {
    expect(patchesOf({ ...thrown(bout({ attack: "unarmed-strike" }), { attack: faces(0, 6) }), tick: null }).ticks).toEqual([]);
  });
});

describe("declarations that are refused", () => {
  it.each([
    ["the unconscious", { attack: "unarmed-strike", attacker: fighter({ statuses: ["unconscious"] }) }, "CannotAct"],
    ["the dead", { attack: "unarmed-strike", attacker: fighter({ statuses: ["dead"] }) }, "CannotAct"],
    ["an attack without its weapon", { attack: "melee-attack" }, "NeedsWeapon"],
    ["a shot without a gun", { attack: "ranged-shoot" }, "NeedsWeapon"],
    ["a shot too far", { attack: "ranged-shoot", weapon: gun(), situation: situation({ distance: 81 }) }, "OutOfRange"],
    ["a throw too far", { attack: "melee-throw", weapon: throwingAxe(), situation: situation({ distance: 27 }) }, "OutOfRange"],
    ["a long weapon in a clinch", { attack: "melee-attack", weapon: weapon(), situation: situation({ engagement: 1 }) }, "WeaponUnusable"],
  ] as const)("%s", (_name, given, error) => {
    expect(() => bout(given)).toThrow(`FATEWALKER.Error.${error}`);
  });

  test("two traits at once", () => {
    const trait = (key: string) => ({ key, source: "trait", label: key, value: 1, enabled: true, optional: true }) as const;
    expect(() => declare({ attacker: side("attacker", fighter()), targets: [], declaration: { maneuver: packManeuver("unarmed-strike"), weapon: null, modifiers: [trait("a"), trait("b")], cost: 6 }, tick: 1, shieldRule: "literal" })).toThrow("FATEWALKER.Error.OneTrait");
  });

  test("but fists reach in a clinch, and guns shoot there", () => {
    expect(bout({ attack: "unarmed-strike", situation: situation({ engagement: 1 }) }).phase).toBe("answering");
    expect(bout({ attack: "ranged-shoot", weapon: gun({ size: "XL" }), situation: situation({ engagement: 1, distance: 1 }) }).phase).toBe("answering");
  });

  test("a ranged maneuver that is no shot needs no reach", () => {
    expect(bout({ attack: { ...packManeuver("ranged-shoot"), key: "ranged-aim", roll: null, damage: null } }).phase).toBe("answering");
  });
});

describe("answers that are refused", () => {
  const waiting = (attack: string, arms = weapon(), engagement: 6 | 1 = 6, defender = fighter()): ExchangeState =>
    declare({ attacker: side("attacker", fighter()), targets: [{ side: side("defender", defender), situation: situation({ engagement }), aware: true }], declaration: { maneuver: packManeuver(attack), weapon: attack.startsWith("unarmed") ? null : arms, modifiers: [], cost: 6 }, tick: 1, shieldRule: "literal" });
  const reaction = (key: string, arms: Extract<Answer, { kind: "reaction" }>["weapon"] = null): Answer => ({ kind: "reaction", maneuver: packManeuver(key), weapon: arms, modifiers: [], cost: 5 });

  it.each([
    ["a dodge of a throw", waiting("melee-throw", throwingAxe()), reaction("evasion-dodge"), "MayNotAnswer"],
    ["a block of a headbutt", waiting("unarmed-headbutt"), reaction("unarmed-block"), "MayNotAnswer"],
    ["a parry with nothing", waiting("melee-attack"), reaction("melee-parry"), "NeedsWeapon"],
    ["a block without a shield", waiting("melee-attack"), reaction("melee-shield-block"), "NeedsShield"],
    ["a parry with a long weapon in a clinch", waiting("melee-attack", weapon({ size: "XS" }), 1), reaction("melee-parry", weapon()), "WeaponUnusable"],
  ])("%s", (_name, state, given, error) => {
    expect(() => answer(state, 0, given)).toThrow(`FATEWALKER.Error.${error}`);
    expect(pendingAnswers(state)).toEqual([0]);
  });

  test("of somebody who is no target", () => {
    expect(() => answer(waiting("melee-attack"), 1, { kind: "none" })).toThrow("FATEWALKER.Error.NoSuchTarget");
  });

  test("the same answer twice is one answer, another one is too late", () => {
    const answered = answer(waiting("melee-attack"), 0, reaction("evasion-dodge"));
    expect(answer(answered, 0, reaction("evasion-dodge"))).toBe(answered);
    expect(() => answer(answered, 0, { kind: "none" })).toThrow("FATEWALKER.Error.AnswerTooLate");
  });

  test("the unconscious are not asked", () => {
    expect(pendingAnswers(waiting("melee-attack", weapon(), 6, fighter({ statuses: ["unconscious"] })))).toEqual([]);
  });
});

describe("several targets", () => {
  const spread = (first: Fighter, second: Fighter, names: readonly [string, string] = ["one", "two"]): ExchangeState => {
    const maneuver = packManeuver("unarmed-headbutt");
    const attacker = fighter();
    const declared = declare({
      attacker: side("attacker", attacker),
      targets: [{ side: side(names[0], first), situation: neutralSituation(), aware: false }, { side: side(names[1], second), situation: neutralSituation(), aware: false }],
      declaration: { maneuver, weapon: null, modifiers: attackModifiers({ attacker, target: null, maneuver, weapon: null, situation: neutralSituation() }), cost: 5 },
      tick: 3,
      shieldRule: "literal",
    });
    return declared;
  };

  test("one attack roll, damage for each", () => {
    const rolled = supply(spread(fighter(), armored(0, 1)), { attack: faces(3, 4) });
    expect(requested(rolled)).toEqual(["damage:0", "damage:1"]);
    const state = thrown(rolled, { "damage:0": faces(1, 5), "damage:1": faces(0, 5) });
    expect(state.targets.map(({ outcome }) => outcome)).toEqual(["hit", "noDamage"]);
  });

  test("the same actor twice takes the second hit with what the first left", () => {
    const twice = spread(fighter(), fighter(), ["one", "one"]);
    const rolled = supply(twice, { attack: faces(2, 4) });
    expect(requested(rolled)).toEqual(["damage:0"]);
    const state = thrown(rolled, { "damage:0": [1, 1, 1, 1, 9], "damage:1": [1, 1, 1, 1, 9] });
    expect(changes(state, "one")).toEqual([["system.wounds.temporary.value", 0, 8], ["system.wounds.normal.stun", 0, 4]]);
  });

  test("no target at all still rolls", () => {
    const state = declare({ attacker: side("attacker", fighter()), targets: [], declaration: { maneuver: packManeuver("unarmed-strike"), weapon: null, modifiers: [], cost: 6 }, tick: null, shieldRule: "literal" });
    const done = thrown(state, { attack: [] });
    expect(done.targets).toEqual([]);
    expect(patchesOf(done).patches).toEqual([]);
  });
});

describe("nothing blocks", () => {
  test("a pool of 0 and a maneuver without a roll", () => {
    const none = bout({ attack: "unarmed-strike", attacker: fighter({ attributes: { prowess: 0 } }) });
    expect(nextRolls(none)).toMatchObject([{ id: "attack", roll: { pool: { normal: 0, wounded: 0 } } }]);
    expect(thrown(none, { attack: [] }).targets[0]?.outcome).toBe("missed");
    expect(thrown(bout({ attack: { ...packManeuver("unarmed-strike"), roll: null } }), { attack: [] }).targets[0]?.outcome).toBe("missed");
  });

  test("an actor without room for wounds", () => {
    const nobody = fighter({ attributes: { resilience: 0 }, wounds: chart({ rows: 0, columns: 0, temporaryMax: 0, mortalMax: 0 }) });
    const state = thrown(bout({ attack: "unarmed-strike", defender: nobody }), { attack: faces(2, 6), "damage:0": faces(1, 5) });
    expect(changes(state, "defender")).toEqual([["dead", false, true]]);
  });

  test("a maneuver without damage", () => {
    const state = thrown(bout({ attack: { ...packManeuver("unarmed-strike"), key: "unarmed-grapple", damage: null } }), { attack: faces(4, 6) });
    expect(state.targets[0]?.outcome).toBe("noDamage");
  });

  test("an actor without a chart's worth of sense: values beyond the boxes are put right", () => {
    const broken = fighter({ wounds: chart({ temporary: 11, normal: 1 }) });
    const state = thrown(bout({ attack: "melee-attack", weapon: weapon(), defender: broken }), { attack: faces(2, 6), "damage:0": [1, 9, 9, 9, 9, 9] });
    expect(changes(state, "defender")).toEqual([["system.wounds.temporary.value", 11, 8], ["system.wounds.normal.value", 1, 2]]);
  });
});

describe("dice", () => {
  const asked = bout({ attack: "unarmed-strike" });

  test("of the wrong number or with impossible faces are refused", () => {
    expect(() => supply(asked, { attack: [1] })).toThrow("FATEWALKER.Error.FaceCount");
    expect(() => supply(asked, { attack: [1, 2, 3, 4, 5, 11] })).toThrow("FATEWALKER.Error.FaceValue");
  });

  test("that are in stay, and what nobody asked for is passed over", () => {
    const once = supply(asked, { attack: faces(2, 6), "damage:7": [1], toString: [1] });
    const twice = supply(once, { attack: faces(6, 6) });
    expect(Object.keys(once.rolls)).toEqual(["attack"]);
    expect(twice).toEqual(once);
  });

  test("a resolved exchange takes none", () => {
    const done = thrown(asked, { attack: faces(0, 6) });
    expect(supply(done, { attack: faces(6, 6) })).toBe(done);
    expect(nextRolls(done)).toEqual([]);
    expect(pendingAnswers(done)).toEqual([]);
  });

  test("one source throws everything", () => {
    const done = resolveWith(bout({ attack: "melee-attack", weapon: weapon(), reaction: "melee-parry", reactionWeapon: weapon() }), (count) => faces(count, count));
    expect(done.phase).toBe("resolved");
    expect(Object.keys(done.rolls).sort()).toEqual(["attack", "damage:0", "reaction:0", "reactionDamage:0"]);
  });

  test("there are no patches before the end", () => {
    expect(() => patchesOf(asked)).toThrow("FATEWALKER.Error.NotResolved");
  });
});
