import type { ManeuverEffect, Requirement } from "../../src/rules/fighter/types";
import { ATTRIBUTE_KEYS, ENCUMBRANCES, MANEUVER_GROUPS, PROJECTILES, SIZES, TIMINGS } from "../../src/rules/keys";
import { byKind, exactly, factor, flag, listOf, modifier, nullOr, oneOf, optionally, text, whole, type Shape } from "./shape";
import { requisites, skillKey, targetNumber } from "./shapes-common";

/** A maneuver's key, by its table: whether there is such a row is another check's question. */
export const MANEUVER_KEY = /^(common|special-common|evasion|ranged|melee|unarmed)-[a-z-]+$/;

/** A word of a list: one of the words, or a maneuver's key; either may be taken out again with a leading `!`. */
function wordOf(words: readonly string[]): Shape {
  return (value, path) => {
    const word = typeof value === "string" ? value.replace(/^!/, "") : "";
    return words.includes(word) || MANEUVER_KEY.test(word) ? [] : [`${path} must be a maneuver's key or one of ${words.join(", ")}, is ${JSON.stringify(value)}`];
  };
}

/** What an attack can be called in the list of what a reaction answers. */
const attackWord = wordOf([...MANEUVER_GROUPS, ...PROJECTILES.filter((kind) => kind !== "none"), "strikes", "kicks", "weapons", "charges", "leaps", "explosives"]);

/** What a reaction can be called where an attack says what may answer it, or what its answers gain and lose. */
const answerWord = wordOf([...MANEUVER_GROUPS, "any", "parries", "blocks", "shieldBlocks"]);

const maneuverKey = wordOf([]);
const maneuverOrGroup = wordOf(MANEUVER_GROUPS);

/** When a case of a roll holds. */
export const CASE_WORDS: readonly string[] = [
  "vsWeapon", "vsUnarmed", "vsStrike", "vsKick", "vsThrown", "vsArrow", "vsBolt", "vsBullet", "vsLaser", "vsTachyon",
  ...SIZES.map((size) => `vsSize${size}`),
  "atShort", "atContact", "atGrapple", "atClinch",
  "oneHandFree", "wearingHelmet",
];

export const REQUIREMENTS: readonly Requirement[] = [
  "standing", "prone", "stationary", "moving", "walkingOrRunning", "surface", "cover", "roomToRun", "room",
  "unawareTarget", "position", "bottom", "handShield", "thrownWeapon", "twoPistols", "magazineOrCell", "explosion",
];

const holdingPosition = oneOf(["grapple", "ground", "hold"]);

/** The fields of every kind of effect; each word is explained in packs/README.md. */
const EFFECTS = {
  defenderModifier: { against: answerWord, value: modifier },
  versus: { against: maneuverKey, variant: nullOr(text), value: modifier },
  tiesAvoid: {},
  counts: { as: oneOf(["charge", "leap", "kick", "strike", "throw", "dodge"]) },
  dodgePenaltiesOnly: {},
  modifies: { maneuvers: listOf(maneuverKey) },
  newTarget: { answerDicePerNet: modifier },
  selfDamage: { share: factor },
  helmet: {},
  bracers: { bonus: whole() },
  runDamage: { points: whole(1), perTicks: whole(1), most: nullOr(whole(1)) },
  chargeBonus: {},
  netDamage: { offset: modifier, value: whole(1), tn: targetNumber },
  failureDamage: { pointsPerDegree: whole(1) },
  deflectionShare: { share: factor },
  drainsWill: { perPoints: whole(1), will: whole(1) },
  displaces: { who: oneOf(["attacker", "target"]), metresPerNet: factor },
  fells: { net: whole(1) },
  addsTicks: { perNet: whole(1) },
  disarms: { net: whole(1) },
  meleeRange: { successes: whole(1), steps: modifier },
  position: { position: holdingPosition, change: oneOf(["set", "raise", "lower"]), needs: whole(), share: factor, offset: modifier, least: modifier, most: nullOr(whole(1)) },
  positionBonus: { from: listOf(holdingPosition) },
  heldPenalty: { value: modifier, except: maneuverKey },
  combined: { components: listOf(maneuverKey), failedFirst: oneOf(["loseNet", "goOn"]) },
  combines: { with: listOf(maneuverOrGroup), without: listOf(maneuverOrGroup) },
  twoShots: {},
  offHand: {},
  draws: {},
  aim: { bonus: whole(1), limit: (value, path) => (value === "observe" ? [] : whole(1)(value, path)) },
  burst: { rounds: whole(1), aimLimit: nullOr(whole()) },
  overwatch: { ticks: whole(1) },
  uninterruptible: {},
  pace: {
    pace: oneOf(["walk", "run", "crawl", "climb", "swim", "sprint", "evasiveRun"]),
    times: whole(1), divisor: whole(1), plus: modifier, perSuccess: whole(), rounding: oneOf(["down", "up", "tenth"]),
  },
  jump: { height: factor, divisor: whole(1), plus: whole(), speedPerSuccess: whole() },
  runUp: { metres: whole(1), dicePerMetre: modifier },
  reach: { divisor: whole(1), weaponLength: flag },
  getsAway: { perSuccess: whole(), plus: whole() },
  posture: { posture: oneOf(["prone", "standing"]) },
  cover: { percent: oneOf([50, 90]), from: oneOf(["scenery", "shield"]) },
  shieldCover: { otherActions: modifier },
  movement: { change: oneOf(["stop", "change", "continue"]), ticks: whole() },
  movingTarget: { offset: modifier, meleeShare: factor },
  ignoresMovement: {},
  footwork: { on: listOf(answerWord), perSuccess: whole(1), most: whole(1), ticks: whole(1), renewal: whole() },
  lasts: { ticks: whole(1) },
  exclusive: {},
  estimate: { plus: whole() },
  drawTicks: { carried: oneOf(["ready", "stowed"]), min: modifier, max: modifier },
  slower: { dice: whole(1), perTicks: whole(1) },
  willCost: { will: whole(1), perTicks: whole(1) },
  requires: { what: oneOf(REQUIREMENTS), metres: nullOr(whole(1)) },
  weaponSizes: { sizes: listOf(oneOf(SIZES)) },
  encumbrance: { most: oneOf(ENCUMBRANCES) },
  secret: {},
  facts: { beyond: whole(), complete: whole(1), extra: oneOf(["more", "hidden"]) },
  falseAnswer: { answer: oneOf(["false", "gm"]) },
  usualModifier: { value: modifier },
  dropDistance: { metresPerDegree: whole(1) },
} satisfies Record<ManeuverEffect["kind"], Readonly<Record<string, Shape>>>;

