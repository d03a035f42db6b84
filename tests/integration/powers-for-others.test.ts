import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answer, arm, attackDice, BROKE, closeBout, declare, dice, drop, due, exchange, fighter, foe, fresh, FULL, gm, hero, itemOf, lastCard, learn, mark, memory, nearDeath, offer, offerAt, openBout, power, RICH, settled, tracks, undo, use, wish, wounds, type BoutActors, type BoutGame, type Participant } from "./power-bout";

/* Powers that are used by themselves, for one another and beside each other. */

declare const game: BoutGame;
declare const Actor: BoutActors;

describe.each([14, 13] as const)("powers for one another, generation %i", (generation) => {
  beforeAll(() => openBout(generation));
  afterAll(async () => { expect(await closeBout()).toEqual([]); });
  beforeEach(() => dice(1));
  const also = test.runIf(generation === 14 || FULL);

  describe("used by themselves", () => {
    also("R285 Justice is asked for somebody who is targeted", async () => {
      await fresh(["power-fate-judicar-justice"]);
      await use(hero, "power-fate-judicar-justice");
      expect((await lastCard()).notice?.key).toMatch(/NeedsOneTarget/);
    });

    also("what is only the table's says what a person decides, and costs as printed", async () => {
      await fresh(["power-fate-protector-divine-intervention"]);
      await use(hero, "power-fate-protector-divine-intervention");
      const card = await lastCard();
      expect([card.notice?.key, (await tracks(hero)).will.spent, (await tracks(hero)).fate.spent]).toEqual(["FATEWALKER.PowerUse.Decides", 2, 2]);
      expect(String(card.notice?.data["decision"])).toContain("under protection");
      await wish("undo", null, { ledger: card.ledger });
      expect([(await tracks(hero)).will.spent, (await tracks(hero)).fate.spent]).toEqual([0, 0]);
    });

    also("Insight: a question rolls Fate at TN 3 and tells what the GM owes", async () => {
      await fresh(["power-fate-maker-insight"]);
      await dice(1, 1, 9);
      await use(hero, "power-fate-maker-insight");
      const card = await lastCard();
      expect([card.notice?.key, card.notice?.data["answers"], (await tracks(hero)).fate.spent]).toEqual(["FATEWALKER.PowerUse.Asked", "Helpful advice", 1]);
    });

    also("R269 a sprint costs a Will for 30 ticks begun, nothing for the hardened, and is refused without Will", async () => {
      const sprint = async (): Promise<void> => wish("declare", hero, { maneuver: (await itemOf(hero, "common-sprint")).uuid, targets: [], choices: {}, mode: "public" });
      await fresh([]);
      await sprint();
      expect([(await exchange()).phase, (await tracks(hero)).will.spent]).toEqual(["applied", 1]);
      await undo();
      expect((await tracks(hero)).will.spent).toBe(0);
      await fresh(["power-will-hardened"]);
      await sprint();
      expect([(await exchange()).phase, (await tracks(hero)).will.spent]).toEqual(["applied", 0]);
      await undo();
      await fresh([], [], { hero: BROKE });
      await sprint();
      expect((await lastCard()).notice?.key).toBe("FATEWALKER.Error.NotEnoughWill");
    });
  });

  describe("for one another", () => {
    const brawler = (): Promise<Participant> => fighter("pregen-brawler");
    const strikes = async (): Promise<void> => {
      await due(foe);
      await wish("declare", foe, { maneuver: (await itemOf(foe, "unarmed-martial-kick")).uuid, targets: [hero], choices: {}, mode: "public" });
    };
    const heroAnswers = async (key: string | null): Promise<void> => wish("react", hero, { exchange: (await exchange()).id, target: 0, reaction: key === null ? null : (await itemOf(hero, key)).id, choices: {} });

    also("R290 Righteous Shield for an ally: the Fate rating on its defence, paid by whoever gives it", async () => {
      await fresh([]);
      const ally = await brawler();
      await dice(9);
      await strikes();
      await heroAnswers("evasion-dodge");
      const before = (await exchange()).rolls.find(({ id }) => id === "reaction:0")?.dice.length ?? 0;
      await fresh([]);
      await arm(ally, ["power-fate-protector-righteous-shield"], RICH);
      await strikes();
      await use(ally, "power-fate-protector-righteous-shield", [hero]);
      await heroAnswers("evasion-dodge");
      expect([(await exchange()).rolls.find(({ id }) => id === "reaction:0")?.dice.length, (await tracks(ally)).fate.spent, (await tracks(hero)).fate.spent]).toEqual([before + 4, 1, 0]);
      await undo();
      expect((await tracks(ally)).fate.spent).toBe(0);
    });

    test("R291 Divine Intervention: who would not stand after the blow is guarded by a companion, the blow counts as 0 successes, and all of it goes back", async () => {
      await fresh([]);
      const ally = await brawler();
      await arm(ally, ["power-fate-protector-divine-intervention"], RICH);
      await arm(hero, [], await nearDeath(hero));
      const before = await wounds(hero);
      await dice(1);
      await strikes();
      await heroAnswers(null);
      const asking = await exchange();
      expect([asking.phase, asking.offers.map(({ guard }) => guard?.actor)]).toEqual(["answering", [ally.actor]]);
      await wish("spend", ally, { exchange: asking.id, moment: asking.offers[0]?.key, item: (await itemOf(ally, "power-fate-protector-divine-intervention")).id, guarded: "0" });
      const card = await exchange();
      expect([card.phase, card.targets[0]?.outcome, await wounds(hero), (await tracks(ally)).will.spent, (await tracks(ally)).fate.spent]).toEqual(["applied", "missed", before, 2, 2]);
      await undo();
      expect([(await tracks(ally)).will.spent, (await tracks(ally)).fate.spent]).toEqual([0, 0]);
      await arm(ally, [], RICH);
    });

    test("R291 Divine Intervention: an attacker whom the blow of a counterattack would fell is guarded as well", async () => {
      await learn(foe, "unarmed-block-strike", "unarmed-block", "unarmed-strike");
      await fresh([]);
      const ally = await brawler();
      await arm(ally, ["power-fate-protector-divine-intervention"], RICH);
      await arm(hero, [], await nearDeath(hero));
      const before = await wounds(hero);
      await dice(1);
      await declare();
      await answer("unarmed-block-strike", { custom: 6 });
      const asking = await exchange();
      expect([asking.phase, asking.offers.map(({ side, guard }) => [side, guard?.actor])]).toEqual(["answering", [["attacker", ally.actor]]]);
      await wish("spend", ally, { exchange: asking.id, moment: asking.offers[0]?.key, item: (await itemOf(ally, "power-fate-protector-divine-intervention")).id, guarded: "attacker" });
      const card = await exchange();
      expect([card.phase, card.targets[0]?.steps.find(({ kind }) => kind === "counter")?.successes, await wounds(hero), (await tracks(ally)).fate.spent]).toEqual(["applied", 0, before, 2]);
      await undo();
      expect((await tracks(ally)).fate.spent).toBe(0);
      await arm(ally, [], RICH);
    });

    also("R285 Justice: against that enemy the player chooses which track pays", async () => {
      await fresh(["power-fate-judicar-justice", "power-will-driven"]);
      await mark(hero, { justice: foe.actor });
      await dice(9);
      await declare({ power: await power(hero, "power-will-driven", { track: "fate" }) });
      await answer(null);
      expect([(await tracks(hero)).will.spent, (await tracks(hero)).fate.spent]).toEqual([0, 1]);
      await undo();
      await declare({ power: await power(hero, "power-will-driven", { track: "will" }) });
      await answer(null);
      expect([(await tracks(hero)).will.spent, (await tracks(hero)).fate.spent]).toEqual([1, 0]);
      await undo();
      await mark(hero, { justice: null });
      await declare({ power: await power(hero, "power-will-driven", { track: "fate" }) });
      await answer(null);
      expect([(await tracks(hero)).will.spent, (await tracks(hero)).fate.spent]).toEqual([1, 0]);
    });

    also("R283 Fate's End is over once its target is dead, for good; undo brings it back", async () => {
      await fresh(["power-fate-destroyer-fates-end"]);
      await mark(hero, { fatesEnd: foe.actor });
      await arm(foe, [], await nearDeath(foe));
      await dice(1);
      await declare();
      await answer(null);
      expect([(await exchange()).phase, (await memory(hero))["fatesEnd"] ?? null]).toEqual(["applied", null]);
      await undo();
      expect((await memory(hero))["fatesEnd"]).toBe(foe.actor);
      await mark(hero, { fatesEnd: null });
    });

    test("R283 R285 Fate's End and Justice end with whatever takes one of the two out of the fight, and whoever gets up again finds them gone", async () => {
      const bonds = async (): Promise<unknown[]> => { const { fatesEnd = null, justice = null } = await memory(hero); return [fatesEnd, justice]; };
      await fresh([]);
      await mark(hero, { fatesEnd: foe.actor, justice: foe.actor });
      await arm(foe, [], await nearDeath(foe));
      // The GM's hand, and its undo.
      await wish("wound", null, { targets: [foe], hand: { deed: "damage", amount: "9" } });
      expect(await bonds()).toEqual([null, null]);
      await wish("undo", null, { ledger: await gm.run(() => (game.messages.contents.filter(({ type }) => type === "healing").at(-1)?.toObject().system as unknown as { ledger: string }).ledger) });
      expect(await bonds()).toEqual([foe.actor, foe.actor]);
      await arm(foe, [], RICH);
      // A mark on the token of whoever has sworn.
      await gm.run(async (id) => { await (game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor as unknown as { createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown> }).createEmbeddedDocuments("ActiveEffect", [{ name: "Asleep", statuses: ["unconscious"] }]); }, hero.combatant);
      await expect.poll(bonds).toEqual([null, null]);
      await gm.run(async (id) => {
        const effects = (game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor as unknown as { effects: { contents: { statuses: Set<string>; delete(): Promise<unknown> }[] } }).effects.contents;
        for (const effect of effects.filter(({ statuses }) => statuses.has("unconscious"))) await effect.delete();
      }, hero.combatant);
      await settled();
      // Taken out of the fight.
      const [uuid, added] = await gm.run(async () => {
        const actor = (await Actor.implementation.create({ name: "Runaway", type: "npc" })) as unknown as { id: string; uuid: string };
        const [combatant] = await (game.combats.contents[0] as unknown as { createEmbeddedDocuments(name: string, sources: object[]): Promise<{ id: string }[]> }).createEmbeddedDocuments("Combatant", [{ actorId: actor.id }]);
        return [actor.uuid, combatant?.id ?? ""] as const;
      });
      await mark(hero, { fatesEnd: uuid, justice: uuid });
      await gm.run(async (id) => { await (game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id) as unknown as { delete(): Promise<unknown> }).delete(); }, added);
      await expect.poll(bonds).toEqual([null, null]);
    });

    also("Balance: a point of bleeding is the bound one's too", async () => {
      await fresh(["power-fate-judicar-balance"]);
      await mark(hero, { balance: foe.actor });
      await arm(hero, ["power-fate-judicar-balance"], { system: { wounds: { mortal: { value: 1 } } } });
      const [combat, tick] = await gm.run(() => [game.combats.contents[0]?.id ?? "", game.combats.contents[0]?.round ?? 0] as const);
      const eventId = `bleeding-${hero.combatant ?? ""}`;
      await wish("advance", null, { combat, kind: "schedule", operations: [{ kind: "schedule", eventId, event: { tick: tick + 1, every: 12, left: null, kind: "bleeding", target: hero.combatant, data: {} } }] });
      const before = [await wounds(hero), await wounds(foe)];
      await due(foe);
      await gm.run(async ([one, other]) => {
        const fight = game.combats.contents[0];
        for (const id of [one, other]) await fight?.setInitiative(id ?? "", fight.round + 2);
      }, [hero.combatant, foe.combatant] as const);
      await wish("advance", null, { combat, kind: "advance", operations: [{ kind: "advance", to: tick + 2 }] });
      expect([await wounds(hero), await wounds(foe)]).toEqual(before.map((boxes) => boxes + 1));
      await mark(hero, { balance: null });
      await drop(null, "system.schedule", eventId);
    });
  });

  describe("damage that is shared stuns as well", () => {
    also("R123 Balance: whoever is bound rolls to stay awake for stun that the clock deals, and it is taken back", async () => {
      const asleep = (): Promise<boolean> => gm.run((id) => (game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor as unknown as { statuses: Set<string> }).statuses.has("unconscious"), foe.combatant);
      for (const [face, falls] of [[0, false], [9, true]] as const) {
        await fresh(["power-fate-judicar-balance"], [], { foe: { system: { wounds: { temporary: { value: 99 }, normal: { value: 0, stun: 14 } } } } });
        await mark(hero, { balance: foe.actor });
        await dice(face);
        const [combat, tick] = await gm.run(() => [game.combats.contents[0]?.id ?? "", game.combats.contents[0]?.round ?? 0] as const);
        await wish("advance", null, { combat, kind: "schedule", operations: [{ kind: "schedule", eventId: "gas", event: { tick: tick + 1, every: null, left: null, kind: "damage", target: hero.combatant, data: { damage: "2", stun: true, text: "Gas" } } }] });
        await gm.run(async ([one, other]) => {
          const fight = game.combats.contents[0];
          for (const id of [one, other]) await fight?.setInitiative(id ?? "", fight.round + 2);
        }, [hero.combatant, foe.combatant] as const);
        await wish("advance", null, { combat, kind: "advance", operations: [{ kind: "advance", to: tick + 2 }] });
        expect([await wounds(hero), await asleep()]).toEqual([2, falls]);
        await gm.run(async () => { await (game.combats.contents[0] as unknown as { previousTurn(): Promise<unknown> }).previousTurn(); });
        await settled();
        expect([await wounds(hero), await asleep()]).toEqual([0, false]);
        await mark(hero, { balance: null });
        await drop(null, "system.schedule", "gas");
      }
    });
  });

  describe("one power for each test, and points that have gone", () => {
    const strikes = async (choices: object = {}): Promise<void> => {
      await due(foe);
      await wish("declare", foe, { maneuver: (await itemOf(foe, "unarmed-martial-kick")).uuid, targets: [hero], choices, mode: "public" });
    };
    const heroAnswers = async (key: string | null, choices: object = {}): Promise<void> => wish("react", hero, { exchange: (await exchange()).id, target: 0, reaction: key === null ? null : (await itemOf(hero, key)).id, choices });

    test("R261 two people on one test: no Divine Intervention on an attack that another power is in, no own power beside an ally's, the same one adds up", async () => {
      const ally = await fighter("pregen-brawler");
      await fresh([], ["power-will-driven"]);
      await arm(ally, ["power-fate-protector-divine-intervention"], RICH);
      await arm(hero, [], await nearDeath(hero));
      await dice(1);
      await strikes({ power: await power(foe, "power-will-driven") });
      await heroAnswers(null);
      expect([(await exchange()).phase, (await exchange()).offers]).toEqual(["applied", []]);
      await undo();
      await fresh(["power-will-driven", "power-fate-protector-righteous-shield"]);
      await arm(ally, ["power-fate-protector-righteous-shield"], RICH);
      await dice(9);
      await strikes();
      await use(ally, "power-fate-protector-righteous-shield", [hero]);
      await heroAnswers("evasion-dodge", { power: await power(hero, "power-will-driven") });
      expect([(await lastCard()).notice?.key, (await exchange()).phase]).toEqual(["FATEWALKER.Error.OnePower", "answering"]);
      await heroAnswers("evasion-dodge", { power: await power(hero, "power-fate-protector-righteous-shield") });
      const both = (await exchange()).rolls.find(({ id }) => id === "reaction:0")?.dice.length ?? 0;
      expect([(await tracks(ally)).fate.spent, (await tracks(hero)).fate.spent]).toEqual([1, 1]);
      await undo();
      expect([(await tracks(ally)).fate.spent, (await tracks(hero)).fate.spent]).toEqual([0, 0]);
      await strikes();
      await heroAnswers("evasion-dodge");
      expect((await exchange()).rolls.find(({ id }) => id === "reaction:0")?.dice.length).toBe(both - 8);
      await arm(ally, [], RICH);
    });

    also("points that go between the declaration and the dice: the power brings no dice, and nothing is paid", async () => {
      await fresh(["power-will-driven"]);
      await dice(9);
      await declare({ power: await power(hero, "power-will-driven") });
      await answer(null);
      const dicePaid = await attackDice();
      await undo();
      await fresh(["power-will-driven"], [], { hero: { system: { will: { rating: 1 } } } });
      await declare({ power: await power(hero, "power-will-driven") });
      await arm(hero, ["power-will-driven"], { system: { will: { spent: 1 } } });
      await answer(null);
      expect([await attackDice(), (await tracks(hero)).will.spent, (await exchange()).phase]).toEqual([dicePaid - 2, 1, "applied"]);
      await undo();
    });

    test("R285 Justice: a roll is made again and damage ignored with either track, as the player says", async () => {
      await fresh(["power-fate-judicar-justice", "power-fate-intrepid"]);
      await mark(hero, { justice: foe.actor });
      await dice(9);
      await declare();
      await answer(null);
      await offer(hero, { item: (await itemOf(hero, "power-fate-intrepid")).id, roll: "attack", track: "will" });
      for (let card = await exchange(); card.phase === "answering"; card = await exchange()) await offer(hero, { keep: true });
      expect([(await tracks(hero)).will.spent, (await tracks(hero)).fate.spent]).toEqual([1, 0]);
      await undo();
      expect((await tracks(hero)).will.spent).toBe(0);
      await fresh(["power-fate-judicar-justice", "power-will-tough"]);
      await dice(1);
      await strikes();
      await heroAnswers(null);
      const asking = await exchange();
      await offerAt(hero, asking, { item: (await itemOf(hero, "power-will-tough")).id, source: "damage:0", uses: 2, track: "fate" });
      expect([(await exchange()).phase, (await tracks(hero)).will.spent, (await tracks(hero)).fate.spent]).toEqual(["applied", 0, 2]);
      await undo();
      expect((await tracks(hero)).fate.spent).toBe(0);
      // Against anybody else there is nothing to choose.
      await mark(hero, { justice: null });
      await due(foe);
      await strikes();
      await heroAnswers(null);
      const plain = await exchange();
      await offerAt(hero, plain, { item: (await itemOf(hero, "power-will-tough")).id, source: "damage:0", uses: 1, track: "fate" });
      expect([(await lastCard()).notice?.key, (await tracks(hero)).fate.spent]).toEqual(["FATEWALKER.PowerUse.TooLate", 0]);
      await offerAt(hero, plain, { keep: true });
    });
  });
});
