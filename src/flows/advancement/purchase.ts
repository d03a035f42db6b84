import { actorData, itemData } from "../../data/access";
import { TraitData } from "../../data/item/trait";
import { oneOf, record, text } from "../../data/message/read";
import { DOT_PRICES } from "../../rules/advancement/prices";
import type { Buyer, Purchase } from "../../rules/advancement/types";
import { RuleError } from "../../rules/errors";
import type { Power } from "../../rules/fighter/power";
import { ATTRIBUTE_KEYS } from "../../rules/keys";
import { findDocument } from "../commit/write";
import { toPower } from "../powers/power";

/** What somebody wants to buy, as it is wished for: plain data. */
export type WantedPurchase =
  | Exclude<Purchase, { kind: "power" | "leaf" }>
  /** A leaf that is not there yet has a name. */
  | (Extract<Purchase, { kind: "leaf" }> & { readonly name?: string })
  /** UUID of the power item. */
  | { readonly kind: "power"; readonly uuid: string }
  /** Story Points into a Power Point. */
  | { readonly kind: "trade" };

const KINDS = ["attribute", "root", "branch", "leaf", "trait", "quirk", "power", "trade"] as const;

/** @throws RuleError `FATEWALKER.Advance.Nothing` for what is no purchase */
export function readWanted(value: unknown): WantedPurchase {
  const source = record(value);
  const kind = oneOf(KINDS, source.kind);
  const tree = text(source.tree);
  const branch = text(source.branch);
  switch (kind) {
    case "attribute": {
      const attribute = oneOf(ATTRIBUTE_KEYS, source.attribute);
      if (attribute !== null) return { kind, attribute };
      break;
    }
    case "root":
      return { kind, tree };
    case "branch":
      return { kind, tree, branch };
    case "leaf":
      return { kind, tree, branch, leaf: text(source.leaf), name: text(source.name).trim().slice(0, 60) };
    case "trait":
    case "quirk":
      return { kind, id: text(source.id) };
    case "power":
      return { kind, uuid: text(source.uuid) };
    case "trade":
      return { kind };
    case null:
      break;
  }
  throw new RuleError("FATEWALKER.Advance.Nothing");
}

interface BuyerOptions {
  /** Attributes cost Objective Points. */
  readonly inPlay: boolean;
  /** A root that Perfection may raise, where it has raised none. */
  readonly perfecting?: string | null;
}

/**
 * An actor as advancement sees it, by what is stored of it (core rules, Prices and currencies).
 * @throws RuleError `FATEWALKER.Error.ForeignActor`
 */
export function buyerOf(actor: Actor.Implementation, { inPlay, perfecting = null }: BuyerOptions): Buyer {
  const data = actorData(actor);
  if (data === null) throw new RuleError("FATEWALKER.Error.ForeignActor", { name: actor.name });
  const { attributes, skills, points, learning, theme } = data._source;
  const perfected = Object.entries(skills).find(([, { value }]) => value > DOT_PRICES.primary.root.length)?.[0] ?? null;
  return {
    attributes: Object.fromEntries(ATTRIBUTE_KEYS.map((key) => [key, attributes[key].value])) as Buyer["attributes"],
    skills: skills as unknown as Buyer["skills"],
    traits: Object.fromEntries(actor.items.contents.flatMap((item) => {
      const trait = itemData(item, TraitData);
      return trait === null || item.id === null ? [] : [[item.id, { kind: trait.kind, rating: trait.rating }]];
    })) as Buyer["traits"],
    powers: actor.items.contents.flatMap((item) => toPower(item as Item.Implementation) ?? []),
    theme: theme ?? null, points, learning: learning as Buyer["learning"], inPlay,
    perfectedRoot: perfected ?? perfecting,
  };
}

/** The item that a purchase of a power is about. @throws RuleError `FATEWALKER.Advance.Nothing` */
export async function powerAt(uuid: string): Promise<{ readonly item: Item.Implementation; readonly power: Power }> {
  const item = (findDocument(uuid) ?? (await fromUuid(uuid as never))) as Item.Implementation | null;
  const power = toPower(item);
  if (item === null || power === null) throw new RuleError("FATEWALKER.Advance.Nothing");
  return { item, power };
}

/** The purchase in the terms of the rules; a new leaf gets the id that is given. */
export async function purchaseOf(wanted: Exclude<WantedPurchase, { kind: "trade" }>, newLeaf: string): Promise<Purchase> {
  if (wanted.kind === "power") return { kind: "power", power: (await powerAt(wanted.uuid)).power };
  if (wanted.kind !== "leaf") return wanted;
  return { kind: "leaf", tree: wanted.tree, branch: wanted.branch, leaf: wanted.leaf === "" ? newLeaf : wanted.leaf };
}
