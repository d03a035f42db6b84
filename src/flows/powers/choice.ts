import type { StrikeOption } from "../../rules/powers/effects";

/** What a person has chosen of the powers for one roll. Plain data, sent with the wish. */
export interface PowerChoice {
  /** Id of the item. */
  readonly item: string;
  /** How many times. */
  readonly units: number;
  /** Successes that are named; null: the most. */
  readonly named: number | null;
  /** What a strike gains. */
  readonly options: readonly StrikeOption[];
}

export const STRIKE_OPTIONS: readonly StrikeOption[] = ["successes", "cancelsDefense", "damage"];
/** Nobody uses one power more often than this on one roll. */
export const MOST_UNITS = 9;
