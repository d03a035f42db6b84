import { tenth } from "../movement/metres";

/** How dark it is, and how thick fog or rain are; each has its rows in the table (Dramatic Scenes, Range and Visibility). */
export type Darkness = "none" | "lowLight" | "brightNight" | "darkNight";
export type Weather = "clear" | "light" | "medium" | "heavy";
/** `some`: the target has some light on it; `well`: it is well lit. */
export type Illumination = "none" | "some" | "well";

/** Part of the range that is left. */
const DARKNESS: Readonly<Record<Darkness, number>> = { none: 1, lowLight: 0.75, brightNight: 0.5, darkNight: 0.25 };
const WEATHER: Readonly<Record<Weather, number>> = { clear: 1, light: 0.75, medium: 0.5, heavy: 0.25 };
/** What infrared makes of darkness. */
const INFRARED = 0.75;
/** Factor of a size up to and including `most`. */
const SIZES: readonly { readonly most: number; readonly factor: number }[] = [
  { most: 1, factor: 0.25 },
  { most: 4, factor: 0.5 },
  { most: 8, factor: 0.75 },
  { most: 11, factor: 1 },
  { most: 15, factor: 1.25 },
  { most: 19, factor: 1.5 },
  { most: Number.POSITIVE_INFINITY, factor: 2 },
];

export interface Viewing {
  readonly darkness: Darkness;
  readonly weather: Weather;
  readonly illumination: Illumination;
  /** The target stands inside a light's radius. */
  readonly insideLight: boolean;
  readonly infrared: boolean;
  /** Image magnification, 1: none. */
  readonly magnification: number;
  /** Size of the target, 0 to 20 and more (core rules, Attributes and values). */
  readonly targetSize: number;
}

/** Broad daylight, clear air, a grown human. */
export const CLEAR_VIEW: Viewing = { darkness: "none", weather: "clear", illumination: "none", insideLight: false, infrared: false, magnification: 1, targetSize: 10 };

/**
 * How far someone sees this target, in metres with one decimal: Visible Range times magnification, light, weather and size, all
 * multiplied (Dramatic Scenes, Range and Visibility; readings E26). Light and infrared lift darkness alone.
 */
export function effectiveVisibleRange(visibleRange: number, viewing: Partial<Viewing> = {}): number {
  const view = { ...CLEAR_VIEW, ...viewing };
  const magnification = view.magnification > 0 ? view.magnification : 1;
  return tenth(Math.max(0, visibleRange) * magnification * darknessFactor(view) * WEATHER[view.weather] * sizeFactor(view.targetSize));
}

/**
 * Part of the range that darkness leaves, 0 to 1: nothing is lost inside a light or on a well-lit target, half of the loss on one
 * with some light; infrared makes it a quarter, never worse than what light gives (readings, section 10).
 */
export function darknessFactor({ darkness, illumination, insideLight, infrared }: Pick<Viewing, "darkness" | "illumination" | "insideLight" | "infrared">): number {
  if (insideLight || illumination === "well") return 1;
  const dark = DARKNESS[darkness];
  const lit = illumination === "some" ? 1 - (1 - dark) / 2 : dark;
  return infrared ? Math.max(lit, INFRARED) : lit;
}

/** Factor of the target's size: 0.25 for size 0 and 1, up to 2 from size 20 on (Dramatic Scenes, Range and Visibility). */
export function sizeFactor(size: number): number {
  return SIZES.find(({ most }) => size <= most)?.factor ?? 1;
}
