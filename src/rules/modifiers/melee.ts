import type { Fighter, Maneuver, Weapon } from "../fighter/types";
import type { Size } from "../keys";
import { isKick } from "../maneuvers/tags";
import { circumstance } from "./modifier";
import { evading, movingTarget } from "./movement";
import type { EngagementRange, Modifier, Situation } from "./types";

const MOVING = [{ from: 14, dice: -1 }, { from: 20, dice: -2 }] as const;

interface EngagementRow {
  /** Dice by size of the weapon or of what stands for one; null: unusable. */
  readonly sizes: Readonly<Record<Size, number | null>>;
  readonly evasions: number;
}

const NO_DICE = { XS: 0, S: 0, M: 0, L: 0, XL: 0 } as const;

/** Dramatic Scenes, Melee Combat Range. */
const ENGAGEMENT: Readonly<Record<EngagementRange, EngagementRow>> = {
  6: { sizes: { ...NO_DICE, S: -1, XS: -2 }, evasions: 0 },
  5: { sizes: NO_DICE, evasions: 0 },
  4: { sizes: { ...NO_DICE, L: -1, XL: -2 }, evasions: 0 },
  3: { sizes: { ...NO_DICE, M: -1, L: -2, XL: -4 }, evasions: -1 },
  2: { sizes: { ...NO_DICE, S: -1, M: -2, L: -4, XL: null }, evasions: -2 },
  1: { sizes: { ...NO_DICE, S: -2, M: -4, L: null, XL: null }, evasions: -3 },
};

/**
 * Size that counts at close quarters: the maneuver's own, else that of the weapon or of the shield that strikes; kicks M, other blows of bare
 * hands S (Dramatic Scenes, Melee Combat Range; Actions and Maneuvers, Shield Bash).
 */
export function combatSize(maneuver: Maneuver, weapon: Weapon | null, { handShield }: Pick<Fighter, "handShield">): Size {
  if (maneuver.combatSize !== null) return maneuver.combatSize;
  if (maneuver.damage?.source === "shield" && handShield !== null) return handShield.size;
  if (maneuver.group === "melee" && weapon !== null) return weapon.size;
  return isKick(maneuver) ? "M" : "S";
}

/** False where something of this size can neither attack nor parry. Unknown engagement forbids nothing (Dramatic Scenes, Melee Combat Range). */
export function usableAt(size: Size, engagement: EngagementRange | null): boolean {
  return engagement === null || ENGAGEMENT[engagement].sizes[size] !== null;
}

/** Dice of an attack of this size at this range, 0 or less; 0 where it is unusable or the range is not known (Dramatic Scenes, Melee Combat Range). */
export function sizeDice(size: Size, engagement: EngagementRange | null): number {
  return engagement === null ? 0 : (ENGAGEMENT[engagement].sizes[size] ?? 0);
}

/** Dice on evasions at this range, 0 or less (Dramatic Scenes, Melee Combat Range). */
export function evasionDice(engagement: EngagementRange | null): number {
  return engagement === null ? 0 : ENGAGEMENT[engagement].evasions;
}

/** Table and engagement range of melee combat for a blow with or without weapon, without entries that change nothing (Dramatic Scenes, Melee Combat, Melee Combat Range). */
export function meleeModifiers(size: Size, { attacker, target, engagement }: Situation): Modifier[] {
  return [
    circumstance({ key: "engagement", source: "engagement", value: sizeDice(size, engagement), data: { size, range: engagement ?? 0 } }),
    circumstance({ key: "attacker-prone", source: "posture", value: attacker.prone ? -2 : 0 }),
    circumstance({ key: "attacker-running", source: "movement", value: attacker.movement === "run" ? -1 : 0 }),
    circumstance({ key: "target-prone", source: "posture", value: target.prone ? 1 : 0 }),
    circumstance({ key: "target-moving", source: "movement", value: evading(target.evasive, 0.5) ?? movingTarget(target.moving, target.leaping, MOVING), data: { metres: target.moving } }),
  ].filter(({ value }) => value !== 0);
}
