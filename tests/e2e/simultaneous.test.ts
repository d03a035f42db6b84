import { mkdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { faults, ready } from "./browser-table";
import type { PageGlobals } from "./globals";
import { beginFight, openSheet, openTab, sameEverywhere, seedDice, snapshot, target, trackerRow as row } from "./table-actions";
import { testTable } from "./test-table";

/* Three people act at the same moment: each declares in secret on a screen of their own, and all of it is shown at once. */

declare const Hooks: { on(name: "renderCombatTracker", heard: (tracker: object, element: HTMLElement) => void): number };
declare const game: PageGlobals["game"] & {
  readonly settings: { set(scope: string, key: string, value: unknown): Promise<unknown> };
};

const FOLDER = "test-results";

const { gm, anna, ben } = testTable({ gm: {}, anna: {}, ben: { theme: "light" } }, async () => {
  await seedDice(gm.page, 11);
  await gm.page.evaluate(async () => {
    await game.settings.set("fatewalker", "askForPowers", false);
    const all = (game.combat as unknown as { combatants: { contents: { name: string; actor: { update(changes: object): Promise<unknown> } }[] } }).combatants.contents;
    for (const { name, actor } of all) if (["Isaura", "Tobin", "Enforcer (1)"].includes(name)) await actor.update({ system: { attributes: { awareness: { value: 6 } } } });
  });
  await beginFight(gm.page, { Isaura: 3, Tobin: 3, "Enforcer (1)": 3, "Enforcer (2)": 30, Marksman: 32 }, anna.page, ben.page);
  await mkdir(FOLDER, { recursive: true });
});

const cardsOn = (page: Page): Promise<number> => page.locator(".fw-card[data-phase]").count();
/** Everything that this page was sent of messages, as text. */
const knows = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify((game.messages.contents as unknown as readonly { toObject(): object }[]).map((message) => message.toObject())));

