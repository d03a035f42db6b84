import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { faults, openBrowserTable, pictureOnFailure, ready, USERS, type BrowserTable, type Seat } from "./browser-table";
import type { PageGlobals } from "./globals";
import { beginFight, closeWindows, lastCard, openSheet, openTab, pressIn, seedDice, snapshot, target } from "./table-actions";

/* What users of other systems complained of that only shows on a screen: cards that get old, windows, the chat beside them, sheets of others. */

interface ActorOnPage {
  readonly name: string;
  readonly items: { readonly contents: readonly { readonly type: string; readonly sheet: { render(options: object): Promise<unknown> }; update(changes: object): Promise<unknown> }[] };
  update(changes: object): Promise<unknown>;
}
declare const game: PageGlobals["game"] & { readonly system: { readonly api: Record<string, (...given: unknown[]) => Promise<unknown>> } };
declare const canvas: { readonly tokens: { readonly placeables: readonly { readonly document: { readonly name: string; readonly actor: ActorOnPage; readonly baseActor: ActorOnPage } }[] } };
declare const ui: { readonly chat: { renderPopout(): Promise<unknown> } };
declare const ChatMessage: { createDocuments(sources: readonly object[]): Promise<unknown> };

const NOTES = "The traitor is Ludo";

let table: BrowserTable;
let gm: Seat;
let anna: Seat;

beforeAll(async () => {
  table = await openBrowserTable();
  gm = await table.sit("gamemaster");
  anna = await table.sit("anna");
  await seedDice(gm.page, 7);
  await beginFight(gm.page, { Isaura: 3, "Enforcer (1)": 40, "Enforcer (2)": 41, Tobin: 42, Marksman: 43 }, anna.page);
});
afterAll(async () => {
  await table.close();
});

pictureOnFailure(() => ({ gm, anna }));

const messageCount = (page: Page): Promise<number> => page.evaluate(() => game.messages.size);
const dialog = (page: Page): Locator => page.locator(".fw-dialog:not(.fw-reaction)");
const windows = (page: Page): Locator => page.locator(".application:has(> .window-header)");
const chatInput = (page: Page): Locator => page.locator("#chat-message");
const scrolled = (page: Page): Promise<{ top: number; below: number }> =>
  page.evaluate(() => {
    const log = document.querySelector<HTMLElement>("#chat .chat-scroll");
    return { top: log?.scrollTop ?? -1, below: log === null ? -1 : log.scrollHeight - log.scrollTop - log.clientHeight };
  });

/** Opens the window for a maneuver of somebody's, with somebody targeted. */
async function openDeclare(page: Page, who: string, maneuver: string, aimedAt: string): Promise<Locator> {
  await target(page, aimedAt);
  const sheet = await openSheet(page, who);
  await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
  await sheet.getByRole("button", { name: maneuver, exact: true }).first().click();
  await dialog(page).waitFor();
  return dialog(page);
}

