import { beforeEach, describe, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { faults } from "./browser-table";
import type { PageGlobals } from "./globals";
import { beginFight, closeWindows, lastCard, openSheet, openTab, pressIn, reachTick, reactionPrompt, seedDice, snapshot, target, trackerRow } from "./table-actions";
import { arm, RESTED } from "./power-actions";
import { testTable } from "./test-table";

declare const game: PageGlobals["game"];

/* Damage by hand, treatment and rest as people do them: once by mouse, once by keyboard. */

const { gm, anna } = testTable({ gm: {}, anna: {} }, async () => {
  await seedDice(gm.page, 3);
});
beforeEach(() => openTab(gm.page, "chat"));

const dialog = (page: Page): Locator => page.locator(".fw-healing:not(.closing)");
const card = (page: Page): Locator => page.locator(".fw-healing-card").last();
const woundsOf = async (page: Page, name: string) => (await snapshot(page)).wounds[name];

describe.sequential("damage, treatment and rest", () => {
  test("the GM hurts somebody from the sheet by mouse: the boxes are shown before, marked after, and come back with Undo", async () => {
    const { page } = gm;
    const sheet = await openSheet(page, "Tobin");
    await sheet.locator('[data-action="damage"]').click();
    await dialog(page).locator('[name="amount"]').fill("9");
    await expect.poll(() => dialog(page).locator(".fw-box.new").count()).toBe(9);
    await dialog(page).locator('[name="skipTemporary"]').check();
    await expect.poll(() => dialog(page).locator(".fw-healing-track").nth(1).innerText()).toContain("0 → 9 / 24");
    await dialog(page).locator('[type="submit"]').click();
    await expect.poll(() => woundsOf(page, "Tobin")).toEqual({ temporary: 0, normal: 9, stun: 0, mortal: 0 });
    await card(page).locator('[data-card-action="undo"]').click();
    await expect.poll(() => woundsOf(page, "Tobin")).toEqual({ temporary: 0, normal: 0, stun: 0, mortal: 0 });
    await expect.poll(() => card(page).getAttribute("data-state")).toBe("undone");
    await card(page).locator('[data-card-action="redo"]').click();
    await expect.poll(() => woundsOf(page, "Tobin")).toEqual({ temporary: 0, normal: 9, stun: 0, mortal: 0 });
  });

  test("a player gives First Aid by mouse, sees pool, chances and time before, and the card after; a second time says why not", async () => {
    const { page } = anna;
    await openTab(page, "chat");
    await arm(gm.page, "Isaura", ["power-will-driven"], RESTED);
    const sheet = await openSheet(page, "Isaura");
    await sheet.locator('[data-action="treat"]').click();
    const window = dialog(page);
    await window.locator('[name="patient"]').selectOption({ label: "Tobin" });
    await window.locator('[name="procedure"]').selectOption("firstAid");
    await expect.poll(() => window.locator(".fw-modifiers").innerText()).toContain("Medkit");
    await expect.poll(() => window.locator(".fw-sum").innerText()).toMatch(/Heals[\s\S]*%[\s\S]*Harms[\s\S]*%[\s\S]*5–10 min/i);
    await window.locator('[name="custom"]').fill("4");
    // Driven goes into it as into every roll: chosen, seen in the dice, paid.
    const before = await window.locator(".fw-die").count();
    await window.locator(".fw-power", { hasText: "Driven" }).getByRole("checkbox").check();
    await expect.poll(() => window.locator(".fw-die").count()).toBe(before + 2);
    await expect.poll(() => window.locator(".fw-power", { hasText: "Driven" }).locator(".value").innerText()).toBe("1 Will");
    await page.screenshot({ path: "test-results/treat-driven.png" });
    await window.locator('[type="submit"]').click();
    await card(page).getByText("First Aid").first().waitFor();
    await expect.poll(() => card(page).locator(".fw-die").count()).toBe(11);
    await expect.poll(() => card(page).innerText()).toContain("Driven is in it");
    await sheet.locator('[data-action="treat"]').click();
    await dialog(page).locator('[name="patient"]').selectOption({ label: "Tobin" });
    await dialog(page).locator('[name="procedure"]').selectOption("firstAid");
    await expect.poll(() => dialog(page).locator('[role="alert"]').innerText()).toContain("only a new one");
    await expect.poll(() => dialog(page).locator('[type="submit"]').isDisabled()).toBe(true);
    await pressIn(dialog(page), "Escape");
    await expect.poll(() => dialog(page).count()).toBe(0);
  });

  test("the GM gives everybody a night's rest by keyboard alone", async () => {
    const { page } = gm;
    const before = await woundsOf(page, "Tobin");
    const sheet = await openSheet(page, "Tobin");
    await sheet.locator('[data-action="rest"]').focus();
    await page.keyboard.press("Enter");
    await dialog(page).locator('[name="kind"]').waitFor();
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLSelectElement | null)?.name)).toBe("kind");
    await expect.poll(() => dialog(page).locator(".fw-healing-person", { hasText: "Tobin" }).innerText()).toMatch(/dice at TN[\s\S]*heals \d+%/);
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLSelectElement | null)?.name)).toBe("sleep");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => dialog(page).locator('[name="place"]').inputValue()).toBe("good");
    await page.keyboard.press("Enter");
    await expect.poll(() => dialog(page).count()).toBe(0);
    await card(page).getByText("A night").waitFor();
    await expect.poll(async () => (await woundsOf(page, "Tobin"))?.normal).toBeLessThan(before?.normal ?? 0);
  });

  test("the window of damage follows whoever is targeted, and says what it cannot read", async () => {
    const { page } = gm;
    await target(page, "Marksman");
    await closeWindows(page);
    await page.evaluate(() => (globalThis as unknown as { game: { system: { api: { applyDamage(): Promise<void> } } } }).game.system.api.applyDamage());
    await dialog(page).getByRole("heading", { name: "Damage: Marksman" }).waitFor();
    await dialog(page).locator('[name="amount"]').fill("3y3");
    await expect.poll(() => dialog(page).locator('[role="alert"]').innerText()).toContain("3y3");
    await page.keyboard.press("Enter");
    expect(await dialog(page).count()).toBe(1);
    await dialog(page).locator('[name="amount"]').fill("3x3/3x1 @5");
    await expect.poll(() => dialog(page).locator(".fw-healing-person").innerText()).toContain("7.2 points expected");
    await pressIn(dialog(page), "Escape");
    await expect.poll(() => dialog(page).count()).toBe(0);
  });

  test("whoever is targeted is whom the sheet's Treat is for, stabilised where it bleeds; the end of a fight names who still does, and its card has the button", async () => {
    const { page } = gm;
    await page.evaluate(async () => {
      const { combat } = game as unknown as { combat: { combatants: { contents: { name: string; actor: { update(changes: object): Promise<unknown> } }[] } } };
      const hurt = { "Enforcer (1)": { mortal: { value: 3 } }, Isaura: { normal: { value: 1 } } } as Record<string, object>;
      for (const { name, actor } of combat.combatants.contents) if (hurt[name] !== undefined) await actor.update({ system: { wounds: hurt[name] } });
    });
    await target(page, "Enforcer (1)");
    const sheet = await openSheet(page, "Isaura");
    await sheet.locator('[data-action="treat"]').click();
    const chosen = (name: string): Promise<string> => dialog(page).locator(`[name="${name}"] option:checked`).innerText();
    await expect.poll(async () => [await chosen("healer"), await chosen("patient"), await chosen("procedure")]).toEqual(["Isaura", "Enforcer (1)", "Stabilize"]);
    await pressIn(dialog(page), "Escape");
    await expect.poll(() => dialog(page).count()).toBe(0);
    await closeWindows(page);
    await beginFight(page, { Isaura: 3, "Enforcer (1)": 30 });
    await page.evaluate(() => void (game as unknown as { combat: { endCombat(): Promise<unknown> } }).combat.endCombat());
    const question = page.locator("dialog, .application.dialog").filter({ hasText: "Is this fight over" });
    await expect.poll(() => question.innerText()).toContain("Enforcer (1): 3 Mortal");
    await page.screenshot({ path: "test-results/end-bleeding.png" });
    await question.getByRole("button", { name: "End the fight" }).click();
    await openTab(page, "chat");
    await expect.poll(() => card(page).innerText()).toContain("Still bleeding: Enforcer (1)");
    await page.screenshot({ path: "test-results/still-bleeding.png" });
    await card(page).getByRole("button", { name: "Treat Enforcer (1)" }).press("Enter");
    await expect.poll(async () => [await chosen("patient"), await chosen("procedure")]).toEqual(["Enforcer (1)", "Stabilize"]);
    await pressIn(dialog(page), "Escape");
    await expect.poll(() => dialog(page).count()).toBe(0);
  });

  test("a holder of the same side is asked in no window: its button stands on the card as long as that waits for somebody else", async () => {
    const { page } = gm;
    await page.evaluate(async () => {
      const { implementation } = (globalThis as unknown as { Combat: { implementation: { create(source: object): Promise<{ createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown> }> } } }).Combat;
      const scene = (game as unknown as { scenes: { viewed: { id: string; tokens: { contents: { id: string; actorId: string }[] } } } }).scenes.viewed;
      const combat = await implementation.create({ scene: scene.id, active: true });
      await combat.createEmbeddedDocuments("Combatant", scene.tokens.contents.map(({ id, actorId }) => ({ tokenId: id, sceneId: scene.id, actorId })));
    });
    await beginFight(page, { "Enforcer (2)": 1, "Enforcer (1)": 5 }, anna.page);
    await openTab(page, "combat");
    await trackerRow(page, "Enforcer (2)").getByRole("button", { name: "Hold" }).click();
    await reachTick(page, 5);
    await target(page, "Isaura");
    const sheet = await openSheet(page, "Enforcer (1)");
    await page.keyboard.down("Shift");
    await sheet.getByRole("button", { name: /^Attack/ }).first().click();
    await page.keyboard.up("Shift");
    await reactionPrompt(anna.page).waitFor();
    await openTab(page, "chat");
    await lastCard(page).getByRole("button", { name: /Enforcer \(2\)/ }).first().waitFor();
    expect(await page.locator(".fw-step-in").count()).toBe(0);
  });

  test("nothing went wrong behind the scenes", () => {
    expect([...faults(gm), ...faults(anna)]).toEqual([]);
  });
});
