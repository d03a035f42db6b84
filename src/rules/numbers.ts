/** Whole part of a number; anything that is none (NaN, infinite) counts as 0, so that bad data never stops a roll (readings, section 10). */
export function whole(value: number): number {
  return Number.isFinite(value) ? Math.trunc(value) : 0;
}

/** Whole number, 0 or more (readings, section 10). */
export function atLeastZero(value: number): number {
  return Math.max(0, whole(value));
}

/** Whole number between two limits, both included (readings, section 10). */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, whole(value)));
}
