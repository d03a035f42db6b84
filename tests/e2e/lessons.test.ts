import { describe, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { faults, ready, USERS } from "./browser-table";
import { bringDice, diceLog, takeDiceAway } from "./dice-module";
import type { CombatView, PageGlobals } from "./globals";
import { beginFight, cardReaches, closeWindows, declareDialog as dialog, dismiss, lastCard, makeDue, openManeuver, openSheet, openTab, pressIn, reactionPrompt, seedDice, snapshot, target, trackerRow, WAYS_OUT } from "./table-actions";
import { testTable } from "./test-table";

/* What users of other systems complained of that only shows on a screen: cards that get old, windows, the chat beside them, sheets of others. */

interface ActorOnPage {
  readonly name: string;
  readonly items: { readonly contents: readonly { readonly type: string; readonly sheet: { render(options: object): Promise<unknown> }; update(changes: object): Promise<unknown> }[] };
  update(changes: object): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: readonly object[]): Promise<unknown>;
}
declare const CONFIG: { Dice: { randomUniform: () => number } };
interface FightOnPage extends CombatView {
  createEmbeddedDocuments(name: string, sources: readonly object[]): Promise<{ readonly id: string }[]>;
  deleteEmbeddedDocuments(name: string, ids: readonly string[]): Promise<unknown>;
}
interface GameOnPage extends Omit<PageGlobals["game"], "combat"> {
  readonly combat: FightOnPage | null;
  readonly packs: { get(id: string): { getDocuments(): Promise<readonly { readonly system: { readonly key: string }; toObject(): object }[]> } };
  readonly settings: { get(scope: string, key: string): unknown; set(scope: string, key: string, value: unknown): Promise<unknown> };
  readonly system: { readonly api: Record<string, (...given: unknown[]) => Promise<unknown>> };
}
declare const game: GameOnPage;
declare const canvas: { readonly tokens: { readonly placeables: readonly { readonly document: { readonly name: string; readonly actor: ActorOnPage; readonly baseActor: ActorOnPage } }[] } };
declare const ui: { readonly chat: { renderPopout(): Promise<unknown> } };
declare const ChatMessage: { createDocuments(sources: readonly object[]): Promise<unknown> };

const NOTES = "The traitor is Ludo";

const { table, gm, anna } = testTable({ gm: {}, anna: {} }, async () => {
  await seedDice(gm.page, 7);
  await beginFight(gm.page, { Isaura: 3, "Enforcer (1)": 40, "Enforcer (2)": 41, Tobin: 42, Marksman: 43 }, anna.page);
});

const lastMessageType = (page: Page): Promise<string | undefined> => page.evaluate(() => game.messages.contents.findLast(({ type }) => type !== "ledger")?.type);
const messageCount = (page: Page): Promise<number> => page.evaluate(() => game.messages.size);
const windows = (page: Page): Locator => page.locator(".application:has(> .window-header)");
const chatInput = (page: Page): Locator => page.locator("#chat-message");
/** What no window may change by going: clock, marks, everybody's data, the chat, whom this person targets. */
const everything = async (page: Page) => ({
  ...(await snapshot(page)),
  data: await page.evaluate(() => canvas.tokens.placeables.map(({ document }) => JSON.stringify((document.actor as unknown as { toObject(): { system: object } }).toObject().system))),
  messages: await messageCount(page),
  targets: await page.evaluate(() => [...game.user.targets].map(({ document }) => document.name)),
});
/** Scrolls a log up, as often as older messages come, to this one. */
async function scrollBack(page: Page, where: string, id: string): Promise<void> {
  await expect.poll(async () => {
    await page.evaluate((log) => document.querySelector(`${log} .chat-scroll`)?.scrollTo({ top: 0 }), where);
    return page.locator(`${where} [data-message-id="${id}"]`).count();
  }).toBe(1);
}

const scrolled = (page: Page): Promise<{ top: number; below: number }> =>
  page.evaluate(() => {
    const log = document.querySelector<HTMLElement>("#chat .chat-scroll");
    return { top: log?.scrollTop ?? -1, below: log === null ? -1 : log.scrollHeight - log.scrollTop - log.clientHeight };
  });

