import { mkdir } from "node:fs/promises";
import path from "node:path";
import { buildSystem, ROOT } from "../../tools/build";
import { openBrowserTable } from "./browser-table";
import { closeWindows, lastCard, openSheet, openTab, seedDice, setInitiatives, target } from "./table-actions";

/**
 * Takes the pictures of the README from a real fight: `npm run screens`. Everything on them is what a person gets after
 * the same clicks; the dice are seeded, so that the pictures stay comparable.
 */
const FOLDER = path.join(ROOT, "docs", "images");

async function picture(theme: "dark" | "light"): Promise<void> {
  const table = await openBrowserTable();
  try {
    const { page } = await table.sit("gamemaster", { theme, viewport: { width: 1500, height: 1000 } });
    const shoot = (name: string): Promise<Buffer> => page.screenshot({ path: path.join(FOLDER, `${name}-${theme}.png`) });
    await seedDice(page, 20);
    await setInitiatives(page, { Isaura: 3, "Enforcer (1)": 5, "Enforcer (2)": 8, Tobin: 9, Marksman: 12 });
    await openTab(page, "combat");
    await page.click('[data-action="fwBegin"]');
    await target(page, "Enforcer (1)");
    const sheet = await openSheet(page, "Isaura");
    // Nothing is pointed at, so that no hint lies over the sheet.
    await page.mouse.move(2, 2);
    await page.locator('[role="tooltip"].active, #tooltip.active').waitFor({ state: "detached" });
    await sheet.screenshot({ path: path.join(FOLDER, `sheet-${theme}.png`) });

    await sheet.getByRole("button", { name: /^Thrust/ }).first().click();
    const dialog = page.locator(".application").filter({ hasText: "at Enforcer (1)" });
    await dialog.waitFor();
    await dialog.screenshot({ path: path.join(FOLDER, `declare-${theme}.png`) });
    await page.keyboard.press("Enter");

    const prompt = page.locator(".application").filter({ has: page.locator(".fw-reaction-list") });
    await prompt.waitFor();
    await prompt.screenshot({ path: path.join(FOLDER, `reaction-${theme}.png`) });
    await prompt.locator("label", { hasText: /^\s*Parry/ }).click();
    await prompt.getByRole("button", { name: "Answer" }).click();
    await openTab(page, "chat");
    const card = lastCard(page);
    await page.waitForFunction(() => document.querySelector('.fw-card[data-phase="applied"]') !== null);
    await card.screenshot({ path: path.join(FOLDER, `card-${theme}.png`) });
    await openTab(page, "combat");
    await closeWindows(page);
    await page.locator("#sidebar").screenshot({ path: path.join(FOLDER, `tracker-${theme}.png`) });
    await shoot("fight");
  } finally {
    await table.close();
  }
}

await mkdir(FOLDER, { recursive: true });
await buildSystem();
await picture("dark");
await picture("light");
