import { describe, expect, it } from "vitest";
import { stage } from "./behaviour";
import type { Source } from "../core/protocol";

/* What a system may hang into CONFIG, when it is told that it can, and what comes of it. */

const FIGHT: Record<string, Source[]> = {
  scenes: [{ _id: "scene00000000000", name: "Field", active: true, tokens: [{ _id: "token00000000000", name: "Hero", actorId: "hero000000000000", actorLink: true }] }],
  combats: [{ _id: "combat0000000000", active: true, combatants: [{ _id: "combatant000000a", name: "Ann", actorId: "hero000000000000" }] }],
};

describe.each([13, 14] as const)("configuration, generation %i", (generation) => {
  // https://foundryvtt.com/api/modules/hookEvents.html
  it("Hooks init, Hooks i18nInit, Hooks setup and Hooks ready are called once each, in this order, as the world comes up", async () => {
    const { run } = await stage(generation, `
      globalThis.heard = [];
      for (const name of ["ready", "setup", "i18nInit", "init"]) Hooks.on(name, () => heard.push([name, game.i18n.localize("PROBE.Hello"), game.actors?.size ?? null, game.user?.name ?? null, game.ready]));`);
    expect(await run(`return heard;`)).toEqual([
      ["init", "PROBE.Hello", null, null, false], ["i18nInit", "Hello {name}", null, null, false],
      ["setup", "Hello {name}", null, null, false], ["ready", "Hello {name}", 1, "Gamemaster", true],
    ]);
  });

  // https://foundryvtt.com/api/variables/CONFIG.Actor.html and its siblings
  it("CONFIG.Actor.documentClass, CONFIG.Item.documentClass, CONFIG.Combat.documentClass, CONFIG.Combatant.documentClass, CONFIG.ActiveEffect.documentClass, CONFIG.ChatMessage.documentClass and CONFIG.Token.documentClass are what documents are made of, those of the world and new ones", async () => {
    const { run } = await stage(generation, `
      Hooks.once("init", () => {
        for (const name of ["Actor", "Item", "Combat", "Combatant", "ActiveEffect", "ChatMessage", "Token"]) {
          const Base = CONFIG[name].documentClass;
          CONFIG[name].documentClass = class extends Base { get mark() { return name + " of mine"; } };
        }
      });`, FIGHT);
    expect(await run(`
      const hero = game.actors.contents[0];
      const [item] = await hero.createEmbeddedDocuments("Item", [{ name: "Rope", type: "plain" }]);
      const [effect] = await item.createEmbeddedDocuments("ActiveEffect", [{ name: "Glow" }]);
      const message = await ChatMessage.implementation.create({ content: "Hm" });
      const unlinked = (await game.scenes.active.createEmbeddedDocuments("Token", [{ name: "Twin", actorId: hero.id, actorLink: false }]))[0];
      return [hero, item, effect, game.combat, game.combat.combatants.contents[0], message, game.scenes.active.tokens.contents[0], unlinked.actor].map(({ mark }) => mark);`))
      .toEqual(["Actor", "Item", "ActiveEffect", "Combat", "Combatant", "ChatMessage", "Token", "Actor"].map((name) => `${name} of mine`));
    // The names at the root stay Foundry's own; \`implementation\` leads to what is configured.
    expect(await run(`return [Actor === CONFIG.Actor.documentClass, Actor.implementation === CONFIG.Actor.documentClass, new Actor.implementation({ name: "x", type: "hero" }) instanceof Actor];`)).toEqual([false, true, true]);
  });

  // https://foundryvtt.com/api/variables/CONFIG.Item.html, https://foundryvtt.com/article/system-data-models/
  it("CONFIG.Actor.dataModels, CONFIG.Item.dataModels and CONFIG.ActiveEffect.dataModels give a type its data, a foundry.abstract.TypeDataModel that knows its document", async () => {
    const { run } = await stage(generation, `
      const model = (initial, Base) => class extends (Base ?? foundry.abstract.TypeDataModel) {
        static defineSchema() { return { ...(Base ? super.defineSchema() : {}), count: new foundry.data.fields.NumberField({ integer: true, initial }) }; }
        get double() { return this.count * 2; }
      };
      // V14 keeps the changes of an effect in its data, which a model of one's own goes on from.
      globalThis.Models = { Hero: model(3), Thing: model(5), Spell: model(7, CONFIG.ActiveEffect.dataModels.base) };
      Hooks.once("init", () => {
        CONFIG.Actor.dataModels.hero = Models.Hero;
        Object.assign(CONFIG.Item.dataModels, { thing: Models.Thing });
        CONFIG.ActiveEffect.dataModels.base = Models.Spell;
      });`);
    expect(await run(`
      const hero = await Actor.create({ name: "New", type: "hero", system: { count: "4", unknown: 1 } });
      const [thing, plain] = await hero.createEmbeddedDocuments("Item", [{ name: "Thing", type: "thing" }, { name: "Plain", type: "plain" }]);
      const [effect] = await hero.createEmbeddedDocuments("ActiveEffect", [{ name: "Spell", type: "base" }]);
      return [hero.system instanceof Models.Hero, hero.system.double, hero.system.parent === hero, hero.toObject().system, thing.system.double, plain.system instanceof foundry.abstract.TypeDataModel, effect.system instanceof Models.Spell, effect.system.count];`))
      .toEqual([true, 8, true, { count: 4 }, 10, false, true, 7]);
  });

  // https://foundryvtt.com/api/variables/CONFIG.statusEffects.html, https://foundryvtt.com/api/classes/foundry.documents.Actor.html#togglestatuseffect
  it("CONFIG.statusEffects holds what an actor can be marked with", async () => {
    const add = generation === 14 ? `CONFIG.statusEffects.soaked = { id: "soaked", name: "Soaked", img: "icons/svg/waterfall.svg" };` : `CONFIG.statusEffects.push({ id: "soaked", name: "Soaked", img: "icons/svg/waterfall.svg" });`;
    const { run } = await stage(generation, `Hooks.once("init", () => { ${add} });`);
    expect(await run(`
      const hero = game.actors.contents[0];
      const effect = await hero.toggleStatusEffect("soaked");
      const marked = [effect.name, effect.img, [...effect.statuses], hero.statuses.has("soaked"), hero.effects.size];
      await hero.toggleStatusEffect("soaked");
      return [marked, hero.statuses.has("soaked"), hero.effects.size, await hero.toggleStatusEffect("soaked", { active: false }) ?? null];`)).toEqual([["Soaked", "icons/svg/waterfall.svg", ["soaked"], true, 1], false, 0, null]);
    await expect(run(`await game.actors.contents[0].toggleStatusEffect("unheard of");`)).rejects.toThrow("unheard of");
  });

  // https://foundryvtt.com/api/variables/CONFIG.time.html
  it("CONFIG.time.roundTime is how many seconds of the world a round takes, besides the CONFIG.time.turnTime of each turn that is left in it", async () => {
    const { run } = await stage(generation, `Hooks.once("init", () => { CONFIG.time.roundTime = 10; CONFIG.time.turnTime = 2; });`, { combats: [{ _id: "combat0000000000", active: true, combatants: [{ _id: "combatant000000a", name: "Ann" }, { _id: "combatant000000b", name: "Bob" }] }] });
    expect(await run(`
      await game.combat.startCombat();
      const times = [game.time.worldTime];
      await game.combat.nextTurn();
      times.push(game.time.worldTime);
      await game.combat.nextRound();
      times.push(game.time.worldTime);
      return times;`)).toEqual([0, 2, 14]);
  });

  // https://foundryvtt.com/api/variables/CONFIG.sounds.html, https://foundryvtt.com/api/classes/foundry.dice.Roll.html#tomessage
  it("CONFIG.sounds.dice is the sound of a roll that is told in chat", async () => {
    const { run } = await stage(generation, `Hooks.once("init", () => { CONFIG.sounds.dice = "sounds/mine.wav"; });`);
    expect(await run(`
      const message = await (await new Roll("3").evaluate()).toMessage({ flavor: "Told" });
      const plain = await ChatMessage.create({ content: "Hm" });
      return [message.sound, message.flavor, message.rolls[0].total, plain.sound];`)).toEqual(["sounds/mine.wav", "Told", 3, null]);
  });

  // https://foundryvtt.com/api/variables/CONFIG.Dice.html, https://foundryvtt.com/api/classes/foundry.dice.Roll.html#fromdata
  it("CONFIG.Dice.rolls.push lets a message keep a roll of a system's own class", async () => {
    const { run } = await stage(generation, `
      globalThis.OwnRoll = class OwnRoll extends Roll { get doubled() { return this.total * 2; } };
      Hooks.once("init", () => { CONFIG.Dice.rolls.push(OwnRoll); });`);
    expect(await run(`
      const message = await (await new OwnRoll("4").evaluate()).toMessage();
      const kept = game.messages.get(message.id).rolls[0];
      return [kept instanceof OwnRoll, kept.doubled, JSON.parse(message._source.rolls[0]).class, Roll.fromData({ ...kept.toJSON() }).doubled];`)).toEqual([true, 8, "OwnRoll", 8]);
  });

  // https://foundryvtt.com/api/classes/foundry.helpers.interaction.ClientKeybindings.html#register
  it("game.keybindings.register takes actions until init is over, and game.keybindings.get tells their keys", async () => {
    const { run } = await stage(generation, `
      Hooks.once("init", () => { game.keybindings.register("probe", "wave", { name: "Wave", editable: [{ key: "KeyQ", modifiers: ["Shift"] }], uneditable: [{ key: "KeyZ" }], onDown: () => true }); });`);
    expect(await run(`return [game.keybindings.get("probe", "wave").map(({ key, modifiers }) => [key, modifiers.map((name) => name.toUpperCase())]), game.keybindings.actions.get("probe.wave").name];`)).toEqual([[["KeyZ", []], ["KeyQ", ["SHIFT"]]], "Wave"]);
    await expect(run(`game.keybindings.register("probe", "late", { name: "Late" });`)).rejects.toThrow("after the init hook");
  });

  // https://foundryvtt.com/api/classes/foundry.documents.BaseActor.html#getdefaultartwork, https://foundryvtt.com/api/classes/foundry.documents.BaseItem.html#getdefaultartwork
  it("Actor.getDefaultArtwork and Item.getDefaultArtwork give a new document without pictures those of its kind, the token's as well", async () => {
    const { run } = await stage(generation, `
      Hooks.once("init", () => {
        CONFIG.Actor.documentClass = class extends Actor { static getDefaultArtwork(data) { return { img: "mine/" + data.type + ".webp", texture: { src: "mine/" + data.type + "-token.webp" } }; } };
        CONFIG.Item.documentClass = class extends Item { static getDefaultArtwork(data) { return { ...super.getDefaultArtwork(data), img: "mine/" + data.type + "/" + data.name + ".webp" }; } };
      });`);
    expect(await run(`
      const Class = Actor.implementation;
      const pictures = ({ img, prototypeToken }) => [img, prototypeToken.texture.src];
      const bare = await Class.create({ name: "Bare", type: "hero" });
      const drawn = await Class.create({ name: "Drawn", type: "hero", img: "drawn.webp" });
      const token = await Class.create({ name: "Token", type: "hero", prototypeToken: { texture: { src: "own-token.webp" } } });
      const [rope] = await bare.createEmbeddedDocuments("Item", [{ name: "Rope", type: "plain" }]);
      const ring = await Item.implementation.create({ name: "Ring", type: "thing", img: "ring.webp" });
      return [pictures(bare), pictures(drawn), pictures(token), rope.img, ring.img, (await bare.getTokenDocument()).texture.src];`))
      .toEqual([["mine/hero.webp", "mine/hero-token.webp"], ["drawn.webp", "drawn.webp"], ["mine/hero.webp", "own-token.webp"], "mine/plain/Rope.webp", "ring.webp", "mine/hero-token.webp"]);
    const plain = await stage(generation, "");
    expect(await plain.run(`return [Actor.getDefaultArtwork({}), Item.getDefaultArtwork({}), (await Actor.create({ name: "x", type: "hero" })).prototypeToken.texture.src];`)).toEqual([{ img: "icons/svg/mystery-man.svg", texture: { src: "icons/svg/mystery-man.svg" } }, { img: "icons/svg/item-bag.svg" }, "icons/svg/mystery-man.svg"]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.collections.Actors.html#tokens
  it("game.actors.tokens holds the actors of unlinked tokens, each by the id of its token", async () => {
    const { run } = await stage(generation, "", FIGHT);
    expect(await run(`
      const [twin] = await game.scenes.active.createEmbeddedDocuments("Token", [{ name: "Twin", actorId: "hero000000000000", actorLink: false }]);
      return [game.actors.tokens[twin.id] === twin.actor, Object.keys(game.actors.tokens).length, twin.actor === game.actors.contents[0]];`)).toEqual([true, 1, false]);
  });
});

// https://foundryvtt.com/api/variables/CONFIG.ActiveEffect.html
describe("effects of items, generation 13", () => {
  it.each([[false, 5], [true, 3]])("CONFIG.ActiveEffect.legacyTransferral %s: an item's effect changes its actor, or not", async (legacy, power) => {
    const { run } = await stage(13, `Hooks.once("init", () => { CONFIG.ActiveEffect.legacyTransferral = ${String(legacy)}; });`);
    expect(await run(`
      const hero = game.actors.contents[0];
      const [ring] = await hero.createEmbeddedDocuments("Item", [{ name: "Ring", type: "plain" }]);
      await ring.createEmbeddedDocuments("ActiveEffect", [{ name: "Strong", transfer: true, changes: [{ key: "system.power", mode: 2, value: "2" }] }]);
      return hero.system.power;`)).toBe(power);
  });
});
