import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stage } from "./behaviour";
import { openStage, type PageStage } from "./behaviour-page";

/* What happens as a client comes up, in the order that the public page gives. */

const LISTEN = `
  globalThis.heard = [];
  for (const name of ["ready", "canvasReady", "canvasConfig", "initializeCombatConfiguration", "initializeDynamicTokenRingConfig", "setup", "i18nInit", "init"]) Hooks.on(name, (config) => {
    heard.push(name);
    if (name === "canvasConfig") globalThis.canvasConfig = { ...config };
    if (name === "initializeDynamicTokenRingConfig") config.addConfig("mine", { label: "My ring" });
  });`;

// https://foundryvtt.com/api/modules/hookEvents.html, https://foundryvtt.com/api/v14/modules/hookEvents.html (the same list)
const ORDER = ["init", "i18nInit", "setup", "initializeDynamicTokenRingConfig", "initializeCombatConfiguration"];

describe.each([13, 14] as const)("a client without a canvas, generation %i", (generation) => {
  it("goes through init, i18nInit, setup, initializeDynamicTokenRingConfig, initializeCombatConfiguration and ready, once each", async () => {
    const { run } = await stage(generation, LISTEN);
    expect(await run(`return heard;`)).toEqual([...ORDER, "ready"]);
  });

  // https://foundryvtt.com/api/v14/classes/foundry.canvas.placeables.tokens.TokenRingConfig.html
  it("takes a ring of its own in that hook", async () => {
    const { run } = await stage(generation, LISTEN);
    expect(await run(`const { ring } = CONFIG.Token; return [ring.configIDs, ring.configLabels.mine, ring.getConfig("mine").label, ring.useConfig("mine"), ring.useConfig("none")];`)).toEqual([["coreSteel", "coreBronze", "mine"], "My ring", "My ring", true, false]);
  });

  it("warns of a hook's error and goes on", async () => {
    const { run } = await stage(generation, `${LISTEN} Hooks.on("setup", () => { throw new Error("Not today"); }); Hooks.on("error", (place, error) => { heard.push(error.message); });`);
    expect(await run(`return heard;`)).toEqual([...ORDER.slice(0, 3), "Not today", ...ORDER.slice(3), "ready"]);
  });
});

describe.each([13, 14] as const)("a page, generation %i", (generation) => {
  let page: PageStage;
  beforeAll(async () => {
    page = await openStage(generation, LISTEN);
  });
  afterAll(() => page.dispose());

  it("tells of its canvas before ready", async () => {
    expect(await page.run(`return [heard.filter((name) => name !== "canvasReady"), canvasConfig.width === innerWidth];`)).toEqual([[...ORDER, "canvasConfig", "ready"], true]);
  });
});
