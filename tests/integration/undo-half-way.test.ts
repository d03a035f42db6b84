import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { Play } from "./play";
import type { Participant } from "./soak/globals";
import type { FightRecord } from "../../src/flows/log/replay";
import { differences } from "./soak/compare";
import { fightLog } from "./soak/scripts";

/* A commit is cut off after each of its writes: whoever commits next finishes it or takes it back, and nothing is half done. */

let play: Play;
let brawler: Participant;
let duellist: Participant;
let strike: string;
let sidestep: string;
let attacker: HeadlessClient;
let defender: HeadlessClient;

/** A fight's log names ledgers, whose ids are new each time. */
const comparable = (world: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(world).map(([uuid, text]) => {
    const source = JSON.parse(text) as { system?: { log?: object } };
    return [uuid, JSON.stringify(source.system?.log === undefined ? source : { ...source, system: { ...source.system, log: Object.keys(source.system.log).length } })];
  }));

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
async function cutOff(writes: number, act: () => Promise<void>, wanted: string, successor: HeadlessClient | null): Promise<boolean> {
  play.table.faults.cutAfter("gamemaster", writes);
  await act();
  const end = Date.now() + 15_000;
  let cut = false;
  for (;;) {
    if (play.table.faults.isDropped("gamemaster")) {
      // A client notices a little later that it was cut off.
      await play.gm.noticeLoss();
      cut = true;
      if (successor === null) await comeBack();
      else {
        await play.phase(successor, wanted);
        await play.settled(successor);
        await comeBack();
      }
    }
    const card = await play.card(attacker);
    if (card.phase === wanted && (await attacker.run(isSettled))) {
      // Nothing is cut off from here on.
      play.table.faults.cutAfter("gamemaster", 0);
      if (!play.table.faults.isDropped("gamemaster")) return cut;
    }
    if (Date.now() > end) throw new Error(`Cut after ${writes} writes, the exchange stays ${card.phase}.`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

/** Has everybody's wish been settled, as a player sees it? */
const isSettled = (): boolean => !(globalThis as unknown as { game: { messages: { contents: { type: string }[] } } }).game.messages.contents.some(({ type }) => type === "intent");

async function comeBack(): Promise<void> {
  play.table.faults.restore("gamemaster");
  await play.gm.comeBack();
  // Whoever was cut off has said so on its console; that is no fault.
  const others = play.gm.problems.filter(({ message }) => !/connection/i.test(message));
  play.gm.problems.splice(0, play.gm.problems.length, ...others);
}

/** What of the fight stands that no commit has written: half of one that was cut off. */
const strays = async (): Promise<string[]> => {
  const record = JSON.parse(await play.gm.run(fightLog)) as FightRecord;
  return record.steps.filter(({ kind }) => kind === "outside").map(({ documents }) => JSON.stringify(documents));
};

const declare = (): Promise<void> => play.declare(attacker, brawler, strike, [duellist]);
const react = (): Promise<void> => play.react(defender, duellist, sidestep);

/** Ledgers that say of themselves that they are neither done nor undone. */
const halfDone = async (): Promise<string[]> => (await play.ledgers()).filter(({ state }) => state === "applying").map(({ kind }) => kind);

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
      expect(await strays(), `cut after ${writes} writes`).toEqual([]);
      expect(await halfDone(), `cut after ${writes} writes`).toEqual([]);
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
});
