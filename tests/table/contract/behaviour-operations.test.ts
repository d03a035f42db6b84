import { describe, expect, it } from "vitest";
import { stage } from "./behaviour";
import type { Source } from "../core/protocol";

/* What a whole operation tells a document's class, and what its options do. */

const OWN = `
  globalThis.heard = [];
  globalThis.Own = class Own extends Actor {
    static async _preCreateOperation(documents, operation, user) { heard.push(["preCreate", documents.length, operation.mark, user === game.user]); return operation.refuse ? false : super._preCreateOperation(documents, operation, user); }
    static async _onCreateOperation(documents, operation, user) { heard.push(["create", documents.length, operation.mark, user === game.user]); return super._onCreateOperation(documents, operation, user); }
    static async _preUpdateOperation(documents, operation, user) { heard.push(["preUpdate", documents.length, operation.mark]); return operation.refuse ? false : super._preUpdateOperation(documents, operation, user); }
    static async _onUpdateOperation(documents, operation, user) { heard.push(["update", documents.length, operation.mark]); return super._onUpdateOperation(documents, operation, user); }
    static async _preDeleteOperation(documents, operation, user) { heard.push(["preDelete", documents.length, operation.mark]); return operation.refuse ? false : super._preDeleteOperation(documents, operation, user); }
    static async _onDeleteOperation(documents, operation, user) { heard.push(["delete", documents.length, operation.mark]); return super._onDeleteOperation(documents, operation, user); }
  };
  Hooks.once("init", () => { CONFIG.Actor.documentClass = Own; });`;

const COMBATANTS: Source[] = [{ _id: "combatant000000a", name: "Ann", initiative: 9 }, { _id: "combatant000000b", name: "Bob", initiative: 5 }];

