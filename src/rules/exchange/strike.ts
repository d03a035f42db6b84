import { totalPoints } from "../damage/absorb";
import { diceCount } from "../damage/formula";
import type { DamagePoints, Protection } from "../damage/types";
import type { ManeuverDamage } from "../maneuvers/kind";
import { atLeastZero } from "../numbers";
import { sharedDamage } from "../powers/effects";
import { harm, settleConsciousness, type Who } from "./harm";
import { prepareHit } from "./hit";
import { consciousnessPool } from "./pools";
import { boundRollId } from "./rollers";
import type { DamagePurpose, ExchangeSide, ResolutionStep, RollRequest, SharedFate } from "./types";
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

/** What came of a blow. */
export interface Struck {
  /** Points before Absorb. */
  readonly points: DamagePoints;
  /** Points through armor. */
  readonly through: number;
  /** Those of them that were taken, less what powers ignored. */
  readonly taken: number;
  /** Boxes of the Normal chart that it marked: new X, and of stun new / and those that became X. */
  readonly normalWounds: number;
}

/** A blow that does nothing. */
export const NOTHING: Struck = { points: { ordinary: 0, penetrating: 0 }, through: 0, taken: 0, normalWounds: 0 };

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
  const marked = wound(work, side, { points: through, stun: damage.stun, source: blow.id }, blow.who);
  return marked === null ? null : { points, through, ...marked };
}

/** What was marked on a body for one source. */
type Marked = Pick<Struck, "taken" | "normalWounds">;

/** Marks points on one side. The target rolls for consciousness at once, the attacker once at the end. Null while that roll, or that of whoever shares its fate, is missing (Dramatic Scenes, Wounds, Stun Damage). */
export function wound(work: Work, side: ExchangeSide, { points, stun, source }: { readonly points: number; readonly stun: boolean; readonly source: string }, who: Who): Marked | null {
  const { journal, bodies, index, part } = work;
  const taken = points === 0 ? 0 : ignored(work, side, { points, stun, source }, who);
  if (taken === 0) return { taken: 0, normalWounds: 0 };
  const body = bodies.of(side);
  const { placed, blackout } = harm(body, side.fighter, { points: taken, stun }, who, part.steps);
  const marked: Marked = { taken, normalWounds: placed.normal + (stun ? placed.stun + placed.converted : 0) };
  const settled = shareFate(work, side, { points: taken, stun });
  if (!blackout) return settled ? marked : null;
  if (who === "attacker") {
    part.attackerStunned = true;
    return settled ? marked : null;
  }
  const id = consciousnessId(work, index);
  const roll = journal.pool(id, "consciousness", index, consciousnessPool(side.fighter));
  if (roll === null || !settled) return null;
  settleConsciousness(body, roll.successes, who, part.steps);
  return marked;
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

/**
 * Whoever is bound to this one's fate takes the very same, past armor and shield, with all that follows of it (Powers, Balance; readings P8).
 * False while a roll to stay awake is missing.
 */
function shareFate(work: Work, side: ExchangeSide, { points, stun }: { readonly points: number; readonly stun: boolean }): boolean {
  const { state, bodies, part } = work;
  return (state.shared ?? []).map((shared) => {
    if (shared.of.actor !== side.participant.actor || shared.with.participant.actor === side.participant.actor) return true;
    const who: Who = shared.with.participant.actor === state.attacker.participant.actor ? "attacker" : "target";
    part.steps.push({ kind: "power", name: shared.name, text: "FATEWALKER.Power.Did.Shared", data: { points }, who, secret: false });
    // Its marks are told of where it takes part itself; of an outsider only the points.
    const { blackout } = harm(bodies.of(shared.with), shared.with.fighter, { points: sharedDamage(points), stun }, who, who === "attacker" ? part.steps : []);
    if (who === "attacker") part.attackerStunned ||= blackout;
    return who === "attacker" || !blackout || settleBound(work, shared);
  }).every((settled) => settled);
}

/** Whoever took what another one was dealt rolls to stay awake; of whether it does its own numbers tell, so that players read only that it fell. */
function settleBound({ state, journal, bodies, index, part }: Work, { of, with: bound, name }: SharedFate): boolean {
  const id = boundRollId(index, journal.requests);
  const side = of.actor === state.attacker.participant.actor ? "attacker" : index;
  const roll = journal.pool(id, "consciousness", side, consciousnessPool(bound.fighter));
  if (roll === null) return false;
  const body = bodies.of(bound);
  settleConsciousness(body, roll.successes, "target", []);
  if (body.statuses.has("unconscious")) part.steps.push({ kind: "power", name, text: "FATEWALKER.Power.Did.SharedBlackout", data: {}, who: "target", secret: false });
  return true;
}

/** A second stun of the same exchange, such as that of a fall, rolls anew. */
function consciousnessId({ part }: Work, index: number): string {
  const rolled = part.steps.filter(({ kind }) => kind === "consciousness").length;
  return rolled === 0 ? `consciousness:${index}` : `consciousness:${index}:${rolled + 1}`;
}
