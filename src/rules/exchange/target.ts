import type { RollResult } from "../dice/types";
import { effectsOf, hasEffect } from "../maneuvers/effects";
import { isDodge, type ManeuverDamage } from "../maneuvers/kind";
import { failHold } from "../maneuvers/procedures/positions";
import { secondaryRolls } from "../maneuvers/procedures/falls";
import { perform } from "../maneuvers/procedures/registry";
import type { Deed } from "../maneuvers/procedures/types";
import { atLeastZero } from "../numbers";
import { changeOf, withSuccesses } from "../powers/roll-changes";
import type { Altered } from "./altered";
import { reachedBy, type Reach } from "./area";
import { firstPart, parryRoll, settleAnswer, settleRiposte } from "./answered";
import { attackDamage } from "./attacks";
import { defenceOf } from "./defence";
import { failureDamage, meet, type Meeting } from "./meeting";
import { recoilPoints } from "./recoil";
import { NOTHING, strike, wound, type Struck } from "./strike";
import type { ResolutionStep, TargetState } from "./types";
import { finish, type Reaction, type Work } from "./work";

/** The rolls that meet: the attack as this target reads it, and the answer's, null without one. */
export interface Thrown {
  readonly attack: RollResult;
  readonly reaction: RollResult | null;
  /** What powers made of them, and the lines that tell of it. */
  readonly altered?: readonly Altered[];
  readonly powers?: readonly Extract<ResolutionStep, { kind: "power" }>[];
}

/**
 * Works one target out, from the rolls to what the maneuvers do, in the order of the rules; stops where dice are missing
 * (Dramatic Scenes, Attack Resolution).
 */
export function resolveTarget(work: Work, { attack: thrown, reaction, powers = [] }: Thrown): void {
  const { target, part } = work;
  const named = target.corrected?.successes;
  const attack = named === undefined ? thrown : withSuccesses(thrown, named);
  part.steps.push(...powers);
  const given = target.answer?.kind === "reaction" ? target.answer : null;
  const answered = given === null || reaction === null ? null : { maneuver: firstPart(given).maneuver, successes: reaction.successes };
  const meeting = meet({ attack: work.attack.maneuver, successes: attack.successes, reaction: answered, area: (work.state.declaration.area ?? null) !== null });
  part.steps.push({ kind: "attack", successes: attack.successes, hits: meeting.hits });
  if (answered !== null) part.steps.push({ kind: "answer", successes: answered.successes, net: meeting.net, evaded: meeting.evaded, cancels: meeting.cancels });
  if (!meeting.hits) part.missedBy = attack.degreeOfFailure;
  const reach = reachedBy(work, answered !== null && meeting.answerLands && given !== null ? { maneuver: given.maneuver, successes: answered.successes } : null);
  if (reach !== null) part.steps.push({ kind: "area", distance: reach.distance, demotions: reach.demotions, reached: reach.reached });

  const outcome = through(work, meeting, given, reaction, reach);
  if (outcome === null) return;
  if (!aftermath(work, meeting, given, reaction, outcome.struck)) return;
  finish(part, outcome.result);
}

interface Outcome {
  readonly result: "missed" | "evaded" | "hit" | "noDamage";
  readonly struck: Struck | null;
}

/** What the attack does to the target; null while dice are missing. */
function through(work: Work, meeting: Meeting, given: Reaction | null, reaction: RollResult | null, reach: Reach | null): Outcome | null {
  const { attack, state, target } = work;
  if (!meeting.lands) {
    failHold(work, attack.maneuver, meeting.answerNet);
    return { result: meeting.evaded || (meeting.hits && given !== null) ? "evaded" : "missed", struck: null };
  }
  if (reach !== null && !reach.reached) return { result: "evaded", struck: null };
  const net = Math.max(0, meeting.net);
  const damage = attackDamage(state, target, net);
  const struck = damage === null ? NOTHING : hit(work, damage, { meeting, given, reaction, reach });
  if (struck === null) return null;
  const deed: Deed = { work, by: "attacker", user: state.attacker, other: target.side, maneuver: attack.maneuver, net, through: struck.through, taken: struck.taken, normalWounds: struck.normalWounds };
  if (!perform(deed)) return null;
  return { result: struck.through > 0 || (damage === null && hasEffects(attack.maneuver)) ? "hit" : "noDamage", struck };
}

