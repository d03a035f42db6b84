import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fixedPool } from "../../src/rules/dice/pool";
import { reroll } from "../../src/rules/dice/reroll";
import { boostAttributes, growth, ignoreDamage, sharedDamage, strikeGain, undoneSuccesses } from "../../src/rules/powers/effects";
import { fatePool, readFateRoll, readQuestion } from "../../src/rules/powers/fate-roll";
import { powerRefusal } from "../../src/rules/powers/gates";
import { PLAIN_ROLL, hostileModifier, powerModifiers } from "../../src/rules/powers/modifiers";
import { momentsOf, type Moment } from "../../src/rules/powers/moments";
import { NO_PASSIVES, passivesOf, paidEffects, penaltyWithPowers } from "../../src/rules/powers/passive";
import { asNamed, learningPoints, raiseTargetNumber } from "../../src/rules/powers/roll-changes";
import { boon, goBerserk } from "../../src/rules/powers/timed";
import { powerCost } from "../../src/rules/powers/use";
import { willExpense } from "../../src/rules/tracks/expenses";
import { fateInReach } from "../../src/rules/tracks/fate";
import { freeWillLeft, nightRecovery } from "../../src/rules/tracks/rest";
import { fateGain } from "../../src/rules/tracks/story";
import { willBoxes, willInReach } from "../../src/rules/tracks/will";
import { chart } from "./fixtures";
import { POWER_KEYS, power, powerEffect, refused, roll, rolled } from "./checks-pack";

interface Row {
  readonly id: string;
  readonly track: "will" | "fate";
  readonly theme: string | null;
  readonly tier: number;
  readonly chain: string | null;
  readonly rank: number | null;
  readonly cost: Readonly<Record<string, number | string>> | null;
  readonly active: boolean;
  readonly passivePart?: boolean;
}
const ROWS = (JSON.parse(readFileSync(new URL("tables/powers.json", import.meta.url), "utf8")) as { powers: readonly Row[] }).powers;

const own = (key: string) => passivesOf([power(key)]);
const dice = (key: string, kind: Partial<typeof PLAIN_ROLL>) => powerModifiers([{ name: key, power: power(key) }], { ...PLAIN_ROLL, ...kind }, 5)[0]?.value ?? 0;
const will = { rating: 8, bonus: 0, spent: 0, fatigue: 0, exhaustion: 0 };
const fate = { rating: 5, spent: 0, apathy: 0, ennui: false };
const night = { sleep: "full", conditions: "average", healingRoll: false } as const;
const again = (key: string, ...faces: number[]) => {
  const pool = fixedPool({ dice: 2, tn: 4 });
  return reroll({ pool, roll: roll(pool, 0, 9), rule: powerEffect(key, "reroll"), faces }).successes;
};

