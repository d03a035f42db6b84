import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EARLIER_ACTOR, EARLIER_COMBAT, EARLIER_ITEMS } from "../data/migrations-fixtures";
import type { HeadlessClient } from "../table/client/headless";
import { startHeadlessTable, type HeadlessTable } from "../table/client/headless-table";
import { DIST, GENERATIONS } from "./fight-table";
import type { DocumentOperation, DocumentResult, Source } from "../table/core/protocol";
import { RawClient, create, update } from "../table/server/testing/raw-client";
import { CURRENT_VERSION } from "../../src/migrations/steps";

const GM = "GamemasterUser00";
const ASSISTANT = "AssistantUser000";

/* What the scripts below use of a client's globals. */
interface Documentish {
  id: string;
  uuid: string;
  name: string;
  type: string;
  flags: Record<string, unknown>;
  items: { contents: Documentish[]; get(id: string): Documentish | undefined };
  tokens: { contents: Documentish[]; get(id: string): Documentish | undefined };
  actor: Documentish | null;
  delta: { toObject(): Record<string, unknown> };
  system: Record<string, unknown> & { wounds: { normal: { value: number; stun: number } }; will: { rating: number }; cost: unknown };
  toObject(): Record<string, unknown>;
  update(changes: object): Promise<unknown>;
}
interface Collectionish {
  contents: Documentish[];
  get(id: string): Documentish | undefined;
  size: number;
  invalidDocumentIds: Set<string>;
}
interface Outcome {
  kind: string;
  reason?: string;
  report?: { phase: string; done: number; failed: { uuid: string; name: string; reason: string }[]; version: number; packs: string[] };
}
declare const game: {
  actors: Collectionish;
  items: Collectionish;
  combats: Collectionish;
  scenes: Collectionish;
  packs: { get(id: string): { getDocument(id: string): Promise<Documentish | undefined>; getDocuments(): Promise<Documentish[]>; locked: boolean } | undefined };
  settings: { get(scope: string, key: string): unknown; set(scope: string, key: string, value: unknown): Promise<unknown> };
  system: { api: { migrate(onProgress?: (progress: { done: number; total: number; name: string }) => void): Promise<Outcome>; correctedDocuments(): { name: string; corrections: { path: string; kind: string }[] }[] } };
};
declare const Hooks: { on(name: string, handler: (...parameters: never[]) => void | boolean): number };
declare const ui: { notifications: { messages: { type: string; message: string }[] } };

let table: HeadlessTable;
let raw: RawClient;

/** A version 0 actor with an id of its own. */
function earlierActor(number: number): Source {
  const id = `Earlier${String(number).padStart(9, "0")}`;
  const items = EARLIER_ITEMS.map(({ before }, index) => ({ ...structuredClone(before), _id: `Thing${index}${String(number).padStart(10, "0")}` }));
  return { ...structuredClone(EARLIER_ACTOR.before), _id: id, name: `Old Hand ${number}`, items } as unknown as Source;
}

const keepId = { options: { keepId: true } };

/** Puts records into the world as an older version would have left them; V13 takes one operation a request. */
async function plant(...operations: DocumentOperation[]): Promise<DocumentResult[]> {
  const results: DocumentResult[] = [];
  for (const operation of operations) results.push(...(await raw.modify(operation)));
  return results;
}

/** The stored source of an actor, as the server has it. */
async function stored(collection: "actors" | "items" | "combats" | "scenes", id: string): Promise<Record<string, unknown>> {
  const reader = await RawClient.join(table.url, ASSISTANT);
  const found = (reader.world.documents[collection] ?? []).find((source) => source["_id"] === id);
  reader.close();
  if (found === undefined) throw new Error(`The server has no ${id} in ${collection}.`);
  return found;
}

const version = (client: HeadlessClient): Promise<unknown> => client.run(() => game.settings.get("fatewalker", "migrationVersion"));
const migrate = (client: HeadlessClient): Promise<Outcome> => client.run(() => game.system.api.migrate());

/** The stored data, as far as the fixture speaks of them. */
const migratedSystem = { ...(EARLIER_ACTOR.after["system"] as object) };

