import { beforeEach, describe, expect, it } from "vitest";
import { GM, memoryTable, PLAYER, type MemoryTable } from "./testing/memory-table";
import type { CompendiumCollection } from "./collections/compendium-collection";
import type { Actor, Item } from "./documents/actor";
import type { Macro } from "./documents/others";
import type { Scene, TokenDocument } from "./documents/token-document";
import type { User } from "./documents/user";
import type { Document } from "./documents/document";
import { NumberField } from "./fields/simple";
import { getTemplate, loadTemplates, renderTemplate } from "./helpers/templates";
import type { ClientKeybindings, ClientSettings } from "./helpers/settings";
import type { Localization } from "./helpers/localization";
import { Hooks } from "./hooks";
import { host } from "./host";
import type { Data } from "./types";
import type { Source } from "./protocol";

const ACTOR: Source = { _id: "hero000000000000", name: "Hero", type: "hero", system: { power: 3, list: [] }, ownership: { default: 0, [PLAYER]: 3 } };
const SCENE: Source = { _id: "scene00000000000", name: "Field", active: true, tokens: [{ _id: "token00000000000", name: "Hero", actorId: "hero000000000000", actorLink: true }] };

function game(): {
  settings: ClientSettings; i18n: Localization; keybindings: ClientKeybindings; users: { get(id: string): User; activeGM: User | null }; user: User; packs: { get(id: string): CompendiumCollection }; actors: { get(id: string): Actor; size: number } & Data; items: { importFromCompendium(...values: unknown[]): Promise<Item> }; scenes: { active: Scene }; socket: { on(event: string, handler: (...payload: unknown[]) => void): void; emit(event: string, ...payload: unknown[]): void };
} {
  return host().game as never;
}

let table: MemoryTable;
async function ready(generation: 13 | 14 = 14, userId = GM): Promise<void> {
  table = memoryTable({
    generation, userId, documents: { actors: [structuredClone(ACTOR)], scenes: [structuredClone(SCENE)], macros: [{ _id: "macro00000000000", name: "Sum", type: "script", command: "return a + actor.name.length;", author: userId, ownership: { default: 3 } }] },
    packs: { "probe.gear": [{ _id: "rope000000000000", name: "Rope", type: "plain", system: { length: 5 } }, { _id: "torch00000000000", name: "Torch", type: "thing" }] },
    files: {
      "systems/probe/templates/card.hbs": `<p class="{{#if big}}big{{/if}}">{{localize "PROBE.Hello" name=name}}{{> probe.line value=3}}{{concat "a" "-" 1}}{{#if (and (eq a 1) (gt b 1))}}yes{{/if}}</p>`,
      "systems/probe/templates/line.hbs": `<i>{{value}}</i>`,
      "systems/probe/templates/form.hbs": `{{formGroup field value=3 localize=true}}<select>{{selectOptions choices selected="b" localize=true blank="-"}}</select>{{numberFormat 2.5 decimals=1 sign=true}}<input {{checked on}}>`,
    },
  });
  await table.boot();
}

beforeEach(async () => ready());

// https://foundryvtt.com/api/modules/hookEvents.html (order of initialization)
describe("booting", () => {
  it("runs init, i18nInit, setup, ready, with documents before ready and settings before init", async () => {
    const heard: string[] = [];
    const fresh = memoryTable({ documents: { actors: [structuredClone(ACTOR)], settings: [{ _id: "setting000000000", key: "probe.level", value: "4" }] } });
    Hooks.once("init", () => {
      game().settings.register("probe", "level", { scope: "world", type: Number, default: 1 });
      heard.push(`init ${String(game().settings.get("probe", "level"))} ${String(host().game["actors"])}`);
    });
    Hooks.once("i18nInit", () => void heard.push(game().i18n.localize("PROBE.Hello")));
    Hooks.once("setup", () => void heard.push("setup"));
    Hooks.once("ready", () => void heard.push(`ready ${game().actors.size}`));
    await fresh.boot({ beforeReady: () => void heard.push(`stage ${game().user.name}`) });
    expect(heard).toEqual(["init 4 null", "Hello {name}", "setup", "stage Gamemaster", "ready 1"]);
  });

  it("keeps what arrives early until the documents are there", async () => {
    const fresh = memoryTable({ documents: { actors: [structuredClone(ACTOR)] } });
    fresh.backend.as(PLAYER, [{ action: "update", documentName: "Actor", parentUuid: null, pack: null, options: {}, updates: [{ _id: "hero000000000000", name: "Early" }] }]);
    await fresh.boot();
    expect(game().actors.get("hero000000000000").name).toBe("Early");
  });
});

