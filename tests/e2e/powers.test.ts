import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { faults, openBrowserTable, pictureOnFailure, type BrowserTable, type Seat } from "./browser-table";
import type { PageGlobals } from "./globals";
import { closeWindows, lastCard, makeDue, openSheet, openTab, pressIn, setInitiatives, target } from "./table-actions";

/* Powers as a person uses them: chosen in the dialog, offered once the dice lie there, Tough when damage comes; the points go back with an undo. */

declare const game: PageGlobals["game"] & {
  settings: { set(scope: string, key: string, value: unknown): Promise<unknown> };
  packs: { get(id: string): { getDocuments(): Promise<{ system: { key: string }; toObject(): object }[]> } };
};
declare const canvas: PageGlobals["canvas"];
declare const CONFIG: { Dice: { randomUniform: () => number } };

let table: BrowserTable;
let gm: Seat;
let anna: Seat;
/** Where pictures go; `POWERS_PICTURES` names a folder, else there are none. */
const PICTURES = process.env["POWERS_PICTURES"];

const picture = async (element: Locator, name: string): Promise<void> => {
  if (PICTURES !== undefined) await element.screenshot({ path: path.join(PICTURES, `${name}.png`) });
};

const dialog = (page: Page): Locator => page.locator(".fw-dialog:not(.fw-reaction)");
const reaction = (page: Page): Locator => page.locator(".fw-dialog.fw-reaction:not(.fw-offers)");
const offers = (page: Page): Locator => page.locator(".fw-dialog.fw-offers");

/** Faces in the order in which they fall; the last one goes on. */
const faces = (...wanted: number[]): Promise<void> => gm.page.evaluate((list) => {
  const rest = [...list];
  CONFIG.Dice.randomUniform = () => {
    const face = (rest.length > 1 ? rest.shift() : rest[0]) ?? 9;
    return 1 - ((face === 0 ? 10 : face) - 0.5) / 10;
  };
}, wanted);

const due = (who: string): Promise<void> => makeDue(who, 40, gm.page, anna.page);

const spent = (page: Page, who: string): Promise<{ will: number; fate: number }> => page.evaluate((name) => {
  const { system } = canvas.tokens.placeables.find(({ document }) => document.name === name)?.document.actor as unknown as { system: { will: { spent: number }; fate: { spent: number } } };
  return { will: system.will.spent, fate: system.fate.spent };
}, who);

async function begin(page: Page, who: string, maneuver: string, aimedAt: string): Promise<Locator> {
  await target(page, aimedAt);
  const sheet = await openSheet(page, who);
  await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
  await sheet.getByRole("button", { name: maneuver, exact: true }).first().click();
  await dialog(page).waitFor();
  return dialog(page);
}

/** Anna keeps whatever she is asked about, with one key, until the exchange is done. */
async function keepAll(): Promise<void> {
  await expect.poll(async () => {
    if ((await offers(anna.page).count()) > 0) await offers(anna.page).last().press("k");
    return lastCard(anna.page).getAttribute("data-phase");
  }, { timeout: 20_000 }).toBe("applied");
}

beforeAll(async () => {
  table = await openBrowserTable();
  gm = await table.sit("gamemaster");
  anna = await table.sit("anna", { theme: "light" });
  await gm.page.evaluate(async () => {
    await game.settings.set("fatewalker", "askForPowers", true);
    await game.settings.set("fatewalker", "autoAdvance", false);
    // Whom the GM plays asks for nothing here.
    for (const { document } of canvas.tokens.placeables.filter(({ document: token }) => token.name.startsWith("Enforcer"))) {
      const actor = document.actor as unknown as { items: { contents: { id: string; type: string }[] }; deleteEmbeddedDocuments(name: string, ids: string[]): Promise<unknown> };
      await actor.deleteEmbeddedDocuments("Item", actor.items.contents.filter(({ type }) => type === "power").map(({ id }) => id));
    }
    const documents = await game.packs.get("fatewalker.powers").getDocuments();
    const isaura = canvas.tokens.placeables.find(({ document }) => document.name === "Isaura")?.document.actor as unknown as { createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown> };
    await isaura.createEmbeddedDocuments("Item", documents.filter(({ system }) => ["power-fate-intrepid", "power-fate-master-mastery"].includes(system.key)).map((document) => document.toObject()));
  });
  await setInitiatives(gm.page, { Isaura: 1 });
  await gm.page.evaluate(async () => (game.combat as unknown as { startCombat(): Promise<unknown> }).startCombat());
  await due("Isaura");
  for (const { page } of [gm, anna]) await openTab(page, "chat");
});
afterAll(async () => {
  await table.close();
});
pictureOnFailure(() => ({ gm, anna }));

