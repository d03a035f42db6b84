import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { comparable, CutOff, cutPlaces, halfDone, strays } from "./cut-off";
import { Play } from "./play";
import { differences } from "./soak/compare";
import type { Participant, SoakGlobals } from "./soak/globals";

/* Every commit on the clock that is no exchange is cut off after each of its writes: whoever commits next finishes it, or nothing of it stands. */

declare const game: SoakGlobals["game"];

let play: Play;
let brawler: Participant;
let duellist: Participant;
let attacker: HeadlessClient;
let combat: string;
let boon: string;

/** No dice are thrown by what is cut off here, but for those of who joins. */
const prepare = (): Promise<void> => play.dice(0.95);

async function open(generation: 13 | 14): Promise<void> {
  play = await Play.open(generation);
  brawler = await play.who("pregen-brawler");
  duellist = await play.who("pregen-duellist");
  attacker = await play.ownerOf(brawler);
  await prepare();
  [combat, boon] = await play.gm.run(async (id): Promise<[string, string]> => {
    const fight = game.combats.contents[0];
    const actor = fight?.combatants.get(id)?.actor;
    const known = (await game.packs.get("fatewalker.powers")?.getDocuments())?.find(({ system }) => system.key === "power-fate-protector-boon");
    await actor?.createEmbeddedDocuments("Item", known === undefined ? [] : [known.toObject()]);
    await actor?.update({ system: { fate: { rating: 4, spent: 0, apathy: 0 } } });
    for (const [index, other] of (fight?.combatants.contents ?? []).entries()) await fight?.setInitiative(other.id, other.id === id ? 1 : 5 + index);
    return [fight?.id ?? "", actor?.items.contents.find(({ system }) => system.key === "power-fate-protector-boon")?.id ?? ""];
  }, brawler.combatant ?? "");
}

afterEach(async () => {
  expect(await play.close()).toEqual([]);
});

/** What somebody does: a player by a wish, the Gamemaster with his own hands, which nothing repeats where the line breaks before anything is written. */
const byGm = (script: (ids: readonly string[]) => Promise<unknown>) => async (): Promise<void> => {
  await play.gm.run(async ([source, ids]) => {
    const act = (0, eval)(`(${source})`) as (ids: readonly string[]) => Promise<unknown>;
    await act(ids);
    return null;
  }, [script.toString(), [brawler.combatant ?? "", duellist.combatant ?? ""]] as const).catch(() => null);
};
const byPlayer = (op: string, args: () => object) => (): Promise<void> => play.wish(attacker, op, brawler, args());

const DEEDS: Readonly<Record<string, () => Promise<void>>> = {
  begin: byGm(async () => game.combats.contents[0]?.startCombat()),
  act: byPlayer("act", () => ({ cost: 7 })),
  hold: byPlayer("hold", () => ({})),
  move: byPlayer("move", () => ({ deed: "begin", pace: "run", terrain: 0, toward: null })),
  spend: byPlayer("spend", () => ({ item: boon, targets: [], mode: "public" })),
  adjust: byGm(async ([, other]) => game.combats.contents[0]?.setInitiative(other ?? "", 33)),
  "next with several events": byGm(async () => game.combats.contents[0]?.nextTurn()),
  "a grapple by the GM's hand": () => play.wish(play.gm, "move", null, { deed: "engagement", combat, pair: [brawler.combatant, duellist.combatant].sort().join("_"), record: { range: 1, grapple: { dominant: brawler.combatant, level: 2 }, ground: null, hold: null } }).catch(() => undefined),
  "an amount by hand": byGm(async ([, other]) => game.system.api.applyDamage(3, { targets: [game.combats.contents[0]?.combatants.get(other ?? "")?.actor] })),
  end: () => play.wish(play.gm, "advance", null, { combat, deed: { kind: "end", clearTemporary: true } }).catch(() => undefined),
};

