import { describe, expect, test } from "vitest";
import { replay, type FightRecord } from "../../src/flows/log/replay";
import { startHeadlessTable } from "../table/client/headless-table";
import { DIST } from "./fight-table";
import { differences, recorded, settled, within, withoutGuests } from "./soak/compare";
import { Soak } from "./soak/driver";
import { MUST_HAPPEN } from "./soak/must-happen";

/**
 * `SOAK_SEED` plays one seed again, `SOAK_OPERATIONS` so many of its operations; `SOAK_LOG=1` tells all of them. `SOAK_WATCH=1` stops at the
 * operation after which somebody's console complains or the steps of the log no longer lead back to the start.
 */
const FULL = process.env["FULL"] === "1";
const WATCH = process.env["SOAK_WATCH"] === "1";
const SEED = Number(process.env["SOAK_SEED"] ?? 20);
const COUNT = Number(process.env["SOAK_OPERATIONS"] ?? (FULL ? 2000 : 150));

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
    if (process.env["SOAK_LOG"] === "1") console.log(soak.report());
    console.log(`V${generation}, ${soak.operations.length} operations${rough ? ", out of order" : ""}:\n${soak.tally.report()}`);
    await table.close();
  }
}

/** The record that a GM exports replays to what everyone holds. */
async function expectReplay(soak: Soak, end: Readonly<Record<string, string>>): Promise<FightRecord> {
  const record = JSON.parse(await soak.record()) as FightRecord;
  const played = replay(record);
  expect(differences(within(recorded(played), end), within(end, { ...record.start, ...played }))).toEqual([]);
  return record;
}

const patience = (count: number): { timeout: number } => ({ timeout: 90_000 + count * 2000 });

describe("anything that may happen, by four clients that come and go", () => {
  test.each([[14, COUNT], [13, Math.ceil(COUNT * 0.6)]] as const)("on V%i, %i operations: all hold the same, the log replays, undo restores the start, redo the end", patience(COUNT), async (generation, count) => {
    await play(generation, false, async (soak) => {
      const start = await soak.begin();
      const now = async (): Promise<Record<string, string>> => withoutGuests(await soak.agree(), soak.first, Object.keys(start));
      const before = withoutGuests(start, soak.first, Object.keys(start));
      const time = await soak.timeAtStart();
      const expectStart = (record: FightRecord): void => {
        const began = withoutGuests(Object.fromEntries(Object.entries(record.start).map(([uuid, source]) => [uuid, JSON.stringify(source)])), soak.first, Object.keys(start));
        expect(differences(within(began, before), within(before, began))).toEqual([]);
      };
      await soak.run(count, WATCH ? async () => {
        expectStart(JSON.parse(await soak.record()) as FightRecord);
        expect(await soak.complaints()).toEqual([]);
      } : undefined);
      const record = await expectReplay(soak, settled(await soak.agree()));
      const end = await now();
      expectStart(record);

      console.log(`The world's time is ${(await soak.timeAtStart()) - time} seconds off the clock.`);

      await soak.undoAll();
      expect(differences(await now(), before)).toEqual([]);
      await soak.redoAll();
      expect(differences(await now(), end)).toEqual([]);
      // What clients did last is heard of before it is counted.
      await soak.complaints();
      if (count >= MUST_HAPPEN.within) expect(MUST_HAPPEN.what.filter((what) => (soak.tally.done().get(what) ?? 0) === 0)).toEqual([]);
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