describe.sequential("windows and the chat", () => {
  test("L-E07 Enter in the chat sends the line, and the window of an attack stays as it was", async () => {
    const { page } = anna;
    await openTab(page, "chat");
    const window = await openManeuver(page, "Isaura", "Attack", "Enforcer (1)");
    const before = await messageCount(page);
    await chatInput(page).fill("To arms!");
    await chatInput(page).press("Enter");
    await expect.poll(() => messageCount(page)).toBe(before + 1);
    expect(await window.count()).toBe(1);
    expect(await page.evaluate(() => game.messages.contents.filter(({ type }) => ["exchange", "intent"].includes(type)).length)).toBe(0);
    await window.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => window.count()).toBe(0);
  });

  test("L-E05 every window goes by Escape, by its cross and with the scene, and leaves targets, clock, points and chat as they were", async () => {
    const { page } = gm;
    await target(page, "Enforcer (1)");
    const before = await everything(page);
    await openTab(page, "combat");
    const row = page.locator(".fw-row").filter({ hasText: "Isaura" });
    const byApi = (name: string) => () => page.evaluate((wanted) => { void game.system.api[wanted]?.(); }, name);
    const openers: Record<string, () => Promise<unknown>> = {
      movement: () => row.locator('[data-action="fwMove"]').click(),
      engagement: () => row.locator('[data-action="fwEngage"]').click(),
      spend: () => row.locator('[data-action="fwSpend"]').click(),
      ambush: () => page.click('[data-action="fwAmbush"]'),
      event: () => page.click('[data-action="fwAddEvent"]'),
      end: () => page.click('[data-action="fwEnd"]'),
      fight: () => page.click('[data-action="fwCreate"]'),
      damage: byApi("applyDamage"), treatment: byApi("treat"), rest: byApi("rest"), odds: byApi("odds"), request: byApi("requestRoll"),
      check: () => page.evaluate(() => { void game.system.api["rollCheck"]?.({ attribute: "prowess", skill: "agility" }, { actor: canvas.tokens.placeables.find(({ document }) => document.name === "Isaura")?.document.actor }); }),
      declare: () => page.evaluate(() => { void game.system.api["use"]?.("melee-attack", { actor: canvas.tokens.placeables.find(({ document }) => document.name === "Isaura")?.document.actor }); }),
    };
    for (const [name, open] of Object.entries(openers)) {
      for (const way of WAYS_OUT) {
        await target(page, "Enforcer (1)");
        await open();
        await expect.poll(() => windows(page).count(), { message: `${name} opens` }).toBe(1);
        await dismiss(windows(page), way);
        // Whom somebody targets on a scene the host forgets with the scene.
        const kept = way === "scene" ? { ...before, targets: [] } : before;
        await expect.poll(async () => ({ name, way, ...(await everything(page)) })).toEqual({ name, way, ...kept });
      }
    }
  });

  test("L-E05 the question how to answer likewise; it comes back from the card", async () => {
    const { page } = gm;
    for (const seat of [gm, anna]) await openTab(seat.page, "chat");
    await (await openManeuver(anna.page, "Isaura", "Attack", "Enforcer (1)")).getByRole("button", { name: "Declare" }).click();
    await reactionPrompt(page).waitFor();
    const before = await everything(page);
    for (const way of WAYS_OUT) {
      await dismiss(reactionPrompt(page), way);
      await expect.poll(() => everything(page)).toEqual(before);
      await lastCard(page).getByRole("button", { name: "React: Enforcer (1)" }).click();
    }
    await pressIn(reactionPrompt(page), "n");
    await cardReaches("applied", page, anna.page);
  });

  test("L-E05 the offer of a power likewise: nothing is spent, and it comes back from the card", async () => {
    const { page } = anna;
    await gm.page.evaluate(async () => {
      await game.settings.set("fatewalker", "askForPowers", true);
      const power = (await game.packs.get("fatewalker.powers").getDocuments()).find(({ system }) => system.key === "power-fate-intrepid")?.toObject();
      await canvas.tokens.placeables.find(({ document }) => document.name === "Isaura")?.document.actor.createEmbeddedDocuments("Item", [power ?? {}]);
      // Every die shows a 9 and fails.
      CONFIG.Dice.randomUniform = () => 0.15;
    });
    await makeDue("Isaura", 20, gm.page, page);
    await openManeuver(page, "Isaura", "Attack", "Enforcer (1)", ["Shift"]);
    await pressIn(reactionPrompt(gm.page), "n");
    const offers = page.locator(".fw-offers");
    await offers.waitFor();
    await closeWindows(page);
    await offers.waitFor({ state: "detached" });
    const before = { ...(await everything(page)), targets: [] };
    for (const way of WAYS_OUT) {
      await lastCard(page).getByRole("button", { name: "Powers" }).click();
      await dismiss(offers, way);
      await expect.poll(async () => ({ ...(await everything(page)), targets: [] })).toEqual(before);
    }
    await lastCard(page).getByRole("button", { name: "Powers" }).click();
    await pressIn(offers, "k");
    await cardReaches("applied", gm.page, page);
    await gm.page.evaluate(() => game.settings.set("fatewalker", "askForPowers", false));
    await seedDice(gm.page, 7);
  });

  test("L-E08 the fast roll is the roll of the window that is confirmed at once; another attribute counts for that window alone", async () => {
    const { page } = anna;
    await openTab(page, "chat");
    const checkCards = page.locator(".fw-check-card");
    const cardText = async (): Promise<string> => {
      const card = checkCards.last();
      return `${await card.locator(".fw-name").first().innerText()} ${await card.locator(".fw-die").count()} ${String(await card.locator(".fw-die").first().getAttribute("title")).replace(/Die \d/, "").replace(/(counts|does not count)/, "")}`;
    };
    const roll = async (fast: boolean): Promise<string> => {
      const before = await checkCards.count();
      const sheet = await openSheet(page, "Isaura");
      await sheet.locator('[role="tab"][data-tab="skills"]').click();
      await sheet.locator('[data-action="rollSkill"]').first().click({ modifiers: fast ? ["Shift"] : [] });
      if (!fast) await dialog(page).getByRole("button", { name: "Roll" }).click();
      await expect.poll(() => checkCards.count()).toBe(before + 1);
      return cardText();
    };
    const usual = await roll(true);
    expect(await roll(false)).toBe(usual);
    const sheet = await openSheet(page, "Isaura");
    await sheet.locator('[role="tab"][data-tab="skills"]').click();
    await sheet.locator('[data-action="chooseAttribute"][data-attribute="focus"]').click();
    const before = await checkCards.count();
    await sheet.locator('[data-action="rollSkill"]').first().click({ modifiers: ["Shift"] });
    await expect.poll(() => checkCards.count()).toBe(before + 1);
    expect(await cardText()).not.toBe(usual);
    expect(await roll(true)).toBe(usual);
  });
});

