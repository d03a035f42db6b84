import { RuleError } from "../../rules/errors";
import { declare } from "../../rules/exchange/declare";
import type { ExchangeState } from "../../rules/exchange/types";
import { HIT_SUCCESSES } from "../../rules/exchange/thresholds";
import { damageOf, isAttack } from "../../rules/maneuvers/kind";
import { attackOdds } from "../../rules/odds/attack";
import { planClock } from "../clock/plan";
import { namedRefusal } from "../clock/refusals";
import { hidesNumbers } from "./card";
import { reactionOptions } from "./reactions";
import type { AttackSetup } from "./setup";

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

function trying(setup: AttackSetup): { state: ExchangeState | null; refusal: RuleError | null } {
  const { participant, fighter, maneuver, weapon, modifiers, cost, targets, fight } = setup;
  try {
    const state = declare({
      attacker: { participant, fighter },
      targets: targets.map(({ participant: target, fighter: defender, situation, aware }) => ({ side: { participant: target, fighter: defender }, situation, aware })),
      declaration: { maneuver, weapon, modifiers, cost }, tick: fight?.tick ?? null, shieldRule: "literal",
    });
    if (fight) planClock(fight.combat, { kind: "act", id: fight.id, cost });
    return { state, refusal: null };
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    return { state: null, refusal: fight ? namedRefusal(fight.combat, error, game.user?.isGM === true) : error };
  }
}

/** Works out the odds against the first target, with no more than this person may know of it. */
export function forecast(setup: AttackSetup): Forecast {
  const { pool, maneuver, weapon, fighter, targets } = setup;
  const { state, refusal } = trying(setup);
  const [target] = targets;
  const secret = target !== undefined && game.user?.isGM !== true && hidesNumbers(target.participant);
  const known = target && !secret ? target.fighter : null;
  const damage = damageOf(maneuver, weapon, fighter);
  const odds = attackOdds({
    attackPool: pool,
    damage: damage?.pool ?? null,
    ...(damage ? { damageType: damage.type, flat: damage.flat } : {}),
    protection: known?.protection ?? null,
    shield: known?.energyShield ?? null,
    barrier: target?.situation.barrier ?? 0,
  });
  const hits = isAttack(maneuver) || damage !== null;
  const dodges = state && known ? reactionOptions(state, 0).filter(({ maneuver: reaction }) => reaction.group === "evasion") : [];
  const [best] = dodges;
  return {
    successes: odds.successes,
    hits,
    hit: hits ? odds.hit : odds.successes.slice(HIT_SUCCESSES).reduce((sum, chance) => sum + chance, 0),
    ifDodged: best ? odds.hit * (1 - best.chance) : null,
    damage: damage ? odds.mean : null,
    damageIsRaw: secret,
    refusal,
  };
}
