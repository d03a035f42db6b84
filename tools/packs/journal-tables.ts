import { readFileSync } from "node:fs";
import path from "node:path";
import { isRecord, textAt, valueAt, type JsonRecord } from "./packs";
import { keyOf, type SourceDocument } from "./source";

/** What a drawn table is made from. */
export interface TableSources {
  readonly tablesDir: string;
  readonly documents: readonly SourceDocument[];
}

type Row = readonly string[];
interface DrawnTable {
  readonly head: Row;
  readonly rows: readonly Row[];
}

/** Printed skill names that the game has replaced. */
const SKILLS: Readonly<Record<string, string>> = { Weaponry: "Melee", Physick: "Medical" };
const NONE = "–";

/** What a page may ask for with `<!-- name: word -->`; the word chooses the rows. */
const TABLES: Readonly<Record<string, (sources: TableSources, word: string) => DrawnTable>> = {
  maneuvers: maneuverTable,
  armor: armorTable,
  energyShields: energyShieldTable,
  handShields: handShieldTable,
  weapons: weaponTable,
  powers: powerTable,
};

/**
 * Draws a table of the rules, or of what a pack holds, as Markdown; names become links.
 * @param name One of the tables, as `maneuvers`.
 * @param word Which rows: a group, an era, a theme.
 * @returns null when there is no such table or it would be empty.
 */
export function drawTable(sources: TableSources, name: string, word: string): string | null {
  const draw = Object.hasOwn(TABLES, name) ? TABLES[name] : undefined;
  const table = draw?.(sources, word);
  if (table === undefined || table.rows.length === 0) return null;
  const line = (cells: Row): string => `| ${cells.join(" | ")} |`;
  return [line(table.head), line(table.head.map(() => "---")), ...table.rows.map(line)].join("\n");
}

function rowsOf({ tablesDir }: TableSources, file: string, list: string): JsonRecord[] {
  const content: unknown = JSON.parse(readFileSync(path.join(tablesDir, file), "utf8"));
  const rows = valueAt(content, list);
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}

const link = (row: JsonRecord): string => `[[${textAt(row, "id")}]]`;
const cell = (row: JsonRecord, dotted: string): string => {
  const value = valueAt(row, dotted);
  return value === null || value === undefined || value === "" ? NONE : String(value);
};
const signed = (value: number): string => (value > 0 ? `+${value}` : String(value));

function maneuverTable(sources: TableSources, group: string): DrawnTable {
  const rows = rowsOf(sources, "maneuvers.json", "maneuvers").filter(({ table }) => table === group);
  return {
    head: ["Maneuver", "Ticks", "Roll", "Damage", "Asks for"],
    rows: rows.map((row) => [link(row), ticksOf(row), rollOf(row), damageOf(row), requisitesOf(row)]),
  };
}

function requisitesOf(row: JsonRecord): string {
  const requisites = (Array.isArray(row.requisites) ? row.requisites : []).filter(isRecord);
  const asked = requisites.map((requisite) => `${skillName(textAt(requisite, "skill"))} ${cell(requisite, "level")}`);
  return [...asked, ...(row.perShield === true ? ["by the shield"] : [])].join(", ") || NONE;
}

const skillName = (printed: string): string => SKILLS[printed] ?? printed;

function rollOf(row: JsonRecord): string {
  if (!isRecord(row.roll)) return NONE;
  const { attribute, skill, modifier, baseModifier } = row.roll;
  const dice = typeof modifier === "number" ? modifier : Number(baseModifier ?? 0);
  const rolled = typeof attribute === "string" && typeof skill === "string" ? `${attribute}(${skillName(skill)})` : "";
  return [rolled, dice === 0 ? "" : signed(dice)].filter((part) => part !== "").join(" ") || NONE;
}

function ticksOf(row: JsonRecord): string {
  const multiplier = valueAt(row, "tickCost.recoilMultiplier");
  if (typeof multiplier === "number") return `base + ${multiplier} x recoil`;
  if (row.id === "melee-charge") return "weapon + run";
  return cell(row, "tickCost.text").replace(/^([+-]\d)$/, "$1 to the base").replaceAll("Weapon", "weapon");
}

