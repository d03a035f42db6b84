import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answer, attackDice, closeBout, declare, dice, exchange, foe, fresh, FULL, gm, hero, itemOf, lastCard, learn, mark, memory, modifiers, offer, openBout, power, tracks, undo, use, wish, wounds, type BoutGame } from "./power-bout";

/* Powers in a roll, once the dice lie there and when damage comes: what the table of powers does not tell. Paid, refused and taken back. */

declare const game: BoutGame;

describe.each([14, 13] as const)("powers in an exchange, generation %i", (generation) => {
  beforeAll(() => openBout(generation));
  afterAll(async () => { expect(await closeBout()).toEqual([]); });
  beforeEach(() => dice(1));
  const also = test.runIf(generation === 14 || FULL);

  describe("put into a roll", () => {
    let plain = 0;

    beforeAll(async () => {
      await dice(9);
      await fresh([]);
      await declare();
      await answer(null);
      plain = await attackDice();
      await undo();
    });

    test("R270 L-E06 Driven: two dice for one Will, paid once with the exchange, given back with it; twice for two", async () => {
      await fresh(["power-will-driven"]);
      await dice(9);
      await declare({ power: await power(hero, "power-will-driven") });
      await answer(null);
      expect([await attackDice(), (await tracks(hero)).will.spent]).toEqual([plain + 2, 1]);
      await undo();
      expect((await tracks(hero)).will.spent).toBe(0);
      await fresh(["power-will-driven"]);
      await dice(9);
      await declare({ power: await power(hero, "power-will-driven", { units: 2 }) });
      await answer(null);
      expect([await attackDice(), (await tracks(hero)).will.spent]).toEqual([plain + 4, 2]);
    });

    test("R282 Wrath: Fate's successes are added, what it lacks is damage to the user, and from half of the dice the point comes back", async () => {
      await fresh(["power-fate-destroyer-wrath"]);
      await dice(...Array.from({ length: plain }, () => 9), 1, 9, 9, 9, 9);
      await declare({ power: await power(hero, "power-fate-destroyer-wrath") });
      await answer(null);
      const card = await exchange();
      expect([card.rolls.find(({ id }) => id === "fate:attack")?.dice.length, card.targets[0]?.steps.find(({ kind }) => kind === "attack")?.successes]).toEqual([4, 1]);
      expect([await wounds(hero), (await tracks(hero)).fate.spent]).toEqual([1, 1]);
      await undo();
      expect([await wounds(hero), (await tracks(hero)).fate.spent]).toEqual([0, 0]);
      await fresh(["power-fate-destroyer-wrath"]);
      await dice(...Array.from({ length: plain }, () => 9), 1, 1, 9, 9, 9);
      await declare({ power: await power(hero, "power-fate-destroyer-wrath") });
      await answer(null);
      expect([await wounds(hero), (await tracks(hero)).fate.spent]).toEqual([0, 0]);
    });

    also("R289 Mastery sells no step beyond 7: nine wanted at TN 2 cost five Fate", async () => {
      await fresh(["power-fate-master-mastery"], [], { hero: { system: { fate: { rating: 9 } } } });
      await declare({ power: await power(hero, "power-fate-master-mastery", { units: 9 }) });
      await answer(null);
      expect([(await exchange()).rolls.find(({ id }) => id === "attack")?.tn, (await tracks(hero)).fate.spent]).toEqual([7, 5]);
    });

    also("Predestined: two named of Fate 4; one rolled counts two, three rolled count two and cost nothing", async () => {
      const successes = async (rolled: number): Promise<[number | undefined, number]> => {
        await fresh(["power-fate-maker-predestined"]);
        await dice(...Array.from({ length: rolled }, () => 1), ...Array.from({ length: plain - rolled }, () => 9), 9);
        await declare({ power: await power(hero, "power-fate-maker-predestined", { named: 2 }) });
        await answer(null);
        return [(await exchange()).targets[0]?.steps.find(({ kind }) => kind === "attack")?.successes, (await tracks(hero)).fate.spent];
      };
      expect([await successes(1), await successes(2), await successes(3)]).toEqual([[2, 1], [4, 0], [2, 0]]);
      await fresh(["power-fate-maker-predestined"]);
      await declare({ power: await power(hero, "power-fate-maker-predestined", { named: 3 }) });
      expect((await lastCard()).notice?.key).toBe("FATEWALKER.Power.Named");
    });
  });

  describe("in actions that are more than one roll, and in those that do not strike", () => {
    interface Half { modifiers: { key: string; value: number; cost?: object }[] }
    interface Recorded { declaration: Half & { parts?: Half[] }; targets: { answer: (Half & { parts?: Half[] }) | null }[] }
    const record = async (): Promise<Recorded> => gm.run((id) => JSON.parse(JSON.stringify(game.messages.get(id)?.toObject().system.record)) as Recorded, (await exchange()).ledger);
    const dicesOf = ({ modifiers: list }: Half, ...keys: string[]): (number | undefined)[] => keys.map((wanted) => list.find(({ key }) => key === wanted)?.value);

    test("R280 R281 to seize is offensive and hostile: three dice of a rage that it ends, one less against Faterunner IV; to close in is neither", async () => {
      await learn(hero, "unarmed-grapple", "melee-engage-disengage");
      const rage = await gm.run(() => (game.combats.contents[0]?.round ?? 0) + 20);
      for (const [key, expected, left] of [["unarmed-grapple", [3, -1], null], ["melee-engage-disengage", [undefined, undefined], rage]] as const) {
        await fresh(["power-fate-destroyer-berserker"], ["power-fate-faterunner-iv"]);
        await mark(hero, { berserk: rage });
        await dice(9);
        await wish("declare", hero, { maneuver: (await itemOf(hero, key)).uuid, targets: [foe], choices: {}, mode: "public" });
        await wish("react", null, { exchange: (await exchange()).id, do: "resolve" });
        expect([key, (await exchange()).phase, dicesOf((await record()).declaration, "berserk", "hostile")]).toEqual([key, "applied", expected]);
        expect((await memory(hero))["berserk"] ?? null).toBe(left);
        await undo();
      }
      await mark(hero, { berserk: null });
    });

    also("R275 Painless is paid once for both halves of an Engage and Gut", async () => {
      await learn(hero, "melee-engage-and-gut", "melee-engage-disengage", "melee-gut");
      await fresh(["power-will-painless"], [], { hero: { system: { wounds: { normal: { value: 12 } } } } });
      const knife = await gm.run(async (id) => {
        const found = ((await game.packs.get("fatewalker.weapons")?.getDocuments()) ?? []).find(({ system }) => system.key === "weapon-knife")?.toObject() as { system: object } | undefined;
        const actor = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor;
        const [made] = (await actor?.createEmbeddedDocuments("Item", [{ ...found, system: { ...found?.system, carried: "hand", hand: "main" } }])) as { id: string }[];
        return made?.id ?? "";
      }, hero.combatant);
      await dice(1);
      await wish("declare", hero, { maneuver: (await itemOf(hero, "melee-engage-and-gut")).uuid, targets: [foe], choices: { weapon: knife, power: await power(hero, "power-will-painless") }, mode: "public" });
      await wish("react", null, { exchange: (await exchange()).id, do: "resolve" });
      const card = await exchange();
      expect(card.phase).toBe("applied");
      expect(["attack", "attack:1"].map((id) => card.rolls.find((roll) => roll.id === id)?.dice.some(({ wounded }) => wounded))).toEqual([false, false]);
      expect((await tracks(hero)).will.spent).toBe(1);
      await undo();
      await gm.run(async ([id, item]) => { await game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.deleteEmbeddedDocuments("Item", [item]); }, [hero.combatant, knife] as const);
    });

    test("R275 R280 Painless is paid once for block and blow of a Block/Strike; the blow is hostile, the block is not", async () => {
      await learn(foe, "unarmed-block-strike", "unarmed-block", "unarmed-strike");
      await fresh(["power-fate-faterunner-iv"], ["power-will-painless"], { foe: { system: { wounds: { normal: { value: 12 } } } } });
      await dice(1);
      await declare();
      await answer("unarmed-block-strike", { power: await power(foe, "power-will-painless") });
      const card = await exchange();
      expect(card.phase).toBe("applied");
      const parts = (await record()).targets[0]?.answer?.parts ?? [];
      expect(parts.map((half) => dicesOf(half, "power-power-will-painless", "hostile"))).toEqual([[0, undefined], [0, -1]]);
      expect(["reaction:0", "riposte:0"].map((id) => card.rolls.find((roll) => roll.id === id)?.dice.some(({ wounded }) => wounded))).toEqual([false, false]);
      expect((await tracks(foe)).will.spent).toBe(1);
      await undo();
      expect((await tracks(foe)).will.spent).toBe(0);
    });

    also("R283 a counterattack on the one whose end is sworn rolls Fate as well, the block before it does not", async () => {
      await learn(foe, "unarmed-block-strike", "unarmed-block", "unarmed-strike");
      await fresh([], ["power-fate-destroyer-fates-end", "power-will-driven"]);
      await mark(foe, { fatesEnd: hero.actor });
      await dice(1);
      await declare();
      await answer("unarmed-block-strike", { power: await power(foe, "power-will-driven") });
      const card = await exchange();
      expect([card.phase, card.rolls.filter(({ id }) => id.startsWith("fate:")).map(({ id, dice: thrown }) => [id, thrown.length])]).toEqual(["applied", [["fate:riposte:0", 4]]]);
      expect(((await record()).targets[0]?.answer?.parts ?? []).map((half) => dicesOf(half, "power-power-will-driven", "power-power-fate-destroyer-fates-end"))).toEqual([[2, undefined], [undefined, 0]]);
      await undo();
      await mark(foe, { fatesEnd: null });
    });
  });

  describe("once the dice lie there", () => {
    test("R278 L-E04 Intrepid: the roller is asked, the new dice stand, the first ones stay on the card, and all of it goes back", async () => {
      await fresh(["power-fate-intrepid"]);
      await dice(9);
      await declare();
      await answer(null);
      const asking = await exchange();
      expect([asking.phase, asking.offers.map(({ side }) => side), await wounds(foe)]).toEqual(["answering", ["attacker"], 0]);
      await dice(1, 1, 1, 9);
      await offer(hero, { item: (await itemOf(hero, "power-fate-intrepid")).id, roll: "attack" });
      let card = await exchange();
      expect(card.rolls.find(({ id }) => id === "attack")).toMatchObject({ successes: 3, earlier: [{ power: "Intrepid" }] });
      // A second throw brings a second question; the same power may be used again on the same test.
      expect([card.phase, card.offers.length]).toEqual(["answering", 1]);
      await offer(hero, { keep: true });
      card = await exchange();
      while (card.phase === "answering") {
        await offer(hero, { keep: true });
        card = await exchange();
      }
      expect([card.phase, (await tracks(hero)).fate.spent]).toEqual(["applied", 1]);
      const hurt = await wounds(foe);
      expect(card.targets[0]?.steps.find(({ kind }) => kind === "attack")?.successes).toBe(3);
      await undo();
      expect([(await tracks(hero)).fate.spent, await wounds(foe)]).toEqual([0, 0]);
      await wish("undo", null, { ledger: card.ledger, redo: true });
      expect([(await tracks(hero)).fate.spent, await wounds(foe)]).toEqual([1, hurt]);
    });

    also("the GM goes on without waiting", async () => {
      await fresh(["power-fate-intrepid"]);
      await dice(9);
      await declare();
      await answer(null);
      expect((await exchange()).phase).toBe("answering");
      await wish("react", null, { exchange: (await exchange()).id, do: "resolve" });
      expect([(await exchange()).phase, (await tracks(hero)).fate.spent]).toEqual(["applied", 0]);
    });

    test("whoever is asked and can pay no longer holds nothing up", async () => {
      await fresh(["power-fate-intrepid"], [], { hero: { system: { fate: { rating: 4, spent: 3 } } } });
      await dice(9);
      await declare();
      await answer(null);
      const { id, offers, phase } = await exchange();
      expect([phase, offers.length]).toEqual(["answering", 1]);
      await gm.run(async (combatant) => { await game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === combatant)?.actor?.update({ system: { fate: { spent: 4 } } }); }, hero.combatant);
      await expect.poll(async () => (await exchange()).phase).toBe("applied");
      // Whoever still answers comes too late, and the table goes on.
      await wish("spend", hero, { exchange: id, moment: offers[0]?.key, keep: true });
      expect((await lastCard()).phase).toBe("refused");
    });

    also("an answer to an earlier moment comes too late and changes nothing", async () => {
      await fresh(["power-fate-intrepid"]);
      await dice(9);
      await declare();
      await answer(null);
      const { id } = await exchange();
      await wish("spend", hero, { exchange: id, moment: "attacker|attack|7", keep: true });
      expect([(await lastCard()).notice?.key, (await exchange()).phase]).toEqual(["FATEWALKER.PowerUse.TooLate", "answering"]);
      await offer(hero, { keep: true });
    });
  });

  describe("when damage comes", () => {
    /** The foe strikes the hero: a player is asked for Tough. */
    const struck = async (): Promise<void> => {
      await gm.run(async ([one, other]) => {
        const combat = game.combats.contents[0];
        await combat?.setInitiative(one ?? "", combat.round);
        await combat?.setInitiative(other ?? "", combat.round + 30);
      }, [foe.combatant, hero.combatant] as const);
      await wish("declare", foe, { maneuver: (await itemOf(foe, "unarmed-martial-kick")).uuid, targets: [hero], choices: {}, mode: "public" });
      const card = await exchange();
      if (card.targets[0]?.answer?.kind === "pending") await wish("react", hero, { exchange: card.id, target: 0, reaction: null });
    };

    test("R270 Tough: the wounded is asked before anything is marked, each Will ignores a point, and undo gives both back", async () => {
      await fresh(["power-will-tough"]);
      await dice(1);
      await struck();
      const asking = await exchange();
      expect([asking.phase, asking.offers.map(({ side }) => side), await wounds(hero)]).toEqual(["answering", [0], 0]);
      const through = asking.targets[0]?.steps.find(({ kind }) => kind === "wounds")?.points ?? 0;
      expect(through).toBeGreaterThan(2);
      await wish("spend", hero, { exchange: asking.id, moment: asking.offers[0]?.key, item: (await itemOf(hero, "power-will-tough")).id, source: "damage:0", uses: 2 });
      const card = await exchange();
      expect([card.phase, card.targets[0]?.steps.find(({ kind }) => kind === "wounds")?.points, (await tracks(hero)).will.spent]).toEqual(["applied", through - 2, 2]);
      expect(await wounds(hero)).toBeGreaterThan(0);
      await undo();
      expect([await wounds(hero), (await tracks(hero)).will.spent]).toEqual([0, 0]);
    });

    also("R271 with Will used up it goes into Fatigue, and with that into Exhaustion", async () => {
      for (const [spent, fatigue, after] of [[8, 0, { spent: 7, fatigue: 1, exhaustion: 0 }], [0, 8, { spent: 0, fatigue: 7, exhaustion: 1 }]] as const) {
        await fresh(["power-will-driven", "power-will-unbreakable", "power-will-unstoppable"], [], { hero: { system: { will: { spent, fatigue } } } });
        await dice(9);
        await declare({ power: await power(hero, "power-will-driven") });
        await answer(null);
        expect((await tracks(hero)).will).toMatchObject(after);
        await undo();
        expect((await tracks(hero)).will).toMatchObject({ spent, fatigue });
      }
    });

    test("Balance: whoever is bound takes the very same, once, and it goes back", async () => {
      await fresh(["power-fate-judicar-balance"]);
      await use(hero, "power-fate-judicar-balance", [foe]);
      expect([(await memory(hero))["balance"], (await tracks(hero)).fate.spent]).toEqual([foe.actor, 1]);
      await dice(1);
      await struck();
      const card = await exchange();
      const taken = card.targets[0]?.steps.find(({ kind, who }) => kind === "wounds" && who === "target")?.points;
      expect([card.phase, card.targets[0]?.steps.some(({ kind, name }) => kind === "power" && name === "Balance")]).toEqual(["applied", true]);
      expect(taken).toBeGreaterThan(0);
      expect(await wounds(foe)).toBe(await wounds(hero));
      await undo();
      expect([await wounds(foe), await wounds(hero)]).toEqual([0, 0]);
    });

    test("R281 Berserker: a Normal Wound brings three dice to the next attack, which ends it", async () => {
      await fresh(["power-fate-destroyer-berserker"], [], { hero: { system: { wounds: { temporary: { value: 30 } } } } });
      await dice(1);
      await struck();
      expect((await memory(hero))["berserk"]).toEqual(expect.any(Number));
      await gm.run(async (id) => {
        const combat = game.combats.contents[0];
        await combat?.setInitiative(id ?? "", combat.round);
      }, hero.combatant);
      await dice(9);
      await declare();
      await answer(null);
      expect((await modifiers()).find(({ key }) => key === "berserk")?.value).toBe(3);
      expect((await memory(hero))["berserk"] ?? null).toBeNull();
      await undo();
      expect((await memory(hero))["berserk"]).toEqual(expect.any(Number));
    });
  });
});
