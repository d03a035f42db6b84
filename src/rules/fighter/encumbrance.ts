import type { Encumbrance } from "../keys";

/** What a load does: metres off the Speed (0 or less), dice on Agility rolls (0 or less), and whether one can move at all. */
export interface EncumbranceEffects {
  readonly speed: number;
  readonly agility: number;
  readonly immobile: boolean;
}

const EFFECTS: Readonly<Record<Encumbrance, EncumbranceEffects>> = {
  none: { speed: 0, agility: 0, immobile: false },
  light: { speed: 0, agility: 0, immobile: false },
  medium: { speed: -1, agility: -1, immobile: false },
  heavy: { speed: -2, agility: -2, immobile: false },
  immobile: { speed: 0, agility: -4, immobile: true },
};

/** What a load does: Speed less, dice less on Agility rolls, and whether it lets somebody move at all (core rules, House defaults). */
export function encumbranceEffects(encumbrance: Encumbrance): EncumbranceEffects {
  return EFFECTS[encumbrance];
}

/** Speed under a load, never below 0; nobody moves who is immobile (core rules, House defaults). */
export function encumberedSpeed(speed: number, encumbrance: Encumbrance): number {
  const effects = EFFECTS[encumbrance];
  return effects.immobile ? 0 : Math.max(0, speed + effects.speed);
}
