import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { faults, ready } from "./browser-table";
import type { CombatView, PageGlobals } from "./globals";
import { closeWindows, makeDue, openTab, pressIn, sameEverywhere, snapshot, trackerRow as row } from "./table-actions";
import { testTable } from "./test-table";

/* What the tracker says and takes, on the screens of a GM and three players, each with a character of the own. */

/** What other packages read of a fight. */
interface FightView extends CombatView {
  readonly turn: number | null;
  readonly turns: readonly { readonly name: string; readonly initiative: number | null }[];
  readonly combatant: { readonly name: string } | null;
}
declare const game: Omit<PageGlobals["game"], "combat"> & { readonly combat: FightView | null; readonly settings: { set(scope: string, key: string, value: unknown): Promise<unknown> } };
declare const canvas: PageGlobals["canvas"];
declare const Combat: { implementation: { createDocuments(sources: object[]): Promise<{ readonly id: string }[]>; deleteDocuments(ids: readonly (string | undefined)[]): Promise<unknown> } };
declare const Hooks: { events: Readonly<Record<string, readonly unknown[]>> };
declare const ui: { combat: { readonly popout: { close(): Promise<unknown> } | null; renderPopout(): Promise<unknown> } };
declare const ChatMessage: { implementation: { create(source: object): Promise<unknown> } };
declare const foundry: { utils: { randomID(): string } };

const { gm, anna, ben, carl } = testTable({ gm: {}, anna: { theme: "light" }, ben: {}, carl: { theme: "light" } }, async () => {
  // Hedwig and the Marksman have none yet.
  await gm.page.evaluate(async (ticks) => {
    await game.settings.set("fatewalker", "autoAdvance", false);
    for (const { id, name } of game.combat?.combatants.contents ?? []) if (ticks[name] !== undefined) await game.combat?.setInitiative(id, ticks[name]);
  }, { Isaura: 3, Tobin: 3, "Enforcer (1)": 5, "Enforcer (2)": 5 } as Readonly<Record<string, number>>);
  for (const { page } of everyone) await openTab(page, "combat");
});
const players = [anna, ben, carl] as const;
const everyone = [gm, ...players] as const;
/** Whose each player's is. */
const OWN = [[anna, "Isaura"], [ben, "Tobin"], [carl, "Hedwig"]] as const;
const FIGHTERS = ["Isaura", "Tobin", "Hedwig", "Enforcer (1)", "Enforcer (2)", "Marksman"];

const events = (page: Page): Promise<string[]> => page.locator(".fw-event-row").allInnerTexts();
/** Each part of the tracker with who stands in it, in this order. */
const parts = (page: Page): Promise<Record<string, string[]>> =>
  page.locator(".fw-tracker-group:has(.fw-row)").evaluateAll((groups) =>
    Object.fromEntries(groups.map((group) => [(group.querySelector("h3")?.textContent ?? "").toLowerCase(), [...group.querySelectorAll(".token-name")].map((name) => name.textContent?.trim() ?? "")])));
/** What somebody may do in a row, by the names of the deeds. */
const deeds = (page: Page, name: string): Promise<string[]> => row(page, name).locator("[data-action]").evaluateAll((buttons) => buttons.map((button) => button.getAttribute("data-action") ?? ""));
/** What has the keyboard: the deed of a button, with whose it is. */
const keyboard = (page: Page): Promise<string> => page.evaluate(() => {
  const { activeElement: held } = document;
  const of = held?.closest(".fw-row")?.querySelector(".token-name")?.textContent?.trim() ?? held?.closest(".fw-event-row")?.querySelector(".fw-row-name")?.textContent ?? "";
  return `${held?.getAttribute("data-action") ?? held?.localName ?? ""} ${of}`.trim();
});
/** The GM presses a button of a row, which makes room for its buttons under the pointer. */
async function press(name: string, button: string): Promise<void> {
  await row(gm.page, name).locator(".fw-row-main").hover();
  await row(gm.page, name).getByRole("button", { name: button }).click();
}

