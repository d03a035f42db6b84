import { currentTargets, participantOf, participantOfToken } from "../../../flows/exchange";
import { personAt, type Person } from "../../../flows/healing/people";
import type { Participant } from "../../../rules/exchange/types";

const once = (participants: readonly Participant[]): Participant[] => [...new Map(participants.map((participant) => [participant.actor, participant])).values()];

/** Those of the selected tokens. */
export function selected(): Participant[] {
  const tokens = canvas?.tokens?.controlled ?? [];
  return once(tokens.flatMap(({ document }) => participantOfToken(document) ?? []));
}

/** Whom a deed is meant for: the targeted ones, else the selected ones. */
export function chosenTargets(): Participant[] {
  const targets = currentTargets();
  return targets.length > 0 ? targets : selected();
}

/** Everybody on the scene in view whom this person may see, and the person's own character. */
export function peopleHere(more: readonly Participant[] = []): Person[] {
  const tokens = (game.scenes?.viewed?.tokens.contents ?? []).filter((token) => game.user?.isGM === true || !token.hidden);
  const own = (game.user?.character ?? null) as Actor.Implementation | null;
  const all = once([...more, ...tokens.flatMap((token) => participantOfToken(token) ?? []), ...(own === null ? [] : [participantOf(own)])]);
  return all.map(personAt);
}

export interface PersonOption {
  readonly key: string;
  readonly name: string;
  readonly chosen: boolean;
}

export const personOptions = (people: readonly Person[], chosen: string): PersonOption[] => people.map(({ actor, name }) => ({ key: actor.uuid, name, chosen: actor.uuid === chosen }));
