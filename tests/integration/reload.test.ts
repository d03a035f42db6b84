import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { startHeadlessTable, type HeadlessTable } from "../table/client/headless-table";
import { afresh, begin, cards, clock, DIST, dice, fighter, gather, idOf, learn, ownerOf, react, settled, use, wish, withoutPowers, woundsOf, type Participant, type TableGlobals } from "./fight-table";

/*
 * One story of a fight, told twice: once as it goes, once with everybody's page reloaded after every step. Each reload finds
 * everything as it was, and both stories end in the same: nothing is lost, nothing is done twice.
 */

declare const game: TableGlobals;

let table: HeadlessTable;
let gm: HeadlessClient;
let anna: HeadlessClient;
let ben: HeadlessClient;
let brawler: Participant;
let duellist: Participant;
let enforcer: Participant;
let marksman: Participant;
let ofBrawler: HeadlessClient;
let ofDuellist: HeadlessClient;

beforeAll(async () => {
  table = await startHeadlessTable({ distDir: DIST, generation: 14 });
  gm = await table.join("gamemaster");
  [anna, ben] = await Promise.all([table.join("anna"), table.join("ben")]);
}, 60_000);
beforeEach(async () => {
  await afresh(gm, [anna, ben]);
  [brawler, duellist, enforcer, marksman] = await Promise.all([fighter(gm, "brawler"), fighter(gm, "duellist"), fighter(gm, "enforcer"), fighter(gm, "marksman")]);
  ofBrawler = await ownerOf(brawler, [anna, ben]);
  ofDuellist = await ownerOf(duellist, [anna, ben]);
  for (const who of [brawler, duellist, enforcer, marksman]) await learn(gm, who, "unarmed-strike", "common-hold-action", "evasion-dodge");
  await withoutPowers(gm);
  await gm.run(() => game.settings.set("fatewalker", "autoApply", true));
  await gather(gm, [brawler, duellist, enforcer, marksman]);
  await lucky();
});
afterAll(() => table.close());

/** Every die of whoever commits is a 1. */
const lucky = (): Promise<void> => dice(gm, 0.95);

/** What a client knows that must survive: fights, cards, wounds and what waits; ids of messages and the times of writes are new each time. */
const picture = (client: HeadlessClient): Promise<string> =>
  client.run(() => {
    const messages = game.messages.contents.map(({ type, system }) => (type === "exchange" ? `exchange ${system.phase} ${system.targets.map(({ answer, outcome }) => `${answer?.kind ?? "-"}/${outcome ?? "-"}`).join()}` : type));
    const [combat] = game.combats.contents;
    const rows = (combat?.combatants.contents ?? []).map(({ name, initiative, system, actor, isDefeated }) => {
      const wounds = actor?.system.wounds;
      return [name, initiative, system.state, system.movement !== null, isDefeated, wounds?.temporary.value, wounds?.normal.value, wounds?.normal.stun, wounds?.mortal.value, [...(actor?.statuses ?? [])].sort()];
    });
    const schedule = Object.values(combat?.system.schedule ?? {}).map(({ tick, kind }) => `${tick} ${kind}`).sort();
    return JSON.stringify({ messages, round: combat?.round, active: combat?.system.active === null ? null : combat?.combatants.get(combat.system.active)?.name, rows, schedule, log: Object.values(combat?.system.log ?? {}).map(({ kind }) => kind).sort() }, null, 1);
  });

/** Waits until nothing is on its way, for all alike. */
async function quiet(): Promise<void> {
  // A player's request to take back waits for a person.
  await gm.until(() => !game.messages.contents.some(({ type, system, author }) => type === "intent" && (system.op !== "undo" || author.id === game.user.id)));
  const wanted = await picture(gm);
  for (const client of [anna, ben]) await expect.poll(() => picture(client)).toBe(wanted);
}

/** Everybody's page is reloaded; each finds what was there. */
async function everybodyReloads(step: string): Promise<void> {
  await quiet();
  const before = await picture(gm);
  await Promise.all([gm.reload(), anna.reload(), ben.reload()]);
  await lucky();
  for (const client of [gm, anna, ben]) expect([step, await picture(client)]).toEqual([step, before]);
}

const phase = (wanted: string): Promise<unknown> => gm.until((name) => game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.system.phase === name, wanted);
const newest = async (): Promise<{ id: string; ledger: string }> =>
  gm.run(() => {
    const card = game.messages.contents.filter(({ type }) => type === "exchange").at(-1);
    return { id: card?.id ?? "", ledger: card?.system.ledger ?? "" };
  });

