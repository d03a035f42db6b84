/** What a shot can go through, with its rating: Deflection on top of the target's own (Dramatic Scenes, Barriers). */
export const BARRIERS = {
  lightConstruction: 1,
  mediumConstruction: 2,
  lightSheetMetal: 3,
  heavyWood: 4,
  brick: 5,
  stone: 6,
  sheetSteel: 7,
  /** 10 or more. */
  reinforcedSteel: 10,
} as const;
export type BarrierKey = keyof typeof BARRIERS;

/** Localisation key of a material's name (Dramatic Scenes, Barriers). */
export function barrierLabel(key: BarrierKey): string {
  return `FATEWALKER.Modifier.Barrier.${key.charAt(0).toUpperCase()}${key.slice(1)}`;
}
