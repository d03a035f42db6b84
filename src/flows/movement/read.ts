import { combatantData, combatData } from "../clock/state";
import type { Movement } from "../../rules/movement/segment";

/** Where a combatant's flags keep the metres that it has been credited and has not gone yet; below 0: gone ahead of the credit. */
export const WAY_PATH = "flags.fatewalker.way";

/** Id of the event at the end of a combatant's segment of movement. */
export const segmentEventId = (combatantId: string): string => `movement-${combatantId}`;

/** How a combatant moves now; null: at rest. */
export function movementNow(combatant: Combatant.Implementation): Movement | null {
  const movement = combatantData(combatant)?.movement ?? null;
  return movement === null || movement.kind === "" ? null : { kind: movement.kind, startedAt: movement.startedAt, metres: movement.metres };
}

/** Metres credited and not gone yet. */
export function wayLeft(combatant: Combatant.Implementation): number {
  const way: unknown = foundry.utils.getProperty(combatant, WAY_PATH);
  return typeof way === "number" && Number.isFinite(way) ? way : 0;
}

/** Penalty dice of Evasive Running that shots at this one suffer; null: it does not run so. */
export function evasiveNow(combatant: Combatant.Implementation): number | null {
  const combat = combatant.combat;
  const data = combat === null ? undefined : combatData(combat)?.schedule[segmentEventId(combatant.id ?? "")]?.data;
  const evasive: unknown = (data as { evasive?: unknown } | undefined)?.evasive;
  return typeof evasive === "number" ? Math.max(0, evasive) : null;
}
