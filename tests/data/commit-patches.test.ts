import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nested, sameJson, valueAt } from "../../src/flows/commit/json";
import { ABSENT, inverted, planWrites, reversal, unfinished, type SourceReader } from "../../src/flows/commit/patches";
import { SerialQueue } from "../../src/flows/commit/queue";
import type { LedgerDocument } from "../../src/rules/exchange/types";

const readerOf = (sources: Record<string, Record<string, unknown>>): SourceReader => (uuid) => sources[uuid] ?? null;

/** Does to plain records what a host does to documents. */
function write(sources: Record<string, Record<string, unknown>>, documents: readonly LedgerDocument[]): void {
  for (const { uuid, action, patches } of documents) {
    const [first] = patches;
    if (action === "create") sources[uuid] = structuredClone(first?.after) as Record<string, unknown>;
    else if (action === "delete") delete sources[uuid];
    else {
      for (const { path, after } of patches) {
        const keys = path.split(".");
        const last = keys.pop() ?? "";
        let level = sources[uuid] as Record<string, unknown>;
        for (const key of keys) level = (level[key] ??= {}) as Record<string, unknown>;
        if (sameJson(after, ABSENT)) delete level[last];
        else level[last] = structuredClone(after);
      }
    }
  }
}

const fight = () => ({
  "Actor.a": { system: { wounds: { normal: { value: 3 } }, will: { spent: 1 } } },
  "Combat.c": { round: 12, system: { active: "x", schedule: {} } },
  "Combat.c.Combatant.x": { initiative: 12, system: { state: "ready" } },
});

const changes = [
  { action: "update", uuid: "Actor.a", changes: { "system.wounds.normal.value": 5 } },
  { action: "update", uuid: "Actor.a", changes: { "system.will.spent": 1 } },
  { action: "update", uuid: "Combat.c", changes: { round: 14, "system.schedule.bleed": { tick: 20 } } },
  { action: "update", uuid: "Combat.c.Combatant.x", changes: { initiative: 19 } },
  { action: "create", documentName: "ActiveEffect", parent: "Actor.a", source: { _id: "prone00000000000", statuses: ["prone"] } },
] as const;

describe("what a commit writes down", () => {
  it("has one entry a document with before and after, and leaves out what stays as it was", () => {
    const { documents, missing } = planWrites(changes, readerOf(fight()));
    expect(missing).toEqual([]);
    expect(documents.map(({ uuid, action }) => [uuid, action])).toEqual([
      ["Actor.a.ActiveEffect.prone00000000000", "create"], ["Actor.a", "update"], ["Combat.c", "update"], ["Combat.c.Combatant.x", "update"],
    ]);
    expect(documents[1]?.patches).toEqual([{ path: "system.wounds.normal.value", before: 3, after: 5 }]);
    expect(documents[2]?.patches).toContainEqual({ path: "system.schedule.bleed", before: ABSENT, after: { tick: 20 } });
  });

  it("what the same changes create and delete again has never been; created once more after that, it is", () => {
    const effect = { action: "create", documentName: "ActiveEffect", parent: "Actor.a", source: { _id: "moving0000000000", statuses: ["moving"] } } as const;
    const gone = { action: "delete", uuid: "Actor.a.ActiveEffect.moving0000000000" } as const;
    expect(planWrites([effect, gone], readerOf({}))).toEqual({ documents: [], missing: [] });
    expect(planWrites([effect, gone, effect], readerOf({})).documents.map(({ uuid, action }) => [uuid, action])).toEqual([[gone.uuid, "create"]]);
  });

  it("makes and takes away once what two changes make or take away alike, such as the mark of who dies", () => {
    const dead = { action: "create", documentName: "ActiveEffect", parent: "Actor.a", source: { _id: "dead000000000000", statuses: ["dead"] } } as const;
    const prone = { action: "delete", uuid: "Actor.a.ActiveEffect.prone00000000000" } as const;
    const sources = { ...fight(), [prone.uuid]: { statuses: ["prone"] } };
    const { documents, missing } = planWrites([dead, prone, dead, prone], readerOf(sources));
    expect(missing).toEqual([]);
    expect(documents.map(({ uuid, action }) => [uuid, action])).toEqual([["Actor.a.ActiveEffect.dead000000000000", "create"], [prone.uuid, "delete"]]);
  });

  it("names documents that are gone and goes on with the rest", () => {
    const rest = Object.fromEntries(Object.entries(fight()).filter(([uuid]) => uuid !== "Actor.a"));
    const { documents, missing } = planWrites(changes.slice(0, 4), readerOf(rest));
    expect(missing).toEqual(["Actor.a"]);
    expect(documents.map(({ uuid }) => uuid)).toEqual(["Combat.c", "Combat.c.Combatant.x"]);
  });
});