describe.sequential("a secret declaration", () => {
  test("is made from the sheet, and others see that it was made and nothing of what it is", async () => {
    await target(anna.page, "Enforcer (1)");
    const sheet = await openSheet(anna.page, "Isaura");
    await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
    await sheet.getByRole("button", { name: "Attack", exact: true }).first().click();
    await anna.page.locator(".fw-dialog").getByRole("button", { name: "Declare" }).dblclick();
    for (const { page } of [gm, anna, ben]) {
      await openTab(page, "combat");
      await expect.poll(() => row(page, "Isaura").innerText()).toContain("has declared");
      await expect.poll(() => row(page, "Tobin").innerText()).toContain("is deciding");
      expect(await cardsOn(page)).toBe(0);
      await expect.poll(() => page.locator(".fw-tracker-secret").innerText()).toContain("1 of 3 have declared");
    }
    for (const { page } of [gm, ben]) expect(await knows(page)).not.toMatch(/weaponry|"maneuver":"[A-Z]/);
    // Only the GM may end the waiting.
    await expect.poll(() => gm.page.getByRole("button", { name: "Do not wait" }).count()).toBe(1);
    expect(await anna.page.getByRole("button", { name: "Do not wait" }).count()).toBe(0);
    await gm.page.screenshot({ path: `${FOLDER}/secret-gm-dark.png` });
    await ben.page.screenshot({ path: `${FOLDER}/secret-ben-light.png` });
  });

  test("outlives a reload of its author's page, and all are shown at once when the last is in", async () => {
    await anna.page.reload();
    await ready(anna.page);
    await openTab(ben.page, "combat");
    await row(ben.page, "Tobin").getByRole("button", { name: "Hold" }).click();
    await expect.poll(() => row(gm.page, "Tobin").innerText()).toContain("has declared");
    expect((await snapshot(ben.page)).initiatives["Tobin"]).toBe(3);
    await row(gm.page, "Enforcer (1)").getByRole("button", { name: "Hold" }).click();
    for (const { page } of [gm, anna, ben]) {
      await expect.poll(() => cardsOn(page)).toBe(1);
      await openTab(page, "combat");
      await expect.poll(() => row(page, "Tobin").innerText()).toContain("may preempt");
      await expect.poll(() => page.locator(".fw-tracker-secret").count()).toBe(0);
    }
    await openTab(gm.page, "chat");
    await gm.page.screenshot({ path: `${FOLDER}/secret-shown-dark.png` });
    await sameEverywhere(gm.page, anna.page, ben.page);
    for (const seat of [gm, anna, ben]) expect(faults(seat)).toEqual([]);
  });

  test("L-C14 L-C18 the tracker keeps the host's classes, and five fast clicks are five ticks and open no sheet", async () => {
    await openTab(gm.page, "combat");
    await expect.poll(() => gm.page.locator(".combat-tracker .combatant[data-combatant-id] .token-name").count()).toBeGreaterThan(3);
    await expect.poll(() => gm.page.locator(".combat-tracker .combatant .token-initiative").count()).toBeGreaterThan(3);
    const before = (await snapshot(gm.page)).initiatives["Marksman"] ?? 0;
    const sheets = await gm.page.locator(".application.sheet").count();
    const later = row(gm.page, "Marksman").getByRole("button", { name: "one tick later" });
    await later.evaluate((button) => {
      for (let click = 0; click < 5; click += 1) (button as HTMLElement).click();
      button.dispatchEvent(new MouseEvent("dblclick", { bubbles: true }));
    });
    await expect.poll(async () => (await snapshot(gm.page)).initiatives["Marksman"]).toBe(before + 5);
    expect(await gm.page.locator(".application.sheet").count()).toBe(sheets);
  });

  test("L-C14 another package finds its hook after each render, and the host's own menu of a row opens", async () => {
    await openTab(gm.page, "combat");
    await gm.page.evaluate(() => {
      Hooks.on("renderCombatTracker", (_tracker, element) => {
        for (const line of element.querySelectorAll(".combatant[data-combatant-id]")) {
          if (line.querySelector(".stranger") !== null) continue;
          const mark = document.createElement("span");
          mark.className = "stranger";
          mark.textContent = line.getAttribute("data-combatant-id");
          line.append(mark);
        }
      });
    });
    const rows = (): Promise<number> => gm.page.locator(".combat-tracker .combatant[data-combatant-id]").count();
    for (let round = 0; round < 2; round += 1) {
      await row(gm.page, "Marksman").getByRole("button", { name: "one tick later" }).evaluate((button) => (button as HTMLElement).click());
      await expect.poll(async () => [await rows(), await gm.page.locator(".combat-tracker .combatant .stranger").count()].join()).toMatch(/^([1-9]\d*),\1$/);
    }
    await row(gm.page, "Marksman").locator(".token-name").click({ button: "right", force: true });
    const menu = gm.page.locator("#context-menu, .context-menu");
    await expect.poll(() => menu.innerText()).toMatch(/combatant/i);
    await gm.page.keyboard.press("Escape");
    await expect.poll(() => menu.count()).toBe(0);
    for (const seat of [gm, anna, ben]) expect(faults(seat)).toEqual([]);
  });

  test("the GM lays an ambush with a window that names everybody", async () => {
    await openTab(gm.page, "combat");
    await gm.page.locator('[data-action="fwAmbush"]').click();
    const form = gm.page.locator(".fw-ambush-form");
    await form.waitFor();
    // A whole side at once, by keyboard and by mouse; once more, and none of it.
    const surprised = (): Promise<number> => form.locator('input[name="surprised"]:checked').count();
    const hostile = form.getByRole("button", { name: "All hostile" });
    await hostile.press("Enter");
    await expect.poll(surprised).toBe(await form.locator('input[data-side="HOSTILE"]').count());
    expect(await surprised()).toBeGreaterThan(1);
    await hostile.click();
    await expect.poll(surprised).toBe(0);
    await form.getByRole("button", { name: "All friendly" }).press("Space");
    await expect.poll(surprised).toBe(await form.locator('input[data-side="FRIENDLY"]').count());
    await form.getByRole("button", { name: "All friendly" }).press("Space");
    await expect.poll(surprised).toBe(0);
    await form.locator('input[name="surprised"]').first().check();
    await gm.page.screenshot({ path: `${FOLDER}/ambush-dark.png` });
    await gm.page.getByRole("button", { name: "Lay the ambush" }).click();
    await expect.poll(() => gm.page.evaluate(() => (game.combat as unknown as { combatants: { contents: { actor: { statuses: Set<string> } | null }[] } }).combatants.contents.filter(({ actor }) => actor?.statuses.has("surprised")).length)).toBe(1);
    for (const seat of [gm, anna, ben]) expect(faults(seat)).toEqual([]);
  });
});
