import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { begin, cards, clock, dice, gather, idOf, itemOf, learn, next, openExchanges, react, refusals, settled, use, wish, type Participant, type TableGlobals } from "./fight-table";
import { diceHang, diceLie, isFalling } from "./falling-dice";
import { openSix, tableOfThree, type Six } from "./three-players";
import type { HeadlessClient } from "../table/client/headless";

/* Every kind of wish while no GM is at the table: it waits where its author sees it and nobody else, outlives a reload, and is done once when a GM comes; several in the order in which they were made. */

declare const game: TableGlobals;

const shared = tableOfThree();
let gm: HeadlessClient;
let six: Six;

const row = async (who: Participant): Promise<{ tick: number | null; state: string } | undefined> => (await clock(gm)).rows[idOf(who)];
const waiting = (client: HeadlessClient): Promise<boolean[]> => client.run(() => game.messages.contents.filter(({ type }) => type === "intent").map(({ visible }) => visible));
const moves = (who: Participant): Promise<boolean> => gm.run((id) => game.combats.contents[0]?.combatants.get(id)?.system.movement !== null, idOf(who));
const fateSpent = (who: Participant): Promise<number> => gm.run((id) => (game.combats.contents[0]?.combatants.get(id)?.actor?.toObject() as unknown as { system: { fate: { spent: number } } }).system.fate.spent, idOf(who));

/** The GM goes; whoever is left has noticed. */
async function gmGoes(): Promise<void> {
  await gm.close();
  for (const client of six.players) await client.until(() => game.users.activeGM === null);
}
async function gmComes(): Promise<void> {
  await gm.reload();
  await dice(gm, 0.95);
  await settled(gm);
}

/** Something that a player wishes: what comes before it with the GM, the wish, and how the GM's client tells that it was done once. */
interface Case {
  readonly before: () => Promise<void>;
  readonly made: () => Promise<unknown>;
  readonly author: () => HeadlessClient;
  readonly done: () => Promise<unknown>;
  readonly wanted: unknown;
}

const brawlerFirst = (): Promise<void> => begin(gm, { [idOf(six.brawler)]: 1, [idOf(six.enforcer)]: 20 });
const ofBrawler = (): HeadlessClient => six.ofBrawler;

