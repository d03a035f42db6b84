import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fixedPool, buildPool } from "../../src/rules/dice/pool";
import { reroll } from "../../src/rules/dice/reroll";
import { bleedingEvent, delayBleeding } from "../../src/rules/healing/bleeding";
import { careAfterDamage } from "../../src/rules/healing/patient";
import { checkExclusive, toggleModifier, totalDice } from "../../src/rules/modifiers/sum";
import type { Modifier } from "../../src/rules/modifiers/types";
import { boostAttributes, failsCheck, growth, ignoreDamage, sharedDamage, strikeGain, undoneSuccesses } from "../../src/rules/powers/effects";
import { answerLabel, decisionsFor } from "../../src/rules/powers/decisions";
import { fatePool, readFateRoll, readQuestion } from "../../src/rules/powers/fate-roll";
import { powerRefusal, treeOf } from "../../src/rules/powers/gates";
import { PLAIN_ROLL, hostileModifier, powerModifiers, situationRelief } from "../../src/rules/powers/modifiers";
import { momentsOf } from "../../src/rules/powers/moments";
import { NO_PASSIVES, passivesOf, penaltyWithPowers } from "../../src/rules/powers/passive";
import { asNamed, checkNamed, learningPoints, mostPredestined, mostRaises, raiseTargetNumber, withRaisedTn } from "../../src/rules/powers/roll-changes";
import { berserkModifier, bondLasts, boon, goBerserk, waitingModifier } from "../../src/rules/powers/timed";
import { checkOnePower, paidUses, powerCost, powerModifierKey, powersOn, usePower, type PowerUser } from "../../src/rules/powers/use";
import { tradeStoryPoints } from "../../src/rules/advancement/points";
import { willExpense } from "../../src/rules/tracks/expenses";
import { recoverFate } from "../../src/rules/tracks/fate";
import { freeWillLeft, nightRecovery } from "../../src/rules/tracks/rest";
import { celebrate, fateGain } from "../../src/rules/tracks/story";
import type { FateTrack } from "../../src/rules/tracks/types";
import { spendWill } from "../../src/rules/tracks/will";
import { isOffensive } from "../../src/rules/maneuvers/kind";
import { chart, packManeuver } from "./fixtures";
import { POWER_KEYS, power, powerEffect, refused, rolled, roll } from "./checks-pack";

const having = (...keys: string[]) => passivesOf(keys.map((key) => power(key)));
const EVERYBODY = having("power-will-unbreakable", "power-fate-faterunner");
const fate = (changes: Partial<FateTrack> = {}): FateTrack => ({ rating: 5, spent: 0, apathy: 0, ennui: false, ...changes });
const user = (changes: Partial<PowerUser> = {}): PowerUser => ({ will: { rating: 8, bonus: 0, spent: 0, fatigue: 0, exhaustion: 0 }, fate: fate(), passives: EVERYBODY, ...changes });
const offered = (keys: readonly string[], kind: Partial<typeof PLAIN_ROLL> = {}, rating = 5): Modifier[] => powerModifiers(keys.map((key) => ({ name: key, power: power(key) })), { ...PLAIN_ROLL, ...kind }, rating);
const penalty = (value: number, source: Modifier["source"] = "situation"): Modifier => ({ key: `test-${source}`, source, label: "FATEWALKER.Modifier.Asked", value, enabled: true, optional: true });

test("R261 two different active powers on one test are refused, the same one twice is not", () => {
  const [driven, insight] = ["power-will-driven", "power-fate-maker-insight"];
  const used = (...keys: string[]) => keys.map(powerModifierKey);
  expect(refused(() => { checkOnePower(driven, used(insight)); })).toBe("FATEWALKER.Error.OnePower");
  expect(refused(() => { checkOnePower(driven, used(driven, driven)); })).toBeNull();
  expect(refused(() => { checkOnePower(driven, []); })).toBeNull();
  const both = offered(["power-will-driven", "power-fate-maker-insight"], { secondary: true });
  expect(refused(() => { checkExclusive(both.map((entry) => ({ ...entry, enabled: true }))); })).toBe("FATEWALKER.Error.OnePower");
  const switched = toggleModifier(toggleModifier(both, "power-power-will-driven", true), "power-power-fate-maker-insight", true);
  expect(totalDice(switched)).toBe(5);
  expect([powersOn(switched), powersOn([penalty(-1)])]).toEqual([used(insight), []]);
});

