import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { back, begin, cards, clock, dice, gather, GENERATIONS, idOf, itemOf, learn, settled, wish, woundsOf, type Participant, type TableGlobals } from "./fight-table";
import { openSix, tableOfThree, type Six } from "./three-players";
import type { HeadlessClient } from "../table/client/headless";

/* What runs out on the clock by itself: stored footwork, and covering fire that was really fired. A GM and three players. */

declare const game: TableGlobals;

const shared = tableOfThree();
let gm: HeadlessClient;
let six: Six;

const footwork = (who: Participant): Promise<{ dice: number; until: number } | null> =>
  gm.run((id) => {
    const { system } = game.combats.contents[0]?.combatants.get(id) as unknown as { system: { footwork: { dice: number; until: number } | null } };
    return system.footwork === null ? null : { dice: system.footwork.dice, until: system.footwork.until };
  }, idOf(who));
const scheduled = (kind: string): Promise<number[]> => gm.run((wanted) => Object.values(game.combats.contents[0]?.system.schedule ?? {}).filter((event) => event.kind === wanted).map(({ tick }) => tick), kind);
const told = (client: HeadlessClient, words: string): Promise<number> => client.run((text) => game.messages.contents.filter(({ visible, content }) => visible && content.includes(text)).length, words);
const declare = async (client: HeadlessClient, who: Participant, key: string, targets: readonly Participant[], choices: object = {}): Promise<void> => {
  await wish(client, "declare", who, { maneuver: (await itemOf(client, who, key)).uuid, targets, choices, mode: "public" });
  await settled(client);
};
/** Dice of the brawler's dodge of a blow of the enforcer's; the exchange is applied. */
async function dodges(steps: boolean): Promise<number> {
  const { brawler, enforcer, ofBrawler } = six;
  await declare(gm, enforcer, "unarmed-strike", [brawler]);
  await ofBrawler.until(() => game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.system.phase === "answering");
  const id = (await cards(ofBrawler)).at(-1)?.id ?? "";
  await wish(ofBrawler, "react", brawler, { exchange: id, target: 0, reaction: (await itemOf(ofBrawler, brawler, "evasion-dodge")).id, choices: { switched: { footwork: steps } } });
  await settled(ofBrawler);
  await expect.poll(async () => (await cards(gm)).at(-1)?.phase).toBe("applied");
  return gm.run((card) => game.messages.get(card)?.system.rolls.find((roll) => roll.id === "reaction:0")?.dice.length ?? -1, id);
}