/** What each power does in numbers: what is computed, and what it has to be. */
const DOES: Readonly<Record<string, () => readonly [computed: unknown, printed: unknown]>> = {
  "power-will-tough": () => [ignoreDamage(powerEffect("power-will-tough", "ignoreDamage"), 5).points, 4],
  "power-will-driven": () => [dice("power-will-driven", {}), 2],
  "power-will-unbreakable": () => [willInReach(will, own("power-will-unbreakable")), 16],
  "power-will-willed-ahead": () => [[dice("power-will-willed-ahead", {}), dice("power-will-willed-ahead", { healing: true })], [0, 4]],
  "power-will-hardened": () => [(["combat", "sprint", "forcedMarch", "distanceRun"] as const).map((expense) => willExpense(expense, { passives: own("power-will-hardened") })), [0, 0, 0, 1]],
  "power-will-iron-will": () => [[willBoxes(will, own("power-will-iron-will")), will.rating], [14, 8]],
  "power-will-aint-got-time-to-bleed": () => [powerEffect("power-will-aint-got-time-to-bleed", "delayBleeding").ticks, 120],
  "power-will-unshakeable": () => [own("power-will-unshakeable").situationRelief, 1],
  "power-will-tireless": () => [[nightRecovery(night, own("power-will-tireless")), willExpense("nightAwake", { passives: own("power-will-tireless") })], [3, 1]],
  "power-will-painless": () => [[false, true].map((ignored) => penaltyWithPowers(chart({ normal: 12 }), { passives: own("power-will-painless"), ennui: false, ignored })), [1, 0]],
  "power-will-refuse-to-lose": () => [freeWillLeft(own("power-will-refuse-to-lose"), 0), 1],
  "power-will-unstoppable": () => [willInReach({ ...will, fatigue: 8 }, own("power-will-unstoppable")), 8],
  "power-fate-intrepid": () => [again("power-fate-intrepid", 9, 9), 0],
  "power-fate-faterunner": () => [fateInReach(fate, own("power-fate-faterunner")), 10],
  "power-fate-intrepid-ii": () => [[again("power-fate-intrepid-ii", 9, 9), powerEffect("power-fate-intrepid-ii", "reroll").whose], [0, "opponent"]],
  "power-fate-faterunner-ii": () => [fateGain("insteadOfAward", own("power-fate-faterunner-ii")), 3],
  "power-fate-intrepid-iii": () => [again("power-fate-intrepid-iii", 9, 9), 1],
  "power-fate-faterunner-iii": () => [fateGain("session", own("power-fate-faterunner-iii")), 2],
  "power-fate-intrepid-iv": () => [again("power-fate-intrepid-iv", 0), 2],
  "power-fate-faterunner-iv": () => [hostileModifier(own("power-fate-faterunner-iv"))?.value, -1],
  "power-fate-destroyer-berserker": () => [[own("power-fate-destroyer-berserker").berserk, goBerserk(powerEffect("power-fate-destroyer-berserker", "berserk"), 1, 5)], [{ kind: "berserk", attack: 3, defense: -3, ticks: 20, paid: false }, { until: 25 }]],
  "power-fate-destroyer-rage": () => [powerEffect("power-fate-destroyer-rage", "gain"), { kind: "gain", track: "fate", points: 1, paid: false }],
  "power-fate-destroyer-wrath": () => [readFateRoll(powerEffect("power-fate-destroyer-wrath", "fateRoll"), rolled(6, 3, { tn: 3 })), { successes: 3, selfDamage: 0, refund: true }],
  "power-fate-destroyer-fates-end": () => [[fatePool(powerEffect("power-fate-destroyer-fates-end", "fateRoll"), 6).tn, readFateRoll(powerEffect("power-fate-destroyer-fates-end", "fateRoll"), rolled(6, 2, { tn: 7 }))], [7, { successes: 2, selfDamage: 4, refund: false }]],
  "power-fate-judicar-honor": () => [readQuestion(powerEffect("power-fate-judicar-honor", "question"), rolled(5, 3)).answers, ["intentToUser", "intentToParty"]],
  "power-fate-judicar-truth": () => [readQuestion(powerEffect("power-fate-judicar-truth", "question"), rolled(5, 3), rolled(8, 1)), { net: 2, answers: ["tellsTruth", "liesDetected"], noticed: false }],
  "power-fate-judicar-justice": () => [paidEffects(power("power-fate-judicar-justice")), [{ kind: "exchangeTracks", paid: true }]],
  "power-fate-judicar-balance": () => [[sharedDamage(4), paidEffects(power("power-fate-judicar-balance"))], [4, [{ kind: "sharedDamage", lasts: "scene", paid: true }]]],
  "power-fate-maker-insight": () => [[dice("power-fate-maker-insight", { secondary: true }), dice("power-fate-maker-insight", {})], [5, 0]],
  "power-fate-maker-hyperfocus": () => [boostAttributes(powerEffect("power-fate-maker-hyperfocus", "attributePoints"), { paid: 3, spread: { focus: 6 }, combat: false }), { focus: 6 }],
  "power-fate-maker-discipline": () => [[own("power-fate-maker-discipline").apathyErased, own("power-fate-maker-discipline").branchSupport], [1, true]],
  "power-fate-maker-predestined": () => [asNamed(rolled(4, 4), 2).roll.successes, 2],
  "power-fate-master-conceit": () => [learningPoints(powerEffect("power-fate-master-conceit", "learning"), rolled(8, 0, { tn: 3, miss: 6 })), 3],
  "power-fate-master-expertise": () => [growth(powerEffect("power-fate-master-expertise", "growth"), { attribute: "awareness", price: 6, successes: 4 }), { points: 3, fate: 1 }],
  "power-fate-master-mastery": () => [raiseTargetNumber(powerEffect("power-fate-master-mastery", "targetNumber"), fixedPool({ dice: 3, tn: 4 })).tn, 5],
  "power-fate-master-perfection": () => [own("power-fate-master-perfection").rootDots, { kind: "rootDots", dots: 3, highestTn: 8, paid: false }],
  "power-fate-protector-righteous-shield": () => [[dice("power-fate-protector-righteous-shield", { defense: true }), dice("power-fate-protector-righteous-shield", {})], [5, 0]],
  "power-fate-protector-boon": () => [boon(powerEffect("power-fate-protector-boon", "bonusDice"), { user: "p", party: ["p", "q"], now: 1, dice: 2 }), { q: { dice: 2, until: 41 } }],
  "power-fate-protector-righteous-strike": () => [strikeGain(powerEffect("power-fate-protector-righteous-strike", "strikeOptions"), ["successes", "damage"]), { successes: 2, cancelsDefense: false, damage: 6 }],
  "power-fate-protector-divine-intervention": () => [[undoneSuccesses("harmful", 6), undoneSuccesses("own", 1)], [0, 2]],
};

