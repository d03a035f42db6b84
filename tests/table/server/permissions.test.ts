import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { DocumentOperation, Source } from "../core/protocol";
import { sourcesOf } from "./json";
import { ANNA, ASSISTANT, BEN, castOf, GAMEMASTER, id, type Cast } from "./testing/cast";
import { fixtureId, startFixture, type FixtureTable } from "./testing/fixture";
import { create, RawClient, remove, update } from "./testing/raw-client";

let fixture: FixtureTable;
let cast: Cast;
let gm: RawClient;
let assistant: RawClient;
let anna: RawClient;
let ben: RawClient;

beforeAll(async () => {
  fixture = await startFixture();
  [gm, assistant, anna, ben] = await Promise.all([GAMEMASTER, ASSISTANT, ANNA, BEN].map((user) => RawClient.join(fixture.table.url, user)));
  cast = castOf(gm);
});

afterAll(async () => {
  for (const client of [gm, assistant, anna, ben]) client.close();
  await fixture.dispose();
});

/** Expects a refusal that names who, what and on what. */
async function expectRefusal(client: RawClient, operation: DocumentOperation, ...words: string[]): Promise<void> {
  const refusal = await client.refused(operation);
  expect(refusal.name).toBe("PermissionError");
  for (const word of [operation.action, ...words]) expect(refusal.message).toContain(word);
}

describe("joining", () => {
  it("lets nobody in whom the world does not know", async () => {
    await expect(RawClient.join(fixture.table.url, "NobodyNobody0000")).rejects.toThrow("401");
  });
});

describe("joining from a browser", () => {
  it("is for pages of the table itself", async () => {
    const address = `${fixture.table.url.replace(/^http/, "ws")}/ws?user=${ANNA}`;
    const outcome = (origin: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(address, { origin });
        socket.once("open", () => resolve("open"));
        socket.once("error", (error) => resolve(error.message));
        socket.once("open", () => socket.close());
      });
    expect(await outcome("http://elsewhere.example")).toContain("401");
    expect(await outcome(fixture.table.url)).toBe("open");
  });
});

describe("actors", () => {
  it("are changed by their owner and not by another player, whatever the frame claims", async () => {
    const change = update("Actor", { _id: id(cast.actors.duellist), system: { will: { spent: 2 } } });
    await expectRefusal(ben, change, "Ben", `Actor "Duellist" [${id(cast.actors.duellist)}]`);
    await expectRefusal(ben, { ...change, options: { userId: GAMEMASTER, user: GAMEMASTER } }, "Ben");
    const [done] = await anna.modify(change);
    expect(done).toMatchObject({ action: "update", changes: [{ _id: id(cast.actors.duellist), system: { will: { spent: 2 } } }] });
  });

  it("and their items belong to the owner of the actor, whatever the items say", async () => {
    const parentUuid = `Actor.${id(cast.actors.duellist)}`;
    const blade = { name: "Borrowed blade", type: "weapon", ownership: { default: 3 } };
    await expectRefusal(ben, create("Item", blade, { parentUuid }), "Ben", "Item");
    const [made] = await anna.modify(create("Item", blade, { parentUuid }));
    const itemId = made.action === "create" ? id(made.created[0]) : "";
    await expectRefusal(ben, update("Item", { _id: itemId, name: "Stolen" }, { parentUuid }));
    await expectRefusal(ben, remove("Item", itemId, { parentUuid }));
    await anna.modify(remove("Item", itemId, { parentUuid }));
  });

  it("and world items are made by assistants and gamemasters, and by players once the world says so", async () => {
    for (const [name, data] of [["Actor", { name: "Mine", type: "character" }], ["Item", { name: "Mine", type: "weapon" }]] as const) {
      await expectRefusal(anna, create(name, data), "Anna", name);
      await assistant.modify(create(name, data));
    }
    await gm.modify(create("Setting", { key: "core.permissions", value: JSON.stringify({ ACTOR_CREATE: [1, 2, 3, 4] }) }));
    const [made] = await anna.modify(create("Actor", { name: "Allowed", type: "character" }));
    expect(made).toMatchObject({ created: [{ ownership: { default: 0, [ANNA]: 3 } }] });
    await expectRefusal(anna, create("Item", { name: "Still not", type: "weapon" }));
  });

  it("keep fields closed that the manifest gives to the GM", async () => {
    const change = update("Actor", { _id: id(cast.actors.duellist), system: { gmNotes: "I know" } });
    await expectRefusal(anna, change, "system.gmNotes");
    await expectRefusal(anna, update("Actor", { _id: id(cast.actors.duellist), "==system": {} }), "system");
    await assistant.modify(change);
  });
});

