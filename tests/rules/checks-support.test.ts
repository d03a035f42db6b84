import { describe, expect, test } from "vitest";
import type { TreeDots } from "../../src/rules/advancement/types";
import { checkOutcome } from "../../src/rules/checks/outcome";
import { supportPool, supportSkill, supportSkills } from "../../src/rules/checks/support";
import { readPool } from "../../src/rules/dice/roll";
import { supported } from "../../src/rules/dice/support";
import type { Modifier } from "../../src/rules/modifiers/types";
import { successes } from "../../src/rules/odds/distribution";
import { supportedSuccesses } from "../../src/rules/odds/support";
import { supportState } from "../../src/rules/powers/payment";
import { fighter } from "./fixtures";
import { refused } from "./checks-pack";

/* Support rolls in checks: who may, with which dice, what they add and the odds of both together (core rules, Dice; R268). */

const vigor: TreeDots = {
  primary: true, value: 1,
  branches: {
    stamina: { value: 2, leaves: { running: { value: 2 }, climbing: { value: 1 }, blank: { value: 0 } } },
    agility: { value: 1, leaves: { balance: { value: 1 } } },
    strength: { value: 0, leaves: {} },
  },
};
const trees = { vigor };
const plain = { branches: false, main: "stamina" };
const keysOf = (rights: typeof plain): string[] => supportSkills(trees, rights).map(({ key, tn }) => `${key} ${tn}`);

describe("which skills support", () => {
  test("leaves with a dot, at root + branch + leaf; a leaf without a dot and branches do not", () => {
    expect(keysOf(plain)).toEqual(["stamina:running 5", "stamina:climbing 4", "agility:balance 3"]);
  });

  test("with Discipline branches do, at root + branch, but not the one that is rolled", () => {
    expect(keysOf({ branches: true, main: "stamina" })).toEqual(["stamina:running 5", "stamina:climbing 4", "agility 2", "agility:balance 3"]);
  });

  test("anything else is refused with its reason", () => {
    const reason = (key: string, branches = false): string | null => refused(() => { supportSkill(trees, key, { branches, main: "stamina" }); });
    expect([reason("stamina:running"), reason("agility"), reason("agility", true), reason("stamina", true), reason("stamina:blank"), reason("nothing")]).toEqual([
      null, "FATEWALKER.Error.SupportNeedsLeaf", null, "FATEWALKER.Error.NoSuchSupport", "FATEWALKER.Error.NoSuchSupport", "FATEWALKER.Error.NoSuchSupport",
    ]);
  });
});

describe("the dice of a support roll", () => {
  test("the main roll's attribute at the leaf's TN; no dot goes beyond TN 8", () => {
    const who = fighter({ attributes: { focus: 4 } });
    expect(supportPool(who, "focus", { branch: "stamina", tn: 5 })).toEqual({ normal: 4, wounded: 0, tn: 5, woundedTn: 2 });
    expect(supportPool(who, "focus", { branch: "stamina", tn: 9 }).tn).toBe(8);
  });

  test("wounds turn its dice as on any roll, a load takes dice of Agility alone", () => {
    const hurt = fighter({ attributes: { prowess: 4 }, woundPenalty: 1 });
    expect(supportPool(hurt, "prowess", { branch: "stamina", tn: 5 })).toMatchObject({ normal: 3, wounded: 1 });
    const laden = fighter({ attributes: { prowess: 4 }, encumbrance: "heavy" });
    const dice = (branch: string): number => supportPool(laden, "prowess", { branch, tn: 3 }).normal;
    expect([dice("stamina"), dice("agility") < 4]).toEqual([4, true]);
  });
});

