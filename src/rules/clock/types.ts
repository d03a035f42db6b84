/**
 * The tick clock: a tick is half a second; each combatant has an Action Tick, and whoever's comes up acts
 * (Dramatic Scenes, Keeping Time). Plain data and a pure reducer; results of rolls come in as numbers.
 */

export type ClockEntryState = "ready" | "holding" | "out";

export interface ClockEntry {
  readonly id: string;
  /** Next Action Tick when ready; first tick from which a holder may preempt; null: initiative not rolled yet. */
  readonly actionTick: number | null;
  readonly state: ClockEntryState;
  /** Tick of the entry's last operation: when it began to hold, acted, joined or went out. */
  readonly since: number;
  /** Higher Awareness declares first on the same tick. */
  readonly awareness: number;
  /** Why it takes no part: `defeated` may come back, `unconscious` comes back when it wakes, `left` is about to be deleted; null: it takes part. */
  readonly out: null | "defeated" | "unconscious" | "left";
}

export interface ScheduledEvent {
  readonly tick: number;
  /** Ticks between repetitions; null: once. */
  readonly every: number | null;
  /** Repetitions left after the next one; null: without end. */
  readonly left: number | null;
  readonly kind: string;
  /** Combatant id it concerns, or null. */
  readonly target: string | null;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

export interface ClockState {
  /** Current tick; 0: not begun; once begun at least 1. */
  readonly tick: number;
  readonly entries: Readonly<Record<string, ClockEntry>>;
  /** Whose turn to declare it is; a simultaneous group is led by its first id. Null: nobody is due. */
  readonly active: string | null;
  readonly schedule: Readonly<Record<string, ScheduledEvent>>;
}

/** Costs are whole ticks, 0 or more; a cost below the printed minimum is the caller's to prevent. */
export type ClockOperation =
  /** Enters the scene, or decides the initiative of one who is there. `initiative` is the result of the roll (1 or more), counted from now once the clock runs; null: not rolled yet. */
  | { readonly kind: "join"; readonly id: string; readonly awareness: number; readonly initiative: number | null }
  /** Starts the clock at tick 1 and goes to the first who is due. Everyone without initiative stays undecided. */
  | { readonly kind: "begin" }
  /** An action resolved now by someone who is due, or breaks its hold for it: next Action Tick = now + cost. The tick itself stays until `advance`. */
  | { readonly kind: "act"; readonly id: string; readonly cost: number }
  /** Out of turn: new Action Tick = max(own Action Tick, now) + cost; ends a hold, gives up a due action. */
  | { readonly kind: "react"; readonly id: string; readonly cost: number }
  /** 2 ticks minimum before preempting. */
  | { readonly kind: "hold"; readonly id: string }
  /** A holder breaks its hold and is due now. */
  | { readonly kind: "release"; readonly id: string }
  /** A holder acts before the trigger: next Action Tick = now + cost. */
  | { readonly kind: "preempt"; readonly id: string; readonly cost: number }
  /** The GM puts an entry on another tick; never below 1 once begun. */
  | { readonly kind: "adjust"; readonly id: string; readonly tick: number }
  /** Awareness changed in mid-fight. */
  | { readonly kind: "awareness"; readonly id: string; readonly awareness: number }
  /** Takes no part any more; `why` says that it only sleeps. */
  | { readonly kind: "defeat"; readonly id: string; readonly why?: "unconscious" }
  /** Back from defeat: due `cost` ticks from now. */
  | { readonly kind: "revive"; readonly id: string; readonly cost: number }
  /** Removed from the scene for good, with what is scheduled for it. */
  | { readonly kind: "leave"; readonly id: string }
  | { readonly kind: "schedule"; readonly eventId: string; readonly event: ScheduledEvent }
  | { readonly kind: "unschedule"; readonly eventId: string }
  /** To whoever is due next, firing what lies on the way; with nobody ready to the next scheduled event, else one tick on. `to` names a tick instead, which never passes a due entry. Refused while somebody is due. */
  | { readonly kind: "advance"; readonly to?: number }
  /** Restores what `inverse` of an earlier step recorded. */
  | { readonly kind: "undo"; readonly inverse: ClockInverse };

/** What one step changed, as it was before: null means that the entry or event did not exist. */
export interface ClockInverse {
  readonly tick: number;
  readonly active: string | null;
  readonly entries: Readonly<Record<string, ClockEntry | null>>;
  readonly schedule: Readonly<Record<string, ScheduledEvent | null>>;
}

/** What happened, in order; the table's side effects hang on these. */
export type ClockEvent =
  | { readonly kind: "began" }
  | { readonly kind: "tickChanged"; readonly from: number; readonly to: number }
  | { readonly kind: "fired"; readonly eventId: string; readonly tick: number; readonly event: ScheduledEvent }
  | { readonly kind: "due"; readonly ids: readonly string[]; readonly tick: number }
  | { readonly kind: "moved"; readonly id: string; readonly from: number | null; readonly to: number | null };

export interface ClockStep {
  readonly state: ClockState;
  readonly events: readonly ClockEvent[];
  readonly inverse: ClockInverse;
}
