import { beforeEach, describe, expect, it, vi } from "vitest";
import { GM, memoryTable, PLAYER, type MemoryTable } from "./testing/memory-table";
import type { Item } from "./documents/actor";
import { Actor } from "./documents/actor";
import type { TokenDocument } from "./documents/token-document";
import { NumberField, StringField } from "./fields/simple";
import { ArrayField, SchemaField, TypedObjectField } from "./fields/compound";
import { Hooks } from "./hooks";
import { host } from "./host";
import { TypeDataModel } from "./model/type-data-model";
import type { Data } from "./types";
import type { Source } from "./protocol";

class Hero extends TypeDataModel {
  static override LOCALIZATION_PREFIXES = ["PROBE"];
  declare strength: { value: number };
  declare skills: Record<string, { value: number }>;
  declare tags: string[];
  declare total: number;
  declare order: string[];

  static override defineSchema() {
    return {
      strength: new SchemaField({ value: new NumberField({ required: true, nullable: false, integer: true, min: 0, max: 9, initial: 3 }) }),
      health: new SchemaField({ value: new NumberField({ required: true, nullable: false, integer: true, initial: 5 }), max: new NumberField({ required: true, nullable: false, integer: true, initial: 5 }) }),
      skills: new TypedObjectField(new SchemaField({ value: new NumberField({ required: true, nullable: false, integer: true, min: 0, initial: 0 }), note: new StringField({ required: true }) })),
      tags: new ArrayField(new StringField()),
    };
  }

  override prepareBaseData(): void {
    this.order = ["base"];
  }

  override prepareDerivedData(): void {
    this.order.push("derived");
    this.total = this.strength.value * 2;
  }
}

class Thing extends TypeDataModel {
  static override defineSchema() {
    return { weight: new NumberField({ required: true, nullable: false, min: 0, initial: 1 }) };
  }
}

function configure(table: MemoryTable): void {
  const actor = table.CONFIG["Actor"] as Data;
  const item = table.CONFIG["Item"] as Data;
  Object.assign(actor["dataModels"] as Data, { hero: Hero });
  Object.assign(item["dataModels"] as Data, { thing: Thing });
}

const ACTOR: Source = { _id: "hero000000000000", name: "Hero", type: "hero", system: { strength: { value: 4 } }, items: [{ _id: "sword00000000000", name: "Sword", type: "thing", system: { weight: 2 } }], ownership: { default: 0, [PLAYER]: 3 } };
const TOKEN: Source = { _id: "token00000000000", name: "Copy", actorId: "hero000000000000", actorLink: false, x: 0, y: 0 };
const SCENE: Source = { _id: "scene00000000000", name: "Field", active: true, tokens: [TOKEN] };

async function ready(generation: 13 | 14 = 14, documents: Record<string, Source[]> = {}, userId = GM): Promise<MemoryTable> {
  const table = memoryTable({ generation, userId, documents: { actors: [structuredClone(ACTOR)], scenes: [structuredClone(SCENE)], ...documents } });
  configure(table);
  await table.boot();
  return table;
}

function hero(): Actor {
  const { actors } = host().game as { actors: { get(id: string): Actor } };
  return actors.get("hero000000000000");
}

function system(actor: Actor): Hero {
  return actor.system as unknown as Hero;
}

