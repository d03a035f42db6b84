import { RuleError } from "../errors";
import { metresIn } from "./distance";
import { paceMetres, type PaceEffect } from "./pace";

/** A sprint takes no less (Actions and Maneuvers, Common Actions). */
export const SHORTEST_SPRINT = 3;

export interface Sprint {
  readonly ticks: number;
  /** Metres in 6 ticks: 2 x (Speed + successes of Prowess(Agility)). */
  readonly rate: number;
  readonly metres: number;
}

/**
 * A sprint of so many ticks: distance pro rata, nothing else can be done meanwhile (Actions and Maneuvers, Sprint). Its Will
 * is `willExpense("sprint", { ticks })`.
 * @param speed metres walked in 6 ticks
 * @param successes 0 or more
 * @throws {RuleError} `FATEWALKER.Error.TicksOutOfRange` below 3 ticks
 */
export function sprint(effect: PaceEffect, { speed, successes, ticks }: { readonly speed: number; readonly successes: number; readonly ticks: number }): Sprint {
  if (!Number.isInteger(ticks) || ticks < SHORTEST_SPRINT) throw new RuleError("FATEWALKER.Error.TicksOutOfRange", { ticks: String(ticks), min: SHORTEST_SPRINT, max: "∞" });
  const rate = paceMetres(effect, { speed, successes });
  return { ticks, rate, metres: metresIn(ticks, rate) };
}
