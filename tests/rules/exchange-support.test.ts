import { describe, expect, test } from "vitest";
import { supportModifier } from "../../src/rules/checks/support";
import { costsOf } from "../../src/rules/exchange/costs";
import { offersOf, takeOffer, type PowerHolder } from "../../src/rules/exchange/offers";
import { nextRolls, supply } from "../../src/rules/exchange/resolve";
import { skillRolls } from "../../src/rules/exchange/skill-rolls";
import type { Face } from "../../src/rules/dice/types";
import type { ExchangeState } from "../../src/rules/exchange/types";
import { publicRolls, publicSteps } from "../../src/rules/exchange/public";
import type { Modifier } from "../../src/rules/modifiers/types";
import { answerOdds } from "../../src/rules/odds/answer";
import { exchangeOdds } from "../../src/rules/odds/exchange";
import { passivesOf } from "../../src/rules/powers/passive";
import { bout, faces, fighter, side, step, thrown, weapon } from "./fixtures";
import { power } from "./checks-pack";

/* A skill that supports an attack or an answer: rolled first, joined to its roll, paid with the exchange (core rules, Dice; R268). */

/** Prowess 2 at TN 4, in support of anything. */
const running: Modifier = supportModifier("prowess", { branch: "stamina", tn: 4 }, { name: "Running", will: 1 });
const attacker = fighter({ attributes: { prowess: 2 } });
const sword = weapon({ damage: { formula: "2x1", tn: 5, type: "physical", stun: false, ladder: "standard" } });

/** The attack with these modifiers besides; the answer, if any, with those. */
function backed(state: ExchangeState, onAttack: readonly Modifier[], onAnswer: readonly Modifier[] = []): ExchangeState {
  return {
    ...state, declaration: { ...state.declaration, modifiers: [...state.declaration.modifiers, ...onAttack] },
    targets: state.targets.map((target) => (target.answer?.kind === "reaction" ? { ...target, answer: { ...target.answer, modifiers: [...target.answer.modifiers, ...onAnswer] } } : target)),
  };
}
const attack = (): ExchangeState => backed(bout({ attacker, attack: "melee-attack", weapon: sword }), [running]);

