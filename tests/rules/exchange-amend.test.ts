import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountsOf, awaitTarget, changeTarget, correct, joinTarget, MOST_CORRECTED, withoutTarget, type NewAim } from "../../src/rules/exchange/amend";
import { amendmentNotices, withAmendment } from "../../src/rules/exchange/amendments";
import { answer, isWaiting, pendingAnswers } from "../../src/rules/exchange/answer";
import { declare, type DeclaredTarget } from "../../src/rules/exchange/declare";
import { patchesOf } from "../../src/rules/exchange/patches";
import { placesWithout, rollAt } from "../../src/rules/exchange/places";
import { attackPool } from "../../src/rules/exchange/pools";
import { renew } from "../../src/rules/exchange/renew";
import { nextRolls, resolveWith, supply } from "../../src/rules/exchange/resolve";
import type { ExchangeState } from "../../src/rules/exchange/types";
import type { Face } from "../../src/rules/dice/types";
import { NOTHING_CARRIED, type Carried } from "../../src/rules/fighter/carried";
import type { Fighter } from "../../src/rules/fighter/types";
import { attackModifiers } from "../../src/rules/modifiers/attack";
import { neutralSituation } from "../../src/rules/modifiers/situation";
import type { EngagementRange, Positions, Situation } from "../../src/rules/modifiers/types";
import { engagement, fight, grips, shaped } from "./combat/bouts";
import { bout, diceByKey, faces, fighter, gun, packManeuver, side, situation, stepKinds, thrown, weapon } from "./fixtures";

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

