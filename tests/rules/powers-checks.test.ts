import { describe, expect, test } from "vitest";
import { checkOutcome, fateBeside } from "../../src/rules/checks/outcome";
import type { Face } from "../../src/rules/dice/types";
import type { Modifier } from "../../src/rules/modifiers/types";
import { declaredSuccesses } from "../../src/rules/odds/declared";
import { countedThrow, paymentState, poolWithoutPowers } from "../../src/rules/powers/payment";
import { fighter } from "./fixtures";

/* Powers in a check: Fate that is rolled besides, and the odds of what is declared (Powers, Wrath, Predestined, Righteous Strike). */

const pool = { normal: 3, wounded: 0, tn: 4, woundedTn: 2 };
const wrath = (enabled = true): Modifier => ({
  key: "power-power-fate-destroyer-wrath", source: "power", label: "", value: 0, enabled, optional: true, cost: { fate: 1 },
  change: { kind: "fateRoll", dice: 5, tn: 3, damage: { base: 2, perSuccess: 1, perFailure: 0 }, refundShare: 0.5 },
});
const read = (fate: readonly Face[] | null, modifiers = [wrath()]): ReturnType<typeof checkOutcome> => checkOutcome(pool, [1, 9, 9], { modifiers, fate });

describe("R282 Wrath on a check", () => {
  test("five dice, three successes: three more, no damage, the point comes back", () => {
    const { roll, fate } = read([0, 1, 3, 4, 9]);
    expect([roll.successes, fate?.selfDamage, fate?.refund]).toEqual([4, 0, true]);
  });

  test("one success: one more, a point of damage, and it costs", () => {
    const { roll, fate } = read([3, 4, 5, 6, 9]);
    expect([roll.successes, fate?.selfDamage, fate?.refund]).toEqual([2, 1, false]);
  });

  test("Fate's dice have their own fixed TN, and none fall where the power is off or was not rolled", () => {
    expect(fateBeside([wrath()])).toEqual({ normal: 5, wounded: 0, tn: 3, woundedTn: expect.any(Number) as number });
    expect(fateBeside([wrath(false)])).toBeNull();
    expect([read(null).roll.successes, read([0, 0, 0, 0, 0], [wrath(false)]).roll.successes]).toEqual([1, 1]);
  });
});

describe("who pays decides whether it counts", () => {
  const driven: Modifier = { key: "power-power-will-driven", source: "power", label: "", value: 2, enabled: true, optional: true, cost: { will: 1 } };
  const check = { pool: { normal: 5, wounded: 0, tn: 4, woundedTn: 2 }, unpaid: pool, modifiers: [driven] };
  const refusal = { key: "FATEWALKER.Error.NotEnoughWill", data: {} };
  const faces: Face[] = [9, 9, 1, 0, 0];
  const successes = (payment: { paid: boolean; refusal: typeof refusal | null } | null): number => {
    const counted = countedThrow({ ...check, payment }, faces);
    return checkOutcome(counted.pool, counted.faces, { modifiers: counted.modifiers }).roll.successes;
  };

  test("Driven, five dice with 9 9 1 0 0: three successes once it is paid, one while it is not, and the two dice are named", () => {
    expect([null, { paid: false, refusal }, { paid: true, refusal: null }].map(successes)).toEqual([1, 1, 3]);
    expect(countedThrow({ ...check, payment: null }, faces)).toMatchObject({ pool, faces: [9, 9, 1], left: [0, 0], modifiers: [{ enabled: false }] });
    expect(countedThrow({ ...check, payment: { paid: true, refusal: null } }, faces)).toMatchObject({ faces, left: [], modifiers: [{ enabled: true }] });
    expect(countedThrow({ pool, modifiers: [] }, [1, 9, 9])).toEqual({ pool, faces: [1, 9, 9], modifiers: [], left: [] });
  });

  test("it is due, paid or refused; without a cost there is nothing to pay", () => {
    expect([paymentState({}), paymentState({ unpaid: pool }), paymentState({ unpaid: pool, payment: { paid: true, refusal: null } }), paymentState({ unpaid: pool, payment: { paid: false, refusal } })]).toEqual(["none", "due", "paid", "refused"]);
  });

  test("Mastery unpaid: the TN is the skill's again; a pool that never said so loses what the power brought", () => {
    const mastery: Modifier = { ...driven, key: "power-power-fate-master-mastery", value: 0, cost: { fate: 1 }, change: { kind: "targetNumber", bonus: 1, most: 7 } };
    expect(poolWithoutPowers({ pool: { normal: 3, wounded: 1, tn: 5, woundedTn: 2 }, modifiers: [mastery] })).toEqual({ normal: 3, wounded: 1, tn: 4, woundedTn: 2 });
    expect(poolWithoutPowers({ pool: { normal: 1, wounded: 3, tn: 4, woundedTn: 2 }, modifiers: [driven] })).toEqual({ normal: 0, wounded: 2, tn: 4, woundedTn: 2 });
    expect(poolWithoutPowers({ pool, modifiers: [{ ...driven, enabled: false }] })).toEqual(pool);
  });

  test("R291 Divine Intervention on a companion's check: fewer than 2 count as 2, more stay", () => {
    const saved = { key: "power-fate-protector-divine-intervention", name: "Divine Intervention", by: "Ilse" };
    const read = (...thrown: Face[]): readonly [number, number | null] => {
      const outcome = checkOutcome(pool, thrown, { modifiers: [], saved });
      return [outcome.roll.successes, outcome.saved?.rolled ?? null];
    };
    expect([read(9, 9, 9), read(1, 9, 9), read(1, 1, 9), read(1, 1, 1)]).toEqual([[2, 0], [2, 1], [2, null], [3, null]]);
    expect(checkOutcome(pool, [9, 9, 9], { modifiers: [], saved }).roll.outcome).toEqual({ kind: "success", degree: "base" });
  });
});

describe("odds of a roll with a power in it", () => {
  const two = { normal: 2, wounded: 0, tn: 4, woundedTn: 2 };
  const named = (change: NonNullable<Modifier["change"]>): Modifier => ({ ...wrath(), change });

  test("Predestined, one named: half of a die's chance each way; one rolled counts two, two rolled count one", () => {
    const chances = declaredSuccesses(two, [named({ kind: "predestined", named: 1 })], fighter());
    expect(chances.map((chance) => Math.round(chance * 100) / 100)).toEqual([0.25, 0.25, 0.5]);
  });

  test("Wrath: the two pools together; a Righteous Strike's successes come on top", () => {
    const one = named({ kind: "fateRoll", dice: 1, tn: 4, damage: { base: 2, perSuccess: 1, perFailure: 0 }, refundShare: 0.5 });
    expect(declaredSuccesses(two, [one], fighter()).map((chance) => Math.round(chance * 1000) / 1000)).toEqual([0.125, 0.375, 0.375, 0.125]);
    expect(declaredSuccesses(two, [named({ kind: "strike", successes: 2, cancelsDefense: false, damage: 0 })], fighter()).map((chance) => Math.round(chance * 100) / 100)).toEqual([0, 0, 0.25, 0.5, 0.25]);
  });

  test("a power that is off changes nothing", () => {
    expect(declaredSuccesses(two, [{ ...named({ kind: "predestined", named: 1 }), enabled: false }], fighter()).map((chance) => Math.round(chance * 100) / 100)).toEqual([0.25, 0.5, 0.25]);
  });
});
