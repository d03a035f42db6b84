import type { Altered } from "./altered";
import type { Attack } from "./attacks";
import type { Bodies } from "./bodies";
import type { Engagements } from "./engagements";
import type { RollBook } from "./journal";
import type { Answer, ExchangeState, ResolutionStep, TargetState } from "./types";

export type Reaction = Extract<Answer, { kind: "reaction" }>;

/** Where one target's part stands: `done` when no dice are missing for it. */
export interface Progress {
  readonly steps: ResolutionStep[];
  outcome: TargetState["outcome"];
  done: boolean;
  /** The attacker was hurt by a blow that stuns and may black out. */
  attackerStunned: boolean;
  /** Net successes of a Friendly Fire that turns the attack away; null: none. */
  redirects: number | null;
  /** Degree of failure of the attack roll when it missed; null: it did not. */
  missedBy: number | null;
}

/** A part that nothing has happened to (Dramatic Scenes, Declaration vs Resolution). */
export function freshProgress(): Progress {
  return { steps: [], outcome: null, done: false, attackerStunned: false, redirects: null, missedBy: null };
}

/** One target of an exchange while it is worked out. */
export interface Work {
  readonly state: ExchangeState;
  readonly journal: RollBook;
  readonly bodies: Bodies;
  readonly engagements: Engagements;
  readonly target: TargetState;
  readonly index: number;
  readonly attack: Attack;
  readonly part: Progress;
  /** What powers make of rolls that come after the meeting, each noted once. */
  readonly altered: Altered[];
}

/** Ends a target's part (Dramatic Scenes, Declaration vs Resolution). */
export function finish(part: Progress, outcome: TargetState["outcome"]): void {
  part.outcome = outcome;
  part.done = true;
}
