import { describe, expect, it } from "vitest";
import { stage } from "./behaviour";
import type { Source } from "../core/protocol";

/* What two more systems that the table had never seen asked of it: a heavy one of classes, spells and containers, and a light one of clocks. */

const PACKS: Record<string, Source[]> = { "probe.gear": [{ _id: "rope000000000000", name: "Rope", type: "plain", system: { length: 10 } }, { _id: "lamp000000000000", name: "Lamp", type: "plain", system: { length: 1 } }] };

describe.each([13, 14] as const)("more strangers, generation %i", (generation) => {
  // https://foundryvtt.com/api/v14/interfaces/foundry.documents.types.FolderChildNode.html
  it("sees a collection as a tree of folders, and by its types", async () => {
    const { run } = await stage(generation, "");
    expect(await run(`
      const outer = await Folder.create({ name: "Outer", type: "Item" });
      const inner = await Folder.create({ name: "Inner", type: "Item", folder: outer.id });
      await Item.createDocuments([{ name: "Deep", type: "plain", folder: inner.id }, { name: "Loose", type: "plain" }]);
      const { root, folder, children, entries } = game.items.tree;
      const [node] = children;
      return [root, folder, entries.map(({ name }) => name), node.folder.name, node.entries.length, node.children.map((below) => [below.folder.name, below.depth, below.entries.map(({ name }) => name)]), game.items.maxFolderDepth, game.items.documentsByType.plain.length, game.items.directory];`))
      .toEqual([true, null, ["Loose"], "Outer", 0, [["Inner", 2, ["Deep"]]], 4, 2, null]);
  });

  // https://foundryvtt.com/api/functions/foundry.utils.fromUuid.html, `relative`
  it("refers to what lies within a document by a relative UUID, which leads back", async () => {
    const { run } = await stage(generation, "");
    expect(await run(`
      const hero = game.actors.contents[0];
      const [rope] = await hero.createEmbeddedDocuments("Item", [{ name: "Rope", type: "plain" }]);
      const relative = rope.getRelativeUUID(hero);
      return [relative === ".Item." + rope.id, (await fromUuid(relative, { relative: hero })) === rope, hero.getRelativeUUID(rope) === hero.uuid];`)).toEqual([true, true, true]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.collections.CompendiumCollection.html#indexdocument
  it("finds in the index of a pack what was changed, made and deleted there, with the fields it asks for", async () => {
    const { run } = await stage(generation, `Hooks.once("init", () => { CONFIG.Item.compendiumIndexFields = ["system.length"]; });`, {}, PACKS);
    expect(await run(`
      const pack = game.packs.get("probe.gear");
      await pack.configure({ locked: false });
      const [torch, candle] = await Item.createDocuments([{ name: "Torch", type: "plain", flags: { probe: { mark: "x" } } }, { name: "Candle", type: "plain" }], { pack: pack.collection });
      await torch.update({ name: "Brand", "flags.probe.mark": "y" });
      await candle.delete();
      const index = await pack.getIndex({ fields: ["flags.probe.mark"] });
      return [index.contents.map((entry) => [entry.name, entry.flags?.probe?.mark ?? null, entry.uuid.endsWith(entry._id)]), index.get("rope000000000000").system.length];`)).toEqual([[["Rope", null, true], ["Lamp", null, true], ["Brand", "y", true]], 10]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.RollTable.html#getresultsforroll
  it("asks a table what a number gives", async () => {
    const { run } = await stage(generation, "");
    expect(await run(`
      const table = await RollTable.create({ name: "Weather", formula: "1d4", results: [{ type: "text", name: "Rain", range: [1, 3] }, { type: "text", name: "Sun", range: [4, 4] }] });
      return [2, 4, 9].map((total) => table.getResultsForRoll(total).map(({ name }) => name));`)).toEqual([["Rain"], ["Sun"], []]);
  });

  // https://foundryvtt.com/api/types/foundry.documents.types.ActiveEffectChangeHandler.html, `replacementData`
  it("puts data of rolls into changes of effects in V14, and leaves a number alone that no number can be added to", async () => {
    const { run } = await stage(generation, `
      class HeroData extends foundry.abstract.TypeDataModel { static defineSchema() { const { NumberField } = foundry.data.fields; return { power: new NumberField({ initial: 3 }), health: new NumberField({ initial: 10 }) }; } }
      Hooks.once("init", () => { CONFIG.Actor.dataModels.hero = HeroData; });`);
    expect(await run(`
      const hero = game.actors.contents[0];
      const change = (value) => game.release.generation >= 14 ? { name: "E", system: { changes: [{ key: "system.health", type: "add", value }] } } : { name: "E", changes: [{ key: "system.health", mode: 2, value }] };
      const [effect] = await hero.createEmbeddedDocuments("ActiveEffect", [change("@power")]);
      const resolved = hero.system.health;
      await effect.delete();
      await hero.createEmbeddedDocuments("ActiveEffect", [change("much")]);
      return [resolved, hero.system.health];`)).toEqual([generation === 14 ? 13 : 10, 10]);
  });

  // https://foundryvtt.com/api/variables/CONFIG.Actor.html, https://foundryvtt.com/api/v14/classes/foundry.applications.ux.SearchFilter.html#cleanquery
  it("finds the sheets it registered in CONFIG, and cleans what is searched for, without a page too", async () => {
    const { run } = await stage(generation, `
      class Small extends foundry.applications.sheets.ActorSheetV2 {}
      class Large extends foundry.applications.sheets.ActorSheetV2 {}
      Hooks.once("init", () => {
        foundry.documents.collections.Actors.registerSheet("probe", Small, { makeDefault: true });
        foundry.documents.collections.Actors.registerSheet("probe", Large, { types: ["hero"], makeDefault: true, label: "Large one" });
      });`);
    expect(await run(`return [Object.values(CONFIG.Actor.sheetClasses.hero).map((sheet) => [sheet.id, sheet.label, sheet.default]), CONFIG.Actor.sheetClasses.hero["probe.Large"].cls === game.actors.contents[0].sheet.constructor, foundry.applications.ux.SearchFilter.cleanQuery(" Épée ")];`))
      .toEqual([[["probe.Small", "Small", false], ["probe.Large", "Large one", true]], true, "Epee"]);
  });

  it("is refused by name what the table lacks of its classes, of the canvas and of the interface", async () => {
    const { run } = await stage(generation, "", { scenes: [{ _id: "scene00000000000", name: "Field", active: true }] }, PACKS);
    const asked = [
      "game.scenes.active.createThumbnail()", "game.scenes.active.pullUsers()", "game.user.assignPermission('ACTOR_CREATE', true)", "Roll.simplifyTerms([])", "Roll.collapseInlineResult(null)", "TokenDocument.getTrackedAttributeChoices()",
      "foundry.documents.collections.CompendiumCollection.createCompendium({})", "game.packs.contents[0].duplicateCompendium({})", "canvas.visibility", "canvas.weather", "ui.scenes", "ui.playlists",
    ];
    for (const source of asked) {
      const name = source.replace(/\(.*$/, "").split(".").at(-1) ?? "";
      await expect(run(`${source};`), source).rejects.toThrow(new RegExp(`[#.]${name}" is documented by Foundry \\(https://`));
    }
    expect(await run(`return ["visibility" in canvas, Object.keys(ui).includes("scenes"), Roll.validate("1d6")];`)).toEqual([true, false, true]);
  });
});
