import { RuleError } from "../errors";
import { defenceOf } from "../exchange/defence";
import { attackOn } from "../exchange/attacks";
import { attackPool, reactionPool } from "../exchange/pools";
import type { ExchangeState, TargetState } from "../exchange/types";
import { damageOf, isDodge } from "../maneuvers/kind";
import { attackOdds, type AttackOdds, type OddsReaction } from "./attack";

/**
 * Exact odds of a declared exchange against one target, with the answer that it has given, if any. `blind` leaves out armor and
 * shield of the target, for whoever may not know them.
 * @throws RuleError `FATEWALKER.Error.NoSuchTarget`
 */
export function exchangeOdds(state: ExchangeState, targetIndex: number, { blind = false }: { readonly blind?: boolean } = {}): AttackOdds {
  const target = state.targets[targetIndex];
  if (target === undefined) throw new RuleError("FATEWALKER.Error.NoSuchTarget");
  const { maneuver, weapon } = attackOn(state, target);
  const damage = damageOf(maneuver, weapon, state.attacker.fighter, { runTicks: state.declaration.runTicks ?? 0 });
  const { barrier, protection } = defenceOf(state, target);
  return attackOdds({
    attackPool: attackPool(state, targetIndex),
    reaction: oddsReaction(target),
    damage: damage?.pool ?? null,
    damageType: damage?.type ?? "physical",
    flat: damage?.flat ?? 0,
    barrier,
    protection: blind ? null : protection,
    shield: blind ? null : target.side.fighter.energyShield,
    shieldRule: state.shieldRule,
  });
}

function oddsReaction(target: TargetState): OddsReaction | null {
  const pool = reactionPool(target);
  if (pool === null || target.answer?.kind !== "reaction") return null;
  const { maneuver, weapon } = target.answer;
  if (maneuver.damage?.cancels !== true) return { pool, kind: "evade", winsTies: isDodge(maneuver) };
  const damage = damageOf(maneuver, weapon, target.side.fighter);
  return damage === null ? { pool, kind: "cancel" } : { pool, kind: "cancel", damage: damage.pool, flat: damage.flat };
}
