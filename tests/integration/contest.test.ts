import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { BROKE, PowerSeats } from "./powers/seats";
import { GENERATIONS, type Participant } from "./fight-table";
import { tableOfThree } from "./three-players";

/* Two who were asked to roll against each other: either may make the other's roll again (Powers, Intrepid II). */

interface Asking {
  id: string;
  flags: { fatewalker?: { request?: { results: Record<string, { message: string; successes: number | null }> } } };
}
declare const game: {
  messages: { contents: Asking[]; get(id: string): Asking | undefined };
  system: { api: { requestRoll(asked: object): Promise<Asking | null>; answerRequest(id: string, index: number, options: object): Promise<unknown> } };
};
declare const foundry: { utils: { fromUuidSync(uuid: string): unknown } };

const POWER = "power-fate-intrepid-ii";
const shared = tableOfThree();
afterEach(async ({ task }) => { expect(await shared.finish(task.result?.state === "fail")).toEqual([]); });
afterAll(() => shared.close());

/** The GM asks two for Prowess(Agility) against each other, or each for themselves: five dice at TN 3. */
async function ask(t: PowerSeats, who: readonly Participant[], rule = "contested", mode = "public"): Promise<string> {
  const id = await t.gm.run(async ([actors, wanted, seen]) => (await game.system.api.requestRoll({ actors: actors.map((uuid) => foundry.utils.fromUuidSync(uuid)), rule: wanted, mode: seen, check: { attribute: "prowess", skill: "agility" } }))?.id ?? "", [who.map(({ actor }) => actor), rule, mode] as const);
  for (const client of t.six.players) await client.until((request) => game.messages.get(request) !== undefined, id);
  return id;
}
const successes = (client: HeadlessClient, request: string): Promise<(number | null)[]> => client.run((id) => ["0", "1"].map((place) => game.messages.get(id)?.flags.fatewalker?.request?.results[place]?.successes ?? null), request);
/** One of them rolls on the own client. @returns the id of the roll */
async function roll(t: PowerSeats, who: Participant, request: string, index: number, ...faces: readonly number[]): Promise<string> {
  const client = t.clientOf(who);
  await t.diceAt(client, ...faces);
  await client.run(([id, place]) => game.system.api.answerRequest(id, place, { fast: true }).then(() => null), [request, index] as const);
  return t.gm.until(([id, place]) => game.messages.get(id)?.flags.fatewalker?.request?.results[String(place)]?.message ?? null, [request, index] as const);
}
const again = async (t: PowerSeats, who: Participant, check: string): Promise<void> => t.send({ op: "spend", who, args: { check, item: await t.itemOf(who, POWER), mode: "public" } });