describe.sequential("windows and the chat", () => {
  test("L-E07 Enter in the chat sends the line, and the window of an attack stays as it was", async () => {
    const { page } = anna;
    await openTab(page, "chat");
    const window = await openDeclare(page, "Isaura", "Attack", "Enforcer (1)");
    const before = await messageCount(page);
    await chatInput(page).fill("To arms!");
    await chatInput(page).press("Enter");
    await expect.poll(() => messageCount(page)).toBe(before + 1);
    expect(await window.count()).toBe(1);
    expect(await page.evaluate(() => game.messages.contents.filter(({ type }) => ["exchange", "intent"].includes(type)).length)).toBe(0);
    await window.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => window.count()).toBe(0);
  });

  test("L-E05 every window closes by Escape and by its cross, and leaves targets, clock, points and chat as they were", async () => {
    const { page } = gm;
    await target(page, "Enforcer (1)");
    const picture = async (): Promise<unknown> => ({ ...(await snapshot(page)), messages: await messageCount(page), targets: await page.evaluate(() => [...game.user.targets].map(({ document }) => document.name)) });
    const before = await picture();
    await openTab(page, "combat");
    const row = page.locator(".fw-row").filter({ hasText: "Isaura" });
    const byApi = (name: string) => () => page.evaluate((wanted) => { void game.system.api[wanted]?.(); }, name);
    const openers: Record<string, () => Promise<unknown>> = {
      movement: () => row.locator('[data-action="fwMove"]').click(),
      engagement: () => row.locator('[data-action="fwEngage"]').click(),
      spend: () => row.locator('[data-action="fwSpend"]').click(),
      ambush: () => page.click('[data-action="fwAmbush"]'),
      event: () => page.click('[data-action="fwAddEvent"]'),
      end: () => page.click('[data-action="fwEnd"]'),
      fight: () => page.click('[data-action="fwCreate"]'),
      damage: byApi("applyDamage"), treatment: byApi("treat"), rest: byApi("rest"), odds: byApi("odds"), request: byApi("requestRoll"),
      check: () => page.evaluate(() => { void game.system.api["rollCheck"]?.({ attribute: "prowess", skill: "agility" }, { actor: canvas.tokens.placeables.find(({ document }) => document.name === "Isaura")?.document.actor }); }),
      declare: () => page.evaluate(() => { void game.system.api["use"]?.("melee-attack", { actor: canvas.tokens.placeables.find(({ document }) => document.name === "Isaura")?.document.actor }); }),
    };
    for (const [name, open] of Object.entries(openers)) {
      for (const way of ["Escape", "cross"] as const) {
        await closeWindows(page);
        await open();
        await expect.poll(() => windows(page).count(), { message: `${name} opens` }).toBe(1);
        if (way === "Escape") await pressIn(windows(page), "Escape");
        else await windows(page).locator('.window-header [data-action="close"]').click();
        await expect.poll(() => windows(page).count(), { message: `${name} closes by ${way}` }).toBe(0);
        expect({ name, way, ...(await picture() as object) }).toEqual({ name, way, ...(before as object) });
      }
    }
  });

  test("L-E08 the fast roll is the roll of the window that is confirmed at once; another attribute counts for that window alone", async () => {
    const { page } = anna;
    await openTab(page, "chat");
    const checkCards = page.locator(".fw-check-card");
    const cardText = async (): Promise<string> => {
      const card = checkCards.last();
      return `${await card.locator(".fw-name").first().innerText()} ${await card.locator(".fw-die").count()} ${String(await card.locator(".fw-die").first().getAttribute("title")).replace(/Die \d/, "").replace(/(counts|does not count)/, "")}`;
    };
    const roll = async (fast: boolean): Promise<string> => {
      const before = await checkCards.count();
      const sheet = await openSheet(page, "Isaura");
      await sheet.locator('[role="tab"][data-tab="skills"]').click();
      await sheet.locator('[data-action="rollSkill"]').first().click({ modifiers: fast ? ["Shift"] : [] });
      if (!fast) await dialog(page).getByRole("button", { name: "Roll" }).click();
      await expect.poll(() => checkCards.count()).toBe(before + 1);
      return cardText();
    };
    const usual = await roll(true);
    expect(await roll(false)).toBe(usual);
    const sheet = await openSheet(page, "Isaura");
    await sheet.locator('[role="tab"][data-tab="skills"]').click();
    await sheet.locator('[data-action="chooseAttribute"][data-attribute="focus"]').click();
    const before = await checkCards.count();
    await sheet.locator('[data-action="rollSkill"]').first().click({ modifiers: ["Shift"] });
    await expect.poll(() => checkCards.count()).toBe(before + 1);
    expect(await cardText()).not.toBe(usual);
    expect(await roll(true)).toBe(usual);
  });
});

describe.sequential("what others may read", () => {
  test("L-F05 whoever may only know of somebody sees name, picture and story: no numbers, no things, nothing to roll", async () => {
    await gm.page.evaluate(async (player) => {
      const token = canvas.tokens.placeables.find(({ document }) => document.name === "Enforcer (1)")?.document;
      await token?.baseActor.update({ ownership: { [player]: 1 }, system: { biography: "<p>A bruiser.</p>" } });
    }, USERS.anna);
    const { page } = anna;
    const sheet = await openSheet(page, "Enforcer (1)");
    await expect.poll(() => sheet.innerText()).toContain("bruiser");
    expect((await sheet.locator(".window-content").innerText()).replace("Enforcer (1)", "")).not.toMatch(/\d/);
    expect(await sheet.locator('.window-content :is(button[data-action^="roll"], [data-action="perform"], [data-item-id], input, .fw-marks)').count()).toBe(0);
    const things = await page.evaluate(() => canvas.tokens.placeables.find(({ document }) => document.name === "Enforcer (1)")?.document.actor.items.contents.map((item) => (item as unknown as { name: string }).name) ?? []);
    const html = await sheet.evaluate((element) => element.outerHTML);
    expect(things.filter((name) => html.includes(name))).toEqual([]);
  });

  test("L-F06 notes of the GM on what a player owns are in no window of hers, and in no message", async () => {
    await gm.page.evaluate(async (notes) => {
      const actor = canvas.tokens.placeables.find(({ document }) => document.name === "Isaura")?.document.actor;
      await actor?.update({ system: { gmNotes: `<p>${notes}</p>` } });
      for (const item of actor?.items.contents ?? []) await item.update({ system: { gmNotes: `<p>${notes}</p>` } });
    }, NOTES);
    const { page } = anna;
    const sheet = await openSheet(page, "Isaura");
    for (const tab of ["main", "skills", "equipment", "powers", "biography"]) await sheet.locator(`[role="tab"][data-tab="${tab}"]`).click();
    const count = await page.evaluate(async () => {
      const items = canvas.tokens.placeables.find(({ document }) => document.name === "Isaura")?.document.actor.items.contents ?? [];
      const one = [...new Map(items.map((item) => [item.type, item])).values()];
      for (const item of one) await item.sheet.render({ force: true });
      return one.length;
    });
    await expect.poll(() => page.locator(".fw-item-sheet").count()).toBe(count);
    expect(await page.evaluate(() => document.documentElement.outerHTML + JSON.stringify(game.messages.contents))).not.toContain(NOTES);
    await closeWindows(page);
  });
});

