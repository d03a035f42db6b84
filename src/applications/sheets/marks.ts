/** What one click on a chart or a track does, as players do it with a pencil. Pure: numbers in, numbers out. */

export interface WillMarks {
  readonly spent: number;
  readonly fatigue: number;
  readonly exhaustion: number;
}

export interface FateMarks {
  readonly spent: number;
  readonly apathy: number;
}

export interface NormalMarks {
  /** The X. */
  readonly value: number;
  /** The /. */
  readonly stun: number;
}

/**
 * The next mark of a Will track of `boxes` boxes: `/` in a free box; with none free, a `/` becomes Fatigue `X`, then an
 * `X` becomes Exhaustion `*` (Powers, Will).
 * @returns null when nothing is left to mark
 */
export function markWill({ spent, fatigue, exhaustion }: WillMarks, boxes: number): WillMarks | null {
  if (spent + fatigue + exhaustion < boxes) return { spent: spent + 1, fatigue, exhaustion };
  if (spent > 0) return { spent: spent - 1, fatigue: fatigue + 1, exhaustion };
  if (fatigue > 0) return { spent, fatigue: fatigue - 1, exhaustion: exhaustion + 1 };
  return null;
}

/** Takes the lightest mark back: a `/` is rubbed out, else an `X` becomes a `/`, else a `*` becomes an `X` (Powers, Recovering Will). */
export function clearWill({ spent, fatigue, exhaustion }: WillMarks): WillMarks | null {
  if (spent > 0) return { spent: spent - 1, fatigue, exhaustion };
  if (fatigue > 0) return { spent: spent + 1, fatigue: fatigue - 1, exhaustion };
  if (exhaustion > 0) return { spent, fatigue: fatigue + 1, exhaustion: exhaustion - 1 };
  return null;
}

/** The next mark of a Fate track: `/` in a free box; with none free, a `/` becomes Apathy `X` (Powers, Fate). */
export function markFate({ spent, apathy }: FateMarks, boxes: number): FateMarks | null {
  if (spent + apathy < boxes) return { spent: spent + 1, apathy };
  if (spent > 0) return { spent: spent - 1, apathy: apathy + 1 };
  return null;
}

export function clearFate({ spent, apathy }: FateMarks): FateMarks | null {
  if (spent > 0) return { spent: spent - 1, apathy };
  if (apathy > 0) return { spent: spent + 1, apathy: apathy - 1 };
  return null;
}

/** An X in the next free box; in a full chart it goes over the first `/` (Dramatic Scenes, Stun). */
export function markWound({ value, stun }: NormalMarks, boxes: number): NormalMarks | null {
  if (value + stun < boxes) return { value: value + 1, stun };
  if (stun > 0) return { value: value + 1, stun: stun - 1 };
  return null;
}

/** A `/` in the next free box. */
export function markStun({ value, stun }: NormalMarks, boxes: number): NormalMarks | null {
  return value + stun < boxes ? { value, stun: stun + 1 } : null;
}

/** Clears the last mark of the chart: a `/` where there is one, since those stand behind the X. */
export function clearWound({ value, stun }: NormalMarks): NormalMarks | null {
  if (stun > 0) return { value, stun: stun - 1 };
  if (value > 0) return { value: value - 1, stun };
  return null;
}

/** One more or one less of a plain row of boxes. */
export const markRow = (value: number, boxes: number): number | null => (value < boxes ? value + 1 : null);
export const clearRow = (value: number): number | null => (value > 0 ? value - 1 : null);
