import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { faults, openBrowserTable, pictureOnFailure, type BrowserTable, type Seat } from "./browser-table";
import type { PageGlobals } from "./globals";
import { arm, begin, checkCard, companion, dialog, faces, offers, reaction, RESTED, rollProwess, spent } from "./power-actions";
import { closeWindows, lastCard, makeDue, openSheet, openTab, pressIn, setInitiatives } from "./table-actions";

/* Powers as a person uses them: chosen in the dialog, offered once the dice lie there, Tough when damage comes; the points go back with an undo. */

declare const game: PageGlobals["game"] & {
  settings: { set(scope: string, key: string, value: unknown): Promise<unknown> };
  packs: { get(id: string): { getDocuments(): Promise<{ system: { key: string }; toObject(): object }[]> } };
};
declare const canvas: PageGlobals["canvas"];

let table: BrowserTable;
let gm: Seat;
let anna: Seat;
/** Where pictures go; `POWERS_PICTURES` names a folder, else there are none. */
const PICTURES = process.env["POWERS_PICTURES"];

const picture = async (element: Locator, name: string): Promise<void> => {
  if (PICTURES !== undefined) await element.screenshot({ path: path.join(PICTURES, `${name}.png`) });
};

const due = (who: string): Promise<void> => makeDue(who, 40, gm.page, anna.page);

/** Anna keeps whatever she is asked about, with one key, until the exchange is done. */
async function keepAll(): Promise<void> {
  await expect.poll(async () => {
    if ((await offers(anna.page).count()) > 0) await offers(anna.page).last().press("k");
    return lastCard(anna.page).getAttribute("data-phase");
  }, { timeout: 20_000 }).toBe("applied");
}

beforeAll(async () => {
  table = await openBrowserTable();
  gm = await table.sit("gamemaster");
  anna = await table.sit("anna", { theme: "light" });
  await gm.page.evaluate(async () => {
    await game.settings.set("fatewalker", "askForPowers", true);
    await game.settings.set("fatewalker", "autoAdvance", false);
    // Whom the GM plays asks for nothing here.
    for (const { document } of canvas.tokens.placeables.filter(({ document: token }) => token.name.startsWith("Enforcer"))) {
      const actor = document.actor as unknown as { items: { contents: { id: string; type: string }[] }; deleteEmbeddedDocuments(name: string, ids: string[]): Promise<unknown> };
      await actor.deleteEmbeddedDocuments("Item", actor.items.contents.filter(({ type }) => type === "power").map(({ id }) => id));
    }
    const documents = await game.packs.get("fatewalker.powers").getDocuments();
    const isaura = canvas.tokens.placeables.find(({ document }) => document.name === "Isaura")?.document.actor as unknown as { createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown> };
    await isaura.createEmbeddedDocuments("Item", documents.filter(({ system }) => ["power-fate-intrepid", "power-fate-master-mastery"].includes(system.key)).map((document) => document.toObject()));
  });
  await setInitiatives(gm.page, { Isaura: 1 });
  await gm.page.evaluate(async () => (game.combat as unknown as { startCombat(): Promise<unknown> }).startCombat());
  await due("Isaura");
  for (const { page } of [gm, anna]) await openTab(page, "chat");
});
afterAll(async () => {
  await table.close();
});
pictureOnFailure(() => ({ gm, anna }));

