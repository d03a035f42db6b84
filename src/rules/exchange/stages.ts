import { buildPool } from "../dice/pool";
import type { Pool } from "../dice/types";
import { effectsOf, hasEffect } from "../maneuvers/effects";
import { answerModifiers } from "../modifiers/answer";
import { attackModifiers } from "../modifiers/attack";
import { targetNumber, tnFor, totalDice } from "../modifiers/sum";
import type { Modifier, Situation } from "../modifiers/types";
import { changeOf, penaltyIn, poolWithChanges, withSuccesses } from "../powers/roll-changes";
import { alteredRoll, besides, type AlteredRoll } from "./altered";
import { attackOn, attackRollId } from "./attacks";
import type { Engagements } from "./engagements";
import type { RollBook } from "./journal";
import { maneuverPool, reactionPool } from "./pools";
import type { Thrown } from "./target";
import type { ExchangeState, TargetState } from "./types";

/** Skill of the roll that turns an attack on somebody else (Actions and Maneuvers, Friendly Fire). */
export const REDIRECT_SKILL = "observe";
/** Modifiers that follow from the melee range and the grips between two, and change when those do. */
const BY_RANGE: ReadonlySet<string> = new Set(["engagement", "close-evasion", "close-quarters", "position", "bottom", "held"]);

/** Targets in the order in which they are worked out: first those that were aimed at, then second parts of combined maneuvers, then whoever is hit instead (Dramatic Scenes, Declaration vs Resolution). */
export function stagesOf({ declaration, targets }: ExchangeState): number[][] {
  const together = hasEffect(declaration.maneuver, "twoShots");
  const stage = ({ part = 0, origin }: TargetState): number => (origin !== undefined ? 2 : part > 0 && !together ? 1 : 0);
  return [0, 1, 2].map((wanted) => targets.flatMap((target, index) => (stage(target) === wanted ? [index] : []))).filter((indices) => indices.length > 0);
}

/** Throws of one stage: every attack roll once, read by each of its targets with its own pool, and every reaction. Null while one is missing (Dramatic Scenes, Declaration vs Resolution). */
export function throwStage(state: ExchangeState, journal: RollBook, engagements: Engagements, indices: readonly number[], redirects: (index: number) => number | null): ReadonlyMap<number, Thrown> | null {
  const attacks = new Map<number, AlteredRoll>();
  const targets = indices.flatMap((index) => {
    const target = state.targets[index];
    return target === undefined ? [] : [{ index, target }];
  });
  for (const group of grouped(state, targets)) {
    const [first] = group;
    if (first === undefined) continue;
    const pools = group.map(({ index, target }) => attackPoolOn(state, engagements, target, redirects(index)));
    const { origin } = first.target;
    const redirected = origin?.kind === "redirected";
    const id = redirected ? `newAttack:${first.index}` : attackRollId(state, first.target);
    const by = redirected ? origin.from : "attacker";
    const modifiersOn = (target: TargetState): readonly Modifier[] => (redirected ? origin.modifiers : attackOn(state, target).modifiers);
    const roller = redirected ? (state.targets[origin.from]?.side ?? state.attacker) : state.attacker;
    const beside = besides(journal, { id, by, fighter: roller.fighter, modifiers: modifiersOn(first.target) });
    const results = journal.shared(id, redirected ? "newAttack" : "attack", by, pools);
    results?.forEach((result, place) => {
      const entry = group[place];
      const altered = entry === undefined ? null : alteredRoll(result, { id, by, modifiers: modifiersOn(entry.target), beside });
      if (entry !== undefined && altered !== null) attacks.set(entry.index, altered);
    });
  }
  const reactions = new Map<number, AlteredRoll | null>();
  for (const { index, target } of targets) {
    const pool = answerPoolOn(state, engagements, target, redirects(index));
    if (pool === null) {
      reactions.set(index, null);
      continue;
    }
    const id = `reaction:${index}`;
    const modifiers = answerDice(target);
    const beside = besides(journal, { id, by: index, fighter: target.side.fighter, modifiers });
    const rolled = journal.pool(id, "reaction", index, pool);
    const altered = rolled === null ? null : alteredRoll(rolled, { id, by: index, modifiers, beside });
    if (altered !== null) reactions.set(index, altered);
  }
  if (attacks.size < targets.length || reactions.size < targets.length) return null;
  return new Map(targets.flatMap(({ index, target }) => {
    const attack = attacks.get(index);
    return attack === undefined ? [] : [[index, meetingRolls(attack, reactions.get(index) ?? null, target.origin?.kind === "redirected" ? [] : attackOn(state, target).modifiers)]];
  }));
}

