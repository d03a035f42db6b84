import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { back, begin, cards, clock, dice, fighter, fighters, gather, GENERATIONS, idOf, learn, next, only, react, refusals, settled, status, stillTime, texts, use, wish, woundsOf, type CombatLike, type Participant, type TableGlobals } from "./fight-table";
import { everywhere, openSix, tableOfThree, type Six } from "./three-players";
import { tracker } from "./tracker-view";
import type { HeadlessClient } from "../table/client/headless";

/* What every tick tracker got wrong once, at a table with a GM and three players. */

declare const game: TableGlobals;
declare const ui: { notifications: { messages: { type: string; message: string }[] } };
declare const Combat: { implementation: { create(source: object): Promise<CombatLike> } };

const shared = tableOfThree();
let six: Six;
let gm: HeadlessClient;
let brawler: Participant;
let duellist: Participant;
let knight: Participant;
let enforcer: Participant;
let marksman: Participant;
let ofBrawler: HeadlessClient;
let ofDuellist: HeadlessClient;
let ofKnight: HeadlessClient;
let extra: HeadlessClient[];

const everyone = (): readonly HeadlessClient[] => six.everyone;
/** All clients see the same clock. */
const agree = async (): Promise<void> => everywhere(six.everyone, clock, await clock(gm));
/** Everybody reads this tick, and that it is this one's turn. */
const stands = (tick: number, active: Participant | null): Promise<void> => everywhere(six.everyone, async (client) => { const now = await clock(client); return [now.tick, now.active]; }, [tick, active === null ? null : idOf(active)]);
const spend = async (client: HeadlessClient, who: Participant, cost: number): Promise<void> => {
  await wish(client, "act", who, { cost });
  await settled(gm);
};

