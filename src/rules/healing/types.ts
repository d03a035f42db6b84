import type { WoundChart, WoundOutcome } from "../wounds/types";

/** All that healing needs to know of a patient, as plain data (contract, `system.wounds` and `system.healing`). */
export interface Patient {
  readonly wounds: WoundChart;
  readonly stabilized: boolean;
  /** Most points of one source that go to Temporary. */
  readonly resilience: number;
  /** Dice that First Aid left for the next Heal Wounds roll; 0: given and used up; null: none since the last new Normal Wound. */
  readonly firstAid: number | null;
  /** Dice of Caretaking for the next Heal Wounds roll; null: none since the last one. */
  readonly caretaking: number | null;
  /** These wounds have had their surgery. */
  readonly operated: boolean;
}

/** What is at hand; null: nothing of the kind (Environmental Scenes, First Aid). */
export interface Supplies {
  readonly medkit: number | null;
  readonly facility: number | null;
}

/** One act of healing: the patient afterwards and what happened. */
export interface HealingOutcome {
  readonly patient: Patient;
  /** Boxes cleared. */
  readonly healed: number;
  /** Points of harm done; 0 when it went well. */
  readonly harmed: number;
  /** What the harm did to the chart; null without harm. */
  readonly wound: WoundOutcome | null;
  /** The bleeding stops now. */
  readonly stabilizes: boolean;
}
