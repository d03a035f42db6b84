import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { GENERATIONS } from "./fight-table";
import { DODGE, PowerSeats } from "./powers/seats";
import { tableOfThree } from "./three-players";

/* R268 A skill that supports an attack or an answer: chosen with it, rolled first, paid with the exchange, seen by everybody and taken back with it. */

declare const game: { messages: { contents: { type: string; system: { phase: string; rolls: { id: string; successes: number; tn: number | null }[] } }[] } };

const shared = tableOfThree();
afterEach(async ({ task }) => { expect(await shared.finish(task.result?.state === "fail")).toEqual([]); });
afterAll(() => shared.close());

/** Running: root 1, Stamina 2, the leaf 1, so Prowess 5 at TN 4. */
const RUNNING = { skills: { vigor: { branches: { stamina: { value: 2, leaves: { running: { name: "Running", value: 1 } } } } } } };
const BY_RUNNING = { support: "stamina:running" } as const;
const DRIVEN = "power-will-driven";

const open = async (generation: 13 | 14, will: object = {}, powers: readonly string[] = []): Promise<PowerSeats> => {
  const t = await PowerSeats.open(shared, generation);
  await t.due(t.hero);
  await t.give(t.hero, powers, { ...RUNNING, will });
  return t;
};
/** The rolls of the last exchange as one client has them. */
const rolls = (client: HeadlessClient): Promise<string[]> => client.run(() => {
  const card = game.messages.contents.findLast(({ type, system }) => type === "exchange" && system.phase !== "refused");
  return (card?.system.rolls ?? []).filter(({ id }) => !id.startsWith("damage")).map(({ id, successes }) => `${id} ${String(successes)}`);
});

describe.each(GENERATIONS)("R268 support in an exchange, generation %i", (generation) => {
  test("one success of each make a hit: for 1 Will, once, every die for everybody, and back", async () => {
    const t = await open(generation);
    // Five dice of the support, six of the kick, then damage.
    await t.dice(4, 9, 9, 9, 9, 1, 9);
    const deed = await t.kick(t.hero, t.foe, BY_RUNNING);
    const nonce = randomUUID();
    await t.send(deed, { nonce });
    await t.send(deed, { nonce });
    await t.send(await t.answer(t.foe, null));
    for (const client of t.six.everyone) await expect.poll(() => rolls(client)).toEqual(["support:attack 1", "attack 1"]);
    expect([await t.step("attack"), (await t.exchange()).targets[0]?.outcome, await t.roll("support:attack")]).toEqual([2, "noDamage", { dice: 5, wounded: 0, tn: 4, successes: 1 }]);
    expect([(await t.exchange()).targets[0]?.steps.find(({ kind }) => kind === "power")?.name, await t.spent(t.hero)]).toEqual(["Running", { will: 1, fate: 0 }]);
    await t.undo();
    expect(await t.spent(t.hero)).toEqual({ will: 0, fate: 0 });
  });

  test("an answer has it as well, and a failure takes its degree away", async () => {
    const t = await open(generation);
    await t.due(t.foe);
    // Two successes of the kick; the support fails by 5 - 4; eight dice of the dodge with three successes at TN 3.
    await t.dice(1, 1, 9, 9, 9, 9, 5, 9, 9, 9, 9, 1, 1, 1, 9);
    await t.send(await t.kick(t.foe, t.hero));
    await t.send(await t.answer(t.hero, DODGE, BY_RUNNING));
    expect([await t.step("answer"), (await t.exchange()).targets[0]?.outcome, await t.spent(t.hero)]).toEqual([2, "evaded", { will: 1, fate: 0 }]);
    await t.undo();
    expect(await t.spent(t.hero)).toEqual({ will: 0, fate: 0 });
  });

  test("without Will, with a branch or with a skill that nobody has it is refused, and so is what belongs to somebody else", async () => {
    const t = await open(generation, { spent: 8 });
    for (const [support, reason] of [["stamina:running", "NotEnoughWill"], ["stamina", "SupportNeedsLeaf"], ["stamina:flying", "NoSuchSupport"]] as const) {
      await t.send(await t.kick(t.hero, t.foe, { support }));
      expect(await t.refusal()).toBe(`FATEWALKER.Error.${reason}`);
    }
    await t.due(t.friend);
    await t.send(await t.kick(t.friend, t.foe, BY_RUNNING));
    expect([await t.refusal(), await t.spent(t.friend)]).toEqual(["FATEWALKER.Error.NoSuchSupport", { will: 0, fate: 0 }]);
    await t.due(t.foe);
    await t.send(await t.kick(t.foe, t.hero));
    await t.send(await t.answer(t.hero, DODGE, BY_RUNNING));
    expect([await t.refusal(), (await t.exchange()).phase]).toEqual(["FATEWALKER.Error.NotEnoughWill", "answering"]);
  });

  test("with one point for two nothing is declared; where it goes before the dice, the power has it and the support does not count", async () => {
    let t = await open(generation, { spent: 7 }, [DRIVEN]);
    await t.send(await t.kick(t.hero, t.foe, { ...BY_RUNNING, ...(await t.choice(t.hero, DRIVEN)) }));
    expect([await t.refusal(), (await t.spent(t.hero)).will]).toEqual(["FATEWALKER.Error.NotEnoughWill", 7]);
    t = await open(generation, { spent: 6 }, [DRIVEN]);
    await t.dice(9);
    await t.send(await t.kick(t.hero, t.foe, { ...BY_RUNNING, ...(await t.choice(t.hero, DRIVEN)) }));
    await t.give(t.hero, [], { will: { spent: 7 } });
    await t.send(await t.answer(t.foe, null));
    expect([await rolls(t.gm), (await t.roll("attack"))?.dice, (await t.spent(t.hero)).will]).toEqual([["attack 0"], 8, 8]);
  });
});
