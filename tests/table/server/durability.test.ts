import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ClassicLevel } from "classic-level";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Source } from "../core/protocol";
import { idOf, sourcesOf } from "./json";
import { startTable } from "./start";
import { Database } from "./store/database";
import { castOf, GAMEMASTER, id } from "./testing/cast";
import { buildFixture, fixtureId, startFixture } from "./testing/fixture";
import { create, RawClient, remove, update } from "./testing/raw-client";

const VICTIM = fileURLToPath(new URL("./testing/victim.ts", import.meta.url));
const TYPESCRIPT_LOADER = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

let root: string;
let distDir: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "practice-table-"));
  distDir = await buildFixture(root);
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function startVictim(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ["--import", TYPESCRIPT_LOADER, VICTIM, dataDir, distDir], { stdio: ["ignore", "pipe", "inherit"] });
  if (child.stdout === null) throw new Error("The table says nothing.");
  const [url] = await once(createInterface(child.stdout), "line");
  return { child, url: String(url) };
}

async function documentsOf(dataDir: string): Promise<{ [collection: string]: Source[] }> {
  const table = await startTable({ dataDir, distDir });
  try {
    const client = await RawClient.join(table.url, GAMEMASTER);
    client.close();
    return client.world.documents;
  } finally {
    await table.close();
  }
}

describe("a killed server", () => {
  it("has kept every change that it acknowledged, and every frame whole", { timeout: 180_000 }, async () => {
    const dataDir = join(root, "killed");
    let acknowledged = 0;
    let sent = 0;
    for (const life of [0, 1, 2]) {
      const { child, url } = await startVictim(dataDir);
      const client = await RawClient.join(url, GAMEMASTER);
      const cast = castOf(client);
      const died = once(child, "exit");
      for (let step = 0; step < 60 + life * 7; step += 1) {
        const mark = (sent += 1);
        const frame = client.modify(
          create("ChatMessage", { content: `mark ${mark}`, flags: { mark } }),
          update("Actor", { _id: id(cast.actors.ganger), flags: { mark } }),
          update("Combat", { _id: id(cast.combat), flags: { mark } }),
          create("Item", { name: `mark ${mark}`, type: "weapon" }, { parentUuid: `Actor.${id(cast.actors.scholar)}` }),
        );
        if (step < 40) {
          await frame;
          acknowledged = mark;
        } else frame.then(() => (acknowledged = Math.max(acknowledged, mark))).catch(() => undefined);
      }
      child.kill("SIGKILL");
      await died;

      const documents = await documentsOf(dataDir);
      const markOf = (source: Source | undefined): number => Number((source?.["flags"] as Source | undefined)?.["mark"]);
      const marks = (documents["messages"] ?? []).map(markOf);
      const last = Math.max(...marks);
      expect(last).toBeGreaterThanOrEqual(acknowledged);
      expect(marks.toSorted((left, right) => left - right).slice(-40)).toEqual(marks.slice(-40));
      expect(markOf(documents["actors"]?.find((actor) => idOf(actor) === id(cast.actors.ganger)))).toBe(last);
      expect(markOf(documents["combats"]?.[0])).toBe(last);
      const items = sourcesOf(documents["actors"]?.find((actor) => idOf(actor) === id(cast.actors.scholar))?.["items"]);
      expect(items.filter((item) => String(item["name"]).startsWith("mark")).length).toBe(marks.length);
      sent = last;
      acknowledged = last;
    }
  });

  it("finishes a batch over several collections that it found in its journal", async () => {
    const directory = join(root, "journal");
    const first = await Database.open(directory, ["a", "b"]);
    const parts = [
      { directory: "a", changes: [{ type: "put", key: "!a!1", value: { _id: "1" } }] },
      { directory: "b", changes: [{ type: "put", key: "!b!2", value: { _id: "2" } }] },
    ];
    await first.close();
    const level = new ClassicLevel<string, Source>(join(directory, "_journal"), { valueEncoding: "json" });
    await level.put("pending", { parts: JSON.stringify(parts) });
    await level.close();

    const again = await Database.open(directory, ["a", "b"]);
    expect([...(await again.read("a"))]).toEqual([["!a!1", { _id: "1" }]]);
    expect([...(await again.read("b"))]).toEqual([["!b!2", { _id: "2" }]]);
    expect((await again.read("_journal")).size).toBe(0);
    await again.close();
  });
});

