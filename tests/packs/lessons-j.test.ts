import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ClassicLevel } from "classic-level";
import { unzipSync, strFromU8 } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CURRENT_VERSION } from "../../src/migrations/steps";
import { checkPacks } from "../../tools/packs/check";
import { compilePacks } from "../../tools/packs/compile";
import { addressOf } from "../../tools/packs/links";
import { PACKS, PATHS, REPOSITORY, isRecord, textAt } from "../../tools/packs/packs";
import { keyOf, readPackSources, readYaml, sourceFiles } from "../../tools/packs/source";
import { makeRelease } from "../../tools/release";
import { EARLIER_ACTOR, EARLIER_ITEMS } from "../data/migrations-fixtures";
import type { HeadlessClient } from "../table/client/headless";
import { startHeadlessTable, type HeadlessTable } from "../table/client/headless-table";
import type { DocumentOperation, Source } from "../table/core/protocol";
import { RawClient, create, update } from "../table/server/testing/raw-client";
import { PackCopy } from "./copy";

/* Complaints about packs, updates and releases of other systems (J01 to J11), each with our answer. */

const DIST = process.env["FATEWALKER_DIST"] ?? PATHS.dist;
const LONG = 60_000;

interface Documentish {
  id: string;
  uuid: string;
  name: string;
  type: string;
  visible: boolean;
  items: { contents: Documentish[]; size: number };
  tokens: { get(id: string): Documentish | undefined };
  actor: Documentish | null;
  system: Record<string, unknown> & { size: number; cost: number; wounds: { normal: { value: number } } };
  derived: unknown;
  update(changes: object): Promise<unknown>;
  prepareData(): void;
}
interface Collectionish {
  contents: Documentish[];
  get(id: string): Documentish | undefined;
  size: number;
  invalidDocumentIds: Set<string>;
}
interface Packish {
  collection: string;
  contents: unknown[];
  index: { size: number };
  getDocument(id: string): Promise<Documentish | undefined>;
}
interface Report {
  report?: { phase: string; done: number; failed: { name: string }[] };
}
declare const game: {
  actors: Collectionish;
  items: Collectionish;
  scenes: Collectionish;
  packs: { contents: Packish[]; get(id: string): Packish | undefined };
  system: {
    api: {
      migrate(onProgress?: (progress: { done: number }) => void): Promise<Report>;
      correctedDocuments(): { name: string; corrections: { path: string }[] }[];
      importOnto(document: Documentish, text: string): Promise<unknown>;
      exportText(documents: Documentish[]): string;
      give(actor: Documentish, item: Documentish): Promise<unknown>;
    };
  };
};
declare function fromUuid(uuid: string): Promise<Documentish | null>;
declare const Actor: { implementation: { create(source: object): Promise<Documentish> } };
declare const Hooks: { on(name: string, handler: (...parameters: never[]) => void | boolean): number };

let table: HeadlessTable | null = null;
let raw: RawClient | null = null;
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "fatewalker-lessons-"));
});
afterEach(async () => {
  raw?.close();
  await table?.close();
  raw = null;
  table = null;
  rmSync(folder, { recursive: true, force: true });
});

/** A table whose world `records` were put into by an older version, and its GM. */
async function tableWith(...operations: DocumentOperation[]): Promise<HeadlessClient> {
  table = await startHeadlessTable({ distDir: DIST });
  raw = await RawClient.join(table.url, "GamemasterUser00");
  for (const operation of operations) await raw.modify(operation);
  return table.join("gamemaster");
}

const keepId = { options: { keepId: true } };
const numbered = (prefix: string, number: number): string => `${prefix}${String(number).padStart(16 - prefix.length, "0")}`;

/** Every entry of the compiled packs, by pack and address. */
async function compiledEntries(outDir: string): Promise<Map<string, string>> {
  const entries = new Map<string, string>();
  for (const { name } of PACKS) {
    const database = new ClassicLevel<string, unknown>(path.join(outDir, name), { valueEncoding: "json" });
    for await (const [key, value] of database.iterator()) entries.set(`${name} ${key}`, textAt(value, "_id"));
    await database.close();
  }
  return entries;
}