describe("both rolls together", () => {
  const pool = { normal: 3, wounded: 0, tn: 4, woundedTn: 2 };
  const two = { normal: 2, wounded: 0, tn: 3, woundedTn: 1 };

  test("1 and 9 9 with support 0 3: one and two make three; with 5 6 the degree of 2 leaves nothing of two", () => {
    const joint = checkOutcome(pool, [1, 9, 9], { modifiers: [], support: readPool(two, [0, 3]) });
    expect([joint.roll.successes, joint.roll.outcome, joint.support?.value, joint.support?.joined]).toEqual([3, { kind: "success", degree: "total" }, 2, 1]);
    const spoiled = checkOutcome(pool, [1, 2, 9], { modifiers: [], support: readPool(two, [5, 6]) });
    expect([spoiled.roll.successes, spoiled.support?.value, spoiled.support?.joined]).toEqual([0, -2, 2]);
    expect(checkOutcome(pool, [1, 2, 9], { modifiers: [] })).toMatchObject({ roll: { successes: 2 }, support: null });
  });

  test("the main dice made again keep the support; a companion saves what both together fail", () => {
    const again = [{ key: "power-fate-intrepid", name: "Intrepid", rule: { dice: "all", keep: "new" } as const, faces: [1, 1, 9] }];
    expect(checkOutcome(pool, [9, 9, 9], { modifiers: [], again, support: readPool(two, [0, 9]) }).roll.successes).toBe(3);
    const saved = { key: "power-fate-protector-divine-intervention", name: "Divine Intervention", by: "Ilse" };
    const read = (...faces: number[]) => checkOutcome(pool, [1, 9, 9], { modifiers: [], saved, support: readPool(two, faces) });
    expect([read(9, 9).roll.successes, read(9, 9).saved?.rolled, read(0, 9).saved]).toEqual([2, 0, null]);
  });

  test("successes are named of the main dice, and the support joins what they come to", () => {
    const named: Modifier = { key: "power-power-fate-predestined", source: "power", label: "", value: 0, enabled: true, optional: true, cost: { fate: 1 }, change: { kind: "predestined", named: 1 } };
    const { roll, named: read, support } = checkOutcome(pool, [1, 9, 9], { modifiers: [named], support: readPool(two, [0, 3]) });
    expect([roll.successes, read?.rolled, support?.joined]).toEqual([4, 1, 2]);
  });

  test("it counts once it is paid", () => {
    const support = { key: "stamina:running", name: "Running", pool: two };
    const refusal = { key: "FATEWALKER.Error.NotEnoughWill", data: {} };
    expect([supportState({}), supportState({ support }), supportState({ support, supportPayment: { paid: true, refusal: null } }), supportState({ support, supportPayment: { paid: false, refusal } })]).toEqual(["none", "due", "paid", "refused"]);
  });
});

describe("odds of both together", () => {
  const rounded = (chances: readonly number[]): number[] => chances.map((chance) => Math.round(chance * 10_000) / 10_000);

  test("two dice at TN 4 with one at TN 4: 47.5 %, 15 %, 25 % and 12.5 %", () => {
    expect(rounded(supportedSuccesses(successes({ normal: 2, wounded: 0, tn: 4, woundedTn: 2 }), { normal: 1, wounded: 0, tn: 4, woundedTn: 2 }))).toEqual([0.475, 0.15, 0.25, 0.125]);
  });

  test("an empty support changes nothing", () => {
    const alone = successes({ normal: 3, wounded: 0, tn: 4, woundedTn: 2 });
    expect(rounded(supportedSuccesses(alone, { normal: 0, wounded: 0, tn: 4, woundedTn: 2 }))).toEqual(rounded(alone));
  });

  test("they are those of every way that the dice can fall, wounded ones as well", () => {
    const main = { normal: 1, wounded: 1, tn: 5, woundedTn: 2 };
    const support = { normal: 1, wounded: 1, tn: 3, woundedTn: 1 };
    const counted = [0, 0, 0, 0, 0];
    for (let code = 0; code < 10_000; code += 1) {
      const [one = 0, two = 0, three = 0, four = 0] = String(code).padStart(4, "0").split("").map(Number);
      const joint = supported(readPool(main, [one, two]), readPool(support, [three, four])).successes;
      counted[joint] = (counted[joint] ?? 0) + 1;
    }
    expect(rounded(supportedSuccesses(successes(main), support))).toEqual(counted.map((times) => times / 10_000));
  });
});
