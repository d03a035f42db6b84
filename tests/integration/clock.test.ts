import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { GENERATIONS } from "./fight-table";
import { SharedTable } from "./shared-table";

/* What the scripts below use of a client's globals. */
interface ActorLike {
  uuid: string;
  statuses: Set<string>;
  system: { attributes: { awareness: { value: number } }; wounds: { temporary: { value: number } } };
  update(changes: object): Promise<unknown>;
}
interface CombatantLike {
  id: string;
  name: string;
  uuid: string;
  actorId: string | null;
  tokenId: string | null;
  initiative: number | null;
  hidden: boolean;
  isNPC: boolean;
  isOwner: boolean;
  isDefeated: boolean;
  actor: ActorLike | null;
  system: { state: string; since: number };
  update(changes: object): Promise<unknown>;
  delete(): Promise<unknown>;
}
interface CombatLike {
  id: string;
  uuid: string;
  round: number;
  turn: number | null;
  turns: CombatantLike[];
  combatant: CombatantLike | null;
  combatants: { contents: CombatantLike[]; get(id: string): CombatantLike | undefined; size: number };
  system: { active: string | null; pending: string | null; schedule: Record<string, { tick: number }>; log: Record<string, { kind: string; ledger: string }> };
  startCombat(): Promise<unknown>;
  nextTurn(): Promise<unknown>;
  previousTurn(): Promise<unknown>;
  endCombat(): Promise<unknown>;
  rollAll(): Promise<unknown>;
  rollNPC(): Promise<unknown>;
  rollInitiative(ids: string[]): Promise<unknown>;
  setInitiative(id: string, value: number): Promise<unknown>;
  update(changes: object): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[]): Promise<CombatantLike[]>;
}
interface MessageLike {
  id: string;
  type: string;
  content: string;
  whisper: string[];
  system: { op?: string; kind?: string; phase?: string; notice?: { key: string } | null };
  delete(): Promise<unknown>;
}
declare const game: {
  combats: { contents: CombatLike[]; get(id: string): CombatLike | undefined; size: number };
  messages: { contents: MessageLike[]; get(id: string): MessageLike | undefined };
  actors: { contents: ActorLike[] };
  time: { worldTime: number };
  user: { isGM: boolean };
  settings: { set(scope: string, key: string, value: unknown): Promise<unknown> };
};
declare const Combat: { implementation: { create(source: object): Promise<CombatLike> } };
declare const ChatMessage: { implementation: { create(source: object): Promise<MessageLike> } };
declare const Hooks: { on(name: string, handler: (...parameters: never[]) => void): number };
declare const foundry: { utils: { randomID(): string; fromUuidSync(uuid: string): ActorLike | null }; applications: { api: { DialogV2: { wait(options: object): Promise<unknown> } } } };

const shared = new SharedTable("anna");
let gm: HeadlessClient;
let anna: HeadlessClient;

interface Row {
  id: string;
  tick: number | null;
  state: string;
  actorId: string | null;
}
interface Picture {
  round: number;
  turn: number | null;
  active: string | null;
  rows: Row[];
  order: string[];
}

/** What one client sees of the first fight. */
const picture = (client: HeadlessClient): Promise<Picture> =>
  client.run(() => {
    const combat = game.combats.contents[0];
    if (!combat) throw new Error("There is no fight.");
    return {
      round: combat.round,
      turn: combat.turn,
      active: combat.system.active,
      rows: combat.combatants.contents.map(({ id, initiative, system, actorId }) => ({ id, tick: initiative, state: system.state, actorId })),
      order: combat.turns.map(({ id }) => id),
    };
  });

/** Sets initiative by hand, in the order of the combatants, and begins. */
async function begin(...ticks: number[]): Promise<Picture> {
  await gm.run(async (wanted) => {
    const combat = game.combats.contents[0];
    if (!combat) throw new Error("There is no fight.");
    for (const [index, combatant] of combat.combatants.contents.entries()) await combat.setInitiative(combatant.id, wanted[index] ?? 50 + index);
    await combat.startCombat();
  }, ticks);
  return picture(gm);
}

