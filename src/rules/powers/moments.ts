import type { Power, PowerEffect } from "../fighter/types";
import { paidEffects } from "./passive";

/**
 * When a power may be used: before the dice of a roll or after them, when damage comes, when one bleeds, at the start of a fight,
 * with an attack, or at any time (Powers: the Timing of each).
 */
export type Moment = "beforeRoll" | "afterRoll" | "afterOpponentRoll" | "onDamage" | "bleeding" | "combatStart" | "attack" | "anytime";

const MOMENTS: Readonly<Record<PowerEffect["kind"], Moment>> = {
  ignoreDamage: "onDamage", bonusDice: "beforeRoll", marks: "anytime", waives: "anytime", trackBoxes: "anytime", delayBleeding: "bleeding",
  ignorePenalty: "beforeRoll", recovery: "anytime", nightAwake: "anytime", freePoints: "anytime", reroll: "afterRoll", insteadOfAward: "anytime",
  hostileActions: "anytime", berserk: "attack", gain: "anytime", fateRoll: "beforeRoll", question: "anytime", exchangeTracks: "combatStart",
  sharedDamage: "anytime", attributePoints: "anytime", apathyRecovery: "anytime", branchSupport: "anytime", predestined: "beforeRoll",
  learning: "afterRoll", growth: "anytime", targetNumber: "beforeRoll", rootDots: "anytime", strikeOptions: "attack", undoTragedy: "anytime",
};

/** When one effect works (Powers, Overview). */
export function momentOf(effect: PowerEffect): Moment {
  if (effect.kind === "reroll") return effect.whose === "opponent" ? "afterOpponentRoll" : "afterRoll";
  if (effect.kind === "bonusDice" && effect.on === "nextAction") return "anytime";
  if (effect.kind === "fateRoll" && effect.on === "attacksOnTarget") return "anytime";
  return MOMENTS[effect.kind];
}

/** Moments at which paying for a power does something; empty for a power without a cost (Powers, Overview). */
export function momentsOf(power: Power): readonly Moment[] {
  return power.active ? [...new Set(paidEffects(power).map(momentOf))] : [];
}
