import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowserTable, pictureOnFailure, type BrowserTable, type Seat } from "./browser-table";
import type { CombatView, PageGlobals } from "./globals";
import { closeWindows, openSheet, openTab, pressIn, setInitiatives, snapshot, target, tokenElement } from "./table-actions";

/* The tick bar as people use it: with the mouse, with the keyboard, by ear, with more on it than fits. */

interface FightView extends CombatView {
  startCombat(): Promise<unknown>;
  update(changes: object): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[]): Promise<{ readonly id: string }[]>;
}
declare const game: Omit<PageGlobals["game"], "combat"> & { readonly combat: FightView | null; readonly settings: { get(scope: string, key: string): unknown } };
declare const Hooks: { callAll(name: string, data: object): unknown };
interface TokenView {
  readonly hover: boolean;
  readonly center: { readonly x: number; readonly y: number };
  readonly document: { readonly name: string };
}
declare const canvas: { readonly stage: { readonly pivot: { readonly x: number; readonly y: number } }; readonly tokens: { readonly controlled: readonly TokenView[]; readonly placeables: readonly TokenView[] } };

let table: BrowserTable;
let gm: Seat;
let anna: Seat;

beforeAll(async () => {
  table = await openBrowserTable();
  gm = await table.sit("gamemaster");
  anna = await table.sit("anna", { theme: "light" });
  await setInitiatives(gm.page, { Isaura: 3, "Enforcer (1)": 5, "Enforcer (2)": 5, Tobin: 9, Marksman: 14 });
  await gm.page.evaluate(() => game.combat?.startCombat().then(() => null));
});
afterAll(async () => {
  await table.close();
});

pictureOnFailure(() => ({ gm, anna }));

