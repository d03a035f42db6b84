import type { Weapon } from "../fighter/types";
import type { RangeBand, Situation } from "./types";

const BANDS: readonly RangeBand[] = ["short", "medium", "long", "extreme", "beyond"];
/** Bonus or penalty dice by band (Dramatic Scenes, Ranged Combat); nobody shoots beyond extreme range. */
const DICE: Readonly<Record<RangeBand, number>> = { short: 1, medium: 0, long: -2, extreme: -4, beyond: -4 };

/** Band by the weapon's own ranges, limits included; extreme ends at twice long range. Short for a weapon without ranges (Dramatic Scenes, Range and Visibility). */
export function weaponBand(weapon: Weapon, distance: number): RangeBand {
  if (weapon.range === null) return "short";
  const { short, medium, long } = weapon.range;
  return bandWithin(distance, [short, medium, long, 2 * long]);
}

/** Band by sight: up to 1, 2, 5 and 10 times the Visible Range, in metres (Dramatic Scenes, Range and Visibility). */
export function sightBand(visibleRange: number, distance: number): RangeBand {
  return bandWithin(distance, [visibleRange, 2 * visibleRange, 5 * visibleRange, 10 * visibleRange]);
}

/** The worse of two bands counts (Dramatic Scenes, Range and Visibility). */
export function worseBand(one: RangeBand, other: RangeBand): RangeBand {
  return BANDS.indexOf(one) >= BANDS.indexOf(other) ? one : other;
}

/** Dice of a band (Dramatic Scenes, Range and Visibility). */
export function bandModifier(band: RangeBand): number {
  return DICE[band];
}

/** Band of a shot or throw in a situation; null where the distance is not known (Dramatic Scenes, Range and Visibility). */
export function bandOf(weapon: Weapon, situation: Situation): RangeBand | null {
  if (situation.distance === null) return null;
  return bandSeen(weapon, situation.distance, situation.visibleRange);
}

/** Band at a distance with sight that reaches so far, both in metres; null: sight does not limit it (Dramatic Scenes, Range and Visibility). */
export function bandSeen(weapon: Weapon, distance: number, visibleRange: number | null): RangeBand {
  const byWeapon = weaponBand(weapon, distance);
  return visibleRange === null ? byWeapon : worseBand(byWeapon, sightBand(visibleRange, distance));
}

function bandWithin(distance: number, limits: readonly number[]): RangeBand {
  const index = limits.findIndex((limit) => distance <= limit);
  return BANDS[index] ?? "beyond";
}
