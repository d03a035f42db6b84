import { describe, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { faults } from "./browser-table";
import { inBothThemes } from "./pictures";
import { tooFaint } from "./readable";
import { beginFight, cardReaches, closeWindows, declareDialog, lastCard, makeDue, notices, openManeuver, openSheet, openTab, pressIn, reactionPrompt, snapshot } from "./table-actions";
import { testTable } from "./test-table";

/* What is changed of an attack after it was declared, from its card: by mouse and by keyboard, in both themes. */

declare const game: { combat: { previousTurn(): Promise<unknown> } | null };
declare const CONFIG: { Dice: { randomUniform: () => number } };

const PICTURES = "test-results/amend";

const { gm, anna } = testTable({ gm: {}, anna: { theme: "light" } }, async () => {
  await beginFight(gm.page, { Isaura: 3, "Enforcer (1)": 30, "Enforcer (2)": 31 }, anna.page);
  for (const { page } of [gm, anna]) await openTab(page, "chat");
  // Every die succeeds and none penetrates.
  await gm.page.evaluate(() => { CONFIG.Dice.randomUniform = () => 0.95; });
});

const everybody = (): Page[] => [gm.page, anna.page];
const chooser = (page: Page): Locator => page.locator(".application").filter({ has: page.locator(".fw-target") });
const corrector = (page: Page): Locator => page.locator(".application").filter({ has: page.locator(".fw-correct") });
const question = (page: Page): Locator => page.locator("dialog.fw-self, .application.fw-self");
const button = (page: Page, name: string): Locator => lastCard(page).getByRole("button", { name, exact: true });
const says = async (page: Page, words: string | RegExp): Promise<void> => {
  await expect.poll(() => lastCard(page).innerText()).toMatch(words);
};
const woundsOf = async (name: string): Promise<number> => {
  const { temporary, normal, stun, mortal } = (await snapshot(gm.page)).wounds[name] ?? { temporary: -1, normal: 0, stun: 0, mortal: 0 };
  return temporary + normal + stun + mortal;
};

/** What could hardly be read on the pictures, by their names. */
const faint: Record<string, unknown> = {};

/** Takes its picture by night and by day, and looks whether all of it can be read. */
const lookAt = async (seen: Locator, name: string): Promise<void> => {
  await inBothThemes(seen, PICTURES, name, async (theme) => {
    const texts = await tooFaint(seen);
    if (texts.length > 0) faint[`${name}, ${theme}`] = texts;
  });
};

describe.sequential("an attack is changed after it was declared", () => {
  test("L-A06 what is aimed at nobody waits for a target, and whoever declared it joins one by keyboard alone", async () => {
    const sheet = await openSheet(anna.page, "Isaura");
    await sheet.locator('[role="tab"][data-tab="main"]').click();
    await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
    await sheet.getByRole("button", { name: "Thrust", exact: true }).first().click();
    await declareDialog(anna.page).waitFor();
    expect(await declareDialog(anna.page).innerText()).toContain("Nobody is targeted");
    await pressIn(declareDialog(anna.page), "Enter");
    for (const page of everybody()) await says(page, "Aimed at nobody yet");
    await cardReaches("answering", ...everybody());
    await closeWindows(anna.page);
    await lookAt(lastCard(anna.page), "card-awaits");

    await button(anna.page, "Add target").focus();
    await anna.page.keyboard.press("Enter");
    await chooser(anna.page).waitFor();
    await lookAt(chooser(anna.page), "choose-target");
    const first = chooser(anna.page).locator("input[type=radio]");
    const place = (await chooser(anna.page).locator("label").allInnerTexts()).findIndex((text) => text.includes("Enforcer (1)"));
    expect(place).toBeGreaterThanOrEqual(0);
    await first.first().focus();
    for (let step = 0; step < place; step += 1) await anna.page.keyboard.press("ArrowDown");
    await anna.page.keyboard.press("Enter");
    await reactionPrompt(gm.page).waitFor();
    for (const page of everybody()) await says(page, /Isaura: Thrust at Enforcer \(1\)[^]*added Enforcer \(1\) as a target/);
  });

  test("L-A14 the GM changes the target by mouse: the prompt of the former goes, the new one is asked", async () => {
    expect(await reactionPrompt(gm.page).innerText()).toContain("Enforcer (1)");
    await button(gm.page, "Change target").click();
    await chooser(gm.page).locator("label", { hasText: "Enforcer (2)" }).click();
    await chooser(gm.page).getByRole("button", { name: "Change target" }).click();
    await expect.poll(() => reactionPrompt(gm.page).allInnerTexts()).toEqual([expect.stringContaining("Enforcer (2)")]);
    for (const page of everybody()) await says(page, /changed the target: Enforcer \(1\) → Enforcer \(2\)/);
    await pressIn(reactionPrompt(gm.page), "n");
    await cardReaches("applied", ...everybody());
    expect(await woundsOf("Enforcer (1)")).toBe(0);
    expect(await woundsOf("Enforcer (2)")).toBeGreaterThan(0);
  });

  test("L-A14 the GM corrects the damage in a window: wounds follow, everybody reads who did it, the player no number; and takes it back", async () => {
    const before = await woundsOf("Enforcer (2)");
    await button(gm.page, "Correct").click();
    const points = corrector(gm.page).locator("input[data-amount=points]");
    await points.waitFor();
    const counted = Number(await points.inputValue());
    const successes = corrector(gm.page).locator("input[data-amount=successes]");
    const thrown = await successes.inputValue();
    await successes.fill("12");
    await points.fill("many");
    await points.press("Enter");
    await expect.poll(() => corrector(gm.page).innerText()).toContain("whole number");
    // What is written in the other fields stays, whatever is wrong with one.
    expect([await successes.inputValue(), await points.inputValue()]).toEqual(["12", "many"]);
    // The one that is wrong is marked and has the keyboard.
    await expect.poll(() => points.evaluate((field) => field === document.activeElement)).toBe(true);
    expect([await successes.getAttribute("aria-invalid"), await points.getAttribute("aria-invalid")]).toEqual([null, "true"]);
    await successes.fill(thrown);
    await lookAt(corrector(gm.page), "correct");
    await points.fill(String(counted - 1));
    await points.press("Enter");
    await expect.poll(() => corrector(gm.page).count()).toBe(0);
    await expect.poll(() => woundsOf("Enforcer (2)")).toBe(before - 1);
    await says(gm.page, new RegExp(`corrected the damage to Enforcer \\(2\\): ${String(counted)} → ${String(counted - 1)}`));
    await says(anna.page, /corrected the damage to Enforcer \(2\)\./);
    await lookAt(lastCard(gm.page), "card-corrected");
    await button(gm.page, "Undo the correction").click();
    await expect.poll(() => woundsOf("Enforcer (2)")).toBe(before);
    await expect.poll(() => lastCard(anna.page).innerText()).not.toContain("corrected");
    await expect.poll(() => button(gm.page, "Undo").count()).toBe(1);
  });

  test("L-A06 whoever has marked himself is asked first; Enter spares him, and a clear yes does not", async () => {
    await makeDue("Isaura", 20, gm.page, anna.page);
    const dialog = await openManeuver(anna.page, "Isaura", "Thrust", "Isaura");
    expect(await dialog.innerText()).toContain("you are asked before Isaura attacks themself");
    await pressIn(dialog, "Enter");
    await question(anna.page).waitFor();
    // Nothing else can be clicked while it is asked, the theme neither.
    await question(anna.page).screenshot({ path: `${PICTURES}/self-question.png` });
    await pressIn(question(anna.page), "Enter");
    await expect.poll(() => question(anna.page).count()).toBe(0);
    await expect.poll(() => dialog.innerText()).toContain("left out of the own attack");
    await closeWindows(anna.page);
    await pressIn(await openManeuver(anna.page, "Isaura", "Thrust", "Isaura"), "Enter");
    await question(anna.page).getByRole("button", { name: "Yes, attack themself" }).click();
    for (const page of everybody()) await says(page, /Isaura: Thrust at Isaura[^]*on purpose/);
    await cardReaches("applied", ...everybody());
    expect(await woundsOf("Isaura")).toBeGreaterThan(0);
  });

  test("L-A14 what later steps stand on opens with its fields and its button off and says why; they are on once those are taken back", async () => {
    const older = gm.page.locator("#chat .fw-card").filter({ hasText: "Thrust at Enforcer (2)" }).last();
    await older.getByRole("button", { name: "Correct", exact: true }).click();
    const window = corrector(gm.page);
    await window.waitFor();
    const main = window.locator("button[type=submit]");
    const state = async (): Promise<unknown> => [await main.getAttribute("aria-disabled"), /\bprimary\b/.test(await main.getAttribute("class") ?? ""), await window.locator("input, select").evaluateAll((fields) => fields.every((field) => field.matches(":disabled")))];
    await expect.poll(state).toEqual(["true", false, true]);
    expect(await main.getAttribute("data-tooltip")).toMatch(/^(?:One|\d+) later steps? of the fight stands? on it\./);
    expect(await main.evaluate((button) => button === document.activeElement)).toBe(true);
    await lookAt(window, "correct-refused");
    const refused = (): Promise<number> => gm.page.locator('#chat .fw-card[data-phase="refused"]').count();
    const before = await refused();
    await main.press("Enter");
    await expect.poll(async () => (await notices(gm.page)).join()).toMatch(/later steps? of the fight stands? on it\./);
    expect(await window.count()).toBe(1);
    await expect.poll(async () => {
      const off = await main.getAttribute("aria-disabled");
      if (off !== null) await gm.page.evaluate(async () => { await game.combat?.previousTurn(); });
      return off;
    }).toBe(null);
    await expect.poll(state).toEqual([null, true, false]);
    expect(await refused()).toBe(before);
    await main.press("Escape");
    await expect.poll(() => window.count()).toBe(0);
  });

  test("all of it can be read by day and by night, and no step of it left an error on a page", () => {
    expect(faint).toEqual({});
    expect([...faults(gm), ...faults(anna)]).toEqual([]);
  });
});
