import { absorb, subtractParry, totalPoints } from "../damage/absorb";
import { diceCount } from "../damage/formula";
import { shift } from "../damage/ladder";
import type { DamageRollResult } from "../damage/types";
import type { RollResult } from "../dice/types";
import { cancelsDamage, damageOf, isDodge, type ManeuverDamage } from "../maneuvers/kind";
import { atLeastZero } from "../numbers";
import { Bodies, type Body } from "./bodies";
import { defenceOf } from "./defence";
import { harm, settleConsciousness } from "./harm";
import { prepareHit } from "./hit";
import { Journal } from "./journal";
import { attackPool, consciousnessPool, reactionPool } from "./pools";
import { HIT_SUCCESSES } from "./thresholds";
import { recoilPoints } from "./recoil";
import type { Answer, ExchangeState, ResolutionStep, TargetState } from "./types";

/** Everything that follows from the dice thrown so far. */
export interface Trace {
  readonly journal: Journal;
  readonly bodies: Bodies;
  readonly targets: readonly TargetState[];
  /** True when no roll is missing. */
  readonly complete: boolean;
}

type Reaction = Extract<Answer, { kind: "reaction" }>;

/** Where one target's part stands: `done` when no dice are missing for it. */
interface Progress {
  readonly steps: ResolutionStep[];
  outcome: TargetState["outcome"];
  done: boolean;
  /** The attacker hurt himself and may black out. */
  recoilStuns: boolean;
}

/** Works an exchange out from its start with the dice at hand, as far as they reach. Pure: the same dice give the same trace. */
export function trace(state: ExchangeState): Trace {
  const journal = new Journal(state.rolls);
  const bodies = new Bodies();
  const attack = journal.pool("attack", "attack", "attacker", attackPool(state));
  const reactions = state.targets.map((target, index) => {
    const pool = reactionPool(target);
    return pool === null ? null : journal.pool(`reaction:${index}`, "reaction", index, pool);
  });
  if (attack === null || journal.missing().length > 0) return { journal, bodies, targets: state.targets, complete: false };

  const waitingActors = new Set<string>();
  const progress = state.targets.map((target, index): Progress => {
    const part: Progress = { steps: [], outcome: null, done: false, recoilStuns: false };
    const { actor } = target.side.participant;
    // Someone who stands on two sides takes the second hit with what the first one left.
    if (waitingActors.has(actor)) return part;
    resolveTarget({ state, journal, bodies, attack, reaction: reactions[index] ?? null, target, index, part });
    if (!part.done) waitingActors.add(actor);
    return part;
  });
  const allDone = progress.every((part) => part.done);
  if (allDone) settleAttacker(state, journal, bodies, progress);
  return {
    journal,
    bodies,
    targets: state.targets.map((target, index) => ({ ...target, steps: progress[index]?.steps ?? [], outcome: progress[index]?.outcome ?? null })),
    complete: allDone && journal.missing().length === 0,
  };
}

interface TargetWork {
  readonly state: ExchangeState;
  readonly journal: Journal;
  readonly bodies: Bodies;
  readonly attack: RollResult;
  readonly reaction: RollResult | null;
  readonly target: TargetState;
  readonly index: number;
  readonly part: Progress;
}

function resolveTarget(work: TargetWork): void {
  const { state, attack, reaction, target, part } = work;
  const hits = attack.successes >= HIT_SUCCESSES;
  part.steps.push({ kind: "attack", successes: attack.successes, hits });
  const given = target.answer?.kind === "reaction" ? target.answer : null;
  const cancels = given !== null && cancelsDamage(given.maneuver);
  const answered = given === null || reaction === null ? 0 : reaction.successes;
  const net = cancels ? attack.successes : attack.successes - answered;
  const evaded = hits && given !== null && !cancels && (isDodge(given.maneuver) ? net <= 0 : net < 0);
  if (given !== null) part.steps.push({ kind: "answer", successes: answered, net, evaded, cancels: cancels && answered >= HIT_SUCCESSES });
  const damage = damageOf(state.declaration.maneuver, state.declaration.weapon, state.attacker.fighter);
  if (!hits) return finish(part, "missed");
  if (evaded) return finish(part, "evaded");
  if (damage === null) return finish(part, "noDamage");
  dealDamage(work, damage, net, cancels && answered >= HIT_SUCCESSES ? given : null, answered);
}

