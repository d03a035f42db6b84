import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { EARLIER_SHAPE, markOf, migrateInPlace, migrateSource, migrateSystem, unmarkedFlags } from "../../src/migrations/migrate";
import { removedPaths } from "../../src/migrations/records";
import { CURRENT_VERSION, STEPS } from "../../src/migrations/steps";
import { EARLIER_ACTOR, EARLIER_COMBAT, EARLIER_ITEMS } from "./migrations-fixtures";

const SOURCES = path.resolve(import.meta.dirname, "../../packs/_source");

function packDocuments(): Record<string, unknown>[] {
  return readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".yml"))
    .map((entry) => parse(readFileSync(path.join(entry.parentPath, entry.name), "utf8")) as Record<string, unknown>);
}

describe("the list of steps", () => {
  it("counts up from 1 without gaps, and its length is the current version", () => {
    expect(STEPS.map(({ version }) => version)).toEqual(STEPS.map((_step, index) => index + 1));
    expect(CURRENT_VERSION).toBe(STEPS.length);
  });

  it("stands in files whose numbers are the versions", () => {
    const files = readdirSync(path.resolve(import.meta.dirname, "../../src/migrations/steps")).filter((name) => /^\d{4}-/.test(name));
    expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(STEPS.map(({ version }) => version));
  });
});

describe("step 1, wound boxes", () => {
  it("splits filled boxes into crosses and strokes", () => {
    expect(migrateSystem("Actor", "character", { wounds: { normal: { filled: 5, slashes: 2, rows: 3 }, temporary: { filled: 1 }, mortal: { filled: 0, max: 6 } } })).toEqual({
      wounds: { normal: { value: 3, stun: 2, rows: 3 }, temporary: { value: 1 }, mortal: { value: 0, max: 6 } },
    });
  });

  it("makes a record of a track that was its rating", () => {
    expect(migrateSystem("Actor", "npc", { will: 8, fate: 5 })).toEqual({ will: { rating: 8 }, fate: { rating: 5 } });
  });

  it("keeps a value that was written under the new name later", () => {
    expect(migrateSystem("Actor", "npc", { wounds: { normal: { filled: 3, value: 4 } } })).toEqual({ wounds: { normal: { value: 4 } } });
  });

  it("leaves junk to the data model", () => {
    expect(migrateSystem("Actor", "npc", { wounds: { normal: { filled: "three" } } })).toEqual({ wounds: { normal: { value: "three" } } });
    expect(migrateSystem("Actor", "npc", { wounds: null, will: null })).toEqual({ wounds: null, will: null });
  });
});

describe("step 2, names of skills", () => {
  it("renames branches wherever a group put them, and what was learned in them", () => {
    const system = {
      skills: { weaponry: { value: 1, branches: { weaponry: { value: 3, leaves: { sword: { name: "Sword", value: 1 } } }, fight: { value: 2 } } }, learned: { branches: { physick: { value: 1 } } } },
      learning: { fight: 4, observe: 2 },
    };
    expect(migrateSystem("Actor", "character", system)).toEqual({
      skills: { weaponry: { value: 1, branches: { melee: { value: 3, leaves: { sword: { name: "Sword", value: 1 } } }, unarmed: { value: 2 } } }, learned: { branches: { medical: { value: 1 } } } },
      learning: { unarmed: 4, observe: 2 },
    });
  });

  it("reads requisites and rolls of maneuvers", () => {
    expect(migrateSystem("Item", "maneuver", { requisites: { weaponry: 4, agility: 3 }, roll: "Prowess (fight)" })).toEqual({
      requisites: [{ skill: "melee", level: 4 }, { skill: "agility", level: 3 }],
      roll: { attribute: "prowess", skill: "unarmed", modifier: 0, cases: [], base: null },
    });
  });

  it("does not touch a list, a form's record of indices, or the tree called weaponry in a current roll", () => {
    for (const system of [{ requisites: [{ skill: "weaponry", level: 2 }] }, { requisites: { 0: { skill: "melee", level: 1 } } }, { requisites: {} }, { roll: { attribute: "prowess", skill: "weaponry" } }]) {
      expect(migrateSystem("Item", "maneuver", system)).toBe(system);
    }
  });
});

