import type { AttributeKey, SkillKey } from "../keys";
import type { Look } from "../sight/look";

/** Where a modifier comes from; the dialog groups and names by it, and a power counts against one power a test. */
export type ModifierSource =
  | "attribute" | "maneuver" | "requisite" | "situation" | "range" | "engagement" | "posture" | "movement" | "cover"
  | "weapon" | "shield" | "opponent" | "trait" | "power" | "support" | "aim" | "encumbrance" | "custom";

/**
 * What a power or a support roll does to the roll it is used on, beside dice (Powers; core rules, Dice). Plain data, in force where its modifier is on.
 *
 * - `targetNumber`: the TN rises by `bonus`, to `most` at the highest.
 * - `ignoreWounds`: wounds do not count; `keeps` points of penalty stay (Ennui).
 * - `predestined`: fewer successes than `named` are doubled, as many are doubled and paid back, more are cut and paid back.
 * - `fateRoll`: so many dice at `tn` are rolled besides and their successes added; the user takes `base` - `perSuccess` x successes +
 *   `perFailure` x failures points; from `refundShare` of the dice on the cost comes back (null: never).
 * - `strike`: successes more, an answer that counts nothing, points of flat damage.
 * - `support`: a skill of that TN is rolled besides with the attribute of the main roll, once that has what powers make of it.
 */
export type RollChange =
  | { readonly kind: "targetNumber"; readonly bonus: number; readonly most: number }
  | { readonly kind: "ignoreWounds"; readonly keeps: number }
  | { readonly kind: "predestined"; readonly named: number }
  | { readonly kind: "fateRoll"; readonly dice: number; readonly tn: number; readonly damage: { readonly base: number; readonly perSuccess: number; readonly perFailure: number }; readonly refundShare: number | null }
  | { readonly kind: "strike"; readonly successes: number; readonly cancelsDefense: boolean; readonly damage: number }
  | { readonly kind: "support"; readonly attribute: AttributeKey; readonly branch: SkillKey; readonly tn: number };

/**
 * One named change to a pool, in dice. `enabled` ones count; the dialog lets a person switch those that are `optional`.
 */
export interface Modifier {
  /** Stable key within one roll, such as `requisite` or `target-prone`. */
  readonly key: string;
  readonly source: ModifierSource;
  /** Localisation key of the name. */
  readonly label: string;
  /** Values for the label's placeholders. */
  readonly data?: Readonly<Record<string, string | number>>;
  /** Bonus (positive) or penalty (negative) dice. */
  readonly value: number;
  readonly enabled: boolean;
  readonly optional: boolean;
  /** What switching it on costs, in points of a track. */
  readonly cost?: { readonly will?: number; readonly fate?: number };
  /** What it changes beside dice. */
  readonly change?: RollChange;
  /** Who pays for it, by UUID of the actor; missing: the roller. */
  readonly payer?: string;
}

export type RangeBand = "short" | "medium" | "long" | "extreme" | "beyond";
export type Cover = "none" | "cover50" | "cover90";
/** Engagement range of melee: Long 6, Medium 5, Short 4, Contact 3, Grapple 2, Clinch 1 (Dramatic Scenes, Melee Combat Range). */
export type EngagementRange = 1 | 2 | 3 | 4 | 5 | 6;

/** One fighter's hold over the other: who has it, and its level (grapple 1 to 3, ground 0 to 2, hold 1 and more). */
export interface Position {
  readonly dominant: "attacker" | "target";
  readonly level: number;
}

/** What holds the two together at close quarters; null: nothing of that kind (Dramatic Scenes, Melee Combat Range and Ground Combat). */
export interface Positions {
  readonly grapple: Position | null;
  readonly ground: Position | null;
  readonly hold: Position | null;
}

/** Everything about the place and the moment that changes an attack or an answer to it. */
export interface Situation {
  /** Metres between the two; null: not known (no tokens), no distance modifiers. */
  readonly distance: number | null;
  /** Metres that the attacker stands higher than the target. */
  readonly height: number;
  /** Visible Range of the attacker after light, weather, size and optics, in metres; null: not limited. */
  readonly visibleRange: number | null;
  /** What made the Visible Range what it is; missing: nothing beside the eyes. */
  readonly look?: Look;
  readonly engagement: EngagementRange | null;
  readonly attacker: { readonly prone: boolean; readonly movement: "none" | "walk" | "run"; readonly cover: Cover };
  readonly target: {
    readonly prone: boolean;
    readonly immobile: boolean;
    /** Metres moved in 6 ticks. */
    readonly moving: number;
    readonly leaping: boolean;
    readonly cover: Cover;
    readonly inMelee: boolean;
    readonly inGrapple: boolean;
    /** Penalty dice, 0 or more, that Evasive Running lays on shots in place of those of running; missing or null: it does not run so. */
    readonly evasive?: number | null;
  };
  /** How the two hold each other; missing: not known, which forbids nothing. */
  readonly positions?: Positions;
  /** Around the cover, or through it with the barrier rating of its material. */
  readonly shotThroughCover: boolean;
  readonly barrier: number;
}
