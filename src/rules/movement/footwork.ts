import { RuleError } from "../errors";
import type { ManeuverEffect } from "../fighter/types";
import { atLeastZero } from "../numbers";

type FootworkEffect = Extract<ManeuverEffect, { kind: "footwork" }>;

/** Dice that footwork has in store, as a combatant keeps them (contract, `system.footwork`). */
export interface Footwork {
  readonly dice: number;
  /** Last tick on which they count; null: without end. */
  readonly until: number | null;
}

/** Footwork begun or renewed: one die a success for 20 ticks; renewing throws away what was left (Actions and Maneuvers, Footwork). */
export function beginFootwork(effect: FootworkEffect, successes: number, now: number): Footwork {
  return { dice: atLeastZero(successes) * effect.perSuccess, until: now + effect.ticks };
}

/** Dice that one maneuver may take now: at most 2 of what is left, none when the time is over or it has moved away. */
export function footworkDice(effect: FootworkEffect, footwork: Footwork | null, now: number): number {
  if (footwork === null || (footwork.until !== null && now > footwork.until)) return 0;
  return Math.min(effect.most, footwork.dice);
}

/**
 * Takes dice out of the store: each counts once.
 * @throws {RuleError} `FATEWALKER.Movement.TooMuchFootwork` for more than may be taken
 */
export function useFootwork(effect: FootworkEffect, footwork: Footwork, dice: number, now: number): Footwork {
  const most = footworkDice(effect, footwork, now);
  if (!Number.isInteger(dice) || dice < 0 || dice > most) throw new RuleError("FATEWALKER.Movement.TooMuchFootwork", { most });
  return { ...footwork, dice: footwork.dice - dice };
}
