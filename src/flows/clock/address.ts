import type { Participant } from "../../rules/exchange/types";

/** Address of a combatant in messages; null without an actor. */
export function participantOf(combatant: Combatant.Implementation): Participant | null {
  const { actor } = combatant;
  return actor ? { actor: actor.uuid, token: combatant.token?.uuid ?? null, combatant: combatant.id } : null;
}
