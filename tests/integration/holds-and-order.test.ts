import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { back, begin, cards, clock, dice, gather, GENERATIONS, idOf, itemOf, learn, next, openExchanges, react, refusals, settled, status, use, wish, woundsOf, fighter, type Participant, type TableGlobals } from "./fight-table";
import { everywhere, openSix, tableOfThree, type Six } from "./three-players";
import { tracker, type TrackerView } from "./tracker-view";
import type { HeadlessClient } from "../table/client/headless";

/* Who acts when, at a table with a GM and three players: holds, ties, secret declarations, ambushes, late arrivals, delays, those who are out, and scenes. What each of the four reads. */

declare const game: TableGlobals;

const shared = tableOfThree();
let six: Six;
let gm: HeadlessClient;

afterEach(async ({ task }) => {
  expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
});
afterAll(() => shared.close());

const open = async (generation: 13 | 14 = 14): Promise<void> => {
  six = await openSix(shared, generation, async (client) => {
    const all = await Promise.all([...["brawler", "duellist", "knight", "enforcer", "marksman"].map((name) => fighter(client, name)), fighter(client, "enforcer", 1)]);
    for (const who of all) await learn(client, who, "unarmed-strike", "common-hold-action", "evasion-dodge");
    await gather(client, all);
  });
  ({ gm } = six);
  for (const client of six.everyone) await dice(client, 0.95);
};
const agree = async (): Promise<void> => everywhere(six.players, clock, await clock(gm));
const ticks = async (...who: readonly Participant[]): Promise<(number | null)[]> => {
  const { rows } = await clock(gm);
  return who.map((one) => rows[idOf(one)]?.tick ?? null);
};
const notes = (who: readonly Participant[]) => async (client: HeadlessClient): Promise<string[]> => {
  const { rows } = await tracker(client);
  return who.map((one) => rows[idOf(one)]?.note ?? "not there");
};
const part = <Key extends keyof TrackerView>(key: Key) => async (client: HeadlessClient): Promise<TrackerView[Key]> => (await tracker(client))[key];
const cardOf = async (by: Participant): Promise<string> => (await cards(gm)).find((card) => card.by === idOf(by))?.id ?? "";
/** Every card on that client: by whom, how far, and what the targets have answered. */
const course = async (client: HeadlessClient): Promise<Record<string, string>> => Object.fromEntries((await cards(client)).map(({ by, phase, answers }) => [by, `${phase}: ${answers.join()}`]));
/** Whose exchanges were carried out, in the order of the fight's log. */
const carriedOut = (client: HeadlessClient): Promise<(string | null | undefined)[]> =>
  client.run(() => {
    const ledgers = Object.entries(game.combats.contents[0]?.system.log ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)).filter(([, { kind }]) => kind === "exchange").map(([, { ledger }]) => ledger);
    return ledgers.map((ledger) => game.messages.contents.find(({ type, system }) => type === "exchange" && system.ledger === ledger)?.system.attacker.participant.combatant);
  });
/** Everything of messages and fights that has come to a client, as text. */
const knows = (client: HeadlessClient): Promise<string> => client.run(() => JSON.stringify([game.messages.contents.map((message) => message.toObject()), game.combats.contents.map((combat) => combat.toObject())]));

