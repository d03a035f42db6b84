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
  /** Track that pays all of it, where one may stand for the other (Justice); null or missing: as printed. */
  readonly track?: PaidFrom | null;
}

export const PAID_FROM = ["will", "fate"] as const;
export type PaidFrom = (typeof PAID_FROM)[number];

export const STRIKE_OPTIONS: readonly StrikeOption[] = ["successes", "cancelsDefense", "damage"];
/** Nobody uses one power more often than this on one roll. */
export const MOST_UNITS = 9;
