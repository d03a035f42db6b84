import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { comparable, CutOff, halfDone, strays } from "./cut-off";
import { Play } from "./play";
import type { Participant } from "./soak/globals";
import { differences } from "./soak/compare";

/* A commit is cut off after each of its writes: whoever commits next finishes it or takes it back, and nothing is half done. */

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
};

/** The Gamemaster's connection is cut after so many writes; this tells whether it was, and brings everything to its end. */
const cutOff = (writes: number, act: () => Promise<void>, wanted: string, successor: HeadlessClient | null): Promise<boolean> =>
  new CutOff(play, successor).during(writes, act, async (client) => (await play.card(client)).phase === wanted);

const declare = (): Promise<void> => play.declare(attacker, brawler, strike, [duellist]);
const react = (): Promise<void> => play.react(defender, duellist, sidestep);

afterEach(async () => {
  expect(await play.close()).toEqual([]);
});

/** V14 writes an exchange in one batch, so that there is little to cut off: it is tried in the long run only. */
const GENERATIONS: readonly (13 | 14)[] = process.env["FULL"] === "1" ? [13, 14] : [13];

describe.each(GENERATIONS)("an exchange that is cut off, on V%i", (generation) => {
  beforeEach(() => open(generation));

  test.each(["the Gamemaster comes back", "the assistant takes over"] as const)("after every one of its writes: %s, it comes to the same end, and can be taken back", { timeout: 240_000 }, async (how) => {
    const successor = how === "the assistant takes over" ? await play.table.join("assistant") : null;
    const before = comparable(await play.world());
    const cards = new Set<string>();
    for (let writes = 1, cut = true; cut; writes += 1) {
      const declared = await cutOff(writes, declare, "answering", successor);
      const done = declared ? false : await cutOff(writes, react, "applied", successor);
      if (declared) {
        await react();
        await play.phase(attacker, "applied");
        await play.settled();
      }
      cut = declared || done;
      expect(await strays(play), `cut after ${writes} writes`).toEqual([]);
      expect(await halfDone(play), `cut after ${writes} writes`).toEqual([]);
      const card = await play.card();
      cards.add(card.id);
      expect(card.rolls.length).toBeGreaterThan(1);
      await play.wish(play.gm, "undo", null, { ledger: card.ledger });
      await play.settled();
      expect(differences(comparable(await play.world()), before), `undone, after a cut after ${writes} writes`).toEqual([]);
      expect(cards.size).toBe(writes);
    }
    expect(cards.size).toBeGreaterThan(generation === 14 ? 2 : 6);
  });

  test("undo and redo that are cut off after every one of their writes come to their end", { timeout: 240_000 }, async () => {
    const before = comparable(await play.world());
    await declare();
    await play.phase(defender, "answering");
    await react();
    await play.phase(attacker, "applied");
    await play.settled();
    const after = comparable(await play.world());
    const { ledger, id } = await play.card();
    let positions = 0;
    for (let writes = 1, cut = true; cut; writes += 1) {
      // The wish itself is the first write of a GM's client; one that never reached the table is no half-done undo.
      const undone = await cutOff(writes + 1, () => play.wish(play.gm, "undo", null, { ledger }).catch(() => undefined), "undone", null);
      expect(differences(comparable(await play.world()), before), `undo cut after ${writes} writes`).toEqual([]);
      const redone = await cutOff(writes + 1, () => play.wish(play.gm, "undo", null, { ledger, redo: true }).catch(() => undefined), "applied", null);
      expect(differences(comparable(await play.world()), after), `redo cut after ${writes} writes`).toEqual([]);
      expect((await play.card()).id).toBe(id);
      cut = undone || redone;
      positions += Number(cut);
    }
    expect(positions).toBeGreaterThan(generation === 14 ? 0 : 3);
  });

  test("L-A14 a correction that is cut off after every one of its writes is there as a whole, and is taken back as a whole", { timeout: 240_000 }, async () => {
    const steady = (): Promise<void> => play.dice(0.95);
    await steady();
    await declare();
    await play.phase(defender, "answering");
    await react();
    await play.phase(attacker, "applied");
    await play.settled();
    const before = comparable(await play.world());
    const isCorrected = (client: HeadlessClient): Promise<boolean> => client.run(() => {
      const cards = (globalThis as unknown as { game: { messages: { contents: { type: string; system: { phase: string; amendments?: object[] } }[] } } }).game.messages.contents.filter(({ type }) => type === "exchange");
      return cards.at(-1)?.system.phase === "applied" && (cards.at(-1)?.system.amendments ?? []).length === 1;
    });
    let whole: Record<string, string> | null = null;
    let positions = 0;
    for (let writes = 1, cut = true; cut; writes += 1) {
      const { id, ledger } = await play.card();
      const args = { exchange: id, do: "correct", ledger, targets: [{ target: 0, successes: 12 }] };
      cut = await new CutOff(play, null, steady).during(writes + 1, () => play.wish(play.gm, "amend", null, args).catch(() => undefined), isCorrected);
      const now = comparable(await play.world());
      whole ??= now;
      expect(differences(now, whole), `corrected, cut after ${writes} writes`).toEqual([]);
      expect(await strays(play), `cut after ${writes} writes`).toEqual([]);
      expect(await halfDone(play), `cut after ${writes} writes`).toEqual([]);
      positions += Number(cut);
      await play.wish(play.gm, "undo", null, { ledger: (await play.card()).ledger });
      await play.settled();
      expect(differences(comparable(await play.world()), before), `taken back, after a cut after ${writes} writes`).toEqual([]);
    }
    expect(differences(whole ?? {}, before)).not.toEqual([]);
    expect(positions).toBeGreaterThan(generation === 14 ? 0 : 3);
  });
});
