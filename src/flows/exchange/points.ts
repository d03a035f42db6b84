import type { DocumentChange } from "../commit/types";
import { findActor } from "../commit/write";
import { afterPaying, payerOf } from "../powers/held";
import { payWhatIsThere } from "../powers/pay";
import type { ExchangeDrain, ExchangeState, Participant } from "../../rules/exchange/types";
import { costsOf } from "../../rules/exchange/costs";
import { forceWill } from "../../rules/tracks/will";
import { participantOf } from "./participants";

/**
 * Points that an exchange takes: those that powers cost, paid once, and the Will that a hold or a nerve strike drains, marked as the
 * track allows (Powers, Will; Actions and Maneuvers, Choke Hold, Nerve Strike).
 */
export function pointChanges(state: ExchangeState, drains: readonly ExchangeDrain[]): DocumentChange[] {
  const costs = costsOf(state);
  const sides = new Map([state.attacker, ...state.targets.map(({ side }) => side)].map(({ participant }) => [participant.actor, participant]));
  const drained = new Map(drains.map(({ participant, will }) => [participant.actor, will]));
  return [...new Set([...costs.keys(), ...drained.keys()])].flatMap((uuid) => {
    const actor = findActor(uuid);
    return actor === null ? [] : changesOf(actor, sides.get(uuid) ?? participantOf(actor), costs.get(uuid) ?? { will: 0, fate: 0 }, drained.get(uuid) ?? 0);
  });
}

function changesOf(actor: Actor.Implementation, participant: Participant, cost: { readonly will: number; readonly fate: number }, drained: number): DocumentChange[] {
  const paid = cost.will + cost.fate > 0 ? payWhatIsThere(actor, participant, cost) : [];
  if (drained === 0) return paid;
  const { will, passives } = afterPaying(payerOf(actor, participant), cost);
  const { track: { spent, fatigue, exhaustion } } = forceWill(will, drained, passives);
  return [...paid, { action: "update", uuid: actor.uuid, changes: { "system.will.spent": spent, "system.will.fatigue": fatigue, "system.will.exhaustion": exhaustion } }];
}
