import { ticksFor } from "../rules/movement/distance";
import { FREE_METRES } from "../rules/movement/pace";

/** One pace that a way could be gone at, in metres in 6 ticks. */
export interface RulerPace {
  readonly kind: string;
  readonly rate: number;
}

/** What a ruler knows of the one whose token is measured. */
export interface RulerMover {
  /** The pace that it moves at, or those that it could set out at. */
  readonly paces: readonly RulerPace[];
  readonly moving: boolean;
  /** In a fight that has begun, where metres are counted. */
  readonly counted: boolean;
  /** Metres that it may go now, the free one included. */
  readonly allowed: number;
}

/** `within` what is allowed, `beyond` this segment, or gone `atRest` by one who has not set out. */
export type RulerReach = "within" | "beyond" | "atRest";

export interface RulerReading {
  readonly paces: readonly { readonly kind: string; readonly ticks: number }[];
  readonly reach: RulerReach;
}

/**
 * What a ruler says of a way: the ticks that it takes at each pace, and whether it is more than one may go now
 * (Dramatic Scenes, Time and Space). Nobody is held to anything outside a fight.
 * @param metres 0 or more
 */
export function readRuler(metres: number, { paces, moving, counted, allowed }: RulerMover): RulerReading {
  const timed = metres <= 0 ? [] : paces.filter(({ rate }) => rate > 0).map(({ kind, rate }) => ({ kind, ticks: ticksFor({ metres, rate }) }));
  if (!counted || metres <= Math.max(FREE_METRES, allowed)) return { paces: timed, reach: "within" };
  return { paces: timed, reach: moving ? "beyond" : "atRest" };
}