describe.sequential("dice and buttons", () => {
  test("L-E09 with dice in 3D each step's fall once, those of the next when they lie, and the card comes after them", async () => {
    for (const { page } of [gm, anna]) {
      await openTab(page, "chat");
      await bringDice(page);
    }
    // Three dice of the GM's client show a 0 and hit, the others a 9, so that nobody is hurt by it.
    await gm.page.evaluate(() => {
      let thrown = 0;
      CONFIG.Dice.randomUniform = () => ((thrown += 1) <= 3 ? 0.05 : 0.15);
    });
    await makeDue("Isaura", 20, gm.page, anna.page);
    await (await openManeuver(anna.page, "Isaura", "Attack", "Enforcer (1)")).getByRole("button", { name: "Declare" }).click();
    await pressIn(reactionPrompt(gm.page), "n");
    await cardReaches("applied", gm.page, anna.page);
    expect(await diceLog(gm.page)).toEqual([expect.stringMatching(/^falls \ddztn\d$/), "lies", expect.stringMatching(/^falls .*dztn\d/), "lies", "card applied"]);
    // The module itself brings them to her screen: no message carries them a second time.
    expect(await diceLog(anna.page)).toEqual(["card applied"]);
    await (await openSheet(anna.page, "Isaura")).locator('[data-action="rollAttribute"][data-attribute="prowess"]').first().click({ modifiers: ["Shift"] });
    for (const { page } of [gm, anna]) await expect.poll(async () => (await diceLog(page)).filter((line) => line.startsWith("message"))).toEqual(["message 6dztn0"]);
    expect((await diceLog(gm.page)).filter((line) => line.startsWith("falls"))).toHaveLength(2);
    await seedDice(gm.page, 7);
    await closeWindows(anna.page);
  });

  test("L-C16 the initiative of sixty is one card and one batch of writes, without a single die in 3D; that of one shows them", async () => {
    const { page } = gm;
    const messages = (line: string): boolean => line.startsWith("message");
    const [before, cards] = [await diceLog(page), await messageCount(page)];
    // Numbers of creatures are nobody's secret here, so that nothing but their count keeps their dice off the screens.
    await page.evaluate(() => game.settings.set("fatewalker", "hideNpcNumbers", false));
    const ids = await page.evaluate(async () => (await game.combat?.createEmbeddedDocuments("Combatant", Array.from({ length: 61 }, (_, index) => ({ name: `Fighter ${index}` }))))?.map(({ id }) => id) ?? []);
    await openTab(page, "combat");
    await trackerRow(page, "Fighter 60").getByRole("button", { name: "Roll initiative" }).click();
    await expect.poll(async () => (await diceLog(page)).filter(messages).length).toBe(before.filter(messages).length + 1);
    const writes = table().faults.writesOf(USERS.gamemaster);
    await page.click('[data-action="fwRollAll"]');
    await expect.poll(() => page.evaluate(() => game.combat?.combatants.contents.every(({ initiative }) => initiative !== null))).toBe(true);
    await expect.poll(() => messageCount(page)).toBeGreaterThan(cards + 1);
    await openTab(page, "chat");
    await expect.poll(() => page.locator("#chat .message").last().innerText()).toMatch(/Fighter 0[^]*Fighter 9|Fighter 9[^]*Fighter 0/);
    expect((await diceLog(page)).filter(messages)).toHaveLength(before.filter(messages).length + 1);
    expect((await diceLog(page)).filter((line) => line.startsWith("falls"))).toHaveLength(2);
    // The batch with everybody's tick and its ledger, and the card.
    expect(table().faults.writesOf(USERS.gamemaster) - writes).toBe(2);
    await takeDiceAway(page);
    await page.evaluate(async (gone) => {
      await game.settings.set("fatewalker", "hideNpcNumbers", true);
      await game.combat?.deleteEmbeddedDocuments("Combatant", gone);
    }, ids);
  });

  test("L-B07 each button of a card that a player sees does what it says, or is disabled and says why", async () => {
    await makeDue("Enforcer (1)", 20, gm.page, anna.page);
    await openManeuver(gm.page, "Enforcer (1)", "Strike", "Isaura", ["Shift"]);
    const buttons = lastCard(anna.page).getByRole("button");
    await reactionPrompt(anna.page).waitFor();
    await pressIn(reactionPrompt(anna.page), "Escape");
    // What the GM may do besides is not hers to see.
    await expect.poll(() => buttons.allInnerTexts()).toEqual(["React: Isaura"]);
    await buttons.click();
    await reactionPrompt(anna.page).waitFor();
    await pressIn(reactionPrompt(anna.page), "Escape");
    // Without its record nobody can answer any more: the button stays and says so.
    await gm.page.evaluate(() => (game.messages.contents.findLast(({ type }) => type === "ledger") as unknown as { delete(): Promise<unknown> }).delete().then(() => null));
    await expect.poll(() => buttons.isDisabled()).toBe(true);
    expect(await buttons.getAttribute("title")).toBe("Its record was deleted from the chat: nothing can be done with it any more.");
    await lastCard(gm.page).getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => buttons.count()).toBe(0);
    // Of attacks that are over she has nothing to press.
    await expect.poll(() => anna.page.locator("#chat .fw-card[data-phase] button:enabled").allInnerTexts()).toEqual([]);
  });

  test("L-A16 a card beside the sidebar, as the host shows new ones behind another tab, does the same as the one in the log, once", async () => {
    const { page } = gm;
    const address = page.url();
    await page.evaluate(() => game.settings.set("core", "uiConfig", { ...(game.settings.get("core", "uiConfig") as object), chatNotifications: "cards" }));
    await closeWindows(page);
    await openTab(page, "combat");
    await makeDue("Isaura", 20, page, anna.page);
    await openManeuver(anna.page, "Isaura", "Attack", "Enforcer (1)", ["Shift"]);
    await pressIn(reactionPrompt(page), "Escape");
    const card = page.locator("#chat-notifications .fw-card[data-phase]");
    await card.hover();
    for (const [button, phase] of [["Resolve now", "applied"], ["Undo", "undone"], ["Redo", "applied"]] as const) {
      await card.getByRole("button", { name: button }).dblclick();
      await expect.poll(() => card.getAttribute("data-phase")).toBe(phase);
      await cardReaches(phase, page, anna.page);
    }
    expect(page.url()).toBe(address);
    await page.evaluate(() => game.settings.set("core", "uiConfig", { ...(game.settings.get("core", "uiConfig") as object), chatNotifications: "pip" }));
    await openTab(page, "chat");
  });
});

