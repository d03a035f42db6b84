import { totalPoints } from "../damage/absorb";
import { diceCount } from "../damage/formula";
import type { DamagePoints, Protection } from "../damage/types";
import type { ManeuverDamage } from "../maneuvers/kind";
import { atLeastZero } from "../numbers";
import { sharedDamage } from "../powers/effects";
import { harm, settleConsciousness, type Who } from "./harm";
import { prepareHit } from "./hit";
import { consciousnessPool } from "./pools";
import type { DamagePurpose, ExchangeSide, ResolutionStep, RollRequest } from "./types";
import type { Work } from "./work";

/** A blow that lands: its dice before promotion, and what stands in its way. */
export interface Strike {
  readonly id: string;
  readonly purpose: DamagePurpose;
  readonly roller: RollRequest["roller"];
  readonly damage: ManeuverDamage;
  /** Net change of the dice by successes and distance, before barrier and armor. */
  readonly shift: number;
  readonly barrier: number;
  readonly protection: Protection | null;
  readonly extraFlat: number;
  readonly hit: ExchangeSide;
  readonly who: Who;
  /** Damage that a parry takes off: null without one, `"missing"` while its dice are not thrown. */
  readonly parried: () => DamagePoints | null | "missing";
  /** Points that count in the place of what the dice show; missing: the dice. */
  readonly corrected?: number;
  /** Where the steps of the dice go; wounds go to the target's own. */
  readonly steps: ResolutionStep[];
}

/** What came of a blow: points before Absorb, points through armor, and new X in the Normal chart. */
export interface Struck {
  readonly points: DamagePoints;
  readonly through: number;
  readonly normalWounds: number;
}

const NOTHING: Struck = { points: { ordinary: 0, penetrating: 0 }, through: 0, normalWounds: 0 };

/** Carries a blow through the order of a hit; null while dice are missing (Dramatic Scenes, Attack Resolution and Wounds). */
export function strike(work: Work, blow: Strike): Struck | null {
  const { journal, bodies, state } = work;
  const { damage, hit: side, protection, steps } = blow;
  const body = bodies.of(side);
  const shield = side.fighter.energyShield;
  const prepared = prepareHit({
    pool: damage.pool,
    net: blow.shift,
    barrier: blow.barrier,
    shield: shield === null || body.energy === null ? null : { ...shield, energy: body.energy },
    shieldRule: state.shieldRule,
    protection,
    type: damage.type,
  });
  body.energy = prepared.energyAfter ?? body.energy;
  steps.push(...prepared.steps);
  const { corrected = null } = blow;
  if (diceCount(prepared.pool) === 0 && corrected === null) return NOTHING;

  const absorbing = atLeastZero(protection?.absorb ?? 0);
  const result = journal.blow({ id: blow.id, purpose: blow.purpose, roller: blow.roller, pool: prepared.pool, flat: damage.flat + blow.extraFlat, parried: blow.parried, absorbing, corrected });
  if (result === null) return null;
  const { rolled, points, absorbed, through } = result;
  steps.push({ kind: "damage", tn: prepared.pool.tn, flat: rolled.flat, points: rolled.points });
  if (result.parried) steps.push({ kind: "parryDamage", taken: totalPoints(rolled.points) - totalPoints(points), left: points });
  if (absorbing > 0) steps.push({ kind: "absorb", taken: absorbed, left: through });
  const before = body.wounds.normal.value;
  if (!wound(work, side, { points: through, stun: damage.stun, source: blow.id }, blow.who)) return null;
  return { points, through, normalWounds: Math.max(0, body.wounds.normal.value - before) };
}

/** Marks points on one side. The target rolls for consciousness at once, the attacker once at the end. False while that roll is missing (Dramatic Scenes, Wounds, Stun Damage). */
export function wound(work: Work, side: ExchangeSide, { points, stun, source }: { readonly points: number; readonly stun: boolean; readonly source: string }, who: Who): boolean {
  const { journal, bodies, index, part } = work;
  if (points === 0) return true;
  const body = bodies.of(side);
  const taken = ignored(work, side, { points, stun, source }, who);
  if (taken === 0) return true;
  const blackout = harm(body, side.fighter, { points: taken, stun }, who, part.steps);
  shareFate(work, side, { points: taken, stun });
  if (!blackout) return true;
  if (who === "attacker") {
    part.attackerStunned = true;
    return true;
  }
  const id = consciousnessId(work, index);
  const roll = journal.pool(id, "consciousness", index, consciousnessPool(side.fighter));
  if (roll === null) return false;
  settleConsciousness(body, roll.successes, who, part.steps);
  return true;
}

/** Points that are left once powers have ignored some, before anything is marked (Powers, Tough). */
function ignored({ state, bodies, part }: Work, side: ExchangeSide, { points, stun, source }: { readonly points: number; readonly stun: boolean; readonly source: string }, who: Who): number {
  let left = points;
  for (const act of state.acts ?? []) {
    if (act.kind !== "ignore" || act.source !== source) continue;
    const off = Math.min(left, act.points * act.uses);
    left -= off;
    if (off > 0) part.steps.push({ kind: "power", name: act.name, text: "FATEWALKER.Power.Did.Ignored", data: { points: off, left }, who, secret: true });
  }
  bodies.damages.push({ source, participant: side.participant, points, stun, ignored: points - left, before: bodies.of(side).wounds });
  return left;
}

/** Whoever is bound to this one's fate takes the very same, past armor and shield (Powers, Balance; readings P8). */
function shareFate({ state, bodies, part }: Work, side: ExchangeSide, { points, stun }: { readonly points: number; readonly stun: boolean }): void {
  for (const shared of state.shared ?? []) {
    if (shared.of.actor !== side.participant.actor || shared.with.participant.actor === side.participant.actor) continue;
    const who: Who = shared.with.participant.actor === state.attacker.participant.actor ? "attacker" : "target";
    part.steps.push({ kind: "power", name: shared.name, text: "FATEWALKER.Power.Did.Shared", data: { points }, who, secret: false });
    const own: ResolutionStep[] = [];
    // Its marks are told of where it takes part itself; of an outsider only the points.
    harm(bodies.of(shared.with), shared.with.fighter, { points: sharedDamage(points), stun }, who, who === "attacker" ? part.steps : own);
  }
}

/** A second stun of the same exchange, such as that of a fall, rolls anew. */
function consciousnessId({ part }: Work, index: number): string {
  const rolled = part.steps.filter(({ kind }) => kind === "consciousness").length;
  return rolled === 0 ? `consciousness:${index}` : `consciousness:${index}:${rolled + 1}`;
}
