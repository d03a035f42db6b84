import type { Maneuver, ManeuverResult } from "../fighter/types";
import type { RollResult } from "../dice/types";
import { effectOf, effectsOf } from "./effects";

/** Dramatic failures begin here (core rules, Dice). */
const DRAMATIC = 2;

/** The row of the result table for a number of successes; null: the maneuver has none that fits (Actions and Maneuvers, Reload, Quick Draw, Quick Look). */
export function resultOf(maneuver: Maneuver, successes: number): ManeuverResult | null {
  const rows = (maneuver.tables?.results ?? []).filter(({ variant }) => variant === null || variant === (maneuver.variant ?? null));
  return rows.find(({ min, max }) => successes >= min && (max === null || successes <= max)) ?? null;
}

/** What a look, a search or an observation tells, or what drawing and reloading came to. */
export interface ResultReading {
  readonly outcome: ManeuverResult["outcome"] | "falseAnswer" | "gmAnswer";
  /** Ticks more or less than the base; 0 where none are named. */
  readonly ticks: number;
  /** Facts that are learned; 0 for everything else. */
  readonly facts: number;
  /** All that was asked is known; `more` or `hidden` things as well beyond that. */
  readonly complete: boolean;
  readonly extra: "more" | "hidden" | null;
  /** Metres that a dropped thing lies away. */
  readonly dropped: number;
}

/**
 * Reads a roll by the maneuver's result table, its facts (each success beyond the first, all of them with 5) and its false
 * answers on a dramatic failure; null: the maneuver has no table (Actions and Maneuvers, Common Actions and Ranged Actions).
 */
export function readResult(maneuver: Maneuver, { successes, degreeOfFailure }: Pick<RollResult, "successes" | "degreeOfFailure">): ResultReading | null {
  const lie = effectOf(maneuver, "falseAnswer");
  const facts = effectOf(maneuver, "facts");
  const row = resultOf(maneuver, successes);
  if (row === null && lie === null && facts === null) return null;
  const none = { ticks: 0, facts: 0, complete: false, extra: null, dropped: 0 } as const;
  if (successes === 0 && degreeOfFailure >= DRAMATIC && lie !== null) return { ...none, outcome: lie.answer === "false" ? "falseAnswer" : "gmAnswer" };
  if (row === null) return { ...none, outcome: "nothing" };
  const learned = row.outcome === "facts" && facts !== null ? Math.max(0, successes - facts.beyond) : 0;
  const complete = row.outcome === "facts" && facts !== null && successes >= facts.complete;
  const metres = row.outcome === "dropsWeapon" ? effectsOf(maneuver, "dropDistance").reduce((sum, { metresPerDegree }) => sum + metresPerDegree * degreeOfFailure, 0) : 0;
  return { outcome: row.outcome, ticks: row.ticks ?? 0, facts: learned, complete, extra: complete && facts !== null && successes > facts.complete ? facts.extra : null, dropped: metres };
}
