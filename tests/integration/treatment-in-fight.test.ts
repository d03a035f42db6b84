import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { back, begin, cards, clock, dice, GENERATIONS, idOf, itemOf, react, settled, status, use, wish, woundsOf, type Participant, type TableGlobals } from "./fight-table";
import { everywhere, openSix, tableOfThree, type Six } from "./three-players";

/*
 * Treating somebody in a fight is an action: whoever covers the place or holds an action may step in before it. Holders of the same side are
 * not waited for. Who still bleeds when the fight is over is said.
 */

declare const game: TableGlobals;
declare const foundry: { utils: { fromUuidSync(uuid: string): unknown } };

let six: Six;
let gm: HeadlessClient;

const shared = tableOfThree();

afterEach(async ({ task }) => {
  expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
});
afterAll(() => shared.close());

/** Mortal and Normal Wounds, to which nobody has seen yet. */
const hurt = (who: Participant, mortal: number, normal = 0): Promise<void> =>
  gm.run(async ([id, value, boxes]) => {
    await game.combats.contents[0]?.combatants.get(id)?.actor?.update({ system: { wounds: { normal: { value: boxes }, mortal: { value }, stabilized: false }, healing: { stabilizing: null, firstAid: null } } });
  }, [idOf(who), mortal, normal] as const);
const bleeds = (client: HeadlessClient, { actor }: Participant): Promise<boolean> =>
  client.run((uuid) => {
    const { wounds } = (foundry.utils.fromUuidSync(uuid) as { system: { wounds: { mortal: { value: number }; stabilized: boolean } } }).system;
    return wounds.mortal.value > 0 && !wounds.stabilized;
  }, actor);

/** Cards of treatment that this client can read, with what they say of the step. */
const treatments = (client: HeadlessClient): Promise<string[]> =>
  client.run(() => game.messages.contents.flatMap(({ type, system, visible }) => (type === "healing" && visible ? [system.kind] : [])));

const treat = async (client: HeadlessClient, healer: Participant, patient: Participant, procedure = "stabilize"): Promise<void> => {
  await wish(client, "treat", healer, { patient, treatment: { procedure } });
  await settled(client);
  await settled(gm);
};
const cardOf = async (by: Participant): Promise<string> => (await cards(gm)).find((card) => card.by === idOf(by) && card.phase === "answering")?.id ?? "";
const phasesOf = async (client: HeadlessClient, by: Participant): Promise<string[]> => (await cards(client)).filter((card) => card.by === idOf(by)).map(({ phase }) => phase);
const tickOf = async (who: Participant): Promise<number | null | undefined> => (await clock(gm)).rows[idOf(who)]?.tick;
const asked = (client: HeadlessClient): Promise<string[]> => client.run(() => (game.combats.contents[0]?.flags.fatewalker?.moment?.exchanges ?? []).flatMap((entry) => entry.asked).sort());

/** The marksman covers the place with fire through tick 32. @returns UUID of the maneuver of its free shot */
async function cover(): Promise<string> {
  const key = await gm.run(async (id) => {
    const combat = game.combats.contents[0] as unknown as { update(changes: object): Promise<unknown> };
    await combat.update({ system: { schedule: { [`overwatch-${id}`]: { tick: 32, every: null, left: null, kind: "overwatch", target: id, data: {} } } } });
    return game.combats.contents[0]?.combatants.get(id)?.actor?.items.contents.find((item) => item.system.key.startsWith("ranged-") && (item.system as unknown as { damage: unknown }).damage !== null)?.system.key ?? "";
  }, idOf(six.marksman));
  return (await itemOf(gm, six.marksman, key)).uuid;
}

async function letBe(client: HeadlessClient, who: Participant, by: Participant): Promise<void> {
  await wish(client, "preempt", who, { exchange: await cardOf(by), do: "letBe" });
  await settled(gm);
}

