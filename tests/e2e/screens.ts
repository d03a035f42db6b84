import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { buildSystem, ROOT } from "../../tools/build";
import { openBrowserTable } from "./browser-table";
import { inBothThemes } from "./pictures";
import { beginFight, closeWindows, declareDialog, lastCard, openSheet, openTab, reactionPrompt, seedDice, target } from "./table-actions";

/**
 * Takes the pictures of the README from a real fight: `npm run screens`. Everything on them is what a person gets after
 * the same clicks; the dice are seeded, so that the pictures stay comparable.
 */
const FOLDER = path.join(ROOT, "docs", "images");

const take = (seen: Locator | Page, name: string): Promise<unknown> => inBothThemes(seen, FOLDER, name);

await buildSystem();
const table = await openBrowserTable();
try {
  const { page } = await table.sit("gamemaster", { viewport: { width: 1500, height: 1000 } });
  await seedDice(page, 20);
  await beginFight(page, { Isaura: 3, "Enforcer (1)": 5, "Enforcer (2)": 8, Tobin: 9, Marksman: 12 });
  await target(page, "Enforcer (1)");
  const sheet = await openSheet(page, "Isaura");
  await take(sheet, "sheet");

  await sheet.getByRole("button", { name: /^Thrust/ }).first().click();
  const dialog = declareDialog(page).filter({ hasText: "at Enforcer (1)" });
  await dialog.waitFor();
  await take(dialog, "declare");
  await dialog.getByRole("button", { name: "Declare" }).press("Enter");

  const prompt = reactionPrompt(page);
  await prompt.waitFor();
  await take(prompt, "reaction");
  await prompt.locator("label", { hasText: /^\s*Parry/ }).click();
  await prompt.getByRole("button", { name: "Answer" }).click();
  await openTab(page, "chat");
  await page.waitForFunction(() => document.querySelector('.fw-card[data-phase="applied"]') !== null);
  await take(lastCard(page), "card");

  await openTab(page, "combat");
  await closeWindows(page);
  await take(page.locator("#sidebar"), "tracker");
  await take(page, "fight");
} finally {
  await table.close();
}
