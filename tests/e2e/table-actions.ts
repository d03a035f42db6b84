import { isDeepStrictEqual } from "node:util";
import type { Locator, Page } from "playwright-core";
import type { PageGlobals } from "./globals";

declare const game: PageGlobals["game"];
declare const canvas: PageGlobals["canvas"];
declare const CONFIG: { Dice: { randomUniform: () => number } };

/** Everything a scenario compares before and after: the marks of every token's actor and the clock. */
export interface Snapshot {
  readonly tick: number;
  readonly initiatives: Readonly<Record<string, number | null>>;
  readonly wounds: Readonly<Record<string, { temporary: number; normal: number; stun: number; mortal: number }>>;
  readonly items: Readonly<Record<string, readonly string[]>>;
}

export const snapshot = (page: Page): Promise<Snapshot> =>
  page.evaluate(() => {
    const tokens = canvas.tokens.placeables.map(({ document }) => document);
    return {
      tick: game.combat?.round ?? 0,
      initiatives: Object.fromEntries((game.combat?.combatants.contents ?? []).map(({ name, initiative }) => [name, initiative])),
      wounds: Object.fromEntries(
        tokens.map(({ name, actor: { system } }) => [
          name,
          { temporary: system.wounds.temporary.value, normal: system.wounds.normal.value, stun: system.wounds.normal.stun, mortal: system.wounds.mortal.value },
        ]),
      ),
      items: Object.fromEntries(tokens.map(({ name, actor }) => [name, actor.items.contents.map((item) => item.name).sort()])),
    };
  });

/** Makes every die of this page's client fall the same way each time. */
export async function seedDice(page: Page, seed: number): Promise<void> {
  await page.evaluate((start) => {
    let state = start;
    CONFIG.Dice.randomUniform = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state + 0.5) / 2 ** 32;
    };
  }, seed);
}

/** Puts everyone on a tick before the fight begins, as a GM does who knows the order. */
export async function setInitiatives(page: Page, ticks: Readonly<Record<string, number>>): Promise<void> {
  await page.evaluate(async (wanted) => {
    for (const { id, name } of game.combat?.combatants.contents ?? []) await game.combat?.setInitiative(id, wanted[name] ?? 30);
  }, ticks);
}

export const openTab = (page: Page, tab: string): Promise<void> => page.click(`[role="tab"][data-tab="${tab}"][data-group="primary"]`);

export async function tokenElement(page: Page, name: string): Promise<Locator> {
  const id = await page.evaluate((wanted) => canvas.tokens.placeables.find(({ document }) => document.name === wanted)?.document.id ?? null, name);
  if (id === null) throw new Error(`There is no token named ${name}.`);
  return page.locator(`.token[data-token-id="${id}"]`);
}

/** The row of an entry in an opened compendium. */
export async function packEntry(page: Page, pack: string, entry: string): Promise<Locator> {
  await openTab(page, "compendium");
  const row = page.locator(`.application [data-uuid^="Compendium.fatewalker.${pack}."]`).filter({ hasText: new RegExp(`^\\s*${entry}\\s*$`) });
  if ((await row.count()) === 0) await page.click(`[data-pack="fatewalker.${pack}"] [data-action="activateEntry"]`);
  await row.first().waitFor();
  await moveWindow(page, row.first());
  return row.first();
}

