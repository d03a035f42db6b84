import type { Pool } from "../dice/types";
import { HIT_SUCCESSES } from "../exchange/thresholds";
import { attackOdds, type OddsReaction } from "./attack";
import { atLeast } from "./distribution";

/**
 * Chance that an answer turns an attack that would have hit: an evasion makes it miss, a parry or block hits in its turn and
 * takes damage off. 1 where the attack cannot hit anyway (Dramatic Scenes, The Attack Roll).
 */
export function turnChance({ attackPool, reactionPool, kind, winsTies = true }: {
  readonly attackPool: Pool;
  readonly reactionPool: Pool;
  readonly kind: OddsReaction["kind"];
  readonly winsTies?: boolean;
}): number {
  if (kind === "cancel") return atLeast(reactionPool, HIT_SUCCESSES);
  const unanswered = atLeast(attackPool, HIT_SUCCESSES);
  if (unanswered === 0) return 1;
  return Math.max(0, 1 - attackOdds({ attackPool, reaction: { pool: reactionPool, kind, winsTies } }).hit / unanswered);
}
