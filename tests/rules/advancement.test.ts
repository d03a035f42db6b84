import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buy, purchaseRefusal, quote } from "../../src/rules/advancement/buy";
import { powerPointsWithin, tradeStoryPoints } from "../../src/rules/advancement/points";
import { DOT_PRICES, attributePrice } from "../../src/rules/advancement/prices";
import { skillTargetNumber, treeIn } from "../../src/rules/advancement/skills";
import type { Buyer, Purchase } from "../../src/rules/advancement/types";
import { ATTRIBUTE_KEYS } from "../../src/rules/keys";
import { power, refused } from "./checks-pack";

function buyer(changes: Partial<Buyer> = {}): Buyer {
  const branches = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, { value: 0, leaves: {} }]));
  return {
    attributes: { prowess: 4, focus: 4, awareness: 4, resilience: 4, grit: 4 },
    skills: {
      vigor: { primary: true, value: 0, branches: branches("strength", "agility", "stamina") },
      learned: { primary: false, value: 0, branches: branches("medical", "science") },
    },
    traits: {}, powers: [], theme: "master",
    points: { character: 200, story: 0, objective: 200, power: 10 },
    learning: {}, inPlay: true, perfectedRoot: null,
    ...changes,
  };
}
const root = (tree: string): Purchase => ({ kind: "root", tree });
const branch = (tree: string, key: string): Purchase => ({ kind: "branch", tree, branch: key });
const leaf = (tree: string, key: string, name: string): Purchase => ({ kind: "leaf", tree, branch: key, leaf: name });
const all = (who: Buyer, ...purchases: readonly Purchase[]): Buyer => purchases.reduce(buy, who);
/** Prices of the same purchase, one after the other, until it is refused. */
function ladder(who: Buyer, purchase: Purchase): number[] {
  const prices: number[] = [];
  for (let now = who; purchaseRefusal(now, purchase) === null; now = buy(now, purchase)) prices.push(quote(now, purchase).price);
  return prices;
}

describe("Prices", () => {
  test.each<[string, Purchase, readonly number[]]>([
    ["primary root", root("vigor"), [5, 10]],
    ["primary branch", branch("vigor", "agility"), [3, 5, 8]],
    ["primary leaf", leaf("vigor", "agility", "balance"), [1, 3]],
    ["secondary root", root("learned"), [3, 5]],
    ["secondary branch", branch("learned", "medical"), [2, 3, 5]],
    ["secondary leaf", leaf("learned", "medical", "surgery"), [1, 2]],
    ["trait", { kind: "trait", id: "t" }, [2, 3, 6, 8]],
    ["quirk", { kind: "quirk", id: "q" }, [1, 2, 3, 4]],
  ])("%s", (_name, purchase, prices) => {
    expect(ladder(buyer(), purchase)).toEqual(prices);
    expect(quote(buyer(), purchase).currency).toBe("character");
  });

  test("attributes: rating + 1, Grit twice the rating + 1; Objective Points in play, character points before", () => {
    expect(ATTRIBUTE_KEYS.map((attribute) => attributePrice(attribute, 4))).toEqual([5, 5, 5, 5, 9]);
    expect(quote(buyer(), { kind: "attribute", attribute: "grit" })).toMatchObject({ price: 9, currency: "objective", from: 4, to: 5 });
    expect(quote(buyer({ inPlay: false }), { kind: "attribute", attribute: "focus" })).toMatchObject({ price: 5, currency: "character" });
    expect(buy(buyer(), { kind: "attribute", attribute: "prowess" })).toMatchObject({ attributes: { prowess: 5 }, points: { objective: 195, character: 200 } });
  });

  test("powers: a Power Point a step, Tier 0 for nothing", () => {
    expect(quote(buyer(), { kind: "power", power: power("power-will-hardened") })).toMatchObject({ price: 1, currency: "power", due: 1 });
    expect(quote(buyer(), { kind: "power", power: power("power-will-tough") }).price).toBe(0);
    const after = buy(buyer(), { kind: "power", power: power("power-will-hardened") });
    expect([after.points.power, after.powers.map(({ key }) => key)]).toEqual([9, ["power-will-hardened"]]);
  });

  test("ten Story Points make a Power Point", () => {
    expect([powerPointsWithin(9), powerPointsWithin(25), powerPointsWithin(-3)]).toEqual([0, 2, 0]);
    expect(refused(() => tradeStoryPoints({ character: 0, story: 30, objective: 0, power: 0 }, 0))).toBe("FATEWALKER.Error.BadNumber");
  });
});

