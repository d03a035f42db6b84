import { commitClockNow, settleClock } from "../clock/commit-clock";
import { isCommitter, isWriting } from "../commit/commit";
import { seriallyHere } from "../commit/in-turn";
import type { ClockOperation } from "../../rules/clock/types";

/** Statuses that say whether somebody takes part. */
const TELLING: readonly string[] = ["unconscious", "dead", "surprised"];
/** Ticks until somebody who was dead acts again, as the tracker's own button has it. */
const REVIVED_AFTER = 1;

type Effect = ActiveEffect.Implementation;

const fightsOf = (actor: Actor.Implementation): Combat.Implementation[] => (game.combats?.contents ?? []).filter((combat) => combat.round >= 1 && combat.combatants.some((combatant) => combatant.actor?.uuid === actor.uuid));

/** Fighters of this actor who were marked as defeated and are dead no longer. */
function risen(combat: Combat.Implementation, actor: Actor.Implementation): ClockOperation[] {
  if (actor.statuses.has("dead")) return [];
  return combat.combatants.contents.filter((combatant) => combatant.actor?.uuid === actor.uuid && combatant.defeated).map(({ id }) => ({ kind: "revive", id: id ?? "", cost: REVIVED_AFTER }));
}

/** A status that was set or taken off by hand, on the token or the sheet, counts on the clock at once. */
function onStatus(effect: Effect, ended: boolean): void {
  const actor: unknown = effect.parent;
  const named = [...effect.statuses].filter((status) => TELLING.includes(status));
  // What a commit sets, or an undo takes off, stands on the clock already.
  if (!isCommitter() || isWriting() || named.length === 0 || !(actor instanceof Actor)) return;
  const fighter = actor as unknown as Actor.Implementation;
  for (const combat of fightsOf(fighter)) {
    const back = async (): Promise<unknown> => (risen(combat, fighter).length === 0 ? null : seriallyHere(() => commitClockNow(combat, { kind: "revive", operations: () => risen(combat, fighter) })));
    const done = ended && named.includes("dead") ? settleClock(combat).then(back) : settleClock(combat);
    done.catch((error: unknown) => console.error(error));
  }
}

/** Watches statuses of fighters; at ready. */
export function watchStatuses(): void {
  Hooks.on("createActiveEffect", (effect: Effect) => onStatus(effect, false));
  Hooks.on("deleteActiveEffect", (effect: Effect) => onStatus(effect, true));
}
