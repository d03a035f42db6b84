import { ATTRIBUTE_KEYS, CARRIED, DAMAGE_TYPES, ENCUMBRANCES, HANDS, LADDERS, PROJECTILES, SIZES, THEMES, WEAPON_GROUPS } from "../../src/rules/keys";
import { maneuverFields } from "./maneuver-shapes";
import { powerFields } from "./power-shapes";
import { amount, exactly, factor, flag, listOf, modifier, nullOr, oneOf, recordOf, text, whole, type Shape } from "./shape";
import { requisites, targetNumber } from "./shapes-common";

/** Damage dice in the game's notation: `5x1`, `3x3/3x1`. */
const formula: Shape = (value, path) =>
  typeof value === "string" && /^[1-9]\d*x[1-9]\d*(\/[1-9]\d*x[1-9]\d*)?$/.test(value)
    ? []
    : [`${path} must be damage dice such as 3x3/3x1, is ${JSON.stringify(value)}`];

const sizeLetter = oneOf(SIZES);
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
    requisites: requisites(1),
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
    area: nullOr(exactly({ radius: amount, falloff: whole() })),
  }),
  maneuver: exactly({ ...everyItem, ...maneuverFields }),
  power: exactly({ ...everyItem, ...powerFields }),
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
  fate: exactly({ rating: whole(), spent: whole(), apathy: whole(), ennui: flag }),
  wounds: exactly({
    temporary: exactly({ value: whole(), max: nullOr(whole()) }),
    normal: exactly({ rows: whole(1), columns: whole(1), value: whole(), stun: whole(), penalties: listOf(whole()) }),
    mortal: exactly({ value: whole(), max: nullOr(whole()) }),
    stabilized: flag,
    bleeding: nullOr(exactly({ combat: text, tick: whole() })),
  }),
  points: exactly({ character: whole(), story: whole(), objective: whole(), power: whole() }),
  learning: recordOf(whole()),
  healing: exactly({
    firstAid: nullOr(modifier), caretaking: nullOr(modifier), lastNewWound: nullOr(whole()), operated: flag,
    stabilizing: nullOr(exactly({ total: whole(), rolls: whole() })), surgery: nullOr(exactly({ total: whole(), rolls: whole() })),
  }),
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
