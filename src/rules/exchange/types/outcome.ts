import type { Carried } from "../../fighter/carried";
import type { StatusId } from "../../keys";
import type { EngagementRecord, Participant } from "./declaration";

/* What a resolved exchange changes, in the terms of the documents that it is written into. */

/** A change to one participant that a resolved exchange asks for, in the terms of the contract's paths. */
export interface ExchangePatch {
  readonly participant: Participant;
  readonly document: PatchedDocument;
  /** Path below the document, such as `system.wounds.normal.value`; for a status `active`. */
  readonly path: string;
  readonly before: PatchValue;
  readonly after: PatchValue;
}

/**
 * What a patch changes. `combatant`: the participant's own, such as `system.aim`; `engagement`: the fight's record of two combatants,
 * ids sorted, at `system.engagements.<idA>_<idB>`.
 */
export type PatchedDocument =
  | { readonly kind: "actor" }
  | { readonly kind: "item"; readonly id: string }
  | { readonly kind: "status"; readonly status: StatusId }
  | { readonly kind: "combatant" }
  | { readonly kind: "engagement"; readonly between: readonly [string, string] };
export type PatchValue = number | boolean | string | null | EngagementRecord | NonNullable<Carried["aim"]> | NonNullable<Carried["footwork"]>;

/** Ticks that an exchange costs one participant. */
export interface ExchangeTicks {
  readonly participant: Participant;
  readonly kind: "act" | "react" | "preempt";
  readonly cost: number;
}

/** A participant who begins to bleed: one point of damage every `interval` ticks. */
export interface ExchangeBleeding {
  readonly participant: Participant;
  readonly interval: number;
}

/** Somebody who has a new Normal or Mortal Wound: what First Aid left is gone (Environmental Scenes, First Aid). */
export interface ExchangeWound {
  readonly participant: Participant;
  /** A Mortal one is among them: whoever was stabilized bleeds again. */
  readonly mortal: boolean;
}

/** Points of Will that somebody loses, marked as its track allows (Actions and Maneuvers, Choke Hold, Nerve Strike). */
export interface ExchangeDrain {
  readonly participant: Participant;
  readonly will: number;
}

/** Until this tick the participant may fire a free shot at everyone who acts in the covered area (Actions and Maneuvers, Full Auto). */
export interface ExchangeOverwatch {
  readonly participant: Participant;
  readonly until: number;
}

/** All that a resolved exchange changes. */
export interface ExchangeOutcome {
  readonly patches: readonly ExchangePatch[];
  readonly ticks: readonly ExchangeTicks[];
  readonly bleeding: readonly ExchangeBleeding[];
  readonly newWounds: readonly ExchangeWound[];
  readonly drains: readonly ExchangeDrain[];
  readonly overwatch: readonly ExchangeOverwatch[];
}
