import { shift } from "../damage/ladder";
import type { DamagePool, Protection, ShieldRule, ShieldState } from "../damage/types";
import type { Pool } from "../dice/types";
import { prepareHit } from "../exchange/hit";
import { HIT_SUCCESSES } from "../exchange/thresholds";
import type { DamageType } from "../keys";
import { damageTotals, pointsTaken } from "./damage";
import { mean, successes, tail } from "./distribution";

/** An answer as the odds need it. `evade` takes its successes off the attack, `cancel` its damage off the damage. */
export interface OddsReaction {
  readonly pool: Pool;
  readonly kind: "evade" | "cancel";
  /** The defender wins a tie, as all dodges do; false for other evasions. Default true. */
  readonly winsTies?: boolean;
  /** Damage of a parry or block, with its flat points. */
  readonly damage?: DamagePool;
  readonly flat?: number;
}

/** Everything that decides an attack; what is left out is not there. */
export interface AttackOddsInput {
  readonly attackPool: Pool;
  readonly reaction?: OddsReaction | null;
  readonly damage?: DamagePool | null;
  /** Default physical. */
  readonly damageType?: DamageType;
  /** Worn armor: Deflection of the damage type, and Absorb unless `absorb` is given. */
  readonly protection?: Protection | null;
  readonly shield?: ShieldState | null;
  /** Default literal. */
  readonly shieldRule?: ShieldRule;
  readonly barrier?: number;
  readonly flat?: number;
  readonly absorb?: number;
}

export interface AttackOdds {
  /** Chance to hit after the reaction. */
  readonly hit: number;
  /** Chances of the attack roll by successes. */
  readonly successes: readonly number[];
  /** Chances of points that get through armor, a miss being 0. */
  readonly damage: readonly number[];
  /** Expected points of one attack, misses included. */
  readonly mean: number;
  /** Expected points once it hits; 0 where it cannot. */
  readonly meanOnHit: number;
}

/** Exact odds of one attack against one target, in the order of a hit (Dramatic Scenes, The Attack Roll). */
export function attackOdds(input: AttackOddsInput): AttackOdds {
  const rolled = successes(input.attackPool);
  const net = netOnHit(rolled, input.reaction ?? null);
  const hit = Math.min(1, net.reduce((sum, chance) => sum + chance, 0));
  const damage = pointsOf(input, net, hit);
  const expected = mean(damage);
  return { hit, successes: rolled, damage, mean: expected, meanOnHit: hit === 0 ? 0 : expected / hit };
}

/** Chance of each number of net successes together with hitting, 0 and up. */
function netOnHit(rolled: readonly number[], reaction: OddsReaction | null): number[] {
  const chances: number[] = rolled.map(() => 0);
  const answers = reaction?.kind === "evade" ? successes(reaction.pool) : [1];
  const lowest = reaction?.kind === "evade" && reaction.winsTies !== false ? 1 : 0;
  for (let attack = HIT_SUCCESSES; attack < rolled.length; attack += 1) {
    answers.forEach((chance, answered) => {
      const net = attack - answered;
      if (net >= lowest) chances[net] = (chances[net] ?? 0) + (rolled[attack] ?? 0) * chance;
    });
  }
  return chances;
}

function pointsOf(input: AttackOddsInput, net: readonly number[], hit: number): number[] {
  const points: number[] = [1 - hit];
  const { damage } = input;
  if (damage === null || damage === undefined) return [1];
  const parry = parryTotals(input.reaction ?? null);
  net.forEach((chance, successesLeft) => {
    if (chance === 0) return;
    const prepared = prepareHit({
      pool: damage,
      net: successesLeft,
      barrier: input.barrier ?? 0,
      shield: input.shield ?? null,
      shieldRule: input.shieldRule ?? "literal",
      protection: input.protection ?? null,
      type: input.damageType ?? "physical",
    });
    const absorbing = input.absorb ?? input.protection?.absorb ?? 0;
    pointsTaken(prepared.pool, { flat: input.flat ?? 0, parry, absorbing }).forEach((share, value) => {
      points[value] = (points[value] ?? 0) + chance * share;
    });
  });
  return Array.from(points, (chance) => chance ?? 0);
}

/** Chance of every total that a parry takes off: its damage, promoted by its successes, when it hits. */
function parryTotals(reaction: OddsReaction | null): number[] {
  if (reaction === null || reaction.kind !== "cancel" || reaction.damage === undefined) return [1];
  const { damage, flat = 0 } = reaction;
  const rolled = successes(reaction.pool);
  const totals: number[] = [1 - tail(rolled, HIT_SUCCESSES)];
  for (let parried = HIT_SUCCESSES; parried < rolled.length; parried += 1) {
    damageTotals(shift(damage, parried), flat).forEach((chance, value) => {
      totals[value] = (totals[value] ?? 0) + (rolled[parried] ?? 0) * chance;
    });
  }
  return Array.from(totals, (chance) => chance ?? 0);
}
