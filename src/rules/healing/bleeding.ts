import type { ScheduledEvent } from "../clock/types";
import { atLeastZero } from "../numbers";
import { applyWounds } from "../wounds/apply";
import { bleedingInterval } from "../wounds/penalty";
import type { WoundOutcome } from "../wounds/types";
import { isBleeding } from "./patient";
import type { Patient } from "./types";

/** Kind of the clock's event at each point of bleeding. */
export const BLEEDING_EVENT = "bleeding";

/**
 * Bleeding as an event for the clock: a point every (Prowess + Will rating) ticks from now (Dramatic Scenes, Mortal Wounds).
 * @param delay ticks by which its onset was put off (Ain't Got Time To Bleed)
 */
export function bleedingEvent(target: string, { now, prowess, willRating, delay = 0 }: { readonly now: number; readonly prowess: number; readonly willRating: number; readonly delay?: number }): ScheduledEvent {
  const every = bleedingInterval({ prowess, willRating });
  return { tick: now + every + atLeastZero(delay), every, left: null, kind: BLEEDING_EVENT, target, data: {} };
}

/** The same event put off by so many ticks; several delays add up (Powers, Ain't Got Time To Bleed). */
export function delayBleeding(event: ScheduledEvent, ticks: number): ScheduledEvent {
  return { ...event, tick: event.tick + atLeastZero(ticks) };
}

/** One point of bleeding: a source of its own, to Temporary first where there is room. Null when nobody bleeds (Dramatic Scenes, Mortal Wounds). */
export function bleed(patient: Patient): WoundOutcome | null {
  return isBleeding(patient) ? applyWounds(patient.wounds, { points: 1, stun: false, resilience: patient.resilience }) : null;
}