/** Both rolls with what powers did to them; a strike that cannot be defended leaves the answer nothing (Powers, Righteous Strike). */
function meetingRolls(attack: AlteredRoll, reaction: AlteredRoll | null, modifiers: readonly Modifier[]): Thrown {
  const undefended = changeOf(modifiers, "strike")?.change.cancelsDefense === true;
  const answered = reaction?.result ?? null;
  return {
    attack: attack.result,
    reaction: answered !== null && undefended ? withSuccesses(answered, 0) : answered,
    altered: [attack.altered, reaction?.altered ?? null].filter((entry) => entry !== null),
    powers: [...attack.steps, ...(reaction?.steps ?? [])],
  };
}

/** The modifiers of the roll that meets the attack. */
function answerDice({ answer }: TargetState): readonly Modifier[] {
  return answer?.kind === "reaction" ? (answer.parts?.[0]?.modifiers ?? answer.modifiers) : [];
}

interface Entry {
  readonly index: number;
  readonly target: TargetState;
}

function grouped(state: ExchangeState, targets: readonly Entry[]): Entry[][] {
  const groups = new Map<string, Entry[]>();
  for (const entry of targets) {
    const id = entry.target.origin?.kind === "redirected" ? `newAttack:${entry.index}` : attackRollId(state, entry.target);
    groups.set(id, [...(groups.get(id) ?? []), entry]);
  }
  return [...groups.values()];
}

/** Pool of the attack on one target. The roll that turns an attack away is the evader's own: Prowess(Observe) and the net successes. */
function attackPoolOn(state: ExchangeState, engagements: Engagements, target: TargetState, redirected: number | null): Pool {
  if (target.origin?.kind === "redirected") {
    const from = state.targets[target.origin.from];
    const evader = from?.side.fighter ?? state.attacker.fighter;
    const dice = evader.attributes.prowess + totalDice(target.origin.modifiers.filter(({ key }) => key !== "attribute")) + (redirected ?? 0);
    // It is a part of the evader's own action.
    return buildPool({ dice, tn: targetNumber(evader, REDIRECT_SKILL), penalty: penaltyIn(from === undefined ? [] : answerDice(from), evader.woundPenalty) });
  }
  const { maneuver, weapon, modifiers } = attackOn(state, target);
  const fresh = (situation: Situation): Modifier[] => attackModifiers({ attacker: state.attacker.fighter, target: target.side.fighter, maneuver, weapon, situation });
  return maneuverPool(state.attacker.fighter, maneuver, atNewRange(state, engagements, target, modifiers, fresh));
}

function answerPoolOn(state: ExchangeState, engagements: Engagements, target: TargetState, redirected: number | null): Pool | null {
  const { answer, side } = target;
  if (answer?.kind !== "reaction") return null;
  if (target.origin?.kind === "redirected") {
    const { maneuver, modifiers } = answer.parts?.[0] ?? answer;
    const counted = modifiers.some(({ key }) => key === "redirected-attack");
    return poolWithChanges({ dice: totalDice(modifiers) - (counted ? 0 : redirectedDice(state, target, redirected)), tn: tnFor(side.fighter, maneuver), penalty: side.fighter.woundPenalty }, modifiers);
  }
  if (answer.parts !== undefined || (target.part ?? 0) === 0) return reactionPool(target);
  const attack = attackOn(state, target);
  const fresh = (situation: Situation): Modifier[] => answerModifiers({ defender: side.fighter, attacker: state.attacker.fighter, maneuver: answer.maneuver, weapon: answer.weapon, attack, situation });
  return maneuverPool(side.fighter, answer.maneuver, atNewRange(state, engagements, target, answer.modifiers, fresh));
}

/** Dice off the answer of somebody on whom an attack was turned. */
function redirectedDice({ targets }: ExchangeState, { origin }: TargetState, net: number | null): number {
  const evader = origin === undefined ? undefined : targets[origin.from];
  if (evader?.answer?.kind !== "reaction") return 0;
  return -effectsOf(evader.answer.maneuver, "newTarget").reduce((sum, { answerDicePerNet }) => sum + answerDicePerNet * (net ?? 0), 0);
}

/** Modifiers of a second part after the first one changed range or grips: those that follow from them are made anew. */
function atNewRange(state: ExchangeState, engagements: Engagements, target: TargetState, modifiers: readonly Modifier[], fresh: (situation: Situation) => Modifier[]): readonly Modifier[] {
  if ((target.part ?? 0) === 0) return modifiers;
  const pair = engagements.of(state.attacker, target);
  if (pair.range === pair.before.range && pair.positions === pair.before.positions) return modifiers;
  const now = fresh({ ...target.situation, engagement: pair.range, positions: pair.positions });
  return [...modifiers.filter(({ key }) => !BY_RANGE.has(key)), ...now.filter(({ key }) => BY_RANGE.has(key))];
}
