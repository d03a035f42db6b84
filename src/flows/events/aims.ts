import type { ClockOperation } from "../../rules/clock/types";
import type { Pending } from "./pending";
import { registerStandingRule, type EventContext, type EventResult } from "./registry";

/** By these somebody does something with its tick; holding is one of them (Dramatic Scenes, Keeping Time). */
const DEEDS: readonly ClockOperation["kind"][] = ["act", "react", "hold", "preempt"];

function aimsNoMore({ uuid, actor }: Combatant.Implementation, pending: Pending): void {
  if ((pending.value(uuid, "system.aim") ?? null) !== null) pending.add([{ action: "update", uuid, changes: { "system.aim": null } }]);
  if (actor !== null) pending.setStatus(actor, "aiming", false);
}

/**
 * A shot follows its aim at once or has nothing of it: whoever does anything else on the clock aims no more (Actions and Maneuvers, Basic Aim,
 * Aim). Exchanges say for themselves what becomes of an aim, as an aim, a shot and an answer are some.
 */
export function interruptAims(combat: Combat.Implementation, operations: readonly ClockOperation[], pending: Pending): void {
  for (const operation of operations) {
    const combatant = DEEDS.includes(operation.kind) && "id" in operation ? combat.combatants.get(operation.id) : undefined;
    if (combatant !== undefined) aimsNoMore(combatant, pending);
  }
}

/** Whoever is out of the fight aims at nothing any more; a step back brings the aim back with the rest (Actions and Maneuvers, Aim). */
function stand({ combat, state, pending }: Omit<EventContext, "target">): EventResult {
  for (const combatant of combat.combatants.contents) if (state.entries[combatant.id ?? ""]?.state === "out") aimsNoMore(combatant, pending);
  return {};
}

export function registerAims(): void {
  registerStandingRule(stand);
}
