import { describe, expect, it } from "vitest";
import { stage } from "./behaviour";

/* What the methods do that systems call on documents or override in their own classes: when they run, in which order,
   with what, and what comes of it. */

describe.each([13, 14] as const)("documents, generation %i", (generation) => {
  // https://foundryvtt.com/api/classes/foundry.CanvasDocument.html, https://foundryvtt.com/api/classes/foundry.abstract.TypeDataModel.html
  it("Actor#prepareData runs Actor#prepareBaseData, Actor#prepareEmbeddedDocuments, Actor#prepareDerivedData in this order, the model before the document", async () => {
    const { run } = await stage(generation, `
      globalThis.heard = [];
      class HeroData extends foundry.abstract.TypeDataModel {
        static defineSchema() { return { power: new foundry.data.fields.NumberField({ initial: 1 }) }; }
        prepareBaseData() { heard.push("model base"); }
        prepareDerivedData() { heard.push("model derived"); }
      }
      Hooks.once("init", () => {
        CONFIG.Actor.dataModels.hero = HeroData;
        CONFIG.Actor.documentClass = class extends Actor {
          prepareData() { heard.push("start"); super.prepareData(); heard.push("end"); }
          prepareBaseData() { super.prepareBaseData(); heard.push("base"); this.system.base = this.system.power * 2; }
          prepareEmbeddedDocuments() { heard.push("embedded " + this.system.base); super.prepareEmbeddedDocuments(); }
          prepareDerivedData() { super.prepareDerivedData(); heard.push("derived"); this.system.derived = this.system.base + 1; }
        };
        CONFIG.Item.documentClass = class extends Item { prepareDerivedData() { heard.push("item"); } };
      });`);
    expect(await run(`await game.actors.contents[0].createEmbeddedDocuments("Item", [{ name: "Rope", type: "plain" }]); heard.length = 0; game.actors.contents[0].reset(); return heard.filter((word) => word !== "item");`))
      .toEqual(["start", "model base", "base", "embedded 6", "model derived", "derived", "end"]);
    expect(await run(`heard.length = 0; game.actors.contents[0].reset(); return heard.includes("item") && heard.lastIndexOf("item") < heard.indexOf("derived");`)).toBe(true);
    // What was derived is thrown away with the next preparation, and never stored.
    expect(await run(`
      const hero = game.actors.contents[0];
      await hero.update({ "system.power": 5 });
      return [hero.system.base, hero.system.derived, hero.toObject().system, hero._source.system];`)).toEqual([10, 11, { power: 5 }, { power: 5 }]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.Actor.html#getrolldata
  it("Actor#getRollData gives what the system holds, and what a system adds does not reach the actor", async () => {
    const { run } = await stage(generation, `Hooks.once("init", () => { CONFIG.Actor.documentClass = class extends Actor { getRollData() { return { ...super.getRollData(), level: 4 }; } }; });`);
    expect(await run(`
      const hero = game.actors.contents[0];
      const data = hero.getRollData();
      data.power = 90;
      return [data.level, hero.system.power, hero.system.level ?? null, (await new Roll("@power + @level", hero.getRollData()).evaluate()).total];`)).toEqual([4, 3, null, 7]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.Actor.html#modifytokenattribute, https://foundryvtt.com/api/functions/hookEvents.modifyTokenAttribute.html
  it("Actor#modifyTokenAttribute sets, adds, keeps a bar within its bounds, and asks a hook that may refuse", async () => {
    const { run } = await stage(generation, `
      class HeroData extends foundry.abstract.TypeDataModel {
        static defineSchema() { const f = foundry.data.fields; return { power: new f.NumberField({ initial: 3 }), health: new f.SchemaField({ value: new f.NumberField({ initial: 5 }), min: new f.NumberField({ initial: -2 }), max: new f.NumberField({ initial: 10 }) }) }; }
      }
      Hooks.once("init", () => { CONFIG.Actor.dataModels.hero = HeroData; });`);
    expect(await run(`
      const hero = game.actors.contents[0];
      const seen = [];
      const step = async (...values) => { await hero.modifyTokenAttribute(...values); seen.push([hero.system.power, hero.system.health.value]); };
      await step("health", -3, true); await step("health", 99, true); await step("health", -99, true); await step("health", 4); await step("power", 2, true, false); await step("power", 9, false, false);
      Hooks.once("modifyTokenAttribute", (data, updates, actor) => { seen.push([data, updates, actor === hero]); return false; });
      await step("health", 1, true);
      return seen;`)).toEqual([[3, 2], [3, 10], [3, -2], [3, 4], [5, 4], [9, 4], [{ attribute: "health", value: 1, isDelta: true, isBar: true }, { "system.health.value": 5 }, true], [9, 4]]);
  });

  // https://foundryvtt.com/api/classes/foundry.abstract.Document.html#create, ...#delete
  it("Actor.create makes one or several, with parents and defaults; Actor#delete takes it out of the world and tells of it", async () => {
    const { run } = await stage(generation, "");
    expect(await run(`
      const one = await Actor.create({ name: "One", type: "hero" });
      const many = await Actor.create([{ name: "Two", type: "hero" }, { name: "Three", type: "hero" }]);
      const item = await Item.create({ name: "Rope", type: "plain" }, { parent: one });
      const kept = await Actor.create({ _id: "kept000000000000", name: "Kept", type: "hero" }, { keepId: true });
      return [game.actors.get(one.id) === one, many.map(({ name }) => name), item.parent === one, one.items.get(item.id) === item, kept.id, one.ownership[game.userId]];`)).toEqual([true, ["Two", "Three"], true, true, "kept000000000000", 3]);
    expect(await run(`
      const told = [];
      Hooks.once("preDeleteActor", (actor) => { told.push("pre " + game.actors.has(actor.id)); });
      Hooks.once("deleteActor", (actor, options, userId) => { told.push("did " + game.actors.has(actor.id) + " " + options.mark + " " + (userId === game.userId)); });
      const one = game.actors.getName("One");
      const gone = await one.delete({ mark: 5 });
      Hooks.once("preDeleteActor", () => false);
      const two = game.actors.getName("Two");
      await two.delete();
      return [gone === one, game.actors.get(one.id) ?? null, told, game.actors.get(two.id) === two];`)).toEqual([true, null, ["pre true", "did false 5 true"], true]);
    await expect(run(`await Actor.create({ type: "hero" });`)).rejects.toThrow("name");
  });

  // https://foundryvtt.com/api/classes/foundry.abstract.Document.html
  it("Actor#_preCreate and Actor#_preUpdate may change or refuse a write; Actor#_onUpdate hears what really changed", async () => {
    const { run } = await stage(generation, `
      globalThis.heard = [];
      Hooks.once("init", () => {
        CONFIG.Actor.documentClass = class extends Actor {
          async _preCreate(data, options, user) { if ((await super._preCreate(data, options, user)) === false || data.name === "Never") return false; heard.push(["preCreate", this.id === null || game.actors.get(this.id) === undefined, user === game.user]); this.updateSource({ "system.power": 7 }); }
          async _preUpdate(changes, options, user) { if ((await super._preUpdate(changes, options, user)) === false || changes.name === "Bad") return false; if (changes.name) changes.name += "!"; options.mark = this.name; }
          _onUpdate(changed, options, userId) { super._onUpdate(changed, options, userId); heard.push(["onUpdate", changed.name ?? null, options.mark, this.name, userId === game.userId]); }
        };
      });`);
    expect(await run(`
      const Class = Actor.implementation;
      const never = await Class.create({ name: "Never", type: "hero" });
      const made = await Class.create({ name: "Made", type: "hero" });
      await made.update({ name: "Bad" });
      await made.update({ name: "Good" });
      await made.update({ name: "Made" }, {});
      return [never ?? null, made.system.power, made.name, heard];`)).toEqual([null, 7, "Made!", [["preCreate", true, true], ["onUpdate", "Good!", "Made", "Good!", true], ["onUpdate", "Made!", "Good!", "Made!", true]]]);
  });

  // https://foundryvtt.com/api/classes/foundry.CanvasDocument.html (as every client document)
  it("Actor#_onCreateDescendantDocuments and Actor#_onDeleteDescendantDocuments hear of items, and of effects on items, after the fact", async () => {
    const { run } = await stage(generation, `
      globalThis.heard = [];
      Hooks.once("init", () => {
        CONFIG.Actor.documentClass = class extends Actor {
          _onCreateDescendantDocuments(parent, collection, documents, data, options, userId) { super._onCreateDescendantDocuments(parent, collection, documents, data, options, userId); heard.push(["made", parent.name, collection, documents.map(({ name }) => name), data.map(({ name }) => name), options.mark ?? null, parent[collection].size]); }
          _onDeleteDescendantDocuments(parent, collection, documents, ids, options, userId) { super._onDeleteDescendantDocuments(parent, collection, documents, ids, options, userId); heard.push(["gone", parent.name, collection, documents.map(({ id }) => ids.includes(id)), userId === game.userId, parent[collection].size]); }
        };
      });`);
    expect(await run(`
      const hero = game.actors.contents[0];
      const [rope, ring] = await hero.createEmbeddedDocuments("Item", [{ name: "Rope", type: "plain" }, { name: "Ring", type: "plain" }], { mark: 1 });
      await ring.createEmbeddedDocuments("ActiveEffect", [{ name: "Glow" }]);
      await ring.effects.contents[0].delete();
      await hero.deleteEmbeddedDocuments("Item", [rope.id, ring.id]);
      return heard;`)).toEqual([
      ["made", "Hero", "items", ["Rope", "Ring"], ["Rope", "Ring"], 1, 2], ["made", "Ring", "effects", ["Glow"], ["Glow"], null, 1],
      ["gone", "Ring", "effects", [true], true, 0], ["gone", "Hero", "items", [true, true], true, 0],
    ]);
  });

  // https://foundryvtt.com/api/classes/foundry.abstract.DataModel.html#defineschema, ...#migratedata
  it("DataModel.defineSchema is asked once and says what is kept; DataModel.migrateData sees the old form first", async () => {
    const { run } = await stage(generation, `
      globalThis.asked = 0;
      globalThis.Old = class extends foundry.abstract.DataModel {
        static defineSchema() { asked += 1; return { power: new foundry.data.fields.NumberField({ integer: true, min: 0, initial: 1 }) }; }
        static migrateData(source) { if ("might" in source) { source.power = source.might; delete source.might; } return super.migrateData(source); }
      };`);
    expect(await run(`return [new Old().toObject(), new Old({ power: "4", other: 1 }).toObject(), new Old({ might: 6 }).toObject(), asked, Old.schema.fields.power.fieldPath];`)).toEqual([{ power: 1 }, { power: 4 }, { power: 6 }, 1, "power"]);
    expect(await run(`return new Old({ power: -1.4 }).toObject();`)).toEqual({ power: 0 });
  });

  // https://foundryvtt.com/api/classes/foundry.data.fields.DataField.html#_validatetype
  it("DataField#_validateType refuses by throwing, each kind in its own words, and a field of a system's own as it says", async () => {
    const { run } = await stage(generation, `
      globalThis.Even = class extends foundry.data.fields.NumberField { _validateType(value, options) { super._validateType(value, options); if (value % 2) throw new Error("is odd"); } };`);
    expect(await run(`
      const f = foundry.data.fields;
      const verdict = (field, value) => (field.validate(value) === undefined ? "fine" : "refused");
      return [verdict(new Even(), 4), verdict(new Even(), 3), new Even().validate(3).message.includes("is odd"), verdict(new Even({ max: 2 }), 4), verdict(new f.StringField({ choices: ["a"] }), "b"), verdict(new f.BooleanField(), "yes"), verdict(new f.ArrayField(new Even()), [2, 3]), verdict(new f.ArrayField(new Even()), [2, 4])];`))
      .toEqual(["fine", "refused", true, "refused", "refused", "refused", "refused", "fine"]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.RollTable.html#draw, https://foundryvtt.com/api/interfaces/foundry.documents.types.RollTableDraw.html
  it("RollTable#draw rolls, tells of it in chat, and draws nothing twice without replacement", async () => {
    const results = [{ _id: "result000000000a", name: "Rain", range: [1, 1] }, { _id: "result000000000b", name: "Sun", range: [2, 2] }];
    const { run } = await stage(generation, "", { tables: [{ _id: "table00000000000", name: "Weather", formula: "1d2", replacement: false, displayRoll: true, results }] });
    expect(await run(`
      const table = game.tables.contents[0];
      const given = await table.draw({ roll: new Roll("2"), displayChat: false });
      const quiet = game.messages.size;
      const rest = await table.draw();
      const message = game.messages.contents.at(-1);
      const none = await table.draw({ displayChat: false });
      await table.resetResults();
      return [given.results.map(({ name }) => name), given.roll.total, quiet, rest.results.map(({ name }) => name), rest.roll.total, message.content.includes("Rain"), message.rolls.length, game.messages.size, none.results, table.results.filter(({ drawn }) => drawn).length];`))
      .toEqual([["Sun"], 2, 0, ["Rain"], 1, true, 1, 1, [], 0]);
  });

  // https://foundryvtt.com/api/v14/functions/foundry.utils.lineLineIntersection.html, https://foundryvtt.com/api/v14/interfaces/foundry.utils.types.LineIntersection.html
  it("foundry.utils.lineLineIntersection finds where endless lines meet, and null for lines that do not", async () => {
    const { run } = await stage(generation, "");
    expect(await run(`
      const meet = foundry.utils.lineLineIntersection;
      const point = (x, y) => ({ x, y });
      return [meet(point(0, 0), point(4, 0), point(2, 3), point(2, 1)), meet(point(0, 0), point(4, 0), point(8, 3), point(8, 1), { t1: true }), meet(point(0, 0), point(4, 0), point(0, 1), point(4, 1)), meet(point(0, 0), point(0, 0), point(0, 1), point(4, 1))];`))
      .toEqual([{ x: 2, y: 0, t0: 0.5 }, { x: 8, y: 0, t0: 2, t1: 1.5 }, null, null]);
  });

  // https://foundryvtt.com/api/variables/CONST.CORE_SUPPORTED_LANGUAGES.html
  it("CONST.CORE_SUPPORTED_LANGUAGES names English alone", async () => {
    const { run } = await stage(generation, "");
    expect(await run(`return CONST.CORE_SUPPORTED_LANGUAGES;`)).toEqual(["en"]);
  });
});

// https://foundryvtt.com/api/classes/foundry.documents.ActiveEffect.html#apply
describe("effects, generation 13", () => {
  it("ActiveEffect#apply changes the actor and yields what it changed", async () => {
    const { run } = await stage(13, "");
    expect(await run(`
      const hero = game.actors.contents[0];
      const effect = new ActiveEffect.implementation({ name: "Strong" }, { parent: hero });
      const changes = effect.apply(hero, { key: "system.power", mode: CONST.ACTIVE_EFFECT_MODES.ADD, value: "2", priority: 20 });
      return [changes, hero.system.power, hero._source.system.power];`)).toEqual([{ "system.power": 5 }, 5, 3]);
  });
});
