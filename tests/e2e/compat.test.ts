import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { buildScenarios } from "../quench/build";
import { faults, ready } from "./browser-table";
import { drag, lastCard, openSheet, openTab, packEntry, seedDice, setInitiatives, snapshot, target, tokenElement } from "./table-actions";
import { testTable } from "./test-table";

declare const Hooks: { callAll(name: string, quench: object): void };
declare const game: { readonly actors: { readonly contents: readonly { readonly id: string }[] }; readonly combats: { readonly contents: readonly { readonly id: string }[] }; readonly combat: { readonly id: string } | null; readonly messages: { readonly contents: readonly { readonly id: string }[] } };

/* The core of the spine on the older generation: everything that src/compat knows of is passed through once. */

const { table, gm, anna } = testTable({ gm: {}, anna: {} }, async () => {
  await seedDice(gm.page, 7);
}, { generation: 13 });

describe.sequential("@compat the spine on generation 13", () => {
  test("a maneuver is given from the compendium, a fight begins", async () => {
    const { page } = gm;
    await setInitiatives(page, { Isaura: 3, "Enforcer (1)": 5, "Enforcer (2)": 18, Tobin: 19, Marksman: 22 });
    await openTab(page, "combat");
    await page.click('[data-action="fwBegin"]');
    await expect.poll(async () => (await snapshot(page)).tick).toBe(3);
    await drag(page, await packEntry(page, "maneuvers", "Martial Kick"), await tokenElement(page, "Isaura"), "Shift");
    await expect.poll(async () => (await snapshot(anna.page)).items["Isaura"]).toContain("Martial Kick");
  });

  test("the player attacks, the GM answers, ticks and wounds follow on both screens", async () => {
    await target(anna.page, "Enforcer (1)");
    const sheet = await openSheet(anna.page, "Isaura");
    await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
    await sheet.getByRole("button", { name: "Martial Kick", exact: true }).first().click();
    await anna.page.locator(".fw-dialog").getByRole("button", { name: "Declare" }).dblclick();
    const prompt = gm.page.locator(".fw-reaction");
    await prompt.waitFor();
    await prompt.locator("label", { hasText: /^\s*Block/ }).click();
    await prompt.getByRole("button", { name: "Answer" }).dblclick();
    for (const { page } of [gm, anna]) {
      await openTab(page, "chat");
      await expect.poll(() => lastCard(page).getAttribute("data-phase")).toBe("applied");
    }
    await expect.poll(async () => (await snapshot(anna.page)).initiatives).toMatchObject({ Isaura: 10, "Enforcer (1)": 10 });
  });

  test("undo after a reload brings everything back, and a status set by hand shows on the token", async () => {
    await gm.page.reload();
    await ready(gm.page);
    await openTab(gm.page, "chat");
    await lastCard(gm.page).getByRole("button", { name: "Undo" }).dblclick();
    await expect.poll(() => lastCard(anna.page).getAttribute("data-phase")).toBe("undone");
    await expect.poll(() => snapshot(anna.page)).toMatchObject({
      initiatives: { Isaura: 3, "Enforcer (1)": 5 },
      wounds: { "Enforcer (1)": { temporary: 0, normal: 0, stun: 0, mortal: 0 } },
    });
  });

  test("a check rolled for the GM alone stays with the GM", async () => {
    const sheet = await openSheet(gm.page, "Marksman");
    await sheet.locator('[data-action="rollAttribute"][data-attribute="prowess"]').first().click();
    await gm.page.locator(".fw-dialog select[name=mode]").selectOption("gm");
    await gm.page.locator(".fw-dialog").getByRole("button", { name: "Roll" }).click();
    await openTab(gm.page, "chat");
    await expect.poll(() => gm.page.locator(".fw-check-card").count()).toBe(1);
    await openTab(anna.page, "chat");
    expect(await anna.page.locator(".fw-check-card").count()).toBe(0);
  });

  test("the scenarios for Quench pass in the page, and leave the world as it was", async () => {
    const { page } = gm;
    const folder = await mkdtemp(path.join(tmpdir(), "scenarios-"));
    await buildScenarios(folder);
    const body = await readFile(path.join(folder, "scenarios.js"), "utf8");
    await rm(folder, { recursive: true, force: true });
    const world = (): Promise<object> => page.evaluate(() => ({ actors: game.actors.contents.map(({ id }) => id), combats: game.combats.contents.map(({ id }) => id), combat: game.combat?.id, messages: game.messages.contents.map(({ id }) => id) }));
    const before = [await world(), await snapshot(page)];
    await page.route("**/scenarios.js", (route) => route.fulfill({ contentType: "text/javascript", body }));
    await page.addScriptTag({ type: "module", url: `${table().url}/scenarios.js` });
    const cases = await page.evaluate(async () => {
      type Step = { title: string; run: () => Promise<void> };
      const steps: Step[] = [];
      const equal = (actual: unknown, expected: unknown): void => {
        if (JSON.stringify(actual) !== JSON.stringify(expected)) throw new Error(`${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`);
      };
      Hooks.callAll("quenchReady", {
        registerBatch: (key: string, register: (context: object) => void) => {
          const last: Step[] = [];
          register({
            describe: (_title: string, scenarios: () => void) => scenarios(),
            it: (title: string, run: Step["run"]) => void steps.push({ title, run }),
            before: (run: Step["run"]) => void steps.push({ title: `before ${key}`, run }),
            after: (run: Step["run"]) => void last.push({ title: `after ${key}`, run }),
            assert: { equal, deepEqual: equal, isTrue: (value: unknown) => equal(value, true) },
          });
          steps.push(...last);
        },
      });
      const done: { title: string; error: string | null }[] = [];
      for (const { title, run } of steps) done.push({ title, error: await run().then(() => null, String) });
      return done;
    });
    expect(cases.filter(({ error }) => error !== null)).toEqual([]);
    expect(cases).toHaveLength(28);
    await expect.poll(async () => [await world(), await snapshot(page)]).toEqual(before);
  });

  test("no step of it left an error or a warning of the host on either page", () => {
    expect(faults(gm)).toEqual([]);
    expect(faults(anna)).toEqual([]);
  });
});