test("R262 Tier 0 is free at creation; 10 Story Points make 1 Power Point", () => {
  const free = (theme: "maker" | null): readonly string[] => POWER_KEYS.filter((key) => power(key).tier === 0 && powerRefusal(power(key), [], theme) === null);
  expect(free("maker")).toEqual(["power-fate-faterunner", "power-fate-intrepid", "power-fate-maker-insight", "power-will-driven", "power-will-tough", "power-will-unbreakable"]);
  expect(free(null)).toHaveLength(5);
  const purse = { character: 0, story: 23, objective: 0, power: 1 };
  expect([tradeStoryPoints(purse), tradeStoryPoints(purse, 2)]).toEqual([{ ...purse, story: 13, power: 2 }, { ...purse, story: 3, power: 3 }]);
  expect(refused(() => tradeStoryPoints(purse, 3))).toBe("FATEWALKER.Advancement.NotEnough");
});

test("R263 Tier 2 needs Tier 1 of another tree, Tier 3 Tier 2 of another", () => {
  const refusal = (key: string, owned: readonly string[], theme: "maker" | "master" | null = null) => powerRefusal(power(key), owned.map((entry) => power(entry)), theme)?.key ?? null;
  expect(refusal("power-will-unshakeable", ["power-will-hardened"])).toBe("FATEWALKER.Power.NeedsOtherTree");
  expect(refusal("power-will-unshakeable", ["power-will-hardened", "power-will-iron-will"])).toBeNull();
  expect(refusal("power-will-unshakeable", ["power-will-iron-will"])).toBe("FATEWALKER.Power.NeedsTier");
  expect(refusal("power-will-refuse-to-lose", ["power-will-unshakeable", "power-will-hardened", "power-will-iron-will"])).toBe("FATEWALKER.Power.NeedsOtherTree");
  expect(refusal("power-will-refuse-to-lose", ["power-will-unshakeable", "power-fate-intrepid-iii"])).toBeNull();
  expect(refusal("power-fate-maker-discipline", ["power-fate-maker-hyperfocus", "power-will-hardened"], "maker")).toBeNull();
  expect(refusal("power-fate-maker-hyperfocus", [], "master")).toBe("FATEWALKER.Power.OtherTheme");
  expect([refusal("power-will-hardened", []), refusal("power-will-hardened", ["power-will-hardened"])]).toEqual([null, "FATEWALKER.Power.HasAlready"]);
  expect([treeOf(power("power-will-hardened")), treeOf(power("power-fate-maker-insight"))]).toEqual(["Driven", "maker"]);
});

test("R270 Tough: 1 Will ignores 1 damage. Driven: 1 Will for 2 dice, before rolling", () => {
  const tough = powerEffect("power-will-tough", "ignoreDamage");
  expect([ignoreDamage(tough, 4), ignoreDamage(tough, 4, 3), ignoreDamage(tough, 1, 3)]).toEqual([{ points: 3, ignored: 1 }, { points: 1, ignored: 3 }, { points: 0, ignored: 1 }]);
  const [driven] = offered(["power-will-driven"]);
  expect([driven?.value, driven?.cost, driven?.enabled, driven?.source]).toEqual([2, { will: 1 }, false, "power"]);
  expect([momentsOf(power("power-will-driven")), momentsOf(power("power-will-tough"))]).toEqual([["beforeRoll"], ["onDamage"]]);
});

test("R272 Willed Ahead: 1 Will for 4 dice on Heal Wounds. Bleeding waits 120 ticks for 1 Will", () => {
  expect([offered(["power-will-willed-ahead"]), offered(["power-will-willed-ahead"], { healing: true })[0]?.value]).toEqual([[], 4]);
  const event = bleedingEvent("a", { now: 10, prowess: 4, willRating: 8 });
  expect([event.tick, delayBleeding(event, powerEffect("power-will-aint-got-time-to-bleed", "delayBleeding").ticks).tick]).toEqual([22, 142]);
});

