import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { faults, openBrowserTable, pictureOnFailure, ready, type BrowserTable, type Seat } from "./browser-table";
import { openTab, seedDice } from "./table-actions";

/* A GM asks for rolls; two players roll on their own screens. */

declare const game: { system: { api: { requestRoll(): Promise<unknown> } } };

let table: BrowserTable;
let gm: Seat;
let anna: Seat;

beforeAll(async () => {
  table = await openBrowserTable();
  [gm, anna] = [await table.sit("gamemaster"), await table.sit("anna", { theme: "light" })];
  await seedDice(gm.page, 7);
  await seedDice(anna.page, 11);
  await Promise.all([gm, anna].map(({ page }) => openTab(page, "chat")));
});
afterAll(() => table.close());
pictureOnFailure(() => ({ gm, anna }));

const card = (page: Page): Locator => page.locator(".fw-request-card").last();

describe.sequential("requests on the screen", () => {
  test("L-A02 the GM chooses who and what in a window; the player's card has a button for her own alone", async () => {
    await gm.page.evaluate(() => game.system.api.requestRoll());
    const dialog = gm.page.locator("#fatewalker-request");
    await dialog.waitFor();
    await dialog.locator("[name=skill]").selectOption("search");
    await dialog.locator("[name=rule]").selectOption("best");
    await dialog.locator("[name=text]").fill("A glint <b>between</b> the stones");
    await dialog.locator("[name=modifier]").fill("abc");
    await dialog.getByRole("button", { name: "Ask" }).click();
    expect(await dialog.getByRole("alert").innerText()).toContain("abc");
    await dialog.locator("[name=modifier]").fill("+1");
    await dialog.locator("[name=modifier]").press("Enter");
    await expect.poll(() => dialog.count()).toBe(0);
    await card(anna.page).waitFor();
    expect(await card(anna.page).innerText()).toContain("A glint <b>between</b> the stones");
    expect(await card(anna.page).getByRole("button").count()).toBe(1);
    expect(await card(gm.page).getByRole("button").count()).toBe(2);
  });

  test("she rolls with the dialog, the card tells everybody, and after a reload there is nothing left to roll for her", async () => {
    await card(anna.page).getByRole("button").click();
    const dialog = anna.page.locator(".fw-dialog");
    await dialog.getByRole("button", { name: "Roll", exact: true }).waitFor();
    expect(await dialog.locator("[name=mode]").count()).toBe(0);
    expect(await dialog.innerText()).toContain("Asked for");
    await dialog.getByRole("button", { name: "Roll", exact: true }).dblclick();
    for (const { page } of [gm, anna]) await expect.poll(() => card(page).locator("li.done").count()).toBe(1);
    await anna.page.reload();
    await ready(anna.page);
    await openTab(anna.page, "chat");
    expect(await card(anna.page).getByRole("button").count()).toBe(0);
    await card(gm.page).getByRole("button").click({ modifiers: ["Shift"] });
    for (const { page } of [gm, anna]) await expect.poll(() => card(page).locator(".fw-verdict").innerText()).toMatch(/^The best: \d/);
  });

  test("a secret request shows the player that she rolled, and the GM what", async () => {
    await gm.page.evaluate(() => game.system.api.requestRoll());
    const dialog = gm.page.locator("#fatewalker-request");
    await dialog.locator("[name=mode]").selectOption("blind");
    await dialog.getByRole("button", { name: "Ask" }).click();
    await expect.poll(() => anna.page.locator(".fw-request-card").count()).toBe(2);
    await card(anna.page).getByRole("button").click({ modifiers: ["Shift"] });
    await expect.poll(() => card(anna.page).locator("li.done .fw-result").innerText()).toBe("rolled");
    await expect.poll(() => card(gm.page).locator("li.done .fw-result").innerText()).toMatch(/success/);
    expect(faults(gm)).toEqual([]);
    expect(faults(anna)).toEqual([]);
  });
});
