import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { back, begin, cards, dice, fighter, GENERATIONS, idOf, learn, react, refusals, settled, withoutPowers, woundsOf, itemOf, wish, type Participant, type TableGlobals } from "./fight-table";
import { SharedTable } from "./shared-table";

/* What covers an area: whom it reaches on the scene, what each can do about it, and what is left in the hand. */

declare const game: TableGlobals;

interface AreaTarget {
  readonly who: string;
  readonly step: { readonly distance: number; readonly demotions: number; readonly reached: boolean } | null;
}

const shared = new SharedTable("anna");
let gm: HeadlessClient;
let anna: HeadlessClient;
let isaura: Participant;
let enforcer: Participant;
let marksman: Participant;

/** Puts the middle of tokens so many metres to the right of the first one's. */
const line = (places: readonly (readonly [Participant, number])[]): Promise<void> =>
  gm.run(async (wanted) => {
    for (const [id, metres] of wanted) {
      const token = game.combats.contents[0]?.combatants.get(id)?.token as unknown as { parent: { grid: { size: number; distance: number } }; update(changes: object): Promise<unknown> };
      const { size, distance } = token.parent.grid;
      await token.update({ x: 1000 + (metres / distance) * size, y: 800, elevation: 0 });
    }
  }, places.map(([who, metres]) => [idOf(who), metres] as const));

/** Gives somebody grenades of the pack, in the hand. */
const arm = (who: Participant, quantity: number): Promise<void> =>
  gm.run(async ([id, count]) => {
    const actor = game.combats.contents[0]?.combatants.get(id)?.actor;
    const found = (await game.packs.get("fatewalker.weapons")?.getDocuments())?.find(({ system }) => system.key === "weapon-frag-grenade")?.toObject() as { system: object };
    await actor?.createEmbeddedDocuments("Item", [{ ...found, system: { ...found.system, carried: "hand", hand: "main", quantity: count } }]);
  }, [idOf(who), quantity] as const);

const grenade = (client: HeadlessClient, who: Participant): Promise<{ id: string; quantity: number; carried: string; hand: string | null }> =>
  client.run((id) => {
    const item = game.combats.contents[0]?.combatants.get(id)?.actor?.items.contents.find(({ system }) => system.key === "weapon-frag-grenade");
    if (!item) throw new Error("There is no grenade.");
    const { quantity, carried, hand } = item.system as unknown as { quantity: number; carried: string; hand: string | null };
    return { id: item.id, quantity, carried, hand };
  }, idOf(who));

const throwIt = async (client: HeadlessClient, who: Participant, targets: readonly Participant[], centre: { x: number; y: number } | null, mode = "public"): Promise<void> => {
  const { id } = await grenade(client, who);
  await wish(client, "declare", who, { maneuver: (await itemOf(client, who, "melee-throw")).uuid, targets, choices: { weapon: id, centre }, mode });
  await settled(client);
};

const reachedOf = (client: HeadlessClient): Promise<AreaTarget[]> =>
  client.run(() =>
    (game.messages.contents.filter(({ type, system }) => type === "exchange" && system.maneuver.key !== "").at(-1)?.system.targets ?? []).map(({ who, ...rest }) => ({
      who: who.participant.combatant ?? "",
      step: ((rest as unknown as { steps: { kind: string }[] }).steps.find(({ kind }) => kind === "area") as unknown as AreaTarget["step"] & object) ?? null,
    })).map(({ who, step }) => ({ who, step: step === null ? null : { distance: step.distance, demotions: step.demotions, reached: step.reached } })));

