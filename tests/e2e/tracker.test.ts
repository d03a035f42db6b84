import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faults, openBrowserTable, pictureOnFailure, type BrowserTable, type Seat } from "./browser-table";
import type { PageGlobals } from "./globals";
import { openTab, pressIn, setInitiatives } from "./table-actions";

/* What the tracker says and takes: why somebody stands where they stand, who has hold of whom, and what the GM puts on the clock. */

declare const game: PageGlobals["game"];
declare const ChatMessage: { implementation: { create(source: object): Promise<unknown> } };
declare const foundry: { utils: { randomID(): string } };

let table: BrowserTable;
let gm: Seat;
let anna: Seat;

beforeAll(async () => {
  table = await openBrowserTable();
  gm = await table.sit("gamemaster");
  anna = await table.sit("anna", { theme: "light" });
  await setInitiatives(gm.page, { Isaura: 3, Tobin: 3, "Enforcer (1)": 5, "Enforcer (2)": 5, Marksman: 14 });
  for (const { page } of [gm, anna]) await openTab(page, "combat");
  await gm.page.click('[data-action="fwBegin"]');
});
afterAll(() => table.close());

pictureOnFailure(() => ({ gm, anna }));

const row = (page: Page, name: string): Locator => page.locator(".fw-row").filter({ has: page.locator(".token-name", { hasText: name }) }).first();
const events = (page: Page): Promise<string[]> => page.locator(".fw-event-row").allInnerTexts();

describe.sequential("the tracker", () => {
  test("L-C06 says by which Awareness a tie goes, and has a part for each state; the creatures' stay the GM's", async () => {
    for (const { page } of [gm, anna]) {
      await expect.poll(() => row(page, "Isaura").innerText()).toContain("Awareness 5 goes first");
      await expect.poll(() => row(page, "Tobin").innerText()).toContain("Awareness 4 goes last");
      await expect.poll(async () => (await page.locator(".fw-tracker-group > h3").allInnerTexts()).map((title) => title.toLowerCase()).slice(0, 3)).toEqual(["now", "due on this tick", "coming"]);
    }
    await expect.poll(() => row(gm.page, "Enforcer (1)").innerText()).toMatch(/Same Awareness: together with Enforcer \(2\)/);
    expect(await row(anna.page, "Enforcer (1)").innerText()).not.toMatch(/Awareness \d|Same Awareness/);
  });

  test("tells on both rows who has hold of whom, to players too", async () => {
    await gm.page.evaluate(async () => {
      const combat = game.combat as unknown as { id: string; combatants: { contents: { id: string; name: string }[] } };
      const idOf = (name: string): string => combat.combatants.contents.find((one) => one.name === name)?.id ?? "";
      const [isaura, enforcer] = [idOf("Isaura"), idOf("Enforcer (1)")];
      const record = { range: 2, grapple: { dominant: enforcer, level: 2 }, ground: null, hold: null };
      await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "move", participant: null, args: { deed: "engagement", combat: combat.id, pair: [isaura, enforcer].sort().join("_"), record }, nonce: foundry.utils.randomID() } });
    });
    for (const { page } of [gm, anna]) {
      await expect.poll(() => row(page, "Isaura").locator(".fw-row-note").innerText()).toContain("Enforcer (1)");
      await expect.poll(() => row(page, "Enforcer (1)").locator(".fw-row-note").innerText()).toContain("Isaura");
      // In full, for those who listen.
      await expect.poll(() => row(page, "Isaura").locator(".fw-row-main").getAttribute("aria-label")).toMatch(/\(2\).*Enforcer \(1\)/);
    }
  });

  test("the GM puts something on the clock with the window: counted from now, said at once where it cannot be read, seen by players only where it is for all, changed and taken off again", async () => {
    const { page } = gm;
    const window = page.locator(".fw-event-dialog");
    await page.click('[data-action="fwAddEvent"]');
    await window.waitFor();
    await window.locator('input[name="text"]').fill("The gate falls");
    await window.locator('input[name="tick"]').fill("soon");
    await pressIn(window, "Enter");
    await expect.poll(async () => (await page.locator(".notification").allInnerTexts()).join()).toContain("soon");
    await expect.poll(() => window.locator('input[name="text"]').inputValue()).toBe("The gate falls");
    await window.locator('input[name="tick"]').fill("+7");
    await window.locator('input[name="public"]').check();
    await window.locator('input[name="tick"]').press("Enter");
    for (const seat of [gm, anna]) await expect.poll(() => events(seat.page)).toEqual([expect.stringMatching(/The gate falls[^]*10|10[^]*The gate falls/)]);
    await page.click('[data-action="fwAddEvent"]');
    await window.waitFor();
    await window.locator('input[name="text"]').fill("The traitor strikes");
    await window.locator('input[name="tick"]').fill("12");
    await window.locator('input[name="tick"]').press("Enter");
    await expect.poll(async () => (await events(page)).length).toBe(2);
    expect((await events(anna.page)).join()).not.toContain("traitor");
    await page.getByRole("button", { name: /The gate falls/ }).first().click();
    await window.waitFor();
    await expect.poll(() => window.locator('input[name="tick"]').inputValue()).toBe("10");
    await window.locator('input[name="tick"]').fill("11");
    await window.locator('input[name="tick"]').press("Enter");
    await expect.poll(async () => (await events(anna.page)).join()).toContain("11");
    await page.locator('.fw-event-row [data-action="fwRemoveEvent"]').first().click();
    await expect.poll(() => events(anna.page)).toEqual([]);
    await expect.poll(async () => (await events(page)).join()).toContain("The traitor strikes");
  });

  test("no step of it left an error on either page", () => {
    expect([...faults(gm), ...faults(anna)]).toEqual([]);
  });
});
