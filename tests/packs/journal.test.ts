import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkPacks } from "../../tools/packs/check";
import { buildJournals } from "../../tools/packs/journal";
import { PATHS, isRecord, textAt, valueAt, type JsonRecord } from "../../tools/packs/packs";
import type { Problem } from "../../tools/packs/problem";
import { readPackSources } from "../../tools/packs/source";
import { writeJournals } from "../../tools/rules-journal";
import { PackCopy } from "./copy";

const { documents } = readPackSources(PATHS.source);
const sources = { documents, tablesDir: PATHS.tables };

let copy: PackCopy;
let docsDir: string;
beforeEach(() => {
  copy = new PackCopy();
  docsDir = mkdtempSync(path.join(os.tmpdir(), "fatewalker-docs-"));
  cpSync(PATHS.docs, docsDir, { recursive: true });
});
afterEach(() => {
  copy.dispose();
  rmSync(docsDir, { recursive: true, force: true });
});

const problems = (): Problem[] => checkPacks({ ...copy.options, docsDir });

function rewrite(page: string, change: (text: string) => string): void {
  const file = path.join(docsDir, page);
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

function pages(journal: string): JsonRecord[] {
  const list = buildJournals(PATHS.docs, sources).journals.find(({ key }) => key === journal)?.data.pages;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

const content = (name: string): string => textAt(pages("rules-handbook").find((page) => page.name === name), "text.content");

/** The cells of every row of a page's tables, without tags. */
function rows(name: string): string[][] {
  return [...content(name).matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => cell.replace(/@UUID\[[^\]]*\]\{([^}]*)\}/g, "$1")));
}

describe("the rules journals", () => {
  it("have one page a chapter, each with words of its own", () => {
    expect(pages("rules-handbook").map(({ name }) => name)).toEqual([
      "Dice and rolls", "Characters", "Keeping time", "Movement", "Attack and damage", "Range and sight", "Melee", "Wounds", "Healing",
      "Maneuvers", "Armor and shields", "Weapons", "Will, Fate and powers", "House values",
    ]);
    expect(pages("rules-clock")).toHaveLength(3);
  });

  it("link every maneuver, power, armor, shield and weapon of the packs", () => {
    const all = pages("rules-handbook").map((page) => textAt(page, "text.content")).join();
    const wanted = documents.filter(({ documentName, parent, data }) => documentName === "Item" && parent === null && data.type !== "gear");
    expect(wanted.length).toBeGreaterThan(200);
    expect(wanted.filter(({ pack, data }) => !all.includes(`@UUID[Compendium.fatewalker.${pack}.Item.${textAt(data, "_id")}]`)).map(({ file }) => file)).toEqual([]);
  });

  it("draw rows as the tables have them", () => {
    expect(rows("Maneuvers")).toContainEqual(["Dodge", "8", "Prowess(Agility) +3", "–", "Agility 1"]);
    expect(rows("Maneuvers")).toContainEqual(["Short Burst", "base + 2 x recoil", "Prowess(Ranged)", "–", "Ranged 2"]);
    expect(rows("Armor and shields")).toContainEqual(["Full Plate Armor", "2", "4/2/2", "Heavy", "–", "2", "50"]);
    expect(rows("Armor and shields")).toContainEqual(["Standard Shield", "6", "20", "1", "7", "Light", "7", "500"]);
    expect(rows("Weapons")).toContainEqual(["Long Bow *", "3", "10", "XL", "7x1/3x3 @6", "11 (8 + 3)", "8", "50 / 100 / 150", "–"]);
    expect(rows("Will, Fate and powers")).toContainEqual(["Tough", "0", "Tough", "1 Will", "when damage is taken"]);
  });

  it.each([
    ["Range and sight", ["A black night; thick fog; downpour", "-75%"]],
    ["Range and sight", ["Brick, thick metal", "5"]],
    ["Melee", ["3 Contact", "-4", "-2", "-1", "0", "0", "-1"]],
    ["Healing", ["Dice", "-1", "-2", "-3", "-4"]],
    ["Characters", ["Secondary branch", "2", "3", "5", ""]],
    ["Maneuvers", ["5 and more", "0", "-2", "-2"]],
    ["Movement", ["From a stand", "S / 3 m"]],
  ])("has on the page %s the row %j", (page, row) => {
    expect(rows(page)).toContainEqual(row);
  });

  it("keep the numbers of the scene tables", () => {
    const scene: unknown = JSON.parse(readFileSync(path.join(PATHS.tables, "scene-tables.json"), "utf8"));
    const bands = valueAt(scene, "meleeRange.rows");
    for (const band of (Array.isArray(bands) ? bands : []).filter(isRecord)) {
      const sizes = ["XL", "L", "M", "S", "XS"].map((size) => String(valueAt(band, `bySize.${size}`)).replace("unusable", "no"));
      const name = textAt(band, "band");
      expect(rows("Melee")).toContainEqual([`${String(band.value)} ${name.charAt(0).toUpperCase()}${name.slice(1)}`, ...sizes, String(band.evasions)]);
    }
    const barriers = valueAt(scene, "barriers.rows");
    const ratings = (Array.isArray(barriers) ? barriers : []).filter(isRecord).map((row) => String(row.rating));
    const own = rows("Range and sight").filter(([made = "", rating = ""]) => made !== "" && /^\d+( and more)?$/.test(rating));
    expect(own.map(([, rating = ""]) => rating.split(" ")[0])).toEqual(ratings);
  });
});

describe("the check of the journals", () => {
  it("finds a page that was changed in the pack alone, and one that was changed in the words alone", () => {
    copy.edit("rules/rules-clock.yml", (document) => {
      document.name = "About time";
    });
    rewrite("handbook/07-melee.md", (text) => text.replace("| You run | -1 |", "| You run | -2 |"));
    expect(problems().filter(({ kind }) => kind === "copy").map(({ place }) => place)).toEqual(["rules/rules-clock.yml", "rules/rules-handbook.yml"]);
  });

  it("finds a link to nothing and a table that there is not", () => {
    rewrite("handbook/08-wounds.md", (text) => `${text}\n[[power-will-immortal]]\n\n<!-- curses: old -->\n`);
    const found = problems().filter(({ place }) => place === "docs/rules/handbook/08-wounds.md");
    expect(found.map(({ message }) => message)).toEqual(['there is no table "curses: old"', "nothing has the key power-will-immortal"]);
    expect(() => writeJournals(docsDir, copy.options.sourceDir)).toThrow(/08-wounds\.md: nothing has the key power-will-immortal/);
  });

  it("finds a journal that nobody wrote, and one that no words stand behind", () => {
    copy.remove("rules/rules-handbook.yml");
    writeFileSync(path.join(docsDir, "journals.yml"), "handbook:\n  name: The Rules\n");
    const found = problems().filter(({ place }) => place.startsWith("rules"));
    expect(found.map(({ kind, place }) => `${kind} ${place}`)).toEqual(expect.arrayContaining(["row rules", "copy rules/rules-clock.yml"]));
  });

  it("is satisfied by what the tool writes", () => {
    rewrite("handbook/14-house-values.md", (text) => `${text}\nRound in favour of whoever is bleeding: [[power-will-tough|be tough]].\n`);
    expect(problems()).not.toEqual([]);
    expect(writeJournals(docsDir, copy.options.sourceDir)).toEqual(["rules-clock", "rules-handbook"]);
    expect(problems()).toEqual([]);
  });
});
