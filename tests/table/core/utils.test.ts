import { beforeEach, describe, expect, it, vi } from "vitest";
import { memoryTable, type MemoryTable } from "./testing/memory-table";
import { Collection } from "./utils/collection";
import { deepClone, diffObject, duplicate, expandObject, flattenObject, getProperty, getType, hasProperty, isEmpty, mergeObject, setProperty, deleteProperty } from "./utils/objects";
import { debounce, escapeHTML, isNewerVersion, performIntegerSort, randomID } from "./utils/text";
import { buildUuid, fromUuid, fromUuidSync, parseUuid } from "./utils/uuid";
import { Hooks } from "./hooks";
import type { Data } from "./types";

let table: MemoryTable;
beforeEach(async () => {
  table = memoryTable({
    documents: { actors: [{ _id: "hero000000000000", name: "Hero", type: "hero", items: [{ _id: "sword00000000000", name: "Sword", type: "plain" }] }] },
    packs: { "probe.gear": [{ _id: "rope000000000000", name: "Rope", type: "plain", system: { length: 5 } }] },
  });
  await table.boot();
});

// https://foundryvtt.com/api/modules/foundry.utils.html, https://foundryvtt.wiki/en/development/api/helpers
describe("foundry.utils", () => {
  it("merges by its options", () => {
    expect(mergeObject({ k1: "v1" }, { k2: "v2" }, { insertKeys: false })).toEqual({ k1: "v1" });
    expect(mergeObject({ k1: "v1" }, { k2: "v2" }, { insertKeys: true })).toEqual({ k1: "v1", k2: "v2" });
    expect(mergeObject({ k1: { i1: "v1" } }, { k1: { i2: "v2" } }, { insertValues: false })).toEqual({ k1: { i1: "v1" } });
    expect(mergeObject({ k1: { i1: "v1" } }, { k1: { i2: "v2" } }, { insertValues: true })).toEqual({ k1: { i1: "v1", i2: "v2" } });
    expect(mergeObject({ k1: "v1" }, { k1: "v2" }, { overwrite: true })).toEqual({ k1: "v2" });
    expect(mergeObject({ k1: "v1" }, { k1: "v2" }, { overwrite: false })).toEqual({ k1: "v1" });
    expect(mergeObject({ k1: { i1: "v1" } }, { k1: { i2: "v2" } }, { recursive: false })).toEqual({ k1: { i2: "v2" } });
    const original = { a: 1 };
    expect(mergeObject(original, { b: 2 }, { inplace: false })).toEqual({ a: 1, b: 2 });
    expect(original).toEqual({ a: 1 });
    expect(mergeObject({ a: { b: 1 } }, { "a.c": 2 })).toEqual({ a: { b: 1, c: 2 } });
  });

  it("deletes only when asked to", () => {
    expect(mergeObject({ k1: "v1", k2: "v2" }, { "-=k1": null }, { performDeletions: true })).toEqual({ k2: "v2" });
    expect(mergeObject({ k1: "v1" }, { "-=k1": null })).toEqual({ k1: "v1", "-=k1": null });
  });

  it("expands, flattens and differs", () => {
    expect(expandObject({ "a.b": 1, a: { c: 2 }, "a.d.e": 3 })).toEqual({ a: { b: 1, c: 2, d: { e: 3 } } });
    expect(flattenObject({ a: { b: 1, c: { d: 2 } }, e: {} })).toEqual({ "a.b": 1, "a.c.d": 2, e: {} });
    expect(diffObject({ a: 1, b: { c: 2, d: [1] } }, { a: 1, b: { c: 3, d: [1] }, e: 4 })).toEqual({ b: { c: 3 }, e: 4 });
    expect(diffObject({ a: 1 }, { a: 2, b: 3 }, { inner: true })).toEqual({ a: 2 });
  });

  it("knows kinds and emptiness", () => {
    expect([null, undefined, {}, [], new Set(), new Map()].every(isEmpty)).toBe(true);
    expect(["", 0, false, { a: 1 }].some(isEmpty)).toBe(false);
    expect([getType([]), getType({}), getType(null), getType(new Set()), getType("x")]).toEqual(["Array", "Object", "null", "Set", "string"]);
  });

  it("reads and writes paths", () => {
    const object: Data = { a: { b: [{ c: 1 }] } };
    expect(getProperty(object, "a.b.0.c")).toBe(1);
    expect(hasProperty(object, "a.x")).toBe(false);
    expect(setProperty(object, "a.d.e", 2)).toBe(true);
    expect(setProperty(object, "a.d.e", 2)).toBe(false);
    expect(deleteProperty(object, "a.d.e")).toBe(true);
    expect(object).toEqual({ a: { b: [{ c: 1 }], d: {} } });
  });

  it("clones deeply", () => {
    const original = { a: [{ b: new Date(0) }], f: () => 1 };
    const copy = deepClone(original);
    expect(copy).toEqual(original);
    expect(copy.a[0]).not.toBe(original.a[0]);
    expect(duplicate({ a: undefined, b: 1 })).toEqual({ b: 1 });
  });

  it("compares versions and makes ids", () => {
    expect(isNewerVersion("1.10.0", "1.9.9")).toBe(true);
    expect(isNewerVersion("1.0", "1.0")).toBe(false);
    expect(isNewerVersion("14.363", "14.363.1")).toBe(false);
    expect(randomID()).toMatch(/^[A-Za-z0-9]{16}$/);
    expect(escapeHTML(`<a href="x">'&'</a>`)).toBe("&lt;a href=&quot;x&quot;&gt;&#x27;&amp;&#x27;&lt;/a&gt;");
  });

  it("debounces", () => {
    vi.useFakeTimers();
    const heard: number[] = [];
    const call = debounce((value: number) => heard.push(value), 50);
    call(1);
    call(2);
    vi.advanceTimersByTime(60);
    vi.useRealTimers();
    expect(heard).toEqual([2]);
  });

  it("sorts by integers, renumbering only without a gap", () => {
    const [a, b, c] = [{ id: "a", sort: 100000 }, { id: "b", sort: 200000 }, { id: "c", sort: 300000 }];
    expect(performIntegerSort(c, { target: b, siblings: [a, b], sortBefore: true })).toEqual([{ target: c, update: { sort: 150000 } }]);
    const [d, e, f] = [{ id: "d", sort: 0 }, { id: "e", sort: 0 }, { id: "f", sort: 0 }];
    expect(performIntegerSort(f, { target: d, siblings: [d, e], sortBefore: false }).map((entry) => entry.target.id)).toEqual(["d", "f", "e"]);
  });

  it("keeps collections of values", () => {
    const collection = new Collection([["a", { name: "One" }], ["b", { name: "Two" }]]);
    expect([...(collection as unknown as Iterable<{ name: string }>)].map((entry) => entry.name)).toEqual(["One", "Two"]);
    expect(collection.getName("Two")).toBe(collection.get("b"));
    expect(() => collection.get("c", { strict: true })).toThrow();
    expect(collection.filter((entry) => entry.name === "One")).toHaveLength(1);
  });

  it("adds to the language's own prototypes", () => {
    const number = Number as unknown as { isNumeric(value: unknown): boolean };
    expect([number.isNumeric("3"), number.isNumeric(""), number.isNumeric(null), number.isNumeric("1d6")]).toEqual([true, false, false, false]);
    expect((Math as unknown as { clamp(...values: number[]): number }).clamp(12, 0, 9)).toBe(9);
    expect(("Héllo Wörld!" as unknown as { slugify(options?: object): string }).slugify()).toBe("hello-world");
    expect(([1, 2, 3] as unknown as { partition(rule: (value: number) => boolean): number[][] }).partition((value) => value > 1)).toEqual([[1], [2, 3]]);
    expect((new Set([1, 2]) as unknown as { intersects(other: Set<number>): boolean }).intersects(new Set([2]))).toBe(true);
  });
});

