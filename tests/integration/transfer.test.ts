import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readTransfer } from "../../src/flows/transfer/read";
import { RuleError } from "../../src/rules/errors";
import { EARLIER_ACTOR } from "../data/migrations-fixtures";
import type { HeadlessClient } from "../table/client/headless";
import { startHeadlessTable, type HeadlessTable } from "../table/client/headless-table";
import { DIST, GENERATIONS } from "./fight-table";

/* What the scripts below use of a client's globals. */
interface Documentish {
  id: string;
  uuid: string;
  name: string;
  type: string;
  folder: { name: string } | null;
  ownership: Record<string, number>;
  items: { contents: Documentish[] };
  system: Record<string, unknown> & { size: number; wounds: { normal: { value: number } } };
  toObject(): Record<string, unknown>;
  update(changes: object): Promise<unknown>;
  delete(): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[], options?: object): Promise<unknown>;
}
interface Collectionish {
  contents: Documentish[];
  get(id: string): Documentish | undefined;
  getName(name: string): Documentish | undefined;
  size: number;
}
interface Result {
  created: { uuid: string; name: string }[];
  replaced: { uuid: string; name: string }[];
  skipped: string[];
  refused: { name: string; reason: { key: string; data?: Record<string, unknown> } }[];
}
interface Api {
  exportText(documents: Documentish[]): string;
  exportSource(document: Documentish): Record<string, unknown>;
  importText(text: string, options?: { target?: object; decide?: () => string }): Promise<Result>;
  importOnto(document: Documentish, text: string): Promise<{ problems: { path: string; reason: { key: string } }[] }>;
}
declare const game: {
  actors: Collectionish;
  items: Collectionish;
  folders: Collectionish;
  packs: { contents: { collection: string; documentName: string; getDocuments(): Promise<Documentish[]> }[]; get(id: string): { getDocuments(): Promise<Documentish[]> } | undefined };
  collections: { get(name: string): Collectionish | undefined };
  system: { api: Api };
};
declare const Actor: { implementation: { create(source: object): Promise<Documentish>; createDocuments(sources: object[]): Promise<Documentish[]> } };
declare const Item: { implementation: { createDocuments(sources: object[]): Promise<Documentish[]> } };
declare const CONFIG: { Item: { documentClass: { createDocuments(): Promise<unknown> } } };
declare const Hooks: { on(name: string, handler: (...parameters: never[]) => void | boolean): number };

let table: HeadlessTable;
let gm: HeadlessClient;

/** The key of the refusal that a script ends with. */
async function refusalOf(running: Promise<unknown>): Promise<string> {
  const error: unknown = await running.then(() => null, (reason: unknown) => reason);
  return error instanceof Error ? error.message : "nothing was refused";
}

/** Everything in the world that an import may touch. */
const world = (client: HeadlessClient): Promise<string> => client.run(() => JSON.stringify([game.actors.contents.map((actor) => actor.toObject()), game.items.contents.map((item) => item.toObject()), game.folders.contents.map((folder) => folder.toObject())]));

