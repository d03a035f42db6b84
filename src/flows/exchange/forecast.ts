import { RuleError } from "../../rules/errors";
import { answer, pendingAnswers } from "../../rules/exchange/answer";
import { declare } from "../../rules/exchange/declare";
import type { ExchangeState } from "../../rules/exchange/types";
import { HIT_SUCCESSES } from "../../rules/exchange/thresholds";
import { damageOf, isAttack } from "../../rules/maneuvers/kind";
import { attackOdds, type AttackOdds } from "../../rules/odds/attack";
import { declaredSuccesses } from "../../rules/odds/declared";
import { exchangeOdds } from "../../rules/odds/exchange";
import { checkTurn } from "../../rules/clock/order";
import { planClock } from "../clock/plan";
import { namedRefusal } from "../clock/refusals";
import { clockState } from "../clock/state";
import { awaitedInterruption } from "../moment/client";
import { hidesNumbers } from "./card";
import { fittingReactions } from "./reactions";
import { declarationOf, shieldRule, type AttackSetup } from "./setup";

/** What is to be expected of a declaration, exactly. */
export interface Forecast {
  /** Chances by successes. */
  readonly successes: readonly number[];
  /** It is an attack and hits or misses; otherwise `hit` is the chance to succeed. */
  readonly hits: boolean;
  readonly hit: number;
  /** Chance to hit against the target's best evasion; null where there is none, or where the person may not know. */
  readonly ifDodged: number | null;
  /** Mean points of one attack; null without damage. */
  readonly damage: number | null;
  /** The target's armor is not taken off, since the person may not know it. */
  readonly damageIsRaw: boolean;
  /** Why it would be refused now. */
  readonly refusal: RuleError | null;
}

/** The exchange as it would be declared, where the rules allow it at all, and why it would be refused now. */
function trying(setup: AttackSetup): { readonly state: ExchangeState | null; readonly refusal: RuleError | null } {
  const { participant, fighter, cost, fight } = setup;
  let state: ExchangeState | null = null;
  try {
    state = declare({
      attacker: { participant, fighter },
      targets: setup.declared,
      declaration: declarationOf(setup), tick: fight?.tick ?? null, shieldRule: shieldRule(),
    });
    if (fight && setup.isFree !== true) {
      planClock(fight.combat, { kind: "act", id: fight.id, cost });
      if (game.user?.isGM !== true) checkTurn(clockState(fight.combat), fight.id);
    }
    return { state, refusal: null };
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    // What only the clock refuses now still has its odds.
    return { state, refusal: fight ? namedRefusal(fight.combat, error, game.user?.isGM === true) : error };
  }
}

/**
 * Why a declaration would be refused for certain, as things stand; null: it may go through. With no GM here a wish waits, and what waits
 * before it may change the clock and the table until one comes; whoever steps in before another has the rules of that moment.
 * @param refusal what the rules say against it now, where that is known already
 */
export function certainRefusal(setup: AttackSetup, refusal: RuleError | null = trying(setup).refusal): RuleError | null {
  return !game.users?.activeGM || awaitedInterruption(setup.participant) !== null ? null : refusal;
}

/** Odds of what is aimed at nobody, or cannot be declared at all: the dice alone. */
function bareOdds({ pool, maneuver, weapon, fighter, modifiers }: AttackSetup): AttackOdds {
  const damage = damageOf(maneuver, weapon, fighter);
  const odds = attackOdds({ attackPool: pool, damage: damage?.pool ?? null, ...(damage ? { damageType: damage.type, flat: damage.flat } : {}) });
  return { ...odds, successes: declaredSuccesses(pool, modifiers, fighter) };
}

/** Chance to hit against the evasion that turns the attack best; null where the target has none. */
function hitIfDodged(state: ExchangeState): number | null {
  // Who is not asked has nothing to dodge with.
  if (!pendingAnswers(state).includes(0)) return null;
  const chances = fittingReactions(state, 0)
    .filter(({ maneuver }) => maneuver.group === "evasion")
    .map(({ given }) => exchangeOdds(answer(state, 0, given), 0).hit);
  return chances.length > 0 ? Math.min(...chances) : null;
}

/** Works out the odds against the first target, with no more than this person may know of it. */
export function forecast(setup: AttackSetup): Forecast {
  const { maneuver, weapon, fighter, targets } = setup;
  const { state, refusal } = trying(setup);
  const [target] = targets;
  const blind = target !== undefined && game.user?.isGM !== true && hidesNumbers(target.participant);
  const damage = damageOf(maneuver, weapon, fighter);
  const odds = state !== null && target !== undefined ? exchangeOdds(state, 0, { blind }) : bareOdds(setup);
  const hits = isAttack(maneuver) || damage !== null;
  return {
    successes: odds.successes,
    hits,
    hit: hits ? odds.hit : odds.successes.slice(HIT_SUCCESSES).reduce((sum, chance) => sum + chance, 0),
    ifDodged: state !== null && target !== undefined && !blind ? hitIfDodged(state) : null,
    damage: damage ? odds.mean : null,
    damageIsRaw: blind,
    refusal,
  };
}
