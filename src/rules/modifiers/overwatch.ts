import { circumstance } from "./modifier";
import type { Modifier } from "./types";

/** An area under fire until a tick, the last one included (Actions and Maneuvers, Full Auto). */
export interface Overwatch {
  readonly shooter: string;
  readonly until: number;
  /** Actions that it has shot at: one free shot for each target's action. */
  readonly answered: readonly string[];
}

/** Dice of a free shot. */
const FREE_SHOT = -2;

/** Whether the shooter has a free shot before somebody's action in the area; `action` names that action (readings E25). */
export function mayFireFree({ shooter, until, answered }: Overwatch, { tick, actor, action }: { readonly tick: number; readonly actor: string; readonly action: string }): boolean {
  return tick <= until && actor !== shooter && !answered.includes(action);
}

/** The penalty of a free shot (Actions and Maneuvers, Full Auto). */
export function freeShotModifiers(): Modifier[] {
  return [circumstance({ key: "free-shot", source: "maneuver", value: FREE_SHOT })];
}
