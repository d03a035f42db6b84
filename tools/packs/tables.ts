import { readFileSync } from "node:fs";
import path from "node:path";
import { isRecord, textAt, valueAt, type JsonRecord } from "./packs";

/** What one table row demands of the document with its key: the value at each dotted path of `system`. */
export interface ExpectedRow {
  readonly key: string;
  readonly pack: string;
  readonly type: string;
  /** The document's name must be one of these, or hold the last one as a word. */
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
  /** For a maneuver: the effects by which the defender's dice change, in the table's order. */
  readonly defenderModifiers?: readonly JsonRecord[];
  /** Whether the pack is incomplete without it. */
  readonly required: boolean;
}

/** Maneuvers that the starting set holds; rows of the table beyond these may be there or not. */
export const STARTING_MANEUVERS: readonly string[] = [
  "common-hold-action",
  "unarmed-strike", "unarmed-kick", "unarmed-martial-strike", "unarmed-martial-kick", "unarmed-elbow-strike",
  "unarmed-knee-strike", "unarmed-headbutt", "unarmed-lightning-strike", "unarmed-power-strike", "unarmed-spinning-kick",
  "unarmed-block", "unarmed-quick-block", "unarmed-martial-block", "unarmed-leg-check",
  "melee-attack", "melee-throw", "melee-careful-throw", "melee-hack", "melee-thrust", "melee-spin-slash",
  "melee-parry", "melee-quick-parry", "melee-power-parry", "melee-shield-block",
  "ranged-shoot",
  "evasion-dodge", "evasion-sidestep",
];

/** The one null of a maneuver row that a document fills: a shot deals its weapon's damage, as every attack of the ranged table does. */
const WEAPON_DAMAGE_LEFT_OPEN = "ranged-shoot";

/** Misspelt names of the tables; the printed spelling stays in the document's `source`. */
const CORRECTED_NAMES: Readonly<Record<string, string>> = { "Scale/Lamelar Armor": "Scale/Lamellar Armor" };

/** The tables' words for a skill that is called differently in the data. */
const SKILL_NAMES: Readonly<Record<string, string>> = { weaponry: "melee", physick: "medical", fight: "unarmed" };

/** Firebirds to one coin. */
const COINS: Readonly<Record<string, number>> = { wing: 0.25, crest: 0.5 };

/**
 * Reads the tables of the rules and says what each row demands of its document.
 * @param tablesDir The folder of the JSON tables.
 */
export function expectedRows(tablesDir: string): ExpectedRow[] {
  return [
    ...rowsOf(tablesDir, "armor.json", "armor").map(armorRow),
    ...rowsOf(tablesDir, "shields.json", "shields").map(energyShieldRow),
    ...rowsOf(tablesDir, "hand-shields.json", "handShields").map(handShieldRow),
    ...rowsOf(tablesDir, "weapons.json", "rows").map(weaponRow),
    ...rowsOf(tablesDir, "maneuvers.json", "maneuvers").map(maneuverRow),
    ...rowsOf(tablesDir, "powers.json", "powers").map(powerRow),
  ];
}

function rowsOf(tablesDir: string, file: string, list: string): JsonRecord[] {
  const content: unknown = JSON.parse(readFileSync(path.join(tablesDir, file), "utf8"));
  const rows = valueAt(content, list);
  if (!Array.isArray(rows)) throw new Error(`${file} has no list "${list}"`);
  return rows.filter(isRecord);
}

/** The skill key for a skill as the tables print it. */
export function skillKey(printed: string): string {
  const key = printed.toLowerCase();
  return SKILL_NAMES[key] ?? key;
}

function namesOf(row: JsonRecord): string[] {
  const printed = [textAt(row, "name"), textAt(row, "shortName")].filter((name) => name !== "");
  return printed.map((name) => CORRECTED_NAMES[name] ?? name);
}

function armorRow(row: JsonRecord): ExpectedRow {
  const values: JsonRecord = {
    era: row.era,
    techLevel: row.techLevel,
    absorb: row.absorb,
    deflection: row.deflection,
    underShield: row.underShield,
    upgrade: null,
    powered: null,
  };
  if (row.costValue !== null) values.cost = row.costValue;
  if (row.encumbrance !== "-") values.encumbrance = textAt(row, "encumbrance").toLowerCase();
  const { modification, powered } = row;
  if (isRecord(modification)) {
    values.upgrade = {
      costFactor: 1 + Number(modification.costPercent) / 100,
      techLevel: modification.techLevel,
      absorb: modification.absorb,
      deflection: modification.deflection,
    };
  }
  if (isRecord(powered)) {
    values.powered = { encumbrance: textAt(powered, "encumbrancePowered").toLowerCase(), brute: valueAt(powered, "traitBonus.value") };
  }
  return { key: textAt(row, "id"), pack: "armor", type: "armor", names: namesOf(row), values, required: true };
}

function energyShieldRow(row: JsonRecord): ExpectedRow {
  return {
    key: textAt(row, "id"),
    pack: "armor",
    type: "energyShield",
    names: namesOf(row),
    required: true,
    values: {
      techLevel: row.techLevel,
      cost: row.costValue,
      encumbrance: textAt(row, "encumbrance").toLowerCase(),
      minActivation: row.minActivation,
      maxAbsorb: row.maxAbsorb,
      recharge: row.recharge,
      energy: { value: row.energyReserve, max: row.energyReserve },
    },
  };
}

