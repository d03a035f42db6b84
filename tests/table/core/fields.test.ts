import { beforeEach, describe, expect, it, vi } from "vitest";
import { memoryTable } from "./testing/memory-table";
import { AlphaField, AngleField, BooleanField, ColorField, DocumentIdField, DocumentUUIDField, FilePathField, HTMLField, IntegerSortField, JSONField, NumberField, StringField } from "./fields/simple";
import { ArrayField, ObjectField, SchemaField, SetField, TypedObjectField } from "./fields/compound";
import { EmbeddedDataField } from "./fields/embedded";
import type { DataField } from "./fields/data-field";
import { DataModelValidationError } from "./fields/validation";
import { DataModel } from "./model/data-model";
import type { Data } from "./types";

beforeEach(() => void memoryTable());

// https://foundryvtt.com/api/modules/foundry.data.html and the pages of its fields
describe("initial values", () => {
  it.each<[string, DataField, unknown]>([
    ["boolean", new BooleanField(), false], ["number", new NumberField(), null], ["number, not null", new NumberField({ required: true, nullable: false }), 0], ["text, required", new StringField({ required: true }), ""], ["text", new StringField(), undefined],
    ["html", new HTMLField(), ""], ["array", new ArrayField(new StringField()), []], ["set", new SetField(new StringField()), []], ["object", new ObjectField(), {}], ["typed object", new TypedObjectField(new NumberField()), {}], ["path", new FilePathField({ categories: ["IMAGE"] }), null],
    ["colour", new ColorField(), null], ["angle", new AngleField(), 0], ["alpha", new AlphaField(), 1], ["id", new DocumentIdField(), null], ["uuid", new DocumentUUIDField(), null], ["sort", new IntegerSortField(), 0], ["schema", new SchemaField({ a: new NumberField({ initial: 2 }) }), { a: 2 }],
    ["schema that may be null", new SchemaField({ a: new NumberField() }, { nullable: true, initial: null }), null],
  ])("%s", (name, field, expected) => {
    expect(field.getInitialValue({}), name).toEqual(expected);
  });
});

describe("cleaning", () => {
  it.each<[string, DataField, unknown, unknown]>([
    ["numbers in text", new NumberField({ integer: true }), "7", 7], ["fractions", new NumberField({ integer: true }), 5.5, 6], ["limits", new NumberField({ min: 0, max: 5 }), 9, 5], ["steps", new NumberField({ step: 0.25 }), 0.6, 0.5], ["empty numbers", new NumberField(), "", null],
    ["null where it may not be", new NumberField({ nullable: false, required: true, initial: 3 }), null, 3], ["spaces", new StringField(), "  a ", "a"], ["booleans in text", new BooleanField(), "true", true], ["arrays as records of a form", new ArrayField(new NumberField()), { 0: "1", 1: "2" }, [1, 2]],
    ["sets", new SetField(new StringField()), ["a", "a", "b"], ["a", "b"]], ["unknown keys", new SchemaField({ a: new NumberField() }), { a: 1, b: 2 }, { a: 1 }], ["keys that are not allowed", new TypedObjectField(new NumberField(), { validateKey: (key: string) => key !== "bad" }), { good: "1", bad: 2 }, { good: 1 }],
    ["colours", new ColorField(), "#F00", "#ff0000"], ["angles", new AngleField(), 450, 90], ["empty paths", new FilePathField({ categories: ["IMAGE"] }), "", null],
  ])("%s", (name, field, given, expected) => {
    expect(field.clean(given), name).toEqual(expected);
  });
});

describe("validation", () => {
  it.each<[string, DataField, unknown, RegExp]>([
    ["not a number", new NumberField(), Number.NaN, /finite/], ["choices", new StringField({ choices: ["a"] }), "b", /not a valid choice/], ["choices from a function", new NumberField({ choices: () => ({ 1: "One" }) }), 2, /not a valid choice/], ["blank", new StringField({ blank: false, required: true }), "", /blank/],
    ["undefined", new StringField({ required: true }), undefined, /undefined/], ["too few", new ArrayField(new StringField(), { min: 1 }), [], /at least 1/], ["an element", new ArrayField(new NumberField({ positive: true })), [1, -1], /1: must be a positive/], ["a path's kind", new FilePathField({ categories: ["IMAGE"] }), "a.mp3", /extension/],
    ["an id", new DocumentIdField(), "short", /16-character/], ["a uuid's type", new DocumentUUIDField({ type: "Item" }), "Actor.hero000000000000", /"Item"/], ["json", new JSONField(), "{", /./], ["its own rule", new NumberField({ validate: (value: number) => value % 2 === 0, validationError: "is odd" }), 3, /is odd/],
  ])("%s", (name, field, given, message) => {
    expect(field.validate(given)?.toString(), name).toMatch(message);
  });

  it("accepts what is right", () => {
    expect(new DocumentUUIDField().validate("Compendium.probe.gear.Item.rope000000000000")).toBeUndefined();
    expect(new StringField({ choices: { a: "A" } }).validate("a")).toBeUndefined();
    expect(new NumberField().validate(null)).toBeUndefined();
  });
});

