import { describe, expect, test } from "vitest";
import { faults, type Seat } from "./browser-table";
import type { PageGlobals } from "./globals";
import { beginFight, lastCard, notices, openSheet, openTab, reactionPrompt, seedDice, target } from "./table-actions";
import { testTable } from "./test-table";

/* What a player's screen shows, and what stands in the messages that are made for players, of the GM's creatures: nothing that tells their numbers, and nothing at all of who hides. */

declare const game: PageGlobals["game"];
declare const canvas: { readonly tokens: { readonly placeables: readonly { readonly document: { readonly id: string; readonly name: string; update(changes: object): Promise<unknown>; readonly actor: { update(changes: object): Promise<unknown>; createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown>; readonly items: { readonly contents: readonly { readonly type: string; update(changes: object): Promise<unknown> }[] } } } }[] } };

/** Words and numbers that stand nowhere else: whoever reads one has read the secret. */
const SECRET = { hider: "Nightwhisper", actor: "Baron Secretus", portrait: "icons/svg/baron-secret.svg", armor: "Armor of Secrets", absorb: 7731, deflection: 6247, boxes: 5519, notes: "the traitor is Ludo", biography: "born of a wolf", concept: "Hidden concept", gear: "Letter of Secrets", power: "Power of Secrets", itemNotes: "notes inside a thing", will: 4703, fate: 3907, money: 84193 };

const { gm, anna } = testTable({ gm: {}, anna: {} }, async () => {
  await seedDice(gm.page, 3);
  await gm.page.evaluate(async (secret) => {
    const of = (name: string) => {
      const found = canvas.tokens.placeables.find(({ document }) => document.name === name);
      if (!found) throw new Error(`No ${name}.`);
      return found.document;
    };
    const { actor } = of("Enforcer (1)");
    await actor.update({ name: secret.actor, img: secret.portrait, system: { gmNotes: `<p>${secret.notes}</p>`, biography: `<p>${secret.biography}</p>`, profile: { concept: secret.concept }, wounds: { mortal: { max: secret.boxes } }, will: { rating: secret.will }, fate: { rating: secret.fate }, money: secret.money } });
    await actor.createEmbeddedDocuments("Item", [{ name: secret.gear, type: "gear", system: { gmNotes: `<p>${secret.itemNotes}</p>` } }, { name: secret.power, type: "power" }]);
    for (const item of actor.items.contents) {
      if (item.type === "armor") await item.update({ name: secret.armor, system: { absorb: secret.absorb, deflection: { physical: 1, ballistic: secret.deflection, energy: secret.deflection } } });
    }
    const hider = of("Marksman");
    await hider.update({ hidden: true, name: secret.hider });
    // Due on Isaura's tick, after her: nobody waits for what the hidden one declares.
    await hider.actor.update({ system: { attributes: { awareness: { value: 2 } } } });
    const combatant = game.combat?.combatants.contents.find(({ tokenId }) => tokenId === hider.id) as unknown as { update(changes: object): Promise<unknown> } | undefined;
    if (!combatant) throw new Error("The one who hides is not in the fight.");
    await combatant.update({ hidden: true });
  }, SECRET);
  await beginFight(gm.page, { Isaura: 3, "Enforcer (1)": 4, "Enforcer (2)": 5, Tobin: 6, [SECRET.hider]: 3 }, anna.page);
});

/**
 * Everything that her page shows or says to a screen reader or on hovering; not the canvas, where the host alone decides which
 * tokens are drawn.
 */
const shown = (): Promise<string> =>
  anna.page.evaluate(() =>
    [...document.querySelectorAll("*")].filter((element) => element.closest(".token, script, style") === null).flatMap((element) => [
      ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ textContent }) => textContent ?? ""),
      ...[...element.attributes].filter(({ name }) => /^(title|alt|value|aria-.*|data-tooltip.*|data-.*)$/.test(name)).map(({ value }) => value),
    ]).filter((text) => text.trim() !== "").join("\n"));

/** Messages that she may see, as they reached her. */
const messages = (): Promise<string> =>
  anna.page.evaluate(() => JSON.stringify((game.messages.contents as unknown as { visible: boolean; toObject(): object }[]).filter(({ visible }) => visible).map((message) => message.toObject())));

/** As a word or a number of its own: the same digits inside a time or an id tell nothing. */
const holds = (text: string, secret: string | number): boolean => new RegExp(`(?<!\\w)${secret}(?!\\w)`).test(text);

async function tells(): Promise<string[]> {
  for (const tab of ["combat", "chat"]) {
    await openTab(anna.page, tab);
    const text = `${await shown()}\n${await messages()}`;
    const found = Object.entries(SECRET).filter(([, secret]) => holds(text, secret));
    if (found.length > 0) return found.map(([what, secret]) => `${what} in ${tab}: ${text.split("\n").filter((line) => holds(line, secret)).map((line) => line.slice(0, 200)).join(" | ")}`);
  }
  return [];
}