describe("reading a file", () => {
  const kindOfType = (type: string): "Actor" | "Item" | null => (type === "npc" ? "Actor" : type === "weapon" ? "Item" : null);
  const keyOf = (text: string): string => {
    try {
      readTransfer(text, kindOfType);
    } catch (error) {
      return error instanceof RuleError ? error.key : String(error);
    }
    return "read";
  };
  const file = (more: object): string => JSON.stringify({ format: "fatewalker-transfer", formatVersion: 1, system: "fatewalker", systemVersion: "0.1.0", dataVersion: 1, folders: [], documents: [{ documentName: "Item", source: { name: "A", type: "weapon" } }], ...more });

  test.each([
    ["", "Empty"],
    ["  \n", "Empty"],
    ["{\"name\": \"Cut o", "NotJson"],
    ["<html>", "NotJson"],
    ["[]", "NoDocuments"],
    ["5", "NotADocument"],
    ["{}", "NotADocument"],
    [JSON.stringify({ name: "A", type: "npc", _stats: { systemId: "elsewhere" } }), "Foreign"],
    [JSON.stringify({ name: "A", type: "npc", _stats: { exportSource: { systemId: "elsewhere" } } }), "Foreign"],
    [JSON.stringify({ name: "A", type: "npc", flags: { exportSource: { system: "elsewhere" } } }), "Foreign"],
    [file({ system: "elsewhere" }), "Foreign"],
    [file({ formatVersion: 2 }), "Newer"],
    [file({ dataVersion: 99 }), "Newer"],
    [file({ documents: [] }), "NoDocuments"],
  ])("refuses %s with %s", (text, key) => {
    expect(keyOf(text)).toBe(`FATEWALKER.Transfer.Error.${key}`);
  });

  test("takes our files, the host's own and lists of them, and names what is no document", () => {
    expect(keyOf(file({}))).toBe("read");
    expect(keyOf(`\uFEFF${file({})}`)).toBe("read");
    expect(readTransfer(JSON.stringify({ name: "A", type: "npc", _stats: { systemId: "fatewalker" } }), kindOfType).entries).toMatchObject([{ kind: "document", documentName: "Actor" }]);
    expect(readTransfer(JSON.stringify([{ name: "A", type: "npc" }, { name: "B", type: "spell" }]), kindOfType).entries).toMatchObject([{ kind: "document" }, { kind: "refused", name: "B", reason: { key: "FATEWALKER.Transfer.Reason.UnknownType", data: { type: "spell" } } }]);
    const { entries } = readTransfer(file({ documents: [{ documentName: "Scene", source: { name: "Map" } }, null, { documentName: "Item" }] }), kindOfType);
    expect(entries).toMatchObject([{ name: "Map", reason: { key: "FATEWALKER.Transfer.Reason.UnknownDocument" } }, { reason: { key: "FATEWALKER.Transfer.Reason.NoSource" } }, { reason: { key: "FATEWALKER.Transfer.Reason.NoSource" } }]);
  });

  test("throws nothing but refusals, whatever it is given", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.jsonValue().map((value) => file({ documents: [value, { documentName: "Item", source: value }], folders: [value] }))), (text) => {
        expect(keyOf(text)).toMatch(/^(read|FATEWALKER\.Transfer\.Error\.\w+)$/);
      }),
    );
  });
});