describe("R268 a support roll in an exchange", () => {
  test("falls with the attack, before it; its successes join, so that one and one hit and promote twice", () => {
    const state = attack();
    expect(nextRolls(state).map(({ id, roll }) => [id, roll.kind === "pool" ? roll.pool : null])).toEqual([
      ["support:attack", { normal: 2, wounded: 0, tn: 4, woundedTn: 2 }], ["attack", expect.objectContaining({ normal: 2, tn: 6 })],
    ]);
    const done = thrown(state, { "support:attack": faces(1, 2), attack: faces(1, 2), "damage:0": faces(2, 2) });
    expect([step(done, "attack").successes, step(done, "attack").hits, step(done, "promote").by]).toEqual([2, true, 2]);
    expect(step(done, "power")).toMatchObject({ name: "Running", text: "FATEWALKER.Power.Did.Supported", data: { successes: 1 }, roll: "support:attack", secret: false });
  });

  test("R288 what is learned of it is read from the whole: one and one have not failed, and two less one have", () => {
    const whole = (rolls: Readonly<Record<string, readonly Face[]>>): unknown => skillRolls(thrown(attack(), rolls)).map(({ skill, roll }) => [skill, roll.successes]);
    expect(whole({ "support:attack": faces(1, 2), attack: faces(1, 2), "damage:0": faces(2, 2) })).toEqual([["melee", 2]]);
    expect(whole({ "support:attack": [5, 9], attack: faces(2, 2) })).toEqual([["melee", 1]]);
  });

  test("a failure takes its degree away, down to none; by how much it failed tells its TN, which stays with the GM", () => {
    // TN 4: the lowest of 5 and 9 fails by one.
    const one = thrown(attack(), { "support:attack": [5, 9], attack: faces(2, 2) });
    expect([step(one, "attack").successes, step(one, "attack").hits]).toEqual([1, false]);
    const none = thrown(attack(), { "support:attack": [9, 9], attack: faces(2, 2) });
    expect(step(none, "attack").successes).toBe(0);
    expect(publicSteps(none, 0, () => true).some(({ kind }) => kind === "power")).toBe(false);
    expect(publicRolls(none, () => true).find(({ id }) => id === "support:attack")).toMatchObject({ tn: null, label: "FATEWALKER.Modifier.Roll.Support" });
  });

  test("supports an answer as well, with the answerer's own dice", () => {
    const state = backed(bout({ attacker, defender: fighter({ attributes: { prowess: 3 } }), attack: "melee-attack", weapon: sword, reaction: "evasion-dodge" }), [], [running]);
    const done = thrown(state, { attack: faces(2, 2), "support:reaction:0": faces(2, 3), "reaction:0": faces(0, 9).slice(0, diceOf(state, "reaction:0")) });
    expect([step(done, "answer").successes, done.targets[0]?.outcome]).toEqual([2, "evaded"]);
  });

  test("joins what a power makes of the dice: one of two named is doubled to two, and one more from the support", () => {
    const named: Modifier = { ...running, key: "power-x", source: "power", cost: { fate: 1 }, change: { kind: "predestined", named: 2 } };
    const done = thrown(backed(bout({ attacker, attack: "melee-attack", weapon: sword }), [named, running]), { "support:attack": faces(1, 2), attack: faces(1, 2), "damage:0": faces(0, 2) });
    expect(step(done, "attack").successes).toBe(3);
    expect(costsOf(done).get(done.attacker.participant.actor)).toEqual({ will: 1, fate: 1 });
  });

  test("wounds of the moment count for it, and nothing of it where it is off", () => {
    const [request] = nextRolls(backed(bout({ attacker: fighter({ attributes: { prowess: 2 }, woundPenalty: 1 }), attack: "melee-attack", weapon: sword }), [running]));
    expect(request?.roll).toMatchObject({ pool: { normal: 1, wounded: 1 } });
    const off = backed(bout({ attacker, attack: "melee-attack", weapon: sword }), [{ ...running, enabled: false }]);
    expect([nextRolls(off).map(({ id }) => id), costsOf(off).size]).toEqual([["attack"], 0]);
  });

  test("an area throws it once, and each target reads it", () => {
    const one = bout({ attacker, attack: "melee-attack", weapon: sword });
    const [first] = one.targets;
    const state = backed({ ...one, targets: first === undefined ? [] : [first, { ...first, side: side("second", fighter()) }] }, [running]);
    expect(nextRolls(state).map(({ id }) => id)).toEqual(["support:attack", "attack"]);
    const done = thrown(state, { "support:attack": faces(2, 2), attack: faces(0, 2), "damage:0": faces(0, 2), "damage:1": faces(0, 2) });
    expect([step(done, "attack").successes, step(done, "attack", 1).successes]).toEqual([2, 2]);
  });
});