class Inner extends DataModel {
  declare level: number;

  static override defineSchema() {
    return { level: new NumberField({ required: true, nullable: false, integer: true, min: 0, initial: 1 }) };
  }

  get doubled(): number {
    return this.level * 2;
  }
}

class Outer extends DataModel {
  declare title: string;
  declare inner: Inner;
  declare tags: Set<string>;
  declare place: { x: number; y: number } | null;

  static override defineSchema() {
    return {
      title: new StringField({ required: true, blank: false }), inner: new EmbeddedDataField(Inner), tags: new SetField(new StringField()), low: new NumberField({ nullable: false, required: true, initial: 1 }), high: new NumberField({ nullable: false, required: true, initial: 9 }),
      place: new SchemaField({ x: new NumberField({ required: true, nullable: false, initial: 1 }), y: new NumberField({ required: true, nullable: false, initial: 2 }) }, { nullable: true, initial: null }),
    };
  }

  static override migrateData(source: Data): Data {
    if ("name" in source) source["title"] ??= source["name"];
    return super.migrateData(source);
  }

  static override validateJoint(data: Data): void {
    if (Number(data["low"]) > Number(data["high"])) throw new Error("low is above high");
  }
}

// https://foundryvtt.com/api/classes/foundry.abstract.DataModel.html
describe("models", () => {
  it("migrate, clean, validate and initialise", () => {
    const model = new Outer({ name: "Old", inner: { level: "3" }, tags: ["a", "a"] });
    expect(model.title).toBe("Old");
    expect(model.inner).toBeInstanceOf(Inner);
    expect(model.inner.doubled).toBe(6);
    expect(model.inner.parent).toBe(model);
    expect(model.tags).toEqual(new Set(["a"]));
    expect(model.toObject()).toEqual({ title: "Old", inner: { level: 3 }, tags: ["a"], low: 1, high: 9, place: null });
  });

  it("refuse what is wrong, by field and jointly", () => {
    expect(() => new Outer({ title: "" })).toThrow(DataModelValidationError);
    expect(() => new Outer({ title: "a", low: 10 })).toThrow(/low is above high/);
    const model = new Outer({ title: "a" });
    expect(() => model.updateSource({ high: 0 })).toThrow(/low is above high/);
    expect(model.toObject()["high"]).toBe(9);
    expect(Reflect.set(model._source, "strange", 1), "a sealed source").toBe(false);
  });

  it("say what an update changes, and may only try it", () => {
    const model = new Outer({ title: "a" });
    expect(model.updateSource({ title: "a", "inner.level": 4 }, { dryRun: true })).toEqual({ inner: { level: 4 } });
    expect(model.inner.level).toBe(1);
    expect(model.updateSource({ inner: { level: 4 } })).toEqual({ inner: { level: 4 } });
    expect(model.inner.level).toBe(4);
  });

  it("fill a record that was null whole, and set it back to null", () => {
    const model = new Outer({ title: "a" });
    model.updateSource({ place: { x: 5 } });
    expect(model.place).toEqual({ x: 5, y: 2 });
    model.updateSource({ place: null });
    expect(model.place).toBeNull();
  });

  it("read trusted but broken sources by falling back", () => {
    const silent = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const model = Outer.fromSource({ title: "a", inner: { level: "x" } }) as Outer;
    silent.mockRestore();
    expect(model.inner.level).toBe(1);
  });

  it("clone without touching the original, and reset", () => {
    const model = new Outer({ title: "a" });
    const copy = model.clone({ "inner.level": 8 });
    expect([model.inner.level, copy.inner.level]).toEqual([1, 8]);
    model.inner.level = 50;
    model.reset();
    expect(model.inner.level).toBe(1);
  });
});
