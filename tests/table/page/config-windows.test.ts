import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright-core";
import { openBench, type PageBench } from "./testing/page-bench";

/** The plain windows for what a system brings no sheet for; all save through the document. */
describe.each([13, 14] as const)("windows made from a schema, generation %i", (generation) => {
  let bench: PageBench;
  let page: Page;

  beforeAll(async () => {
    bench = await openBench({ generation });
    page = await bench.join("Gamemaster");
  });
  afterAll(async () => bench.dispose());

  const open = async (script: string): Promise<Locator> => {
    await page.evaluate(script);
    const form = page.locator(".application.plain-sheet").last();
    await form.locator("[type=submit]").waitFor();
    return page.locator(`[id="${await form.getAttribute("id")}"]`);
  };
  const save = async (form: Locator): Promise<void> => {
    await form.locator("[type=submit]").click();
    await form.waitFor({ state: "detached" });
  };
  const value = (script: string): Promise<unknown> => page.evaluate(script);

  // https://foundryvtt.com/api/v14/classes/foundry.applications.sheets.TokenConfig.html
  it("changes a token", async () => {
    const form = await open("void canvas.tokens.placeables[0].document.sheet.render({ force: true })");
    await form.locator("[name=name]").fill("Renamed");
    await form.locator("[name=elevation]").fill("4");
    await form.locator("[name=hidden]").check();
    await save(form);
    expect(await value("(({ name, elevation, hidden }) => ({ name, elevation, hidden }))(canvas.tokens.placeables[0].document)")).toEqual({ name: "Renamed", elevation: 4, hidden: true });
  });

  // https://foundryvtt.com/api/v14/classes/foundry.applications.sheets.PrototypeTokenConfig.html
  it("changes the prototype of an actor's tokens, the rest of it left alone", async () => {
    const form = await open("void new foundry.applications.sheets.PrototypeTokenConfig({ prototype: game.actors.contents[0].prototypeToken }).render({ force: true })");
    await form.locator("[name=name]").fill("On the map");
    await form.locator("[name=width]").fill("2");
    await save(form);
    expect(await value("(({ name, width, height }) => ({ name, width, height }))(game.actors.contents[0].prototypeToken)")).toEqual({ name: "On the map", width: 2, height: 1 });
  });

  // https://foundryvtt.com/api/v14/classes/foundry.applications.sheets.ActiveEffectConfig.html
  it("changes an effect, adds a change to it and takes one away", async () => {
    await page.evaluate(`game.actors.contents[0].createEmbeddedDocuments("ActiveEffect", [{ name: "Blessed" }])`);
    const effect = `game.actors.contents[0].effects.contents.at(-1)`;
    let form = await open(`void ${effect}.sheet.render({ force: true })`);
    await form.locator("[name=name]").fill("Cursed");
    await form.locator('[name="change.0.key"]').fill("system.power");
    await form.locator('[name="change.0.value"]').fill("-2");
    await save(form);
    const changes = `(${effect}.changes ?? ${effect}.system.changes).map(({ key, value }) => [key, String(value)])`;
    expect([await value(`${effect}.name`), await value(changes)]).toEqual(["Cursed", [["system.power", "-2"]]]);
    form = await open(`void ${effect}.sheet.render({ force: true })`);
    await form.locator('[name="change.0.key"]').fill("");
    await save(form);
    expect(await value(changes)).toEqual([]);
  });

  // https://foundryvtt.com/api/v14/classes/foundry.applications.apps.CombatTrackerConfig.html
  it("keeps what the combat tracker shows", async () => {
    const form = await open("void new foundry.applications.apps.CombatTrackerConfig().render({ force: true })");
    await form.locator("[name=resource]").fill("power");
    await form.locator("[name=skipDefeated]").check();
    await save(form);
    expect(await value(`game.settings.get("core", "combatTrackerConfig")`)).toMatchObject({ resource: "power", skipDefeated: true });
  });

  // https://foundryvtt.com/api/v14/classes/foundry.applications.sheets.FolderConfig.html
  it("makes a folder from the directory, which is shown while it is empty", async () => {
    await page.click('[role="tab"][data-tab="actors"]');
    await page.click('#actors [data-action="createFolder"]');
    const form = page.locator(".application.plain-sheet").last();
    await form.locator("[name=name]").fill("Villains");
    await save(form);
    await page.locator("#actors .directory-item.folder", { hasText: "Villains" }).waitFor();
    expect(await value(`(({ name, type }) => ({ name, type }))(game.folders.contents.at(-1))`)).toEqual({ name: "Villains", type: "Actor" });
    await page.locator("#actors .directory-item.folder", { hasText: "Villains" }).click({ button: "right" });
    await page.getByText("Edit folder").click();
    const again = page.locator(".application.plain-sheet").last();
    await again.locator("[name=name]").fill("Heroes");
    await save(again);
    await page.locator("#actors .directory-item.folder", { hasText: "Heroes" }).waitFor();
  });
});
