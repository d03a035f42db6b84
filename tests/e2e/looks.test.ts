import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { faults } from "./browser-table";
import type { CombatView, PageGlobals } from "./globals";
import { beginFight, closeWindows, lastCard, openSheet, openTab, target, tokenElement } from "./table-actions";
import { testTable } from "./test-table";

/* What the screen of a small laptop shows of a fight: nothing lies over what one has to see, and everybody can be told apart. */

interface FightView extends CombatView {
  createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown>;
}
interface PackView {
  getDocuments(): Promise<{ readonly system: { readonly key: string }; toObject(): object }[]>;
}
declare const game: Omit<PageGlobals["game"], "combat"> & { readonly combat: FightView | null; readonly packs: { get(id: string): PackView } };
declare const canvas: {
  readonly tokens: { readonly placeables: readonly { readonly document: { readonly name: string; readonly x: number; readonly y: number; readonly actor: { createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown> } } }[] };
};

const LAPTOP = { width: 1366, height: 768 } as const;
const { gm, anna } = testTable({ gm: { viewport: LAPTOP }, anna: { viewport: LAPTOP, theme: "light" } }, async () => {
  await gm.page.evaluate(async () => {
    const isaura = canvas.tokens.placeables.find(({ document: token }) => token.name === "Isaura")?.document.actor;
    const charge = (await game.packs.get("fatewalker.maneuvers").getDocuments()).find(({ system }) => system.key === "melee-charge");
    await isaura?.createEmbeddedDocuments("Item", charge === undefined ? [] : [charge.toObject()]);
  });
  await beginFight(gm.page, { Isaura: 3, "Enforcer (1)": 5, "Enforcer (2)": 5, Tobin: 9, Marksman: 14 }, anna.page);
});

const bar = (page: Page): Locator => page.locator("#fatewalker-tick-bar");
const place = (page: Page, name: string): Promise<[number, number]> =>
  page.evaluate((wanted) => {
    const token = canvas.tokens.placeables.find(({ document: one }) => one.name === wanted)?.document;
    return [token?.x ?? -1, token?.y ?? -1];
  }, name);
async function edges(element: Locator): Promise<{ left: number; top: number; right: number; bottom: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error("It is not on the screen.");
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}
/** Is a window below the bar, beside the tabs of the sidebar, and whole on the screen? */
async function standsClear(page: Page, window: Locator): Promise<boolean> {
  const [box, above, beside] = await Promise.all([edges(window), edges(bar(page)), edges(page.locator("#sidebar-tabs"))]);
  return box.top >= above.bottom && box.right <= beside.left && box.left >= 0 && box.bottom <= LAPTOP.height;
}