describe("step 3, costs and logs", () => {
  it.each([
    [{ value: 3, unit: "crest" }, 1.5],
    [{ value: 3, unit: "wing" }, 0.75],
    [{ value: 3, unit: "firebird" }, 3],
    [{ value: "10" }, 10],
  ])("counts %j in firebirds", (cost, expected) => {
    expect(migrateSystem("Item", "weapon", { cost })).toEqual({ cost: expected });
  });

  it("gives a power's cost to its own track", () => {
    expect(migrateSystem("Item", "power", { track: "fate", cost: 2 })).toEqual({ track: "fate", cost: { will: 0, fate: 2 } });
    expect(migrateSystem("Item", "power", { cost: 1 })).toEqual({ cost: { will: 1, fate: 0 } });
  });

  it("numbers the entries of a fight's log", () => {
    expect(migrateSystem("Combat", "base", { log: [{ kind: "act" }, null, { kind: "hold" }] })).toEqual({ log: { "00000001": { kind: "act" }, "00000002": { kind: "hold" } } });
  });
});

describe("all steps together", () => {
  it("bring the earliest actor, its items and a fight to the current shape", () => {
    const actor = migrateSource("Actor", EARLIER_ACTOR.before);
    expect(actor).toEqual(EARLIER_ACTOR.after);
    for (const { before, after } of EARLIER_ITEMS) expect(migrateSource("Item", before)).toEqual(after);
    expect(migrateSource("Combat", EARLIER_COMBAT.before)).toEqual(EARLIER_COMBAT.after);
  });

  it("change nothing in place", () => {
    const before = structuredClone(EARLIER_ACTOR.before);
    migrateSource("Actor", EARLIER_ACTOR.before);
    expect(EARLIER_ACTOR.before).toEqual(before);
  });

  it("give back every document of the packs untouched, the very same object", () => {
    const documents = packDocuments();
    expect(documents.length).toBeGreaterThan(150);
    for (const document of documents) {
      const documentName = Array.isArray(document["items"]) ? "Actor" : "Item";
      expect(migrateSource(documentName, document)).toBe(document);
    }
  });

  it("throw on nothing, whatever JSON holds, and are done after one time", () => {
    const keys = fc.constantFrom("wounds", "normal", "filled", "value", "slashes", "stun", "will", "fate", "skills", "branches", "weaponry", "fight", "learning", "requisites", "roll", "cost", "unit", "log", "x");
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof({ maxDepth: 5 }, fc.constantFrom(null, 0, 3, -1, Number.NaN, "", "5", "prowess(fight)", "crest", true), fc.dictionary(keys, tie("tree"), { maxKeys: 5 }), fc.array(tie("tree"), { maxLength: 3 })),
    }));
    fc.assert(
      fc.property(fc.dictionary(keys, tree), fc.constantFrom("Actor" as const, "Item" as const, "Combat" as const), fc.constantFrom("power", "weapon", "npc", ""), (system, documentName, type) => {
        const once = migrateSystem(documentName, type, system);
        expect(migrateSystem(documentName, type, once)).toEqual(once);
      }),
      // A record without the methods of objects cannot even be turned into a text.
      { numRuns: 500, examples: [[{ cost: { value: { value: null } } }, "Item", "weapon"], [{ cost: { value: Object.create(null) as object } }, "Item", "npc"], [{ wounds: { normal: { filled: Object.create(null) as object, slashes: [] } } }, "Actor", "npc"]] },
    );
  });
});

describe("data as a document class gets them", () => {
  it("are migrated in place and marked with what is gone", () => {
    const source = structuredClone(EARLIER_ACTOR.before) as Record<string, unknown>;
    const { system } = source;
    migrateInPlace("Actor", source);
    expect(source["system"]).toBe(system);
    expect(source["system"]).toEqual(EARLIER_ACTOR.after["system"]);
    expect(markOf(source)).toEqual(expect.arrayContaining(["wounds.normal.filled", "skills.weaponry.branches.fight"]));
    expect(unmarkedFlags(source)).toEqual(EARLIER_ACTOR.before["flags"]);
  });

  it("lose the mark when they came with one and have the current shape", () => {
    const source: Record<string, unknown> = { name: "A", type: "npc", system: { size: 10 }, flags: { fatewalker: { [EARLIER_SHAPE]: ["x"], key: "a" }, other: { b: 1 } } };
    migrateInPlace("Actor", source);
    expect(source["flags"]).toEqual({ fatewalker: { key: "a" }, other: { b: 1 } });
    expect(markOf(source)).toBeNull();
  });

  it("get no mark when they are the part of an update", () => {
    const changes: Record<string, unknown> = { system: { wounds: { normal: { filled: 2 } } } };
    migrateInPlace("Actor", changes);
    expect(changes).toEqual({ system: { wounds: { normal: { value: 2 } } } });
  });
});

describe("removedPaths", () => {
  it("names the topmost of each branch that is gone", () => {
    expect(removedPaths({ a: { b: 1, c: { d: 1 } }, e: 1, f: { g: 1 } }, { a: { c: { d: 2 } }, f: { h: 1 } })).toEqual(["a.b", "e", "f.g"]);
  });
});