describe.each(GENERATIONS)("what every tick tracker got wrong once, on V%i", (generation) => {
  beforeEach(async () => {
    extra = [];
    six = await openSix(shared, generation, async (client) => {
      const all = await Promise.all(["brawler", "duellist", "knight", "enforcer", "marksman"].map((name) => fighter(client, name)));
      for (const who of all.slice(0, 4)) await learn(client, who, "unarmed-strike", "common-hold-action", "evasion-dodge");
      await gather(client, all);
    });
    ({ gm, brawler, duellist, knight, enforcer, marksman, ofBrawler, ofDuellist, ofKnight } = six);
    await dice(gm, 0.95);
  });
  afterEach(async ({ task }) => {
    const problems = extra.flatMap((client) => client.problems.splice(0));
    for (const client of extra) await client.close();
    expect([...problems, ...(await shared.finish(task.result?.state === "fail"))]).toEqual([]);
  });
  afterAll(() => shared.close());

  test("everybody holding, three players and nobody else: time goes to the next event, else one tick on", async () => {
    await stillTime(gm);
    await only(gm, brawler, duellist, knight);
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 1, [idOf(knight)]: 1 }, { [idOf(brawler)]: 8, [idOf(duellist)]: 4, [idOf(knight)]: 2 });
    for (const [client, who] of [[ofBrawler, brawler], [ofDuellist, duellist], [ofKnight, knight]] as const) {
      await client.until((id) => game.combats.contents[0]?.system.active === id, idOf(who));
      await use(client, who, "common-hold-action");
      await settled(gm);
    }
    await everywhere(everyone(), async (client) => (await tracker(client)).hint, "All hold. Time goes on to the next event, or by one tick.");
    await next(gm);
    expect((await clock(gm)).tick).toBe(2);
    await gm.run(async () => {
      const combat = game.combats.contents[0] as unknown as { update(changes: object): Promise<unknown> };
      await combat.update({ system: { schedule: { bell: { tick: 40, every: null, left: null, kind: "note", target: null, data: { text: "The bell", public: true } } } } });
    });
    await next(gm);
    expect((await clock(gm)).tick).toBe(40);
    for (const client of everyone()) await expect.poll(async () => (await texts(client)).filter((text) => text.includes("The bell")).length).toBe(1);
    await agree();
  });

  test("tick 0 and negative adjustments become tick 1 for whoever it is, and nothing is due before the beginning", async () => {
    await gm.run(async (id) => {
      await game.combats.contents[0]?.setInitiative(id, 0);
    }, idOf(brawler));
    expect((await clock(gm)).rows[idOf(brawler)]?.tick).toBe(1);
    await everywhere(everyone(), async (client) => (await clock(client)).active, null);
    await begin(gm, { [idOf(brawler)]: -7, [idOf(duellist)]: 3, [idOf(knight)]: 0 }, { [idOf(brawler)]: 8, [idOf(knight)]: 5 });
    await everywhere(everyone(), clock, expect.objectContaining({ tick: 1, active: idOf(brawler), rows: expect.objectContaining({ [idOf(brawler)]: { tick: 1, state: "ready", defeated: false }, [idOf(knight)]: { tick: 1, state: "ready", defeated: false } }) as object }));
    await spend(ofBrawler, brawler, 0);
    await spend(ofKnight, knight, -4);
    expect([await refusals(ofBrawler), await refusals(ofKnight)]).toEqual([["FATEWALKER.Error.BadTicks"], ["FATEWALKER.Error.BadTicks"]]);
    await gm.run(async (id) => { await game.combats.contents[0]?.setInitiative(id, -20); }, idOf(duellist));
    await everywhere(everyone(), async (client) => (await clock(client)).rows[idOf(duellist)]?.tick, 1);
  });

  test("joining late: one who joins in the middle is counted from now, the ticks and turns of all others stay, and all see the same", async () => {
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.delete(); }, idOf(knight));
    await begin(gm, { [idOf(brawler)]: 12, [idOf(duellist)]: 30, [idOf(enforcer)]: 31 });
    const before = await clock(gm);
    const late = await gm.run(async (uuid) => {
      const token = game.scenes.contents[0]?.tokens.contents.find((entry) => entry.uuid === uuid) as unknown as { id: string; actorId: string; parent: { id: string } } | undefined;
      return (await game.combats.contents[0]?.createEmbeddedDocuments("Combatant", [{ tokenId: token?.id, sceneId: token?.parent.id, actorId: token?.actorId }]))?.[0]?.id ?? "";
    }, knight.token);
    await ofKnight.until((id) => game.combats.contents[0]?.combatants.get(id) !== undefined, late);
    await dice(ofKnight, 0.95);
    await ofKnight.run(async (id) => { await game.combats.contents[0]?.rollInitiative([id]); }, late);
    // Awareness 4, four successes: 10 - 4, from tick 12 on.
    await everywhere(everyone(), clock, { ...before, rows: { ...before.rows, [late]: { tick: 18, state: "ready", defeated: false } } });
    await spend(ofBrawler, brawler, 30);
    await everywhere(everyone(), async (client) => (await clock(client)).active, late);
  });

  test("deleting the one who acts hands the turn on, on every client, and again; deleting somebody else moves nothing", async () => {
    await begin(gm, { [idOf(brawler)]: 3, [idOf(duellist)]: 5, [idOf(knight)]: 5, [idOf(enforcer)]: 9 }, { [idOf(duellist)]: 6, [idOf(knight)]: 5 });
    const remove = (who: Participant): Promise<void> => gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.delete(); }, idOf(who));
    await remove(marksman);
    await stands(3, brawler);
    await remove(brawler);
    await stands(5, duellist);
    await remove(duellist);
    await stands(5, knight);
    await spend(ofKnight, knight, 2);
    await stands(7, knight);
    expect(await refusals(ofKnight)).toEqual([]);
  });

  test("hidden combatants are in no message, no tracker and no turn that players may read, and a secret group tells players nothing of them", async () => {
    const name = "Lurker in the Dark";
    await gm.run(async ([id, wanted]) => { await game.combats.contents[0]?.combatants.get(id)?.update({ hidden: true, name: wanted }); }, [idOf(marksman), name] as const);
    await begin(gm, { [idOf(brawler)]: 1, [idOf(marksman)]: 1 }, { [idOf(brawler)]: 6, [idOf(marksman)]: 6 });
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await settled(gm);
    for (const client of six.players) {
      const shown = await tracker(client);
      expect([idOf(marksman) in shown.rows, shown.secret, shown.rows[idOf(brawler)]?.note]).toEqual([false, "", ""]);
      expect(JSON.stringify(shown)).not.toContain(name);
    }
    expect((await tracker(gm)).rows[idOf(brawler)]?.note).toContain(name);
    await wish(gm, "declare", null, { combat: await gm.run(() => game.combats.contents[0]?.id), secret: "showNow" });
    await expect.poll(async () => (await cards(gm)).length).toBe(1);
    for (const client of six.players) {
      const seen = await client.run(() => JSON.stringify([game.messages.contents.filter(({ visible, type }) => visible && type !== "ledger").map((message) => message.toObject()), ui.notifications.messages]));
      expect(seen).not.toContain(name);
    }
  });

  test("two GMs and three players: a player's blow, its answer and the time after it are committed once", async () => {
    const second = await six.table.faults.addGamemaster();
    extra.push(second);
    await dice(second, 0.95);
    await begin(gm, { [idOf(brawler)]: 1, [idOf(knight)]: 20 });
    const ledgers = (client: HeadlessClient): Promise<string[]> => client.run(() => game.messages.contents.filter(({ type }) => type === "ledger").map(({ system }) => system.kind));
    const before = (await ledgers(gm)).length;
    await use(ofBrawler, brawler, "unarmed-strike", [knight]);
    await react(ofKnight, knight, brawler, null);
    for (const client of [...everyone(), ...extra]) await expect.poll(async () => (await cards(client)).map(({ phase }) => phase)).toEqual(["applied"]);
    for (const client of [gm, ...extra]) await expect.poll(async () => (await ledgers(client)).slice(before)).toEqual(["exchange"]);
    await agree();
  });

  test("a double click by three players at once is one act each, and by the GM one step back and one advance", async () => {
    await stillTime(gm);
    await begin(gm, { [idOf(brawler)]: 2, [idOf(duellist)]: 2, [idOf(knight)]: 2 }, { [idOf(brawler)]: 8, [idOf(duellist)]: 7, [idOf(knight)]: 6 });
    for (const [client, who] of [[ofBrawler, brawler], [ofDuellist, duellist], [ofKnight, knight]] as const) {
      const nonce = `twice-${idOf(who)}`;
      await Promise.all([wish(client, "act", who, { cost: 5 }, nonce), wish(client, "act", who, { cost: 5 }, nonce)]);
      await settled(gm);
    }
    const { rows } = await clock(gm);
    expect([brawler, duellist, knight].map((who) => rows[idOf(who)]?.tick)).toEqual([7, 7, 7]);
    expect((await Promise.all(six.players.map(refusals))).flat()).toEqual([]);
    await gm.run(async () => { await Promise.all([game.combats.contents[0]?.nextTurn(), game.combats.contents[0]?.nextTurn()]); });
    expect((await clock(gm)).tick).toBe(7);
    await agree();
  });

  test("gaps of thousands of ticks are one step, there and back, for everybody", async () => {
    await begin(gm, { [idOf(brawler)]: 1 });
    await gm.run(async (id) => { for (const combatant of game.combats.contents[0]?.combatants.contents ?? []) if (combatant.id !== id) await game.combats.contents[0]?.setInitiative(combatant.id, 90_000); }, idOf(brawler));
    const before = await clock(gm);
    await spend(ofBrawler, brawler, 7_000);
    expect((await clock(gm)).tick).toBe(7_001);
    await agree();
    await back(gm);
    await everywhere(everyone(), clock, before);
  });

  test("unlinked copies of one actor: blows of two players at one copy hurt and delay that one, and its twin is as it was", async () => {
    const { twin } = six;
    await begin(gm, { [idOf(brawler)]: 1, [idOf(knight)]: 2, [idOf(enforcer)]: 20, [idOf(twin)]: 20 });
    for (const [client, who] of [[ofBrawler, brawler], [ofKnight, knight]] as const) {
      await use(client, who, "unarmed-strike", [enforcer]);
      await react(gm, enforcer, who, who === brawler ? null : "evasion-dodge");
      await expect.poll(async () => (await cards(gm)).at(-1)?.phase).toBe("applied");
    }
    expect(await woundsOf(gm, enforcer)).toBeGreaterThan(0);
    for (const client of everyone()) await expect.poll(async () => [await woundsOf(client, twin), (await clock(client)).rows[idOf(enforcer)]?.tick, (await clock(client)).rows[idOf(twin)]?.tick]).toEqual([0, 28, 20]);
  });

  test("the defeated at the head: a player's character that is dead is passed over on every client, and is back when the GM heals it", async () => {
    await begin(gm, { [idOf(knight)]: 3, [idOf(brawler)]: 6, [idOf(duellist)]: 9 });
    await status(gm, knight, "dead");
    await everywhere(everyone(), async (client) => (await clock(client)).active, null);
    await next(gm);
    await stands(6, brawler);
    await spend(ofKnight, knight, 3);
    expect(await refusals(ofKnight)).toHaveLength(1);
    await status(gm, knight, "dead", false);
    await everywhere(everyone(), async (client) => (await clock(client)).rows[idOf(knight)]?.defeated, false);
    await spend(ofBrawler, brawler, 30);
    expect((await clock(gm)).tick).toBeLessThan(10);
    await agree();
  });

  test("a combat without a scene: three players' characters without tokens take their turns on the same clock", async () => {
    await gm.run(async (actors) => {
      await game.combats.contents[0]?.delete();
      const combat = await Combat.implementation.create({ scene: null, active: true });
      await combat.createEmbeddedDocuments("Combatant", actors.map((uuid) => ({ actorId: uuid.split(".").at(-1) })));
    }, [brawler, duellist, knight].map(({ actor }) => actor));
    for (const client of everyone()) await client.until(() => game.combats.contents[0]?.combatants.size === 3);
    const found = await fighters(gm);
    const [one, two, three] = ["brawler", "duellist", "knight"].map((key) => found[`pregen-${key}`]?.[0]);
    if (one === undefined || two === undefined || three === undefined) throw new Error("Somebody is missing.");
    expect([one.token, two.token, three.token]).toEqual([null, null, null]);
    await begin(gm, { [idOf(one)]: 1, [idOf(two)]: 2, [idOf(three)]: 3 });
    for (const [client, who, now] of [[ofBrawler, one, 2], [ofDuellist, two, 3], [ofKnight, three, 11]] as const) {
      await spend(client, who, 10);
      await everywhere(everyone(), async (other) => (await clock(other)).tick, now);
    }
    await agree();
    await ofKnight.reload();
    await agree();
  });

  test("a reload of everybody in the middle of an exchange and of three players' holds loses nothing, and it goes on", async () => {
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 2, [idOf(enforcer)]: 9, [idOf(knight)]: 30 });
    await use(ofBrawler, brawler, "common-hold-action");
    await ofDuellist.until((id) => game.combats.contents[0]?.system.active === id, idOf(duellist));
    await use(ofDuellist, duellist, "common-hold-action");
    await settled(gm);
    await use(gm, enforcer, "unarmed-strike", [knight]);
    await ofKnight.until(() => game.messages.contents.some(({ type, system }) => type === "exchange" && system.phase === "answering"));
    const before = await clock(gm);
    for (const client of everyone()) await client.reload();
    await dice(gm, 0.95);
    await everywhere(everyone(), clock, before);
    await react(ofKnight, knight, enforcer, null);
    for (const [client, who] of [[ofBrawler, brawler], [ofDuellist, duellist]] as const) await wish(client, "preempt", who, { exchange: (await cards(gm)).at(-1)?.id, do: "letBe" });
    for (const client of everyone()) await expect.poll(async () => (await cards(client)).map(({ phase }) => phase)).toEqual(["applied"]);
    await everywhere(everyone(), async (client) => (await clock(client)).rows[idOf(brawler)]?.state, "holding");
    await agree();
  });
});