describe.each(GENERATIONS)("an area, generation %i", (generation) => {
  beforeEach(async () => {
    const seats = await shared.open(generation, async (client) => {
      gm = client;
      await withoutPowers(gm);
      const thrower = await fighter(gm, "duellist");
      await learn(gm, thrower, "melee-throw");
      await learn(gm, await fighter(gm, "enforcer"), "evasion-evade-aoe");
      await arm(thrower, 2);
    });
    gm = seats.gm;
    anna = seats.player("anna");
    [isaura, enforcer, marksman] = await Promise.all([fighter(gm, "duellist"), fighter(gm, "enforcer"), fighter(gm, "marksman")]);
    await dice(gm, 0.95);
    await begin(gm, { [idOf(isaura)]: 1 });
  });
  afterEach(async ({ task }) => {
    expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
  });
  afterAll(() => shared.close());

  test("reaches everyone within its radius, friends too, each demoted by the metres from the centre; one of two is left ready, and undo gives it back", async () => {
    const second = await fighter(gm, "enforcer", 1);
    await line([[isaura, 0], [enforcer, 12], [second, 14], [marksman, 24]]);
    const before = await Promise.all([enforcer, second, marksman].map((who) => woundsOf(gm, who)));
    await throwIt(anna, isaura, [enforcer], null);
    // The second one has nothing to answer it with, and is not asked.
    await react(gm, enforcer, isaura, null);
    expect(await reachedOf(gm)).toEqual([
      { who: idOf(enforcer), step: { distance: 0, demotions: 0, reached: true } },
      { who: idOf(second), step: { distance: 2, demotions: 4, reached: true } },
    ]);
    const after = await Promise.all([enforcer, second, marksman].map((who) => woundsOf(gm, who)));
    expect(after[0]).toBeGreaterThan(before[0] ?? 0);
    expect(after[1]).toBeGreaterThan(before[1] ?? 0);
    expect(after[2]).toBe(before[2]);
    expect(await grenade(anna, isaura)).toMatchObject({ quantity: 1, carried: "ready", hand: null });
    await back(gm);
    expect(await Promise.all([enforcer, second, marksman].map((who) => woundsOf(gm, who)))).toEqual(before);
    expect(await grenade(anna, isaura)).toMatchObject({ quantity: 2, carried: "hand", hand: "main" });
  });

  test("strikes a point of the map, whoever was targeted, and whoever stands there: the thrower too", async () => {
    await line([[isaura, 0], [enforcer, 3], [marksman, 40]]);
    const centre = await gm.run((id) => {
      const token = game.combats.contents[0]?.combatants.get(id)?.token as unknown as { getCenterPoint(): { x: number; y: number } };
      const { x, y } = token.getCenterPoint();
      return { x, y };
    }, idOf(isaura));
    await throwIt(anna, isaura, [marksman], centre);
    await react(anna, isaura, isaura, null);
    await react(gm, enforcer, isaura, null);
    expect(await reachedOf(gm)).toEqual([
      { who: idOf(isaura), step: { distance: 0, demotions: 0, reached: true } },
      { who: idOf(enforcer), step: { distance: 3, demotions: 6, reached: true } },
    ]);
    expect(await woundsOf(gm, isaura)).toBeGreaterThan(0);
  });

  test("Evade AoE puts metres between: a metre for each success, out of the radius and it is evaded", async () => {
    await line([[isaura, 0], [enforcer, 12], [marksman, 40]]);
    await throwIt(anna, isaura, [enforcer], null);
    await react(gm, enforcer, isaura, "evasion-evade-aoe");
    const [only] = await reachedOf(gm);
    expect(only?.step?.distance).toBeGreaterThan(0);
    expect(only?.step?.demotions).toBe((only?.step?.distance ?? 0) * 2);
  });

  test("who hides in it is in no message that players get, and not struck by itself; the GM who commits is told", async () => {
    const second = await fighter(gm, "enforcer", 1);
    await line([[isaura, 0], [enforcer, 12], [second, 13], [marksman, 40]]);
    await gm.run(async (id) => {
      await game.combats.contents[0]?.combatants.get(id)?.token?.update({ hidden: true });
    }, idOf(second));
    await throwIt(anna, isaura, [enforcer], null);
    await react(gm, enforcer, isaura, null);
    expect((await reachedOf(anna)).map(({ who }) => who)).toEqual([idOf(enforcer)]);
    expect((await cards(anna)).at(-1)?.phase).toBe("applied");
    // On a card that GMs alone read it strikes whom it reaches, but for the dead.
    const unhurt = await woundsOf(gm, second);
    await gm.run(async ([id, item]) => {
      const [combat] = game.combats.contents;
      await combat?.setInitiative(id, combat.round);
      await (combat?.combatants.get(id)?.actor?.items.contents.find((entry) => entry.id === item) as unknown as { update(changes: object): Promise<unknown> }).update({ system: { carried: "hand", hand: "main" } });
    }, [idOf(isaura), (await grenade(gm, isaura)).id] as const);
    await throwIt(gm, isaura, [enforcer], null, "gm");
    await expect.poll(async () => (await cards(gm)).map(({ phase }) => phase)).toEqual(["applied", "applied"]);
    expect((await reachedOf(gm)).map(({ who }) => who)).toEqual([idOf(second)]);
    expect(await woundsOf(gm, second)).toBeGreaterThan(unhurt);
    expect(await anna.run(() => game.messages.contents.filter(({ type, visible }) => type === "exchange" && visible).length)).toBe(1);
  });

  test("with nowhere to strike it is refused in words, and nothing is thrown", async () => {
    await throwIt(anna, isaura, [], null);
    expect(await refusals(anna)).toEqual(["FATEWALKER.Area.NoCentre"]);
    expect(await grenade(anna, isaura)).toMatchObject({ quantity: 2, carried: "hand" });
  });

  test("the last one is not there any more", async () => {
    await line([[isaura, 0], [enforcer, 12], [marksman, 40]]);
    await gm.run(async ([id, item]) => {
      const found = game.combats.contents[0]?.combatants.get(id)?.actor?.items.contents.find((entry) => entry.id === item) as unknown as { update(changes: object): Promise<unknown> };
      await found.update({ system: { quantity: 1 } });
    }, [idOf(isaura), (await grenade(gm, isaura)).id] as const);
    await throwIt(anna, isaura, [enforcer], null);
    await react(gm, enforcer, isaura, null);
    expect(await grenade(anna, isaura)).toMatchObject({ quantity: 0, carried: "stowed", hand: null });
  });
});
