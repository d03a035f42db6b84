import type { ExchangeMessageData, Participant, PublicParticipant } from "../../rules/exchange/types";
import type { Maneuver, Weapon } from "../../rules/fighter/types";
import { findActor, findToken } from "../commit/write";
import { maneuverOnCard } from "./maneuver";
import { distanceBetween, gapBetween } from "./measure";
import { publicParticipant } from "./names";
import { combatantOf, currentTargets, isUnseen, participantOfToken } from "./participants";
import { isOutOfReach } from "./warnings";

/** Somebody who could be made a target. */
export interface Candidate {
  readonly who: PublicParticipant;
  /** From the attacker; null where no places tell. */
  readonly metres: number | null;
  /** Out of the reach of the attack. */
  readonly far: boolean;
  /** It is the attacker itself. */
  readonly self: boolean;
  /** This person has targeted its token. */
  readonly targeted: boolean;
}

/** May this person see that token now? What is not drawn, such as in a window without a canvas, is seen by whoever may know of it. */
function isSeen({ token }: Participant): boolean {
  const drawn = (findToken(token)?.object ?? null) as { readonly visible: boolean } | null;
  return game.user?.isGM === true || drawn === null || drawn.visible;
}

/** Everyone of the attacker's scene and fight: those whom players must not know of are in no card that players read. */
export function possibleTargets(attacker: Participant, mayHide: boolean): Participant[] {
  const scene = findToken(attacker.token)?.parent ?? game.scenes?.viewed ?? null;
  const standing = scene === null ? [] : scene.tokens.contents.flatMap((token) => participantOfToken(token) ?? []);
  const combat = combatantOf(attacker)?.combat ?? null;
  const fighting = combat === null ? [] : combat.combatants.contents.flatMap(({ actor, token, id }) => (actor === null ? [] : [{ actor: actor.uuid, token: token?.uuid ?? null, combatant: id }]));
  const byActor = new Map([...fighting, ...standing].map((one) => [one.actor, one]));
  return [...byActor.values()].filter((one) => mayHide || !isUnseen(one));
}

/** The maneuver and weapon of a card, as whoever does it has them; null where nobody knows them here. */
function meansOf(card: ExchangeMessageData): { readonly maneuver: Maneuver; readonly weapon: Weapon | null } | null {
  const actor = findActor(card.attacker.participant.actor);
  const maneuver = maneuverOnCard(card);
  return actor === null || maneuver === null ? null : { maneuver, weapon: actor.toFighter().weapons.find(({ name }) => name === card.weapon) ?? null };
}

/**
 * Whom this person may choose as a target: those whose tokens it has targeted first, then the nearest.
 * @param taken UUIDs of actors that are targets already
 * @param mayHide the card is read by GMs alone
 */
export function candidatesFor(card: ExchangeMessageData, { taken, mayHide }: { readonly taken: readonly string[]; readonly mayHide: boolean }): Candidate[] {
  const attacker = card.attacker.participant;
  const means = meansOf(card);
  const targeted = new Set(currentTargets().map(({ actor }) => actor));
  const candidates = possibleTargets(attacker, mayHide).filter((one) => !taken.includes(one.actor) && isSeen(one)).map((one): Candidate => ({
    who: publicParticipant(one), metres: one.actor === attacker.actor ? null : distanceBetween(attacker, one), far: means !== null && one.actor !== attacker.actor && isOutOfReach(means.maneuver, means.weapon, gapBetween(attacker, one)), self: one.actor === attacker.actor, targeted: targeted.has(one.actor),
  }));
  return candidates.sort((one, other) => Number(one.self) - Number(other.self) || Number(other.targeted) - Number(one.targeted) || (one.metres ?? Infinity) - (other.metres ?? Infinity) || one.who.name.localeCompare(other.who.name));
}
