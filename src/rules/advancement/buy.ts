import { RuleError } from "../errors";
import type { AttributeKey, SkillKey } from "../keys";
import { powerRefusal } from "../powers/gates";
import { passivesOf } from "../powers/passive";
import { DOT_PRICES, HIGHEST_ATTRIBUTE, HIGHEST_SKILL, POWER_PRICE, attributePrice, dotPrice } from "./prices";
import { branchIn, changedTargetNumbers, checkTargetNumbers, leafDots, treeIn, withBranch, withLeaf, withRoot } from "./skills";
import type { Buyer, Currency, Purchase, Quote } from "./types";

/** A purchase priced and carried out, before anything is paid. */
interface Step {
  readonly price: number;
  readonly currency: Currency;
  /** Branch whose Learning Points may pay, or the attribute itself, for which Expertise puts some by; null: none do. */
  readonly learns: SkillKey | AttributeKey | null;
  readonly from: number;
  readonly to: number;
  readonly after: Buyer;
  /** Tree whose TNs may change. */
  readonly tree: string | null;
}

/**
 * What a purchase would cost and change: price, currency, the Learning Points that go into it, TNs before and after
 * (core rules, Prices and currencies). Whether it can be paid is `buy`'s question.
 * @throws {RuleError} the reason why it cannot be had at any price: `FATEWALKER.Advancement.NoMoreDots`, `HighestAttribute`,
 *   `HighestTn`, `NoSuchSkill`, or a power's gate
 */
export function quote(buyer: Buyer, purchase: Purchase): Quote {
  return quoteOf(buyer, stepOf(buyer, purchase));
}

/** Why a purchase is refused now, lack of points included; null when it can be made (core rules, Prices and currencies). */
export function purchaseRefusal(buyer: Buyer, purchase: Purchase): RuleError | null {
  return RuleError.refusal(() => buy(buyer, purchase));
}

/**
 * Makes a purchase: Learning Points of the skill first, one for one, then the currency (core rules, Prices and currencies).
 * @throws {RuleError} as `quote`, and `FATEWALKER.Advancement.NotEnough` when the points are not there; nothing is bought then
 */
export function buy(buyer: Buyer, purchase: Purchase): Buyer {
  const step = stepOf(buyer, purchase);
  const { due, currency, learning } = quoteOf(buyer, step);
  const purse = buyer.points[currency];
  if (due > purse) throw new RuleError("FATEWALKER.Advancement.NotEnough", { needed: due, left: purse });
  const after: Buyer = { ...step.after, points: { ...buyer.points, [currency]: purse - due } };
  if (learning === null) return after;
  return { ...after, learning: { ...buyer.learning, [learning.branch]: (buyer.learning[learning.branch] ?? 0) - learning.points } };
}

function quoteOf(buyer: Buyer, { price, currency, learns, from, to, after, tree }: Step): Quote {
  const points = learns === null ? 0 : Math.min(price, Math.max(0, buyer.learning[learns] ?? 0));
  const targetNumbers = tree === null ? [] : changedTargetNumbers(treeIn(buyer, tree), treeIn(after, tree));
  if (tree !== null) checkTargetNumbers(targetNumbers, highestTn(after, tree));
  return { price, currency, learning: learns === null || points === 0 ? null : { branch: learns, points }, due: price - points, from, to, targetNumbers };
}

function highestTn(buyer: Buyer, tree: string): number {
  return buyer.perfectedRoot === tree ? passivesOf(buyer.powers).rootDots?.highestTn ?? HIGHEST_SKILL : HIGHEST_SKILL;
}

function stepOf(buyer: Buyer, purchase: Purchase): Step {
  switch (purchase.kind) {
    case "attribute":
      return attributeStep(buyer, purchase);
    case "root":
      return rootStep(buyer, purchase.tree);
    case "branch":
      return branchStep(buyer, purchase);
    case "leaf":
      return leafStep(buyer, purchase);
    case "trait":
    case "quirk":
      return traitStep(buyer, purchase);
    case "power":
      return powerStep(buyer, purchase);
  }
}

