import { GAP, type Box } from "../box";

const overlap = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top));

/**
 * The best of the places where a window of this size could stand: over none of the tokens, over no other prompt, else over as little
 * of them as can be; as far to the right and as high as that allows.
 * @param others the prompts that stand already
 * @param tokens those that the question is about
 */
export function placeFor(size: { readonly width: number; readonly height: number }, within: Box, others: readonly Box[], tokens: readonly Box[]): { readonly left: number; readonly top: number } {
  const right = within.left + within.width;
  const bottom = within.top + within.height;
  const lefts = [right - size.width, right - 2 * size.width - GAP, ...tokens.map(({ left, width }) => left + width + GAP), ...tokens.map(({ left }) => left - size.width - GAP), within.left];
  const tops = [within.top, ...others.map(({ top, height }) => top + height + GAP), ...tokens.map(({ top, height }) => top + height + GAP), bottom - size.height];
  const places = lefts.flatMap((left) => tops.map((top) => ({ left: Math.max(within.left, Math.min(left, right - size.width)), top: Math.max(within.top, Math.min(top, bottom - size.height)) })));
  const covered = (place: { left: number; top: number }, boxes: readonly Box[]): number => boxes.reduce((sum, box) => sum + overlap({ ...size, ...place }, box), 0);
  const worth = places.map((place) => ({ place, others: covered(place, others), tokens: covered(place, tokens) }));
  // A question that lies under another is lost; a token can still be seen by moving the window.
  worth.sort((one, other) => one.others - other.others || one.tokens - other.tokens || other.place.left - one.place.left || one.place.top - other.place.top);
  return worth[0]?.place ?? { left: within.left, top: within.top };
}
