import {
  ATTRIBUTE_KEYS,
  CARRIED,
  DAMAGE_TYPES,
  ENCUMBRANCES,
  HANDS,
  LADDERS,
  MANEUVER_GROUPS,
  PROJECTILES,
  SIZES,
  THEMES,
  TIMINGS,
  WEAPON_GROUPS,
} from "../../src/rules/keys";
import { SKILL_TREES } from "../../src/config/skills";
import { amount, byKind, either, exactly, factor, flag, listOf, modifier, nullOr, oneOf, recordOf, text, whole, type Shape } from "./shape";

/** Damage dice in the game's notation: `5x1`, `3x3/3x1`. */
const formula: Shape = (value, path) =>
  typeof value === "string" && /^[1-9]\d*x[1-9]\d*(\/[1-9]\d*x[1-9]\d*)?$/.test(value)
    ? []
    : [`${path} must be damage dice such as 3x3/3x1, is ${JSON.stringify(value)}`];

const targetNumber = whole(0, 8);
const sizeLetter = oneOf(SIZES);
const skillKey = oneOf(Object.values(SKILL_TREES).flatMap(({ branches }) => branches));
const requisites = listOf(exactly({ skill: skillKey, level: whole(1, 8) }));
const deflection = exactly(Object.fromEntries(DAMAGE_TYPES.map((type) => [type, whole()])));

const everyItem = { key: text, description: text, gmNotes: text, house: flag, source: text, quantity: whole() };

const carriedItem = {
  ...everyItem,
  cost: amount,
  weight: amount,
  techLevel: whole(),
  encumbrance: oneOf(ENCUMBRANCES),
  carried: oneOf(CARRIED),
  hand: nullOr(oneOf(HANDS)),
};

/** Hold Action alone marks its ticks as the least time held. */
const ticks = either(
  byKind({
    fixed: { value: whole() },
    range: { min: whole(), max: whole() },
    weapon: { base: text, offset: modifier },
    relative: { base: text, offset: modifier },
  }),
  exactly({ kind: oneOf(["fixed"]), value: whole(), isMinimum: flag }),
);

/** A maneuver's key, by its table: whether there is such a row is another check's question. */
const MANEUVER_KEY = /^(common|special-common|evasion|ranged|melee|unarmed)-[a-z-]+$/;

/** A word of a list: one of the words, or a maneuver's key; either may be taken out again with a leading `!`. */
function wordOf(words: readonly string[]): Shape {
  return (value, path) => {
    const word = typeof value === "string" ? value.replace(/^!/, "") : "";
    return words.includes(word) || MANEUVER_KEY.test(word) ? [] : [`${path} must be a maneuver's key or one of ${words.join(", ")}, is ${JSON.stringify(value)}`];
  };
}

/** What an attack can be called in the list of what a reaction answers. */
const attackWord = wordOf([...MANEUVER_GROUPS, ...PROJECTILES.filter((kind) => kind !== "none"), "strikes", "kicks", "weapons"]);

/** What a reaction can be called where an attack says what may answer it, or what its answers gain and lose. */
const answerWord = wordOf([...MANEUVER_GROUPS, "any", "parries", "blocks", "shieldBlocks"]);

/** What a special effect of a maneuver may be; each word is explained in packs/README.md. */
const maneuverEffect = byKind({
  defenderModifier: { against: answerWord, value: modifier },
  selfDamage: { share: factor },
  helmet: {},
  bracers: { bonus: whole() },
});

