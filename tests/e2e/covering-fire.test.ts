import { describe, expect, test } from "vitest";
import type { Locator } from "playwright-core";
import { faults } from "./browser-table";
import type { PageGlobals } from "./globals";
import { beginFight, declareDialog, openManeuver, openSheet, openTab, pressIn, snapshot, target, trackerRow } from "./table-actions";
import { testTable } from "./test-table";

/* Covering fire as the GM sees it: whom it may be fired at, at what cost, and with which odds (readings, E25); and the other things that are free. */

declare const game: PageGlobals["game"];
declare const canvas: PageGlobals["canvas"];
declare const foundry: { applications: { instances: ReadonlyMap<string, { readonly id: string; readonly state: number }> } };
declare const Combat: { implementation: { create(source: object): Promise<{ update(changes: object): Promise<unknown>; delete(): Promise<unknown> }> } };

const { gm } = testTable({ gm: {} }, async () => {
  await beginFight(gm.page, { "Enforcer (1)": 3, Marksman: 25 });
  await openTab(gm.page, "chat");
});

const stepIn = (): Locator => gm.page.locator(".fw-step-in");
const dialog = (): Locator => declareDialog(gm.page);
/** The enforcer strikes at Isaura without a window. */
async function strike(): Promise<void> {
  await target(gm.page, "Isaura");
  const sheet = await openSheet(gm.page, "Enforcer (1)");
  await gm.page.keyboard.down("Shift");
  await sheet.getByRole("button", { name: /^Attack/ }).first().click();
  await gm.page.keyboard.up("Shift");
}

