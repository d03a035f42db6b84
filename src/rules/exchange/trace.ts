import { isShot, isThrow } from "../maneuvers/tags";
import { alteredRoll, besides, fateRollId, type Altered } from "./altered";
import { attackDamage, attackOn } from "./attacks";
import { Bodies } from "./bodies";
import { defenceOf } from "./defence";
import { Engagements } from "./engagements";
import { settleConsciousness } from "./harm";
import { turnedAside } from "./intervention";
import { Journal, type RollBook } from "./journal";
import { attackPool, consciousnessPool } from "./pools";
import { stagesOf, throwStage } from "./stages";
import { strike, wound } from "./strike";
import { correctedPoints, resolveTarget } from "./target";
import type { ExchangeState, TargetState } from "./types";
import { finish, freshProgress, type Progress, type Work } from "./work";

/** Everything that follows from the dice thrown so far. */
export interface Trace {
  readonly journal: RollBook;
  readonly bodies: Bodies;
  readonly engagements: Engagements;
  readonly targets: readonly TargetState[];
  /** Targets that were not aimed at, and may answer now that an attack was turned on them. */
  readonly awaiting: readonly number[];
  /** What powers made of rolls. */
  readonly altered: readonly Altered[];
  /** True when no roll and no answer is missing. */
  readonly complete: boolean;
}

/** The dice of an exchange as they were thrown and made again (Dramatic Scenes, Declaration vs Resolution). */
export const journalOf = ({ rolls, acts }: Pick<ExchangeState, "rolls" | "acts">): Journal => new Journal(rolls, acts);

/** Works an exchange out from its start with the dice at hand, as far as they reach. Pure: the same dice give the same trace (Dramatic Scenes, Declaration vs Resolution). */
export function trace(state: ExchangeState, journal: RollBook = journalOf(state)): Trace {
  const bodies = new Bodies();
  const engagements = new Engagements();
  const progress = state.targets.map(freshProgress);
  const awaiting: number[] = [];
  const altered: Altered[] = [];
  const partial = (): Trace => ({ journal, bodies, engagements, awaiting, altered, targets: withProgress(state, progress), complete: false });

  if (state.targets.length === 0) {
    return traceAlone(state, journal, partial());
  }
  const workOf = (target: TargetState, index: number): Work => ({ state, journal, bodies, engagements, target, index, attack: attackOn(state, target), part: progress[index] ?? freshProgress(), altered });
  for (const [stage, indices] of stagesOf(state).entries()) {
    const open = indices.filter((index) => !settleUntouched(workOf, state, progress, index, awaiting));
    if (awaiting.length > 0) return partial();
    const stray = open.filter((index) => state.targets[index]?.origin?.kind === "stray");
    const thrown = throwStage(state, journal, engagements, open.filter((index) => !stray.includes(index)), (index) => redirectedNet(state, progress, index));
    if (thrown === null) return stage === 0 ? { ...partial(), targets: state.targets } : partial();
    for (const { altered: made = [] } of thrown.values()) altered.push(...made.filter(({ roll }) => altered.every((known) => known.roll !== roll)));
    resolveAll(state, indices, (index) => {
      const target = state.targets[index];
      if (target === undefined) return true;
      const rolls = thrown.get(index);
      const work = workOf(target, index);
      if (stray.includes(index)) strayHit(work);
      else if (rolls !== undefined) resolveTarget(work, turnedAside(state, index, rolls));
      return work.part.done;
    });
    if (indices.some((index) => progress[index]?.done !== true)) return partial();
  }
  for (const [index, target] of state.targets.entries()) settleFate(workOf(target, index), altered, index === 0);
  settleAttacker(state, journal, bodies, progress);
  return { ...partial(), complete: journal.missing().length === 0 };
}

/** An act that is aimed at nobody: its roll and what powers make of it. */
function traceAlone(state: ExchangeState, journal: RollBook, partial: Trace): Trace {
  const { modifiers } = state.declaration.parts?.[0] ?? state.declaration;
  const beside = besides(journal, { id: "attack", by: "attacker", fighter: state.attacker.fighter, modifiers });
  const rolled = journal.pool("attack", "attack", "attacker", attackPool(state));
  const made = rolled === null ? null : alteredRoll(rolled, { id: "attack", by: "attacker", modifiers, beside });
  return { ...partial, altered: made?.altered ? [made.altered] : [], targets: state.targets, complete: made !== null };
}

