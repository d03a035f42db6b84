import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountsOf, awaitTarget, changeTarget, correct, joinTarget, MOST_CORRECTED, withoutTarget, type NewAim } from "../../src/rules/exchange/amend";
import { amendmentNotices, withAmendment } from "../../src/rules/exchange/amendments";
import { answer, isWaiting, pendingAnswers } from "../../src/rules/exchange/answer";
import { declare, type DeclaredTarget } from "../../src/rules/exchange/declare";
import { patchesOf } from "../../src/rules/exchange/patches";
import { placesWithout, rollAt } from "../../src/rules/exchange/places";
import { nextRolls, resolveWith, supply } from "../../src/rules/exchange/resolve";
import type { ExchangeState } from "../../src/rules/exchange/types";
import type { Face } from "../../src/rules/dice/types";
import type { Fighter } from "../../src/rules/fighter/types";
import { attackModifiers } from "../../src/rules/modifiers/attack";
import { neutralSituation } from "../../src/rules/modifiers/situation";
import { bout, faces, fighter, gun, packManeuver, side, stepKinds, thrown } from "./fixtures";

const NONE = { kind: "none" } as const;

/** An attack on these, by name. */
function strike(targets: readonly (readonly [string, Fighter])[], attacker = fighter(), key = "unarmed-strike"): ExchangeState {
  const maneuver = packManeuver(key);
  const modifiers = attackModifiers({ attacker, target: targets[0]?.[1] ?? null, maneuver, weapon: null, situation: neutralSituation() });
  return declare({ attacker: side("attacker", attacker), targets: targets.map(([name, who]) => target(name, who)), declaration: { maneuver, weapon: null, modifiers, cost: 6 }, tick: 3, shieldRule: "literal" });
}

const target = (name: string, who: Fighter): DeclaredTarget => ({ side: side(name, who), situation: neutralSituation(), aware: true });
const aimAt = ({ declaration }: ExchangeState, name: string, who = fighter()): NewAim => ({ declared: [target(name, who)], declaration });
const names = ({ targets }: ExchangeState): string[] => targets.map(({ side: { participant } }) => participant.combatant ?? "");

/** The same exchange with the same dice, as far as they go; where there are none it throws ones. */
function again(state: ExchangeState): ExchangeState {
  let current: ExchangeState = { ...state, phase: "answering", rolls: {}, targets: state.targets.map((entry) => ({ ...entry, steps: [], outcome: null })) };
  for (let requests = nextRolls(current); requests.length > 0; requests = nextRolls(current)) {
    current = supply(current, Object.fromEntries(requests.map(({ id, roll }): [string, Face[]] => {
      const count = roll.kind === "pool" ? roll.pool.normal + roll.pool.wounded : roll.pool.dice.reduce((sum, dice) => sum + dice.count, 0);
      return [id, Array.from({ length: count }, (_, index) => state.rolls[id]?.[index] ?? 1)];
    })));
  }
  return current;
}

const wounds = (state: ExchangeState, name = "defender"): number => patchesOf(state).patches.filter(({ participant, path }) => participant.combatant === name && path.startsWith("system.wounds")).reduce((sum, { before, after }) => sum + Number(after) - Number(before), 0);

describe("a defender who is joined later (L-A06)", () => {
  test("an attack at nobody waits, asks the one who is joined, and ends as if it had been aimed at from the start", () => {
    const waiting = awaitTarget(strike([]));
    expect([isWaiting(waiting), pendingAnswers(waiting), nextRolls(waiting)]).toEqual([true, [], []]);
    expect(() => resolveWith(waiting, (count) => faces(0, count))).toThrow("FATEWALKER.Error.AnswersPending");
    const joined = joinTarget(waiting, aimAt(strike([["late", fighter()]]), "late"));
    expect([names(joined), pendingAnswers(joined)]).toEqual([["late"], [0]]);
    const roll = { attack: faces(3, 6), "damage:0": faces(4, 5) };
    expect(thrown(answer(joined, 0, NONE), roll).targets[0]?.steps).toEqual(thrown(answer(strike([["late", fighter()]]), 0, NONE), roll).targets[0]?.steps);
  });

  test("made at nobody after all it rolls alone", () => {
    const alone = withoutTarget(awaitTarget(strike([])));
    expect(nextRolls(alone).map(({ id }) => id)).toEqual(["attack"]);
    expect(thrown(alone, { attack: faces(2, 6) }).targets).toEqual([]);
  });

  test("a second one joins behind the first, whose answer stays; nobody joins twice, nor once dice lie there", () => {
    const first = answer(strike([["one", fighter()]]), 0, NONE);
    const both = joinTarget(first, aimAt(first, "two"));
    expect([names(both), pendingAnswers(both)]).toEqual([["one", "two"], [1]]);
    expect(() => joinTarget(both, aimAt(both, "two"))).toThrow("FATEWALKER.Amend.IsTarget");
    const rolled = supply(answer(both, 1, NONE), { attack: faces(3, 6) });
    expect(() => joinTarget(rolled, aimAt(rolled, "three"))).toThrow("FATEWALKER.Amend.DiceLie");
  });

  test("two shots that have their targets have no room for another one", () => {
    const state = strike([["one", fighter()]]);
    const twin = { ...state.declaration, maneuver: { ...state.declaration.maneuver, effects: [{ kind: "twoShots" as const }] } };
    expect(() => joinTarget(state, { declared: [target("two", fighter())], declaration: twin })).toThrow("FATEWALKER.Amend.NoRoom");
  });

  test("whoever attacks itself is not asked, and is hurt by its own blow", () => {
    const state = strike([["attacker", fighter()]]);
    expect(pendingAnswers(state)).toEqual([]);
    const end = thrown(state, { attack: faces(3, 6), "damage:0": faces(4, 5) });
    expect(wounds(end, "attacker")).toBeGreaterThan(0);
    expect(patchesOf(end).ticks.map(({ kind }) => kind)).toEqual(["act"]);
  });
});

