import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it, test } from "vitest";
import { supportModifier } from "../../../src/rules/checks/support";
import { RuleError } from "../../../src/rules/errors";
import type { ExchangeState } from "../../../src/rules/exchange/types";
import type { Fighter, Maneuver, Weapon } from "../../../src/rules/fighter/types";
import type { Modifier } from "../../../src/rules/modifiers/types";
import { exchangeBetween, type AnswerMove, type Confrontation, type Move } from "../../../src/rules/odds/between";
import { exchangeOdds } from "../../../src/rules/odds/exchange";
import { fight, shaped } from "../combat/bouts";
import { chart, fighter, gun, handShield, packManeuver, side, situation, throwingAxe, weapon } from "../fixtures";
import { bruteForce, dice, everyFace, everyReading, farthest, oddsTally, type Tally } from "./outcomes";

/** Keys of every maneuver in the pack. */
const KEYS = readdirSync(new URL("../../../packs/_source/maneuvers", import.meta.url).pathname, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".yml") && !file.includes("folder-"))
  .map((file) => basename(file, ".yml"))
  .sort();

/** How near exact odds have to come to an enumeration. */
const EXACT = 1e-12;

const light = (formula: string, tn = 5, changes: Partial<Weapon> = {}): Weapon => weapon({ ...changes, damage: { ...weapon().damage, ...changes.damage, formula, tn } });
const move = (key: string | Maneuver, count: number, arms: Weapon | null = null): Move => ({ maneuver: typeof key === "string" ? packManeuver(key) : key, weapon: arms, modifiers: dice(count) });
/** The move with another skill of that TN in support of it. */
const supportedBy = ({ modifiers = [], ...made }: Move, tn: number): Move => ({ ...made, modifiers: [...modifiers, supportModifier("prowess", { branch: "stamina", tn }, { name: "Running", will: 1 })] });
const power = (key: string, change: NonNullable<Modifier["change"]>): Modifier => ({ key, source: "power", label: "", value: 0, enabled: true, optional: true, change });
const wrath = power("wrath", { kind: "fateRoll", dice: 1, tn: 3, damage: { base: 2, perSuccess: 1, perFailure: 0 }, refundShare: 0.5 });
const foretold = power("foretold", { kind: "predestined", named: 1 });
const one = { attributes: { prowess: 1 } };
const armor = { absorb: 1, deflection: { physical: 1, ballistic: 0, energy: 0 } };
const shield = (energy: number, minActivation: number, maxAbsorb = 20): Fighter["energyShield"] => ({ id: "s", name: "s", minActivation, maxAbsorb, energy, reserve: 20 });
const between = (attack: Move, changes: Partial<Confrontation> = {}): ExchangeState => exchangeBetween({ attacker: fighter(), target: fighter(), attack, ...changes });

function agrees(state: ExchangeState, throwsOf: typeof everyFace, index = 0): void {
  // A target that was not aimed at may have no attack roll of its own to show.
  const told = (tally: Tally): Tally => (state.targets[index]?.origin === undefined ? tally : new Map([...tally].filter(([key]) => !key.startsWith("successes"))));
  const { name, difference } = farthest(told(oddsTally(exchangeOdds(state, index))), told(bruteForce(state, index, throwsOf)));
  expect(difference, name).toBeLessThan(EXACT);
}

