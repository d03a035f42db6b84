import { combatantData, combatData } from "../clock/state";
import { metresIn } from "../../rules/movement/distance";
import { segmentEnd, type Movement } from "../../rules/movement/segment";
import { nullableCount, record } from "../../data/message/read";

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

const segmentNow = ({ combat, id }: Combatant.Implementation): { readonly tick: number; readonly data?: unknown } | undefined => (combat === null ? undefined : combatData(combat)?.schedule[segmentEventId(id ?? "")]);

/** The tick on which the segment that runs ends: after 6 ticks, or sooner where a run of its own ends; null: it is not on the clock. */
export const segmentEndsAt = (combatant: Combatant.Implementation): number | null => segmentNow(combatant)?.tick ?? null;

/** The tick on which a sprint or evasive running is over for good; null: it goes on until somebody stops it. */
export const runEndsAt = (combatant: Combatant.Implementation): number | null => nullableCount(record(segmentNow(combatant)?.data).until);

/** What the segment that runs will cover: less than its rate where a run ends within it. Null: at rest. */
export function stretchNow(combatant: Combatant.Implementation): { readonly metres: number } | null {
  const movement = movementNow(combatant);
  if (movement === null) return null;
  const end = segmentEnd(movement);
  return { metres: metresIn(Math.min(end, runEndsAt(combatant) ?? end) - movement.startedAt, movement.metres) };
}

/** Penalty dice of Evasive Running that shots at this one suffer; null: it does not run so. */
export function evasiveNow(combatant: Combatant.Implementation): number | null {
  const { evasive } = record(segmentNow(combatant)?.data);
  return typeof evasive === "number" ? Math.max(0, evasive) : null;
}
