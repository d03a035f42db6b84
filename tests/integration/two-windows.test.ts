import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { back, begin, cards, clock, dice, GENERATIONS, idOf, next, settled, use, wish, woundsOf, type Participant, type TableGlobals } from "./fight-table";
import { diceHang, diceLie, isFalling } from "./falling-dice";
import { openFour } from "./four-fighters";
import { SharedTable } from "./shared-table";

/* One GM who has the table open in two windows, and two GMs: one of them commits, whatever is clicked in both within the same breath. */

declare const game: TableGlobals & { user: { flags: { fatewalker?: { seat?: string } } } };

let gm: HeadlessClient;
/** The other window of the same GM. */
let other: HeadlessClient;
let brawler: Participant;
let duellist: Participant;
let enforcer: Participant;
let marksman: Participant;
let ofBrawler: HeadlessClient;

const shared = new SharedTable("anna", "ben");
const FULL = process.env["FULL"] === "1";

async function open(generation: 13 | 14): Promise<void> {
  ({ gm, brawler, duellist, enforcer, marksman, ofBrawler } = await openFour(shared, generation));
}

afterEach(async ({ task }) => {
  expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
});
afterAll(() => shared.close());

/** The seat's name as this window has it. */
const seat = (client: HeadlessClient): Promise<string> => client.run(() => game.user.flags.fatewalker?.seat ?? "");

/** Opens the second window of the GM, which then has the seat. */
async function openOther(): Promise<void> {
  const before = await seat(gm);
  other = await shared.join("gamemaster");
  await gm.until((name) => (game.user.flags.fatewalker?.seat ?? "") !== name, before);
  await dice(other, 0.95);
}

/** The same in both windows, neither waiting for the other. */
const inBoth = async (script: (ids: readonly string[]) => Promise<void>, ids: readonly string[] = []): Promise<void> => {
  await Promise.all([gm, other].map((client) => client.run(script, ids)));
  for (const client of [gm, other]) await settled(client);
};

const kinds = (client: HeadlessClient): Promise<string[]> =>
  client.run(() => game.messages.contents.filter(({ type }) => type === "ledger").map(({ system }) => system.kind));

/** What both windows show is the same, and becomes so. */
const alike = async (): Promise<void> => expect.poll(async () => JSON.stringify(await clock(gm)) === JSON.stringify(await clock(other))).toBe(true);

/** The brawler strikes, and the card waits for an answer. */
async function strikeAtEnforcer(): Promise<void> {
  await begin(gm, { [idOf(brawler)]: 1, [idOf(enforcer)]: 20 });
  await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
  await expect.poll(async () => (await cards(gm)).map(({ phase }) => phase)).toEqual(["answering"]);
}

async function answerWithNothing(): Promise<void> {
  const card = (await cards(gm))[0]?.id ?? "";
  await wish(gm, "react", enforcer, { exchange: card, target: 0, reaction: null, choices: {} });
}

