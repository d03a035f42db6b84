import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStage, type PageStage } from "./behaviour-page";

/* What one person's page asks of another's, and what everybody sees. */

describe.each([13, 14] as const)("two people, generation %i", (generation) => {
  let stage: PageStage;
  let anna: Awaited<ReturnType<PageStage["join"]>>;
  beforeAll(async () => {
    stage = await openStage(generation);
    anna = await stage.join("Anna");
  });
  afterAll(() => stage.dispose());

  // https://foundryvtt.com/api/classes/foundry.applications.api.DialogV2.html#query
  it("DialogV2.query shows a dialog to the other and gives back what was answered there", async () => {
    const answer = stage.run(`return foundry.applications.api.DialogV2.query(game.users.getName("Anna"), "confirm", { content: "<p>Do you agree?</p>" });`);
    await anna.page.getByText("Do you agree?").waitFor();
    expect(await stage.page.getByText("Do you agree?").count()).toBe(0);
    await anna.page.locator(".application.dialog [data-action=yes]").click();
    expect(await answer).toBe(true);
  });

  // https://foundryvtt.com/api/classes/foundry.Game.html#togglepause
  it("game.togglePause pauses the game for everybody", async () => {
    await stage.run(`await game.togglePause(true, { broadcast: true });`);
    await expect.poll(() => anna.run(`return game.paused;`)).toBe(true);
    await stage.run(`await game.togglePause(false, { broadcast: true });`);
    await expect.poll(() => anna.run(`return game.paused;`)).toBe(false);
  });

  // https://foundryvtt.com/api/classes/foundry.helpers.interaction.TooltipManager.html
  it("shows what stands in data-tooltip while the pointer is over it, and reads cleaned markup there", async () => {
    await stage.run(`const mark = document.createElement("button"); mark.id = "hover-me"; mark.textContent = "?"; mark.dataset.tooltip = "Mind the step"; mark.style.cssText = "position:fixed;left:300px;top:300px;z-index:9999"; document.body.append(mark);`);
    await stage.page.hover("#hover-me");
    await stage.page.locator("#tooltip", { hasText: "Mind the step" }).waitFor();
    await stage.page.mouse.move(600, 600);
    await expect.poll(() => stage.page.locator("#tooltip.active").count()).toBe(0);
    // https://github.com/foundryvtt/foundryvtt/issues/12356
    for (const name of ["tooltip", "tooltipText"]) {
      await stage.run(`const mark = document.getElementById("hover-me"); delete mark.dataset.tooltip; mark.dataset.${name} = "<b onclick='1'>Mind</b> the gap &amp; the &lt;i&gt;";`);
      await stage.page.hover("#hover-me");
      await expect.poll(() => stage.page.locator("#tooltip.active").evaluate((tooltip) => tooltip.innerHTML)).toBe("<b>Mind</b> the gap &amp; the &lt;i&gt;");
      await stage.page.mouse.move(600, 600);
      await expect.poll(() => stage.page.locator("#tooltip.active").count()).toBe(0);
    }
  });
});