describe.sequential("powers", () => {
  test("L-E06 Driven is chosen in the dialog: the dice, the odds and the cost show at once; paid with the exchange, back with its undo", async () => {
    const window = await begin(anna.page, "Isaura", "Thrust", "Enforcer (1)");
    const before = await spent(gm.page, "Isaura");
    const dice = window.locator(".fw-roll-pool .fw-dice li");
    const plain = await dice.count();
    await window.locator(".fw-power", { hasText: "Driven" }).getByRole("checkbox").check();
    await expect.poll(() => dice.count()).toBe(plain + 2);
    await expect.poll(() => window.locator(".fw-power.on").innerText()).toMatch(/Driven[^]*\+2 dice[^]*Will/);
    // Two active powers never are on one roll.
    expect(await window.locator(".fw-power.on").count()).toBe(1);
    await picture(window, "dialog-light");
    await faces(1);
    await window.getByRole("button", { name: "Declare" }).click();
    await pressIn(reaction(gm.page), "n");
    await keepAll();
    await expect.poll(async () => (await spent(gm.page, "Isaura")).will).toBe(before.will + 1);
    await lastCard(gm.page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => spent(gm.page, "Isaura")).toEqual(before);
  });

  test("a missed roll is offered once more: the first dice stay on the card, K keeps", async () => {
    await due("Isaura");
    const before = await spent(gm.page, "Isaura");
    const window = await begin(anna.page, "Isaura", "Thrust", "Enforcer (1)");
    await faces(9);
    await window.getByRole("button", { name: "Declare" }).click();
    await pressIn(reaction(gm.page), "n");
    await offers(anna.page).waitFor();
    await expect.poll(() => offers(anna.page).innerText()).toMatch(/Intrepid[^]*All dice again/);
    expect(await offers(gm.page).count()).toBe(0);
    await picture(offers(anna.page), "offer-light");
    await faces(1, 1, 9);
    await offers(anna.page).getByRole("button", { name: "Use" }).dblclick();
    await expect.poll(() => lastCard(anna.page).innerText()).toMatch(/made again by Intrepid/);
    await keepAll();
    await expect.poll(async () => (await spent(gm.page, "Isaura")).fate).toBe(before.fate + 1);
    await picture(lastCard(anna.page), "card-light");
    await picture(lastCard(gm.page), "card-dark");
  });

  test("Tough when damage comes: what each choice leaves is told, the wounds are fewer, and undo gives both back", async () => {
    await closeWindows(anna.page);
    await due("Enforcer (1)");
    const before = await spent(gm.page, "Isaura");
    const window = await begin(gm.page, "Enforcer (1)", "Kick", "Isaura");
    await picture(window, "dialog-dark");
    await faces(1);
    await window.getByRole("button", { name: "Declare" }).click();
    await reaction(anna.page).waitFor();
    await picture(reaction(anna.page), "reaction-light");
    await pressIn(reaction(anna.page), "n");
    await expect.poll(() => offers(anna.page).innerText()).toMatch(/Tough: ignore 2[^]*Leaves Temporary/);
    await picture(offers(anna.page), "tough-light");
    // The GM may answer for her from the card, and is not asked unbidden.
    expect(await offers(gm.page).count()).toBe(0);
    await lastCard(gm.page).getByRole("button", { name: "Powers" }).click();
    await offers(gm.page).waitFor();
    await picture(offers(gm.page), "tough-dark");
    await pressIn(offers(gm.page), "Escape");
    await expect.poll(() => offers(gm.page).count()).toBe(0);
    await offers(anna.page).locator("label", { hasText: "Tough: ignore 2" }).click();
    await offers(anna.page).getByRole("button", { name: "Use" }).click();
    await expect.poll(() => lastCard(anna.page).getAttribute("data-phase")).toBe("applied");
    await expect.poll(() => lastCard(anna.page).innerText()).toMatch(/2 points ignored/);
    await expect.poll(async () => (await spent(gm.page, "Isaura")).will).toBe(before.will + 2);
    await lastCard(gm.page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => spent(gm.page, "Isaura")).toEqual(before);
  });

  test("a check may be made again from its card; the GM can take it back", async () => {
    const before = await spent(gm.page, "Isaura");
    const sheet = await openSheet(anna.page, "Isaura");
    await sheet.locator('[data-action="rollAttribute"][data-attribute="prowess"]').first().click({ modifiers: ["Shift"] });
    const card = anna.page.locator(".fw-check-card").last();
    await card.getByRole("button", { name: /^Intrepid again/ }).click();
    await expect.poll(() => anna.page.locator(".fw-check-card").last().innerText()).toMatch(/made again by Intrepid/);
    await expect.poll(async () => (await spent(gm.page, "Isaura")).fate).toBe(before.fate + 1);
    await picture(anna.page.locator(".fw-check-card").last(), "check-light");
    await lastCard(gm.page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => spent(gm.page, "Isaura")).toEqual(before);
    await expect.poll(() => anna.page.locator(".fw-check-card").last().innerText()).not.toMatch(/made again/);
  });

  test("Advance on the sheet: prices, what would change, refusals with reasons; a purchase is one card that the GM takes back", async () => {
    await gm.page.evaluate(async () => {
      const isaura = canvas.tokens.placeables.find(({ document }) => document.name === "Isaura")?.document.actor as unknown as { update(changes: object): Promise<unknown> };
      await isaura.update({ system: { points: { character: 2, objective: 0, story: 10, power: 0 } } });
    });
    const points = (): Promise<unknown> => gm.page.evaluate(() => {
      const isaura = canvas.tokens.placeables.find(({ document }) => document.name === "Isaura")?.document.actor as unknown as { system: { points: Record<string, number> } };
      return { ...isaura.system.points };
    });
    const sheet = await openSheet(anna.page, "Isaura");
    await sheet.locator('[role="tab"][data-tab="biography"], [data-action="tab"][data-tab="biography"]').first().click();
    await sheet.getByRole("button", { name: "Advance", exact: true }).click();
    const window = anna.page.locator(".fw-advance-window");
    await window.waitFor();
    const prowess = window.locator(".fw-advance-row", { hasText: "Prowess" }).first();
    await expect.poll(() => prowess.innerText()).toMatch(/\d → \d[^]*Objective Points[^]*Not enough points/);
    await expect.poll(() => prowess.getByRole("button").isDisabled()).toBe(true);
    await picture(window, "advance-light");
    await window.locator("select[name=branch]").selectOption({ label: "Lore" });
    await window.locator("input[name=leafName]").fill("Old maps");
    await window.locator("input[name=leafName]").press("Tab");
    await window.locator(".fw-advance-leaf").getByRole("button", { name: "Buy" }).click();
    await expect.poll(points).toMatchObject({ character: 1 });
    await expect.poll(() => window.locator(".fw-advance-row", { hasText: "Old maps" }).count()).toBe(1);
    await window.getByRole("button", { name: "Buy: Story Points into a Power Point" }).click();
    await expect.poll(points).toMatchObject({ character: 1, story: 0, power: 1 });
    await lastCard(gm.page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(points).toMatchObject({ story: 10, power: 0 });
    await window.press("Escape");
    const ownSheet = await openSheet(gm.page, "Isaura");
    await ownSheet.locator('[role="tab"][data-tab="biography"], [data-action="tab"][data-tab="biography"]').first().click();
    await ownSheet.getByRole("button", { name: "Advance", exact: true }).click();
    await picture(gm.page.locator(".fw-advance-window"), "advance-dark");
    await expect.poll(() => gm.page.locator(".fw-advance-window").innerText()).toMatch(/Before play begins/);
    await closeWindows(gm.page);
  });

  test("no step of it left an error on either page", () => {
    expect([faults(gm), faults(anna)]).toEqual([[], []]);
  });
});
