import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answer, arm, closeBout, declare, dice, drop, due, exchange, foe, fresh, FULL, gm, hero, itemOf, lastCard, mark, memory, openBout, tracks, undo, wish, wounds, type ActorLike, type BoutActors, type BoutGame, type Card, type Participant } from "./power-bout";

/* What lasts of powers, works by itself or is bought. */

declare const game: BoutGame;
declare const Actor: BoutActors;
declare const fromUuid: (uuid: string) => Promise<object | null>;

describe.each([14, 13] as const)("what powers leave, generation %i", (generation) => {
  beforeAll(() => openBout(generation));
  afterAll(async () => { expect(await closeBout()).toEqual([]); });
  beforeEach(() => dice(1));
  const also = test.runIf(generation === 14 || FULL);

  test("R286 Hyperfocus: two attribute points for each Fate, never in a fight, gone with the first damage and back with its undo", async () => {
    await fresh(["power-fate-maker-hyperfocus"]);
    await wish("spend", hero, { item: (await itemOf(hero, "power-fate-maker-hyperfocus")).id, spread: { prowess: 2 }, mode: "public" });
    expect([(await lastCard()).notice?.key, (await tracks(hero)).fate.spent]).toEqual(["FATEWALKER.Power.NotInCombat", 0]);
    const [uuid, item] = await gm.run(async () => {
      const [source] = (await game.packs.get("fatewalker.powers")?.getDocuments() ?? []).filter(({ system }) => system.key === "power-fate-maker-hyperfocus");
      const actor = await Actor.implementation.create({ name: "Maker", type: "character", system: { attributes: { prowess: { value: 4 }, focus: { value: 4 } }, fate: { rating: 4 } } });
      const [made] = (await actor.createEmbeddedDocuments("Item", [source?.toObject() ?? {}])) as { id: string }[];
      return [actor.uuid, made?.id ?? ""] as const;
    });
    const maker: Participant = { actor: uuid, token: null, combatant: null };
    const state = (): Promise<[number, number, number, number]> => gm.run(async (id) => {
      const actor = (await fromUuid(id)) as unknown as { system: { attributes: Record<string, { value: number }>; fate: { spent: number }; wounds: { temporary: { value: number } } } };
      return [actor.system.attributes["prowess"]?.value ?? 0, actor.system.attributes["focus"]?.value ?? 0, actor.system.fate.spent, actor.system.wounds.temporary.value];
    }, uuid);
    await wish("spend", maker, { item, spread: { prowess: 1 }, mode: "public" });
    expect([(await lastCard()).notice?.key, await state()]).toEqual(["FATEWALKER.Power.BoostPoints", [4, 4, 0, 0]]);
    await wish("spend", maker, { item, spread: { prowess: 3, focus: 1 }, mode: "public" });
    expect(await state()).toEqual([7, 5, 2, 0]);
    await wish("wound", null, { targets: [maker], hand: { deed: "damage", amount: "1" } });
    expect(await state()).toEqual([4, 4, 2, 1]);
    const ledger = await gm.run(() => (game.messages.contents.filter(({ type }) => type === "healing").at(-1)?.toObject().system as unknown as { ledger: string }).ledger);
    await wish("undo", null, { ledger });
    expect(await state()).toEqual([7, 5, 2, 0]);
    await wish("rest", null, { who: [maker], rest: { kind: "sceneEnd" } });
    expect(await state()).toEqual([4, 4, 2, 0]);
    await gm.run(async (id) => { await ((await fromUuid(id)) as unknown as { delete(): Promise<unknown> }).delete(); }, uuid);
  });

  describe("whoever marks the damage", () => {
    const update = ({ combatant }: Participant, changes: object): Promise<void> => gm.run(async ([id, system]) => {
      await game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.update({ system });
    }, [combatant, changes] as const);

    test("R286 Hyperfocus ends with damage that is marked by hand, once, and goes back; spent Will and Fate end nothing", async () => {
      const uuid = await gm.run(async () => {
        const source = (await game.packs.get("fatewalker.powers")?.getDocuments() ?? []).find(({ system }) => system.key === "power-fate-maker-hyperfocus");
        const actor = await Actor.implementation.create({ name: "Maker", type: "character", system: { attributes: { prowess: { value: 4 } }, fate: { rating: 4 } } });
        await actor.createEmbeddedDocuments("Item", [source?.toObject() ?? {}]);
        return actor.uuid;
      });
      await fresh([]);
      const maker: Participant = { actor: uuid, token: null, combatant: null };
      const item = await gm.run(async (id) => ((await fromUuid(id)) as unknown as ActorLike).items.contents[0]?.id ?? "", uuid);
      const prowess = (): Promise<number> => gm.run(async (id) => ((await fromUuid(id)) as unknown as { system: { attributes: { prowess: { value: number } } } }).system.attributes.prowess.value, uuid);
      const change = (system: object): Promise<void> => gm.run(async ([id, changes]) => { await ((await fromUuid(id)) as unknown as ActorLike).update({ system: changes }); }, [uuid, system] as const);
      const cardsBy = (): Promise<number> => gm.run(() => game.messages.contents.filter((message) => (message.toObject().system as Partial<Card>).notice?.key === "FATEWALKER.PowerUse.HurtByHand").length);
      await wish("spend", maker, { item, spread: { prowess: 2 }, mode: "public" });
      expect(await prowess()).toBe(6);
      await change({ will: { spent: 3, fatigue: 1 }, fate: { spent: 4 } });
      await change({ wounds: { temporary: { value: 0 } } });
      expect([await prowess(), await cardsBy()]).toEqual([6, 0]);
      await change({ wounds: { temporary: { value: 1 } } });
      await expect.poll(prowess).toBe(4);
      await expect.poll(cardsBy).toBe(1);
      await undo();
      expect([await prowess(), await cardsBy()]).toEqual([6, 1]);
      // What the GM has taken back stays so, until there is new damage.
      await change({ will: { spent: 0 } });
      expect(await prowess()).toBe(6);
      await change({ wounds: { normal: { value: 1 } } });
      await expect.poll(prowess).toBe(4);
      await gm.run(async (id) => { await ((await fromUuid(id)) as unknown as { delete(): Promise<unknown> }).delete(); }, uuid);
    });

    also("R286 whoever enters a fight loses the focus with it", async () => {
      await fresh([]);
      await gm.run(async (id) => {
        const combatant = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id);
        await (combatant?.actor as unknown as { createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown> }).createEmbeddedDocuments("ActiveEffect", [{ name: "Hyperfocus", flags: { fatewalker: { focus: { boxes: 0 } } } }]);
        await combatant?.update({ flags: { fatewalker: { entered: false } } });
      }, hero.combatant);
      const focused = (): Promise<boolean> => gm.run((id) => (game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor as unknown as { effects: { contents: { name: string }[] } }).effects.contents.some(({ name }) => name === "Hyperfocus"), hero.combatant);
      expect(await focused()).toBe(true);
      await declare();
      await answer(null);
      expect([await focused(), (await tracks(hero)).will.spent]).toEqual([false, 1]);
      await undo();
      expect([await focused(), (await tracks(hero)).will.spent]).toEqual([true, 0]);
      await declare();
      await answer(null);
    });

    test("Balance: whoever is bound takes what the GM's hand deals, in one commit, and what is marked on the chart", async () => {
      await fresh(["power-fate-judicar-balance"]);
      await mark(hero, { balance: foe.actor });
      await wish("wound", null, { targets: [hero], hand: { deed: "damage", amount: "3" } });
      expect([await wounds(hero), await wounds(foe)]).toEqual([3, 3]);
      const ledger = await gm.run(() => (game.messages.contents.filter(({ type }) => type === "healing").at(-1)?.toObject().system as unknown as { ledger: string }).ledger);
      await wish("undo", null, { ledger });
      expect([await wounds(hero), await wounds(foe)]).toEqual([0, 0]);
      // Whom the same blast hits takes the other one's points besides, on one chart.
      await wish("wound", null, { targets: [foe, hero], hand: { deed: "damage", amount: "5" } });
      expect([await wounds(hero), await wounds(foe)]).toEqual([5, 10]);
      await wish("undo", null, { ledger: await gm.run(() => (game.messages.contents.filter(({ type }) => type === "healing").at(-1)?.toObject().system as unknown as { ledger: string }).ledger) });
      expect([await wounds(hero), await wounds(foe)]).toEqual([0, 0]);
      await update(hero, { wounds: { normal: { value: 2 } } });
      await expect.poll(() => wounds(foe)).toBe(2);
      await expect.poll(async () => (await exchange()).notice).toMatchObject({ key: "FATEWALKER.PowerUse.HurtSharedByHand", data: { points: 2 } });
      await undo();
      expect([await wounds(hero), await wounds(foe)]).toEqual([2, 0]);
      // What is rubbed out is no damage.
      await update(hero, { wounds: { normal: { value: 0 } } });
      expect(await wounds(foe)).toBe(0);
      await mark(hero, { balance: null });
    });

    also("R281 Berserker: a Normal Wound by hand starts a rage, and defence before the attack is at -3", async () => {
      await fresh(["power-fate-destroyer-berserker"]);
      await update(hero, { wounds: { temporary: { value: 1 } } });
      await update(hero, { wounds: { normal: { value: 1 } } });
      await expect.poll(async () => (await memory(hero))["berserk"]).toEqual(expect.any(Number));
      await dice(9);
      await due(foe);
      await wish("declare", foe, { maneuver: (await itemOf(foe, "unarmed-martial-kick")).uuid, targets: [hero], choices: {}, mode: "public" });
      await wish("react", hero, { exchange: (await exchange()).id, target: 0, reaction: (await itemOf(hero, "evasion-dodge")).id, choices: {} });
      const { ledger } = await exchange();
      const dodge = await gm.run((id) => game.messages.get(id)?.toObject().system.record.targets[0]?.answer.modifiers ?? [], ledger);
      expect(dodge.find(({ key }) => key === "berserk")?.value).toBe(-3);
      await mark(hero, { berserk: null });
    });

    test("R281 Berserker: the 20 ticks of a wound that the clock deals count from its own tick, though time goes on behind it", async () => {
      await fresh(["power-fate-destroyer-berserker"]);
      const [combat, tick] = await gm.run(() => [game.combats.contents[0]?.id ?? "", game.combats.contents[0]?.round ?? 0] as const);
      await wish("advance", null, { combat, kind: "schedule", operations: [{ kind: "schedule", eventId: "fire", event: { tick: tick + 15, every: null, left: null, kind: "damage", target: hero.combatant, data: { damage: "9", text: "Fire" } } }] });
      await gm.run(async () => {
        const fight = game.combats.contents[0];
        for (const { id } of fight?.combatants.contents ?? []) await fight?.setInitiative(id, fight.round + 60);
      });
      await wish("advance", null, { combat, kind: "advance", operations: [{ kind: "advance", to: tick + 17 }] });
      expect([await gm.run(() => game.combats.contents[0]?.round), (await memory(hero))["berserk"]]).toEqual([tick + 17, tick + 35]);
      await mark(hero, { berserk: null });
    });
  });

  describe("what works by itself", () => {
    const rest = (kind: string, night: object = {}): Promise<void> => wish("rest", null, { who: [hero], rest: { kind, night: { sleep: "full", conditions: "average", ...night }, forced: true } });
    const spent = { system: { will: { spent: 6 }, fate: { spent: 3, apathy: 1 } } };
    const state = async (): Promise<number[]> => {
      const { will, fate } = await tracks(hero);
      return [will.spent, fate.spent, fate.apathy];
    };

    also("R273 a forced march costs 2 Will, and 1 for the hardened", async () => {
      for (const [powers, after] of [[[], [8, 3, 1]], [["power-will-hardened"], [7, 3, 1]]] as const) {
        await fresh(powers, [], { hero: spent });
        await rest("travel");
        expect(await state()).toEqual(after);
      }
    });

    also("R273 Hardened enters a fight for nothing, one without a Will track is not hurt, one whose Will is used up is", async () => {
      const enter = async (who: Participant, powers: readonly string[], will: object): Promise<[number, number, boolean]> => {
        await fresh(who === hero ? powers : []);
        await arm(who, powers, { system: { will } });
        await gm.run(async (id) => { await game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.update({ flags: { fatewalker: { entered: false } } }); }, who.combatant);
        await dice(9);
        await declare();
        await answer(null);
        const after: [number, number, boolean] = [(await tracks(who)).will.spent, await wounds(who), await gm.run(() => game.messages.contents.some(({ content }) => content.includes("has no Will track")))];
        await undo();
        await gm.run(async (id) => { await game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.update({ flags: { fatewalker: { entered: true } } }); }, who.combatant);
        return after;
      };
      expect(await enter(hero, [], { spent: 2 })).toEqual([3, 0, false]);
      expect(await enter(hero, ["power-will-hardened"], { spent: 2 })).toEqual([2, 0, false]);
      expect(await enter(foe, [], { rating: 0, bonus: 0, spent: 0 })).toEqual([0, 0, true]);
      expect(await enter(foe, [], { rating: 2, bonus: 0, spent: 2 })).toEqual([2, 1, false]);
    });

    also("R289 Perfection: TN 8 is rolled at the table", async () => {
      await fresh(["power-fate-master-perfection"], [], { hero: { system: { skills: { weaponry: { value: 3, branches: { unarmed: { value: 3, leaves: { feet: { name: "Feet", value: 2 } } } } } } } } });
      await dice(8);
      await declare();
      await answer(null);
      const roll = (await exchange()).rolls.find(({ id }) => id === "attack");
      expect([roll?.tn, roll?.successes]).toEqual([8, roll?.dice.length]);
      await arm(hero, [], { system: { skills: { weaponry: { value: 1, branches: { unarmed: { value: 2 } } } } } });
      await drop(hero, "system.skills.weaponry.branches.unarmed.leaves", "feet");
    });
  });

  describe("advancing", () => {
    const buyer = { system: { points: { character: 20, objective: 30, story: 12, power: 1 }, attributes: { focus: { value: 5 } }, learning: {} } };
    const bought = ({ combatant }: Participant): Promise<{ points: Record<string, number>; attributes: Record<string, { value: number }>; skills: Record<string, { value: number; branches: Record<string, { value: number }> }>; learning: Record<string, number> }> => gm.run((id) => {
      const source = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.toObject().system;
      return source as never;
    }, combatant);
    const advance = async (what: object, more: object = {}): Promise<void> => wish("spend", hero, { advance: what, ...more });

    test("an attribute costs Objective Points in play and Character Points before it, all in one step that goes back; without points it is refused in words", async () => {
      await fresh([], [], { hero: buyer });
      await advance({ kind: "attribute", attribute: "focus" });
      expect([(await bought(hero)).attributes["focus"]?.value, (await bought(hero)).points["objective"]]).toEqual([6, 24]);
      await undo();
      expect([(await bought(hero)).attributes["focus"]?.value, (await bought(hero)).points["objective"]]).toEqual([5, 30]);
      await advance({ kind: "attribute", attribute: "focus" }, { creation: true });
      expect([(await bought(hero)).points["objective"], (await bought(hero)).points["character"]]).toEqual([30, 14]);
      await fresh([], [], { hero: { system: { points: { objective: 3 }, attributes: { focus: { value: 5 } } } } });
      await advance({ kind: "attribute", attribute: "focus" });
      expect([(await lastCard()).notice?.key, (await bought(hero)).attributes["focus"]?.value]).toEqual(["FATEWALKER.Advancement.NotEnough", 5]);
    });

    also("R288 Expertise: Fate at TN 2 goes into the next point, at most half of its price, and what is beyond restores Fate", async () => {
      await fresh(["power-fate-master-expertise"], [], { hero: buyer });
      await arm(hero, ["power-fate-master-expertise"], { system: { fate: { rating: 4, spent: 3 } } });
      await dice(1);
      await advance({ kind: "attribute", attribute: "focus" });
      // The next point costs 7, so 3 of the 4 successes stay with it.
      expect([(await bought(hero)).attributes["focus"]?.value, (await bought(hero)).learning["focus"], (await tracks(hero)).fate.spent]).toEqual([6, 3, 2]);
      await undo();
      expect([(await bought(hero)).attributes["focus"]?.value, (await bought(hero)).learning["focus"] ?? 0, (await tracks(hero)).fate.spent]).toEqual([5, 0, 3]);
    });

    also("R289 Perfection: a third dot in one root, for nothing; without it and in a second root there is none", async () => {
      const full = { system: { skills: { vigor: { value: 2 }, mind: { value: 2 } }, points: { character: 20 } } };
      await fresh([], [], { hero: full });
      await advance({ kind: "root", tree: "vigor" });
      expect([(await lastCard()).notice?.key, (await bought(hero)).skills["vigor"]?.value]).toEqual(["FATEWALKER.Advancement.NoMoreDots", 2]);
      await fresh(["power-fate-master-perfection"], [], { hero: full });
      await advance({ kind: "root", tree: "vigor" });
      expect([(await bought(hero)).skills["vigor"]?.value, (await bought(hero)).points["character"]]).toEqual([3, 20]);
      await advance({ kind: "root", tree: "mind" });
      expect([(await lastCard()).notice?.key, (await bought(hero)).skills["mind"]?.value]).toEqual(["FATEWALKER.Advancement.NoMoreDots", 2]);
      await arm(hero, [], { system: { skills: { vigor: { value: 1 }, mind: { value: 1 } } } });
    });

    also("R262 R263 ten Story Points make a Power Point, and a power of another tree's tier comes first", async () => {
      await fresh([], [], { hero: buyer });
      await advance({ kind: "trade" });
      expect([(await bought(hero)).points["story"], (await bought(hero)).points["power"]]).toEqual([2, 2]);
      await advance({ kind: "trade" });
      expect((await lastCard()).notice?.key).toBe("FATEWALKER.Advancement.NotEnough");
      const uuidOf = (key: string): Promise<string> => gm.run(async (wanted) => ((await game.packs.get("fatewalker.powers")?.getDocuments()) ?? []).find(({ system }) => system.key === wanted)?.uuid ?? "", key);
      await advance({ kind: "power", uuid: await uuidOf("power-fate-intrepid-iii") });
      expect((await lastCard()).notice?.key).toMatch(/NeedsTier|NeedsOtherTree/);
      await advance({ kind: "power", uuid: await uuidOf("power-will-hardened") });
      expect([(await itemOf(hero, "power-will-hardened")).id, (await bought(hero)).points["power"]]).toEqual([expect.any(String), 1]);
    });
  });
});
