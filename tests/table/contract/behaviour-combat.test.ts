import { describe, expect, it } from "vitest";
import { stage, type Stage } from "./behaviour";
import type { Generation, Source } from "../core/protocol";

/* What the methods of a fight do, with the hooks that public pages name. */

const COMBATANTS: Source[] = [{ _id: "combatant000000a", name: "Ann", actorId: "hero000000000000", initiative: 5 }, { _id: "combatant000000b", name: "Bob", initiative: 9 }, { _id: "combatant000000c", name: "Cid" }];

async function fight(generation: Generation, module = ""): Promise<Stage> {
  return stage(generation, `globalThis.heard = []; ${module}`, { combats: [{ _id: "combat0000000000", active: true, combatants: COMBATANTS }] });
}

describe.each([13, 14] as const)("a fight, generation %i", (generation) => {
  // https://foundryvtt.com/api/classes/foundry.documents.Combat.html#startcombat, https://foundryvtt.com/api/functions/hookEvents.combatStart.html
  it("Combat#startCombat begins round 1 with the first turn, after a hook that may change that", async () => {
    const { run } = await fight(generation);
    expect(await run(`
      Hooks.once("combatStart", (combat, data) => { heard.push([combat.round, combat.started, { ...data }]); });
      const back = await game.combat.startCombat();
      return [heard, back === game.combat, game.combat.round, game.combat.turn, game.combat.combatant.name, game.combat.started];`)).toEqual([[[0, false, { round: 1, turn: 0 }]], true, 1, 0, "Bob", true]);
    expect(await (await fight(generation)).run(`Hooks.once("combatStart", (combat, data) => { data.turn = 1; }); await game.combat.startCombat(); return game.combat.combatant.name;`)).toBe("Ann");
  });

  // https://foundryvtt.com/api/classes/foundry.documents.Combat.html#nextround, ...#previousround, https://foundryvtt.com/api/functions/hookEvents.combatRound.html
  it("Combat#nextRound and Combat#previousRound move by a round, tell of it beforehand, and move the clock of the world", async () => {
    const { run } = await fight(generation, `Hooks.once("init", () => { CONFIG.time.roundTime = 6; CONFIG.time.turnTime = 0; });`);
    expect(await run(`
      Hooks.on("combatRound", (combat, data, options) => { heard.push([combat.round, data.round, options.direction, options.worldTime?.delta ?? options.advanceTime]); });
      await game.combat.startCombat();
      await game.combat.nextTurn();
      await game.combat.nextRound();
      const forward = [game.combat.round, game.combat.turn];
      await game.combat.previousRound();
      return [forward, game.combat.round, heard];`)).toEqual([[2, 0], 1, [[1, 2, 1, 6], [2, 1, -1, -6]]]);
    expect(await run(`await game.combat.previousRound(); await game.combat.previousRound(); return [game.combat.round, game.combat.turn, game.combat.started];`)).toEqual([0, null, false]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.Combat.html#rollinitiative
  it("Combat#rollInitiative rolls for those it is given, keeps who is at turn, and speaks once for each", async () => {
    const { run } = await fight(generation, `Hooks.once("init", () => { CONFIG.Combat.initiative = { formula: "1d1 + @power", decimals: 0 }; });`);
    expect(await run(`
      const combat = game.combat;
      await combat.startCombat();
      await combat.rollInitiative("combatant000000a");
      const first = [combat.combatants.get("combatant000000a").initiative, game.messages.size, game.messages.contents[0].rolls[0].formula];
      await combat.rollInitiative(["combatant000000a", "combatant000000c"], { formula: "20", messageOptions: { flavor: "Quick!" } });
      return [first, combat.turns.map(({ name, initiative }) => [name, initiative]), combat.combatant.name, game.messages.size, game.messages.contents.at(-1).flavor];`))
      .toEqual([[4, 1, "1d1 + 3"], [["Ann", 20], ["Cid", 20], ["Bob", 9]], "Bob", 3, "Quick!"]);
    expect(await run(`const combat = game.combat; await combat.rollInitiative("combatant000000b", { formula: "30", updateTurn: false }); await combat.rollInitiative([]); return [combat.turns[0].name, game.messages.size];`)).toEqual(["Bob", 4]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.Combat.html#_sortcombatants
  it("Combat#_sortCombatants puts the highest first, those without at the end, and obeys a system's own", async () => {
    expect(await (await fight(generation)).run(`return game.combat.turns.map(({ name }) => name);`)).toEqual(["Bob", "Ann", "Cid"]);
    const own = await fight(generation, `Hooks.once("init", () => { CONFIG.Combat.documentClass = class extends Combat { _sortCombatants(a, b) { return b.name.localeCompare(a.name); } }; });`);
    expect(await own.run(`await game.combat.setInitiative("combatant000000a", 50); return [game.combat.turns.map(({ name }) => name), game.combat.setupTurns().map(({ name }) => name)];`)).toEqual([["Cid", "Bob", "Ann"], ["Cid", "Bob", "Ann"]]);
  });
});