const CASES: Readonly<Record<string, Case>> = {
  act: { before: brawlerFirst, made: () => wish(six.ofBrawler, "act", six.brawler, { cost: 5 }, "twice-act"), author: ofBrawler, done: async () => (await row(six.brawler))?.tick, wanted: 6 },
  hold: { before: brawlerFirst, made: () => wish(six.ofBrawler, "hold", six.brawler, {}, "twice-hold"), author: ofBrawler, done: async () => (await row(six.brawler))?.state, wanted: "holding" },
  release: {
    before: async () => {
      await gm.run(async () => { await game.settings.set("fatewalker", "autoAdvance", false); });
      await brawlerFirst();
      await use(six.ofBrawler, six.brawler, "common-hold-action");
      await settled(gm);
    },
    made: () => wish(six.ofBrawler, "release", six.brawler, {}, "twice-release"), author: ofBrawler, done: () => row(six.brawler), wanted: { tick: 1, state: "ready", defeated: false },
  },
  move: { before: brawlerFirst, made: () => wish(six.ofBrawler, "move", six.brawler, { deed: "begin", pace: "walk", terrain: 0, toward: null }, "twice-move"), author: ofBrawler, done: async () => [await moves(six.brawler), (await row(six.brawler))?.tick], wanted: [true, 3] },
  declare: { before: brawlerFirst, made: () => use(six.ofBrawler, six.brawler, "unarmed-strike", [six.enforcer]), author: ofBrawler, done: async () => (await cards(gm)).map(({ by, phase }) => [by, phase]), get wanted() { return [[idOf(six.brawler), "answering"]]; } },
  react: {
    before: async () => {
      await begin(gm, { [idOf(six.enforcer)]: 1, [idOf(six.knight)]: 20 });
      await use(gm, six.enforcer, "unarmed-strike", [six.knight]);
      await openCard(six.ofKnight);
    },
    made: async () => {
      const id = await six.ofKnight.run(() => game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.id ?? "");
      await wish(six.ofKnight, "react", six.knight, { exchange: id, target: 0, reaction: (await itemOf(six.ofKnight, six.knight, "evasion-dodge")).id, choices: {} }, "twice-react");
    },
    author: () => six.ofKnight, done: async () => (await cards(gm)).map(({ phase, answers }) => [phase, answers]), wanted: [["applied", ["reaction"]]],
  },
  preempt: {
    before: async () => {
      await begin(gm, { [idOf(six.brawler)]: 1, [idOf(six.enforcer)]: 5 }, { [idOf(six.brawler)]: 7, [idOf(six.enforcer)]: 3 });
      await use(six.ofBrawler, six.brawler, "common-hold-action");
      await gm.until((id) => game.combats.contents[0]?.system.active === id, idOf(six.enforcer));
      await use(gm, six.enforcer, "unarmed-strike", [six.knight]);
      await openExchanges(six.ofBrawler, 1);
    },
    made: () => use(six.ofBrawler, six.brawler, "unarmed-strike", [six.enforcer]), author: ofBrawler,
    done: async () => (await cards(gm)).map(({ by, phase }) => [by, phase]).sort(), get wanted() { return [[idOf(six.brawler), "answering"], [idOf(six.enforcer), "answering"]].sort(); },
  },
  spend: {
    before: async () => {
      await gm.run(async (id) => {
        const actor = game.combats.contents[0]?.combatants.get(id)?.actor;
        const boon = (await game.packs.get("fatewalker.powers")?.getDocuments())?.find(({ system }) => system.key === "power-fate-protector-boon");
        if (actor?.items.contents.every(({ system }) => system.key !== "power-fate-protector-boon") === true) await actor.createEmbeddedDocuments("Item", boon === undefined ? [] : [boon.toObject()]);
        await actor?.update({ system: { fate: { rating: 4, spent: 0, apathy: 0 } } });
      }, idOf(six.knight));
      await brawlerFirst();
    },
    made: async () => wish(six.ofKnight, "spend", six.knight, { item: (await itemOf(six.ofKnight, six.knight, "power-fate-protector-boon")).id }, "twice-spend"),
    author: () => six.ofKnight, done: () => fateSpent(six.knight), wanted: 1,
  },
};

const openCard = (client: HeadlessClient): Promise<unknown> => client.until(() => game.messages.contents.some(({ type, system }) => type === "exchange" && system.phase === "answering"));

