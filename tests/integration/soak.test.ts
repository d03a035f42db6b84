import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { replay, type FightRecord } from "../../src/flows/log/replay";
import { startHeadlessTable } from "../table/client/headless-table";
import { differences, Soak } from "./soak/driver";

/** The built system: `npm test` builds it first; `FATEWALKER_DIST` names another build. */
const DIST = process.env["FATEWALKER_DIST"] ?? path.resolve(fileURLToPath(new URL("../../dist", import.meta.url)));

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

const texts = (documents: Readonly<Record<string, unknown>>): Record<string, string> => Object.fromEntries(Object.entries(documents).map(([uuid, source]) => [uuid, JSON.stringify(comparable(source))]));

/** The documents of a world that a record speaks of. */
const spokenOf = (world: Readonly<Record<string, string>>, record: Readonly<Record<string, unknown>>): Record<string, string> =>
  texts(Object.fromEntries(Object.entries(world).filter(([uuid]) => uuid in record).map(([uuid, text]) => [uuid, JSON.parse(text) as unknown])));

const known = (documents: Readonly<Record<string, string>>, world: Readonly<Record<string, string>>): Record<string, string> => Object.fromEntries(Object.entries(documents).filter(([uuid]) => uuid in world));

describe.each([14, 13] as const)("anything that may happen, on V%i", (generation) => {
  test(`${COUNT} operations by four clients that come and go: all hold the same, the log replays, undo restores the start, redo the end`, { timeout: 60_000 + COUNT * 2000 }, async () => {
    const table = await startHeadlessTable({ distDir: DIST, generation });
    const soak = new Soak(table, SEED + generation);
    try {
      const start = await soak.begin();
      await soak.run(COUNT);
      const end = await soak.agree();

      const record = JSON.parse(await soak.record()) as FightRecord;
      expect(differences(known(texts(replay(record)), end), spokenOf(end, record.start))).toEqual([]);
      expect(differences(known(texts(record.start), start), spokenOf(start, record.start))).toEqual([]);

      await soak.undoAll();
      expect(differences(await soak.agree(), start)).toEqual([]);
      await soak.redoAll();
      expect(differences(await soak.agree(), end)).toEqual([]);
      expect(await soak.complaints()).toEqual([]);
    } catch (error) {
      console.log(soak.report());
      console.log((await soak.complaints()).join("\n"));
      throw error;
    } finally {
      await table.close();
    }
  });
});