describe("powers beside it", () => {
  const intrepid: PowerHolder = {
    side: "attacker", powers: [{ item: "i", name: "Intrepid", power: power("power-fate-intrepid") }],
    user: { will: { rating: 8, bonus: 0, spent: 0, fatigue: 0, exhaustion: 0 }, fate: { rating: 5, spent: 0, apathy: 0, ennui: false }, passives: passivesOf([]) },
  };
  const driven: Modifier = { ...running, key: "power-power-will-driven", source: "power", value: 0, change: { kind: "targetNumber", bonus: 0, most: 7 } };
  const lying = (modifiers: readonly Modifier[]): ExchangeState => supply(backed(bout({ attacker, attack: "melee-attack", weapon: sword }), modifiers), { "support:attack": [9, 9], attack: faces(1, 2) });
  const offered = (state: ExchangeState): string[] => offersOf({ ...state, phase: "answering" }, [intrepid]).map((offer) => (offer.kind === "reroll" ? offer.request.id : offer.kind));

  test("R261 its dice may be made again like those of the attack, but they are one test: another power on either forbids both", () => {
    expect(offered(lying([running]))).toEqual(["support:attack", "attack"]);
    expect(offered(lying([driven, running]))).toEqual([]);
    const fated: Modifier = { ...driven, change: { kind: "fateRoll", dice: 2, tn: 3, damage: { base: 2, perSuccess: 1, perFailure: 0 }, refundShare: 0.5 } };
    const state = supply(lying([fated]), { "fate:attack": [1, 9] });
    expect(offered(state)).toEqual([]);
  });

  test("R278 an opponent may have either of them made again, but not the support of an answer to the own attack", () => {
    const second = (side: PowerHolder["side"]): PowerHolder => ({ ...intrepid, side, powers: [{ item: "ii", name: "Intrepid II", power: power("power-fate-intrepid-ii") }] });
    const rolls = (state: ExchangeState, side: PowerHolder["side"]): string[] => offersOf({ ...state, phase: "answering" }, [second(side)]).map((offer) => (offer.kind === "reroll" ? offer.request.id : offer.kind));
    expect(rolls(lying([running]), 0)).toEqual(["support:attack", "attack"]);
    const answered = backed(bout({ attacker, attack: "melee-attack", weapon: sword, reaction: "evasion-dodge" }), [], [running]);
    const state = supply(answered, { attack: faces(1, 2), "support:reaction:0": [9, 9, 9, 9, 9, 9], "reaction:0": faces(0, diceOf(answered, "reaction:0")) });
    expect([rolls(state, "attacker"), rolls(state, 0)]).toEqual([[], ["attack"]]);
  });

  test("made again, the new dice join", () => {
    const state: ExchangeState = { ...lying([running]), phase: "answering" };
    const [offer] = offersOf(state, [intrepid]);
    if (offer === undefined) throw new Error("Nothing is offered.");
    const done = thrown(takeOffer(state, offer), { "support:attack~1": faces(2, 2), "damage:0": faces(0, 2) });
    expect([step(done, "attack").successes, costsOf(done).get(done.attacker.participant.actor)]).toEqual([3, { will: 1, fate: 1 }]);
  });
});

describe("its odds", () => {
  const die = fighter({ attributes: { prowess: 1 }, skills: { melee: 4 } });
  // One die at TN 4 each: a support that fails by 1 to 5 takes the only success away.
  const odds = backed(bout({ attacker: die, attack: "melee-attack", weapon: sword }), [running]);

  test("both rolls together: hits only where both succeed", () => {
    const { hit, successes } = exchangeOdds(odds, 0);
    expect([hit, ...successes].map((chance) => Math.round(chance * 100))).toEqual([25, 50, 25, 25]);
  });

  test("the chance to turn it counts the support of either side, and nothing where no defence counts", () => {
    const dodger = fighter({ attributes: { prowess: 1 }, skills: { agility: 4 } });
    const state = bout({ attacker: fighter(), defender: dodger, attack: "melee-attack", weapon: sword, reaction: "evasion-dodge" });
    const helped = answerOdds(backed(state, [], [{ ...running, change: { kind: "support", attribute: "prowess", branch: "stamina", tn: 8 } }]), 0).escapes;
    expect(helped).toBeGreaterThan(answerOdds(state, 0).escapes);
    const strike: Modifier = { ...running, key: "power-y", source: "power", change: { kind: "strike", successes: 0, cancelsDefense: true, damage: 0 } };
    expect(answerOdds(backed(state, [strike]), 0).escapes).toBe(0);
  });
});

function diceOf(state: ExchangeState, id: string): number {
  const roll = nextRolls(state).find((request) => request.id === id)?.roll;
  return roll?.kind === "pool" ? roll.pool.normal + roll.pool.wounded : 0;
}