describe("wishes without a GM", () => {
  beforeEach(async () => {
    six = await openSix(shared);
    ({ gm } = six);
    for (const who of [six.brawler, six.duellist, six.knight, six.enforcer]) await learn(gm, who, "unarmed-strike", "common-hold-action", "evasion-dodge");
    await gather(gm, [six.brawler, six.duellist, six.knight, six.enforcer]);
    await dice(gm, 0.95);
  });
  afterEach(async ({ task }) => {
    expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
  });
  afterAll(() => shared.close());

  test.each(Object.keys(CASES))("%s waits, is seen by its author alone, outlives a reload, and is done once", async (name) => {
    const found = CASES[name];
    if (found === undefined) throw new Error(`There is no ${name}.`);
    await found.before();
    await gmGoes();
    const author = found.author();
    await found.made();
    // The second click is the same wish: by its button, or resent with the same mark.
    await found.made();
    await author.until(() => game.messages.contents.some(({ type }) => type === "intent"));
    expect((await waiting(author)).every((visible) => visible)).toBe(true);
    for (const other of six.players.filter((client) => client !== author)) expect(await waiting(other)).not.toContain(true);
    const lying = (await waiting(author)).length;
    await author.reload();
    expect(await waiting(author)).toHaveLength(lying);
    await gmComes();
    await expect.poll(found.done).toEqual(found.wanted);
    for (const client of six.everyone) await expect.poll(async () => JSON.stringify(await clock(client))).toBe(JSON.stringify(await clock(gm)));
  });

  test("three players' wishes are taken up in the order in which they were made, each against what those before it have brought; what has become impossible is refused with its reason", async () => {
    const { brawler, duellist, knight, enforcer } = six;
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 2, [idOf(knight)]: 3, [idOf(enforcer)]: 40 });
    await gmGoes();
    // Each is due only when the one before it has acted; the other way round two of the three would be refused.
    await wish(six.ofBrawler, "act", brawler, { cost: 30 });
    await wish(six.ofDuellist, "act", duellist, { cost: 30 });
    await wish(six.ofKnight, "act", knight, { cost: 30 });
    await wish(six.ofDuellist, "act", duellist, { cost: 4 });
    for (const client of six.players) await client.until(() => game.messages.contents.filter(({ type }) => type === "intent").length === 4);
    await gmComes();
    expect(await clock(gm)).toMatchObject({ tick: 31, active: idOf(brawler), rows: { [idOf(brawler)]: { tick: 31 }, [idOf(duellist)]: { tick: 32 }, [idOf(knight)]: { tick: 33 } } });
    await expect.poll(() => refusals(six.ofDuellist)).toEqual(["FATEWALKER.Error.OthersFirst"]);
    expect([await refusals(six.ofBrawler), await refusals(six.ofKnight)]).toEqual([[], []]);
    const kinds = await gm.run(() => Object.entries(game.combats.contents[0]?.system.log ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)).map(([, { kind }]) => kind));
    expect(kinds.slice(-3)).toEqual(["act", "act", "act"]);
  });

  test("a wish that has become impossible while nobody was there to take it up is refused with its reason, and the fight goes on", async () => {
    const { brawler, enforcer } = six;
    await begin(gm, { [idOf(brawler)]: 1, [idOf(enforcer)]: 9 });
    await gmGoes();
    await use(six.ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await wish(six.ofBrawler, "hold", brawler, {});
    await gmComes();
    // What was declared first is open; nobody holds while it waits.
    await expect.poll(async () => (await refusals(six.ofBrawler)).length).toBe(1);
    expect((await row(brawler))?.state).toBe("ready");
    await react(gm, enforcer, brawler, null);
    await expect.poll(async () => (await cards(gm)).at(-1)?.phase).toBe("applied");
  });

  test("what a player writes past the clock while a commit of the same fighter waits for its turn is not put over that commit", async () => {
    const { brawler, duellist, enforcer, ofBrawler, ofDuellist } = six;
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 1, [idOf(enforcer)]: 40 }, { [idOf(brawler)]: 7, [idOf(duellist)]: 5 });
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await openCard(gm);
    const card = (await cards(gm))[0]?.id ?? "";
    await diceHang(gm);
    await wish(gm, "react", enforcer, { exchange: card, target: 0, reaction: null, choices: {} });
    await gm.until(isFalling);
    // Both wait for the dice: the deed first, then what is written past it.
    await wish(ofDuellist, "act", duellist, { cost: 5 });
    await ofDuellist.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.update({ initiative: 0, system: { since: 77 } }); }, idOf(duellist));
    await gm.until((id) => game.combats.contents[0]?.combatants.get(id)?.initiative === 0, idOf(duellist));
    await diceLie(gm);
    await settled(gm);
    // It has acted once, and what it wrote beside that is gone.
    await expect.poll(async () => (await row(duellist))?.tick).toBe(6);
    await gm.until(() => !game.messages.contents.some(({ type }) => type === "intent"));
    await next(gm);
    expect((await row(duellist))?.tick).toBe(6);
    expect(await gm.run((id) => game.combats.contents[0]?.combatants.get(id)?.system.since, idOf(duellist))).toBe(1);
  });
});