describe.each(GENERATIONS)("holds and order on V%i", (generation) => {
  beforeEach(() => open(generation));

  test("R011 R013 two players hold and step in by Awareness before the blow at the third, who dodges it; everybody reads who stands before whom and why", async () => {
    const { brawler, duellist, knight, enforcer, twin, players, everyone, ofBrawler, ofDuellist, ofKnight } = six;
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 1, [idOf(enforcer)]: 5, [idOf(knight)]: 5, [idOf(twin)]: 5 }, { [idOf(brawler)]: 7, [idOf(duellist)]: 5, [idOf(enforcer)]: 4, [idOf(knight)]: 3, [idOf(twin)]: 2 });
    const tied = [brawler, duellist, enforcer, knight, twin];
    // The Awareness of the GM's creatures is the GM's own.
    await everywhere([gm], notes(tied), ["Awareness 7 goes first", "Awareness 5 goes last", "Awareness 4 goes first", "Awareness 3 goes between", "Awareness 2 goes last"]);
    await everywhere(players, notes(tied), ["Awareness 7 goes first", "Awareness 5 goes last", "Higher Awareness goes first", "Awareness 3 goes between", "Lower Awareness goes last"]);
    await use(ofBrawler, brawler, "common-hold-action");
    await ofDuellist.until((id) => game.combats.contents[0]?.system.active === id, idOf(duellist));
    await everywhere(everyone, notes([brawler]), ["may preempt from tick 3"]);
    await use(ofDuellist, duellist, "common-hold-action");
    await settled(gm);
    await everywhere(everyone, part("tick"), 5);
    await everywhere(everyone, notes([brawler, duellist]), ["may preempt", "may preempt"]);
    // Each may break the own hold, and nobody that of another.
    const mayRelease = async (client: HeadlessClient): Promise<string[]> => Object.entries((await tracker(client)).rows).flatMap(([id, { can }]) => (can.includes("release") ? [id] : []));
    expect(await Promise.all([ofBrawler, ofDuellist, ofKnight].map(mayRelease))).toEqual([[idOf(brawler)], [idOf(duellist)], []]);
    await use(gm, enforcer, "unarmed-strike", [knight]);
    for (const client of everyone) await openExchanges(client, 1);
    // Who does not hold may not step in; who is struck has an answer instead.
    await wish(ofKnight, "preempt", knight, { exchange: await cardOf(enforcer), maneuver: (await itemOf(gm, knight, "unarmed-strike")).uuid, targets: [enforcer], choices: {}, mode: "public" });
    await settled(ofKnight);
    expect(await refusals(ofKnight)).toEqual(["FATEWALKER.Moment.MayNotPreempt"]);
    await react(ofKnight, knight, enforcer, "evasion-dodge");
    await use(ofDuellist, duellist, "unarmed-strike", [enforcer]);
    await react(gm, enforcer, duellist, null);
    for (const client of everyone) await openExchanges(client, 2);
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await react(gm, enforcer, brawler, null);
    await everywhere(everyone, course, { [idOf(enforcer)]: "applied: reaction", [idOf(brawler)]: "applied: none", [idOf(duellist)]: "applied: none" });
    await everywhere(everyone, carriedOut, [idOf(brawler), idOf(duellist), idOf(enforcer)]);
    // A strike takes 6 ticks from now; the dodge takes 8 from its own tick.
    expect(await ticks(brawler, duellist, enforcer, knight, twin)).toEqual([11, 11, 11, 13, 5]);
    expect(await clock(gm)).toMatchObject({ tick: 5, active: idOf(twin), pending: null });
    await agree();
    expect(await refusals(ofBrawler)).toEqual([]);
    for (let step = 0; step < 3; step += 1) await back(gm);
    expect(await clock(gm)).toMatchObject({ tick: 5, active: idOf(enforcer), rows: { [idOf(brawler)]: { state: "holding" }, [idOf(duellist)]: { state: "holding" }, [idOf(knight)]: { tick: 5 } } });
    expect(await woundsOf(gm, enforcer)).toBe(0);
    await agree();
  });

  test("R013 D7 who breaks a hold declares by Awareness: behind a better eye it is told to wait and acts on the same tick, with one as good it acts at the same moment", async () => {
    const { brawler, duellist, enforcer, ofBrawler, ofDuellist } = six;
    const held = async (awareness: number): Promise<void> => {
      await begin(gm, { [idOf(brawler)]: 9, [idOf(duellist)]: 10, [idOf(enforcer)]: 40 }, { [idOf(brawler)]: awareness, [idOf(duellist)]: 6 });
      await use(ofBrawler, brawler, "common-hold-action");
      await settled(gm);
      for (const client of [ofBrawler, ofDuellist]) await client.until((id) => game.combats.contents[0]?.round === 10 && game.combats.contents[0].system.active === id, idOf(duellist));
    };
    await held(3);
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await settled(ofBrawler);
    expect(await refusals(ofBrawler)).toEqual(["FATEWALKER.Error.OthersBeforeHolder"]);
    expect(await notes([brawler])(ofBrawler)).toEqual(["may preempt from tick 11 · others declare first: by breaking the hold it acts after them"]);
    expect((await tracker(ofBrawler)).rows[idOf(brawler)]?.can).toContain("release");
    await wish(ofBrawler, "release", brawler, {});
    await settled(gm);
    await wish(ofDuellist, "act", duellist, { cost: 5 });
    await settled(gm);
    // Nobody is passed over: time stands until it has acted.
    expect(await clock(gm)).toMatchObject({ tick: 10, active: idOf(brawler) });
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await react(gm, enforcer, brawler, null);
    await expect.poll(() => carriedOut(gm)).toEqual([idOf(brawler)]);
    expect(await ticks(brawler, duellist)).toEqual([16, 15]);
    await open(generation);
    await held(6);
    // Who holds already does not lose its hold by holding.
    const since = await clock(gm);
    await use(ofBrawler, brawler, "common-hold-action");
    await settled(ofBrawler);
    expect([await refusals(ofBrawler), await clock(gm)]).toEqual([["FATEWALKER.Error.AlreadyHolding"], since]);
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await settled(ofBrawler);
    await ofDuellist.until((id) => (game.combats.contents[0]?.flags.fatewalker?.secret?.seals ?? []).some((seal) => seal.id === id), idOf(brawler));
    expect(await cards(gm)).toEqual([]);
    await use(ofDuellist, duellist, "unarmed-strike", [enforcer]);
    await everywhere([gm], course, { [idOf(brawler)]: "answering: pending", [idOf(duellist)]: "answering: pending" });
    expect(await refusals(ofBrawler)).toEqual(["FATEWALKER.Error.AlreadyHolding"]);
    await agree();
    // A browser keeps what it has sealed; the next test looks for that of its own.
    for (const client of [ofBrawler, ofDuellist]) await client.run(async () => { await game.settings.set("fatewalker", "sealedDeeds", "[]"); });
  });

  /** Two players and a creature act at the same moment on tick 4; the third player's character is an outsider. */
  const together = (first: Record<string, number>): Promise<void> =>
    begin(gm, { [idOf(six.brawler)]: 4, [idOf(six.duellist)]: 4, [idOf(six.enforcer)]: 4, ...first }, { [idOf(six.brawler)]: 6, [idOf(six.duellist)]: 6, [idOf(six.enforcer)]: 6, [idOf(six.knight)]: 4 });

  test("R020 R021 equal Awareness: what two players and a creature declare is on no other client until all are in; the outsider who is struck by two answers one of them", async () => {
    const { brawler, duellist, knight, enforcer, everyone, players, ofBrawler, ofDuellist, ofKnight } = six;
    await together({ [idOf(knight)]: 20 });
    const group = [brawler, duellist, enforcer];
    const strikes = await Promise.all(group.map(async (who) => (await itemOf(gm, who, "unarmed-strike")).uuid));
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await settled(ofBrawler);
    await use(gm, enforcer, "unarmed-strike", [knight]);
    await settled(gm);
    for (const client of everyone) {
      expect((await cards(client))).toEqual([]);
      const text = await knows(client);
      expect(strikes.filter((uuid) => text.includes(uuid))).toEqual([]);
    }
    // What is declared lies in the browser of whoever declared it, and in no other.
    const sealed = (client: HeadlessClient): Promise<string> => client.run(() => String(game.settings.get("fatewalker", "sealedDeeds")));
    for (const [client, own] of [[ofBrawler, [strikes[0]]], [gm, [strikes[2]]], [ofDuellist, []], [ofKnight, []]] as const) {
      const text = await sealed(client);
      expect(strikes.filter((uuid) => text.includes(uuid))).toEqual(own);
    }
    await everywhere(everyone, part("secret"), "At the same moment: 2 of 3 have declared. What they do is shown when all are in.");
    /** How far each is, why they act together, and with whom. */
    const told = async (client: HeadlessClient): Promise<string[][]> => (await notes(group)(client)).map((note) => note.split(/ · |: | with |, /).sort());
    const named = (why: readonly string[]) => [["has declared", "Isaura", "Enforcer (1)"], ["is deciding", "Tobin", "Enforcer (1)"], ["has declared", "Tobin", "Isaura"]].map((words) => [...words, ...why].sort());
    await everywhere([gm], told, named(["Same Awareness", "together"]));
    await everywhere(players, told, named(["Acts together"]));
    await use(ofDuellist, duellist, "unarmed-strike", [knight]);
    await everywhere(everyone, course, { [idOf(brawler)]: "answering: none", [idOf(duellist)]: "answering: pending", [idOf(enforcer)]: "answering: pending" });
    // Nothing is rolled before the outsider has answered.
    expect((await cards(gm)).map(({ attackDice }) => attackDice.length)).toEqual([0, 0, 0]);
    await react(ofKnight, knight, enforcer, "evasion-dodge");
    await everywhere(everyone, course, { [idOf(brawler)]: "applied: none", [idOf(duellist)]: "applied: none", [idOf(enforcer)]: "applied: reaction" });
    // All happens at once: nobody's dice are wounded by a blow of the same moment.
    for (const { attackDice } of await cards(gm)) expect(attackDice.length > 0 && attackDice.every(({ wounded }) => !wounded)).toBe(true);
    await wish(ofKnight, "react", knight, { exchange: await cardOf(duellist), target: 0, reaction: (await itemOf(gm, knight, "evasion-dodge")).id, choices: {} });
    await settled(ofKnight);
    expect(await refusals(ofKnight)).toHaveLength(1);
    expect(await ticks(brawler, duellist, enforcer, knight)).toEqual([10, 10, 10, 28]);
    await agree();
  });

  test("R021 an outsider who holds steps in before one of the simultaneous actions: not before a second, and without an answer to the others", async () => {
    const { brawler, duellist, knight, enforcer, everyone, ofBrawler, ofDuellist, ofKnight } = six;
    await together({ [idOf(knight)]: 1 });
    await use(ofKnight, knight, "common-hold-action");
    await settled(gm);
    await everywhere(everyone, part("tick"), 4);
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await use(ofDuellist, duellist, "unarmed-strike", [enforcer]);
    await use(gm, enforcer, "unarmed-strike", [knight]);
    for (const client of everyone) await openExchanges(client, 3);
    const strike = { maneuver: (await itemOf(gm, knight, "unarmed-strike")).uuid, choices: {}, mode: "public" };
    await wish(ofKnight, "preempt", knight, { ...strike, exchange: await cardOf(brawler), targets: [brawler] });
    for (const client of everyone) await openExchanges(client, 4);
    await wish(ofKnight, "preempt", knight, { ...strike, exchange: await cardOf(duellist), targets: [duellist] });
    await settled(ofKnight);
    expect(await refusals(ofKnight)).toEqual(["FATEWALKER.Moment.MayNotPreempt"]);
    await everywhere(everyone, course, { [idOf(brawler)]: "answering: none", [idOf(duellist)]: "answering: none", [idOf(enforcer)]: "answering: none", [idOf(knight)]: "answering: pending" });
    await react(ofBrawler, brawler, knight, null);
    await everywhere(everyone, async (client) => Object.values(await course(client)), ["applied: none", "applied: none", "applied: none", "applied: none"]);
    expect((await carriedOut(gm))[0]).toBe(idOf(knight));
    expect(await ticks(knight, brawler, duellist, enforcer)).toEqual([10, 10, 10, 10]);
    await agree();
  });

  test("R025 R026 two of three players are ambushed: the free action costs nothing and comes once, for the ambusher alone; who is surprised is asked nothing and starts 10 ticks later", async () => {
    const { brawler, duellist, knight, enforcer, twin, marksman, everyone, players, ofBrawler, ofDuellist, ofKnight } = six;
    await gm.run(async (plan) => {
      await (game.system.api as unknown as { layAmbush(combat: unknown, plan: object): Promise<void> }).layAmbush(game.combats.contents[0], plan);
    }, { surprised: [idOf(brawler), idOf(duellist)], penalty: 10, free: idOf(enforcer), noticed: {} });
    const surprised = (client: HeadlessClient): Promise<boolean[]> => client.run((ids) => ids.map((id) => game.combats.contents[0]?.combatants.get(id)?.actor?.statuses.has("surprised") === true), [brawler, duellist, knight].map(idOf));
    await everywhere(everyone, surprised, [true, true, false]);
    for (const [client, who] of [[ofBrawler, brawler], [ofDuellist, duellist], [ofKnight, knight]] as const) {
      await use(client, who, "unarmed-strike", [enforcer]);
      await settled(client);
      expect(await refusals(client)).toEqual(["FATEWALKER.Error.NoAmbusher"]);
    }
    await use(gm, enforcer, "unarmed-strike", [brawler]);
    await everywhere(everyone, course, { [idOf(enforcer)]: "applied: unaware" });
    const opener = async (client: HeadlessClient): Promise<string | undefined> => (await tracker(client)).rows[idOf(enforcer)]?.note;
    await everywhere(everyone, opener, expect.stringContaining("free action used"));
    // The two are in melee from that blow on, at Long.
    const ranges = (client: HeadlessClient): Promise<Record<string, number>> => client.run(() => Object.fromEntries(Object.entries((game.combats.contents[0]?.system as unknown as { engagements: Record<string, { range: number }> }).engagements).map(([pair, { range }]) => [pair, range])));
    const engaged = { [[idOf(brawler), idOf(enforcer)].sort().join("_")]: 6 };
    await everywhere(everyone, ranges, engaged);
    await use(gm, enforcer, "unarmed-strike", [duellist]);
    await settled(gm);
    expect(await refusals(gm)).toEqual(["FATEWALKER.Error.FreeActionTaken"]);
    await gm.run(async () => { await game.combats.contents[0]?.startCombat(); });
    // All dice succeed: 10 less Awareness, and 10 more for the surprised. Tobin has 4, Isaura 5, Hedwig 4, the enforcer 4, the marksman 5.
    expect(await ticks(brawler, duellist, knight, enforcer, marksman)).toEqual([16, 15, 6, 6, 5]);
    await agree();
    await everywhere(everyone, part("tick"), 5);
    // Once time goes on that is history.
    await everywhere(everyone, opener, expect.not.stringContaining("free action"));
    await everywhere(everyone, ranges, engaged);
    // A creature's blow at one of the surprised waits for nobody; at the one who watched out it waits for that player.
    await use(gm, marksman, "unarmed-strike", [duellist]);
    await everywhere(everyone, async (client) => (await course(client))[idOf(marksman)], "applied: unaware");
    // The knight has Awareness 4 as the two enforcers have, which nobody is told who may not read theirs.
    await everywhere(players, async (client) => (await tracker(client)).rows[idOf(knight)]?.note, expect.stringMatching(/^is deciding · Acts together with Enforcer \(\d\), Enforcer \(\d\)$/));
    for (const who of [enforcer, twin]) await use(gm, who, "common-hold-action");
    await use(ofKnight, knight, "common-hold-action");
    await everywhere(everyone, part("tick"), 11);
    await use(gm, marksman, "common-hold-action");
    await everywhere(everyone, part("tick"), 15);
    await everywhere(everyone, surprised, [true, false, false]);
    await everywhere(everyone, part("order"), await part("order")(gm));
    for (let step = 0; step < 8 && (await clock(gm)).tick > 0; step += 1) await back(gm);
    await everywhere(everyone, part("tick"), 0);
    // The free action is a step of its own before the clock begins, and the ambush another.
    await everywhere([gm], async (client) => (await tracker(client)).log.filter(({ state }) => state === "applied").map(({ words }) => words), ["Enforcer (1): Strike at Tobin", "An ambush is laid: Isaura, Tobin"]);
    expect(await woundsOf(gm, brawler)).toBeGreaterThan(0);
    await back(gm);
    expect(await woundsOf(gm, brawler)).toBe(0);
    await everywhere(everyone, ranges, {});
    await everywhere(everyone, surprised, [true, true, false]);
    await back(gm);
    await everywhere(everyone, surprised, [false, false, false]);
  });

  test("who comes late is counted from now, a blow that is unbalanced costs its attacker more, the GM moves whom it likes, and who is unconscious, dying or dead stands where the rules say: on every client", async () => {
    const { brawler, duellist, knight, enforcer, twin, everyone, players, ofBrawler, ofDuellist, ofKnight } = six;
    await learn(gm, brawler, "unarmed-unbalance");
    await gm.run(async ([id, late]) => {
      const combat = game.combats.contents[0];
      await combat?.combatants.get(id)?.actor?.update({ system: { skills: { weaponry: { branches: { unarmed: { value: 5 } } }, perception: { branches: { observe: { value: 3 } } } } } });
      await combat?.combatants.get(late)?.delete();
    }, [idOf(brawler), idOf(knight)] as const);
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 4, [idOf(enforcer)]: 6, [idOf(twin)]: 8 });
    await wish(ofBrawler, "act", brawler, { cost: 9 });
    await everywhere(everyone, part("tick"), 4);
    // The third player comes late, and rolls on the own client: 10 less 4 successes, from tick 4 on.
    const latecomer = await gm.run(async (token) => {
      const found = game.scenes.contents[0]?.tokens.contents.find(({ uuid }) => uuid === token) as unknown as { id: string; actorId: string; parent: { id: string } } | undefined;
      const [made] = (await game.combats.contents[0]?.createEmbeddedDocuments("Combatant", [{ tokenId: found?.id, sceneId: found?.parent.id, actorId: found?.actorId }])) ?? [];
      return made?.id ?? "";
    }, knight.token);
    await everywhere(everyone, async (client) => (await tracker(client)).rows[latecomer], expect.objectContaining({ group: "undecided", note: "no initiative yet" }));
    await ofKnight.run(async (id) => { await game.combats.contents[0]?.rollInitiative([id]); }, latecomer);
    const late = { ...knight, combatant: latecomer };
    await everywhere(everyone, async (client) => (await clock(client)).rows[latecomer]?.tick, 10);
    expect(await gm.until((id) => (game.combats.contents[0]?.combatants.get(id)?.actor?.toObject() as { system: { will: { spent: number } } } | undefined)?.system.will.spent, latecomer)).toBe(1);

    // The GM lets somebody wait who is due; what its player writes past the clock is put back.
    await gm.run(async (id) => { await game.combats.contents[0]?.setInitiative(id, 7); }, idOf(duellist));
    await ofDuellist.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.update({ initiative: 5 }); }, idOf(duellist));
    await everywhere(everyone, async (client) => (await clock(client)).rows[idOf(duellist)]?.tick, 7);
    await next(gm);
    await everywhere(everyone, part("tick"), 6);
    await use(gm, enforcer, "unarmed-strike", [brawler]);
    await react(ofBrawler, brawler, enforcer, "unarmed-unbalance");
    await everywhere(everyone, async (client) => (await course(client))[idOf(enforcer)], "applied: reaction");
    // 4 dice at arm's length against 5: one net success is one tick on the 6 of the strike; the answer's own 6 are counted from tick 10.
    expect(await ticks(brawler, duellist, enforcer)).toEqual([16, 7, 13]);
    await everywhere(everyone, part("tick"), 7);

    await status(gm, duellist, "unconscious");
    await everywhere(everyone, async (client) => (await tracker(client)).rows[idOf(duellist)], expect.objectContaining({ group: "out", note: "unconscious, rolls to wake on tick 127", can: expect.not.arrayContaining(["act", "hold", "move"]) as string[] }));
    await next(gm);
    await everywhere(everyone, part("tick"), 8);
    // Nobody asks the sleeper.
    await use(gm, twin, "unarmed-strike", [duellist]);
    await everywhere(everyone, async (client) => (await course(client))[idOf(twin)], "applied: unaware");
    expect(await ticks(twin)).toEqual([14]);
    // The dying go on: hers is the next tick.
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.actor?.update({ system: { wounds: { temporary: { value: 99 }, normal: { value: 24 }, mortal: { value: 1 } } } }); }, latecomer);
    await status(gm, late, "dying");
    await everywhere(everyone, part("tick"), 10);
    await wish(ofKnight, "act", late, { cost: 2 });
    await everywhere(everyone, async (client) => (await clock(client)).rows[latecomer]?.tick, 12);
    await wish(ofKnight, "act", late, { cost: 50 });
    await everywhere(everyone, part("tick"), 13);
    // The dead at the head.
    await status(gm, enforcer, "dead");
    await everywhere(everyone, async (client) => (await tracker(client)).rows[idOf(enforcer)], expect.objectContaining({ group: "out", note: "dead" }));
    await next(gm);
    await everywhere(everyone, async (client) => [(await clock(client)).tick, (await clock(client)).active], [14, idOf(twin)]);
    await everywhere(players, part("order"), await part("order")(gm));
    await back(gm);
    await everywhere(everyone, async (client) => [(await clock(client)).tick, (await clock(client)).active], [13, null]);
    expect(await refusals(ofKnight)).toEqual([]);
  });

  test("a scene without a fight, with a bomb and a train, runs on the same clock for all three: who may see it coming does, it costs no Will, and a step back brings both back", async () => {
    const { brawler, duellist, knight, everyone, players, ofBrawler, ofDuellist, ofKnight } = six;
    const willSpent = (client: HeadlessClient): Promise<number[]> => client.run((ids) => ids.map((id) => (game.combats.contents[0]?.combatants.get(id)?.actor?.toObject() as { system: { will: { spent: number } } } | undefined)?.system.will.spent ?? -1), [brawler, duellist, knight].map(idOf));
    await gm.run(async (target) => {
      const event = (tick: number, kind: string, more: object, every: number | null = null, left: number | null = null): object => ({ tick, every, left, kind, target: kind === "damage" ? target : null, data: more });
      await (game.combats.contents[0] as unknown as { update(changes: object): Promise<unknown> }).update({
        system: { kind: "scene", schedule: { train: event(5, "note", { text: "The train is nearer", public: true }, 5, 2), bomb: event(12, "damage", { text: "the bomb", damage: "3", public: true }), spy: event(9, "note", { text: "The driver is a traitor" }) } },
      });
    }, idOf(knight));
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 2, [idOf(knight)]: 3 });
    await everywhere(players, part("events"), ["5 The train is nearer (every 5 ticks)", "12 the bomb (Hedwig)"]);
    await everywhere([gm], part("events"), ["5 The train is nearer (every 5 ticks)", "9 The driver is a traitor", "12 the bomb (Hedwig)"]);
    await wish(ofBrawler, "act", brawler, { cost: 20 });
    await wish(ofDuellist, "act", duellist, { cost: 20 });
    await everywhere(everyone, part("tick"), 3);
    await wish(ofKnight, "act", knight, { cost: 20 });
    await everywhere(everyone, part("tick"), 21);
    /** How often this person is told of each. */
    const told = (client: HeadlessClient): Promise<number[]> => client.run(() => ["The train is nearer", "takes 3 damage the bomb", "traitor"].map((words) => game.messages.contents.filter(({ visible, flags }) => visible && flags.fatewalker?.events === true).reduce((sum, { content }) => sum + content.split(words).length - 1, 0)));
    await everywhere(players, told, [3, 1, 0]);
    await everywhere([gm], told, [3, 1, 1]);
    await everywhere(everyone, (client) => woundsOf(client, knight), 3);
    await everywhere(everyone, willSpent, [0, 0, 0]);
    await everywhere(players, part("events"), ["612 3 Temporary fade (Hedwig)"]);
    await back(gm);
    await everywhere(everyone, part("tick"), 3);
    await everywhere(everyone, told, [0, 0, 0]);
    await everywhere(everyone, (client) => woundsOf(client, knight), 0);
    await everywhere(players, part("events"), ["5 The train is nearer (every 5 ticks)", "12 the bomb (Hedwig)"]);
  });
});