describe.sequential("covering fire", () => {
  test("the question says at whom the other strikes, and offers single shots alone", async () => {
    await gm.page.evaluate(async () => {
      const combat = game.combat as unknown as { combatants: { contents: { id: string; name: string }[] }; update(changes: object): Promise<unknown> } | null;
      const id = combat?.combatants.contents.find(({ name }) => name === "Marksman")?.id ?? "";
      await combat?.update({ system: { schedule: { [`overwatch-${id}`]: { tick: 13, every: null, left: null, kind: "overwatch", target: id, data: {} } } } });
    });
    await strike();
    await stepIn().waitFor();
    expect(await stepIn().innerText()).toContain("Enforcer (1) declares: Attack at Isaura");
    const offered = await stepIn().locator("option").allInnerTexts();
    expect(offered).toContain("Shoot");
    expect(offered.join()).not.toMatch(/Burst|Full Auto/);
  });

  test("the question is its own fight's: another one in the world closes it neither when it is made nor when it goes on nor when it is over", async () => {
    expect(await gm.page.evaluate(async () => {
      const open = (): number => [...foundry.applications.instances.values()].filter(({ id, state }) => id.startsWith("fw-step-in") && state === 2).length;
      const elsewhere = game.scenes.contents.find(({ id }) => id !== canvas.scene?.id)?.id;
      const other = await Combat.implementation.create({ scene: elsewhere, active: false });
      const seen = [open()];
      await other.update({ round: 1 });
      seen.push(open());
      await other.delete();
      return [...seen, open()];
    })).toEqual([1, 1, 1]);
  });

  test("the dialog has the two dice less and no ticks, and the clock asks none", async () => {
    const before = (await snapshot(gm.page)).initiatives["Marksman"];
    await stepIn().locator("select").selectOption({ label: "Shoot" });
    await stepIn().getByRole("button", { name: "Step in" }).click();
    await dialog().waitFor();
    expect(await dialog().locator(".fw-modifiers").innerText()).toMatch(/free shot[^]*−2/i);
    expect(await dialog().innerText()).toMatch(/ticks\s+0, free/i);
    expect(await dialog().innerText()).not.toMatch(/\d+ → \d+/);
    await pressIn(dialog(), "Enter");
    await expect.poll(() => stepIn().count()).toBe(0);
    await gm.page.locator("#chat .fw-card", { hasText: "Marksman: Shoot at Enforcer (1)" }).waitFor({ state: "attached" });
    expect((await snapshot(gm.page)).initiatives["Marksman"]).toBe(before);
  });

  test("the action that opens an ambush costs no ticks in the dialog either", async () => {
    await gm.page.evaluate(async () => {
      const combat = game.combat as unknown as { combatants: { contents: { id: string; name: string; actor: { createEmbeddedDocuments(type: string, sources: object[]): Promise<unknown>; items: { contents: { type: string; system: { group?: string }; update(changes: object): Promise<unknown> }[] } } | null }[] } };
      const known = combat.combatants.contents;
      const marksman = known.find(({ name }) => name === "Marksman");
      // The marksman has a gun that fires bursts, and knows how.
      const { packs, system } = game as unknown as { packs: { get(id: string): { getDocuments(): Promise<{ system: { key: string }; toObject(): object }[]> } | undefined }; system: { api: { layAmbush(combat: unknown, plan: object): Promise<void> } } };
      const fullAuto = (await packs.get("fatewalker.maneuvers")?.getDocuments())?.find((item) => item.system.key === "ranged-full-auto");
      if (fullAuto) await marksman?.actor?.createEmbeddedDocuments("Item", [fullAuto.toObject()]);
      for (const item of marksman?.actor?.items.contents ?? []) if (item.type === "weapon" && item.system.group !== "melee") await item.update({ system: { group: "automatic", magazine: { value: 60, max: 60 } } });
      await system.api.layAmbush(combat, { surprised: known.filter(({ name }) => name === "Isaura").map(({ id }) => id), penalty: 10, free: marksman?.id ?? null, noticed: {} });
    });
    await openManeuver(gm.page, "Marksman", "Shoot", "Isaura");
    await expect.poll(() => dialog().innerText()).toMatch(/ticks\s+0, free/i);
    expect(await dialog().innerText()).not.toMatch(/\d+ → \d+/);
  });

  test("Full Auto that covers a place says what it grants, rolls nothing, has no odds, and is aimed at nobody", async () => {
    await openManeuver(gm.page, "Marksman", "Full Auto", "Isaura");
    expect(await dialog().locator(".fw-odds").count()).toBe(1);
    await dialog().locator('select[data-choice="mode"]').selectOption({ label: "Cover" });
    await expect.poll(() => dialog().locator(".fw-odds").count()).toBe(0);
    expect(await dialog().innerText()).toMatch(/for 12 ticks: a free shot at −2/);
    expect(await dialog().innerText()).not.toMatch(/Isaura|Hits/);
    expect(await dialog().locator(".fw-dice li").count()).toBe(0);
  });

  test("the window of movement names the free metre: once for whoever is there with it, and beside the way of whoever moves", async () => {
    await gm.page.evaluate(async () => {
      const all = (game.combat as unknown as { combatants: { contents: { name: string; token: { x: number; y: number; update(changes: object): Promise<unknown> } | null }[] } }).combatants.contents;
      const goal = all.find(({ name }) => name === "Isaura")?.token;
      await all.find(({ name }) => name === "Enforcer (1)")?.token?.update({ x: (goal?.x ?? 0) + 100, y: goal?.y ?? 0 });
    });
    await target(gm.page, "Isaura");
    await openTab(gm.page, "combat");
    await trackerRow(gm.page, "Enforcer (1)").locator('[data-action="fwMove"]').click();
    const window = gm.page.locator(".fw-movement");
    await window.waitFor();
    expect((await window.innerText()).match(/there with the free metre/g)).toHaveLength(1);
    await gm.page.evaluate(async () => {
      const all = (game.combat as unknown as { combatants: { contents: { name: string; update(changes: object): Promise<unknown> }[] } }).combatants.contents;
      await all.find(({ name }) => name === "Enforcer (1)")?.update({ system: { movement: { kind: "run", startedAt: 3, metres: 10 } } });
    });
    await expect.poll(() => window.innerText()).toMatch(/then covered\s+10 m\s+may go \+ free\s+10 \+ 1 m/i);
  });

  test("the question goes with the fight in which it was asked", async () => {
    await gm.page.evaluate(async () => {
      const combat = game.combat as unknown as { round: number; combatants: { contents: { id: string; name: string; update(changes: object): Promise<unknown> }[] }; setInitiative(id: string, tick: number): Promise<unknown>; update(changes: object): Promise<unknown> };
      const id = combat.combatants.contents.find(({ name }) => name === "Marksman")?.id ?? "";
      // What still waits goes with its cards.
      for (const message of game.messages.contents.filter(({ type }) => type === "exchange")) await (message as unknown as { delete(): Promise<unknown> }).delete();
      for (const one of combat.combatants.contents) await combat.setInitiative(one.id, combat.round + (one.name === "Enforcer (1)" ? 0 : 30));
      await combat.update({ system: { schedule: { [`overwatch-${id}`]: { tick: combat.round + 10, every: null, left: null, kind: "overwatch", target: id, data: {} } } } });
    });
    await strike();
    await stepIn().waitFor();
    await gm.page.evaluate(() => (game.combat as unknown as { delete(): Promise<unknown> }).delete().then(() => null));
    await stepIn().waitFor({ state: "detached" });
  });

  test("no step of it left an error on the page", () => {
    expect(faults(gm)).toEqual([]);
  });
});