// https://foundryvtt.com/article/system-data-models/, https://foundryvtt.com/api/v14/classes/foundry.abstract.TypeDataModel.html
describe("type data", () => {
  beforeEach(async () => void (await ready()));

  it("prepares base, then embedded, then derived data", () => {
    expect(system(hero()).order).toEqual(["base", "derived"]);
    expect(system(hero()).total).toBe(8);
  });

  it("coerces, clamps and fills in what is missing", async () => {
    const actor = (await Actor.create({ name: "A", type: "hero", system: { strength: { value: "12" }, health: { value: 2.6 } } })) as Actor;
    expect(actor._source["system"]).toMatchObject({ strength: { value: 9 }, health: { value: 3, max: 5 }, skills: {}, tags: [] });
  });

  it("refuses a type that the manifest does not declare", async () => {
    await expect(Actor.create({ name: "B", type: "dragon" })).rejects.toThrow(/not a valid type/);
  });

  it("keeps a broken embedded document out without losing the others", async () => {
    await ready(14, { actors: [{ ...structuredClone(ACTOR), items: [{ _id: "broken0000000000", name: "Broken", type: "nonsense" }, { _id: "sword00000000000", name: "Sword", type: "thing" }] }] });
    expect([...hero().items.keys()]).toEqual(["sword00000000000"]);
    expect([...hero().items.invalidDocumentIds]).toEqual(["broken0000000000"]);
  });

  it("lets whoever owns an actor own what it carries", async () => {
    await ready(14, { actors: [structuredClone(ACTOR)] });
    const sword = hero().items.get("sword00000000000");
    const levelOf = (id: string): number | undefined => sword?.getUserLevel({ id, isGM: false } as never);
    expect([levelOf(PLAYER), levelOf("somebody00000000")]).toEqual([3, 0]);
  });

  it("labels fields by the localisation prefix", () => {
    expect(Hero.schema.getField("strength.value")?.label).toBe("Strength");
    expect(Hero.schema.getField("strength.value")?.fieldPath).toBe("system.strength.value");
  });

  it("refuses to write while data is prepared", async () => {
    const table = memoryTable({ documents: { actors: [structuredClone(ACTOR)] } });
    let refused: Promise<unknown> | null = null;
    class Meddler extends Hero {
      override prepareDerivedData(): void {
        refused = (this.parent as unknown as Actor).update({ name: "Other" });
      }
    }
    Object.assign((table.CONFIG["Actor"] as Data)["dataModels"] as Data, { hero: Meddler });
    await table.boot().catch(() => undefined);
    await expect(refused).rejects.toThrow(/while data is prepared/);
  });
});

// https://foundryvtt.com/api/functions/hookEvents.preUpdateDocument.html
describe("updates", () => {
  let table: MemoryTable;
  beforeEach(async () => {
    table = await ready();
  });

  it("sends only what differs and tells hooks in order", async () => {
    const heard: string[] = [];
    Hooks.on("preUpdateActor", (...[, changed]: [Actor, Data]) => void heard.push(`pre ${JSON.stringify(changed["system"])}`));
    Hooks.on("updateActor", (actor: Actor) => void heard.push(`did ${system(actor).total}`));
    await hero().update({ "system.strength.value": 5, name: "Hero" });
    expect(heard).toEqual(['pre {"strength":{"value":5}}', "did 10"]);
    const [operation] = table.backend.sent[0] ?? [];
    expect(operation).toMatchObject({ action: "update", updates: [{ _id: "hero000000000000", system: { strength: { value: 5 } } }] });
    expect(Object.keys((operation as { updates: Source[] }).updates[0] ?? {}).sort()).toEqual(["_id", "system"]);
  });

  it("is cancelled by an explicit false", async () => {
    Hooks.on("preUpdateActor", () => false);
    await hero().update({ name: "Other" });
    expect(hero().name).toBe("Hero");
    expect(table.backend.sent).toHaveLength(0);
  });

  it("runs pre-hooks on the requesting client only", () => {
    const heard: string[] = [];
    Hooks.on("preUpdateActor", () => void heard.push("pre"));
    Hooks.on("updateActor", (...[, , , userId]: [Actor, Data, Data, string]) => void heard.push(userId));
    table.backend.as(PLAYER, [{ action: "update", documentName: "Actor", parentUuid: null, pack: null, options: {}, updates: [{ _id: "hero000000000000", name: "Renamed" }] }]);
    expect(heard).toEqual([PLAYER]);
    expect(hero().name).toBe("Renamed");
  });

  it("rejects data that is invalid after cleaning", async () => {
    await expect(hero().update({ name: "" })).rejects.toThrow(/blank/);
  });

  it("keeps embedded identity and reprepares the actor", async () => {
    const sword = hero().items.get("sword00000000000");
    await sword?.update({ "system.weight": 7 });
    expect(hero().items.get("sword00000000000")).toBe(sword);
    expect((sword?.system as unknown as { weight: number }).weight).toBe(7);
    expect((hero()._source["items"] as Data[])[0]).toMatchObject({ system: { weight: 7 } });
  });

  it("creates and deletes embedded documents with their hooks and descendants' callbacks", async () => {
    const heard: string[] = [];
    for (const name of ["preCreateItem", "createItem", "preDeleteItem", "deleteItem"]) Hooks.on(name, (item: Item) => void heard.push(`${name} ${item.name}`));
    const [made] = await hero().createEmbeddedDocuments("Item", [{ name: "Shield", type: "thing" }]);
    expect(made?.parent).toBe(hero());
    await hero().deleteEmbeddedDocuments("Item", [made?.id ?? ""]);
    expect(heard).toEqual(["preCreateItem Shield", "createItem Shield", "preDeleteItem Shield", "deleteItem Shield"]);
    expect(hero().items.size).toBe(1);
  });

  it("sets and removes flags", async () => {
    await hero().setFlag("probe", "a.b", 3);
    expect(hero().getFlag("probe", "a")).toEqual({ b: 3 });
    await hero().unsetFlag("probe", "a.b");
    expect(hero().getFlag("probe", "a")).toEqual({});
    expect(() => hero().getFlag("nobody", "x")).toThrow(/scope/);
  });
});

