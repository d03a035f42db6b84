import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { buildFixture } from "../server/testing/fixture";
import type { HeadlessClient } from "./headless";
import { startHeadlessTable, type HeadlessTable } from "./headless-table";

/** A system of one file that writes down what happens to it. */
const SYSTEM = `
globalThis.seen = [];
for (const name of ["init", "setup", "ready", "createChatMessage", "updateActor", "updateCombat"]) Hooks.on(name, (...parameters) => seen.push(name));
`;

interface Globals {
  seen: string[];
  game: {
    userId: string;
    user: { name: string; isGM: boolean };
    users: Iterable<{ name: string; active: boolean }> & { getName(name: string): { query(name: string, data: unknown, options: { timeout: number }): Promise<unknown> } };
    socket: { on(event: string, heard: (payload: string) => void): void; emit(event: string, payload: string): void };
    actors: { getName(name: string): { name: string; isOwner: boolean; system: { note?: number }; update(changes: object): Promise<unknown> } };
    messages: { size: number };
    settings: { register(scope: string, key: string, config: object): void; set(scope: string, key: string, value: unknown): Promise<unknown>; get(scope: string, key: string): unknown };
    combats: { contents: { round: number; update(changes: object): Promise<unknown> }[] };
  };
  CONFIG: { queries: { [name: string]: (data: { number: number }) => unknown } };
  ChatMessage: { create(data: object): Promise<{ author: { id: string } }> };
}
declare const seen: Globals["seen"];
declare const game: Globals["game"];
declare const CONFIG: Globals["CONFIG"];
declare const ChatMessage: Globals["ChatMessage"];

let root: string;
let table: HeadlessTable;
let gm: HeadlessClient;
let anna: HeadlessClient;
let ben: HeadlessClient;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "practice-table-"));
  const distDir = await buildFixture(root);
  await writeFile(join(distDir, "fatewalker.js"), SYSTEM);
  table = await startHeadlessTable({ distDir });
  [gm, anna, ben] = await Promise.all(["gamemaster", "Anna", "ben"].map((who) => table.join(who)));
});

afterAll(async () => {
  await table.close();
  await rm(root, { recursive: true, force: true });
});