// https://foundryvtt.com/api/classes/foundry.helpers.ClientSettings.html
describe("settings", () => {
  it("refuses what is not registered", async () => {
    expect(() => game().settings.get("probe", "nothing")).toThrow(/not a registered game setting/);
    await expect(game().settings.set("probe", "nothing", 1)).rejects.toThrow(/not a registered/);
  });

  it("keeps world settings as documents and tells every client", async () => {
    const changes: unknown[] = [];
    game().settings.register("probe", "level", { scope: "world", type: new NumberField({ integer: true, min: 0, max: 5, nullable: false, initial: 2 }), onChange: (value: unknown) => changes.push(value) });
    expect(game().settings.get("probe", "level")).toBe(2);
    await game().settings.set("probe", "level", 9);
    expect(game().settings.get("probe", "level")).toBe(5);
    const stored = (game().settings.storage.get("world") as { getSetting(key: string): Document }).getSetting("probe.level");
    table.backend.as(GM, [{ action: "update", documentName: "Setting", parentUuid: null, pack: null, options: {}, updates: [{ _id: stored.id, value: "1" }] }]);
    expect(changes).toEqual([5, 1]);
  });

  it("keeps client settings on this client", async () => {
    const changes: unknown[] = [];
    game().settings.register("probe", "dense", { scope: "client", type: Boolean, default: false, onChange: (value: unknown) => changes.push(value) });
    await game().settings.set("probe", "dense", true);
    await game().settings.set("probe", "dense", true);
    expect(changes).toEqual([true]);
    expect(table.backend.sent).toHaveLength(0);
  });

  it("registers keys only before the game is ready", () => {
    expect(() => game().keybindings.register("probe", "next", { name: "Next", editable: [{ key: "KeyN" }] })).toThrow(/after the init hook/);
  });
});

// https://foundryvtt.com/api/modules/foundry.applications.handlebars.html
describe("templates", () => {
  it("render partials by name and path, with the documented helpers", async () => {
    await loadTemplates({ "probe.line": "systems/probe/templates/line.hbs" });
    const html = await renderTemplate("systems/probe/templates/card.hbs", { name: "<b>", big: true, a: 1, b: 2 });
    expect(html).toBe('<p class="big">Hello &lt;b&gt;<i>3</i>a-1yes</p>');
    expect(await getTemplate("systems/probe/templates/card.hbs")).toBe(await getTemplate("systems/probe/templates/card.hbs"));
  });

  it("render fields and choices", async () => {
    const field = new NumberField({ label: "Level", hint: "How high", min: 0, max: 9, integer: true }, { name: "level" });
    const html = await renderTemplate("systems/probe/templates/form.hbs", { field, choices: { a: "A", b: "B" }, on: true });
    expect(html).toContain('<div class="form-group"><label>Level</label><div class="form-fields"><input type="number" name="level" min="0" max="9" step="1" value="3"></div><p class="hint">How high</p></div>');
    expect(html).toContain('<option value="">-</option><option value="a">A</option><option value="b" selected>B</option>');
    expect(html).toContain("+2.5<input checked>");
  });

  it("say which file is missing", async () => {
    await expect(renderTemplate("systems/probe/templates/none.hbs", {})).rejects.toThrow(/none\.hbs/);
  });
});