describe("packs", () => {
  it("L-J01 ids are the same in every build and every release, unique, of 16 characters, and a copied one is found", async () => {
    await compilePacks(path.join(folder, "one"));
    await compilePacks(path.join(folder, "two"));
    const entries = await compiledEntries(path.join(folder, "one"));
    expect([...(await compiledEntries(path.join(folder, "two")))]).toEqual([...entries]);
    expect(entries.size).toBeGreaterThan(150);
    for (const id of entries.values()) expect(id).toMatch(/^[A-Za-z0-9]{16}$/);
    const committed: unknown = readYaml(PATHS.ids);
    const published = Object.values(isRecord(committed) ? committed : {});
    expect(new Set(published).size).toBe(published.length);
    const ids = new Set(entries.values());
    expect(published.filter((id) => !ids.has(String(id)))).toEqual([]);
    expect(checkPacks()).toEqual([]);

    const copy = new PackCopy();
    const spoiled = copy.read("armor/primitive/leather-armor.yml");
    copy.write("armor/primitive/copied.yml", { ...spoiled, name: "Copied" });
    const found = checkPacks(copy.options).filter(({ kind }) => kind === "duplicate");
    copy.dispose();
    expect(found.map(({ message }) => message)).toEqual(expect.arrayContaining([expect.stringMatching(/has the _id of/), expect.stringMatching(/has the _key of/)]));
  });

  it("L-J02 every address that was ever published leads to its document in an empty world, and no link leads out of our packs", async () => {
    const { documents } = readPackSources(PATHS.source);
    const addresses = documents.filter(({ documentName }) => documentName !== "Folder").map((document) => addressOf(document));
    const gm = await tableWith();
    const missing = await gm.run(async (list) => {
      const gone: string[] = [];
      for (const uuid of list) if ((await fromUuid(uuid)) === null) gone.push(uuid);
      return gone;
    }, addresses);
    expect(missing).toEqual([]);
    const known = new Set(addresses);
    const links = documents.flatMap(({ data }) => [...JSON.stringify(data).matchAll(/@UUID\[([^\]#]+)/g)].map(([, uuid]) => uuid ?? ""));
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((uuid) => !known.has(uuid))).toEqual([]);
  });

  it("L-J03 every field equals the table, protection of zero included, and names, tokens and pictures agree", () => {
    expect(checkPacks()).toEqual([]);
    const copy = new PackCopy();
    copy.edit("armor/primitive/leather-armor.yml", (_document, system) => {
      system.deflection = { physical: 0, ballistic: 0, energy: 0 };
    });
    copy.edit("armor/2nd-republic/synthsilk.yml", (_document, system) => {
      system.absorb = 0;
    });
    const found = checkPacks(copy.options).filter(({ kind }) => kind === "value");
    copy.dispose();
    expect(found.map(({ message }) => message)).toEqual(expect.arrayContaining([expect.stringMatching(/system\.absorb is 0/), expect.stringMatching(/system\.deflection/)]));
    for (const document of readPackSources(PATHS.source).documents) {
      if (document.documentName !== "Actor") continue;
      // A token may show one of somebody's names ("Hedwig" of "Dame Hedwig Lund"), but nobody else's.
      const name = textAt(document.data, "name");
      expect([name, ...name.split(" ")]).toContain(textAt(document.data, "prototypeToken.name"));
    }
  });

  it("L-J04 a start loads no document of any pack, however many there are", async () => {
    const pack = { pack: "fatewalker.gear", ...keepId };
    table = await startHeadlessTable({ distDir: DIST });
    raw = await RawClient.join(table.url, "GamemasterUser00");
    const [made] = await raw.modify(create("Setting", { key: "core.compendiumConfiguration", value: JSON.stringify({ "fatewalker.gear": { locked: false } }) }));
    await raw.modify(create("Item", Array.from({ length: 2000 }, (_, index) => ({ _id: numbered("Crate", index), name: `Crate ${index}`, type: "gear", system: {} }) as unknown as Source), pack));
    await raw.modify(update("Setting", { _id: made?.action === "create" ? String(made.created[0]?.["_id"]) : "", value: "{}" }));
    const gm = await table.join("gamemaster");
    const seen = await gm.run(() => ({ loaded: game.packs.contents.filter(({ contents }) => contents.length > 0).map(({ collection }) => collection), listed: game.packs.get("fatewalker.gear")?.index.size ?? 0 }));
    expect(seen.loaded).toEqual([]);
    expect(seen.listed).toBeGreaterThanOrEqual(2000);
  }, LONG);
});

/** Dotted paths of all values in a record, lists as one value. */
const leaves = (record: Record<string, unknown>, above = ""): string[] =>
  Object.entries(record).flatMap(([key, value]) => {
    const here = above === "" ? key : `${above}.${key}`;
    return isRecord(value) && Object.keys(value).length > 0 ? [here, ...leaves(value, here)] : [here];
  });

function withValue(record: Record<string, unknown>, dotted: string, value: unknown): Record<string, unknown> {
  const [key = "", ...rest] = dotted.split(".");
  const inner = record[key];
  return { ...record, [key]: rest.length === 0 ? value : withValue(isRecord(inner) ? inner : {}, rest.join("."), value) };
}

describe("updates", () => {
  it("L-J05 junk in any position hides no actor, and what was corrected is reported by path", async () => {
    const sample = readPackSources(PATHS.source).documents.find((document) => keyOf(document) === "pregen-duellist");
    const system = isRecord(sample?.data.system) ? sample.data.system : {};
    const junk: readonly unknown[] = ["six", null, [1, "x"], { odd: true }, "1d6+2", true];
    const paths = leaves(system);
    expect(paths.length).toBeGreaterThan(100);
    const actors = paths.map((dotted, index) => ({ _id: numbered("Junk", index), name: dotted, type: "character", system: withValue(structuredClone(system), dotted, junk[index % junk.length]) }) as unknown as Source);
    const odd = { _id: "JunkUnknown00000", name: "unknown field", type: "npc", system: { hitPoints: 12 } } as unknown as Source;
    const gm = await tableWith(create("Actor", [...actors, odd], keepId));
    const seen = await gm.run(() => ({ names: game.actors.contents.filter(({ visible }) => visible).map(({ name }) => name), invalid: [...game.actors.invalidDocumentIds], corrected: game.system.api.correctedDocuments().map(({ name, corrections }) => ({ name, paths: corrections.map(({ path: found }) => found) })) }));
    expect(seen.invalid).toEqual([]);
    expect([...paths, "unknown field"].filter((name) => !seen.names.includes(name))).toEqual([]);
    expect(seen.corrected.find(({ name }) => name === "unknown field")?.paths).toEqual(["system.hitPoints"]);
    const wrong = seen.corrected.filter(({ name, paths: found }) => name !== "unknown field" && !found.every((one) => one.startsWith(`system.${name}`) || `system.${name}`.startsWith(one)));
    expect(wrong).toEqual([]);
    // Texts take texts, and so on; but most junk is junk.
    expect(seen.corrected.length).toBeGreaterThan(paths.length / 2);
  }, LONG);

  it("L-J06 of 500 actors with a broken one and a cut in the middle, 499 are migrated once each and the broken one is named", async () => {
    const actors = Array.from({ length: 500 }, (_, index) => ({ ...EARLIER_ACTOR.before, _id: numbered("Many", index), name: `Many ${index}`, items: [] }) as unknown as Source);
    const gm = await tableWith(create("Actor", actors, keepId));
    const refuse = (): void => {
      Hooks.on("preUpdateActor", ((actor: Documentish) => {
        if (actor.name === "Many 250") return false;
        return undefined;
      }) as never);
    };
    await gm.run(refuse);
    await gm.run(() => {
      void game.system.api.migrate(({ done }) => Reflect.set(globalThis, "migratedSoFar", done));
    });
    await gm.until(() => Number(Reflect.get(globalThis, "migratedSoFar") ?? 0) > 120);
    await gm.kill();
    await gm.reload();
    await gm.run(refuse);
    const { report } = await gm.run(() => game.system.api.migrate());
    expect(report).toMatchObject({ phase: "finished", failed: [{ name: "Many 250" }] });
    const writes = new Map<string, number>();
    for (const frame of raw?.heard ?? []) {
      if (frame.kind !== "modified") continue;
      for (const result of frame.results) if (result.action === "update" && result.documentName === "Actor") for (const { _id: id } of result.changes) writes.set(String(id), (writes.get(String(id)) ?? 0) + 1);
    }
    expect(writes.size).toBe(499);
    expect([...writes.values()].every((times) => times === 1)).toBe(true);
    expect(writes.has(numbered("Many", 250))).toBe(false);
  }, LONG);

  it("L-J07 saved documents of every earlier shape prepare themselves, and take a change without an error", async () => {
    const gm = await tableWith(create("Actor", structuredClone(EARLIER_ACTOR.before) as unknown as Source, keepId), create("Item", EARLIER_ITEMS.map(({ before }) => structuredClone(before) as unknown as Source), keepId));
    const seen = await gm.run(async (ids) => {
      const actor = game.actors.get("EarlierActor0000");
      await actor?.update({ system: { size: 11 } });
      for (const id of ids) await game.items.get(id)?.update({ system: { quantity: 7 } });
      for (const item of actor?.items.contents ?? []) await item.update({ system: { quantity: 7 } });
      actor?.prepareData();
      return { size: actor?.system.size, wounds: actor?.system.wounds.normal.value, quantities: [...ids.map((id) => game.items.get(id)?.system["quantity"]), ...(actor?.items.contents ?? []).map(({ system }) => system["quantity"])] };
    }, EARLIER_ITEMS.map(({ before }) => String(before["_id"])));
    expect(seen).toEqual({ size: 11, wounds: 4, quantities: [7, 7, 7, 7, 7, 7] });
    expect(gm.problems).toEqual([]);
  }, LONG);

  it("L-J08 an earlier shape works wherever it lies: in the world, in a token, in a pack that nobody may write", async () => {
    table = await startHeadlessTable({ distDir: DIST });
    raw = await RawClient.join(table.url, "GamemasterUser00");
    const sceneId = String(raw.world.documents["scenes"]?.[0]?.["_id"]);
    const [made] = await raw.modify(create("Setting", { key: "core.compendiumConfiguration", value: JSON.stringify({ "fatewalker.weapons": { locked: false } }) }));
    await raw.modify(create("Item", structuredClone(EARLIER_ITEMS[0]?.before) as unknown as Source, { pack: "fatewalker.weapons", ...keepId }));
    await raw.modify(update("Setting", { _id: made?.action === "create" ? String(made.created[0]?.["_id"]) : "", value: "{}" }));
    await raw.modify(create("Actor", structuredClone(EARLIER_ACTOR.before) as unknown as Source, keepId));
    await raw.modify(create("Token", { _id: "EarlierToken0000", name: "Copy", actorId: "EarlierActor0000", actorLink: false, x: 0, y: 0, delta: { system: { wounds: { normal: { filled: 6, slashes: 1 } } } } } as unknown as Source, { parentUuid: `Scene.${sceneId}`, ...keepId }));
    const gm = await table.join("gamemaster");
    const seen = await gm.run(async (scene) => {
      const actor = game.actors.get("EarlierActor0000");
      const token = game.scenes.get(scene)?.tokens.get("EarlierToken0000");
      const sabre = await game.packs.get("fatewalker.weapons")?.getDocument("EarlierWeapon000");
      const before = token?.actor?.items.size ?? 0;
      const maneuver = await fromUuid("Actor.EarlierActor0000.Item.EarlierManeuver0");
      if (actor !== undefined && sabre !== undefined) await game.system.api.give(actor, sabre);
      return { actor: actor?.system.wounds.normal.value, token: token?.actor?.system.wounds.normal.value, sabre: sabre?.system.cost, items: before, maneuver: maneuver?.system["requisites"], given: actor?.items.contents.filter(({ name }) => name === "Sabre").map(({ system }) => system.cost) };
    }, sceneId);
    expect(seen).toEqual({ actor: 4, token: 5, sabre: 4.5, items: 3, maneuver: [{ skill: "unarmed", level: 3 }], given: [4.5, 4.5] });
  }, LONG);

  it("L-J09 an import onto a document of each type succeeds or says precisely why not, and never changes half of it", async () => {
    const gm = await tableWith();
    const seen = await gm.run(async () => {
      const { api } = game.system;
      const made = async (type: string, name: string): Promise<Documentish> => Actor.implementation.create({ name, type, system: { size: 14 }, items: [{ name: `${name}'s rope`, type: "gear" }] });
      const files: Record<string, string> = { character: api.exportText([await made("character", "Hero")]), npc: api.exportText([await made("npc", "Thug")]) };
      files["foreign"] = JSON.stringify({ name: "Wizard", type: "character", _stats: { systemId: "elsewhere" } });
      files["truncated"] = (files["npc"] ?? "").slice(0, 200);
      files["bare"] = JSON.stringify({ name: "Bare", type: "npc" });
      const results: Record<string, unknown> = {};
      for (const type of ["character", "npc"]) {
        for (const [kind, text] of Object.entries(files)) {
          const target = await Actor.implementation.create({ name: "Target", type });
          const answer = await api.importOnto(target, text).then(() => "done", (error: Error) => error.message.split(".").at(-1));
          results[`${kind} onto ${type}`] = [answer, target.name, target.system.size, target.items.size];
        }
      }
      return results;
    });
    const untouched = ["Target", 10, 0];
    expect(seen).toEqual({
      "character onto character": ["done", "Hero", 14, 1], "npc onto character": ["WrongType", ...untouched], "foreign onto character": ["Foreign", ...untouched], "truncated onto character": ["NotJson", ...untouched], "bare onto character": ["WrongType", ...untouched],
      "character onto npc": ["WrongType", ...untouched], "npc onto npc": ["done", "Thug", 14, 1], "foreign onto npc": ["Foreign", ...untouched], "truncated onto npc": ["NotJson", ...untouched], "bare onto npc": ["done", "Bare", 10, 0],
    });
    expect(CURRENT_VERSION).toBeGreaterThan(0);
  }, LONG);
});

/** Addresses of the system's own files in a text, as the host would ask for them. */
const addressesIn = (text: string): string[] => [...text.matchAll(/systems\/fatewalker\/([A-Za-z0-9_./-]+\.[a-z0-9]+)/g)].map(([, file]) => file ?? "");

/** Every file below a folder, with forward slashes. */
const filesBelow = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));

describe("releases", () => {
  it("L-J10 archive and manifest of a release agree, and the archive holds every file that it names", () => {
    const packageFile = path.join(folder, "package.json");
    writeFileSync(packageFile, JSON.stringify({ version: "9.8.7", repository: "github:somebody/fatewalker" }));
    const release = makeRelease({ distDir: DIST, outDir: path.join(folder, "release"), packageFile, tag: "v9.8.7" });
    const manifest: unknown = JSON.parse(readFileSync(release.manifest, "utf8"));
    expect(manifest).toMatchObject({ id: "fatewalker", version: "9.8.7", manifest: expect.stringMatching(/\/v9\.8\.7\/system\.json$/) as unknown, download: expect.stringMatching(/\/v9\.8\.7\/fatewalker-v9\.8\.7\.zip$/) as unknown, compatibility: { minimum: "13" } });
    const content = unzipSync(new Uint8Array(readFileSync(release.archive)));
    const names = new Set(Object.keys(content));
    expect(JSON.parse(strFromU8(content["system.json"] ?? new Uint8Array()))).toEqual(manifest);
    const record = isRecord(manifest) ? manifest : {};
    const packs = Array.isArray(record["packs"]) ? record["packs"].filter(isRecord) : [];
    expect(packs.length).toBeGreaterThan(5);
    for (const pack of packs) {
      expect(Object.values(pack).filter((value) => value === "")).toEqual([]);
      expect(names.has(`${String(pack["path"])}/CURRENT`)).toBe(true);
    }
    const texts = [...names].filter((name) => /\.(js|hbs|css)$/.test(name)).map((name) => strFromU8(content[name] ?? new Uint8Array()));
    const named = texts.flatMap(addressesIn);
    expect(named.filter((name) => name.endsWith(".hbs")).length).toBeGreaterThan(10);
    expect([...new Set(named)].filter((name) => !names.has(name))).toEqual([]);
  });

  it("L-J11 no path begins with a slash, and every file that is named exists under exactly this name", () => {
    const files = new Set(filesBelow(DIST));
    const texts = [...files].filter((name) => /\.(js|hbs|css|json)$/.test(name) && !name.endsWith(".map")).map((name) => ({ name, text: readFileSync(path.join(DIST, name), "utf8") }));
    texts.push(...sourceFiles(PATHS.source).map((file) => ({ name: path.relative(REPOSITORY, file), text: readFileSync(file, "utf8") })));
    expect(texts.length).toBeGreaterThan(200);
    const leading = texts.flatMap(({ name, text }) => [...text.matchAll(/["'(=]\s*\/(systems|modules|worlds|icons|assets|templates|styles|fonts|lang)\//g)].map(([found]) => `${name}: ${found}`));
    expect(leading).toEqual([]);
    const missing = texts.flatMap(({ name, text }) => addressesIn(text).filter((file) => !files.has(file)).map((file) => `${name}: ${file}`));
    expect(missing).toEqual([]);
    const fonts = texts.filter(({ name }) => name.endsWith(".css")).flatMap(({ name, text }) => [...text.matchAll(/url\(["']?([^"')]+)["']?\)/g)].map(([, address]) => ({ name, address: address ?? "" })).filter(({ address }) => !address.startsWith("data:")));
    expect(fonts.length).toBeGreaterThan(0);
    expect(fonts.filter(({ name, address }) => address.startsWith("/") || !files.has(path.posix.join(path.posix.dirname(name), address)))).toEqual([]);
  });
});
