import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { Download, Locator, Page } from "playwright-core";
import { EARLIER_ACTOR, EARLIER_ITEMS } from "../data/migrations-fixtures";
import type { Source } from "../table/core/protocol";
import { RawClient, create } from "../table/server/testing/raw-client";
import { faults, ready, USERS } from "./browser-table";
import { openTab } from "./table-actions";
import { testTable } from "./test-table";

/* The windows of import, export and stored data, used by mouse as a GM uses them. */

interface StoredLike {
  readonly id: string;
  readonly name: string;
  readonly uuid: string;
  delete(): Promise<unknown>;
}
declare const game: {
  actors: { size: number; getName(name: string): StoredLike | undefined };
  packs: { get(id: string): { index: { size: number }; configure(changes: object): Promise<unknown>; getDocuments(): Promise<StoredLike[]> } | undefined };
  system: { api: { exportText(documents: StoredLike[]): string } };
};

const { table, gm } = testTable({ gm: {} });

const windowOf = (page: Page): Locator => page.locator(".application.fw-transfer");

/** Opens one of the system's windows from the settings, as a person finds it. */
async function openMenu(page: Page, key: string): Promise<void> {
  await openTab(page, "settings");
  await page.click('[data-action="configure"]');
  await page.click(`[data-action="openSubmenu"][data-key="fatewalker.${key}"]`);
  await page.locator("#settings-config .window-header [data-action=close]").click();
}

/** Chooses an entry of the menu of an element. @returns the file that it gives */
async function exportFrom(page: Page, entry: Locator): Promise<string> {
  await entry.click({ button: "right" });
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: "Export to a Fatewalker file" }).click()]) as [Download, void];
  return readFile((await download.path()) ?? "", "utf8");
}

async function importText(page: Page, text: string, target?: string): Promise<void> {
  await openMenu(page, "transfer");
  const window = windowOf(page);
  if (target !== undefined) await window.locator("select[name=target]").selectOption(target);
  await window.locator("input[type=file]").setInputFiles({ name: "saved.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await window.getByRole("button", { name: "Import" }).waitFor();
}

const close = (page: Page): Promise<void> => windowOf(page).locator("footer").getByRole("button", { name: "Close" }).click();

describe.sequential("files and stored data", () => {
  test("an actor that is exported, deleted and imported is the same to the last value", async () => {
    const { page } = gm;
    await openTab(page, "actors");
    const name = (await page.locator("#actors .entry-name, .actors-sidebar .entry-name, .directory-item .entry-name").first().innerText()).trim();
    const exported = await exportFrom(page, page.locator(".directory-item[data-entry-id]").filter({ hasText: name }).first());
    expect(JSON.parse(exported).documents).toHaveLength(1);
    await page.evaluate((wanted) => game.actors.getName(wanted)?.delete(), name);
    await importText(page, exported);
    await expect.poll(() => windowOf(page).locator(".fw-transfer-row").count()).toBe(1);
    await windowOf(page).getByRole("button", { name: "Import" }).click();
    await expect.poll(() => windowOf(page).getByRole("status").innerText()).toContain("1 imported");
    await close(page);
    const again = await page.evaluate((wanted) => game.system.api.exportText([game.actors.getName(wanted) as StoredLike]), name);
    expect(JSON.parse(again).documents).toEqual(JSON.parse(exported).documents);
  });

  test("what cannot be taken is listed before and after, and the rest comes in", async () => {
    const { page } = gm;
    const before = await page.evaluate(() => game.actors.size);
    await importText(page, JSON.stringify({ format: "fatewalker-transfer", formatVersion: 1, system: "fatewalker", systemVersion: "0.1.0", dataVersion: 3, folders: [], documents: [
      { documentName: "Actor", source: { name: "Newcomer", type: "npc", system: {} } },
      { documentName: "Actor", source: { name: "Nonsense", type: "spaceship", system: {} } },
    ] }));
    const refused = windowOf(page).locator(".fw-transfer-row").filter({ hasText: "Nonsense" });
    await expect.poll(() => refused.locator(".fw-refused").innerText()).toContain("spaceship");
    await windowOf(page).getByRole("button", { name: "Import" }).click();
    await expect.poll(() => windowOf(page).getByRole("status").innerText()).toContain("1 imported");
    await expect.poll(() => windowOf(page).locator(".fw-report").innerText()).toContain("Nonsense");
    await close(page);
    await expect.poll(() => page.evaluate(() => game.actors.size)).toBe(before + 1);
  });

  test("a whole pack and a folder of it come out by their menus, and go into an unlocked pack", async () => {
    const { page } = gm;
    await openTab(page, "compendium");
    const exported = await exportFrom(page, page.locator('[data-pack="fatewalker.gear"]'));
    const count = await page.evaluate(() => game.packs.get("fatewalker.gear")?.index.size ?? 0);
    expect(JSON.parse(exported).documents).toHaveLength(count);

    await page.click('[data-pack="fatewalker.gear"] [data-action="activateEntry"]');
    const folder = await exportFrom(page, page.locator(".compendium-directory .directory-item.folder").filter({ hasText: "Medical" }));
    const inFolder = JSON.parse(folder).documents.length as number;
    expect(inFolder).toBeGreaterThan(2);
    expect(inFolder).toBeLessThan(count);
    await page.locator(".compendium-directory .window-header [data-action=close]").click();

    await page.evaluate(() => game.packs.get("fatewalker.armor")?.configure({ locked: false }));
    const before = await page.evaluate(async () => (await game.packs.get("fatewalker.armor")?.getDocuments())?.length ?? 0);
    await importText(page, exported, "fatewalker.armor");
    await windowOf(page).getByRole("button", { name: "Import" }).click();
    await expect.poll(() => windowOf(page).getByRole("status").innerText()).toContain(`${count} imported`);
    await close(page);
    const after = await page.evaluate(async () => (await game.packs.get("fatewalker.armor")?.getDocuments())?.length ?? 0);
    expect(after).toBe(before + count);
  });

  test("a world with data of an earlier shape offers to store them, shows how far it is, and is calm afterwards", async () => {
    const raw = await RawClient.join(table().url, USERS.assistant);
    await raw.modify(create("Actor", { ...structuredClone(EARLIER_ACTOR.before), system: { ...(EARLIER_ACTOR.before["system"] as object), size: "huge" } } as unknown as Source, { options: { keepId: true } } as never));
    await raw.modify(create("Item", structuredClone(EARLIER_ITEMS[0]?.before) as Source, { options: { keepId: true } } as never));
    raw.close();
    const { page } = gm;
    await page.reload();
    await ready(page);
    await openMenu(page, "storedData");
    const window = page.locator(".application.fw-stored-data");
    await window.waitFor();
    await expect.poll(() => window.innerText()).toContain("Make a backup");
    await expect.poll(() => window.getByText("Values that no field could take").count()).toBe(1);
    await window.getByRole("button", { name: "Begin" }).click();
    await expect.poll(() => window.getByRole("status").innerText()).toContain("Everything is stored in the shape of this version");
    await expect.poll(() => window.getByText("Values that no field could take").count()).toBe(0);
    await expect.poll(() => window.getByRole("button", { name: "Begin" }).count()).toBe(0);
    await window.getByRole("button", { name: "Close", exact: true }).last().click();
    expect(faults(gm)).toEqual([]);
  });
});
