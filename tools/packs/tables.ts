import { readFileSync } from "node:fs";
import path from "node:path";
import { maneuverRows } from "./maneuver-rows";
import { isRecord, textAt, valueAt, type JsonRecord } from "./packs";
import { powerRows } from "./power-rows";

/** A view of a document's `system` that must equal what the table says. */
export interface Projection {
  /** What it looks at, in words that begin with the field. */
  readonly field: string;
  readonly expected: unknown;
  readonly actual: (system: unknown) => unknown;
}

/** What one table row demands of the document with its key: the value at each dotted path of `system`. */
export interface ExpectedRow {
  readonly key: string;
  readonly pack: string;
  readonly type: string;
  /** The document's name must be one of these, or hold the last one as a word. */
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
  /** What the row says of fields that do not hold it as it is printed. */
  readonly projections?: readonly Projection[];
  /** Cells of the row that no field carries: each is a fault of the check itself. */
  readonly uncarried?: readonly string[];
  /** Whether the pack is incomplete without it. */
  readonly required: boolean;
}

/** Misspelt names of the tables; the printed spelling stays in the document's `source`. */
const CORRECTED_NAMES: Readonly<Record<string, string>> = { "Scale/Lamelar Armor": "Scale/Lamellar Armor" };

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
    ...maneuverRows(rowsOf(tablesDir, "maneuvers.json", "maneuvers")),
    ...powerRows(rowsOf(tablesDir, "powers.json", "powers")),
  ];
}

function rowsOf(tablesDir: string, file: string, list: string): JsonRecord[] {
  const content: unknown = JSON.parse(readFileSync(path.join(tablesDir, file), "utf8"));
  const rows = valueAt(content, list);
  if (!Array.isArray(rows)) throw new Error(`${file} has no list "${list}"`);
  return rows.filter(isRecord);
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
