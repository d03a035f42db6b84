import type { StatusId } from "../keys";
import type { WoundChart } from "../wounds/types";

/**
 * Chances by a whole number: the first entry is that of 0, and all add up to 1. `[0.25, 0.75]`: once in four 0, else 1.
 */
export type Distribution = readonly number[];

/** How one side may stand when it is over. */
export interface EndState {
  readonly chance: number;
  /** Points of this exchange that reached the chart, after armor and parry, of all sources together. */
  readonly points: number;
  readonly wounds: WoundChart;
  /** Energy left in the shield; null without one. */
  readonly energy: number | null;
  readonly statuses: readonly StatusId[];
}

/** What an exchange does to one side, exactly. */
export interface HarmOdds {
  /** Points that reach the chart, a miss being 0. */
  readonly points: Distribution;
  /** Boxes newly marked in the Temporary part. */
  readonly temporary: Distribution;
  /** New X in the Normal chart, / that became X included. */
  readonly normal: Distribution;
  /** New / in the Normal chart; 0 also where / only became X. */
  readonly stun: Distribution;
  /** New X in the Mortal part. */
  readonly mortal: Distribution;
  /** Column that the marks have reached afterwards: 0 none, 1 the first, and so on. */
  readonly column: Distribution;
  /** Wound penalty in force afterwards, in dice. */
  readonly penalty: Distribution;
  /** Chances of how it stands afterwards; one may be dying and unconscious at once. */
  readonly unconscious: number;
  readonly dying: number;
  readonly dead: number;
  /** Any of the three: it is out of the fight. */
  readonly out: number;
  /** Every way in which it may end, the likeliest first; all that stands above is added up from these. */
  readonly states: readonly EndState[];
}

/** Everything that an exchange may come to for one of its targets, exactly: by convolution, never by simulation. */
export interface ExchangeOdds {
  /** Chance that the attack comes through after the answer, whatever armor leaves of it. */
  readonly hit: number;
  /** Attack roll by successes; of one on whom an attack is turned, the roll that turns it, once it is made. */
  readonly successes: Distribution;
  /** Answer's roll by successes; null without an answer that rolls. */
  readonly answer: Distribution | null;
  /** The same as `target.points`. */
  readonly damage: Distribution;
  /** Expected points of one attack, misses included. */
  readonly mean: number;
  /** Expected points once it hits; 0 where it cannot. */
  readonly meanOnHit: number;
  readonly target: HarmOdds;
  /** What the answer of this target (a counterattack), or the attack itself (a headbutt, a fall), does to the attacker. */
  readonly attacker: HarmOdds;
}

/** What is to be expected when an attack is made again and again. */
export interface DropOdds {
  /** Expected attacks until the target is out; null: it may never be. */
  readonly attacks: number | null;
  /** The same in ticks: the attacks times their tick cost; null likewise. */
  readonly ticks: number | null;
  /** Chance that the target is out after so many attacks, from 0 on, to `HORIZON`. */
  readonly after: readonly number[];
}
