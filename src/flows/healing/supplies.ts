import { itemData } from "../../data/access";
import { GearData } from "../../data/item/gear";
import { RuleError } from "../../rules/errors";
import type { Supplies } from "../../rules/healing/types";

/** Something of the physician's bag that is at hand. */
export interface Supply {
  readonly id: string;
  readonly uuid: string;
  readonly name: string;
  readonly rating: number;
  readonly quantity: number;
}

export type SupplyKind = "medkit" | "facility" | "serum";

/** What the choice of a supply says: the best that is there, none, or the id of an item. */
export type SupplyChoice = string;

/**
 * What of a kind is at hand, best first: the healer's own, and that of a patient who is a player's, since what an NPC carries is
 * nobody's business. What is used up counts no more.
 */
export function suppliesAtHand(kind: SupplyKind, { healer, patient }: { readonly healer: Actor.Implementation; readonly patient: Actor.Implementation }): Supply[] {
  const holders = patient.uuid !== healer.uuid && patient.hasPlayerOwner ? [healer, patient] : [healer];
  return holders
    .flatMap((actor) => (actor.items.contents as Item.Implementation[]).flatMap((item): Supply[] => {
      const data = itemData(item, GearData);
      if (data === null || data.kind !== kind || data.quantity < 1 || item.id === null) return [];
      return [{ id: item.id, uuid: item.uuid, name: item.name, rating: data.rating, quantity: data.quantity }];
    }))
    .sort((one, other) => other.rating - one.rating);
}

/** The chosen one. @throws RuleError `FATEWALKER.Healing.NotAtHand` when it is not there (any more) */
export function pickSupply(supplies: readonly Supply[], choice: SupplyChoice): Supply | null {
  if (choice === "none") return null;
  if (choice === "best" || choice === "") return supplies[0] ?? null;
  const chosen = supplies.find(({ id }) => id === choice);
  if (chosen === undefined) throw new RuleError("FATEWALKER.Healing.NotAtHand");
  return chosen;
}

/** Ratings as the rules ask for them; a facility that the GM names counts in place of one that somebody owns. */
export const ratingsOf = (medkit: Supply | null, facility: Supply | null, named: number | null): Supplies => ({ medkit: medkit?.rating ?? null, facility: named ?? facility?.rating ?? null });