describe.each([13, 14] as const)("operations, generation %i", (generation) => {
  // https://foundryvtt.com/api/classes/foundry.abstract.Document.html#_precreateoperation and its siblings
  it("_preCreateOperation, _onCreateOperation and their siblings are asked once for all documents, and false refuses all", async () => {
    const { run, table } = await stage(generation, OWN);
    expect(await run(`
      const made = await Actor.createDocuments([{ name: "A", type: "hero" }, { name: "B", type: "hero" }], { mark: 1 });
      await Actor.updateDocuments(made.map(({ id }) => ({ _id: id, name: "C" })), { mark: 2 });
      await Actor.deleteDocuments(made.map(({ id }) => id), { mark: 3 });
      return heard;`)).toEqual([["preCreate", 2, 1, true], ["create", 2, 1, true], ["preUpdate", 2, 2], ["update", 2, 2], ["preDelete", 2, 3], ["delete", 2, 3]]);
    const before = table.backend.sent.length;
    expect(await run(`
      const hero = game.actors.contents[0];
      const made = await Actor.createDocuments([{ name: "A", type: "hero" }], { refuse: true });
      const changed = await Actor.updateDocuments([{ _id: hero.id, name: "C" }], { refuse: true });
      const gone = await Actor.deleteDocuments([hero.id], { refuse: true });
      return [made.length, changed.length, gone.length, hero.name, game.actors.size];`)).toEqual([0, 0, 0, "Hero", 1]);
    expect(table.backend.sent.length).toBe(before);
  });

  // https://foundryvtt.com/api/functions/hookEvents.preCreateDocument.html, ...preDeleteDocument.html, .../v14/interfaces/foundry.abstract.types.DatabaseUpdateOperation.html
  it("preCreate and preDelete hooks refuse by false, and noHook keeps every hook out while the classes hear of it", async () => {
    const { run } = await stage(generation, `globalThis.heard = []; for (const name of ["preCreateActor", "createActor", "preUpdateActor", "updateActor", "preDeleteActor", "deleteActor"]) Hooks.on(name, (actor) => { heard.push(name); if (name.startsWith("pre") && actor.name === "Stay") return false; });`);
    expect(await run(`
      const stay = await Actor.create({ name: "Stay", type: "hero" });
      const own = await Actor.create({ name: "Own", type: "hero" });
      await own.update({ name: "Stay" });
      const kept = await own.delete();
      return [stay ?? null, kept ?? null, game.actors.has(own.id), heard.splice(0)];`)).toEqual([null, null, true, ["preCreateActor", "preCreateActor", "createActor", "preUpdateActor", "updateActor", "preDeleteActor"]]);
    expect(await run(`
      const own = await Actor.create({ name: "Quiet", type: "hero" }, { noHook: true });
      await own.update({ name: "Still" }, { noHook: true });
      await own.delete({ noHook: true });
      return [own.name, game.actors.has(own.id), heard];`)).toEqual(["Still", false, []]);
  });

  // https://foundryvtt.com/api/v14/interfaces/foundry.abstract.types.DatabaseUpdateOperation.html (diff, recursive, render), ...DatabaseCreateOperation.html (keepId)
  it("diff, recursive, render and keepId do what they say", async () => {
    const { run } = await stage(generation, `globalThis.heard = []; globalThis.drawn = []; Hooks.on("updateActor", (actor, changes) => { heard.push(changes); });`);
    expect(await run(`
      const hero = game.actors.contents[0];
      await hero.update({ "flags.probe": { a: 1, b: 2 } });
      heard.length = 0;
      await hero.update({ name: "Hero" });
      await hero.update({ name: "Hero" }, { diff: false });
      const diffs = heard.map(({ name }) => name);
      await hero.update({ flags: { probe: { a: 5 } } }, { recursive: false });
      hero.apps.probe = { render: () => { drawn.push(1); }, close: () => undefined };
      await hero.update({ name: "Seen" });
      await hero.update({ name: "Unseen" }, { render: false });
      const kept = await Actor.create({ _id: "keepkeepkeepkeep", name: "Kept", type: "hero" }, { keepId: true });
      const other = await Actor.create({ _id: "dropdropdropdrop", name: "Other", type: "hero" });
      return [diffs, hero.flags.probe, drawn.length, kept.id, other.id === "dropdropdropdrop"];`)).toEqual([["Hero"], { a: 5 }, 1, "keepkeepkeepkeep", false]);
  });

  // https://foundryvtt.com/api/classes/foundry.abstract.Document.html#getflag, #setflag, #unsetflag
  it("flags are read, written and taken away by scope, and only in scopes that there are", async () => {
    const { run } = await stage(generation, "");
    expect(await run(`
      const hero = game.actors.contents[0];
      await hero.setFlag("probe", "deep.mark", 3);
      const read = [hero.getFlag("probe", "deep.mark"), hero.getFlag("probe", "none") ?? null, hero.flags.probe];
      await hero.unsetFlag("probe", "deep.mark");
      const wrong = await Promise.resolve().then(() => hero.setFlag("strange", "mark", 1)).then(() => "set", () => "refused");
      return [read, hero.flags.probe, wrong];`)).toEqual([[3, null, { deep: { mark: 3 } }], { deep: {} }, "refused"]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.Combat.html#previousturn, #endcombat, https://foundryvtt.com/api/functions/hookEvents.combatTurn.html, ...combatTurnChange.html
  it("Combat#nextTurn and Combat#previousTurn tell of it before and after, and endCombat asks before it deletes", async () => {
    const { run } = await stage(generation, `globalThis.heard = []; Hooks.on("combatTurn", (combat, data, options) => { heard.push(["before", combat.turn, data.turn, options.direction]); }); Hooks.on("combatTurnChange", (combat, prior, current) => { heard.push(["after", prior.turn, current.turn, combat.combatant?.name]); });`, { combats: [{ _id: "combat0000000000", active: true, round: 1, turn: 0, combatants: COMBATANTS }] });
    expect(await run(`
      await game.combat.nextTurn();
      await game.combat.previousTurn();
      return [game.combat.turn, heard];`)).toEqual([0, [["before", 0, 1, 1], ["after", 0, 1, "Bob"], ["before", 1, 0, -1], ["after", 1, 0, "Ann"]]]);
  });

  // https://foundryvtt.com/api/classes/foundry.helpers.Localization.html
  it("game.i18n has, localizes, formats, lists and sorts, and gives back what it does not know", async () => {
    const { run } = await stage(generation, "");
    expect(await run(`
      const { i18n } = game;
      return [i18n.has("PROBE.Hello"), i18n.has("PROBE.None"), i18n.localize("PROBE.None"), i18n.format("PROBE.Hello", { name: "Ann" }), i18n.getListFormatter({ type: "disjunction" }).format(["a", "b"]), i18n.sortObjects([{ n: "b" }, { n: "a" }], "n").map(({ n }) => n), i18n.lang];`))
      .toEqual([true, false, "PROBE.None", "Hello Ann", "a or b", ["a", "b"], "en"]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.abstract.WorldCollection.html#importfromcompendium
  it("importFromCompendium makes a document of the world of one of a compendium, with what the caller changes", async () => {
    const { run } = await stage(generation, "", {}, { "probe.gear": [{ _id: "rope000000000000", name: "Rope", type: "plain", system: { length: 10 } }] });
    expect(await run(`
      const item = await game.items.importFromCompendium(game.packs.get("probe.gear"), "rope000000000000", { name: "My rope" });
      return [item.name, item.pack ?? null, game.items.get(item.id) === item, item._stats.compendiumSource, item.system.length, item.id === "rope000000000000"];`)).toEqual(["My rope", null, true, "Compendium.probe.gear.Item.rope000000000000", 10, false]);
  });

  // https://foundryvtt.com/api/classes/foundry.dice.Roll.html
  it("Roll#evaluateSync is refused dice, isDeterministic knows them, and terms serialise with what they rolled", async () => {
    const { run } = await stage(generation, "");
    expect(await run(`
      const sure = new Roll("2 + @power", { power: 3 });
      const dice = await new Roll("2d6kh[fire] + 1").evaluate();
      const again = Roll.fromData(JSON.parse(JSON.stringify(dice)));
      return [sure.isDeterministic, sure.evaluateSync().total, new Roll("1d6").isDeterministic, Roll.validate("2d6 +"), Roll.validate("2d6"), again.total === dice.total, again.dice[0].results.length, again.dice[0].flavor, Roll.replaceFormulaData("@a + @b", { a: 1 }, { missing: "0" })];`)).toEqual([true, 5, false, false, true, true, 2, "fire", "1 + 0"]);
  });
});
