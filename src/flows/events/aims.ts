import { registerStandingRule, type EventContext, type EventResult } from "./registry";

/** Whoever is out of the fight aims at nothing any more; a step back brings the aim back with the rest (Actions and Maneuvers, Aim). */
function stand({ combat, state, pending }: Omit<EventContext, "target">): EventResult {
  for (const { id, uuid, actor } of combat.combatants.contents) {
    if (state.entries[id ?? ""]?.state !== "out") continue;
    if ((pending.value(uuid, "system.aim") ?? null) !== null) pending.add([{ action: "update", uuid, changes: { "system.aim": null } }]);
    if (actor !== null) pending.setStatus(actor, "aiming", false);
  }
  return {};
}

export function registerAims(): void {
  registerStandingRule(stand);
}
