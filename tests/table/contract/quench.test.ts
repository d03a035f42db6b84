import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildScenarios } from "../../quench/build";
import type { HeadlessClient } from "../client/headless";
import { startHeadlessTable, type HeadlessTable } from "../client/headless-table";

/** The built system: `npm test` builds it first. */
const DIST = path.resolve(fileURLToPath(new URL("../../../dist", import.meta.url)));

interface Case {
  title: string;
  error: string | null;
}
declare const Hooks: { callAll(name: string, quench: object): void; events: Record<string, readonly unknown[] | undefined> };

describe.skipIf(!existsSync(path.join(DIST, "fatewalker.js")))("the scenarios for Quench", () => {
  let root: string;
  let table: HeadlessTable;
  let gm: HeadlessClient;

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), "scenarios-"));
    await buildScenarios(path.join(root, "scenarios"));
    table = await startHeadlessTable({ distDir: DIST });
    gm = await table.join("gamemaster");
  });
  afterAll(async () => {
    await table.close();
    await rm(root, { recursive: true, force: true });
  });

  it("register when Quench is there, and pass", async () => {
    const cases = await gm.run(async (address) => {
      // Kept from the test runner, which would put its own import in the place of the client's.
      await (new Function("address", "return import(address)")(address) as Promise<unknown>);
      const batches: { before: (() => Promise<Case>)[]; after: (() => Promise<Case>)[] }[] = [];
      const equal = (actual: unknown, expected: unknown, message = ""): void => {
        if (JSON.stringify(actual) !== JSON.stringify(expected)) throw new Error(`${message}: ${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`);
      };
      const wrap = (title: string, body: () => Promise<void>) => async (): Promise<Case> => {
        try {
          await body();
          return { title, error: null };
        } catch (error) {
          return { title, error: String(error) };
        }
      };
      const contextOf = (batch: (typeof batches)[number]) => ({
        describe: (_title: string, body: () => void) => body(), it: (title: string, body: () => Promise<void>) => void batch.before.push(wrap(title, body)), before: (body: () => Promise<void>) => void batch.before.push(wrap("before", body)), after: (body: () => Promise<void>) => void batch.after.push(wrap("after", body)),
        assert: { equal, deepEqual: equal, isTrue: (value: unknown, message = "") => equal(value, true, message) },
      });
      Hooks.callAll("quenchReady", {
        registerBatch: (_key: string, body: (given: ReturnType<typeof contextOf>) => void) => {
          const batch = { before: [], after: [] };
          batches.push(batch);
          body(contextOf(batch));
        },
      });
      const done: Case[] = [];
      for (const { before, after } of batches) for (const run of [...before, ...after]) done.push(await run());
      return done;
    }, pathToFileURL(path.join(root, "scenarios", "scenarios.js")).href);
    expect(cases.filter(({ error }) => error !== null)).toEqual([]);
    // Without a canvas there are no drops on tokens.
    expect(cases).toHaveLength(24);
  });

  it("are no part of the system", async () => {
    const fresh = await table.join("assistant");
    expect(await fresh.run(() => Hooks.events["quenchReady"]?.length ?? 0)).toBe(0);
    expect(existsSync(path.join(DIST, "scenarios.js"))).toBe(false);
  });
});
