import { describe, expect, it } from "vitest";
import { stage, type Stage } from "./behaviour";
import { PLAYER } from "../core/testing/memory-table";
import type { Generation, Source } from "../core/protocol";

/* What is told of a token that moves, and who may stop it. */

const TOKENS: Source[] = [{ _id: "token00000000000", name: "Hero", actorId: "hero000000000000", actorLink: true }, { _id: "other00000000000", name: "Other" }];

async function field(generation: Generation, module = ""): Promise<Stage> {
  const scenes = [{ _id: "scene00000000000", name: "Field", active: true, grid: { type: 1, size: 100, distance: 2, units: "m" }, tokens: structuredClone(TOKENS) }];
  return stage(generation, `globalThis.heard = []; globalThis.token = () => game.scenes.active.tokens.get("token00000000000"); ${module}`, { scenes });
}

describe.each([13, 14] as const)("a token that moves, generation %i", (generation) => {
  // https://foundryvtt.com/api/functions/hookEvents.preMoveToken.html, https://foundryvtt.com/api/functions/hookEvents.moveToken.html,
  // https://foundryvtt.com/api/interfaces/foundry.documents.types.TokenMovementData.html
  it("asks preMoveToken before the update and tells moveToken after it, of the same movement", async () => {
    const { run } = await field(generation, `
      Hooks.on("preUpdateToken", (document) => { heard.push(["preUpdate", document.x]); });
      Hooks.on("preMoveToken", (document, movement, operation) => { heard.push(["preMove", document.x, movement.origin.x, movement.destination.x, operation.action]); globalThis.asked = movement; });
      Hooks.on("updateToken", (document) => { heard.push(["update", document.x]); });
      Hooks.on("moveToken", (document, movement, operation, user) => { heard.push(["move", document.x, movement.id === asked.id, user === game.user, operation.mark]); globalThis.told = movement; });`);
    expect(await run(`await token().update({ x: 300, y: 100, elevation: 4 }, { mark: 7 }); return heard;`)).toEqual([["preUpdate", 0], ["preMove", 0, 0, 300, "update"], ["update", 300], ["move", 300, true, true, 7]]);
    const size = { width: 1, height: 1, ...(generation === 14 ? { depth: 1, level: null } : {}), shape: 4 };
    expect(await run(`
      const { origin, destination, passed, pending, method, chain, recorded, constrained } = told;
      const { waypoints: [waypoint, ...rest], ...measures } = passed;
      return [origin, destination, measures, [waypoint.x, waypoint.y, waypoint.elevation, waypoint.action, waypoint.snapped, waypoint.explicit, waypoint.userId === game.userId, waypoint.movementId === told.id, rest.length], pending, method, chain, recorded, constrained];`))
      .toEqual([{ x: 0, y: 0, elevation: 0, ...size }, { x: 300, y: 100, elevation: 4, ...size }, { distance: 6, cost: 6, spaces: 3, diagonals: expect.any(Number) as number }, [300, 100, 4, "walk", true, true, true, true, 0], { waypoints: [], distance: 0, cost: 0, spaces: 0, diagonals: 0 }, "api", [], false, false]);
    expect(await run(`return "subpathId" in told && "split" in told && told.animation.ended instanceof Promise && await told.finished;`)).toBe(generation === 14);
  });

  it("does not move when preMoveToken returns false, and nothing is told; other tokens of the update go on", async () => {
    const { run } = await field(generation, `
      Hooks.on("preMoveToken", (document) => document.name !== "Hero");
      Hooks.on("moveToken", (document) => { heard.push(document.name); });`);
    expect(await run(`
      const alone = await token().update({ x: 300, name: "Renamed" });
      const scene = game.scenes.active;
      const both = await scene.updateEmbeddedDocuments("Token", [{ _id: "token00000000000", x: 500 }, { _id: "other00000000000", x: 500 }]);
      return [alone ?? null, token().x, token().name, both.map(({ name }) => name), scene.tokens.get("other00000000000").x, heard];`)).toEqual([null, 0, "Hero", ["Other"], 500, ["Other"]]);
  });

  it("lets a hook decide on turning and on the ruler, and on nothing else", async () => {
    const { run } = await field(generation, `
      Hooks.on("preMoveToken", (document, movement) => {
        movement.autoRotate = true;
        movement.showRuler = true;
        for (const change of [() => { movement.method = "undo"; }, () => { movement.destination.x = 9; }, () => { movement.mine = 1; }]) try { (() => { "use strict"; change(); })(); } catch (error) { heard.push(error.name); }
      });
      Hooks.on("moveToken", (document, movement) => { heard.push([movement.autoRotate, movement.showRuler, movement.method, movement.destination.x, movement.mine ?? null, Object.isFrozen(movement) && Object.isFrozen(movement.passed.waypoints)]); });`);
    expect(await run(`await token().update({ x: 100 }); return heard.filter((word) => word !== "TypeError");`)).toEqual([[true, true, "api", 100, null, true]]);
  });

  it("is silent for what is no movement, and where the operation asks for no hooks", async () => {
    const { run } = await field(generation, `for (const name of ["preMoveToken", "moveToken"]) Hooks.on(name, () => { heard.push(name); });`);
    expect(await run(`
      await token().update({ name: "Renamed", rotation: 90 });
      await token().update({ x: 0 });
      await token().update({ x: 100 }, { noHook: true });
      await token().actor.update({ name: "Renamed" });
      return [heard, token().x];`)).toEqual([[], 100]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.TokenDocument.html#move, the defaults of a waypoint in
  // https://foundryvtt.com/api/v14/interfaces/foundry.documents.types.TokenMeasuredMovementWaypoint.html ("there's an update for each checkpoint", default false)
  it("goes through points that are no checkpoints in one update, which is one movement", async () => {
    const { run, table } = await field(generation, `Hooks.on("moveToken", (document, movement) => { heard.push(movement); });`);
    const before = table.backend.sent.length;
    expect(await run(`
      const went = await token().move([{ x: 200 }, { y: 200 }, { x: 600, explicit: true }]);
      const [{ passed, pending, chain, origin, destination }] = heard;
      return [went, heard.length, passed.waypoints.map(({ x, y, checkpoint, explicit }) => [x, y, checkpoint, explicit]), passed.distance, pending.waypoints.length, chain, origin.x, destination.x, token().x, token().y];`))
      .toEqual([true, 1, [[200, 0, false, false], [200, 200, false, false], [600, 200, true, true]], 16, 0, [], 0, 600, 600, 200]);
    expect(table.backend.sent.length - before).toBe(1);
  });

  // https://github.com/foundryvtt/foundryvtt/issues/12240, https://foundryvtt.com/api/v14/interfaces/foundry.documents.types.TokenMovementData.html
  it("keeps the movement in TokenDocument#movement, on its way and when it is done, before anybody is told of the update", async () => {
    const { run } = await field(generation, `
      Hooks.on("updateToken", (document) => { heard.push([document.movement.state, document.movement.destination.x, document.movement.pending.waypoints.length]); });
      Hooks.on("moveToken", (document, movement) => { heard.push([document.movement.id === movement.id, document.movement.user === game.user, document.movement.updateOptions.mark]); });`);
    expect(await run(`
      const rest = token().movement;
      await token().move([{ x: 200, checkpoint: true }, { x: 400 }], { mark: 5 });
      return [[rest.state, rest.origin.x, rest.destination.x, rest.passed.waypoints.length], heard, token().movement.state, token().movement.origin.x];`))
      .toEqual([["completed", 0, 0, 0], [["pending", 200, 1], [true, true, 5], ["completed", 400, 0], [true, true, 5]], "completed", 200]);
  });

  // https://foundryvtt.com/api/functions/hookEvents.stopToken.html, https://github.com/foundryvtt/foundryvtt/issues/11728
  it("is stopped at a checkpoint by who moves it, and says stopToken", async () => {
    const { run } = await field(generation, `
      Hooks.on("updateToken", (document) => { if (document.x === 200) heard.push(document.stopMovement()); });
      Hooks.on("stopToken", (document) => { heard.push(["stop", document.movement.state, document.x]); });`);
    expect(await run(`
      const idle = token().stopMovement();
      const went = await token().move([{ x: 200, checkpoint: true }, { x: 400 }]);
      return [idle, went, token().x, heard];`)).toEqual([false, false, 200, [["stop", "stopped", 200], true]]);
  });

  // https://foundryvtt.com/api/functions/hookEvents.pauseToken.html, https://github.com/foundryvtt/foundryvtt/issues/12162, https://github.com/foundryvtt/foundryvtt/issues/11849
  it("is paused at a checkpoint, says pauseToken once, and goes on when all who held it have let go", async () => {
    const { run } = await field(generation, `
      Hooks.on("updateToken", (document) => { if (document.x === 200) { globalThis.held = document.pauseMovement("trap"); globalThis.release = document.pauseMovement(); } });
      Hooks.on("pauseToken", (document) => { heard.push(["pause", document.movement.state, document.x]); });`);
    expect(await run(`
      const moving = token().move([{ x: 200, checkpoint: true }, { x: 400 }]);
      while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const let_go = release();
      const after = [await let_go, token().x, token().movement.state];
      token().resumeMovement(token().movement.id, "trap");
      return [after, await held, await moving, token().x, heard, token().pauseMovement()];`)).toEqual([[true, 200, "paused"], true, true, 400, [["pause", "paused", 200]], null]);
  });

  // https://foundryvtt.com/api/functions/hookEvents.recordToken.html, https://github.com/foundryvtt/foundryvtt/issues/11730
  it("is recorded in a fight that has begun, every point of it, and recordToken tells of that and of clearing it", async () => {
    const { run } = await field(generation, `Hooks.on("recordToken", (document) => { heard.push(document.movementHistory.length); });`);
    expect(await run(`
      await token().move([{ x: 100 }]);
      const combat = await Combat.create({ active: true, scene: "scene00000000000", combatants: [{ tokenId: "token00000000000", sceneId: "scene00000000000", actorId: "hero000000000000" }] });
      await combat.startCombat();
      await token().move([{ x: 200 }, { x: 200, y: 200 }]);
      const history = token().movementHistory.map(({ x, y }) => [x, y]);
      await token().clearMovementHistory();
      return [history, token().movementHistory.length, heard];`)).toEqual([[[100, 0], [200, 0], [200, 200]], 0, [3, 0]]);
  });

  // https://github.com/foundryvtt/dnd5e/issues/5990 (points placed by hand are checkpoints)
  it("tells of a way through several points as of movements that go on from each other, each with what is still to come", async () => {
    const { run } = await field(generation, `
      globalThis.told = [];
      Hooks.on("moveToken", (document, movement) => { told.push(movement); });`);
    expect(await run(`
      const went = await token().move([{ x: 200, checkpoint: true }, { y: 200, checkpoint: true }, { x: 600, y: 200 }], { method: "dragging" });
      return [went, told.map(({ destination, passed, pending, method }) => [destination.x, destination.y, passed.distance, pending.waypoints.length, pending.distance, method]), told.map(({ chain }) => chain.map((id) => told.findIndex((movement) => movement.id === id)))];`))
      .toEqual([true, [[200, 0, 4, 2, 12, "dragging"], [200, 200, 4, 1, 8, "dragging"], [600, 200, 8, 0, 0, "dragging"]], [[], [0], [0, 1]]]);
  });

  // https://foundryvtt.com/api/variables/CONFIG.Token.html, https://foundryvtt.com/api/types/foundry.documents.types.TokenMovementWaypoint.html
  it("goes by one of CONFIG.Token.movement.actions: the token's own, else the default one", async () => {
    const { run } = await field(generation, `
      Hooks.once("init", () => { CONFIG.Token.movement.actions.climb = { label: "Climb", icon: "fa-solid fa-mountain", order: 3 }; CONFIG.Token.movement.defaultAction = "blink"; });
      Hooks.on("moveToken", (document, movement) => { heard.push(movement.passed.waypoints[0].action); });`);
    expect(await run(`
      await token().update({ x: 100 });
      await token().update({ movementAction: "climb" });
      await token().update({ x: 200 });
      return [heard, CONFIG.Token.movement.actions.walk.order];`)).toEqual([["blink", "climb"], 0]);
  });

  it("is told to every client, of a movement that another user asked for", async () => {
    const { run, table } = await field(generation, `Hooks.on("preMoveToken", () => { heard.push("asked"); }); Hooks.on("moveToken", (document, movement, operation, user) => { heard.push([user.name, movement.destination.x]); });`);
    await run(`await token().update({ x: 100 });`);
    const sent = table.backend.sent.at(-1)?.[0];
    if (sent?.action !== "update") throw new Error("No update was sent.");
    table.backend.as(PLAYER, [{ ...sent, updates: [{ _id: "token00000000000", x: 200 }], options: JSON.parse(JSON.stringify(sent.options).replaceAll(":100", ":200")) as typeof sent.options }]);
    expect(await run(`return heard;`)).toEqual(["asked", ["Gamemaster", 100], ["Player", 200]]);
  });
});
