import type { DamageType } from "../../rules/keys";
import type { Cover, EngagementRange } from "../../rules/modifiers/types";

/** An attacker in numbers: what it rolls to hit, and its damage. Texts as they were typed. */
export interface PlainAttack {
  readonly dice: string;
  readonly tn: string;
  /** `3x1/3x3 @5`. */
  readonly damage: string;
  readonly type: DamageType;
  readonly isShot: boolean;
  readonly ticks: string;
}

/** A defender in numbers. */
export interface PlainDefence {
  readonly absorb: string;
  readonly deflection: string;
  /** Boxes of Temporary Wounds. */
  readonly temporary: string;
  /** Least points that the energy shield takes note of, the most it stops, and its energy; no shield without energy. */
  readonly shieldLeast: string;
  readonly shieldMost: string;
  readonly shieldEnergy: string;
  /** Dodge in dice and TN; no dodge without dice. */
  readonly dodgeDice: string;
  readonly dodgeTn: string;
}

/** Place and moment, as far as the calculator asks for them. */
export interface OddsPlace {
  /** Metres; empty: not known. */
  readonly distance: string;
  readonly height: string;
  readonly engagement: EngagementRange | null;
  readonly attackerProne: boolean;
  readonly attackerMovement: "none" | "walk" | "run";
  readonly targetProne: boolean;
  readonly targetImmobile: boolean;
  /** Metres in 6 ticks. */
  readonly targetMoving: string;
  readonly targetCover: Cover;
  readonly targetInMelee: boolean;
}

/** Everything that is chosen in the calculator. Empty UUIDs stand for plain numbers. */
export interface OddsChoices {
  readonly attacker: string;
  readonly maneuver: string;
  readonly weapon: string;
  readonly variant: string | null;
  readonly mode: string | null;
  readonly base: string | null;
  readonly baseMode: string | null;
  readonly plainAttack: PlainAttack;
  /** Dice more or less. */
  readonly custom: string;
  readonly defender: string;
  readonly plainDefence: PlainDefence;
  /** Id of the defender's maneuver; empty: no answer. */
  readonly reaction: string;
  readonly reactionWeapon: string;
  readonly place: OddsPlace;
}

export const noPlace = (): OddsPlace => ({
  distance: "", height: "", engagement: null, attackerProne: false, attackerMovement: "none",
  targetProne: false, targetImmobile: false, targetMoving: "", targetCover: "none", targetInMelee: false,
});

export const noOddsChoices = (): OddsChoices => ({
  attacker: "", maneuver: "", weapon: "", variant: null, mode: null, base: null, baseMode: null,
  plainAttack: { dice: "6", tn: "5", damage: "3x1/3x3 @5", type: "physical", isShot: false, ticks: "8" },
  custom: "",
  defender: "",
  plainDefence: { absorb: "0", deflection: "0", temporary: "8", shieldLeast: "5", shieldMost: "10", shieldEnergy: "", dodgeDice: "", dodgeTn: "4" },
  reaction: "", reactionWeapon: "",
  place: noPlace(),
});