/** Drags the window of an element by its title to the upper left corner, where no token stands. */
async function moveWindow(page: Page, inside: Locator): Promise<void> {
  const title = inside.locator("xpath=ancestor::*[contains(concat(' ', @class, ' '), ' application ')][1]").locator(".window-header");
  const box = await title.boundingBox();
  if (box === null || box.x < 120) return;
  await page.mouse.move(box.x + 40, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(110, 60, { steps: 4 });
  await page.mouse.up();
}

/** Drags an element to a token or to a point of the screen; the key goes down on the way, as fingers do it. */
export async function drag(page: Page, source: Locator, to: Locator | { readonly x: number; readonly y: number }, key?: "Shift" | "Alt"): Promise<void> {
  const point = "x" in to ? to : await centre(to);
  await source.hover();
  await page.mouse.down();
  await page.mouse.move(point.x - 6, point.y - 6, { steps: 4 });
  if (key !== undefined) await page.keyboard.down(key);
  await page.mouse.move(point.x, point.y, { steps: 2 });
  await page.mouse.up();
  if (key !== undefined) await page.keyboard.up(key);
}

async function centre(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error("What should be dropped on is not on the screen.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The window of an action that is being thought over, and no question to somebody. */
export const declareDialog = (page: Page): Locator => page.locator(".fw-dialog:not(.fw-reaction, .fw-step-in)");

/** The question how somebody answers an attack. */
export const reactionPrompt = (page: Page): Locator => page.locator(".application").filter({ has: page.locator(".fw-reaction-list") });

/** Opens the window of a maneuver from the sheet of a token, with somebody targeted. */
export async function openManeuver(page: Page, who: string, maneuver: string, aimedAt: string, modifiers: readonly "Shift"[] = []): Promise<Locator> {
  await target(page, aimedAt);
  const sheet = await openSheet(page, who);
  // A sheet opens where it was left.
  await sheet.locator('[role="tab"][data-tab="main"]').click();
  await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
  await sheet.getByRole("button", { name: maneuver, exact: true }).first().click({ modifiers: [...modifiers] });
  const dialog = declareDialog(page);
  if (modifiers.length === 0) await dialog.waitFor();
  return dialog;
}

/** The row of a fighter in the tracker. */
export const trackerRow = (page: Page, name: string): Locator => page.locator(".fw-row").filter({ has: page.locator(".token-name", { hasText: name }) }).first();

/** Texts of the notices that are on the screen. */
export const notices = (page: Page): Promise<string[]> => page.locator(".notification").allInnerTexts();

/** Closes every open window, as a person clears the view; one that goes by itself meanwhile needs no click. */
export async function closeWindows(page: Page): Promise<void> {
  const close = page.locator('.application .window-header [data-action="close"]');
  while ((await close.count()) > 0) await close.last().click({ timeout: 2_000 }).catch(() => undefined);
}

/** How people get rid of a window; a change of scene may leave it open, and then its cross is what remains. */
export const WAYS_OUT = ["Escape", "cross", "scene"] as const;

/** Gets rid of a window; the scene that was in view comes back into it. */
export async function dismiss(window: Locator, way: (typeof WAYS_OUT)[number]): Promise<void> {
  const page = window.page();
  const cross = window.locator('.window-header [data-action="close"]');
  if (way === "Escape") await pressIn(window, "Escape");
  else if (way === "cross") await cross.click();
  else {
    await viewScene(page, 1);
    if ((await window.count()) > 0) await cross.click();
    await window.waitFor({ state: "detached" });
    await viewScene(page, 0);
  }
  await window.waitFor({ state: "detached" });
}

/** Shows a scene of the world on this page, by its place among them. */
async function viewScene(page: Page, place: number): Promise<void> {
  await page.evaluate((wanted) => game.scenes.contents[wanted]?.view().then(() => null), place);
  await page.waitForFunction((wanted) => canvas.ready && canvas.scene?.id === game.scenes.contents[wanted]?.id, place);
}

/** Presses a key in a window that has just come up, once the keyboard is in it: it takes the focus a moment after it is seen. */
export async function pressIn(window: Locator, key: string): Promise<void> {
  const page = window.page();
  await page.waitForFunction((element) => element?.contains(document.activeElement) === true, await window.elementHandle());
  await page.keyboard.press(key);
}

/** Targets exactly one token: hover it, press T; pressed again the key would let it go. */
export async function target(page: Page, name: string): Promise<void> {
  await closeWindows(page);
  if (await page.evaluate((wanted) => game.user.targets.size === 1 && [...game.user.targets].every(({ document }) => document.name === wanted), name)) return;
  await (await tokenElement(page, name)).hover();
  await page.keyboard.press("t");
  await page.waitForFunction(() => game.user.targets.size === 1);
}

export async function openSheet(page: Page, name: string): Promise<Locator> {
  await closeWindows(page);
  await (await tokenElement(page, name)).dblclick();
  const sheet = page.locator(".application.fatewalker.sheet").last();
  await sheet.waitFor();
  return sheet;
}

/** Where the clock of a page stands: its tick, who is due, and everybody's Action Tick. */
const clockOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const all = game.combat?.combatants.contents ?? [];
    return JSON.stringify([game.combat?.round, all.find(({ id }) => id === game.combat?.system.active)?.name, all.map(({ name, initiative }) => [name, initiative])]);
  });

/** Milliseconds that a state is waited for. */
const PATIENCE = 20_000;

/** Looks again and again until what is seen fits. @throws Error with what was seen last */
async function until<Seen>(look: () => Promise<Seen>, fits: (seen: Seen) => boolean): Promise<Seen> {
  for (const end = Date.now() + PATIENCE; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const seen = await look();
    if (fits(seen)) return seen;
    if (Date.now() > end) throw new Error(`Waited in vain; seen last: ${JSON.stringify(seen)}`);
  }
}

/** Waits until all of these pages see the same, while the first may still go on. @returns what they see */
export async function sameEverywhere(...pages: readonly [Page, ...Page[]]): Promise<Snapshot> {
  const [seen] = await until(() => Promise.all(pages.map(snapshot)), ([first, ...others]) => others.every((other) => isDeepStrictEqual(other, first)));
  return seen ?? snapshot(pages[0]);
}

/**
 * Sets everybody's tick so that this one is due, and waits until the players' pages know.
 * @param gap  ticks until the others are due
 */
export async function makeDue(who: string, gap: number, gm: Page, ...others: readonly Page[]): Promise<void> {
  await gm.evaluate(async ([name, later]) => {
    const combat = game.combat;
    for (const { id, name: other } of combat?.combatants.contents ?? []) await combat?.setInitiative(id, other === name ? combat.round : combat.round + later);
  }, [who, gap] as const);
  await gm.waitForFunction((name) => game.combat?.combatants.contents.find(({ id }) => id === game.combat?.system.active)?.name === name, who);
  await until(() => Promise.all([gm, ...others].map(clockOf)), (clocks) => new Set(clocks).size === 1);
}

/** Waits until the newest card of an exchange that the first page knows of shows this phase in the chat of every page. */
export async function cardReaches(phase: string, ...pages: readonly Page[]): Promise<void> {
  const id = await pages[0]?.evaluate(() => game.messages.contents.findLast(({ type }) => type === "exchange")?.id);
  for (const page of pages) await page.locator(`#chat [data-message-id="${id}"] .fw-card[data-phase="${phase}"]`).waitFor({ state: "attached" });
}

/** The newest card of an exchange in the chat. */
export const lastCard = (page: Page): Locator => page.locator(".fw-card[data-phase]").last();

/** Waits until the fight stands at a tick on this page; also before the first test. */
export async function reachTick(page: Page, tick: number): Promise<void> {
  await page.waitForFunction((wanted) => game.combat?.round === wanted, tick);
}

/** Puts everyone on a tick and begins the fight by the GM's button. @param seen  pages that are waited for, until they show the first tick */
export async function beginFight(gm: Page, ticks: Readonly<Record<string, number>>, ...seen: readonly Page[]): Promise<void> {
  await setInitiatives(gm, ticks);
  await openTab(gm, "combat");
  await gm.click('[data-action="fwBegin"]');
  for (const page of [gm, ...seen]) await reachTick(page, Math.min(...Object.values(ticks)));
}
