import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { faults, ready, USERS } from "./browser-table";
import type { PageGlobals } from "./globals";
import { beginFight, cardReaches, closeWindows, drag, lastCard, makeDue, notices, openManeuver, openTab, packEntry, pressIn, reactionPrompt, sameEverywhere, seedDice, snapshot, tokenElement } from "./table-actions";
import { testTable } from "./test-table";

/* A GM and a player, each on a screen of their own. */

declare const game: PageGlobals["game"] & { readonly settings: { set(scope: string, key: string, value: unknown): Promise<unknown> } };

const { table, gm, anna } = testTable({ gm: {}, anna: {} }, async () => {
  await seedDice(gm.page, 7);
  await beginFight(gm.page, { Isaura: 3, "Enforcer (1)": 4, "Enforcer (2)": 30, Tobin: 31, Marksman: 32 }, anna.page);
});
beforeEach(async () => {
  await Promise.all([gm, anna].filter(({ page }) => !page.isClosed()).map(({ page }) => openTab(page, "chat")));
});

const cards = (page: Page): Promise<number> => page.locator(".fw-card[data-phase]").count();
const phases = (wanted: string): Promise<void> => cardReaches(wanted, gm.page, anna.page);

/** Performs a maneuver from a token's sheet, on its owner's page; the dialog is confirmed by a double click. */
async function perform(page: Page, who: string, maneuver: string, aimedAt: string, { fast = false } = {}): Promise<void> {
  const dialog = await openManeuver(page, who, maneuver, aimedAt, fast ? ["Shift"] : []);
  if (!fast) await dialog.getByRole("button", { name: "Declare" }).dblclick();
  await expect.poll(() => dialog.count()).toBe(0);
}

/** Sets everybody's tick so that this one is due. */
const due = (who: string): Promise<void> => makeDue(who, 20, gm.page, anna.page);

