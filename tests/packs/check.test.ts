import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { documentId } from "../../tools/ids";
import { checkPacks } from "../../tools/packs/check";
import { CASE_WORDS, MANEUVER_EFFECT_KINDS, REQUIREMENTS } from "../../tools/packs/maneuver-shapes";
import { PATHS, REPOSITORY, isRecord, type JsonRecord } from "../../tools/packs/packs";
import { POWER_EFFECT_KINDS } from "../../tools/packs/power-shapes";
import type { Problem, ProblemKind } from "../../tools/packs/problem";
import { readShingles, recordShingles, sharedWords, shingles } from "../../tools/packs/shingles";
import { PackCopy } from "./copy";

const SYNTHSILK = "armor/2nd-republic/synthsilk.yml";
const LEATHER = "armor/primitive/leather-armor.yml";
const ENFORCER = "pregens/adversaries/pregen-enforcer.yml";

let copy: PackCopy;
beforeEach(() => {
  copy = new PackCopy();
});
afterEach(() => copy.dispose());

function problems(): Problem[] {
  return checkPacks(copy.options);
}

/** Expects faults of one kind at one place whose words fit; others may follow from the same spoiled value. */
function expectProblem(kind: ProblemKind, place: string, words: RegExp): void {
  expect(problems().filter((problem) => problem.kind === kind && problem.place === place && words.test(problem.message))).not.toEqual([]);
}

/** Changes one value in a table of a maneuver. */
function spoil(system: JsonRecord, list: string, index: number, field: string, value: unknown): void {
  const rows = isRecord(system.tables) ? system.tables[list] : undefined;
  const row: unknown = Array.isArray(rows) ? rows[index] : undefined;
  if (!isRecord(row)) throw new Error(`no row ${index} in ${list}`);
  row[field] = value;
}

describe("the packs of the repository", () => {
  it("are in order", () => {
    expect(checkPacks()).toEqual([]);
  });

  it("are in order as an untouched copy too", () => {
    expect(problems()).toEqual([]);
  });

  it("make the command end with 0 and a count", () => {
    const run = spawnSync(process.execPath, ["--import", "tsx", "tools/packs/check.ts"], { cwd: REPOSITORY, encoding: "utf8" });
    expect(run.stderr).toBe("");
    expect(run.status).toBe(0);
    expect(run.stdout).toMatch(/in order: \d+ documents checked/);
  });
});

describe("the command on spoiled packs", () => {
  it("ends with 1 and one line a problem", () => {
    copy.edit(SYNTHSILK, (_document, system) => {
      system.absorb = 2;
    });
    const run = spawnSync(process.execPath, ["--import", "tsx", "tools/packs/check.ts", copy.options.sourceDir], { cwd: REPOSITORY, encoding: "utf8" });
    expect(run.status).toBe(1);
    expect(run.stderr.trim().split("\n")).toEqual([
      `${SYNTHSILK}: system.absorb is 2, the table has 1`,
      "pregens/adversaries/pregen-officer.yml (SynthSilk): system.absorb differs from the item of the pack armor",
      "pregens/characters/pregen-duellist.yml (SynthSilk): system.absorb differs from the item of the pack armor",
      "pregens/characters/pregen-shadow.yml (SynthSilk): system.absorb differs from the item of the pack armor",
      "4 problems in the packs",
    ]);
  });
});