function attributeStep(buyer: Buyer, { attribute }: Extract<Purchase, { kind: "attribute" }>): Step {
  const from = buyer.attributes[attribute];
  if (from >= HIGHEST_ATTRIBUTE) throw new RuleError("FATEWALKER.Advancement.HighestAttribute", { most: HIGHEST_ATTRIBUTE });
  return {
    price: attributePrice(attribute, from), currency: buyer.inPlay ? "objective" : "character", learns: attribute, from, to: from + 1, tree: null,
    after: { ...buyer, attributes: { ...buyer.attributes, [attribute]: from + 1 } },
  };
}

function rootStep(buyer: Buyer, key: string): Step {
  const { primary, value } = treeIn(buyer, key);
  const price = dotPrice(DOT_PRICES[primary ? "primary" : "secondary"].root, value) ?? perfectedPrice(buyer, key, value);
  return { price, currency: "character", learns: null, from: value, to: value + 1, after: withRoot(buyer, key), tree: key };
}

/** The third dot of Perfection's root comes with the power and costs nothing, once both of the others are there (Powers, Perfection). */
function perfectedPrice(buyer: Buyer, key: string, dots: number): number {
  const extra = passivesOf(buyer.powers).rootDots;
  if (buyer.perfectedRoot !== key || extra === null || dots >= extra.dots) throw new RuleError("FATEWALKER.Advancement.NoMoreDots", { most: dots });
  return 0;
}

function branchStep(buyer: Buyer, { tree: treeKey, branch: key }: Extract<Purchase, { kind: "branch" }>): Step {
  const tree = treeIn(buyer, treeKey);
  const { value } = branchIn(tree, key);
  const price = priceOrRefusal(DOT_PRICES[tree.primary ? "primary" : "secondary"].branch, value);
  return { price, currency: "character", learns: key, from: value, to: value + 1, after: withBranch(buyer, treeKey, key), tree: treeKey };
}

function leafStep(buyer: Buyer, { tree: treeKey, branch: branchKey, leaf }: Extract<Purchase, { kind: "leaf" }>): Step {
  const tree = treeIn(buyer, treeKey);
  const from = leafDots(branchIn(tree, branchKey), leaf);
  const price = priceOrRefusal(DOT_PRICES[tree.primary ? "primary" : "secondary"].leaf, from);
  return { price, currency: "character", learns: branchKey, from, to: from + 1, after: withLeaf(buyer, treeKey, branchKey, leaf), tree: treeKey };
}

function traitStep(buyer: Buyer, { kind, id }: Extract<Purchase, { kind: "trait" | "quirk" }>): Step {
  const owned = Object.hasOwn(buyer.traits, id) ? buyer.traits[id] : undefined;
  const from = owned?.rating ?? 0;
  const price = priceOrRefusal(DOT_PRICES[kind], from);
  return { price, currency: "character", learns: null, from, to: from + 1, tree: null, after: { ...buyer, traits: { ...buyer.traits, [id]: { kind: owned?.kind ?? kind, rating: from + 1 } } } };
}

function powerStep(buyer: Buyer, { power }: Extract<Purchase, { kind: "power" }>): Step {
  const refusal = powerRefusal(power, buyer.powers, buyer.theme);
  if (refusal !== null) throw refusal;
  const price = power.tier === 0 ? 0 : POWER_PRICE;
  return { price, currency: "power", learns: null, from: 0, to: 1, tree: null, after: { ...buyer, powers: [...buyer.powers, power] } };
}

function priceOrRefusal(prices: readonly number[], dots: number): number {
  const price = dotPrice(prices, dots);
  if (price === null) throw new RuleError("FATEWALKER.Advancement.NoMoreDots", { most: dots });
  return price;
}