test("R274 Unshakeable: 1 penalty less outside fights. Tireless: 1 Will a day more, a night awake costs 1", () => {
  const calm = having("power-will-unshakeable");
  expect([situationRelief([penalty(-3)], calm, { combat: false })?.value, situationRelief([penalty(-3)], calm, { combat: true }), situationRelief([penalty(2)], calm, { combat: false }), situationRelief([penalty(-3, "requisite")], calm, { combat: false })]).toEqual([1, null, null, null]);
  expect(situationRelief([penalty(-3)], NO_PASSIVES, { combat: false })).toBeNull();
  const tireless = having("power-will-tireless");
  expect([nightRecovery({ sleep: "full", conditions: "average", healingRoll: false }, tireless), nightRecovery({ sleep: "half", conditions: "bad", healingRoll: false }, tireless), willExpense("nightAwake", { passives: tireless })]).toEqual([3, 1, 1]);
});

test("R275 Painless: penalty 3 to 1, 1 Will ignores all of it for one action. Refuse to Lose: a free Will each scene", () => {
  const painless = having("power-will-painless");
  const wounds = chart({ normal: 10 });
  expect([penaltyWithPowers(wounds, { passives: NO_PASSIVES, ennui: false }), penaltyWithPowers(wounds, { passives: painless, ennui: false }), penaltyWithPowers(wounds, { passives: painless, ennui: false, ignored: true })]).toEqual([3, 1, 0]);
  expect(penaltyWithPowers(chart({ normal: 24, mortal: 2 }), { passives: painless, ennui: false })).toBe(7);
  expect(powerCost(power("power-will-painless"), { fateRating: 5 })).toEqual({ will: 1, fate: 0 });
  const stubborn = having("power-will-refuse-to-lose");
  expect([freeWillLeft(stubborn, 0), freeWillLeft(stubborn, 1), spendWill(user().will, 1, { passives: stubborn, free: freeWillLeft(stubborn, 0) }).track.spent]).toEqual([1, 0, 0]);
});

test("R276 Ennui's -4 adds to wounds, and nothing reduces it", () => {
  const painless = having("power-will-painless");
  expect([penaltyWithPowers(chart({ normal: 10 }), { passives: painless, ennui: true }), penaltyWithPowers(chart(), { passives: painless, ennui: true, ignored: true }), penaltyWithPowers(chart({ normal: 10 }), { passives: NO_PASSIVES, ennui: true })]).toEqual([5, 4, 7]);
});

test("R278 Intrepid: the new roll stands, an opponent's roll again, the better of two, failures only; 1 Fate each", () => {
  const pool = fixedPool({ dice: 4, tn: 4 });
  const first = roll(pool, 1, 1, 9, 9);
  const again = (key: string, ...faces: number[]) => reroll({ pool, roll: first, rule: powerEffect(key, "reroll"), faces }).successes;
  expect([again("power-fate-intrepid", 9, 9, 9, 1), again("power-fate-intrepid-ii", 9, 9, 9, 9), again("power-fate-intrepid-iii", 9, 9, 9, 1), again("power-fate-intrepid-iii", 1, 1, 1, 9), again("power-fate-intrepid-iv", 1, 9)]).toEqual([1, 0, 2, 3, 3]);
  const chain = ["power-fate-intrepid", "power-fate-intrepid-ii", "power-fate-intrepid-iii", "power-fate-intrepid-iv"];
  expect(chain.map((key) => powerCost(power(key), { fateRating: 5 }))).toEqual(chain.map(() => ({ will: 0, fate: 1 })));
  expect(chain.map((key) => momentsOf(power(key))[0])).toEqual(["afterRoll", "afterOpponentRoll", "afterRoll", "afterRoll"]);
});

