import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { back, begin, clock, dice, gather, GENERATIONS, idOf, itemOf, learn, settled, wish, woundsOf, type Participant, type TableGlobals } from "./fight-table";
import { openSix, tableOfThree, type Six } from "./three-players";
import type { HeadlessClient } from "../table/client/headless";

/* Answers that strike back, maneuvers made of two, and answers to what is itself an answer to a grip: a GM and three players. */

interface Grip {
  dominant: string;
  level: number;
}
interface Between {
  range: number;
  grapple: Grip | null;
  ground: Grip | null;
  hold: Grip | null;
}
interface Step {
  kind: string;
  hits?: boolean;
  cancels?: boolean;
  steps?: Step[];
}
interface Card {
  id: string;
  phase: string;
  notice: string | null;
  rolls: string[];
  targets: { answer: string | null; outcome: string | null; steps: Step[] }[];
}
declare const game: TableGlobals;

const shared = tableOfThree();
let gm: HeadlessClient;
let six: Six;

const engagement = (one: Participant, other: Participant): Promise<Between | null> =>
  gm.run((pair) => {
    const { engagements } = game.combats.contents[0]?.system as unknown as { engagements: Record<string, Between> };
    return (JSON.parse(JSON.stringify(engagements)) as Record<string, Between>)[pair] ?? null;
  }, [idOf(one), idOf(other)].sort().join("_"));
const statuses = (who: Participant): Promise<string[]> => gm.run((id) => [...(game.combats.contents[0]?.combatants.get(id)?.actor?.statuses ?? [])].sort(), idOf(who));
const newest = (client: HeadlessClient): Promise<Card> =>
  client.run(() => {
    const message = game.messages.contents.filter(({ type }) => type === "exchange").at(-1);
    const { system } = (message?.toObject() ?? { system: { phase: "none", notice: null, rolls: [], targets: [] } }) as { system: { phase: string; notice: { key: string } | null; rolls: { id: string }[]; targets: { answer: { kind: string } | null; outcome: string | null; steps: Step[] }[] } };
    return { id: message?.id ?? "", phase: system.phase, notice: system.notice?.key ?? null, rolls: system.rolls.map(({ id }) => id), targets: system.targets.map(({ answer, outcome, steps }) => ({ answer: answer?.kind ?? null, outcome, steps })) };
  });
const declare = async (client: HeadlessClient, who: Participant, key: string, target: Participant, choices: object = {}): Promise<void> => {
  await wish(client, "declare", who, { maneuver: (await itemOf(client, who, key)).uuid, targets: [target], choices, mode: "public" });
  await settled(client);
};
/** The owner answers on the own client what is asked there; null: with nothing. */
const answer = async (client: HeadlessClient, who: Participant, key: string | null, { choices = {}, part = 0 }: { choices?: object; part?: number } = {}): Promise<void> => {
  await expect.poll(async () => (await newest(client)).targets[part]?.answer).toBe("pending");
  const { id } = await newest(client);
  await wish(client, "react", who, { exchange: id, target: part, reaction: key === null ? null : (await itemOf(client, who, key)).id, choices });
  await settled(client);
};
const applied = async (): Promise<Card> => {
  for (const client of six.everyone) await expect.poll(async () => (await newest(client)).phase).toBe("applied");
  return newest(gm);
};
const change = (who: Participant, changes: object): Promise<void> => gm.run(async ([id, data]) => { await game.combats.contents[0]?.combatants.get(id)?.actor?.update(data); }, [idOf(who), changes] as const);
const tick = async (who: Participant): Promise<number | null> => (await clock(gm)).rows[idOf(who)]?.tick ?? null;

