/** The Will track as it is stored (contract, `system.will`): boxes hold `/` spent, `X` Fatigue or `*` Exhaustion. */
export interface WillTrack {
  readonly rating: number;
  /** Boxes beyond the rating that the GM gave; those of powers come on top. */
  readonly bonus: number;
  readonly spent: number;
  readonly fatigue: number;
  readonly exhaustion: number;
}

/** The Fate track (contract, `system.fate`). */
export interface FateTrack {
  readonly rating: number;
  readonly spent: number;
  readonly apathy: number;
  /** Entered with all boxes in Apathy, over when all Apathy is gone (Powers, Fate). */
  readonly ennui: boolean;
}

export type WillMark = "spent" | "fatigue" | "exhaustion";
export type FateMark = "spent" | "apathy";

/** Which boxes points went into. */
export interface WillPayment {
  readonly track: WillTrack;
  readonly marks: Readonly<Record<WillMark, number>>;
  /** Points that were free of charge. */
  readonly free: number;
}

export interface FatePayment {
  readonly track: FateTrack;
  readonly marks: Readonly<Record<FateMark, number>>;
  readonly free: number;
  /** This payment filled the last box with Apathy: a permanent point is gone. */
  readonly entersEnnui: boolean;
}