// https://foundryvtt.com/api/functions/foundry.utils.parseUuid.html
describe("UUIDs", () => {
  it("are taken apart and put together", () => {
    expect(parseUuid("Actor.hero000000000000.Item.sword00000000000")).toMatchObject({ type: "Item", id: "sword00000000000", documentType: "Actor", documentId: "hero000000000000", primaryType: "Actor", primaryId: "hero000000000000" });
    expect(parseUuid("Compendium.probe.gear.Item.rope000000000000")).toMatchObject({ type: "Item", id: "rope000000000000" });
    expect(parseUuid("Nonsense.x")).toBeNull();
    expect(buildUuid({ id: "rope000000000000", documentName: "Item", pack: "probe.gear" })).toBe("Compendium.probe.gear.Item.rope000000000000");
  });

  it("find documents, and index entries where a document is not loaded", async () => {
    expect(fromUuidSync("Actor.hero000000000000.Item.sword00000000000")).toMatchObject({ name: "Sword" });
    expect(fromUuidSync("Compendium.probe.gear.Item.rope000000000000")).toMatchObject({ name: "Rope", pack: "probe.gear" });
    expect(await fromUuid("Compendium.probe.gear.Item.rope000000000000")).toMatchObject({ name: "Rope", uuid: "Compendium.probe.gear.Item.rope000000000000" });
    expect(await fromUuid("Actor.nobody0000000000")).toBeNull();
  });
});