test("R280 Faterunner II: 3 Fate for an award; III: 1 more a session; IV: hostile actions -1", () => {
  expect(celebrate(fate({ spent: 4 }), "insteadOfAward", having("power-fate-faterunner-ii")).spent).toBe(1);
  expect(refused(() => fateGain("insteadOfAward", NO_PASSIVES))).toBe("FATEWALKER.Power.NoAwardChoice");
  expect([fateGain("session", having("power-fate-faterunner-iii")), celebrate(fate({ spent: 4 }), "session", having("power-fate-faterunner-iii")).spent]).toEqual([2, 2]);
  expect([hostileModifier(having("power-fate-faterunner-iv"))?.value, hostileModifier(NO_PASSIVES)]).toEqual([-1, null]);
});

test("R281 Berserker: +3 on the next attack within 20 ticks, -3 on defence before it. Rage: +1 Fate", () => {
  const effect = powerEffect("power-fate-destroyer-berserker", "berserk");
  const state = goBerserk(effect, 1, 10);
  const dice = (now: number, attack: boolean) => berserkModifier(effect, state, { attack, now })?.value ?? 0;
  expect([dice(11, true), dice(30, true), dice(31, true), dice(12, false), dice(31, false)]).toEqual([3, 3, 0, -3, 0]);
  expect([goBerserk(effect, 0, 10), berserkModifier(effect, null, { attack: true, now: 11 })]).toEqual([null, null]);
  expect(recoverFate(fate({ spent: 2 }), powerEffect("power-fate-destroyer-rage", "gain").points, NO_PASSIVES).spent).toBe(1);
});

test("R282 Wrath: Fate(3); 5 dice, 3 successes: +3 and the point back; 1 success: 1 damage", () => {
  const effect = powerEffect("power-fate-destroyer-wrath", "fateRoll");
  expect(fatePool(effect, 5)).toEqual(fixedPool({ dice: 5, tn: 3 }));
  expect(readFateRoll(effect, rolled(5, 3, { tn: 3 }))).toEqual({ successes: 3, selfDamage: 0, refund: true });
  expect(readFateRoll(effect, rolled(5, 1, { tn: 3 }))).toEqual({ successes: 1, selfDamage: 1, refund: false });
  expect([readFateRoll(effect, rolled(4, 2)).refund, readFateRoll(effect, rolled(5, 2)).refund, readFateRoll(effect, rolled(5, 0)).selfDamage, readFateRoll(effect, rolled(0, 0)).refund]).toEqual([true, false, 2, false]);
  expect(powerCost(power("power-fate-destroyer-wrath"), { fateRating: 5 })).toEqual({ will: 0, fate: 1 });
});

test("R283 Fate's End: costs the Fate rating; Fate at TN 7 each attack; 5 dice, 3 successes: +3, 2 damage to self", () => {
  const effect = powerEffect("power-fate-destroyer-fates-end", "fateRoll");
  expect([fatePool(effect, 5).tn, readFateRoll(effect, rolled(5, 3, { tn: 7 })), readFateRoll(effect, rolled(5, 5, { tn: 7 })).selfDamage]).toEqual([7, { successes: 3, selfDamage: 2, refund: false }, 0]);
  const used = usePower(power("power-fate-destroyer-fates-end"), user({ fate: fate({ spent: 2 }) }));
  expect([used.cost, used.fate.track]).toEqual([{ will: 0, fate: 5 }, fate({ spent: 3, apathy: 2 })]);
  expect(refused(() => usePower(power("power-fate-destroyer-fates-end"), user({ fate: fate({ spent: 2 }), passives: NO_PASSIVES })))).toBe("FATEWALKER.Error.NotEnoughFate");
  expect(usePower(power("power-fate-destroyer-fates-end"), user({ fate: fate({ spent: 5 }) })).fate).toMatchObject({ entersEnnui: true, track: { rating: 4, apathy: 4, ennui: true } });
});