function handShieldRow(row: JsonRecord): ExpectedRow {
  const { size, deflection, absorb, block, requisites, cover } = row;
  return {
    key: textAt(row, "id"),
    pack: "armor",
    type: "handShield",
    names: namesOf(row),
    values: { size, deflection, absorb, block, requisites, cover, house: true },
    required: true,
  };
}

function weaponRow(row: JsonRecord): ExpectedRow {
  const name = textAt(row, "name");
  const values: JsonRecord = {
    house: false,
    techLevel: Number(row.techLevel),
    cost: firebirds(textAt(row, "cost")),
    size: row.size,
    "damage.formula": row.damage,
    "damage.tn": Number(row.damageTN),
  };
  const [, base, recoil] = /\((\d+) \+ (\d+)\)/.exec(textAt(row, "speed")) ?? [];
  values.speed = { base: Number(base), recoil: Number(recoil) };
  if (row.reload !== null) values.reload = Number(row.reload);
  if (row.range !== null) {
    const [short, medium, long] = textAt(row, "range").split("/").map((band) => Number.parseInt(band, 10));
    values.range = { short, medium, long };
  }
  const magazine = /^(\d+)(.*)$/.exec(textAt(row, "magazine"));
  if (magazine !== null) values.magazine = { value: Number(magazine[1]), max: Number(magazine[1]), kind: magazine[2] };
  if (row.ammo !== null) values.ammunition = row.ammo;
  if (row.special !== null) values.special = row.special;
  return { key: `weapon-${slug(name)}`, pack: "weapons", type: "weapon", names: [name], values, required: true };
}

/** A price as printed (`10`, `1 wing`) in firebirds. */
function firebirds(printed: string): number {
  const [count = "", coin] = printed.split(" ");
  return Number(count) * (coin === undefined ? 1 : (COINS[coin] ?? Number.NaN));
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
}

function maneuverRow(row: JsonRecord): ExpectedRow {
  const key = textAt(row, "id");
  const table = textAt(row, "table");
  const requisites = Array.isArray(row.requisites) ? row.requisites : [];
  const values: JsonRecord = {
    group: table === "special-common" ? "free" : table,
    timings: row.categories,
    requisites: requisites.filter(isRecord).map(({ skill, level }) => ({ skill: skillKey(String(skill)), level })),
    requisitePerShield: row.perShield,
    combatSize: row.combatSize ?? null,
    ...rollValues(row.roll),
    ...damageValues(key, row),
  };
  const { tickCost } = row;
  if (isRecord(tickCost)) values.ticks = Object.fromEntries(Object.entries(tickCost).filter(([name]) => name !== "text"));
  return {
    key,
    pack: "maneuvers",
    type: "maneuver",
    names: [textAt(row, "name")],
    values,
    defenderModifiers: defenderModifiers(row),
    required: STARTING_MANEUVERS.includes(key),
  };
}

/** The tables say "any defense" and "any defense or counterattack" for the same thing: everything that may answer. */
function defenderModifiers(row: JsonRecord): JsonRecord[] {
  const printed = Array.isArray(row.defenderModifiers) ? row.defenderModifiers.filter(isRecord) : [];
  return printed.map(({ kind, value }) => {
    const against = String(kind);
    return { kind: "defenderModifier", against: against.startsWith("any") ? "any" : against, value };
  });
}

/** A modifier printed as "Special" is 0: what it stands for is in `cases`, `base` or `effects`. */
function rollValues(roll: unknown): JsonRecord {
  if (!isRecord(roll)) return { roll: null };
  return {
    "roll.attribute": textAt(roll, "attribute").toLowerCase(),
    "roll.skill": skillKey(textAt(roll, "skill")),
    "roll.modifier": typeof roll.modifier === "number" ? roll.modifier : 0,
  };
}

function damageValues(key: string, row: JsonRecord): JsonRecord {
  const { damage } = row;
  if (!isRecord(damage)) return key === WEAPON_DAMAGE_LEFT_OPEN ? { "damage.source": "weapon" } : { damage: null };
  const values: JsonRecord = { "damage.source": damage.source ?? "own" };
  if (damage.pools !== undefined) values["damage.pools"] = damage.pools;
  if (damage.tn !== undefined) values["damage.tn"] = damage.tn;
  if (damage.bonus !== undefined) values["damage.bonus"] = damage.bonus;
  if (damage.tnBonus !== undefined) values["damage.tnBonus"] = damage.tnBonus;
  if (damage.type === "stun") values["damage.stun"] = true;
  // Dramatic Scenes, Parry and Block: what a block or parry rolls is taken off the attack's damage.
  const answersOnly = Array.isArray(row.categories) && row.categories.every((category) => category === "reaction");
  values["damage.cancels"] = answersOnly || damage.use === "cancels incoming damage";
  return values;
}

function powerRow(row: JsonRecord): ExpectedRow {
  const { track, theme, tier, chain, rank, active, timing, cost } = row;
  const values: JsonRecord = { track, theme, tier, chain, rank, active, timing };
  values.cost = { will: valueAt(cost, "will") ?? 0, fate: valueAt(cost, "fate") ?? 0 };
  return { key: textAt(row, "id"), pack: "powers", type: "power", names: [textAt(row, "name")], values, required: false };
}
