import { record, truth } from "../../data/message/read";
import { FatewalkerRoll } from "../../dice/roll";
import { buy, quote } from "../../rules/advancement/buy";
import { tradeStoryPoints } from "../../rules/advancement/points";
import { attributePrice, STORY_PER_POWER } from "../../rules/advancement/prices";
import type { Buyer, Purchase, Quote } from "../../rules/advancement/types";
import { readPool } from "../../rules/dice/roll";
import { RuleError } from "../../rules/errors";
import type { ExchangeMessageData } from "../../rules/exchange/types";
import { growth } from "../../rules/powers/effects";
import { fatePool } from "../../rules/powers/fate-roll";
import { recoverFate } from "../../rules/tracks/fate";
import type { DocumentChange } from "../commit/types";
import { participantOf } from "../exchange/participants";
import { makeIntent } from "../intents/make";
import type { Wish } from "../intents/types";
import { powerUserOf } from "../powers/power-user";
import { writePowerDeed } from "../powers/write";
import { buyerOf, powerAt, purchaseOf, readWanted, type WantedPurchase } from "./purchase";
import { purchaseName } from "./words";

export { buyerOf, type WantedPurchase } from "./purchase";

type Notice = NonNullable<ExchangeMessageData["notice"]>;

/** Asks the GM's client to make a purchase. @param creation attributes are paid with Character Points: only a GM's word counts */
export async function advance(actor: Actor.Implementation, wanted: WantedPurchase, { creation = false }: { readonly creation?: boolean } = {}): Promise<void> {
  await makeIntent("spend", participantOf(actor), { advance: wanted, creation });
}

/**
 * Fulfils a wish to advance: `{ advance: what, creation }`. Everything that it costs and changes is one commit, which can be taken
 * back (core rules, Prices and currencies; Powers, Expertise and Perfection).
 * @throws RuleError why it cannot be had, or not be paid; nothing is bought then
 */
export async function fulfilAdvance(wish: Wish): Promise<void> {
  const { subject, args, author } = wish;
  if (subject === null) throw new RuleError("FATEWALKER.Intent.NoActor");
  const { actor } = subject;
  const wanted = readWanted(args.advance);
  const inPlay = !(author.isGM && truth(args.creation));
  if (wanted.kind === "trade") return trade(wish);
  const leafId = foundry.utils.randomID();
  const purchase = await purchaseOf(wanted, leafId);
  const buyer = buyerOf(actor, { inPlay, perfecting: purchase.kind === "root" ? purchase.tree : null });
  const isNewLeaf = wanted.kind === "leaf" && wanted.leaf === "";
  if (isNewLeaf && (wanted.name ?? "") === "") throw new RuleError("FATEWALKER.Advance.NoName");
  const bought = quote(buyer, purchase);
  const after = buy(buyer, purchase);
  const name = isNewLeaf ? (wanted.name ?? "") : wanted.kind === "power" ? (await powerAt(wanted.uuid)).item.name : purchaseName(actor, purchase);
  const grown = purchase.kind === "attribute" ? await growthOf(actor, after, purchase.attribute) : null;
  await writePowerDeed(wish, {
    name: game.i18n.format("FATEWALKER.Advance.Card", { name }), img: actor.img ?? "", key: "", isBookkeeping: true,
    changes: merged([...(await purchaseChanges(actor, wanted, purchase, after, isNewLeaf ? { id: leafId, name } : null)), ...pointChanges(actor, buyer, after), ...(grown?.changes ?? [])]),
    notice: grown?.notice ?? boughtNotice(name, bought),
  });
}

/** Several updates of one document as one: what comes later counts. */
function merged(changes: readonly DocumentChange[]): DocumentChange[] {
  const updates = new Map<string, Record<string, unknown>>();
  const others = changes.filter(({ action }) => action !== "update");
  for (const change of changes) if (change.action === "update") updates.set(change.uuid, { ...updates.get(change.uuid), ...change.changes });
  return [...[...updates].map(([uuid, values]): DocumentChange => ({ action: "update", uuid, changes: values })), ...others];
}

async function trade(wish: Wish): Promise<void> {
  const actor = wish.subject?.actor;
  if (actor === undefined) return;
  const { points } = buyerOf(actor, { inPlay: true });
  const { story, power } = tradeStoryPoints(points);
  await writePowerDeed(wish, {
    name: game.i18n.localize("FATEWALKER.Advance.Trade"), img: actor.img ?? "", key: "", isBookkeeping: true,
    changes: [{ action: "update", uuid: actor.uuid, changes: { "system.points.story": story, "system.points.power": power } }],
    notice: { key: "FATEWALKER.Advance.Traded", data: { story: STORY_PER_POWER } },
  });
}

