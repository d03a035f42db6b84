import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import type { HeadlessTable } from "../table/client/headless-table";
import { back, begin, cards, clock, dice, fighter, fighters, gather, idOf, learn, only, react, refusals, settled, status, stillTime, texts, use, wish, woundsOf, type CombatLike, type Participant, type TableGlobals } from "./fight-table";
import { openSix, tableOfThree, type Six } from "./three-players";

/* What users of other systems complained of, sections B and C: a GM and three players. */

declare const game: TableGlobals;
declare const ui: { notifications: { messages: { type: string; message: string }[] } };
declare const Combat: { implementation: { create(source: object): Promise<CombatLike> } };
declare const Hooks: { on(name: string, handler: (...parameters: never[]) => void): number };
declare const foundry: { abstract: { Document: { prototype: Record<string, (...parameters: unknown[]) => unknown> } } };

const shared = tableOfThree();
let table: HeadlessTable;
let gm: HeadlessClient;
let anna: HeadlessClient;
let ben: HeadlessClient;
let carl: HeadlessClient;
let extra: HeadlessClient[];
let brawler: Participant;
let duellist: Participant;
let enforcer: Participant;
let ofBrawler: HeadlessClient;
let ofDuellist: HeadlessClient;

beforeEach(async () => {
  extra = [];
  const six: Six = await openSix(shared, 14, async (client) => {
    const all = await Promise.all(["brawler", "duellist", "knight", "enforcer", "marksman"].map((name) => fighter(client, name)));
    for (const who of all.slice(0, 4)) await learn(client, who, "unarmed-strike", "common-hold-action");
    await gather(client, all);
  });
  ({ table, gm, brawler, duellist, enforcer, ofBrawler, ofDuellist } = six);
  const [first, second, third] = six.players;
  if (first === undefined || second === undefined || third === undefined) throw new Error("Somebody is missing.");
  [anna, ben, carl] = [first, second, third];
  await dice(gm, 0.95);
});
afterEach(async ({ task }) => {
  const problems = extra.flatMap((client) => client.problems.splice(0));
  for (const client of extra) await client.close();
  expect([...problems, ...(await shared.finish(task.result?.state === "fail"))]).toEqual([]);
});
afterAll(() => shared.close());

const everyone = (): HeadlessClient[] => [gm, anna, ben, carl];
/** All clients see the same clock. */
async function agree(): Promise<void> {
  const wanted = await clock(gm);
  for (const client of everyone()) await expect.poll(() => clock(client)).toEqual(wanted);
}
const spend = async (client: HeadlessClient, who: Participant, cost: number): Promise<void> => {
  await wish(client, "act", who, { cost });
  await settled(gm);
};
const order = (client: HeadlessClient): Promise<string[]> => client.run(() => game.combats.contents[0]?.turns.map(({ id }) => id) ?? []);
const notices = (client: HeadlessClient): Promise<string[]> => client.run(() => ui.notifications.messages.map(({ message }) => message));
/** Counts what this client writes from now on. */
const spy = (client: HeadlessClient): Promise<void> =>
  client.run(() => {
    const written: string[] = [];
    Object.assign(globalThis, { written });
    for (const name of ["update", "delete", "updateEmbeddedDocuments", "createEmbeddedDocuments", "deleteEmbeddedDocuments"]) {
      const usual = foundry.abstract.Document.prototype[name];
      if (usual === undefined) continue;
      foundry.abstract.Document.prototype[name] = function spied(this: unknown, ...parameters: unknown[]) {
        written.push(name);
        return usual.apply(this, parameters);
      };
    }
  });
const written = (client: HeadlessClient): Promise<number> => client.run(() => (globalThis as unknown as { written: string[] }).written.length);

