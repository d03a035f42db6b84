import { describe, expect, test } from "vitest";
import { ready } from "./browser-table";
import { closeWindows, drag, lastCard, notices, openSheet, openTab, packEntry, pressIn, seedDice, setInitiatives, snapshot, target, tokenElement } from "./table-actions";
import type { PageGlobals } from "./globals";
import { testTable } from "./test-table";

declare const canvas: PageGlobals["canvas"];

/* The spine, played as a person plays it: from the compendium to the wound, and back. */

const { gm } = testTable({ gm: {} }, async () => {
  await seedDice(gm.page, 7);
});

describe.sequential("a fight in the browser", () => {
  test("begins on the tick of the first, who is marked as due", async () => {
    const { page } = gm;
    await setInitiatives(page, { Isaura: 3, "Enforcer (1)": 5, "Enforcer (2)": 8, Tobin: 9, Marksman: 12 });
    await openTab(page, "combat");
    await page.click('[data-action="fwBegin"]');
    await expect.poll(async () => (await snapshot(page)).tick).toBe(3);
    await expect.poll(() => page.locator('.fw-row [aria-current="true"]').innerText()).toContain("Isaura");
  });

  test("a maneuver dropped from the compendium on a token is given", async () => {
    const { page } = gm;
    const entry = await packEntry(page, "maneuvers", "Martial Kick");
    await drag(page, entry, await tokenElement(page, "Isaura"));
    const menu = page.locator(".fw-drop-menu");
    await menu.waitFor();
    // Isaura is due, so performing is the sensible choice and has the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-choice"))).toBe("perform");
    await menu.locator('[data-choice="give"]').click();
    await expect.poll(async () => (await snapshot(page)).items["Isaura"]).toContain("Martial Kick");
  });

  test("given again with Shift it makes no second row", async () => {
    const { page } = gm;
    const before = await snapshot(page);
    const entry = await packEntry(page, "maneuvers", "Martial Kick");
    await drag(page, entry, await tokenElement(page, "Isaura"), "Shift");
    await expect.poll(async () => (await notices(page)).join()).toContain("Isaura has Martial Kick already");
    expect((await snapshot(page)).items).toEqual(before.items);
    expect(await page.locator(".fw-drop-menu").count()).toBe(0);
  });

  test("a reload with the dialog open leaves nothing half-done; opened again it asks anew, and the target is gone with the page as the host has it", async () => {
    const { page } = gm;
    const before = await snapshot(page);
    const said = (): Promise<number> => page.evaluate(() => (Reflect.get(globalThis, "game") as { messages: { size: number } }).messages.size);
    const messages = await said();
    await target(page, "Enforcer (1)");
    const kick = async (): Promise<void> => {
      const sheet = await openSheet(page, "Isaura");
      await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
      await sheet.getByRole("button", { name: /^Martial Kick/ }).first().click();
    };
    await kick();
    const dialog = page.locator(".fw-dialog");
    await dialog.waitFor();
    await expect.poll(() => dialog.innerText()).toContain("at Enforcer (1)");
    await dialog.locator("input[name=custom]").fill("2");
    await dialog.locator("input[name=custom]").press("Tab");
    await page.reload();
    await ready(page);
    expect(await dialog.count()).toBe(0);
    expect(await page.locator("#fatewalker-tick-bar .ghost").count()).toBe(0);
    expect(await snapshot(page)).toEqual(before);
    expect(await said()).toBe(messages);
    // The host keeps targets of a page as long as the page.
    expect(await page.evaluate(() => (Reflect.get(globalThis, "game") as { user: { targets: { size: number } } }).user.targets.size)).toBe(0);
    await target(page, "Enforcer (1)");
    await kick();
    await expect.poll(() => dialog.innerText()).toContain("at Enforcer (1)");
    expect(await dialog.locator("input[name=custom]").inputValue()).toBe("0");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await snapshot(page)).toEqual(before);
    expect(await said()).toBe(messages);
    await seedDice(page, 7);
  });

  test("performed from the sheet and answered with Block, it costs both their ticks and marks wounds", async () => {
    const { page } = gm;
    const before = await snapshot(page);
    await target(page, "Enforcer (1)");
    const sheet = await openSheet(page, "Isaura");
    await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
    await sheet.getByRole("button", { name: /^Martial Kick/ }).first().click();
    const dialog = page.locator(".application").filter({ hasText: "at Enforcer (1)" });
    await dialog.waitFor();
    await expect.poll(() => dialog.innerText()).toContain("3 → 10");
    await pressIn(dialog, "Enter");

    const prompt = page.locator(".application").filter({ has: page.locator(".fw-reaction-list") });
    await prompt.waitFor();
    await prompt.locator("label", { hasText: /^\s*Block/ }).click();
    await prompt.getByRole("button", { name: "Answer" }).click();

    await openTab(page, "chat");
    await expect.poll(() => lastCard(page).getAttribute("data-phase")).toBe("applied");
    // Nobody is due any more: time goes on by itself to the second Enforcer.
    await expect.poll(() => snapshot(page)).toMatchObject({ tick: 8, initiatives: { Isaura: 10, "Enforcer (1)": 10 } });
    const after = await snapshot(page);
    // Only the one who was hit carries marks, whatever the dice said; her twin of the same actor does not.
    expect({ ...after.wounds, "Enforcer (1)": null }).toEqual({ ...before.wounds, "Enforcer (1)": null });
    const card = await lastCard(page).innerText();
    expect(card).toContain("Martial Kick");
    expect(card).toContain("3 → 10");
    expect(card).toContain("5 → 10");
    await expect.poll(() => lastCard(page).locator(".fw-die").count()).toBeGreaterThanOrEqual(6);
  });

  test("a reload finds everything as it was", async () => {
    const before = await snapshot(gm.page);
    await gm.page.reload();
    await ready(gm.page);
    await expect.poll(() => snapshot(gm.page)).toEqual(before);
    await openTab(gm.page, "chat");
    await expect.poll(() => lastCard(gm.page).getAttribute("data-phase")).toBe("applied");
  });

  test("undo gives back ticks and wounds, once, and the card says so; also after a reload", async () => {
    const { page } = gm;
    await openTab(page, "chat");
    await lastCard(page).getByRole("button", { name: "Undo" }).dblclick();
    await expect.poll(() => lastCard(page).getAttribute("data-phase")).toBe("undone");
    await expect.poll(() => snapshot(page)).toMatchObject({
      tick: 3,
      initiatives: { Isaura: 3, "Enforcer (1)": 5 },
      wounds: { "Enforcer (1)": { temporary: 0, normal: 0, stun: 0, mortal: 0 } },
    });
    const after = await snapshot(page);
    await page.reload();
    await ready(page);
    await expect.poll(() => snapshot(page)).toEqual(after);
  });

  test("an unlinked token gets the maneuver for itself alone, and fights with it", async () => {
    const { page } = gm;
    await seedDice(page, 11);
    const entry = await packEntry(page, "maneuvers", "Martial Kick");
    await drag(page, entry, await tokenElement(page, "Enforcer (2)"), "Shift");
    await expect.poll(async () => (await snapshot(page)).items["Enforcer (2)"]).toContain("Martial Kick");
    expect((await snapshot(page)).items["Enforcer (1)"]).not.toContain("Martial Kick");

    // Isaura passes her action by holding; then the first Enforcer does; then the second one is due.
    await openTab(page, "combat");
    for (const who of ["Isaura", "Enforcer (1)"]) {
      await page.locator('[data-action="fwHold"]').first().click();
      await expect.poll(() => page.locator(".fw-row.holding").filter({ hasText: who }).count()).toBe(1);
    }
    await expect.poll(async () => (await snapshot(page)).tick).toBe(8);

    // A holder of the same side is not asked: this one has changed sides.
    await page.evaluate(() => (canvas.tokens.placeables.find(({ document }) => document.name === "Enforcer (1)")?.document as unknown as { update(changes: object): Promise<unknown> }).update({ disposition: 0 }).then(() => null));
    await target(page, "Tobin");
    const sheet = await openSheet(page, "Enforcer (2)");
    await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
    await page.keyboard.down("Shift");
    await sheet.getByRole("button", { name: /^Martial Kick/ }).first().click();
    await page.keyboard.up("Shift");
    // Whoever holds may step in first, and nobody is asked for an answer before; the questions lie side by side, off the one who attacks.
    const stepIns = page.locator(".fw-step-in");
    await expect.poll(() => stepIns.count()).toBe(2);
    expect(await page.locator(".fw-reaction-list").count()).toBe(0);
    const apart = [stepIns.nth(0), stepIns.nth(1), await tokenElement(page, "Enforcer (2)"), page.locator("#sidebar")];
    const overlaps = async (): Promise<string[]> => {
      const boxes = await Promise.all(apart.map((element) => element.boundingBox()));
      return boxes.flatMap((one, index) => boxes.slice(index + 1).flatMap((other) => {
        if (one === null || other === null) throw new Error("A question, the token or the sidebar is not on the screen.");
        const clear = one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y || other.y + other.height <= one.y;
        return clear ? [] : [`${JSON.stringify(one)} and ${JSON.stringify(other)}`];
      }));
    };
    await expect.poll(overlaps).toEqual([]);
    for (const [question, who] of [["step in before Enforcer (2)?", "Isaura"], ["step in before Enforcer (2)?", "Enforcer (1)"], ["answer Enforcer (2)", "Tobin"]] as const) {
      const prompt = page.locator(".application").filter({ hasText: `${who}: ${question}` });
      await prompt.waitFor();
      await prompt.getByRole("button", { name: who === "Tobin" ? "No reaction" : "Let it happen" }).click();
      await prompt.waitFor({ state: "detached" });
    }
    await openTab(page, "chat");
    await expect.poll(() => lastCard(page).getAttribute("data-phase")).toBe("applied");
    await expect.poll(async () => (await snapshot(page)).initiatives).toMatchObject({ "Enforcer (2)": 15, Tobin: 9 });
  });

  test("with Alt a maneuver is performed at once, without being given", async () => {
    const { page } = gm;
    await target(page, "Marksman");
    const before = await snapshot(page);
    const entry = await packEntry(page, "maneuvers", "Lightning Strike");
    await drag(page, entry, await tokenElement(page, "Tobin"), "Alt");
    const dialog = page.locator(".application").filter({ hasText: "at Marksman" });
    await dialog.waitFor();
    expect(await page.locator(".fw-drop-menu").count()).toBe(0);
    // The Marksman stands far away, and the dialog says so.
    await expect.poll(() => dialog.locator('[role="alert"]').innerText()).toContain("out of reach");
    await pressIn(dialog, "Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await snapshot(page)).toEqual(before);
  });

  test("what is dropped on empty canvas, and what is not ours, passes on untouched", async () => {
    const { page } = gm;
    await page.evaluate(() => {
      const passed: string[] = [];
      Reflect.set(globalThis, "passedOn", passed);
      const hooks = Reflect.get(globalThis, "Hooks") as { on(name: string, listener: (canvas: unknown, data: { type: string }) => void): void };
      hooks.on("dropCanvasData", (_canvas, data) => void passed.push(data.type));
    });
    const passed = (): Promise<string[]> => page.evaluate(() => Reflect.get(globalThis, "passedOn") as string[]);
    const before = await snapshot(page);

    await closeWindows(page);
    const entry = await packEntry(page, "maneuvers", "Martial Kick");
    await drag(page, entry, { x: 800, y: 420 });
    await expect.poll(passed).toEqual(["Item"]);

    await closeWindows(page);
    const journal = await packEntry(page, "rules", "The Rules");
    await drag(page, journal, await tokenElement(page, "Tobin"));
    await expect.poll(passed).toEqual(["Item", "JournalEntry"]);

    expect(await page.locator(".fw-drop-menu").count()).toBe(0);
    expect((await snapshot(page)).items).toEqual(before.items);
  });

  test("no step of it left an error on the page", () => {
    expect(gm.problems).toEqual([]);
  });
});
