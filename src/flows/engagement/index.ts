import { settleDepartures } from "./departures";
import { registerEngagementRule } from "./standing";

export { atFirstRange, beginnings, isCloseCombat } from "./begin";
export { LEAST_LEVEL, MOST_LEVEL, submitEngagement, type EngagementEdit } from "./edit";
export { engagementBetween, engagementsOf, freeAt, HOLDING_KINDS, pairKey, type Engagement, type HoldingKind } from "./read";

/** What holds of itself between two who fight; at init. */
export function watchEngagements(): void {
  registerEngagementRule();
  settleDepartures();
}
