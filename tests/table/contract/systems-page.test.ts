import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSystemPage, type Person, type SystemPage } from "../fixtures/system-page";

/* An older kind of system that the table has never seen: its types come from `template.json`, it has no models, and it
   hooks into every part of the interface. */

const MANIFEST = {
  id: "old-ways", title: "Old Ways", version: "2.0.0", compatibility: { minimum: "13" }, esmodules: ["old.mjs"], styles: [{ src: "old.css", layer: "system" }],
  languages: [{ lang: "en", name: "English", path: "en.json" }], grid: { distance: 1, units: "m" }, primaryTokenAttribute: "health", initiative: "1d6",
};

const TEMPLATE = {
  Actor: { types: ["character", "npc"], templates: { base: { health: { value: 10, max: 10 }, biography: "" } }, htmlFields: ["biography"], character: { templates: ["base"], level: 1 }, npc: { templates: ["base"], cr: 0 } },
  Item: { types: ["item"], templates: { base: { description: "" } }, item: { templates: ["base"], quantity: 1, formula: "d6" } },
};

const MODULE = `
const { HandlebarsApplicationMixin, DialogV2 } = foundry.applications.api;
const { ActorSheetV2, ItemSheetV2 } = foundry.applications.sheets;
globalThis.heard = [];

class OldActor extends Actor {
  prepareDerivedData() { this.system.tough = this.system.health.max * 2; }
}

class OldSheet extends HandlebarsApplicationMixin(ActorSheetV2) {
  static DEFAULT_OPTIONS = {
    classes: ["old-ways", "actor"], position: { width: 500, height: 500 }, form: { submitOnChange: true },
    actions: { add: OldSheet.#add, ask: OldSheet.#ask }, window: { controls: [{ action: "ask", icon: "fa-solid fa-question", label: "Ask" }] },
    dragDrop: [{ dragSelector: "[data-drag]", dropSelector: null }],
  };
  static PARTS = { tabs: { template: "templates/generic/tab-navigation.hbs" }, main: { template: "systems/old-ways/main.hbs" }, gear: { template: "systems/old-ways/gear.hbs" } };
  static TABS = { primary: { initial: "main", tabs: [{ id: "main", label: "Main" }, { id: "gear", label: "Gear" }] } };
  async _prepareContext(options) {
    const context = await super._prepareContext(options);
    context.tabs = this._prepareTabs("primary");
    context.actor = this.document;
    context.system = this.document.system;
    context.biography = await foundry.applications.ux.TextEditor.implementation.enrichHTML(this.document.system.biography, { relativeTo: this.document, secrets: this.document.isOwner, rollData: this.document.getRollData() });
    return context;
  }
  async _preparePartContext(partId, context) { context.tab = context.tabs[partId]; return context; }
  _onRender(context, options) { super._onRender(context, options); heard.push("rendered"); }
  static async #add() { await this.document.createEmbeddedDocuments("Item", [{ name: "New item", type: "item" }]); }
  static async #ask() { const name = await DialogV2.prompt({ window: { title: "Name?" }, content: '<input name="name" autofocus>', ok: { label: "Fine", callback: (event, button) => button.form.elements.name.value } }); await this.document.update({ name }); }
}

class OldItemSheet extends HandlebarsApplicationMixin(ItemSheetV2) {
  static DEFAULT_OPTIONS = { classes: ["old-ways", "item"], form: { submitOnChange: true } };
  static PARTS = { form: { template: "systems/old-ways/item.hbs" } };
  async _prepareContext(options) { return { ...(await super._prepareContext(options)), item: this.item, system: this.item.system }; }
}

class OldTracker extends foundry.applications.sidebar.tabs.CombatTracker {
  async _prepareTurnContext(combat, combatant, index) { const turn = await super._prepareTurnContext(combat, combatant, index); turn.name = "#" + (index + 1) + " " + turn.name; return turn; }
}

class OldToken extends foundry.canvas.placeables.Token {}

Hooks.once("init", () => {
  CONFIG.Actor.documentClass = OldActor;
  CONFIG.ui.combat = OldTracker;
  CONFIG.Token.objectClass = OldToken;
  CONFIG.Combat.initiative = { formula: "1d6 + @tough", decimals: 0 };
  const { Actors, Items } = foundry.documents.collections;
  Actors.unregisterSheet("core", foundry.applications.sheets.ActorSheetV2);
  Actors.registerSheet("old-ways", OldSheet, { makeDefault: true, label: "Old" });
  Items.registerSheet("old-ways", OldItemSheet, { makeDefault: true, label: "Old item" });
  CONFIG.TextEditor.enrichers.push({ pattern: /@Old\\[(.+?)\\]/g, enricher: async (match) => { const span = document.createElement("span"); span.className = "old"; span.textContent = match[1]; return span; } });
});
Hooks.on("renderChatMessageHTML", (message, html) => { html.querySelector("[data-old]")?.addEventListener("click", () => heard.push("clicked")); });
Hooks.on("hotbarDrop", (bar, data, slot) => { heard.push("hotbar " + data.type + " " + slot); return false; });
Hooks.on("getSceneControlButtons", (controls) => { controls.tokens.tools.old = { name: "old", title: "Old", icon: "fa-solid fa-scroll", button: true, order: 99, onChange: () => heard.push("tool") }; });
Hooks.on("renderActorDirectory", (app, html) => { html.querySelector(".directory-header, header")?.insertAdjacentHTML("beforeend", '<button type="button" class="old-button">Old</button>'); });
Hooks.on("getActorContextOptions", (app, options) => { options.push({ name: "Old option", label: "Old option", icon: '<i class="fa-solid fa-o"></i>', condition: () => true, visible: () => true, callback: () => heard.push("option"), onClick: () => heard.push("option") }); });
Hooks.on("getFolderContextOptions", (app, options) => { const run = (element) => heard.push("folder " + element.closest("[data-folder-id]").dataset.folderId + " of " + app.collection.documentName); options.push({ name: "Old folder", label: "Old folder", icon: '<i class="fa-solid fa-o"></i>', condition: () => true, visible: () => true, callback: run, onClick: (event, element) => run(element) }); });
`;

