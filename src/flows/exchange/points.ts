import { valueAt } from "../commit/json";
import type { DocumentChange } from "../commit/types";
import { findActor, storedSource } from "../commit/write";
import { powerUserOf } from "../powers/power-user";
import type { ExchangeDrain, ExchangeState, Participant } from "../../rules/exchange/types";
import type { Modifier } from "../../rules/modifiers/types";
import { forceWill } from "../../rules/tracks/will";

interface Roller {
  readonly participant: Participant;
  readonly modifiers: readonly Modifier[];
}

/** Everyone's modifiers, those of each half of a combined maneuver for themselves: each is a roll of its own. */
function rollersOf({ attacker, declaration, targets }: ExchangeState): Roller[] {
  const lists = (made: { readonly modifiers: readonly Modifier[]; readonly parts?: readonly { readonly modifiers: readonly Modifier[] }[] }) => made.parts?.flatMap(({ modifiers }) => modifiers) ?? made.modifiers;
  return [
    { participant: attacker.participant, modifiers: lists(declaration) },
    ...targets.flatMap(({ side, answer }) => (answer?.kind === "reaction" ? [{ participant: side.participant, modifiers: lists(answer) }] : [])),
  ];
}

const storedNumber = (uuid: string, path: string): number => {
  const value = valueAt(storedSource(uuid), path);
  return typeof value === "number" ? value : 0;
};

/**
 * Points that an exchange takes: those that switched-on modifiers cost, spent once, and the Will that a hold or a nerve strike drains,
 * marked as the track allows (Powers, Will; Actions and Maneuvers, Choke Hold, Nerve Strike).
 */
export function pointChanges(state: ExchangeState, drains: readonly ExchangeDrain[]): DocumentChange[] {
  const costs = new Map<string, { will: number; fate: number }>();
  for (const { participant: { actor }, modifiers } of rollersOf(state)) {
    const sum = costs.get(actor) ?? { will: 0, fate: 0 };
    for (const { enabled, cost } of modifiers) {
      if (!enabled) continue;
      sum.will += cost?.will ?? 0;
      sum.fate += cost?.fate ?? 0;
    }
    costs.set(actor, sum);
  }
  const drained = new Map(drains.map(({ participant, will }) => [participant.actor, will]));
  return [...new Set([...costs.keys(), ...drained.keys()])].flatMap((uuid) => changesOf(uuid, costs.get(uuid) ?? { will: 0, fate: 0 }, drained.get(uuid) ?? 0));
}

function changesOf(uuid: string, cost: { readonly will: number; readonly fate: number }, drained: number): DocumentChange[] {
  const changes: Record<string, number> = {};
  if (cost.fate > 0) changes["system.fate.spent"] = storedNumber(uuid, "system.fate.spent") + cost.fate;
  if (cost.will > 0) changes["system.will.spent"] = storedNumber(uuid, "system.will.spent") + cost.will;
  const actor = drained > 0 ? findActor(uuid) : null;
  if (actor !== null) {
    const { will, passives } = powerUserOf(actor);
    const { track: { spent, fatigue, exhaustion } } = forceWill({ ...will, spent: will.spent + cost.will }, drained, passives);
    Object.assign(changes, { "system.will.spent": spent, "system.will.fatigue": fatigue, "system.will.exhaustion": exhaustion });
  }
  return Object.keys(changes).length === 0 ? [] : [{ action: "update", uuid, changes }];
}
