import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { arm, checked, closeBout, dice, fighter, foe, fresh, FULL, gm, hero, itemOf, lastCard, mark, memory, openBout, paymentOf, power, RICH, tracks, undo, wish, wounds, type BoutActors, type BoutGame, type Participant } from "./power-bout";

/* Powers in a check, paid with it or used on the dice that lie there. */

declare const game: BoutGame;
declare const Actor: BoutActors;

describe.each([14, 13] as const)("powers on checks, generation %i", (generation) => {
  beforeAll(() => openBout(generation));
  afterAll(async () => { expect(await closeBout()).toEqual([]); });
  beforeEach(() => dice(1));
  const also = test.runIf(generation === 14 || FULL);

  describe("in checks and nights", () => {
    const insight = { key: "power-power-fate-maker-insight", source: "power", label: "FATEWALKER.Power.Modifier", data: { name: "Insight" }, value: 4, enabled: true, optional: true, cost: { fate: 1 } };
    const wrath = {
      key: "power-power-fate-destroyer-wrath", source: "power", label: "FATEWALKER.Power.Modifier", data: { name: "Wrath" }, value: 0, enabled: true, optional: true, cost: { fate: 1 },
      change: { kind: "fateRoll", dice: 4, tn: 3, damage: { base: 2, perSuccess: 1, perFailure: 0 }, refundShare: 0.5 },
    };

    also("R286 Insight: the Fate rating on a secondary skill for one Fate; on a primary one it is refused, and its dice are no part of the check", async () => {
      await fresh(["power-fate-maker-insight"]);
      const unpaid = { normal: 3, wounded: 0, tn: 4, woundedTn: 2 };
      const good = await checked(hero, { skill: "science", modifier: insight, faces: 7, unpaid });
      expect(await paymentOf(good)).toBeNull();
      await wish("spend", hero, { check: good, power: await power(hero, "power-fate-maker-insight"), healing: false, tn: null, mode: "public" });
      expect([(await tracks(hero)).fate.spent, await paymentOf(good)]).toEqual([1, { paid: true, refusal: null }]);
      // A wish that comes twice pays once.
      await wish("spend", hero, { check: good, power: await power(hero, "power-fate-maker-insight"), healing: false, tn: null, mode: "public" });
      expect([(await tracks(hero)).fate.spent, (await paymentOf(good))?.paid, (await lastCard()).notice?.key]).toEqual([1, true, "FATEWALKER.PowerUse.TooLate"]);
      await undo();
      expect([(await tracks(hero)).fate.spent, await paymentOf(good)]).toEqual([0, null]);
      const bad = await checked(hero, { skill: "agility", modifier: insight, faces: 7, unpaid });
      await wish("spend", hero, { check: bad, power: await power(hero, "power-fate-maker-insight"), healing: false, tn: null, mode: "public" });
      expect([(await tracks(hero)).fate.spent, await paymentOf(bad)]).toEqual([0, { paid: false, refusal: { key: "FATEWALKER.PowerUse.NotForThis", data: {} } }]);
    });

    also("R289 Mastery: what a check claims of it is what is paid for, on a skill as on a fixed TN, and nothing is paid beyond 7", async () => {
      await fresh(["power-fate-master-mastery"]);
      const settle = async (bonus: number, units: number, { tn, fixed = false }: { readonly tn: number; readonly fixed?: boolean }): Promise<[boolean | undefined, number]> => {
        const raised = { ...insight, key: "power-power-fate-master-mastery", value: 0, cost: { fate: units }, change: { kind: "targetNumber", bonus, most: 7 } };
        const check = await checked(hero, { skill: fixed ? null : "agility", modifier: raised, faces: 3, unpaid: { normal: 3, wounded: 0, tn: 4, woundedTn: 2 }, tn });
        await wish("spend", hero, { check, power: await power(hero, "power-fate-master-mastery", { units }), healing: false, tn: fixed ? 4 : null, mode: "public" });
        return [(await paymentOf(check))?.paid, (await tracks(hero)).fate.spent];
      };
      // Three steps for the price of one, one step that is written as one but rolled as three, four steps that are three.
      expect([await settle(3, 1, { tn: 7 }), await settle(1, 1, { tn: 7 }), await settle(4, 4, { tn: 7 })]).toEqual([[false, 0], [false, 0], [false, 0]]);
      expect([await settle(1, 1, { tn: 5, fixed: true }), await settle(3, 3, { tn: 7 })]).toEqual([[true, 1], [true, 4]]);
    });

    also("Wrath on a check: Fate beside the dice, what it lacks hurts, two of four bring the point back", async () => {
      await fresh(["power-fate-destroyer-wrath"]);
      await dice(9, 9, 9, 1, 9, 9, 9);
      const check = await checked(hero, { skill: "agility", modifier: wrath, faces: 3, fate: 4, unpaid: { normal: 3, wounded: 0, tn: 4, woundedTn: 2 } });
      await wish("spend", hero, { check, power: await power(hero, "power-fate-destroyer-wrath"), healing: false, tn: null, mode: "public" });
      expect([await paymentOf(check), await wounds(hero), (await tracks(hero)).fate.spent]).toEqual([{ paid: true, refusal: null }, 1, 1]);
      await undo();
      expect([await wounds(hero), (await tracks(hero)).fate.spent]).toEqual([0, 0]);
      await dice(9, 9, 9, 1, 1, 9, 9);
      const lucky = await checked(hero, { skill: "agility", modifier: wrath, faces: 3, fate: 4 });
      await wish("spend", hero, { check: lucky, power: await power(hero, "power-fate-destroyer-wrath"), healing: false, tn: null, mode: "public" });
      expect([await wounds(hero), (await tracks(hero)).fate.spent]).toEqual([0, 0]);
    });

    test("R270 R288 R290 a treatment is a roll as others are: Driven and a Boon are in it, its failure teaches, all of it goes back; without points it is refused", async () => {
      const ally = await fighter("pregen-brawler");
      const treated = async (chosen: object | null, custom = 0): Promise<number | undefined> => {
        await wish("treat", hero, { patient: ally, treatment: { procedure: "firstAid", onClock: false, custom, power: chosen } });
        return gm.run(() => (game.messages.contents.filter(({ type }) => type === "healing").at(-1)?.toObject().system as unknown as { entries?: { lines: { roll: { dice: object[] } | null }[] }[] } | undefined)?.entries?.flatMap(({ lines }) => lines).find(({ roll }) => roll !== null)?.roll?.dice.length);
      };
      const back = async (): Promise<void> => wish("undo", null, { ledger: await gm.run(() => (game.messages.contents.filter(({ type }) => type === "healing").at(-1)?.toObject().system as unknown as { ledger: string }).ledger) });
      const learned = (): Promise<number> => gm.run((id) => (game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.system.learning ?? {})["survival"] ?? 0, hero.combatant);
      await arm(ally, [], RICH, { system: { wounds: { normal: { value: 3 } }, healing: { firstAid: null } } });
      await fresh(["power-will-driven", "power-fate-master-conceit"]);
      await dice(9);
      const plain = (await treated(null, 6)) ?? 0;
      const taught = await learned();
      await back();
      expect([plain > 5, taught > 0, await learned()]).toEqual([true, true, 0]);
      await mark(hero, { boon: { dice: 2, until: (await gm.run(() => game.combats.contents[0]?.round ?? 0)) + 40 } });
      expect([await treated(await power(hero, "power-will-driven", { units: 2 }), 6), (await tracks(hero)).will.spent, (await memory(hero))["boon"], await learned()]).toEqual([plain + 4, 2, null, taught]);
      await back();
      expect([(await tracks(hero)).will.spent, (await memory(hero))["boon"], await learned()]).toEqual([0, expect.objectContaining({ dice: 2 }), 0]);
      expect(await treated(null, 6)).toBe(plain + 2);
      await back();
      await arm(hero, ["power-will-driven"], { system: { will: { rating: 1, spent: 1 } } });
      await treated(await power(hero, "power-will-driven"));
      expect([(await lastCard()).phase, (await lastCard()).notice?.key]).toEqual(["refused", "FATEWALKER.Error.NotEnoughWill"]);
      await mark(hero, { boon: null });
      await arm(ally, [], RICH);
    });

    also("R274 Unshakeable gives back a die of what circumstances take, outside a fight alone", async () => {
      await fresh(["power-will-unshakeable"]);
      const reliefs = await gm.run(async ([id]) => {
        const fighting = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor;
        const source = (await game.packs.get("fatewalker.powers")?.getDocuments() ?? []).find(({ system }) => system.key === "power-will-unshakeable");
        const calm = await Actor.implementation.create({ name: "Calm", type: "character", system: { attributes: { focus: { value: 5 } } } });
        await calm.createEmbeddedDocuments("Item", [source?.toObject() ?? {}]);
        const found: (number | null)[] = [];
        for (const actor of [fighting, calm]) {
          const message = actor ? await game.system.api.rollCheck({ attribute: "focus", skill: "observe", modifier: -2 }, { actor, fast: true }) : null;
          found.push(message?.toObject().system.modifiers.find(({ key }) => key === "situation-relief")?.value ?? null);
        }
        await (calm as unknown as { delete(): Promise<unknown> }).delete();
        return found;
      }, [hero.combatant] as const);
      expect(reliefs).toEqual([null, 1]);
    });
  });

  describe("on checks that lie there", () => {
    const driven = { key: "power-power-will-driven", source: "power", label: "FATEWALKER.Power.Modifier", data: { name: "Driven" }, value: 2, enabled: true, optional: true, cost: { will: 1 } };
    const none = { key: "custom", source: "custom", label: "FATEWALKER.Modifier.Custom", value: 0, enabled: false, optional: true };
    const three = { normal: 3, wounded: 0, tn: 4, woundedTn: 2 };
    const on = async (who: Participant, check: string, key: string): Promise<void> => wish("spend", who, { check, item: (await itemOf(who, key)).id, mode: "public" });
    const savedOf = (message: string): Promise<{ by: string } | null> => gm.run((id) => (game.messages.contents.find((entry) => entry.id === id)?.toObject() as unknown as { system: { saved: { by: string } | null } }).system.saved, message);
    const againOf = (message: string): Promise<number> => gm.run((id) => (game.messages.contents.find((entry) => entry.id === id)?.toObject() as unknown as { system: { again: unknown[] } }).system.again.length, message);

    test("R291 Divine Intervention on a companion's failed check: paid by the companion, once, refused without points and beside another power, taken back", async () => {
      await fresh(["power-fate-intrepid"]);
      const ally = await fighter("pregen-brawler");
      const key = "power-fate-protector-divine-intervention";
      await arm(ally, [key], RICH);
      await dice(9);
      const failed = await checked(hero, { skill: "agility", modifier: none, faces: 3 });
      await on(ally, failed, key);
      expect([(await savedOf(failed))?.by, (await tracks(ally)).will.spent, (await tracks(ally)).fate.spent, (await tracks(hero)).fate.spent]).toEqual([expect.any(String), 2, 2, 0]);
      // Once: and no other power after it.
      await on(ally, failed, key);
      expect([(await lastCard()).notice?.key, (await tracks(ally)).will.spent]).toEqual(["FATEWALKER.PowerUse.NoRoll", 2]);
      await on(hero, failed, "power-fate-intrepid");
      expect([(await lastCard()).notice?.key, await againOf(failed)]).toEqual(["FATEWALKER.Error.OnePower", 0]);
      await undo();
      expect([await savedOf(failed), (await tracks(ally)).will.spent, (await tracks(ally)).fate.spent]).toEqual([null, 0, 0]);
      await on(hero, failed, "power-fate-intrepid");
      await on(ally, failed, key);
      expect([(await lastCard()).notice?.key, (await tracks(ally)).will.spent]).toEqual(["FATEWALKER.Error.OnePower", 0]);
      await arm(ally, [key], { system: { fate: { spent: 4 } } });
      const again = await checked(hero, { skill: "agility", modifier: none, faces: 3 });
      await on(ally, again, key);
      expect([(await lastCard()).notice?.key, await savedOf(again), (await tracks(ally)).will.spent]).toEqual(["FATEWALKER.Error.NotEnoughFate", null, 0]);
      await arm(ally, [], RICH);
    });

    also("R291 nobody keeps a success from failing, nor an enemy's roll", async () => {
      const key = "power-fate-protector-divine-intervention";
      await fresh([], [key]);
      await dice(9);
      const failed = await checked(hero, { skill: "agility", modifier: none, faces: 3 });
      await on(foe, failed, key);
      expect([(await lastCard()).notice?.key, await savedOf(failed)]).toEqual(["FATEWALKER.PowerUse.NoRoll", null]);
      const ally = await fighter("pregen-brawler");
      await arm(ally, [key], RICH);
      await dice(1);
      const good = await checked(hero, { skill: "agility", modifier: none, faces: 3 });
      await on(ally, good, key);
      expect([(await lastCard()).notice?.key, (await tracks(ally)).fate.spent]).toEqual(["FATEWALKER.PowerUse.NoRoll", 0]);
      await arm(ally, [], RICH);
    });

    test("a payment that is refused takes its dice out of the check, and the rest may be made again; a paid one may not by another power", async () => {
      await fresh(["power-will-driven", "power-fate-intrepid"], [], { hero: { system: { will: { rating: 1, spent: 1 } } } });
      await dice(9);
      const poor = await checked(hero, { skill: "agility", modifier: driven, faces: 5, unpaid: three });
      // Nothing is made again while it may still be paid.
      await on(hero, poor, "power-fate-intrepid");
      expect([(await lastCard()).notice?.key, await againOf(poor)]).toEqual(["FATEWALKER.PowerUse.TooLate", 0]);
      await wish("spend", hero, { check: poor, power: await power(hero, "power-will-driven"), healing: false, tn: null, mode: "public" });
      expect([(await lastCard()).phase, await paymentOf(poor), (await tracks(hero)).will.spent]).toEqual(["refused", { paid: false, refusal: { key: "FATEWALKER.Error.NotEnoughWill", data: { needed: 1, left: 0 } } }, 1]);
      await on(hero, poor, "power-fate-intrepid");
      const faces = await gm.run((id) => (game.messages.contents.find((entry) => entry.id === id)?.toObject() as unknown as { system: { again: { faces: number[] }[] } }).system.again[0]?.faces.length, poor);
      expect([faces, (await tracks(hero)).fate.spent]).toEqual([3, 1]);
      await fresh(["power-will-driven", "power-fate-intrepid"]);
      const rich = await checked(hero, { skill: "agility", modifier: driven, faces: 5, unpaid: three });
      await wish("spend", hero, { check: rich, power: await power(hero, "power-will-driven"), healing: false, tn: null, mode: "public" });
      await on(hero, rich, "power-fate-intrepid");
      expect([(await lastCard()).notice?.key, (await tracks(hero)).will.spent, (await tracks(hero)).fate.spent]).toEqual(["FATEWALKER.Error.OnePower", 1, 0]);
    });

    also("R288 what a throw has taught goes with it when it is made again, and both come back", async () => {
      await fresh(["power-fate-master-conceit", "power-fate-intrepid"], [], { hero: { system: { learning: { agility: 1 } } } });
      const learned = async (): Promise<number> => gm.run((id) => (game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.toObject().system["learning"] as Record<string, number>)["agility"] ?? 0, hero.combatant);
      await dice(9);
      const failed = await checked(hero, { skill: "agility", modifier: none, faces: 6 });
      await wish("spend", hero, { check: failed, power: null, healing: false, tn: null, mode: "public" });
      expect(await learned()).toBe(6);
      await dice(6);
      await on(hero, failed, "power-fate-intrepid");
      expect([await learned(), (await tracks(hero)).fate.spent]).toEqual([3, 1]);
      await undo();
      expect([await learned(), (await tracks(hero)).fate.spent]).toEqual([6, 0]);
      // Nor has a failure that a companion keeps from being one taught anything.
      const ally = await fighter("pregen-brawler");
      await arm(ally, ["power-fate-protector-divine-intervention"], RICH);
      await on(ally, failed, "power-fate-protector-divine-intervention");
      expect([await savedOf(failed), await learned()]).toEqual([expect.anything(), 1]);
      await undo();
      expect([await savedOf(failed), await learned()]).toEqual([null, 6]);
      await arm(ally, [], RICH);
    });

    test("R288 a failure teaches once, however often it is wished: by a second wish made by hand, after a power that nobody could pay, and after it was made again", async () => {
      await fresh(["power-fate-master-conceit", "power-fate-intrepid", "power-will-driven"], [], { hero: { system: { learning: { agility: 1 } } } });
      const learned = async (): Promise<number> => gm.run((id) => (game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.toObject().system["learning"] as Record<string, number>)["agility"] ?? 0, hero.combatant);
      const settle = async (check: string, chosen: object | null = null): Promise<void> => wish("spend", hero, { check, power: chosen, healing: false, tn: null, mode: "public" });
      await dice(9);
      const failed = await checked(hero, { skill: "agility", modifier: none, faces: 6 });
      await settle(failed);
      await settle(failed);
      expect([await learned(), (await lastCard()).notice?.key]).toEqual([6, "FATEWALKER.PowerUse.TooLate"]);
      // Taken back, it may be wished again.
      await undo();
      expect(await learned()).toBe(1);
      await settle(failed);
      expect(await learned()).toBe(6);
      await on(hero, failed, "power-fate-intrepid");
      const again = await learned();
      await settle(failed);
      expect(await learned()).toBe(again);

      await fresh(["power-fate-master-conceit", "power-will-driven"], [], { hero: { system: { learning: { agility: 1 }, will: { rating: 0, spent: 0, fatigue: 0, exhaustion: 0 } } } });
      const poor = await checked(hero, { skill: "agility", modifier: driven, faces: 8, unpaid: { normal: 6, wounded: 0, tn: 4, woundedTn: 2 } });
      await settle(poor, await power(hero, "power-will-driven"));
      const once = await learned();
      await settle(poor, await power(hero, "power-will-driven"));
      expect([once, await learned()]).toEqual([6, 6]);
    });
  });
});
