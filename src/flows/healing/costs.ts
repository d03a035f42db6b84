import type { Modifier } from "../../rules/modifiers/types";
import { spendFate } from "../../rules/tracks/fate";
import type { FateTrack, WillTrack } from "../../rules/tracks/types";
import { spendWill } from "../../rules/tracks/will";
import type { Passives } from "../../rules/powers/passive";
import type { DocumentChange } from "../commit/types";

/** Both tracks as they stand while something is worked out. */
export interface Tracks {
  readonly will: WillTrack;
  readonly fate: FateTrack;
}

/** Pays for the modifiers that are on, whole or not at all (Powers). @throws RuleError `FATEWALKER.Error.NotEnoughWill`, `FATEWALKER.Error.NotEnoughFate` */
export function payFor(modifiers: readonly Modifier[], { will, fate }: Tracks, passives: Passives): Tracks {
  const cost = (track: "will" | "fate"): number => modifiers.reduce((sum, { enabled, cost: points }) => sum + (enabled ? (points?.[track] ?? 0) : 0), 0);
  return { will: spendWill(will, cost("will"), { passives }).track, fate: spendFate(fate, cost("fate"), { passives }).track };
}

/** Writes both tracks back. */
export const trackChange = (uuid: string, { will, fate }: Tracks): DocumentChange => ({
  action: "update", uuid,
  changes: {
    "system.will.spent": will.spent, "system.will.fatigue": will.fatigue, "system.will.exhaustion": will.exhaustion,
    "system.fate.rating": fate.rating, "system.fate.spent": fate.spent, "system.fate.apathy": fate.apathy, "system.fate.ennui": fate.ennui,
  },
});
