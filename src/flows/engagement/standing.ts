import { registerStandingRule, type EventContext, type EventResult } from "../events/registry";
import { isGripped } from "./read";
import { planEngagement, planMarks, plannedEngagements } from "./marks";

/** Nobody is engaged with one who is out of the fight, or gone from it. */
function stand({ combat, state, pending }: Omit<EventContext, "target">): EventResult {
  const isIn = (id: string): boolean => {
    const entry = state.entries[id];
    return entry !== undefined && entry.out !== "defeated";
  };
  for (const engagement of plannedEngagements(combat, pending)) {
    if (engagement.ids.every(isIn)) continue;
    planEngagement(combat, pending, engagement.pair, undefined);
    if (isGripped(engagement)) for (const id of engagement.ids) planMarks(combat, pending, id);
  }
  return {};
}

export function registerEngagementRule(): void {
  registerStandingRule(stand);
}
