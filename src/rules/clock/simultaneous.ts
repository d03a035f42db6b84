import { RuleError } from "../errors";
import { areSimultaneous, compareIds, isDue } from "./order";
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