const bar = (page: Page): Locator => page.locator("#fatewalker-tick-bar");
const portrait = (page: Page, name: string): Locator => bar(page).getByRole("button", { name: new RegExp(`^${name.replace(/[()]/g, "\\$&")} \\(`) });
const tickOf = async (name: string): Promise<number | null> => (await snapshot(gm.page)).initiatives[name] ?? null;
/** Middle of an element on the screen. */
async function middle(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error("It is not on the screen.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

describe.sequential("the tick bar", () => {
  test("says in sentences who acts when, in the order of the clock", async () => {
    for (const { page } of [gm, anna]) {
      const sentences = () => bar(page).locator("button.fw-bar-portrait").evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")));
      await expect.poll(sentences).toEqual([
        "Isaura (ours) acts now, on tick 3.",
        "Enforcer (1) (adversary) acts on tick 5, 2 ticks from now.",
        "Enforcer (2) (adversary) acts on tick 5, 2 ticks from now.",
        "Tobin (ours) acts on tick 9, 6 ticks from now.",
        "Marksman (adversary) acts on tick 14, 11 ticks from now.",
      ]);
    }
    await expect.poll(() => bar(gm.page).getByRole("status").first().innerText()).toBe("Tick 3, 1.5 seconds");
    await expect.poll(() => bar(gm.page).locator(".fw-bar-count").innerText()).toBe("×2");
  });

  test("the GM drags a portrait to another tick; a player cannot", async () => {
    const { page } = gm;
    const from = await middle(portrait(page, "Tobin"));
    const to = await middle(portrait(page, "Marksman"));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, from.y, { steps: 4 });
    await page.mouse.move(to.x, from.y, { steps: 4 });
    await expect.poll(() => bar(page).locator(".fw-bar-bubble").innerText()).toBe("14");
    await page.mouse.up();
    await expect.poll(() => tickOf("Tobin")).toBe(14);
    expect(await portrait(anna.page, "Tobin").getAttribute("data-movable")).toBeNull();
  });

  test("Escape lets go of a portrait where it was", async () => {
    const { page } = gm;
    const from = await middle(portrait(page, "Enforcer (1)"));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 120, from.y, { steps: 4 });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await expect.poll(() => bar(page).locator(".fw-bar-bubble").count()).toBe(0);
    expect(await tickOf("Enforcer (1)")).toBe(5);
  });

  test("one portrait is reached by Tab, the arrows go along, Shift and arrows move ticks, the focus stays", async () => {
    const { page } = gm;
    await expect.poll(() => bar(page).locator("button.fw-bar-portrait[tabindex='0']").count()).toBe(1);
    await portrait(page, "Isaura").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    await expect.poll(focused).toContain("acts on tick 14");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await expect.poll(focused).toContain("Enforcer (1)");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => tickOf("Enforcer (1)")).toBe(7);
    await expect.poll(focused).toContain("Enforcer (1) (adversary) acts on tick 7");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => canvas.tokens.controlled.map(({ document: token }) => token.name))).toEqual(["Enforcer (1)"]);
  });

  test("pointing at a portrait lights its token, for a player too; a click brings it into view, and of another's takes no hold", async () => {
    const { page } = anna;
    const lit = (): Promise<string[]> => page.evaluate(() => canvas.tokens.placeables.filter(({ hover }) => hover).map(({ document: token }) => token.name));
    await portrait(page, "Marksman").hover();
    await expect.poll(lit).toEqual(["Marksman"]);
    await portrait(page, "Tobin").hover();
    await expect.poll(lit).toEqual(["Tobin"]);
    const inView = (name: string): Promise<boolean> => page.evaluate((wanted) => {
      const token = canvas.tokens.placeables.find(({ document: one }) => one.name === wanted);
      return token !== undefined && Math.abs(canvas.stage.pivot.x - token.center.x) < 2 && Math.abs(canvas.stage.pivot.y - token.center.y) < 2;
    }, name);
    await portrait(page, "Marksman").click();
    await expect.poll(() => inView("Marksman")).toBe(true);
    expect(await page.evaluate(() => canvas.tokens.controlled.length)).toBe(0);
    await portrait(page, "Isaura").click();
    await expect.poll(() => inView("Isaura")).toBe(true);
    await expect.poll(() => page.evaluate(() => canvas.tokens.controlled.map(({ document: token }) => token.name))).toEqual(["Isaura"]);
  });

  test("a double click opens the sheet", async () => {
    const { page } = gm;
    await portrait(page, "Isaura").dblclick();
    await page.locator(".application.fatewalker.sheet").waitFor();
    await page.locator('.application.sheet .window-header [data-action="close"]').last().click();
  });

  test("shows where somebody would land, until it is thought over no longer", async () => {
    const { page } = gm;
    await page.evaluate(() => {
      const isaura = game.combat?.combatants.contents.find(({ name }) => name === "Isaura");
      Hooks.callAll("fatewalker.preview", { combatant: isaura?.id ?? "", tick: 10 });
    });
    await bar(page).getByText("Isaura would act next on tick 10.").waitFor({ state: "attached" });
    await page.evaluate(() => void Hooks.callAll("fatewalker.preview", { combatant: "", tick: null }));
    await expect.poll(() => bar(page).locator(".ghost").count()).toBe(0);
  });

  test("while the dialog of a maneuver is open its user's ghost stands on the tick that the dialog names, and goes with it", async () => {
    const { page } = anna;
    await target(page, "Enforcer (1)");
    const sheet = await openSheet(page, "Isaura");
    await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
    await sheet.getByRole("button", { name: "Thrust", exact: true }).first().click();
    const dialog = page.locator(".fw-dialog");
    await dialog.waitFor();
    await expect.poll(() => dialog.innerText()).toMatch(/3 → \d+/);
    const there = /3 → (\d+)/.exec(await dialog.innerText())?.[1] ?? "";
    await bar(page).getByText(`Isaura would act next on tick ${there}.`).waitFor({ state: "attached" });
    expect(await bar(gm.page).locator(".ghost").count()).toBe(0);
    await pressIn(dialog, "Escape");
    await expect.poll(() => bar(page).locator(".ghost").count()).toBe(0);
    await closeWindows(page);
  });

  test("events are marks for those who may know of them", async () => {
    await gm.page.evaluate(() => {
      const event = (tick: number, text: string, open: boolean) => ({ tick, every: null, left: null, kind: "note", target: null, data: { text, public: open } });
      return game.combat?.update({ system: { schedule: { bells: event(8, "Bells", true), trap: event(11, "Trap", false) } } }).then(() => null);
    });
    await bar(gm.page).getByText("On tick 11: Trap.").waitFor({ state: "attached" });
    await bar(anna.page).getByText("On tick 8: Bells.").waitFor({ state: "attached" });
    expect(await bar(anna.page).innerText()).not.toContain("Trap");
    await openTab(gm.page, "combat");
    await expect.poll(() => gm.page.locator(".fw-event-row").allInnerTexts()).toEqual([expect.stringContaining("Bells"), expect.stringContaining("Trap")]);
    await gm.page.getByRole("button", { name: "Remove “Trap”" }).click();
    await expect.poll(() => bar(gm.page).getByText("Trap").count()).toBe(0);
  });

  test("is readable with forty fighters and a gap of thousands of ticks; the hidden are nobody to players", async () => {
    await gm.page.evaluate(async () => {
      const sources = Array.from({ length: 36 }, (_, index) => ({ name: `Raider ${index}`, initiative: index === 35 ? 6000 : 15 + index, hidden: index % 6 === 0 }));
      await game.combat?.createEmbeddedDocuments("Combatant", sources);
    });
    await expect.poll(() => bar(gm.page).locator("button.fw-bar-portrait").count()).toBe(41);
    await expect.poll(() => bar(anna.page).locator("button.fw-bar-portrait").count()).toBe(35);
    expect(await bar(anna.page).innerHTML()).not.toContain("Raider 0 ");
    await expect.poll(() => bar(gm.page).locator(".fw-bar-break").count()).toBeGreaterThan(0);
    // No two portraits of different ticks cover each other's middle.
    const tooNear = async (): Promise<boolean> => {
      const places = await bar(gm.page).locator(".fw-bar-portraits .fw-bar-place").evaluateAll((elements) => elements.map((element) => [Number(element.getAttribute("data-tick")), element.getBoundingClientRect().x, element.getBoundingClientRect().width] as const));
      return places.some(([tick, x, width], index) => places.slice(index + 1).some(([other, left]) => other !== tick && Math.abs(left - x) < width / 2));
    };
    await expect.poll(tooNear).toBe(false);
    await portrait(gm.page, "Isaura").focus();
    await gm.page.keyboard.press("End");
    const isOnAxis = async (): Promise<boolean> => {
      const last = await middle(gm.page.locator("button.fw-bar-portrait:focus"));
      const axis = await bar(gm.page).locator(".fw-bar-axis").boundingBox();
      return axis !== null && last.x > axis.x && last.x < axis.x + axis.width;
    };
    await expect.poll(isOnAxis).toBe(true);
  });

  test("whoever holds stands apart from those who come, and is reached by the keyboard as they are", async () => {
    await openTab(anna.page, "combat");
    await anna.page.locator(".fw-row").filter({ hasText: "Isaura" }).getByRole("button", { name: "Hold", exact: true }).click();
    for (const { page } of [gm, anna]) {
      await expect.poll(() => bar(page).locator(".fw-bar-holders button.fw-bar-portrait").evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")))).toEqual([expect.stringMatching(/^Isaura \(ours\) holds an action/)]);
      expect(await bar(page).locator(".fw-bar-portraits").getByRole("button", { name: /^Isaura/ }).count()).toBe(0);
    }
    await bar(anna.page).locator("button.fw-bar-portrait").first().focus();
    await anna.page.keyboard.press("End");
    await expect.poll(() => anna.page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "")).toMatch(/^Isaura/);
  });

  test("folds to its clock, for this person alone, and unfolds", async () => {
    await bar(anna.page).getByRole("button", { name: "Fold the tick bar" }).click();
    await expect.poll(() => bar(anna.page).locator(".fw-bar-axis").isVisible()).toBe(false);
    expect(await bar(gm.page).locator(".fw-bar-axis").isVisible()).toBe(true);
    await expect.poll(() => anna.page.evaluate(() => game.settings.get("fatewalker", "tickBarCollapsed"))).toBe(true);
    await bar(anna.page).getByRole("button", { name: "Fold the tick bar" }).click();
    await expect.poll(() => bar(anna.page).locator(".fw-bar-axis").isVisible()).toBe(true);
  });

  test("with text twice as large it covers no tab of the sidebar and still shows who is due", async () => {
    await anna.page.setViewportSize({ width: 1366, height: 768 });
    const large = await anna.page.addStyleTag({ content: "html { font-size: 200% !important; }" });
    await anna.page.evaluate(() => window.dispatchEvent(new Event("resize")));
    const edges = async (): Promise<readonly [bar: number, tabs: number]> => {
      const [inner, tabs] = [await bar(anna.page).boundingBox(), await anna.page.locator("#sidebar-tabs").boundingBox()];
      return [(inner?.x ?? 0) + (inner?.width ?? 0), tabs?.x ?? 0];
    };
    await expect.poll(async () => edges().then(([right, left]) => right <= left)).toBe(true);
    await expect.poll(() => anna.page.locator(".fw-bar-axis").evaluate((axis) => axis.clientWidth)).toBeGreaterThan(100);
    await large.evaluate((style) => (style as unknown as Element).remove());
    await anna.page.setViewportSize({ width: 1500, height: 950 });
  });

  test("no step of it left an error on a page", () => {
    expect([...gm.problems, ...anna.problems]).toEqual([]);
  });

  test("the menu of a token opens its movement, its close combat, damage and treatment; for a player only those of an own one", async () => {
    const menu = (page: Page): Locator => page.locator("#token-hud");
    const labels = async (page: Page, name: string): Promise<string[]> => {
      await (await tokenElement(page, name)).click({ button: "right" });
      await menu(page).locator("[data-fatewalker]").last().waitFor();
      return menu(page).locator("[data-fatewalker]").evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label") ?? ""));
    };
    expect(await labels(gm.page, "Tobin")).toEqual(["Movement of Tobin", "How Tobin stands to others", "Damage or heal Tobin", "Treat Tobin"]);
    await menu(gm.page).getByRole("button", { name: "Movement of Tobin" }).click();
    await gm.page.locator(".application").filter({ has: gm.page.locator(".fw-pace") }).waitFor();
    await closeWindows(gm.page);
    expect(await labels(anna.page, "Isaura")).toEqual(["Movement of Isaura", "How Isaura stands to others", "Treat Isaura"]);
    await anna.page.keyboard.press("Escape");
  });
});
