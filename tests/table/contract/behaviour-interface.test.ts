import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStage, type PageStage } from "./behaviour-page";

/* What a system does with the interface round the windows: chat, tracker, notifications, keys, canvas, and other people's pages. */

const MODULE = `
globalThis.heard = [];
globalThis.turnsSeen = [];
Hooks.once("init", () => {
  const { CombatTracker } = foundry.applications.sidebar.tabs;
  CONFIG.ui.combat = class OwnTracker extends CombatTracker {
    async _prepareTrackerContext(context, options) {
      await super._prepareTrackerContext(context, options);
      turnsSeen.push({ hasCombat: context.hasCombat, names: context.turns.map(({ name }) => name), isCombat: context.combat === this.viewed });
      context.turns = context.turns.filter(({ hidden }) => !hidden);
    }
    async _prepareTurnContext(combat, combatant, index) {
      const turn = await super._prepareTurnContext(combat, combatant, index);
      return { ...turn, name: "#" + (index + 1) + " " + turn.name };
    }
    _getEntryContextOptions() {
      const run = (element) => { heard.push(["entry", element.dataset.combatantId]); };
      return [...super._getEntryContextOptions(), { name: "Wave", label: "Wave", icon: "fa-solid fa-hand", condition: () => true, visible: () => true, callback: run, onClick: (event, element) => run(element) }];
    }
  };
  game.keybindings.register("fatewalker", "wave", { name: "Wave", editable: [{ key: "KeyQ", modifiers: ["Shift"] }], onDown: () => { heard.push(["down"]); return true; }, onUp: () => { heard.push(["up"]); } });
  game.keybindings.register("fatewalker", "govern", { name: "Govern", restricted: true, editable: [{ key: "KeyJ" }], onDown: () => { heard.push(["govern"]); } });
  CONFIG.TextEditor.enrichers.push({ pattern: /@Mark\\[(\\w+)\\]/g, enricher: async (match, options) => { const mark = document.createElement("mark"); mark.textContent = match[1] + " " + (options.rollData?.level ?? "none"); return mark; } });
  game.settings.register("fatewalker", "told", { scope: "client", config: false, type: Boolean, default: false });
});
Hooks.once("ready", () => { game.socket.on("system.fatewalker", (...payload) => { heard.push(["socket", ...payload]); }); });
`;