describe("another target (L-A14)", () => {
  test("the new one is asked in the place of the former, whose answer is void", () => {
    const state = answer(answer(strike([["one", fighter()], ["two", fighter()]]), 0, NONE), 1, NONE);
    const { state: changed, places } = changeTarget(state, 1, aimAt(state, "three"), { asked: true });
    expect([names(changed), pendingAnswers(changed), places]).toEqual([["one", "three"], [1], [0, 1]]);
    expect(() => changeTarget(changed, 1, aimAt(changed, "one"), { asked: true })).toThrow("FATEWALKER.Amend.IsTarget");
  });

  test("where the first is changed the dice of the others stay as they were declared", () => {
    const state = strike([["one", fighter()], ["two", fighter()]]);
    const declaration = { ...state.declaration, modifiers: state.declaration.modifiers.slice(0, 1) };
    const { state: changed } = changeTarget(state, 0, { declared: [target("three", fighter())], declaration }, { asked: true });
    expect(changed.declaration.modifiers).toHaveLength(1);
    expect(changed.targets[1]?.modifiers).toEqual(state.declaration.modifiers);
  });

  test("who stood beside the former goes with it, and its dice with that one", () => {
    const state = strike([["one", fighter()], ["two", fighter()]]);
    const stray = (from: number) => ({ ...state.targets[0], side: side(`beside ${String(from)}`, fighter()), answer: NONE, origin: { kind: "stray" as const, from, range: 4 } }) as ExchangeState["targets"][number];
    const crowded: ExchangeState = { ...state, targets: [...state.targets, stray(0), stray(1)], rolls: { attack: [1], "damage:0": [1], "damage:2": [2], "damage:3": [3], "fate:reaction:3": [4] } };
    const { state: changed, places } = changeTarget(crowded, 0, aimAt(state, "three"), { asked: false });
    expect([names(changed), places]).toEqual([["three", "two", "beside 1"], [0, 1, null, 2]]);
    expect(changed.targets[2]?.origin).toMatchObject({ from: 1 });
    expect(changed.rolls).toEqual({ attack: [1], "damage:0": [1], "damage:2": [3], "fate:reaction:2": [4] });
  });

  test("ids of rolls follow their targets; parts of an attack are no targets", () => {
    const places = placesWithout(strike([["one", fighter()], ["two", fighter()], ["three", fighter()]]).targets, ({ side: { participant } }) => participant.combatant === "two");
    expect(["attack", "attack:1", "reaction:2", "reaction:2~1", "footing:2:target", "support:reaction:2", "damage:1", "fate:attack"].map((id) => rollAt(id, places)))
      .toEqual(["attack", "attack:1", "reaction:1", "reaction:1~1", "footing:1:target", "support:reaction:1", null, "fate:attack"]);
  });

  test("an area is struck where it was aimed", () => {
    const state = strike([["one", fighter()]]);
    const blast: ExchangeState = { ...state, declaration: { ...state.declaration, area: { radius: 3, falloff: 1 } } };
    expect(() => changeTarget(blast, 0, aimAt(state, "two"), { asked: true })).toThrow("FATEWALKER.Amend.AreaStays");
  });
});

