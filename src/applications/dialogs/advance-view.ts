import { say } from "../../helpers/text";
import { actorData } from "../../data/access";
import type { WantedPurchase } from "../../flows/advancement";
import { buyerOf } from "../../flows/advancement";
import { purchaseName, skillName } from "../../flows/advancement/words";
import { purchaseRefusal, quote } from "../../rules/advancement/buy";
import { powerPointsWithin } from "../../rules/advancement/points";
import { STORY_PER_POWER } from "../../rules/advancement/prices";
import type { Buyer, Purchase, Quote } from "../../rules/advancement/types";
import { RuleError } from "../../rules/errors";
import type { Power } from "../../rules/fighter/power";
import { ATTRIBUTE_KEYS } from "../../rules/keys";

/** A power that may be unlocked. */
export interface OfferedPower {
  readonly uuid: string;
  readonly name: string;
  readonly power: Power;
}

export interface AdvanceRow {
  /** Finds the purchase behind the button. */
  readonly id: string;
  readonly name: string;
  /** `2 → 3`. */
  readonly change: string;
  readonly price: string;
  /** What else changes: Target Numbers. */
  readonly effect: string;
  /** Why it cannot be had now; empty: it can. */
  readonly refusal: string;
}

interface AdvanceGroup {
  readonly key: string;
  readonly title: string;
  readonly open: boolean;
  readonly rows: readonly AdvanceRow[];
}

/** Context of `templates/dialogs/advance.hbs`. */
export interface AdvanceView {
  readonly purse: readonly { readonly label: string; readonly value: number }[];
  readonly groups: readonly AdvanceGroup[];
  readonly branches: readonly { readonly value: string; readonly name: string; readonly chosen: boolean }[];
  readonly leaf: AdvanceRow | null;
  readonly leafName: string;
  readonly isGM: boolean;
  readonly creation: boolean;
}

interface Wares {
  readonly view: AdvanceView;
  readonly wanted: ReadonlyMap<string, WantedPurchase>;
}

interface Shopping {
  readonly powers: readonly OfferedPower[];
  /** Attributes cost Character Points. */
  readonly creation: boolean;
  /** `tree.branch` of a new leaf, and its name. */
  readonly branch: string;
  readonly leafName: string;
  readonly closed: ReadonlySet<string>;
}