// https://foundryvtt.com/api/classes/foundry.documents.collections.CompendiumCollection.html
describe("compendia", () => {
  it("have an index with UUIDs, and load documents when asked", async () => {
    const pack = game().packs.get("probe.gear");
    const index = await pack.getIndex({ fields: ["system.length"] });
    expect(index.get("rope000000000000")).toMatchObject({ name: "Rope", uuid: "Compendium.probe.gear.Item.rope000000000000", system: { length: 5 } });
    const rope = await pack.getDocument("rope000000000000");
    expect(rope).toMatchObject({ name: "Rope", pack: "probe.gear", inCompendium: true });
    expect(await pack.getDocuments({ type: "thing" })).toMatchObject([{ name: "Torch" }]);
  });

  it("give to the world, remembering where from", async () => {
    const item = await game().items.importFromCompendium(game().packs.get("probe.gear"), "rope000000000000");
    expect(item.id).not.toBe("rope000000000000");
    expect((item as unknown as { _stats: Data })._stats["compendiumSource"]).toBe("Compendium.probe.gear.Item.rope000000000000");
    expect(await game().actors.get("hero000000000000").createEmbeddedDocuments("Item", [item])).toHaveLength(1);
  });

  it("are a player's to read, not to write", async () => {
    await ready(14, PLAYER);
    expect(game().packs.get("probe.gear").visible).toBe(true);
    expect(game().packs.get("probe.gear").isOwner).toBe(false);
  });
});

// https://foundryvtt.com/api/classes/foundry.documents.User.html
describe("users", () => {
  it("know who leads", () => {
    expect(game().users.activeGM).toBe(game().user);
    expect(game().user.isActiveGM).toBe(true);
    expect(game().users.get(PLAYER).isGM).toBe(false);
    expect(game().users.get(PLAYER).can("ACTOR_CREATE")).toBe(false);
  });

  it("come and go", () => {
    const heard: boolean[] = [];
    Hooks.on("userConnected", (...[, active]: [User, boolean]) => void heard.push(active));
    table.backend.listeners?.userConnected(PLAYER, true);
    expect(game().users.get(PLAYER).active).toBe(true);
    table.backend.listeners?.userConnected(PLAYER, false);
    expect(heard).toEqual([true, false]);
  });

  it("keep macros in slots of the hotbar", async () => {
    const macro = (host().game["macros"] as { get(id: string): Macro }).get("macro00000000000");
    await game().user.assignHotbarMacro(macro, 3);
    expect(game().user.getHotbarMacros(1)[2]?.macro).toBe(macro);
    await game().user.assignHotbarMacro(null, 3);
    expect(game().user.getHotbarMacros(1)[2]?.macro).toBeNull();
    expect(await macro.execute({ a: 1, actor: game().actors.get("hero000000000000") })).toBe(5);
  });

  it("target tokens, and see the targets of others", () => {
    const heard: string[] = [];
    Hooks.on("targetToken", (...[user, token, on]: [User, { id: string }, boolean]) => void heard.push(`${user.name} ${token.id} ${on}`));
    const { tokens } = host().canvas as { tokens: { get(id: string): { setTarget(on: boolean): void } } };
    tokens.get("token00000000000").setTarget(true);
    expect(table.backend.activities.at(-1)).toEqual({ targets: ["token00000000000"] });
    table.backend.listeners?.activity(PLAYER, { targets: ["token00000000000"] });
    table.backend.listeners?.activity(PLAYER, { targets: [] });
    expect(heard).toEqual(["Gamemaster token00000000000 true", "Player token00000000000 true", "Player token00000000000 false"]);
    expect([...game().user.targets].map((token) => token.id)).toEqual(["token00000000000"]);
  });

  it("answer queries, without being told who asks", async () => {
    (table.CONFIG["queries"] as Data)["probe.double"] = (data: { number: number }) => data.number * 2;
    expect(await table.backend.listeners?.query("probe.double", { number: 4 }, 1000)).toBe(8);
    await expect(table.backend.listeners?.query("probe.other", {}, 1000)).rejects.toThrow(/no query/);
  });

  it("hear the system's channel", () => {
    const heard: unknown[] = [];
    game().socket.on("system.probe", (...payload) => heard.push(payload));
    game().socket.emit("system.probe", { a: 1 });
    table.backend.listeners?.emit(PLAYER, "system.probe", [{ b: 2 }]);
    expect(heard).toEqual([[{ b: 2 }]]);
    expect(table.backend.emitted).toEqual([{ event: "system.probe", payload: [{ a: 1 }] }]);
  });
});