describe("What a purchase changes", () => {
  test("a root raises all branches of its tree, a branch one, a second leaf none until it is the best", () => {
    expect(quote(buyer(), root("vigor")).targetNumbers).toEqual(["strength", "agility", "stamina"].map((skill) => ({ skill, from: 0, to: 1 })));
    expect(quote(buyer(), branch("vigor", "agility")).targetNumbers).toEqual([{ skill: "agility", from: 0, to: 1 }]);
    const balanced = all(buyer(), leaf("vigor", "agility", "balance"));
    expect(quote(balanced, leaf("vigor", "agility", "quickness")).targetNumbers).toEqual([]);
    expect(quote(balanced, leaf("vigor", "agility", "balance")).targetNumbers).toEqual([{ skill: "agility", from: 1, to: 2 }]);
  });

  test("Learning Points of the skill pay first, one for one", () => {
    const learned = buyer({ learning: { agility: 2, strength: 9 } });
    expect(quote(learned, branch("vigor", "agility"))).toMatchObject({ price: 3, learning: { branch: "agility", points: 2 }, due: 1 });
    expect(buy(learned, branch("vigor", "agility"))).toMatchObject({ points: { character: 199 }, learning: { agility: 0, strength: 9 } });
    expect(buy(learned, leaf("vigor", "strength", "power"))).toMatchObject({ points: { character: 200 }, learning: { strength: 8 } });
    expect(quote(learned, root("vigor")).learning).toBeNull();
  });

  test("each purchase is one dot or one step", () => {
    const owned = all(buyer(), { kind: "trait", id: "t" }, branch("vigor", "agility"), leaf("vigor", "agility", "balance"));
    const steps: readonly Purchase[] = [{ kind: "trait", id: "t" }, { kind: "quirk", id: "q" }, root("vigor"), branch("vigor", "agility"), leaf("vigor", "agility", "balance"), { kind: "attribute", attribute: "grit" }, { kind: "power", power: power("power-will-hardened") }];
    expect(steps.map((step) => quote(owned, step)).map(({ from, to }) => [from, to])).toEqual([[1, 2], [0, 1], [0, 1], [1, 2], [1, 2], [4, 5], [0, 1]]);
    expect(buy(owned, { kind: "trait", id: "t" }).traits).toEqual({ t: { kind: "trait", rating: 2 } });
  });

  test("nothing else changes, and the buyer that was given stays as it was", () => {
    const before = buyer();
    const copy = JSON.stringify(before);
    const after = buy(before, leaf("vigor", "agility", "balance"));
    expect(JSON.stringify(before)).toBe(copy);
    expect(after.skills["learned"]).toBe(before.skills["learned"]);
    expect(after.skills["vigor"]?.branches["agility"]?.leaves).toEqual({ balance: { value: 1 } });
  });
});