describe("odds are those of every face of every die, through the exchange itself", () => {
  const bare = { attributes: { prowess: 1, resilience: 3 } };
  it.each<[string, ExchangeState]>([
    ["three dice and one of damage", between(move("melee-attack", 3, light("1x1")))],
    ["wounded dice", between(move("melee-attack", 3, light("1x3")), { attacker: fighter({ woundPenalty: 2 }) })],
    ["Deflection, Absorb and flat points", between(move("melee-hack", 2, light("1x1/1x3")), { attacker: fighter({ brute: 1 }), target: fighter({ protection: armor }) })],
    ["an energy shield", between(move("melee-attack", 2, light("1x1/1x3")), { target: fighter({ energyShield: shield(5, 4) }) })],
    ["an energy shield with charges", between(move("melee-attack", 2, light("1x1/1x3")), { target: fighter({ energyShield: shield(2, 4, 3) }), shieldRule: "charges" })],
    ["a dodge", between(move("melee-attack", 2, light("1x1")), { reaction: move("evasion-dodge", 2) })],
    ["a parry", between(move("melee-attack", 2, light("1x1")), { reaction: move(small(packManeuver("melee-parry")), 1, light("1x1")) })],
    ["stun that may knock out", between(move(small(packManeuver("unarmed-strike")), 2), { target: fighter({ ...bare, wounds: chart({ stun: 11, temporary: 8 }) }) })],
    ["buckshot", between(move("ranged-shoot", 2, gun({ damage: { formula: "2x1", tn: 6, type: "ballistic", stun: false, ladder: "buckshot" }, promoteRange: 5 })), { situation: situation({ distance: 4 }) })],
    ["buckshot from farther off", between(move("ranged-shoot", 2, gun({ damage: { formula: "2x1", tn: 6, type: "ballistic", stun: false, ladder: "buckshot" }, promoteRange: 5 })), { situation: situation({ distance: 9 }) })],
    ["a blow that kills", between(move("melee-attack", 2, light("2x5")), { target: fighter({ wounds: chart({ temporary: 8, normal: 23, mortal: 3 }) }) })],
    ["Painless, from no penalty into the third column", between(move("melee-attack", 2, light("1x1/1x3")), { target: fighter({ woundRelief: 2, wounds: chart({ temporary: 8, normal: 8 }) }) })],
    ["Painless and Ennui", between(move("melee-attack", 2, light("2x3")), { target: fighter({ woundRelief: 2, woundPenalty: 4, wounds: chart({ temporary: 8, normal: 5 }) }) })],
    ["no dice", between(move("melee-attack", 0, light("2x1")))],
    ["a skill that supports the attack", between(supportedBy(move("melee-attack", 2, light("1x3")), 6), { attacker: fighter({ attributes: { prowess: 2 }, woundPenalty: 1 }) })],
    ["one that supports the attack and one the answer", between(supportedBy(move("melee-attack", 1, light("1x1")), 3), { attacker: fighter(one), target: fighter(one), reaction: supportedBy(move("evasion-dodge", 1), 5) })],
    ["Fate and support beside one attack", between(supportedBy({ ...move("melee-attack", 1, light("1x1")), modifiers: [...dice(1), wrath] }, 5), { attacker: fighter(one) })],
    ["a named number, and support on top", between(supportedBy({ ...move("melee-attack", 2, light("1x1")), modifiers: [...dice(2), foretold] }, 5), { attacker: fighter(one) })],
  ])("%s", (_name, state) => { agrees(state, everyFace); });
});

describe("odds of answers that strike back, of falls, areas and several parts", () => {
  const knife = light("1x1/1x3", 4, { size: "S" });
  const half = (key: string, count: number, arms: Weapon | null): Move => move(key, count, arms);
  it.each<[string, () => ExchangeState]>([
    ["a stopped charge: both may be hurt", () => between(move("melee-charge", 3, light("2x1")), { reaction: move("melee-stop-charge", 3, light("1x1/1x3")), runTicks: 6 })],
    ["a caught strike that fails", () => between(move("unarmed-strike", 3), { reaction: move("unarmed-catch-strike", 2) })],
    ["a parry and riposte", () => between(move("melee-attack", 3, light("2x1")), { reaction: { ...move("melee-parry-riposte", 0), parts: [half("melee-parry", 2, light("1x1")), half("melee-attack", 2, knife)] } satisfies AnswerMove })],
    ["a block and strike", () => between(move(small(packManeuver("unarmed-strike")), 2), { reaction: { ...move("unarmed-block-strike", 0), parts: [move(small(packManeuver("unarmed-block")), 2), move(small(packManeuver("unarmed-strike")), 2)] } satisfies AnswerMove })],
    ["a headbutt, helmets on both", () => between(move("unarmed-headbutt", 3), { attacker: fighter({ helmet: 1, protection: armor }), target: fighter({ helmet: 2, protection: armor }) })],
    ["a headbutt against a wounded head", () => between(move("unarmed-headbutt", 3), { attacker: fighter({ wounds: chart({ temporary: 8, stun: 13 }), attributes: { prowess: 2 } }), target: fighter({ attributes: { prowess: 2 }, wounds: chart({ temporary: 8, stun: 12 }) }) })],
    ["a kick that trips", () => between(move("unarmed-trip-kick", 3), { target: fighter({ attributes: { prowess: 2 } }) })],
    ["a leap kick with a run-up", () => between(move("unarmed-leap-kick", 3), { runTicks: 4, reaction: move("evasion-sidestep", 2) })],
    ["a hold on the neck", () => between(move("unarmed-nerve-strike", 3), { target: fighter({ will: { rating: 2, value: 1 } }) })],
    ["a blast, and getting away from it", () => between(move("ranged-shoot", 3, gun({ damage: { formula: "4x1", tn: 5, type: "ballistic", stun: false, ladder: "standard" } })), { area: { radius: 4, falloff: 1 }, fromCentre: 1, reaction: move("evasion-evade-aoe", 2) })],
    ["Fate rolled beside the attack, which hurts", () => between({ ...move("melee-attack", 2, knife), modifiers: [...dice(2), { key: "wrath", source: "power", label: "Wrath", value: 0, enabled: true, optional: true, change: { kind: "fateRoll", dice: 2, tn: 4, damage: { base: 1, perSuccess: 1, perFailure: 0 }, refundShare: null } }] }, { reaction: move("evasion-dodge", 2) })],
    ["a number of successes that was named", () => between({ ...move("melee-attack", 3, knife), modifiers: [...dice(3), { key: "named", source: "power", label: "Named", value: 0, enabled: true, optional: true, change: { kind: "predestined", named: 2 } }] }, { reaction: move("evasion-dodge", 2) })],
    ["a blast on somebody at its rim", () => between(move("ranged-shoot", 3, gun({ damage: { formula: "4x1", tn: 5, type: "ballistic", stun: false, ladder: "standard" } })), { area: { radius: 4, falloff: 1 }, fromCentre: 3 })],
  ])("%s", (_name, state) => { agrees(state(), everyReading); });
});

