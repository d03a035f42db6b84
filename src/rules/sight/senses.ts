import { atLeastZero } from "../numbers";

/** Everyone sees this arc in front, in degrees (Dramatic Scenes, Situational Awareness). */
export const SIGHT_ARC = 270;

/** Metres within which sounds as loud as speech are heard, in any direction (Dramatic Scenes, Situational Awareness). */
export function hearingRange(awareness: number): number {
  return atLeastZero(awareness);
}

/** Metres within which a motion of the size of a hand wave is seen, inside the arc (Dramatic Scenes, Situational Awareness). */
export function noticingRange(awareness: number): number {
  return 2 * atLeastZero(awareness);
}

/** Whether ordinary speech at so many metres is heard (Dramatic Scenes, Situational Awareness). */
export function hears(awareness: number, distance: number): boolean {
  return distance <= hearingRange(awareness);
}

/**
 * Whether a motion is seen without looking for it (Dramatic Scenes, Situational Awareness).
 * @param distance metres
 * @param bearing degrees between where one faces and where the motion is; any value, -90 and 270 are the same
 */
export function sees(awareness: number, { distance, bearing }: { readonly distance: number; readonly bearing: number }): boolean {
  return distance <= noticingRange(awareness) && inArc(bearing);
}

/** Whether a bearing lies inside the arc in front (Dramatic Scenes, Situational Awareness). */
export function inArc(bearing: number): boolean {
  const turned = ((bearing % 360) + 360) % 360;
  return Math.min(turned, 360 - turned) <= SIGHT_ARC / 2;
}
