import type { AttributeKey } from "../keys";

/** Prices of successive dots, in character points (core rules, Prices). Their number is the most that one may have. */
export const DOT_PRICES = {
  primary: { root: [5, 10], branch: [3, 5, 8], leaf: [1, 3] },
  secondary: { root: [3, 5], branch: [2, 3, 5], leaf: [1, 2] },
  trait: [2, 3, 6, 8],
  quirk: [1, 2, 3, 4],
} as const;
/** One step of a power tree costs so many Power Points (readings D19). */
export const POWER_PRICE = 1;
/** Story Points that make a Power Point (Powers, Power Tiers). */
export const STORY_PER_POWER = 10;
/** No attribute passes this (core rules, House defaults). */
export const HIGHEST_ATTRIBUTE = 12;
/** Highest TN of a skill; Perfection makes 8 possible (core rules, Skills). */
export const HIGHEST_SKILL = 7;

/** Price of the next point: rating + 1, for Grit twice the rating + 1 (core rules, Prices). */
export function attributePrice(attribute: AttributeKey, rating: number): number {
  return (attribute === "grit" ? 2 * rating : rating) + 1;
}

/** Price of the next dot after `dots` of them; null when there is none (core rules, Prices). */
export function dotPrice(prices: readonly number[], dots: number): number | null {
  return prices[dots] ?? null;
}
