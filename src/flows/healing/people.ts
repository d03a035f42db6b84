import { list } from "../../data/message/read";
import { readParticipant } from "../../data/message/read-exchange";
import { RuleError } from "../../rules/errors";
import type { Participant } from "../../rules/exchange/types";
import { findActor } from "../commit/write";
import { publicParticipant } from "../exchange/names";
import { trueAddress } from "../exchange/participants";

/** Somebody whom an act of healing, damage or rest concerns. */
export interface Person {
  readonly participant: Participant;
  readonly actor: Actor.Implementation;
  readonly name: string;
}

/** @throws RuleError when the actor is gone */
export function personAt(claimed: Participant): Person {
  const actor = findActor(claimed.actor);
  if (actor === null) throw new RuleError("FATEWALKER.Intent.NoActor");
  const participant = trueAddress(claimed, actor);
  return { participant, actor, name: publicParticipant(participant).name };
}

/**
 * Everyone whom a wish names, each actor once: two tokens of one linked actor share it.
 * @throws RuleError when there is nobody, or somebody is gone
 */
export function peopleOf(value: unknown): Person[] {
  const byActor = new Map(list(readParticipant, value).map((participant) => [participant.actor, participant]));
  if (byActor.size === 0) throw new RuleError("FATEWALKER.Healing.Nobody");
  return [...byActor.values()].map(personAt);
}

/** @throws RuleError for somebody whom this user does not own */
export function checkOwned(people: readonly Person[], author: User.Implementation): void {
  const other = people.find(({ actor }) => !actor.testUserPermission(author, "OWNER"));
  if (other !== undefined) throw new RuleError("FATEWALKER.Intent.NotYours", { name: other.name });
}

/** @throws RuleError for the dead, whom nothing helps any more */
export function checkAlive({ actor, name }: Person): void {
  if (actor.statuses.has("dead")) throw new RuleError("FATEWALKER.Healing.Dead", { name });
}