/** What a deed finds, where that is not simply the first one's turn. */
const BEFORE: Readonly<Record<string, () => Promise<void>>> = {
  "next with several events": async () => {
    await play.gm.run(async ([first, id]) => {
      const fight = game.combats.contents[0];
      for (const { id: other } of fight?.combatants.contents ?? []) await fight?.setInitiative(other, 12);
      const generation = game.release.generation;
      await fight?.combatants.get(first)?.actor?.createEmbeddedDocuments("ActiveEffect", [{ name: "Passing", duration: generation === 13 ? { rounds: 4, startRound: fight.round } : { value: 4, units: "rounds" } }]);
      const event = (tick: number, kind: string, target: string | null, data: object): object => ({ tick, every: null, left: null, kind, target, data });
      await fight?.update({ system: { schedule: { fire: { ...event(3, "damage", id, { damage: "2", text: "Fire", armor: false }), every: 3, left: 2 }, bell: event(5, "note", null, { text: "Gong", public: true }), wolf: event(7, "note", null, { text: "Wolf", public: false }) } } });
    }, [brawler.combatant ?? "", duellist.combatant ?? ""] as const);
  },
};

/** The world with its time, which the clock moves along. */
const all = async (): Promise<Record<string, string>> => ({ ...comparable(await play.world()), "the world's time": String(await play.gm.run(() => game.time.worldTime)) });
/** World time follows the clock a moment later. */
const timeIsRight = (): Promise<boolean> => play.gm.run(() => game.combats.contents.length === 0 || game.time.worldTime === Math.floor((game.combats.contents[0]?.round ?? 0) / 2));
/** Nobody commits, and nothing is left half-way. */
const isQuiet = async (client: HeadlessClient): Promise<boolean> => (await halfDone(play, client)).length === 0;
const FULL = process.env["FULL"] === "1";
const LEAST = { 13: 2, 14: 1 } as const;

/** V14 writes a commit in one batch, so that there is little to cut off: it is tried in the long run only. */
describe.each(FULL ? ([13, 14] as const) : ([13] as const))("a commit on the clock that is cut off, on V%i", (generation) => {
  beforeEach(() => open(generation));

  test.each(FULL ? (["the Gamemaster comes back", "the assistant takes over"] as const) : (["the assistant takes over"] as const))("after every one of its writes: %s, all of it stands or nothing, and it can be taken back", { timeout: 400_000 }, async (how) => {
    const successor = how === "the assistant takes over" ? await play.table.join("assistant") : null;
    const cutOff = new CutOff(play, successor, prepare);
    for (const [place, [name, deed]] of Object.entries(DEEDS).entries()) {
      // The short run tries every third: each cut takes a start of a client.
      const tried = FULL || place % 3 === 0;
      if (tried) await each(name, deed, cutOff);
      if (name === "begin") {
        await deed();
        await play.settled();
      }
    }
  });

  async function each(name: string, deed: () => Promise<void>, cutOff: CutOff): Promise<void> {
    await BEFORE[name]?.();
    await play.settled();
    const before = await all();
    const sofar = play.table.faults.writesOf("gamemaster");
    await deed();
    await play.settled();
    await expect.poll(timeIsRight, { message: name }).toBe(true);
    const after = await all();
    const total = play.table.faults.writesOf("gamemaster") - sofar;
    expect(differences(after, before), name).not.toEqual([]);
    const takeBack = async (): Promise<void> => {
      await play.wish(play.gm, "undo", null, { ledger: (await play.ledgers()).filter(({ state }) => state === "applied").at(-1)?.id });
      await play.settled();
      await expect.poll(async () => differences(await all(), before), { message: `${name}, taken back` }).toEqual([]);
    };
    await takeBack();
    let cuts = 0;
    for (const writes of cutPlaces(total)) {
      const known = new Set((await play.ledgers()).map(({ id }) => id));
      cuts += Number(await cutOff.during(writes, deed, isQuiet));
      const place = `${name}, cut after ${String(writes)} writes`;
      await expect.poll(async () => [await halfDone(play), await differ(before, after)], { message: place }).toEqual([[], []]);
      if (name !== "end") expect(await strays(play).then((found) => found.filter((text) => !text.includes("schedule") && !text.includes("Passing"))), place).toEqual([]);
      const made = (await play.ledgers()).filter(({ id }) => !known.has(id));
      expect(made.length, place).toBeLessThanOrEqual(1);
      if (made.length === 1) await takeBack();
    }
    expect(cuts, name).toBeGreaterThanOrEqual(LEAST[generation]);
  }

  /** In what the world differs from before and after, whichever is nearer. */
  async function differ(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): Promise<string[]> {
    const now = await all();
    const [one, other] = [differences(now, before), differences(now, after)];
    return one.length === 0 || other.length === 0 ? [] : other;
  }
});