describe.sequential("powers", () => {
  test("L-E06 Driven is chosen in the dialog: the dice, the odds and the cost show at once; paid with the exchange, back with its undo", async () => {
    const window = await begin(anna.page, "Isaura", "Thrust", "Enforcer (1)");
    const before = await spent(gm.page, "Isaura");
    const dice = window.locator(".fw-roll-pool .fw-dice li");
    const plain = await dice.count();
    // By keyboard the focus stays on the power that was switched, whichever of them it is.
    const second = window.getByRole("checkbox", { name: /^Mastery/ });
    const isHeld = (): Promise<boolean> => second.evaluate((box) => box === document.activeElement);
    await second.focus();
    for (const on of [true, false]) {
      await anna.page.keyboard.press("Space");
      await expect.poll(() => second.isChecked()).toBe(on);
      await expect.poll(isHeld).toBe(true);
    }
    await window.getByRole("checkbox", { name: /^Driven/ }).check();
    await expect.poll(() => dice.count()).toBe(plain + 2);
    await expect.poll(() => window.locator(".fw-power.on").innerText()).toMatch(/Driven[^]*\+2 dice[^]*Will/);
    // Two active powers never are on one roll.
    expect(await window.locator(".fw-power.on").count()).toBe(1);
    await picture(window, "dialog-light");
    await faces(gm.page, 1);
    await window.getByRole("button", { name: "Declare" }).click();
    await pressIn(reaction(gm.page), "n");
    await keepAll();
    await expect.poll(async () => (await spent(gm.page, "Isaura")).will).toBe(before.will + 1);
    await lastCard(gm.page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => spent(gm.page, "Isaura")).toEqual(before);
  });

  test("a missed roll is offered once more: the first dice stay on the card, K keeps", async () => {
    await due("Isaura");
    const before = await spent(gm.page, "Isaura");
    const window = await begin(anna.page, "Isaura", "Thrust", "Enforcer (1)");
    await faces(gm.page, 9);
    await window.getByRole("button", { name: "Declare" }).click();
    await pressIn(reaction(gm.page), "n");
    await offers(anna.page).waitFor();
    await expect.poll(() => offers(anna.page).innerText()).toMatch(/Intrepid[^]*All dice again/);
    expect(await offers(gm.page).count()).toBe(0);
    await picture(offers(anna.page), "offer-light");
    await faces(gm.page, 1, 1, 9);
    await offers(anna.page).getByRole("button", { name: "Use" }).dblclick();
    await expect.poll(() => lastCard(anna.page).innerText()).toMatch(/made again by Intrepid/);
    await keepAll();
    await expect.poll(async () => (await spent(gm.page, "Isaura")).fate).toBe(before.fate + 1);
    await picture(lastCard(anna.page), "card-light");
    await picture(lastCard(gm.page), "card-dark");
  });

  test("Tough when damage comes: what each choice leaves is told, the wounds are fewer, and undo gives both back", async () => {
    await closeWindows(anna.page);
    await due("Enforcer (1)");
    const before = await spent(gm.page, "Isaura");
    const window = await begin(gm.page, "Enforcer (1)", "Kick", "Isaura");
    await picture(window, "dialog-dark");
    await faces(gm.page, 1);
    await window.getByRole("button", { name: "Declare" }).click();
    await reaction(anna.page).waitFor();
    await picture(reaction(anna.page), "reaction-light");
    await pressIn(reaction(anna.page), "n");
    await expect.poll(() => offers(anna.page).innerText()).toMatch(/Tough: ignore 2[^]*Leaves Temporary/);
    await picture(offers(anna.page), "tough-light");
    // The GM may answer for her from the card, and is not asked unbidden.
    expect(await offers(gm.page).count()).toBe(0);
    await lastCard(gm.page).getByRole("button", { name: "Powers" }).click();
    await offers(gm.page).waitFor();
    await picture(offers(gm.page), "tough-dark");
    await pressIn(offers(gm.page), "Escape");
    await expect.poll(() => offers(gm.page).count()).toBe(0);
    await offers(anna.page).locator("label", { hasText: "Tough: ignore 2" }).click();
    await offers(anna.page).getByRole("button", { name: "Use" }).click();
    await expect.poll(() => lastCard(anna.page).getAttribute("data-phase")).toBe("applied");
    await expect.poll(() => lastCard(anna.page).innerText()).toMatch(/2 points ignored/);
    await expect.poll(async () => (await spent(gm.page, "Isaura")).will).toBe(before.will + 2);
    await lastCard(gm.page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => spent(gm.page, "Isaura")).toEqual(before);
  });

  test("a check may be made again from its card; the GM can take it back", async () => {
    const before = await spent(gm.page, "Isaura");
    const sheet = await openSheet(anna.page, "Isaura");
    await sheet.locator('[data-action="rollAttribute"][data-attribute="prowess"]').first().click({ modifiers: ["Shift"] });
    const card = anna.page.locator(".fw-check-card").last();
    await card.getByRole("button", { name: /^Intrepid again/ }).click();
    await expect.poll(() => anna.page.locator(".fw-check-card").last().innerText()).toMatch(/made again by Intrepid/);
    await expect.poll(async () => (await spent(gm.page, "Isaura")).fate).toBe(before.fate + 1);
    await picture(anna.page.locator(".fw-check-card").last(), "check-light");
    await lastCard(gm.page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => spent(gm.page, "Isaura")).toEqual(before);
    await expect.poll(() => anna.page.locator(".fw-check-card").last().innerText()).not.toMatch(/made again/);
  });

  const INTERVENTION = "power-fate-protector-divine-intervention";
  test("a check with a power: the second one is off with its reason, the card says what was paid, and with the payment its dice go back", async () => {
    await arm(gm.page, "Isaura", ["power-will-driven", "power-fate-master-mastery"], RESTED);
    await faces(anna.page, 1);
    await rollProwess(anna.page, []);
    const window = dialog(anna.page);
    await window.waitFor();
    await window.getByRole("checkbox", { name: /^Driven/ }).check();
    const mastery = window.locator(".fw-power", { hasText: /^\s*Mastery/ });
    await expect.poll(() => mastery.innerText()).toMatch(/Only one active power for each roll: Driven is in it/);
    expect(await mastery.getByRole("checkbox").isDisabled()).toBe(true);
    await picture(window, "check-one-power-light");
    await window.getByRole("button", { name: "Roll", exact: true }).click();
    await expect.poll(async () => (await spent(gm.page, "Isaura")).will).toBe(1);
    await expect.poll(() => checkCard(anna.page).innerText()).toMatch(/Driven: 1 Will/);
    const dice = await checkCard(anna.page).locator(".fw-dice:not(.fw-left) li").count();
    await picture(checkCard(anna.page), "check-paid-light");
    await lastCard(gm.page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => checkCard(anna.page).innerText()).toMatch(/Rolled without Driven so far/);
    expect(await checkCard(anna.page).locator(".fw-dice:not(.fw-left) li").count()).toBe(dice - 2);
    expect(await checkCard(anna.page).locator(".fw-left li").count()).toBe(2);
    expect((await spent(gm.page, "Isaura")).will).toBe(0);
    await picture(checkCard(anna.page), "check-unpaid-light");
    await picture(checkCard(gm.page), "check-unpaid-dark");
  });

  test("R291 Divine Intervention keeps a companion's check from failing: by mouse, taken back, and by keyboard", async () => {
    const ally = await companion(gm.page);
    await arm(gm.page, ally, [INTERVENTION], RESTED);
    await arm(gm.page, "Isaura", [], RESTED);
    await faces(anna.page, 9);
    await rollProwess(anna.page, ["Shift"]);
    const button = (page: Page): Locator => checkCard(page).getByRole("button", { name: /Divine Intervention/ });
    await button(anna.page).waitFor();
    expect(await button(anna.page).innerText()).toMatch(/2 Will \+ 2 Fate/);
    await picture(checkCard(anna.page), "check-save-light");
    await button(anna.page).click();
    await expect.poll(() => checkCard(anna.page).innerText()).toMatch(/0 rolled, counts as 2/);
    expect(await spent(gm.page, ally)).toEqual({ will: 2, fate: 2 });
    await picture(checkCard(anna.page), "check-saved-light");
    await lastCard(gm.page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => spent(gm.page, ally)).toEqual({ will: 0, fate: 0 });
    await button(gm.page).waitFor();
    await picture(checkCard(gm.page), "check-save-dark");
    await button(gm.page).press("Enter");
    await expect.poll(() => spent(gm.page, ally)).toEqual({ will: 2, fate: 2 });
    await expect.poll(() => checkCard(gm.page).innerText()).toMatch(/counts as 2/);
    await picture(checkCard(gm.page), "check-saved-dark");
    await lastCard(gm.page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => spent(gm.page, ally)).toEqual({ will: 0, fate: 0 });
  });

  test("R291 Divine Intervention in a fight: the companion is asked in a window, with what it prevents and costs; by keyboard, taken back, and by mouse", async () => {
    const ally = await companion(gm.page);
    await arm(gm.page, ally, [INTERVENTION], RESTED);
    const chart = await gm.page.evaluate(() => (canvas.tokens.placeables.find(({ document }) => document.name === "Isaura")?.document.actor as unknown as { system: { derived: { chart: { temporary: { max: number }; normal: { rows: number; columns: number }; mortal: { max: number } } } } }).system.derived.chart);
    const dying = { temporary: { value: chart.temporary.max }, normal: { value: chart.normal.rows * chart.normal.columns, stun: 0 }, mortal: { value: chart.mortal.max - 1 } };
    await arm(gm.page, "Isaura", [], { ...RESTED, wounds: dying });
    for (const hand of ["keyboard", "mouse"] as const) {
      await closeWindows(anna.page);
      await due("Enforcer (1)");
      const window = await begin(gm.page, "Enforcer (1)", "Kick", "Isaura");
      await faces(gm.page, 1);
      await window.getByRole("button", { name: "Declare" }).click();
      await pressIn(reaction(anna.page), "n");
      await offers(anna.page).waitFor();
      expect(await offers(anna.page).innerText()).toMatch(/would not stand after this blow[^]*Divine Intervention[^]*2 Will \+ 2 Fate[^]*counts as 0 successes/);
      await picture(offers(anna.page), "intervention-light");
      if (hand === "keyboard") {
        await lastCard(gm.page).getByRole("button", { name: "Powers" }).click();
        await offers(gm.page).waitFor();
        await picture(offers(gm.page), "intervention-dark");
        await gm.page.keyboard.press("Escape");
        await expect.poll(() => offers(gm.page).count()).toBe(0);
        await offers(anna.page).getByRole("button", { name: "Use" }).press("Enter");
      } else await offers(anna.page).getByRole("button", { name: "Use" }).click();
      await expect.poll(() => lastCard(anna.page).getAttribute("data-phase")).toBe("applied");
      expect(await lastCard(anna.page).innerText()).toMatch(/turned aside/);
      expect(await spent(gm.page, ally)).toEqual({ will: 2, fate: 2 });
      await lastCard(gm.page).getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => spent(gm.page, ally)).toEqual({ will: 0, fate: 0 });
    }
    await arm(gm.page, "Isaura", [], { wounds: { temporary: { value: 0 }, normal: { value: 0, stun: 0 }, mortal: { value: 0 } } });
  });

  test("R268 a skill that supports: chosen for an attack and for an answer by keyboard, in the line of the dice and in the odds, every die on the card, back with its undo; off without Will", async () => {
    const trained = { skills: { vigor: { value: 1, branches: { stamina: { value: 2, leaves: { running: { name: "Running", value: 1 } } } } } } };
    await arm(gm.page, "Isaura", [], { ...RESTED, ...trained });
    await closeWindows(anna.page);
    await due("Isaura");
    const window = await begin(anna.page, "Isaura", "Thrust", "Enforcer (1)");
    const choose = async (where: Locator): Promise<void> => {
      const choice = where.getByRole("combobox", { name: /Support/ });
      const chosen = (): Promise<string> => choice.locator("option:checked").innerText();
      for (let shown = await chosen(); !shown.startsWith("Running"); shown = await chosen()) {
        await choice.press("ArrowDown");
        await expect.poll(chosen).not.toBe(shown);
      }
    };
    const odds = (): Promise<string> => window.locator(".fw-sum").innerText();
    const alone = await odds();
    await choose(window);
    await expect.poll(() => window.locator(".fw-roll-pool").innerText()).toMatch(/supported by Running: \d+ dice at TN 4/);
    await expect.poll(odds).not.toBe(alone);
    await picture(window, "support-dialog-light");
    await faces(gm.page, 1);
    await window.getByRole("button", { name: "Declare" }).click();
    await pressIn(reaction(gm.page), "n");
    await keepAll();
    await expect.poll(() => lastCard(anna.page).innerText()).toMatch(/Running[^]*Support roll: \+\d+/i);
    expect(await spent(gm.page, "Isaura")).toEqual({ will: 1, fate: 0 });
    await picture(lastCard(anna.page), "support-card-light");
    await picture(lastCard(gm.page), "support-card-dark");
    await lastCard(gm.page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => spent(gm.page, "Isaura")).toEqual({ will: 0, fate: 0 });
    await closeWindows(anna.page);
    await due("Enforcer (1)");
    const kick = await begin(gm.page, "Enforcer (1)", "Kick", "Isaura");
    await kick.getByRole("button", { name: "Declare" }).click();
    await reaction(anna.page).waitFor();
    await choose(reaction(anna.page));
    await expect.poll(() => reaction(anna.page).locator("summary").innerText()).toMatch(/supported by Running/);
    await picture(reaction(anna.page), "support-answer-light");
    await reaction(anna.page).getByRole("button", { name: "Answer", exact: true }).press("Enter");
    await keepAll();
    await expect.poll(() => spent(gm.page, "Isaura")).toEqual({ will: 1, fate: 0 });
    await lastCard(gm.page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => spent(gm.page, "Isaura")).toEqual({ will: 0, fate: 0 });
    await arm(gm.page, "Isaura", [], { will: { rating: 6, exhaustion: 40 } });
    await closeWindows(anna.page);
    await due("Isaura");
    const poor = await begin(anna.page, "Isaura", "Thrust", "Enforcer (1)");
    await expect.poll(() => poor.getByRole("combobox", { name: /Support/ }).isDisabled()).toBe(true);
    await picture(poor, "support-off-light");
    await closeWindows(anna.page);
    await arm(gm.page, "Isaura", [], RESTED);
  });

  test("R278 Intrepid II on the card of a contest: offered to the other side alone, the new number is told, taken back", async () => {
    await arm(gm.page, "Isaura", ["power-fate-intrepid-ii"], RESTED);
    const ally = await companion(gm.page);
    const contest = (page: Page): Locator => page.locator(".fw-request-card").last();
    await gm.page.evaluate(async (other) => {
      const actorOf = (name: string): unknown => canvas.tokens.placeables.find(({ document }) => document.name === name)?.document.actor;
      const { api } = (game as unknown as { system: { api: { requestRoll(asked: object): Promise<{ id: string } | null>; answerRequest(id: string, index: number, options: object): Promise<unknown> } } }).system;
      const request = await api.requestRoll({ actors: [actorOf("Isaura"), actorOf(other)], rule: "contested", check: { attribute: "prowess", skill: "agility" } });
      await api.answerRequest(request?.id ?? "", 1, { fast: true });
    }, ally);
    const button = (page: Page): Locator => contest(page).getByRole("button", { name: /Intrepid II: .* rolls again · 1 Fate/ });
    await expect.poll(() => button(anna.page).count()).toBe(1);
    await picture(contest(anna.page), "contest-light");
    await picture(contest(gm.page), "contest-dark");
    await faces(gm.page, 9);
    await button(anna.page).press("Enter");
    await expect.poll(() => spent(gm.page, "Isaura")).toEqual({ will: 0, fate: 1 });
    await expect.poll(() => contest(anna.page).innerText()).toMatch(/0 successes/);
    await lastCard(gm.page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => spent(gm.page, "Isaura")).toEqual({ will: 0, fate: 0 });
  });

  test("R286 Hyperfocus: the window says what each attribute becomes and what it costs, refuses half a point in words; by mouse and by keyboard", async () => {
    await gm.page.evaluate(async () => {
      const { implementation } = (globalThis as unknown as { Actor: { implementation: { create(source: object): Promise<{ createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown> }> } } }).Actor;
      const maker = await implementation.create({ name: "Maker", type: "character", ownership: { PlayerOneUser000: 3 }, system: { attributes: { focus: { value: 4 } }, fate: { rating: 4 } } });
      const documents = await game.packs.get("fatewalker.powers").getDocuments();
      await maker.createEmbeddedDocuments("Item", documents.filter(({ system: { key } }) => key === "power-fate-maker-hyperfocus").map((document) => document.toObject()));
    });
    const focus = (): Promise<readonly [number, number]> => gm.page.evaluate(() => {
      const { system } = (game as unknown as { actors: { getName(name: string): { system: { attributes: { focus: { value: number } }; fate: { spent: number } } } } }).actors.getName("Maker");
      return [system.attributes.focus.value, system.fate.spent] as const;
    });
    const open = async (page: Page): Promise<Locator> => {
      await closeWindows(page);
      await page.waitForFunction(() => ((game as unknown as { actors: { getName(name: string): { items: { contents: unknown[] } } | undefined } }).actors.getName("Maker")?.items.contents.length ?? 0) > 0);
      await page.evaluate(async () => { await (game as unknown as { actors: { getName(name: string): { sheet: { render(options: object): Promise<unknown> } } } }).actors.getName("Maker").sheet.render({ force: true }); });
      const sheet = page.locator(".application.fatewalker.sheet").last();
      await sheet.locator('[role="tab"][data-tab="powers"]').first().click();
      const window = page.locator(".fw-focus");
      // A click that comes right after the last use counts as part of a double click.
      await expect.poll(async () => {
        if ((await window.count()) === 0) await sheet.locator(".fw-thing", { hasText: "Hyperfocus" }).locator('[data-action="perform"]').click();
        return window.count();
      }).toBe(1);
      return window;
    };
    const window = await open(anna.page);
    await window.getByLabel("Focus").fill("3");
    await window.getByLabel("Focus").press("Tab");
    await expect.poll(() => window.innerText()).toMatch(/4 → 7[^]*Exactly 4 attribute points/);
    await picture(window, "hyperfocus-refused-light");
    await window.getByLabel("Awareness").fill("1");
    await window.getByLabel("Awareness").press("Tab");
    await expect.poll(() => window.innerText()).toMatch(/2 Fate/);
    await picture(window, "hyperfocus-light");
    await window.getByRole("button", { name: "Spend" }).click();
    await expect.poll(focus).toEqual([7, 2]);
    await expect.poll(() => anna.page.locator(".fw-focus").count()).toBe(0);
    await lastCard(gm.page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(focus).toEqual([4, 0]);
    const own = await open(gm.page);
    await own.getByLabel("Focus").press("2");
    await picture(own, "hyperfocus-dark");
    await own.getByLabel("Focus").press("Enter");
    await expect.poll(focus).toEqual([6, 1]);
    const again = await open(gm.page);
    await again.press("Escape");
    await expect.poll(() => gm.page.locator(".fw-focus").count()).toBe(0);
    expect(await focus()).toEqual([6, 1]);
    await closeWindows(gm.page);
  });

  test("Advance on the sheet: prices, what would change, refusals with reasons; a purchase is one card that the GM takes back", async () => {
    await gm.page.evaluate(async () => {
      const isaura = canvas.tokens.placeables.find(({ document }) => document.name === "Isaura")?.document.actor as unknown as { update(changes: object): Promise<unknown> };
      await isaura.update({ system: { points: { character: 2, objective: 0, story: 10, power: 0 } } });
    });
    const points = (): Promise<unknown> => gm.page.evaluate(() => {
      const isaura = canvas.tokens.placeables.find(({ document }) => document.name === "Isaura")?.document.actor as unknown as { system: { points: Record<string, number> } };
      return { ...isaura.system.points };
    });
    const sheet = await openSheet(anna.page, "Isaura");
    await sheet.locator('[role="tab"][data-tab="biography"], [data-action="tab"][data-tab="biography"]').first().click();
    await sheet.getByRole("button", { name: "Advance", exact: true }).click();
    const window = anna.page.locator(".fw-advance-window");
    await window.waitFor();
    const prowess = window.locator(".fw-advance-row", { hasText: "Prowess" }).first();
    await expect.poll(() => prowess.innerText()).toMatch(/\d → \d[^]*Objective Points[^]*Not enough points/);
    await expect.poll(() => prowess.getByRole("button").isDisabled()).toBe(true);
    await picture(window, "advance-light");
    await window.locator("select[name=branch]").selectOption({ label: "Lore" });
    await window.locator("input[name=leafName]").fill("Old maps");
    await window.locator("input[name=leafName]").press("Tab");
    await window.locator(".fw-advance-leaf").getByRole("button", { name: "Buy" }).click();
    await expect.poll(points).toMatchObject({ character: 1 });
    await expect.poll(() => window.locator(".fw-advance-row", { hasText: "Old maps" }).count()).toBe(1);
    await window.getByRole("button", { name: "Buy: Story Points into a Power Point" }).click();
    await expect.poll(points).toMatchObject({ character: 1, story: 0, power: 1 });
    await lastCard(gm.page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(points).toMatchObject({ story: 10, power: 0 });
    await window.press("Escape");
    const ownSheet = await openSheet(gm.page, "Isaura");
    await ownSheet.locator('[role="tab"][data-tab="biography"], [data-action="tab"][data-tab="biography"]').first().click();
    await ownSheet.getByRole("button", { name: "Advance", exact: true }).click();
    await picture(gm.page.locator(".fw-advance-window"), "advance-dark");
    await expect.poll(() => gm.page.locator(".fw-advance-window").innerText()).toMatch(/Before play begins/);
    await closeWindows(gm.page);
  });

  test("no step of it left an error on either page", () => {
    expect([faults(gm), faults(anna)]).toEqual([[], []]);
  });
});
