import { shift } from "../damage/ladder";
import type { DamagePoints } from "../damage/types";
import type { Pool, RollResult } from "../dice/types";
import type { Maneuver } from "../fighter/types";
import { effectsOf, hasEffect } from "../maneuvers/effects";
import { damageOf, runDamage } from "../maneuvers/kind";
import { perform } from "../maneuvers/procedures/registry";
import type { Deed } from "../maneuvers/procedures/types";
import { tnFor, totalDice } from "../modifiers/sum";
import { poolWithChanges } from "../powers/roll-changes";
import { alteredRoll, besides, fateRollId } from "./altered";
import { protectionAgainst } from "./defence";
import { riposteTurnedAside } from "./intervention";
import type { Meeting } from "./meeting";
import { NOTHING, strike, type Struck } from "./strike";
import { HIT_SUCCESSES } from "./thresholds";
import type { Part, ResolutionStep } from "./types";
import type { Reaction, Work } from "./work";

/** The parry's own damage: promoted by its successes, rolled by the defender; nothing for one that lacks its weapon (Actions and Maneuvers, Parry). */
export function parryRoll(work: Work, parry: Part, successes: number): DamagePoints | "missing" {
  const { journal, target, index } = work;
  const damage = damageOf(parry.maneuver, parry.weapon, target.side.fighter);
  if (damage === null) return { ordinary: 0, penetrating: 0 };
  return journal.damage(`reactionDamage:${index}`, "reactionDamage", index, shift(damage.pool, successes), damage.flat)?.points ?? "missing";
}

/** The first half of a combined counterattack, or the reaction as a whole (Actions and Maneuvers, Parry/Riposte, Block/Strike). */
export function firstPart({ parts, maneuver, weapon, modifiers }: Reaction): Part {
  return parts?.[0] ?? { maneuver, weapon, modifiers };
}

/**
 * The answer's own success: a counterattack strikes the attacker, other answers do what their effects say. False while dice are missing
 * (Actions and Maneuvers, Stop Charge, Defensive Throw, Catch Strike, Step Inside, Redirect, Slip).
 */
export function settleAnswer(work: Work, reaction: Reaction, meeting: Meeting, successes: number): boolean {
  if (!meeting.answerLands || hasEffect(reaction.maneuver, "combined")) return true;
  const blow = counterBlow(work, reaction, meeting.answerNet, successes);
  if (blow === null) return false;
  return perform(deedOf(work, reaction.maneuver, meeting.answerNet, blow));
}

/**
 * The blow of a Parry/Riposte or Block/Strike: a roll of its own, with the attacker's net successes off when the first half failed;
 * wounds of this hit do not touch it (Actions and Maneuvers, Parry/Riposte). False while dice are missing.
 */
export function settleRiposte(work: Work, reaction: Reaction, meeting: Meeting): boolean {
  const riposte = reaction.parts?.[1];
  const combined = effectsOf(reaction.maneuver, "combined")[0];
  if (riposte === undefined || combined === undefined) return true;
  const { target, part } = work;
  const { fighter } = target.side;
  const lost = combined.failedFirst === "loseNet" && !meeting.cancels ? Math.max(0, meeting.net) : 0;
  const pool = poolWithChanges({ dice: totalDice(riposte.modifiers) - lost, tn: tnFor(fighter, riposte.maneuver), penalty: fighter.woundPenalty }, riposte.modifiers);
  const rolled = riposteRoll(work, riposte, pool);
  if (rolled === null) return false;
  if (rolled.successes < HIT_SUCCESSES) {
    part.steps.push({ kind: "counter", successes: rolled.successes, net: rolled.successes, hits: false, steps: [] });
    return true;
  }
  const blow = counterBlow(work, riposte, rolled.successes, rolled.successes);
  return blow !== null && perform(deedOf(work, riposte.maneuver, rolled.successes, blow));
}

/** The roll of a riposte with what its powers make of it; null while dice are missing (Powers, Fate's End and Divine Intervention). */
function riposteRoll({ state, journal, target, index, part, altered }: Work, { modifiers }: Part, pool: Pool): RollResult | null {
  const roll = { id: `riposte:${index}`, by: index, modifiers };
  const beside = besides(journal, { ...roll, fighter: target.side.fighter });
  const thrown = journal.pool(roll.id, "riposte", index, pool);
  const made = thrown === null ? null : alteredRoll(thrown, { ...roll, beside });
  if (made === null) return null;
  const { rolled, steps } = riposteTurnedAside(state, made.result);
  part.steps.push(...made.steps.map((step) => ({ roll: fateRollId(roll.id), ...step })), ...steps);
  if (made.altered !== null) altered.push(made.altered);
  return rolled;
}

function deedOf(work: Work, maneuver: Maneuver, net: number, { through, taken, normalWounds }: Struck): Deed {
  return { work, by: "target", user: work.target.side, other: work.state.attacker, maneuver, net, through, taken, normalWounds };
}

/** The damage of a counterattack against the attacker; null while its dice are missing. */
function counterBlow(work: Work, { maneuver, weapon }: Pick<Part, "maneuver" | "weapon">, net: number, successes: number): Struck | null {
  const { state, target, index, part } = work;
  const damage = maneuver.damage?.cancels === true ? null : damageOf(maneuver, weapon, target.side.fighter, { net });
  if (damage === null) return NOTHING;
  const steps: ResolutionStep[] = [];
  part.steps.push({ kind: "counter", successes, net, hits: true, steps });
  return strike(work, {
    id: `counterDamage:${index}`, purpose: "counterDamage", roller: index, damage,
    shift: hasEffect(maneuver, "netDamage") ? 0 : net,
    barrier: 0,
    protection: protectionAgainst(maneuver, state.attacker.fighter.protection),
    extraFlat: hasEffect(maneuver, "chargeBonus") ? runDamage(work.attack.maneuver, state.declaration.runTicks ?? 0) : 0,
    hit: state.attacker, who: "attacker", parried: () => null, steps,
  });
}
