import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { comparable, CutOff, cutPlaces, halfDone, strays } from "./cut-off";
import { learn } from "./fight-table";
import { Play } from "./play";
import type { Participant } from "./soak/globals";
import { differences } from "./soak/compare";
import type { SoakGlobals } from "./soak/globals";

/* A commit is cut off after each of its writes: whoever commits next finishes it or takes it back, and nothing is half done. */

declare const game: SoakGlobals["game"];

let play: Play;
let brawler: Participant;
let duellist: Participant;
let strike: string;
let sidestep: string;
let attacker: HeadlessClient;
let defender: HeadlessClient;

const open = async (generation: 13 | 14): Promise<void> => {
  play = await Play.open(generation);
  brawler = await play.who("pregen-brawler");
  duellist = await play.who("pregen-duellist");
  attacker = await play.ownerOf(brawler);
  defender = await play.ownerOf(duellist);
  strike = (await play.maneuver(brawler, "unarmed-strike")).uuid;
  sidestep = (await play.maneuver(duellist, "evasion-sidestep")).id;
  await play.begin(brawler);
  await play.dice(0.95);
};

/** The Gamemaster's connection is cut after so many writes; this tells whether it was, and brings everything to its end. */
const cutOff = (writes: number, act: () => Promise<void>, wanted: string, successor: HeadlessClient | null): Promise<boolean> =>
  new CutOff(play, successor, () => play.dice(0.95)).during(writes, act, async (client) => (await play.card(client)).phase === wanted);

/** World time follows the clock a moment later. */
const timeIsRight = (): Promise<boolean> => play.gm.run(() => game.time.worldTime === Math.floor((game.combats.contents[0]?.round ?? 0) / 2));

const declare = (): Promise<void> => play.declare(attacker, brawler, strike, [duellist]);
const react = (): Promise<void> => play.react(defender, duellist, sidestep);
/** A whole exchange, from its declaration until it is applied. */
const exchange = async (): Promise<void> => {
  await declare();
  await play.phase(defender, "answering");
  await react();
  await play.phase(attacker, "applied");
  await play.settled();
};

afterEach(async () => {
  expect(await play.close()).toEqual([]);
});

/** V14 writes an exchange in one batch, so that there is little to cut off: it is tried in the long run only. */
const FULL = process.env["FULL"] === "1";
const GENERATIONS: readonly (13 | 14)[] = FULL ? [13, 14] : [13];
/** The long run cuts after every write, the short one of undo, redo and what follows an exchange after every second: each cut takes a start of a client. */
const STEP = FULL ? 1 : 2;
/** So many cuts there are at the least, on V13 with each of its writes and on V14 with its batch. */
const least = (generation: 13 | 14, writes: number): number => (generation === 14 ? 0 : Math.floor((writes - 1) / STEP));

