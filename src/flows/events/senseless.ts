import type { ClockOperation } from "../../rules/clock/types";
import type { EventLine } from "./lines";
import { registerStandingRule, type EventContext, type EventResult } from "./registry";

/**
 * Whoever is unconscious takes no part and holds nobody up; awake again it is due on its own Action Tick, or at once when that has passed
 * (Dramatic Scenes, Consciousness; Keeping Time). Who is surprised is so until its first tick comes.
 */
function stand({ combat, state, pending }: Omit<EventContext, "target">): EventResult {
  const operations: ClockOperation[] = [];
  const lines: EventLine[] = [];
  for (const combatant of combat.combatants.contents) {
    const { actor } = combatant;
    const id = combatant.id ?? "";
    const entry = state.entries[id];
    if (actor === null || entry === undefined || entry.actionTick === null) continue;
    const sleeps = pending.hasStatus(actor, "unconscious") && !pending.hasStatus(actor, "dead");
    if (sleeps && entry.state !== "out") {
      operations.push({ kind: "defeat", id, why: "unconscious" });
      lines.push({ tick: state.tick, who: combatant, key: "FATEWALKER.Event.OutOfSenses" });
    } else if (!sleeps && entry.out === "unconscious") {
      const cost = Math.max(0, entry.actionTick - state.tick);
      operations.push({ kind: "revive", id, cost });
      lines.push({ tick: state.tick, who: combatant, key: "FATEWALKER.Event.BackInSenses", data: { next: state.tick + cost } });
    } else if (entry.state === "ready" && entry.actionTick <= state.tick && pending.hasStatus(actor, "surprised")) {
      pending.setStatus(actor, "surprised", false);
      lines.push({ tick: state.tick, who: combatant, key: "FATEWALKER.Event.NotSurprised" });
    }
  }
  return { operations, lines };
}

export function registerSenses(): void {
  registerStandingRule(stand);
}
