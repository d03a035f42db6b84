import type { Protection, ShieldState } from "../damage/types";
import type { AttributeKey, Carried, DamageType, Encumbrance, Hand, Ladder, ManeuverGroup, Projectile, Size, SkillKey, StatusId, Timing, WeaponGroup } from "../keys";
import type { WoundChart } from "../wounds/types";
import type { ManeuverEffect, ManeuverTables } from "./effects";

export type * from "./effects";
export type * from "./power";

/** A maneuver as the rules read it: the item's data of the contract, without its texts. */
export interface Maneuver {
  /** Row of the table, or empty for one that a group wrote as data alone. */
  readonly key: string;
  readonly group: ManeuverGroup;
  readonly timings: readonly Timing[];
  readonly requisites: readonly { readonly skill: SkillKey; readonly level: number }[];
  /** The hand shield's own requisites count too. */
  readonly requisitePerShield: boolean;
  readonly roll: null | {
    readonly attribute: AttributeKey | null;
    readonly skill: SkillKey | null;
    readonly modifier: number;
    /** Further modifiers of the maneuver's own roll, by case (`vsWeapon`, `wearingHelmet`, `oneHandFree`, `atContact` ...: packs/README.md). */
    readonly cases: readonly { readonly when: string; readonly modifier: number }[];
    /** `shield`: the hand shield's Deflection + Absorb is added; `component`: the maneuver that it is combined with; or the key of one. */
    readonly base: string | null;
  };
  readonly ticks: TickCost;
  readonly damage: null | {
    readonly source: "own" | "weapon" | "shield" | "component";
    readonly pools: readonly { readonly count: number; readonly value: number }[];
    readonly tn: number | null;
    /** Flat points added to the rolled total. */
    readonly bonus: number;
    readonly tnBonus: number;
    readonly stun: boolean;
    /** Rolled damage is taken off the attack's damage instead of hurting (parries and blocks). */
    readonly cancels: boolean;
  };
  /** What a reaction may answer: groups, tags and keys; a leading `!` excludes; null: everything of its class. */
  readonly answers: readonly string[] | null;
  /** What may answer this: likewise; null: every reaction. */
  readonly answeredBy: readonly string[] | null;
  readonly effects: readonly ManeuverEffect[];
  /** Modes, variants, results and further rolls; null or missing: none. */
  readonly tables?: ManeuverTables | null;
  readonly combatSize: Size | null;
  /** Key of the variant that was chosen, once it was (`shapeManeuver`). */
  readonly variant?: string;
}

/** The tick cost of a maneuver, as its table row prints it. */
export type TickCost =
  | { readonly kind: "fixed"; readonly value: number; readonly isMinimum?: boolean }
  | { readonly kind: "range"; readonly min: number; readonly max: number | null; readonly open?: boolean; readonly bySize?: Readonly<Record<Size, number>> }
  | {
      readonly kind: "choice";
      /** One with `min` and `max` lets the user choose between them; its `value` is the least. */
      readonly options: readonly { readonly label: string; readonly value: number; readonly min?: number; readonly max?: number }[];
      readonly surcharge?: { readonly label: string; readonly value: number };
      readonly labelsInferred?: boolean;
    }
  | { readonly kind: "weapon"; readonly base: string; readonly offset: number }
  | { readonly kind: "relative"; readonly base: string; readonly offset: number }
  | { readonly kind: "multiple"; readonly op: string; readonly [key: string]: unknown }
  | { readonly kind: "special"; readonly [key: string]: unknown };

export interface Weapon {
  /** Item id; empty for bare hands. */
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly group: WeaponGroup;
  readonly size: Size;
  /** Metres. */
  readonly length: number;
  readonly damage: { readonly formula: string; readonly tn: number; readonly type: DamageType; readonly stun: boolean; readonly ladder: Ladder };
  /** Ticks. Total = base + recoil. */
  readonly speed: { readonly base: number; readonly recoil: number };
  /** Upper limits in metres; null: no ranged weapon. */
  readonly range: null | { readonly short: number; readonly medium: number; readonly long: number };
  /** `kind`: `m` magazine, `c` cell or cylinder, `i` inside the weapon, `b` belt; missing: not known. */
  readonly magazine: null | { readonly value: number; readonly max: number; readonly kind?: string };
  readonly projectile: Projectile;
  readonly carried: Carried;
  readonly hand: Hand | null;
  /** Ticks of a reload; missing: 0. */
  readonly reload?: number;
  /** Factor on the recoil that a burst costs: 2 doubles, 0.5 halves; missing: 1. */
  readonly burstRecoil?: number;
  /** Bonus dice of a Stop Charge with this weapon; missing: 0. */
  readonly stopChargeBonus?: number;
  /** Metres beyond which buckshot no longer promotes; missing or null: none. */
  readonly promoteRange?: number | null;
  /** How many of them there are; missing: 1. A throw uses one. */
  readonly quantity?: number;
  /** It covers an area where it strikes; missing or null: it strikes one target. */
  readonly area?: Area | null;
}

/** Metres, and demotions for each metre from the centre (core rules, House defaults). */
export interface Area {
  readonly radius: number;
  readonly falloff: number;
}

export interface HandShield {
  readonly id: string;
  readonly name: string;
  readonly size: Size;
  readonly deflection: number;
  readonly absorb: number;
  readonly block: { readonly formula: string; readonly tn: number; readonly ticks: number };
  readonly requisites: readonly { readonly skill: SkillKey; readonly level: number }[];
}

/** Something to look through: it magnifies, or shows warmth in the dark without magnifying (Dramatic Scenes, Range and Visibility). */
export interface Optic {
  readonly name: string;
  /** 1: none. */
  readonly magnification: number;
  readonly infrared: boolean;
}

/**
 * All that the rules need to know of one participant at one moment, as plain data: made fresh from the actor
 * whenever something is computed, never stored on an actor.
 */
export interface Fighter {
  readonly attributes: Readonly<Record<AttributeKey, number>>;
  /** TN of every branch, best leaf included: 0 to 8. */
  readonly skills: Readonly<Record<SkillKey, number>>;
  /** Speed after wounds and encumbrance, metres walked in 6 ticks. */
  readonly speed: number;
  readonly size: number;
  /** Metres, to the naked eye in broad daylight. */
  readonly visibleRange: number;
  /** What one may look through, worn or in hand; missing: nothing. */
  readonly optics?: readonly Optic[];
  /** Metres around one that a light in hand or worn reaches; missing: none. */
  readonly light?: number;
  readonly encumbrance: Encumbrance;
  readonly wounds: WoundChart;
  /** Wound penalty in force, Ennui and the like included. */
  readonly woundPenalty: number;
  /** Points of the chart's penalty that never count (Painless); missing: 0. */
  readonly woundRelief?: number;
  /** Points of flat damage on melee, thrown and unarmed attacks. */
  readonly brute: number;
  readonly protection: Protection;
  /** Null: none switched on, or armor that does not work under a shield. */
  readonly energyShield: null | (ShieldState & { readonly id: string; readonly name: string });
  readonly handShield: HandShield | null;
  /** Rating of the worn helmet, 0 for none. */
  readonly helmet: number;
  readonly bracers: boolean;
  readonly weapons: readonly Weapon[];
  readonly traits: readonly { readonly id: string; readonly name: string; readonly rating: number }[];
  readonly will: { readonly rating: number; readonly value: number };
  readonly fate: { readonly rating: number; readonly value: number };
  readonly statuses: readonly StatusId[];
}
