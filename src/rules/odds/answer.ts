import { areaReach, metresAway } from "../exchange/area";
import { attackOn } from "../exchange/attacks";
import { firstPart } from "../exchange/answered";
import { meet } from "../exchange/meeting";
import { attackPool, reactionPool } from "../exchange/pools";
import type { ExchangeState } from "../exchange/types";
import { changeOf } from "../powers/roll-changes";
import { declaredSuccesses } from "./declared";
import { aimedAt } from "./work";

/**
 * Chance that the answer which a target has given turns an attack that would have come through: it makes it miss, gets out of its area, or,
 * as a parry or block, hits in its turn and takes damage off. 1 where the attack cannot come through anyway, 0 without an answer (Dramatic
 * Scenes, The Attack Roll).
 * @throws RuleError `FATEWALKER.Error.NoSuchTarget`
 */
export function turnChance(state: ExchangeState, targetIndex: number): number {
  const { target } = aimedAt(state, targetIndex);
  const { maneuver: attack, modifiers } = attackOn(state, target);
  const given = target.answer?.kind === "reaction" ? target.answer : null;
  const answering = reactionPool(target);
  const area = state.declaration.area ?? null;
  const reached = (metres: number): boolean => area === null || areaReach(area, (target.fromCentre ?? 0) + metres).reached;
  // A strike that cannot be defended leaves the answer nothing (Powers, Righteous Strike).
  const undefended = changeOf(modifiers, "strike")?.change.cancelsDefense === true;
  const answers = given === null || answering === null ? [] : undefended ? [1] : declaredSuccesses(answering, firstPart(given).modifiers, target.side.fighter);
  let through = 0;
  let turned = 0;
  declaredSuccesses(attackPool(state, targetIndex), modifiers, state.attacker.fighter).forEach((chance, rolled) => {
    if (!meet({ attack, successes: rolled, reaction: null, area: area !== null }).lands || !reached(0)) return;
    through += chance;
    if (given === null) return;
    answers.forEach((share, answered) => {
      const { lands, cancels } = meet({ attack, successes: rolled, reaction: { maneuver: firstPart(given).maneuver, successes: answered }, area: area !== null });
      if (!lands || cancels || !reached(metresAway(given.maneuver, answered))) turned += chance * share;
    });
  });
  return through === 0 ? 1 : Math.min(1, turned / through);
}
