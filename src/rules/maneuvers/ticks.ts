import type { HandShield, Maneuver, TickCost, Weapon } from "../fighter/types";
import type { Size } from "../keys";
import { whole } from "../numbers";

/** Ticks to ready or draw a weapon, by its size (Actions and Maneuvers, Ready/Draw Weapon). */
export const READY_TICKS: Readonly<Record<Size, number>> = { XS: 2, S: 3, M: 4, L: 5, XL: 6 };

/** Whole speed of a weapon in ticks: base and recoil or backswing. */
export function weaponTicks(weapon: Weapon): number {
  return whole(weapon.speed.base) + whole(weapon.speed.recoil);
}

/**
 * Ticks that a maneuver costs with this weapon and hand shield: at least 1, unless its row prints 0. Where the row leaves
 * a choice, this is the least of it; what depends on a roll or on distance is added by whoever knows it.
 */
export function tickCost(maneuver: Maneuver, tools: { readonly weapon: Weapon | null; readonly handShield: HandShield | null }): number {
  const cost = maneuver.ticks;
  if (cost.kind === "fixed" && cost.value === 0) return 0;
  return Math.max(1, whole(printedCost(cost, tools)));
}

function printedCost(cost: TickCost, tools: { readonly weapon: Weapon | null; readonly handShield: HandShield | null }): number {
  switch (cost.kind) {
    case "fixed":
      return cost.value;
    case "range":
      return cost.min;
    case "choice":
      return Math.min(...cost.options.map((option) => option.value));
    case "weapon":
    case "relative":
      return partTicks(cost.base, tools) + cost.offset;
    case "multiple":
      return multipleCost(cost, tools);
    case "special":
      return typeof cost["base"] === "string" ? partTicks(cost["base"], tools) + numberOf(cost["offset"]) : numberOf(cost["offset"]);
  }
}

function multipleCost(cost: Extract<TickCost, { kind: "multiple" }>, tools: { readonly weapon: Weapon | null; readonly handShield: HandShield | null }): number {
  const { weapon } = tools;
  if (cost.op === "burst") return weapon === null ? 0 : whole(weapon.speed.base) + numberOf(cost["recoilMultiplier"]) * whole(weapon.speed.recoil);
  const parts: readonly unknown[] = Array.isArray(cost["parts"]) ? cost["parts"] : [];
  const sum = parts.reduce<number>((total, part) => total + (typeof part === "string" ? partTicks(part, tools) : numberOf(part)), numberOf(cost["offset"]));
  const minimum = typeof cost["minimum"] === "string" ? partTicks(cost["minimum"], tools) : 0;
  return Math.max(sum, minimum);
}

function partTicks(part: string, { weapon, handShield }: { readonly weapon: Weapon | null; readonly handShield: HandShield | null }): number {
  if (part === "shieldBlockSpeed") return handShield?.block.ticks ?? 0;
  if (weapon === null) return 0;
  return part === "ready weapon" ? READY_TICKS[weapon.size] : weaponTicks(weapon);
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