/** The story, with something after each of its steps. */
async function tell(after: (step: string) => Promise<void>): Promise<string> {
  await begin(gm, { [idOf(brawler)]: 1, [idOf(enforcer)]: 4, [idOf(duellist)]: 6, [idOf(marksman)]: 7 });
  await after("begun");

  await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
  await phase("answering");
  await after("declared, and the defender is asked");

  await react(gm, enforcer, brawler, null);
  await phase("applied");
  await after("answered, rolled and applied");

  // What a player asks to take back waits for the GM's word.
  const { ledger } = await newest();
  const request = await wish(ofBrawler, "undo", null, { ledger });
  await after("a request to take back waits");
  expect(await gm.run((id) => game.messages.get(id)?.system.op, request)).toBe("undo");
  await wish(gm, "undo", null, { accept: request });
  await phase("undone");
  await after("taken back");
  await wish(gm, "undo", null, { ledger, redo: true });
  await phase("applied");
  await after("done again");

  // The GM looks at what was rolled before it counts.
  await gm.run(() => game.settings.set("fatewalker", "autoApply", false));
  await gm.until((id) => game.combats.contents[0]?.system.active === id, idOf(enforcer));
  await use(gm, enforcer, "unarmed-strike", [duellist]);
  await phase("answering");
  await react(ofDuellist, duellist, enforcer, null);
  await phase("resolved");
  await after("resolved and not applied");
  await wish(gm, "react", null, { exchange: (await newest()).id, do: "apply" });
  await phase("applied");
  await gm.run(() => game.settings.set("fatewalker", "autoApply", true));
  await after("applied by hand");

  await gm.until((id) => game.combats.contents[0]?.system.active === id, idOf(duellist));
  await wish(ofDuellist, "move", duellist, { deed: "begin", pace: "walk", terrain: 0, toward: null });
  await settled(gm);
  await after("in the middle of a movement");

  await gm.until((id) => game.combats.contents[0]?.system.active === id, idOf(marksman));
  await use(gm, marksman, "common-hold-action");
  await after("somebody holds");

  await quiet();
  return picture(gm);
}

describe.sequential("a reload in the middle", () => {
  let asItGoes: string;

  test("the story as it goes", async () => {
    asItGoes = await tell(async () => quiet());
    expect(await woundsOf(gm, enforcer)).toBeGreaterThan(0);
    expect(await woundsOf(gm, duellist)).toBeGreaterThan(0);
    expect((await cards(gm)).map((card) => card.phase)).toEqual(["applied", "applied"]);
  }, 60_000);

  test("of every step changes nothing, and the story ends the same", async () => {
    expect(await tell(everybodyReloads)).toBe(asItGoes);
  }, 180_000);

  test("of whoever wished something while no GM was there: it waits, and is done once", async () => {
    await begin(gm, { [idOf(brawler)]: 1, [idOf(enforcer)]: 9 });
    await gm.close();
    await ofBrawler.until(() => game.users.activeGM === null);
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    const waiting = (client: HeadlessClient): Promise<number> => client.run(() => game.messages.contents.filter(({ type }) => type === "intent").length);
    expect(await waiting(ofBrawler)).toBe(1);
    await ofBrawler.reload();
    expect(await waiting(ofBrawler)).toBe(1);
    await gm.reload();
    await lucky();
    await settled(gm);
    await phase("answering");
    await Promise.all([gm.reload(), ofBrawler.reload()]);
    await lucky();
    await quiet();
    expect(await cards(gm)).toHaveLength(1);
    expect((await clock(gm)).tick).toBe(1);
  });

  test("nothing of it has gone wrong on any client", () => {
    expect([gm, anna, ben].flatMap((client) => client.problems.map(({ message }) => message))).toEqual([]);
  });
});

describe("two players who write at once", () => {
  test("both blows, declared in the same instant for the same tick, are done once each, and everybody has the same last word", async () => {
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 1, [idOf(enforcer)]: 9 }, { [idOf(brawler)]: 6, [idOf(duellist)]: 6 });
    await Promise.all([use(ofBrawler, brawler, "unarmed-strike", [enforcer]), use(ofDuellist, duellist, "unarmed-strike", [enforcer])]);
    await expect.poll(async () => (await cards(gm)).map(({ answers }) => answers)).toEqual([["pending"], ["pending"]]);
    await react(gm, enforcer, duellist, "evasion-dodge");
    await expect.poll(async () => (await cards(gm)).map((card) => card.phase)).toEqual(["applied", "applied"]);
    await quiet();
    expect(new Set((await cards(gm)).map(({ by }) => by))).toEqual(new Set([idOf(brawler), idOf(duellist)]));
  });
});