describe("other amounts (L-A14)", () => {
  const protection = { absorb: 1, deflection: { physical: 0, ballistic: 0, energy: 0 } };
  const end = thrown(bout({ attack: "unarmed-strike", defender: fighter({ protection }) }), { attack: faces(2, 6), "damage:0": [1, 9, 9, 1, 9] });

  test("4 to 3 points, worked out: Absorb takes its point off what is left, and the dice stay as they fell", () => {
    expect(amountsOf(end.targets[0] ?? never())).toEqual({ successes: 2, points: 4 });
    expect(wounds(end)).toBe(3);
    const fewer = again(correct(end, 0, { points: 3 }));
    expect(wounds(fewer)).toBe(2);
    expect(fewer.rolls).toEqual(end.rolls);
    expect(wounds(again(correct(end, 0, { points: 0 })))).toBe(0);
    expect(wounds(again(correct(fewer, 0, { points: 4 })))).toBe(3);
  });

  test("successes promote and demote anew; none is a miss, after which nothing more is rolled", () => {
    const missed = again(correct(end, 0, { successes: 0 }));
    expect([missed.targets[0]?.outcome, wounds(missed), Object.keys(missed.rolls)]).toEqual(["missed", 0, ["attack"]]);
    const better = again(correct(end, 0, { successes: 4 }));
    expect(stepKinds(better)).toContain("damage");
    expect(better.targets[0]?.steps.find(({ kind }) => kind === "promote")).toMatchObject({ by: 4 });
    expect(again(correct(again(correct(end, 0, { successes: 4 })), 0, { successes: 2 })).targets[0]?.steps).toEqual(end.targets[0]?.steps);
  });

  test("points count where armor left no die to roll", () => {
    const armored = fighter({ protection: { absorb: 0, deflection: { physical: 0, ballistic: 40, energy: 0 } } });
    const bounced = thrown(bout({ attack: "ranged-shoot", weapon: gun(), defender: armored, aware: false }), { attack: faces(2, 6) });
    expect([bounced.targets[0]?.outcome, wounds(bounced)]).toEqual(["noDamage", 0]);
    expect(wounds(again(correct(bounced, 0, { points: 2 })))).toBe(2);
  });

  test("what is no amount is refused, and so is a target that is none", () => {
    for (const points of [-1, 1.5, MOST_CORRECTED + 1]) expect(() => correct(end, 0, { points })).toThrow("FATEWALKER.Amend.BadAmount");
    expect(() => correct(end, 4, { points: 1 })).toThrow("FATEWALKER.Error.NoSuchTarget");
  });

  test("properties: the amount that counts changes nothing, and putting it back restores all that followed", () => {
    fc.assert(fc.property(fc.nat(4), fc.nat(7), fc.nat(3), fc.nat(12), fc.nat(20), (hits, hurts, absorb, successes, points) => {
      const defender = fighter({ protection: { absorb, deflection: { physical: 1, ballistic: 0, energy: 0 } } });
      const rolled = resolveWith(bout({ attack: "unarmed-headbutt", defender }), (count) => faces(Math.min(count, count === 4 ? hits : hurts), count));
      const now = amountsOf(rolled.targets[0] ?? never());
      const { successes: hit, points: hurt } = now;
      expect(correct(rolled, 0, { ...(hit === null ? {} : { successes: hit }), ...(hurt === null ? {} : { points: hurt }) })).toBe(rolled);
      const changed = again(correct(rolled, 0, { successes, points }));
      expect(changed.phase).toBe("resolved");
      const back = again({ ...changed, rolls: rolled.rolls, targets: rolled.targets });
      expect(back.targets).toEqual(rolled.targets);
      expect(patchesOf(back)).toEqual(patchesOf(rolled));
    }));
  });
});

describe("the trace of it", () => {
  test("says who changed what; of somebody hidden not how much", () => {
    const of = side("defender", fighter()).participant;
    const state = [
      { by: "Gamemaster", kind: "joined", name: "Ivo" } as const,
      { by: "Gamemaster", kind: "target", from: "Ivo", to: "Enforcer" } as const,
      { by: "Gamemaster", kind: "points", of, name: "Enforcer", from: 4, to: 3 } as const,
    ].reduce(withAmendment, strike([]));
    expect(amendmentNotices(state, () => false).map(({ data }) => data)).toEqual([{ by: "Gamemaster", name: "Ivo" }, { by: "Gamemaster", from: "Ivo", to: "Enforcer" }, { by: "Gamemaster", name: "Enforcer", from: 4, to: 3 }]);
    expect(amendmentNotices(state, () => true).at(-1)).toEqual({ key: "FATEWALKER.Amend.Did.PointsUnseen", data: { by: "Gamemaster", name: "Enforcer" } });
  });
});

function never(): never {
  throw new Error("There is no such target.");
}
