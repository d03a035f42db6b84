import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HeadlessClient } from "../client/headless";
import { startHeadlessTable, type HeadlessTable } from "../client/headless-table";
import { buildD20 } from "../fixtures/build";

/* What several people at one table can do, see and break: real clients, each in a realm of its own. */

interface AnyDocument {
  id: string;
  name: string;
  isOwner: boolean;
  visible: boolean;
  hidden?: boolean;
  author?: { id: string };
  content: string;
  whisper: string[];
  flags: Record<string, Record<string, unknown>>;
  round: number;
  combatants: { contents: (AnyDocument & { initiative: number | null; actor: AnyDocument })[] };
  tokens: { contents: AnyDocument[] };
  update(changes: object): Promise<unknown>;
  delete(): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[]): Promise<AnyDocument[]>;
}
interface Documents {
  size: number;
  contents: AnyDocument[];
  get(id: string): AnyDocument | undefined;
  getName(name: string): AnyDocument;
}
declare const game: { user: { id: string; isGM: boolean; isActiveGM: boolean }; users: Documents & { activeGM: AnyDocument | null }; actors: Documents; messages: Documents; combats: Documents; scenes: Documents; items: Documents };
declare const Hooks: { on(name: string, handler: (...values: never[]) => unknown): number };
declare const ChatMessage: { create(source: object): Promise<AnyDocument> };
declare const Actor: { create(source: object): Promise<AnyDocument> };
declare const Combat: { create(source: object): Promise<AnyDocument> };
declare const heard: string[];

let root: string;
let distDir: string;
let table: HeadlessTable;
let gm: HeadlessClient;
let assistant: HeadlessClient;
let anna: HeadlessClient;
let ben: HeadlessClient;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "players-"));
  distDir = await buildD20(join(root, "dist"));
  table = await startHeadlessTable({ distDir });
  [gm, assistant, anna, ben] = await Promise.all(["gamemaster", "assistant", "anna", "ben"].map((who) => table.join(who)));
});

afterAll(async () => {
  await table.close();
  await rm(root, { recursive: true, force: true });
});