describe("values of the tables", () => {
  it("finds a changed armor value, and in the copy that an actor wears", () => {
    copy.edit(LEATHER, (_document, system) => {
      system.deflection = { physical: 3, ballistic: 0, energy: 1 };
    });
    expectProblem("value", LEATHER, /system\.deflection is .*3.*the table has .*2/);
    expectProblem("copy", `${ENFORCER} (Leather Armor)`, /system\.deflection\.physical differs/);
  });

  it.each([
    ["armor/energy-shields/shield-duelling.yml", "recharge", 2],
    ["armor/hand-shields/hand-shield-kite.yml", "cover", [50]],
    ["weapons/firearms/weapon-ares-supermach.yml", "cost", 1000],
    ["maneuvers/melee/melee-hack.yml", "requisites", []],
    ["maneuvers/unarmed/unarmed-power-strike.yml", "effects", []],
    ["maneuvers/ranged/ranged-long-burst.yml", "effects", []],
    ["maneuvers/unarmed/unarmed-hold.yml", "answeredBy", []],
    ["maneuvers/unarmed/unarmed-sprawl.yml", "answers", ["unarmed-throw"]],
    ["maneuvers/melee/melee-shield-bash.yml", "answeredBy", null],
    ["maneuvers/evasion/evasion-redirect.yml", "effects", []],
    ["powers/will/power-will-driven.yml", "tier", 1],
    ["powers/protector/power-fate-protector-righteous-strike.yml", "costMost", 4],
    ["powers/will/power-will-refuse-to-lose.yml", "effects", []],
  ])("finds a changed value in %s", (file, field, value) => {
    copy.edit(file, (_document, system) => {
      system[field] = value;
    });
    expectProblem("value", file, new RegExp(`system\\.${field} `));
  });

  it("wants the weapon's damage where the row of a shot leaves it open", () => {
    copy.edit("maneuvers/ranged/ranged-shoot.yml", (_document, system) => {
      system.damage = null;
    });
    expectProblem("value", "maneuvers/ranged/ranged-shoot.yml", /damage\.source/);
  });

  it.each([
    ["maneuvers/evasion/evasion-dodge-missile.yml", "roll.cases", 4],
    ["maneuvers/unarmed/unarmed-disarm.yml", "roll.cases", 0],
  ])("finds a changed case in %s", (file, field, index) => {
    copy.edit(file, (_document, system) => {
      const cases = isRecord(system.roll) ? system.roll.cases : undefined;
      const row: unknown = Array.isArray(cases) ? cases[index] : undefined;
      if (isRecord(row)) row.modifier = -7;
    });
    expectProblem("value", file, new RegExp(`system\\.${field} is .*-7`));
  });

  it("finds one tick more in a table of results, and one die in a mode", () => {
    copy.edit("maneuvers/ranged/ranged-reload.yml", (_document, system) => spoil(system, "results", 1, "ticks", 6));
    copy.edit("maneuvers/ranged/ranged-vitals-shot.yml", (_document, system) => spoil(system, "modes", 1, "toHit", -3));
    copy.edit("maneuvers/unarmed/unarmed-charge.yml", (_document, system) => spoil(system, "rolls", 1, "delay", 4));
    expectProblem("value", "maneuvers/ranged/ranged-reload.yml", /system\.tables\.results is/);
    expectProblem("value", "maneuvers/ranged/ranged-vitals-shot.yml", /system\.tables\.modes is/);
    expectProblem("value", "maneuvers/unarmed/unarmed-charge.yml", /system\.tables\.rolls is/);
  });

  it("wants what the table leaves open to be marked as a reading", () => {
    copy.edit("maneuvers/unarmed/unarmed-hold.yml", (_document, system) => {
      system.source = "Actions and Maneuvers, Unarmed";
    });
    expectProblem("value", "maneuvers/unarmed/unarmed-hold.yml", /system\.source \(marks/);
  });

  it.each([
    ["maneuvers.json", "maneuvers", "melee-hack", "weight", "maneuvers: no field carries the cell weight of the row melee-hack"],
    ["powers.json", "powers", "power-will-tough", "range", "powers: no field carries the cell range of the row power-will-tough"],
  ])("finds a cell of %s that no field carries", (file, list, id, cell, words) => {
    const tablesDir = copy.tables();
    copy.editTable(file, list, id, (row) => {
      row[cell] = 3;
    });
    const found = checkPacks({ ...copy.options, tablesDir });
    expect(found.map(({ place, message }) => `${place}: ${message}`)).toEqual([words]);
  });

  it("finds a new column inside a list of a row", () => {
    const tablesDir = copy.tables();
    copy.editTable("maneuvers.json", "maneuvers", "ranged-called-shot", (row) => {
      const [mode] = Array.isArray(row.modes) ? row.modes : [];
      if (isRecord(mode)) mode.noise = 2;
    });
    expect(checkPacks({ ...copy.options, tablesDir }).map(({ message }) => message)).toEqual(["no field carries the cell modes.0.noise of the row ranged-called-shot"]);
  });

  it("finds a name that is not the table's", () => {
    copy.edit(SYNTHSILK, (document) => {
      document.name = "Silk";
    });
    expectProblem("value", SYNTHSILK, /is called "Silk", the table calls it "SynthSilk/);
  });
});

describe("rows", () => {
  it.each([LEATHER, "armor/energy-shields/shield-battle.yml", "armor/hand-shields/hand-shield-riot.yml", "maneuvers/unarmed/unarmed-leg-check.yml", "weapons/thrown-and-bows/weapon-long-bow.yml"])(
    "misses %s",
    (file) => {
      copy.remove(file);
      const key = path.basename(file, ".yml");
      expect(problems()).toContainEqual({ kind: "row", place: file.split("/")[0], message: `no document has the key ${key} of the tables` });
      expectProblem("id", "ids.yml", new RegExp(`no document has the id of Item:${key} any more`));
    },
  );

  it("finds one that no table and no list has", () => {
    const leather = copy.read(LEATHER);
    const id = documentId("Item", "rhino-hide");
    const system = isRecord(leather.system) ? leather.system : {};
    copy.write("armor/primitive/rhino-hide.yml", { ...leather, _id: id, _key: `!items!${id}`, system: { ...system, key: "rhino-hide" } });
    expectProblem("row", "armor/primitive/rhino-hide.yml", /Item:rhino-hide is neither a table row nor in keys\.yml/);
    expectProblem("id", "armor/primitive/rhino-hide.yml", /is not in ids\.yml/);
  });

  it("finds a listed key without a document", () => {
    writeFileSync(copy.options.keysFile, "Item:\n  - weapon-lost\n");
    expectProblem("row", "keys.yml", /no document has the key Item:weapon-lost/);
  });
});

describe("ids and keys", () => {
  it("finds a changed id, against the rule and against the committed list", () => {
    copy.edit(SYNTHSILK, (document) => {
      document._id = "AAAAAAAAAAAAAAAA";
      document._key = "!items!AAAAAAAAAAAAAAAA";
    });
    expectProblem("id", SYNTHSILK, /Item:synthsilk has the id/);
    expectProblem("id", SYNTHSILK, /ids\.yml has/);
  });

  it("finds an id that only the committed list contradicts: a key may not change either", () => {
    copy.edit("gear/worn/gear-bracers.yml", (document, system) => {
      const id = documentId("Item", "gear-splints");
      system.key = "gear-splints";
      document._id = id;
      document._key = `!items!${id}`;
    });
    expectProblem("id", "ids.yml", /no document has the id of Item:gear-bracers any more/);
  });

  it("finds a missing id", () => {
    copy.edit(SYNTHSILK, (document) => {
      delete document._id;
    });
    expectProblem("id", SYNTHSILK, /_id is ""/);
    expectProblem("shape", SYNTHSILK, /document\._id is missing/);
  });

  it("finds a missing _key, which the packer would drop in silence", () => {
    copy.edit(SYNTHSILK, (document) => {
      delete document._key;
    });
    expectProblem("key", SYNTHSILK, /_key is "", expected "!items!/);
  });

  it("finds a key, an id and a _key that two documents have", () => {
    copy.write("armor/primitive/leather-again.yml", copy.read(LEATHER));
    for (const what of ["key", "_id", "_key"]) expectProblem("duplicate", LEATHER, new RegExp(`^has the ${what} of armor/primitive/leather-again\\.yml`));
  });

  it.each(["Synth_Silk", "synth.silk", "synthsilk-", "", "synth silk"])('refuses the key "%s"', (key) => {
    copy.edit(SYNTHSILK, (_document, system) => {
      system.key = key;
    });
    expectProblem("key", SYNTHSILK, /must be lower-case words/);
  });

  it("finds an embedded item whose _key names another actor", () => {
    copy.edit(ENFORCER, (document) => {
      const [item] = Array.isArray(document.items) ? document.items : [];
      if (isRecord(item)) item._key = `!actors.items!AAAAAAAAAAAAAAAA.${String(item._id)}`;
    });
    expectProblem("key", `${ENFORCER} (Club or Mace)`, /_key is/);
  });
});

describe("links, pictures and words", () => {
  it("finds a link in a text that leads nowhere", () => {
    copy.edit(SYNTHSILK, (_document, system) => {
      system.description = `<p>Wear it with the @UUID[Compendium.fatewalker.armor.Item.AAAAAAAAAAAAAAAA]{Duelling Shield} and smile.</p>`;
    });
    expectProblem("link", SYNTHSILK, /AAAAAAAAAAAAAAAA leads nowhere/);
  });

  it("finds a maneuver in a list that no table has, and a word that means nothing", () => {
    copy.edit("maneuvers/unarmed/unarmed-leg-check.yml", (_document, system) => {
      system.answers = ["kicks", "!unarmed-flying-kick", "swords"];
    });
    expectProblem("link", "maneuvers/unarmed/unarmed-leg-check.yml", /unarmed-flying-kick, which no table has/);
    expectProblem("shape", "maneuvers/unarmed/unarmed-leg-check.yml", /system\.answers\.2 must be/);
  });

  it("takes a link to a document that exists", () => {
    const address = `Compendium.fatewalker.armor.Item.${documentId("Item", "shield-duelling")}`;
    copy.edit(SYNTHSILK, (_document, system) => {
      system.description = `<p>Wear it with the @UUID[${address}]{Duelling Shield} and smile at them all.</p>`;
    });
    expect(problems()).not.toContainEqual(expect.objectContaining({ kind: "link" }));
  });

  it("finds a folder that the pack does not have", () => {
    copy.edit(SYNTHSILK, (document) => {
      document.folder = documentId("Folder", "folder-weapons-melee");
    });
    expectProblem("link", SYNTHSILK, /the folder .* does not exist in this pack/);
  });

  it.each(["macros/macro-rest.yml", "gear/other/gear-rope.yml", "pregens/adversaries/pregen-enforcer.yml"])("finds %s lying in no folder", (file) => {
    copy.edit(file, (document) => {
      document.folder = null;
    });
    expectProblem("folder", file, /lies in no folder/);
  });

  it("finds a folder without a colour, and one with nothing in it", () => {
    copy.edit("gear/folders/folder-gear-medical.yml", (document) => {
      document.color = null;
    });
    copy.edit("gear/other/gear-rope.yml", (document) => {
      document.folder = documentId("Folder", "folder-gear-worn");
    });
    expectProblem("folder", "gear/folders/folder-gear-medical.yml", /colour is ""/);
    expectProblem("folder", "gear/folders/folder-gear-other.yml", /nothing lies in/);
  });

  it("finds a link in a biography that leads nowhere", () => {
    const dead = "@UUID[Compendium.fatewalker.maneuvers.Item.AAAAAAAAAAAAAAAA]{Kick}";
    copy.edit(ENFORCER, (_document, system) => {
      system.biography = `<p>Whenever somebody looks away there comes the ${dead}, and then the club.</p>`;
    });
    expectProblem("link", ENFORCER, /AAAAAAAAAAAAAAAA leads nowhere/);
  });

  it("finds a macro's missing picture and its changed id", () => {
    copy.edit("macros/macro-undo.yml", (document) => {
      document.img = "systems/fatewalker/assets/icons/gone.svg";
      document._id = "BBBBBBBBBBBBBBBB";
    });
    expectProblem("image", "macros/macro-undo.yml", /gone\.svg/);
    expectProblem("id", "macros/macro-undo.yml", /Macro:macro-undo has the id/);
  });

  it("finds a copy that was taken from nowhere", () => {
    copy.edit(ENFORCER, (document) => {
      const [item] = Array.isArray(document.items) ? document.items : [];
      if (isRecord(item)) item._stats = { compendiumSource: "Compendium.fatewalker.weapons.Item.AAAAAAAAAAAAAAAA" };
    });
    expectProblem("link", `${ENFORCER} (Club or Mace)`, /does not exist/);
    expectProblem("copy", `${ENFORCER} (Club or Mace)`, /compendiumSource must be/);
  });

  it.each(["systems/fatewalker/assets/icons/nowhere.svg", "icons/svg/shield.svg", ""])('finds the missing picture "%s"', (img) => {
    copy.edit(SYNTHSILK, (document) => {
      document.img = img;
    });
    expectProblem("image", SYNTHSILK, /not among the built pictures/);
  });

  it("finds a token without a picture", () => {
    copy.edit(ENFORCER, (document) => {
      if (isRecord(document.prototypeToken)) document.prototypeToken.texture = { src: "systems/fatewalker/assets/portraits/nobody.svg" };
    });
    expectProblem("image", ENFORCER, /prototypeToken\.texture\.src/);
  });

  it("finds a description that says next to nothing, tags not counted", () => {
    copy.edit(SYNTHSILK, (_document, system) => {
      system.description = `<p class="a-very-long-class-name-that-is-no-text">Cloth.</p>`;
    });
    expectProblem("description", SYNTHSILK, /has 6 characters of text, at least 40/);
  });
});

describe("words of others", () => {
  const SENTENCE = "It was a bright cold day in April, and the clocks were striking thirteen.";

  it("finds eight words in a row that a source page has, whatever the case, the tags and the marks", () => {
    const shinglesFile = path.join(copy.root, "shingles.txt");
    recordShingles([SENTENCE], shinglesFile);
    expect(checkPacks({ ...copy.options, shinglesFile })).toEqual([]);
    copy.edit(SYNTHSILK, (_document, system) => {
      system.description = "<p>As one says: a <b>bright</b> cold day, in April; and the Clocks went on.</p>";
    });
    const found = checkPacks({ ...copy.options, shinglesFile }).filter(({ kind }) => kind === "description");
    expect(found).toEqual([
      { kind: "description", place: SYNTHSILK, message: 'system.description shares 8 words in a row with the source pages: "a bright cold day in april and the"' },
    ]);
  });

  it("lets seven in a row pass", () => {
    const known = new Set(shingles(SENTENCE).map(({ hash }) => hash));
    expect(sharedWords("a bright cold day in April, and Winston", known)).toBeNull();
    expect(sharedWords("and the clocks were striking thirteen", known)).toBeNull();
    expect(sharedWords("cold day in April and the clocks were slow", known)).toBe("cold day in april and the clocks were");
  });

  it("knows the pages by hashes alone, some thousands of them", () => {
    const known = [...readShingles(PATHS.shingles)];
    expect(known.length).toBeGreaterThan(10_000);
    for (const line of known) expect(line).toMatch(/^[0-9a-f]{10}$/);
  });
});

describe("the vocabulary", () => {
  const readme = readFileSync(path.join(REPOSITORY, "packs/README.md"), "utf8");

  it.each([...MANEUVER_EFFECT_KINDS, ...POWER_EFFECT_KINDS])("explains the effect %s", (kind) => {
    expect(readme).toContain(`| \`${kind}\` |`);
  });

  it.each([...CASE_WORDS, ...REQUIREMENTS])("explains the word %s", (word) => {
    expect(readme).toMatch(new RegExp(`[\` ]${word}[\` ]`));
  });

  it("is closed: an effect of another kind, a field too many, a maneuver that is none", () => {
    copy.edit("maneuvers/melee/melee-gut.yml", (_document, system) => {
      system.effects = [{ kind: "bites" }, { kind: "fells", net: 3, hard: true }, { kind: "combines", with: ["melee-bite"], without: [] }];
    });
    expectProblem("shape", "maneuvers/melee/melee-gut.yml", /system\.effects\.0\.kind must be one of/);
    expectProblem("shape", "maneuvers/melee/melee-gut.yml", /system\.effects\.1\.hard is no field/);
    expectProblem("link", "maneuvers/melee/melee-gut.yml", /melee-bite, which no table has/);
  });

  it("is closed for powers too", () => {
    copy.edit("powers/will/power-will-driven.yml", (_document, system) => {
      system.effects = [{ kind: "bonusDice", paid: true, dice: "many", on: "any", who: "self", within: null }];
    });
    expectProblem("shape", "powers/will/power-will-driven.yml", /system\.effects\.0\.dice must be/);
  });
});

describe("types and fields", () => {
  it("finds an unknown type", () => {
    copy.edit(SYNTHSILK, (document) => {
      document.type = "armour";
    });
    expectProblem("type", SYNTHSILK, /"armour" is no Item type/);
  });

  it("finds a field too few, one too many, and one of the wrong kind", () => {
    copy.edit(SYNTHSILK, (_document, system) => {
      delete system.era;
      system.colour = "red";
      system.encumbrance = "None";
    });
    expectProblem("shape", SYNTHSILK, /system\.era is missing/);
    expectProblem("shape", SYNTHSILK, /system\.colour is no field of this type/);
    expectProblem("shape", SYNTHSILK, /system\.encumbrance must be one of none/);
  });

  it("finds dots that no skill can have", () => {
    copy.edit(ENFORCER, (_document, system) => {
      const skills = isRecord(system.skills) ? system.skills : {};
      if (isRecord(skills.vigor)) skills.vigor.value = 3;
    });
    expectProblem("shape", ENFORCER, /system\.skills\.vigor\.value must be a whole number from 0 to 2/);
  });

  it.each([
    ["weapons/melee/weapon-longsword.yml", "damage", { formula: 7, tn: "x", type: "magic", stun: false, ladder: "standard" }, /system\.damage\.type/],
    ["weapons/melee/weapon-longsword.yml", "cost", -1, /system\.cost/],
    ["gear/medical/gear-medkit-1.yml", "kind", "spaceship", /system\.kind must be one of/],
    ["gear/medical/gear-medkit-1.yml", "rating", 1.5, /system\.rating must be/],
    ["powers/will/power-will-driven.yml", "automation", "sometimes", /system\.automation must be one of/],
    ["maneuvers/melee/melee-hack.yml", "timings", ["tomorrow"], /system\.timings/],
  ] as const)("finds in %s what its model would refuse or change: %s", (file, field, value, words) => {
    copy.edit(file, (_document, system) => {
      system[field] = value;
    });
    expectProblem("shape", file, words);
  });

  it("finds a file that holds no document, and one that is no YAML", () => {
    writeFileSync(path.join(copy.options.sourceDir, "gear/list.yml"), "- one\n- two\n");
    writeFileSync(path.join(copy.options.sourceDir, "gear/torn.yml"), "name: [\n");
    expectProblem("unreadable", "gear/list.yml", /holds no document/);
    expectProblem("unreadable", "gear/torn.yml", /./);
  });
});
