import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Locator, Page } from "playwright-core";

/* Pictures of what people see, by day and by night; for tests that look at them and for the README. */

export type Theme = "dark" | "light";

const themeOf = (page: Page): Promise<Theme> => page.evaluate(() => (document.body.classList.contains("theme-light") ? "light" : "dark"));

/** Changes day and night with the host's setting, as a person does, and comes back to the tab that was open. */
export async function switchTheme(page: Page): Promise<void> {
  const before = await themeOf(page);
  const open = page.locator('#sidebar-tabs [role="tab"][aria-selected="true"]');
  const tab = await open.getAttribute("data-tab");
  await page.click('#sidebar-tabs [data-tab="settings"]');
  await page.click('#settings [data-action="theme"]');
  await page.waitForFunction((old) => document.body.classList.contains("theme-light") !== (old === "light"), before);
  await page.click(`#sidebar-tabs [data-tab="${tab ?? "chat"}"]`);
}

/** Takes the pointer away from everything, so that no hint lies over anything. */
export async function pointAtNothing(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.locator('[role="tooltip"].active, #tooltip.active').waitFor({ state: "detached" });
}

/**
 * Takes a picture of something in either theme, as `<folder>/<name>-<theme>.png`; it is as it was in the end.
 * @param look  what else is looked at while it is seen
 * @returns both pictures
 */
export async function inBothThemes(seen: Locator | Page, folder: string, name: string, look: (theme: Theme) => Promise<void> = async () => undefined): Promise<Readonly<Record<Theme, Buffer>>> {
  const page = "page" in seen ? seen.page() : seen;
  await mkdir(folder, { recursive: true });
  const take = async (): Promise<[Theme, Buffer]> => {
    const theme = await themeOf(page);
    await pointAtNothing(page);
    if ("page" in seen) await seen.scrollIntoViewIfNeeded();
    await look(theme);
    const picture = await seen.screenshot({ path: path.join(folder, `${name}-${theme}.png`) });
    return [theme, picture];
  };
  const first = await take();
  await switchTheme(page);
  const second = await take();
  await switchTheme(page);
  return Object.fromEntries([first, second]) as Record<Theme, Buffer>;
}
