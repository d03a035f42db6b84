import type { Fighter, Maneuver } from "../fighter/types";
import { effectsOf } from "../maneuvers/effects";
import { circumstance } from "./modifier";
import type { Modifier, Position, Positions, Situation } from "./types";

/** Dice of everything that a held one does but slip (Actions and Maneuvers, Hold). */
const HELD = -3;
/** Dice of everything that the bottom does to the top (Dramatic Scenes, Ground Combat). */
const BOTTOM = -1;
/** Dice of everything that is done behind the own shield (Actions and Maneuvers, Shield Cover). */
const SHIELD_COVER = -2;

/** Nothing holds the two. */
export const FREE: Positions = { grapple: null, ground: null, hold: null };

/** The same grips as the other of the two sees them (Dramatic Scenes, Melee Combat Range). */
export function mirrored({ grapple, ground, hold }: Positions): Positions {
  const turned = (position: Position | null): Position | null => (position === null ? null : { ...position, dominant: position.dominant === "attacker" ? "target" : "attacker" });
  return { grapple: turned(grapple), ground: turned(ground), hold: turned(hold) };
}

/** True where the two fight on the ground: there the bottom's penalty counts between them, and postures do not (Dramatic Scenes, Ground Combat). */
export function onGround({ positions }: Situation): boolean {
  return positions !== undefined && positions.ground !== null;
}

/**
 * Dice of grips and holds on whatever `who` does: the level of a grapple, takedown or hold that it has, where the maneuver takes it
 * up; -1 for the bottom; -3 for the held (Actions and Maneuvers, Hold; Dramatic Scenes, Ground Combat).
 */
export function positionModifiers(fighter: Fighter, maneuver: Maneuver, situation: Situation, who: "attacker" | "target"): Modifier[] {
  const { positions = FREE } = situation;
  const used = [...new Set(effectsOf(maneuver, "positionBonus").flatMap(({ from }) => from))];
  const bonus = used.reduce((sum, kind) => (positions[kind]?.dominant === who ? sum + Math.max(0, positions[kind].level) : sum), 0);
  const bottom = positions.ground !== null && positions.ground.dominant !== who;
  const held = (positions.hold !== null && positions.hold.dominant !== who) || fighter.statuses.includes("held");
  return [
    circumstance({ key: "position", source: "engagement", value: bonus }),
    circumstance({ key: "bottom", source: "engagement", value: bottom ? BOTTOM : 0 }),
    circumstance({ key: "held", source: "engagement", value: held && !slipsHolds(maneuver) ? HELD : 0 }),
  ].filter(({ value }) => value !== 0);
}

/** True for Slip, and for whatever else loosens a hold (Actions and Maneuvers, Hold, Slip). */
function slipsHolds(maneuver: Maneuver): boolean {
  return effectsOf(maneuver, "position").some(({ position, change }) => position === "hold" && change === "lower");
}

/** Dice that the own shield costs while it serves as cover (Actions and Maneuvers, Shield Cover). */
export function shieldCoverModifiers(shieldCover: boolean): Modifier[] {
  return shieldCover ? [circumstance({ key: "shield-cover", source: "shield", value: SHIELD_COVER })] : [];
}