describe.sequential("the tracker", () => {
  test("a player rolls the own initiative and no other; Begin rolls what is still missing and leaves the rest", async () => {
    for (const { page } of everyone) await expect.poll(() => parts(page)).toMatchObject({ "without initiative": expect.arrayContaining(["Hedwig", "Marksman"]) as unknown });
    for (const { page } of players) for (const name of FIGHTERS) expect(await deeds(page, name)).toEqual(page === carl.page && name === "Hedwig" ? ["fwPan", "fwRoll", "fwSheet"] : page === anna.page && name === "Isaura" || page === ben.page && name === "Tobin" ? ["fwPan", "fwSheet"] : ["fwPan"]);
    await row(carl.page, "Hedwig").getByRole("button", { name: "Roll initiative" }).click();
    await expect.poll(async () => (await snapshot(gm.page)).initiatives["Hedwig"]).not.toBeNull();
    const before = await sameEverywhere(gm.page, anna.page, ben.page, carl.page);
    expect(before.initiatives["Marksman"]).toBeNull();
    for (const { page } of players) expect(await page.locator('[data-action="fwBegin"], [data-action="fwEnd"], [data-action="fwAddEvent"]').count()).toBe(0);
    await gm.page.press('[data-action="fwBegin"]', "Enter");
    await expect.poll(async () => (await snapshot(carl.page)).tick).toBe(3);
    await expect.poll(() => keyboard(gm.page)).toBe("fwNext");
    // A blocked button says why, to whoever points at it and to whoever presses it.
    await gm.page.press('[data-action="fwNext"]', "Enter");
    await expect.poll(async () => (await gm.page.locator(".notification").allInnerTexts()).join()).toContain("Isaura is to act, hold or be moved");
    expect(await gm.page.getAttribute('[data-action="fwNext"]', "data-tooltip")).toBe("Isaura is to act, hold or be moved");
    const after = await sameEverywhere(gm.page, anna.page, ben.page, carl.page);
    expect(after.initiatives["Marksman"]).toEqual(expect.any(Number));
    expect({ ...after.initiatives, Marksman: null }).toEqual(before.initiatives);
    await gm.page.evaluate(async () => {
      for (const { id, name } of game.combat?.combatants.contents ?? []) if (["Hedwig", "Marksman"].includes(name)) await game.combat?.setInitiative(id, name === "Hedwig" ? 9 : 14);
    });
  });

  test("L-C06 has a part for each state and says by which Awareness a tie goes; the creatures' stay the GM's", async () => {
    for (const { page } of everyone) {
      await expect.poll(() => parts(page)).toEqual({ now: ["Isaura"], "due on this tick": ["Tobin"], coming: ["Enforcer (1)", "Enforcer (2)", "Hedwig", "Marksman"] });
      await expect.poll(() => row(page, "Isaura").innerText()).toContain("Awareness 5 goes first");
      await expect.poll(() => row(page, "Tobin").innerText()).toContain("Awareness 4 goes last");
    }
    await expect.poll(() => row(gm.page, "Enforcer (1)").innerText()).toMatch(/Same Awareness: together with Enforcer \(2\)/);
    for (const { page } of players) expect(await row(page, "Enforcer (1)").innerText()).not.toMatch(/Awareness \d|Same Awareness/);
  });

  test("whoever is at turn is marked on every screen, and other packages read it: round, turn, combatant, initiatives", async () => {
    const read = (page: Page): Promise<unknown> => page.evaluate(() => [game.combat?.round, game.combat?.turn, game.combat?.combatant?.name ?? null, game.combat?.turns.map(({ name, initiative }) => `${name} ${String(initiative)}`)]);
    for (const { page } of everyone) {
      await expect.poll(() => read(page)).toEqual([3, 0, "Isaura", ["Isaura 3", "Tobin 3", "Enforcer (1) 5", "Enforcer (2) 5", "Hedwig 9", "Marksman 14"]]);
      await expect.poll(() => page.locator(".fw-row.active .token-name").allInnerTexts()).toEqual(["Isaura"]);
      expect(await row(page, "Isaura").locator(".fw-row-main").getAttribute("aria-current")).toBe("true");
    }
  });

  test("a row carries deeds for its owner alone; what she spends moves her, and the next one is marked for all", async () => {
    for (const [{ page }, own] of OWN) {
      expect(await deeds(page, own)).toEqual(own === "Isaura" ? ["fwPan", "fwHold", "fwSpend", "fwMove", "fwSheet"] : ["fwPan", "fwMove", "fwSheet"]);
      for (const name of FIGHTERS.filter((other) => other !== own)) expect(await deeds(page, name)).toEqual(["fwPan"]);
    }
    for (const name of FIGHTERS) expect(await deeds(gm.page, name)).toEqual(expect.arrayContaining(["fwEarlier", "fwLater", "fwEngage", "fwDefeat", "fwHide", "fwRemove"]));
    await row(anna.page, "Isaura").getByRole("button", { name: "Spend ticks" }).press("Enter");
    const window = anna.page.locator(".application").filter({ hasText: "How many ticks" });
    await window.locator("input").fill("6");
    await window.locator("input").press("Enter");
    for (const { page } of everyone) await expect.poll(() => parts(page)).toEqual({ now: ["Tobin"], coming: ["Enforcer (1)", "Enforcer (2)", "Isaura", "Hedwig", "Marksman"] });
    await expect.poll(() => keyboard(anna.page)).toBe("fwPan Isaura");
  });

  test("who holds and who is out stand in parts of their own, and the log tells it to all", async () => {
    await row(ben.page, "Tobin").getByRole("button", { name: "Hold", exact: true }).press("Enter");
    for (const { page } of everyone) {
      await expect.poll(() => parts(page)).toMatchObject({ holding: ["Tobin"] });
      await expect.poll(() => row(page, "Tobin").innerText()).toMatch(/may preempt from tick \d+/);
    }
    // Its button is gone; the keyboard stays with its row.
    await expect.poll(() => keyboard(ben.page)).toBe("fwPan Tobin");
    expect(await deeds(ben.page, "Tobin")).toEqual(["fwPan", "fwRelease", "fwSpend", "fwMove", "fwSheet"]);
    await press("Enforcer (2)", "Enforcer (2) is out of the fight");
    for (const { page } of everyone) {
      await expect.poll(() => parts(page)).toMatchObject({ "out of the fight": ["Enforcer (2)"] });
      await expect.poll(() => page.locator(".fw-log-row").evaluateAll((steps) => steps.map((step) => step.getAttribute("aria-label") ?? "").join("\n"))).toMatch(/Tobin[^]*hold|hold[^]*Tobin/i);
    }
  });

  test("Next goes to whoever is due then, Undo comes back to where it was, for everybody", async () => {
    const before = await sameEverywhere(gm.page, anna.page, ben.page, carl.page);
    await gm.page.click('[data-action="fwNext"]');
    for (const { page } of everyone) await expect.poll(() => parts(page)).toMatchObject({ now: ["Enforcer (1)"] });
    expect((await snapshot(carl.page)).tick).toBe(5);
    await gm.page.click('[data-action="fwBack"]');
    await expect.poll(async () => (await snapshot(gm.page)).tick).toBe(3);
    expect(await sameEverywhere(gm.page, anna.page, ben.page, carl.page)).toEqual(before);
  });

  test("whom the GM hides is in no player's tracker or bar, and is nobody's next", async () => {
    const named = async (page: Page): Promise<boolean> => (await page.locator("#sidebar, #fatewalker-tick-bar").evaluateAll((places) => places.map(({ outerHTML }) => outerHTML).join())).includes("Enforcer (1)");
    for (const { page } of everyone) await expect.poll(() => named(page)).toBe(true);
    await press("Enforcer (1)", "Hide Enforcer (1) from players");
    for (const { page } of players) await expect.poll(() => named(page)).toBe(false);
    expect(await named(gm.page)).toBe(true);
    // Its mark stands apart from the name in italics.
    await expect.poll(() => row(gm.page, "Enforcer (1)").locator(".fw-row-name > i").evaluate((mark) => Number.parseFloat(getComputedStyle(mark).marginInlineStart))).toBeGreaterThan(4);
    await row(gm.page, "Enforcer (1)").screenshot({ path: "test-results/tracker/hidden.png" });
    await press("Enforcer (1)", "Hide Enforcer (1) from players");
    for (const { page } of players) await expect.poll(() => named(page)).toBe(true);
    await makeDue("Isaura", 3, gm.page, anna.page, ben.page, carl.page);
  });

  test("a sheet that is opened from its row by Enter has the keyboard, opened anew and when it is open already", async () => {
    const sheet = anna.page.locator(".application.sheet");
    const held = (): Promise<boolean> => anna.page.evaluate(() => document.activeElement?.closest(".application.sheet") !== null && document.activeElement?.getAttribute("role") === "tab");
    for (let time = 0; time < 2; time += 1) {
      await row(anna.page, "Isaura").locator('[data-action="fwSheet"]').press("Enter");
      await sheet.waitFor();
      await expect.poll(held).toBe(true);
    }
    await anna.page.screenshot({ path: "test-results/tracker/sheet-focus.png" });
    await closeWindows(anna.page);
  });

  test("tells on both rows who has hold of whom, to players too", async () => {
    await gm.page.evaluate(async () => {
      const { id = "", combatants } = game.combat ?? {};
      const idOf = (name: string): string => combatants?.contents.find((one) => one.name === name)?.id ?? "";
      const [isaura, enforcer] = [idOf("Isaura"), idOf("Enforcer (1)")];
      const record = { range: 2, grapple: { dominant: enforcer, level: 2 }, ground: null, hold: null };
      await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "move", participant: null, args: { deed: "engagement", combat: id, pair: [isaura, enforcer].sort().join("_"), record }, nonce: foundry.utils.randomID() } });
    });
    for (const { page } of everyone) {
      await expect.poll(() => row(page, "Isaura").locator(".fw-row-note").innerText()).toContain("Enforcer (1)");
      await expect.poll(() => row(page, "Enforcer (1)").locator(".fw-row-note").innerText()).toContain("Isaura");
      // In full, for those who listen.
      await expect.poll(() => row(page, "Isaura").locator(".fw-row-main").getAttribute("aria-label")).toMatch(/\(2\).*Enforcer \(1\)/);
    }
  });

  test("the GM puts something on the clock with the window: counted from now, said at once where it cannot be read, seen by players only where it is for all, changed and taken off again", async () => {
    const { page } = gm;
    const window = page.locator(".fw-event-dialog");
    await page.click('[data-action="fwAddEvent"]');
    await window.waitFor();
    await window.locator('input[name="text"]').fill("The gate falls");
    await window.locator('input[name="every"]').fill("5");
    await window.locator('input[name="times"]').fill("3");
    await window.locator('input[name="tick"]').fill("soon");
    await pressIn(window, "Enter");
    // Said at the field, and the keyboard is there.
    const problem = window.getByRole("alert");
    await expect.poll(() => problem.innerText()).toContain("soon");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-describedby"))).toBe(await problem.getAttribute("id"));
    expect(await window.innerText()).toContain("Add an event");
    await expect.poll(() => window.locator('input[name="text"]').inputValue()).toBe("The gate falls");
    // One field was wrong; all others are as they were.
    expect([await window.locator('input[name="every"]').inputValue(), await window.locator('input[name="times"]').inputValue()]).toEqual(["5", "3"]);
    for (const name of ["every", "times"]) await window.locator(`input[name="${name}"]`).fill("");
    // So is what the clock does not take: a tick that has passed, and none at all.
    for (const [tick, reason] of [["2", "Tick 2 has passed; it is tick 3."], ["0", "This cannot be planned on the clock."]] as const) {
      await window.locator('input[name="tick"]').fill(tick);
      await window.locator('input[name="tick"]').press("Enter");
      await expect.poll(() => problem.innerText()).toBe(reason);
      expect(await window.locator('input[name="text"]').inputValue()).toBe("The gate falls");
    }
    await window.screenshot({ path: "test-results/tracker/event.png" });
    await window.locator('input[name="tick"]').fill("+7");
    await window.locator('input[name="public"]').check();
    await window.locator('input[name="tick"]').press("Enter");
    for (const seat of everyone) await expect.poll(() => events(seat.page)).toEqual([expect.stringMatching(/The gate falls[^]*10|10[^]*The gate falls/)]);
    await page.click('[data-action="fwAddEvent"]');
    await window.waitFor();
    await window.locator('input[name="text"]').fill("The traitor strikes");
    await window.locator('input[name="tick"]').fill("12");
    await window.locator('input[name="tick"]').press("Enter");
    await expect.poll(async () => (await events(page)).length).toBe(2);
    for (const player of players) expect((await events(player.page)).join()).not.toContain("traitor");
    await page.getByRole("button", { name: /The gate falls/ }).first().click();
    await window.waitFor();
    await expect.poll(() => window.locator('input[name="tick"]').inputValue()).toBe("10");
    await window.locator('input[name="tick"]').fill("11");
    await window.locator('input[name="tick"]').press("Enter");
    for (const player of players) await expect.poll(async () => (await events(player.page)).join()).toContain("11");
    await page.locator('.fw-event-row [data-action="fwRemoveEvent"]').first().press("Enter");
    for (const player of players) await expect.poll(() => events(player.page)).toEqual([]);
    await expect.poll(() => keyboard(page)).toMatch(/The traitor strikes$/);
    await expect.poll(async () => (await events(page)).join()).toContain("The traitor strikes");
  });

  test("R018 what comes last in the tick stands in the tracker, on the bar and in the window until everybody has declared; its owner alone takes it back", async () => {
    await gm.page.evaluate(async () => {
      const { round = 1, combatants } = game.combat ?? {};
      for (const { id, name } of combatants?.contents ?? []) await game.combat?.setInitiative(id, round + (name === "Hedwig" ? 0 : name === "Isaura" ? 1 : 40));
    });
    const tick = (await snapshot(gm.page)).tick + 1;
    await expect.poll(() => parts(carl.page)).toMatchObject({ now: ["Hedwig"] });
    await row(carl.page, "Hedwig").locator(".fw-row-main").hover();
    await row(carl.page, "Hedwig").locator('[data-action="fwMove"]').click();
    const window = carl.page.locator(".application:has(.fw-movement)");
    await window.getByRole("button", { name: "Set out" }).click();
    await expect.poll(() => row(gm.page, "Hedwig").innerText()).toContain("running");
    await gm.page.click('[data-action="fwNext"]');
    for (const { page } of everyone) await expect.poll(() => parts(page)).toMatchObject({ now: ["Isaura"] });
    await row(carl.page, "Hedwig").locator(".fw-row-main").hover();
    await row(carl.page, "Hedwig").locator('[data-action="fwMove"]').click();
    await window.getByRole("button", { name: "Stop, last in the tick" }).click();
    const last = (page: Page): Promise<string[]> => page.locator(".fw-event-row.last").allInnerTexts();
    for (const { page } of everyone) {
      await expect.poll(() => last(page)).toEqual([expect.stringMatching(new RegExp(`stops, last in the tick[^]*Hedwig[^]*${tick}[^]*last`))]);
      await expect.poll(() => row(page, "Hedwig").locator(".fw-row-note").innerText()).toContain(`Stops last in tick ${tick}`);
      await expect.poll(async () => (await page.locator("#fatewalker-tick-bar .fw-bar-mark .fw-hidden-text").allInnerTexts()).join()).toContain("Hedwig stops, last in the tick");
      expect(await page.locator('[data-action="fwWithdraw"]').count()).toBe(page === gm.page || page === carl.page ? 1 : 0);
    }
    await window.getByRole("button", { name: "Take it back" }).click();
    for (const { page } of everyone) await expect.poll(() => last(page)).toEqual([]);
    await window.getByRole("button", { name: "Stop, last in the tick" }).click();
    await expect.poll(() => last(carl.page)).toHaveLength(1);
    await carl.page.locator('[data-action="fwWithdraw"]').press("Enter");
    await expect.poll(() => last(carl.page)).toEqual([]);
    await expect.poll(() => keyboard(carl.page)).toBe("fwNext");
    await window.getByRole("button", { name: "Stop, last in the tick" }).click();
    await expect.poll(() => last(gm.page)).toHaveLength(1);
    await row(anna.page, "Isaura").getByRole("button", { name: "Hold", exact: true }).click();
    for (const { page } of everyone) {
      await expect.poll(() => last(page)).toEqual([]);
      await expect.poll(() => row(page, "Hedwig").innerText()).not.toContain("running");
    }
    await closeWindows(carl.page);
  });

  test("who is surprised, by how much, and who opens the ambush stands in the rows and on the bar, for those who may know it", async () => {
    await gm.page.click('[data-action="fwAmbush"]');
    const window = gm.page.locator(".application.fw-ambush");
    await expect.poll(() => window.locator('button[data-action="lay"]').getAttribute("class")).toContain("primary");
    for (const name of ["Enforcer (1)", "Hedwig"]) await window.locator("label", { hasText: name }).locator('input[name="surprised"]').check();
    await window.locator('select[name="free"]').selectOption({ label: "Tobin" });
    await window.locator('button[data-action="lay"]').click();
    const bar = (page: Page, name: string): Promise<string> => page.locator("#fatewalker-tick-bar .fw-bar-portrait").evaluateAll((faces, who) => faces.map((face) => face.getAttribute("aria-label") ?? "").find((label) => label.startsWith(who)) ?? "", name);
    const note = (page: Page, name: string): Promise<string> => row(page, name).locator(".fw-row-note").innerText();
    for (const { page } of everyone) {
      await expect.poll(() => note(page, "Hedwig")).toContain("surprised, +10");
      await expect.poll(() => bar(page, "Hedwig")).toContain("Surprised: 10 ticks later than its initiative");
      // Of a creature everybody sees that it is, and the GM by how much.
      await expect.poll(() => note(page, "Enforcer (1)")).toMatch(page === gm.page ? /surprised, \+10/ : /surprised(?!, \+)/);
      // What the one who lies in wait may still do is its own side's to know.
      await expect.poll(async () => (await row(page, "Tobin").innerText()).includes("free action")).toBe(page === gm.page || page === ben.page);
    }
    await expect.poll(() => bar(ben.page, "Tobin")).toContain("has a free action at once");
  });

  test("whoever is on the way when the page is loaded anew is asked at the end of that segment too", async () => {
    await gm.page.evaluate(async () => {
      const { round = 1, combatants } = game.combat ?? {};
      for (const { id, name } of combatants?.contents ?? []) await game.combat?.setInitiative(id, round + (name === "Hedwig" ? 0 : name === "Isaura" ? 20 : 60));
    });
    await expect.poll(() => parts(carl.page)).toMatchObject({ now: ["Hedwig"] });
    await row(carl.page, "Hedwig").locator('[data-action="fwMove"]').press("Enter");
    const window = carl.page.locator(".application:has(.fw-movement)");
    await window.getByRole("button", { name: "Set out" }).click();
    await expect.poll(() => row(carl.page, "Hedwig").innerText()).toContain("running");
    await window.waitFor({ state: "detached" });
    await carl.page.reload();
    await ready(carl.page);
    await openTab(carl.page, "combat");
    // Nobody is due before the end of the segment.
    await gm.page.evaluate(async () => {
      const { round = 1, combatants } = game.combat ?? {};
      for (const { id, name } of combatants?.contents ?? []) if (name === "Hedwig") await game.combat?.setInitiative(id, round + 40);
    });
    await gm.page.click('[data-action="fwNext"]');
    await window.waitFor();
    await closeWindows(carl.page);
  });

  test("the GM shows the next fight of this scene, or of none, and no other; for players there is nothing to press", async () => {
    const made = await gm.page.evaluate(async () => {
      const elsewhere = game.scenes.contents.find(({ id }) => id !== canvas.scene?.id)?.id;
      const sources = [{ scene: elsewhere, active: false }, { scene: null, active: false }];
      return [game.combat?.id, ...(await Combat.implementation.createDocuments(sources)).map(({ id }) => id)];
    });
    const shown = (page: Page): Promise<string | undefined> => page.evaluate(() => game.combat?.id);
    const [first, , other] = made;
    for (const wanted of [other, first]) {
      await gm.page.press('[data-action="fwCycle"]', "Enter");
      for (const { page } of everyone) await expect.poll(() => shown(page)).toBe(wanted);
    }
    for (const { page } of players) expect(await page.locator('[data-action="fwCycle"]').count()).toBe(0);
    await gm.page.evaluate((ids) => Combat.implementation.deleteDocuments(ids).then(() => null), made.slice(1));
    await expect.poll(() => gm.page.locator('[data-action="fwCycle"]').count()).toBe(0);
  });

  test("the window on how two stand shows the two that it sets though one faints, and goes when one is defeated, leaves the fight or the fight ends", async () => {
    const { page } = gm;
    const window = page.locator(".application:has(.fw-engagement)");
    const chosen = (): Promise<string[]> => window.locator('select[name="one"], select[name="other"]').evaluateAll((fields) => fields.map((field) => (field as HTMLSelectElement).selectedOptions[0]?.textContent ?? ""));
    const open = async (): Promise<void> => {
      await row(page, "Marksman").locator('[data-action="fwEngage"]').press("Enter");
      await window.waitFor();
    };
    await open();
    const pair = await chosen();
    expect(pair[0]).toBe("Marksman");
    const faint = (active: boolean): Promise<null> => page.evaluate(async (on) => {
      const marksman = game.combat?.combatants.contents.find(({ name }) => name === "Marksman") as unknown as { actor: { toggleStatusEffect(id: string, options: { active: boolean }): Promise<unknown> } } | undefined;
      await marksman?.actor.toggleStatusEffect("unconscious", { active: on });
      return null;
    }, active);
    await faint(true);
    await expect.poll(() => parts(page)).toMatchObject({ "out of the fight": expect.arrayContaining(["Marksman"]) as unknown });
    await window.locator('select[name="range"]').selectOption("3");
    await expect.poll(chosen).toEqual(pair);
    await window.getByRole("button", { name: "Set", exact: true }).click();
    await window.waitFor({ state: "detached" });
    await faint(false);
    await expect.poll(() => row(page, "Marksman").locator(".fw-row-main").getAttribute("aria-label")).toContain(pair[1] ?? "");
    await open();
    await row(page, "Marksman").locator('[data-action="fwDefeat"]').press("Enter");
    await window.waitFor({ state: "detached" });
    await row(page, "Marksman").locator('[data-action="fwRevive"]').press("Enter");
    await expect.poll(() => row(page, "Marksman").locator('[data-action="fwEngage"]').count()).toBe(1);
    await open();
    await row(page, "Marksman").locator('[data-action="fwRemove"]').press("Enter");
    await window.waitFor({ state: "detached" });
    await row(page, "Isaura").locator('[data-action="fwEngage"]').press("Enter");
    await window.waitFor();
  });

  test("a pop-out that is closed listens no longer", async () => {
    const listeners = (): Promise<number> => gm.page.evaluate(() => ["updateActor", "createChatMessage", "createActiveEffect"].reduce((sum, name) => sum + (Hooks.events[name]?.length ?? 0), 0));
    const before = await listeners();
    for (let time = 0; time < 2; time += 1) {
      await gm.page.evaluate(() => ui.combat.renderPopout().then(() => null));
      await expect.poll(listeners).toBe(before + 3);
      await gm.page.evaluate(() => ui.combat.popout?.close().then(() => null));
      await expect.poll(listeners).toBe(before);
    }
  });

  test("End, once it is confirmed, ends it on every screen", async () => {
    await gm.page.click('[data-action="fwEnd"]');
    const end = gm.page.getByRole("button", { name: "End the fight" });
    // The one that Enter presses stands out.
    expect(await end.getAttribute("class")).toContain("primary");
    await end.click();
    for (const { page } of everyone) {
      await expect.poll(() => page.evaluate(() => game.combat)).toBeNull();
      await expect.poll(() => page.locator("#sidebar").innerText()).toContain("There is no fight.");
      await expect.poll(() => page.locator(".application:has(.fw-engagement)").count()).toBe(0);
    }
  });

  test("no step of it left an error on any page", () => {
    expect(everyone.flatMap((seat) => faults(seat))).toEqual([]);
  });
});
