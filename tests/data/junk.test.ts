import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { faultsOf, junkPaths, sampleOf, withAt } from "./schema-walk";
import { openModels, sourceOf, TYPES, type Doc, type DocumentName, type Json, type ModelTable } from "./model-table";

/* Whatever stands where a number, a choice, a list or a record belongs: it is brought to the rule or refused, and never stored. */

let models: ModelTable;
beforeAll(async () => {
  models = await openModels();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const JUNK: Readonly<Record<string, unknown>> = {
  "empty text": "", spaces: "   ", word: "abc", dice: "1d6", fraction: 5.5, "fraction in text": "5,5", negative: -3, "minus zero": -0, null: null, missing: undefined,
  NaN: Number.NaN, Infinity: Number.POSITIVE_INFINITY, "minus Infinity": Number.NEGATIVE_INFINITY, huge: 1e300, "Arabic-Indic digits": "٣", "Devanagari digits": "४२", record: {}, "strange record": { "a.b": 1, x: { y: null } },
  list: [], "strange list": [null, "x", { y: 1 }], truth: true, "constructor name": "constructor", "prototype name": "__proto__",
};

/** The type data of a document after its own cleaning, or null when it was refused as invalid; everything else is fatal. */
function kept(make: () => Doc): Json | null {
  try {
    const document = make();
    return document.toObject().system;
  } catch (error) {
    if (error instanceof Error && error.name === "DataModelValidationError") return null;
    throw error;
  }
}

const modelOf = (name: DocumentName, type: string) => {
  const model = models.config(name).dataModels[type];
  if (model === undefined) throw new Error(`No model ${name}.${type}`);
  return model;
};

describe.each(TYPES)("%s %s with junk in it", (name, type) => {
  const make = (system: unknown): Doc => new (models.config(name).documentClass)(sourceOf(name, type, system));

  test("is never stored as junk when it is created, changed or loaded, and never fails on loading", { timeout: 60_000 }, () => {
    const { fields } = modelOf(name, type).schema;
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const sample = sampleOf(fields);
    const faults: string[] = [];
    const look = (when: string, path: string, junk: string, system: Json | null): void => {
      if (system !== null) faults.push(...faultsOf(fields, system).map((fault) => `${when} ${path} = ${junk}: ${fault}`));
    };
    for (const path of junkPaths(fields, sample)) {
      for (const [junk, value] of Object.entries(JUNK)) {
        const broken = withAt(sample, path, value);
        look("created", path, junk, kept(() => make(broken)));
        const loaded = models.config(name).documentClass.fromSource(sourceOf(name, type, broken));
        look("loaded", path, junk, loaded.toObject().system);
        look("changed", path, junk, kept(() => {
          const document = make(sample);
          document.updateSource({ system: withAt({}, path, value) });
          return document;
        }));
      }
    }
    expect(faults.slice(0, 20)).toEqual([]);
    expect(errors.mock.calls.slice(0, 5)).toEqual([]);
  });

  test("comes up whole when all of its data is something else", () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    for (const value of Object.values(JUNK)) {
      const loaded = models.config(name).documentClass.fromSource(sourceOf(name, type, value)).toObject();
      expect(faultsOf(modelOf(name, type).schema.fields, loaded.system)).toEqual([]);
    }
  });

  test("survives anything at all", () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { fields } = modelOf(name, type).schema;
    const keys = Object.keys(fields);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()), (system) => {
        expect(faultsOf(fields, models.config(name).documentClass.fromSource(sourceOf(name, type, system)).toObject().system)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe("what junk becomes", () => {
  const actor = (system: Json): Json => new (models.config("Actor").documentClass)(sourceOf("Actor", "character", system)).toObject().system;
  const prowess = (value: unknown): unknown => (actor({ attributes: { prowess: { value } } })["attributes"] as { prowess: { value: unknown } }).prowess.value;
  const temporaryMax = (value: unknown): unknown => (actor({ wounds: { temporary: { max: value } } })["wounds"] as { temporary: { max: unknown } }).temporary.max;

  test.each([
    ["7", 7], [" 7 ", 7], ["٧", 7], ["४", 4], ["7,9", 7], [5.5, 5], [-3, 0], [99, 12], ["", 4], [null, 4], [undefined, 4], ["1d6", 4], [Number.NaN, 4], [Number.POSITIVE_INFINITY, 4], [{}, 4], [[], 4], [[3], 4], [true, 4],
  ])("an attribute of %j is %i", (given, expected) => {
    expect(prowess(given)).toBe(expected);
  });

  test.each([["", null], [null, null], [undefined, null], ["1d6", null], [Number.NaN, null], ["٣", 3], [5.5, 5], [-3, 0], [0, 0], [{}, null]])("a size of the chart of %j is %j", (given, expected) => {
    expect(temporaryMax(given)).toBe(expected);
  });

  test.each([["3.456", 3.45], [3.456, 3.45], ["-1", 0], ["", 0], [null, 0], ["1d6", 0], ["٣٫٥", 0], ["٣", 3]])("money of %j is %d", (given, expected) => {
    expect(actor({ money: given })["money"]).toBe(expected);
  });

  test.each([["judicar", "judicar"], ["", null], ["Judicar", null], [null, null], [7, null], [{}, null], ["constructor", null]])("a theme of %j is %j", (given, expected) => {
    expect(actor({ theme: given })["theme"]).toBe(expected);
  });

  test("keys that no record may have are left out, the rest of the record stays", () => {
    const skills = actor({ skills: { vigor: { label: "Vigor", value: 2 }, "with space": { value: 1 } } })["skills"] as Json;
    expect(Object.keys(skills)).toEqual(["vigor"]);
    expect(skills["vigor"]).toMatchObject({ label: "Vigor", value: 2, primary: true, branches: {} });
  });

  const maneuver = (system: Json): Json => new (models.config("Item").documentClass)(sourceOf("Item", "maneuver", system)).toObject().system;

  test.each([
    [{ kind: "fixed", value: "٦" }, { kind: "fixed", value: 6 }], [{ kind: "fixed", value: "abc" }, { kind: "fixed", value: 5 }], [{ kind: "fixed", value: -3 }, { kind: "fixed", value: 5 }], [{ kind: "fixed" }, { kind: "fixed", value: 5 }],
    [{ kind: "choice" }, { kind: "fixed", value: 5 }], [{ kind: "choice", options: [] }, { kind: "fixed", value: 5 }], [{ kind: "weapon", base: "weapon", offset: "-2" }, { kind: "weapon", base: "weapon", offset: -2 }],
    [{ kind: "range", min: 3, max: null, open: true }, { kind: "range", min: 3, max: null, open: true }], [{ kind: "constructor" }, { kind: "fixed", value: 5 }],
  ])("a tick cost of %j is %j", (given, expected) => {
    expect(maneuver({ ticks: given })["ticks"]).toEqual(expected);
  });

  test.each([[[null, "strikes", "", 7, " "], ["strikes"]], ["strikes", ["strikes"]], [{ 0: "kicks", 1: null }, ["kicks"]], [null, null], [undefined, null]])("an answer to %j is %j", (given, expected) => {
    expect(maneuver({ answers: given })["answers"]).toEqual(expected);
  });

  test("a change of one value leaves every other as it was", () => {
    const document = new (models.config("Actor").documentClass)(sourceOf("Actor", "character", { attributes: { prowess: { value: 7 }, grit: { value: 6 } }, biography: "<p>Born at sea.</p>", goals: [{ name: "Home", text: "", done: false }] }));
    const before = document.toObject().system;
    document.updateSource({ system: { attributes: { prowess: { value: "1d6" } } } });
    const after = document.toObject().system;
    expect(after).toEqual({ ...before, attributes: { ...(before["attributes"] as Json), prowess: { value: 4 } } });
  });
});