describe("clients without a browser", () => {
  it("each run the system in a realm of their own, as the user they joined as", async () => {
    expect(await gm.run(() => seen.slice(0, 3))).toEqual(["init", "setup", "ready"]);
    expect(await anna.run(() => [game.user.name, game.user.isGM, game.actors.getName("Duellist").isOwner, game.actors.getName("Scholar").isOwner])).toEqual(["Anna", false, true, false]);
    await anna.run(() => {
      seen.length = 0;
    });
    expect(await ben.run(() => seen.length)).toBeGreaterThan(0);
    await gm.until(() => [...game.users].filter((user) => user.active).length === 3);
  });

  it("see each other's changes, and are refused what the server refuses", async () => {
    await anna.run(() => game.actors.getName("Duellist").update({ system: { note: 5 } }).then(() => null));
    await ben.until(() => game.actors.getName("Duellist").system.note === 5);
    await gm.until(() => seen.includes("updateActor"));
    await expect(ben.run(() => game.actors.getName("Duellist").update({ system: { note: 6 } }).then(() => null))).rejects.toThrow(/permission/i);
    expect(await anna.run(() => game.actors.getName("Duellist").system.note)).toBe(5);
  });

  it("have what another one's promise says is written before they run the next script, unless their connection is slow", async () => {
    const write = (note: number): Promise<null> => anna.run((value) => game.actors.getName("Duellist").update({ system: { note: value } }).then(() => null), note);
    const read = (client: HeadlessClient): Promise<number | undefined> => client.run(() => game.actors.getName("Duellist").system.note);
    const think = (client: HeadlessClient): Promise<void> => client.run(() => {
      for (const end = Date.now() + 20; Date.now() < end; );
    });
    for (let note = 100; note < 150; note += 1) {
      const thinking = [gm, ben].map(think);
      await write(note);
      expect([await read(gm), await read(ben)]).toEqual([note, note]);
      await Promise.all(thinking);
    }
    table.faults.delay("ben", 1_000);
    await write(5);
    expect([await read(gm), await read(ben)]).toEqual([5, 149]);
    table.faults.delay("ben", 0);
    await ben.until(() => game.actors.getName("Duellist").system.note === 5);
  });

  it("agree in the end however they race", async () => {
    const write = (round: number): Promise<null> => Promise.all(game.combats.contents.map((combat) => combat.update({ round }))).then(() => null);
    await Promise.all([1, 2, 3, 4, 5, 6].map((round) => [gm, anna, ben][round % 3]?.run(write, round)));
    await gm.run(() => ChatMessage.create({ content: "mark" }).then(() => null));
    for (const client of [gm, anna, ben]) await client.until(() => game.messages.size === 1);
    const rounds = await Promise.all([gm, anna, ben].map((client) => client.run(() => game.combats.contents[0]?.round)));
    expect(new Set(rounds).size).toBe(1);
  });

  it("ask each other, and hear each other on the system's channel but not themselves", async () => {
    const register = (): void => {
      CONFIG.queries["fatewalker.double"] = ({ number }) => number * 2;
      CONFIG.queries["fatewalker.refuse"] = () => {
        throw new Error("Not today");
      };
    };
    for (const client of [anna, ben]) await client.run(register);
    expect(await anna.run(() => game.users.getName("Ben").query("fatewalker.double", { number: 21 }, { timeout: 2000 }))).toBe(42);
    await expect(anna.run(() => game.users.getName("Ben").query("fatewalker.refuse", {}, { timeout: 2000 }))).rejects.toThrow("Not today");

    for (const client of [anna, ben]) await client.run(() => game.socket.on("system.fatewalker", (payload) => seen.push(payload)));
    await anna.run(() => game.socket.emit("system.fatewalker", "shout"));
    await ben.until(() => seen.includes("shout"));
    expect(await anna.run(() => seen.includes("shout"))).toBe(false);
  });

  it("write world settings as GM only, and everybody hears of them", async () => {
    const register = (): void => game.settings.register("fatewalker", "house", { scope: "world", config: false, type: Number, default: 1, onChange: (value: number) => seen.push(`house ${value}`) });
    for (const client of [gm, anna, ben]) await client.run(register);
    await expect(anna.run(() => game.settings.set("fatewalker", "house", 9).then(() => null))).rejects.toMatchObject({ name: "PermissionError" });
    await gm.run(() => game.settings.set("fatewalker", "house", 2).then(() => null));
    await anna.until(() => seen.includes("house 2"));
    expect(await ben.until(() => game.settings.get("fatewalker", "house") === 2)).toBe(true);
  });

  it("keep client settings over a reload and find the world as it is", async () => {
    const register = (): void => game.settings.register("fatewalker", "own", { scope: "client", config: false, type: String, default: "" });
    await anna.run(register);
    await anna.run(() => game.settings.set("fatewalker", "own", "kept").then(() => null));
    await anna.reload();
    await anna.run(register);
    expect(await anna.run(() => game.settings.get("fatewalker", "own"))).toBe("kept");
    expect(await anna.run(() => game.messages.size)).toBe(1);
  });

  it("leave in the middle of a write without a word: nobody is there any more to read of it", async () => {
    const said: string[] = [];
    const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
      said.push(String(text));
      return true;
    });
    try {
      const leaver = await table.join("ben");
      table.faults.delay("ben", 500);
      await leaver.run(() => {
        const duellist = game.actors.getName("Duellist");
        void duellist.update({ system: { note: 7 } }).catch((error: unknown) => { console.error(error); });
        void duellist.update({ system: { note: 8 } });
        return null;
      });
      await leaver.close();
      table.faults.delay("ben", 0);
      expect(leaver.problems).toEqual([]);
    } finally {
      spy.mockRestore();
    }
    expect(said.filter((text) => text.includes("ServerRefusal") || text.includes("ConnectionError"))).toEqual([]);
  });

  it("hand errors of a script on with their name, and leave when they are killed", async () => {
    await expect(gm.run(() => { throw new RangeError("too far"); })).rejects.toMatchObject({ name: "RangeError", message: "too far" });
    await expect(gm.run(() => () => 1)).rejects.toThrow("plain data");
    await ben.kill();
    await gm.until(() => [...game.users].every((user) => user.name !== "Ben" || !user.active));
    await expect(ben.run(() => 1)).rejects.toThrow("left the table");
  });
});