describe("several clients and several GMs", () => {
  test("L-B01 two GMs and a player: when the clock advances and something ticks, one message and one change come of it", async () => {
    const second = await table.faults.addGamemaster();
    extra.push(second);
    await begin(gm, { [idOf(brawler)]: 1 });
    await gm.run(async () => {
      const combat = game.combats.contents[0] as unknown as { update(changes: object): Promise<unknown> };
      await combat.update({ system: { schedule: { bomb: { tick: 10, every: null, left: null, kind: "note", target: null, data: { text: "Tick tock", public: true } } } } });
    });
    await spend(second, brawler, 30);
    for (const client of [gm, second, anna]) await expect.poll(async () => (await texts(client)).filter((text) => text.includes("Tick tock")).length).toBe(1);
    expect((await clock(gm)).tick).toBe(31);
  });

  test("L-B02 without a GM a player's click says so, is kept and done later; with one GM gone the other one does it", async () => {
    const second = await table.faults.addGamemaster();
    extra.push(second);
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 1 }, { [idOf(brawler)]: 8, [idOf(duellist)]: 4 });
    await gm.close();
    await expect.poll(() => second.run(() => game.users.activeGM?.id === game.user.id)).toBe(true);
    await use(ofBrawler, brawler, "common-hold-action");
    await expect.poll(async () => (await clock(second)).rows[idOf(brawler)]?.state).toBe("holding");
    await ofDuellist.until((id) => game.combats.contents[0]?.system.active === id, idOf(duellist));
    await second.close();
    await ofDuellist.until(() => game.users.activeGM === null);
    await use(ofDuellist, duellist, "common-hold-action");
    expect((await notices(ofDuellist)).some((text) => text.includes("No GM is here"))).toBe(true);
    expect((await clock(ofDuellist)).rows[idOf(duellist)]?.state).toBe("ready");
    await gm.reload();
    await expect.poll(async () => (await clock(gm)).rows[idOf(duellist)]?.state).toBe("holding");
  });

  test("L-B03 a player's maneuver that changes an NPC's condition changes it, without any permission error", async () => {
    await begin(gm, { [idOf(brawler)]: 1 });
    await status(gm, enforcer, "surprised");
    // Its chart is full: the next blow goes to its last boxes.
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.actor?.update({ system: { wounds: { temporary: { value: 99 }, normal: { value: 99 } } } }); }, idOf(enforcer));
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await expect.poll(async () => (await cards(gm)).at(-1)?.phase).toBe("applied");
    for (const client of everyone()) await client.until((id) => [...(game.combats.contents[0]?.combatants.get(id)?.actor?.statuses ?? [])].some((name) => name === "dying" || name === "dead"), idOf(enforcer));
  });

  test("L-B04 when the GM hurts, adds, removes, kills and heals NPCs, players' clients write nothing and complain of nothing", async () => {
    await begin(gm, { [idOf(brawler)]: 1 });
    for (const client of [anna, ben, carl]) await spy(client);
    await gm.run(async (id) => {
      const combat = game.combats.contents[0];
      const combatant = combat?.combatants.get(id);
      await combatant?.actor?.update({ system: { wounds: { normal: { value: 3 } } } });
      await combatant?.actor?.toggleStatusEffect("dead", { active: true });
      await combatant?.actor?.toggleStatusEffect("dead", { active: false });
      const [added] = (await combat?.createEmbeddedDocuments("Combatant", [{ name: "Bystander" }])) ?? [];
      await added?.delete();
      await combatant?.actor?.update({ system: { wounds: { normal: { value: 0 } } } });
    }, idOf(enforcer));
    await expect.poll(async () => (await clock(gm)).rows[idOf(enforcer)]?.defeated).toBe(false);
    await agree();
    for (const client of [anna, ben, carl]) {
      expect(await written(client)).toBe(0);
      await client.reload();
    }
  });

  test("L-B05 five clients: one token added makes one combatant, and an act makes as many messages as with one client", async () => {
    extra.push(await table.faults.addGamemaster());
    await begin(gm, { [idOf(brawler)]: 1 });
    const before = await gm.run(() => game.combats.contents[0]?.combatants.size ?? 0);
    const tokens = await gm.run(async (uuid) => {
      const scene = game.scenes.contents[0] as unknown as { createEmbeddedDocuments(name: string, sources: object[]): Promise<{ id: string; actorId: string; parent: { id: string } }[]> };
      const actor = game.actors.contents.find((entry) => entry.uuid === uuid) as unknown as { id: string } | undefined;
      const [token] = await scene.createEmbeddedDocuments("Token", [{ actorId: actor?.id, x: 100, y: 100 }]);
      await game.combats.contents[0]?.createEmbeddedDocuments("Combatant", [{ tokenId: token?.id, sceneId: token?.parent.id, actorId: token?.actorId }]);
      return game.combats.contents[0]?.combatants.contents.filter(({ tokenId }) => tokenId === token?.id).length;
    }, await gm.run(() => game.actors.contents.find(({ system }) => system.key === "pregen-marksman")?.uuid ?? ""));
    expect(tokens).toBe(1);
    for (const client of [...everyone(), ...extra]) await client.until((count) => game.combats.contents[0]?.combatants.size === count, before + 1);
    const messages = await gm.run(() => game.messages.contents.length);
    await spend(ofBrawler, brawler, 5);
    const made = (await gm.run(() => game.messages.contents.length)) - messages;
    expect(made).toBeGreaterThan(0);
    await agree();
    expect((await gm.run(() => game.messages.contents.length)) - messages).toBe(made);
  });

  test("L-B06 with only an assistant at the table, what players wish for is done", async () => {
    await begin(gm, { [idOf(brawler)]: 1 });
    await gm.close();
    const assistant = await table.join("assistant");
    extra.push(assistant);
    await dice(assistant, 0.95);
    await status(assistant, enforcer, "surprised");
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await expect.poll(async () => (await cards(assistant)).at(-1)?.phase).toBe("applied");
    expect(await woundsOf(assistant, enforcer)).toBeGreaterThan(0);
    await assistant.close();
    await gm.reload();
  });
});

