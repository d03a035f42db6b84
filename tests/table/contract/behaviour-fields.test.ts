import { describe, expect, it } from "vitest";
import { stage } from "./behaviour";

/* Fields that a system's schema may have, beyond those of single values: each in a type of items, written and read as a system does. */

const MODULE = `
  globalThis.F = foundry.data.fields;
  globalThis.define = (schema) => class extends foundry.abstract.TypeDataModel { static defineSchema() { return schema(); } };`;

const withItem = (schema: string): string => `${MODULE} Hooks.once("init", () => { CONFIG.Item.dataModels.plain = define(() => (${schema})); });`;
const kinds = `{ shape: new F.TypedSchemaField({ circle: { radius: new F.NumberField({ required: true, nullable: false, min: 0, initial: 1 }) }, square: { side: new F.NumberField({ required: true, nullable: false, initial: 2 }) } }, { initial: { type: "circle" } }) }`;

describe.each([13, 14] as const)("fields, generation %i", (generation) => {
  // https://foundryvtt.com/api/v14/classes/foundry.data.fields.TypedSchemaField.html
  it("TypedSchemaField holds an object of the schema that its type names, and of no other", async () => {
    const { run } = await stage(generation, withItem(kinds));
    expect(await run(`
      const item = await Item.create({ name: "Ring", type: "plain" });
      const first = item.toObject().system.shape;
      await item.update({ "system.shape.radius": "3" });
      const grown = [{ ...item.system.shape }, item.toObject().system.shape];
      await item.update({ system: { shape: { radius: -4, side: 9 } } });
      const clamped = item.toObject().system.shape;
      await item.update({ system: { shape: { type: "square" } } });
      const changed = item.toObject().system.shape;
      const refused = await item.update({ "system.shape.type": "star" }).then(() => "taken", (error) => error.message);
      return [first, grown, clamped, changed, /one of: circle, square/.test(refused), item.system.shape.type, item.system.schema.getField("shape.side").fieldPath];`))
      .toEqual([{ type: "circle", radius: 1 }, [{ type: "circle", radius: 3 }, { type: "circle", radius: 3 }], { type: "circle", radius: 0 }, { type: "square", side: 2 }, true, "square", expect.stringMatching(/shape\.side$/) as string]);
    expect(await run(`const field = new F.TypedSchemaField({ a: {} }); return [field.getInitialValue() ?? null, field.validate(undefined)?.message ?? null, Object.keys(field.types), field.validate({ type: "a" }) ?? null];`)).toEqual([null, "may not be undefined", ["a"], null]);
  });

  it("TypedSchemaField takes models and schemas too, and stands in arrays", async () => {
    const { run } = await stage(generation, withItem(`{ parts: new F.ArrayField(new F.TypedSchemaField({ gem: class Gem extends foundry.abstract.DataModel { static defineSchema() { return { carats: new F.NumberField({ initial: 1 }) }; } get worth() { return this.carats * 100; } }, band: new F.SchemaField({ type: new F.StringField({ required: true }), metal: new F.StringField({ initial: "gold" }) }) })) }`));
    expect(await run(`
      const item = await Item.create({ name: "Ring", type: "plain", system: { parts: [{ type: "gem", carats: "2" }, { type: "band" }] } });
      return [item.system.parts[0].worth, item.system.parts[1].metal, item.toObject().system.parts];`)).toEqual([200, "gold", [{ type: "gem", carats: 2 }, { type: "band", metal: "gold" }]]);
  });

  // https://foundryvtt.com/api/classes/foundry.data.fields.ForeignDocumentField.html
  it("ForeignDocumentField stores an id and gives the document, null when it is gone, the id alone when asked", async () => {
    const { run } = await stage(generation, withItem(`{ owner: new F.ForeignDocumentField(foundry.documents.BaseActor), key: new F.ForeignDocumentField(foundry.documents.BaseActor, { idOnly: true }) }`));
    expect(await run(`
      const hero = game.actors.contents[0];
      const item = await Item.create({ name: "Ring", type: "plain", system: { owner: hero, key: hero.id } });
      const there = [item.system.owner === hero, item.system.key, item.toObject().system.owner];
      const refused = await item.update({ "system.owner": "nobody" }).then(() => "taken", (error) => error.name);
      await hero.delete();
      return [there, refused, item.system.owner, item.toObject().system.owner];`)).toEqual([[true, "hero000000000000", "hero000000000000"], "DataModelValidationError", null, "hero000000000000"]);
  });

  // https://foundryvtt.com/api/classes/foundry.data.fields.EmbeddedDataField.html
  it("EmbeddedDataField gives a model with a parent of its own, migrated, and refuses what the model refuses", async () => {
    const { run } = await stage(generation, `${withItem(`{ purse: new F.EmbeddedDataField(globalThis.Purse) }`)}
      globalThis.Purse = class Purse extends foundry.abstract.DataModel {
        static defineSchema() { return { gold: new F.NumberField({ required: true, nullable: false, integer: true, min: 0, initial: 5 }) }; }
        static migrateData(source) { if ("coins" in source) { source.gold = source.coins; delete source.coins; } return super.migrateData(source); }
        static validateJoint(data) { if (data.gold === 13) throw new Error("unlucky"); }
        get silver() { return this.gold * 10; }
      };`);
    expect(await run(`
      const item = await Item.create({ name: "Bag", type: "plain", system: { purse: { coins: 7 } } });
      const first = [item.system.purse instanceof Purse, item.system.purse.parent === item.system, item.system.purse.silver];
      await item.update({ "system.purse.gold": 8 });
      const refused = await item.update({ "system.purse.gold": 13 }).then(() => "taken", (error) => /unlucky/.test(error.message));
      return [first, item.system.purse.silver, refused, item.toObject().system.purse];`)).toEqual([[true, true, 70], 80, true, { gold: 8 }]);
  });

  // https://foundryvtt.com/api/classes/foundry.data.fields.EmbeddedCollectionField.html
  it("EmbeddedCollectionField keeps documents by id in their parent, the class of the configuration, and what cannot be read aside", async () => {
    const { run } = await stage(generation, `${MODULE} Hooks.once("init", () => { CONFIG.Item.documentClass = class Own extends Item { get shout() { return this.name.toUpperCase(); } }; });`);
    expect(await run(`
      const hero = game.actors.contents[0];
      const [rope] = await hero.createEmbeddedDocuments("Item", [{ name: "Rope", type: "plain" }]);
      const { items } = hero;
      const loose = new Actor({ name: "Loose", type: "hero", items: [{ _id: "rope000000000000", name: "Rope", type: "plain" }, { _id: "bad0000000000000", name: "Bad", type: "none" }] }, { strict: false });
      return [items instanceof foundry.abstract.EmbeddedCollection, items.get(rope.id) === rope, rope.shout, rope.parent === hero, items.documentClass === CONFIG.Item.documentClass, loose.items.size, loose.items.invalidDocumentIds.has("bad0000000000000"), loose.items.get("bad0000000000000") ?? null];`))
      .toEqual([true, true, "ROPE", true, true, 1, true, null]);
  });

  // https://foundryvtt.com/api/classes/foundry.data.fields.TypedObjectField.html, ...ObjectField.html, ...SetField.html, ...HTMLField.html, ...JavaScriptField.html, ...JSONField.html
  it("TypedObjectField, ObjectField, SetField, HTMLField, JSONField and JavaScriptField keep what is theirs through a write", async () => {
    const { run } = await stage(generation, withItem(`{ skills: new F.TypedObjectField(new F.SchemaField({ rank: new F.NumberField({ integer: true, initial: 0 }) }), { validateKey: (key) => /^[a-z]+$/.test(key) }), free: new F.ObjectField(), tags: new F.SetField(new F.StringField()), text: new F.HTMLField(), json: new F.JSONField(), code: new F.JavaScriptField() }`));
    expect(await run(`
      const item = await Item.create({ name: "Book", type: "plain", system: { skills: { swim: { rank: "2" }, "No Key": { rank: 1 } }, free: { any: { thing: [1] } }, tags: ["a", "b", "a"], text: "<p>x</p>", json: '{"a":[1]}', code: "return 1;" } });
      await item.update({ "system.skills.climb": {}, "system.free.other": null, "system.tags": new Set(["c"]) });
      const { skills, free, tags, text, json, code } = item.system;
      const badCode = await item.update({ "system.code": "return (;" }).then(() => "taken", () => "refused");
      const badJson = await item.update({ "system.json": "{" }).then(() => "taken", () => "refused");
      return [skills, free, tags instanceof Set && [...tags], text, json, code, badCode, badJson, item.toObject().system.tags];`))
      .toEqual([{ swim: { rank: 2 }, climb: { rank: 0 } }, { any: { thing: [1] }, other: null }, ["c"], "<p>x</p>", { a: [1] }, "return 1;", "refused", "refused", ["c"]]);
  });

  // https://foundryvtt.com/api/classes/foundry.data.fields.FilePathField.html, ...DocumentUUIDField.html, ...ColorField.html
  it("FilePathField, DocumentUUIDField, ColorField, DocumentIdField and NumberField with choices refuse what is not of their kind", async () => {
    const { run } = await stage(generation, withItem(`{ picture: new F.FilePathField({ categories: ["IMAGE"] }), link: new F.DocumentUUIDField({ type: "Item" }), color: new F.ColorField(), id: new F.DocumentIdField({ readonly: false }), size: new F.NumberField({ choices: [1, 2], initial: 1 }) }`));
    expect(await run(`
      const item = await Item.create({ name: "Flag", type: "plain" });
      const write = (key, value) => item.update({ ["system." + key]: value }).then(() => "taken", (error) => error.name);
      const bad = [await write("picture", "a.exe"), await write("link", "Actor.hero000000000000"), await write("color", "reddish"), await write("id", "short"), await write("size", 3)];
      const good = [await write("picture", "a.webp"), await write("link", "Item.hero000000000000"), await write("color", "#ff0000"), await write("id", "hero000000000000"), await write("size", 2)];
      return [new Set(bad).size, bad[0], new Set(good).size, good[0], item.system.color.css, item.toObject().system.color];`)).toEqual([1, "DataModelValidationError", 1, "taken", "#ff0000", "#ff0000"]);
  });
});
