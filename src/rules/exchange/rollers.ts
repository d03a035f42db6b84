import { isReroll } from "./rerolls";
import type { ExchangeState, Participant, RollRequest } from "./types";

/** Rolls to stay awake of whoever takes what a target is dealt, by the place of that target: `consciousness:0:bound`, then `consciousness:0:bound:2`. */
const BOUND = /^consciousness:(\d+):bound(?::\d+)?(?:~\d+)?$/;

/** Id of the next roll to stay awake of somebody who is bound to the fate of a target (Powers, Balance). @param requests what the exchange has come to so far */
export function boundRollId(index: number, requests: readonly RollRequest[]): string {
  const made = requests.filter(({ id }) => !isReroll(id) && BOUND.exec(id)?.[1] === String(index)).length;
  return made === 0 ? `consciousness:${index}:bound` : `consciousness:${index}:bound:${made + 1}`;
}

/** True for a roll of somebody who is bound to the fate of a side, and need be none itself (Powers, Balance). */
export const isBoundRoll = (id: string): boolean => BOUND.test(id);

/** Whose roll it is: that of a side, or of whoever is bound to its fate (Powers, Balance). */
export function rollerOf({ attacker, targets, shared = [] }: Pick<ExchangeState, "attacker" | "targets" | "shared">, { id, roller }: Pick<RollRequest, "id" | "roller">): Participant {
  const side = roller === "attacker" ? attacker : (targets[roller]?.side ?? attacker);
  const bound = isBoundRoll(id) ? shared.find(({ of }) => of.actor === side.participant.actor) : undefined;
  return (bound?.with ?? side).participant;
}
