import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { documentId } from "../../tools/ids";
import { checkPacks } from "../../tools/packs/check";
import { PATHS, isRecord, textAt, valueAt, type JsonRecord } from "../../tools/packs/packs";
import { recordIds } from "../../tools/packs/record-ids";
import { refreshCopies } from "../../tools/packs/refresh-copies";
import { writeJournals } from "../../tools/rules-journal";
import { PackCopy } from "./copy";

const AUTOPISTOL = "weapons/firearms/weapon-medium-autopistol.yml";
const MARKSMAN = "pregens/adversaries/pregen-marksman.yml";

let copy: PackCopy;
beforeEach(() => {
  copy = new PackCopy();
});
afterEach(() => copy.dispose());

function ownedBy(file: string, key: string): JsonRecord {
  const { items } = copy.read(file);
  const found = (Array.isArray(items) ? items : []).filter(isRecord).find((item) => textAt(item, "system.key") === key);
  if (found === undefined) throw new Error(`${file} owns no ${key}`);
  return found;
}

describe("refreshCopies", () => {
  it("has nothing to do on packs in order", () => {
    expect(refreshCopies(copy.options.sourceDir)).toEqual([]);
  });

  it("brings a change to the actors that own the thing and leaves how they carry it", () => {
    copy.edit(AUTOPISTOL, (document, system) => {
      document.name = "Autopistol";
      system.reload = 5;
      system.magazine = { value: 14, max: 14, kind: "m" };
    });
    expect(checkPacks(copy.options)).not.toEqual([]);
    expect(refreshCopies(copy.options.sourceDir)).toEqual([MARKSMAN]);
    writeJournals(PATHS.docs, copy.options.sourceDir);
    const pistol = ownedBy(MARKSMAN, "weapon-medium-autopistol");
    expect(pistol.name).toBe("Autopistol");
    expect(pistol.system).toMatchObject({ reload: 5, magazine: { value: 12, max: 14, kind: "m" }, carried: "hand", hand: "main" });
    expect(checkPacks(copy.options)).toEqual([]);
  });

  it("leaves an actor's own trait alone", () => {
    copy.edit("weapons/melee/weapon-longsword.yml", (_document, system) => {
      system.cost = 30;
    });
    refreshCopies(copy.options.sourceDir);
    writeJournals(PATHS.docs, copy.options.sourceDir);
    expect(valueAt(ownedBy("pregens/characters/pregen-duellist.yml", "trait-duellist"), "system.rating")).toBe(2);
    expect(checkPacks(copy.options)).toEqual([]);
  });
});

describe("recordIds", () => {
  it("adds what is new and changes nothing that is there", () => {
    const before = readFileSync(copy.options.idsFile, "utf8");
    expect(recordIds(copy.options.sourceDir, copy.options.idsFile)).toEqual([]);
    expect(readFileSync(copy.options.idsFile, "utf8")).toBe(before);

    writeFileSync(copy.options.idsFile, "Item:synthsilk: AAAAAAAAAAAAAAAA\nItem:long-gone: BBBBBBBBBBBBBBBB\n");
    const added = recordIds(copy.options.sourceDir, copy.options.idsFile);
    expect(added).toContain("Item:leather-armor");
    expect(added).not.toContain("Item:synthsilk");
    const list: unknown = parse(readFileSync(copy.options.idsFile, "utf8"));
    expect(list).toMatchObject({
      "Item:synthsilk": "AAAAAAAAAAAAAAAA",
      "Item:long-gone": "BBBBBBBBBBBBBBBB",
      "Item:leather-armor": documentId("Item", "leather-armor"),
      "Actor:pregen-brawler": documentId("Actor", "pregen-brawler"),
    });
  });
});