test("R284 Honor: Fate(4), 2 / 3 / 4 / 5. Truth: Fate(4) against Will(2), 2 net, unaware below 2 own successes", () => {
  const honor = powerEffect("power-fate-judicar-honor", "question");
  const ladder = (successes: number) => readQuestion(honor, rolled(6, successes)).answers.at(-1) ?? null;
  expect([fatePool(honor, 5).tn, ...[1, 2, 3, 4, 5, 6].map(ladder)]).toEqual([4, null, "intentToUser", "intentToParty", "longTermIntent", "secrets", "secrets"]);
  const truth = powerEffect("power-fate-judicar-truth", "question");
  expect(fatePool(truth, 5).tn).toBe(4);
  expect(readQuestion(truth, rolled(5, 4), rolled(8, 2))).toEqual({ net: 2, answers: ["tellsTruth", "liesDetected"], noticed: true });
  expect(readQuestion(truth, rolled(5, 2), rolled(8, 1))).toEqual({ net: 1, answers: ["liesDetected"], noticed: false });
  expect(readQuestion(truth, rolled(5, 1), rolled(8, 0))).toEqual({ net: 1, answers: [], noticed: false });
  expect(readQuestion(truth, rolled(5, 2), rolled(8, 4))).toEqual({ net: -2, answers: ["liesDetected"], noticed: true });
});

test("R280 R281 whatever hurts, seizes or disarms is offensive; closing in, getting free, parrying and dodging are not", () => {
  const offensive = ["unarmed-strike", "melee-attack", "ranged-shoot", "melee-throw", "unarmed-takedown", "unarmed-hold", "unarmed-grapple", "unarmed-disarm", "melee-disarm", "melee-stop-charge", "unarmed-catch-strike"];
  const not = ["melee-engage-disengage", "unarmed-slip", "unarmed-sweep", "melee-parry", "unarmed-block", "evasion-dodge", "evasion-redirect", "ranged-aim", "common-hold-action"];
  expect([offensive.filter((key) => !isOffensive(packManeuver(key))), not.filter((key) => isOffensive(packManeuver(key)))]).toEqual([[], []]);
});

test("R285 Justice costs 2 Fate at the start; Balance 1 Fate, the enemy takes the same damage", () => {
  const justice = power("power-fate-judicar-justice");
  expect([powerCost(justice, { fateRating: 5 }), momentsOf(justice), justice.effects]).toEqual([{ will: 0, fate: 2 }, ["combatStart"], [{ kind: "exchangeTracks", paid: true }]]);
  const paid = usePower(power("power-will-driven"), user({ exchange: "fateForWill" }));
  expect([paid.will.track.spent, paid.fate.track.spent]).toEqual([0, 1]);
  expect(usePower(power("power-fate-intrepid"), user({ fate: fate({ spent: 5 }), exchange: "willForFate", passives: NO_PASSIVES })).will.track.spent).toBe(1);
  expect([powerCost(power("power-fate-judicar-balance"), { fateRating: 5 }), sharedDamage(7), sharedDamage(-1), powerEffect("power-fate-judicar-balance", "sharedDamage").lasts]).toEqual([{ will: 0, fate: 1 }, 7, 0, "scene"]);
});

test("R286 Insight: the Fate rating on a secondary skill, or a question at TN 3; Hyperfocus: 2 points a Fate, not in a fight", () => {
  expect([offered(["power-fate-maker-insight"], { secondary: true }, 5)[0]?.value, offered(["power-fate-maker-insight"])]).toEqual([5, []]);
  const question = powerEffect("power-fate-maker-insight", "question");
  expect([question.tn, readQuestion(question, rolled(5, 1)).answers, readQuestion(question, rolled(5, 2)).answers, readQuestion(question, rolled(5, 4)).answers]).toEqual([3, [], ["advice"], ["advice", "direction"]]);
  const focus = powerEffect("power-fate-maker-hyperfocus", "attributePoints");
  expect(boostAttributes(focus, { paid: 2, spread: { focus: 3, awareness: 1 }, combat: false })).toEqual({ focus: 3, awareness: 1 });
  expect(refused(() => boostAttributes(focus, { paid: 2, spread: { focus: 3 }, combat: false }))).toBe("FATEWALKER.Power.BoostPoints");
  expect(refused(() => boostAttributes(focus, { paid: 1, spread: { focus: 4, grit: -2 }, combat: false }))).toBe("FATEWALKER.Power.BoostPoints");
  expect(refused(() => boostAttributes(focus, { paid: 1, spread: { focus: 2 }, combat: true }))).toBe("FATEWALKER.Power.NotInCombat");
  expect(powerCost(power("power-fate-maker-hyperfocus"), { fateRating: 5, units: 3 })).toEqual({ will: 0, fate: 3 });
});

