import { readPool } from "../dice/roll";
import type { RollResult } from "../dice/types";
import type { Aim, Carried, Footwork } from "../fighter/carried";
import { NOTHING_CARRIED } from "../fighter/carried";
import type { Fighter, Maneuver } from "../fighter/types";
import { effectOf, effectsOf, hasEffect } from "../maneuvers/effects";
import { readResult, type ResultReading } from "../maneuvers/results";
import { targetNumber } from "../modifiers/sum";
import { alteredRoll, besides } from "./altered";
import { attackPool } from "./pools";
import { journalOf, trace } from "./trace";
import type { ExchangeState } from "./types";

/** What a maneuver does for its own user, whoever it is aimed at: tables of results, aims, Footwork. */
export interface OwnResult {
  readonly successes: number;
  readonly reading: ResultReading | null;
  readonly aim: Aim | null;
  readonly footwork: Footwork | null;
}

/** Aim after one more aiming action: Basic Aim gives 1 and never more, Aim 1 each up to the Observe skill; the two do not add up (Actions and Maneuvers, Basic Aim, Aim). */
export function aimAfter(maneuver: Maneuver, fighter: Fighter, aim: Aim | null, target: string | null): Aim | null {
  const effect = effectOf(maneuver, "aim");
  if (effect === null) return null;
  const kind = effect.limit === 1 ? "basic" : "aim";
  const kept = aim !== null && aim.kind === kind && aim.target === target ? aim.bonus : 0;
  const limit = effect.limit === "observe" ? targetNumber(fighter, effect.limit) : effect.limit;
  return { bonus: Math.min(limit, kept + effect.bonus), target, kind };
}

/** The roll of the act itself, after all that powers made of it; null while dice are missing. */
function ownRoll(state: ExchangeState): RollResult | null {
  const journal = journalOf(state);
  const pool = attackPool(state);
  trace(state, journal);
  const faces = journal.facesOf("attack");
  if (faces === null) return null;
  const { modifiers } = state.declaration.parts?.[0] ?? state.declaration;
  const rolled = readPool(pool, faces.slice(0, pool.normal + pool.wounded));
  return alteredRoll(rolled, { id: "attack", by: "attacker", modifiers, beside: besides(journal, { id: "attack", by: "attacker", fighter: state.attacker.fighter, modifiers }) })?.result ?? null;
}

/** The user's own result of a resolved exchange; null while its roll is not thrown (Actions and Maneuvers, Reload, Quick Draw). */
export function ownResult(state: ExchangeState): OwnResult | null {
  const { declaration: { maneuver, carried = NOTHING_CARRIED }, attacker: { fighter }, targets } = state;
  const result = ownRoll(state);
  if (result === null) return null;
  const { successes, degreeOfFailure } = result;
  const steps = effectsOf(maneuver, "footwork")[0];
  const footwork = steps === undefined || state.tick === null ? null : { dice: successes * steps.perSuccess, until: state.tick + steps.ticks };
  return { successes, reading: readResult(maneuver, { successes, degreeOfFailure }), aim: aimAfter(maneuver, fighter, carried.aim, targets[0]?.side.participant.combatant ?? null), footwork };
}

/** Runs, charges and leaps take their user away: Footwork goes with no other movement (Actions and Maneuvers, Footwork). */
const movesItsUser = (maneuver: Maneuver): boolean => (["pace", "runDamage", "jump"] as const).some((kind) => hasEffect(maneuver, kind));

/** What the user carries on after its action: an aim lasts only while nothing comes between, Footwork while nothing else moves it (Actions and Maneuvers, Aim, Footwork). */
export function carriedAfter(state: ExchangeState, own: OwnResult): Carried {
  const { declaration: { maneuver, carried = NOTHING_CARRIED } } = state;
  return { ...carried, aim: hasEffect(maneuver, "aim") ? own.aim : null, footwork: own.footwork ?? (movesItsUser(maneuver) ? null : carried.footwork) };
}