// https://foundryvtt.com/api/v14/classes/foundry.documents.ActiveEffect.html, https://foundryvtt.com/api/classes/foundry.documents.ActiveEffect.html
describe("active effects", () => {
  it("change data between base and derived preparation, in V13's format", async () => {
    await ready(13);
    const hero = game().actors.get("hero000000000000");
    await hero.createEmbeddedDocuments("ActiveEffect", [{ name: "Strong", changes: [{ key: "system.power", mode: 2, value: "4" }, { key: "system.power", mode: 1, value: "2" }] }]);
    expect(hero.system["power"]).toBe(10);
    expect(hero._source["system"]).toMatchObject({ power: 3 });
    expect(hero.overrides).toEqual({ system: { power: 10 } });
  });

  it("do so in V14's format, in phases, and from items that transfer them", async () => {
    const hero = game().actors.get("hero000000000000");
    await hero.createEmbeddedDocuments("Item", [{ name: "Belt", type: "plain", effects: [{ name: "Strong", transfer: true, system: { changes: [{ key: "system.power", type: "add", value: 2 }] } }] }]);
    expect(hero.system["power"]).toBe(5);
    await hero.createEmbeddedDocuments("ActiveEffect", [{ name: "Late", system: { changes: [{ key: "system.power", type: "multiply", value: 2, phase: "final" }] } }]);
    expect(hero.system["power"]).toBe(10);
    await hero.effects.contents[0]?.update({ disabled: true });
    expect(hero.system["power"]).toBe(5);
  });
});

// https://foundryvtt.com/api/functions/foundry.documents.modifyBatch.html
describe("batches", () => {
  type Batch = (operations: Data[]) => Promise<Document[][]>;
  const modifyBatch = (): Batch => (table.foundry["documents"] as { modifyBatch: Batch }).modifyBatch;

  it("go to the server as one request and come back in order", async () => {
    const results = await modifyBatch()([
      { action: "update", documentName: "Actor", updates: [{ _id: "hero000000000000", "system.power": 9 }] },
      { action: "update", documentName: "Token", updates: [{ _id: "token00000000000", x: 50 }], parent: game().scenes.active },
      { action: "create", documentName: "ChatMessage", data: [{ content: "Done" }] },
    ]);
    expect(table.backend.sent).toHaveLength(1);
    expect(results.map((documents) => documents[0]?.documentName)).toEqual(["Actor", "Token", "ChatMessage"]);
    expect((game().scenes.active.tokens.get("token00000000000") as TokenDocument).x).toBe(50);
  });

  it("are cancelled whole by one cancellation", async () => {
    Hooks.on("preUpdateToken", () => false);
    const results = await modifyBatch()([
      { action: "update", documentName: "Actor", updates: [{ _id: "hero000000000000", "system.power": 9 }] },
      { action: "update", documentName: "Token", updates: [{ _id: "token00000000000", x: 50 }], parent: game().scenes.active },
    ]);
    expect(results).toEqual([]);
    expect(game().actors.get("hero000000000000").system["power"]).toBe(3);
  });

  it("fail whole when the server refuses one", async () => {
    await expect(modifyBatch()([
      { action: "update", documentName: "Actor", updates: [{ _id: "hero000000000000", name: "Changed" }] },
      { action: "create", documentName: "Actor", data: [{ _id: "hero000000000000", name: "Twin", type: "hero" }], keepId: true },
    ])).rejects.toThrow(/exists already/);
    expect(game().actors.get("hero000000000000").name).toBe("Hero");
  });
});