describe.sequential("cards that get old", () => {
  test("L-A17 two hundred old cards are drawn and scrolled through without a write and without a window", async () => {
    await (await openDeclare(gm.page, "Isaura", "Attack", "Enforcer (1)")).getByRole("button", { name: "Declare" }).click();
    const prompt = gm.page.locator(".application").filter({ has: gm.page.locator(".fw-reaction-list") });
    await pressIn(prompt, "Escape");
    await openTab(gm.page, "chat");
    await lastCard(gm.page).getByRole("button", { name: "Resolve now" }).click();
    await expect.poll(() => lastCard(gm.page).getAttribute("data-phase")).toBe("applied");
    await gm.page.evaluate(async () => {
      const kinds = ["exchange", "check", "base"];
      const old = kinds.flatMap((type) => game.messages.contents.filter((message) => message.type === type).slice(-1).map((message) => (message as unknown as { toObject(): { _id?: string } }).toObject()));
      const copies = Array.from({ length: 200 }, (_, index) => {
        const { _id: gone, ...source } = old[index % old.length] ?? {};
        return gone === undefined ? source : { ...source };
      });
      await ChatMessage.createDocuments(copies);
    });
    const writes = (): number[] => [table.faults.writesOf(USERS.gamemaster), table.faults.writesOf(USERS.anna)];
    const [ofGm = 0, ofAnna = 0] = writes();
    // A GM's window that is opened sits down as the one that commits: that is a write of its own, and the only one.
    const seated = [ofGm + 1, ofAnna];
    for (const { page } of [gm, anna]) {
      await page.reload();
      await ready(page);
      await expect.poll(writes).toEqual(seated);
      await openTab(page, "chat");
      await page.evaluate(() => { const log = document.querySelector<HTMLElement>("#chat .chat-scroll"); if (log !== null) log.scrollTop = 0; });
      await expect.poll(() => page.locator("#chat .fw-card").count()).toBeGreaterThan(20);
      expect(await windows(page).count()).toBe(0);
    }
    expect(writes()).toEqual(seated);
  });

  test("L-A16 L-A18 an old card is taken back in the popped-out log and repeated in the sidebar, each once, and nobody's chat jumps", async () => {
    const id = await gm.page.evaluate(() => game.messages.contents.find(({ type }) => type === "exchange")?.id ?? "");
    const { page } = anna;
    const place = 40;
    await page.evaluate((top) => { const log = document.querySelector<HTMLElement>("#chat .chat-scroll"); if (log !== null) log.scrollTop = top; }, place);
    await gm.page.evaluate(() => ui.chat.renderPopout());
    const address = gm.page.url();
    // The log shows the newest messages: the old card comes into view as one does that is asked for.
    await gm.page.evaluate((wanted) => { void (ui.chat as unknown as { updateMessage(message: unknown): Promise<void> }).updateMessage(game.messages.contents.find((message) => message.id === wanted)); }, id);
    const card = (where: string): Locator => gm.page.locator(`${where} [data-message-id="${id}"] .fw-card`);
    await card("#chat-popout").waitFor();
    await card("#chat-popout").getByRole("button", { name: "Undo" }).dblclick();
    for (const where of ["#chat-popout", "#chat"]) await expect.poll(() => card(where).getAttribute("data-phase")).toBe("undone");
    await closeWindows(gm.page);
    await card("#chat").getByRole("button", { name: "Redo" }).click();
    await expect.poll(() => card("#chat").getAttribute("data-phase")).toBe("applied");
    expect(gm.page.url()).toBe(address);
    expect(await gm.page.evaluate(() => game.messages.contents.filter(({ type, system }) => type === "exchange" && system["phase"] === "refused").length)).toBe(0);
    await expect.poll(() => page.evaluate((wanted) => game.messages.contents.find((message) => message.id === wanted)?.system["phase"], id)).toBe("applied");
    expect((await scrolled(page)).top).toBe(place);
    await page.evaluate(() => { const log = document.querySelector<HTMLElement>("#chat .chat-scroll"); if (log !== null) log.scrollTop = log.scrollHeight; });
    await chatInput(gm.page).fill("And on it goes.");
    await chatInput(gm.page).press("Enter");
    await expect.poll(() => page.locator("#chat").innerText()).toContain("And on it goes.");
    await expect.poll(async () => (await scrolled(page)).below).toBeLessThan(40);
  });

  test("no step of it left an error on either page", () => {
    expect(faults(gm)).toEqual([]);
    expect(faults(anna)).toEqual([]);
  });
});