function dealDamage(work: TargetWork, damage: ManeuverDamage, net: number, parry: Reaction | null, parrySuccesses: number): void {
  const { state, journal, bodies, target, index, part } = work;
  const { fighter } = target.side;
  const body = bodies.of(target.side);
  const { barrier, protection } = defenceOf(state, target);
  const hit = prepareHit({
    pool: damage.pool,
    net,
    barrier,
    shield: fighter.energyShield === null || body.energy === null ? null : { ...fighter.energyShield, energy: body.energy },
    shieldRule: state.shieldRule,
    protection,
    type: damage.type,
  });
  body.energy = hit.energyAfter ?? body.energy;
  part.steps.push(...hit.steps);
  const absorbing = atLeastZero(protection?.absorb ?? 0);
  if (diceCount(hit.pool) === 0) {
    hurtAttacker(work, { ordinary: 0, penetrating: 0 }, absorbing, damage.stun);
    return finish(part, "noDamage");
  }

  const rolled = journal.damage(`damage:${index}`, "damage", "attacker", hit.pool, damage.flat);
  const parried = parry === null ? null : parryRoll(work, parry, parrySuccesses);
  if (rolled === null || (parry !== null && parried === null)) return;
  part.steps.push({ kind: "damage", tn: hit.pool.tn, flat: rolled.flat, points: rolled.points });
  let points = rolled.points;
  if (parried !== null) {
    points = subtractParry(points, totalPoints(parried.points));
    part.steps.push({ kind: "parryDamage", taken: totalPoints(rolled.points) - totalPoints(points), left: points });
  }
  const { taken, left } = absorb(points, absorbing);
  if (absorbing > 0) part.steps.push({ kind: "absorb", taken, left });
  wound(work, body, left, damage.stun);
  hurtAttacker(work, points, absorbing, damage.stun);
  if (part.done) part.outcome = left > 0 ? "hit" : "noDamage";
}

/** The parry's own damage: promoted by its successes, rolled by the defender. A parry that lacks its weapon cancels nothing. */
function parryRoll({ journal, target, index }: TargetWork, parry: Reaction, successes: number): DamageRollResult | null {
  const damage = damageOf(parry.maneuver, parry.weapon, target.side.fighter);
  if (damage === null) return { dice: [], flat: 0, points: { ordinary: 0, penetrating: 0 } };
  return journal.damage(`reactionDamage:${index}`, "reactionDamage", index, shift(damage.pool, successes), damage.flat);
}

/** Marks the target's wounds; the part is done unless a consciousness roll is missing. */
function wound({ journal, target, index, part }: TargetWork, body: Body, points: number, stun: boolean): void {
  part.done = true;
  if (points === 0) return;
  const { fighter } = target.side;
  if (!harm(body, fighter, { points, stun }, "target", part.steps)) return;
  const roll = journal.pool(`consciousness:${index}`, "consciousness", index, consciousnessPool(fighter));
  if (roll === null) part.done = false;
  else settleConsciousness(body, roll.successes, "target", part.steps);
}

function hurtAttacker({ state, bodies, target, part }: TargetWork, points: DamageRollResult["points"], targetAbsorb: number, stun: boolean): void {
  const { attacker, declaration } = state;
  const back = recoilPoints({ maneuver: declaration.maneuver, attacker: attacker.fighter, target: target.side.fighter, points, targetAbsorb });
  if (back === null || back === 0) return;
  part.recoilStuns = harm(bodies.of(attacker), attacker.fighter, { points: back, stun }, "attacker", part.steps);
}

/** Once every target is through: whoever stunned himself rolls once to stay awake. */
function settleAttacker(state: ExchangeState, journal: Journal, bodies: Bodies, progress: readonly Progress[]): void {
  const last = progress.findLast((part) => part.recoilStuns);
  const body = bodies.of(state.attacker);
  if (last === undefined || body.statuses.has("dead") || body.statuses.has("unconscious")) return;
  const roll = journal.pool("consciousness:attacker", "consciousness", "attacker", consciousnessPool(state.attacker.fighter));
  if (roll !== null) settleConsciousness(body, roll.successes, "attacker", last.steps);
}

function finish(part: Progress, outcome: TargetState["outcome"]): void {
  part.outcome = outcome;
  part.done = true;
}
