import type { ManeuverVariant } from "../fighter/types";
import { atLeastZero } from "../numbers";
import { speedAfterWounds } from "../wounds/penalty";
import { tenth } from "./metres";

/** How high and how far, in metres with one decimal. */
export interface Jump {
  readonly height: number;
  readonly distance: number;
}

/**
 * A jump or a running leap. Each success of Prowess(Strength) first adds to the Speed, which counts before the load but after
 * wounds: height 10 cm for each point; standing a third of it, running half of it and a metre (Actions and Maneuvers, Jump/Leap).
 * @param variant the maneuver's variant: its `jump` effect
 * @param baseSpeed Speed without load and wounds
 * @param woundPenalty 0 or more
 * @param successes 0 or more
 */
export function jump(variant: ManeuverVariant, { baseSpeed, woundPenalty = 0, successes }: { readonly baseSpeed: number; readonly woundPenalty?: number; readonly successes: number }): Jump {
  const effect = variant.effects.find((entry) => entry.kind === "jump");
  if (effect?.kind !== "jump") return { height: 0, distance: 0 };
  const speed = speedAfterWounds(baseSpeed, woundPenalty) + atLeastZero(successes) * effect.speedPerSuccess;
  return { height: tenth(speed * effect.height), distance: tenth(speed / effect.divisor + effect.plus) };
}

/**
 * Dice lost for a run-up that is too short: for each full metre that it lacks (Actions and Maneuvers, Jump/Leap). 0 or less;
 * 0 for a standing jump.
 * @param runUp metres run before the leap
 */
export function runUpDice(variant: ManeuverVariant, runUp: number): number {
  const effect = variant.effects.find((entry) => entry.kind === "runUp");
  if (effect?.kind !== "runUp") return 0;
  const short = Math.floor(Math.max(0, effect.metres - Math.max(0, runUp)) + 1e-6);
  return short === 0 ? 0 : short * effect.dicePerMetre;
}