describe("odds of those whose parts hang together, or who were not aimed at", () => {
  const knife = light("1x1/1x3", 4, { size: "S" });
  const revolver = gun({ damage: { formula: "2x1", tn: 5, type: "ballistic", stun: false, ladder: "standard" } });
  const weak = fighter({ attributes: { prowess: 1, resilience: 2 }, wounds: chart({ temporary: 7 }) });
  /** So many dice for each roll of the attack, and for the answer. */
  const withDice = (state: ExchangeState, attack: number, answered = 0): ExchangeState => ({
    ...state,
    declaration: { ...state.declaration, modifiers: dice(attack), ...(state.declaration.parts === undefined ? {} : { parts: state.declaration.parts.map((part) => ({ ...part, modifiers: dice(attack) })) }) },
    targets: state.targets.map((target) => (target.answer?.kind === "reaction" ? { ...target, answer: { ...target.answer, modifiers: dice(answered) } } : { ...target, answer: target.answer ?? { kind: "none" } })),
  });
  const engageAndGut = (engagement: 5 | 6): ExchangeState => withDice(fight({
    attack: packManeuver("melee-engage-and-gut"), weapon: knife, defender: weak, situation: situation({ engagement }),
    parts: [[shaped("melee-engage-disengage", { variant: "engage" }), null], [packManeuver("melee-gut"), knife]],
  }), 3);
  const strayed = (range: number): ExchangeState => withDice(fight({
    attack: packManeuver("ranged-shoot"), weapon: revolver, defender: weak, situation: situation({ distance: 5 }),
    bystanders: [{ side: side("bystander", weak), situation: situation(), range }],
  }), 2);
  const friendlyFire = (answered: number | null): ExchangeState => {
    const state = withDice(fight({
      attack: packManeuver("melee-attack"), weapon: knife, defender: fighter({ attributes: { prowess: 1 }, skills: { observe: 4, agility: 4 } }),
      reaction: shaped("evasion-friendly-fire", { base: packManeuver("evasion-dodge") }),
      newTarget: { side: side("friend", weak), situation: situation(), aware: true, modifiers: [] },
    }), 2, 3);
    const dodge = { kind: "reaction", maneuver: packManeuver("evasion-dodge"), weapon: null, modifiers: dice(answered ?? 0), cost: 8 } as const;
    return { ...state, targets: state.targets.map((target) => (target.origin === undefined || answered === null ? target : { ...target, answer: dodge })) };
  };

  it.each<[string, ExchangeState, number]>([
    ["Engage and Gut, the engage from Long", engageAndGut(6), 0],
    ["Engage and Gut, the gut at the range that is won", engageAndGut(6), 1],
    ["Engage and Gut from Medium", engageAndGut(5), 1],
    ["a shot that may stray: whom it was aimed at", strayed(2), 0],
    ["a shot that may stray: the one beside, at range 2", strayed(2), 1],
    ["a shot that may stray: the one beside, at range 4", strayed(4), 1],
    ["Friendly Fire: who turns the attack", friendlyFire(null), 0],
    ["Friendly Fire: who is found", friendlyFire(null), 1],
    ["Friendly Fire: who is found, and dodges", friendlyFire(3), 1],
  ])("%s", (_name, state, index) => { agrees(state, everyReading, index); });

  test("the roll that turns the attack is told as it is once it is made: Prowess 1 and the net successes at Observe 4", () => {
    // 3 dice against 2: a net of 1 (2 to 1, 3 to 2), 2 or 3, which are 2, 3 or 4 dice at TN 4; a tie turns nothing.
    const answered = [0.125, 0.375, 0.375, 0.125];
    const attacked = [0.09, 0.42, 0.49];
    const net = (wanted: number): number => attacked.reduce((sum, chance, count) => sum + chance * (answered[count + wanted] ?? 0), 0);
    const turned = [1, 2, 3].map(net);
    const none = turned.reduce((sum, chance, place) => sum + chance * 0.5 ** (2 + place), 0) / turned.reduce((sum, chance) => sum + chance, 0);
    expect(exchangeOdds(friendlyFire(null), 1).successes[0]).toBeCloseTo(none, 12);
  });

  test("a shot at one TN strays by the degree of failure alone", () => {
    // Two dice at TN 5: no success and the closest face 7 (2 above the TN), 7 or more on both less 8 or more on both.
    expect(exchangeOdds(strayed(2), 1).hit).toBeCloseTo(0.3 ** 2 - 0.2 ** 2, 12);
  });
});