// https://foundryvtt.com/api/functions/foundry.utils.isDeletionKey.html, V14: foundry.data.operators
describe("deletions and replacements", () => {
  it("takes V13's special keys", async () => {
    await ready(13);
    await hero().update({ system: { skills: { melee: { value: 2 }, ranged: { value: 1 } } } });
    await hero().update({ "system.skills.-=melee": null });
    expect(Object.keys(system(hero()).skills)).toEqual(["ranged"]);
    await hero().update({ "system.==skills": { stealth: { value: 4 } } });
    expect(system(hero()).skills).toEqual({ stealth: { value: 4, note: "" } });
  });

  // https://github.com/foundryvtt/foundryvtt/issues/14611: deprecated in V14, taken until V16
  it("warns of special keys on V14, each by its path, and of no operator", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const said = (): number => warned.mock.calls.length;
    try {
      await ready(13);
      await hero().update({ system: { skills: { melee: { value: 2 } } } });
      await hero().update({ "system.skills.-=melee": null });
      expect(said()).toBe(0);
      await ready(14);
      await hero().update({ system: { skills: { melee: { value: 2 }, ranged: { value: 1 } } } });
      await hero().update({ "system.skills.-=melee": null });
      expect(warned.mock.calls.at(-1)?.[0]).toMatch(/^"system\.skills\.-=melee" .*\nDeprecated since Version 14\n.*removed in Version 16$/);
      expect(Object.keys(system(hero()).skills)).toEqual(["ranged"]);
      await hero().update({ system: { "==skills": { stealth: { value: 4 } } } });
      expect(said()).toBe(2);
      await hero().setFlag("world", "mark", 1);
      await hero().unsetFlag("world", "mark");
      expect(hero().getFlag("world", "mark")).toBeUndefined();
      expect(said()).toBe(2);
    } finally {
      warned.mockRestore();
    }
  });

  it("takes V14's operators and shows them to hooks", async () => {
    await ready(14);
    const { ForcedDeletion, ForcedReplacement } = await import("./utils/operators");
    await hero().update({ system: { skills: { melee: { value: 2 }, ranged: { value: 1 } } } });
    const seen: unknown[] = [];
    Hooks.on("updateActor", (...[, changed]: [Actor, Data]) => void seen.push(((changed["system"] as Data)["skills"] as Data)["melee"]));
    await hero().update({ system: { skills: { melee: new ForcedDeletion() } } });
    expect(Object.keys(system(hero()).skills)).toEqual(["ranged"]);
    expect(seen[0]).toBeInstanceOf(ForcedDeletion);
    await hero().update({ system: { skills: new ForcedReplacement({ stealth: { value: 4 } }) } });
    expect(system(hero()).skills).toEqual({ stealth: { value: 4, note: "" } });
  });
});

