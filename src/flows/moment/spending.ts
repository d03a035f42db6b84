import type { ClockOperation } from "../../rules/clock/types";
import type { ExchangeState, ExchangeTicks } from "../../rules/exchange/types";
import { isDue } from "../../rules/clock/order";
import { clockState } from "../clock/state";
import type { DocumentChange } from "../commit/types";
import { ambushOf, ambushTaken, fightOfFreeAction, isFreeAction } from "./ambush";

/**
 * What an exchange costs on the clock of its fight. Free shots and the action that opens an ambush cost no ticks; whoever has fallen at the same moment
 * pays none; and whoever has answered what preempted its own action pays for that on top of the answer, from where the answer left it.
 */
export function spendings(combat: Combat.Implementation, ticks: readonly ExchangeTicks[]): ClockOperation[] {
  const state = clockState(combat);
  return ticks.flatMap(({ participant: { combatant: id }, kind, cost }): ClockOperation[] => {
    const entry = id === null ? undefined : state.entries[id];
    if (id === null || entry === undefined || entry.state === "out") return [];
    if (kind !== "act") return [{ kind, id, cost }];
    if (isFreeAction(combat, id) || (cost === 0 && !isDue(state, entry))) return [];
    const answered = entry.state === "ready" && entry.actionTick !== null && entry.actionTick > state.tick && entry.since === state.tick;
    return [{ kind: answered ? "react" : "act", id, cost }];
  });
}

/** The free action of an ambush is done with, until it is taken back. */
export function freeActionChanges({ attacker: { participant } }: ExchangeState): DocumentChange[] {
  const combat = fightOfFreeAction(participant.combatant);
  const ambush = combat === null ? null : ambushOf(combat);
  return combat === null || ambush === null ? [] : [ambushTaken(combat, participant.combatant)];
}
