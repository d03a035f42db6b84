import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { openBench, type PageBench } from "./testing/page-bench";

/** The page in a real browser, over a system of one window and one sheet. */
describe("the page of the table", () => {
  let bench: PageBench;
  let page: Page;

  beforeAll(async () => {
    bench = await openBench();
    page = await bench.join("Gamemaster");
  });
  afterAll(async () => bench.dispose());

  // https://foundryvtt.com/api/v14/classes/foundry.applications.api.ApplicationV2.html
  it("renders a window of parts, one part alone, and keeps scroll and focus", async () => {
    const seen = await page.evaluate(async () => {
      const { Notebook, Hooks } = globalThis as never as { Notebook: new () => never; Hooks: { on(name: string, listener: () => void): void } };
      const hooks: string[] = [];
      for (const name of ["renderNotebook", "renderHandlebarsApplication", "renderApplicationV2"]) Hooks.on(name, () => hooks.push(name));
      const app = new Notebook() as { element: HTMLElement; parts: Record<string, HTMLElement>; count: number; render(options: unknown): Promise<void> };
      await app.render(true);
      Reflect.set(globalThis, "notebook", app);
      const heading = app.parts.heading;
      const scroll = (): Element => app.element.querySelector(".scroll") as Element;
      scroll().scrollTop = 100;
      (app.element.querySelector("input[name='a.b']") as HTMLInputElement).focus();
      app.count = 7;
      await app.render({ parts: ["body"] });
      return { hooks: hooks.slice(0, 3), sameHeading: heading === app.parts.heading, scrollTop: scroll().scrollTop, focus: (document.activeElement as HTMLInputElement).name, value: (document.activeElement as HTMLInputElement).value, tag: app.element.localName };
    });
    expect(seen).toEqual({ hooks: ["renderNotebook", "renderHandlebarsApplication", "renderApplicationV2"], sameHeading: true, scrollTop: 100, focus: "a.b", value: "7", tag: "form" });
  });

  // https://foundryvtt.com/api/v14/classes/foundry.applications.ux.FormDataExtended.html
  it("hands the form's data to its handler when a field changes", async () => {
    await page.fill("#notebook input[name='a.b']", "42");
    await page.press("#notebook input[name='a.b']", "Tab");
    await expect.poll(() => page.evaluate(() => Reflect.get(Reflect.get(globalThis, "notebook") as object, "kept") as unknown)).toEqual({ "a.b": 42, on: true, tags: ["x", "y"] });
  });

  it("changes tabs and runs actions with the buttons they name", async () => {
    await page.click("#notebook [data-tab=two]");
    await page.click("#notebook [data-action=poke]");
    await page.click("#notebook [data-action=poke]", { button: "right" });
    const pokes = (): Promise<unknown> => page.evaluate(() => Reflect.get(Reflect.get(globalThis, "notebook") as object, "pokes") as unknown);
    await expect.poll(pokes).toEqual([["notebook", 0, "poke"], ["notebook", 2, "poke"]]);
  });

  it("moves a window by its header and closes it with its button", async () => {
    const before = await page.locator("#notebook").boundingBox();
    const header = await page.locator("#notebook .window-header").boundingBox();
    if (!before || !header) throw new Error("The window is not on the screen.");
    await page.mouse.move(header.x + 60, header.y + 10);
    await page.mouse.down();
    await page.mouse.move(header.x + 20, header.y + 60, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.locator("#notebook").boundingBox()).toMatchObject({ x: before.x - 40, y: before.y + 50 });
    await page.click("#notebook [data-action=close]");
    await expect.poll(() => page.locator("#notebook").count()).toBe(0);
  });

  // https://foundryvtt.com/api/v14/classes/foundry.applications.api.DialogV2.html
  it("asks with a dialog: a button answers, Enter takes the default, Escape leaves", async () => {
    const ask = (): Promise<unknown> =>
      page.evaluate(() => {
        const { DialogV2 } = (Reflect.get(globalThis, "foundry") as { applications: { api: { DialogV2: { input(options: object): Promise<unknown> } } } }).applications.api;
        return DialogV2.input({ window: { title: "Guess" }, content: '<input type="number" name="guess.number" value="3" autofocus>' });
      });
    // A dialog takes the keyboard a moment after it is seen.
    const dialog = page.locator("dialog.application:focus-within");
    const entered = ask();
    await dialog.waitFor();
    await page.keyboard.press("Enter");
    expect(await entered).toEqual({ guess: { number: 3 } });
    const left = ask();
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    expect(await left).toBeNull();
  });

  // https://foundryvtt.com/api/v14/classes/foundry.applications.sheets.ActorSheetV2.html
  it("takes an item dropped from a pack on a sheet, and puts another in front of it", async () => {
    await page.click("#sidebar-tabs [data-tab=compendium]");
    await page.click("[data-pack='fatewalker.weapons'] .entry-name");
    await page.locator(".compendium-directory .directory-item").first().waitFor();
    await page.evaluate(async () => {
      const { actors } = Reflect.get(globalThis, "game") as { actors: { contents: { name: string; sheet: { render(options: object): Promise<void> } }[] } };
      await actors.contents.find(({ name }) => name === "Duellist")?.sheet.render({ force: true, position: { left: 560, top: 60 } });
    });
    await page.locator(".bag .bag-list").waitFor();
    await page.dragAndDrop(".compendium-directory .directory-item[data-entry-id]", ".bag .bag-list");
    await expect.poll(() => page.locator(".bag li").allTextContents()).toEqual(["Duellist's blade", "Rapier"]);
    await page.dragAndDrop(".bag li:last-child", ".bag li:first-child", { targetPosition: { x: 5, y: 2 } });
    await expect.poll(() => page.locator(".bag li").allTextContents()).toEqual(["Rapier", "Duellist's blade"]);
  });

  // https://foundryvtt.com/article/chat/
  it("rolls from the chat, for everybody or for the GM alone", async () => {
    const player = await bench.join("Anna");
    await page.click("#sidebar-tabs [data-tab=chat]");
    await page.fill("#chat-message", "/r 2d10 # Luck");
    await page.press("#chat-message", "Enter");
    await page.locator("#chat .chat-message .dice-total").waitFor();
    await page.fill("#chat-message", "/gmr 1d10");
    await page.press("#chat-message", "Enter");
    await expect.poll(() => page.locator("#chat .chat-message").count()).toBe(2);
    await expect.poll(() => player.locator("#chat .chat-message").count()).toBe(1);
    await player.context().close();
  });

  // https://foundryvtt.com/api/v14/functions/hookEvents.targetToken.html
  it("shows a target to the other player", async () => {
    const player = await bench.join("Anna");
    const token = player.locator("#board .token").first();
    await token.hover();
    await player.keyboard.press("t");
    const id = await token.getAttribute("data-token-id");
    await page.locator(`#board .token[data-token-id="${id}"] .token-targets`).waitFor({ state: "attached" });
    await player.context().close();
  });
});