const TEMPLATES = {
  "main.hbs": `<section class="tab {{tab.cssClass}}" data-group="primary" data-tab="main"><input name="name" value="{{actor.name}}" aria-label="Name"><input type="number" name="system.health.value" value="{{system.health.value}}" data-dtype="Number"><span class="tough">{{system.tough}}</span><div class="bio">{{{biography}}}</div></section>`,
  "gear.hbs": `<section class="tab {{tab.cssClass}}" data-group="primary" data-tab="gear"><button type="button" data-action="add">Add</button><ol>{{#each actor.items}}<li data-drag data-item-id="{{id}}">{{name}} x{{system.quantity}}</li>{{/each}}</ol></section>`,
  "item.hbs": `<section><input name="name" value="{{item.name}}"><input type="number" name="system.quantity" value="{{system.quantity}}"><select name="system.formula">{{selectOptions (object d6="d6" d8="d8") selected=system.formula}}</select></section>`,
  "en.json": `{ "TYPES": { "Actor": { "character": "Character" } } }`, "old.css": ".old-ways { color: inherit; }",
};

interface Actors {
  contents: { id: string; name: string; system: Record<string, unknown>; items: { contents: { id: string; system: object; sheet: { render(options: object): Promise<unknown> } }[] }; update(changes: object): Promise<unknown>; sheet: { render(options: object): Promise<unknown> } }[];
}
declare const game: { actors: Actors; messages: { size: number }; scenes: { active: { grid: object } }; combat: { rollAll(): Promise<unknown>; turns: { initiative: number }[] } };
declare const heard: string[];
declare const Folder: { create(source: object): Promise<{ id: string }> };
declare const ChatMessage: { create(source: object): Promise<unknown> };

