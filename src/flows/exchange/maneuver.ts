import { itemData } from "../../data/access";
import { ManeuverData } from "../../data/item/maneuver";
import type { ExchangeMessageData } from "../../rules/exchange/types";
import type { Maneuver } from "../../rules/fighter/types";
import { isEscape } from "../../rules/maneuvers/effects";
import { findLedger } from "../commit/ledger";
import { findActor } from "../commit/write";

/** A maneuver item as the rules read it; null for every other item. */
export function toManeuver(item: { readonly system: unknown } | null | undefined): Maneuver | null {
  const data = itemData(item, ManeuverData);
  if (data === null) return null;
  const { key, group, timings, requisites, requisitePerShield, roll, ticks, damage, answers, answeredBy, effects, tables, combatSize } = foundry.utils.deepClone(data.toObject()) as unknown as Maneuver;
  return { key, group, timings, requisites, requisitePerShield, roll, ticks, damage, answers, answeredBy, effects, tables, combatSize };
}

/** The maneuver of a card as its attacker has it now; null where that one has it no more. By key and name: what a group made up has no key. */
export function maneuverOnCard({ attacker, maneuver }: Pick<ExchangeMessageData, "attacker" | "maneuver">): Maneuver | null {
  const item = findActor(attacker.participant.actor)?.items.contents.find((one) => one.name === maneuver.name && toManeuver(one)?.key === maneuver.key);
  return toManeuver(item);
}

/** Does a card tell of somebody who wants to get free, which is no attack (Actions and Maneuvers, Slip, Sweep)? As it was declared, where that can be read. */
export function isEscapeCard(card: ExchangeMessageData): boolean {
  const maneuver = findLedger(card.ledger)?.data.record?.declaration.maneuver ?? maneuverOnCard(card);
  return maneuver !== null && isEscape(maneuver);
}
