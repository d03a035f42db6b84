import { RuleError } from "../../rules/errors";
import type { Participant } from "../../rules/exchange/types";
import type { PowerCost, PowerUser } from "../../rules/powers/use";
import { spendFate } from "../../rules/tracks/fate";
import { spendWill } from "../../rules/tracks/will";
import type { DocumentChange } from "../commit/types";
import { combatantOf } from "../exchange/participants";
import { afterPaying, payerOf } from "./held";
import { memoryChange, memoryOf } from "./memory";

/**
 * The changes that pay points, marked as the tracks allow: free ones of this scene first, then Will and Fate, then Fatigue and Apathy
 * (Powers, Will and Fate).
 * @throws RuleError `FATEWALKER.Error.NotEnoughWill`, `FATEWALKER.Error.NotEnoughFate`
 */
export function payChanges(actor: Actor.Implementation, participant: Participant, cost: PowerCost): DocumentChange[] {
  const user = payerOf(actor, participant);
  const { passives, free = NO_POINTS } = user;
  spendWill(user.will, cost.will, { passives, free: free.will });
  spendFate(user.fate, cost.fate, { passives, free: free.fate });
  return paying(actor, participant, user, cost);
}

/** Like `payChanges`, as far as the tracks reach: what has been promised is paid with what is left. */
export function payWhatIsThere(actor: Actor.Implementation, participant: Participant, cost: PowerCost): DocumentChange[] {
  return paying(actor, participant, payerOf(actor, participant), cost);
}

/** Can this be paid now? */
export function canPay(actor: Actor.Implementation, participant: Participant, cost: PowerCost): boolean {
  return RuleError.refusal(() => payChanges(actor, participant, cost)) === null;
}

const NO_POINTS: PowerCost = { will: 0, fate: 0 };

function paying(actor: Actor.Implementation, participant: Participant, user: PowerUser, cost: PowerCost): DocumentChange[] {
  const { will, fate, free = NO_POINTS } = afterPaying(user, cost);
  const combatant = combatantOf(participant);
  const gifted = (user.free?.will ?? 0) - free.will;
  return [
    ...paidChanges(actor.uuid, { will, fate }, cost),
    ...(gifted > 0 && combatant !== null ? [memoryChange(combatant, { freeWill: memoryOf(combatant).freeWill + gifted })] : []),
  ];
}

/** Writes the marks of tracks that have paid a cost. @param uuid of the actor */
export function paidChanges(uuid: string, { will, fate }: Pick<PowerUser, "will" | "fate">, cost: PowerCost): DocumentChange[] {
  const changes = {
    ...(cost.will === 0 ? {} : { "system.will.spent": will.spent, "system.will.fatigue": will.fatigue, "system.will.exhaustion": will.exhaustion }),
    ...(cost.fate === 0 ? {} : { "system.fate.rating": fate.rating, "system.fate.spent": fate.spent, "system.fate.apathy": fate.apathy, "system.fate.ennui": fate.ennui }),
  };
  return Object.keys(changes).length === 0 ? [] : [{ action: "update", uuid, changes }];
}