describe("a world", () => {
  it("is kept in Foundry's key layout, and found again as it was", async () => {
    const fixture = await startFixture();
    try {
      const client = await RawClient.join(fixture.table.url, GAMEMASTER);
      const cast = castOf(client);
      const tokenUuid = `Scene.${id(cast.scene)}.Token.${id(cast.tokens.ganger)}`;
      await client.modify(create("Item", { _id: fixtureId("Club"), name: "Club", type: "weapon", effects: [{ _id: fixtureId("Heavy"), name: "Heavy" }] }, { parentUuid: `${tokenUuid}.Actor.${id(cast.actors.ganger)}`, options: { keepId: true } }));
      await client.modify(create("Token", { name: "Third", actorId: id(cast.actors.ganger), actorLink: false, x: 0, y: 0, delta: { _id: null, items: [] } }, { parentUuid: `Scene.${id(cast.scene)}` }));
      await client.modify(remove("Combatant", id(cast.combatants.twin), { parentUuid: `Combat.${id(cast.combat)}` }));
      const late = await RawClient.join(fixture.table.url, GAMEMASTER);
      const before = late.world;
      const { dataDir } = fixture.table;
      await fixture.table.close();

      const database = await Database.open(join(dataDir, "worlds", before.world.id), ["data/scenes", "data/combats", "data/actors"]);
      const scenes = await database.read("data/scenes");
      const [sceneId, tokenId] = [id(cast.scene), id(cast.tokens.ganger)];
      expect([...scenes.keys()]).toEqual(expect.arrayContaining([
        `!scenes!${sceneId}`, `!scenes.tokens!${sceneId}.${tokenId}`, `!scenes.tokens.delta!${sceneId}.${tokenId}.${tokenId}`,
        `!scenes.tokens.delta.items!${sceneId}.${tokenId}.${tokenId}.${fixtureId("Club")}`,
        `!scenes.tokens.delta.items.effects!${sceneId}.${tokenId}.${tokenId}.${fixtureId("Club")}.${fixtureId("Heavy")}`,
      ]));
      expect(scenes.get(`!scenes!${sceneId}`)?.["tokens"]).toEqual(expect.arrayContaining([tokenId]));
      const combats = await database.read("data/combats");
      expect(combats.has(`!combats.combatants!${id(cast.combat)}.${id(cast.combatants.ganger)}`)).toBe(true);
      expect(combats.has(`!combats.combatants!${id(cast.combat)}.${id(cast.combatants.twin)}`)).toBe(false);
      await database.close();

      const table = await fixture.restart();
      const again = await RawClient.join(table.url, GAMEMASTER);
      expect(again.world.documents).toEqual(before.documents);
    } finally {
      await fixture.dispose();
    }
  });

  it("starts anew only when asked, and keeps an unlocked pack's documents", async () => {
    const fixture = await startFixture();
    try {
      const pack = "fatewalker.weapons";
      const client = await RawClient.join(fixture.table.url, GAMEMASTER);
      await client.modify(create("Setting", { key: "core.compendiumConfiguration", value: JSON.stringify({ [pack]: { locked: false } }) }));
      await client.modify(create("Item", { name: "Sword", type: "weapon", effects: [{ _id: fixtureId("Keen"), name: "Keen" }] }, { pack }));
      const kept = await RawClient.join((await fixture.restart()).url, GAMEMASTER);
      const weapons = kept.world.packs.find((entry) => entry.collection === pack);
      expect(weapons).toMatchObject({ locked: false, index: [{ name: "Rapier" }, { name: "Sword", effects: [{ name: "Keen" }] }] });
      const fresh = await RawClient.join((await fixture.restart({ fresh: true })).url, GAMEMASTER);
      expect(fresh.world.packs.find((entry) => entry.collection === pack)).toMatchObject({ locked: true, index: [{ name: "Rapier" }] });
    } finally {
      await fixture.dispose();
    }
  });

  it("is open in one table at a time, while two worlds share one build", async () => {
    const dataDir = join(root, "shared");
    const first = await startTable({ dataDir, distDir });
    await expect(startTable({ dataDir, distDir })).rejects.toThrow("another table");
    const second = await startTable({ dataDir: join(root, "other"), distDir });
    await Promise.all([first.close(), second.close()]);
  });

  it("takes the next free port when asked to, and says which was taken when not", async () => {
    const first = await startTable({ dataDir: join(root, "one"), distDir });
    const port = Number(new URL(first.url).port);
    const second = await startTable({ dataDir: join(root, "two"), distDir, port, portTries: 20 });
    expect(Number(new URL(second.url).port)).toBeGreaterThan(port);
    await expect(startTable({ dataDir: join(root, "three"), distDir, port })).rejects.toThrow(String(port));
    const third = await startTable({ dataDir: join(root, "three"), distDir });
    await Promise.all([first.close(), second.close(), third.close()]);
  });

  it("says in plain words when the system is not built", async () => {
    await expect(startTable({ dataDir: join(root, "none"), distDir: join(root, "nothing") })).rejects.toThrow("npm run build");
  });
});

