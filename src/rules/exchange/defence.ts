import type { Protection } from "../damage/types";
import { withDeflectionShare } from "../fighter/armor";
import type { HandShield, Maneuver } from "../fighter/types";
import { effectsOf } from "../maneuvers/effects";
import { atLeastZero } from "../numbers";
import { attackOn } from "./attacks";
import { usesHelmets } from "./recoil";
import type { ExchangeState, TargetState } from "./types";

/** What stands between a maneuver and its target: the barrier of a shot through cover, and armor where it counts. */
export interface Defence {
  readonly barrier: number;
  /** Null: armor does not count, since this maneuver goes for a head without helmet. */
  readonly protection: Protection | null;
}

/**
 * The defence of one target against the attack on it, before any shield. A hold halves the Deflection; a shield that is used as
 * cover is a barrier (Actions and Maneuvers, Hold, Shield Cover; Dramatic Scenes, Barriers).
 */
export function defenceOf(state: ExchangeState, target: TargetState): Defence {
  const { side, situation } = target;
  const { maneuver } = attackOn(state, target);
  const armored = !usesHelmets(maneuver) || side.fighter.helmet > 0;
  return { barrier: situation.shotThroughCover ? atLeastZero(situation.barrier) : 0, protection: armored ? protectionAgainst(maneuver, side.fighter.protection) : null };
}

/** Armor as it counts against a maneuver: only a share of its Deflection where the maneuver says so. */
export function protectionAgainst(maneuver: Maneuver, protection: Protection): Protection {
  return effectsOf(maneuver, "deflectionShare").reduce((left, { share }) => withDeflectionShare(left, share), protection);
}

/** Barrier rating of a hand shield that serves as cover (Actions and Maneuvers, Shield Cover). */
export function shieldBarrier({ deflection, absorb }: HandShield): number {
  return atLeastZero(deflection) + atLeastZero(absorb);
}