/** The damage that a roll of Fate does to its user (Powers, Wrath and Fate's End). */
export function settleFate(work: Work, altered: readonly Altered[], first: boolean): void {
  for (const { roll, by, selfDamage } of altered) {
    if (selfDamage === 0 || (by === "attacker" ? !first : by !== work.index)) continue;
    const side = by === "attacker" ? work.state.attacker : work.target.side;
    wound(work, side, { points: selfDamage, stun: false, source: fateRollId(roll) }, by === "attacker" ? "attacker" : "target");
  }
}

/** Goes through the targets in order. Someone who stands on two sides takes the second hit with what the first one left, so it waits for it. */
function resolveAll({ targets }: ExchangeState, indices: readonly number[], resolve: (index: number) => boolean): void {
  const waiting = new Set<string>();
  for (const index of indices) {
    const actor = targets[index]?.side.participant.actor ?? "";
    if (waiting.has(actor)) continue;
    if (!resolve(index)) waiting.add(actor);
  }
}

function withProgress({ targets }: ExchangeState, progress: readonly Progress[]): TargetState[] {
  return targets.map((target, index) => ({ ...target, steps: progress[index]?.steps ?? [], outcome: progress[index]?.outcome ?? null }));
}

/** Net successes with which an attack was turned on this target; null: it was not. */
function redirectedNet({ targets }: ExchangeState, progress: readonly Progress[], index: number): number | null {
  const origin = targets[index]?.origin;
  return origin?.kind === "redirected" ? (progress[origin.from]?.redirects ?? null) : null;
}

/** Whoever was not aimed at and is not hit instead has no part in it; one on whom the attack is turned may have to answer first. */
function settleUntouched(workOf: (target: TargetState, index: number) => Work, state: ExchangeState, progress: readonly Progress[], index: number, awaiting: number[]): boolean {
  const target = state.targets[index];
  const part = progress[index];
  if (target?.origin === undefined || part === undefined) return false;
  const from = progress[target.origin.from];
  if (target.origin.kind === "redirected") {
    const net = redirectedNet(state, progress, index);
    if (net === null) {
      finish(part, "missed");
      return true;
    }
    from?.steps.push({ kind: "redirected", to: index, net });
    if (target.answer === null) awaiting.push(index);
    return false;
  }
  const { maneuver, weapon } = workOf(target, index).attack;
  const shot = isShot(maneuver) || isThrow(maneuver, weapon);
  if (shot && from?.missedBy === target.origin.range) return false;
  finish(part, "missed");
  return true;
}

/** A shot that misses by the melee range hits the other fighter, without net successes and without an answer (Dramatic Scenes, Melee Combat Range). */
function strayHit(work: Work): void {
  const { state, target, index, part } = work;
  const damage = attackDamage(state, target, 0);
  part.steps.push({ kind: "stray", from: target.origin?.from ?? 0 });
  if (damage === null) return finish(part, "noDamage");
  const { barrier, protection } = defenceOf(state, target);
  const struck = strike(work, { id: `damage:${index}`, purpose: "damage", roller: "attacker", damage, shift: 0, barrier, protection, extraFlat: 0, hit: target.side, who: "target", parried: () => null, steps: part.steps, ...correctedPoints(target) });
  if (struck !== null) finish(part, struck.through > 0 ? "hit" : "noDamage");
}

/** Once every target is through: an attacker who was stunned rolls once to stay awake (Dramatic Scenes, Stun Damage). */
export function settleAttacker(state: ExchangeState, journal: RollBook, bodies: Bodies, progress: readonly Progress[]): void {
  const last = progress.findLast((part) => part.attackerStunned);
  const body = bodies.of(state.attacker);
  if (last === undefined || body.statuses.has("dead") || body.statuses.has("unconscious")) return;
  const roll = journal.pool("consciousness:attacker", "consciousness", "attacker", consciousnessPool(state.attacker.fighter));
  if (roll !== null) settleConsciousness(body, roll.successes, "attacker", last.steps);
}
