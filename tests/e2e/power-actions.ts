import type { Locator, Page } from "playwright-core";
import type { PageGlobals } from "./globals";
import { openSheet, target } from "./table-actions";

/* What browser tests of powers do again and again. */

declare const game: PageGlobals["game"] & { packs: { get(id: string): { getDocuments(): Promise<{ system: { key: string }; toObject(): object }[]> } } };
declare const canvas: PageGlobals["canvas"];
declare const CONFIG: { Dice: { randomUniform: () => number } };

export const dialog = (page: Page): Locator => page.locator(".fw-dialog:not(.fw-reaction)");
export const reaction = (page: Page): Locator => page.locator(".fw-dialog.fw-reaction:not(.fw-offers)");
export const offers = (page: Page): Locator => page.locator(".fw-dialog.fw-offers");
export const checkCard = (page: Page): Locator => page.locator(".fw-check-card").last();

/** Both tracks whole. */
export const RESTED = { will: { rating: 8, bonus: 0, spent: 0, fatigue: 0, exhaustion: 0 }, fate: { rating: 4, spent: 0, apathy: 0 } };

/** Faces that fall on this page, in order; the last one goes on. */
export const faces = (page: Page, ...wanted: number[]): Promise<void> => page.evaluate((list) => {
  const rest = [...list];
  CONFIG.Dice.randomUniform = () => {
    const face = (rest.length > 1 ? rest.shift() : rest[0]) ?? 9;
    return 1 - ((face === 0 ? 10 : face) - 0.5) / 10;
  };
}, wanted);

export const spent = (page: Page, who: string): Promise<{ will: number; fate: number }> => page.evaluate((name) => {
  const { system } = canvas.tokens.placeables.find(({ document }) => document.name === name)?.document.actor as unknown as { system: { will: { spent: number }; fate: { spent: number } } };
  return { will: system.will.spent, fate: system.fate.spent };
}, who);

/** Takes all powers off somebody on the scene and gives those of these keys, with changes to the data; at a GM's. */
export const arm = (page: Page, name: string, keys: readonly string[], system: object = {}): Promise<void> => page.evaluate(async ([who, wanted, changes]) => {
  const actor = canvas.tokens.placeables.find(({ document }) => document.name === who)?.document.actor as unknown as {
    items: { contents: { id: string; type: string }[] }; update(changes: object): Promise<unknown>;
    deleteEmbeddedDocuments(name: string, ids: string[]): Promise<unknown>; createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown>;
  };
  await actor.deleteEmbeddedDocuments("Item", actor.items.contents.filter(({ type }) => type === "power").map(({ id }) => id));
  const documents = await game.packs.get("fatewalker.powers").getDocuments();
  await actor.createEmbeddedDocuments("Item", documents.filter(({ system: { key } }) => wanted.includes(key)).map((document) => document.toObject()));
  await actor.update({ system: changes });
}, [name, keys, system] as const);

/** Opens the dialog of a maneuver from the sheet, with this token targeted. */
export async function begin(page: Page, who: string, maneuver: string, aimedAt: string): Promise<Locator> {
  await target(page, aimedAt);
  const sheet = await openSheet(page, who);
  await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
  await sheet.getByRole("button", { name: maneuver, exact: true }).first().click();
  await dialog(page).waitFor();
  return dialog(page);
}

/** The first player plays the other one's character as well; at a GM's. @returns its name */
export const companion = (page: Page): Promise<string> => page.evaluate(async () => {
  const token = canvas.tokens.placeables.find(({ document: { actor } }) => (actor as unknown as { system: { key: string } }).system.key === "pregen-brawler")?.document;
  await (token?.actor as unknown as { update(changes: object): Promise<unknown> }).update({ ownership: { PlayerOneUser000: 3 } });
  return token?.name ?? "";
});

/** Isaura rolls Prowess from her sheet; with Shift straight on. */
export async function rollProwess(page: Page, modifiers: "Shift"[]): Promise<void> {
  const sheet = await openSheet(page, "Isaura");
  await sheet.locator('[data-action="rollAttribute"][data-attribute="prowess"]').first().click({ modifiers });
}