describe.each([13, 14] as const)("the interface, generation %i", (generation) => {
  let stage: PageStage;

  beforeAll(async () => {
    stage = await openStage(generation, MODULE);
  });
  afterAll(() => stage.dispose());

  const openTab = (tab: string): Promise<void> => stage.page.locator(`[role="tab"][data-tab="${tab}"][data-group="primary"]`).click();

  // https://foundryvtt.com/api/classes/foundry.documents.ChatMessage.html#renderhtml, https://foundryvtt.com/api/functions/hookEvents.renderChatMessageHTML.html
  it("ChatMessage#renderHTML makes the card of a message, with the buttons asked for, and lets a hook change it", async () => {
    expect(await stage.run(`
      const message = await ChatMessage.create({ content: "<p class='said'>Hail</p>", flavor: "Loudly" });
      const told = [];
      Hooks.once("renderChatMessageHTML", (one, html, context) => { html.classList.add("hooked"); told.push(one === message, context.message._id === message.id); });
      const card = await message.renderHTML();
      const plain = await message.renderHTML({ canDelete: false, canClose: true });
      return [card instanceof HTMLElement, card.dataset.messageId === message.id, card.querySelector(".message-content .said").textContent, card.textContent.includes("Loudly"), card.classList.contains("hooked"), plain.classList.contains("hooked"), told,
        [card, plain].map((element) => [element.querySelectorAll("[data-action=deleteMessage]").length, element.querySelectorAll("[data-action=dismissMessage]").length]), card.isConnected];`))
      .toEqual([true, true, "Hail", true, true, false, [true, true], [[1, 0], [0, 1]], false]);
    // A roll shows itself, and to those who may not see it only that there was one.
    expect(await stage.run(`
      const message = await (await new Roll("3 + 4").evaluate()).toMessage({}, { rollMode: "gmroll", messageMode: "gm" });
      const card = await message.renderHTML();
      return [card.querySelector(".dice-total").textContent.trim(), card.classList.contains("whisper")];`)).toEqual(["7", true]);
  });

  // https://foundryvtt.com/api/classes/foundry.applications.sidebar.tabs.CombatTracker.html, https://foundryvtt.com/api/variables/CONFIG.ui.html
  it("foundry.applications.sidebar.tabs.CombatTracker is drawn by the class in CONFIG.ui.combat, as ui.combat: CombatTracker#_prepareTrackerContext fills in its turns, each made by CombatTracker#_prepareTurnContext", async () => {
    await openTab("combat");
    await stage.run(`
      for (const combat of [...game.combats]) await combat.delete();
      globalThis.fight = await Combat.create({ active: true, combatants: [{ name: "Ann", initiative: 3 }, { name: "Bob", initiative: 8 }, { name: "Cid", initiative: 1, hidden: true }] });`);
    await expect.poll(() => stage.page.locator("#combat .combatant .name, .combat-sidebar .combatant .name").allInnerTexts()).toEqual(["#1 Bob", "#2 Ann"]);
    expect(await stage.run(`return [turnsSeen.at(-1), ui.combat instanceof CONFIG.ui.combat, ui.combat.viewed === game.combat];`)).toEqual([{ hasCombat: true, names: ["#1 Bob", "#2 Ann", "#3 Cid"], isCombat: true }, true, true]);
    await stage.run(`await fight.combatants.getName("Ann").update({ initiative: 20 });`);
    await expect.poll(() => stage.page.locator("#combat .combatant .name, .combat-sidebar .combatant .name").allInnerTexts()).toEqual(["#1 Ann", "#2 Bob"]);
  });

  it("CombatTracker#_getEntryContextOptions adds to the menu of a combatant", async () => {
    await stage.page.locator("#combat .combatant, .combat-sidebar .combatant").first().click({ button: "right" });
    const items = stage.page.locator("#context-menu .context-item");
    await expect.poll(async () => (await items.allInnerTexts()).at(-1)?.trim()).toBe("Wave");
    await items.filter({ hasText: "Wave" }).click();
    expect(await stage.run(`return heard.splice(0);`)).toEqual([["entry", await stage.run(`return fight.combatants.getName("Ann").id;`)]]);
  });

  // https://foundryvtt.com/api/classes/foundry.applications.ui.Notifications.html, https://foundryvtt.com/api/v14/interfaces/foundry.NotificationOptions.html
  it("ui.notifications.info, ui.notifications.warn and ui.notifications.error say something, in the page and in the console, as their options ask", async () => {
    const console: string[] = [];
    const listen = (message: { text(): string; type(): string }): void => void console.push(`${message.type()}: ${message.text()}`);
    stage.page.on("console", listen);
    expect(await stage.run(`
      ui.notifications.clear();
      Object.assign(game.i18n.translations, { TOLD: "Told <em>so</em>", CAME: "{who} came" });
      const shown = [
        ui.notifications.info("Plain <em>words</em><script>1</script>"), ui.notifications.warn("TOLD", { localize: true, console: false }),
        ui.notifications.error(new Error("It broke"), { permanent: true }), ui.notifications.success("CAME", { format: { who: "<b>Ann</b>" } }),
      ];
      globalThis.kept = shown[2];
      return shown.map(({ type, message, permanent, active, progress, error }) => [type, message, permanent, active, progress, error?.message ?? null]);`)).toEqual([
      ["info", "Plain <em>words</em><script>1</script>", false, true, false, null], ["warning", "Told <em>so</em>", false, true, false, null], ["error", "It broke", true, true, false, "It broke"], ["success", "<b>Ann</b> came", false, true, false, null],
    ]);
    expect(await stage.page.locator("#notifications .notification p").allInnerTexts()).toEqual(["Plain words", "Told so", "It broke", "<b>Ann</b> came"]);
    expect(await stage.page.locator("#notifications .notification p em, #notifications .notification p b, #notifications script").count()).toBe(2);
    await expect.poll(() => console.filter((line) => line.includes("Notification")).map((line) => line.split(":")[0])).toEqual(["log", "error", "log"]);
    stage.page.off("console", listen);
    expect(await stage.run(`kept.remove(); return [kept.active, ui.notifications.has(kept), document.querySelectorAll("#notifications .notification.error").length];`)).toEqual([false, false, 0]);
    await stage.run(`ui.notifications.clear();`);
  });

  it("keeps notifications for which there is no room until there is, and takes away those that are not permanent", async () => {
    const MAX = 5;
    await stage.run(`
      ui.notifications.constructor.LIFETIME_MS = 300;
      ui.notifications.clear();
      globalThis.many = Array.from({ length: 7 }, (unused, index) => ui.notifications.info("Nr " + (index + 1), { console: false, permanent: index < 6 }));`);
    expect(await stage.page.locator("#notifications .notification p").allInnerTexts()).toEqual(["Nr 1", "Nr 2", "Nr 3", "Nr 4", "Nr 5"]);
    expect(await stage.run(`many[0].remove(); many[1].remove(); return [many[6].active, ui.notifications.constructor.MAX_ACTIVE];`)).toEqual([true, MAX]);
    await expect.poll(() => stage.page.locator("#notifications .notification p").allInnerTexts()).toEqual(["Nr 3", "Nr 4", "Nr 5", "Nr 6"]);
    await stage.page.locator("#notifications .notification-close").first().click();
    expect(await stage.run(`const left = many.filter(({ active }) => active).map(({ message }) => message); ui.notifications.constructor.LIFETIME_MS = 5000; ui.notifications.clear(); return left;`)).toEqual(["Nr 4", "Nr 5", "Nr 6"]);
  });

  // https://foundryvtt.com/api/types/foundry.NotificationUpdateCallback.html
  it("shows how far something has come with a bar, moved by update", async () => {
    await stage.run(`globalThis.progress = ui.notifications.info("Counting", { progress: true, console: false });`);
    const bar = stage.page.locator("#notifications .notification-progress");
    expect(await bar.getAttribute("aria-valuenow")).toBe("0");
    await stage.run(`progress.update({ pct: 0.5, message: "Half of <em>it</em>" });`);
    expect([await bar.getAttribute("aria-valuenow"), await stage.page.locator("#notifications .notification p").innerText()]).toEqual(["50", "Half of it"]);
    const width = Number((await bar.boundingBox())?.width);
    await expect.poll(() => bar.evaluate((element) => new DOMMatrix(getComputedStyle(element, "::after").transform).a)).toBe(0.5);
    expect(width).toBeGreaterThan(100);
    await stage.run(`ui.notifications.update(progress, { pct: 7 });`);
    expect(await stage.run(`const { pct, progress: has } = progress; progress.remove(); return [pct, has];`)).toEqual([1, true]);
  });

  // https://foundryvtt.com/api/classes/foundry.helpers.interaction.ClientKeybindings.html
  it("game.keybindings.register has its action run as its keys go down and up, outside of fields, and for GMs alone what is theirs", async () => {
    await stage.run(`document.activeElement?.blur?.(); heard.length = 0;`);
    await stage.page.keyboard.press("Shift+KeyQ");
    await stage.page.keyboard.press("KeyQ");
    await stage.page.keyboard.press("KeyJ");
    expect(await stage.run(`return heard.splice(0);`)).toEqual([["down"], ["up"], ["govern"]]);
    await openTab("chat");
    await stage.page.focus("#chat-message");
    await stage.page.keyboard.press("Shift+KeyQ");
    expect(await stage.run(`document.activeElement.value = ""; document.activeElement.blur(); return heard.splice(0);`)).toEqual([]);
    const anna = await stage.join("Anna");
    await anna.page.keyboard.press("KeyJ");
    await anna.page.keyboard.press("Shift+KeyQ");
    expect(await anna.run(`return heard.splice(0);`)).toEqual([["down"], ["up"]]);
    await anna.page.context().close();
  });

  // https://foundryvtt.com/api/classes/foundry.Game.html#socket
  it("game.socket.emit reaches the handlers of game.socket.on before every other page, and not one's own", async () => {
    const anna = await stage.join("Anna");
    await stage.run(`heard.length = 0; game.socket.emit("system.fatewalker", { words: ["a", 1] }, 7);`);
    await expect.poll(() => anna.run(`return heard;`)).toEqual([["socket", { words: ["a", 1] }, 7]]);
    await anna.run(`game.socket.emit("system.fatewalker", "back");`);
    await expect.poll(() => stage.run(`return heard;`)).toEqual([["socket", "back"]]);
    await anna.page.context().close();
  });

  // https://foundryvtt.com/api/variables/CONFIG.TextEditor.html
  it("CONFIG.TextEditor.enrichers.push has text of a pattern replaced by what the enricher makes, as often as it stands there", async () => {
    expect(await stage.run(`return foundry.applications.ux.TextEditor.implementation.enrichHTML("<p>A @Mark[one], a @Mark[two].</p>", { rollData: { level: 4 } });`)).toBe("<p>A <mark>one 4</mark>, a <mark>two 4</mark>.</p>");
  });

  // https://foundryvtt.com/api/classes/foundry.canvas.Canvas.html, https://foundryvtt.com/api/classes/foundry.canvas.groups.InterfaceCanvasGroup.html#createscrollingtext
  it("canvas.ready, canvas.scene and canvas.tokens hold while a scene is drawn, canvas.tokens.placeables has a foundry.canvas.placeables.Token for each of its tokens, and canvas.interface.createScrollingText writes over it", async () => {
    expect(await stage.run(`
      const told = [];
      Hooks.once("canvasReady", (one) => { told.push(one.ready, one.scene.name); });
      const scene = await Scene.create({ name: "Meadow", width: 1000, height: 800, tokens: [{ name: "One", x: 100, y: 200 }] });
      await scene.view();
      const [token] = canvas.tokens.placeables;
      await scene.createEmbeddedDocuments("Token", [{ name: "Two" }]);
      void canvas.interface.createScrollingText({ x: 10, y: 10 }, "Ouch", { fill: "#ff0000" });
      return [told, canvas.ready, canvas.scene === scene, token instanceof foundry.canvas.placeables.Token, token.document === scene.tokens.contents[0], token.document.object === token, [token.x, token.y], canvas.tokens.placeables.length, canvas.tokens.get("nothing") ?? null];`))
      .toEqual([[true, "Meadow"], true, true, true, true, true, [100, 200], 2, null]);
    await stage.page.getByText("Ouch").waitFor();
  });

  // https://foundryvtt.com/api/classes/foundry.canvas.placeables.Token.html#settarget, https://foundryvtt.com/api/classes/foundry.canvas.layers.TokenLayer.html#controlled
  it("game.user.targets and canvas.tokens.controlled follow what is targeted and controlled, with hooks that tell of it", async () => {
    expect(await stage.run(`
      const told = [];
      Hooks.on("targetToken", (user, token, targeted) => { told.push(["target", user === game.user, token.name, targeted]); });
      Hooks.on("controlToken", (token, controlled) => { told.push(["control", token.name, controlled]); });
      const [one, two] = canvas.tokens.placeables;
      const seen = () => [[...game.user.targets].map(({ name }) => name), canvas.tokens.controlled.map(({ name }) => name)];
      one.setTarget(true);
      one.control();
      const first = seen();
      two.setTarget(true, { releaseOthers: false });
      two.control({ releaseOthers: false });
      const both = seen();
      two.setTarget(true);
      two.control();
      const last = seen();
      two.setTarget(false);
      canvas.tokens.releaseAll();
      return [first, both, last, seen(), told.length, told[0], told[1]];`)).toEqual([
      [["One"], ["One"]], [["One", "Two"], ["One", "Two"]], [["Two"], ["Two"]], [[], []], 8, ["target", true, "One", true], ["control", "One", true],
    ]);
  });
});
