import type { StatusId } from "../keys";
import type { Fighter } from "../fighter/types";
import { isNewWound } from "../healing/patient";
import { isOutOfIt } from "../modifiers/situation";
import { applyWounds } from "../wounds/apply";
import type { WoundPlacement } from "../wounds/types";
import { bleedingInterval } from "../wounds/penalty";
import type { Body } from "./bodies";
import { CONSCIOUSNESS_SUCCESSES } from "./thresholds";
import type { ResolutionStep } from "./types";

export type Who = "target" | "attacker";

/** What came of points that were marked: where they went, and whether a consciousness roll is due. */
export interface Harmed {
  readonly placed: WoundPlacement;
  readonly blackout: boolean;
}

/** Marks the points on the body's chart and records what follows of itself (Dramatic Scenes, Wounds). */
export function harm(body: Body, fighter: Fighter, { points, stun }: { readonly points: number; readonly stun: boolean }, who: Who, steps: ResolutionStep[]): Harmed {
  const outcome = applyWounds(body.wounds, { points, stun, resilience: fighter.attributes.resilience });
  body.wounds = outcome.chart;
  body.newWound ||= isNewWound(outcome.placed, { stun });
  body.newMortal ||= outcome.placed.mortal > 0;
  steps.push({ kind: "wounds", points, stun, placed: outcome.placed, who });
  if (outcome.startsBleeding) {
    body.bleeding = bleedingInterval({ prowess: fighter.attributes.prowess, willRating: fighter.will.rating });
    steps.push({ kind: "bleeding", interval: body.bleeding, who });
  }
  if (outcome.dies) {
    body.bleeding = null;
    setStatus(body, "dying", false, who, steps);
    setStatus(body, "dead", true, who, steps);
  } else if (outcome.chart.mortal.value > 0) {
    setStatus(body, "dying", true, who, steps);
  }
  return { placed: outcome.placed, blackout: outcome.consciousnessRoll && !isOutOfIt([...body.statuses]) };
}

/** Records a consciousness roll: who fails it is unconscious and falls (Dramatic Scenes, Stun Damage). */
export function settleConsciousness(body: Body, successes: number, who: Who, steps: ResolutionStep[]): void {
  const stays = successes >= CONSCIOUSNESS_SUCCESSES;
  steps.push({ kind: "consciousness", successes, stays, who });
  if (stays) return;
  setStatus(body, "unconscious", true, who, steps);
  setStatus(body, "prone", true, who, steps);
}

/** Sets or ends a status of the body, once, and records it (core rules, House defaults). */
export function setStatus(body: Body, status: StatusId, active: boolean, who: Who, steps: ResolutionStep[]): void {
  if (body.statuses.has(status) === active) return;
  const changed = new Set(body.statuses);
  if (active) changed.add(status);
  else changed.delete(status);
  body.statuses = changed;
  steps.push({ kind: "status", status, active, who });
}
