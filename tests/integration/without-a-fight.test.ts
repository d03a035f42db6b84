import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { begin, clock, dice, gather, GENERATIONS, idOf, settled, use, wish, type Participant, type TableGlobals } from "./fight-table";
import { openSix, tableOfThree, type Six } from "./three-players";
import { world } from "./soak/scripts";
import { differences } from "./soak/compare";
import type { HeadlessClient } from "../table/client/headless";

/* Exchanges where nobody counts ticks, or not everybody does: without a fight, without tokens, with one side in a fight, and in a scene. A GM and three players. */

declare const game: Omit<TableGlobals, "users"> & { users: { contents: { id: string; name: string }[] } };
declare const Actor: { implementation: { create(source: object): Promise<{ uuid: string }> } };
declare const foundry: { utils: { fromUuidSync(uuid: string): { isOwner: boolean; items: { contents: { id: string; uuid: string; system: { key: string } }[] }; toggleStatusEffect(id: string, options: object): Promise<unknown>; system: { wounds: { temporary: { value: number }; normal: { value: number; stun: number }; mortal: { value: number } } } } | null } };

interface Card {
  id: string;
  phase: string;
  ledger: string | null;
  ticks: object | null;
  answer: string | null;
  answerTicks: object | null;
  outcome: string | null;
}

const shared = tableOfThree();
let gm: HeadlessClient;
let six: Six;

const newest = (client: HeadlessClient): Promise<Card> =>
  client.run(() => {
    const message = game.messages.contents.filter(({ type }) => type === "exchange").at(-1);
    const { phase, ledger, ticks, targets } = (message?.toObject() as { system: { phase: string; ledger: string | null; ticks: object | null; targets: { answer: { kind: string; ticks?: object | null } | null; outcome: string | null }[] } } | undefined)?.system ?? { phase: "none", ledger: null, ticks: null, targets: [] };
    return { id: message?.id ?? "", phase, ledger, ticks, answer: targets[0]?.answer?.kind ?? null, answerTicks: targets[0]?.answer?.ticks ?? null, outcome: targets[0]?.outcome ?? null };
  });
const phase = async (wanted: string): Promise<void> => {
  for (const client of six.everyone) await expect.poll(async () => (await newest(client)).phase).toBe(wanted);
};
const itemOf = (client: HeadlessClient, actor: string, key: string): Promise<{ id: string; uuid: string }> =>
  client.run(([uuid, wanted]) => {
    const item = foundry.utils.fromUuidSync(uuid)?.items.contents.find(({ system }) => system.key === wanted);
    if (item === undefined) throw new Error(`There is no ${wanted}.`);
    return { id: item.id, uuid: item.uuid };
  }, [actor, key] as const);
const declare = async (client: HeadlessClient, who: Participant, key: string, target: Participant): Promise<void> => {
  await wish(client, "declare", who, { maneuver: (await itemOf(client, who.actor, key)).uuid, targets: [target], choices: {}, mode: "public" });
  await settled(client);
};
const answer = async (client: HeadlessClient, who: Participant, key: string | null): Promise<void> => {
  await phase("answering");
  await wish(client, "react", who, { exchange: (await newest(client)).id, target: 0, reaction: key === null ? null : (await itemOf(client, who.actor, key)).id, choices: {} });
  await settled(client);
};
const wounds = (actor: string): Promise<number> =>
  gm.run((uuid) => {
    const marked = foundry.utils.fromUuidSync(uuid)?.system.wounds;
    return marked === undefined ? -1 : marked.temporary.value + marked.normal.value + marked.normal.stun + marked.mortal.value;
  }, actor);
const noFight = async (): Promise<void> => {
  await gm.run(async () => { for (const combat of [...game.combats.contents]) await combat.delete(); });
  for (const client of six.everyone) await client.until(() => game.combats.contents.length === 0);
};
const undo = async (): Promise<void> => {
  await wish(gm, "undo", null, { ledger: (await newest(gm)).ledger });
  await settled(gm);
};
const outside = (who: Participant): Participant => ({ ...who, combatant: null });

