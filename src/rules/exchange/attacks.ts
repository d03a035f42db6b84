import { damageOf, type ManeuverDamage } from "../maneuvers/kind";
import type { ExchangeState, Part, TargetState } from "./types";

/** The attack that is meant for one target, with its own modifiers. */
export type Attack = Part;

/** The maneuver, weapon and modifiers that one target faces: those of its part of a combined maneuver, or of the declaration (Dramatic Scenes, The Attack Roll). */
export function attackOn({ declaration }: ExchangeState, target: TargetState): Attack {
  const part = declaration.parts?.[target.part ?? 0];
  const { maneuver, weapon, modifiers } = part ?? declaration;
  return { maneuver, weapon, modifiers: target.modifiers ?? modifiers };
}

/** Id of the roll that a target's attack is read from (Dramatic Scenes, The Attack Roll). */
export function attackRollId({ declaration }: ExchangeState, { part = 0 }: TargetState): string {
  return declaration.parts === undefined || part === 0 ? "attack" : `attack:${part}`;
}

/** Damage that the attack on a target rolls; `net` for throws and takedowns (Dramatic Scenes, Damage Dice). */
export function attackDamage(state: ExchangeState, target: TargetState, net: number): ManeuverDamage | null {
  const { maneuver, weapon } = attackOn(state, target);
  return damageOf(maneuver, weapon, state.attacker.fighter, { runTicks: state.declaration.runTicks ?? 0, net });
}
