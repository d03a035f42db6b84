import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { back, begin, clock, dice, fighter, gather, GENERATIONS, idOf, learn, next, settled, status, use, wish, withoutPowers, type Participant, type TableGlobals } from "./fight-table";
import { SharedTable } from "./shared-table";

/* Who takes no part: the unconscious, the dead, and those who come back; one card for whoever runs on. */

declare const game: TableGlobals;

const shared = new SharedTable();
let gm: HeadlessClient;
let brawler: Participant;
let duellist: Participant;
let enforcer: Participant;

async function open(generation: 13 | 14): Promise<void> {
  ({ gm } = await shared.open(generation, async (client) => {
    const all = await Promise.all(["brawler", "duellist", "enforcer"].map((name) => fighter(client, name)));
    for (const who of all) await learn(client, who, "unarmed-strike", "common-hold-action");
    await withoutPowers(client);
    await gather(client, all);
  }));
  brawler = await fighter(gm, "brawler");
  duellist = await fighter(gm, "duellist");
  enforcer = await fighter(gm, "enforcer");
  await dice(gm, 0.95);
}

afterEach(async ({ task }) => {
  expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
});
afterAll(() => shared.close());

const row = async (who: Participant): Promise<{ tick: number | null; state: string; defeated: boolean } | undefined> => (await clock(gm)).rows[idOf(who)];
const eventCards = (): Promise<string[]> => gm.run(() => game.messages.contents.filter(({ flags }) => flags.fatewalker?.events === true).map(({ content }) => content));
const spend = async (who: Participant, cost: number): Promise<void> => {
  await wish(gm, "act", who, { cost });
  await settled(gm);
};

describe.each(GENERATIONS)("who takes no part on V%i", (generation) => {
  beforeEach(() => open(generation));

  test("the unconscious hold nobody up, are told of, and are back when they wake, on their own tick or at once; undo restores all", async () => {
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 4, [idOf(enforcer)]: 200 });
    await status(gm, duellist, "unconscious");
    await expect.poll(() => row(duellist)).toMatchObject({ state: "out", defeated: false, tick: 4 });
    expect((await eventCards()).at(-1)).toContain("unconscious");
    expect(await gm.run((id) => game.combats.contents[0]?.combatants.get(id)?.isDefeated, idOf(duellist))).toBe(false);
    const before = await clock(gm);
    // The roll to wake fails with nines only.
    await dice(gm, 0.15);
    await spend(brawler, 100);
    expect((await clock(gm)).tick).toBeGreaterThan(60);
    await back(gm);
    expect(await clock(gm)).toEqual(before);
    await dice(gm, 0.95);
    await gm.run(async (ids) => { for (const combatant of game.combats.contents[0]?.combatants.contents ?? []) if (!ids.includes(combatant.id)) await game.combats.contents[0]?.setInitiative(combatant.id, 400); }, [brawler, duellist, enforcer].map(idOf));
    await spend(brawler, 150);
    // 120 ticks after it fell it rolls, wakes, and is due at once, for its own tick has passed.
    expect(await clock(gm)).toMatchObject({ tick: 121, active: idOf(duellist), rows: { [idOf(duellist)]: { state: "ready", tick: 121 } } });
    expect((await eventCards()).at(-1)).toContain("back in the fight");
    await back(gm);
    expect(await clock(gm)).toMatchObject({ tick: 1, rows: { [idOf(duellist)]: { state: "out", tick: 4 } } });
  });

  test("a blow that knocks out the next one lets time go on to the one after it, in the same commit", async () => {
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 1, [idOf(enforcer)]: 30 }, { [idOf(brawler)]: 8, [idOf(duellist)]: 3 });
    await status(gm, duellist, "unconscious");
    await spend(brawler, 20);
    expect(await clock(gm)).toMatchObject({ tick: 21, active: idOf(brawler) });
  });

  test("the defeated at the head: the dead are marked, passed over by begin, next and back, and return when they are healed back", async () => {
    await begin(gm, { [idOf(brawler)]: 3, [idOf(duellist)]: 6, [idOf(enforcer)]: 9 });
    await status(gm, brawler, "dead");
    await expect.poll(async () => (await clock(gm)).active).not.toBe(idOf(brawler));
    await next(gm);
    expect(await clock(gm)).toMatchObject({ tick: 6, active: idOf(duellist) });
    await status(gm, brawler, "dead", false);
    await expect.poll(() => row(brawler)).toMatchObject({ defeated: false });
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.update({ defeated: true }); }, idOf(duellist));
    await next(gm);
    expect((await clock(gm)).active).not.toBe(idOf(duellist));
  });

  test("somebody unconscious goes on bleeding, and dies of it", async () => {
    await begin(gm, { [idOf(brawler)]: 1, [idOf(enforcer)]: 500 });
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.actor?.update({ system: { wounds: { temporary: { value: 99 }, mortal: { value: 1 } } } }); }, idOf(duellist));
    await status(gm, duellist, "unconscious");
    await dice(gm, 0.15);
    await gm.run(async (ids) => { for (const combatant of game.combats.contents[0]?.combatants.contents ?? []) if (!ids.includes(combatant.id)) await game.combats.contents[0]?.setInitiative(combatant.id, 900); }, [brawler, duellist, enforcer].map(idOf));
    await spend(brawler, 490);
    expect(await row(duellist)).toMatchObject({ state: "out", defeated: true });
    await back(gm);
    expect(await row(duellist)).toMatchObject({ state: "out", defeated: false });
  });
});

describe("runners and holders", () => {
  beforeEach(() => open(14));

  test("whoever runs on alone is told of on one card that counts on", async () => {
    await begin(gm, { [idOf(brawler)]: 1 });
    await wish(gm, "move", brawler, { deed: "begin", pace: "walk", terrain: 0, toward: null });
    await settled(gm);
    const before = (await eventCards()).length;
    for (let round = 0; round < 3; round += 1) await spend(brawler, 6);
    const cards = await eventCards();
    expect(cards.length).toBe(before + 1);
    const metres = /(\d+(?:\.\d)?) m/.exec(cards.at(-1) ?? "")?.[1];
    const tick = (await clock(gm)).tick;
    const speed = await gm.run((id) => (game.combats.contents[0]?.combatants.get(id)?.system.movement as { metres: number } | null)?.metres ?? 0, idOf(brawler));
    expect(Number(metres)).toBeCloseTo(Math.floor((tick - 1) / 6) * speed, 1);
  });

  test("a fighter holds with the free actions of a tick last: they are open once nobody is left to declare", async () => {
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 50 });
    await use(gm, brawler, "common-hold-action");
    await settled(gm);
    expect((await clock(gm)).rows[idOf(brawler)]).toMatchObject({ state: "holding", tick: 3 });
  });
});
