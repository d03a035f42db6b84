import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, bench, describe } from "vitest";
import { migrateSource } from "../../src/migrations/migrate";
import { checkPacks } from "../../tools/packs/check";
import { compilePacks } from "../../tools/packs/compile";
import { PATHS } from "../../tools/packs/packs";
import { readPackSources } from "../../tools/packs/source";
import { EARLIER_ACTOR } from "../data/migrations-fixtures";

/*
 * What the packs cost, in one run so that the figures can be compared: a run handles all documents, so that the aim of
 * 0.3 ms a document means a mean of 0.3 ms times the number in the title. "Reading the sources" is the part of each
 * that the YAML parser takes.
 */
const { documents } = readPackSources(PATHS.source);
const count = documents.length;
const outDir = mkdtempSync(path.join(os.tmpdir(), "fatewalker-bench-"));
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

const options = { iterations: 5, warmupIterations: 1, time: 0, warmupTime: 0 } as const;
const earlier = Array.from({ length: count }, () => EARLIER_ACTOR.before);

describe(`the packs, ${count} documents (aim: ${(count * 0.3).toFixed(0)} ms)`, () => {
  bench("reading the sources", () => void readPackSources(PATHS.source), options);
  bench("checking", () => void checkPacks(), options);
  bench("compiling", async () => void (await compilePacks(outDir)), options);
  bench("finding that nothing is to be migrated", () => documents.forEach(({ data, documentName }) => void migrateSource(documentName === "Actor" ? "Actor" : "Item", data)), options);
  bench("migrating as many actors of the earliest shape", () => earlier.forEach((source) => void migrateSource("Actor", source)), options);
});
