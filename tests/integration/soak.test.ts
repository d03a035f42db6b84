import { describe, expect, test } from "vitest";
import { replay, type FightRecord } from "../../src/flows/log/replay";
import { startHeadlessTable } from "../table/client/headless-table";
import { DIST } from "./fight-table";
import { differences, Soak } from "./soak/driver";

/** `SOAK_SEED` plays one seed again, `SOAK_OPERATIONS` so many of its operations. */
const SEED = Number(process.env["SOAK_SEED"] ?? 20);
const COUNT = Number(process.env["SOAK_OPERATIONS"] ?? (process.env["FULL"] === "1" ? 2000 : 150));

/** Documents as a soak compares them: keys in order, lists of documents by id, what is empty not there. */
function comparable(source: unknown): unknown {
  if (Array.isArray(source)) {
    const list = source.map(comparable);
    return list.every((entry) => typeof entry === "object" && entry !== null && "_id" in entry) ? list.sort((one, other) => ((one as { _id: string })._id < (other as { _id: string })._id ? -1 : 1)) : list;
  }
  if (typeof source !== "object" || source === null) return source;
  const entries = Object.entries(source).map(([key, value]) => [key, comparable(value)] as const);
  return Object.fromEntries(entries.filter(([key, value]) => key !== "_stats" && value !== undefined && JSON.stringify(value) !== "{}").sort(([one], [other]) => (one < other ? -1 : 1)));
}

interface Marked {
  readonly flags?: { readonly fatewalker?: object };
}

/** Without what a fight waits for: declarations and answers that belong to no commit yet, and for which segment others were asked. */
function withoutWaiting(uuid: string, source: unknown): unknown {
  if (!uuid.startsWith("Combat.")) return source;
  const { flags, system, combatants = [], ...rest } = source as Marked & { system: object; combatants?: readonly Marked[] };
  const unasked = combatants.map((combatant) => ({ ...combatant, flags: { ...combatant.flags, fatewalker: { ...combatant.flags?.fatewalker, underFire: undefined } } }));
  return { ...rest, combatants: unasked, system: { ...system, pending: null }, flags: { ...flags, fatewalker: { ...flags?.fatewalker, moment: undefined, secret: undefined } } };
}

const texts = (documents: Readonly<Record<string, unknown>>): Record<string, string> => Object.fromEntries(Object.entries(documents).map(([uuid, source]) => [uuid, JSON.stringify(comparable(withoutWaiting(uuid, source)))]));

/** A world as it can be held against another moment's. */
const settled = (world: Readonly<Record<string, string>>): Record<string, string> => texts(Object.fromEntries(Object.entries(world).map(([uuid, text]) => [uuid, JSON.parse(text) as unknown])));

/** What of one set of documents is in another, too: a record holds chat cards, and not all of the world. */
const within = (documents: Readonly<Record<string, string>>, other: Readonly<Record<string, unknown>>): Record<string, string> => Object.fromEntries(Object.entries(documents).filter(([uuid]) => uuid in other));

/** Plays, and prints how to play it again when anything is not as it should be. */
async function play(generation: 13 | 14, rough: boolean, check: (soak: Soak) => Promise<void>): Promise<void> {
  const table = await startHeadlessTable({ distDir: DIST, generation, hasty: true });
  const soak = new Soak(table, SEED + generation, rough);
  try {
    await check(soak);
    expect(await soak.complaints()).toEqual([]);
  } catch (error) {
    console.log(soak.report());
    console.log((await soak.complaints()).join("\n"));
    throw error;
  } finally {
    await table.close();
  }
}

/** The record that a GM exports replays to what everyone holds. */
async function expectReplay(soak: Soak, end: Readonly<Record<string, string>>): Promise<FightRecord> {
  const record = JSON.parse(await soak.record()) as FightRecord;
  expect(differences(within(texts(replay(record)), end), within(end, { ...record.start, ...replay(record) }))).toEqual([]);
  return record;
}

const patience = (count: number): { timeout: number } => ({ timeout: 90_000 + count * 2000 });

describe("anything that may happen, by four clients that come and go", () => {
  test.each([[14, COUNT], [13, Math.ceil(COUNT * 0.6)]] as const)("on V%i, %i operations: all hold the same, the log replays, undo restores the start, redo the end", patience(COUNT), async (generation, count) => {
    await play(generation, false, async (soak) => {
      const start = settled(await soak.begin());
      await soak.run(count);
      const end = settled(await soak.agree());
      const record = await expectReplay(soak, end);
      expect(differences(within(texts(record.start), start), within(start, record.start))).toEqual([]);

      await soak.undoAll();
      expect(differences(settled(await soak.agree()), start)).toEqual([]);
      await soak.redoAll();
      expect(differences(settled(await soak.agree()), end)).toEqual([]);
    });
  });

  test("with steps taken back out of their order: all hold the same, and the log still replays", patience(COUNT), async () => {
    await play(14, true, async (soak) => {
      await soak.begin();
      await soak.run(Math.ceil(COUNT * 0.5));
      await expectReplay(soak, settled(await soak.agree()));
    });
  });
});
