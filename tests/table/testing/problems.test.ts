import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHeadlessTable, type HeadlessTable } from "../client/headless-table";
import { buildD20 } from "../fixtures/build";
import { assertNoProblems, watchProblems } from "./problems";

declare const Hooks: { on(name: string, handler: () => void): number; callAll(name: string): void; onError(location: string, error: Error): void };

describe("what goes wrong at a table", () => {
  let root: string;
  let table: HeadlessTable;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "problems-"));
    table = await startHeadlessTable({ distDir: await buildD20(join(root, "dist")) });
  });
  afterAll(async () => {
    await table.close();
    await rm(root, { recursive: true, force: true });
  });

  it("is kept with who it happened to: errors of hooks, of handlers, on the console, and rejections that nobody handles", async () => {
    const anna = await table.join("anna");
    await anna.run(() => {
      Hooks.onError("Probe#one", new Error("first fault"));
      Hooks.on("probe", () => {
        throw new Error("second fault");
      });
      Hooks.callAll("probe");
      console.error("third fault");
      void Promise.reject(new Error("fourth fault"));
    });
    await expect.poll(() => table.problems.length).toBe(4);
    expect(table.problems.map(({ who }) => who)).toEqual(["anna", "anna", "anna", "anna"]);
    for (const [index, fault] of ["first", "second", "third", "fourth"].entries()) expect(table.problems[index]?.text).toContain(`${fault} fault`);
    // The very check that runs after each test fails on them, says each one, and then lets the next test begin anew.
    expect(() => assertNoProblems()).toThrow(/anna: .*first fault[\s\S]*second fault[\s\S]*third fault[\s\S]*fourth fault/);
    expect(() => assertNoProblems()).not.toThrow();
  });

  it("may be expected by a test, which then fails when it does not come", async () => {
    const ben = await table.join("ben");
    await ben.run(() => Hooks.onError("Probe#two", new Error("meant to happen")));
    await table.expectProblem(/meant to happen/);
    const quiet = watchProblems(() => [{ who: "nobody", problems: ["warning: Notification: You are out of reach."] }]);
    expect(quiet.problems()).toEqual([]);
    await expect(quiet.expectProblem(/never/, 30)).rejects.toThrow("Nothing went wrong like /never/");
  });
});
