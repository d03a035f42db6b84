import { describe, expect, it } from "vitest";
import { stage } from "./behaviour";
import type { Source } from "../core/protocol";

/* What is found under `game`: collections of the world, who one is, the fight that is on, and compendia. */

const PACKS: Record<string, Source[]> = { "probe.gear": [{ _id: "rope000000000000", name: "Rope", type: "plain", system: { length: 10 } }, { _id: "lamp000000000000", name: "Lamp", type: "plain" }] };

describe.each([13, 14] as const)("collections, generation %i", (generation) => {
  // https://foundryvtt.com/api/classes/foundry.utils.Collection.html, https://foundryvtt.com/api/classes/foundry.documents.collections.Actors.html
  it("game.actors is a collection in the order of making: game.actors.get, game.actors.filter, game.actors.contents, find and getName, following what comes and goes", async () => {
    const { run } = await stage(generation, "");
    expect(await run(`
      const [ann, bob] = await Actor.create([{ name: "Ann", type: "hero" }, { name: "Bob", type: "hero" }]);
      const there = [game.actors.size, game.actors.get(ann.id) === ann, game.actors.getName("Bob") === bob, game.actors.get("nobody") ?? null];
      const chosen = [game.actors.filter(({ name }) => name !== "Hero").map(({ name }) => name), game.actors.find(({ name }) => name > "B")?.name, game.actors.map(({ name }) => name), game.actors.some(({ name }) => name === "Ann")];
      const all = [game.actors.contents.map(({ name }) => name), [...game.actors].map(({ name }) => name), [...game.actors.keys()].length, Array.isArray(game.actors.filter(() => true))];
      await ann.delete();
      return [there, chosen, all, game.actors.has(ann.id), game.actors.contents.map(({ name }) => name), game.actors.documentName, game.collections.get("Actor") === game.actors];`))
      .toEqual([[3, true, true, null], [["Ann", "Bob"], "Hero", ["Hero", "Ann", "Bob"], true], [["Hero", "Ann", "Bob"], ["Hero", "Ann", "Bob"], 3, true], false, ["Hero", "Bob"], "Actor", true]);
    await expect(run(`game.actors.get("nobody", { strict: true });`)).rejects.toThrow("nobody");
  });

  // https://foundryvtt.com/api/classes/foundry.documents.collections.Items.html and its siblings
  it("game.items and game.items.get, game.scenes and game.scenes.get, game.macros.find, game.folders.find and game.messages.get know documents of the world, not those within others", async () => {
    const { run } = await stage(generation, "", { scenes: [{ _id: "scene00000000000", name: "Field", active: true }, { _id: "scene00000000001", name: "Town" }] });
    expect(await run(`
      const rope = await Item.create({ name: "Rope", type: "plain" });
      const [carried] = await game.actors.contents[0].createEmbeddedDocuments("Item", [{ name: "Ring", type: "plain" }]);
      const folder = await Folder.create({ name: "Gear", type: "Item" });
      await rope.update({ folder: folder.id });
      const macro = await Macro.create({ name: "Wave", type: "script", command: "1" });
      const message = await ChatMessage.create({ content: "Hail" });
      const town = game.scenes.getName("Town");
      const before = game.scenes.active.name;
      await town.activate();
      return [game.items.get(rope.id) === rope, game.items.get(carried.id) ?? null, game.items.size, game.folders.find(({ name }) => name === "Gear") === folder, rope.folder === folder, folder.contents.map(({ name }) => name),
        game.macros.find(({ name }) => name === "Wave") === macro, game.messages.get(message.id) === message, game.scenes.get(town.id) === town, before, game.scenes.active === town, game.scenes.filter(({ active }) => active).length];`))
      .toEqual([true, null, 1, true, true, ["Rope"], true, true, true, "Field", true, 1]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.collections.Users.html, https://foundryvtt.com/api/classes/foundry.documents.User.html
  it("game.user is the one of game.users that game.userId names, with game.user.character as its own actor; game.users.get, game.users.filter and game.users.activeGM know the others", async () => {
    const { run } = await stage(generation, "");
    expect(await run(`
      const none = game.user.character ?? null;
      await game.user.update({ character: game.actors.contents[0].id });
      const player = game.users.getName("Player");
      return [game.user === game.users.get(game.userId), game.user.id === game.userId, game.user.name, game.user.isGM, game.user.active, none, game.user.character === game.actors.contents[0],
        player.isGM, player.active, player.isSelf, game.users.filter(({ active }) => active).map(({ name }) => name), game.users.activeGM === game.user, game.users.current === game.user, game.users.players.map(({ name }) => name)];`))
      .toEqual([true, true, "Gamemaster", true, true, null, true, false, false, false, ["Gamemaster"], true, true, ["Player"]]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.collections.CombatEncounters.html, https://foundryvtt.com/api/classes/foundry.Game.html#combat
  it("game.combat is the one that is viewed of game.combats, and game.combat.combatants has those in it", async () => {
    const combatant = (letter: string): Source => ({ _id: `combatant000000${letter}`, name: letter.toUpperCase(), actorId: "hero000000000000" });
    const { run } = await stage(generation, "", { combats: [{ _id: "combat0000000000", active: true, combatants: [combatant("a"), combatant("b")] }, { _id: "combat0000000001", combatants: [combatant("c")] }] });
    expect(await run(`
      const names = () => game.combat.combatants.map(({ name }) => name);
      const first = [game.combat.id, game.combat instanceof Combat, game.combat === game.combats.viewed, game.combat === game.combats.active, names(), game.combat.getCombatantsByActor("hero000000000000").length];
      await game.combats.get("combat0000000001").activate();
      const second = [game.combat.id, names()];
      await game.combat.createEmbeddedDocuments("Combatant", [{ name: "D" }]);
      const grown = [names(), game.combat.turns.length];
      for (const combat of [...game.combats]) await combat.delete();
      return [first, second, grown, game.combat ?? null, game.combats.size];`))
      .toEqual([["combat0000000000", true, true, true, ["A", "B"], 2], ["combat0000000001", ["C"]], [["C", "D"], 2], null, 0]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.collections.CompendiumCollection.html
  it("game.packs, game.packs.get and game.packs.filter give each foundry.documents.collections.CompendiumCollection, with an index at once and documents when asked for", async () => {
    const { run } = await stage(generation, "", {}, PACKS);
    expect(await run(`
      const pack = game.packs.get("probe.gear");
      const before = [pack instanceof foundry.documents.collections.CompendiumCollection, pack.documentName, pack.collection, pack.locked, pack.index.size, pack.index.getName("Rope")._id, pack.size, game.packs.filter(({ documentName }) => documentName === "Item").length, game.packs.get("probe.none") ?? null];
      const rope = await pack.getDocument("rope000000000000");
      const some = await pack.getDocuments({ name: "Lamp" });
      const index = await pack.getIndex({ fields: ["system.length"] });
      const own = await Item.create(game.items.fromCompendium(rope));
      return [before, rope instanceof Item, rope.pack, rope.uuid, rope.system.length, pack.get(rope.id) === rope, some.map(({ name }) => name), index.get("rope000000000000").system?.length ?? null, own.pack ?? null, own._stats.compendiumSource, (await fromUuid("Compendium.probe.gear.Item.lamp000000000000")).name];`))
      .toEqual([[true, "Item", "probe.gear", true, 2, "rope000000000000", 0, 1, null], true, "probe.gear", "Compendium.probe.gear.Item.rope000000000000", 10, true, ["Lamp"], 10, null, "Compendium.probe.gear.Item.rope000000000000", "Lamp"]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.Actor.html
  it("foundry.documents.Actor makes actors that are nowhere until they are created", async () => {
    const { run } = await stage(generation, "");
    expect(await run(`
      const { Actor: Class } = foundry.documents;
      const loose = new Class({ name: "Loose", type: "hero", system: { power: 2 } });
      const kept = await Class.create(loose.toObject());
      return [Class === Actor, loose.id, loose.name, game.actors.size, kept.id.length, kept.uuid === "Actor." + kept.id, kept instanceof foundry.abstract.Document, Class.documentName, Class.metadata.embedded];`))
      .toEqual([true, null, "Loose", 2, 16, true, true, "Actor", { ActiveEffect: "effects", Item: "items" }]);
    await expect(run(`new foundry.documents.Actor({ type: "hero" });`)).rejects.toThrow("name");
  });
});