describe("round trip", () => {
  beforeAll(async () => {
    table = await startHeadlessTable({ distDir: DIST });
    gm = await table.join("gamemaster");
  });
  afterAll(() => table.close());

  test("every document of every pack, exported, imported and exported again, is the same", async () => {
    const report = await gm.run(async () => {
      const { api } = game.system;
      const different: string[] = [];
      let count = 0;
      // The starting world has some of them already.
      for (const actor of game.actors.contents) await actor.delete();
      for (const pack of game.packs.contents) {
        const documents = await pack.getDocuments();
        if (documents.length === 0) continue;
        const { created, refused } = await api.importText(api.exportText(documents));
        if (refused.length > 0 || created.length !== documents.length) different.push(`${pack.collection}: ${created.length} of ${documents.length}, ${JSON.stringify(refused)}`);
        for (const document of documents) {
          const copy = game.collections.get(pack.documentName)?.get(document.id);
          const before = JSON.stringify({ ...api.exportSource(document), folder: null });
          const after = JSON.stringify(copy === undefined ? null : { ...api.exportSource(copy), folder: null });
          count += 1;
          if (before !== after) different.push(`${document.uuid}\n${before}\n${after}`);
          else if ((copy?.folder?.name ?? "") !== (document.folder?.name ?? "")) different.push(`${document.uuid}: another folder`);
        }
      }
      return { different, count };
    });
    expect(report.different).toEqual([]);
    expect(report.count).toBeGreaterThan(150);
  });

  test("generated actors and items come back the same, one kind of junk or another in them or not", async () => {
    const whole = fc.integer({ min: 0, max: 30 });
    const word = fc.string({ minLength: 1, maxLength: 12 }).map((text) => text.trim() || "x");
    const item = fc.oneof(
      fc.record({ name: word, type: fc.constant("weapon"), system: fc.record({ cost: fc.oneof(whole, fc.constant({ value: 3, unit: "wing" }), fc.constant("junk")), quantity: whole, special: fc.string() }) }),
      fc.record({ name: word, type: fc.constant("gear"), system: fc.record({ rating: fc.oneof(whole, fc.constant(null)), nowhere: whole }) }),
      fc.record({ name: word, type: fc.constant("power"), system: fc.record({ cost: fc.oneof(whole, fc.record({ will: whole, fate: whole })), chain: fc.string() }) }),
    );
    const actor = fc.record({
      name: word, type: fc.constantFrom("character", "npc"), items: fc.array(item, { maxLength: 4 }), flags: fc.record({ world: fc.record({ note: fc.string() }) }),
      system: fc.record({ size: fc.oneof(whole, fc.constant("12"), fc.constant(null)), wounds: fc.record({ normal: fc.record({ value: whole, stun: whole }) }), goals: fc.array(fc.record({ name: fc.string(), text: fc.string(), done: fc.boolean() }), { maxLength: 3 }) }),
    });
    const actors = fc.sample(actor, { numRuns: 60, seed: 7 });
    const items = fc.sample(item, { numRuns: 60, seed: 8 });
    const different = await gm.run(async ([actorSources, itemSources]) => {
      const { api } = game.system;
      const list: string[] = [];
      const made = [...(await Actor.implementation.createDocuments(actorSources)), ...(await Item.implementation.createDocuments(itemSources))];
      if (made.length !== actorSources.length + itemSources.length) list.push(`only ${made.length} were made`);
      const before = made.map((document) => JSON.stringify(api.exportSource(document)));
      const text = api.exportText(made);
      for (const document of made) await document.delete();
      const { created } = await api.importText(text);
      for (const [index, document] of made.entries()) {
        const copy = game.actors.get(document.id) ?? game.items.get(document.id);
        const after = JSON.stringify(copy === undefined ? null : api.exportSource(copy));
        if (after !== before[index]) list.push(`${before[index]}\n${after}`);
      }
      if (created.length !== made.length) list.push(`only ${created.length} came back`);
      return list;
    }, [actors, items] as const);
    expect(different).toEqual([]);
  });
});

