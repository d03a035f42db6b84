import { RuleError } from "../errors";
import type { Passives } from "../powers/passive";
import { willExpense } from "./expenses";
import { forceWill, recoverWill, type ForcedWill } from "./will";
import type { WillMark, WillTrack } from "./types";

/** How somebody spent a night. */
export interface Night {
  readonly sleep: "full" | "half" | "none";
  readonly conditions: "good" | "average" | "bad";
  /** A Heal Wounds roll is made for this night: no Will then. */
  readonly healingRoll: boolean;
}

const SLEEP: Readonly<Record<"full" | "half", number>> = { full: 2, half: 1 };
const CONDITIONS: Readonly<Record<Night["conditions"], number>> = { good: 1, average: 0, bad: -1 };

/**
 * Points of Will that a night gives, 0 or more: 2 for a full one, 1 for half, one more or less for its conditions, one more with
 * Tireless; none without sleep and none beside a Heal Wounds roll (Powers, Recovering Will).
 */
export function nightRecovery({ sleep, conditions, healingRoll }: Night, passives: Passives): number {
  if (sleep === "none" || healingRoll) return 0;
  return Math.max(0, SLEEP[sleep] + CONDITIONS[conditions]) + passives.willPerDay;
}

/** The track after a night; without sleep it costs 2, or 1 with Tireless, and what is not there becomes wounds (Powers, Basic Will Expenditures). */
export function spendNight(track: WillTrack, night: Night, passives: Passives, order?: readonly WillMark[]): ForcedWill {
  if (night.sleep === "none") return forceWill(track, willExpense("nightAwake", { passives }), passives);
  return { track: recoverWill(track, nightRecovery(night, passives), passives, order), marks: { spent: 0, fatigue: 0, exhaustion: 0 }, wounds: 0 };
}

/** Free points of Will in this scene that are not used yet (Powers, Refuse to Lose). @throws {RuleError} `FATEWALKER.Error.BadNumber` for a negative count of used ones */
export function freeWillLeft(passives: Passives, used: number): number {
  if (!Number.isInteger(used) || used < 0) throw new RuleError("FATEWALKER.Error.BadNumber", { value: String(used) });
  return Math.max(0, passives.freeWillPerScene - used);
}