describe.each(GENERATIONS)("generation %i", (generation) => {
  beforeEach(async () => {
    table = await startHeadlessTable({ distDir: DIST, generation });
    raw = await RawClient.join(table.url, GM);
  });

  afterEach(async () => {
    raw.close();
    await table.close();
  });

  test("a fresh world is noted as current and no document is written", async () => {
    const gm = await table.join("gamemaster");
    await gm.until((current) => game.settings.get("fatewalker", "migrationVersion") === current, CURRENT_VERSION);
    // A GM who sits down to commit says so on the own user; that is no document of the world.
    expect(raw.heard.filter((frame) => frame.kind === "modified" && frame.results.some(({ documentName }) => !["Setting", "User"].includes(documentName)))).toEqual([]);
    expect(await gm.run(() => game.settings.get("fatewalker", "migrationReport"))).toMatchObject({ phase: "none" });
  });

  test("actors, items in actors, items, fights and unlinked tokens are read in the current shape, and stored in it by a run", async () => {
    await plant(create("Actor", earlierActor(1), keepId), create("Item", structuredClone(EARLIER_ITEMS[0]?.before) as Source, keepId), create("Combat", structuredClone(EARLIER_COMBAT.before) as Source, keepId));
    const [scene] = raw.world.documents["scenes"] ?? [];
    const sceneUuid = `Scene.${String(scene?.["_id"])}`;
    const delta = { system: { wounds: { normal: { filled: 5, slashes: 1 } } }, items: [{ ...EARLIER_ITEMS[0]?.before, _id: "TokenOwnSabre000", name: "Own Sabre" }] };
    await plant(create("Token", { _id: "EarlierToken0000", name: "Copy", actorId: "Earlier000000001", actorLink: false, x: 0, y: 0, delta } as unknown as Source, { parentUuid: sceneUuid, ...keepId }));

    const gm = await table.join("gamemaster");
    const seen = await gm.run(([sceneId]) => {
      const actor = game.actors.get("Earlier000000001");
      const token = game.scenes.get(sceneId)?.tokens.get("EarlierToken0000");
      return {
        base: [actor?.system.wounds.normal.value, actor?.system.wounds.normal.stun, actor?.system.will.rating],
        token: [token?.actor?.system.wounds.normal.value, token?.actor?.system.wounds.normal.stun, token?.actor?.system.will.rating],
        sabre: token?.actor?.items.get("TokenOwnSabre000")?.system.cost,
        version: game.settings.get("fatewalker", "migrationVersion"),
      };
    }, [String(scene?.["_id"])] as const);
    expect(seen).toEqual({ base: [4, 3, 9], token: [4, 1, 9], sabre: 4.5, version: 0 });

    const outcome = await migrate(gm);
    expect(outcome).toMatchObject({ kind: "finished", report: { phase: "finished", done: 8, failed: [], version: CURRENT_VERSION } });
    expect(await version(gm)).toBe(CURRENT_VERSION);

    const actor = await stored("actors", "Earlier000000001");
    expect(actor["system"]).toMatchObject(migratedSystem);
    expect(actor["system"]).not.toHaveProperty("wounds.normal.filled");
    expect(actor["system"]).not.toHaveProperty("skills.weaponry.branches.fight");
    expect(actor["flags"]).toEqual({ world: { note: "kept" } });
    expect((actor["items"] as Source[]).map(({ system }) => (system as Source)["cost"])).toEqual([4.5, undefined, { will: 2, fate: 0 }]);
    expect((await stored("items", "EarlierWeapon000"))["system"]).toMatchObject({ cost: 4.5, weight: 2 });
    expect((await stored("combats", "EarlierCombat000"))["system"]).toMatchObject({ log: { "00000001": { kind: "act", ids: ["a"], ledger: "b" } } });
    const token = ((await stored("scenes", String(scene?.["_id"])))["tokens"] as Source[]).find(({ _id }) => _id === "EarlierToken0000");
    expect(token?.["delta"]).toMatchObject({ system: { wounds: { normal: { value: 4, stun: 1 } } }, items: [{ _id: "TokenOwnSabre000", system: { cost: 4.5 } }] });
    expect(JSON.stringify(token)).not.toMatch(/"filled"|"slashes"|earlierShape/);
    // Only what the token had of its own is in it: the base actor's values still reach it.
    expect((token?.["delta"] as Source)["system"]).toEqual({ wounds: { normal: expect.objectContaining({ value: 4, stun: 1 }) as unknown } });

    await gm.reload();
    expect(await gm.run(([sceneId]) => game.scenes.get(sceneId)?.tokens.get("EarlierToken0000")?.actor?.system.wounds.normal.value, [String(scene?.["_id"])] as const)).toBe(4);
    expect(await migrate(gm)).toMatchObject({ report: { done: 0, failed: [] } });
  });

  test("a value that was changed before the run stays as it was changed", async () => {
    await plant(create("Actor", earlierActor(1), keepId));
    const gm = await table.join("gamemaster");
    await gm.run(() => game.actors.get("Earlier000000001")?.update({ system: { wounds: { normal: { value: 1 } } } }));
    await gm.reload();
    await migrate(gm);
    expect((await stored("actors", "Earlier000000001"))["system"]).toMatchObject({ wounds: { normal: { value: 1, stun: 3 } } });
  });

  test("the documents of an unlocked pack are written, those of a locked one are read in the current shape", async () => {
    const unlock = (packs: object): Source => ({ key: "core.compendiumConfiguration", value: JSON.stringify(packs) });
    const [made] = await plant(create("Setting", unlock({ "fatewalker.armor": { locked: false }, "fatewalker.gear": { locked: false } })));
    const settingId = made?.action === "create" ? String(made.created[0]?.["_id"]) : "";
    const armor = { _id: "EarlierArmor0000", name: "Old Mail", type: "armor", system: { cost: { value: 8, unit: "wing" } } };
    await plant(create("Item", armor as unknown as Source, { pack: "fatewalker.armor", ...keepId }), create("Item", { ...armor, type: "gear" } as unknown as Source, { pack: "fatewalker.gear", ...keepId }));
    await plant(update("Setting", { _id: settingId, value: JSON.stringify({ "fatewalker.armor": { locked: false } }) }));

    const gm = await table.join("gamemaster");
    expect(await migrate(gm)).toMatchObject({ report: { done: 1, failed: [], packs: ["fatewalker.armor"] } });
    await gm.reload();
    expect(await migrate(gm)).toMatchObject({ report: { done: 0 } });
    expect(await gm.run(async () => (await game.packs.get("fatewalker.gear")?.getDocument("EarlierArmor0000"))?.system.cost)).toBe(2);
    expect(await gm.run(async () => (await game.packs.get("fatewalker.armor")?.getDocument("EarlierArmor0000"))?.system.cost)).toBe(2);
  });

  test("players and a second GM migrate nothing", async () => {
    await plant(create("Actor", earlierActor(1), keepId));
    const gm = await table.join("gamemaster");
    const assistant = await table.join("assistant");
    const anna = await table.join("anna");
    for (const client of [assistant, anna]) expect(await migrate(client)).toEqual({ kind: "refused", reason: "notActiveGM" });
    expect(await version(gm)).toBe(0);
    expect((await stored("actors", "Earlier000000001"))["system"]).toHaveProperty("wounds.normal.filled", 7);
  });

  test("two starts at once are one run", async () => {
    await plant(create("Actor", earlierActor(1), keepId));
    const gm = await table.join("gamemaster");
    const [first, second] = await gm.run(() => Promise.all([game.system.api.migrate(), game.system.api.migrate()]));
    expect(first).toMatchObject({ kind: "finished", report: { done: 4 } });
    expect(second).toEqual({ kind: "refused", reason: "running" });
  });

  test("a world that is newer than the system is left alone, and the GM is told", async () => {
    await plant(create("Setting", { key: "fatewalker.migrationVersion", value: String(CURRENT_VERSION + 2) }), create("Actor", earlierActor(1), keepId));
    const gm = await table.join("gamemaster");
    expect(await migrate(gm)).toEqual({ kind: "refused", reason: "newerWorld" });
    expect(await version(gm)).toBe(CURRENT_VERSION + 2);
    const said = await gm.until(() => ui.notifications.messages.filter(({ type }) => type === "error" || type === "warning").map(({ message }) => message).join("\n"));
    expect(said).toMatch(/newer/);
    expect((await stored("actors", "Earlier000000001"))["system"]).toHaveProperty("wounds.normal.filled", 7);
  });

  test("progress counts every document, and names it", async () => {
    await plant(create("Actor", earlierActor(1), keepId));
    const gm = await table.join("gamemaster");
    const told = await gm.run(async () => {
      const list: (string | number)[][] = [];
      await game.system.api.migrate(({ done, total, name }) => list.push([done, total, name]));
      return list;
    });
    expect(told).toEqual([[0, 4, "Old Hand 1"], [1, 4, "Sabre"], [2, 4, "Low Sweep"], [3, 4, "Second Breath"], [4, 4, ""]]);
  });

  test("a document that a hook refuses is reported, the rest goes on", async () => {
    await plant(create("Actor", earlierActor(1), keepId), create("Actor", earlierActor(2), keepId));
    const gm = await table.join("gamemaster");
    const outcome = await gm.run(() => {
      Hooks.on("preUpdateActor", ((actor: Documentish) => actor.name !== "Old Hand 1") as never);
      return game.system.api.migrate();
    });
    expect(outcome).toMatchObject({ report: { done: 7, failed: [{ uuid: "Actor.Earlier000000001", name: "Old Hand 1", reason: "FATEWALKER.Migration.Cancelled" }] } });
    expect(await version(gm)).toBe(CURRENT_VERSION);
  });
});
