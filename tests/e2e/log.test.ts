import { mkdir } from "node:fs/promises";
import { afterEach, describe, expect, test } from "vitest";
import { faults, type Seat } from "./browser-table";
import type { PageGlobals } from "./globals";
import { openTab, setInitiatives } from "./table-actions";
import { testTable } from "./test-table";

declare const game: PageGlobals["game"];

/* The log of the fight, as its people see and use it. */

const { gm, anna: player } = testTable({ gm: {}, anna: { theme: "light" } }, async () => {
  await mkdir("test-results", { recursive: true });
});

afterEach(() => {
  expect([gm, player].flatMap(faults)).toEqual([]);
});

const rows = (seat: Seat): Promise<string[]> => seat.page.locator(".fw-log-row").evaluateAll((elements) => elements.map((element) => element.getAttribute("aria-label") ?? ""));
const tick = (seat: Seat): Promise<number> => seat.page.evaluate(() => game.combat?.round ?? 0);

describe("the log of the fight", () => {
  test("tells each step in words, goes back and forward by keyboard and by row, and asks the GM for a player", async () => {
    await setInitiatives(gm.page, { Isaura: 3, "Enforcer (1)": 5, "Enforcer (2)": 8, Tobin: 9, Marksman: 12 });
    await Promise.all([gm, player].map((seat) => openTab(seat.page, "combat")));
    await gm.page.click('[data-action="fwBegin"]');
    await gm.page.locator(".fw-log-row", { hasText: "The clock begins" }).waitFor();
    await player.page.locator('.fw-row.now [data-action="fwHold"]').click();
    await gm.page.locator(".fw-log-row", { hasText: "Isaura: Holds an action" }).waitFor();
    await gm.page.waitForFunction(() => (game.combat?.round ?? 0) === 5);
    await gm.page.locator('.fw-row.now [data-action="fwHold"]').click();
    await gm.page.locator(".fw-log-row", { hasText: "Enforcer (1): Holds an action" }).waitFor();
    await expect.poll(async () => (await rows(gm))[0]).toMatch(/^Tick 5 → 8, Enforcer \(1\): Holds an action$/);

    const undo = gm.page.locator('[data-action="fwBack"]');
    await expect.poll(() => undo.getAttribute("data-tooltip")).toBe("Undo: Enforcer (1): Holds an action");
    await undo.focus();
    await gm.page.keyboard.press("Enter");
    await gm.page.locator(".fw-log-row.undone", { hasText: "Enforcer (1)" }).waitFor();
    await expect.poll(() => tick(gm)).toBe(5);
    await gm.page.locator('[data-action="fwRedo"]').click();
    await gm.page.waitForFunction(() => game.combat?.round === 8);

    await gm.page.locator(".fw-log-row", { hasText: "The clock begins" }).locator('[data-action="fwLogBack"]').click();
    const question = gm.page.locator("dialog.application, .application.dialog").filter({ hasText: "2 steps after this one" });
    await question.getByRole("button", { name: "Yes" }).click();
    await question.waitFor({ state: "detached" });
    await gm.page.waitForFunction(() => game.combat?.round === 3);
    await expect.poll(async () => (await rows(gm)).filter((label) => label.endsWith("taken back"))).toHaveLength(2);
    await gm.page.locator(".fw-log-row.undone").first().locator('[data-action="fwLogForward"]').click();
    await gm.page.getByRole("button", { name: "Yes" }).click();
    await gm.page.waitForFunction(() => game.combat?.round === 8);

    await gm.page.locator(".fw-log-row", { hasText: "Isaura: Holds" }).locator('[data-action="fwLogDetail"]').click();
    await gm.page.locator(".fw-log-detail").filter({ hasText: "round: 3 → 5" }).waitFor();
    await gm.page.locator("#sidebar").screenshot({ path: "test-results/log-dark.png" });
    await player.page.locator("#sidebar").screenshot({ path: "test-results/log-light.png" });
    expect(await player.page.locator('[data-action="fwLogDetail"], [data-action="fwLogBack"], [data-action="fwBack"], [data-action="fwLogRecord"]').count()).toBe(0);

    await player.page.locator('[data-action="fwLogAsk"]').click();
    const request = gm.page.locator(".fw-log-request");
    await request.waitFor();
    await expect.poll(() => request.textContent()).toMatch(/Anna asks to take back: Isaura: Holds an action.*also take back what came after it: Enforcer \(1\)/s);
    await gm.page.locator("#sidebar").screenshot({ path: "test-results/log-request-dark.png" });
    await request.getByRole("button", { name: "Let it stand" }).click();
    await gm.page.locator('input[name="reason"]').fill("It was a good idea");
    await gm.page.keyboard.press("Enter");
    await request.waitFor({ state: "detached" });
    // What she had asked for is no longer underway on her own page either.
    await player.page.waitForFunction(() => game.messages.contents.every(({ type }) => type !== "intent"));
    await player.page.locator('[data-action="fwLogAsk"]').click();
    await request.getByRole("button", { name: "Take it back" }).click();
    await gm.page.waitForFunction(() => game.combat?.round === 3);
    const [download] = await Promise.all([player.page.waitForEvent("download"), player.page.click('[data-action="fwLogText"]')]);
    expect(download.suggestedFilename()).toMatch(/\.txt$/);
    const [record] = await Promise.all([gm.page.waitForEvent("download"), gm.page.click('[data-action="fwLogRecord"]')]);
    expect(record.suggestedFilename()).toMatch(/\.json$/);
  });
});
