import { describe, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { faults, ready } from "./browser-table";
import type { PageGlobals } from "./globals";
import { beginFight, closeWindows, declareDialog, dismiss, drag, lastCard, makeDue, notices, openManeuver, openSheet, openTab, packEntry, pressIn, reactionPrompt, sameEverywhere, snapshot, tokenElement, WAYS_OUT, type Snapshot } from "./table-actions";
import { inBothThemes, type Theme } from "./pictures";
import { coveredPlaces, isWhollyOnScreen, lightness, tooFaint } from "./readable";
import { testTable } from "./test-table";

/* One brawl from the first tick to the last wound: a GM, two players and an assistant, each in a browser of their own. */

declare const game: PageGlobals["game"];
declare const canvas: PageGlobals["canvas"];
declare const ui: { notifications: { messages: { message: string }[] } };
declare const CONFIG: { Dice: { randomUniform: () => number } };

/** Where the pictures of the fight are kept. */
const PICTURES = "test-results/brawl";

/** What the scenarios see of a fighter on the clock. */
interface Standing {
  readonly state: string;
  readonly aim: number | null;
  readonly statuses: readonly string[];
}

const { gm, anna, ben, assistant } = testTable({ gm: {}, anna: {}, ben: { theme: "light" }, assistant: {} }, async () => {
  await place({ Tobin: [1400, 1000], "Enforcer (2)": [1800, 1000] });
  await beginFight(gm.page, { Isaura: 3, Tobin: 4, "Enforcer (2)": 5, Marksman: 6, "Enforcer (1)": 30 }, anna.page);
  for (const { page } of [gm, anna, ben]) await openTab(page, "chat");
}, { late: ["assistant"] });

/** Takes the picture of something by night and by day, on its owner's page, and finds it whole, uncovered and legible in both. */
async function lookAt(seen: Locator, name: string): Promise<void> {
  const ground: Partial<Record<Theme, number>> = {};
  const pictures = await inBothThemes(seen, PICTURES, name, async (theme) => {
    await expect.poll(() => isWhollyOnScreen(seen), { message: `${name} is on the screen, ${theme}` }).toBe(true);
    await expect.poll(() => coveredPlaces(seen), { message: `nothing lies over ${name}, ${theme}` }).toEqual([]);
    await expect.poll(() => tooFaint(seen), { message: `${name} can be read, ${theme}` }).toEqual([]);
    ground[theme] = await lightness(seen);
  });
  expect(ground.dark).toBeLessThan(0.3);
  expect(ground.light).toBeGreaterThan(0.8);
  expect(pictures.dark.equals(pictures.light)).toBe(false);
}

const words = async (page: Page, text: string): Promise<void> => {
  await expect.poll(async () => (await notices(page)).join()).toContain(text);
};

/** Lets the GM's dice show these faces, one after the other, and 9 from then on: nothing succeeds any more. */
async function letDiceShow(...faces: number[]): Promise<void> {
  await gm.page.evaluate((wanted) => {
    const queue = [...wanted];
    // The die's tenth side is the 0; a host reads sides from the top.
    CONFIG.Dice.randomUniform = () => 1 - ((queue.shift() ?? 9) || 10) / 10 + 0.05;
  }, faces);
}

/** Sets everybody's tick so that this one is due. */
const due = (who: string): Promise<void> => makeDue(who, 20, gm.page, anna.page, ben.page);

/** Puts somebody's club away, or back into the hand. */
const carryClub = (who: string, changes: { carried: string; hand: string | null }): Promise<void> =>
  gm.page.evaluate(async ([name, system]) => {
    const token = canvas.tokens.placeables.find(({ document }) => document.name === name)?.document as unknown as { actor: { items: { contents: { name: string; update(changes: object): Promise<unknown> }[] } } };
    await token.actor.items.contents.find((item) => item.name === "Club or Mace")?.update({ system });
  }, [who, changes] as const);

/** Performs a maneuver with the dialog as it stands: declared by Enter, as a keyboard does it. */
async function perform(page: Page, who: string, maneuver: string, aimedAt: string): Promise<void> {
  await pressIn(await openManeuver(page, who, maneuver, aimedAt), "Enter");
  await expect.poll(() => declareDialog(page).count()).toBe(0);
}

/** Hits someone who does nothing against it with two successes, and with these faces for the damage. */
async function strike(page: Page, who: string, maneuver: string, at: string, damage: readonly number[]): Promise<void> {
  const dialog = await openManeuver(page, who, maneuver, at);
  const dice = Number(/(\d+) dice/.exec(await dialog.innerText())?.[1]);
  await letDiceShow(0, 0, ...Array<number>(dice - 2).fill(9), ...damage);
  await pressIn(dialog, "Enter");
  await pressIn(reactionPrompt(gm.page), "n");
}

async function answer(page: Page, reaction: RegExp): Promise<void> {
  await reactionPrompt(page).locator(".fw-reaction-option", { hasText: reaction }).click();
  await reactionPrompt(page).getByRole("button", { name: "Answer" }).dblclick();
}

/** The newest card stands at this phase on every page that is open. */
async function everywhere(phase: string, title: string): Promise<void> {
  for (const { page } of [gm, anna, ben]) {
    await expect.poll(async () => `${await lastCard(page).getAttribute("data-phase")} ${await lastCard(page).innerText()}`).toMatch(new RegExp(`^${phase} [^]*${title}`));
  }
}

/** What the tokens' actors and their places on the clock say. */
const standing = (page: Page, who: string): Promise<Standing> =>
  page.evaluate((name) => {
    const combatant = game.combat?.combatants.contents.find((one) => one.name === name) as unknown as { system: { state: string; aim: { bonus: number } | null } };
    const actor = canvas.tokens.placeables.find(({ document }) => document.name === name)?.document.actor as unknown as { statuses: Iterable<string> };
    return { state: combatant.system.state, aim: combatant.system.aim?.bonus ?? null, statuses: [...actor.statuses].sort() };
  }, who);

/** Puts tokens somewhere else on the scene, in pixels. */
const place = (where: Readonly<Record<string, readonly [x: number, y: number]>>): Promise<void> =>
  gm.page.evaluate(async (wanted) => {
    for (const [name, [x, y]] of Object.entries(wanted)) {
      const token = canvas.tokens.placeables.find(({ document }) => document.name === name)?.document as unknown as { update(changes: object): Promise<unknown> };
      await token.update({ x, y });
    }
  }, where);

/** Fills the Normal Wounds of an actor but for so many boxes, and no others, as a GM does on its sheet who wants to see the end. */
const fillNormal = (who: string, free = 0): Promise<void> =>
  gm.page.evaluate(async ([name, left]) => {
    const actor = canvas.tokens.placeables.find(({ document }) => document.name === name)?.document.actor as unknown as { system: { wounds: { normal: { rows: number; columns: number } } }; update(changes: object): Promise<unknown> };
    await actor.update({ "system.wounds.normal.value": actor.system.wounds.normal.rows * actor.system.wounds.normal.columns - left, "system.wounds.normal.stun": 0, "system.wounds.temporary.value": 0 });
  }, [who, free] as const);

const nobodyDiffers = (): Promise<Snapshot> => sameEverywhere(gm.page, anna.page, ben.page);

describe.sequential("a brawl with two players", () => {
  test("a thrust is parried: both pay their ticks, the GM alone is asked", async () => {
    await letDiceShow(0, 0, 0, 0, 0);
    const dialog = await openManeuver(anna.page, "Isaura", "Thrust", "Enforcer (1)");
    await expect.poll(() => dialog.innerText()).toContain("at Enforcer (1), Long (6)");
    await lookAt(dialog, "dialog");
    await anna.page.locator('.application.sheet .window-header [data-action="close"]').click();
    await expect.poll(() => anna.page.locator("#fatewalker-tick-bar .ghost").count()).toBe(1);
    await lookAt(anna.page.locator("#fatewalker-tick-bar"), "tick-bar");
    await dialog.getByRole("button", { name: "Declare" }).press("Enter");
    await reactionPrompt(gm.page).waitFor();
    expect(await reactionPrompt(anna.page).count() + await reactionPrompt(ben.page).count()).toBe(0);
    await lookAt(reactionPrompt(gm.page), "reaction-of-the-gm");
    await answer(gm.page, /^\s*Parry/);
    await everywhere("applied", "Thrust");
    expect((await nobodyDiffers()).initiatives).toMatchObject({ Isaura: 10, "Enforcer (1)": 36 });
    // With what, and what it costs, before and after.
    for (const { page } of [gm, anna, ben]) await expect.poll(() => lastCard(page).locator(".fw-card-who").innerText()).toMatch(/Longsword · .*3 → 10/);
    await lookAt(lastCard(gm.page), "card-of-the-gm");
  });

  test("a kick that nobody answers wounds one of the twins and not the other", async () => {
    await letDiceShow(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    await perform(ben.page, "Tobin", "Kick", "Enforcer (1)");
    await pressIn(reactionPrompt(gm.page), "n");
    await everywhere("applied", "Kick");
    const { wounds } = await nobodyDiffers();
    expect(wounds["Enforcer (1)"]?.temporary).toBeGreaterThan(0);
    expect(wounds["Enforcer (2)"]).toEqual({ temporary: 0, normal: 0, stun: 0, mortal: 0 });
    await lookAt(lastCard(ben.page), "card");
    for (const [{ page }, name] of [[gm, "tracker-of-the-gm"], [ben, "tracker"]] as const) {
      await openTab(page, "combat");
      await lookAt(page.locator("#sidebar"), name);
      await openTab(page, "chat");
    }
  });

  test("a charge is dodged by a player whose page was loaded anew in the middle of it", async () => {
    await letDiceShow(...Array<number>(9).fill(0));
    await perform(gm.page, "Enforcer (2)", "Charge", "Tobin");
    await reactionPrompt(ben.page).waitFor();
    await ben.page.reload();
    await ready(ben.page);
    await openTab(ben.page, "chat");
    await reactionPrompt(ben.page).waitFor();
    await lookAt(reactionPrompt(ben.page), "reaction");
    await answer(ben.page, /^\s*Dodge/);
    await everywhere("applied", "evaded");
    expect((await nobodyDiffers()).wounds["Tobin"]).toEqual({ temporary: 0, normal: 0, stun: 0, mortal: 0 });
    await place({ "Enforcer (2)": [1300, 1000] });
  });

  test("an aim is kept for the next shot, counts there, and is gone after it", async () => {
    const aiming = await openManeuver(gm.page, "Marksman", "Aim", "Tobin");
    expect(await aiming.innerText()).toContain("No roll");
    expect(await aiming.innerText()).not.toContain("%");
    await pressIn(aiming, "Enter");
    await expect.poll(() => declareDialog(gm.page).count()).toBe(0);
    await everywhere("applied", "Aim");
    await expect.poll(() => standing(ben.page, "Marksman")).toMatchObject({ aim: 1, statuses: ["aiming"] });
    await due("Marksman");
    const dialog = await openManeuver(gm.page, "Marksman", "Shoot", "Tobin");
    expect(await dialog.innerText()).toMatch(/Aim\s+aim[^]*\+1/i);
    await pressIn(dialog, "Enter");
    await everywhere("applied", "Shoot");
    await expect.poll(() => standing(ben.page, "Marksman")).toMatchObject({ aim: null, statuses: [] });
  });

  test("who is not due reads why Declare is off, is told so by a click and by Enter, and pays nothing; it is on as soon as the clock allows it", async () => {
    const dialog = await openManeuver(ben.page, "Tobin", "Strike", "Enforcer (2)");
    const button = dialog.getByRole("button", { name: "Declare", exact: true });
    const state = async (): Promise<unknown> => [await button.getAttribute("aria-disabled"), /\bprimary\b/.test(await button.getAttribute("class") ?? ""), await button.getAttribute("data-tooltip"), await button.getAttribute("aria-description")];
    const reason = expect.stringMatching(/^Tobin is due on tick \d+; it is tick \d+\.$/) as unknown;
    await expect.poll(state).toEqual(["true", false, reason, reason]);
    await lookAt(dialog, "dialog-refused");
    const before = await snapshot(gm.page);
    // The list keeps what has gone from the screen.
    const told = (): Promise<number> => ben.page.evaluate(() => ui.notifications.messages.filter(({ message }) => message.includes("Tobin is due on tick")).length);
    const already = await told();
    await button.click({ force: true });
    await expect.poll(told).toBe(already + 1);
    await pressIn(dialog, "Enter");
    await expect.poll(told).toBe(already + 2);
    expect(await snapshot(gm.page)).toEqual(before);
    expect(await dialog.count()).toBe(1);
    await due("Tobin");
    await expect.poll(state).toEqual([null, true, null, null]);
    expect(await gm.page.evaluate(() => game.messages.contents.filter(({ type, system }) => type === "exchange" && system["phase"] === "refused").length)).toBe(0);
    await pressIn(dialog, "Escape");
    await expect.poll(() => declareDialog(ben.page).count()).toBe(0);
  });

  test("a grapple takes hold on both tokens, and its undo and redo let go and take hold again", async () => {
    await due("Tobin");
    await letDiceShow(0, 0, 0, 0, 0, 0);
    await perform(ben.page, "Tobin", "Grapple", "Enforcer (1)");
    await pressIn(reactionPrompt(gm.page), "n");
    await everywhere("applied", "Grapple");
    await expect.poll(async () => (await standing(anna.page, "Tobin")).statuses).toContain("grappling");
    await expect.poll(async () => (await standing(anna.page, "Enforcer (1)")).statuses).toContain("grappled");
    await lastCard(gm.page).getByRole("button", { name: "Undo" }).dblclick();
    await everywhere("undone", "Grapple");
    await expect.poll(async () => (await standing(anna.page, "Enforcer (1)")).statuses).not.toContain("grappled");
    await lastCard(gm.page).getByRole("button", { name: "Redo" }).dblclick();
    await everywhere("applied", "Grapple");
    await expect.poll(async () => (await standing(anna.page, "Enforcer (1)")).statuses).toContain("grappled");
    // Whose status each is stands beside it.
    for (const text of ["Tobin: grappling", "Enforcer (1): grappled"]) expect((await lastCard(anna.page).innerText()).toLowerCase()).toContain(text.toLowerCase());
  });

  test("a Slip wants a free hand, as the sheet says; it is told of as getting free, and a failed one as being held still", async () => {
    await gm.page.evaluate(async () => {
      interface Known { readonly name: string; readonly items: { contents: { name: string; toObject(): object }[] }; createEmbeddedDocuments(name: string, sources: readonly object[]): Promise<unknown> }
      const actorOf = (name: string): Known | undefined => canvas.tokens.placeables.find(({ document }) => document.name === name)?.document.actor as unknown as Known | undefined;
      const slip = actorOf("Tobin")?.items.contents.find(({ name }) => name === "Slip");
      await actorOf("Enforcer (1)")?.createEmbeddedDocuments("Item", slip === undefined ? [] : [slip.toObject()]);
    });
    await due("Enforcer (1)");
    const sheet = await openSheet(gm.page, "Enforcer (1)");
    await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
    const row = sheet.locator("tr").filter({ has: gm.page.getByRole("button", { name: "Slip", exact: true }) });
    await expect.poll(() => row.innerText()).toContain("needs a free hand");
    await carryClub("Enforcer (1)", { carried: "sheathed", hand: null });
    await expect.poll(() => row.innerText()).not.toContain("needs a free hand");
    await letDiceShow();
    await perform(gm.page, "Enforcer (1)", "Slip", "Tobin");
    await expect.poll(() => reactionPrompt(ben.page).getByRole("heading").allInnerTexts()).toContain("Enforcer (1) tries to get free: Slip");
    await pressIn(reactionPrompt(ben.page), "n");
    await everywhere("applied", "Slip");
    expect(await lastCard(ben.page).innerText()).toMatch(/Slip\s+[^]*0 successes[^]*still held/i);
    expect(await lastCard(ben.page).innerText()).not.toMatch(/Attack|misses/i);
    await carryClub("Enforcer (1)", { carried: "hand", hand: "main" });
  });

  test("a player holds her action in the tracker with a double click, once", async () => {
    await due("Isaura");
    await openTab(anna.page, "combat");
    await anna.page.locator(".fw-row").filter({ hasText: "Isaura" }).getByRole("button", { name: "Hold", exact: true }).dblclick();
    await expect.poll(async () => (await standing(gm.page, "Isaura")).state).toBe("holding");
    // Rows of others carry nothing for her but the way to their tokens.
    await expect.poll(() => anna.page.locator(".fw-row").filter({ has: anna.page.locator('[aria-label^="Marksman"]') }).getByRole("button").count()).toBe(1);
    await openTab(anna.page, "chat");
  });

  test("L-E05 who holds is asked first, the one who is attacked after that; however the question is put away it comes back from the card", async () => {
    await gm.page.evaluate(async () => {
      const combat = game.combat;
      for (const { id, name } of combat?.combatants.contents ?? []) if (name !== "Isaura") await combat?.setInitiative(id, name === "Enforcer (2)" ? combat.round : combat.round + 20);
    });
    await letDiceShow();
    const before = await snapshot(gm.page);
    await perform(gm.page, "Enforcer (2)", "Attack", "Tobin");
    const stepIn = anna.page.locator(".fw-step-in");
    await stepIn.waitFor();
    expect(await stepIn.innerText()).toContain("Enforcer (2)");
    // Nobody is asked for an answer to what may still be stepped in before.
    expect(await reactionPrompt(ben.page).count()).toBe(0);
    for (const way of WAYS_OUT) {
      await dismiss(stepIn, way);
      expect(await snapshot(anna.page)).toEqual(before);
      await lastCard(anna.page).getByRole("button", { name: "Preempt with Isaura" }).click();
    }
    await pressIn(stepIn, "Enter");
    await pressIn(declareDialog(anna.page), "Enter");
    await reactionPrompt(ben.page).waitFor();
    // Each of the two cards says whom it waits for, and not each other in a circle.
    const waiting = (): Promise<string> => ben.page.locator('.fw-card[data-phase="answering"]').allInnerTexts().then((cards) => cards.join("\n"));
    await expect.poll(waiting).toContain("Interrupted by Isaura");
    await expect.poll(waiting).toMatch(/Is done before the action of Enforcer \(2\)\.\s+Waits for Tobin\./);
    await pressIn(reactionPrompt(gm.page), "n");
    await pressIn(reactionPrompt(ben.page), "n");
    await everywhere("applied", "Isaura");
    await expect.poll(() => gm.page.locator('.fw-card[data-phase="answering"]').count()).toBe(0);
    const after = await nobodyDiffers();
    expect(after.initiatives["Enforcer (2)"]).toBeGreaterThan(before.tick);
    expect(after.initiatives["Isaura"]).toBeGreaterThan(before.tick);
    await expect.poll(() => standing(ben.page, "Isaura")).toMatchObject({ state: "ready" });
  });

  test("whoever is too far away gets there first by one click, is asked again on arrival, and the GM takes the whole way back", async () => {
    await due("Tobin");
    const before = await snapshot(gm.page);
    const dialog = await openManeuver(ben.page, "Tobin", "Kick", "Marksman");
    expect(await dialog.locator('[role="alert"]').innerText()).toContain("out of reach");
    const run = dialog.getByRole("button", { name: /^Run: due on tick \d+$/ });
    const there = Number(/\d+/.exec(await run.innerText())?.[0]);
    await run.click();
    await expect.poll(async () => (await snapshot(gm.page)).tick).toBe(there);
    await declareDialog(ben.page).filter({ hasText: "Marksman" }).waitFor();
    await expect.poll(async () => (await standing(gm.page, "Tobin")).statuses).not.toContain("moving");
    await pressIn(declareDialog(ben.page), "Escape");
    await openTab(gm.page, "combat");
    while ((await snapshot(gm.page)).tick > before.tick) {
      const { tick } = await snapshot(gm.page);
      await gm.page.locator('[data-action="fwBack"]').click();
      await expect.poll(async () => (await snapshot(gm.page)).tick).toBeLessThan(tick);
    }
    await openTab(gm.page, "chat");
    await expect.poll(() => snapshot(gm.page)).toEqual(before);
    await nobodyDiffers();
  });

  test("a weapon dropped on one's own token is given by Enter, on another's it is refused", async () => {
    await closeWindows(ben.page);
    const entry = await packEntry(ben.page, "weapons", "Knife");
    await drag(ben.page, entry, await tokenElement(ben.page, "Isaura"));
    await words(ben.page, "Isaura is not yours to give anything to.");
    await drag(ben.page, entry, await tokenElement(ben.page, "Tobin"));
    await pressIn(ben.page.locator(".fw-drop-menu"), "Enter");
    await words(ben.page, "Tobin has 2 × Knife now.");
    await closeWindows(ben.page);
    await openTab(ben.page, "chat");
  });

  test("a blow that kills at once is applied, taken back and made again", async () => {
    await due("Isaura");
    await fillNormal("Enforcer (1)");
    await letDiceShow(...Array<number>(40).fill(0));
    await perform(anna.page, "Isaura", "Attack", "Enforcer (1)");
    await pressIn(reactionPrompt(gm.page), "n");
    await everywhere("applied", "Dead");
    await expect.poll(() => standing(ben.page, "Enforcer (1)")).toMatchObject({ state: "out" });
    await expect.poll(async () => (await standing(ben.page, "Enforcer (1)")).statuses).toContain("dead");
    // What armor and wounds of an NPC are stays with the GM.
    await expect.poll(() => lastCard(gm.page).innerText()).toContain("deflect");
    expect(await lastCard(anna.page).innerText()).not.toMatch(/deflect|mortal/);
    await lastCard(gm.page).getByRole("button", { name: "Undo" }).click();
    await everywhere("undone", "Attack");
    await expect.poll(() => standing(ben.page, "Enforcer (1)")).toMatchObject({ state: "ready" });
    await expect.poll(async () => (await standing(ben.page, "Enforcer (1)")).statuses).not.toContain("dead");
    await lastCard(gm.page).getByRole("button", { name: "Redo" }).click();
    await everywhere("applied", "Dead");
    await expect.poll(async () => (await standing(ben.page, "Enforcer (1)")).statuses).toContain("dead");
  });

  test("the GM leaves with a question open: the assistant is asked, answers, and the GM comes back to the result", async () => {
    await due("Isaura");
    await perform(anna.page, "Isaura", "Attack", "Enforcer (2)");
    await reactionPrompt(gm.page).waitFor();
    await assistant.sit();
    await gm.context.close();
    await pressIn(reactionPrompt(assistant.page), "n");
    await gm.sit();
    await openTab(gm.page, "chat");
    await everywhere("applied", "Attack");
    await expect.poll(() => reactionPrompt(gm.page).count()).toBe(0);
    await nobodyDiffers();
  });

  test("a card that is deleted while it waits closes the question and frees the fight", async () => {
    await due("Isaura");
    await letDiceShow();
    await carryClub("Enforcer (2)", { carried: "sheathed", hand: null });
    await perform(anna.page, "Isaura", "Thrust", "Enforcer (2)");
    await reactionPrompt(gm.page).waitFor();
    // What would answer it but for the club that is put away stands there with the reason, and cannot be chosen.
    const refused = reactionPrompt(gm.page).getByRole("list", { name: "Cannot be used now" });
    await expect.poll(() => refused.getByRole("listitem").allInnerTexts()).toEqual([expect.stringMatching(/^Parry\s+needs a melee weapon in hand$/)]);
    expect(await reactionPrompt(gm.page).getByRole("radio", { name: /Parry/ }).count()).toBe(0);
    await lookAt(reactionPrompt(gm.page), "refused-answer");
    await carryClub("Enforcer (2)", { carried: "hand", hand: "main" });
    await expect.poll(() => refused.count()).toBe(0);
    await gm.page.evaluate(() => (game.messages.contents.at(-1) as unknown as { delete(): Promise<unknown> }).delete());
    await expect.poll(() => reactionPrompt(gm.page).count()).toBe(0);
    await perform(anna.page, "Isaura", "Thrust", "Enforcer (2)");
    await pressIn(reactionPrompt(gm.page), "n");
    await everywhere("applied", "Thrust");
  });

  test("who is struck past the last Normal Wound dies slowly, and the clock knows when it bleeds", async () => {
    await due("Isaura");
    await fillNormal("Enforcer (2)");
    // Of the damage the three dice that count 3 succeed: 5 Temporary, 4 Mortal.
    await strike(anna.page, "Isaura", "Attack", "Enforcer (2)", [9, 9, 9, 1, 1, 1, 9]);
    await everywhere("applied", "Dying");
    // The points that came through its armor are for the GM; that it goes down is for all to see.
    await expect.poll(() => lastCard(gm.page).innerText()).toContain("9 points");
    for (const { page } of [anna, ben]) expect(await lastCard(page).innerText()).not.toMatch(/\d points/);
    expect((await nobodyDiffers()).wounds["Enforcer (2)"]).toMatchObject({ temporary: 5, mortal: 4 });
    await expect.poll(async () => (await standing(ben.page, "Enforcer (2)")).statuses).toContain("dying");
    await openTab(gm.page, "combat");
    await expect.poll(() => gm.page.locator("#sidebar").innerText()).toMatch(/bleed/i);
    await openTab(gm.page, "chat");
  });

  test("who is stunned with the last Normal Wound and fails to stay up lies unconscious", async () => {
    await place({ Marksman: [1500, 1000] });
    await due("Tobin");
    await fillNormal("Marksman", 1);
    // Two dice that count 3: 6 points, 1 of them absorbed, 4 Temporary, 1 stun.
    await strike(ben.page, "Tobin", "Martial Kick", "Marksman", [9, 9, 9, 1, 1]);
    await everywhere("applied", "Unconscious");
    expect((await nobodyDiffers()).wounds["Marksman"]).toMatchObject({ temporary: 4, stun: 1, mortal: 0 });
    await expect.poll(async () => (await standing(anna.page, "Marksman")).statuses).toContain("unconscious");
  });

  test("the end of the fight clears Temporary Wounds and leaves the others", async () => {
    const { wounds } = await snapshot(gm.page);
    expect(wounds["Enforcer (1)"]?.temporary).toBeGreaterThan(0);
    await openTab(gm.page, "combat");
    await gm.page.locator("#sidebar").getByRole("button", { name: "End", exact: true }).click();
    await gm.page.getByRole("button", { name: "End the fight" }).click();
    for (const { page } of [gm, anna, ben]) {
      await expect.poll(() => page.evaluate(() => game.combat)).toBeNull();
      await expect.poll(async () => (await snapshot(page)).wounds).toEqual(Object.fromEntries(Object.entries(wounds).map(([name, marks]) => [name, { ...marks, temporary: 0 }])));
    }
  });

  test("nothing on any page is left in keys, and no step of it left an error", async () => {
    for (const seat of [gm, anna, ben, assistant]) {
      expect(await seat.page.locator("body").innerText()).not.toMatch(/FATEWALKER\.|undefined|\[object|\bNaN\b/);
      expect(faults(seat)).toEqual([]);
    }
  });
});
