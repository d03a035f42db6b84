import { afterEach, describe, expect, it, vi } from "vitest";
import { memoryTable, PLAYER, type MemoryTable } from "../core/testing/memory-table";
import type { Generation, Source } from "../core/protocol";

/*
 * What systems that the table has never seen do while they load and play, each as such a system writes it, from the public
 * documentation. A snippet is a system's module: it runs before `init`; what it keeps in `game.probe` is looked at.
 */

const HERO: Source = { _id: "hero000000000000", name: "Hero", type: "hero", system: {}, ownership: { default: 0, [PLAYER]: 3 } };
const SCENE: Source = { _id: "scene00000000000", name: "Field", active: true, tokens: [{ _id: "token00000000000", name: "Hero", actorId: "hero000000000000", actorLink: true, x: 0, y: 0 }] };

type Run = (source: string) => Promise<unknown>;

async function load(generation: Generation, module: string, more: Record<string, Source[]> = {}): Promise<{ table: MemoryTable; run: Run }> {
  const table = memoryTable({
    generation, documents: { actors: [structuredClone(HERO)], scenes: [structuredClone(SCENE)], ...more },
    files: { "systems/probe/templates/a.hbs": "<p>{{shout name}} {{> probe.b}}</p>", "systems/probe/templates/b.hbs": "<i>b</i>" },
  });
  const run: Run = async (source) => JSON.parse(JSON.stringify((await ((0, eval)(`(async () => { ${source} })()`) as Promise<unknown>)) ?? null)) as unknown;
  await run(module);
  await table.boot();
  return { table, run };
}

