import type { Face } from "../dice/types";
import type { DamageType, Ladder } from "../keys";

/** `count` dice worth `value` points each. Values are odd: 1 3 5 7 ... or, for buckshot, 1 5 9 13 ... */
export interface DamageDice {
  readonly count: number;
  readonly value: number;
}

/** A damage roll before it is thrown: at most two kinds of dice, highest value last (`3x1/3x3`), and the damage TN (0 to 8). */
export interface DamagePool {
  readonly dice: readonly DamageDice[];
  readonly tn: number;
  readonly ladder: Ladder;
}

/** One damage die after the roll. A success showing 0 ignores Absorb (Dramatic Scenes, Armor Penetration). */
export interface DamageDieResult {
  readonly face: Face;
  readonly value: number;
  readonly success: boolean;
  readonly penetrating: boolean;
}

/** Points of a hit: `penetrating` ones ignore Absorb; flat damage is part of `ordinary`. */
export interface DamagePoints {
  readonly ordinary: number;
  readonly penetrating: number;
}

export interface DamageRollResult {
  readonly dice: readonly DamageDieResult[];
  /** Flat +N damage, counted only when at least one die was left to roll. */
  readonly flat: number;
  readonly points: DamagePoints;
}

/** What protects a target: worn armor with its upgrades. Deflection demotes dice, Absorb is taken off the total. */
export interface Protection {
  readonly absorb: number;
  readonly deflection: Readonly<Record<DamageType, number>>;
}

/** An energy shield as it stands before the hit (Dramatic Scenes, Energy Shields). */
export interface ShieldState {
  readonly minActivation: number;
  readonly maxAbsorb: number;
  readonly energy: number;
  readonly reserve: number;
}

/** `literal`: a hit drains the pool by what was prevented; `charges`: each triggered hit spends one charge. */
export type ShieldRule = "literal" | "charges";

export interface ShieldOutcome {
  readonly triggered: boolean;
  /** Dice taken out of the pool. */
  readonly removed: readonly DamageDice[];
  readonly prevented: number;
  readonly energyAfter: number;
  readonly pool: DamagePool;
}
