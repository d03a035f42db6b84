import { RuleError } from "../errors";
import { atLeastZero, clamp } from "../numbers";
import type { Passives } from "../powers/passive";
import { applyWounds } from "../wounds/apply";
import type { WoundChart, WoundOutcome } from "../wounds/types";
import type { WillMark, WillPayment, WillTrack } from "./types";

/** Recovered points that turn Fatigue into spent Will, or Exhaustion into Fatigue, where no power says otherwise (Powers, Recovering Will). */
const POINTS_PER_TURN = 2;

/** Boxes of the track: rating, what the GM gave, what powers give (Iron Will) (Powers, Will). */
export function willBoxes(track: WillTrack, passives: Passives): number {
  return atLeastZero(track.rating) + atLeastZero(track.bonus) + passives.willBoxes;
}

/** The track with every mark inside its boxes: Exhaustion before Fatigue before spent (Powers, Will). */
export function tidyWill(track: WillTrack, passives: Passives): WillTrack {
  const boxes = willBoxes(track, passives);
  const exhaustion = clamp(track.exhaustion, 0, boxes);
  const fatigue = clamp(track.fatigue, 0, boxes - exhaustion);
  return { ...track, exhaustion, fatigue, spent: clamp(track.spent, 0, boxes - exhaustion - fatigue) };
}

/** Boxes without a mark: points that can be spent without Fatigue (Powers, Will). */
export function willLeft(track: WillTrack, passives: Passives): number {
  const { spent, fatigue, exhaustion } = tidyWill(track, passives);
  return willBoxes(track, passives) - spent - fatigue - exhaustion;
}

/** All points that can be spent, those of Fatigue and Exhaustion included (Powers, Unbreakable and Unstoppable). */
export function willInReach(track: WillTrack, passives: Passives): number {
  const { spent, fatigue } = tidyWill(track, passives);
  const left = willLeft(track, passives);
  const tired = passives.fatigue === null ? 0 : left + spent;
  return left + tired + (passives.exhaustion === null ? 0 : fatigue + tired);
}

/**
 * Spends Will: free points first, then boxes without a mark; with those used up spent boxes become Fatigue and, once nothing else
 * is left, Fatigue becomes Exhaustion, for whoever has the powers (Powers, Will Abilities).
 * @param points 0 or more
 * @param free points that this scene gives for nothing (Refuse to Lose)
 * @throws {RuleError} `FATEWALKER.Error.NotEnoughWill` when the track cannot pay all of it: nothing is paid then
 */
export function spendWill(track: WillTrack, points: number, { passives, free = 0 }: { readonly passives: Passives; readonly free?: number }): WillPayment {
  const wanted = atLeastZero(points);
  const given = Math.min(wanted, atLeastZero(free));
  const inReach = willInReach(track, passives);
  if (wanted - given > inReach) throw new RuleError("FATEWALKER.Error.NotEnoughWill", { needed: wanted - given, left: inReach });
  const { track: after, marks } = take(track, wanted - given, passives);
  return { track: after, marks, free: given };
}

/** Will that something else takes, and the boxes that it could not be taken from. */
export interface ForcedWill {
  readonly track: WillTrack;
  readonly marks: Readonly<Record<WillMark, number>>;
  /** Points for which there was no Will: each is a Normal Wound that skips Temporary (Powers, Will). */
  readonly wounds: number;
}

/**
 * Will that the owner has to give: as much as the track allows, the rest as wounds. All characters have Will, so that a creature whose
 * track has no box at all has none to run out of, and is not hurt (Powers, Will).
 * @param points 0 or more
 */
export function forceWill(track: WillTrack, points: number, passives: Passives): ForcedWill {
  const paid = Math.min(atLeastZero(points), willInReach(track, passives));
  return { ...take(track, paid, passives), wounds: hasWill(track, passives) ? atLeastZero(points) - paid : 0 };
}

/** Is there a track at all, marked or not (Powers, Will)? */
export const hasWill = (track: WillTrack, passives: Passives): boolean => willBoxes(track, passives) > 0;

/** Wounds for Will that was not there: one source that skips Temporary (Powers, Will). */
export function woundsForWill(chart: WoundChart, wounds: number): WoundOutcome {
  return applyWounds(chart, { points: wounds, stun: false, resilience: 0, skipTemporary: true });
}

/**
 * Recovers Will: spent boxes first, then Fatigue turns into spent and Exhaustion into Fatigue for two points each, or in the order
 * the player chooses. What is left over and too little to turn a mark is lost (Powers, Recovering Will; readings, section 10).
 * @param points 0 or more
 */
export function recoverWill(track: WillTrack, points: number, passives: Passives, order: readonly WillMark[] = ["spent", "fatigue", "exhaustion"]): WillTrack {
  let current = tidyWill(track, passives);
  let left = atLeastZero(points);
  const price: Readonly<Record<WillMark, number>> = { spent: 1, fatigue: passives.fatigue ?? POINTS_PER_TURN, exhaustion: passives.exhaustion ?? POINTS_PER_TURN };
  for (;;) {
    const mark = order.find((entry) => current[entry] > 0 && price[entry] <= left);
    if (mark === undefined) return current;
    left -= price[mark];
    current = turnBack(current, mark);
  }
}

function turnBack(track: WillTrack, mark: WillMark): WillTrack {
  if (mark === "spent") return { ...track, spent: track.spent - 1 };
  if (mark === "fatigue") return { ...track, fatigue: track.fatigue - 1, spent: track.spent + 1 };
  return { ...track, exhaustion: track.exhaustion - 1, fatigue: track.fatigue + 1 };
}

function take(track: WillTrack, points: number, passives: Passives): { readonly track: WillTrack; readonly marks: Readonly<Record<WillMark, number>> } {
  const before = tidyWill(track, passives);
  const spent = Math.min(points, willLeft(before, passives));
  const fatigue = passives.fatigue === null ? 0 : Math.min(points - spent, before.spent + spent);
  const exhaustion = points - spent - fatigue;
  return {
    track: { ...before, spent: before.spent + spent - fatigue, fatigue: before.fatigue + fatigue - exhaustion, exhaustion: before.exhaustion + exhaustion },
    marks: { spent, fatigue, exhaustion },
  };
}
