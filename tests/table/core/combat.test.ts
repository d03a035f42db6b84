import { beforeEach, describe, expect, it } from "vitest";
import { GM, memoryTable, PLAYER, type MemoryTable } from "./testing/memory-table";
import type { Actor } from "./documents/actor";
import { ChatMessage } from "./documents/chat-message";
import { Combat, type Combatant, type CombatState } from "./documents/combat";
import type { User } from "./documents/user";
import { Hooks } from "./hooks";
import { host } from "./host";
import type { Source } from "./protocol";
import type { Data } from "./types";

const ids = ["a", "b", "c"].map((letter) => `${letter}00000000000000${letter}`);
const ACTORS: Source[] = ids.map((_id, index) => ({ _id, name: `Actor ${index}`, type: "hero", ownership: { default: 0, ...(index === 0 ? { [PLAYER]: 3 } : {}) } }));
const COMBAT: Source = { _id: "combat0000000000", active: true, combatants: ids.map((_id, index) => ({ _id, actorId: _id, initiative: 10 - index })) };

const turns: string[] = [];

class ProbeCombat extends Combat {
  override async _onStartTurn(combatant: Combatant): Promise<void> {
    turns.push(`start ${combatant.name}`);
    await Promise.resolve();
  }

  override async _onEndTurn(combatant: Combatant): Promise<void> {
    turns.push(`end ${combatant.name}`);
    await Promise.resolve();
  }
}

function combat(): Combat {
  const { combats } = host().game as { combats: { get(id: string): Combat } };
  return combats.get("combat0000000000");
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5));
}

let table: MemoryTable;
async function ready(userId = GM, more: Source = {}): Promise<void> {
  turns.length = 0;
  table = memoryTable({ userId, documents: { actors: structuredClone(ACTORS), combats: [{ ...structuredClone(COMBAT), ...more }] } });
  (table.CONFIG["Combat"] as Data)["documentClass"] = ProbeCombat;
  await table.boot();
}

beforeEach(async () => ready());

// https://foundryvtt.com/api/v14/functions/hookEvents.combatStart.html, ...combatTurn.html, https://foundryvtt.com/api/functions/hookEvents.combatTurnChange.html
describe("the turn order", () => {
  it("is highest initiative first and points at a combatant", () => {
    expect(combat().turns.map((combatant) => combatant.name)).toEqual(["Actor 0", "Actor 1", "Actor 2"]);
    expect(combat().started).toBe(false);
    expect(combat().combatant).toBeNull();
  });

  it("starts, goes on and wraps, with hooks before and after the write", async () => {
    const heard: string[] = [];
    for (const hook of ["combatStart", "combatTurn", "combatRound"]) Hooks.on(hook, (...[which, data]: [Combat, Data]) => void heard.push(`${hook} ${which.round} -> ${String(data["round"])}.${String(data["turn"])}`));
    Hooks.on("combatTurnChange", (...[, before, after]: [Combat, CombatState, CombatState]) => void heard.push(`changed ${before.round}.${before.turn} -> ${after.round}.${after.turn}`));
    await combat().startCombat();
    await combat().nextTurn();
    await combat().nextTurn();
    await combat().nextTurn();
    expect(heard).toEqual([
      "combatStart 0 -> 1.0", "changed 0.null -> 1.0", "combatTurn 1 -> 1.1", "changed 1.0 -> 1.1", "combatTurn 1 -> 1.2", "changed 1.1 -> 1.2", "combatRound 1 -> 2.0", "changed 1.2 -> 2.0",
    ]);
    expect(combat().combatant?.name).toBe("Actor 0");
    await settle();
    expect(turns).toEqual(["start Actor 0", "end Actor 0", "start Actor 1", "end Actor 1", "start Actor 2", "end Actor 2", "start Actor 0"]);
  });

  it("fires no turn events backwards", async () => {
    await combat().startCombat();
    await combat().nextTurn();
    await settle();
    turns.length = 0;
    await combat().previousTurn();
    await settle();
    expect(combat().combatant?.name).toBe("Actor 0");
    expect(turns).toEqual([]);
  });

  it("fires turn events on the active GM's client only", async () => {
    await ready(PLAYER, { round: 1, turn: 0 });
    table.backend.as(GM, [{ action: "update", documentName: "Combat", parentUuid: null, pack: null, options: {}, updates: [{ _id: "combat0000000000", turn: 1 }] }]);
    await settle();
    expect(combat().turn).toBe(1);
    expect(turns).toEqual([]);
  });

  it("keeps the one at turn when the order changes", async () => {
    await combat().startCombat();
    await combat().setInitiative(ids[2] ?? "", 20);
    await settle();
    expect(combat().combatant?.name).toBe("Actor 0");
    expect(combat().turn).toBe(1);
  });

  it("moves the world's time by configured seconds", async () => {
    Object.assign(table.CONFIG["time"] as Data, { roundTime: 6, turnTime: 0 });
    await combat().startCombat();
    await combat().nextRound();
    await settle();
    expect((host().game["time"] as { worldTime: number }).worldTime).toBe(6);
  });

  it("turns negative moments away", async () => {
    await expect(combat().update({ round: "x" })).rejects.toThrow(/finite/);
    await combat().update({ round: -3 });
    expect(combat().round).toBe(0);
  });
});

