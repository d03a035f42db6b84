import { RuleError } from "../errors";
import { areSimultaneous, compareIds, declaringIds, isDue } from "./order";
import type { ClockState } from "./types";

/** Ids of those who act at the same moment as `id`, itself included: due on the same tick with the same Awareness (Dramatic Scenes, Ties). */
export function simultaneousWith(state: ClockState, id: string): string[] {
  const entry = state.entries[id];
  if (entry === undefined || !isDue(state, entry)) return [];
  return Object.values(state.entries).filter((other) => isDue(state, other) && areSimultaneous(entry, other)).map((other) => other.id).sort(compareIds);
}

/** What is known of one declared action when somebody wants to answer it. */
export interface AnswerClaim {
  /** Who wants to react to it or preempt it. */
  readonly by: string;
  /** Everyone whose action was declared for this moment, the one that is answered included. */
  readonly group: readonly string[];
  /** Whose action is answered. */
  readonly to: string;
  /** Whose actions of the group this one has answered already. */
  readonly answered: readonly string[];
  /** Whose actions of the group this one has preempted. */
  readonly preempted: readonly string[];
}

/**
 * Refuses answers that simultaneity or an earlier preemption forbids: those who act at the same moment never answer each other, an
 * outsider answers only one of them, and whoever preempts an action does not react to it as well (Dramatic Scenes, Ties and
 * Action/Reaction/Preemptive Action).
 * @throws RuleError `FATEWALKER.Error.Simultaneous`, `OneOfSimultaneous`, `PreemptedAlready`
 */
export function checkAnswer({ by, group, to, answered, preempted }: AnswerClaim): void {
  if (group.length > 1 && group.includes(by)) throw new RuleError("FATEWALKER.Error.Simultaneous");
  if (preempted.includes(to)) throw new RuleError("FATEWALKER.Error.PreemptedAlready");
  if (group.length > 1 && [...answered, ...preempted].some((id) => id !== to && group.includes(id))) throw new RuleError("FATEWALKER.Error.OneOfSimultaneous");
}

/**
 * Holders who preempt the same action, in the order in which their actions come before it: by Awareness, ids decide for display only
 * (Dramatic Scenes, Ties; readings, Same tick, same Awareness).
 */
export function inOrderOfAwareness(state: ClockState, ids: readonly string[]): string[] {
  const awareness = (id: string): number => state.entries[id]?.awareness ?? 0;
  return [...ids].sort((one, other) => awareness(other) - awareness(one) || compareIds(one, other));
}

/** What one of a simultaneous group has handed in: made for the moment when its entry last changed. */
export interface HandedIn {
  readonly id: string;
  /** `since` of its entry when it was handed in: whoever has done something else meanwhile has to declare anew. */
  readonly since: number;
}

/** Those who may declare now, and who of them has and has not handed in what it does. */
export interface GroupRoll {
  readonly group: readonly string[];
  readonly handedIn: readonly string[];
  readonly missing: readonly string[];
}

/** Who of the group whose turn it is has declared in secret; whoever has left it does not count (Dramatic Scenes, Ties). */
export function rollCall(state: ClockState, handed: readonly HandedIn[]): GroupRoll {
  const group = declaringIds(state);
  const handedIn = group.filter((id) => handed.some((one) => one.id === id && one.since === state.entries[id]?.since));
  return { group, handedIn, missing: group.filter((id) => !handedIn.includes(id)) };
}