// https://foundryvtt.com/api/modules/hookEvents.html
describe("hooks", () => {
  it("stop on an explicit false, once they are called so", () => {
    const heard: number[] = [];
    Hooks.on("probe", () => void heard.push(1));
    Hooks.once("probe", () => {
      heard.push(2);
      return false;
    });
    const last = Hooks.on("probe", () => void heard.push(3));
    expect(Hooks.call("probe")).toBe(false);
    expect(Hooks.call("probe")).toBe(true);
    Hooks.off("probe", last);
    Hooks.callAll("probe");
    expect(heard).toEqual([1, 2, 1, 3, 1]);
  });

  it("go on after a handler that throws, and report it", () => {
    const reported: unknown[] = [];
    const silent = vi.spyOn(console, "error").mockImplementation(() => undefined);
    Hooks.on("error", (...[location]: [string]) => void reported.push(location));
    Hooks.on("probe", () => {
      throw new Error("Broken");
    });
    let reached = false;
    Hooks.on("probe", () => void (reached = true));
    Hooks.callAll("probe");
    silent.mockRestore();
    expect(reached).toBe(true);
    expect(reported).toEqual(["Hooks.probe"]);
  });
});

describe("strictness", () => {
  const realm = globalThis as unknown as { foundry: Data; CONFIG: Data; game: Data };

  it("names what is not there", () => {
    expect(() => (realm.foundry["utils"] as Data)["mergeObjects"]).toThrow(/foundry\.utils\.mergeObjects/);
    expect(() => realm.game["actor"]).toThrow(/game\.actor/);
    expect(() => realm.CONFIG["Actors"]).toThrow(/CONFIG\.Actors/);
    expect(() => (realm.CONFIG["Actor"] as Data)["documentclass"]).toThrow(/CONFIG\.Actor\.documentclass/);
  });

  it("leaves alone what modules add and what tools ask for", async () => {
    expect(realm.game["dice3d"]).toBeUndefined();
    expect(await Promise.resolve(realm.game)).toBe(realm.game);
    realm.CONFIG["PROBE"] = { own: 1 };
    expect((realm.CONFIG["PROBE"] as Data)["other"]).toBeUndefined();
    realm.game["probe"] = 1;
    expect(table.game["probe"]).toBe(1);
  });

  it("has each generation's own names", () => {
    expect((realm.foundry["documents"] as Data)["modifyBatch"]).toBeTypeOf("function");
    memoryTable({ generation: 13 });
    expect((realm.foundry["documents"] as Data)["modifyBatch"]).toBeUndefined();
    expect((realm.foundry["data"] as Data)["operators"]).toBeUndefined();
    expect(Array.isArray(realm.CONFIG["statusEffects"])).toBe(true);
  });
});
