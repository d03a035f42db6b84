import { describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { ready, USERS } from "./browser-table";
import { closeWindows, openSheet, openTab, target, tokenElement } from "./table-actions";
import { testTable } from "./test-table";

/* The practice table itself: how a newcomer gets into a fight, how ways are measured on each ground, and what faults look like. */

interface TokenOnCanvas {
  readonly name: string;
  readonly document: { readonly x: number; readonly y: number; readonly elevation: number; getSnappedPosition(): { x: number; y: number }; update(changes: object): Promise<unknown> };
}
declare const canvas: { readonly scene: { readonly id: string }; readonly tokens: { readonly placeables: readonly TokenOnCanvas[]; readonly controlled: readonly TokenOnCanvas[] }; readonly grid: { getOffset(point: { x: number; y: number }): { i: number; j: number } } };
declare const game: { readonly combat: { readonly round: number; readonly combatant: { update(changes: object): Promise<unknown> } | null } | null; readonly users: { readonly contents: readonly { readonly name: string; readonly role: number; readonly active: boolean }[] }; readonly messages: { readonly contents: readonly { readonly content: string }[] } };
declare const Hooks: { onError(location: string, error: Error): void };
declare const ChatMessage: { implementation: { create(source: object): Promise<unknown> } };

const { table, gm, anna } = testTable({ gm: {}, anna: {} });

const place = (page: Page, name: string): Promise<{ x: number; y: number; elevation: number; snapped: boolean }> =>
  page.evaluate((wanted) => {
    const found = canvas.tokens.placeables.find((token) => token.name === wanted);
    if (!found) throw new Error(`There is no token ${wanted}.`);
    const { x, y, elevation } = found.document;
    const snapped = found.document.getSnappedPosition();
    return { x, y, elevation, snapped: snapped.x === x && snapped.y === y };
  }, name);

/** Takes a token by its middle and carries it so many pixels of the screen, without letting go. */
async function carry(page: Page, name: string, ...legs: [number, number][]): Promise<void> {
  const box = await (await tokenElement(page, name)).boundingBox();
  if (!box) throw new Error(`${name} is not on the screen.`);
  let [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const [index, [right, down]] of legs.entries()) {
    if (index > 0) await page.keyboard.press("=");
    [x, y] = [x + right, y + down];
    await page.mouse.move(x, y, { steps: 5 });
  }
}

async function view(page: Page, scene: string): Promise<void> {
  await page.getByRole("button", { name: scene }).click();
  await expect.poll(() => page.locator(".scene.view").innerText()).toContain(scene);
}

const labels = (page: Page): Promise<string[]> => page.locator(".waypoint-label").allInnerTexts().then((texts) => texts.map((text) => text.replaceAll(/\s+/g, " ").trim()));
const panel = (page: Page) => page.locator("#table-faults");
const lost = (page: Page) => page.locator("#table-lost");

async function back(page: Page): Promise<void> {
  await lost(page).waitFor({ state: "detached", timeout: 20_000 });
  await ready(page);
}

describe.sequential("the practice table", () => {
  test("a newcomer sees on the join page who to be, reads the first steps in the empty chat, and is in a fight two clicks later", async () => {
    const { page } = gm;
    await page.goto(`${table().url}/join`);
    const anybody = page.locator("li", { hasText: "Anna" });
    expect(await anybody.innerText()).toContain("Plays Isaura Venn");
    expect(await anybody.innerText()).toContain("at the table");
    await page.waitForFunction(() => document.querySelector("li.first .start") !== null || (location.reload(), false));
    await page.locator("li.first a").click();
    await ready(page);
    await expect.poll(() => page.locator(".table-welcome").innerText()).toMatch(/First steps[\s\S]*Begin[\s\S]*Declare/);
    await expect.poll(() => anna.page.locator(".table-welcome").innerText()).toContain("your own token");
    await page.getByRole("tab", { name: "Combat" }).click();
    await page.getByRole("button", { name: "Begin", exact: true }).click();
    await expect.poll(() => anna.page.evaluate(() => game.combat?.round ?? 0)).toBeGreaterThan(0);
    await page.getByRole("tab", { name: "Chat" }).click();
    await expect.poll(() => page.locator(".table-welcome").isVisible()).toBe(false);
  });

  test("a token that is dragged shows the system's ruler, through waypoints, and lands in the spaces of its ground", async () => {
    const { page } = gm;
    await closeWindows(page);
    for (const [scene, unit] of [["Bridge in the Salt Marsh", "m"], ["Rooftops", "ft"]] as const) {
      await view(page, scene);
      const before = await place(page, "Isaura");
      await carry(page, "Isaura", [110, -70], [120, 150]);
      await expect.poll(async () => (await labels(page)).length).toBe(2);
      const [first = "", second = ""] = await labels(page);
      expect(first).toMatch(new RegExp(`^[\\d.]+ ${unit} · Walk \\d+ ticks · Run \\d+ ticks$`));
      expect(second).toMatch(new RegExp(`^[\\d.]+ ${unit} · Walk \\d+ ticks · Run \\d+ ticks \\(\\+[\\d.]+\\)$`));
      // Ticks are counted in metres, whatever the scene counts in: as many a metre on the rooftops as in the marsh.
      const [length = 0, walk = 0] = /^([\d.]+) \w+ · Walk (\d+)/.exec(second)?.slice(1).map(Number) ?? [];
      const metres = length * (unit === "ft" ? 0.3048 : 1);
      expect(walk / metres).toBeGreaterThan(1.05);
      expect(walk / metres).toBeLessThan(1.35);
      if (unit === "m") expect(length % 2).toBe(0);
      await expect.poll(() => page.locator(".token-ruler polygon").count()).toBe(unit === "m" ? length / 2 + 2 : 0);
      await page.mouse.up();
      await expect.poll(async () => (await place(page, "Isaura")).x).toBeGreaterThan(before.x + 100);
      await expect.poll(async () => (await place(page, "Isaura")).snapped).toBe(true);
      await expect.poll(() => page.locator(".waypoint-label").count()).toBe(0);
    }
    // Let go with Escape, nothing moves; a key at a time, it goes from hex to hex, or by a step without a grid.
    const start = await place(page, "Isaura");
    await carry(page, "Isaura", [80, 0]);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    expect(await place(page, "Isaura")).toEqual(start);
    await page.locator("#board").focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => place(page, "Isaura")).toEqual({ ...start, x: start.x - 100 });
    await view(page, "Bridge in the Salt Marsh");
    await (await tokenElement(page, "Isaura")).click();
    const hex = await place(page, "Isaura");
    await page.keyboard.press("ArrowUp");
    await expect.poll(async () => (await place(page, "Isaura")).y).toBeLessThan(hex.y);
    const above = await place(page, "Isaura");
    expect([above.snapped, Math.abs(above.x - hex.x)]).toEqual([true, 50]);
    await page.keyboard.press("ArrowUp");
    await expect.poll(async () => (await place(page, "Isaura")).x).toBe(hex.x);
  });

  test("others see the way that somebody drags a friendly token, and how fast it is only where it is their own", async () => {
    await closeWindows(gm.page);
    await view(gm.page, "Crypt of St. Horace");
    await gm.page.evaluate(async () => canvas.tokens.placeables.find(({ name }) => name === "Marksman")?.document.update({ disposition: 1 }));
    const paces = /^[\d.]+ m · Walk \d+ ticks · Run \d+ ticks( · not moving)?$/;
    for (const [name, seen] of [["Isaura", paces], ["Marksman", /^[\d.]+ m$/]] as const) {
      await carry(gm.page, name, [110, -70]);
      await expect.poll(async () => (await labels(gm.page)).join()).toMatch(paces);
      await expect.poll(async () => (await labels(anna.page)).join()).toMatch(seen);
      await gm.page.keyboard.press("Escape");
      await gm.page.mouse.up();
      await expect.poll(async () => (await labels(anna.page)).length).toBe(0);
    }
    await gm.page.evaluate(async () => canvas.tokens.placeables.find(({ name }) => name === "Marksman")?.document.update({ disposition: -1 }));
    await view(gm.page, "Bridge in the Salt Marsh");
  });

  test("how far somebody is away is told in metres on hexes and in feet alike", async () => {
    const { page } = gm;
    const distance = async (): Promise<number> => {
      await target(page, "Marksman");
      const sheet = await openSheet(page, "Enforcer (1)");
      await sheet.getByRole("button", { name: /^(Punch|Strike|Thrust|Slash|Jab|Draw & Strike|Parry)/ }).first().click();
      const dialog = page.locator(".fw-dialog");
      await dialog.waitFor();
      const text = await dialog.innerText();
      await closeWindows(page);
      return Number(/at Marksman, ([\d.]+) m/.exec(text)?.[1] ?? Number.NaN);
    };
    const straight = (metres: number): Promise<number> =>
      page.evaluate((perStep) => {
        const at = (name: string) => canvas.tokens.placeables.find((token) => token.name === name)?.document ?? { x: 0, y: 0 };
        const [one, other] = [at("Enforcer (1)"), at("Marksman")];
        return Math.round(Math.hypot(one.x - other.x, one.y - other.y) / 100 * perStep * 10) / 10;
      }, metres);
    expect(await distance()).toBe(await straight(2));
    await view(page, "Rooftops");
    expect(await distance()).toBe(await straight(5 * 0.3048));
    await view(page, "Crypt of St. Horace");
  });

  test("with the cable pulled a banner says so; everything comes back as it was, half-written text included, by keyboard alone", async () => {
    const { page } = anna;
    await openSheet(page, "Isaura");
    await page.getByRole("tab", { name: "Chat" }).click();
    await page.fill("#chat-message", "half a sentence");
    await panel(page).locator("summary").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => panel(page).locator('[role="status"]').innerText()).toBe("Nothing is wrong.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await lost(page).waitFor();
    expect(await lost(page).innerText()).toContain("No connection to the table");
    // Nothing can be done that would be lost.
    await expect.poll(() => page.locator("#interface").evaluate((element) => element.hasAttribute("inert"))).toBe(true);
    await expect.poll(() => gm.page.evaluate(() => game.users.contents.find(({ name }) => name === "Anna")?.active)).toBe(false);
    await gm.page.evaluate(() => ChatMessage.implementation.create({ content: "said meanwhile" }));
    // The page tries to come back by itself, and is not let in.
    await table().expectProblem(/WebSocket connection/);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await back(page);
    await expect.poll(() => page.inputValue("#chat-message")).toBe("half a sentence");
    await expect.poll(() => page.locator(".application.fatewalker.sheet").count()).toBe(1);
    await expect.poll(() => page.evaluate(() => game.messages.contents.at(-1)?.content)).toContain("said meanwhile");
    table().forgive(/WebSocket connection/);
  });

  test("the server may be killed, messages slowed down, the GM taken away and a second one added", async () => {
    const { page } = anna;
    await closeWindows(page);
    await page.fill("#chat-message", "settled before");
    await page.press("#chat-message", "Enter");
    await page.locator(".chat-message", { hasText: "settled before" }).waitFor();
    await panel(page).locator("summary").click();
    await panel(page).getByRole("button", { name: "Kill and restart the server" }).click();
    await Promise.all([lost(page).waitFor(), lost(gm.page).waitFor()]);
    await Promise.all([back(page), back(gm.page)]);
    await page.locator(".chat-message", { hasText: "settled before" }).waitFor();
    await table().expectProblem(/WebSocket connection/);

    await panel(page).locator("summary").click();
    await panel(page).locator("[name=milliseconds]").fill("700");
    await panel(page).getByRole("button", { name: "Set" }).click();
    await expect.poll(() => panel(page).locator('[role="status"]').innerText()).toBe("Each of my messages takes 700 ms longer.");
    expect(table().faults.state()).toEqual({ [USERS.anna]: { dropped: false, delay: 700 } });
    await panel(page).locator("[name=milliseconds]").fill("0");
    await panel(page).getByRole("button", { name: "Set" }).click();
    await expect.poll(() => Object.values(table().faults.state()).some(({ delay }) => delay > 0)).toBe(false);

    await panel(page).getByRole("button", { name: "Remove the GM" }).click();
    await lost(gm.page).waitFor();
    await expect.poll(() => page.evaluate(() => game.users.contents.filter(({ role, active }) => role > 2 && active).length)).toBe(0);
    const [tab] = await Promise.all([anna.context.waitForEvent("page"), panel(page).getByRole("button", { name: "Add a second GM" }).click()]);
    await ready(tab);
    await expect.poll(() => page.evaluate(() => game.users.contents.filter(({ role, active }) => role === 4 && active).map(({ name }) => name))).toEqual(["Second Gamemaster"]);
    await tab.close();
    await panel(page).getByRole("button", { name: "Plug it in" }).click();
    await back(gm.page);
    await table().expectProblem(/WebSocket connection/);
  });

  test("a chat that filled behind another tab is open at its newest message; whoever has scrolled up stays there", async () => {
    const post = (texts: readonly string[]): Promise<unknown> => gm.page.evaluate(async (all) => { for (const content of all) await ChatMessage.implementation.create({ content }); }, texts);
    const toBottom = (): Promise<number> => anna.page.locator(".chat-scroll").first().evaluate((scroll) => Math.round(scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight));
    await openTab(anna.page, "combat");
    await post(Array.from({ length: 30 }, (_, index) => `Line ${String(index)}`));
    await expect.poll(() => anna.page.evaluate(() => game.messages.contents.at(-1)?.content)).toBe("Line 29");
    await openTab(anna.page, "chat");
    await expect.poll(toBottom).toBeLessThan(40);
    await anna.page.locator(".chat-scroll").first().hover();
    await anna.page.mouse.wheel(0, -400);
    await expect.poll(toBottom).toBeGreaterThan(200);
    await openTab(anna.page, "combat");
    await openTab(anna.page, "chat");
    await post(["One more"]);
    await expect.poll(() => anna.page.locator(".chat-scroll .message").last().innerText()).toContain("One more");
    expect(await toBottom()).toBeGreaterThan(200);
  });

  test("Escape closes the topmost window wherever the keyboard is, then lets go of the tokens; the menu of one of several lets go of none; Enter goes into the sheet", async () => {
    const { page } = gm;
    await view(page, "Crypt of St. Horace");
    await closeWindows(page);
    const windows = page.locator(".application .window-header");
    const controlled = (): Promise<string[]> => page.evaluate(() => canvas.tokens.controlled.map(({ name }) => name).sort());
    await (await tokenElement(page, "Marksman")).focus();
    await page.keyboard.press("Enter");
    await page.locator(".application.sheet").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest(".application.sheet") !== null)).toBe(true);
    await page.getByRole("button", { name: "Settings", exact: true }).or(page.getByRole("tab", { name: "Settings" })).first().focus();
    await page.keyboard.press("Escape");
    await expect.poll(() => windows.count()).toBe(0);
    await (await tokenElement(page, "Isaura")).click();
    await (await tokenElement(page, "Tobin")).click({ modifiers: ["Shift"] });
    await (await tokenElement(page, "Tobin")).click({ button: "right" });
    await page.locator("#token-hud").waitFor();
    expect(await controlled()).toEqual(["Isaura", "Tobin"]);
    await page.keyboard.press("Escape");
    await page.locator("#token-hud").waitFor({ state: "detached" });
    expect(await controlled()).toEqual(["Isaura", "Tobin"]);
    await page.keyboard.press("Escape");
    await expect.poll(controlled).toEqual([]);
    // The panel of faults lies below windows while it is folded.
    expect(await panel(page).evaluate((element) => Number(getComputedStyle(element).zIndex))).toBeLessThan(100);
  });

  test("the mark of whose turn it is stands at nobody for players while a hidden one is due", async () => {
    await view(anna.page, "Crypt of St. Horace");
    const marked = (page: Page): Promise<number> => page.locator(".token.current-turn").count();
    for (const hidden of [true, false]) {
      await gm.page.evaluate((value) => game.combat?.combatant?.update({ hidden: value }), hidden);
      await expect.poll(() => marked(gm.page)).toBe(1);
      await expect.poll(() => marked(anna.page)).toBe(hidden ? 0 : 1);
    }
  });

  test("the theme is switched with one button, for every open window at once and for this person alone, and outlives a reload", async () => {
    const { page } = gm;
    const themes = (): Promise<string[]> => page.locator("body, #interface, .application.themed").evaluateAll((elements) => [...new Set(elements.map(({ classList }) => ["theme-light", "theme-dark"].filter((name) => classList.contains(name)).join(" ")))]);
    await openSheet(page, "Marksman");
    await openTab(page, "settings");
    await expect.poll(themes).toEqual(["theme-dark"]);
    await page.getByRole("button", { name: "Switch to light" }).click();
    await expect.poll(themes).toEqual(["theme-light"]);
    expect(await anna.page.locator("body.theme-dark").count()).toBe(1);
    await closeWindows(page);
    await page.reload();
    await ready(page);
    await expect.poll(themes).toEqual(["theme-light"]);
    await openTab(page, "settings");
    await page.getByRole("button", { name: "Switch to dark" }).click();
    await expect.poll(themes).toEqual(["theme-dark"]);
  });

  test("what goes wrong on a page fails the test it happens in, unless it is expected", async () => {
    await gm.page.evaluate(() => {
      Hooks.onError("Probe", new Error("fault of a hook"));
      console.error("fault on the console");
      void Promise.reject(new Error("fault that nobody handled"));
    });
    for (const fault of [/fault of a hook/, /fault on the console/, /fault that nobody handled/]) await table().expectProblem(fault);
  });
});
