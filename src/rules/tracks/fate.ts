import { RuleError } from "../errors";
import { atLeastZero, clamp } from "../numbers";
import type { Passives } from "../powers/passive";
import type { FateMark, FatePayment, FateTrack } from "./types";

/** Recovered points that turn Apathy back into spent Fate (Powers, Faterunner). */
const POINTS_PER_APATHY = 1;

/** Boxes of the track: the rating and what powers give (Powers, Fate). */
export function fateBoxes(track: FateTrack, passives: Passives): number {
  return atLeastZero(track.rating) + passives.fateBoxes;
}

/** The track with every mark inside its boxes; without Apathy there is no Ennui (Powers, Fate). */
export function tidyFate(track: FateTrack, passives: Passives): FateTrack {
  const boxes = fateBoxes(track, passives);
  const apathy = clamp(track.apathy, 0, boxes);
  return { ...track, apathy, spent: clamp(track.spent, 0, boxes - apathy), ennui: track.ennui && apathy > 0 };
}

/** Boxes without a mark (Powers, Fate). */
export function fateLeft(track: FateTrack, passives: Passives): number {
  const { spent, apathy } = tidyFate(track, passives);
  return fateBoxes(track, passives) - spent - apathy;
}

/** All points that can be spent, Apathy included (Powers, Faterunner). */
export function fateInReach(track: FateTrack, passives: Passives): number {
  const left = fateLeft(track, passives);
  return passives.apathy === null ? left : 2 * left + tidyFate(track, passives).spent;
}

/**
 * Spends Fate: boxes without a mark first, then spent ones become Apathy for whoever may do that. With every box in Apathy one
 * enters Ennui: a permanent point is lost, and with it its box and the mark in it (Powers, Fate; readings, section 10).
 * @param points 0 or more
 * @param free points that this scene gives for nothing
 * @throws {RuleError} `FATEWALKER.Error.NotEnoughFate` when the track cannot pay all of it: nothing is paid then
 */
export function spendFate(track: FateTrack, points: number, { passives, free = 0 }: { readonly passives: Passives; readonly free?: number }): FatePayment {
  const wanted = atLeastZero(points);
  const given = Math.min(wanted, atLeastZero(free));
  const due = wanted - given;
  const inReach = fateInReach(track, passives);
  if (due > inReach) throw new RuleError("FATEWALKER.Error.NotEnoughFate", { needed: due, left: inReach });
  const before = tidyFate(track, passives);
  const spent = Math.min(due, fateLeft(before, passives));
  const apathy = due - spent;
  const marked: FateTrack = { ...before, spent: before.spent + spent - apathy, apathy: before.apathy + apathy };
  const entersEnnui = apathy > 0 && !before.ennui && marked.apathy >= fateBoxes(marked, passives);
  return { track: entersEnnui ? losePoint(marked) : marked, marks: { spent, apathy }, free: given, entersEnnui };
}

/**
 * Recovers Fate: spent boxes first, then a point turns an Apathy back into spent Fate and another restores it, so that two remove
 * one; with Discipline a single point erases it. Ennui ends with the last Apathy (Powers, Recovering Fate; readings D18).
 * @param points 0 or more
 */
export function recoverFate(track: FateTrack, points: number, passives: Passives, order: readonly FateMark[] = ["spent", "apathy"]): FateTrack {
  let current = tidyFate(track, passives);
  let left = atLeastZero(points);
  const price: Readonly<Record<FateMark, number>> = { spent: 1, apathy: passives.apathyErased ?? passives.apathy ?? POINTS_PER_APATHY };
  for (;;) {
    const mark = order.find((entry) => current[entry] > 0 && price[entry] <= left);
    if (mark === undefined) return tidyFate(current, passives);
    left -= price[mark];
    current = mark === "spent" ? { ...current, spent: current.spent - 1 } : { ...current, apathy: current.apathy - 1, spent: current.spent + (passives.apathyErased === null ? 1 : 0) };
  }
}

/** All Fate comes back, Apathy included, and Ennui is over (Powers, Recovering Fate). The permanent point stays lost. */
export function recoverAllFate(track: FateTrack): FateTrack {
  return { ...track, spent: 0, apathy: 0, ennui: false };
}

function losePoint(track: FateTrack): FateTrack {
  const apathy = Math.max(0, track.apathy - 1);
  return { ...track, rating: Math.max(0, track.rating - 1), apathy, ennui: apathy > 0 };
}
