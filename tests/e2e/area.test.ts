import { describe, expect, test } from "vitest";
import { faults } from "./browser-table";
import type { PageGlobals } from "./globals";
import { beginFight, lastCard, openSheet, openTab, target } from "./table-actions";
import { testTable } from "./test-table";

/* A grenade: where it strikes is chosen on the scene, by mouse and by keyboard, and the circle shows whom it reaches. */

declare const game: PageGlobals["game"] & { readonly packs: { get(id: string): { getDocuments(): Promise<{ readonly system: { readonly key: string }; toObject(): { system: object } }[]> } } };
declare const canvas: {
  readonly tokens: { readonly placeables: readonly { readonly document: { readonly name: string; readonly actor: { createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown> }; getCenterPoint(): { x: number; y: number } } }[] };
  clientCoordinatesFromCanvas(point: { x: number; y: number }): { x: number; y: number };
};

const { gm, anna } = testTable({ gm: {}, anna: {} }, async () => {
  await gm.page.evaluate(async () => {
    const isaura = canvas.tokens.placeables.find(({ document }) => document.name === "Isaura")?.document.actor;
    const of = async (pack: string, key: string) => (await game.packs.get(`fatewalker.${pack}`).getDocuments()).find(({ system }) => system.key === key)?.toObject();
    const grenade = (await of("weapons", "weapon-frag-grenade")) as { system: object };
    const throwing = (await of("maneuvers", "melee-throw")) as object;
    await isaura?.createEmbeddedDocuments("Item", [{ ...grenade, system: { ...grenade.system, carried: "hand", hand: "main", quantity: 3 } }, throwing]);
  });
  await beginFight(gm.page, { Isaura: 3, "Enforcer (1)": 40, "Enforcer (2)": 41, Tobin: 42, Marksman: 43 }, anna.page);
});

/** Where the middle of a token is on her screen. */
const onScreen = (name: string): Promise<{ x: number; y: number }> =>
  anna.page.evaluate((wanted) => {
    const point = canvas.tokens.placeables.find(({ document }) => document.name === wanted)?.document.getCenterPoint() ?? { x: 0, y: 0 };
    return canvas.clientCoordinatesFromCanvas(point);
  }, name);

describe.sequential("a grenade in the browser", () => {
  test("its dialog says whom it reaches; another centre is picked with the mouse, then moved by keys, and given up with Escape", async () => {
    await target(anna.page, "Enforcer (1)");
    const sheet = await openSheet(anna.page, "Isaura");
    await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
    await sheet.getByRole("button", { name: "Throw", exact: true }).last().click();
    const dialog = anna.page.locator(".fw-dialog");
    await dialog.waitFor();
    const weapons = dialog.locator('select[name="weapon"]');
    if ((await weapons.count()) > 0) await weapons.selectOption({ label: "Frag Grenade" });
    await expect.poll(() => dialog.locator(".fw-area-centre").innerText()).toContain("On Enforcer (1)");
    await expect.poll(() => dialog.locator(".fw-chip").allInnerTexts()).toContain("Enforcer (1), 0 m off the centre");
    await anna.page.locator(".fw-area-ring").waitFor();

    await dialog.getByRole("button", { name: "Choose a point" }).click();
    const picker = anna.page.locator(".fw-point-picker");
    await picker.waitFor();
    expect(await picker.getAttribute("aria-label")).toContain("Escape gives up");
    await anna.page.keyboard.press("Escape");
    await picker.waitFor({ state: "detached" });
    await expect.poll(() => dialog.locator(".fw-area-centre").innerText()).toContain("On Enforcer (1)");

    await dialog.getByRole("button", { name: "Choose a point" }).click();
    await picker.waitFor();
    const marksman = await onScreen("Marksman");
    await anna.page.mouse.move(marksman.x, marksman.y);
    await anna.page.mouse.click(marksman.x, marksman.y);
    await expect.poll(() => dialog.locator(".fw-area-centre").innerText()).toContain("A point on the map");
    await expect.poll(async () => (await dialog.locator(".fw-chip").allInnerTexts()).join()).toContain("Marksman");

    await dialog.getByRole("button", { name: "Choose a point" }).click();
    await picker.waitFor();
    await anna.page.keyboard.press("Shift+ArrowRight");
    await anna.page.keyboard.press("Enter");
    await picker.waitFor({ state: "detached" });
    await expect.poll(async () => (await dialog.locator(".fw-chip").allInnerTexts()).join()).toMatch(/Marksman, 0\.\d m off the centre/);
    await anna.page.screenshot({ path: "test-results/area-dialog.png" });
  });

  test("declared, it asks those who can get away, and the card tells each one's distance", async () => {
    const dialog = anna.page.locator(".fw-dialog");
    await dialog.getByRole("button", { name: "Declare" }).click();
    await expect.poll(() => anna.page.locator(".fw-area-ring").count()).toBe(0);
    await openTab(gm.page, "chat");
    await openTab(anna.page, "chat");
    await lastCard(gm.page).waitFor();
    await expect.poll(async () => {
      const resolve = lastCard(gm.page).getByRole("button", { name: "Resolve now" });
      if ((await resolve.count()) > 0) await resolve.click();
      return lastCard(gm.page).getAttribute("data-phase");
    }).toBe("applied");
    await expect.poll(() => lastCard(anna.page).innerText()).toContain("from the centre");
    await gm.page.screenshot({ path: "test-results/area-card.png" });
    expect([...faults(gm), ...faults(anna)]).toEqual([]);
  });
});
