/** A tick lasts half a second (Dramatic Scenes, Keeping Time). */
export const SECONDS_PER_TICK = 0.5;

/** Seconds since the scene began, halves included: tick 12 is 6 (Dramatic Scenes, Keeping Time). */
export function secondsOf(tick: number): number {
  return tick * SECONDS_PER_TICK;
}

/**
 * Whole seconds of world time between two ticks. World time knows no halves, so it moves by the difference of the
 * whole seconds reached: any walk through the ticks adds up to the same, forward and back (Dramatic Scenes, Keeping Time).
 */
export function worldSeconds(from: number, to: number): number {
  return Math.floor(to / 2) - Math.floor(from / 2);
}