describe.each(GENERATIONS)("treatment in a fight on V%i", (generation) => {
  beforeEach(async () => {
    six = await openSix(shared, generation);
    ({ gm } = six);
  });

  test("R205 covering fire has its free shot before somebody stabilises; then the treatment comes, for all to see, with one step back for each, and once more", async () => {
    const { brawler, duellist, marksman, ofBrawler, everyone } = six;
    await hurt(duellist, 1);
    await begin(gm, { [idOf(brawler)]: 28, [idOf(marksman)]: 50 });
    const shot = await cover();
    await dice(gm, 0.95);
    await treat(ofBrawler, brawler, duellist);
    await everywhere(everyone, (client) => phasesOf(client, brawler), ["answering"]);
    expect(await tickOf(brawler)).toBe(28);
    expect(await treatments(gm)).toEqual([]);
    expect(await bleeds(gm, duellist)).toBe(true);
    await wish(gm, "preempt", marksman, { exchange: await cardOf(brawler), maneuver: shot, targets: [brawler], choices: {}, mode: "public" });
    await settled(gm);
    await dice(gm, 0.15);
    await wish(gm, "react", null, { exchange: await cardOf(marksman), do: "resolve" });
    await settled(gm);
    await everywhere(everyone, (client) => phasesOf(client, brawler), ["applied"]);
    await everywhere(everyone, treatments, ["stabilize"]);
    const after = await tickOf(brawler);
    expect(after).toBeGreaterThan(28);
    expect(await tickOf(marksman)).toBe(50);
    const ledger = await gm.run(() => game.messages.contents.find(({ type }) => type === "healing")?.system.ledger ?? "");
    await back(gm);
    await everywhere(everyone, (client) => phasesOf(client, brawler), ["undone"]);
    expect(await tickOf(brawler)).toBe(28);
    expect((await clock(gm)).pending).toBeNull();
    await wish(gm, "undo", null, { ledger, redo: true });
    await settled(gm);
    await everywhere(everyone, (client) => phasesOf(client, brawler), ["applied"]);
    expect(await tickOf(brawler)).toBe(after);
  });

  test("whoever is let be treats, after a reload of the GM's as well; who falls while it waits does not, and pays nothing", async () => {
    const { brawler, duellist, marksman, knight, ofBrawler, ofKnight, everyone } = six;
    await hurt(duellist, 0, 3);
    await begin(gm, { [idOf(brawler)]: 3, [idOf(knight)]: 4, [idOf(marksman)]: 50 });
    await cover();
    // The point of Will for a power in it goes while it waits: then that brings no dice, and the rest is done.
    const item = await gm.run((id) => (game.combats.contents[0]?.combatants.get(id)?.actor?.items.contents as unknown as { id: string; system: { key: string } }[]).find(({ system }) => system.key === "power-will-driven")?.id ?? "", idOf(brawler));
    expect(item).not.toBe("");
    await wish(ofBrawler, "treat", brawler, { patient: duellist, treatment: { procedure: "firstAid", power: { item, units: 1, named: null, options: [] } } });
    await everywhere(everyone, (client) => phasesOf(client, brawler), ["answering"]);
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.actor?.update({ system: { will: { rating: 0, bonus: 0, spent: 0, fatigue: 0, exhaustion: 0 } } }); }, idOf(brawler));
    await gm.reload();
    await dice(gm, 0.95);
    expect(await treatments(gm)).toEqual([]);
    await letBe(gm, marksman, brawler);
    await everywhere(everyone, treatments, ["firstAid"]);
    expect(await gm.run(() => game.messages.contents.flatMap(({ type, system }) => (type === "healing" ? (system as unknown as { entries: { lines: { key: string }[] }[] }).entries : [])).flatMap(({ lines }) => lines.map(({ key }) => key)).filter((key) => key.endsWith("Roll") || key.endsWith("PowerIn")))).toEqual(["FATEWALKER.Healing.Line.Roll"]);
    expect(await tickOf(brawler)).toBeGreaterThan(3);
    await hurt(duellist, 3);
    await treat(ofKnight, knight, duellist);
    await expect.poll(() => phasesOf(gm, knight)).toEqual(["answering"]);
    await status(gm, knight, "unconscious");
    await everywhere(everyone, (client) => phasesOf(client, knight), ["refused"]);
    expect((await cards(gm)).find(({ by }) => by === idOf(knight))?.notice).toBe("FATEWALKER.Moment.LapsedOut");
    await everywhere(everyone, treatments, ["firstAid"]);
    expect(await tickOf(knight)).toBe(4);
    await expect.poll(async () => (await clock(gm)).pending).toBeNull();
  });

  test("R011 a creature of the GM's waits for a player's holder, not for one of its own side, who steps in from the card as long as it is there", async () => {
    const { brawler, enforcer, twin, marksman, ofBrawler, everyone } = six;
    await hurt(marksman, 1);
    await begin(gm, { [idOf(twin)]: 1, [idOf(enforcer)]: 5, [idOf(brawler)]: 6 });
    await use(gm, twin, "common-hold-action");
    await settled(gm);
    await expect.poll(async () => (await clock(gm)).active).toBe(idOf(enforcer));
    await dice(gm, 0.95);
    // Nobody but its own side holds: it is done at once.
    await treat(gm, enforcer, marksman);
    await expect.poll(() => treatments(gm)).toContain("stabilize");
    expect(await cards(gm)).toHaveLength(0);
    await back(gm);
    // A blow waits for its target alone; the own side's holder is on the card all the same, and steps in from it.
    await use(gm, enforcer, "unarmed-strike", [brawler]);
    await expect.poll(() => phasesOf(gm, enforcer)).toEqual(["answering"]);
    expect(await asked(gm)).toEqual([idOf(twin)]);
    await use(gm, twin, "unarmed-strike", [brawler]);
    await settled(gm);
    await everywhere(everyone, (client) => phasesOf(client, twin), ["answering"]);
    await react(ofBrawler, brawler, twin, null);
    await react(ofBrawler, brawler, enforcer, null);
    await everywhere(everyone, async (client) => [await phasesOf(client, twin), await phasesOf(client, enforcer)], [["applied"], ["applied"]]);
    expect(await woundsOf(gm, brawler)).toBeGreaterThan(0);
    expect((await clock(gm)).pending).toBeNull();
  });

  test("an act of the GM's is waited for by a player's holder, and done when that lets it be", async () => {
    const { brawler, enforcer, marksman, ofBrawler, everyone } = six;
    await hurt(marksman, 1);
    await begin(gm, { [idOf(brawler)]: 1, [idOf(enforcer)]: 5 });
    await use(ofBrawler, brawler, "common-hold-action");
    await settled(gm);
    await expect.poll(async () => (await clock(gm)).active).toBe(idOf(enforcer));
    await dice(gm, 0.95);
    await treat(gm, enforcer, marksman);
    await everywhere(everyone, asked, [idOf(brawler)]);
    expect(await treatments(gm)).toEqual([]);
    await letBe(ofBrawler, brawler, enforcer);
    await everywhere(everyone, (client) => phasesOf(client, enforcer), ["applied"]);
    expect(await treatments(gm)).toContain("stabilize");
    expect(await tickOf(enforcer)).toBeGreaterThan(5);
    expect((await clock(gm)).rows[idOf(brawler)]?.state).toBe("holding");
  });

  test("the end of a fight says who still bleeds: all to the GM, a player's character to its owner too, nobody else's", async () => {
    const { duellist, enforcer, knight, brawler, ofDuellist, ofKnight } = six;
    await hurt(duellist, 2);
    await hurt(enforcer, 3);
    await hurt(knight, 1);
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.actor?.update({ system: { wounds: { stabilized: true } } }); }, idOf(knight));
    await begin(gm, { [idOf(brawler)]: 3 });
    const asks = await gm.run(async () => {
      const { DialogV2 } = (globalThis as unknown as { foundry: { applications: { api: { DialogV2: { wait(options: { content: string }): Promise<unknown> } } } } }).foundry.applications.api;
      let content = "";
      const before = DialogV2.wait;
      DialogV2.wait = (options) => {
        ({ content } = options);
        return Promise.resolve({ clearTemporary: false });
      };
      await (game.combats.contents[0] as unknown as { endCombat(): Promise<unknown> }).endCombat();
      DialogV2.wait = before;
      return content;
    });
    const names = await gm.run(([one, other]) => [one, other].map((uuid) => (foundry.utils.fromUuidSync(uuid) as { name: string }).name), [duellist.token ?? "", enforcer.token ?? ""] as const);
    expect(asks).toContain(`${names[0] ?? ""}: 2 Mortal`);
    expect(asks).toContain(`${names[1] ?? ""}: 3 Mortal`);
    const notes = (client: HeadlessClient): Promise<unknown[]> =>
      client.run(() => game.messages.contents.filter(({ type, visible, whisper, system }) => type === "healing" && system.kind === "stillBleeding" && visible && whisper.includes(game.user.id))
        .map(({ system }) => (system as unknown as { entries: { who: { name: string }; lines: { data: { mortal: number } }[] }[] }).entries.map(({ who, lines }) => [who.name, lines[0]?.data.mortal])));
    await expect.poll(async () => (await notes(gm)).map((entries) => [...(entries as unknown[])].sort())).toEqual([[[names[0], 2], [names[1], 3]].sort()]);
    await expect.poll(() => notes(ofDuellist)).toEqual([[[names[0], 2]]]);
    expect(await notes(ofKnight)).toEqual([]);
  });
});
