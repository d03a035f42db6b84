import { describe, expect, test } from "vitest";
import type { Locator } from "playwright-core";
import { faults } from "./browser-table";
import type { PageGlobals } from "./globals";
import { beginFight, declareDialog, openSheet, openTab, pressIn, snapshot, target } from "./table-actions";
import { testTable } from "./test-table";

/* Covering fire as the GM sees it: whom it may be fired at, at what cost, and with which odds (readings, E25). */

declare const game: PageGlobals["game"];

const { gm } = testTable({ gm: {} }, async () => {
  await beginFight(gm.page, { "Enforcer (1)": 3, Marksman: 25 });
  await openTab(gm.page, "chat");
});

const stepIn = (): Locator => gm.page.locator(".fw-step-in");
const dialog = (): Locator => declareDialog(gm.page);

describe.sequential("covering fire", () => {
  test("the question says at whom the other strikes, and offers single shots alone", async () => {
    await gm.page.evaluate(async () => {
      const combat = game.combat as unknown as { combatants: { contents: { id: string; name: string }[] }; update(changes: object): Promise<unknown> } | null;
      const id = combat?.combatants.contents.find(({ name }) => name === "Marksman")?.id ?? "";
      await combat?.update({ system: { schedule: { [`overwatch-${id}`]: { tick: 13, every: null, left: null, kind: "overwatch", target: id, data: {} } } } });
    });
    await target(gm.page, "Isaura");
    const sheet = await openSheet(gm.page, "Enforcer (1)");
    await gm.page.keyboard.down("Shift");
    await sheet.getByRole("button", { name: /^Attack/ }).first().click();
    await gm.page.keyboard.up("Shift");
    await stepIn().waitFor();
    expect(await stepIn().innerText()).toContain("Enforcer (1) declares: Attack at Isaura");
    const offered = await stepIn().locator("option").allInnerTexts();
    expect(offered).toContain("Shoot");
    expect(offered.join()).not.toMatch(/Burst|Full Auto/);
  });

  test("the dialog has the two dice less and no ticks, and the clock asks none", async () => {
    const before = (await snapshot(gm.page)).initiatives["Marksman"];
    await stepIn().locator("select").selectOption({ label: "Shoot" });
    await stepIn().getByRole("button", { name: "Step in" }).click();
    await dialog().waitFor();
    expect(await dialog().locator(".fw-modifiers").innerText()).toMatch(/free shot[^]*−2/i);
    expect(await dialog().innerText()).toMatch(/ticks\s+0/i);
    expect(await dialog().innerText()).not.toMatch(/\d+ → \d+/);
    await pressIn(dialog(), "Enter");
    await expect.poll(() => stepIn().count()).toBe(0);
    await gm.page.locator("#chat .fw-card", { hasText: "Marksman: Shoot at Enforcer (1)" }).waitFor({ state: "attached" });
    expect((await snapshot(gm.page)).initiatives["Marksman"]).toBe(before);
  });

  test("no step of it left an error on the page", () => {
    expect(faults(gm)).toEqual([]);
  });
});
