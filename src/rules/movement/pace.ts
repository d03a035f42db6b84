import { RuleError } from "../errors";
import type { Maneuver, ManeuverEffect, Pace } from "../fighter/types";
import { atLeastZero, whole } from "../numbers";
import type { Situation } from "../modifiers/types";
import { tenth } from "./metres";

/** Ticks of one segment of movement (Dramatic Scenes, Time and Space). */
export const SEGMENT_TICKS = 6;
/** Anyone may shift so far in metres as part of another action (Dramatic Scenes, Movement and Actions). */
export const FREE_METRES = 1;
/** The worst that terrain can be, in dice or in Speed (core rules, House defaults). */
export const WORST_TERRAIN = -4;

export type PaceEffect = Extract<ManeuverEffect, { kind: "pace" }>;

const pace = (kind: Pace, times: number, divisor: number, rounding: PaceEffect["rounding"], more: Partial<PaceEffect> = {}): PaceEffect => ({ kind: "pace", pace: kind, times, divisor, plus: 0, perSuccess: 0, rounding, ...more });

/** Every pace as its row prints it, for whoever has no maneuver at hand (Actions and Maneuvers, Speeds of Movement, Sprint, Evasive Running). */
export const PACES: Readonly<Record<Pace, PaceEffect>> = {
  walk: pace("walk", 1, 1, "down"),
  run: pace("run", 2, 1, "down"),
  crawl: pace("crawl", 1, 3, "up"),
  climb: pace("climb", 1, 5, "tenth"),
  swim: pace("swim", 1, 3, "up"),
  sprint: pace("sprint", 2, 1, "down", { perSuccess: 1 }),
  evasiveRun: pace("evasiveRun", 2, 1, "down", { plus: -1 }),
};

/**
 * Metres in 6 ticks: (Speed + successes x `perSuccess`) x `times` / `divisor` + `plus`, rounded as the row says, never below 0
 * (Actions and Maneuvers, Speeds of Movement, Sprint, Evasive Running).
 * @param speed metres walked in 6 ticks, after wounds, load and terrain
 * @param successes of the roll that the pace asks for, 0 or more
 */
export function paceMetres(effect: PaceEffect, { speed, successes = 0 }: { readonly speed: number; readonly successes?: number }): number {
  const metres = ((atLeastZero(speed) + atLeastZero(successes) * effect.perSuccess) * effect.times) / effect.divisor + effect.plus;
  switch (effect.rounding) {
    case "up":
      return Math.max(0, Math.ceil(metres - 1e-6));
    case "down":
      return Math.max(0, Math.floor(metres + 1e-6));
    case "tenth":
      return tenth(metres);
  }
}

/**
 * The pace that a maneuver moves at: its own, or that of one of its variants (`run` of Begin Movement) (Actions and Maneuvers, Speeds of Movement).
 * @throws {RuleError} `FATEWALKER.Error.NoPace`
 */
export function paceOf(maneuver: Maneuver, variantKey: string | null = null): PaceEffect {
  const effects = variantKey === null ? maneuver.effects : maneuver.tables?.variants.find(({ key }) => key === variantKey)?.effects ?? [];
  const pace = effects.find((effect): effect is PaceEffect => effect.kind === "pace");
  if (pace === undefined) throw new RuleError("FATEWALKER.Error.NoPace");
  return pace;
}

/** Speed on bad ground: the GM sets 0 to -4, and it never falls below 0 (Actions and Maneuvers, Begin Movement; core rules, House defaults). */
export function terrainSpeed(speed: number, terrain: number): number {
  return Math.max(0, atLeastZero(speed) + Math.max(WORST_TERRAIN, Math.min(0, whole(terrain))));
}

/**
 * What a mover's own attacks count as: only walking and running have a printed penalty. A rider counts as the mount does
 * (Dramatic Scenes, Ranged and Melee Combat; core rules, House defaults).
 */
export function attackerMovement(pace: Pace | null): Situation["attacker"]["movement"] {
  if (pace === "walk") return "walk";
  return pace === "run" || pace === "sprint" || pace === "evasiveRun" ? "run" : "none";
}

/** Where someone stays who stops: swimmers tread water, climbers hang on, crawlers lie (Actions and Maneuvers, Stop Movement). */
export function positionAtRest(kind: Pace | "ride"): "standing" | "prone" | "treading" | "hanging" | "mounted" {
  switch (kind) {
    case "crawl":
      return "prone";
    case "swim":
      return "treading";
    case "climb":
      return "hanging";
    case "ride":
      return "mounted";
    default:
      return "standing";
  }
}

/** A rider: the mount's Speed at the mount's pace, and the mount's movement for the rider's own attacks (core rules, House defaults). */
export function ridden(effect: PaceEffect, mountSpeed: number): { readonly metres: number; readonly attacker: Situation["attacker"]["movement"] } {
  return { metres: paceMetres(effect, { speed: mountSpeed }), attacker: attackerMovement(effect.pace) };
}