describe.sequential("a player's screen", () => {
  test("L-F01 tells nothing of who hides, neither in the tracker nor in what is said about the order", async () => {
    expect(await tells()).toEqual([]);
    // The one who hides is due together with Isaura: the GM knows, she does not.
    await openTab(gm.page, "combat");
    await expect.poll(() => gm.page.locator(".fw-row-name").filter({ hasText: SECRET.hider }).count()).toBe(1);
    expect(await anna.page.locator(".fw-row-name").filter({ hasText: SECRET.hider }).count()).toBe(0);
  });

  test("L-F03 L-F04 tells no number of an NPC, nor who it is behind its token, before, while and after she attacks it", async () => {
    await target(anna.page, "Enforcer (1)");
    const sheet = await openSheet(anna.page, "Isaura");
    await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
    await sheet.getByRole("button", { name: "Attack", exact: true }).first().click();
    const dialog = anna.page.locator(".fw-dialog");
    await dialog.waitFor();
    expect(await tells()).toEqual([]);
    const odds = (await dialog.innerText()).toLowerCase();
    expect(odds).toContain("before armor");
    expect(odds).not.toContain("if dodged");
    await dialog.getByRole("button", { name: "Declare" }).click();
    const prompt = gm.page.locator(".application").filter({ has: gm.page.locator(".fw-reaction-list") });
    await prompt.waitFor();
    expect(await tells()).toEqual([]);
    await prompt.locator("label", { hasText: /^\s*Parry/ }).click();
    await prompt.getByRole("button", { name: "Answer" }).click();
    await openTab(anna.page, "chat");
    await expect.poll(() => lastCard(anna.page).getAttribute("data-phase")).toBe("applied");
    expect(await tells()).toEqual([]);
  });

  test("shows dice and successes of its parry without the TN and without which dice were wounded, while the GM sees both", async () => {
    await openTab(gm.page, "chat");
    const titles = (seat: Seat): Promise<(string | null)[]> => lastCard(seat.page).locator("dd").nth(1).locator(".fw-die").evaluateAll((dice) => dice.map((die) => die.getAttribute("title")));
    const hers = await titles(anna);
    expect(hers.length).toBeGreaterThan(0);
    for (const title of hers) expect(title).not.toContain("TN");
    for (const title of await titles(gm)) expect(title).toContain("TN");
  });

  test("keeps what the NPC has done blindly out of sight", async () => {
    const roll = await anna.page.evaluate(() => game.messages.contents.filter(({ type }) => type === "ledger").map((message) => (message as unknown as { visible: boolean }).visible));
    expect(roll.length).toBeGreaterThan(0);
    expect(roll.every((visible) => !visible)).toBe(true);
  });

  test("a check of the GM's for a creature is not offered to all, and the window says who will see it", async () => {
    const sheet = await openSheet(gm.page, "Enforcer (1)");
    await sheet.locator('[data-action="rollAttribute"][data-attribute="prowess"]').first().click();
    const dialog = gm.page.locator(".fw-dialog");
    await dialog.waitFor();
    expect(await dialog.locator("select[name=mode] option").evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))).toEqual(["gm", "blind", "self"]);
    expect(await dialog.locator("select[name=mode]").inputValue()).toBe("gm");
    await expect.poll(() => dialog.innerText()).toContain("Only GMs see this roll: players are not shown the numbers of Enforcer (1).");
    await dialog.screenshot({ path: "test-results/check-of-a-creature.png" });
    await dialog.getByRole("button", { name: "Roll", exact: true }).click();
    await openTab(gm.page, "chat");
    await expect.poll(() => gm.page.locator(".fw-check-card").count()).toBe(1);
    await openTab(anna.page, "chat");
    expect(await anna.page.locator(".fw-check-card").count()).toBe(0);
    expect(await tells()).toEqual([]);
  });

  test("players read that a creature has used a power, and GMs what it cost", async () => {
    await gm.page.evaluate(async () => {
      const enforcer = canvas.tokens.placeables.find(({ document }) => document.name === "Enforcer (2)")?.document;
      const [item] = (await enforcer?.actor.createEmbeddedDocuments("Item", [{ name: "Surge", type: "power", system: { track: "will", cost: { will: 1, fate: 0 }, active: true, automation: "spend" } }])) as { id: string }[];
      const { actor, id } = (game.combat?.combatants.contents.find(({ tokenId }) => tokenId === enforcer?.id) ?? {}) as unknown as { id: string; actor: { uuid: string } };
      const { ChatMessage, foundry } = globalThis as unknown as { ChatMessage: { implementation: { create(source: object): Promise<unknown> } }; foundry: { utils: { randomID(): string } } };
      await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "spend", participant: { actor: actor.uuid, token: null, combatant: id }, args: { item: item?.id, targets: [], mode: "public" }, nonce: foundry.utils.randomID() } });
    });
    for (const [{ page }, words] of [[anna, "Used. What it costs is the GM’s to know."], [gm, "1 Will spent."]] as const) {
      await openTab(page, "chat");
      await expect.poll(() => lastCard(page).innerText()).toContain("Surge");
      await expect.poll(() => lastCard(page).innerText()).toContain(words);
    }
    expect(await lastCard(anna.page).innerText()).not.toContain("Will spent");
    expect(await tells()).toEqual([]);
  });

  test("what is done to somebody who hides asks no player for an answer, though she is struck as well: the GM is asked in her place", async () => {
    const strike = (step: "declare" | "cancel"): Promise<void> => gm.page.evaluate(async ([what, hider]) => {
      const all = (game.combat?.combatants.contents ?? []) as unknown as { id: string; name: string; token: { uuid: string }; actor: { uuid: string; items: { contents: { uuid: string; system: { key: string } }[] } } }[];
      const of = (name: string) => {
        const { id, token, actor } = all.find((one) => one.name === name) ?? {};
        return { actor: actor?.uuid, token: token?.uuid, combatant: id ?? "" };
      };
      const attacker = of("Enforcer (2)");
      const { ChatMessage, foundry } = globalThis as unknown as { ChatMessage: { implementation: { create(source: object): Promise<unknown> } }; foundry: { utils: { randomID(): string } } };
      const wish = (system: object): Promise<unknown> => ChatMessage.implementation.create({ type: "intent", content: "", system: { ...system, nonce: foundry.utils.randomID() } });
      const due = what === "declare";
      if (!due) await wish({ op: "react", participant: null, args: { exchange: game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.id, do: "cancel" } });
      await game.combat?.setInitiative(attacker.combatant, due ? game.combat.round : 90);
      const maneuver = all.find(({ id }) => id === attacker.combatant)?.actor.items.contents.find(({ system }) => system.key === "unarmed-strike")?.uuid;
      if (due) await wish({ op: "declare", participant: attacker, args: { maneuver, targets: [of(hider), of("Isaura")], choices: {}, mode: "public" } });
    }, [step, SECRET.hider] as const);
    await strike("declare");
    await expect.poll(() => reactionPrompt(gm.page).count()).toBe(2);
    expect(await tells()).toEqual([]);
    expect(await reactionPrompt(anna.page).count()).toBe(0);
    await strike("cancel");
    await expect.poll(() => reactionPrompt(gm.page).count()).toBe(0);
    expect(await tells()).toEqual([]);
  });

  test("whoever acts at one moment with somebody who hides is told of no group, and hands in what she does", async () => {
    await gm.page.evaluate(async (hider) => {
      const all = (game.combat?.combatants.contents ?? []) as unknown as { id: string; name: string; actor: { system: { attributes: { awareness: { value: number } } }; update(changes: object): Promise<unknown> } }[];
      const [hers, hidden] = ["Isaura", hider].map((name) => all.find((one) => one.name === name));
      if (!hers || !hidden || !game.combat) throw new Error("Somebody is missing.");
      await hidden.actor.update({ system: { attributes: { awareness: { value: hers.actor.system.attributes.awareness.value } } } });
      for (const { id } of [hers, hidden]) await game.combat.setInitiative(id, game.combat.round);
    }, SECRET.hider);
    await openTab(gm.page, "combat");
    await expect.poll(() => gm.page.locator("#combat").innerText()).toContain("is deciding");
    expect(await tells()).toEqual([]);
    await openTab(anna.page, "combat");
    expect(await anna.page.locator("#combat").innerText()).not.toContain("deciding");
    const sheet = await openSheet(anna.page, "Isaura");
    await sheet.locator('[data-action="filter"]', { hasText: "All" }).click();
    await sheet.getByRole("button", { name: "Hold Action", exact: true }).first().click();
    await expect.poll(async () => (await notices(anna.page)).join()).toContain("Declared. It is shown as soon as the GM is ready.");
    await expect.poll(() => gm.page.locator("#combat").innerText()).toContain("1 of 2 have declared");
    expect(await tells()).toEqual([]);
    expect(await anna.page.locator("#combat").innerText()).not.toContain("have declared");
  });

  test("what is taken back tells no more in her log and on her bar than what was done", async () => {
    await openTab(gm.page, "combat");
    await openTab(anna.page, "combat");
    const undone = (seat: Seat): Promise<number> => seat.page.locator(".fw-log-row.undone").count();
    for (let step = 1; step <= 2; step += 1) {
      await gm.page.locator('[data-action="fwBack"]').click();
      await expect.poll(() => undone(gm)).toBe(step);
    }
    expect(await tells()).toEqual([]);
    await openTab(anna.page, "combat");
    // There is something to search: her log has rows, and her bar portraits.
    expect(await anna.page.locator(".fw-log-row").count()).toBeGreaterThan(0);
    expect(await anna.page.locator("#fatewalker-tick-bar .fw-bar-portrait").count()).toBeGreaterThan(0);
    expect(await anna.page.locator('[data-action="fwBack"], [data-action="fwLogDetail"]').count()).toBe(0);
  });

  test("no step of it left an error on either page", () => {
    expect(faults(gm)).toEqual([]);
    expect(faults(anna)).toEqual([]);
  });
});
