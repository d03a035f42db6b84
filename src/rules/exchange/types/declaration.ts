import type { Carried } from "../../fighter/carried";
import type { Area, Fighter, Maneuver, Weapon } from "../../fighter/types";
import type { Modifier, Situation } from "../../modifiers/types";

/* What people declare and answer: who does what, with what, and to whom. */

/** Who takes part, by address: the token's own actor where the token is unlinked (contract, Messages). */
export interface Participant {
  /** UUID of the actor, the synthetic one of an unlinked token included. */
  readonly actor: string;
  readonly token: string | null;
  readonly combatant: string | null;
}

/** One side of an exchange with what the rules know of it. GM knowledge: never in a message made for players. */
export interface ExchangeSide {
  readonly participant: Participant;
  readonly fighter: Fighter;
}

/** The attacker, or the index of a target. */
export type Side = "attacker" | number;

/** The attacker's choice, as declared. */
export interface Declaration {
  readonly maneuver: Maneuver;
  readonly weapon: Weapon | null;
  /** Every modifier that was offered, with what was switched on. */
  readonly modifiers: readonly Modifier[];
  readonly cost: number;
  /** The maneuvers that a combined one or Twin Pistols is made of, in order; each target names the one that is meant for it. */
  readonly parts?: readonly Part[];
  /** Ticks of running up to it. */
  readonly runTicks?: number;
  /** It covers an area: full damage at its centre, `falloff` demotions a metre, nothing beyond `radius` metres. */
  readonly area?: Area | null;
  /** What the attacker carried over from its last action. */
  readonly carried?: Carried;
}

/** One of the maneuvers that a combined one is made of, with its own modifiers. */
export interface Part {
  readonly maneuver: Maneuver;
  readonly weapon: Weapon | null;
  readonly modifiers: readonly Modifier[];
}

/** Somebody near on whom a Friendly Fire turns the attack, with the modifiers of the new attack roll (net successes aside). */
export interface NewTarget {
  readonly side: ExchangeSide;
  readonly situation: Situation;
  readonly aware: boolean;
  readonly modifiers: readonly Modifier[];
  readonly carried?: Carried;
}

/** Why somebody was not asked for an answer, or can give none. */
export const NO_ANSWER_REASONS = ["unaware", "surprised", "unconscious", "dead", "knowsNone", "nothingFits", "together", "preempted", "oneOfGroup", "notWaited"] as const;
export type NoAnswerReason = (typeof NO_ANSWER_REASONS)[number];

/** A target's answer: a reaction with its own modifiers and cost, or none; `why` where it was not the target's own choice. */
export type Answer =
  | { readonly kind: "none"; readonly why?: NoAnswerReason }
  | {
      readonly kind: "reaction";
      readonly maneuver: Maneuver;
      readonly weapon: Weapon | null;
      readonly modifiers: readonly Modifier[];
      readonly cost: number;
      /** The parry and the blow of a Parry/Riposte, the block and the blow of a Block/Strike. */
      readonly parts?: readonly Part[];
      /** For Friendly Fire; without one it is a plain dodge. */
      readonly newTarget?: NewTarget | null;
      /** The bottom of the evader, if the evader is on top of somebody: evading an outsider gives that up. */
      readonly yields?: Yielded | null;
    };

/** A ground fight that its top gives up, by evading somebody else: the pair as it is stored now. */
export interface Yielded {
  readonly bottom: Participant;
  readonly engagement: EngagementRecord;
}

/** How two combatants stand to each other, as the fight stores it (contract, Combat): levels as in `Positions`, dominant by id. */
export interface EngagementRecord {
  readonly range: number;
  readonly grapple: null | { readonly dominant: string; readonly level: number };
  readonly ground: null | { readonly dominant: string; readonly level: number };
  readonly hold: null | { readonly dominant: string; readonly level: number };
}
