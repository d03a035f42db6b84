import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
    users: Iterable<{ name: string; active: boolean }>;
    actors: { getName(name: string): { name: string; isOwner: boolean; system: { note?: number }; update(changes: object): Promise<unknown> } };
    messages: { size: number };
    settings: { register(scope: string, key: string, config: object): void; set(scope: string, key: string, value: unknown): Promise<unknown>; get(scope: string, key: string): unknown };
    combats: { contents: { round: number; update(changes: object): Promise<unknown> }[] };
  };
  ChatMessage: { create(data: object): Promise<{ author: { id: string } }> };
}
declare const seen: Globals["seen"];
declare const game: Globals["game"];
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

  it("agree in the end however they race", async () => {
    const write = (round: number): Promise<null> => Promise.all(game.combats.contents.map((combat) => combat.update({ round }))).then(() => null);
    await Promise.all([1, 2, 3, 4, 5, 6].map((round) => [gm, anna, ben][round % 3]?.run(write, round)));
    await gm.run(() => ChatMessage.create({ content: "mark" }).then(() => null));
    for (const client of [gm, anna, ben]) await client.until(() => game.messages.size === 1);
    const rounds = await Promise.all([gm, anna, ben].map((client) => client.run(() => game.combats.contents[0]?.round)));
    expect(new Set(rounds).size).toBe(1);
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

  it("hand errors of a script on with their name, and leave when they are killed", async () => {
    await expect(gm.run(() => { throw new RangeError("too far"); })).rejects.toMatchObject({ name: "RangeError", message: "too far" });
    await expect(gm.run(() => () => 1)).rejects.toThrow("plain data");
    await ben.kill();
    await gm.until(() => [...game.users].every((user) => user.name !== "Ben" || !user.active));
    await expect(ben.run(() => 1)).rejects.toThrow("left the table");
  });
});
