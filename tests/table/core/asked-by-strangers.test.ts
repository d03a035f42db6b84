import { describe, expect, it } from "vitest";
import { stage } from "../contract/behaviour";

/* What a system that the table had never seen asked of it, as the public pages have it. */
describe.each([13, 14] as const)("what a stranger's system asks, generation %i", (generation) => {
  // V13: https://foundryvtt.com/api/interfaces/foundry.documents.types._ActiveEffectDuration.html, V14: https://foundryvtt.com/api/interfaces/foundry.documents.types.ActiveEffectDuration.html
  it("says of an effect how long it lasts, in its own units, and that one without an end has none", async () => {
    const { run } = await stage(generation, "");
    const minutes = generation === 14 ? `{ value: 2, units: "minutes" }` : `{ seconds: 120 }`;
    const seen = await run(`
      const hero = game.actors.contents[0];
      const [endless, timed] = await hero.createEmbeddedDocuments("ActiveEffect", [{ name: "Endless" }, { name: "Timed", duration: ${minutes} }]);
      await game.time.advance(60);
      const { duration } = timed;
      const half = [duration.label, duration.remaining, duration.seconds, timed.isTemporary, timed.active];
      await game.time.advance(60);
      return { endless: [endless.duration.label, String(endless.duration.remaining), String(endless.duration.value), endless.isTemporary], half, over: [duration.remaining, duration.expired ?? null, timed.active], kinds: [endless.duration.type ?? null, duration.type ?? null, duration.duration ?? null] };`);
    expect(seen).toEqual(generation === 14
      ? { endless: ["None", "Infinity", "Infinity", false], half: ["1 Minutes", 1, 120, true, true], over: [0, true, false], kinds: [null, null, null] }
      : { endless: ["None", "null", "undefined", false], half: ["60 Seconds", 60, 120, true, true], over: [0, null, true], kinds: ["none", "seconds", 120] });
  });

  // https://foundryvtt.com/api/v14/interfaces/foundry.documents.types.FolderChildNode.html
  it("shows the tree below a folder", async () => {
    const { run } = await stage(generation, "");
    expect(await run(`
      const outer = await Folder.create({ name: "Outer", type: "Actor" });
      const inner = await Folder.create({ name: "Inner", type: "Actor", folder: outer.id });
      await game.actors.contents[0].update({ folder: inner.id });
      return [outer.children.map(({ folder, entries, children, depth, root }) => [folder.name, entries.map(({ name }) => name), children, depth, root]), inner.getParentFolders().map(({ name }) => name)];`)).toEqual([[["Inner", ["Hero"], [], 2, false]], ["Outer"]]);
  });

  // https://foundryvtt.com/api/v14/functions/foundry.utils.getDocumentClass.html, https://foundryvtt.com/api/v8/global.html
  it("gives the class of a document that the system has set, under both names", async () => {
    const { run } = await stage(generation, `Hooks.once("init", () => { CONFIG.Actor.documentClass = class Mine extends Actor {}; });`);
    expect(await run(`return [getDocumentClass("Actor").name, foundry.utils.getDocumentClass("Actor") === CONFIG.Actor.documentClass, getDocumentClass("Nothing") ?? null];`)).toEqual(["Mine", true, null]);
  });

  // https://foundryvtt.com/api/modules/foundry.documents.html
  it("refuses documents that the table lacks by name, and leaves undefined what only the other generation has", async () => {
    const { run } = await stage(generation, "");
    await expect(run(`await Playlist.create({ name: "Songs" });`)).rejects.toThrow("foundry.documents.Playlist");
    await expect(run(`new Cards({ name: "Deck" });`)).rejects.toThrow("foundry.documents.Cards");
    for (const asked of ["game.time.calendar", "game.actors.contents[0].exportToJSON()", "game.actors.contents[0].importFromJSON('{}')", "game.actors.contents[0].toEmbed({})"]) await expect(run(`return ${asked};`)).rejects.toThrow(/is documented by Foundry/);
    expect(await run(`return [typeof foundry.data.ActiveEffectTypeDataModel, typeof foundry.documents.modifyBatch];`)).toEqual(generation === 14 ? ["function", "function"] : ["undefined", "undefined"]);
  });

  // https://foundryvtt.com/api/functions/foundry.utils.deepFreeze.html
  it("freezes to the bottom", async () => {
    const { run } = await stage(generation, "");
    expect(await run(`const held = foundry.utils.deepFreeze({ a: { b: [1] } }); return [Object.isFrozen(held), Object.isFrozen(held.a.b), Object.isSealed(foundry.utils.deepSeal({ a: {} }).a)];`)).toEqual([true, true, true]);
  });

  // https://foundryvtt.com/api/classes/foundry.ClientDocument.html
  it("names new documents by their type, and makes no document where nobody can be asked", async () => {
    const { run } = await stage(generation, `Hooks.once("init", () => { CONFIG.Actor.typeLabels.hero = "Champion"; });`);
    expect(await run(`return [Actor.defaultName({ type: "hero" }), CONFIG.Item.typeLabels.plain];`)).toEqual(["Champion", "TYPES.Item.plain"]);
    await expect(run(`await Actor.createDialog();`)).rejects.toThrow("needs a person");
    await expect(run(`await game.actors.contents[0].deleteDialog();`)).rejects.toThrow("needs a person");
    expect(await run(`return game.actors.size;`)).toBe(1);
  });
});
