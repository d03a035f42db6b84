import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStage, type PageStage } from "./behaviour-page";

/* Who sees where a token is about to go while somebody drags it. https://foundryvtt.com/api/v14/interfaces/foundry.types.TokenRulerData.html
   (movement planned by users), https://github.com/foundryvtt/foundryvtt/issues/13561, https://github.com/foundryvtt/foundryvtt/issues/11882 */

const SCENE = `const scene = await Scene.create({ name: "Meadow", width: 1200, height: 900, grid: { type: 1, size: 100, distance: 2, units: "m" }, tokens: [{ name: "Friend", x: 600, y: 500, disposition: 1 }, { name: "Foe", x: 600, y: 700, disposition: -1 }] }); await scene.activate();`;

describe("a token that is dragged, seen by others", () => {
  let stage: PageStage;
  let anna: Page;

  beforeAll(async () => {
    stage = await openStage(14);
    anna = (await stage.join("Anna")).page;
    await stage.run(SCENE);
    for (const page of [stage.page, anna]) await page.locator('#board .token[aria-label^="Foe"]').waitFor({ state: "attached" });
  });
  afterAll(() => stage.dispose());

  /** Segments of rulers that a page shows. */
  const segments = (page: Page): Promise<number> => page.locator("#board .token-ruler .segment").count();
  /** Takes hold of a token with the pointer and draws it to the right. */
  async function draw(name: string): Promise<void> {
    const box = await stage.page.locator(`#board .token[aria-label^="${name}"]`).boundingBox();
    if (!box) throw new Error(`${name} is not on the screen.`);
    await stage.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await stage.page.mouse.down();
    await stage.page.mouse.move(box.x + box.width * 2.5, box.y + box.height / 2, { steps: 4 });
  }

  it("shows the way of a friendly token to everybody, while it is dragged, in the colour of who drags it", async () => {
    await draw("Friend");
    await expect.poll(() => segments(anna)).toBe(1);
    await expect.poll(() => segments(stage.page)).toBe(1);
    const color = await stage.run(`return game.user.color.css;`);
    await expect.poll(() => anna.locator("#board .token-ruler .segment").getAttribute("stroke")).toBe(color);
    await expect.poll(() => anna.locator(".token-ruler-labels").innerText()).toContain("4");
    await stage.page.keyboard.press("Escape");
    await expect.poll(() => segments(anna)).toBe(0);
    await stage.page.mouse.up();
  });

  it("keeps a way to the one who measures it with Alt", async () => {
    await draw("Friend");
    await expect.poll(() => segments(anna)).toBe(1);
    await stage.page.keyboard.down("Alt");
    await stage.page.mouse.move(600, 300, { steps: 2 });
    await expect.poll(() => segments(anna)).toBe(0);
    await expect.poll(() => segments(stage.page)).toBe(1);
    await stage.page.keyboard.up("Alt");
    await stage.page.mouse.up();
  });

  it("shows players nothing of the way of a foe, and both where they have come to", async () => {
    await draw("Foe");
    await expect.poll(() => segments(stage.page)).toBe(1);
    // What the other page has heard by now it would show: the target that is set after it is there.
    await stage.run(`canvas.tokens.placeables.find(({ name }) => name === "Friend").setTarget(true);`);
    await anna.locator("#board .token .token-targets").waitFor({ state: "attached" });
    expect(await segments(anna)).toBe(0);
    await stage.page.mouse.up();
    await expect.poll(() => anna.evaluate(() => (Reflect.get(globalThis, "canvas") as { tokens: { placeables: { name: string; x: number }[] } }).tokens.placeables.find(({ name }) => name === "Foe")?.x)).toBe(800);
  });

  // https://foundryvtt.com/api/variables/CONST.USER_PERMISSIONS.html
  it("is shared by those alone who may show rulers, which a Gamemaster may be denied as well", async () => {
    await stage.run(`await game.settings.set("core", "permissions", { SHOW_RULER: [1, 2, 3] });`);
    expect(await stage.run(`return ["Gamemaster", "Anna"].map((name) => game.users.getName(name).hasPermission("SHOW_RULER"));`)).toEqual([false, true]);
    await draw("Friend");
    await expect.poll(() => segments(stage.page)).toBe(1);
    await stage.run(`canvas.tokens.placeables.find(({ name }) => name === "Foe").setTarget(true);`);
    await anna.locator('#board .token[aria-label^="Foe"] .token-targets').waitFor({ state: "attached" });
    expect(await segments(anna)).toBe(0);
    await stage.page.mouse.up();
  });
});