describe.each(GENERATIONS)("one GM in two windows on V%i", (generation) => {
  beforeEach(async () => {
    await open(generation);
    await openOther();
  });

  test("put on a tick, begun, sent on and taken back in both within the same breath: once each", async () => {
    const ids = [brawler, duellist, enforcer, marksman].map(idOf);
    await inBoth(async (wanted) => {
      const combat = game.combats.contents[0];
      const others = combat?.combatants.contents.map(({ id }) => id).filter((id) => !wanted.includes(id)) ?? [];
      for (const [index, id] of [...wanted, ...others].entries()) void combat?.setInitiative(id, 4 + index * 5);
      await combat?.startCombat();
    }, ids);
    await alike();
    const { tick, active, rows } = await clock(gm);
    expect({ tick, active }).toEqual({ tick: 4, active: ids[0] });
    // Nobody who was put on a tick in the same breath was rolled for.
    expect(ids.map((id) => rows[id]?.tick)).toEqual([4, 9, 14, 19]);
    expect((await kinds(gm)).filter((kind) => kind === "begin")).toEqual(["begin"]);
    expect(await gm.run(() => game.messages.contents.filter(({ content }) => content.includes("fw-initiative-card")).length)).toBe(0);

    await wish(ofBrawler, "act", brawler, { cost: 7 });
    await settled(gm);
    await expect.poll(async () => (await clock(other)).tick).toBe(9);
    const seconds = (): Promise<number> => gm.run(() => game.time.worldTime);
    await expect.poll(seconds).toBe(4);
    await wish(gm, "act", duellist, { cost: 30 });
    await settled(gm);
    await alike();
    // From tick 9 to 11 one second passes, not one for each window.
    await expect.poll(seconds).toBe(5);

    const before = await clock(gm);
    expect(before).toMatchObject({ tick: 11, active: ids[0] });
    await inBoth(async () => { await game.combats.contents[0]?.previousTurn(); });
    await alike();
    // One step, not two.
    expect(await clock(gm)).toMatchObject({ tick: 9, active: ids[1] });
    await inBoth(async () => { await game.combats.contents[0]?.nextTurn(); });
    await alike();
    expect(await clock(gm)).toMatchObject({ tick: 9, active: ids[1] });
  });

  test("an exchange is rolled and applied once, and undone once", async () => {
    await gm.run(async ([first, second]) => {
      const combat = game.combats.contents[0];
      await combat?.setInitiative(first ?? "", 1);
      await combat?.setInitiative(second ?? "", 20);
      await combat?.startCombat();
    }, [brawler, enforcer].map(idOf));
    await settled(gm);
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await expect.poll(async () => (await cards(other)).map(({ phase }) => phase)).toEqual(["answering"]);
    // The GM answers in both windows.
    const card = (await cards(other))[0]?.id ?? "";
    await gm.until((id) => game.messages.contents.some((message) => message.id === id), card);
    await Promise.all([gm, other].map((client) => wish(client, "react", enforcer, { exchange: card, target: 0, reaction: null, choices: {} })));
    for (const client of [gm, other]) await settled(client);
    await expect.poll(async () => (await cards(other)).filter(({ phase }) => phase === "applied").length).toBe(1);
    const wounds = await woundsOf(gm, enforcer);
    expect(wounds).toBeGreaterThan(0);
    expect((await kinds(gm)).filter((kind) => kind === "exchange")).toHaveLength(1);
    await inBoth(async () => { await game.combats.contents[0]?.previousTurn(); });
    expect(await woundsOf(gm, enforcer)).toBe(0);
    expect(await clock(gm)).toMatchObject({ tick: 1, active: idOf(brawler) });
  });

  test("while its dice fall another window takes the seat and does the same wish: it is written once, and can be taken back", async () => {
    await strikeAtEnforcer();
    await diceHang(other);
    await answerWithNothing();
    await other.until(isFalling);
    const third = await shared.join("gamemaster");
    await dice(third, 0.95);
    await expect.poll(async () => (await cards(third)).map(({ phase }) => phase)).toEqual(["applied"]);
    await settled(third);
    const once = [await woundsOf(third, enforcer), await clock(third)];
    await diceLie(other);
    expect([await woundsOf(gm, enforcer), await clock(gm)]).toEqual(once);
    expect((await kinds(gm)).filter((kind) => kind === "exchange")).toHaveLength(1);
    expect(once[0]).toBeGreaterThan(0);
    await back(third);
    expect(await woundsOf(gm, enforcer)).toBe(0);
    await third.close();
  });

  test.runIf(FULL)("dice that fall for long are a sign of life: the other window leaves the seat to the one that throws them", async () => {
    await strikeAtEnforcer();
    await diceHang(other);
    await answerWithNothing();
    await other.until(isFalling);
    const before = await seat(gm);
    // Three signs of life are longer than anybody waits without one.
    await gm.run(() => {
      const known = new Set<string>();
      Object.assign(globalThis, { signs: known });
      const look = (): void => void known.add((game.user.flags.fatewalker as { pulse?: string } | undefined)?.pulse ?? "");
      look();
      (globalThis as unknown as { Hooks: { on(name: string, done: () => void): void } }).Hooks.on("updateUser", look);
    });
    await gm.until(() => (globalThis as unknown as { signs: Set<string> }).signs.size > 3);
    await diceLie(other);
    await expect.poll(async () => (await cards(gm)).map(({ phase }) => phase)).toEqual(["applied"]);
    expect(await seat(gm)).toBe(before);
    expect((await kinds(gm)).filter((kind) => kind === "exchange")).toHaveLength(1);
  });

  test("a card that waits is deleted in one window together with the record of it: the other one finds nothing left to delete", async () => {
    await gm.run(async (id) => {
      await game.combats.contents[0]?.setInitiative(id, 1);
      await game.combats.contents[0]?.startCombat();
    }, idOf(brawler));
    await settled(gm);
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await expect.poll(async () => (await cards(gm)).map(({ phase }) => phase)).toEqual(["answering"]);
    await gm.run(async () => {
      const waiting = game.messages.contents.filter(({ type }) => type === "exchange" || type === "ledger").filter(({ system }) => system.phase === "answering" || system.kind === "exchange");
      await Promise.all([...waiting].sort((one) => (one.type === "exchange" ? -1 : 1)).map((message) => message.delete()));
    });
    for (const client of [gm, other]) await settled(client);
    await expect.poll(() => gm.run(() => game.combats.contents[0]?.system.pending)).toBeNull();
    expect((await kinds(gm)).filter((kind) => kind === "exchange")).toEqual([]);
  });

  test("the window that commits is closed, or its page crashes: the other goes on, with the wish that was waiting", async () => {
    await gm.run(async (id) => {
      await game.combats.contents[0]?.setInitiative(id, 1);
      await game.combats.contents[0]?.startCombat();
    }, idOf(brawler));
    await settled(gm);
    await other.kill();
    await wish(ofBrawler, "act", brawler, { cost: 3 });
    await settled(gm);
    const tick = async (): Promise<number | null | undefined> => (await clock(gm)).rows[idOf(brawler)]?.tick;
    await expect.poll(tick, { timeout: 20_000 }).toBe(4);
    // From here on the window has the seat, and keeps it.
    const holder = await seat(gm);
    await wish(gm, "act", brawler, { cost: 3 });
    await expect.poll(tick).toBe(7);
    expect(await seat(gm)).toBe(holder);
  });
});

