import { beforeAll, describe, expect, test } from "vitest";
import { DOCUMENTS, openModels, sourceOf, TYPES, type DocumentName, type ModelTable } from "./model-table";

/* What a document holds that was made without a word, and every path that packs, macros and worlds rely on. */

let models: ModelTable;
beforeAll(async () => {
  models = await openModels();
});

const attribute = { value: 4 };
const branch = { label: "", value: 0, leaves: {} };
const tree = (primary: boolean, ...branches: string[]) => ({ label: "", primary, value: 0, branches: Object.fromEntries(branches.map((key) => [key, branch])) });
const boxes = (value: number) => ({ value, max: null });

const ACTOR = {
  key: "",
  attributes: { prowess: attribute, focus: attribute, awareness: attribute, resilience: attribute, grit: attribute },
  speed: { base: 5 }, size: 10, visibleRange: 100, theme: null,
  skills: {
    vigor: tree(true, "strength", "agility", "stamina"), weaponry: tree(true, "ranged", "melee", "unarmed"), primitive: tree(true, "survival", "search", "repair"),
    criminal: tree(true, "stealth", "streetwise", "deceit"), mind: tree(true, "observe", "introspect", "lore"), social: tree(true, "charisma", "etiquette", "impress"),
    learned: tree(false, "medical", "science", "engineering"), craft: tree(false, "drive", "pilot", "computers"),
  },
  will: { rating: 8, bonus: 0, spent: 0, fatigue: 0, exhaustion: 0 },
  fate: { rating: 5, spent: 0, apathy: 0, ennui: false },
  wounds: { temporary: boxes(0), normal: { rows: 3, columns: 8, value: 0, stun: 0, penalties: [0, 1, 2, 3, 4, 5, 6, 7] }, mortal: boxes(0), stabilized: false, bleeding: null },
  points: { character: 0, story: 0, objective: 0, power: 0 },
  learning: {}, healing: { firstAid: null, caretaking: null, lastNewWound: null, operated: false, stabilizing: null, surgery: null }, money: 0,
  profile: { height: "", weight: "", age: "", eyes: "", hair: "", scars: "", concept: "", home: "" },
  goals: [], relationships: [], backgrounds: [], biography: "", gmNotes: "",
};
const ITEM = { key: "", description: "", gmNotes: "", house: false, source: "", quantity: 1 };
const CARRIED = { ...ITEM, cost: 0, weight: 0, techLevel: 0, encumbrance: "none", carried: "stowed", hand: null };

const EXPECTED: Readonly<Record<string, object>> = {
  "Actor.character": ACTOR,
  "Actor.npc": ACTOR,
  "Item.armor": { ...CARRIED, era: "", absorb: 0, deflection: { physical: 0, ballistic: 0, energy: 0 }, underShield: false, upgrade: null, powered: null, powerOn: false, appliedUpgrade: null },
  "Item.energyShield": { ...CARRIED, minActivation: 6, maxAbsorb: 20, recharge: 1, energy: { value: 5, max: 5 }, on: false },
  "Item.handShield": { ...CARRIED, size: "M", deflection: 0, absorb: 0, block: { formula: "5x1", tn: 5, ticks: 5 }, requisites: [], cover: [] },
  "Item.weapon": {
    ...CARRIED, group: "melee", size: "M", length: 1, damage: { formula: "5x1", tn: 5, type: "physical", stun: false, ladder: "standard" }, speed: { base: 5, recoil: 1 }, reload: 0,
    range: { short: 0, medium: 0, long: 0 }, magazine: { value: 0, max: 0, kind: "" }, ammunition: "", projectile: "none", burstRecoil: 1, stopChargeBonus: 0, special: "",
  },
  "Item.maneuver": {
    ...ITEM, group: "common", timings: ["action"], requisites: [], requisitePerShield: false, roll: null, ticks: { kind: "fixed", value: 5 }, damage: null, answers: null, answeredBy: null, effects: [], tables: null, combatSize: null,
  },
  "Item.power": { ...ITEM, track: "will", theme: null, tier: 0, chain: "", rank: 0, cost: { will: 0, fate: 0 }, costBy: "fixed", costMost: null, active: false, timing: "", automation: "manual", effects: [] },
  "Item.gear": { ...CARRIED, kind: "other", rating: 0 },
  "Item.trait": { ...ITEM, kind: "trait", rating: 1, brute: false },
  "Combat.base": { kind: "fight", active: null, pending: null, engagements: {}, schedule: {}, log: {} },
  "Combatant.base": { state: "ready", since: 0, movement: null, aim: null, footwork: null, shieldCover: false, awareOf: [] },
  "ChatMessage.intent": { op: "act", participant: null, args: {}, nonce: "" },
  "ChatMessage.exchange": {
    phase: "declared", tick: null, attacker: { participant: { actor: "", token: null, combatant: null }, name: "", img: "" }, maneuver: { key: "", name: "", img: "" },
    weapon: null, ticks: null, targets: [], rolls: [], ledger: null, notice: null,
  },
  "ChatMessage.ledger": { state: "applying", kind: "", combat: null, exchange: null, documents: [], record: null },
  "ChatMessage.check": { participant: null, title: "", attribute: null, skill: null, pool: { normal: 0, wounded: 0, tn: 0, woundedTn: 0 }, modifiers: [], ticks: null, support: null, supportPayment: null },
  "ChatMessage.healing": { kind: "", participant: null, healer: null, entries: [], applied: false, ledger: null, notice: null },
};

describe("a document made without a word", () => {
  test("every type of the manifest, and the plain type of fights, has a model and is among those tested here", () => {
    const found = DOCUMENTS.flatMap((name) => Object.keys(models.config(name).dataModels).filter((type) => type !== "base" || name.startsWith("Combat")).map((type) => `${name}.${type}`));
    expect(found.sort()).toEqual(Object.keys(EXPECTED).sort());
    expect(TYPES.map(([name, type]) => `${name}.${type}`).sort()).toEqual(found);
  });

  test.each(TYPES)("%s %s holds every path of the contract with a sensible value", (name: DocumentName, type: string) => {
    const { documentClass } = models.config(name);
    expect(new documentClass(sourceOf(name, type, undefined)).toObject().system).toMatchObject(EXPECTED[`${name}.${type}`] ?? {});
  });

  test.each(TYPES)("%s %s is the same after having been stored and read again", (name, type) => {
    const { documentClass } = models.config(name);
    const first = new documentClass(sourceOf(name, type, undefined)).toObject();
    expect(documentClass.fromSource(JSON.parse(JSON.stringify(first)) as Record<string, unknown>).toObject()).toEqual(first);
  });
});