// https://foundryvtt.com/api/classes/foundry.documents.TokenDocument.html
describe("unlinked tokens", () => {
  let table: MemoryTable;
  beforeEach(async () => {
    table = await ready();
  });

  function token(): TokenDocument {
    const { scenes } = host().game as { scenes: { get(id: string): { tokens: Map<string, TokenDocument> } } };
    return scenes.get("scene00000000000").tokens.get("token00000000000") as TokenDocument;
  }

  it("have an actor of their own with its own uuid", () => {
    const { actor } = token();
    expect(actor?.isToken).toBe(true);
    expect(actor?.uuid).toBe("Scene.scene00000000000.Token.token00000000000.Actor.hero000000000000");
    expect(actor).not.toBe(hero());
    expect(token().actor).toBe(actor);
  });

  it("keep updates in the delta", async () => {
    const { actor } = token();
    await actor?.update({ "system.strength.value": 1 });
    expect(system(token().actor as Actor).strength.value).toBe(1);
    expect(token().actor).toBe(actor);
    expect(system(hero()).strength.value).toBe(4);
    expect(table.backend.store.get("Scene", null, "scene00000000000")?.["tokens"]).toMatchObject([{ delta: { system: { strength: { value: 1 } } } }]);
  });

  it("keep embedded items in the delta", async () => {
    const actor = token().actor as Actor;
    const heard: string[] = [];
    Hooks.on("updateItem", (item: Item) => void heard.push(item.uuid));
    await actor.items.get("sword00000000000")?.update({ "system.weight": 9 });
    expect((hero().items.get("sword00000000000")?.system as unknown as { weight: number }).weight).toBe(2);
    expect((actor.items.get("sword00000000000")?.system as unknown as { weight: number }).weight).toBe(9);
    expect(heard).toEqual([`${actor.uuid}.Item.sword00000000000`]);
    await actor.createEmbeddedDocuments("Item", [{ name: "Torch", type: "plain" }]);
    expect(actor.items.size).toBe(2);
    await actor.deleteEmbeddedDocuments("Item", ["sword00000000000"]);
    expect(actor.items.map((item) => item.name)).toEqual(["Torch"]);
    expect(hero().items.size).toBe(1);
  });

  it("follow their base actor", async () => {
    const { actor } = token();
    await hero().update({ "system.health.max": 7 });
    expect((actor?.system as unknown as { health: { max: number } }).health.max).toBe(7);
  });

  it("show trackable attributes in bars and change them", async () => {
    const actor = token().actor as Actor;
    expect(token().getBarAttribute("bar1")).toMatchObject({ type: "bar", value: 5, max: 5 });
    await actor.modifyTokenAttribute("health", -2, true);
    expect((actor.system as unknown as { health: { value: number } }).health.value).toBe(3);
  });

  it("take status effects", async () => {
    const actor = token().actor as Actor;
    const made = await actor.toggleStatusEffect("prone");
    expect(made).toMatchObject({ parent: actor });
    expect(actor.statuses.has("prone")).toBe(true);
    expect(await actor.toggleStatusEffect("prone", { active: true })).toBe(true);
    expect(await actor.toggleStatusEffect("prone")).toBe(false);
    expect(actor.statuses.has("prone")).toBe(false);
  });
});
