/** House defaults where no source gives a number (core rules, House defaults): initial values, all editable. */
export const ACTOR_DEFAULTS = {
  attribute: 4,
  attributeMaximum: 12,
  speed: 5,
  size: 10,
  visibleRange: 100,
  will: 8,
  fate: 5,
  normalRows: 3,
  normalColumns: 8,
  penalties: [0, 1, 2, 3, 4, 5, 6, 7],
  mortal: 6,
} as const;

/** Seconds of a tick (Dramatic Scenes, Keeping Time). */
export const SECONDS_PER_TICK = 0.5;

export const SYSTEM_ID = "fatewalker";
