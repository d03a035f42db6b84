import { RuleError } from "../errors";
import { FREE_METRES, SEGMENT_TICKS } from "./pace";
import { tenth } from "./metres";

/**
 * Metres covered in so many ticks at `rate` metres in 6 ticks, pro rata (Dramatic Scenes, Time and Space).
 * @param ticks 0 or more
 */
export function metresIn(ticks: number, rate: number): number {
  return tenth((Math.max(0, ticks) * rate) / SEGMENT_TICKS);
}

/**
 * Ticks that a way takes: rounded up, 2 m at Speed 5 take 3 (Dramatic Scenes, Time and Space). 0 for no way.
 * @param metres 0 or more
 * @param rate metres in 6 ticks
 * @param wholeSegments the simple rule: always a multiple of 6 ticks
 * @throws {RuleError} `FATEWALKER.Movement.NoSpeed` for a way and nobody who could go it
 */
export function ticksFor({ metres, rate, wholeSegments = false }: { readonly metres: number; readonly rate: number; readonly wholeSegments?: boolean }): number {
  if (!(metres > 0)) return 0;
  if (!(rate > 0)) throw new RuleError("FATEWALKER.Movement.NoSpeed");
  const ticks = Math.ceil((metres * SEGMENT_TICKS) / rate - 1e-6);
  return wholeSegments ? Math.ceil(ticks / SEGMENT_TICKS) * SEGMENT_TICKS : ticks;
}

/** Where someone stands who has to get somewhere to act. */
export interface Arrival {
  /** Ticks of the way; 0 when the free metre is enough. */
  readonly ticks: number;
  /** First tick on which the action may resolve. */
  readonly tick: number;
  /** Whether a Begin Movement of 2 ticks comes first. */
  readonly begins: boolean;
}

/**
 * When an action that needs getting somewhere may resolve: not before arrival. The first segment starts on the tick of Begin
 * Movement, and a metre is free with any action (Dramatic Scenes, Movement and Actions; readings, section 10).
 * @param now current tick
 * @param metres way to go
 * @param rate metres in 6 ticks
 * @param moving on the way already, at that rate
 */
export function arrival({ now, metres, rate, moving = false }: { readonly now: number; readonly metres: number; readonly rate: number; readonly moving?: boolean }): Arrival {
  if (metres <= FREE_METRES) return { ticks: 0, tick: now, begins: false };
  const ticks = ticksFor({ metres, rate });
  return { ticks, tick: now + ticks, begins: !moving };
}
