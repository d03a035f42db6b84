import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { replay, type FightRecord } from "../../src/flows/log/replay";
import { back, begin, cards, clock, dice, fighter, gather, GENERATIONS, idOf, itemOf, learn, react, refusals, settled, use, wish, type TableGlobals } from "./fight-table";
import { differences, recorded, settled as comparable, within } from "./soak/compare";
import { fightLog, world } from "./soak/scripts";
import { everywhere, openSix, tableOfThree, type Six } from "./three-players";
import { tracker, type TrackerView } from "./tracker-view";
import type { HeadlessClient } from "../table/client/headless";

/* An evening of a GM and three players, in the log: back and forth in whole and in part, asked back by each, and out as text and as JSON. */

declare const game: Omit<TableGlobals, "system"> & { system: { api: { fightText(combat: unknown): string; fightLog(combat: unknown): string } } };
declare const Hooks: { on(name: string, heard: () => void): void };

const shared = tableOfThree();
let six: Six;
let gm: HeadlessClient;

/** What the fight's documents hold on that client, but for who waits for whom. */
const held = async (client: HeadlessClient): Promise<Record<string, string>> => comparable(await client.run(world));
const isHeld = async (wanted: Record<string, string>): Promise<void> => { for (const [seat, client] of six.everyone.entries()) await expect.poll(async () => differences(await held(client), wanted), { message: `seat ${String(seat)}` }).toEqual([]); };
const steps = (): Promise<{ id: string; kind: string; by: string }[]> =>
  gm.run(() => game.messages.contents.flatMap(({ id, type, system, flags }) => {
    const { serial, by } = (flags.fatewalker ?? {}) as { serial?: number; by?: string };
    return type === "ledger" && (serial ?? 0) > 0 ? [{ id, kind: system.kind, by: by ?? "", serial: serial ?? 0 }] : [];
  }).sort((one, other) => one.serial - other.serial));
const undo = async (args: object): Promise<void> => {
  await wish(gm, "undo", null, args);
  // What a player asks for waits for a word of the GM's.
  await gm.until(() => !game.messages.contents.some(({ type, system, author }) => type === "intent" && (system.op !== "undo" || author.id === game.user.id)));
};
const phases = async (client: HeadlessClient): Promise<string[]> => (await cards(client)).map(({ phase }) => phase);
/** Cards as they came to that client, with every die. */
const whole = (client: HeadlessClient): Promise<string> => client.run(() => JSON.stringify(game.messages.contents.filter(({ type, system }) => type === "exchange" && system.phase !== "refused").map((message) => [message.id, (message.toObject() as { system: object }).system])));
const gongs = (client: HeadlessClient): Promise<number> => client.run(() => game.messages.contents.filter(({ visible, content }) => visible && content.includes("Gong")).length);
const log = async (client: HeadlessClient): Promise<TrackerView["log"]> => (await tracker(client)).log;
const text = (client: HeadlessClient): Promise<string> => client.run(() => game.system.api.fightText(game.combats.contents[0]));
/** How often anything has fired or begun at the GM's. */
const counts = (): Promise<object> => gm.run(() => ({ ...(globalThis as unknown as { counts: object }).counts }));

interface Evening {
  /** What all held at the beginning and after each step. */
  readonly places: readonly Record<string, string>[];
  /** The last step before it, and each of its own. */
  readonly ids: readonly string[];
}

