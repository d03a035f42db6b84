import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import type { HeadlessTable } from "../table/client/headless-table";
import { begin, cards, clock, dice, gather, idOf, itemOf, learn, react, refusals, settled, use, wish, withoutPowers, woundsOf, type Participant, type TableGlobals } from "./fight-table";
import { fightAfresh, openThree } from "./five-fighters";

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
  ({ table, gm, anna, ben } = await openThree());
}, 60_000);
beforeEach(async () => {
  ({ brawler, duellist, enforcer, marksman, ofBrawler, ofDuellist } = await fightAfresh(gm, [anna, ben]));
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

/** The short run reloads the Gamemaster's page and the players' in turn: each takes a start of a client. */
const FULL = process.env["FULL"] === "1";
let reloads = 0;

/** Everybody's page is reloaded; each finds what was there. */
async function everybodyReloads(step: string): Promise<void> {
  await quiet();
  const before = await picture(gm);
  reloads += 1;
  const players = FULL ? [anna, ben] : [reloads % 2 === 0 ? anna : ben];
  await Promise.all([gm, ...players].map((client) => client.reload()));
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

describe.sequential("a reload while something waits for somebody", () => {
  const due = (who: Participant): Promise<unknown> => gm.until((id) => game.combats.contents[0]?.system.active === id, idOf(who));
  const cardOf = async (by: Participant): Promise<{ id: string; phase: string } | undefined> => (await cards(gm)).find((card) => card.by === idOf(by));

  /** What the newest card of the GM's client asks about powers, and what has been paid. */
  const asking = (who: Participant): Promise<{ phase: string; offers: { side: unknown; key: string }[]; spent: number }> =>
    gm.run((id) => {
      const card = game.messages.contents.filter(({ type, system }) => type === "exchange" && system.phase !== "refused").at(-1)?.toObject() as { system: { phase: string; offers: { side: unknown; key: string }[] } } | undefined;
      const actor = game.combats.contents[0]?.combatants.get(id)?.actor as unknown as { system: { fate: { spent: number } } } | undefined;
      return { phase: card?.system.phase ?? "", offers: card?.system.offers ?? [], spent: actor?.system.fate.spent ?? -1 };
    }, idOf(who));

  test("of what the dice ask: the power is still offered, costs once, and is refused a second time", async () => {
    await gm.run(async (id) => {
      await game.settings.set("fatewalker", "askForPowers", true);
      const actor = game.combats.contents[0]?.combatants.get(id)?.actor as unknown as { items: { contents: { id: string; type: string }[] }; deleteEmbeddedDocuments(name: string, ids: string[]): Promise<unknown>; createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown>; update(changes: object): Promise<unknown> };
      await actor.deleteEmbeddedDocuments("Item", actor.items.contents.filter(({ type }) => type === "power").map((item) => item.id));
      const intrepid = (await game.packs.get("fatewalker.powers")?.getDocuments())?.find(({ system }) => system.key === "power-fate-intrepid");
      await actor.createEmbeddedDocuments("Item", intrepid ? [intrepid.toObject()] : []);
      await actor.update({ system: { fate: { rating: 4, spent: 0, apathy: 0, ennui: false } } });
    }, idOf(brawler));
    await begin(gm, { [idOf(brawler)]: 1, [idOf(enforcer)]: 9 });
    // Every die is a 9: nothing is hit, and whoever threw may throw again.
    await dice(gm, 0.15);
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await react(gm, enforcer, brawler, null);
    const before = await asking(brawler);
    expect(before).toMatchObject({ phase: "answering", offers: [{ side: "attacker" }], spent: 0 });
    await everybodyReloads("a power is offered");
    expect(await asking(brawler)).toEqual(before);
    const { id } = await newest();
    const again = { exchange: id, moment: before.offers[0]?.key, item: (await itemOf(gm, brawler, "power-fate-intrepid")).id, roll: "attack" };
    await wish(ofBrawler, "spend", brawler, again);
    await settled(gm);
    await everybodyReloads("it was used, and the new dice ask once more");
    await wish(ofBrawler, "spend", brawler, again);
    await settled(gm);
    await expect.poll(() => refusals(ofBrawler)).toEqual(["FATEWALKER.PowerUse.TooLate"]);
    // What the new dice ask of her is let be; what they ask of the GM's own is not waited for.
    await expect.poll(async () => {
      const { phase: now, offers: [mine] } = await asking(brawler);
      if (now === "answering") await (mine === undefined ? wish(gm, "react", null, { exchange: id, do: "resolve" }) : wish(ofBrawler, "spend", brawler, { exchange: id, moment: mine.key, keep: true }));
      await settled(gm);
      return (await asking(brawler)).phase;
    }).toBe("applied");
    // Paid with the exchange: a point for the one time that it was used.
    expect(await asking(brawler)).toMatchObject({ phase: "applied", spent: 1 });
  }, 90_000);

  test("of who may step in: it is asked still, its action comes first, and both are carried out once", async () => {
    await begin(gm, { [idOf(brawler)]: 1, [idOf(enforcer)]: 5 }, { [idOf(brawler)]: 7, [idOf(enforcer)]: 3 });
    await use(ofBrawler, brawler, "common-hold-action");
    await due(enforcer);
    await use(gm, enforcer, "unarmed-strike", [marksman]);
    await everybodyReloads("a holder may step in");
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await expect.poll(async () => (await cardOf(brawler))?.phase).toBe("answering");
    await everybodyReloads("what steps in waits for its answer");
    for (const [who, by] of [[enforcer, brawler], [marksman, enforcer]] as const) {
      const open = await gm.run(([target, attacker]) => game.messages.contents.some(({ type, system }) => type === "exchange" && system.phase === "answering" && system.attacker.participant.combatant === attacker && system.targets.some(({ who: { participant }, answer }) => participant.combatant === target && answer?.kind === "pending")), [who.combatant, by.combatant] as const);
      if (open) await react(gm, who, by, null);
    }
    await expect.poll(async () => [(await cardOf(brawler))?.phase, (await cardOf(enforcer))?.phase]).toEqual(["applied", "applied"]);
    const hurt = await woundsOf(gm, enforcer);
    expect(hurt).toBeGreaterThan(0);
    await everybodyReloads("both are done");
    expect(await woundsOf(gm, enforcer)).toBe(hurt);
    expect(await cards(gm)).toHaveLength(2);
  }, 90_000);

  test("of what was said for the end of a segment: it comes then, once", async () => {
    await gm.run(() => game.settings.set("fatewalker", "autoAdvance", false));
    await begin(gm, { [idOf(duellist)]: 1 });
    await wish(ofDuellist, "move", duellist, { deed: "begin", pace: "run", terrain: 0, toward: null });
    await settled(gm);
    await wish(ofDuellist, "move", duellist, { deed: "next", next: "stop" });
    await settled(gm);
    await everybodyReloads("it will stop");
    const moving = (): Promise<boolean> => gm.run((id) => game.combats.contents[0]?.combatants.get(id)?.system.movement !== null, idOf(duellist));
    expect(await moving()).toBe(true);
    const passTime = (): Promise<void> => gm.run(async () => { await game.combats.contents[0]?.nextTurn(); });
    await passTime();
    await wish(ofDuellist, "act", duellist, { cost: 20 });
    await settled(gm);
    await passTime();
    await settled(gm);
    expect(await moving()).toBe(false);
    await everybodyReloads("it has stopped");
  }, 90_000);

  test("of the free action of an ambush: it is there still, costs no ticks, and there is one", async () => {
    await gm.run(async ([ambusher, surprised]) => {
      const { api } = game.system as unknown as { api: { layAmbush(combat: unknown, plan: object): Promise<void> } };
      await api.layAmbush(game.combats.contents[0], { surprised: [surprised], noticed: {}, penalty: 10, free: ambusher });
    }, [idOf(brawler), idOf(enforcer)] as const);
    await everybodyReloads("an ambush is laid");
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await expect.poll(async () => (await cardOf(brawler))?.phase).toBe("applied");
    await everybodyReloads("it was sprung");
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await settled(gm);
    await expect.poll(() => refusals(ofBrawler)).toEqual(["FATEWALKER.Error.FreeActionTaken"]);
    expect(await cards(gm)).toHaveLength(1);
  }, 90_000);

  test("of a treatment that takes several rolls: the second one goes on from the first", async () => {
    /** Two rolls to stabilise somebody with three Mortal boxes, each of four dice that all count. */
    const treated = async (between: () => Promise<void>): Promise<unknown[]> => {
      const body = (): Promise<unknown> => gm.run((id) => {
        const { healing, wounds } = (game.combats.contents[0]?.combatants.get(id)?.actor?.toObject() as { system: { healing: { stabilizing: unknown }; wounds: { mortal: { value: number }; stabilized: boolean } } }).system;
        return [healing.stabilizing, wounds.mortal.value, wounds.stabilized];
      }, idOf(duellist));
      await gm.run(async ([patient, healer]) => {
        const of = (id: string): { update(changes: object): Promise<unknown> } | null | undefined => game.combats.contents[0]?.combatants.get(id)?.actor;
        await of(patient)?.update({ system: { attributes: { prowess: { value: 5 } }, will: { rating: 8, spent: 0 }, healing: { stabilizing: null }, wounds: { temporary: { value: 0, max: 0 }, normal: { value: 24, stun: 0 }, mortal: { value: 3 }, stabilized: false } } });
        await of(healer)?.update({ system: { attributes: { awareness: { value: 4 } } } });
      }, [idOf(duellist), idOf(brawler)] as const);
      const after: unknown[] = [];
      // Awareness 4, less 1 and then 2 for the boxes, less 2 without a kit.
      for (const custom of [4 - (4 - 1 - 2), 4 - (4 - 2 - 2)]) {
        await wish(ofBrawler, "treat", brawler, { patient: duellist, treatment: { procedure: "stabilize", medkit: "none", custom } });
        await settled(gm);
        after.push(await body());
        await between();
      }
      return after;
    };
    const asItGoes = await treated(async () => quiet());
    expect(asItGoes[0]).toEqual([{ total: 2, rolls: 1 }, expect.any(Number), false]);
    expect(await treated(() => everybodyReloads("between two rolls"))).toEqual(asItGoes);
  }, 90_000);

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