describe.each(GENERATIONS)("what an answer may be, on V%i", (generation) => {
  beforeEach(async () => {
    six = await openSix(shared, generation);
    ({ gm } = six);
    const { brawler, duellist, knight, enforcer } = six;
    await gather(gm, [brawler, duellist, knight, enforcer]);
    await dice(gm, 0.95);
  });
  afterEach(async ({ task }) => {
    expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
  });
  afterAll(() => shared.close());

  test("R229 Parry/Riposte, one player against another: both halves have dice of their own, the attacker is struck, the defender pays for both, and one step back takes all of it", async () => {
    const { duellist, knight, ofDuellist, ofKnight } = six;
    await begin(gm, { [idOf(duellist)]: 1, [idOf(knight)]: 40 });
    await declare(ofDuellist, duellist, "melee-attack", knight);
    await answer(ofKnight, knight, "melee-parry-riposte");
    const { rolls, targets } = await applied();
    expect(rolls).toEqual(expect.arrayContaining(["attack", "reaction:0", "riposte:0", "counterDamage:0"]));
    expect(targets[0]?.answer).toBe("reaction");
    expect(targets[0]?.steps.find(({ kind }) => kind === "counter")).toMatchObject({ hits: true });
    expect(await woundsOf(gm, duellist)).toBeGreaterThan(0);
    const paid = (await tick(knight) ?? 0) - 40;
    const speed = await gm.run((id) => {
      const fighter = (game.combats.contents[0]?.combatants.get(id)?.actor as unknown as { toFighter(): { weapons: { carried: string; speed: { base: number; recoil: number } }[] } }).toFighter();
      const weapon = fighter.weapons.find(({ carried }) => carried === "hand");
      return (weapon?.speed.base ?? 0) + (weapon?.speed.recoil ?? 0);
    }, idOf(knight));
    // The parry is two ticks quicker than the weapon, and both together another two.
    expect(paid).toBe(speed - 2 + speed - 2);
    await back(gm);
    expect([await woundsOf(gm, duellist), await woundsOf(gm, knight), await tick(knight), await tick(duellist)]).toEqual([0, 0, 40, 1]);
  });

  test("Stop Charge: the creature that charges runs onto the player's point", async () => {
    const { knight, enforcer, ofKnight } = six;
    await begin(gm, { [idOf(enforcer)]: 1, [idOf(knight)]: 40 });
    await declare(gm, enforcer, "melee-charge", knight);
    await answer(ofKnight, knight, "melee-stop-charge", { choices: { custom: 10 } });
    const { targets } = await applied();
    expect(targets[0]).toMatchObject({ answer: "reaction", outcome: "evaded" });
    expect(await woundsOf(gm, enforcer)).toBeGreaterThan(0);
    expect(await woundsOf(gm, knight)).toBe(0);
    expect(await tick(knight)).toBeGreaterThan(40);
    await back(gm);
    expect([await woundsOf(gm, enforcer), await tick(knight), await tick(enforcer)]).toEqual([0, 40, 1]);
  });

  test("Engage and Gut: two attacks in one action, each of which its target may answer; the gut is made at the range that the first half wins", async () => {
    const { duellist, enforcer, ofDuellist } = six;
    await learn(gm, duellist, "melee-engage-and-gut", "melee-gut", "melee-engage-disengage");
    await learn(gm, enforcer, "melee-engage-disengage");
    const knife = await gm.run(async (id) => {
      const actor = game.combats.contents[0]?.combatants.get(id)?.actor;
      await actor?.update({ system: { skills: { weaponry: { branches: { melee: { value: 5 }, unarmed: { value: 3 } } }, vigor: { branches: { agility: { value: 4 } } } } } });
      const items = actor?.items.contents as unknown as { id: string; type: string; system: { key: string }; update(changes: object): Promise<unknown> }[];
      for (const item of items.filter(({ type }) => type === "weapon")) await item.update({ system: item.system.key === "weapon-knife" ? { carried: "hand", hand: "main" } : { carried: "stowed", hand: null } });
      return items.find(({ system }) => system.key === "weapon-knife")?.id ?? "";
    }, idOf(duellist));
    await begin(gm, { [idOf(duellist)]: 1, [idOf(enforcer)]: 40 });
    await declare(ofDuellist, duellist, "melee-engage-and-gut", enforcer, { weapon: knife });
    expect((await newest(gm)).notice).toBeNull();
    const asked = (await newest(gm)).targets;
    expect(asked).toHaveLength(2);
    for (const [part, target] of asked.entries()) if (target.answer === "pending") await answer(gm, enforcer, null, { part });
    const { targets } = await applied();
    expect(targets.map(({ outcome }) => outcome)[1]).toBe("hit");
    expect((await engagement(duellist, enforcer))?.range).toBeLessThan(6);
    expect(await woundsOf(gm, enforcer)).toBeGreaterThan(0);
    await back(gm);
    expect([await engagement(duellist, enforcer), await woundsOf(gm, enforcer)]).toEqual([null, 0]);
  });

  test("L-A03 a player answers for one that is not the own character of that player, as an owner beside another one, once", async () => {
    const { duellist, knight, enforcer, ofDuellist, ofKnight } = six;
    await gm.run(async ([id, also]) => {
      const actor = game.combats.contents[0]?.combatants.get(id)?.actor as unknown as { ownership: Record<string, number>; update(changes: object): Promise<unknown> };
      await actor.update({ ownership: { ...actor.ownership, [also]: 3 } });
    }, [idOf(knight), ofDuellist.userId] as const);
    await ofDuellist.until((id) => game.combats.contents[0]?.combatants.get(id)?.isOwner === true, idOf(knight));
    await begin(gm, { [idOf(enforcer)]: 1, [idOf(knight)]: 40, [idOf(duellist)]: 50 });
    await declare(gm, enforcer, "melee-attack", knight);
    await answer(ofDuellist, knight, "melee-parry");
    const { targets } = await applied();
    expect(targets[0]?.answer).toBe("reaction");
    const paid = await tick(knight);
    expect(paid).toBeGreaterThan(40);
    expect(await tick(duellist)).toBe(50);
    // The other owner comes too late.
    await wish(ofKnight, "react", knight, { exchange: (await newest(gm)).id, target: 0, reaction: null, choices: {} });
    await settled(ofKnight);
    expect(await tick(knight)).toBe(paid);
  });

  test("whoever shoots from above is measured by elevation, in the scene's units: a die from 3 metres on and two from 10, and the way is longer by it", async () => {
    const { marksman, knight, ofKnight } = six;
    await learn(gm, marksman, "ranged-shoot");
    await begin(gm, { [idOf(marksman)]: 1, [idOf(knight)]: 40 });
    /** What a shot from there was reckoned with: metres up and away, and the dice for standing higher. */
    const from = async (elevation: number): Promise<{ height: number; distance: number; dice: [string, number][] }> => {
      await gm.run(async ([id, height]) => { await game.combats.contents[0]?.combatants.get(id)?.token?.update({ elevation: height }); }, [idOf(marksman), elevation] as const);
      await declare(gm, marksman, "ranged-shoot", knight);
      if ((await newest(gm)).phase === "answering") await answer(ofKnight, knight, null);
      await applied();
      const found = await gm.run(() => {
        const ledger = game.messages.contents.filter(({ type, system }) => type === "ledger" && system.kind === "exchange").at(-1) as unknown as { system: { record: { declaration: { modifiers: { key: string; value: number }[] }; targets: { situation: { height: number; distance: number | null } }[] } } } | undefined;
        const { declaration, targets } = ledger?.system.record ?? { declaration: { modifiers: [] }, targets: [] };
        return { height: targets[0]?.situation.height ?? Number.NaN, distance: targets[0]?.situation.distance ?? Number.NaN, dice: declaration.modifiers.filter(({ key, value }) => key.endsWith("high-ground") && value !== 0).map(({ key, value }): [string, number] => [key, value]) };
      });
      await back(gm);
      return found;
    };
    const level = await from(0);
    expect(level).toMatchObject({ height: 0, dice: [] });
    expect(await from(2)).toMatchObject({ height: 2, dice: [] });
    expect(await from(3)).toMatchObject({ height: 3, dice: [["high-ground", 1]] });
    const above = await from(10);
    expect(above).toMatchObject({ height: 10, dice: [["very-high-ground", 2]] });
    expect(above.distance).toBeCloseTo(Math.hypot(level.distance, 10), 1);
    const measure = (units: string): Promise<void> => gm.run(async (wanted) => { await (game.scenes.contents[0] as unknown as { update(changes: object): Promise<unknown> }).update({ "grid.units": wanted }); }, units);
    await measure("ft");
    // Ten feet are three metres.
    expect(await from(10)).toMatchObject({ height: 3, dice: [["high-ground", 1]] });
    await measure("m");
    await from(0);
  });

  describe("answers to what frees or closes in", () => {
    /** The brawler has the enforcer by the arm. */
    async function grappled(): Promise<void> {
      const { brawler, enforcer } = six;
      await learn(gm, enforcer, "unarmed-slip", "unarmed-sweep");
      await learn(gm, brawler, "unarmed-grapple", "unarmed-hold");
      for (const who of [brawler, enforcer]) {
        await change(who, { system: { skills: { weaponry: { branches: { unarmed: { value: 4 } } }, vigor: { branches: { agility: { value: 4 } } } } } });
        // Both have their hands free.
        await gm.run(async (id) => {
          const items = game.combats.contents[0]?.combatants.get(id)?.actor?.items.contents as unknown as { system: { carried?: string }; update(changes: object): Promise<unknown> }[];
          for (const item of items.filter(({ system }) => system.carried === "hand")) await item.update({ system: { carried: "stowed", hand: null } });
        }, idOf(who));
      }
      await begin(gm, { [idOf(enforcer)]: 1, [idOf(brawler)]: 40 });
      await wish(gm, "move", null, { deed: "engagement", combat: await gm.run(() => game.combats.contents[0]?.id), pair: [idOf(brawler), idOf(enforcer)].sort().join("_"), record: { range: 2, grapple: { dominant: idOf(brawler), level: 2 }, ground: null, hold: null } });
      await settled(gm);
      expect(await statuses(enforcer)).toContain("grappled");
    }

    test("a grapple on a creature is begun by a player, closes the range and marks both; undone, both are free", async () => {
      const { brawler, enforcer, ofBrawler } = six;
      await begin(gm, { [idOf(brawler)]: 1, [idOf(enforcer)]: 40 });
      await declare(ofBrawler, brawler, "unarmed-grapple", enforcer);
      await answer(gm, enforcer, null);
      await applied();
      const found = await engagement(brawler, enforcer);
      expect(found?.grapple).toMatchObject({ dominant: idOf(brawler), level: 3 });
      expect(found?.range).toBeLessThan(6);
      expect([await statuses(brawler), await statuses(enforcer)]).toEqual([expect.arrayContaining(["grappling"]), expect.arrayContaining(["grappled"])]);
      await back(gm);
      expect([await engagement(brawler, enforcer), (await statuses(brawler)).includes("grappling"), (await statuses(enforcer)).includes("grappled")]).toEqual([null, false, false]);
    });

    test.each([["unarmed-slip", "unarmed-grapple"], ["unarmed-slip", "unarmed-hold"], ["unarmed-sweep", "unarmed-grapple"]] as const)("%s out of it is answered with %s by whoever has hold: it fails, and without an answer it comes off", async (key, reaction) => {
      const { brawler, enforcer, ofBrawler } = six;
      await change(brawler, { system: { skills: { perception: { branches: { observe: { value: 3 } } } } } });
      await grappled();
      const before = await engagement(brawler, enforcer);
      if (key === "unarmed-sweep") {
        await wish(gm, "move", null, { deed: "engagement", combat: await gm.run(() => game.combats.contents[0]?.id), pair: [idOf(brawler), idOf(enforcer)].sort().join("_"), record: { ...before, ground: { dominant: idOf(brawler), level: 2 } } });
        await settled(gm);
      }
      const held = await engagement(brawler, enforcer);
      await declare(gm, enforcer, key, brawler);
      await answer(ofBrawler, brawler, reaction, { choices: { custom: 10 } });
      const { targets } = await applied();
      expect(targets[0]).toMatchObject({ answer: "reaction", outcome: "evaded" });
      // A lock besides: whoever wanted to slip is held by the one who had the grip, and everybody sees it.
      expect((await engagement(brawler, enforcer))?.hold).toEqual(reaction === "unarmed-hold" ? { dominant: idOf(brawler), level: expect.any(Number) as number } : null);
      for (const client of six.everyone) await expect.poll(() => client.run((id) => game.combats.contents[0]?.combatants.get(id)?.actor?.statuses.has("held"), idOf(enforcer))).toBe(reaction === "unarmed-hold");
      // Whoever has hold keeps it, or has it tighter.
      expect((await engagement(brawler, enforcer))?.grapple?.level).toBeGreaterThanOrEqual(held?.grapple?.level ?? 9);
      expect(await tick(brawler)).toBeGreaterThan(40);
      await back(gm);
      expect(await engagement(brawler, enforcer)).toEqual(held);
      await declare(gm, enforcer, key, brawler);
      await answer(ofBrawler, brawler, null);
      await applied();
      expect(await engagement(brawler, enforcer)).not.toEqual(held);
    });

    test("the top that evades somebody else gives ground combat up with its marks: the bottom goes where it wants, but for whoever else has hold of it", async () => {
      const { brawler, duellist, knight, enforcer, ofBrawler, ofDuellist, everyone } = six;
      const between = async (one: Participant, record: object): Promise<void> => {
        await wish(gm, "move", null, { deed: "engagement", combat: await gm.run(() => game.combats.contents[0]?.id), pair: [idOf(one), idOf(enforcer)].sort().join("_"), record });
        await settled(gm);
      };
      const free = { grapple: null, ground: null, hold: null };
      const marks = async (client: HeadlessClient): Promise<string[][]> => Promise.all([brawler, enforcer].map((who) => client.run((id) => [...(game.combats.contents[0]?.combatants.get(id)?.actor?.statuses ?? [])].sort(), idOf(who))));
      const evade = async (): Promise<void> => {
        await declare(ofDuellist, duellist, "melee-attack", brawler);
        await answer(ofBrawler, brawler, "evasion-dodge");
        await applied();
        expect(await engagement(brawler, enforcer)).toEqual({ range: 4, ...free });
      };
      await learn(gm, brawler, "evasion-dodge");
      await begin(gm, { [idOf(duellist)]: 1, [idOf(enforcer)]: 20, [idOf(brawler)]: 40, [idOf(knight)]: 60 });
      await between(brawler, { range: 2, ...free, ground: { dominant: idOf(brawler), level: 1 }, hold: { dominant: idOf(brawler), level: 2 } });
      await between(knight, { range: 3, ...free, grapple: { dominant: idOf(knight), level: 1 } });
      const gripped = [["grappling", "prone"], ["grappled", "held", "prone"]];
      for (const client of everyone) await expect.poll(() => marks(client)).toEqual(gripped);

      await evade();
      for (const client of everyone) await expect.poll(() => marks(client)).toEqual([["prone"], ["grappled", "prone"]]);
      await back(gm);
      for (const client of everyone) await expect.poll(() => marks(client)).toEqual(gripped);
      await between(knight, { range: 3, ...free });
      await evade();
      for (const client of everyone) await expect.poll(() => marks(client)).toEqual([["prone"], ["prone"]]);
      await gm.run(async (id) => { await game.combats.contents[0]?.setInitiative(id, game.combats.contents[0].round); }, idOf(enforcer));
      await wish(gm, "move", enforcer, { deed: "begin", pace: "crawl" });
      await settled(gm);
      expect(await gm.run((id) => game.combats.contents[0]?.combatants.get(id)?.system.movement, idOf(enforcer))).toMatchObject({ kind: "crawl" });
    });

    test("an Engage is answered with a Disengage by another player: the steps of both are set against each other", async () => {
      const { duellist, knight, ofDuellist, ofKnight } = six;
      await learn(gm, knight, "melee-engage-disengage");
      await change(knight, { system: { skills: { vigor: { branches: { agility: { value: 3 } } } } } });
      await begin(gm, { [idOf(duellist)]: 1, [idOf(knight)]: 40 });
      await declare(ofDuellist, duellist, "melee-engage-disengage", knight, { variant: "engage" });
      await answer(ofKnight, knight, null);
      await applied();
      const closer = (await engagement(duellist, knight))?.range ?? 6;
      expect(closer).toBeLessThan(6);
      await back(gm);
      await declare(ofDuellist, duellist, "melee-engage-disengage", knight, { variant: "engage" });
      await answer(ofKnight, knight, "melee-engage-disengage", { choices: { variant: "disengage", custom: 10 } });
      const { targets } = await applied();
      expect(targets[0]?.answer).toBe("reaction");
      expect((await engagement(duellist, knight))?.range ?? 6).toBeGreaterThan(closer);
    });
  });
});
