import { encumbranceEffects } from "../fighter/encumbrance";
import type { Fighter } from "../fighter/types";
import type { StatusId } from "../keys";
import { look, type Surroundings } from "../sight/look";
import type { Cover, EngagementRange, Situation } from "./types";

/** Engagement of two who have not closed in (Dramatic Scenes, Melee Combat Range). */
export const FIRST_ENGAGEMENT: EngagementRange = 6;
/** At this range and below the two grapple. */
export const WIDEST_GRAPPLE: EngagementRange = 3;

/** Nothing special: no distance known, nobody moves, lies or hides (Dramatic Scenes, Ranged Combat, Melee Combat). */
export function neutralSituation(): Situation {
  return {
    distance: null,
    height: 0,
    visibleRange: null,
    engagement: null,
    attacker: { prone: false, movement: "none", cover: "none" },
    target: { prone: false, immobile: false, moving: 0, leaping: false, cover: "none", inMelee: false, inGrapple: false },
    shotThroughCover: false,
    barrier: 0,
  };
}

/**
 * A situation with what the statuses, loads and gear of the two already say: posture, cover, sight, whether the target can move at all.
 * Distances, light, heights and movement are the table's to add (Dramatic Scenes, Ranged Combat, Melee Combat).
 */
export function situationBetween(attacker: Fighter, target: Fighter | null, surroundings: Surroundings = {}): Situation {
  const neutral = neutralSituation();
  const seen = look(attacker, target, surroundings);
  return {
    ...neutral,
    distance: surroundings.distance ?? null,
    visibleRange: seen.aided,
    ...(seen.aided === seen.bare && seen.unaided === seen.bare ? {} : { look: seen }),
    attacker: { ...neutral.attacker, prone: attacker.statuses.includes("prone"), cover: coverOf(attacker) },
    target: target === null ? neutral.target : {
      ...neutral.target,
      prone: target.statuses.includes("prone"),
      immobile: isImmobile(target),
      cover: coverOf(target),
      inGrapple: (["grappled", "held", "grappling"] as const).some((status) => target.statuses.includes(status)),
    },
  };
}

/** True for someone who cannot act or answer: unconscious or dead (core rules, House defaults). */
export function isOutOfIt(statuses: readonly StatusId[]): boolean {
  return statuses.includes("unconscious") || statuses.includes("dead");
}

function isImmobile(fighter: Fighter): boolean {
  return isOutOfIt(fighter.statuses) || fighter.statuses.includes("held") || encumbranceEffects(fighter.encumbrance).immobile;
}

function coverOf(fighter: Fighter): Cover {
  if (fighter.statuses.includes("cover90")) return "cover90";
  return fighter.statuses.includes("cover50") ? "cover50" : "none";
}