describe("two GMs", () => {
  beforeEach(() => open(14));

  test("whoever does not commit puts somebody on a tick and begins in one breath: the tick stands, everybody else is rolled for once", async () => {
    const assistant = await shared.join("assistant");
    await assistant.run(async (id) => {
      const combat = game.combats.contents[0];
      void combat?.setInitiative(id, 3);
      await combat?.startCombat();
    }, idOf(enforcer));
    await settled(assistant);
    const { tick, rows } = await clock(gm);
    expect(rows[idOf(enforcer)]?.tick).toBe(3);
    expect(tick).toBeGreaterThanOrEqual(1);
    expect(Object.values(rows).every((row) => row.tick !== null)).toBe(true);
    expect((await kinds(gm)).filter((kind) => kind === "begin")).toEqual(["begin"]);
    expect((await gm.run(() => game.messages.contents.filter(({ content }) => content.includes("fw-initiative-card")).map(({ author }) => author.id)))).toEqual([gm.userId]);
    await next(gm);
  });

  test("whoever does not commit lays an ambush, before the fight and into it: the other one writes it, once, and a step back takes it away", async () => {
    const assistant = await shared.join("assistant");
    const lay = (penalty: number): Promise<void> => assistant.run(async ([id, ticks]) => {
      const { layAmbush } = game.system.api as unknown as { layAmbush(combat: unknown, plan: object): Promise<void> };
      await Promise.all([1, 2].map(() => layAmbush(game.combats.contents[0], { surprised: [id], noticed: {}, penalty: ticks, free: null })));
    }, [idOf(enforcer), penalty] as const);
    const authors = (): Promise<string[]> => gm.run(() => game.messages.contents.filter(({ type, system }) => type === "ledger" && system.kind === "ambush").map(({ author }) => author.id));
    await lay(5);
    await settled(assistant);
    expect(await authors()).toEqual([gm.userId]);
    await begin(gm, { [idOf(brawler)]: 1, [idOf(enforcer)]: 9 });
    await lay(6);
    await settled(assistant);
    expect(await authors()).toEqual([gm.userId, gm.userId]);
    // It is the same ambush, which has cost it 5 ticks already.
    expect((await clock(gm)).rows[idOf(enforcer)]?.tick).toBe(10);
    await back(gm);
    expect((await clock(gm)).rows[idOf(enforcer)]?.tick).toBe(9);
  });

  test("five fast clicks of a GM who does not commit are five ticks, and three back are three", async () => {
    const assistant = await shared.join("assistant");
    await begin(gm, { [idOf(brawler)]: 1, [idOf(enforcer)]: 20 });
    const click = (action: string, times: number): Promise<void> => assistant.run(async ([id, name, count]) => {
      const { combat: Tracker } = (globalThis as unknown as { CONFIG: { ui: { combat: { new (): object; DEFAULT_OPTIONS: { actions: Record<string, (event: object, target: object) => Promise<void>> } } } } }).CONFIG.ui;
      const tracker = Object.defineProperty(new Tracker(), "viewed", { value: game.combats.contents[0] ?? null });
      const target = { dataset: { action: name }, closest: () => ({ dataset: { combatantId: id } }) };
      await Promise.all(Array.from({ length: count }, () => Tracker.DEFAULT_OPTIONS.actions[name]?.call(tracker, { stopPropagation: () => undefined }, target)));
    }, [idOf(enforcer), action, times] as const);
    await click("fwLater", 5);
    await settled(assistant);
    await expect.poll(async () => (await clock(assistant)).rows[idOf(enforcer)]?.tick).toBe(25);
    await click("fwEarlier", 3);
    await settled(assistant);
    await expect.poll(async () => (await clock(assistant)).rows[idOf(enforcer)]?.tick).toBe(22);
    await back(gm);
    expect((await clock(gm)).rows[idOf(enforcer)]?.tick).toBe(23);
  });

  test("rolling for all leaves whoever was put on a tick in the same breath; rolling for one by name rolls anew", async () => {
    const assistant = await shared.join("assistant");
    await assistant.run(async (id) => {
      const combat = game.combats.contents[0] as unknown as { setInitiative(one: string, tick: number): Promise<unknown>; rollAll(): Promise<unknown> };
      void combat.setInitiative(id, 33);
      await combat.rollAll();
    }, idOf(enforcer));
    await settled(assistant);
    expect((await clock(gm)).rows[idOf(enforcer)]?.tick).toBe(33);
    await assistant.run(async (id) => { await game.combats.contents[0]?.rollInitiative([id]); }, idOf(enforcer));
    await settled(assistant);
    // Every die of the GM who commits is a 1: 10 less the successes, never 33.
    expect((await clock(gm)).rows[idOf(enforcer)]?.tick).toBeLessThanOrEqual(10);
  });
});