/** Exactly the `system` fields of each item type. */
export const ITEM_SHAPES: Readonly<Record<string, Shape>> = {
  armor: exactly({
    ...carriedItem,
    era: text,
    absorb: whole(),
    deflection,
    underShield: flag,
    upgrade: nullOr(exactly({ costFactor: factor, techLevel: whole(), absorb: whole(), deflection })),
    powered: nullOr(exactly({ encumbrance: oneOf(ENCUMBRANCES), brute: whole() })),
    powerOn: flag,
    appliedUpgrade: nullOr(text),
  }),
  energyShield: exactly({
    ...carriedItem,
    minActivation: whole(),
    maxAbsorb: whole(),
    recharge: whole(),
    energy: exactly({ value: whole(), max: whole() }),
    on: flag,
  }),
  handShield: exactly({
    ...carriedItem,
    size: sizeLetter,
    deflection: whole(),
    absorb: whole(),
    block: exactly({ formula, tn: targetNumber, ticks: whole(1) }),
    requisites,
    cover: listOf(oneOf([50, 90])),
  }),
  weapon: exactly({
    ...carriedItem,
    group: oneOf(WEAPON_GROUPS),
    size: sizeLetter,
    length: amount,
    damage: exactly({ formula, tn: targetNumber, type: oneOf(DAMAGE_TYPES), stun: flag, ladder: oneOf(LADDERS) }),
    speed: exactly({ base: whole(1), recoil: whole() }),
    reload: whole(),
    range: exactly({ short: amount, medium: amount, long: amount }),
    magazine: exactly({ value: whole(), max: whole(), kind: text }),
    ammunition: text,
    projectile: oneOf(PROJECTILES),
    burstRecoil: factor,
    stopChargeBonus: whole(),
    special: text,
  }),
  maneuver: exactly({
    ...everyItem,
    group: oneOf(MANEUVER_GROUPS),
    timings: listOf(oneOf(TIMINGS)),
    requisites,
    requisitePerShield: flag,
    roll: nullOr(
      exactly({
        attribute: oneOf(ATTRIBUTE_KEYS),
        skill: skillKey,
        modifier,
        cases: listOf(exactly({ when: oneOf(["vsWeapon", "vsThrown", "wearingHelmet"]), modifier })),
        base: nullOr(text),
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
    tables: (value, path) => (value === null ? [] : [`${path} must be null until a maneuver brings a table`]),
    combatSize: nullOr(sizeLetter),
  }),
  power: exactly({
    ...everyItem,
    track: oneOf(["will", "fate"]),
    theme: nullOr(oneOf(THEMES)),
    tier: whole(0, 3),
    chain: text,
    rank: whole(),
    cost: exactly({ will: whole(), fate: whole() }),
    active: flag,
    timing: text,
    automation: oneOf(["passive", "spend", "manual"]),
  }),
  gear: exactly({
    ...carriedItem,
    kind: oneOf(["medkit", "facility", "serum", "ammunition", "helmet", "bracers", "optic", "light", "other"]),
    rating: whole(),
  }),
  trait: exactly({ ...everyItem, kind: oneOf(["trait", "quirk"]), rating: whole(1, 4), brute: flag }),
};

/** Dots of a root, a branch and a leaf. */
const ROOT = whole(0, 2);
const BRANCH = whole(0, 3);
const LEAF = whole(0, 2);

const skills = recordOf(
  exactly({
    label: text,
    primary: flag,
    value: ROOT,
    branches: recordOf(exactly({ label: text, value: BRANCH, leaves: recordOf(exactly({ name: text, value: LEAF })) })),
  }),
);

/** One line of a list on the sheet; `done` crosses it out. */
const note = exactly({ name: text, text, done: flag });

const actor = exactly({
  key: text,
  attributes: exactly(Object.fromEntries(ATTRIBUTE_KEYS.map((key) => [key, exactly({ value: whole(0, 12) })]))),
  speed: exactly({ base: whole() }),
  size: whole(1, 20),
  visibleRange: amount,
  theme: nullOr(oneOf(THEMES)),
  skills,
  will: exactly({ rating: whole(), bonus: whole(), spent: whole(), fatigue: whole(), exhaustion: whole() }),
  fate: exactly({ rating: whole(), spent: whole(), apathy: whole() }),
  wounds: exactly({
    temporary: exactly({ value: whole(), max: nullOr(whole()) }),
    normal: exactly({ rows: whole(1), columns: whole(1), value: whole(), stun: whole(), penalties: listOf(whole()) }),
    mortal: exactly({ value: whole(), max: nullOr(whole()) }),
    stabilized: flag,
    bleeding: nullOr(exactly({ combat: text, tick: whole() })),
  }),
  points: exactly({ character: whole(), story: whole(), objective: whole(), power: whole() }),
  learning: recordOf(whole()),
  healing: exactly({ firstAid: nullOr(modifier), caretaking: nullOr(modifier), lastNewWound: nullOr(whole()) }),
  money: amount,
  profile: exactly(Object.fromEntries(["height", "weight", "age", "eyes", "hair", "scars", "concept", "home"].map((name) => [name, text]))),
  goals: listOf(note),
  relationships: listOf(note),
  backgrounds: listOf(note),
  biography: text,
  gmNotes: text,
});

/** Exactly the `system` fields of each actor type. */
export const ACTOR_SHAPES: Readonly<Record<string, Shape>> = { character: actor, npc: actor };

/** For what Foundry defines itself. */
const anything: Shape = () => [];

/** The token that an actor gets: Foundry fills in the rest. */
const prototypeToken = exactly({
  name: text,
  displayName: oneOf([0, 10, 20, 30, 40, 50]),
  actorLink: flag,
  appendNumber: flag,
  width: whole(1),
  height: whole(1),
  texture: exactly({ src: text }),
  lockRotation: flag,
  disposition: oneOf([-2, -1, 0, 1]),
  displayBars: oneOf([0, 10, 20, 30, 40, 50]),
  bar1: exactly({ attribute: oneOf(["health"]) }),
  bar2: exactly({ attribute: oneOf(["will"]) }),
  sight: exactly({ enabled: flag }),
});

/** Exactly the fields of a document of each class, around its `system`. */
const envelope = { _id: text, _key: text, name: text, flags: anything, sort: modifier };
const inPack = { ...envelope, folder: nullOr(text), ownership: exactly({ default: whole(0, 3) }) };

const itemFields = { ...envelope, type: text, img: text, system: anything, effects: listOf(anything) };

export const DOCUMENT_SHAPES = {
  Item: exactly({ ...itemFields, ...inPack }),
  EmbeddedItem: exactly({ ...itemFields, _stats: exactly({ compendiumSource: nullOr(text) }) }),
  Actor: exactly({ ...inPack, type: text, img: text, system: anything, items: listOf(anything), effects: listOf(anything), prototypeToken }),
  JournalEntry: exactly({ ...inPack, pages: listOf(anything) }),
  JournalEntryPage: exactly({
    ...envelope,
    type: oneOf(["text"]),
    title: anything,
    text: exactly({ content: text, format: oneOf([1]) }),
  }),
  Folder: exactly({ ...envelope, type: text, folder: nullOr(text), sorting: oneOf(["a", "m"]), color: nullOr(text), description: text }),
  Macro: exactly({ ...inPack, type: oneOf(["script", "chat"]), img: text, scope: oneOf(["global"]), command: text }),
} as const satisfies Record<string, Shape>;
