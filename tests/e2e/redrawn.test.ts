import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { faults } from "./browser-table";
import type { PageGlobals } from "./globals";
import { beginFight, declareDialog as dialog, lastCard, makeDue, notices, openSheet, openTab, pressIn, reactionPrompt as prompt, target } from "./table-actions";
import { testTable } from "./test-table";

/* A window that is being drawn anew is still the same window: it misses nothing that changes, it is not opened twice, and the keyboard stays in it. */

interface Drawn {
  _preRender?: (...given: unknown[]) => Promise<void>;
  render(): Promise<unknown>;
}
interface Attributed {
  readonly name: string;
  readonly system: { readonly attributes: { readonly prowess: { readonly value: number } } };
  readonly items: { readonly contents: readonly { readonly id: string; readonly type: string }[] };
  update(changes: object): Promise<unknown>;
  deleteEmbeddedDocuments(name: string, ids: readonly string[]): Promise<unknown>;
}
declare const foundry: { readonly applications: { readonly instances: ReadonlyMap<string, Drawn> } };
declare const game: { readonly actors: { readonly contents: readonly Attributed[] }; readonly combat: PageGlobals["game"]["combat"] };

const { gm, anna } = testTable({ gm: {}, anna: {} }, async () => {
  await beginFight(gm.page, { Isaura: 3, "Enforcer (1)": 4, "Enforcer (2)": 30, Tobin: 31, Marksman: 32 }, anna.page);
  await openTab(anna.page, "chat");
});

/** From now on the window's drawing stops half-way, with what it shows already worked out, until it may go on. */
const hold = (window: Locator): Promise<void> =>
  window.evaluate((element) => {
    const app = foundry.applications.instances.get(element.id);
    if (app === undefined) throw new Error(`There is no window ${element.id}.`);
    const gate = new Promise<void>((resolve) => Reflect.set(globalThis, "goOn", resolve));
    app._preRender = async (...given) => {
      Reflect.set(globalThis, "isHeld", true);
      await gate;
      Reflect.deleteProperty(app, "_preRender");
      await app._preRender?.(...given);
    };
  });
const isHeld = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(globalThis, "isHeld") as unknown);
const goOn = (page: Page): Promise<void> => page.evaluate(() => (Reflect.get(globalThis, "goOn") as () => void)());

const prowess = (page: Page): Promise<number> => page.evaluate(() => game.actors.contents.find(({ name }) => name.startsWith("Isaura"))?.system.attributes.prowess.value ?? 0);

/** Anna opens the window of an attack of hers. */
async function openAttack(): Promise<void> {
  await target(anna.page, "Enforcer (1)");
  const sheet = await openSheet(anna.page, "Isaura");
  await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
  await sheet.getByRole("button", { name: "Attack", exact: true }).first().click();
  await dialog(anna.page).waitFor();
}

/** The GM gives Isaura one more die, and her page knows and has had its time to think about it. */
async function oneMoreDie(): Promise<void> {
  const before = await prowess(anna.page);
  await gm.page.evaluate(async (value) => {
    await game.actors.contents.find(({ name }) => name.startsWith("Isaura"))?.update({ system: { attributes: { prowess: { value } } } });
  }, before + 1);
  await expect.poll(() => prowess(anna.page)).toBe(before + 1);
  // Timers fire in their order: what had been put off by the change is over.
  await anna.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
}

describe.sequential("windows that are drawn anew", () => {
  test("what changes while a window is drawn is shown by it", async () => {
    await openAttack();
    const dice = dialog(anna.page).locator(".fw-roll-pool .fw-dice li");
    await dice.first().waitFor();
    const before = await dice.count();
    await hold(dialog(anna.page));
    await dialog(anna.page).evaluate((element) => void foundry.applications.instances.get(element.id)?.render());
    await expect.poll(() => isHeld(anna.page)).toBe(true);
    await oneMoreDie();
    await goOn(anna.page);
    await expect.poll(() => dice.count()).toBe(before + 1);
  });

  test("the keyboard stays where it is, or on its way: Enter still means the button that declares", async () => {
    const dice = dialog(anna.page).locator(".fw-roll-pool .fw-dice li");
    const before = await dice.count();
    await dialog(anna.page).getByRole("button", { name: "Declare" }).focus();
    await oneMoreDie();
    await expect.poll(() => dice.count()).toBe(before + 1);
    // So it does on its way from a field that was changed to the next one.
    const custom = dialog(anna.page).locator("input[name=custom]");
    await custom.fill("1");
    await custom.press("Tab");
    await expect.poll(() => dice.count()).toBe(before + 2);
    await expect.poll(() => dialog(anna.page).evaluate((element) => element.contains(document.activeElement) && document.activeElement?.getAttribute("name") !== "custom")).toBe(true);
    await dialog(anna.page).getByRole("button", { name: "Declare" }).focus();
    await pressIn(dialog(anna.page), "Enter");
    await prompt(gm.page).waitFor();
    await expect.poll(() => dialog(anna.page).count()).toBe(0);
  });

  test("a question that is called back while it is drawn stays the one that is open, with what was chosen in it", async () => {
    const { page } = gm;
    await openTab(page, "chat");
    const other = prompt(page).locator("input[name=reaction]:not(:checked)").first();
    const chosen = await other.inputValue();
    await hold(prompt(page));
    await prompt(page).locator("label").filter({ has: page.locator(`input[value="${chosen}"]`) }).click();
    await expect.poll(() => isHeld(page)).toBe(true);
    await lastCard(page).getByRole("button", { name: /^React/ }).click();
    await goOn(page);
    await expect.poll(() => prompt(page).locator(".fw-reaction-option.on").count()).toBe(1);
    await expect.poll(() => prompt(page).locator("input[name=reaction]:checked").inputValue()).toBe(chosen);
    await pressIn(prompt(page), "n");
    await expect.poll(() => lastCard(page).getAttribute("data-phase")).toBe("applied");
    expect(await prompt(page).count()).toBe(0);
  });

  test("a window for what has become impossible meanwhile says so and closes", async () => {
    await makeDue("Isaura", 20, gm.page, anna.page);
    await openAttack();
    await gm.page.evaluate(async () => {
      const isaura = game.actors.contents.find(({ name }) => name.startsWith("Isaura"));
      await isaura?.deleteEmbeddedDocuments("Item", isaura.items.contents.filter(({ type }) => type === "weapon").map(({ id }) => id));
    });
    await expect.poll(async () => (await notices(anna.page)).join()).toContain("Attack needs a fitting weapon in hand.");
    await expect.poll(() => dialog(anna.page).count()).toBe(0);
    expect([faults(gm), faults(anna)]).toEqual([[], []]);
  });
});