test("R287 Discipline: 1 Fate an Apathy. Predestined, named 3: 2 becomes 4, 5 becomes 3 and the point comes back", () => {
  expect(recoverFate(fate({ apathy: 2 }), 1, having("power-fate-maker-discipline"))).toEqual(fate({ apathy: 1 }));
  expect(having("power-fate-maker-discipline").branchSupport).toBe(true);
  const effect = powerEffect("power-fate-maker-predestined", "predestined");
  const result = (successes: number) => {
    const { roll: read, refund } = asNamed(rolled(6, successes), 3);
    return [read.successes, refund];
  };
  expect([2, 5, 3, 0].map(result)).toEqual([[4, false], [3, true], [6, true], [0, false]]);
  expect([mostPredestined(effect, 6), mostPredestined(effect, 5), mostPredestined(effect, 1)]).toEqual([3, 2, 0]);
  expect(refused(() => { checkNamed(effect, 3, 5); })).toBe("FATEWALKER.Power.Named");
  expect(asNamed(rolled(6, 2), 3).roll.outcome).toEqual({ kind: "success", degree: "exceptional" });
});

test("R288 Conceit: 6 dice and at most 1 success; Expertise: Fate at TN 2, at most half the price", () => {
  const conceit = powerEffect("power-fate-master-conceit", "learning");
  expect([rolled(6, 0, { tn: 2, miss: 4 }), rolled(6, 1, { tn: 2, miss: 4 }), rolled(5, 0, { tn: 2, miss: 4 }), rolled(7, 2)].map((read) => learningPoints(conceit, read))).toEqual([2, 0, 0, 0]);
  const expertise = powerEffect("power-fate-master-expertise", "growth");
  expect([expertise.tn, growth(expertise, { attribute: "focus", price: 7, successes: 5 }), growth(expertise, { attribute: "prowess", price: 8, successes: 2 }), growth(expertise, { attribute: "grit", price: 9, successes: 3 })]).toEqual([2, { points: 3, fate: 2 }, { points: 2, fate: 0 }, null]);
});

test("R289 Mastery: 1 Fate for 1 TN, up to 7; Perfection: TN 8 becomes possible", () => {
  const mastery = powerEffect("power-fate-master-mastery", "targetNumber");
  const pool = buildPool({ dice: 6, tn: 5, penalty: 2 });
  expect([raiseTargetNumber(mastery, pool), raiseTargetNumber(mastery, pool, 3).tn]).toEqual([{ normal: 4, wounded: 2, tn: 6, woundedTn: 3 }, 7]);
  expect([7, 8].map((tn) => raiseTargetNumber(mastery, fixedPool({ dice: 3, tn })).tn)).toEqual([7, 8]);
  // What would go beyond 7 is not for sale; a fixed TN is raised as a skill is: Awareness(4) twice is 6.
  expect([3, 6, 7, 8].map((tn) => mostRaises(mastery, tn))).toEqual([4, 1, 0, 0]);
  expect(withRaisedTn(fixedPool({ dice: 5, tn: 4 }), [{ key: "power-mastery", source: "power", label: "", value: 0, enabled: true, optional: true, change: { kind: "targetNumber", bonus: 2, most: 7 } }])).toEqual(fixedPool({ dice: 5, tn: 6 }));
  expect([powerCost(power("power-fate-master-mastery"), { fateRating: 5 }), having("power-fate-master-perfection").rootDots]).toEqual([{ will: 0, fate: 1 }, { kind: "rootDots", dots: 3, highestTn: 8, paid: false }]);
});