describe.each(GENERATIONS)("an exchange that is cut off, on V%i", (generation) => {
  beforeEach(() => open(generation));

  test.each(["the Gamemaster comes back", "the assistant takes over"] as const)("after every one of its writes: %s, it comes to the same end, and can be taken back", { timeout: 240_000 }, async (how) => {
    const successor = how === "the assistant takes over" ? await play.table.join("assistant") : null;
    if (successor !== null) await play.dice(0.95, successor);
    const before = comparable(await play.world());
    const writesOf = (): number => play.table.faults.writesOf("gamemaster");
    const takeBack = async (): Promise<void> => {
      await play.wish(play.gm, "undo", null, { ledger: (await play.card()).ledger });
      await play.settled();
    };
    const start = writesOf();
    await declare();
    await play.phase(defender, "answering");
    const between = writesOf();
    await react();
    await play.phase(attacker, "applied");
    await play.settled();
    const total = Math.max(between - start, writesOf() - between);
    expect(total).toBeGreaterThan(generation === 14 ? 1 : 5);
    await takeBack();
    const cards = new Set<string>();
    let cuts = 0;
    for (const writes of cutPlaces(total)) {
      const declared = await cutOff(writes, declare, "answering", successor);
      const done = declared ? false : await cutOff(writes, react, "applied", successor);
      if (declared) {
        await react();
        await play.phase(attacker, "applied");
        await play.settled();
      }
      cuts += Number(declared || done);
      expect(await strays(play), `cut after ${writes} writes`).toEqual([]);
      expect(await halfDone(play), `cut after ${writes} writes`).toEqual([]);
      const card = await play.card();
      cards.add(card.id);
      expect(card.rolls.length).toBeGreaterThan(1);
      await takeBack();
      expect(differences(comparable(await play.world()), before), `undone, after a cut after ${writes} writes`).toEqual([]);
    }
    // A card for each time; it was cut every time but the last, and where the last write is one that time makes, which comes later.
    expect(cards.size).toBe(cutPlaces(total).length);
    expect(cuts).toBeGreaterThanOrEqual(cutPlaces(total).length - 2);
  });

  test("undo and redo that are cut off after every one of their writes come to their end", { timeout: 240_000 }, async () => {
    const before = comparable(await play.world());
    await exchange();
    const after = comparable(await play.world());
    const { ledger, id } = await play.card();
    let positions = 0;
    for (let writes = 1, cut = true; cut; writes += STEP) {
      // The wish itself is the first write of a GM's client; one that never reached the table is no half-done undo.
      const undone = await cutOff(writes + 1, () => play.wish(play.gm, "undo", null, { ledger }).catch(() => undefined), "undone", null);
      expect(differences(comparable(await play.world()), before), `undo cut after ${writes} writes`).toEqual([]);
      const redone = await cutOff(writes + 1, () => play.wish(play.gm, "undo", null, { ledger, redo: true }).catch(() => undefined), "applied", null);
      expect(differences(comparable(await play.world()), after), `redo cut after ${writes} writes`).toEqual([]);
      expect((await play.card()).id).toBe(id);
      cut = undone || redone;
      positions += Number(cut);
    }
    expect(positions).toBeGreaterThan(least(generation, 4));
  });

  test("L-A14 a correction that is cut off after every one of its writes is there as a whole, and is taken back as a whole", { timeout: 240_000 }, async () => {
    const steady = (): Promise<void> => play.dice(0.95);
    await steady();
    await exchange();
    const before = comparable(await play.world());
    const isCorrected = (client: HeadlessClient): Promise<boolean> => client.run(() => {
      const cards = (globalThis as unknown as { game: { messages: { contents: { type: string; system: { phase: string; amendments?: object[] } }[] } } }).game.messages.contents.filter(({ type }) => type === "exchange");
      return cards.at(-1)?.system.phase === "applied" && (cards.at(-1)?.system.amendments ?? []).length === 1;
    });
    let whole: Record<string, string> | null = null;
    let positions = 0;
    for (let writes = 1, cut = true; cut; writes += STEP) {
      const { id, ledger } = await play.card();
      const args = { exchange: id, do: "correct", ledger, targets: [{ target: 0, successes: 12 }] };
      cut = await new CutOff(play, null, steady).during(writes + 1, () => play.wish(play.gm, "amend", null, args).catch(() => undefined), isCorrected);
      const now = comparable(await play.world());
      whole ??= now;
      expect(differences(now, whole), `corrected, cut after ${writes} writes`).toEqual([]);
      expect(await strays(play), `cut after ${writes} writes`).toEqual([]);
      expect(await halfDone(play), `cut after ${writes} writes`).toEqual([]);
      await expect.poll(timeIsRight, { message: `world time, cut after ${writes} writes` }).toBe(true);
      positions += Number(cut);
      await play.wish(play.gm, "undo", null, { ledger: (await play.card()).ledger });
      await play.settled();
      await expect.poll(timeIsRight, { message: `world time taken back, cut after ${writes} writes` }).toBe(true);
      expect(differences(comparable(await play.world()), before), `taken back, after a cut after ${writes} writes`).toEqual([]);
    }
    expect(differences(whole ?? {}, before)).not.toEqual([]);
    expect(positions).toBeGreaterThan(least(generation, 4));
  });

  test("L-A14 a correction whose card cannot be written stands all the same: nothing is put over it, and the next who comes finishes it", async () => {
    await play.dice(0.95);
    await exchange();
    const before = comparable(await play.world());
    const correct = async (): Promise<void> => {
      const { id, ledger } = await play.card();
      await play.wish(play.gm, "amend", null, { exchange: id, do: "correct", ledger, targets: [{ target: 0, successes: 12 }] });
      await play.settled();
    };
    await correct();
    const corrected = comparable(await play.world());
    await play.wish(play.gm, "undo", null, { ledger: (await play.card()).ledger });
    await play.settled();
    expect(differences(comparable(await play.world()), before)).toEqual([]);
    await play.gm.run((id) => {
      const card = game.messages.contents.find((message) => message.id === id);
      if (card === undefined) throw new Error("There is no card.");
      Reflect.set(card, "update", () => {
        Reflect.deleteProperty(card, "update");
        return Promise.reject(new Error("The card is out of reach."));
      });
    }, (await play.card()).id);
    await correct();
    if (generation === 13) {
      expect(play.gm.problems.splice(0).map(({ message }) => message).join(" ")).toContain("out of reach");
      expect(await halfDone(play)).toEqual(["amend"]);
      await play.table.join("assistant");
    }
    await expect.poll(() => halfDone(play)).toEqual([]);
    await expect.poll(async () => differences(comparable(await play.world()), corrected)).toEqual([]);
    await play.wish(play.gm, "undo", null, { ledger: (await play.card()).ledger });
    await play.settled();
    expect(differences(comparable(await play.world()), before)).toEqual([]);
  });

  test("a run whose token is put beside its target goes back with the exchange, wherever the writing of it was cut off", { timeout: 240_000 }, async () => {
    const steady = (): Promise<void> => play.dice(0.95);
    await steady();
    await learn(play.gm, duellist, "melee-charge");
    await play.gm.run(async ([runner, goal]) => {
      const combatants = game.combats.contents[0]?.combatants;
      const put = async (id: string, x: number): Promise<void> => { await (combatants?.get(id)?.token as unknown as { update(changes: object): Promise<unknown> } | undefined)?.update({ x, y: 900 }); };
      for (const [index, { id }] of (combatants?.contents ?? []).entries()) await put(id, 2000 + index * 100);
      await put(runner, 200);
      await put(goal, 1000);
      await game.combats.contents[0]?.setInitiative(runner, 1);
      await game.combats.contents[0]?.setInitiative(goal, 40);
    }, [duellist.combatant ?? "", brawler.combatant ?? ""] as const);
    await play.settled();
    const charge = (await play.maneuver(duellist, "melee-charge")).uuid;
    const left = (client = play.gm): Promise<number> => client.run((id) => (game.combats.contents[0]?.combatants.get(id)?.token as unknown as { x: number } | undefined)?.x ?? -1, duellist.combatant ?? "");
    let positions = 0;
    for (let writes = 1, cut = true; cut; writes += STEP) {
      await play.declare(defender, duellist, charge, [brawler]);
      await play.settled();
      const { id } = await play.card();
      await play.wish(play.gm, "react", null, { exchange: id, do: "resolve" });
      await play.phase(play.gm, "applied");
      await play.settled();
      cut = await new CutOff(play, null, steady).during(writes, () => play.wish(defender, "move", duellist, { deed: "runUp", exchange: id }), async (client) => (await left(client)) === 900);
      const place = `cut after ${String(writes)} writes`;
      expect(await halfDone(play), place).toEqual([]);
      positions += Number(cut);
      await play.wish(play.gm, "undo", null, { ledger: (await play.card()).ledger });
      await play.settled();
      expect(await left(), place).toBe(200);
    }
    expect(positions).toBeGreaterThan(least(generation, 3));
  });
});