/** Everybody does something: fourteen steps after the clock has begun. */
async function play(): Promise<Evening> {
  const { brawler, duellist, knight, enforcer, marksman, ofBrawler, ofDuellist, ofKnight } = six;
  await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 2, [idOf(knight)]: 3, [idOf(enforcer)]: 4 }, { [idOf(brawler)]: 8, [idOf(duellist)]: 7, [idOf(knight)]: 6, [idOf(enforcer)]: 5 });
  await gm.run(() => {
    const told = { fired: 0, turns: 0 };
    Object.assign(globalThis, { counts: told });
    Hooks.on("fatewalker.clockEvent", () => { told.fired += 1; });
    Hooks.on("fatewalker.turnStart", () => { told.turns += 1; });
  });
  const combat = await gm.run(() => game.combats.contents[0]?.id);
  const act = (client: HeadlessClient, who: Six["brawler"], cost: number) => async (): Promise<void> => void (await wish(client, "act", who, { cost }));
  const deeds: readonly (readonly [tick: number, deed: () => Promise<unknown>])[] = [
    [3, async () => {
      await use(ofBrawler, brawler, "unarmed-strike", [duellist]);
      await react(ofDuellist, duellist, brawler, "evasion-dodge");
    }],
    [3, () => wish(gm, "advance", null, { combat, kind: "schedule", operations: [{ kind: "schedule", eventId: "gong", event: { tick: 5, every: null, left: null, kind: "note", target: null, data: { text: "Gong", public: true } } }] })],
    [4, () => wish(ofKnight, "move", knight, { deed: "begin", pace: "walk", terrain: 0, toward: null })],
    [7, async () => {
      await use(gm, enforcer, "unarmed-strike", [knight]);
      await react(ofKnight, knight, enforcer, "evasion-dodge");
    }],
    [7, async () => gm.run(async (id) => { await game.combats.contents[0]?.setInitiative(id, 50); }, idOf(marksman))],
    [10, () => wish(ofBrawler, "hold", brawler, {})],
    [10, act(ofDuellist, duellist, 3)],
    [13, act(gm, enforcer, 10)],
    [13, () => wish(ofBrawler, "release", brawler, {})],
    [13, async () => {
      await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
      await react(gm, enforcer, brawler, null);
    }],
    [13, () => wish(ofDuellist, "hold", duellist, {})],
    [13, () => wish(ofKnight, "move", knight, { deed: "stop" })],
    [19, act(ofKnight, knight, 7)],
    [19, async () => wish(ofKnight, "spend", knight, { item: (await itemOf(ofKnight, knight, "power-fate-protector-boon")).id })],
  ];
  const places = [await held(gm)];
  const first = (await steps()).length;
  for (const [index, [tick, deed]] of deeds.entries()) {
    await deed();
    await settled(gm);
    await everywhere(six.everyone, async (client) => (await clock(client)).tick, tick);
    await expect.poll(async () => (await steps()).length - first, { message: `step ${String(index)}` }).toBe(index + 1);
    places.push(await held(gm));
  }
  for (const client of six.everyone) expect(await refusals(client)).toEqual([]);
  const all = await steps();
  // Everybody has done something of it.
  expect(new Set(all.slice(first).map(({ by }) => by)).size).toBe(4);
  return { places, ids: all.slice(first - 1).map(({ id }) => id) };
}