/** The maneuver with two damage dice at most, so that all they can show is soon gone through. */
function small(maneuver: Maneuver): Maneuver {
  const { damage } = maneuver;
  return damage === null || damage.pools.length === 0 ? maneuver : { ...maneuver, damage: { ...damage, pools: [{ count: 1, value: 1 }, { count: 1, value: 3 }] } };
}

/** Every maneuver of the pack in able hands, against every answer that the rules allow; what they refuse is left out. */
function confrontations(): { readonly name: string; readonly state: ExchangeState }[] {
  const able = fighter({ attributes: { prowess: 1, resilience: 3 }, handShield: handShield({ block: { formula: "1x1", tn: 5, ticks: 6 } }), wounds: chart({ temporary: 6, stun: 10 }), helmet: 1, bracers: true });
  const arms = [null, light("1x1/1x3"), light("1x1", 4, { size: "S" }), gun({ damage: { formula: "2x1", tn: 5, type: "ballistic", stun: false, ladder: "standard" } }), throwingAxe({ damage: { formula: "2x1", tn: 5, type: "physical", stun: false, ladder: "standard" } })];
  const place = situation({ engagement: 5, distance: 1 });
  const all = KEYS.map((key) => small(packManeuver(key)));
  // Whoever may stumble besides has so many ways to end that fewer dice must do.
  const stumbling = ({ tables = null }: Maneuver): boolean => (tables?.rolls ?? []).length > 0;
  const first = (attack: Maneuver, reaction: AnswerMove | null): ExchangeState | null => arms.map((arm) => tried(() => between(move(attack, stumbling(attack) ? 2 : 3, arm), { attacker: able, target: able, situation: place, reaction }))).find((state) => state !== null) ?? null;
  return all.flatMap((attack) => {
    const unanswered = first(attack, null);
    if (unanswered === null) return [];
    const answered = all.flatMap((reaction) => {
      const state = first(attack, move(reaction, stumbling(attack) ? 1 : 2)) ?? first(attack, move(reaction, stumbling(attack) ? 1 : 2, arms[1]));
      return state === null ? [] : [{ name: `${attack.key} against ${reaction.key}`, state }];
    });
    return [{ name: attack.key, state: unanswered }, ...answered];
  });
}

function tried(make: () => ExchangeState): ExchangeState | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof RuleError) return null;
    throw error;
  }
}

/** One in so many of the pairs is played where there is not the time for all of them. */
const SAMPLE = process.env["FULL"] === "1" ? 1 : 17;

describe("odds of the maneuvers of the tables, each against each answer", () => {
  const all = confrontations();

  test("there are hundreds of them", () => { expect(all.length).toBeGreaterThan(200); });

  it.each(all.filter((_, place) => place % SAMPLE === 0))("$name", ({ state }) => { agrees(state, everyReading); }, 120_000);
});