describe.each(GENERATIONS)("what runs out by itself, on V%i", (generation) => {
  beforeEach(async () => {
    six = await openSix(shared, generation);
    ({ gm } = six);
    const { brawler, duellist, knight, enforcer, marksman } = six;
    for (const who of [brawler, enforcer]) await learn(gm, who, "unarmed-strike", "evasion-dodge", "evasion-footwork");
    await learn(gm, marksman, "ranged-full-auto", "ranged-shoot");
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.actor?.update({ system: { skills: { vigor: { branches: { agility: { value: 4 } } } } } }); }, idOf(brawler));
    await gather(gm, [brawler, duellist, knight, enforcer, marksman]);
    await dice(gm, 0.95);
  });
  afterEach(async ({ task }) => {
    expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
  });
  afterAll(() => shared.close());

  test("footwork gives a dodge two of its dice within 20 ticks and none after; its end is on the clock, told to all once, and comes back with a step back", async () => {
    const { brawler, enforcer, ofBrawler } = six;
    await begin(gm, { [idOf(brawler)]: 1, [idOf(enforcer)]: 3 });
    await declare(ofBrawler, brawler, "evasion-footwork", []);
    const stored = await footwork(brawler);
    expect(stored?.until).toBe(21);
    expect(stored?.dice).toBeGreaterThan(2);
    expect(await scheduled("footwork")).toEqual([22]);
    expect((await clock(gm)).tick).toBe(3);
    const plain = await dodges(false);
    await back(gm);
    expect(await dodges(true)).toBe(plain + 2);
    expect((await footwork(brawler))?.dice).toBe((stored?.dice ?? 0) - 2);
    await back(gm);
    expect(await footwork(brawler)).toEqual(stored);
    // Everybody waits for tick 30.
    await gm.run(async () => { for (const { id } of game.combats.contents[0]?.combatants.contents ?? []) await game.combats.contents[0]?.setInitiative(id, 30); });
    expect(await told(gm, "footwork")).toBe(0);
    await gm.run(async () => { await game.combats.contents[0]?.nextTurn(); });
    expect((await clock(gm)).tick).toBe(30);
    for (const client of six.everyone) await expect.poll(() => told(client, "footwork")).toBe(1);
    expect(await scheduled("footwork")).toEqual([]);
    await gm.run(async (id) => { for (const combatant of game.combats.contents[0]?.combatants.contents ?? []) await game.combats.contents[0]?.setInitiative(combatant.id, combatant.id === id ? 30 : 90); }, idOf(enforcer));
    expect(await dodges(true)).toBe(plain);
    await back(gm);
    await gm.run(async () => { for (let step = 0; step < 20 && (game.combats.contents[0]?.round ?? 0) > 3; step += 1) { await game.combats.contents[0]?.previousTurn(); while (game.messages.contents.some(({ type }) => type === "intent")) await new Promise((resolve) => setTimeout(resolve, 5)); } });
    expect([(await clock(gm)).tick, await scheduled("footwork"), await told(gm, "footwork")]).toEqual([3, [22], 0]);
  });

  test("footwork that is used up, or whose dancer is out of the fight, has nothing left to end", async () => {
    const { brawler, enforcer, ofBrawler } = six;
    await begin(gm, { [idOf(brawler)]: 1, [idOf(enforcer)]: 3 });
    await declare(ofBrawler, brawler, "evasion-footwork", []);
    expect(await scheduled("footwork")).toEqual([22]);
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.actor?.toggleStatusEffect("unconscious", { active: true }); }, idOf(brawler));
    await expect.poll(() => scheduled("footwork")).toEqual([]);
  });

  test("R205 covering fire is declared with Full Auto, offers its free shot through the twelfth tick, ends on the one after, told once, and is on the clock again after a step back", async () => {
    const { marksman, enforcer, brawler } = six;
    const gun = await gm.run(async (id) => {
      const actor = game.combats.contents[0]?.combatants.get(id)?.actor as unknown as { items: { contents: { id: string; system: { key: string }; update(changes: object): Promise<unknown> }[] }; update(changes: object): Promise<unknown> };
      await actor.update({ system: { skills: { weaponry: { branches: { ranged: { value: 4 } } } } } });
      const pistol = actor.items.contents.find(({ system }) => system.key === "weapon-medium-autopistol");
      await pistol?.update({ system: { group: "automatic", magazine: { value: 60, max: 60 } } });
      return pistol?.id ?? "";
    }, idOf(marksman));
    await begin(gm, { [idOf(marksman)]: 1, [idOf(brawler)]: 90, [idOf(enforcer)]: 13 });
    // Whoever is marked is not shot at now: the free shots are all that it gives.
    await declare(gm, marksman, "ranged-full-auto", [brawler], { mode: "cover", weapon: gun });
    expect((await cards(gm)).at(-1)).toMatchObject({ phase: "applied", notice: null, answers: [], outcomes: [] });
    expect(await gm.run(() => game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.system.rolls.flatMap(({ dice: thrown }) => thrown).length)).toBe(0);
    expect(await woundsOf(gm, brawler)).toBe(0);
    expect(await scheduled("overwatch")).toEqual([14]);
    // The gunner is due again before that, and lets it be.
    await gm.run(async (id) => { await game.combats.contents[0]?.setInitiative(id, 90); }, idOf(marksman));
    await gm.run(async () => { await game.combats.contents[0]?.nextTurn(); });
    expect((await clock(gm)).tick).toBe(13);
    // On its last tick it is still asked.
    await declare(gm, enforcer, "unarmed-strike", [brawler]);
    await expect.poll(() => gm.run(() => (game.combats.contents[0]?.flags.fatewalker?.moment?.exchanges ?? []).map((entry) => (entry as unknown as { covered: string[] }).covered))).toEqual([[idOf(marksman)]]);
    const open = (await cards(gm)).at(-1)?.id ?? "";
    await wish(gm, "react", null, { exchange: open, do: "cancel" });
    await settled(gm);
    await gm.run(async (id) => { for (const combatant of game.combats.contents[0]?.combatants.contents ?? []) await game.combats.contents[0]?.setInitiative(combatant.id, combatant.id === id ? 14 : 90); }, idOf(enforcer));
    await gm.run(async () => { await game.combats.contents[0]?.nextTurn(); });
    expect(await scheduled("overwatch")).toEqual([]);
    // What a creature of the GM's is doing is told to the GM.
    await expect.poll(() => told(gm, "covers the place with fire no longer")).toBe(1);
    await declare(gm, enforcer, "unarmed-strike", [brawler]);
    expect(await gm.run(() => (game.combats.contents[0]?.flags.fatewalker?.moment?.exchanges ?? []).filter((entry) => (entry as unknown as { covered: string[] }).covered.length > 0))).toEqual([]);
    await back(gm);
    await back(gm);
    expect(await scheduled("overwatch")).toEqual([14]);
  });
});