export const MANEUVER_EFFECT_KINDS: readonly string[] = Object.keys(EFFECTS);

/** What an effect of a maneuver may be. */
const maneuverEffect = byKind(EFFECTS);

const roll = { attribute: oneOf(ATTRIBUTE_KEYS), skill: skillKey, modifier };

const tables = exactly({
  modes: listOf(exactly({ key: text, name: text, toHit: modifier, damageBonus: modifier, tnBonus: modifier, effects: listOf(maneuverEffect) })),
  variants: listOf(exactly({ key: text, name: text, option: nullOr(text), roll: nullOr(exactly(roll)), effects: listOf(maneuverEffect) })),
  results: listOf(
    exactly({
      variant: nullOr(text), min: whole(), max: nullOr(whole()), ticks: nullOr(modifier),
      outcome: oneOf(["ticks", "dropsAmmunition", "dropsWeapon", "nothing", "maybe", "definite", "facts"]),
    }),
  ),
  rolls: listOf(
    exactly({
      key: oneOf(["leap", "landing", "footing", "newAttack"]),
      who: oneOf(["user", "target"]),
      when: oneOf(["always", "onHit", "whenHit", "onNet"]),
      ...roll,
      minus: nullOr(oneOf(["damage", "normalWounds"])),
      plus: nullOr(oneOf(["net"])),
      required: nullOr(whole(1)),
      delay: nullOr(whole(1)),
      failure: nullOr(exactly({ prone: flag, damage: nullOr(exactly({ value: whole(1), tn: targetNumber })) })),
    }),
  ),
});

/** A part of a sum of ticks: so many, or a word of the table. */
const tickPart: Shape = (value, path) =>
  typeof value === "number" ? whole(1)(value, path) : oneOf(["weapon", "weapon A", "weapon B", "ready weapon", "run ticks", "Block", "Strike", "Strike (weapon attack)", "Parry", "Engage", "Gut"])(value, path);

/** The table's `tickCost`; cells that only some rows have may be missing. */
const ticks = byKind({
  fixed: { value: whole(), isMinimum: optionally(flag) },
  range: { min: whole(), max: nullOr(whole()), open: optionally(flag), bySize: optionally(exactly(Object.fromEntries(SIZES.map((size) => [size, whole(1)])))) },
  choice: {
    options: listOf(exactly({ label: text, value: whole(), min: optionally(whole()), max: optionally(whole()) })),
    surcharge: optionally(exactly({ label: text, value: whole() })),
    labelsInferred: optionally(flag),
  },
  weapon: { base: oneOf(["weapon", "shieldBlockSpeed"]), offset: modifier },
  relative: { base: oneOf(["weapon", "combined attack"]), offset: modifier, note: optionally(text) },
  multiple: {
    op: oneOf(["sum", "burst"]), parts: optionally(listOf(tickPart)), offset: optionally(modifier), minimum: optionally(oneOf(["weapon"])),
    recoilMultiplier: optionally(whole(1)), formula: optionally(text), recovery: optionally(text),
  },
  special: {
    base: oneOf(["weapon", "weapon reload time", "ready/draw ticks by weapon size", "evasion", "shield"]),
    offset: optionally(modifier), parts: optionally(listOf(tickPart)), formula: optionally(text),
  },
});

/** The `system` fields of a maneuver, besides those of every item. */
export const maneuverFields: Readonly<Record<string, Shape>> = {
  group: oneOf(MANEUVER_GROUPS),
  timings: listOf(oneOf(TIMINGS)),
  requisites: requisites(0),
  requisitePerShield: flag,
  roll: nullOr(
    exactly({
      attribute: nullOr(oneOf(ATTRIBUTE_KEYS)),
      skill: nullOr(skillKey),
      modifier,
      cases: listOf(exactly({ when: oneOf(CASE_WORDS), modifier })),
      base: nullOr(wordOf(["shield", "component"])),
    }),
  ),
  ticks,
  damage: nullOr(
    exactly({
      source: oneOf(["own", "weapon", "shield", "component"]),
      pools: listOf(exactly({ count: whole(1), value: whole(1) })),
      tn: nullOr(targetNumber),
      bonus: modifier,
      tnBonus: modifier,
      stun: flag,
      cancels: flag,
    }),
  ),
  answers: nullOr(listOf(attackWord)),
  answeredBy: nullOr(listOf(answerWord)),
  effects: listOf(maneuverEffect),
  tables: nullOr(tables),
  combatSize: nullOr(oneOf(SIZES)),
};