describe.each([13, 14] as const)("an older kind of system on the page, generation %i", (generation) => {
  let root: string;
  let table: SystemPage;
  let gm: Person;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "old-ways-"));
    const files = { "system.json": JSON.stringify(MANIFEST), "template.json": JSON.stringify(TEMPLATE), "old.mjs": MODULE, ...TEMPLATES };
    await mkdir(join(root, "dist"));
    for (const [name, text] of Object.entries(files)) await writeFile(join(root, "dist", name), text);
    table = await openSystemPage(join(root, "dist"), generation);
    gm = await table.join("Gamemaster");
  });
  afterAll(async () => {
    await table.close();
    await rm(root, { recursive: true, force: true });
  });

  // https://foundryvtt.com/article/system-development/
  it("gives new actors what template.json says", async () => {
    expect(await gm.page.evaluate(() => game.actors.contents.map(({ name, system }) => [name, system]))).toContainEqual(["Anna's hero", { health: { value: 10, max: 10 }, biography: "", level: 1, tough: 20 }]);
  });

  // https://foundryvtt.com/api/classes/foundry.applications.sheets.ActorSheetV2.html
  it("shows its sheet with tabs, enriched text, and items that it adds", async () => {
    await gm.page.evaluate(async () => {
      const [actor] = game.actors.contents;
      await actor?.update({ "system.biography": "<p>@Old[ways] [[/roll 1d6]]</p>" });
      await actor?.sheet.render({ force: true });
    });
    const sheet = gm.page.locator(".application.old-ways.actor");
    await sheet.waitFor();
    await expect.poll(() => sheet.locator(".bio .old").innerText()).toBe("ways");
    await expect.poll(() => sheet.locator(".bio a.inline-roll").count()).toBe(1);
    expect(await sheet.locator("nav.tabs [data-tab]").allInnerTexts()).toEqual(["Main", "Gear"]);
    await sheet.locator('nav.tabs [data-tab="gear"]').click();
    await sheet.locator('[data-action="add"]').click();
    await expect.poll(() => sheet.locator("li[data-item-id]").allInnerTexts()).toEqual(["New item x1"]);
    await sheet.locator('nav.tabs [data-tab="main"]').click();
    const health = sheet.locator('input[name="system.health.value"]');
    await health.fill("4");
    await health.press("Tab");
    await expect.poll(() => gm.page.evaluate(() => game.actors.contents[0]?.system["health"])).toEqual({ value: 4, max: 10 });
  });

  // https://foundryvtt.com/api/classes/foundry.applications.sheets.ItemSheetV2.html
  it("edits an item on a sheet of its own", async () => {
    await gm.page.evaluate(() => game.actors.contents[0]?.items.contents[0]?.sheet.render({ force: true }).then(() => null));
    const sheet = gm.page.locator(".application.old-ways.item");
    await sheet.locator('select[name="system.formula"]').selectOption("d8");
    await expect.poll(() => gm.page.evaluate(() => game.actors.contents[0]?.items.contents[0]?.system)).toEqual({ description: "", quantity: 1, formula: "d8" });
    await sheet.locator('[data-action="close"]').first().click();
  });

  // https://foundryvtt.com/api/classes/foundry.applications.api.DialogV2.html
  it("asks in a dialog from a button of its window's header", async () => {
    const sheet = gm.page.locator(".application.old-ways.actor");
    await sheet.locator('[data-action="toggleControls"]').click();
    await gm.page.locator('[data-action="ask"]').last().click();
    const dialog = gm.page.locator("dialog.application, .application.dialog").last();
    await dialog.locator("input[name=name]").fill("Renamed");
    await dialog.locator("button", { hasText: "Fine" }).click();
    await expect.poll(() => gm.page.evaluate(() => game.actors.contents[0]?.name)).toBe("Renamed");
    await sheet.locator('[data-action="close"]').first().click();
  });

  // https://foundryvtt.com/api/functions/hookEvents.renderChatMessageHTML.html
  it("listens to a button of its card", async () => {
    await gm.page.locator('[role="tab"][data-tab="chat"][data-group="primary"]').click();
    await gm.page.evaluate(() => ChatMessage.create({ content: '<button type="button" data-old="1">Old</button>' }).then(() => null));
    await gm.page.locator(".chat-message [data-old]").click();
    await expect.poll(() => gm.page.evaluate(() => heard.includes("clicked"))).toBe(true);
  });

  // https://foundryvtt.com/api/functions/hookEvents.getDocumentContextOptions.html, V14: https://foundryvtt.com/api/v14/functions/hookEvents.getDocumentContextOptions.html
  it("adds to the menu of a folder by the hook of its kind, with the row as what was clicked", async () => {
    const id = await gm.page.evaluate(() => Folder.create({ name: "Old folk", type: "Actor" }).then((folder) => folder.id));
    await gm.page.locator('[role="tab"][data-tab="actors"][data-group="primary"]').click();
    await gm.page.locator(`.folder[data-folder-id="${id}"] .folder-header`).click({ button: "right" });
    await gm.page.getByRole("menuitem", { name: "Old folder" }).click();
    await expect.poll(() => gm.page.evaluate(() => heard.filter((word) => word.startsWith("folder")))).toEqual([`folder ${id} of Actor`]);
  });

  // https://foundryvtt.com/api/classes/foundry.applications.sidebar.tabs.CombatTracker.html
  it("draws the tracker its way, with initiative from derived data", async () => {
    await gm.page.evaluate(() => game.combat.rollAll().then(() => null));
    expect(await gm.page.evaluate(() => game.combat.turns.every(({ initiative }) => initiative >= 21))).toBe(true);
    await gm.page.locator('[role="tab"][data-tab="combat"][data-group="primary"]').click();
    await expect.poll(() => gm.page.locator(".combatant .name").first().innerText()).toMatch(/^#1 /);
  });

  // https://foundryvtt.com/api/v14/functions/hookEvents.getSceneControlButtons.html
  it("adds a tool, a button in a directory and an entry in its menu", async () => {
    await gm.page.locator('[data-tool="old"]').click();
    await expect.poll(() => gm.page.evaluate(() => heard.includes("tool"))).toBe(true);
    await gm.page.locator('[role="tab"][data-tab="actors"][data-group="primary"]').click();
    await expect.poll(() => gm.page.locator(".old-button").count()).toBe(1);
    await gm.page.locator("#actors [data-entry-id], .actors-sidebar [data-entry-id]").first().click({ button: "right" });
    await gm.page.locator("#context-menu .context-item", { hasText: "Old option" }).click();
    await expect.poll(() => gm.page.evaluate(() => heard.includes("option"))).toBe(true);
  });

  it("left nothing in the console but what Foundry would say of its old ways", () => {
    expect(gm.problems.filter((problem) => !problem.toLowerCase().includes("deprecated"))).toEqual([]);
  });
});
