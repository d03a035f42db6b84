import type { ManeuverEffect, ManeuverVariant, Pace } from "../../rules/fighter/types";
import type { PaceEffect } from "../../rules/movement/pace";

/** Every kind of movement that the rules know. */
export const PACES: readonly Pace[] = ["walk", "run", "crawl", "climb", "swim", "sprint", "evasiveRun"];

/** What Begin Movement sets one in motion with; sprints and evasive running are maneuvers of their own. */
export const BEGUN_PACES = ["walk", "run", "crawl", "climb", "swim"] as const;
export type BegunPace = (typeof BEGUN_PACES)[number];

/** Key of the maneuver that sets one in motion, and its ticks (Actions and Maneuvers, Begin Movement). */
export const BEGIN_MOVEMENT = "common-begin-movement";
export const BEGIN_TICKS = 2;

const pace = (kind: Pace, times: number, divisor: number, rounding: PaceEffect["rounding"]): PaceEffect => ({ kind: "pace", pace: kind, times, divisor, plus: 0, perSuccess: 0, rounding });
const standing: ManeuverEffect = { kind: "requires", what: "standing", metres: null };
const variant = (key: BegunPace, effects: readonly ManeuverEffect[]): ManeuverVariant => ({ key, name: "", option: null, roll: null, effects });

/** The printed paces, for whoever has no maneuver of their own that says otherwise (Actions and Maneuvers, Speeds of Movement). */
export const PRINTED_PACES: Readonly<Record<BegunPace, ManeuverVariant>> = {
  walk: variant("walk", [standing, pace("walk", 1, 1, "down")]),
  run: variant("run", [standing, pace("run", 2, 1, "down")]),
  crawl: variant("crawl", [{ kind: "requires", what: "prone", metres: null }, pace("crawl", 1, 3, "up")]),
  climb: variant("climb", [standing, { kind: "requires", what: "surface", metres: 1 }, pace("climb", 1, 5, "tenth")]),
  swim: variant("swim", [pace("swim", 1, 3, "up")]),
};

/** Is this a run that a maneuver of its own is? It ends with its ticks, and excludes every other action (Actions and Maneuvers, Sprint, Evasive Running). */
export const isOwnRun = (kind: string): boolean => kind === "sprint" || kind === "evasiveRun";

export const isBegunPace = (kind: string): kind is BegunPace => (BEGUN_PACES as readonly string[]).includes(kind);