describe.sequential("what others may read", () => {
  test("L-F05 whoever may only know of somebody sees name, picture and story: no numbers, no things, nothing to roll", async () => {
    await gm.page.evaluate(async (player) => {
      const token = canvas.tokens.placeables.find(({ document }) => document.name === "Enforcer (1)")?.document;
      await token?.baseActor.update({ ownership: { [player]: 1 }, system: { biography: "<p>A bruiser.</p>" } });
    }, USERS.anna);
    const { page } = anna;
    const sheet = await openSheet(page, "Enforcer (1)");
    await expect.poll(() => sheet.innerText()).toContain("bruiser");
    expect((await sheet.locator(".window-content").innerText()).replace("Enforcer (1)", "")).not.toMatch(/\d/);
    expect(await sheet.locator('.window-content :is(button[data-action^="roll"], [data-action="perform"], [data-item-id], input, .fw-marks)').count()).toBe(0);
    const things = await page.evaluate(() => canvas.tokens.placeables.find(({ document }) => document.name === "Enforcer (1)")?.document.actor.items.contents.map((item) => (item as unknown as { name: string }).name) ?? []);
    const html = await sheet.evaluate((element) => element.outerHTML);
    expect(things.filter((name) => html.includes(name))).toEqual([]);
  });

  test("L-F06 notes of the GM on what a player owns are in no window of hers, and in no message", async () => {
    await gm.page.evaluate(async (notes) => {
      const actor = canvas.tokens.placeables.find(({ document }) => document.name === "Isaura")?.document.actor;
      await actor?.update({ system: { gmNotes: `<p>${notes}</p>` } });
      for (const item of actor?.items.contents ?? []) await item.update({ system: { gmNotes: `<p>${notes}</p>` } });
    }, NOTES);
    const { page } = anna;
    const sheet = await openSheet(page, "Isaura");
    for (const tab of ["main", "skills", "equipment", "powers", "biography"]) await sheet.locator(`[role="tab"][data-tab="${tab}"]`).click();
    const count = await page.evaluate(async () => {
      const items = canvas.tokens.placeables.find(({ document }) => document.name === "Isaura")?.document.actor.items.contents ?? [];
      const one = [...new Map(items.map((item) => [item.type, item])).values()];
      for (const item of one) await item.sheet.render({ force: true });
      return one.length;
    });
    await expect.poll(() => page.locator(".fw-item-sheet").count()).toBe(count);
    expect(await page.evaluate(() => document.documentElement.outerHTML + JSON.stringify(game.messages.contents))).not.toContain(NOTES);
    await closeWindows(page);
  });
});

