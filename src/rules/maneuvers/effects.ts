import type { Maneuver, ManeuverEffect } from "../fighter/types";

export type EffectKind = ManeuverEffect["kind"];
export type Effect<Kind extends EffectKind> = Extract<ManeuverEffect, { kind: Kind }>;

/** All effects of one kind, in their order (Actions and Maneuvers). */
export function effectsOf<Kind extends EffectKind>(maneuver: Maneuver, kind: Kind): Effect<Kind>[] {
  return maneuver.effects.filter((effect): effect is Effect<Kind> => effect.kind === kind);
}

/** The first effect of a kind; null: none (Actions and Maneuvers). */
export function effectOf<Kind extends EffectKind>(maneuver: Maneuver, kind: Kind): Effect<Kind> | null {
  return effectsOf(maneuver, kind)[0] ?? null;
}

/** True when the maneuver has an effect of that kind (Actions and Maneuvers). */
export function hasEffect(maneuver: Maneuver, kind: EffectKind): boolean {
  return maneuver.effects.some((effect) => effect.kind === kind);
}

/** Net successes from which the maneuver succeeds at all: a takedown needs 3 (Actions and Maneuvers, Takedown). */
export function neededNet(maneuver: Maneuver): number {
  return Math.max(0, ...effectsOf(maneuver, "position").filter(({ change, position }) => change === "set" && position === "ground").map(({ needs }) => needs));
}

/** True for a maneuver that does nothing but loosen a position: Slip, Sweep (Actions and Maneuvers, Slip, Sweep). */
export function isEscape(maneuver: Maneuver): boolean {
  const positions = effectsOf(maneuver, "position");
  return positions.length > 0 && positions.every(({ change }) => change === "lower") && maneuver.damage === null;
}
