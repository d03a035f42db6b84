import { actorData } from "../../data/access";
import type { Participant } from "../../rules/exchange/types";
import type { Maneuver } from "../../rules/fighter/types";
import { effectsOf } from "../../rules/maneuvers/effects";
import type { Modifier } from "../../rules/modifiers/types";
import { findActor } from "../commit/write";
import { payChanges } from "./pay";

/** The only maneuver effort that a power takes away: that of a sprint. */
const WAIVED = "sprint";

/**
 * Will that a maneuver takes by itself, for every so many ticks begun; Hardened waives that of a sprint (Powers, Basic Will
 * Expenditures; readings, section 10). It changes no dice.
 * @param ticks that it lasts
 */
export function effortModifiers(actor: Actor.Implementation, maneuver: Maneuver, ticks: number): Modifier[] {
  const isSprint = effectsOf(maneuver, "pace").some(({ pace }) => pace === "sprint");
  if (isSprint && actorData(actor)?.derived.passives.waived.includes(WAIVED) === true) return [];
  const will = effectsOf(maneuver, "willCost").reduce((sum, effect) => sum + effect.will * Math.max(1, Math.ceil(ticks / Math.max(1, effect.perTicks))), 0);
  return will === 0 ? [] : [{ key: "effort", source: "maneuver", label: "FATEWALKER.Modifier.Effort", value: 0, enabled: true, optional: false, cost: { will } }];
}

/**
 * Refuses what its modifiers cost in all and nobody could pay.
 * @throws RuleError `FATEWALKER.Error.NotEnoughWill`, `FATEWALKER.Error.NotEnoughFate`
 */
export function checkPoints(participant: Participant, modifiers: readonly Modifier[]): void {
  const actor = findActor(participant.actor);
  const due = modifiers.filter(({ enabled, payer }) => enabled && payer === undefined);
  const sum = (track: "will" | "fate"): number => due.reduce((points, { cost }) => points + (cost?.[track] ?? 0), 0);
  if (actor !== null) payChanges(actor, participant, { will: sum("will"), fate: sum("fate") });
}