describe("the clock", () => {
  test("L-C01 a player spends ticks: the combatant moves, the next one is due, on every client", async () => {
    await begin(gm, { [idOf(brawler)]: 2, [idOf(duellist)]: 6 });
    await spend(ofBrawler, brawler, 9);
    expect(await clock(gm)).toMatchObject({ tick: 6, active: idOf(duellist), rows: { [idOf(brawler)]: { tick: 11 } } });
    await agree();
    expect(await refusals(ofBrawler)).toEqual([]);
  });

  test("L-C02 a turn begins and ends once for a combatant and tick, whatever else is moved, joins or leaves", async () => {
    await gm.run(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      for (const [hook, word] of [["fatewalker.turnStart", "start"], ["fatewalker.turnEnd", "end"]] as const) Hooks.on(hook, ((_combat: unknown, { id }: { id: string }, tick: number) => seen.push(`${word} ${id} ${tick}`)) as never);
    });
    const [a, b, c] = [idOf(brawler), idOf(duellist), idOf(enforcer)];
    await begin(gm, { [a]: 3, [b]: 5, [c]: 5 }, { [b]: 7, [c]: 4 });
    await gm.run(async ([first, other]) => {
      const combat = game.combats.contents[0];
      await combat?.setInitiative(other, 8);
      await combat?.setInitiative(other, 5);
      await combat?.setInitiative(first, 2);
      const [added] = (await combat?.createEmbeddedDocuments("Combatant", [{ name: "Bystander" }])) ?? [];
      await added?.delete();
    }, [a, c] as const);
    await spend(ofBrawler, brawler, 4);
    await agree();
    expect(await gm.run(() => (globalThis as unknown as { seen: string[] }).seen)).toEqual([`start ${a} 3`, `end ${a} 3`, `start ${b} 5`]);
  });

  test("L-C03 five unlinked copies of one NPC keep ticks of their own", async () => {
    const copies = await gm.run(async () => {
      const scene = game.scenes.contents[0] as unknown as { id: string; createEmbeddedDocuments(name: string, sources: object[]): Promise<{ id: string; actorId: string }[]> };
      const actor = game.actors.contents.find(({ system }) => system.key === "pregen-enforcer") as unknown as { id: string };
      const tokens = await scene.createEmbeddedDocuments("Token", [0, 1, 2].map((index) => ({ actorId: actor.id, actorLink: false, name: `Copy ${index}`, x: 100 * index, y: 100 })));
      await game.combats.contents[0]?.createEmbeddedDocuments("Combatant", tokens.map(({ id, actorId }) => ({ tokenId: id, sceneId: scene.id, actorId })));
      return game.combats.contents[0]?.combatants.contents.filter(({ actor: own }) => own?.system.key === "pregen-enforcer").map(({ id }) => id) ?? [];
    });
    expect(copies).toHaveLength(5);
    await begin(gm, Object.fromEntries(copies.map((id, index) => [id, 3 + index * 2])));
    const [first = ""] = copies;
    await spend(gm, { ...(await fighters(gm))["pregen-enforcer"]?.find(({ combatant }) => combatant === first) } as Participant, 40);
    const { rows } = await clock(gm);
    expect(copies.map((id) => rows[id]?.tick)).toEqual([43, 5, 7, 9, 11]);
    await agree();
  });

  test("L-C04 a player who is last spends ticks and time goes past everybody; what its deed costs somebody else is paid once", async () => {
    await learn(gm, enforcer, "evasion-dodge");
    await begin(gm, { [idOf(brawler)]: 1, [idOf(enforcer)]: 20 });
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await react(gm, enforcer, brawler, "evasion-dodge");
    await expect.poll(async () => (await cards(gm)).at(-1)?.phase).toBe("applied");
    // The strike takes 6 ticks and the dodge 8, which the enforcer pays from its own tick.
    expect(await clock(gm)).toMatchObject({ tick: 7, active: idOf(brawler), rows: { [idOf(brawler)]: { tick: 7 }, [idOf(enforcer)]: { tick: 28 } } });
    await spend(ofBrawler, brawler, 90);
    const { tick, active, rows } = await clock(gm);
    expect([tick, active]).toEqual([28, idOf(enforcer)]);
    expect(rows[idOf(brawler)]?.tick).toBe(97);
    await agree();
    expect(await refusals(ofBrawler)).toEqual([]);
  });

  test("L-C05 L-C06 whoever is first by the rules is active at the beginning, and when somebody is put behind another; the order is the same for all and after a reload", async () => {
    await begin(gm, { [idOf(brawler)]: 4, [idOf(duellist)]: 4, [idOf(enforcer)]: 4 }, { [idOf(brawler)]: 3, [idOf(duellist)]: 8, [idOf(enforcer)]: 5 });
    expect((await order(gm)).slice(0, 3)).toEqual([idOf(duellist), idOf(enforcer), idOf(brawler)]);
    expect((await clock(gm)).active).toBe(idOf(duellist));
    await gm.run(async (id) => { await game.combats.contents[0]?.setInitiative(id, 5); }, idOf(duellist));
    expect((await clock(gm)).active).toBe(idOf(enforcer));
    await agree();
    const wanted = await order(gm);
    await anna.reload();
    for (const client of everyone()) expect(await order(client)).toEqual(wanted);
  });

  test("L-C07 joining late: one roll changes one; NPC rolls change no player's character; a newcomer starts after now", async () => {
    await gm.run(async () => { await (game.combats.contents[0] as unknown as { rollNPC(): Promise<unknown> }).rollNPC(); });
    expect((await clock(gm)).rows[idOf(brawler)]?.tick).toBeNull();
    await gm.run(async (id) => { await game.combats.contents[0]?.rollInitiative([id]); }, idOf(brawler));
    expect((await clock(gm)).rows[idOf(duellist)]?.tick).toBeNull();
    await begin(gm, { [idOf(brawler)]: 12 });
    const tick = await gm.run(async () => {
      const combat = game.combats.contents[0];
      const [late] = (await combat?.createEmbeddedDocuments("Combatant", [{ name: "Straggler" }])) ?? [];
      await combat?.rollInitiative([late?.id ?? ""]);
      return combat?.combatants.get(late?.id ?? "")?.initiative ?? 0;
    });
    expect(tick).toBeGreaterThan(12);
    await agree();
  });

  test("L-C08 the defeated at the head are never active: at the beginning, by next, and going back", async () => {
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.update({ defeated: true }); }, idOf(brawler));
    await gm.run(async ([head, one, two]) => {
      const combat = game.combats.contents[0];
      await combat?.setInitiative(head, 1);
      await combat?.setInitiative(one, 4);
      await combat?.setInitiative(two, 9);
      await combat?.startCombat();
    }, [idOf(brawler), idOf(duellist), idOf(enforcer)] as const);
    expect((await clock(gm)).active).toBe(idOf(duellist));
    await spend(ofDuellist, duellist, 30);
    expect((await clock(gm)).active).not.toBe(idOf(brawler));
    await back(gm);
    expect((await clock(gm)).active).toBe(idOf(duellist));
    await agree();
  });

  test("L-C09 deleting another leaves the turn where it is; deleting the one who acts hands it on by the rules", async () => {
    await begin(gm, { [idOf(brawler)]: 3, [idOf(duellist)]: 5, [idOf(enforcer)]: 9 });
    await spend(ofBrawler, brawler, 40);
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.delete(); }, idOf(brawler));
    await agree();
    expect((await clock(gm)).active).toBe(idOf(duellist));
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.delete(); }, idOf(duellist));
    await expect.poll(async () => (await clock(gm)).active).toBe(idOf(enforcer));
    await agree();
  });

  test("L-C10 a fight that is empty, or has not begun, answers every button with a sentence and no error", async () => {
    const tick = await gm.run(async () => {
      const combat = await Combat.implementation.create({ scene: null });
      await combat.nextTurn();
      await combat.previousTurn();
      await combat.startCombat();
      await combat.nextTurn();
      await combat.delete();
      await game.combats.contents[0]?.nextTurn();
      return game.combats.contents[0]?.round;
    });
    expect(tick).toBe(0);
    expect((await notices(gm)).length).toBeGreaterThan(0);
  });

  test("L-C11 two players hold and act on the same tick in the order of the rules, nobody twice; nothing of it is left in the next fight", async () => {
    await stillTime(gm);
    await only(gm, brawler, duellist);
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 1 }, { [idOf(brawler)]: 4, [idOf(duellist)]: 7 });
    await use(ofDuellist, duellist, "common-hold-action");
    await settled(gm);
    await ofBrawler.until((id) => game.combats.contents[0]?.system.active === id, idOf(brawler));
    await use(ofBrawler, brawler, "common-hold-action");
    await settled(gm);
    await gm.run(async () => { for (let step = 0; step < 3; step += 1) await game.combats.contents[0]?.nextTurn(); });
    const now = (await clock(gm)).tick;
    for (const [client, who] of [[ofBrawler, brawler], [ofDuellist, duellist]] as const) await wish(client, "release", who, {});
    await settled(gm);
    expect(await clock(gm)).toMatchObject({ tick: now, active: idOf(duellist) });
    await spend(ofBrawler, brawler, 3);
    expect(await refusals(ofBrawler)).toEqual(["FATEWALKER.Error.OthersFirst"]);
    await spend(ofDuellist, duellist, 3);
    await spend(ofBrawler, brawler, 3);
    await spend(ofDuellist, duellist, 3);
    expect(await refusals(ofDuellist)).toEqual(["FATEWALKER.Error.NotYourTick"]);
    await use(ofBrawler, brawler, "common-hold-action");
    await settled(gm);
    await gm.run(async () => { await game.combats.contents[0]?.delete(); });
    await expect.poll(() => gm.run(() => game.actors.contents.filter(({ statuses }) => statuses.has("holding")).length)).toBe(0);
  });

  test("L-C12 a fight without a scene is the same for all, after a reload of everybody as well", async () => {
    const fight = await gm.run(async () => {
      const combat = await Combat.implementation.create({ scene: null });
      await combat.createEmbeddedDocuments("Combatant", [{ name: "Bomb" }, { name: "Train" }]);
      await combat.startCombat();
      return combat.id;
    });
    await gm.reload();
    await anna.reload();
    const view = (client: HeadlessClient): Promise<unknown> => client.run((id) => {
      const combat = game.combats.contents.find((entry) => entry.id === id);
      return [combat?.round, combat?.system.active, combat?.turns.map((combatant) => [combatant.name, combatant.initiative])];
    }, fight);
    expect(await view(anna)).toEqual(await view(gm));
    await gm.run(async (id) => { await game.combats.contents.find((entry) => entry.id === id)?.delete(); }, fight);
  });

  test("L-C13 a token that is deleted leaves nothing that cannot be removed, and the clock goes on", async () => {
    await begin(gm, { [idOf(brawler)]: 2, [idOf(duellist)]: 6 });
    const copy = await gm.run(async () => {
      const scene = game.scenes.contents[0] as unknown as { id: string; createEmbeddedDocuments(name: string, sources: object[]): Promise<{ id: string; actorId: string }[]> };
      const actor = game.actors.contents.find(({ system }) => system.key === "pregen-enforcer") as unknown as { id: string };
      const [token] = await scene.createEmbeddedDocuments("Token", [{ actorId: actor.id, actorLink: false, name: "Copy", x: 100, y: 100 }]);
      const [combatant] = (await game.combats.contents[0]?.createEmbeddedDocuments("Combatant", [{ tokenId: token?.id, sceneId: scene.id, actorId: actor.id }])) ?? [];
      await game.combats.contents[0]?.setInitiative(combatant?.id ?? "", 2);
      return combatant?.id ?? "";
    });
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.token?.delete(); }, copy);
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.delete(); }, copy);
    await expect.poll(async () => (await clock(gm)).active).toBe(idOf(brawler));
    expect((await clock(gm)).rows[copy]).toBeUndefined();
    await spend(ofBrawler, brawler, 30);
    await expect.poll(async () => (await clock(gm)).active).toBe(idOf(duellist));
    await agree();
  });

  test("L-C15 initiative rolled for one token of an actor rolls for that one alone", async () => {
    await gm.run(async (id) => {
      const actor = game.combats.contents[0]?.combatants.get(id)?.actor as unknown as { rollInitiative(options: object): Promise<unknown> } | undefined;
      await actor?.rollInitiative({ createCombatants: true });
    }, idOf(enforcer));
    const { rows } = await clock(gm);
    expect(Object.values(rows).filter(({ tick }) => tick !== null)).toHaveLength(1);
    expect(rows[idOf(enforcer)]?.tick).not.toBeNull();
  });

  test("L-C16 sixty combatants are rolled with one message, and each combatant is written once", async () => {
    const count = await gm.run(async () => {
      const combat = game.combats.contents[0];
      await combat?.createEmbeddedDocuments("Combatant", Array.from({ length: 60 }, (_, index) => ({ name: `Fighter ${index}` })));
      let updates = 0;
      Hooks.on("updateCombatant", (() => { updates += 1; }) as never);
      const before = game.messages.contents.filter(({ content }) => content !== "").length;
      await (combat as unknown as { rollAll(): Promise<unknown> }).rollAll();
      return { messages: game.messages.contents.filter(({ content }) => content !== "").length - before, updates, all: combat?.combatants.size };
    });
    expect(count.messages).toBe(1);
    expect(count.updates).toBe(count.all);
  });

  test("L-C17 whoever joins in the middle, or reloads, sees what everybody sees, and later changes reach everyone", async () => {
    await begin(gm, { [idOf(brawler)]: 3, [idOf(duellist)]: 8 });
    await carl.close();
    await spend(ofBrawler, brawler, 20);
    await gm.reload();
    await carl.reload();
    await agree();
    await spend(ofDuellist, duellist, 7);
    await agree();
  });
});
