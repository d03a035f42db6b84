import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { faults, openBrowserTable, pictureOnFailure, ready, type BrowserTable, type Seat } from "./browser-table";
import { closeWindows, openTab, seedDice } from "./table-actions";

/* A GM asks for rolls; two players roll on their own screens. The odds calculator beside it. */

declare const game: { system: { api: { requestRoll(): Promise<unknown>; odds(options?: object): Promise<void> } }; actors: { contents: { name: string; type: string; isOwner: boolean }[] } };

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
const SHOTS = process.env["FATEWALKER_SHOTS"];
const shot = async (page: Page, name: string): Promise<void> => {
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/${name}.png` });
};

describe.sequential("requests on the screen", () => {
  test("L-A02 the GM chooses who and what in a window; the player's card has a button for her own alone", async () => {
    await gm.page.evaluate(() => game.system.api.requestRoll());
    const dialog = gm.page.locator("#fatewalker-request");
    await dialog.waitFor();
    await dialog.locator("[name=skill]").selectOption("search");
    await dialog.locator("[name=rule]").selectOption("best");
    await dialog.locator("[name=text]").fill("A glint <b>between</b> the stones");
    await dialog.locator("[name=modifier]").fill("abc");
    await shot(gm.page, "request-dialog");
    await dialog.getByRole("button", { name: "Ask" }).click();
    await expect.poll(() => dialog.getByRole("alert").innerText()).toContain("abc");
    await dialog.locator("[name=modifier]").fill("+1");
    await dialog.locator("[name=modifier]").press("Enter");
    await expect.poll(() => dialog.count()).toBe(0);
    await card(anna.page).waitFor();
    await expect.poll(() => card(anna.page).innerText()).toContain("A glint <b>between</b> the stones");
    await expect.poll(() => card(anna.page).getByRole("button").count()).toBe(1);
    await expect.poll(() => card(gm.page).getByRole("button").count()).toBe(2);
  });

  test("she rolls with the dialog, the card tells everybody, and after a reload there is nothing left to roll for her", async () => {
    await card(anna.page).getByRole("button").click();
    const dialog = anna.page.locator(".fw-dialog");
    await dialog.getByRole("button", { name: "Roll", exact: true }).waitFor();
    expect(await dialog.locator("[name=mode]").count()).toBe(0);
    await expect.poll(() => dialog.innerText()).toContain("Asked for");
    await dialog.getByRole("button", { name: "Roll", exact: true }).dblclick();
    for (const { page } of [gm, anna]) await expect.poll(() => card(page).locator("li.done").count()).toBe(1);
    await shot(gm.page, "request-card-dark");
    await shot(anna.page, "request-card-light");
    await anna.page.reload();
    await ready(anna.page);
    await openTab(anna.page, "chat");
    await card(anna.page).waitFor();
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

describe.sequential("the odds calculator", () => {
  const window = (page: Page): Locator => page.locator("#fatewalker-odds");
  const sum = (page: Page, label: string): Locator => window(page).locator(".fw-odds-sums > div").filter({ hasText: label }).locator(".fw-num");

  test("plain numbers are worked out while they are typed, in columns and in a table; what is no number is said there", async () => {
    const { page } = gm;
    await page.evaluate(() => game.system.api.odds());
    await window(page).waitFor();
    await window(page).locator("[name=attacker]").selectOption("");
    await window(page).locator("[name=defender]").selectOption("");
    // 4 dice at TN 4: 1 - 0.5^4 - 4 * 0.5^4 hit with two successes.
    await window(page).locator('[name="attack.dice"]').fill("4");
    await window(page).locator('[name="attack.tn"]').fill("4");
    await expect.poll(() => sum(page, "Hits").innerText()).toBe("69%");
    await expect.poll(() => window(page).locator('[name="attack.tn"]').evaluate((field) => field === document.activeElement)).toBe(true);
    const rows = window(page).locator(".fw-chart-figure").first().locator("tbody tr");
    await expect.poll(() => rows.allInnerTexts().then((texts) => texts.map((text) => text.replace(/\s+/g, " ").trim()))).toEqual(["0 6%", "1 25%", "2 38%", "3 25%", "4 6%"]);
    const open = Number(await sum(page, "Points an attack").innerText());
    await window(page).locator('[name="defence.absorb"]').fill("6");
    await expect.poll(async () => Number(await sum(page, "Points an attack").innerText())).toBeLessThan(open);
    await shot(page, "odds-plain-dark");
    await window(page).locator('[name="attack.damage"]').fill("lots");
    await expect.poll(() => window(page).getByRole("alert").innerText()).toContain("lots");
    await page.keyboard.press("Escape");
    await expect.poll(() => window(page).count()).toBe(0);
  });

  test("a player has the own actors and plain numbers, never an NPC", async () => {
    const { page } = anna;
    await closeWindows(page);
    await page.evaluate(() => game.system.api.odds());
    await window(page).waitFor();
    const own = await page.evaluate(() => game.actors.contents.filter(({ isOwner }) => isOwner).map(({ name }) => name));
    for (const field of ["attacker", "defender"]) await expect.poll(() => window(page).locator(`[name=${field}] option`).allInnerTexts()).toEqual(["Plain numbers", ...own]);
    await window(page).locator("[name=attacker]").selectOption({ label: own[0] ?? "" });
    await expect.poll(() => window(page).locator("[name=maneuver] option").count()).toBeGreaterThan(3);
    await expect.poll(() => sum(page, "Ticks to drop").innerText()).toMatch(/^\d/);
    await shot(page, "odds-own-light");
    expect(faults(anna)).toEqual([]);
  });
});
