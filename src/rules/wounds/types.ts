/**
 * A wound chart as it is stored (contract: `system.wounds`). `normal.value` counts the X only, `normal.stun` the / only;
 * what is filled is their sum. Boxes fill top to bottom, then the next column; X stand before /.
 */
export interface WoundChart {
  readonly temporary: { readonly value: number; readonly max: number };
  readonly normal: {
    readonly rows: number;
    readonly columns: number;
    readonly value: number;
    readonly stun: number;
    /** Penalty of each column, 0 or more; a chart longer than the list repeats the last value. */
    readonly penalties: readonly number[];
  };
  readonly mortal: { readonly value: number; readonly max: number };
}

/** How many points of one source went where, in the order in which they were placed. */
export interface WoundPlacement {
  readonly temporary: number;
  /** New X in the Normal chart, conversions included. */
  readonly normal: number;
  /** Change of the / in the Normal chart: new marks less those that became X. */
  readonly stun: number;
  readonly mortal: number;
  /** / that became X. */
  readonly converted: number;
  /** Points that found no box: the chart was full to the last Mortal box. */
  readonly lost: number;
}

export interface WoundOutcome {
  readonly chart: WoundChart;
  readonly placed: WoundPlacement;
  /** A consciousness roll is due: the Normal chart is at least half full and stun of this hit reached it. */
  readonly consciousnessRoll: boolean;
  /** The first Mortal box was filled by this hit: bleeding begins. */
  readonly startsBleeding: boolean;
  /** The last Mortal box is filled. */
  readonly dies: boolean;
}
