import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { CombatView, PageGlobals } from "./globals";
import { closeWindows, declareDialog, openManeuver, openTab, pressIn, setInitiatives, snapshot, tokenElement, trackerRow } from "./table-actions";
import { testTable } from "./test-table";

/* The tick bar as people use it: with the mouse, with the keyboard, by ear, with more on it than fits. A GM and three players, each with a character of the own. */

interface FightView extends CombatView {
  startCombat(): Promise<unknown>;
  delete(): Promise<unknown>;
  update(changes: object): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[]): Promise<{ readonly id: string }[]>;
}
declare const game: Omit<PageGlobals["game"], "combat"> & { readonly combat: FightView | null; readonly settings: { get(scope: string, key: string): unknown } };
interface TokenView {
  readonly hover: boolean;
  readonly center: { readonly x: number; readonly y: number };
  readonly document: { readonly name: string };
}
declare const canvas: { readonly stage: { readonly pivot: { readonly x: number; readonly y: number } }; readonly tokens: { readonly controlled: readonly TokenView[]; readonly placeables: readonly TokenView[] } };

const { gm, anna, ben, carl } = testTable({ gm: {}, anna: { theme: "light" }, ben: {}, carl: { theme: "light" } }, async () => {
  await setInitiatives(gm.page, { Isaura: 3, "Enforcer (1)": 5, "Enforcer (2)": 5, Hedwig: 8, Tobin: 9, Marksman: 14 });
  await gm.page.evaluate(() => game.combat?.startCombat().then(() => null));
});
const players = [anna, ben, carl] as const;
const everyone = [gm, ...players] as const;
/** Whose each player's is. */
const OWN = [[anna, "Isaura"], [ben, "Tobin"], [carl, "Hedwig"]] as const;