describe.sequential("player and GM", () => {
  test("L-A02 a player attacks an NPC; the GM alone is asked and answers; a double click is one answer", async () => {
    await perform(anna.page, "Isaura", "Attack", "Enforcer (1)");
    await reactionPrompt(gm.page).waitFor();
    expect(await reactionPrompt(anna.page).count()).toBe(0);
    await phases("answering");
    await reactionPrompt(gm.page).locator("label", { hasText: /^\s*Parry/ }).click();
    await reactionPrompt(gm.page).getByRole("button", { name: "Answer" }).dblclick();
    await phases("applied");
    expect(await cards(anna.page)).toBe(1);
    const { initiatives } = await sameEverywhere(gm.page, anna.page);
    expect(initiatives["Isaura"]).toBeGreaterThan(3);
    expect(initiatives["Enforcer (1)"]).toBeGreaterThan(4);
  });

  test("L-A15 an NPC attacks the player: she is asked on her own screen, once, and the GM is not", async () => {
    await due("Enforcer (1)");
    await perform(gm.page, "Enforcer (1)", "Strike", "Isaura", { fast: true });
    await reactionPrompt(anna.page).waitFor();
    expect(await reactionPrompt(anna.page).count()).toBe(1);
    expect(await reactionPrompt(anna.page).innerText()).toContain("Enforcer (1)");
    expect(await reactionPrompt(gm.page).count()).toBe(0);
    // What she knows and can do against this attack: each with dice, TN, ticks and how likely it does what, the best first.
    const options = await reactionPrompt(anna.page).locator(".fw-reaction-option").allInnerTexts();
    expect(options.length).toBeGreaterThan(2);
    const { initiatives } = await snapshot(anna.page);
    for (const option of options) expect(option).toMatch(new RegExp(`\\d+\\s+dice, TN \\d+(/\\d+)?\\s+next ${String(initiatives["Isaura"])} → \\d+\\s+(evades|turns it|takes about [\\d.]+ points off)\\s+\\d+%`));
    const evasions = options.filter((option) => option.includes("evades")).map((option) => Number(/(\d+)%/.exec(option)?.[1]));
    expect(evasions).toEqual([...evasions].sort((one, other) => other - one));
    expect(options.join()).not.toContain("Friendly Fire");
  });

  test("what she put away with Escape comes back from the card and from the tracker, and by itself after a reload", async () => {
    const { page } = anna;
    await reactionPrompt(page).locator("input[type=radio]").first().focus();
    await page.keyboard.press("Escape");
    await expect.poll(() => reactionPrompt(page).count()).toBe(0);
    await lastCard(page).getByRole("button", { name: "React: Isaura" }).dblclick();
    await reactionPrompt(page).waitFor();
    expect(await reactionPrompt(page).count()).toBe(1);
    await pressIn(reactionPrompt(page), "Escape");
    await expect.poll(() => reactionPrompt(page).count()).toBe(0);

    await openTab(page, "combat");
    await page.locator(".fw-row").filter({ hasText: "Isaura" }).getByRole("button", { name: "Answer" }).click();
    await reactionPrompt(page).waitFor();
    expect(await page.locator(".fw-row").getByRole("button", { name: "Answer" }).count()).toBe(1);

    await page.reload();
    await ready(page);
    await reactionPrompt(page).waitFor();
    expect(await reactionPrompt(page).count()).toBe(1);
  });

  test("custom dice that are no number are refused at the field, and nothing is answered", async () => {
    const { page } = anna;
    await reactionPrompt(page).locator("summary").click();
    const field = reactionPrompt(page).locator("input[name=custom]");
    for (const [typed, words] of [["abc", "“abc” is no whole number of dice."], ["99", "“99” is too much"]] as const) {
      await field.fill(typed);
      await field.press("Enter");
      await expect.poll(() => reactionPrompt(page).getByRole("alert").innerText()).toContain(words);
      expect(await field.inputValue()).toBe(typed);
    }
    expect(await lastCard(page).getAttribute("data-phase")).toBe("answering");
    await field.fill("-1");
    await field.press("Tab");
    await expect.poll(() => reactionPrompt(page).getByRole("alert").count()).toBe(0);
    // The modifiers stay unfolded while the window is drawn anew.
    expect(await reactionPrompt(page).locator("details").getAttribute("open")).not.toBeNull();
  });

  test("the line breaks in the moment of her answer: the window is back at once and says so, and so it is after the reload, with what she had chosen", async () => {
    const { page } = anna;
    const prompt = reactionPrompt(page);
    const second = prompt.locator("input[name=reaction]").nth(1);
    await second.check();
    const chosen = await second.getAttribute("value");
    await prompt.locator("input[name=custom]").fill("-1");
    await prompt.locator("input[name=custom]").press("Tab");
    table().faults.drop(USERS.anna);
    // Her finger comes down before the page says that there is no connection.
    await prompt.getByRole("button", { name: "Answer" }).dispatchEvent("click");
    await expect.poll(async () => (await notices(page)).join(" ")).toContain("Your answer was not sent");
    await prompt.waitFor();
    expect(await prompt.locator("input[name=reaction]:checked").getAttribute("value")).toBe(chosen);
    expect(await lastCard(gm.page).getAttribute("data-phase")).toBe("answering");
    table().faults.restore(USERS.anna);
    await expect.poll(async () => (await notices(page).catch(() => [])).join(" "), { timeout: 30_000 }).toContain("never sent");
    await ready(page);
    await prompt.waitFor();
    expect(await prompt.locator("input[name=reaction]:checked").getAttribute("value")).toBe(chosen);
    await expect.poll(() => prompt.locator("input[name=custom]").inputValue()).toBe("-1");
    table().forgive(/WebSocket|connection/i);
  });

  test("she answers, and everybody sees the dice that the table took off", async () => {
    await reactionPrompt(anna.page).getByRole("button", { name: "Answer" }).dblclick();
    await phases("applied");
    await expect.poll(() => reactionPrompt(anna.page).count()).toBe(0);
    for (const { page } of [gm, anna]) await expect.poll(() => lastCard(page).innerText()).toContain("−1 custom");
  });

  test("the GM resolves without waiting for her: her prompt closes, her screen has no error", async () => {
    await due("Enforcer (1)");
    await perform(gm.page, "Enforcer (1)", "Strike", "Isaura", { fast: true });
    await reactionPrompt(anna.page).waitFor();
    await lastCard(gm.page).getByRole("button", { name: "Resolve now" }).dblclick();
    await phases("applied");
    await expect.poll(() => reactionPrompt(anna.page).count()).toBe(0);
    expect(await cards(gm.page)).toBe(3);
  });

  test("with results applied by hand a resolved card waits for its Apply, which counts once", async () => {
    await gm.page.evaluate(() => game.settings.set("fatewalker", "autoApply", false));
    await due("Isaura");
    const before = await snapshot(gm.page);
    await perform(anna.page, "Isaura", "Attack", "Enforcer (1)", { fast: true });
    await pressIn(reactionPrompt(gm.page), "n");
    await phases("resolved");
    expect(await snapshot(gm.page)).toEqual(before);
    expect(await lastCard(anna.page).getByRole("button").count()).toBe(0);
    await gm.page.reload();
    await ready(gm.page);
    await openTab(gm.page, "chat");
    const faces = await lastCard(anna.page).locator(".fw-die").allInnerTexts();
    await lastCard(gm.page).getByRole("button", { name: "Apply" }).dblclick();
    await phases("applied");
    await expect.poll(() => lastCard(anna.page).locator(".fw-die").allInnerTexts()).toEqual(faces);
    await expect.poll(async () => (await snapshot(anna.page)).initiatives["Isaura"]).toBeGreaterThan(before.initiatives["Isaura"] ?? 0);
    await gm.page.evaluate(() => game.settings.set("fatewalker", "autoApply", true));
  });

  test("what a player drops on a token that is not hers is refused in words, and nothing is given", async () => {
    const { page } = anna;
    const before = await snapshot(page);
    await closeWindows(page);
    const entry = await packEntry(page, "maneuvers", "Spinning Kick");
    await drag(page, entry, await tokenElement(page, "Marksman"));
    await expect.poll(async () => (await notices(page)).join()).toContain("Marksman is not yours to give anything to.");
    expect(await page.locator(".fw-drop-menu").count()).toBe(0);
    await drag(page, entry, await tokenElement(page, "Isaura"), "Shift");
    await expect.poll(async () => (await snapshot(page)).items["Isaura"]).toContain("Spinning Kick");
    expect({ ...(await snapshot(page)).items, Isaura: null }).toEqual({ ...before.items, Isaura: null });
    await closeWindows(page);
  });

  test("L-B02 L-B07 without a GM a wish waits, is seen to wait, is taken back, is made once, and is taken up when one comes", async () => {
    await due("Isaura");
    await gm.context.close();
    const { page } = anna;
    await expect.poll(() => page.evaluate(() => (game as unknown as { users: { activeGM: unknown } }).users.activeGM === null)).toBe(true);
    const count = await cards(page);
    await perform(page, "Isaura", "Attack", "Enforcer (1)", { fast: true });
    await expect.poll(async () => (await notices(page)).join()).toContain("No GM is here");
    await openTab(page, "chat");
    expect(await page.locator(".fw-intent-card").innerText()).toContain("Waiting for the GM");
    await page.locator(".fw-intent-card").getByRole("button", { name: "Take back" }).click();
    await expect.poll(() => page.locator(".fw-intent-card").count()).toBe(0);
    await perform(page, "Isaura", "Attack", "Enforcer (1)", { fast: true });
    await openTab(page, "chat");
    await page.locator(".fw-intent-card").waitFor();
    await perform(page, "Isaura", "Attack", "Enforcer (1)", { fast: true });
    await expect.poll(async () => (await notices(page)).join()).toContain("You have asked for that already");
    await page.reload();
    await ready(page);
    await openTab(page, "chat");
    await expect.poll(() => page.locator(".fw-intent-card").count()).toBe(1);
    await gm.sit();
    await reactionPrompt(gm.page).waitFor();
    await expect.poll(() => page.locator(".fw-intent-card").count()).toBe(0);
    await expect.poll(() => cards(page)).toBe(count + 1);
    await pressIn(reactionPrompt(gm.page), "n");
    await phases("applied");
  });

  test("no step of it left an error on either page", () => {
    expect(faults(gm)).toEqual([]);
    expect(faults(anna)).toEqual([]);
  });
});
