import type { Participant } from "../../rules/exchange/types";
import { findActor, findToken } from "../commit/write";

/** The combatant of an actor or of one of its tokens: the fight on the screen first, then the other ones that have begun. */
function findCombatant(actor: Actor.Implementation, token: TokenDocument.Implementation | null): Combatant.Implementation | null {
  const combats = (game.combats?.contents ?? []).filter((combat) => combat.started);
  const viewed = game.combat;
  const ordered = viewed ? [viewed, ...combats.filter((combat) => combat !== viewed)] : combats;
  for (const combat of ordered) {
    const combatants = combat.combatants.contents;
    const found =
      combatants.find((combatant) => token !== null && combatant.tokenId === token.id && combatant.sceneId === token.parent?.id) ??
      combatants.find((combatant) => combatant.actor?.uuid === actor.uuid && (token === null || combatant.tokenId === null));
    if (found) return found;
  }
  return null;
}

/** Address of the one a token stands for; null for a token without an actor. */
export function participantOfToken(token: TokenDocument.Implementation): Participant | null {
  const actor = token.actor;
  return actor ? { actor: actor.uuid, token: token.uuid, combatant: findCombatant(actor, token)?.id ?? null } : null;
}

/**
 * Address of an actor: an unlinked token's own actor brings its token; for others the token that fights, or one on the
 * scene in view, stands for it. Works without a token and without a fight.
 */
export function participantOf(actor: Actor.Implementation): Participant {
  const fighting = findCombatant(actor, actor.token ?? null);
  const token = actor.token ?? fighting?.token ?? actor.getActiveTokens(false, true)[0] ?? null;
  return { actor: actor.uuid, token: token?.uuid ?? null, combatant: (fighting ?? findCombatant(actor, token))?.id ?? null };
}

/** The token and combatant that an address claims count only where they are the actor's own. */
export function trueAddress(participant: Participant, actor: Actor.Implementation): Participant {
  const token = findToken(participant.token);
  const combatant = combatantOf(participant);
  return {
    actor: actor.uuid,
    token: token?.actor?.uuid === actor.uuid ? token.uuid : null,
    combatant: combatant?.actor?.uuid === actor.uuid ? combatant.id : null,
  };
}

/** The combatant at an address, and its fight. */
export function combatantOf({ combatant: id }: Pick<Participant, "combatant">): Combatant.Implementation | null {
  if (id === null) return null;
  for (const combat of game.combats?.contents ?? []) {
    const combatant = combat.combatants.get(id);
    if (combatant) return combatant;
  }
  return null;
}

/** Tick of the fight that somebody is in; null: none that has begun. */
export function tickOf(participant: Pick<Participant, "combatant">): number | null {
  const combat = combatantOf(participant)?.combat ?? null;
  return combat === null || combat.round < 1 ? null : combat.round;
}

/**
 * Targets that this person has marked: one participant for every actor, so that two tokens of one linked actor count
 * once. Tokens without an actor are left out.
 */
export function currentTargets(): Participant[] {
  const byActor = new Map<string, Participant>();
  for (const token of game.user?.targets ?? []) {
    const participant = participantOfToken(token.document);
    if (participant && !byActor.has(participant.actor)) byActor.set(participant.actor, participant);
  }
  return [...byActor.values()];
}

/** Must players not learn that this one is there? So it is with a token that they cannot see, and with a combatant that they cannot. */
export const isUnseen = (participant: Participant): boolean => findToken(participant.token)?.hidden === true || combatantOf(participant)?.hidden === true;

/** Does any player own this one? What belongs to the GM alone keeps its numbers to itself where the world wants it so. */
export const isGMs = ({ actor }: Participant): boolean => findActor(actor)?.hasPlayerOwner !== true;