describe("tokens", () => {
  const at = (): { parentUuid: string } => ({ parentUuid: `Scene.${id(cast.scene)}` });

  it("are moved by the owner of their actor, unlinked ones too", async () => {
    await anna.modify(update("Token", { _id: id(cast.tokens.duellist), x: 1200 }, at()));
    await expectRefusal(ben, update("Token", { _id: id(cast.tokens.duellist), x: 1300 }, at()), "Ben", "Token");
    await expectRefusal(anna, update("Token", { _id: id(cast.tokens.ganger), x: 1300 }, at()));
    await expectRefusal(anna, update("Scene", { _id: id(cast.scene), tokens: [{ _id: id(cast.tokens.duellist), x: 0 }] }), "Scene");
  });

  it("are owned by whom the delta says, for one copy and not the other", async () => {
    const actorOf = (token: typeof cast.tokens.ganger): string => `Scene.${id(cast.scene)}.Token.${id(token)}`;
    const wound = update("Actor", { _id: id(cast.actors.ganger), system: { will: { spent: 1 } } }, { parentUuid: actorOf(cast.tokens.ganger) });
    await expectRefusal(ben, wound, "Actor");
    await gm.modify(update("Actor", { _id: id(cast.actors.ganger), ownership: { [BEN]: 3 } }, { parentUuid: actorOf(cast.tokens.ganger) }));
    await ben.modify(wound);
    await ben.modify(update("Token", { _id: id(cast.tokens.ganger), x: 1500 }, at()));
    await expectRefusal(ben, { ...wound, parentUuid: actorOf(cast.tokens.twin) });
    await expectRefusal(ben, update("Token", { _id: id(cast.tokens.twin), x: 1500 }, at()));
  });

  it("cannot be turned into tokens of somebody else's actor, nor made or removed by players", async () => {
    await expectRefusal(anna, update("Token", { _id: id(cast.tokens.duellist), actorId: id(cast.actors.scholar) }, at()));
    await expectRefusal(anna, create("Token", { name: "Copy", actorId: id(cast.actors.duellist), x: 0, y: 0 }, at()));
    await expectRefusal(anna, remove("Token", id(cast.tokens.duellist), at()));
  });
});

describe("a combat", () => {
  const combatId = (): string => id(cast.combat);
  const at = (): { parentUuid: string } => ({ parentUuid: `Combat.${combatId()}` });

  it("lets players change round and turn and nothing else", async () => {
    await anna.modify(update("Combat", { _id: combatId(), round: 3, turn: 0 }));
    const cheats: Source[] = [{ system: { active: "x" } }, { flags: { fatewalker: { cheat: true } } }, { active: false }, { "-=round": null }, { "==round": 4 }];
    for (const change of cheats) {
      await expectRefusal(anna, update("Combat", { _id: combatId(), ...change }), "Combat");
    }
    await expectRefusal(anna, update("Combat", { _id: combatId(), round: 5, system: { pending: "x" } }));
    await expectRefusal(anna, remove("Combat", combatId()));
    await expectRefusal(anna, create("Combat", {}));
  });

  it("lets players change initiative, flags and system of their own combatants only", async () => {
    const own = id(cast.combatants.duellist);
    const foreign = id(cast.combatants.scholar);
    await anna.modify(update("Combatant", { _id: own, initiative: 7, flags: { fatewalker: { note: 1 } }, system: { state: "ready" } }, at()));
    await expectRefusal(anna, update("Combatant", { _id: own, hidden: true }, at()), "hidden");
    await expectRefusal(anna, update("Combatant", { _id: own, defeated: true }, at()));
    await expectRefusal(anna, update("Combatant", { _id: foreign, initiative: 1 }, at()), "Combatant");
    await anna.modify(update("Combat", { _id: combatId(), combatants: [{ _id: own, initiative: 8 }] }));
    await expectRefusal(anna, update("Combat", { _id: combatId(), combatants: [{ _id: own, initiative: 9 }, { _id: foreign, initiative: 1 }] }), "Combatant");
  });

  it("takes combatants from the owners of their actors", async () => {
    await expectRefusal(anna, create("Combatant", { actorId: id(cast.actors.scholar) }, at()));
    const [made] = await anna.modify(create("Combatant", { actorId: id(cast.actors.duellist) }, at()));
    const combatantId = made.action === "create" ? id(made.created[0]) : "";
    await expectRefusal(ben, remove("Combatant", combatantId, at()));
    await anna.modify(remove("Combatant", combatantId, at()));
  });
});

describe("messages", () => {
  it("belong to who sent them, whatever the sender claims", async () => {
    const [made] = await anna.modify(create("ChatMessage", { content: "Hello", author: GAMEMASTER, type: "intent", system: {} }));
    const message = made.action === "create" ? made.created[0] : {};
    expect(message["author"]).toBe(ANNA);
    await expectRefusal(ben, update("ChatMessage", { _id: id(message), content: "Changed" }), "Ben", "ChatMessage");
    await expectRefusal(ben, remove("ChatMessage", id(message)));
    await expectRefusal(anna, update("ChatMessage", { _id: id(message), author: GAMEMASTER }), "author");
    await anna.modify(update("ChatMessage", { _id: id(message), content: "Changed" }));
    await gm.modify(remove("ChatMessage", id(message)));
  });

  it("keep what the GM settles closed to their author", async () => {
    const [made] = await anna.modify(create("ChatMessage", { content: "", type: "exchange", system: { phase: "declared", settled: { by: null } } }));
    const messageId = made.action === "create" ? id(made.created[0]) : "";
    await expectRefusal(anna, update("ChatMessage", { _id: messageId, system: { phase: "applied" } }), "system.phase");
    await expectRefusal(anna, update("ChatMessage", { _id: messageId, "system.settled.by": "me" }), "system.settled.by");
    await expectRefusal(anna, update("ChatMessage", { _id: messageId, system: { "-=settled": null } }), "system.settled");
    await anna.modify(update("ChatMessage", { _id: messageId, system: { note: "mine" } }));
    await gm.modify(update("ChatMessage", { _id: messageId, system: { phase: "applied" } }));
  });
});

