import type { Power } from "../fighter/types";
import type { AttributeKey, SkillKey, Theme } from "../keys";

/** Dots of a skill tree (contract, `system.skills`): a root, its branches, their leaves by id. */
export interface TreeDots {
  readonly primary: boolean;
  readonly value: number;
  readonly branches: Readonly<Record<SkillKey, { readonly value: number; readonly leaves: Readonly<Record<string, { readonly value: number }>> }>>;
}

/** What one may pay with. Story Points only turn into Power Points. */
export interface Purse {
  readonly character: number;
  readonly story: number;
  readonly objective: number;
  readonly power: number;
}
export type Currency = keyof Purse;

/** A character as advancement sees it. Plain data. */
export interface Buyer {
  readonly attributes: Readonly<Record<AttributeKey, number>>;
  readonly skills: Readonly<Record<string, TreeDots>>;
  /** Ratings by item id. */
  readonly traits: Readonly<Record<string, { readonly kind: "trait" | "quirk"; readonly rating: number }>>;
  readonly powers: readonly Power[];
  readonly theme: Theme | null;
  readonly points: Purse;
  /** Learning Points by branch. */
  readonly learning: Readonly<Record<SkillKey, number>>;
  /** True once play has begun: attributes then cost Objective Points. */
  readonly inPlay: boolean;
  /** Tree whose root Perfection has raised; null: none. */
  readonly perfectedRoot: string | null;
}

/** One more dot of something, or one power. */
export type Purchase =
  | { readonly kind: "attribute"; readonly attribute: AttributeKey }
  | { readonly kind: "root"; readonly tree: string }
  | { readonly kind: "branch"; readonly tree: string; readonly branch: SkillKey }
  /** A leaf that is not there yet is begun. */
  | { readonly kind: "leaf"; readonly tree: string; readonly branch: SkillKey; readonly leaf: string }
  | { readonly kind: "trait" | "quirk"; readonly id: string }
  | { readonly kind: "power"; readonly power: Power };

/** A TN that a purchase changes. */
export interface TargetNumberChange {
  readonly skill: SkillKey;
  readonly from: number;
  readonly to: number;
}

/** What a purchase would cost and change. */
export interface Quote {
  /** Price in points of the currency, Learning Points included. */
  readonly price: number;
  readonly currency: Currency;
  /** Learning Points that pay a part of it, and of which branch. */
  readonly learning: { readonly branch: SkillKey; readonly points: number } | null;
  /** Points of the currency that are left to pay. */
  readonly due: number;
  /** Rating or dots before and after. */
  readonly from: number;
  readonly to: number;
  readonly targetNumbers: readonly TargetNumberChange[];
}