describe.each(GENERATIONS)("generation %i", (generation) => {
  beforeEach(async () => {
    table = await startHeadlessTable({ distDir: DIST, generation });
    gm = await table.join("gamemaster");
  });
  afterEach(async () => {
    const { problems } = gm;
    await table.close();
    expect(problems).toEqual([]);
  });

  const bareActor = { _id: "ImportedActor000", name: "Stranger", type: "npc", system: { size: 12 }, items: [{ _id: "ImportedBlade000", name: "Blade", type: "weapon", system: { cost: 3 } }] };

  test("the same thing twice asks: skipped without an answer, kept beside, or replaced", async () => {
    const seen = await gm.run(async (text) => {
      const { api } = game.system;
      const first = await api.importText(text);
      const actor = game.actors.get("ImportedActor000");
      await actor?.update({ system: { size: 20 }, ownership: { default: 2 } });
      const second = await api.importText(text);
      const skippedSize = game.actors.get("ImportedActor000")?.system.size;
      const third = await api.importText(text, { decide: () => "both" });
      const copies = game.actors.contents.filter(({ name }) => name === "Stranger").length;
      const fourth = await api.importText(text, { decide: () => "replace" });
      const replaced = game.actors.get("ImportedActor000");
      return {
        created: first.created.length, skipped: second.skipped, skippedSize, both: third.created.length, copies, replaced: fourth.replaced.length,
        size: replaced?.system.size, owners: replaced?.ownership["default"], items: replaced?.items.contents.map(({ id }) => id), count: game.actors.contents.filter(({ name }) => name === "Stranger").length,
      };
    }, JSON.stringify(bareActor));
    expect(seen).toEqual({ created: 1, skipped: ["Stranger"], skippedSize: 20, both: 1, copies: 2, replaced: 1, size: 12, owners: 2, items: ["ImportedBlade000"], count: 2 });
  });

  test("a file of an earlier shape is brought to the current one", async () => {
    const seen = await gm.run(async (text) => {
      const { created, refused } = await game.system.api.importText(text);
      const actor = game.actors.get("EarlierActor0000");
      return { created: created.length, refused, wounds: actor?.system.wounds.normal, cost: actor?.items.contents[0]?.system["cost"], flags: actor?.toObject()["flags"] };
    }, JSON.stringify(EARLIER_ACTOR.before));
    expect(seen).toMatchObject({ created: 1, refused: [], wounds: { value: 4, stun: 3 }, cost: 4.5, flags: { world: { note: "kept" } } });
    expect(seen.flags).not.toHaveProperty("fatewalker");
  });

  test("a request that fails takes back what came before it", async () => {
    const before = await world(gm);
    const text = JSON.stringify([bareActor, { _id: "ImportedItem0000", name: "Cursed", type: "gear", system: {} }]);
    const refused = gm.run((file) => {
      CONFIG.Item.documentClass.createDocuments = () => Promise.reject(new Error("The host is tired."));
      return game.system.api.importText(file);
    }, text);
    expect(await refusalOf(refused)).toBe("FATEWALKER.Transfer.Error.Failed");
    expect(await world(gm)).toBe(before);
  });

  test("a replacement that fails half-way leaves the document as it was", async () => {
    const seen = await gm.run(async (text) => {
      const target = await Actor.implementation.create({ name: "Target", type: "npc", items: [{ name: "Own Rope", type: "gear" }] });
      const source = (): string => JSON.stringify({ ...game.system.api.exportSource(target) });
      const before = source();
      let calls = 0;
      const create = target.createEmbeddedDocuments.bind(target);
      target.createEmbeddedDocuments = (...values) => ((calls += 1) === 1 ? Promise.reject(new Error("The host is tired.")) : create(...values));
      const message = await game.system.api.importOnto(target, text).then(() => "done", (error: Error) => error.message);
      return { message, same: source() === before, size: target.system.size, items: target.items.contents.map(({ name }) => name), name: target.name };
    }, JSON.stringify(bareActor));
    expect(seen).toEqual({ message: "FATEWALKER.Transfer.Error.Failed", same: true, size: 10, items: ["Own Rope"], name: "Target" });
  });

  test("a document that a hook refuses is named, the others are there", async () => {
    const result = await gm.run((file) => {
      Hooks.on("preCreateActor", ((actor: Documentish) => actor.name !== "Unwanted") as never);
      return game.system.api.importText(file);
    }, JSON.stringify([bareActor, { ...bareActor, _id: "ImportedActor001", name: "Unwanted" }]));
    expect(result).toMatchObject({ created: [{ name: "Stranger" }], refused: [{ name: "Unwanted", reason: { key: "FATEWALKER.Transfer.Reason.Cancelled" } }] });
  });

  test("what could not be taken is listed by path, the rest is whole", async () => {
    const odd = { ...bareActor, hitpoints: 3, system: { size: "huge", nonsense: { a: 1 } }, items: [...bareActor.items, { name: "Fireball", type: "spell", system: {} }] };
    const seen = await gm.run(async (text) => {
      const target = await Actor.implementation.create({ name: "Target", type: "npc" });
      const { problems } = await game.system.api.importOnto(target, text);
      return { problems: problems.map(({ path, reason }) => [path, reason.key]), size: target.system.size, items: target.items.contents.map(({ name }) => name), name: target.name };
    }, JSON.stringify(odd));
    expect(seen).toEqual({
      problems: [
        ["items.Fireball", "FATEWALKER.Transfer.Reason.UnknownType"], ["hitpoints", "FATEWALKER.Transfer.Problem.unknown"], ["system.size", "FATEWALKER.Transfer.Problem.changed"], ["system.nonsense", "FATEWALKER.Transfer.Problem.unknown"],
      ],
      size: 10, items: ["Blade"], name: "Stranger",
    });
  });

  test("a player without the right to create is refused document by document", async () => {
    const anna = await table.join("anna");
    const before = await world(gm);
    const result = await anna.run((text) => game.system.api.importText(text), JSON.stringify(bareActor));
    expect(result).toMatchObject({ created: [], refused: [{ name: "Stranger", reason: { key: "FATEWALKER.Transfer.Reason.MayNotCreate" } }] });
    expect(await world(gm)).toBe(before);
  });
});
