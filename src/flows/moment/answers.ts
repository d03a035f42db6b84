import { answer, pendingAnswers } from "../../rules/exchange/answer";
import { checkAnswer } from "../../rules/clock/simultaneous";
import type { ExchangeState } from "../../rules/exchange/types";
import { writeNow } from "../commit/commit";
import { openExchange } from "../exchange/react";
import { announce, type Run } from "../exchange/settle";
import { fightWithOpen, momentChange, openExchanges, openWith, type OpenExchange } from "./open";
import { proceed } from "./proceed";

/** Whose exchanges somebody has answered with a reaction. */
const hasReacted = (state: ExchangeState, combatant: string): boolean => state.targets.some(({ side, answer: given }) => side.participant.combatant === combatant && given?.kind === "reaction");

const groupOf = (exchanges: readonly OpenExchange[]): OpenExchange[] => exchanges.filter(({ together }) => together);

/**
 * Refuses an answer or a preemption that the others of the moment forbid (Dramatic Scenes, Ties).
 * @throws RuleError `FATEWALKER.Error.Simultaneous`, `OneOfSimultaneous`, `PreemptedAlready`
 */
export function checkMoment(combat: Combat.Implementation, card: string, by: string): void {
  const exchanges = openExchanges(combat);
  const open = exchanges.find((entry) => entry.card === card);
  if (open === undefined) return;
  const group = open.together ? groupOf(exchanges) : [];
  // What is no exchange has no answers.
  const others = group.filter((entry) => entry.card !== card && entry.deed === undefined);
  checkAnswer({
    by, to: open.by, group: group.map((entry) => entry.by),
    answered: others.filter((entry) => hasReacted(openExchange(entry.card, "answering", "").run.state, by)).map((entry) => entry.by),
    preempted: exchanges.filter((entry) => entry.by === by && entry.trigger !== null).flatMap(({ trigger }) => exchanges.find((entry) => entry.card === trigger)?.by ?? []),
  });
}

/** Whoever answers or preempts one of several simultaneous actions has no answer to the others. */
export async function giveUpOthers(combat: Combat.Implementation, card: string, by: string, itself: boolean): Promise<void> {
  const open = openWith(combat, card);
  const concerned = openExchanges(combat).filter((entry) => entry.deed === undefined && (entry.card === card ? itself : open?.together === true && entry.together));
  for (const entry of concerned) {
    const { run } = openExchange(entry.card, "answering", "");
    const mine = pendingAnswers(run.state).filter((index) => run.state.targets[index]?.side.participant.combatant === by);
    if (mine.length > 0) await announce({ ...run, state: mine.reduce((state, index) => answer(state, index, { kind: "none", why: itself && entry.card === card ? "preempted" : "oneOfGroup" }), run.state) });
  }
}

/** Nobody who preempts an action reacts to it as well, nor to others of the same moment (Dramatic Scenes, Action/Reaction/Preemptive Action). */
export async function giveUpPreempted(combat: Combat.Implementation): Promise<void> {
  for (const { trigger, by } of openExchanges(combat)) if (trigger !== null) await giveUpOthers(combat, trigger, by, true);
}

/** The open exchanges without somebody on the lists of those who may still step in: before one action, or before all. */
export function withoutAsking(combat: Combat.Implementation, by: string, card: string | null): OpenExchange[] {
  const without = (ids: readonly string[]): string[] => ids.filter((id) => id !== by);
  return openExchanges(combat).map((entry) => (card === null || entry.card === card ? { ...entry, asked: without(entry.asked), covered: without(entry.covered) } : entry));
}

/** Takes somebody off those lists. */
export async function letBe(combat: Combat.Implementation, by: string, card: string | null): Promise<void> {
  const before = openExchanges(combat);
  const after = withoutAsking(combat, by, card);
  if (after.some((entry, index) => entry.asked.length !== before[index]?.asked.length || entry.covered.length !== before[index]?.covered.length)) await writeNow([momentChange(combat, after)]);
}

/**
 * Goes on with an exchange that waits for others, after one of its targets has answered.
 * @returns false when it waits for nobody: then it is resolved by itself
 */
export async function goOnTogether({ state, ...run }: Run, answered: string | null): Promise<boolean> {
  const combat = fightWithOpen(run.card);
  if (combat === null) return false;
  const reacts = answered !== null && hasReacted(state, answered);
  // Reacting ends a hold, and is the one answer that somebody has to all of a moment.
  await announce({ ...run, state }, reacts ? momentChange(combat, withoutAsking(combat, answered, null)) : null);
  if (reacts) await giveUpOthers(combat, run.card, answered, false);
  await proceed(combat);
  return true;
}
