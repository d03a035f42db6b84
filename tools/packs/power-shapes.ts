import type { PowerEffect } from "../../src/rules/fighter/types";
import { ATTRIBUTE_KEYS, THEMES } from "../../src/rules/keys";
import { byKind, exactly, factor, flag, listOf, modifier, nullOr, oneOf, text, whole, type Shape } from "./shape";
import { targetNumber } from "./shapes-common";

const track = oneOf(["will", "fate"]);

/** Dice: a number, or the Fate rating. */
const dice: Shape = (value, path) => (value === "fateRating" ? [] : whole(1)(value, path));

/** A number of penalty dice, or all of them. */
const penalty: Shape = (value, path) => (value === "all" ? [] : whole(1)(value, path));

/** Every effect says whether it has to be paid for. */
const paidKinds = (kinds: Readonly<Record<string, Readonly<Record<string, Shape>>>>): Shape =>
  byKind(Object.fromEntries(Object.entries(kinds).map(([kind, fields]) => [kind, { paid: flag, ...fields }])));

/** The fields of every kind of effect besides `paid`; each word is explained in packs/README.md. */
const EFFECTS = {
  ignoreDamage: { points: whole(1) },
  bonusDice: { dice, on: oneOf(["any", "healing", "defense", "secondarySkill", "nextAction"]), who: oneOf(["self", "selfOrAlly", "party"]), within: nullOr(whole(1)) },
  marks: { mark: oneOf(["fatigue", "exhaustion", "apathy"]), recovery: whole(1) },
  waives: { costs: listOf(oneOf(["combat", "sprint", "forcedMarch"])) },
  trackBoxes: { track, boxes: whole(1) },
  delayBleeding: { ticks: whole(1) },
  ignorePenalty: { of: oneOf(["wounds", "situation"]), points: penalty, combat: flag, lasts: oneOf(["always", "action"]) },
  recovery: { track, per: oneOf(["day", "session"]), points: whole(1) },
  nightAwake: { will: whole() },
  freePoints: { track, points: whole(1), per: oneOf(["scene"]) },
  reroll: { whose: oneOf(["own", "opponent"]), dice: oneOf(["all", "failures"]), keep: oneOf(["new", "better"]) },
  insteadOfAward: { track: oneOf(["fate"]), points: whole(1) },
  hostileActions: { dice: modifier },
  berserk: { attack: modifier, defense: modifier, ticks: whole(1) },
  gain: { track, points: whole(1) },
  fateRoll: {
    tn: targetNumber,
    on: oneOf(["action", "attacksOnTarget"]),
    damage: exactly({ base: whole(), perSuccess: whole(), perFailure: whole() }),
    refundShare: nullOr(factor),
  },
  question: {
    tn: targetNumber,
    against: nullOr(targetNumber),
    noticed: nullOr(whole(1)),
    answers: listOf(
      exactly({
        count: oneOf(["own", "net"]),
        successes: whole(1),
        answer: oneOf(["intentToUser", "intentToParty", "longTermIntent", "secrets", "tellsTruth", "liesDetected", "advice", "direction"]),
      }),
    ),
  },
  exchangeTracks: {},
  sharedDamage: { lasts: oneOf(["scene"]) },
  attributePoints: { perPoint: whole(1), combat: flag, lasts: oneOf(["scene"]) },
  apathyRecovery: { points: whole(1) },
  branchSupport: {},
  predestined: { mostShare: factor, exact: oneOf(["doubleAndRefund"]) },
  learning: { leastDice: whole(1), mostSuccesses: whole() },
  growth: { attributes: listOf(oneOf(ATTRIBUTE_KEYS)), tn: targetNumber, mostShare: factor },
  targetNumber: { bonus: whole(1), most: targetNumber },
  rootDots: { dots: whole(1), highestTn: targetNumber },
  strikeOptions: { successes: whole(1), cancelsDefense: flag, damage: whole(1) },
  undoTragedy: {},
} satisfies Record<PowerEffect["kind"], Readonly<Record<string, Shape>>>;

export const POWER_EFFECT_KINDS: readonly string[] = Object.keys(EFFECTS);

/** What an effect of a power may be. */
const powerEffect = paidKinds(EFFECTS);

/** The `system` fields of a power, besides those of every item. */
export const powerFields: Readonly<Record<string, Shape>> = {
  track,
  theme: nullOr(oneOf(THEMES)),
  tier: whole(0, 3),
  chain: text,
  rank: whole(),
  cost: exactly({ will: whole(), fate: whole() }),
  costBy: oneOf(["fixed", "fateRating", "chosen", "perOption"]),
  costMost: nullOr(whole(1)),
  active: flag,
  timing: text,
  automation: oneOf(["passive", "spend", "manual"]),
  effects: listOf(powerEffect),
};