/** Runs a script that must be refused by the server or by the client, and yields the name of the error. */
async function refusal(client: HeadlessClient, script: () => Promise<unknown>): Promise<string> {
  try {
    await client.run(script);
    return "nothing";
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}

// https://foundryvtt.com/api/functions/hookEvents.preUpdateDocument.html, https://foundryvtt.com/api/functions/hookEvents.updateDocument.html
describe("hooks among several clients", () => {
  it("ask before a write on the requesting client only, and tell of it on every one", async () => {
    for (const client of [gm, anna, ben]) {
      await client.run(() => {
        const list: string[] = [];
        Reflect.set(globalThis, "heard", list);
        Hooks.on("preUpdateActor", (...[actor, , , userId]: [AnyDocument, object, object, string]) => void list.push(`pre ${actor.name} ${userId === game.user.id}`));
        Hooks.on("updateActor", (...[actor, , , userId]: [AnyDocument, object, object, string]) => void list.push(`did ${actor.name} ${userId === game.user.id}`));
      });
    }
    await anna.run(() => game.actors.getName("Anna's hero").update({ "system.armor": 12 }).then(() => null));
    expect(await anna.run(() => heard)).toEqual(["pre Anna's hero true", "did Anna's hero true"]);
    await ben.until(() => heard.length > 0);
    expect(await ben.run(() => heard)).toEqual(["did Anna's hero false"]);
    expect(await gm.run(() => heard)).toEqual(["did Anna's hero false"]);
  });

  it("let one client's refusal end a write before it is sent", async () => {
    await anna.run(() => void Hooks.on("preUpdateActor", (...[, changes]: [AnyDocument, { name?: string }]) => changes.name !== "Forbidden"));
    await anna.run(() => game.actors.getName("Anna's hero").update({ name: "Forbidden" }).then(() => null));
    expect(await gm.run(() => game.actors.contents.some(({ name }) => name === "Forbidden"))).toBe(false);
  });
});

// https://foundryvtt.com/api/classes/foundry.abstract.Document.html#canusermodify, https://foundryvtt.com/article/users/
describe("permissions by real clients", () => {
  it("lets owners change what is theirs, and nobody else's", async () => {
    expect(await anna.run(() => game.actors.getName("Anna's hero").update({ "system.armor": 13 }).then(() => game.actors.getName("Anna's hero").isOwner))).toBe(true);
    expect(await refusal(anna, () => game.actors.getName("Ben's hero").update({ name: "Stolen" }))).toBe("PermissionError");
    expect(await refusal(ben, () => Actor.create({ name: "Own", type: "hero" }))).toBe("PermissionError");
    expect(await assistant.run(() => Actor.create({ name: "Helper", type: "hero" }).then(({ name }) => name))).toBe("Helper");
  });

  it("lets a player turn the round and own combatants of a fight, never its flags or its end", async () => {
    expect(await anna.run(() => game.combats.contents[0]?.update({ round: 1, turn: 0 }).then(() => game.combats.contents[0]?.round))).toBe(1);
    expect(await refusal(anna, () => game.combats.contents[0]?.update({ "flags.world.mine": 1 }) ?? Promise.resolve())).toBe("PermissionError");
    expect(await refusal(anna, () => game.combats.contents[0]?.delete() ?? Promise.resolve())).toBe("PermissionError");
    expect(await refusal(anna, () => Combat.create({}))).toBe("PermissionError");
    expect(await anna.run(async () => {
      const own = game.combats.contents[0]?.combatants.contents.find(({ isOwner }) => isOwner);
      await own?.update({ initiative: 17, "flags.hearth.ready": true });
      return own?.initiative ?? null;
    })).toBe(17);
    expect(await refusal(anna, async () => game.combats.contents[0]?.combatants.contents.find(({ isOwner }) => !isOwner)?.update({ initiative: 1 }))).toBe("PermissionError");
  });

  it("lets only its author and GMs change a message, and gives no author but the one who asked", async () => {
    const id = await anna.run((ben_) => ChatMessage.create({ content: "Mine", author: ben_ }).then(({ id }) => id), ben.userId);
    expect(await ben.until((wanted) => game.messages.get(wanted)?.author?.id, id)).toBe(anna.userId);
    expect(await refusal(ben, () => game.messages.contents.find(({ content }) => content === "Mine")?.update({ content: "Changed" }) ?? Promise.resolve())).toBe("PermissionError");
    expect(await gm.run((wanted) => game.messages.get(wanted)?.update({ content: "Read" }).then(() => game.messages.get(wanted)?.content), id)).toBe("Read");
  });
});

// https://foundryvtt.com/api/classes/foundry.documents.ChatMessage.html#visible
describe("secrets", () => {
  it("are not visible to those who are not meant: whispers, blind rolls, hidden combatants", async () => {
    const [whisper, blind] = await gm.run(async (annaId) => {
      const a = await ChatMessage.create({ content: "For Anna", whisper: [annaId] });
      const b = await ChatMessage.create({ content: "Blind", whisper: [game.user.id], blind: true });
      const hidden = game.combats.contents[0]?.combatants.contents.find(({ name }) => name.startsWith("Goblin"));
      await hidden?.update({ hidden: true });
      return [a.id, b.id];
    }, anna.userId);
    const see = (client: HeadlessClient): Promise<unknown> => client.until(([first, second]) => game.messages.get(second ?? "") && [game.messages.get(first ?? "")?.visible, game.messages.get(second ?? "")?.visible], [whisper, blind]);
    expect(await see(anna)).toEqual([true, false]);
    expect(await see(ben)).toEqual([false, false]);
    expect(await see(gm)).toEqual([true, true]);
    await anna.until(() => game.combats.contents[0]?.combatants.contents.some(({ hidden }) => hidden));
    expect(await anna.run(() => game.combats.contents[0]?.combatants.contents.filter(({ visible }) => !visible).length)).toBe(1);
    expect(await gm.run(() => game.combats.contents[0]?.combatants.contents.filter(({ visible }) => !visible).length)).toBe(0);
  });
});

describe("races", () => {
  it("leave every client with the same last word when two write at once", async () => {
    const write = (client: HeadlessClient, mark: string): Promise<unknown> =>
      client.run(async (value) => {
        for (let step = 0; step < 15; step += 1) await game.combats.contents[0]?.update({ round: value === "a" ? 100 + step : 200 + step });
      }, mark);
    await Promise.all([write(anna, "a"), write(ben, "b")]);
    // A round trip of each client's own comes after all that was told before.
    await Promise.all([gm, anna, ben].map((client) => client.run(() => ChatMessage.create({ content: "Behind it all" }).then(() => null))));
    expect(new Set(await Promise.all([gm, anna, ben].map((client) => client.run(() => game.combats.contents[0]?.round)))).size).toBe(1);
  });

  it("lose neither of two items made at once in one actor", async () => {
    const make = (client: HeadlessClient, name: string): Promise<unknown> => client.run((wanted) => game.actors.getName("Anna's hero").createEmbeddedDocuments("Item", [{ name: wanted, type: "weapon" }]).then(() => null), name);
    await Promise.all([make(anna, "One"), make(gm, "Two"), make(assistant, "Three")]);
    await ben.until(() => ["One", "Two", "Three"].every((name) => (Reflect.get(game.actors.getName("Anna's hero"), "items") as Documents).contents.some((item) => item.name === name)));
  });
});

describe("faults on demand", () => {
  it("drop and restore a client's connection: it is told, and comes back to the world as it is", async () => {
    table.faults.drop("anna");
    await anna.noticeLoss();
    expect(await refusal(anna, () => game.actors.getName("Anna's hero").update({ "system.armor": 1 }))).toBe("ConnectionError");
    await gm.until((id) => Reflect.get(game.users.get(id) ?? {}, "active") === false, anna.userId);
    await gm.run(() => game.actors.getName("Anna's hero").update({ "system.armor": 15 }).then(() => null));
    table.faults.restore("anna");
    await anna.comeBack();
    expect(await anna.run(() => (Reflect.get(game.actors.getName("Anna's hero"), "system") as { armor: number }).armor)).toBe(15);
  });

  it("delay messages without changing their order", async () => {
    await ben.run(() => {
      Reflect.set(globalThis, "heard", []);
      Hooks.on("createChatMessage", (...[message]: [AnyDocument]) => void heard.push(message.content));
    });
    table.faults.delay("ben", 1_000);
    await gm.run(async () => {
      for (const content of ["1", "2", "3"]) await ChatMessage.create({ content });
    });
    expect(await ben.run(() => heard.includes("3"))).toBe(false);
    table.faults.delay("ben", 0);
    await gm.run(() => ChatMessage.create({ content: "4" }).then(() => null));
    await ben.until(() => heard.length === 4);
    expect(await ben.run(() => heard)).toEqual(["1", "2", "3", "4"]);
  });

  it("remove the GMs and add a second one, who leads meanwhile", async () => {
    const second = await table.faults.addGamemaster("Deputy");
    expect(await gm.until(() => game.users.contents.some(({ name }) => name === "Deputy"))).toBe(true);
    expect((await Promise.all([gm, second].map((client) => client.run(() => game.user.isActiveGM)))).filter(Boolean)).toHaveLength(1);
    table.faults.drop("gamemaster");
    await second.until(() => game.user.isActiveGM);
    const gone = table.faults.removeGamemasters();
    await ben.until(() => game.users.activeGM === null);
    for (const id of [...gone, "gamemaster"]) table.faults.restore(id);
    await gm.comeBack();
    await ben.until(() => game.users.activeGM !== null);
    await second.close();
    await assistant.comeBack();
  });

  it("restart the server in the middle of a burst: what was acknowledged is there, each frame whole", async () => {
    await Promise.all([gm, anna, ben].map((client) => client.run(() => {
      const written: string[] = [];
      Reflect.set(globalThis, "written", written);
      const burst = async (): Promise<void> => {
        for (let step = 0; ; step += 1) {
          const content = `${game.user.id} ${step}`;
          await ChatMessage.create({ content });
          written.push(content);
        }
      };
      burst().catch(() => written.push("end"));
    })));
    await gm.until(() => (Reflect.get(globalThis, "written") as string[]).length > 10);
    await table.faults.restart(50);
    const written = (await Promise.all([gm, anna, ben].map((client) => client.until(() => (Reflect.get(globalThis, "written") as string[]).at(-1) === "end" && (Reflect.get(globalThis, "written") as string[]))))).flat();
    await Promise.all([gm, anna, ben].map((client) => client.comeBack()));
    const kept = new Set(await gm.run(() => game.messages.contents.map(({ content }) => content)));
    expect(written.filter((content) => content !== false && content !== "end" && !kept.has(content))).toEqual([]);
    expect(kept.size).toBeGreaterThan(10);
    expect(await gm.run(() => game.messages.contents.every(({ author, content }) => !/^\w{16} \d+$/.test(content) || content.startsWith(author?.id ?? "?")))).toBe(true);
  });

  it("keep a client that is killed in the middle of a write from leaving half of it", async () => {
    void anna.run(async () => {
      for (;;) await game.actors.getName("Anna's hero").createEmbeddedDocuments("Item", [{ name: "Pair", type: "weapon" }, { name: "Pair", type: "weapon" }]);
    }).catch(() => undefined);
    await gm.until(() => (Reflect.get(game.actors.getName("Anna's hero"), "items") as Documents).contents.filter(({ name }) => name === "Pair").length > 4);
    await anna.kill();
    await gm.until((id) => Reflect.get(game.users.get(id) ?? {}, "active") === false, anna.userId);
    expect(await gm.run(() => (Reflect.get(game.actors.getName("Anna's hero"), "items") as Documents).contents.filter(({ name }) => name === "Pair").length % 2)).toBe(0);
  });
});