const SEEN_EFFECTS = ["position", "meleeRange", "disarms", "displaces", "fells"] as const;

function hasEffects(maneuver: Work["attack"]["maneuver"]): boolean {
  return SEEN_EFFECTS.some((kind) => hasEffect(maneuver, kind));
}

interface Blow {
  readonly meeting: Meeting;
  readonly given: Reaction | null;
  readonly reaction: RollResult | null;
  readonly reach: Reach | null;
}

function hit(work: Work, damage: ManeuverDamage, { meeting, given, reaction, reach }: Blow): Struck | null {
  const { state, target, index, attack, part } = work;
  const { barrier, protection } = defenceOf(state, target);
  const parry = meeting.cancels && given !== null ? firstPart(given) : null;
  const struck = strike(work, {
    id: `damage:${index}`, purpose: "damage", roller: "attacker", damage,
    shift: promotions(work, meeting.net) - (reach?.demotions ?? 0),
    barrier, protection,
    extraFlat: (changeOf(attack.modifiers, "strike")?.change.damage ?? 0) + (given === null || reaction === null ? 0 : failureDamage(given.maneuver, reaction.successes, reaction.degreeOfFailure)),
    hit: target.side, who: "target",
    parried: () => (parry === null ? null : parryRoll(work, parry, reaction?.successes ?? 0)),
    steps: part.steps,
    ...correctedPoints(target),
  });
  if (struck === null) return null;
  const back = recoilPoints({ maneuver: attack.maneuver, attacker: state.attacker.fighter, target: target.side.fighter, points: struck.points, targetAbsorb: atLeastZero(protection?.absorb ?? 0) });
  if (back !== null) wound(work, state.attacker, { points: back, stun: damage.stun, source: `recoil:${index}` }, "attacker");
  return struck;
}

/** The points that a GM put in the place of the dice of a hit (readings, Attacks that are changed after they were declared). */
export const correctedPoints = ({ corrected }: TargetState): { readonly corrected?: number } => (corrected?.points === undefined ? {} : { corrected: corrected.points });

/** Net successes as promotions: none where the damage counts them as dice, none for buckshot beyond its range (core rules, House defaults). */
function promotions({ attack, target }: Work, net: number): number {
  if (hasEffect(attack.maneuver, "netDamage")) return 0;
  const { weapon } = attack;
  const limit = weapon?.damage.ladder === "buckshot" ? (weapon.promoteRange ?? null) : null;
  const { distance } = target.situation;
  return limit !== null && distance !== null && distance > limit ? Math.min(0, net) : net;
}

/** What comes after the hit or miss: the answer's own success, rolls to keep one's feet, a Friendly Fire. False while dice are missing. */
function aftermath(work: Work, meeting: Meeting, given: Reaction | null, reaction: RollResult | null, struck: Struck | null): boolean {
  const { state, target, attack, part } = work;
  const own: Deed = { work, by: "attacker", user: state.attacker, other: target.side, maneuver: attack.maneuver, net: Math.max(0, meeting.net), ...(struck ?? NOTHING) };
  if (!secondaryRolls(own, ["always"])) return false;
  if (given === null || reaction === null) return true;
  const answering: Deed = { ...own, by: "target", user: target.side, other: state.attacker, maneuver: given.maneuver, net: meeting.answerNet };
  if (!secondaryRolls(answering, struck !== null && isDodge(given.maneuver) ? ["always", "whenHit"] : ["always"])) return false;
  if (!settleAnswer(work, given, meeting, reaction.successes)) return false;
  if (!settleRiposte(work, given, meeting)) return false;
  if (given.newTarget !== undefined && given.newTarget !== null && meeting.answerNet > 0 && effectsOf(given.maneuver, "newTarget").length > 0) part.redirects = meeting.answerNet;
  return true;
}