test("R290 Righteous Shield: the Fate rating on a defence; Boon: the others +2 on the next action within 40 ticks", () => {
  expect([offered(["power-fate-protector-righteous-shield"], { defense: true }, 6)[0], offered(["power-fate-protector-righteous-shield"])]).toMatchObject([{ value: 6, cost: { fate: 1 } }, []]);
  const effect = powerEffect("power-fate-protector-boon", "bonusDice");
  const given = boon(effect, { user: "p", party: ["p", "a", "b"], now: 10, dice: 2 });
  expect(given).toEqual({ a: { dice: 2, until: 50 }, b: { dice: 2, until: 50 } });
  expect([waitingModifier({ dice: 2, until: 50 }, 50)?.value, waitingModifier({ dice: 2, until: 50 }, 51)]).toEqual([2, null]);
});

test("R291 Righteous Strike: up to 3 Fate for +2 successes, no defence, +6 damage; Divine Intervention: 2 Fate and 2 Will", () => {
  const effect = powerEffect("power-fate-protector-righteous-strike", "strikeOptions");
  const all = strikeGain(effect, ["successes", "cancelsDefense", "damage"]);
  expect([all, strikeGain(effect, ["damage"])]).toEqual([{ successes: 2, cancelsDefense: true, damage: 6 }, { successes: 0, cancelsDefense: false, damage: 6 }]);
  expect([refused(() => strikeGain(effect, ["damage", "damage"])), refused(() => strikeGain(effect, []))]).toEqual(["FATEWALKER.Power.OptionTwice", "FATEWALKER.Power.NoOption"]);
  const strike = power("power-fate-protector-righteous-strike");
  expect([powerCost(strike, { fateRating: 5, units: 3 }), refused(() => powerCost(strike, { fateRating: 5, units: 4 }))]).toEqual([{ will: 0, fate: 3 }, "FATEWALKER.Power.Units"]);
  const saved = usePower(power("power-fate-protector-divine-intervention"), user());
  expect([saved.cost, saved.will.track.spent, saved.fate.track.spent]).toEqual([{ will: 2, fate: 2 }, 2, 2]);
  expect([undoneSuccesses("harmful", 5), undoneSuccesses("own", 0), undoneSuccesses("own", 4)]).toEqual([0, 2, 4]);
  expect([0, 1, 2].map(failsCheck)).toEqual([true, true, false]);
});

