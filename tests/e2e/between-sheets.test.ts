import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { drag, snapshot } from "./table-actions";
import { testTable } from "./test-table";

/* Items go from sheet to sheet, and rows to another place on their own sheet, by dragging. */

const { gm } = testTable({ gm: { viewport: { width: 1700, height: 1000 } } });

/** Opens an actor's sheet at a place of the screen, on its equipment. */
async function sheetAt(page: Page, name: string, left: number): Promise<Locator> {
  const id = await page.evaluate(
    async ([wanted, x]) => {
      const game = Reflect.get(globalThis, "game") as { actors: { contents: { name: string; sheet: { id: string; render(options: object): Promise<unknown> } }[] } };
      const actor = game.actors.contents.find((entry) => entry.name.startsWith(wanted));
      await actor?.sheet.render({ force: true, position: { left: x, top: 20, width: 640, height: 900 } });
      return actor?.sheet.id ?? "";
    },
    [name, left] as const,
  );
  const sheet = page.locator(`[id="${id}"]`);
  await sheet.locator('[data-tab="equipment"][data-action="tab"]').click();
  return sheet;
}

const rowOf = (sheet: Locator, name: string): Locator => sheet.locator(".tab.active [data-item-id], .active [data-item-id]").filter({ hasText: name }).first();

describe.sequential("dragging between sheets", () => {
  test("a weapon dragged to another sheet is given: once as a row, then as a number", async () => {
    const { page } = gm;
    const from = await sheetAt(page, "Isaura", 0);
    const to = await sheetAt(page, "Tobin", 660);
    const before = await snapshot(page);
    expect(before.items["Tobin"]).not.toContain("Longsword");
    for (const quantity of [1, 2]) {
      await drag(page, rowOf(from, "Longsword"), to.locator(".window-content"));
      await expect
        .poll(() =>
          page.evaluate(() => {
            const game = Reflect.get(globalThis, "game") as { actors: { contents: { name: string; items: { contents: { name: string; system: { quantity: number } }[] } }[] } };
            return game.actors.contents.find(({ name }) => name.startsWith("Tobin"))?.items.contents.filter(({ name }) => name === "Longsword").map(({ system }) => system.quantity);
          }),
        )
        .toEqual([quantity]);
    }
    expect((await snapshot(page)).items["Isaura"]).toEqual(before.items["Isaura"]);
    expect(gm.problems).toEqual([]);
  });

  test("a row dragged before another stays there, also on a sheet opened anew", async () => {
    const { page } = gm;
    const sheet = await sheetAt(page, "Isaura", 0);
    await sheet.locator('[data-tab="main"][data-action="tab"]').click();
    const rows = (): Promise<string[]> => sheet.locator('.tab.active [data-action="perform"]').allInnerTexts();
    const before = await rows();
    expect(before.indexOf("Thrust")).toBeLessThan(before.indexOf("Hack"));
    await drag(page, rowOf(sheet, "Hack"), rowOf(sheet, "Thrust"));
    await expect.poll(async () => (await rows()).indexOf("Hack") - (await rows()).indexOf("Thrust")).toBe(-1);
    await expect.poll(async () => [...(await rows())].sort()).toEqual([...before].sort());
    await sheet.locator('.window-header [data-action="close"]').click();
    const again = await sheetAt(page, "Isaura", 0);
    await again.locator('[data-tab="main"][data-action="tab"]').click();
    await expect.poll(async () => (await rows()).indexOf("Hack") - (await rows()).indexOf("Thrust")).toBe(-1);
    expect(gm.problems).toEqual([]);
  });
});
