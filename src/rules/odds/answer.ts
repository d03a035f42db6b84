import { areaReach, metresAway } from "../exchange/area";
import { attackOn } from "../exchange/attacks";
import { firstPart } from "../exchange/answered";
import { meet } from "../exchange/meeting";
import { attackPool, reactionPool } from "../exchange/pools";
import type { ExchangeState } from "../exchange/types";
import { changeOf } from "../powers/roll-changes";
import { declaredSuccesses } from "./declared";
import { mean } from "./distribution";
import { parryChances } from "./meetings";
import { aimedAt } from "./work";

/** What an answer comes to against an attack that would have come through without it. */
export interface AnswerOdds {
  /** Chance that it makes the attack miss, or gets out of its area; 1 where the attack cannot come through anyway, 0 without an answer. */
  readonly escapes: number;
  /** Chance that the attack comes through, but the answer, as a parry or block, hits and takes damage off; 0 for what is none. */
  readonly softens: number;
  /** Expected points that such a parry or block takes off once it hits, before armor; 0 for what is none. */
  readonly takesOff: number;
}

/**
 * Chances of the answer that a target has given, by what it does to the attack (Dramatic Scenes, The Attack Roll; Actions and Maneuvers, Parry).
 * @throws RuleError `FATEWALKER.Error.NoSuchTarget`
 */
export function answerOdds(state: ExchangeState, targetIndex: number): AnswerOdds {
  const aimed = aimedAt(state, targetIndex);
  const { target } = aimed;
  const { maneuver: attack, modifiers } = attackOn(state, target);
  const given = target.answer?.kind === "reaction" ? target.answer : null;
  const answering = reactionPool(target);
  const area = state.declaration.area ?? null;
  const reached = (metres: number): boolean => area === null || areaReach(area, (target.fromCentre ?? 0) + metres).reached;
  // A strike that cannot be defended leaves the answer nothing (Powers, Righteous Strike).
  const undefended = changeOf(modifiers, "strike")?.change.cancelsDefense === true;
  const answers = given === null || answering === null ? [] : undefended ? [1] : declaredSuccesses(answering, firstPart(given).modifiers, target.side.fighter);
  let through = 0;
  let escaped = 0;
  const parries: number[] = [];
  declaredSuccesses(attackPool(state, targetIndex), modifiers, state.attacker.fighter).forEach((chance, rolled) => {
    if (!meet({ attack, successes: rolled, reaction: null, area: area !== null }).lands || !reached(0)) return;
    through += chance;
    if (given === null) return;
    answers.forEach((share, answered) => {
      const { lands, cancels } = meet({ attack, successes: rolled, reaction: { maneuver: firstPart(given).maneuver, successes: answered }, area: area !== null });
      if (!lands || !reached(metresAway(given.maneuver, answered))) escaped += chance * share;
      else if (cancels) parries[answered] = (parries[answered] ?? 0) + chance * share;
    });
  });
  if (through === 0) return { escapes: 1, softens: 0, takesOff: 0 };
  const softened = parries.reduce((sum, chance) => sum + chance, 0);
  const totals = given === null ? null : parryChances(aimed, given, parries);
  return { escapes: Math.min(1, escaped / through), softens: Math.min(1, softened / through), takesOff: totals === null ? 0 : mean(totals) };
}

/** An answer with what is left of the attack. */
export interface RatedAnswer extends AnswerOdds {
  /** Expected points of the attack that still reach the chart. */
  readonly left: number;
  /** Ticks. */
  readonly cost: number;
}

/** Points by which two expectations differ only as they were added up. */
const SAME_POINTS = 1e-9;

/**
 * Order of answers, the best first: that which lets the fewest points through; among equal ones (a grapple hurts nobody) that which
 * most likely turns the attack; then the cheapest (Dramatic Scenes, The Attack Roll).
 */
export function bestFirst(one: RatedAnswer, other: RatedAnswer): number {
  const fewer = one.left - other.left;
  return (Math.abs(fewer) < SAME_POINTS ? 0 : fewer) || other.escapes + other.softens - one.escapes - one.softens || one.cost - other.cost;
}
