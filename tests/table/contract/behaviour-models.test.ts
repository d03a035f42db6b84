import { describe, expect, it } from "vitest";
import { stage } from "./behaviour";

/* What a type's data model hears of what happens to its document. https://foundryvtt.com/api/v14/classes/foundry.abstract.TypeDataModel.html */

const OWN = `
  globalThis.heard = [];
  const { NumberField } = foundry.data.fields;
  globalThis.Hero = class Hero extends foundry.abstract.TypeDataModel {
    static defineSchema() { return { power: new NumberField({ initial: 1 }) }; }
    async _preCreate(data, options, user) { heard.push(["preCreate", data.name, options.mark, user === game.user]); if (data.name === "Never") return false; return super._preCreate(data, options, user); }
    _onCreate(data, options, userId) { super._onCreate(data, options, userId); heard.push(["create", data.name, options.mark, userId === game.user.id]); }
    async _preUpdate(changes, options, user) { heard.push(["preUpdate", changes.system?.power ?? null, options.mark, user === game.user]); if (changes.system?.power === 13) return false; if (changes.system) changes.system.power += 1; return super._preUpdate(changes, options, user); }
    _onUpdate(changes, options, userId) { super._onUpdate(changes, options, userId); heard.push(["update", changes.system.power, options.mark, this.power]); }
    async _preDelete(options, user) { heard.push(["preDelete", options.mark, user === game.user]); if (options.mark === "stay") return false; return super._preDelete(options, user); }
    _onDelete(options, userId) { super._onDelete(options, userId); heard.push(["delete", options.mark, userId === game.user.id]); }
  };
  Hooks.once("init", () => { CONFIG.Actor.dataModels.hero = Hero; });`;

describe.each([13, 14] as const)("a type's data model, generation %i", (generation) => {
  it("is asked before and told after its document is made, changed and deleted", async () => {
    const { run } = await stage(generation, OWN);
    expect(await run(`
      const made = await Actor.create({ name: "Ann", type: "hero" }, { mark: 1 });
      await made.update({ system: { power: 5 } }, { mark: 2 });
      await made.delete({ mark: 3 });
      return heard;`)).toEqual([
      ["preCreate", "Ann", 1, true], ["create", "Ann", 1, true], ["preUpdate", 5, 2, true], ["update", 6, 2, 6], ["preDelete", 3, true], ["delete", 3, true],
    ]);
  });

  it("refuses each of them by false, and nothing has happened", async () => {
    const { run } = await stage(generation, OWN);
    expect(await run(`
      const hero = game.actors.contents[0];
      const never = await Actor.create({ name: "Never", type: "hero" });
      await hero.update({ system: { power: 13 } });
      await hero.delete({ mark: "stay" });
      return [never ?? null, hero.system.power, game.actors.size, heard.map(([what]) => what)];`)).toEqual([null, 3, 1, ["preCreate", "preUpdate", "preDelete"]]);
  });
});