describe("Refusals", () => {
  const reason = (who: Buyer, purchase: Purchase) => purchaseRefusal(who, purchase)?.key ?? null;

  test("too few points, and nothing is bought", () => {
    const poor = buyer({ points: { character: 2, story: 99, objective: 4, power: 0 } });
    expect([reason(poor, branch("vigor", "agility")), reason(poor, { kind: "attribute", attribute: "focus" }), reason(poor, { kind: "power", power: power("power-will-hardened") })]).toEqual(Array.from({ length: 3 }, () => "FATEWALKER.Advancement.NotEnough"));
    expect(purchaseRefusal(poor, branch("vigor", "agility"))?.data).toEqual({ needed: 3, left: 2 });
    expect(reason(poor, leaf("vigor", "agility", "balance"))).toBeNull();
    expect(reason(buyer({ points: { ...poor.points, character: 1 }, learning: { agility: 2 } }), branch("vigor", "agility"))).toBeNull();
  });

  test("no more dots, no such skill, no attribute above 12, no gate passed", () => {
    expect(reason(all(buyer(), root("vigor"), root("vigor")), root("vigor"))).toBe("FATEWALKER.Advancement.NoMoreDots");
    expect([reason(buyer(), root("magic")), reason(buyer(), branch("vigor", "medical")), reason(buyer(), leaf("vigor", "constructor", "x")), reason(buyer(), root("toString"))]).toEqual(Array.from({ length: 4 }, () => "FATEWALKER.Advancement.NoSuchSkill"));
    expect(reason(buyer({ attributes: { ...buyer().attributes, focus: 12 } }), { kind: "attribute", attribute: "focus" })).toBe("FATEWALKER.Advancement.HighestAttribute");
    expect(reason(buyer(), { kind: "power", power: power("power-will-unshakeable") })).toBe("FATEWALKER.Power.NeedsTier");
    expect(reason(buyer(), { kind: "power", power: power("power-fate-maker-insight") })).toBe("FATEWALKER.Power.OtherTheme");
  });

  test("Perfection: a third dot in the chosen root for nothing, once both others are there, and TN 8 with it", () => {
    const perfection = power("power-fate-master-perfection");
    const full = all(buyer({ powers: [perfection], perfectedRoot: "vigor" }), root("vigor"), root("vigor"), ...["agility", "agility", "agility"].map((key) => branch("vigor", key)), leaf("vigor", "agility", "balance"), leaf("vigor", "agility", "balance"));
    expect(skillTargetNumber(treeIn(full, "vigor"), "agility")).toBe(7);
    expect(quote(full, root("vigor"))).toMatchObject({ price: 0, from: 2, to: 3 });
    expect(skillTargetNumber(treeIn(buy(full, root("vigor")), "vigor"), "agility")).toBe(8);
    expect(reason(buy(full, root("vigor")), root("vigor"))).toBe("FATEWALKER.Advancement.NoMoreDots");
    expect(reason({ ...full, perfectedRoot: "learned" }, root("vigor"))).toBe("FATEWALKER.Advancement.NoMoreDots");
    expect(reason({ ...full, powers: [] }, root("vigor"))).toBe("FATEWALKER.Advancement.NoMoreDots");
  });

  test("no TN passes 7 without it", () => {
    const odd = buyer({ skills: { vigor: { primary: true, value: 1, branches: { agility: { value: 5, leaves: { balance: { value: 1 } } } } } } });
    expect(reason(odd, root("vigor"))).toBe("FATEWALKER.Advancement.HighestTn");
  });
});

describe("properties", () => {
  const purchases: readonly Purchase[] = [
    root("vigor"), root("vigor"), root("learned"), branch("vigor", "agility"), branch("vigor", "agility"), branch("vigor", "strength"), branch("learned", "medical"),
    leaf("vigor", "agility", "balance"), leaf("vigor", "agility", "balance"), leaf("learned", "medical", "surgery"), { kind: "attribute", attribute: "prowess" },
    { kind: "attribute", attribute: "prowess" }, { kind: "attribute", attribute: "grit" }, { kind: "trait", id: "t" }, { kind: "trait", id: "t" }, { kind: "power", power: power("power-will-hardened") },
  ];

  test("the order of a shopping list changes neither its price nor what it comes to", () => {
    const straight = all(buyer(), ...purchases);
    fc.assert(fc.property(fc.shuffledSubarray([...purchases], { minLength: purchases.length }), (list) => { expect(all(buyer(), ...list)).toEqual(straight); }));
  });

  test("what is paid is what was quoted, and points never go below 0", () => {
    fc.assert(fc.property(fc.shuffledSubarray([...purchases], { minLength: 1 }), fc.nat(40), fc.nat(20), (list, character, agility) => {
      let now = buyer({ points: { character, story: 0, objective: 12, power: 1 }, learning: { agility } });
      for (const purchase of list) {
        if (purchaseRefusal(now, purchase) !== null) continue;
        const { due, currency, learning, price } = quote(now, purchase);
        const after = buy(now, purchase);
        expect(now.points[currency] - after.points[currency]).toBe(due);
        expect(due + (learning?.points ?? 0)).toBe(price);
        for (const left of [...Object.values(after.points), ...Object.values(after.learning)]) expect(left).toBeGreaterThanOrEqual(0);
        now = after;
      }
    }));
  });

  test("dots grow dearer", () => {
    for (const prices of [...Object.values(DOT_PRICES.primary), ...Object.values(DOT_PRICES.secondary), DOT_PRICES.trait, DOT_PRICES.quirk]) {
      for (let dot = 1; dot < prices.length; dot += 1) expect(prices[dot]).toBeGreaterThan(prices[dot - 1] ?? Number.NaN);
    }
  });
});
