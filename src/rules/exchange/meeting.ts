import type { Maneuver } from "../fighter/types";
import { effectsOf, hasEffect, isEscape, neededNet } from "../maneuvers/effects";
import { cancelsDamage, isCounter, isDodge } from "../maneuvers/kind";
import { isShot } from "../maneuvers/tags";
import { HIT_SUCCESSES } from "./thresholds";

/** How an attack and its answer come out, before any damage. */
export interface Meeting {
  /** The attack roll alone is good enough. */
  readonly hits: boolean;
  /** Successes left to the attack: what an answer that cancels successes takes off, a parry or block nothing. */
  readonly net: number;
  /** An attack that would have hit is stopped by the answer. */
  readonly evaded: boolean;
  /** The attack goes through. */
  readonly lands: boolean;
  /** The answer is a parry or block that hits, so that its damage cancels damage. */
  readonly cancels: boolean;
  /** Successes by which the answer beats the attack, 0 or more; 0 without an answer. */
  readonly answerNet: number;
  /** The answer does what it does on success: it beats the attack, or as a counterattack at least ties with 2 successes. */
  readonly answerLands: boolean;
}

/** Successes that a maneuver needs to come off at all: 2 for attacks, 1 to slip or sweep, none for a blast that nobody has to aim (Dramatic Scenes, The Attack Roll; Actions and Maneuvers, Slip, Sweep). */
export function neededSuccesses(maneuver: Maneuver, area = false): number {
  if (maneuver.roll === null && area) return 0;
  return isEscape(maneuver) ? 1 : HIT_SUCCESSES;
}

/**
 * Sets an attack's successes against its answer's. Dodges win ties, everything else loses them; in a tie with a counterattack both
 * come through (Dramatic Scenes, The Attack Roll; Actions and Maneuvers, Dodge, Stop Charge).
 */
export function meet({ attack, successes, reaction, area = false }: {
  readonly attack: Maneuver;
  readonly area?: boolean;
  readonly successes: number;
  readonly reaction: { readonly maneuver: Maneuver; readonly successes: number } | null;
}): Meeting {
  const hits = successes >= neededSuccesses(attack, area);
  if (reaction === null) return { hits, net: successes, evaded: false, lands: hits && successes >= neededNet(attack), cancels: false, answerNet: 0, answerLands: false };
  const answered = reaction.successes;
  if (cancelsDamage(reaction.maneuver) && hasDamageToCancel(attack)) {
    return { hits, net: successes, evaded: false, lands: hits, cancels: answered >= HIT_SUCCESSES, answerNet: 0, answerLands: false };
  }
  // From the blast itself one gets away by distance, not by a contest: what going prone gains needs no success at all.
  if (hasEffect(reaction.maneuver, "getsAway")) return { hits, net: successes, evaded: false, lands: hits, cancels: false, answerNet: answered, answerLands: true };
  const net = successes - answered;
  const evaded = hits && (isDodge(reaction.maneuver) ? net <= 0 : net < 0);
  const beats = -net;
  const counters = isCounter(reaction.maneuver);
  const answerLands = counters ? answered >= HIT_SUCCESSES && beats >= 0 : answered > 0 && (isDodge(reaction.maneuver) ? beats >= 0 : beats > 0);
  return { hits, net, evaded, lands: hits && !evaded && net >= neededNet(attack), cancels: false, answerNet: Math.max(0, beats), answerLands };
}

/** Throws, takedowns and disarms have no blow whose damage could be cancelled: parries and blocks take their successes off. */
function hasDamageToCancel(attack: Maneuver): boolean {
  return (attack.damage !== null || isShot(attack)) && !hasEffect(attack, "netDamage");
}

/** Flat points that a counterattack without any success adds to the blow that it meant to catch (Actions and Maneuvers, Catch Strike). */
export function failureDamage(reaction: Maneuver, successes: number, degreeOfFailure: number): number {
  return successes > 0 ? 0 : effectsOf(reaction, "failureDamage").reduce((sum, { pointsPerDegree }) => sum + pointsPerDegree * degreeOfFailure, 0);
}