describe("taking a commit back", () => {
  it("restores exactly what stood before, created and deleted documents included", () => {
    const sources: Record<string, Record<string, unknown>> = { ...fight(), "Actor.a.ActiveEffect.old": { _id: "old", statuses: ["holding"] } };
    const before = structuredClone(sources);
    const { documents } = planWrites([...changes, { action: "delete", uuid: "Actor.a.ActiveEffect.old" }], readerOf(sources));
    write(sources, documents);
    expect(sources).not.toEqual(before);
    const undo = reversal(documents, readerOf(sources));
    expect(undo.exact).toBe(true);
    write(sources, undo.documents);
    expect(sources).toEqual(before);
  });

  it("gives numbers back by their difference where something changed since, never below 0, and says so", () => {
    const sources = fight();
    const { documents } = planWrites(changes.slice(0, 2), readerOf(sources));
    write(sources, documents);
    sources["Actor.a"].system.wounds.normal.value = 9;
    const undo = reversal(documents, readerOf(sources));
    expect(undo).toEqual({ exact: false, documents: [{ uuid: "Actor.a", action: "update", patches: [{ path: "system.wounds.normal.value", before: 9, after: 7 }] }] });
    sources["Actor.a"].system.wounds.normal.value = 1;
    expect(reversal(documents, readerOf(sources)).documents[0]?.patches[0]?.after).toBe(0);
  });

  it("leaves the clock's positions alone where they have moved on", () => {
    const sources = fight();
    const { documents } = planWrites([changes[2]], readerOf(sources));
    write(sources, documents);
    sources["Combat.c"].round = 20;
    const undo = reversal(documents, readerOf(sources));
    expect(undo.exact).toBe(false);
    expect(undo.documents[0]?.patches.map(({ path }) => path)).toEqual(["system.schedule.bleed"]);
  });

  it("is repeated by the reversal of its inverse", () => {
    const sources: Record<string, Record<string, unknown>> = fight();
    const { documents } = planWrites(changes, readerOf(sources));
    write(sources, documents);
    const after = structuredClone(sources);
    write(sources, reversal(documents, readerOf(sources)).documents);
    const redo = reversal(inverted(documents), readerOf(sources));
    write(sources, redo.documents);
    expect(redo.exact).toBe(true);
    expect(sources).toEqual(after);
  });
});

describe("a commit that broke off", () => {
  it("is finished from wherever it stopped, once", () => {
    const whole: Record<string, Record<string, unknown>> = fight();
    const { documents } = planWrites(changes, readerOf(whole));
    write(whole, documents);
    for (let done = 0; done <= documents.length; done += 1) {
      const sources: Record<string, Record<string, unknown>> = fight();
      write(sources, documents.slice(0, done));
      const rest = unfinished(documents, readerOf(sources));
      expect(rest).toHaveLength(documents.length - done);
      write(sources, rest);
      expect(sources).toEqual(whole);
      expect(unfinished(documents, readerOf(sources))).toEqual([]);
    }
  });
});

describe("the queue", () => {
  it("does one thing after the other, whatever fails or takes long", async () => {
    const queue = new SerialQueue();
    let wounds = 0;
    const hit = (points: number, fails = false) => queue.run(async () => {
      const seen = wounds;
      await new Promise((resolve) => setImmediate(resolve));
      if (fails) throw new Error("refused");
      wounds = seen + points;
    });
    const results = await Promise.allSettled([hit(2), hit(9, true), hit(3)]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(wounds).toBe(5);
  });
});

describe("JSON", () => {
  it("compares by value, whatever the order of keys", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => {
      expect(sameJson(value, JSON.parse(JSON.stringify(value)))).toBe(true);
    }));
    expect(sameJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
    expect(sameJson({ a: 1 }, { a: 2 })).toBe(false);
    expect(sameJson([1], { 0: 1 })).toBe(false);
  });

  it("nests flat paths so that every value is found again", () => {
    const flat = { "system.phase": "applied", "system.ticks.from": 6, "flags.fatewalker.nonce": "n" };
    const tree = nested(flat);
    for (const [path, value] of Object.entries(flat)) expect(valueAt(tree, path)).toBe(value);
  });
});
