import { atLeastZero } from "../numbers";

/** A roll that is made again and again until its total is reached (Environmental Scenes, Stabilize and Corrective Surgery). Plain data. */
export interface ExtendedRoll {
  /** Total that ends it, 0 or more. It may change between rolls. */
  readonly needed: number;
  /** Taken off the successes of every roll. */
  readonly minus: number;
  readonly total: number;
  readonly rolls: number;
}

export interface ExtendedStep {
  readonly state: ExtendedRoll;
  /** What this roll counted: successes - `minus`. */
  readonly net: number;
  /** Points below 0 that the total reached: the harm done at once. The total then starts again at 0. */
  readonly harm: number;
  readonly done: boolean;
}

/** A roll of which nothing is counted yet; numbers below 0 are 0 (Environmental Scenes, Stabilize and Corrective Surgery). */
export function extendedRoll(needed: number, minus = 0): ExtendedRoll {
  return { needed: atLeastZero(needed), minus: atLeastZero(minus), total: 0, rolls: 0 };
}

/** Counts one more roll of `successes`, 0 or more. A total below 0 is harm and starts again at 0 (readings, section 10). */
export function addRoll(state: ExtendedRoll, successes: number): ExtendedStep {
  const net = atLeastZero(successes) - state.minus;
  const total = state.total + net;
  const after: ExtendedRoll = { ...state, total: Math.max(0, total), rolls: state.rolls + 1 };
  return { state: after, net, harm: Math.max(0, -total), done: isDone(after) && total >= 0 };
}

/** True once at least one roll was made and the total reached what is needed (Environmental Scenes, Stabilize and Corrective Surgery). */
export function isDone(state: ExtendedRoll): boolean {
  return state.rolls > 0 && state.total >= state.needed;
}
