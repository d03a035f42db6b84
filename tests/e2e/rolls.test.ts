import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { faults } from "./browser-table";
import type { PageGlobals } from "./globals";
import { cardReaches, closeWindows, declareDialog as dialog, drag, lastCard, notices, openSheet, openTab, pressIn, seedDice, snapshot, target, tokenElement } from "./table-actions";
import { testTable } from "./test-table";

/* Rolls as a person makes them: from the sheet, from the chat, from the hotbar; and what a dialog says to nonsense. */

declare const game: PageGlobals["game"];

const { gm } = testTable({ gm: {} }, async () => {
  await seedDice(gm.page, 5);
});
beforeEach(() => openTab(gm.page, "chat"));

const messageCount = (page: Page): Promise<number> => page.evaluate(() => game.messages.size);

async function rollProwess(page: Page, modifiers: "Shift"[] = []): Promise<void> {
  const sheet = await openSheet(page, "Isaura");
  await sheet.locator('[data-action="rollAttribute"][data-attribute="prowess"]').first().click({ modifiers });
}

describe.sequential("rolls", () => {
  test("/r 6dztn4 shows every die with what counted, and its tooltip opens", async () => {
    const { page } = gm;
    await page.locator("#chat-message, .chat-input, textarea").last().fill("/r 6dztn4");
    await page.keyboard.press("Enter");
    const roll = page.locator(".dice-roll").last();
    await roll.waitFor();
    expect(await roll.innerText()).toContain("6dztn4");
    await roll.click();
    const dice = roll.locator(".dice-tooltip .roll");
    await expect.poll(() => dice.count()).toBe(6);
    const faces = (await dice.allInnerTexts()).map(Number);
    expect(faces.every((face) => face >= 0 && face <= 9)).toBe(true);
    const classes = await dice.evaluateAll((elements) => elements.map((element) => element.classList.contains("success")));
    expect(classes).toEqual(faces.map((face) => face <= 4));
    expect(Number((await roll.locator(".dice-total").innerText()).replace(/\D/g, ""))).toBe(faces.filter((face) => face <= 4).length);
  });

  test("a Target Number above 9 counts every die and does not add faces up", async () => {
    const { page } = gm;
    await page.locator("#chat-message, .chat-input, textarea").last().fill("/r 6dztn12");
    await page.keyboard.press("Enter");
    const roll = page.locator(".dice-roll").filter({ hasText: "6dztn12" });
    await roll.waitFor();
    expect((await roll.locator(".dice-total").innerText()).trim()).toMatch(/^6\b/);
  });

  test("an attribute rolled with Shift goes straight to the chat", async () => {
    const { page } = gm;
    const before = await messageCount(page);
    await rollProwess(page, ["Shift"]);
    await expect.poll(() => messageCount(page)).toBe(before + 1);
    expect(await dialog(page).count()).toBe(0);
    const card = page.locator(".fw-check-card").last();
    await expect.poll(() => card.innerText()).toContain("Prowess");
    for (const title of await card.locator(".fw-die").evaluateAll((dice) => dice.map((die) => die.getAttribute("title")))) expect(title).toMatch(/^Die \d · TN \d/);
  });

  test("without Shift the dialog asks; Escape rolls nothing, a double click on Roll rolls once", async () => {
    const { page } = gm;
    const before = await messageCount(page);
    await rollProwess(page);
    await pressIn(dialog(page), "Escape");
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(await messageCount(page)).toBe(before);
    await rollProwess(page);
    await dialog(page).getByRole("button", { name: "Roll" }).dblclick();
    await expect.poll(() => dialog(page).count()).toBe(0);
    await expect.poll(() => messageCount(page)).toBe(before + 1);
  });

  test("L-E02 custom dice: nonsense is refused at the field with words, a sum is what is rolled and what the card says", async () => {
    const { page } = gm;
    await rollProwess(page);
    const field = dialog(page).locator("input[name=custom]");
    const before = await messageCount(page);
    for (const [typed, words] of [["abc", "“abc” is no whole number of dice."], ["1d6", "no whole number"], ["5.5", "no whole number"], ["99", "20 dice more or less at most"]] as const) {
      await field.fill(typed);
      await field.press("Enter");
      await expect.poll(() => dialog(page).getByRole("alert").innerText()).toContain(words);
      expect(await field.inputValue()).toBe(typed);
    }
    expect(await messageCount(page)).toBe(before);
    const dice = await dialog(page).locator(".fw-dice li").count();
    await field.fill("٣");
    await field.press("Tab");
    await expect.poll(() => dialog(page).locator(".fw-dice li").count()).toBe(dice + 3);
    await field.press("Enter");
    await expect.poll(() => messageCount(page)).toBe(before + 1);
    const card = page.locator(".fw-check-card").last();
    await expect.poll(() => card.innerText()).toContain("Agreed at the table +3");
    await expect.poll(() => card.locator(".fw-die").count()).toBe(dice + 3);
  });

  test("a support roll: chosen by keyboard with its dice and its Will, in the odds, above the main roll on the card; off without Will", async () => {
    const { page } = gm;
    const setUp = (exhaustion: number): Promise<unknown> => page.evaluate((boxes) => (game.actors.contents.find(({ name }) => name.startsWith("Isaura")) as unknown as { update(changes: object): Promise<unknown> }).update({
      system: { will: { rating: 6, bonus: 0, spent: 0, fatigue: 0, exhaustion: boxes }, skills: { vigor: { value: 1, branches: { stamina: { value: 2, leaves: { running: { name: "Running", value: 1 } } } } } } },
    }), exhaustion);
    const spent = (): Promise<number> => page.evaluate(() => (game.actors.contents.find(({ name }) => name.startsWith("Isaura"))?.system as unknown as { will: { spent: number } }).will.spent);
    await setUp(0);
    await rollProwess(page);
    const choice = dialog(page).getByRole("combobox", { name: /Support/ });
    expect(await dialog(page).locator(".fw-support .fw-small").textContent()).toBe("1 Will");
    const bars = await dialog(page).locator(".fw-odds > div").count();
    const alone = await dialog(page).locator(".fw-sum").innerText();
    const chosen = (): Promise<string> => choice.locator("option:checked").innerText();
    for (let shown = await chosen(); !shown.startsWith("Running"); shown = await chosen()) {
      await choice.press("ArrowDown");
      await expect.poll(chosen).not.toBe(shown);
    }
    await expect.poll(() => dialog(page).locator(".fw-sum").innerText()).not.toBe(alone);
    expect(await chosen()).toMatch(/^Running \(Stamina\) · \d+ dice at TN 4$/);
    await expect.poll(() => dialog(page).locator(".fw-odds > div").count()).toBeGreaterThanOrEqual(bars);
    await dialog(page).screenshot({ path: "test-results/support-dialog.png" });
    const before = await messageCount(page);
    await dialog(page).locator("button[type=submit]").press("Enter");
    await expect.poll(spent).toBe(1);
    const card = page.locator(".fw-check-card").last();
    await expect.poll(() => card.locator(".fw-joint").count()).toBe(1);
    expect(await messageCount(page)).toBeGreaterThan(before);
    const words = await card.innerText();
    expect(words).toMatch(/Support: Running · .*1 Will/);
    expect(words.indexOf("Support: Running")).toBeLessThan(words.indexOf("Main roll"));
    const [main = 0, support = 0] = ((await card.locator(".fw-joint").innerText()).replace("\u2212", "-").match(/-?\d+/g) ?? []).map(Number);
    expect(Number(await card.locator(".fw-verdict .fw-num").innerText())).toBe(Math.max(0, main + support));
    await card.screenshot({ path: "test-results/support-card.png" });
    // Every box is exhausted, whatever powers add to them.
    await setUp(40);
    await rollProwess(page);
    await expect.poll(() => dialog(page).getByRole("combobox", { name: /Support/ }).isDisabled()).toBe(true);
    expect(await dialog(page).locator("#fw-support-problem").innerText()).not.toBe("");
    await dialog(page).screenshot({ path: "test-results/support-off.png" });
    await pressIn(dialog(page), "Escape");
    await setUp(0);
  });

  test("L-E01 a pool taken down to nothing rolls no dice, and the card says so", async () => {
    const { page } = gm;
    const before = await messageCount(page);
    await rollProwess(page);
    const field = dialog(page).locator("input[name=custom]");
    await field.fill("-20");
    await field.press("Tab");
    await expect.poll(() => dialog(page).innerText()).toContain("No dice");
    await pressIn(dialog(page), "Escape");
    await rollProwess(page);
    await dialog(page).locator("input[name=custom]").fill("-20");
    await dialog(page).locator("input[name=custom]").press("Enter");
    await expect.poll(() => messageCount(page)).toBe(before + 1);
    await expect.poll(() => page.locator(".fw-check-card").last().locator(".fw-die").count()).toBe(0);
  });

  test("L-I06 a maneuver on the hotbar is used by whoever is selected: a linked token, an unlinked one, or the reason why not", async () => {
    const { page } = gm;
    const sheet = await openSheet(page, "Enforcer (1)");
    await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
    const row = sheet.locator("tr.draggable").filter({ has: page.getByRole("button", { name: "Strike", exact: true }) });
    await row.scrollIntoViewIfNeeded();
    const slot = page.locator("#hotbar .slot").nth(2);
    await drag(page, row.locator("td").first(), slot);
    await expect.poll(() => page.locator("#hotbar .slot.full").count()).toBe(1);
    await closeWindows(page);

    const select = async (name: string): Promise<void> => {
      await (await tokenElement(page, name)).click();
    };
    const before = await messageCount(page);
    await target(page, "Tobin");
    for (const who of ["Isaura", "Enforcer (2)"]) {
      await select(who);
      await page.locator("#hotbar .slot.full").click();
      await dialog(page).waitFor();
      await dialog(page).getByRole("button", { name: "Declare" }).click();
      const prompt = page.locator(".fw-reaction");
      await pressIn(prompt, "n");
      await cardReaches("applied", page);
      await expect.poll(() => lastCard(page).innerText()).toContain(`${who}: Strike`);
      await expect.poll(() => prompt.count()).toBe(0);
    }
    expect(await messageCount(page)).toBeGreaterThan(before);
    await page.evaluate(() => (Reflect.get(globalThis, "canvas") as { tokens: { releaseAll(): void } }).tokens.releaseAll());
    await page.locator("#hotbar .slot.full").click();
    await expect.poll(async () => (await notices(page)).join()).toMatch(/select/i);
    expect(await dialog(page).count()).toBe(0);
    await select("Isaura");
    await page.evaluate(async () => {
      const canvas = Reflect.get(globalThis, "canvas") as { tokens: { placeables: { document: { name: string; actor: { items: { contents: { name: string; delete(): Promise<unknown> }[] } } } }[] } };
      await canvas.tokens.placeables.find(({ document }) => document.name === "Isaura")?.document.actor.items.contents.find(({ name }) => name === "Strike")?.delete();
    });
    await page.locator("#hotbar .slot.full").click();
    await expect.poll(async () => (await notices(page)).join()).toMatch(/Isaura.* Strike/);
  });

  test("a reaction of an unlinked token hurts that token alone, and undo leaves its twin and the actor behind both as they were", async () => {
    const { page } = gm;
    const base = (): Promise<string> => page.evaluate(() => JSON.stringify((game.actors.contents as unknown as { name: string; toObject(): { system: unknown; items: unknown; effects: unknown } }[]).filter(({ name }) => name === "Enforcer").map((actor) => { const { system, items, effects } = actor.toObject(); return { system, items, effects }; })));
    const before = { base: await base(), wounds: (await snapshot(page)).wounds };
    await target(page, "Enforcer (2)");
    const sheet = await openSheet(page, "Tobin");
    await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
    await sheet.getByRole("button", { name: "Martial Kick", exact: true }).first().click({ modifiers: ["Shift"] });
    await pressIn(page.locator(".fw-reaction"), "n");
    await cardReaches("applied", page);
    expect(await base()).toBe(before.base);
    await lastCard(page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => lastCard(page).getAttribute("data-phase")).toBe("undone");
    await expect.poll(async () => ({ base: await base(), wounds: (await snapshot(page)).wounds })).toEqual(before);
  });

  test("no step of it left an error on the page", () => {
    expect(faults(gm)).toEqual([]);
  });
});
