import { maneuverPool } from "../../rules/exchange/pools";
import { hasEffect } from "../../rules/maneuvers/effects";
import type { Maneuver } from "../../rules/fighter/types";
import type { Modifier } from "../../rules/modifiers/types";
import type { AttackSetup } from "./setup";

/** A shot as it is fired for free at whoever acts under covering fire: its penalty counts, and it takes no ticks (Actions and Maneuvers, Full Auto). */
export function asFreeShot(setup: AttackSetup, penalties: readonly Modifier[]): AttackSetup {
  const { fighter, maneuver, parts, targets, declared } = setup;
  const first = parts?.[0]?.maneuver ?? maneuver;
  const modifiers = [...setup.modifiers, ...penalties];
  return {
    ...setup,
    modifiers,
    pool: maneuverPool(fighter, first, modifiers),
    cost: 0,
    tickRange: null,
    isFree: true,
    targets: targets.map((target) => {
      const own = [...target.modifiers, ...penalties];
      return { ...target, modifiers: own, pool: maneuverPool(fighter, first, own) };
    }),
    declared: declared.map((target) => (target.modifiers === undefined ? target : { ...target, modifiers: [...target.modifiers, ...penalties] })),
  };
}

/** Is it a single shot? Covering fire gives no bursts for free. */
export const isSingleShot = (maneuver: Maneuver): boolean => maneuver.group === "ranged" && maneuver.damage !== null && !hasEffect(maneuver, "burst");