describe.each(GENERATIONS)("an evening in the log, on V%i", (generation) => {
  beforeEach(async () => {
    six = await openSix(shared, generation, async (client) => {
      const all = await Promise.all(["brawler", "duellist", "knight", "enforcer"].map((name) => fighter(client, name)));
      for (const who of all) await learn(client, who, "unarmed-strike", "common-hold-action", "evasion-dodge");
      await gather(client, all);
      await client.run(async (id) => {
        const actor = game.combats.contents[0]?.combatants.get(id)?.actor;
        const boon = (await game.packs.get("fatewalker.powers")?.getDocuments())?.find(({ system }) => system.key === "power-fate-protector-boon");
        await actor?.createEmbeddedDocuments("Item", boon === undefined ? [] : [boon.toObject()]);
        await actor?.update({ system: { fate: { rating: 4, spent: 0, apathy: 0 } } });
      }, idOf(await fighter(client, "knight")));
    });
    ({ gm } = six);
    await dice(gm, 0.95);
  });
  afterEach(async ({ task }) => {
    expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
  });
  afterAll(() => shared.close());

  test("L-A14 the GM goes back and forth in whole and in part: every place holds what it held, on every client; cards say what was taken back, no die is thrown and nothing fires again; text and JSON tell it and replay", async () => {
    const { places, ids } = await play();
    const { everyone, players } = six;
    const end = places.length - 1;
    const cardsThen = await whole(six.ofKnight);
    const before = await counts();
    await everywhere(everyone, gongs, 1);
    await dice(gm, 0.15);
    /** Cards have the 1st, the 4th and the 10th step, which are blows, and the power of the 14th. */
    const phasesAt = (place: number): string[] => [1, 4, 10, 14].map((step) => (place >= step ? "applied" : "undone"));
    let place = end;
    for (const goal of [0, end, 9, 3, 12, 4, end]) {
      await undo(goal < place ? { back: ids[goal] } : { forward: ids[goal] });
      place = goal;
      await isHeld(places[goal] ?? {});
      await everywhere(everyone, phases, phasesAt(goal));
      await everywhere(everyone, gongs, goal >= 4 ? 1 : 0);
      await everywhere([gm], async (client) => (await log(client)).filter(({ state }) => state === "undone").length, end - goal);
      // Players read of it what they may, in the same order and with the same marks.
      const gms = (await log(gm)).map(({ words, state }) => `${words} ${state}`);
      for (const client of players) {
        const theirs = (await log(client)).map(({ words, state }) => `${words} ${state}`);
        expect(gms.filter((line) => theirs.includes(line))).toEqual(theirs);
        expect(theirs.length).toBeGreaterThan(8);
      }
      const record = JSON.parse(await gm.run(fightLog)) as FightRecord;
      const played = replay(record);
      const now = await held(gm);
      expect(differences(within(recorded(played), now), within(now, { ...record.start, ...played }))).toEqual([]);
    }
    // Step by step with the buttons, back over the last two and forward again.
    await back(gm);
    await isHeld(places[end - 1] ?? {});
    await back(gm);
    await isHeld(places[end - 2] ?? {});
    for (const step of [end - 1, end]) await undo({ ledger: ids[step], redo: true });
    await isHeld(places[end] ?? {});
    await everywhere(everyone, whole, cardsThen);
    expect(await counts()).toEqual(before);
    for (const words of ["Tobin", "Isaura", "Hedwig", "Enforcer"]) for (const client of everyone) expect(await text(client)).toContain(words);
    expect(await text(gm)).toContain("Put on the clock");
    for (const client of players) await expect(client.run(() => game.system.api.fightLog(game.combats.contents[0]))).rejects.toThrow();
  }, 150_000);

  test("each player may ask the own last step back and no other's; it is the GM who takes it back, with what came after, or says why not", async () => {
    const { places, ids } = await play();
    const { everyone, ofBrawler, ofDuellist, ofKnight } = six;
    const asked = (client: HeadlessClient): Promise<boolean[]> => client.run(() => game.messages.contents.filter(({ type }) => type === "intent").map(({ visible }) => visible));
    /** The last of each: the blow at the enforcer, the second hold, and the power. */
    const own = [[ofBrawler, 10], [ofDuellist, 11], [ofKnight, 14]] as const;
    for (const [client] of own) await everywhere([client], async (one) => (await log(one)).filter(({ ask }) => ask).length, 1);
    for (const [client, last] of own) {
      for (const step of [10, 11, 14, 1].filter((other) => other !== last)) await wish(client, "undo", null, { ledger: ids[step] });
      await settled(client);
      await everywhere([client], async (one) => refusals(one), ["FATEWALKER.Log.NotYourLast", "FATEWALKER.Log.NotYourLast", "FATEWALKER.Log.NotYourLast"]);
    }
    await isHeld(places[14] ?? {});
    const ask = async (client: HeadlessClient, step: number): Promise<string> => {
      await wish(client, "undo", null, { ledger: ids[step] });
      const id = await gm.until(() => game.messages.contents.find(({ type, system }) => type === "intent" && system.op === "undo")?.id ?? "");
      // Nobody but its author and the GM sees that somebody asks.
      for (const other of six.players) await expect.poll(async () => (await asked(other)).includes(true)).toBe(other === client);
      return id;
    };
    await undo({ refuse: await ask(ofKnight, 14), reason: "It was a good idea" });
    await ofKnight.until(() => game.messages.contents.some((message) => JSON.stringify(message.toObject()).includes("It was a good idea")));
    for (const other of [ofBrawler, ofDuellist]) expect(await other.run(() => game.messages.contents.some((message) => message.visible && JSON.stringify(message.toObject()).includes("It was a good idea")))).toBe(false);
    await isHeld(places[14] ?? {});
    await undo({ accept: await ask(ofKnight, 14) });
    await isHeld(places[13] ?? {});
    // What came after it goes with it: two steps of another player's.
    await undo({ accept: await ask(ofDuellist, 11) });
    await isHeld(places[10] ?? {});
    await everywhere(everyone, phases, ["applied", "applied", "applied", "undone"]);
    await undo({ accept: await ask(ofBrawler, 10) });
    await isHeld(places[9] ?? {});
    await everywhere(everyone, phases, ["applied", "applied", "undone", "undone"]);
    await everywhere(everyone, asked, []);
    await dice(gm, 0.15);
    await undo({ forward: ids[14] });
    await isHeld(places[14] ?? {});
    await everywhere(everyone, phases, ["applied", "applied", "applied", "applied"]);
  });
});