const bar = (page: Page): Locator => page.locator("#fatewalker-tick-bar");
const portrait = (page: Page, name: string): Locator => bar(page).getByRole("button", { name: new RegExp(`^${name.replace(/[()]/g, "\\$&")} \\(`) });
const sentences = (page: Page): Promise<(string | null)[]> => bar(page).locator("button.fw-bar-portrait").evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")));
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
const held = (page: Page): Promise<string[]> => page.evaluate(() => canvas.tokens.controlled.map(({ document: token }) => token.name));
const tickOf = async (name: string): Promise<number | null> => (await snapshot(gm.page)).initiatives[name] ?? null;
/** Middle of an element on the screen. */
async function middle(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error("It is not on the screen.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

describe.sequential("the tick bar", () => {
  test("is a list of sentences on who acts when, in the order of the clock, on every screen; equals are stacked", async () => {
    for (const { page } of everyone) {
      await expect.poll(() => sentences(page)).toEqual([
        "Isaura (ours) acts now, on tick 3.",
        "Enforcer (1) (adversary) acts on tick 5, 2 ticks from now.",
        "Enforcer (2) (adversary) acts on tick 5, 2 ticks from now.",
        "Hedwig (ours) acts on tick 8, 5 ticks from now.",
        "Tobin (ours) acts on tick 9, 6 ticks from now.",
        "Marksman (adversary) acts on tick 14, 11 ticks from now.",
      ]);
      await expect.poll(() => bar(page).getByRole("status").first().innerText()).toBe("Tick 3, 1.5 seconds");
      await expect.poll(() => bar(page).locator(".fw-bar-count").allInnerTexts()).toEqual(["×2"]);
      // What those who listen get is a list with a name, and one entry for each.
      expect(await bar(page).getByRole("list", { name: "The coming ticks" }).getByRole("listitem").count()).toBe(6);
      expect(await portrait(page, "Isaura").getAttribute("aria-current")).toBe("true");
    }
  });

  test("those of one tick step apart under the pointer, each to be taken by itself", async () => {
    for (const { page } of [gm, carl]) {
      await portrait(page, "Enforcer (2)").focus();
      const apart = async (): Promise<boolean> => {
        const [one, other] = [await portrait(page, "Enforcer (1)").boundingBox(), await portrait(page, "Enforcer (2)").boundingBox()];
        return one !== null && other !== null && Math.abs(one.x - other.x) >= one.width;
      };
      await expect.poll(apart).toBe(true);
      await portrait(page, "Isaura").focus();
      await expect.poll(apart).toBe(false);
    }
  });

  test("the GM drags a portrait to another tick, and every screen has it there; a player drags nobody, not even the own", async () => {
    for (const { page } of players) expect(await bar(page).locator("[data-movable]").count()).toBe(0);
    const start = await middle(portrait(ben.page, "Tobin"));
    await ben.page.mouse.move(start.x, start.y);
    await ben.page.mouse.down();
    await ben.page.mouse.move(start.x + 150, start.y, { steps: 4 });
    expect(await bar(ben.page).locator(".fw-bar-bubble").count()).toBe(0);
    await ben.page.mouse.up();
    await portrait(ben.page, "Tobin").focus();
    await ben.page.keyboard.press("Shift+ArrowRight");
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
    for (const seat of everyone) {
      await expect.poll(() => sentences(seat.page)).toContain("Tobin (ours) acts on tick 14, 11 ticks from now.");
      await expect.poll(() => bar(seat.page).locator(".fw-bar-count").allInnerTexts()).toEqual(["×2", "×2"]);
    }
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
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => focused(page)).toContain("acts on tick 14");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => focused(page)).toContain("Enforcer (1)");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => tickOf("Enforcer (1)")).toBe(7);
    await expect.poll(() => focused(page)).toContain("Enforcer (1) (adversary) acts on tick 7");
    // And it goes along when the portrait comes before others.
    for (const key of ["ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight"]) await page.keyboard.press(`Shift+${key}`);
    await expect.poll(() => tickOf("Enforcer (1)")).toBe(7);
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(() => focused(page)).toContain("Enforcer (1) (adversary) acts on tick 5");
    await page.keyboard.press("Enter");
    await expect.poll(() => held(page)).toEqual(["Enforcer (1)"]);
  });

  test("pointing at a portrait lights its token for whoever points; a click brings it into view, and takes hold of an own one", async () => {
    const lit = (page: Page): Promise<string[]> => page.evaluate(() => canvas.tokens.placeables.filter(({ hover }) => hover).map(({ document: token }) => token.name));
    const inView = (page: Page, name: string): Promise<boolean> => page.evaluate((wanted) => {
      const token = canvas.tokens.placeables.find(({ document: one }) => one.name === wanted);
      return token !== undefined && Math.abs(canvas.stage.pivot.x - token.center.x) < 2 && Math.abs(canvas.stage.pivot.y - token.center.y) < 2;
    }, name);
    for (const [{ page }, own] of OWN) {
      await portrait(page, "Marksman").hover();
      await expect.poll(() => lit(page)).toEqual(["Marksman"]);
      expect(await lit(gm.page)).not.toContain("Marksman");
      await portrait(page, own).hover();
      await expect.poll(() => lit(page)).toEqual([own]);
      await portrait(page, "Marksman").click();
      await expect.poll(() => inView(page, "Marksman")).toBe(true);
      expect(await held(page)).toEqual([]);
      await portrait(page, own).click();
      await expect.poll(() => inView(page, own)).toBe(true);
      await expect.poll(() => held(page)).toEqual([own]);
    }
    await portrait(gm.page, "Marksman").hover();
    await expect.poll(() => lit(gm.page)).toEqual(["Marksman"]);
  });

  test("a double click opens the sheet: anybody's for the GM, the own for a player", async () => {
    for (const [{ page }, name] of [[gm, "Marksman"], ...OWN] as const) {
      if (page !== gm.page) await portrait(page, "Marksman").dblclick();
      await portrait(page, name).dblclick();
      const sheets = page.locator(".application.fatewalker.sheet");
      await sheets.first().waitFor();
      expect(await sheets.count()).toBe(1);
      expect(await sheets.locator(".fw-name").first().innerText()).toContain(name);
      await closeWindows(page);
    }
  });

  test("while the dialog of a maneuver is open its user's ghost stands on the tick that the dialog names, on that screen alone, and goes with it", async () => {
    const ghosts = (page: Page): Promise<string[]> => bar(page).locator(".ghost .fw-hidden-text").allTextContents();
    const thinks = async ({ page }: { readonly page: Page }, who: string): Promise<string> => {
      const dialog = await openManeuver(page, who, "Strike", "Enforcer (1)");
      await expect.poll(() => dialog.innerText()).toMatch(/\d+ → \d+/);
      return `${who} would act next on tick ${/\d+ → (\d+)/.exec(await dialog.innerText())?.[1] ?? ""}.`;
    };
    const [isaura, tobin] = [await thinks(anna, "Isaura"), await thinks(ben, "Tobin")];
    await expect.poll(() => ghosts(anna.page)).toEqual([isaura]);
    await expect.poll(() => ghosts(ben.page)).toEqual([tobin]);
    for (const { page } of [gm, carl]) expect(await ghosts(page)).toEqual([]);
    await pressIn(declareDialog(anna.page), "Escape");
    await expect.poll(() => ghosts(anna.page)).toEqual([]);
    expect(await ghosts(ben.page)).toEqual([tobin]);
    await declareDialog(ben.page).getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => ghosts(ben.page)).toEqual([]);
    for (const { page } of [anna, ben]) await closeWindows(page);
  });

  test("events are marks for those who may know of them", async () => {
    await gm.page.evaluate(() => {
      const event = (tick: number, text: string, open: boolean) => ({ tick, every: null, left: null, kind: "note", target: null, data: { text, public: open } });
      return game.combat?.update({ system: { schedule: { bells: event(8, "Bells", true), trap: event(11, "Trap", false) } } }).then(() => null);
    });
    await bar(gm.page).getByText("On tick 11: Trap.").waitFor({ state: "attached" });
    for (const { page } of players) {
      await bar(page).getByText("On tick 8: Bells.").waitFor({ state: "attached" });
      expect(await bar(page).innerText()).not.toContain("Trap");
    }
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
    await expect.poll(() => bar(gm.page).locator("button.fw-bar-portrait").count()).toBe(42);
    for (const { page } of players) {
      await expect.poll(() => bar(page).locator("button.fw-bar-portrait").count()).toBe(36);
      expect(await bar(page).innerHTML()).not.toMatch(/Raider (0|6|12|18|24|30) /);
    }
    // No two portraits of different ticks cover each other's middle.
    const tooNear = async (page: Page): Promise<boolean> => {
      const places = await bar(page).locator(".fw-bar-portraits .fw-bar-place").evaluateAll((elements) => elements.map((element) => [Number(element.getAttribute("data-tick")), element.getBoundingClientRect().x, element.getBoundingClientRect().width] as const));
      return places.some(([tick, x, width], index) => places.slice(index + 1).some(([other, left]) => other !== tick && Math.abs(left - x) < width / 2));
    };
    for (const { page } of everyone) {
      await expect.poll(() => bar(page).locator(".fw-bar-break").count()).toBeGreaterThan(0);
      await expect.poll(() => tooNear(page)).toBe(false);
    }
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
    await portrait(gm.page, "Isaura").focus();
    await trackerRow(anna.page, "Isaura").getByRole("button", { name: "Hold", exact: true }).click();
    for (const { page } of everyone) {
      await expect.poll(() => bar(page).locator(".fw-bar-holders button.fw-bar-portrait").evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")))).toEqual([expect.stringMatching(/^Isaura \(ours\) holds an action/)]);
      expect(await bar(page).locator(".fw-bar-portraits").getByRole("button", { name: /^Isaura/ }).count()).toBe(0);
    }
    // The keyboard has gone there with her.
    await expect.poll(() => focused(gm.page)).toMatch(/^Isaura \(ours\) holds an action/);
    await bar(anna.page).locator("button.fw-bar-portrait").first().focus();
    await anna.page.keyboard.press("End");
    await expect.poll(() => focused(anna.page)).toMatch(/^Isaura/);
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
    expect(everyone.flatMap(({ problems }) => problems)).toEqual([]);
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
    expect(await labels(anna.page, "Isaura")).toEqual(["Movement of Isaura", "Treat Isaura"]);
    await anna.page.keyboard.press("Escape");
  });

  test("a name shows as it is written where the host reads markup, on the bar, in the tracker and in the menu of its token", async () => {
    const { page } = gm;
    const name = "Tom & <h1>Jerry</h1>";
    await page.evaluate(async (wanted) => {
      const hedwig = game.combat?.combatants.contents.find(({ name: own }) => own === "Hedwig");
      await (hedwig as unknown as { token: { update(changes: object): Promise<unknown> } } | undefined)?.token.update({ name: wanted });
      await (hedwig as unknown as { update(changes: object): Promise<unknown> } | undefined)?.update({ name: wanted });
    }, name);
    const tooltip = page.locator("#tooltip.active");
    await (await tokenElement(page, name)).click({ button: "right" });
    const named = [bar(page).locator(".fw-bar-portrait[aria-label*='Jerry']").first(), page.locator("#token-hud [data-fatewalker='treat']")];
    for (const element of named) {
      await element.hover();
      await expect.poll(() => tooltip.innerText()).toContain(name);
      expect(await tooltip.locator("h1").count()).toBe(0);
      await page.mouse.move(700, 700);
      await expect.poll(() => tooltip.count()).toBe(0);
    }
    await page.keyboard.press("Escape");
  });

  test("a bar that goes with its fight leaves nothing behind on the page that listens", async () => {
    const session = await gm.context.newCDPSession(gm.page);
    const listeners = async (): Promise<number> => {
      const { result } = await session.send("Runtime.evaluate", { expression: "document" });
      const { listeners: all } = await session.send("DOMDebugger.getEventListeners", { objectId: result.objectId ?? "" });
      return all.filter(({ type }) => type === "pointermove" || type === "pointercancel").length;
    };
    const before = await listeners();
    await gm.page.evaluate(() => game.combat?.delete().then(() => null));
    await expect.poll(() => bar(gm.page).count()).toBe(0);
    await expect.poll(listeners).toBe(before - 2);
  });
});
