import { commitNow, isCommitter } from "../commit/commit";
import { seeTo } from "../commit/in-turn";
import { Pending } from "../events/pending";
import { MARKS_OF_FIGHTS } from "../clock/end";
import { bondsOnDeparted } from "../powers/bonds";
import { isGripped } from "./read";
import { planEngagement, planMarks, plannedEngagements } from "./marks";

/** Somebody's combatant was deleted past the clock: what bound others to it goes as well, and its own marks. */
async function settle(combat: Combat.Implementation, id: string, actor: Actor.Implementation | null): Promise<void> {
  const pending = new Pending();
  if (game.combats?.has(combat.id ?? "") === true) {
    for (const engagement of plannedEngagements(combat, pending).filter(({ ids }) => ids.includes(id))) {
      planEngagement(combat, pending, engagement.pair, undefined);
      if (isGripped(engagement)) for (const other of engagement.ids) planMarks(combat, pending, other);
    }
    if (actor !== null) pending.add(bondsOnDeparted(combat, actor));
  }
  const fightsElsewhere = game.combats?.contents.some((other) => other.combatants.some((combatant) => combatant.actor === actor)) === true;
  if (actor !== null && !fightsElsewhere) for (const mark of MARKS_OF_FIGHTS) pending.setStatus(actor, mark, false);
  if (pending.size > 0) await commitNow({ kind: "leave", combat: combat.id, exchange: null, changes: pending.after(0), record: null });
}

/** Listens for combatants that are deleted by other ways than the clock's. */
export function settleDepartures(): void {
  Hooks.on("deleteCombatant", (combatant: Combatant.Implementation) => {
    const combat = combatant.parent;
    if (combat === null || combatant.id === null || !isCommitter()) return;
    const { id, actor } = combatant;
    seeTo(() => settle(combat as Combat.Implementation, id, actor));
  });
}
