import { describe, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { faults } from "./browser-table";
import type { PageGlobals } from "./globals";
import { openSheet, openTab, setInitiatives, snapshot } from "./table-actions";
import { testTable } from "./test-table";

/* A click counts although what is clicked is drawn anew between the press and the release of the button. */

declare const game: PageGlobals["game"];
declare const ui: { readonly combat: { render(options: object): Promise<unknown> } };

interface Drawn {
  readonly name: string;
  readonly sheet: { render(options: object): Promise<unknown> };
  readonly system: { readonly will: { readonly spent: number } };
}

const { gm } = testTable({ gm: {} });

/** Presses on the control, has what holds it drawn anew, and lets go: on it, or beside it. */
async function clickThrough(page: Page, control: Locator, drawAnew: () => Promise<unknown>, beside = { x: 0, y: 0 }): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  await control.hover();
  const pressed = await control.elementHandle();
  await page.mouse.down();
  await drawAnew();
  await expect.poll(() => pressed?.evaluate((element) => element.isConnected)).toBe(false);
  if (beside.x !== 0 || beside.y !== 0) {
    const box = await control.boundingBox();
    if (box === null) throw new Error("What is clicked is not on the screen.");
    await page.mouse.move(box.x + box.width / 2 + beside.x, box.y + box.height / 2 + beside.y);
  }
  await page.mouse.up();
}

const drawSheet = (): Promise<unknown> =>
  gm.page.evaluate(async () => {
    await (game.actors.contents.find(({ name }) => name.startsWith("Isaura")) as unknown as Drawn).sheet.render({ force: true });
  });

const spent = (): Promise<number> => gm.page.evaluate(() => (game.actors.contents.find(({ name }) => name.startsWith("Isaura")) as unknown as Drawn).system.will.spent);