// https://foundryvtt.com/api/v14/classes/foundry.documents.Combat.html#rollInitiative
describe("initiative", () => {
  it("is rolled by the formula of the manifest, with one message each", async () => {
    await ready(GM, { combatants: ids.map((_id) => ({ _id, actorId: _id, initiative: null })) });
    await combat().rollAll();
    expect(combat().combatants.every((combatant) => combatant.initiative !== null && combatant.initiative >= 1 && combatant.initiative <= 10)).toBe(true);
    expect((host().game["messages"] as Map<string, ChatMessage>).size).toBe(3);
  });

  it("is rolled for NPCs alone", async () => {
    await ready(GM, { combatants: ids.map((_id) => ({ _id, actorId: _id, initiative: null })) });
    await combat().rollNPC();
    expect(combat().combatants.map((combatant) => combatant.initiative !== null)).toEqual([false, true, true]);
    expect(combat().combatants.map((combatant) => combatant.players.map((user) => user.name))).toEqual([["Player"], [], []]);
  });
});

// https://foundryvtt.com/api/v14/classes/foundry.documents.Combat.html#canUserModify
describe("what a player may do", () => {
  it("changes turn and round, never flags or system", () => {
    const { users } = host().game as { users: { get(id: string): User } };
    const player = users.get(PLAYER);
    expect(combat().canUserModify(player, "update", { turn: 1 })).toBe(true);
    expect(combat().canUserModify(player, "update", { turn: 1, flags: {} })).toBe(false);
    expect(combat().canUserModify(player, "delete")).toBe(false);
    expect(combat().combatants.get(ids[0] ?? "")?.testUserPermission(player, "OWNER")).toBe(true);
    expect(combat().combatants.get(ids[1] ?? "")?.testUserPermission(player, "OWNER")).toBe(false);
  });

  it("reads whispers only when meant", async () => {
    await ready(PLAYER);
    const [secret, open] = table.backend.as(GM, [{ action: "create", documentName: "ChatMessage", parentUuid: null, pack: null, options: {}, data: [{ content: "Secret", whisper: [GM], author: GM }, { content: "Open", author: GM }] }]).flatMap((result) => (result.action === "create" ? result.created : []));
    const { messages } = host().game as { messages: { get(id: string): ChatMessage } };
    expect(messages.get(String(secret?.["_id"])).visible).toBe(false);
    expect(messages.get(String(open?.["_id"])).visible).toBe(true);
    expect(messages.get(String(open?.["_id"])).isAuthor).toBe(false);
  });
});

// https://foundryvtt.com/api/classes/foundry.documents.ChatMessage.html#getSpeaker
describe("speakers", () => {
  it("are the actor, or the user", () => {
    const actors = host().game["actors"] as { get(id: string): Actor };
    expect(ChatMessage.getSpeaker({ actor: actors.get(ids[0] ?? "") })).toEqual({ scene: null, actor: ids[0], token: null, alias: "Actor 0" });
    expect(ChatMessage.getSpeaker()).toEqual({ scene: null, actor: null, token: null, alias: "Gamemaster" });
  });
});