describe("use", () => {
  test("a power without a cost is not used, half a payment is none", () => {
    expect(refused(() => usePower(power("power-will-hardened"), user()))).toBe("FATEWALKER.Power.NotActive");
    const poor = user({ fate: fate({ rating: 1 }), passives: NO_PASSIVES });
    expect(refused(() => usePower(power("power-fate-protector-divine-intervention"), poor))).toBe("FATEWALKER.Error.NotEnoughFate");
    expect(poor.will.spent).toBe(0);
    expect(refused(() => powerCost(power("power-will-driven"), { fateRating: 5, units: 0 }))).toBe("FATEWALKER.Power.Units");
  });

  test("a free point of the scene pays first", () => {
    const used = usePower(power("power-will-driven"), user({ free: { will: 1, fate: 0 } }), { units: 2 });
    expect([used.will.free, used.will.track.spent, used.units]).toEqual([1, 1, 2]);
  });

  test("as often as it can be paid: five boxes of Will, then Fatigue for whoever has the power, and no more", () => {
    const tired = (passives: PowerUser["passives"]) => user({ will: { rating: 8, bonus: 0, spent: 3, fatigue: 0, exhaustion: 0 }, passives });
    const marks = paidUses(power("power-will-tough"), tired(having("power-will-unbreakable")), 12).map(({ will }) => [will.marks.spent, will.marks.fatigue]);
    expect(marks).toEqual([[1, 0], [2, 0], [3, 0], [4, 0], [5, 0], [5, 1], [5, 2], [5, 3], [5, 4], [5, 5], [5, 6], [5, 7]]);
    expect(paidUses(power("power-will-tough"), tired(NO_PASSIVES), 12)).toHaveLength(5);
    expect(paidUses(power("power-will-driven"), user({ will: { rating: 8, bonus: 0, spent: 8, fatigue: 0, exhaustion: 0 }, passives: NO_PASSIVES }), 9)).toEqual([]);
  });

  test("a power twice counts once, and nobody's powers change nothing", () => {
    expect(having("power-will-iron-will", "power-will-iron-will").willBoxes).toBe(6);
    expect(passivesOf([])).toEqual(NO_PASSIVES);
  });

  test("what binds two lasts while both are in the fight and on their feet", () => {
    const well = { statuses: ["prone" as const], inFight: true };
    expect([bondLasts(well, well), bondLasts(well, { statuses: ["unconscious"], inFight: true }), bondLasts({ statuses: ["dead"], inFight: true }, well), bondLasts(well, { statuses: [], inFight: false })]).toEqual([true, false, false, false]);
  });

  test("whatever a person has to decide is told: all manual powers, and no plain ones", () => {
    const all = POWER_KEYS.map((key) => power(key));
    expect(all.filter((entry) => entry.automation === "manual" && decisionsFor(entry).length === 0)).toEqual([]);
    expect(all.filter((entry) => decisionsFor(entry).length > 0).map(({ key }) => key.replace("power-fate-", ""))).toEqual([
      "destroyer-fates-end", "destroyer-rage", "destroyer-wrath", "judicar-balance", "judicar-honor", "judicar-justice", "judicar-truth", "maker-hyperfocus", "maker-insight",
      "protector-boon", "protector-divine-intervention", "protector-righteous-strike",
    ]);
    expect(decisionsFor(power("power-fate-judicar-truth"))).toEqual(["FATEWALKER.Power.Decide.Subject"]);
    expect(decisionsFor(power("power-fate-destroyer-wrath"))).toEqual(["FATEWALKER.Power.Decide.Malcontent"]);
    const question = powerEffect("power-fate-judicar-honor", "question");
    expect(readQuestion(question, rolled(6, 5)).answers.map(answerLabel)).toEqual(["IntentToUser", "IntentToParty", "LongTermIntent", "Secrets"].map((name) => `FATEWALKER.Power.Answer.${name}`));
  });

  test("care is not lost to what Tough ignored", () => {
    const left = ignoreDamage(powerEffect("power-will-tough", "ignoreDamage"), 1).points;
    const patient = { wounds: chart({ normal: 3 }), stabilized: false, resilience: 4, firstAid: 2, caretaking: null, operated: false };
    expect(careAfterDamage(patient, { normal: left, mortal: 0 }, { stun: false }).firstAid).toBe(2);
  });
});

describe("properties", () => {
  test("Wrath and Fate's End: what the user takes is never below 0 and falls with successes", () => {
    fc.assert(fc.property(fc.nat(8), fc.nat(8), fc.constantFrom("power-fate-destroyer-wrath", "power-fate-destroyer-fates-end"), (dice, more, key) => {
      const effect = powerEffect(key, "fateRoll");
      const successes = Math.min(dice, more);
      const damage = (count: number) => readFateRoll(effect, rolled(dice, count, { tn: effect.tn })).selfDamage;
      expect(damage(successes)).toBeGreaterThanOrEqual(0);
      if (successes < dice) expect(damage(successes + 1)).toBeLessThanOrEqual(damage(successes));
    }));
  });

  test("Predestined never gives more than twice what was named, and refunds exactly from there on", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 5 }), fc.nat(10), (named, successes) => {
      const { roll: read, refund } = asNamed(rolled(10, successes), named);
      expect(read.successes).toBeLessThanOrEqual(2 * named);
      expect(refund).toBe(successes >= named);
    }));
  });

  test("relief never exceeds the penalty", () => {
    const calm = having("power-will-unshakeable");
    fc.assert(fc.property(fc.array(fc.integer({ min: -4, max: 4 }), { maxLength: 5 }), (values) => {
      const modifiers = values.map((value) => penalty(value));
      const relief = situationRelief(modifiers, calm, { combat: false })?.value ?? 0;
      expect(relief).toBe(values.some((value) => value < 0) ? 1 : 0);
    }));
  });
});