describe.sequential("between press and release everything is drawn anew", () => {
  test("a button of a sheet does its work once", async () => {
    const sheet = await openSheet(gm.page, "Isaura");
    await sheet.locator('.fw-tabs [data-tab="powers"]').click();
    const before = await spent();
    await clickThrough(gm.page, sheet.locator(".fw-thing").filter({ hasText: "Driven" }).getByRole("button", { name: "Use Driven and pay for it" }), drawSheet);
    await expect.poll(spent).toBe(before + 1);
    await openTab(gm.page, "chat");
    await expect.poll(() => gm.page.locator(".fw-card[data-phase]").count()).toBe(1);
  });

  test("a button of a card in the chat does too", async () => {
    const before = await spent();
    const card = gm.page.locator(".fw-card[data-phase]").last();
    await clickThrough(gm.page, card.getByRole("button", { name: "Undo" }), () => gm.page.evaluate(() => (game.messages.contents.at(-1) as unknown as { update(changes: object): Promise<unknown> } | undefined)?.update({ flags: { world: { drawn: "anew" } } })));
    await expect.poll(spent).toBe(before - 1);
    await expect.poll(() => card.getAttribute("data-phase")).toBe("undone");
  });

  test("a wound chart is marked once, with Shift as stun", async () => {
    const sheet = await openSheet(gm.page, "Isaura");
    await sheet.locator('.fw-tabs [data-tab="main"]').click();
    const chart = sheet.locator('.fw-marks[data-marks="normal"]');
    const wounds = async () => (await snapshot(gm.page)).wounds["Isaura"];
    const before = await wounds();
    await clickThrough(gm.page, chart, drawSheet);
    await expect.poll(wounds).toEqual({ ...before, normal: (before?.normal ?? 0) + 1 });
    await gm.page.keyboard.down("Shift");
    await clickThrough(gm.page, chart, drawSheet);
    await gm.page.keyboard.up("Shift");
    await expect.poll(wounds).toEqual({ ...before, normal: (before?.normal ?? 0) + 1, stun: (before?.stun ?? 0) + 1 });
  });

  test("let go on another control, it is no click", async () => {
    const sheet = await openSheet(gm.page, "Isaura");
    await sheet.locator('.fw-tabs [data-tab="powers"]').click();
    const before = await spent();
    await clickThrough(gm.page, sheet.locator(".fw-thing").filter({ hasText: "Driven" }).getByRole("button", { name: "Use Driven and pay for it" }), drawSheet, { x: 0, y: 300 });
    await sheet.locator('.fw-tabs [data-tab="main"]').click();
    expect(await spent()).toBe(before);
  });

  test("the tracker puts a fighter a tick later, once", async () => {
    await openTab(gm.page, "combat");
    const later = gm.page.locator('.fw-tracker [data-action="fwLater"]').first();
    const ticks = async (): Promise<number> => Object.values((await snapshot(gm.page)).initiatives).reduce<number>((sum, tick) => sum + (tick ?? 0), 0);
    await setInitiatives(gm.page, {});
    const before = await ticks();
    // A row shows its buttons to whoever points at it.
    await later.locator("xpath=ancestor::li").hover();
    await clickThrough(gm.page, later, () => gm.page.evaluate(async () => { await ui.combat.render({ force: true }); }));
    await expect.poll(ticks).toBe(before + 1);
  });

  test("dice typed into a dialog and then a press on Declare: the window grows under the hand, and the click counts", async () => {
    const sheet = await openSheet(gm.page, "Isaura");
    await sheet.locator('.fw-tabs [data-tab="main"]').click();
    await sheet.getByRole("button", { name: "Attack", exact: true }).first().click();
    const dialog = gm.page.locator(".fw-dialog");
    const declare = dialog.getByRole("button", { name: "Declare" });
    const custom = dialog.locator("input[name=custom]");
    const before = await declare.boundingBox();
    await custom.fill("12");
    await declare.hover();
    const pressed = await declare.elementHandle();
    await gm.page.mouse.down();
    // Leaving the field takes what was typed, and a second row of dice pushes the button away.
    await expect.poll(() => pressed?.evaluate((element) => element.isConnected)).toBe(false);
    await expect.poll(async () => (await declare.boundingBox())?.y).not.toBe(before?.y);
    await gm.page.mouse.up();
    await expect.poll(() => dialog.count()).toBe(0);
  });

  test("by keyboard as well: Space counts once although the button is drawn anew before it comes up, Enter when it goes down; whoever goes elsewhere meanwhile presses nothing", async () => {
    await openTab(gm.page, "combat");
    const later = gm.page.locator('.fw-tracker [data-action="fwLater"]').first();
    const ticks = async (): Promise<number> => Object.values((await snapshot(gm.page)).initiatives).reduce<number>((sum, tick) => sum + (tick ?? 0), 0);
    const before = await ticks();
    const pressThrough = async (key: string, elsewhere: Locator | null = null): Promise<void> => {
      await later.focus();
      const pressed = await later.elementHandle();
      await gm.page.keyboard.down(key);
      await gm.page.evaluate(async () => { await ui.combat.render({ force: true }); });
      await expect.poll(() => pressed?.evaluate((element) => element.isConnected)).toBe(false);
      await elsewhere?.focus();
      await gm.page.keyboard.up(key);
    };
    await pressThrough(" ");
    await expect.poll(ticks).toBe(before + 1);
    await pressThrough("Enter");
    await expect.poll(ticks).toBe(before + 2);
    await pressThrough(" ", gm.page.locator('.fw-tracker [data-action="fwEarlier"]').first());
    // One press more is done after whatever the one before it would have done.
    await pressThrough(" ");
    await expect.poll(ticks).toBe(before + 3);
    await expect.poll(() => gm.page.evaluate(() => game.messages.contents.filter(({ type }) => type === "intent").length)).toBe(0);
    expect(await ticks()).toBe(before + 3);
  });

  test("no step of it left an error on the page", () => {
    expect(faults(gm)).toEqual([]);
  });
});
