import { RuleError } from "../errors";
import type { Passives } from "../powers/passive";
import { recoverAllFate, recoverFate } from "./fate";
import type { FateMark, FateTrack } from "./types";

/** What gives Fate back (Powers, Recovering Fate). */
export type FateOccasion = "session" | "immediateGoal" | "personalObjective" | "storyEnd" | "insteadOfAward";

/**
 * Points that an occasion gives: 1 for a session (one more with Faterunner III), 1 for an Immediate goal, all for a Personal
 * Objective or the end of a story, and with Faterunner II 3 in place of a Story Point award (Powers, Recovering Fate).
 * @throws {RuleError} `FATEWALKER.Power.NoAwardChoice` for the last without the power
 */
export function fateGain(occasion: FateOccasion, passives: Passives): number | "all" {
  switch (occasion) {
    case "session":
      return 1 + passives.fatePerSession;
    case "immediateGoal":
      return 1;
    case "personalObjective":
    case "storyEnd":
      return "all";
    case "insteadOfAward":
      if (passives.fateInsteadOfAward === 0) throw new RuleError("FATEWALKER.Power.NoAwardChoice");
      return passives.fateInsteadOfAward;
  }
}

/** The track after an occasion (Powers, Recovering Fate). @throws {RuleError} as `fateGain` */
export function celebrate(track: FateTrack, occasion: FateOccasion, passives: Passives, order?: readonly FateMark[]): FateTrack {
  const gain = fateGain(occasion, passives);
  return gain === "all" ? recoverAllFate(track) : recoverFate(track, gain, passives, order);
}