describe("what preempts an attack changes what that is made with (checklist 11)", () => {
  const halberd = weapon({ id: "halberd", name: "Halberd", size: "XL", hand: "both" });
  const knife = weapon({ id: "knife", name: "Knife", size: "S" });
  const at = (engagement: EngagementRange, positions: Positions = grips({})): Situation => situation({ engagement, positions, distance: 1 });
  /** An attack as it stands after something has changed; what is not named is as it was. */
  const after = (state: ExchangeState, change: { attacker?: Fighter; target?: Fighter; place?: Situation; carried?: Carried; targetCarried?: Carried }): ExchangeState => renew(state, {
    attacker: { fighter: change.attacker ?? state.attacker.fighter, carried: change.carried ?? state.declaration.carried ?? NOTHING_CARRIED },
    targets: state.targets.map(({ side: { fighter: body }, situation: place, carried = NOTHING_CARRIED }) => ({ fighter: change.target ?? body, situation: change.place ?? place, carried: change.targetCarried ?? carried })),
  });
  const dice = (state: ExchangeState): Record<string, number> => diceByKey(state.declaration.modifiers);

  test("a grapple that preempts: range 2 leaves an XL weapon unusable, and costs an L one 4 dice", () => {
    const wielder = fighter({ weapons: [halberd] });
    expect(() => after(fight({ attacker: wielder, attack: packManeuver("melee-attack"), weapon: halberd, situation: at(6) }), { place: at(2, grips({ grapple: ["target", 2] })) })).toThrow("FATEWALKER.Error.WeaponUnusable");
    const sword = fight({ attacker: fighter({ weapons: [weapon()] }), attack: packManeuver("melee-attack"), weapon: weapon(), situation: at(6) });
    expect(dice(sword)).toEqual({});
    const seized = after(sword, { place: at(2, grips({ grapple: ["target", 2] })) });
    expect(dice(seized)).toEqual({ engagement: -4 });
    expect(attackPool(seized, 0)).toMatchObject({ normal: 2, wounded: 0 });
  });

  test("whoever is seized closes in no more, and a blow that lands leaves the grip as it is", () => {
    const engage = fight({ attack: shaped("melee-engage-disengage", { variant: "engage" }), situation: at(6) });
    expect(() => after(engage, { place: at(2, grips({ grapple: ["target", 2] })) })).toThrow("FATEWALKER.Error.SlipFirst");
    const punch = after(fight({ attack: packManeuver("unarmed-strike"), situation: at(6) }), { place: at(2, grips({ grapple: ["target", 2] })) });
    expect(dice(punch)).toEqual({ engagement: -1 });
    const struck = thrown(punch, { attack: faces(3, 5), "damage:0": faces(2, 5) });
    expect([struck.phase, engagement(struck)]).toEqual(["resolved", null]);
  });

  test("whoever is taken down strikes from below: 1 die less between the two, 2 for others; what a person switched off stays off", () => {
    const below = grips({ ground: ["target", 0] });
    const prone = fighter({ statuses: ["prone"] });
    const strike = fight({ attack: packManeuver("unarmed-strike"), situation: at(5) });
    expect(dice(after(strike, { attacker: prone, place: { ...at(3, below), attacker: { prone: true, movement: "none", cover: "none" } } }))).toEqual({ bottom: -1 });
    expect(dice(after(strike, { attacker: prone, place: { ...at(5), attacker: { prone: true, movement: "none", cover: "none" } } }))).toEqual({ "attacker-prone": -2 });
    const [first, ...rest] = fight({ attack: packManeuver("unarmed-strike"), situation: at(6) }).declaration.modifiers;
    expect(rest.map(({ key, value }) => [key, value])).toEqual([["engagement", -1]]);
    const agreed = { ...strike, declaration: { ...strike.declaration, modifiers: [...(first === undefined ? [] : [first]), ...rest.map((entry) => ({ ...entry, enabled: false }))] }, targets: strike.targets.map((target) => ({ ...target, situation: at(6) })) };
    expect(dice(after(agreed, { place: at(2) }))).toEqual({});
  });

  test("a weapon that was knocked away strikes no more; an aim that was lost helps no more", () => {
    const armed = fight({ attacker: fighter({ weapons: [knife] }), attack: packManeuver("melee-attack"), weapon: knife, situation: at(5) });
    expect(() => after(armed, { attacker: fighter({ weapons: [{ ...knife, carried: "sheathed", hand: null }] }) })).toThrow("FATEWALKER.Error.NeedsWeaponInHand");
    const shot = fight({ attacker: fighter({ weapons: [gun()] }), attack: packManeuver("ranged-shoot"), weapon: gun(), situation: situation({ distance: 8 }), carried: { aim: { bonus: 3, target: "defender", kind: "aim" }, footwork: null } });
    expect(dice(shot)).toMatchObject({ aim: 3 });
    const startled = after(shot, { carried: NOTHING_CARRIED });
    expect(dice(startled)).not.toHaveProperty("aim");
    expect(startled.declaration.carried).toEqual(NOTHING_CARRIED);
  });

  test("a combined maneuver goes on from where it stands: its second half has the dice of the new range", () => {
    const both = fight({ attack: packManeuver("melee-engage-and-gut"), weapon: knife, attacker: fighter({ weapons: [knife] }), parts: [[packManeuver("melee-engage-disengage"), null], [packManeuver("melee-gut"), knife]], situation: at(6) });
    const nearer = after(both, { place: at(4) });
    expect(nearer.declaration.parts?.map(({ modifiers }) => diceByKey(modifiers))).toEqual([{}, { "close-quarters": 1 }]);
  });

  test("an answer suffers what has become of its user; one that cannot be given any more is none", () => {
    const dodge = fight({ attack: packManeuver("unarmed-strike"), reaction: packManeuver("evasion-dodge"), situation: at(5) });
    const held = after(dodge, { target: fighter({ statuses: ["held"] }), place: at(2) });
    const given = held.targets[0]?.answer;
    expect(given?.kind === "reaction" && diceByKey(given.modifiers)).toEqual({ maneuver: 3, "close-evasion": -2, held: -3 });
    const parry = fight({ attack: packManeuver("unarmed-strike"), defender: fighter({ weapons: [halberd] }), reaction: packManeuver("melee-parry"), reactionWeapon: halberd, situation: at(5) });
    expect(after(parry, { place: at(2) }).targets[0]?.answer).toEqual({ kind: "none", why: "nothingFits" });
    expect(after(dodge, { target: fighter({ statuses: ["unconscious"] }) }).targets[0]?.answer).toEqual({ kind: "none", why: "unconscious" });
  });

  test("of two targets the one that it cannot be made on any more is missed", () => {
    const one = fight({ attacker: fighter({ weapons: [halberd] }), attack: packManeuver("melee-attack"), weapon: halberd, situation: at(5) });
    const both = { ...one, targets: one.targets.flatMap((target) => [target, { ...target, side: side("other", fighter()) }]) };
    const state = renew(both, { attacker: { fighter: both.attacker.fighter, carried: NOTHING_CARRIED }, targets: [{ fighter: fighter(), carried: NOTHING_CARRIED, situation: at(2) }, { fighter: fighter(), carried: NOTHING_CARRIED, situation: at(5) }] });
    const done = thrown(state, { attack: faces(3, 6), "damage:1": faces(2, 6) });
    expect(done.targets.map(({ outcome }) => outcome)).toEqual(["missed", "hit"]);
  });

  test("where nothing has changed nothing changes", () => {
    const plain = fight({ attacker: fighter({ weapons: [knife] }), attack: packManeuver("melee-attack"), weapon: knife, reaction: packManeuver("evasion-dodge"), situation: at(4) });
    expect(after(plain, {})).toEqual({ ...plain, declaration: { ...plain.declaration, carried: NOTHING_CARRIED } });
  });
});
