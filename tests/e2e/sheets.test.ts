import { describe, expect, test } from "vitest";
import type { Locator } from "playwright-core";
import { faults, ready } from "./browser-table";
import type { PageGlobals } from "./globals";
import { notices, openSheet, openTab, snapshot } from "./table-actions";
import { testTable } from "./test-table";

/* A player's own sheet, by mouse and by keyboard. */

declare const game: PageGlobals["game"];

const { gm, anna } = testTable({ gm: {}, anna: {} });

const wounds = async () => (await snapshot(anna.page)).wounds["Isaura"];
const system = (path: string): Promise<unknown> =>
  anna.page.evaluate((wanted) => wanted.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], (game.actors.contents.find(({ name }) => name.startsWith("Isaura")) as unknown as { _source: { system: unknown } })._source.system), path);

async function page(tab: string): Promise<Locator> {
  const sheet = await openSheet(anna.page, "Isaura");
  await sheet.locator(`.fw-tabs [data-tab="${tab}"]`).click();
  return sheet;
}

describe.sequential("a player's sheet", () => {
  test("boxes of the chart are marked and cleared by mouse: wounds, stun with Shift, right-click", async () => {
    const sheet = await page("main");
    const chart = sheet.locator('.fw-marks[data-marks="normal"]');
    await chart.click();
    await expect.poll(wounds).toMatchObject({ normal: 1, stun: 0 });
    await chart.click({ modifiers: ["Shift"] });
    await expect.poll(wounds).toMatchObject({ normal: 1, stun: 1 });
    // Fast clicks all count.
    await chart.click({ clickCount: 3, delay: 5 });
    await expect.poll(wounds).toMatchObject({ normal: 4, stun: 1 });
    for (let count = 0; count < 5; count += 1) await chart.click({ button: "right" });
    await expect.poll(wounds).toMatchObject({ normal: 0, stun: 0 });
  });

  test("and by keyboard: plus, slash, minus; the focus stays on the chart", async () => {
    const sheet = await page("main");
    const chart = sheet.locator('.fw-marks[data-marks="normal"]');
    await chart.focus();
    for (const key of ["+", "Enter", "/"]) await anna.page.keyboard.press(key);
    await expect.poll(wounds).toMatchObject({ normal: 2, stun: 1 });
    for (const key of ["-", "Delete", "Backspace"]) await anna.page.keyboard.press(key);
    await expect.poll(wounds).toMatchObject({ normal: 0, stun: 0 });
    await expect.poll(() => chart.evaluate((element) => element === document.activeElement || element.contains(document.activeElement))).toBe(true);
  });

  test("armor goes off and on, and what it protects follows at once", async () => {
    const sheet = await page("main");
    const chip = sheet.locator('.fw-chips [data-action="toggleWorn"]').filter({ hasText: "SynthSilk" });
    const totals = async (): Promise<string> => (await sheet.locator(".fw-totals").first().textContent() ?? "").replace(/\s+/g, " ");
    const worn = await totals();
    await chip.click();
    await expect.poll(totals).not.toBe(worn);
    await sheet.locator('.fw-tabs [data-tab="equipment"]').click();
    await sheet.locator(".fw-thing").filter({ hasText: "SynthSilk" }).locator('[data-action="toggleWorn"]').click();
    await expect.poll(totals).toBe(worn);
  });

  test("L-H02 what she is typing stays while others change her character, and is saved when she leaves the field", async () => {
    const sheet = await page("biography");
    const field = sheet.locator('input[name="system.profile.concept"]');
    await field.click();
    await field.fill("A duellist of");
    await gm.page.evaluate(async () => {
      const actor = game.actors.contents.find(({ name }) => name.startsWith("Isaura")) as unknown as { update(changes: object): Promise<unknown> };
      await actor.update({ system: { money: 77, profile: { home: "Leagueheim" } } });
    });
    await expect.poll(() => sheet.locator('input[name="system.profile.home"]').inputValue()).toBe("Leagueheim");
    await anna.page.keyboard.type(" small fame");
    await expect.poll(() => field.inputValue()).toBe("A duellist of small fame");
    await anna.page.keyboard.press("Tab");
    await expect.poll(() => system("profile.concept")).toBe("A duellist of small fame");
    await expect.poll(() => system("money")).toBe(77);
  });

  test("L-H01 a biography typed into the editor survives wounds that come meanwhile, is saved alone, and is there after a reload", async () => {
    const sheet = await page("biography");
    const editor = sheet.locator('prose-mirror[name="system.biography"]');
    await editor.hover();
    await editor.getByRole("button", { name: "Edit" }).click();
    const content = editor.getByRole("textbox");
    await content.click();
    await anna.page.keyboard.type("Born at sea. ");
    await gm.page.evaluate(async () => {
      const actor = game.actors.contents.find(({ name }) => name.startsWith("Isaura")) as unknown as { update(changes: object): Promise<unknown> };
      await actor.update({ system: { wounds: { temporary: { value: 2 } } } });
    });
    await expect.poll(wounds).toMatchObject({ temporary: 2 });
    await expect.poll(() => content.innerText()).toContain("Born at sea.");
    await editor.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => system("biography")).toContain("Born at sea.");
    expect(await system("wounds.temporary.value")).toBe(2);
    await anna.page.reload();
    await ready(anna.page);
    const again = await page("biography");
    await expect.poll(() => again.locator('prose-mirror[name="system.biography"]').innerText()).toContain("Born at sea.");
  });

  test("L-H05 a number that is cleared or made nonsense is told in words or set by the rule, never stored as junk", async () => {
    const sheet = await page("equipment");
    const money = sheet.locator('input[name="system.money"]');
    for (const typed of ["", "1d6", "-5", "Infinity"]) {
      await money.fill(typed);
      await money.press("Tab");
      // Whatever became of it, the field shows in the end what is stored.
      await expect.poll(async () => (await money.inputValue()) === String(await system("money")), { message: `${typed} is settled` }).toBe(true);
      const stored = await system("money");
      expect(typeof stored === "number" && Number.isFinite(stored) && stored >= 0, `${typed} became ${JSON.stringify(stored)}`).toBe(true);
    }
    await money.fill("٧٫٥");
    await money.press("Tab");
    await expect.poll(async () => [await system("money"), (await notices(anna.page)).length > 0]).toSatisfy(([stored, told]: [unknown, boolean]) => stored === 7.5 || told);
  });

  test("a power is used with one click: its Will is spent once, a card says so, and the GM can take it back", async () => {
    const sheet = await page("powers");
    const row = sheet.locator(".fw-thing").filter({ hasText: "Driven" });
    const before = Number(await system("will.spent"));
    await row.getByRole("button", { name: "Use Driven and pay for it" }).dblclick();
    await expect.poll(() => system("will.spent")).toBe(before + 1);
    await openTab(anna.page, "chat");
    const card = anna.page.locator(".fw-card[data-phase]").last();
    await expect.poll(() => card.innerText()).toContain("Isaura: Driven");
    await expect.poll(() => card.innerText()).toContain("1 Will spent.");
    expect(await anna.page.locator(".fw-card[data-phase]").count()).toBe(1);
    await openTab(gm.page, "chat");
    await gm.page.locator(".fw-card[data-phase]").last().getByRole("button", { name: "Undo" }).dblclick();
    await expect.poll(() => system("will.spent")).toBe(before);
    await expect.poll(() => card.getAttribute("data-phase")).toBe("undone");
    await expect.poll(() => card.innerText()).toContain("1 Will spent.");
  });

  test("without the points a power is refused in words and nothing changes; what works by itself has no button", async () => {
    const spent = await gm.page.evaluate(async () => {
      const actor = game.actors.contents.find(({ name }) => name.startsWith("Isaura")) as unknown as { update(changes: object): Promise<unknown>; system: { will: { spent: number } }; items: { contents: { name: string; delete(): Promise<unknown> }[] } };
      await actor.items.contents.find(({ name }) => name === "Unbreakable")?.delete();
      await actor.update({ system: { will: { spent: 99 } } });
      return actor.system.will.spent;
    });
    await expect.poll(() => system("will.spent")).toBe(spent);
    const sheet = await page("powers");
    await sheet.locator(".fw-thing").filter({ hasText: "Driven" }).getByRole("button", { name: "Use Driven and pay for it" }).click();
    await expect.poll(async () => (await notices(anna.page)).join()).toContain("Not enough Will: 1 needed, 0 left.");
    expect(await system("will.spent")).toBe(spent);
    await gm.page.evaluate(async () => {
      const actor = game.actors.contents.find(({ name }) => name.startsWith("Isaura")) as unknown as { update(changes: object): Promise<unknown>; createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown> };
      await actor.update({ system: { will: { spent: 0 } } });
      await actor.createEmbeddedDocuments("Item", [
        { name: "Honest Word", type: "power", system: { automation: "manual", active: true, description: "<p>The table decides.</p>" } },
        { name: "Iron Skin", type: "power", system: { automation: "passive" } },
      ]);
    });
    await expect.poll(() => sheet.locator(".fw-thing").filter({ hasText: "Iron Skin" }).count()).toBe(1);
    expect(await sheet.locator(".fw-thing").filter({ hasText: "Iron Skin" }).getByRole("button", { name: /^(Use|Tell)/ }).count()).toBe(0);
    await sheet.getByRole("button", { name: "Tell Honest Word in the chat" }).click();
    await expect.poll(() => anna.page.locator(".fw-told").last().innerText()).toContain("The table decides.");
  });

  test("no step of it left an error on either page", () => {
    expect(faults(gm)).toEqual([]);
    expect(faults(anna)).toEqual([]);
  });
});
