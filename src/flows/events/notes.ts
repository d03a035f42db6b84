import { participantOf } from "../clock/address";
import { isUnseen } from "../exchange/participants";
import { joining, rollFor } from "../clock/initiative";
import { registerEvent, type EventContext, type EventKind, type EventResult, type Occurrence } from "./registry";

const text = (value: unknown): string => (typeof value === "string" ? value : "");

const label: EventKind["label"] = ({ data, kind }) => (text(data.text) === "" ? { key: `FATEWALKER.Event.Label.${kind}` } : { key: "FATEWALKER.Event.Label.note", data: { text: text(data.text) } });

/** Do players not see this one? */
function isHidden(target: Combatant.Implementation | null): boolean {
  const participant = target === null ? null : participantOf(target);
  return target?.hidden === true || (participant !== null && isUnseen(participant));
}

/** What the GM wrote down for this tick: for GMs alone unless it was meant for all, and names nobody whom players do not see. */
function note({ tick, event }: Occurrence, { target }: EventContext): EventResult {
  return { lines: [{ tick, who: target, key: target === null ? "FATEWALKER.Event.Note" : "FATEWALKER.Event.NoteFor", data: { text: text(event.data.text) }, secret: event.data.public !== true || isHidden(target) }] };
}

/**
 * Somebody arrives: a hidden combatant shows itself, and who has no initiative yet rolls it now, counted from now
 * (Dramatic Scenes, Late to the Party). Without a combatant it is a reminder.
 */
async function reinforcements({ tick, event }: Occurrence, { pending, target }: EventContext): Promise<EventResult> {
  const line = { tick, who: target, key: target === null ? "FATEWALKER.Event.Note" : "FATEWALKER.Event.Arrives", data: { text: text(event.data.text) }, secret: event.data.public !== true };
  if (target === null) return { lines: [line] };
  if (target.hidden) pending.add([{ action: "update", uuid: target.uuid, changes: { hidden: false } }]);
  const waits = (target.initiative ?? null) === null && !target.isDefeated;
  return { lines: [line], operations: waits ? joining(await rollFor([target])) : [] };
}

export function registerNotes(): void {
  registerEvent("note", { fire: note, label });
  registerEvent("reinforcements", { fire: reinforcements, label });
}