/** What is had afterwards. */
async function purchaseChanges(actor: Actor.Implementation, wanted: WantedPurchase, purchase: Purchase, after: Buyer, newLeaf: { readonly id: string; readonly name: string } | null): Promise<DocumentChange[]> {
  const update = (path: string, value: unknown): DocumentChange[] => [{ action: "update", uuid: actor.uuid, changes: { [path]: value } }];
  switch (purchase.kind) {
    case "attribute":
      return update(`system.attributes.${purchase.attribute}.value`, after.attributes[purchase.attribute]);
    case "root":
      return update(`system.skills.${purchase.tree}.value`, after.skills[purchase.tree]?.value ?? 0);
    case "branch":
      return update(`system.skills.${purchase.tree}.branches.${purchase.branch}.value`, after.skills[purchase.tree]?.branches[purchase.branch]?.value ?? 0);
    case "leaf": {
      const path = `system.skills.${purchase.tree}.branches.${purchase.branch}.leaves`;
      if (newLeaf !== null) return update(`${path}.${newLeaf.id}`, { name: newLeaf.name, value: 1 });
      return update(`${path}.${purchase.leaf}.value`, after.skills[purchase.tree]?.branches[purchase.branch]?.leaves[purchase.leaf]?.value ?? 0);
    }
    case "trait":
    case "quirk":
      return [{ action: "update", uuid: `${actor.uuid}.Item.${purchase.id}`, changes: { "system.rating": after.traits[purchase.id]?.rating ?? 0 } }];
    case "power": {
      if (wanted.kind !== "power") return [];
      const { item } = await powerAt(wanted.uuid);
      const source = record(item.toObject());
      return [{ action: "create", documentName: "Item", parent: actor.uuid, source: { ...source, _id: foundry.utils.randomID(), folder: null, _stats: { ...record(source._stats), compendiumSource: item.pack === null ? null : item.uuid } } }];
    }
  }
}

/** What it was paid with. */
function pointChanges(actor: Actor.Implementation, before: Buyer, after: Buyer): DocumentChange[] {
  const changed = (path: string, one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): [string, number][] => Object.keys(other).filter((key) => one[key] !== other[key]).map((key) => [`system.${path}.${key}`, other[key] ?? 0]);
  const changes = Object.fromEntries([...changed("points", { ...before.points }, { ...after.points }), ...changed("learning", before.learning, after.learning)]);
  return Object.keys(changes).length === 0 ? [] : [{ action: "update", uuid: actor.uuid, changes }];
}

function boughtNotice(name: string, { from, to, due, currency, learning }: Quote): Notice {
  const data = { name, from, to, due, currency: game.i18n.localize(`FATEWALKER.Advance.Currency.${currency}`) };
  return learning === null ? { key: "FATEWALKER.Advance.Bought", data } : { key: "FATEWALKER.Advance.BoughtLearning", data: { ...data, learning: learning.points } };
}

/**
 * Fate that goes into the next point once an attribute has risen: it waits as learning points of the attribute, and what is beyond
 * half of the next price restores Fate (Powers, Expertise).
 */
async function growthOf(actor: Actor.Implementation, after: Buyer, attribute: keyof Buyer["attributes"]): Promise<{ readonly changes: DocumentChange[]; readonly notice: Notice } | null> {
  const { fate, passives } = powerUserOf(actor);
  const effect = passives.growth;
  if (effect === null || !effect.attributes.includes(attribute)) return null;
  const pool = fatePool(effect, fate.rating);
  const roll = FatewalkerRoll.fromPool(pool);
  await roll.evaluate({ allowInteractive: false });
  const rating = after.attributes[attribute];
  const { successes } = readPool(pool, roll.faces);
  const grown = growth(effect, { attribute, price: attributePrice(attribute, rating), successes });
  if (grown === null) return null;
  const track = recoverFate(fate, grown.fate, passives);
  return {
    changes: [{ action: "update", uuid: actor.uuid, changes: {
      [`system.learning.${attribute}`]: (after.learning[attribute] ?? 0) + grown.points,
      "system.fate.spent": track.spent, "system.fate.apathy": track.apathy, "system.fate.ennui": track.ennui,
    } }],
    notice: { key: "FATEWALKER.Advance.Grown", data: { name: game.i18n.localize(`FATEWALKER.Attribute.${attribute}`), to: rating, faces: roll.faces.join(" "), points: grown.points, fate: grown.fate } },
  };
}