describe.each(GENERATIONS)("R278 Intrepid II in a contest, generation %i", (generation) => {
  test("the other side makes the roll again, pays once, everybody is told the new number, and it goes back; not its own roll, not without Fate, not beside another power", async () => {
    const t = await PowerSeats.open(shared, generation);
    await t.give(t.hero, [POWER]);
    await t.give(t.friend, ["power-fate-intrepid"]);
    const request = await ask(t, [t.hero, t.friend]);
    const mine = await roll(t, t.hero, request, 0, 1, 9);
    const theirs = await roll(t, t.friend, request, 1, 1, 1, 1, 9);
    await expect.poll(() => successes(t.six.ofKnight, request)).toEqual([1, 3]);
    // Not on the own roll, and not by somebody who has no part in it.
    await again(t, t.hero, mine);
    expect(await t.refusal()).toBe("FATEWALKER.PowerUse.TooLate");
    await t.give(t.six.knight, [POWER]);
    await again(t, t.six.knight, theirs);
    expect([await t.refusal(), await t.spent(t.six.knight)]).toEqual(["FATEWALKER.PowerUse.NoRoll", { will: 0, fate: 0 }]);
    await t.dice(9);
    const deed = { op: "spend", who: t.hero, args: { check: theirs, item: await t.itemOf(t.hero, POWER), mode: "public" } };
    await t.send(deed, { nonce: `once-${generation}` });
    await t.send(deed, { nonce: `once-${generation}` });
    for (const client of t.six.everyone) await expect.poll(() => successes(client, request)).toEqual([1, 0]);
    expect([await t.spent(t.hero), await t.spent(t.friend)]).toEqual([{ will: 0, fate: 1 }, { will: 0, fate: 0 }]);
    // One power for each test, whoever used it.
    await t.send({ op: "spend", who: t.friend, args: { check: theirs, item: await t.itemOf(t.friend, "power-fate-intrepid"), mode: "public" } });
    expect([await t.refusal(), await t.spent(t.friend)]).toEqual(["FATEWALKER.Error.OnePower", { will: 0, fate: 0 }]);
    await t.undo();
    for (const client of t.six.everyone) await expect.poll(() => successes(client, request)).toEqual([1, 3]);
    expect(await t.spent(t.hero)).toEqual({ will: 0, fate: 0 });
    await t.give(t.hero, [], BROKE);
    await again(t, t.hero, theirs);
    expect([await t.refusal(), await t.spent(t.hero)]).toEqual(["FATEWALKER.Error.NotEnoughFate", { will: 8, fate: 4 }]);
  });

  test("only where two are asked against each other; the failure that is made again is unlearned by its roller alone", async () => {
    const t = await PowerSeats.open(shared, generation);
    await t.give(t.hero, [POWER, "power-fate-master-conceit"]);
    const apart = await ask(t, [t.hero, t.friend], "each");
    const beside = await roll(t, t.friend, apart, 1, 1, 9);
    await again(t, t.hero, beside);
    expect([await t.refusal(), await t.spent(t.hero)]).toEqual(["FATEWALKER.PowerUse.NoRoll", { will: 0, fate: 0 }]);
    // Six dice that all show nines at TN 3 teach six points; the hero, who has the same power, learns nothing of another's roll.
    await t.give(t.friend, ["power-fate-master-conceit"], { attributes: { prowess: { value: 6 } } });
    const request = await ask(t, [t.hero, t.friend]);
    await t.clientOf(t.friend).until((uuid) => (foundry.utils.fromUuidSync(uuid) as { system: { attributes: { prowess: { value: number } } } }).system.attributes.prowess.value === 6, t.friend.actor);
    const failed = await roll(t, t.friend, request, 1, 9);
    const learned = async (who: Participant): Promise<number> => (await t.body(who)).learning["agility"] ?? 0;
    await expect.poll(() => learned(t.friend)).toBe(6);
    await t.dice(1);
    await again(t, t.hero, failed);
    expect([await t.refusal(), await learned(t.friend), await learned(t.hero), (await t.spent(t.hero)).fate]).toEqual([null, 0, 0, 1]);
  });

  test("a secret roll is nobody's to name who must not know it: a wish made up for it is refused like one for no roll, the same roll made openly is not", async () => {
    const t = await PowerSeats.open(shared, generation);
    const SAVE = "power-fate-protector-divine-intervention";
    await t.give(t.hero, [POWER, SAVE]);
    for (const mode of ["gm", "blind"]) {
      const secret = await ask(t, [t.hero, t.friend], "contested", mode);
      const theirs = await roll(t, t.friend, secret, 1, 1, 1, 1, 9);
      await again(t, t.hero, theirs);
      expect([mode, await t.refusal(), await t.spent(t.hero)]).toEqual([mode, "FATEWALKER.PowerUse.NoRoll", { will: 0, fate: 0 }]);
    }
    // Nor is it saved by a companion who must not know that it failed.
    const failed = await roll(t, t.friend, await ask(t, [t.friend], "each", "gm"), 0, 9);
    await t.send({ op: "spend", who: t.hero, args: { check: failed, item: await t.itemOf(t.hero, SAVE), mode: "public" } });
    expect([await t.refusal(), await t.spent(t.hero)]).toEqual(["FATEWALKER.PowerUse.NoRoll", { will: 0, fate: 0 }]);
    const open = await ask(t, [t.hero, t.friend]);
    const theirs = await roll(t, t.friend, open, 1, 1, 1, 1, 9);
    await t.dice(9);
    await again(t, t.hero, theirs);
    await expect.poll(() => t.spent(t.hero)).toEqual({ will: 0, fate: 1 });
  });
});
