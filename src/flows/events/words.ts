import { EnergyShieldData } from "../../data/item/energy-shield";
import { say } from "../../helpers/text";
import type { ScheduledEvent } from "../../rules/clock/types";
import { participantOf } from "../clock/address";
import { hidesNumbers } from "../exchange/card";
import { eventKind } from "./registry";

/** What an event is called on the clock; a kind that no rule knows goes by its own name. */
export function eventLabel(event: ScheduledEvent): string {
  const words = eventKind(event.kind)?.label(event) ?? null;
  return words === null ? event.kind : say(words.key, words.data);
}

function hasShieldOn(actor: Actor.Implementation | null): boolean {
  return ((actor?.items.contents ?? []) as Item.Implementation[]).some(({ system }) => {
    const data: unknown = system;
    return data instanceof EnergyShieldData && data.on;
  });
}

/** Kinds that the GM puts on the clock; players see them when they are meant for all. */
const WRITTEN: readonly string[] = ["note", "reinforcements", "damage"];

/**
 * May this person see that an event is coming? The GM's own ones only when they are meant for all, nothing of hidden
 * combatants, and of creatures whose numbers are the GM's own not what would tell them.
 */
export function mayReadEvent(combat: Combat.Implementation, event: ScheduledEvent): boolean {
  if (game.user?.isGM === true) return true;
  const target = event.target === null ? null : (combat.combatants.get(event.target) ?? null);
  if (target?.hidden === true) return false;
  if (WRITTEN.includes(event.kind)) return event.data.public === true;
  if (event.kind === "shields") return combat.combatants.some((combatant) => !combatant.hidden && combatant.hasPlayerOwner && hasShieldOn(combatant.actor));
  const participant = target === null ? null : participantOf(target);
  return participant === null || !hidesNumbers(participant);
}
