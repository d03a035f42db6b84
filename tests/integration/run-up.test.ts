import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { back, begin, dice, GENERATIONS, idOf, itemOf, learn, settled, wish, type Participant, type TableGlobals } from "./fight-table";
import { everywhere, openSix, tableOfThree, type Six } from "./three-players";
import type { HeadlessClient } from "../table/client/headless";

/* Whoever charges ends at the side of whom it has charged: its token is put there by a wish from the card, and goes back with the exchange. */

interface Told {
  phase: string;
  notice: { key: string } | null;
  ledger: string;
}
declare const game: TableGlobals;
declare const ui: { notifications: { warn(message: string): unknown } };

const shared = tableOfThree();
let gm: HeadlessClient;
let six: Six;

const put = (who: Participant, x: number, y: number): Promise<void> =>
  gm.run(async ([id, left, top]) => { await game.combats.contents[0]?.combatants.get(id)?.token?.update({ x: left, y: top }); }, [idOf(who), x, y] as const);
const place = (who: Participant) => (client: HeadlessClient): Promise<[number, number]> =>
  client.run((id) => {
    const { x, y } = (game.combats.contents[0]?.combatants.get(id)?.token ?? { x: -1, y: -1 }) as { x: number; y: number };
    return [x, y];
  }, idOf(who));
const told = (exchange: string): Promise<Told> =>
  gm.run((id) => {
    const { phase, notice, ledger } = (game.messages.contents.find((message) => message.id === id)?.toObject() as unknown as { system: Told }).system;
    return { phase, notice, ledger };
  }, exchange);
const cardId = (client: HeadlessClient): Promise<string> => client.run(() => game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.id ?? "");
/** Notes what the GM is warned of from now on. */
const listen = (): Promise<void> =>
  gm.run(() => {
    Reflect.set(globalThis, "warned", []);
    ui.notifications.warn = (message) => void (Reflect.get(globalThis, "warned") as string[]).push(message);
  });
const warned = (): Promise<string[]> => gm.run(() => Reflect.get(globalThis, "warned") as string[]);
/** Dice of the attack roll of an exchange. */
const thrown = (exchange: string): Promise<number> => gm.run((id) => game.messages.get(id)?.system.rolls.find((roll) => roll.id === "attack")?.dice.length ?? -1, exchange);
const charge = async (choices: object = {}): Promise<string> => {
  const { duellist, enforcer, ofDuellist } = six;
  await wish(ofDuellist, "declare", duellist, { maneuver: (await itemOf(ofDuellist, duellist, "melee-charge")).uuid, targets: [enforcer], choices, mode: "public" });
  await settled(ofDuellist);
  const exchange = await cardId(gm);
  await wish(gm, "react", null, { exchange, do: "resolve" });
  await expect.poll(async () => (await told(exchange)).phase).toBe("applied");
  return exchange;
};

describe.each(GENERATIONS)("a charge on the scene, on V%i", (generation) => {
  beforeEach(async () => {
    six = await openSix(shared, generation);
    ({ gm } = six);
    const { duellist, enforcer, twin, brawler, knight, marksman } = six;
    await learn(gm, duellist, "melee-charge");
    await put(duellist, 200, 900);
    await put(enforcer, 1000, 900);
    for (const [index, other] of [twin, brawler, knight, marksman].entries()) await put(other, 2000 + index * 100, 300);
    await begin(gm, { [idOf(duellist)]: 1, [idOf(enforcer)]: 40 });
    await dice(gm, 0.95);
    await listen();
  });
  afterEach(async ({ task }) => {
    expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
  });
  afterAll(() => shared.close());

  test("the player puts the token at the target's side, paid by the run; undone it goes back, redone it is there again, and nobody is told that it went too far", async () => {
    const { duellist, ofDuellist, everyone } = six;
    const exchange = await charge();
    await wish(ofDuellist, "move", duellist, { deed: "runUp", exchange });
    await everywhere(everyone, place(duellist), [900, 900]);
    // A second click changes nothing.
    await wish(ofDuellist, "move", duellist, { deed: "runUp", exchange });
    await settled(ofDuellist);
    await everywhere(everyone, place(duellist), [900, 900]);
    await back(gm);
    await everywhere(everyone, place(duellist), [200, 900]);
    const undone = await told(exchange);
    expect(undone).toMatchObject({ phase: "undone", notice: null });
    await wish(gm, "undo", null, { ledger: undone.ledger, redo: true });
    await everywhere(everyone, place(duellist), [900, 900]);
    expect(await warned()).toEqual([]);
  });

  test("R216 a charge from standing is rolled with the die less of a runner, one that runs no tick without it", async () => {
    const prowess = await gm.run((id) => game.combats.contents[0]?.combatants.get(id)?.actor?.system.attributes["prowess"]?.value ?? 0, idOf(six.duellist));
    expect(await thrown(await charge({ runTicks: 0 }))).toBe(prowess - 1);
    await back(gm);
    expect(await thrown(await charge())).toBe(prowess - 2);
  });

  test("beside whoever stands in the way; not for another's charge; where the token has gone on since, an undo leaves it", async () => {
    const { duellist, brawler, twin, ofDuellist, ofBrawler, everyone } = six;
    await put(twin, 900, 900);
    const exchange = await charge();
    await wish(ofBrawler, "move", brawler, { deed: "runUp", exchange });
    await settled(ofBrawler);
    await everywhere(everyone, place(duellist), [200, 900]);
    await wish(ofDuellist, "move", duellist, { deed: "runUp", exchange });
    await everywhere(everyone, place(duellist), [900, 800]);
    await put(duellist, 600, 400);
    await back(gm);
    await expect.poll(async () => (await told(exchange)).phase).toBe("undone");
    await everywhere(everyone, place(duellist), [600, 400]);
  });
});