const MODEL = `
  class HeroData extends foundry.abstract.TypeDataModel {
    static defineSchema() {
      const f = foundry.data.fields;
      return {
        abilities: new f.SchemaField({ str: new f.SchemaField({ value: new f.NumberField({ required: true, integer: true, initial: 14 }) }) }),
        health: new f.SchemaField({ value: new f.NumberField({ initial: 5 }), max: new f.NumberField({ initial: 10 }) }),
        tags: new f.SetField(new f.StringField()), motto: new f.StringField({ initial: "on" }), brave: new f.BooleanField(), bonus: new f.NumberField({ initial: 1 }),
      };
    }
    prepareDerivedData() { this.abilities.str.mod = Math.floor((this.abilities.str.value - 10) / 2); }
  }
  Hooks.once("init", () => { CONFIG.Actor.dataModels.hero = HeroData; });
`;

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each([13, 14] as const)("a system that nobody has seen, generation %i", (generation) => {
  // https://foundryvtt.com/api/classes/foundry.documents.collections.Actors.html, https://foundryvtt.com/api/classes/foundry.applications.apps.DocumentSheetConfig.html
  it("takes the core's sheets off the register and puts its own on, in each documented way", async () => {
    const { run } = await load(generation, `
      class MySheet extends foundry.applications.api.HandlebarsApplicationMixin(foundry.applications.sheets.ActorSheetV2) { static DEFAULT_OPTIONS = { classes: ["mine"] }; }
      class MyItemSheet extends foundry.applications.api.HandlebarsApplicationMixin(foundry.applications.sheets.ItemSheetV2) {}
      Hooks.once("init", () => {
        const { Actors, Items } = foundry.documents.collections;
        Actors.unregisterSheet("core", foundry.appv1.sheets.ActorSheet);
        Items.unregisterSheet("core", foundry.appv1.sheets.ItemSheet);
        Actors.registerSheet("probe", MySheet, { types: ["hero"], makeDefault: true, label: "Mine" });
        foundry.applications.apps.DocumentSheetConfig.registerSheet(foundry.documents.Item, "probe", MyItemSheet, { makeDefault: true });
        foundry.applications.apps.DocumentSheetConfig.unregisterSheet(JournalEntry, "core", foundry.applications.sheets.journal.JournalEntrySheet);
      });`);
    expect(await run(`return [game.actors.contents[0].sheet.constructor.name, game.actors.contents[0].sheet.options.classes.includes("mine")];`)).toEqual(["MySheet", true]);
  });

  // https://foundryvtt.com/api/modules/CONFIG.html
  it("writes to CONFIG in all the usual places", async () => {
    const { run } = await load(generation, `
      Hooks.once("init", () => {
        CONFIG.PROBE = { abilities: { str: "PROBE.Str" } };
        CONFIG.Actor.typeLabels.hero = "PROBE.Hero"; CONFIG.Actor.typeIcons.hero = "fa-solid fa-user"; CONFIG.Actor.trackableAttributes = { hero: { bar: ["health"], value: ["bonus"] } };
        CONFIG.Item.compendiumIndexFields.push("system.rank");
        CONFIG.Combat.initiative = { formula: "1d20 + @abilities.str.mod", decimals: 0 };
        CONFIG.time.roundTime = 6; CONFIG.time.turnTime = 0;
        CONFIG.ActiveEffect.legacyTransferral = false;
        CONFIG.specialStatusEffects.DEFEATED = "dead";
        CONFIG.Dice.rolls.push(class ProbeRoll extends Roll {}); CONFIG.Dice.functions.double = (x) => 2 * x;
        CONFIG.TextEditor.enrichers.push({ pattern: /@Probe\\[(.+?)\\]/g, enricher: async () => null });
        CONFIG.fontDefinitions.Probe = { editor: true, fonts: [] }; CONFIG.defaultFontFamily = "Probe";
        CONFIG.sounds.dice = "x.ogg"; CONFIG.controlIcons.defeated = "y.svg";
        CONFIG.Token.documentClass = class ProbeToken extends TokenDocument {}; CONFIG.Token.rulerClass = class ProbeRuler extends foundry.canvas.placeables.tokens.TokenRuler {};
        CONFIG.Token.objectClass = class ProbeObject extends foundry.canvas.placeables.Token {}; CONFIG.Token.hudClass = class ProbeHUD extends foundry.applications.hud.TokenHUD {};
        CONFIG.Token.movement.actions.burrow = { label: "Burrow", icon: "fa-solid fa-mound" };
        CONFIG.ChatMessage.documentClass = class ProbeMessage extends ChatMessage {}; CONFIG.ChatMessage.template = "systems/probe/templates/a.hbs";
        CONFIG.Combatant.documentClass = class ProbeCombatant extends Combatant {}; CONFIG.Combat.documentClass = class ProbeCombat extends Combat {};
        CONFIG.ui.combat = class ProbeTracker extends foundry.applications.sidebar.tabs.CombatTracker {};
        CONFIG.Canvas.visionModes.probe = null; CONFIG.queries["probe.ask"] = async () => 1;
        CONFIG.MeasuredTemplate.defaults ??= { angle: 53 };
        CONFIG.debug.hooks = false;
        const status = { id: "dazed", name: "Dazed", img: "icons/svg/daze.svg" };
        if (Array.isArray(CONFIG.statusEffects)) CONFIG.statusEffects = [...CONFIG.statusEffects.filter((s) => s.id !== "blind"), status]; else { delete CONFIG.statusEffects.blind; CONFIG.statusEffects.dazed = status; }
      });${MODEL}`);
    expect(await run(`return [game.scenes.active.tokens.contents[0].constructor.name, canvas.tokens.placeables[0].constructor.name, Roll.defaultImplementation?.name ?? null, (await new Roll("double(4)").evaluate()).total, game.documentTypes.Actor.includes("hero")];`)).toEqual(["ProbeToken", "ProbeObject", "Roll", 8, true]);
    expect(await run(`const e = await ActiveEffect.fromStatusEffect("dazed"); return [e.name, [...e.statuses]];`)).toEqual(["Dazed", ["dazed"]]);
  });

  // https://foundryvtt.com/api/functions/foundry.applications.handlebars.loadTemplates.html
  it("registers helpers, loads templates as partials and renders them", async () => {
    const { run } = await load(generation, `
      Hooks.once("init", async () => {
        Handlebars.registerHelper("shout", (word) => String(word).toUpperCase());
        await foundry.applications.handlebars.loadTemplates({ "probe.b": "systems/probe/templates/b.hbs" });
        await foundry.applications.handlebars.loadTemplates(["systems/probe/templates/a.hbs"]);
      });`);
    expect(await run(`return foundry.applications.handlebars.renderTemplate("systems/probe/templates/a.hbs", { name: "ho" });`)).toBe("<p>HO <i>b</i></p>");
  });

  // https://foundryvtt.com/api/classes/foundry.dice.Roll.html
  it("rolls with the data of an actor, strictly or with zero for what is missing", async () => {
    const { run } = await load(generation, MODEL);
    expect(await run(`
      const data = game.actors.contents[0].getRollData();
      const roll = new Roll("1d1 + @abilities.str.mod + @nothing.at.all", data);
      return [roll.formula, (await roll.evaluate()).total, Roll.replaceFormulaData("@bonus + @none", data, { missing: "7" }), Roll.validate("2d6kh1 + 3"), Roll.validate("2d6 + (")];`)).toEqual(["1d1 + 2 + 0", 3, "1 + 7", true, false]);
    expect(await run(`const r = await new Roll("4d6kh3").evaluate(); const die = r.dice[0]; return [die.results.filter((x) => x.active).length, die.results.filter((x) => x.discarded).length, r.terms.length, r.total === die.total];`)).toEqual([3, 1, 1, true]);
    expect(await run(`const r = await new Roll("{1d1, 2d1, 5}kh").evaluate(); return r.total;`)).toBe(5);
    expect(await run(`const r = await new Roll("floor(7 / 2) + abs(-2)[cold]").evaluate(); return r.total;`)).toBe(5);
    expect(await run(`const r = await new Roll("2d1 + 1").evaluate(); const again = Roll.fromJSON(JSON.stringify(r)); return [again.total, again.formula, again.constructor === Roll];`)).toEqual([3, "2d1 + 1", true]);
    expect(await run(`const r = await new Roll("1d20 + 5").evaluate({ maximize: true }); return [r.total, new Roll("5").isDeterministic];`)).toEqual([25, true]);
  });

  // https://foundryvtt.com/article/active-effects/
  it("applies effects by every mode, to numbers, texts, sets and flags, in the order of their priority", async () => {
    const { run } = await load(generation, MODEL);
    const change = (key: string, mode: number, value: string, priority?: number): string => {
      const types = ["custom", "multiply", "add", "downgrade", "upgrade", "override"];
      return JSON.stringify({ key, value, ...(priority === undefined ? {} : { priority }), ...(generation === 14 ? { type: types[mode] } : { mode }) });
    };
    const changes = [
      change("system.abilities.str.value", 2, "4"), change("system.abilities.str.value", 1, "2"), change("system.health.max", 4, "12"), change("system.health.value", 3, "3"), change("system.motto", 5, "off"),
      change("system.brave", 5, "true"), change("system.tags", 2, "fire"), change("system.bonus", 2, "1", 60), change("system.bonus", 5, "5", 50), change("flags.probe.seen", 5, "yes"),
    ].join(",");
    const wrap = generation === 14 ? `{ name: "All", system: { changes: [${changes}] } }` : `{ name: "All", changes: [${changes}] }`;
    expect(await run(`
      const hero = game.actors.contents[0];
      await hero.createEmbeddedDocuments("ActiveEffect", [${wrap}]);
      const { system } = hero;
      return { str: system.abilities.str, max: system.health.max, value: system.health.value, motto: system.motto, brave: system.brave, tags: [...system.tags], bonus: system.bonus, flag: hero.flags.probe?.seen, source: hero._source.system.health };`)).toEqual({
      // Multiplied before it is added to: ten for each mode.
      str: { value: 32, mod: 11 }, max: 12, value: 3, motto: "off", brave: true, tags: ["fire"], bonus: 6, flag: "yes", source: { value: 5, max: 10 },
    });
  });

  it("hears of custom changes, and lets item effects through unless they are the legacy kind", async () => {
    const { run } = await load(generation, `${MODEL} Hooks.on("applyActiveEffect", (actor, change, current, delta, changes) => { changes[change.key] = current + 100 + Number(delta); });`);
    const custom = generation === 14 ? `{ name: "C", system: { changes: [{ key: "system.bonus", type: "custom", value: "1" }] } }` : `{ name: "C", changes: [{ key: "system.bonus", mode: 0, value: "1" }] }`;
    expect(await run(`
      const hero = game.actors.contents[0];
      await hero.createEmbeddedDocuments("Item", [{ name: "Ring", type: "plain", effects: [{ ...${custom}, transfer: true }] }]);
      return [hero.system.bonus, hero.effects.size, hero.appliedEffects.length, [...hero.allApplicableEffects()].map((e) => e.parent.documentName)];`)).toEqual([102, 0, 1, ["Item"]]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.TokenDocument.html
  it("shows bars of tokens by their attribute, and lists what can be tracked", async () => {
    const { run } = await load(generation, MODEL);
    expect(await run(`
      const token = game.scenes.active.tokens.contents[0];
      return [token.bar1.attribute, token.getBarAttribute("bar1"), TokenDocument.getTrackedAttributes("hero").bar];`)).toEqual(["health", { type: "bar", attribute: "health", value: 5, max: 10, editable: true }, [["health"]]]);
    expect(await run(`await game.actors.contents[0].modifyTokenAttribute("health", -30, true); return game.actors.contents[0].system.health.value;`)).toBe(0);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.ChatMessage.html
  it("speaks in chat: rolls, flavors, whispers to GMs, modes of rolls", async () => {
    const { run } = await load(generation, MODEL);
    const mode = generation === 14 ? "messageMode" : "rollMode";
    expect(await run(`
      const hero = game.actors.contents[0];
      const roll = await new Roll("1d6").evaluate();
      const message = await roll.toMessage({ speaker: ChatMessage.getSpeaker({ actor: hero }), flavor: "Test" }, { ${mode}: ${generation === 14 ? `"gm"` : `CONST.DICE_ROLL_MODES.PRIVATE`} });
      return [message.rolls.length, message.isRoll, message.flavor, message.speaker.alias, message.whisper, message.blind];`)).toEqual([1, true, "Test", "Hero", ["gamemaster000000"], false]);
    expect(await run(`return ChatMessage.getWhisperRecipients("GM").map((user) => user.name);`)).toEqual(["Gamemaster"]);
    // The newer name is how a system tells the generations apart.
    expect(await run(`return [typeof ChatMessage.applyMode, typeof new ChatMessage({ content: "x" }).applyMode];`)).toEqual(generation === 14 ? ["function", "function"] : ["undefined", "undefined"]);
    expect(await run(`const data = ChatMessage.${generation === 14 ? "applyMode" : "applyRollMode"}({ content: "x" }, ${generation === 14 ? `"blind"` : `"blindroll"`}); return [data.blind, data.whisper.length];`)).toEqual([true, 1]);
  });

  // https://foundryvtt.com/api/classes/foundry.abstract.Document.html
  it("cancels and completes writes in hooks and in its classes", async () => {
    const { run } = await load(generation, `
      Hooks.once("init", () => {
        CONFIG.Item.documentClass = class ProbeItem extends Item {
          async _preCreate(data, options, user) { if ((await super._preCreate(data, options, user)) === false) return false; this.updateSource({ img: "icons/svg/sword.svg" }); }
          _onCreate(data, options, userId) { super._onCreate(data, options, userId); (game.probe ??= { created: [] }).created.push([this.name, options.mark, userId === game.user.id]); }
          async _preUpdate(changes, options, user) { if (changes.name === "Bad") return false; return super._preUpdate(changes, options, user); }
        };
      });
      Hooks.on("preCreateItem", (item, data, options, userId) => { if (data.name === "Never") return false; options.mark = 7; });
      Hooks.on("preUpdateItem", (item, changes) => { if (changes.name) changes.name += "!"; });`);
    expect(await run(`
      const never = await Item.create({ name: "Never", type: "plain" });
      const item = await Item.create({ name: "Sword", type: "plain" });
      await item.update({ name: "Bad" });
      await item.update({ name: "Good" });
      return [never === undefined, item.img, game.probe.created, item.name];`)).toEqual([true, "icons/svg/sword.svg", [["Sword", 7, true]], "Good!"]);
  });

  // https://foundryvtt.com/api/classes/foundry.helpers.ClientSettings.html
  it("registers settings of every kind, menus and keys", async () => {
    const { run } = await load(generation, `
      Hooks.once("init", () => {
        const f = foundry.data.fields;
        game.settings.register("probe", "number", { name: "N", hint: "H", scope: "world", config: true, type: Number, default: 3, range: { min: 1, max: 5, step: 1 }, requiresReload: true });
        game.settings.register("probe", "choice", { scope: "client", config: true, type: String, choices: { a: "A", b: "B" }, default: "a" });
        game.settings.register("probe", "object", { scope: "world", config: false, type: Object, default: { a: 1 } });
        game.settings.register("probe", "field", { scope: "${generation === 13 ? "user" : "world"}", config: true, type: new f.StringField({ required: true, choices: { x: "X", y: "Y" }, initial: "x" }) });
        game.settings.register("probe", "model", { scope: "world", config: false, type: class extends foundry.abstract.DataModel { static defineSchema() { return { a: new f.NumberField({ initial: 2 }) }; } } });
        game.settings.registerMenu("probe", "menu", { name: "M", label: "L", hint: "H", icon: "fas fa-bars", type: class extends foundry.applications.api.ApplicationV2 {}, restricted: true });
        game.keybindings.register("probe", "poke", { name: "Poke", editable: [{ key: "KeyP", modifiers: ["Shift"] }], onDown: () => true, restricted: false, precedence: CONST.KEYBINDING_PRECEDENCE.NORMAL });
      });`);
    expect(await run(`
      await game.settings.set("probe", "object", { a: 2, b: [1] });
      await game.settings.set("probe", "field", "y");
      return [game.settings.get("probe", "number"), game.settings.get("probe", "choice"), game.settings.get("probe", "object"), game.settings.get("probe", "field"), game.settings.get("probe", "model").a, game.settings.menus.has("probe.menu"), game.keybindings.get("probe", "poke")[0].key];`)).toEqual([3, "a", { a: 2, b: [1] }, "y", 2, true, "KeyP"]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.Combat.html
  it("runs a fight of its own kind", async () => {
    const { run } = await load(generation, `${MODEL}
      Hooks.once("init", () => {
        CONFIG.Combat.documentClass = class extends Combat {
          _sortCombatants(a, b) { return (a.initiative ?? 99) - (b.initiative ?? 99); }
          async nextTurn() { (game.probe ??= {}).turned = true; return super.nextTurn(); }
        };
        CONFIG.Combatant.documentClass = class extends Combatant { getInitiativeRoll() { return new Roll(this.actor ? "3" : "9"); } };
      });`, { combats: [{ _id: "combat0000000000", active: true, combatants: [{ _id: "c00000000000000a", name: "Stranger" }, { _id: "c00000000000000b", actorId: "hero000000000000", tokenId: "token00000000000", sceneId: "scene00000000000" }] }] });
    expect(await run(`
      const combat = game.combat;
      await combat.rollAll(); await combat.startCombat(); await combat.nextTurn();
      return [combat.turns.map((c) => [c.name, c.initiative]), combat.combatant.name, game.probe.turned, game.actors.contents[0].inCombat];`)).toEqual([[["Hero", 3], ["Stranger", 9]], "Stranger", true, true]);
  });

  // https://foundryvtt.com/api/functions/foundry.utils.fromUuid.html
  it("finds documents by UUID, relative and in compendia, and journals by their pages", async () => {
    const { run } = await load(generation, MODEL, { journal: [{ _id: "journal000000000", name: "Lore", pages: [{ _id: "page000000000000", name: "One", type: "text", text: { content: "<p>x</p>", format: 1 } }] }] });
    expect(await run(`
      const [item] = await game.actors.contents[0].createEmbeddedDocuments("Item", [{ name: "Rope", type: "plain" }]);
      const page = await fromUuid("JournalEntry.journal000000000.JournalEntryPage.page000000000000");
      return [(await fromUuid(item.uuid)).name, fromUuidSync("." + "Item." + item.id, { relative: game.actors.contents[0] })?.name ?? null, page.text.content, await fromUuid("Actor.aaaaaaaaaaaaaaaa")];`)).toEqual(["Rope", "Rope", "<p>x</p>", null]);
  });

  // https://foundryvtt.com/api/v14/modules/primitives.Array.html, ...primitives.Number.html, ...primitives.Date.html
  it("counts with the additions to the language that are documented", async () => {
    const { run } = await load(generation, MODEL);
    expect(await run(`
      const noon = new Date(2026, 0, 2, 12, 30, 5);
      return [Array.fromRange(3), Array.fromRange(2, 5), [1, [2, [3]]].deepFlatten(), (0.1 + 0.2).almostEqual(0.3), (1).almostEqual(1.1), noon.isValid(), new Date("never").isValid(), noon.toDateInputString(), noon.toTimeInputString().startsWith("12:30:05")];`))
      .toEqual([[0, 1, 2], [5, 6], [1, 2, 3], true, false, true, false, "2026-01-02", true]);
  });

  // https://foundryvtt.com/api/v11/classes/client.Macro.html, https://foundryvtt.com/article/macros/
  it("runs its macros with a scope of its own, by name and as a whole", async () => {
    const { run } = await load(generation, MODEL);
    expect(await run(`
      const macro = await Macro.create({ name: "Sum", type: "script", command: "return [amount + 1, scope.amount, actor.name];" });
      return macro.execute({ amount: 4, actor: game.actors.contents[0] });`)).toEqual([5, 4, "Hero"]);
  });

  // https://foundryvtt.com/article/dice-modifiers/
  it("rolls what it writes: highest, lowest, again, exploding, counted, pools and functions", async () => {
    const { run } = await load(generation, MODEL);
    expect(await run(`
      const kept = async (formula) => (await new Roll(formula).evaluate()).dice[0].results.filter(({ active }) => active).length;
      const total = async (formula, options) => (await new Roll(formula).evaluate(options)).total;
      return [await kept("4d6kh3"), await kept("4d6kl1"), await kept("4d6dl1"), await kept("4d6dh1"), await total("3d6min6"), await total("3d6max1"), await total("{2,5}kh"), await total("{2,5}kl"), await total("max(2, 7) + floor(7 / 2)"), await total("5d10cs>=1"), await total("5d10cs>10"), await total("2d6r<7"), await total("2d6", { maximize: true })].map((value, index) => (index === 11 ? value >= 2 && value <= 12 : value));`))
      .toEqual([3, 1, 3, 3, 18, 3, 5, 2, 10, 5, 0, true, 12]);
  });

  // https://foundryvtt.com/api/v14/variables/CONFIG.statusEffects.html (V14: by id), https://foundryvtt.com/api/variables/CONFIG.statusEffects.html (V13: a list)
  it("changes what conditions there are, and sets one of its own", async () => {
    const { run } = await load(generation, `${MODEL}
      Hooks.once("init", () => {
        const wet = { id: "wet", name: "Wet", img: "icons/svg/wet.svg" };
        if (Array.isArray(CONFIG.statusEffects)) CONFIG.statusEffects = [...CONFIG.statusEffects.filter(({ id }) => id !== "dead"), wet];
        else { delete CONFIG.statusEffects.dead; CONFIG.statusEffects.wet = wet; }
      });`);
    expect(await run(`
      const actor = game.actors.contents[0];
      await actor.toggleStatusEffect("wet");
      const effect = await ActiveEffect.implementation.fromStatusEffect("wet");
      const refused = await actor.toggleStatusEffect("dead").then(() => "set", () => "refused");
      return [[...actor.statuses], [...effect.statuses], refused];`)).toEqual([["wet"], ["wet"], "refused"]);
  });

  // https://foundryvtt.com/api/functions/foundry.utils.logCompatibilityWarning.html
  it("is refused the older applications by name, at the place where it makes one", async () => {
    const { run } = await load(generation, `class OldSheet extends foundry.appv1.sheets.ActorSheet { static get defaultOptions() { return foundry.utils.mergeObject(super.defaultOptions ?? {}, { classes: ["old"] }); } getData() { return {}; } } Hooks.once("init", () => foundry.documents.collections.Actors.registerSheet("probe", OldSheet, { makeDefault: true }));`);
    await expect(run(`game.actors.contents[0].sheet;`)).rejects.toThrow(`"foundry.appv1.sheets.ActorSheet" is documented by Foundry`);
  });
});