/** Everything that an actor may buy: what it costs and changes, or why not (core rules, Prices and currencies). */
export function advanceView(actor: Actor.Implementation, { powers, creation, branch, leafName, closed }: Shopping): Wares {
  const buyer = buyerOf(actor, { inPlay: !creation });
  const wanted = new Map<string, WantedPurchase>();
  const ware = (want: WantedPurchase, purchase: Purchase, name: string): AdvanceRow => {
    const id = String(wanted.size);
    wanted.set(id, want);
    // The one root that Perfection raises is chosen with its third dot.
    const own = purchase.kind === "root" && buyer.perfectedRoot === null ? { ...buyer, perfectedRoot: purchase.tree } : buyer;
    return { id, ...rowOf(own, purchase, name, actor) };
  };
  const plain = (purchase: Exclude<Purchase, { kind: "power" }>): AdvanceRow => ware(purchase, purchase, purchaseName(actor, purchase));
  const groups: Omit<AdvanceGroup, "open">[] = [
    { key: "attributes", title: say("FATEWALKER.Advance.Group.Attributes"), rows: ATTRIBUTE_KEYS.map((attribute) => plain({ kind: "attribute", attribute })) },
    ...Object.entries(buyer.skills).map(([tree, { branches }]) => ({
      key: `tree-${tree}`, title: skillName(actor, tree),
      rows: [
        { ...plain({ kind: "root", tree }), name: say("FATEWALKER.Advance.Root", { name: skillName(actor, tree) }) },
        ...Object.entries(branches).flatMap(([key, { leaves }]) => [plain({ kind: "branch", tree, branch: key }), ...Object.keys(leaves).map((leaf) => plain({ kind: "leaf", tree, branch: key, leaf }))]),
      ],
    })),
    { key: "traits", title: say("FATEWALKER.Advance.Group.Traits"), rows: Object.entries(buyer.traits).map(([id, { kind }]) => plain({ kind, id })) },
    {
      key: "powers", title: say("FATEWALKER.Advance.Group.Powers"),
      rows: [
        ...powers.filter(({ power }) => power.theme === null || power.theme === buyer.theme).filter(({ power }) => !buyer.powers.some(({ key }) => key === power.key))
          .map(({ uuid, name, power }) => ware({ kind: "power", uuid }, { kind: "power", power }, say("FATEWALKER.Advance.PowerName", { name, tier: power.tier }))),
        tradeRow(buyer, wanted),
      ],
    },
  ];
  const branches = Object.entries(buyer.skills).flatMap(([tree, { branches: own }]) => Object.keys(own).map((key) => ({ value: `${tree}.${key}`, name: skillName(actor, tree, key), chosen: `${tree}.${key}` === branch })));
  const [tree = "", key = ""] = (branches.find(({ chosen }) => chosen) ?? branches[0])?.value.split(".") ?? [];
  const leaf = tree === "" ? null : ware({ kind: "leaf", tree, branch: key, leaf: "", name: leafName }, { kind: "leaf", tree, branch: key, leaf: NEW_LEAF }, "");
  return {
    wanted,
    view: {
      purse: (["character", "objective", "story", "power"] as const).map((currency) => ({ label: say(`FATEWALKER.Advance.Currency.${currency}`), value: buyer.points[currency] })),
      groups: groups.filter(({ rows }) => rows.length > 0).map((group) => ({ ...group, open: !closed.has(group.key) })),
      branches, leafName, creation,
      leaf: leaf === null ? null : { ...leaf, refusal: leaf.refusal === "" && leafName.trim() === "" ? say("FATEWALKER.Advance.NoName") : leaf.refusal },
      isGM: game.user?.isGM === true,
    },
  };
}

/** A key that no stored leaf has. */
const NEW_LEAF = "new-leaf";

function tradeRow({ points }: Buyer, wanted: Map<string, WantedPurchase>): AdvanceRow {
  const id = String(wanted.size);
  wanted.set(id, { kind: "trade" });
  const refusal = powerPointsWithin(points.story) > 0 ? "" : say("FATEWALKER.Advancement.NotEnough", { needed: STORY_PER_POWER, left: points.story });
  return { id, name: say("FATEWALKER.Advance.Trade"), change: "", price: say("FATEWALKER.Advance.Price", { points: STORY_PER_POWER, currency: say("FATEWALKER.Advance.Currency.story") }), effect: "", refusal };
}

function rowOf(buyer: Buyer, purchase: Purchase, name: string, actor: Actor.Implementation): Omit<AdvanceRow, "id"> {
  try {
    const quoted = quote(buyer, purchase);
    const refusal = purchaseRefusal(buyer, purchase);
    return { name, change: `${quoted.from} → ${quoted.to}`, price: priceText(quoted), effect: effectText(quoted, actor), refusal: refusal === null ? "" : say(refusal.key, refusal.data) };
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    return { name, change: "", price: "", effect: "", refusal: say(error.key, error.data) };
  }
}

function priceText({ due, currency, learning }: Quote): string {
  const price = say("FATEWALKER.Advance.Price", { points: due, currency: say(`FATEWALKER.Advance.Currency.${currency}`) });
  return learning === null ? price : say("FATEWALKER.Advance.WithLearning", { price, points: learning.points });
}

function effectText({ targetNumbers }: Quote, actor: Actor.Implementation): string {
  const trees = Object.entries(actorData(actor)?.skills ?? {});
  return targetNumbers.map(({ skill, from, to }) => {
    const tree = trees.find(([, { branches }]) => Object.hasOwn(branches, skill))?.[0] ?? "";
    return say("FATEWALKER.Advance.TargetNumber", { skill: skillName(actor, tree, skill), from, to });
  }).join(", ");
}