describe.sequential("cards that get old", () => {
  /** The id of the newest attack before two hundred newer messages. */
  let old = "";

  test("L-A17 two hundred old cards are drawn and scrolled through without a write and without a window", async () => {
    await (await openSheet(gm.page, "Tobin")).locator('[data-action="damage"]').click();
    await gm.page.locator(".fw-healing").locator('[name="amount"]').fill("1");
    await gm.page.locator(".fw-healing").locator('[type="submit"]').click();
    await expect.poll(() => lastMessageType(gm.page)).toBe("healing");
    await closeWindows(gm.page);
    await (await openManeuver(gm.page, "Isaura", "Attack", "Enforcer (1)")).getByRole("button", { name: "Declare" }).click();
    await pressIn(reactionPrompt(gm.page), "Escape");
    await openTab(gm.page, "chat");
    await lastCard(gm.page).getByRole("button", { name: "Resolve now" }).click();
    await expect.poll(() => lastCard(gm.page).getAttribute("data-phase")).toBe("applied");
    old = (await gm.page.evaluate(() => game.messages.contents.findLast(({ type }) => type === "exchange")?.id)) ?? "";
    await gm.page.evaluate(async () => {
      const kinds = ["exchange", "healing", "check", "base"];
      const templates = kinds.flatMap((type) => game.messages.contents.filter((message) => message.type === type).slice(-1).map((message) => (message as unknown as { toObject(): { _id?: string } }).toObject()));
      const copies = Array.from({ length: 200 }, (_, index) => {
        const { _id: gone, ...source } = templates[index % templates.length] ?? {};
        return gone === undefined ? source : { ...source };
      });
      await ChatMessage.createDocuments(copies);
    });
    const writes = (): number[] => [table().faults.writesOf(USERS.gamemaster), table().faults.writesOf(USERS.anna)];
    const [ofGm = 0, ofAnna = 0] = writes();
    // A GM's window that is opened sits down as the one that commits: that is a write of its own, and the only one.
    const seated = [ofGm + 1, ofAnna];
    for (const { page } of [gm, anna]) {
      await page.reload();
      await ready(page);
      await expect.poll(writes).toEqual(seated);
      await openTab(page, "chat");
      await scrollBack(page, "#chat", await page.evaluate(() => game.messages.contents.find(({ type }) => type !== "ledger")?.id ?? ""));
      await expect.poll(() => page.locator("#chat .fw-card").count()).toBeGreaterThan(130);
      expect(await windows(page).count()).toBe(0);
    }
    expect(writes()).toEqual(seated);
  });

  test("L-A16 L-A18 an old card is taken back in the popped-out log and repeated in the sidebar, each once, and nobody's chat jumps", async () => {
    const id = old;
    const refused = (): Promise<number> => gm.page.evaluate(() => game.messages.contents.filter(({ type, system }) => type === "exchange" && system["phase"] === "refused").length);
    const before = await refused();
    const { page } = anna;
    const place = 40;
    await page.evaluate((top) => { const log = document.querySelector<HTMLElement>("#chat .chat-scroll"); if (log !== null) log.scrollTop = top; }, place);
    await gm.page.evaluate(() => ui.chat.renderPopout());
    const address = gm.page.url();
    for (const where of ["#chat", "#chat-popout"]) await scrollBack(gm.page, where, id);
    const card = (where: string): Locator => gm.page.locator(`${where} [data-message-id="${id}"] .fw-card`);
    await card("#chat-popout").waitFor();
    await card("#chat-popout").getByRole("button", { name: "Undo" }).dblclick();
    for (const where of ["#chat-popout", "#chat"]) await expect.poll(() => card(where).getAttribute("data-phase")).toBe("undone");
    await closeWindows(gm.page);
    await card("#chat").getByRole("button", { name: "Redo" }).click();
    await expect.poll(() => card("#chat").getAttribute("data-phase")).toBe("applied");
    expect(gm.page.url()).toBe(address);
    expect(await refused()).toBe(before);
    await expect.poll(() => page.evaluate((wanted) => game.messages.contents.find((message) => message.id === wanted)?.system["phase"], id)).toBe("applied");
    expect((await scrolled(page)).top).toBe(place);
    await page.evaluate(() => { const log = document.querySelector<HTMLElement>("#chat .chat-scroll"); if (log !== null) log.scrollTop = log.scrollHeight; });
    await chatInput(gm.page).fill("And on it goes.");
    await chatInput(gm.page).press("Enter");
    await expect.poll(() => page.locator("#chat").innerText()).toContain("And on it goes.");
    await expect.poll(async () => (await scrolled(page)).below).toBeLessThan(40);
  });

  test("no step of it left an error on either page", () => {
    expect(faults(gm)).toEqual([]);
    expect(faults(anna)).toEqual([]);
  });
});
