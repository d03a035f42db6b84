import type { Protection } from "../damage/types";
import { atLeastZero } from "../numbers";
import { usesHelmets } from "./recoil";
import type { ExchangeState, TargetState } from "./types";

/** What stands between a maneuver and its target: the barrier of a shot through cover, and armor where it counts. */
export interface Defence {
  readonly barrier: number;
  /** Null: armor does not count, since this maneuver goes for a head without helmet. */
  readonly protection: Protection | null;
}

/** The defence of one target against the declared maneuver, before any shield. */
export function defenceOf({ declaration }: ExchangeState, { side, situation }: TargetState): Defence {
  const armored = !usesHelmets(declaration.maneuver) || side.fighter.helmet > 0;
  return { barrier: situation.shotThroughCover ? atLeastZero(situation.barrier) : 0, protection: armored ? side.fighter.protection : null };
}