describe("the rest of the world", () => {
  it("world settings are for the GM, settings of a user for that user", async () => {
    await expectRefusal(anna, create("Setting", { key: "fatewalker.secret", value: "1" }), "Setting");
    const [made] = await gm.modify(create("Setting", { key: "fatewalker.secret", value: "1" }));
    const settingId = made.action === "create" ? id(made.created[0]) : "";
    await expectRefusal(anna, update("Setting", { _id: settingId, value: "2" }));
    await assistant.modify(update("Setting", { _id: settingId, value: "3" }));
    await expectRefusal(assistant, create("Setting", { key: "core.compendiumConfiguration", value: "{}" }));
    await anna.modify(create("Setting", { key: "fatewalker.own", value: "1", user: ANNA }));
    await expectRefusal(anna, create("Setting", { key: "fatewalker.own", value: "1", user: BEN }));
  });

  it("users change their own look, character, hotbar and flags, and only gamemasters the rest", async () => {
    await anna.modify(update("User", { _id: ANNA, color: "#ffffff", hotbar: { "1": fixtureId("Macro") }, flags: { fatewalker: { a: 1 } } }));
    await expectRefusal(anna, update("User", { _id: ANNA, role: 4 }), "role");
    await expectRefusal(anna, update("User", { _id: ANNA, flags: {}, name: "Queen" }), "name");
    await expectRefusal(anna, update("User", { _id: BEN, color: "#000000" }), "Ben");
    await expectRefusal(assistant, update("User", { _id: ANNA, role: 2 }));
    await expectRefusal(assistant, create("User", { name: "Friend", role: 4 }));
    await gm.modify(update("User", { _id: BEN, name: "Benedict" }));
    await gm.modify(update("User", { _id: BEN, name: "Ben" }));
  });

  it("macros are everybody's to make, their author's to change", async () => {
    const [made] = await anna.modify(create("Macro", { name: "Roll", type: "script", command: "1", author: BEN }));
    const macro = made.action === "create" ? made.created[0] : {};
    expect(macro["author"]).toBe(ANNA);
    await expectRefusal(ben, update("Macro", { _id: id(macro), command: "2" }));
    await anna.modify(update("Macro", { _id: id(macro), command: "3" }));
  });

  it("scenes, folders, journals and tables are not a player's to make", async () => {
    for (const [name, data] of [["Scene", { name: "S" }], ["Folder", { name: "F", type: "Actor" }], ["JournalEntry", { name: "J" }], ["RollTable", { name: "R" }], ["Playlist", { name: "P" }]] as const) {
      await expectRefusal(anna, create(name, data), name);
    }
    await gm.modify(update("User", { _id: BEN, role: 2 }));
    const [made] = await ben.modify(create("JournalEntry", { name: "Diary", pages: [{ name: "One", type: "text", ownership: { default: -1 } }] }));
    const entry = made.action === "create" ? made.created[0] : {};
    const [page] = sourcesOf(entry["pages"]);
    const parentUuid = `JournalEntry.${id(entry)}`;
    await expectRefusal(anna, update("JournalEntryPage", { _id: id(page), name: "Mine" }, { parentUuid }));
    await ben.modify(update("JournalEntryPage", { _id: id(page), name: "Two" }, { parentUuid }));
    await gm.modify(update("User", { _id: BEN, role: 1 }));
  });

  it("compendia are closed to players, and to the GM while locked", async () => {
    const pack = "fatewalker.weapons";
    const sword = create("Item", { name: "Sword", type: "weapon" }, { pack });
    await expectRefusal(anna, sword, "compendium");
    await expectRefusal(gm, sword, "locked");
    await gm.modify(create("Setting", { key: "core.compendiumConfiguration", value: JSON.stringify({ [pack]: { locked: false } }) }));
    await gm.modify(sword);
    await expectRefusal(anna, sword);
    const reply = await gm.ask({ kind: "pack", pack, ids: null });
    expect(reply.ok && sourcesOf(reply.data).map((item) => item["name"])).toEqual(["Rapier", "Sword"]);
    const secret = await anna.ask({ kind: "pack", pack: "fatewalker.secrets", ids: null });
    expect(secret).toMatchObject({ ok: false, error: { name: "PermissionError" } });
  });
});
