import { record, text, whole } from "../../data/message/read";

/** What came of giving something. */
export type GiveResult =
  | { readonly kind: "given"; readonly name: string }
  /** More of what was there already. */
  | { readonly kind: "added"; readonly name: string; readonly quantity: number }
  /** Had it already, and having it twice means nothing. */
  | { readonly kind: "had"; readonly name: string };

/** Things that one has a number of; maneuvers, powers and traits one has or has not. */
const COUNTED: readonly string[] = ["gear", "weapon", "armor", "energyShield", "handShield"];

interface ItemLike {
  readonly id: string | null;
  readonly type: string;
  readonly name: string;
  readonly system: unknown;
  readonly uuid?: string;
  readonly _stats?: { readonly compendiumSource?: string | null };
}

const keyOf = ({ system }: ItemLike): string => text(record(system).key);
const sourceOf = (item: ItemLike): string => item._stats?.compendiumSource ?? "";

/** Is it the same thing? Same type and same key; where it has none, the same compendium source (contract, Messages). */
function isSame(owned: ItemLike, given: ItemLike): boolean {
  if (owned.type !== given.type) return false;
  const key = keyOf(given);
  if (key !== "") return keyOf(owned) === key;
  const source = sourceOf(given) || (given.uuid?.startsWith("Compendium.") === true ? given.uuid : "");
  return source !== "" && sourceOf(owned) === source;
}

/**
 * Gives an actor a copy of an item. The same thing makes no second row: quantities add up, and what cannot be had twice
 * stays as it is. Written by whoever gives, who must own the actor.
 */
export async function give(actor: Actor.Implementation, item: Item.Implementation): Promise<GiveResult> {
  const owned = actor.items.contents.find((candidate) => isSame(candidate, item)) as Item.Implementation | undefined;
  if (owned) {
    if (!COUNTED.includes(item.type)) return { kind: "had", name: owned.name };
    const quantity = whole(record(owned.system).quantity, 1) + Math.max(1, whole(record(item.system).quantity, 1));
    await owned.update({ system: { quantity } } as never);
    return { kind: "added", name: owned.name, quantity };
  }
  const source: Record<string, unknown> = { ...item.toObject() };
  // The copy is the actor's own: another id, no folder, the actor's ownership.
  for (const key of ["_id", "folder", "ownership", "sort"]) delete source[key];
  const stats = record(source._stats);
  const compendiumSource = item.pack ? item.uuid : (stats.compendiumSource ?? null);
  await actor.createEmbeddedDocuments("Item", [{ ...source, _stats: { compendiumSource } } as never]);
  return { kind: "given", name: item.name };
}