describe.each(GENERATIONS)("exchanges outside of the clock, on V%i", (generation) => {
  beforeEach(async () => {
    six = await openSix(shared, generation);
    ({ gm } = six);
    await gather(gm, [six.brawler, six.duellist, six.knight, six.enforcer]);
    await dice(gm, 0.95);
  });
  afterEach(async ({ task }) => {
    expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
  });
  afterAll(() => shared.close());

  test("no fight and no tokens: one player strikes another's actor, whose owner is asked on the own client; it costs no ticks, hurts, and is taken back exactly", async () => {
    await noFight();
    const made = await gm.run(async () => {
      const source = (await game.packs.get("fatewalker.pregens")?.getDocuments())?.find(({ system }) => system.key === "pregen-brawler")?.toObject();
      const idOfUser = (name: string): string => game.users.contents.find((user) => user.name === name)?.id ?? "";
      const create = (name: string, owner: string): Promise<{ uuid: string }> => Actor.implementation.create({ ...source, _id: undefined, name, ownership: { default: 0, [idOfUser(owner)]: 3 } });
      return [(await create("Sparring Anna", "Anna")).uuid, (await create("Sparring Carl", "Carl")).uuid];
    });
    const [one, other] = made.map((actor): Participant => ({ actor, token: null, combatant: null }));
    if (one === undefined || other === undefined) throw new Error("Nobody was made.");
    const [anna, , carl] = six.players;
    if (anna === undefined || carl === undefined) throw new Error("Somebody is missing.");
    for (const client of six.everyone) await client.until((uuids) => uuids.every((uuid) => foundry.utils.fromUuidSync(uuid) !== null), made);
    const before = await gm.run(world);
    await declare(anna, one, "unarmed-strike", other);
    await phase("answering");
    expect((await newest(carl)).answer).toBe("pending");
    await answer(carl, other, "evasion-sidestep");
    await phase("applied");
    expect(await newest(carl)).toMatchObject({ ticks: null, answer: "reaction", answerTicks: null });
    await undo();
    await phase("undone");
    expect(differences(await gm.run(world), before)).toEqual([]);
    await declare(anna, one, "unarmed-strike", other);
    await answer(carl, other, null);
    await phase("applied");
    expect(await wounds(other.actor)).toBeGreaterThan(0);
    await undo();
    expect(differences(await gm.run(world), before)).toEqual([]);
  });

  test("tokens and no fight: the unlinked creature that is struck is hurt and its twin is not; whoever is not aware is not asked", async () => {
    await noFight();
    const { brawler, enforcer, twin, ofBrawler } = six;
    await declare(ofBrawler, outside(brawler), "unarmed-strike", outside(enforcer));
    await answer(gm, outside(enforcer), null);
    await phase("applied");
    expect([(await wounds(enforcer.actor)) > 0, await wounds(twin.actor)]).toEqual([true, 0]);
    await gm.run(async (uuid) => { await foundry.utils.fromUuidSync(uuid)?.toggleStatusEffect("surprised", { active: true }); }, twin.actor);
    await declare(ofBrawler, outside(brawler), "unarmed-strike", outside(twin));
    await phase("applied");
    expect((await newest(gm)).answer).toBe("unaware");
    expect(await wounds(twin.actor)).toBeGreaterThan(0);
  });

  test("whoever is in no fight strikes somebody who is: the answer costs that one its ticks, the stranger none", async () => {
    const { brawler, duellist, ofBrawler, ofDuellist } = six;
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.delete(); }, idOf(brawler));
    await begin(gm, { [idOf(duellist)]: 20, [idOf(six.enforcer)]: 1 });
    await declare(ofBrawler, outside(brawler), "unarmed-strike", duellist);
    await answer(ofDuellist, duellist, "evasion-sidestep");
    await phase("applied");
    expect((await newest(gm)).ticks).toBeNull();
    expect(await clock(gm)).toMatchObject({ tick: 1, pending: null, rows: { [idOf(duellist)]: { tick: 25 } } });
  });

  test("in a scene that is no fight the same clock counts: both pay their ticks and nobody any Will", async () => {
    const { brawler, duellist, ofBrawler, ofDuellist } = six;
    await gm.run(async () => { await (game.combats.contents[0] as unknown as { update(changes: object): Promise<unknown> }).update({ system: { kind: "scene" } }); });
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 20 });
    await use(ofBrawler, brawler, "unarmed-strike", [duellist]);
    await answer(ofDuellist, duellist, "evasion-sidestep");
    await phase("applied");
    const { rows } = await clock(gm);
    // A strike takes 6 ticks, a sidestep 5.
    expect([rows[idOf(brawler)]?.tick, rows[idOf(duellist)]?.tick]).toEqual([7, 25]);
    expect(await gm.run(() => game.combats.contents[0]?.combatants.contents.map(({ actor }) => (actor?.toObject() as { system: { will: { spent: number } } } | undefined)?.system.will.spent ?? 0))).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