function damageOf(row: JsonRecord): string {
  const printed = textAt(row, "damageText");
  if (printed === "-") return NONE;
  if (printed !== "") return printed.toLowerCase();
  const bonus = Number(valueAt(row, "damage.bonus") ?? 0);
  const tnBonus = Number(valueAt(row, "damage.tnBonus") ?? 0);
  const source = textAt(row, "damage.source");
  return source === "" ? NONE : [source, bonus === 0 ? "" : signed(bonus), tnBonus === 0 ? "" : `TN ${signed(tnBonus)}`].filter((part) => part !== "").join(" ");
}

function armorTable(sources: TableSources, era: string): DrawnTable {
  const rows = rowsOf(sources, "armor.json", "armor").filter((row) => textAt(row, "era").startsWith(era));
  return {
    head: ["Armor", "Absorb", "Deflection P/B/E", "Encumbrance", "Under a shield", "TL", "Cost"],
    rows: rows.map((row) => [link(row), cell(row, "absorbText"), cell(row, "deflectionText"), cell(row, "encumbrance"), row.underShield === true ? "yes" : NONE, cell(row, "techLevel"), cell(row, "cost")]),
  };
}

function energyShieldTable(sources: TableSources): DrawnTable {
  return {
    head: ["Shield", "Activates at", "Absorbs at most", "Recharge", "Reserve", "Encumbrance", "TL", "Cost"],
    rows: rowsOf(sources, "shields.json", "shields").map((row) => [link(row), ...["minActivation", "maxAbsorb", "recharge", "energyReserve", "encumbrance", "techLevel", "cost"].map((name) => cell(row, name))]),
  };
}

function handShieldTable(sources: TableSources): DrawnTable {
  const cover = (row: JsonRecord): string => (Array.isArray(row.cover) && row.cover.length > 0 ? row.cover.map((percent) => `${String(percent)}%`).join(" or ") : NONE);
  return {
    head: ["Shield", "Size", "Deflection", "Absorb", "Block value", "Ticks", "Cover"],
    rows: rowsOf(sources, "hand-shields.json", "handShields").map((row) => [
      link(row), cell(row, "size"), cell(row, "deflection"), cell(row, "absorb"), `${cell(row, "block.formula")} @${cell(row, "block.tn")}`, cell(row, "block.ticks"), cover(row),
    ]),
  };
}

/** The arsenal as the pack holds it: house weapons have no printed table. */
function weaponTable({ documents }: TableSources, groups: string): DrawnTable {
  const wanted = groups.split(" ");
  const weapons = documents
    .filter(({ documentName, parent, data }) => documentName === "Item" && parent === null && data.type === "weapon")
    .filter(({ data }) => wanted.includes(textAt(data.system, "group")))
    .sort((one, other) => Number(one.data.sort) - Number(other.data.sort));
  const shoots = !wanted.includes("melee");
  return {
    head: ["Weapon", "TL", "Cost", "Size", "Damage", "Ticks", ...(shoots ? ["Reload", "Range", "Magazine"] : [])],
    rows: weapons.map((document) => [...weaponCells(document), ...(shoots ? rangedCells(document) : [])]),
  };
}

function weaponCells(document: SourceDocument): string[] {
  const system = isRecord(document.data.system) ? document.data.system : {};
  const total = Number(valueAt(system, "speed.base")) + Number(valueAt(system, "speed.recoil"));
  const stun = valueAt(system, "damage.stun") === true ? " stun" : "";
  return [
    `[[${keyOf(document)}]]${system.house === false ? " *" : ""}`, cell(system, "techLevel"), cell(system, "cost"), cell(system, "size"),
    `${cell(system, "damage.formula")} @${cell(system, "damage.tn")}${stun}`, `${total} (${cell(system, "speed.base")} + ${cell(system, "speed.recoil")})`,
  ];
}

function rangedCells({ data: { system } }: SourceDocument): string[] {
  const row = isRecord(system) ? system : {};
  const magazine = Number(valueAt(row, "magazine.max"));
  return [cell(row, "reload"), ["short", "medium", "long"].map((band) => cell(row, `range.${band}`)).join(" / "), magazine === 0 ? NONE : `${magazine} ${cell(row, "ammunition")}`];
}

function powerTable(sources: TableSources, of: string): DrawnTable {
  const rows = rowsOf(sources, "powers.json", "powers").filter((row) => (typeof row.theme === "string" ? row.theme : row.track) === of);
  return {
    head: ["Power", "Tier", "Chain", "Cost", "When"],
    rows: rows.map((row) => [link(row), cell(row, "tier"), cell(row, "chain"), cell(row, "costText"), cell(row, "timing")]),
  };
}