describe("what a fresh world holds", () => {
  it("is the fight of the pre-generated actors, stitched together from the pack", async () => {
    const fixture = await startFixture();
    try {
      const client = await RawClient.join(fixture.table.url, GAMEMASTER);
      const { documents, packs } = client.world;
      expect(documents["users"]?.map((user) => [user["name"], user["role"]])).toEqual(expect.arrayContaining([["Gamemaster", 4], ["Assistant", 3], ["Anna", 1], ["Ben", 1]]));
      const cast = castOf(client);
      expect(cast.actors.duellist).toMatchObject({ ownership: { default: 0, PlayerOneUser000: 3 }, items: [{ name: "Duellist's blade", effects: [{ name: "Keen" }] }] });
      expect(cast.tokens.duellist).toMatchObject({ actorLink: true, delta: null });
      expect(cast.tokens.twin).toMatchObject({ actorLink: false, actorId: id(cast.actors.ganger) });
      expect(cast.scene).toMatchObject({ active: true, grid: { type: 1, distance: 2, units: "m" } });
      expect(cast.combat).toMatchObject({ round: 0, active: true, scene: id(cast.scene) });
      expect(sourcesOf(cast.combat["combatants"])).toHaveLength(5);
      const pregens = packs.find((pack) => pack.collection === "fatewalker.pregens");
      expect(pregens).toMatchObject({ locked: true, type: "Actor", folders: [{ name: "Heroes" }] });
      expect(pregens?.index).toHaveLength(4);
      expect(packs.map((pack) => pack.name)).not.toContain("unbuilt");
      client.close();
    } finally {
      await fixture.dispose();
    }
  });

  it("is served with the files of the system and of the world, and nothing outside", async () => {
    const fixture = await startFixture();
    try {
      const { url } = fixture.table;
      expect(await (await fetch(`${url}/systems/fatewalker/lang/en.json`)).json()).toEqual({ FATEWALKER: { Name: "Fatewalker" } });
      expect((await fetch(`${url}/worlds/crypt-of-st-horace/crypt.svg`)).headers.get("content-type")).toBe("image/svg+xml");
      expect((await fetch(`${url}/icons/svg/mystery-man.svg`)).status).toBe(200);
      expect(await (await fetch(`${url}/join`)).text()).toContain("GamemasterUser00");
      for (const path of ["systems/fatewalker/..%2f..%2fpackage.json", "systems/fatewalker/packs/../../secret", "nothing.js", "systems/fatewalker/%E0%A4%A"]) {
        expect((await fetch(`${url}/${path}`)).status).toBeGreaterThanOrEqual(400);
      }
    } finally {
      await fixture.dispose();
    }
  });
});