/** Lets one who is due spend ticks, as the tracker would. */
const spend = (client: HeadlessClient, id: string, cost: number): Promise<void> =>
  client.run(async ([combatantId, ticks]) => {
    const combat = game.combats.contents[0];
    const combatant = combat?.combatants.get(combatantId);
    if (!combatant) throw new Error("There is no such combatant.");
    const participant = { actor: combatant.actor?.uuid ?? "", token: null, combatant: combatantId };
    await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "act", participant, args: { cost: ticks }, nonce: foundry.utils.randomID() } });
  }, [id, cost] as const);

const wish = (client: HeadlessClient, op: string, id: string): Promise<void> =>
  client.run(async ([operation, combatantId]) => {
    const combatant = game.combats.contents[0]?.combatants.get(combatantId);
    const participant = { actor: combatant?.actor?.uuid ?? "", token: null, combatant: combatantId };
    await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: operation, participant, args: {}, nonce: foundry.utils.randomID() } });
  }, [op, id] as const);

/** Waits until no wish is left. */
const settled = (client: HeadlessClient): Promise<unknown> => client.until(() => !game.messages.contents.some(({ type }) => type === "intent"));

describe.each(GENERATIONS)("generation %i", (generation) => {
  beforeEach(async () => {
    // One step at a time: what goes on by itself is tried in its own tests.
    const seats = await shared.open(generation, (client) => client.run(() => game.settings.set("fatewalker", "autoAdvance", false).then(() => null)));
    gm = seats.gm;
    anna = seats.player("anna");
  });

  afterEach(async ({ task }) => {
    expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
  });
  afterAll(() => shared.close());

  describe("beginning", () => {
    test("rolls only what is missing, with one card, and goes to the first who is due", async () => {
      const before = await picture(gm);
      const [first] = before.rows;
      await gm.run(async (id) => {
        const combat = game.combats.contents[0];
        await combat?.setInitiative(id, 3);
        await combat?.startCombat();
      }, first?.id ?? "");
      const after = await picture(gm);
      const ticks = after.rows.map(({ tick }) => tick);
      expect(ticks[0]).toBe(3);
      expect(ticks.every((tick) => tick !== null && tick >= 1 && tick <= 10)).toBe(true);
      expect(after.round).toBe(Math.min(...ticks.map(Number)));
      expect(after.order[after.turn ?? -1]).toBe(after.active);
      const cards = await gm.run(() => game.messages.contents.filter(({ content }) => content.includes("fw-initiative-card")).length);
      expect(cards).toBe(1);
    });

    test("copies of one creature keep initiatives of their own", async () => {
      const { rows } = await begin(3, 4, 5, 6, 7);
      const copies = rows.filter(({ actorId }) => rows.filter((other) => other.actorId === actorId).length > 1);
      expect(copies.length).toBeGreaterThanOrEqual(2);
      expect(new Set(copies.map(({ tick }) => tick)).size).toBe(copies.length);
    });

    test("hidden combatants stand on no card that players may read", async () => {
      const names = await gm.run(async () => {
        const combat = game.combats.contents[0];
        const npcs = combat?.combatants.contents.filter(({ isNPC }) => isNPC) ?? [];
        const [secret] = npcs;
        await secret?.update({ hidden: true, name: "The Ambusher" });
        await combat?.rollAll();
        return game.messages.contents.filter(({ whisper }) => whisper.length === 0).map(({ content }) => content);
      });
      expect(names.join("")).not.toContain("The Ambusher");
      expect(names.join("")).not.toBe("");
    });

    test("rolling the NPCs rolls no player's character, and rolling one rolls only that one", async () => {
      const rolled = await gm.run(async () => {
        const combat = game.combats.contents[0];
        await combat?.rollNPC();
        return combat?.combatants.contents.map(({ isNPC, initiative }) => [isNPC, initiative !== null]) ?? [];
      });
      expect(rolled.every(([isNPC, has]) => isNPC === has)).toBe(true);
      const changed = await gm.run(async () => {
        const combat = game.combats.contents[0];
        const hero = combat?.combatants.contents.find(({ isNPC }) => !isNPC);
        const others = () => JSON.stringify(combat?.combatants.contents.filter(({ id }) => id !== hero?.id).map(({ initiative }) => initiative));
        const before = others();
        await combat?.rollInitiative([hero?.id ?? ""]);
        return [before === others(), (hero?.initiative ?? null) !== null];
      });
      expect(changed).toEqual([true, true]);
    });
  });

  describe("the course of a fight", () => {
    test("spending ticks moves that one alone; next goes to whoever is due, with world time", async () => {
      const { rows, active, round } = await begin(4, 9, 20, 21, 22);
      expect([round, active]).toEqual([4, rows[0]?.id]);
      await spend(gm, rows[0]?.id ?? "", 7);
      await settled(gm);
      const acted = await picture(gm);
      expect(acted.rows.map(({ tick }) => tick)).toEqual([11, 9, 20, 21, 22]);
      expect([acted.round, acted.active, acted.turn]).toEqual([4, null, null]);
      const from = await gm.run(() => game.time.worldTime);
      await gm.run(() => game.combats.contents[0]?.nextTurn().then(() => null));
      const next = await picture(gm);
      expect([next.round, next.active]).toEqual([9, rows[1]?.id]);
      expect(await gm.until((seconds) => game.time.worldTime === seconds, from + 2)).toBe(true);
    });

    test("turns begin once for a combatant and tick, and never for an edited tick", async () => {
      await gm.run(() => {
        const seen: string[] = [];
        Object.assign(globalThis, { turnsSeen: seen });
        Hooks.on("fatewalker.turnStart", ((_combat: CombatLike, combatant: CombatantLike, tick: number) => seen.push(`${combatant.id}@${tick}`)) as never);
      });
      const { rows } = await begin(4, 9, 20, 21, 22);
      await gm.run(async (id) => game.combats.contents[0]?.setInitiative(id, 30).then(() => null), rows[3]?.id ?? "");
      await spend(gm, rows[0]?.id ?? "", 7);
      await settled(gm);
      await gm.run(() => game.combats.contents[0]?.nextTurn().then(() => null));
      const seen = await gm.run(() => (globalThis as unknown as { turnsSeen: string[] }).turnsSeen);
      expect(seen).toEqual([`${rows[0]?.id}@4`, `${rows[1]?.id}@9`]);
    });

    test("what other packages and the host's turn marker read makes sense on every client: round, turn, combatant, initiatives", async () => {
      const { rows } = await begin(4, 9, 20, 21, 22);
      const read = (client: HeadlessClient): Promise<unknown[]> => client.run(() => {
        const combat = game.combats.contents[0] as unknown as CombatLike & { started: boolean; current: { round: number; turn: number | null; combatantId: string | null } };
        const { round, turn, combatantId } = combat.current;
        return [combat.started, combat.round, combat.turn, combat.combatant?.id ?? null, [round, turn, combatantId], combat.turns.map(({ initiative }) => initiative)];
      });
      const first = rows[0]?.id;
      for (const client of [gm, anna]) await expect.poll(() => read(client)).toEqual([true, 4, 0, first, [4, 0, first], [4, 9, 20, 21, 22]]);
      await spend(gm, first ?? "", 7);
      await settled(gm);
      // Nobody is due: there is no turn, and nobody is marked.
      for (const client of [gm, anna]) await expect.poll(() => read(client)).toEqual([true, 4, null, null, [4, null, null], [9, 11, 20, 21, 22]]);
      await gm.run(() => game.combats.contents[0]?.nextTurn().then(() => null));
      const second = rows[1]?.id;
      for (const client of [gm, anna]) await expect.poll(() => read(client)).toEqual([true, 9, 0, second, [9, 0, second], [9, 11, 20, 21, 22]]);
    });

    test("next passes nobody who is due", async () => {
      await begin(4, 9, 20, 21, 22);
      await gm.run(() => game.combats.contents[0]?.nextTurn().then(() => null));
      expect((await picture(gm)).round).toBe(4);
    });

    test("back takes one step at a time, to before the beginning", async () => {
      const start = await begin(4, 9, 20, 21, 22);
      await wish(gm, "hold", start.rows[0]?.id ?? "");
      await settled(gm);
      expect((await picture(gm)).rows[0]?.state).toBe("holding");
      expect(await gm.run(() => game.combats.contents[0]?.combatants.contents[0]?.actor?.statuses.has("holding"))).toBe(true);
      await gm.run(() => game.combats.contents[0]?.previousTurn().then(() => null));
      await settled(gm);
      expect(await picture(gm)).toEqual(start);
      await gm.run(() => game.combats.contents[0]?.previousTurn().then(() => null));
      await settled(gm);
      expect(await picture(gm)).toMatchObject({ round: 0, active: null });
    });

    test("deleting the one who acts hands the turn on; deleting another moves nothing", async () => {
      const { rows } = await begin(4, 9, 20, 21, 22);
      await gm.run((id) => game.combats.contents[0]?.combatants.get(id)?.delete().then(() => null), rows[3]?.id ?? "");
      expect(await picture(gm)).toMatchObject({ round: 4, active: rows[0]?.id });
      await gm.run((id) => game.combats.contents[0]?.combatants.get(id)?.delete().then(() => null), rows[0]?.id ?? "");
      await gm.until((id) => game.combats.contents[0]?.system.active === id, rows[1]?.id ?? "");
      expect(await picture(gm)).toMatchObject({ round: 9, active: rows[1]?.id });
    });

    test("who comes late is counted from now, and one token comes once", async () => {
      const { rows } = await begin(23, 40, 41, 42, 43);
      const late = await gm.run(async (id) => {
        const combat = game.combats.contents[0];
        const twin = combat?.combatants.get(id);
        await combat?.createEmbeddedDocuments("Combatant", [{ tokenId: twin?.tokenId, sceneId: (twin as unknown as { sceneId: string }).sceneId, actorId: twin?.actorId }]);
        const size = combat?.combatants.size;
        const [added] = (await combat?.createEmbeddedDocuments("Combatant", [{ name: "Straggler" }])) ?? [];
        await combat?.rollInitiative([added?.id ?? ""]);
        return { size, tick: combat?.combatants.get(added?.id ?? "")?.initiative ?? null };
      }, rows[0]?.id ?? "");
      // Without an actor there are no Awareness dice: 10 - 0 successes.
      expect(late).toEqual({ size: 5, tick: 33 });
    });

    test("a fight without a scene, and fighters without a token, work", async () => {
      const result = await gm.run(async () => {
        const combat = await Combat.implementation.create({ scene: null });
        const [hero] = game.actors.contents;
        await combat.createEmbeddedDocuments("Combatant", [{ actorId: (hero as unknown as { id: string }).id }, { name: "Bomb" }]);
        await combat.startCombat();
        return { round: combat.round, ticks: combat.combatants.contents.map(({ initiative }) => initiative), active: combat.system.active !== null };
      });
      expect(result.round).toBe(Math.min(...result.ticks.map(Number)));
      expect(result.active).toBe(true);
    });

    test("an empty fight and one that has not begun refuse politely", async () => {
      const round = await gm.run(async () => {
        const combat = await Combat.implementation.create({ scene: null });
        await combat.nextTurn();
        await combat.previousTurn();
        await combat.rollAll();
        const before = combat.round;
        await combat.startCombat();
        await combat.nextTurn();
        return [before, combat.round];
      });
      expect(round).toEqual([0, 2]);
    });

    test("junk in the data of a fight is healed or dropped, never fatal", async () => {
      const data = await gm.run(async () => {
        const combat = await Combat.implementation.create({
          scene: null,
          system: { kind: "brawl", active: 5, engagements: "none", schedule: { good: { tick: "12", every: "", left: null, kind: "x" }, "bad.key": { tick: 3 }, worse: 7 }, log: null },
        });
        await combat.createEmbeddedDocuments("Combatant", [{ name: "A", initiative: 2.5, system: { state: "asleep", since: "1d6", movement: "fast", awareOf: "all" } }]);
        await combat.startCombat();
        return { schedule: Object.entries(combat.system.schedule).map(([key, { tick }]) => [key, tick]), round: combat.round, state: combat.combatants.contents[0]?.system.state };
      });
      expect(data).toEqual({ schedule: [["good", 12]], round: 2, state: "ready" });
    });

    test("sixty combatants are rolled with one card", async () => {
      const counts = await gm.run(async () => {
        const combat = await Combat.implementation.create({ scene: null });
        await combat.createEmbeddedDocuments("Combatant", Array.from({ length: 60 }, (_, index) => ({ name: `Fighter ${index}` })));
        const before = game.messages.contents.filter(({ content }) => content !== "").length;
        await combat.rollAll();
        return [game.messages.contents.filter(({ content }) => content !== "").length - before, combat.combatants.contents.filter(({ initiative }) => initiative !== null).length];
      });
      expect(counts).toEqual([1, 60]);
    });

    test("a reload in the middle finds everything as it was, and the fight goes on", async () => {
      const { rows } = await begin(4, 9, 20, 21, 22);
      await spend(gm, rows[0]?.id ?? "", 7);
      await settled(gm);
      const before = await picture(gm);
      await gm.reload();
      expect(await picture(gm)).toEqual(before);
      await gm.run(() => game.combats.contents[0]?.nextTurn().then(() => null));
      expect((await picture(gm)).active).toBe(rows[1]?.id);
    });
  });

  describe("the end of a fight", () => {
    /** Answers the question whether the fight is over. */
    const end = (answer: unknown): Promise<number> =>
      gm.run(async (given) => {
        foundry.applications.api.DialogV2.wait = () => Promise.resolve(given);
        await game.combats.contents[0]?.endCombat();
        return game.combats.size;
      }, answer);
    const temporary = (): Promise<number[]> =>
      gm.run(() => (game.combats.contents[0]?.combatants.contents ?? []).map(({ actor }) => actor?.system.wounds.temporary.value ?? -1));

    test("clears Temporary Wounds and holds with it, in one commit that can be taken back", async () => {
      const start = await begin(4, 9, 20, 21, 22);
      await wish(gm, "hold", start.rows[0]?.id ?? "");
      await settled(gm);
      await gm.run(async () => {
        for (const { actor } of game.combats.contents[0]?.combatants.contents ?? []) await actor?.update({ system: { wounds: { temporary: { value: 2 } } } });
      });
      const before = await picture(gm);
      const actors = await gm.run(() => game.combats.contents[0]?.combatants.contents.map(({ actor }) => actor?.uuid ?? "") ?? []);
      expect(await end({ clearTemporary: true })).toBe(0);
      const after = await gm.run((uuids) => uuids.map((uuid) => [foundry.utils.fromUuidSync(uuid)?.system.wounds.temporary.value, foundry.utils.fromUuidSync(uuid)?.statuses.has("holding")]), actors);
      expect(after.every(([wounds, holding]) => wounds === 0 && holding === false)).toBe(true);
      await gm.run(async () => {
        const ledger = game.messages.contents.filter(({ type, system }) => type === "ledger" && system.kind === "end").at(-1)?.id;
        await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "undo", participant: null, args: { ledger }, nonce: foundry.utils.randomID() } });
      });
      await settled(gm);
      expect(await picture(gm)).toEqual(before);
      expect(await temporary()).toEqual([2, 2, 2, 2, 2]);
    });

    test("leaves the wounds where that is chosen, and the fight where it is not over", async () => {
      await begin(4, 9, 20, 21, 22);
      await gm.run(async () => game.combats.contents[0]?.combatants.contents[0]?.actor?.update({ system: { wounds: { temporary: { value: 2 } } } }).then(() => null));
      const uuid = await gm.run(() => game.combats.contents[0]?.combatants.contents[0]?.actor?.uuid ?? "");
      expect(await end(null)).toBe(1);
      expect(await end({ clearTemporary: false })).toBe(0);
      expect(await gm.run((id) => foundry.utils.fromUuidSync(id)?.system.wounds.temporary.value, uuid)).toBe(2);
    });
  });

  describe("several people", () => {
    /** The combatant of a player, put on tick 4 and at turn. */
    async function playersTurn(client: HeadlessClient): Promise<string> {
      const mine = await client.run(() => game.combats.contents[0]?.combatants.contents.findIndex(({ isOwner }) => isOwner) ?? -1);
      const { rows } = await begin(...Array.from({ length: 5 }, (_, index) => (index === mine ? 4 : 10 + index)));
      return rows[mine]?.id ?? "";
    }

    test("a player holds and acts through wishes, sees the same clock, and is refused what is not his turn", async () => {
      const id = await playersTurn(anna);
      await wish(anna, "hold", id);
      await settled(gm);
      await anna.until((combatant) => game.combats.contents[0]?.combatants.get(combatant)?.system.state === "holding", id);
      expect(await picture(anna)).toEqual(await picture(gm));
      // She may break it for an action at any time; what is not her turn comes after.
      await spend(anna, id, 50);
      await settled(gm);
      await anna.until((combatant) => game.combats.contents[0]?.combatants.get(combatant)?.system.state === "ready", id);
      await spend(anna, id, 5);
      await settled(gm);
      const refused = await anna.until(() => game.messages.contents.find(({ system }) => system.phase === "refused")?.system.notice?.key);
      expect(refused).toBe("FATEWALKER.Error.NotYourTick");
      expect((await picture(gm)).rows.find((row) => row.id === id)).toMatchObject({ state: "ready", tick: 54 });
    });

    test("a player's wish for somebody else's combatant is refused", async () => {
      await playersTurn(anna);
      const foe = await gm.run(() => game.combats.contents[0]?.combatants.contents.find(({ isNPC }) => isNPC)?.id ?? "");
      const before = await picture(gm);
      await wish(anna, "hold", foe);
      await settled(gm);
      expect(await picture(gm)).toEqual(before);
    });

    test("a player rolls for his own, once", async () => {
      const rolled = await anna.run(async () => {
        const combat = game.combats.contents[0];
        await combat?.rollAll();
        const first = combat?.combatants.contents.map(({ initiative, isOwner }) => [isOwner, initiative]) ?? [];
        await combat?.rollInitiative(combat.combatants.contents.map(({ id }) => id));
        return [first, combat?.combatants.contents.map(({ initiative, isOwner }) => [isOwner, initiative]) ?? []];
      });
      expect(rolled[0]?.every(([isOwner, initiative]) => isOwner === (initiative !== null))).toBe(true);
      expect(rolled[1]).toEqual(rolled[0]);
    });

    test("two GMs: what either asks for happens once", async () => {
      const assistant = await shared.join("assistant");
      const { rows } = await begin(4, 9, 20, 21, 22);
      await spend(assistant, rows[0]?.id ?? "", 7);
      await settled(gm);
      await assistant.run(() => game.combats.contents[0]?.nextTurn().then(() => null));
      await settled(gm);
      await assistant.until((id) => game.combats.contents[0]?.system.active === id, rows[1]?.id ?? "");
      expect(await picture(assistant)).toEqual(await picture(gm));
      const ledgers = await gm.run(() => Object.values(game.combats.contents[0]?.system.log ?? {}).map(({ kind }) => kind));
      expect(ledgers.filter((kind) => kind === "act" || kind === "advance")).toEqual(["act", "advance"]);
    });
  });

  describe("what players write past the clock", () => {
    test("is put back, and both sides are told", async () => {
      await begin(4, 9, 20, 21, 22);
      const before = await picture(gm);
      await anna.run(async () => {
        const mine = game.combats.contents[0]?.combatants.contents.find(({ isOwner }) => isOwner);
        await mine?.update({ initiative: 1, system: { state: "holding" } });
      });
      const told = await anna.until(() => game.messages.contents.find(({ type, whisper }) => type === "base" && whisper.length === 1)?.content);
      expect(told).toContain("put back");
      expect(await picture(gm)).toEqual(before);
      expect(await picture(anna)).toEqual(before);
    });
  });
});