describe("two GMs of whom the active one goes away in the middle", () => {
  beforeEach(() => open(14));

  test("what was clicked with both at the table is done once by whoever is left", async () => {
    const assistant = await shared.join("assistant");
    await dice(assistant, 0.95);
    await gm.run(async (id) => {
      await game.combats.contents[0]?.setInitiative(id, 1);
      await game.combats.contents[0]?.startCombat();
    }, idOf(brawler));
    await settled(gm);
    await Promise.all([
      wish(ofBrawler, "act", brawler, { cost: 5 }),
      assistant.run(async (id) => { await game.combats.contents[0]?.setInitiative(id, 40); }, idOf(enforcer)),
      gm.kill(),
    ]);
    await settled(assistant);
    const { rows } = await clock(assistant);
    expect([rows[idOf(brawler)]?.tick, rows[idOf(enforcer)]?.tick]).toEqual([6, 40]);
    const done = await assistant.run(() => Object.values(game.combats.contents[0]?.system.log ?? {}).map(({ kind }) => kind));
    expect(done.filter((kind) => kind === "act")).toEqual(["act"]);
    await gm.reload();
    await expect.poll(async () => JSON.stringify(await clock(gm)) === JSON.stringify(await clock(assistant))).toBe(true);
  });

  test("it comes back while the other one's dice fall, and does the same wish: it is written once", async () => {
    const assistant = await shared.join("assistant");
    await dice(assistant, 0.95);
    await strikeAtEnforcer();
    await gm.kill();
    await diceHang(assistant);
    const card = (await cards(assistant))[0]?.id ?? "";
    await wish(assistant, "react", enforcer, { exchange: card, target: 0, reaction: null, choices: {} });
    await assistant.until(isFalling);
    await gm.reload();
    await expect.poll(async () => (await cards(gm)).map(({ phase }) => phase)).toEqual(["applied"]);
    await settled(gm);
    const once = [await woundsOf(gm, enforcer), await clock(gm)];
    await diceLie(assistant);
    expect([await woundsOf(gm, enforcer), await clock(gm)]).toEqual(once);
    expect((await kinds(gm)).filter((kind) => kind === "exchange")).toHaveLength(1);
    expect(await woundsOf(assistant, enforcer)).toBe(once[0]);
  });
});