describe.sequential("a fight on a small screen", () => {
  test("sheets, dialogs and prompts first stand clear of the bar, the sidebar and the tokens that they are about", async () => {
    await target(anna.page, "Enforcer (1)");
    const sheet = await openSheet(anna.page, "Isaura");
    await expect.poll(() => standsClear(anna.page, sheet)).toBe(true);
    await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
    await sheet.getByRole("button", { name: "Thrust", exact: true }).first().click();
    const dialog = anna.page.locator(".fw-dialog");
    await dialog.waitFor();
    await expect.poll(() => dialog.locator(".window-title").innerText()).toBe("Declare: Isaura");
    await expect.poll(() => standsClear(anna.page, dialog)).toBe(true);
    // What it comes to is in sight without scrolling.
    await expect.poll(async () => (await edges(dialog.locator(".fw-sum"))).bottom <= (await edges(dialog.locator(".fw-foot"))).top + 1).toBe(true);
    await dialog.getByRole("button", { name: "Declare" }).click();
    const prompt = gm.page.locator(".fw-reaction");
    await prompt.waitFor();
    await expect.poll(() => standsClear(gm.page, prompt)).toBe(true);
    for (const name of ["Isaura", "Enforcer (1)"]) {
      const [box, token] = [await edges(prompt), await edges(await tokenElement(gm.page, name))];
      expect(token.right <= box.left || token.left >= box.right || token.bottom <= box.top || token.top >= box.bottom).toBe(true);
    }
    // The ghost of an adversary is the other side's, by its shape as well as by its colour.
    await bar(gm.page).locator(".ghost.foe").waitFor();
    const ring = (of: string): Promise<string> => bar(gm.page).locator(of).evaluate((face) => `${getComputedStyle(face).borderTopColor} ${getComputedStyle(face).borderTopLeftRadius}`);
    await expect.poll(async () => (await ring(".ghost .fw-bar-portrait")) === (await ring(".foe:not(.ghost, .stacked) .fw-bar-portrait"))).toBe(true);
    await prompt.getByRole("button", { name: "No reaction" }).click();
    await expect.poll(() => lastCard(gm.page).getAttribute("data-phase")).toBe("applied");
  });

  test("the sheets of two copies of one creature are told apart by the names of their tokens", async () => {
    for (const name of ["Enforcer (1)", "Enforcer (2)"]) {
      const sheet = await openSheet(gm.page, name);
      expect(await sheet.locator(".window-title").innerText()).toContain(name);
      expect(await sheet.locator("h1.fw-name").innerText()).toBe(name);
    }
    await closeWindows(gm.page);
  });

  test("whoever has charged is put at the target's side from the card, and goes back with it", async () => {
    await gm.page.evaluate(async () => {
      for (const { id, name } of game.combat?.combatants.contents ?? []) await game.combat?.setInitiative(id, name === "Isaura" ? game.combat.round : game.combat.round + 30);
    });
    const before = await place(gm.page, "Isaura");
    await target(anna.page, "Marksman");
    const sheet = await openSheet(anna.page, "Isaura");
    await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
    await sheet.getByRole("button", { name: "Charge", exact: true }).first().click();
    await anna.page.locator(".fw-dialog").getByRole("button", { name: "Declare" }).click();
    const none = gm.page.locator(".fw-reaction").getByRole("button", { name: "No reaction" });
    await none.click();
    await closeWindows(anna.page);
    await openTab(anna.page, "chat");
    await openTab(gm.page, "chat");
    await lastCard(anna.page).getByRole("button", { name: "Move token there" }).click();
    const [x, y] = await place(gm.page, "Marksman");
    await expect.poll(async () => {
      const [left, top] = await place(anna.page, "Isaura");
      return Math.max(Math.abs(left - x), Math.abs(top - y));
    }).toBe(100);
    await expect.poll(() => lastCard(gm.page).getByRole("button", { name: "Move token there" }).count()).toBe(0);
    await lastCard(gm.page).getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(() => place(anna.page, "Isaura")).toEqual(before);
  });

  test("what comes thousands of ticks later is one pile with its number and distance, and takes no room from what follows", async () => {
    const width = async (): Promise<number> => bar(gm.page).locator(".fw-rule-line").count();
    const ticks = await width();
    await gm.page.evaluate(() => game.combat?.createEmbeddedDocuments("Combatant", [6000, 7000, 9000].map((initiative) => ({ name: `Late ${String(initiative)}`, initiative }))));
    const far = bar(gm.page).locator('[data-pile="far"]');
    await expect.poll(() => far.count()).toBe(3);
    await expect.poll(() => bar(gm.page).locator(".fw-bar-far").innerText()).toMatch(/^\+5,99\d$/);
    await expect.poll(() => far.locator(".fw-bar-count").allInnerTexts()).toEqual(["×3"]);
    // Two ticks and no more give way to it.
    await expect.poll(width).toBeGreaterThanOrEqual(ticks - 3);
    await far.first().hover();
    await expect.poll(async () => {
      const [one, two] = [await edges(far.nth(0)), await edges(far.nth(1))];
      return Math.abs(one.left - two.left) >= (one.right - one.left);
    }).toBe(true);
  });

  test("with text twice as large windows are wider, and what one answers with stays in sight", async () => {
    const large = await gm.page.addStyleTag({ content: "html { font-size: 200% !important; }" });
    const sheet = await openSheet(gm.page, "Isaura");
    await expect.poll(async () => (await edges(sheet)).right - (await edges(sheet)).left).toBeGreaterThan(1200);
    await closeWindows(gm.page);
    await large.evaluate((style) => (style as unknown as Element).remove());
    expect([...faults(gm), ...faults(anna)]).toEqual([]);
  });
});