/** When each active power may be used. */
const MOMENTS: Readonly<Record<string, readonly Moment[]>> = {
  "power-will-tough": ["onDamage"], "power-will-driven": ["beforeRoll"], "power-will-willed-ahead": ["beforeRoll"], "power-will-aint-got-time-to-bleed": ["bleeding"],
  "power-will-painless": ["beforeRoll"], "power-fate-intrepid": ["afterRoll"], "power-fate-intrepid-ii": ["afterOpponentRoll"], "power-fate-intrepid-iii": ["afterRoll"],
  "power-fate-intrepid-iv": ["afterRoll"], "power-fate-destroyer-wrath": ["beforeRoll"], "power-fate-destroyer-fates-end": ["anytime"], "power-fate-judicar-honor": ["anytime"],
  "power-fate-judicar-truth": ["anytime"], "power-fate-judicar-justice": ["combatStart"], "power-fate-judicar-balance": ["anytime"], "power-fate-maker-insight": ["beforeRoll", "anytime"],
  "power-fate-maker-hyperfocus": ["anytime"], "power-fate-maker-predestined": ["beforeRoll"], "power-fate-master-mastery": ["beforeRoll"], "power-fate-protector-righteous-shield": ["beforeRoll"],
  "power-fate-protector-boon": ["anytime"], "power-fate-protector-righteous-strike": ["attack"], "power-fate-protector-divine-intervention": ["anytime"],
};

test("the table has 40 rows, each in the pack", () => {
  expect(ROWS).toHaveLength(40);
  expect(ROWS.map(({ id }) => id).sort()).toEqual([...POWER_KEYS]);
  expect(Object.keys(DOES).sort()).toEqual([...POWER_KEYS]);
});

describe.each(ROWS)("$id", (row) => {
  const item = power(row.id);

  test("does what it says", () => {
    const check = DOES[row.id];
    if (check === undefined) throw new Error(`nothing is known of ${row.id}`);
    const [computed, printed] = check();
    expect(computed).toEqual(printed);
  });

  test("costs what the table prints, when it may be used", () => {
    if (!row.active) {
      expect(refused(() => powerCost(item, { fateRating: 5 }))).toBe("FATEWALKER.Power.NotActive");
      expect(momentsOf(item)).toEqual([]);
      return;
    }
    const printed = row.cost?.["fate"] ?? 0;
    const fatePoints = printed === "Fate rating" ? 5 : typeof printed === "number" ? printed : 1;
    expect(powerCost(item, { fateRating: 5 })).toEqual({ will: row.cost?.["will"] ?? 0, fate: fatePoints });
    if (typeof printed === "string" && printed !== "Fate rating") expect(powerCost(item, { fateRating: 5, units: 3 }).fate).toBe(3);
    expect(momentsOf(item)).toEqual(MOMENTS[row.id]);
  });

  test("what is passive works by itself, what is paid for does not", () => {
    const passive = !row.active || row.passivePart === true;
    if (!passive) expect(passivesOf([item])).toEqual(NO_PASSIVES);
    else if (item.automation !== "manual") expect(passivesOf([item])).not.toEqual(NO_PASSIVES);
    expect(paidEffects(item).length > 0).toBe(row.active);
  });

  test("its tier and tree let it in after what must come first, and not before", () => {
    const theme = item.theme;
    const start = POWER_KEYS.map((key) => power(key)).filter((entry) => entry.tier === 0 && (entry.theme === null || entry.theme === theme));
    if (row.tier === 0) {
      expect(powerRefusal(item, [], theme)).toBeNull();
      return;
    }
    const steps = ROWS.filter((other) => other.theme === row.theme && other.chain === row.chain && other.tier < row.tier).map(({ id }) => power(id));
    const otherTree = ROWS.filter(({ chain, tier }) => chain === (row.chain === "Driven" ? "Tough" : "Driven") && tier > 0 && tier < row.tier).map(({ id }) => power(id));
    expect(powerRefusal(item, [...start, ...steps, ...otherTree], theme)).toBeNull();
    if (row.tier >= 2) {
      expect(powerRefusal(item, [...start, ...steps], theme)?.key).toBe("FATEWALKER.Power.NeedsOtherTree");
      expect(powerRefusal(item, [...start, ...otherTree], theme)?.key).toBe("FATEWALKER.Power.NeedsTier");
    }
    if (theme !== null) expect(powerRefusal(item, [...start, ...steps, ...otherTree], null)?.key).toBe("FATEWALKER.Power.OtherTheme");
  });
});
