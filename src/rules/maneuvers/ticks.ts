import { RuleError } from "../errors";
import type { Footwork } from "../fighter/carried";
import type { HandShield, Maneuver, TickCost, Weapon } from "../fighter/types";
import type { Size } from "../keys";
import { whole } from "../numbers";
import { effectsOf, hasEffect } from "./effects";
import { isDraw } from "./weapons";

/** Ticks to ready or draw a weapon, by its size (Actions and Maneuvers, Ready/Draw Weapon). */
export const READY_TICKS: Readonly<Record<Size, number>> = { XS: 2, S: 3, M: 4, L: 5, XL: 6 };
/** A shield bash costs the shield's block ticks and these (hand shields, house table). */
const BASH_TICKS = 2;
/** Most extra ticks of a weapon that is stowed away. */
const MOST_STOWED_TICKS = 10;

/** What a cost depends on beside the maneuver. */
export interface TickTools {
  readonly weapon: Weapon | null;
  readonly handShield: HandShield | null;
  /** The other weapon of Twin Pistols. */
  readonly secondWeapon?: Weapon | null;
  /** Ticks of running up, whole; a charge pays them. */
  readonly runTicks?: number;
  /** Ticks that the user takes longer of its own will (Reload). */
  readonly extraTicks?: number;
  /** Ticks more that a stowed weapon takes, 1 to 10; the GM says. */
  readonly stowedTicks?: number;
  /** Footwork that is or was kept up, and the tick of the fight; missing: none. */
  readonly footwork?: Footwork | null;
  readonly tick?: number | null;
  /** The maneuvers that a combined one is made of, in its order; without them the printed ones are counted. */
  readonly components?: readonly Maneuver[];
}

/** Whole speed of a weapon in ticks: base and recoil or backswing (core rules, Weapons). */
export function weaponTicks(weapon: Weapon): number {
  return whole(weapon.speed.base) + whole(weapon.speed.recoil);
}

/**
 * Ticks to get a weapon into the hand: 0 for one that is there, by size from a sheath or from the ground, one less at hand level,
 * 1 to 10 more where it is stowed (Actions and Maneuvers, Ready/Draw Weapon).
 */
export function drawTicks(weapon: Weapon, stowedTicks = 1): number {
  const size = READY_TICKS[weapon.size];
  if (weapon.carried === "hand") return 0;
  if (weapon.carried === "ready") return size - 1;
  return weapon.carried === "stowed" ? size + Math.min(MOST_STOWED_TICKS, Math.max(1, whole(stowedTicks))) : size;
}

/** Recoil that a burst counts: doubled or halved where the weapon says so, halves rounded down (Actions and Maneuvers, Short Burst; core rules, House defaults). */
export function burstRecoil(weapon: Weapon): number {
  return Math.floor(whole(weapon.speed.recoil) * (weapon.burstRecoil ?? 1));
}

/**
 * Ticks that a maneuver costs with these tools: at least 1, unless its row prints 0. Where the row leaves a choice, this is the
 * least of it; what a roll adds comes with the roll (Actions and Maneuvers, the Tick Cost columns).
 */
export function tickCost(maneuver: Maneuver, tools: TickTools): number {
  const cost = maneuver.ticks;
  if (cost.kind === "fixed" && cost.value === 0) return 0;
  const renewal = effectsOf(maneuver, "footwork").find(({ ticks }) => mayRenew(ticks, tools))?.renewal ?? null;
  if (renewal !== null) return Math.max(0, whole(renewal));
  return Math.max(1, whole(printedCost(cost, tools)) + Math.max(0, whole(tools.extraTicks ?? 0)));
}

/** Ticks between which the user of a maneuver chooses; `most` null: no limit. */
export interface TickRange {
  readonly least: number;
  readonly most: number | null;
}

/**
 * What a row leaves to choose of its ticks: the time that acrobatics, a sprint or a careful look takes, both hands for what is picked up, the
 * place that a stowed weapon is dug out of, a reload that goes slower. Null: nothing (Actions and Maneuvers, Common Actions, Reload).
 */
export function tickRange(maneuver: Maneuver, tools: TickTools): TickRange | null {
  const { ticks } = maneuver;
  const least = tickCost(maneuver, { ...tools, extraTicks: 0 });
  if (effectsOf(maneuver, "slower").length > 0) return { least, most: null };
  if (tools.weapon?.carried === "stowed" && (isDraw(maneuver) || hasEffect(maneuver, "draws"))) return rangeOf(least, tickCost(maneuver, { ...tools, extraTicks: 0, stowedTicks: MOST_STOWED_TICKS }));
  if (ticks.kind === "range" && ticks.bySize === undefined) return rangeOf(least, ticks.open === true ? null : ticks.max);
  if (ticks.kind === "choice" && ticks.options.length === 1) return rangeOf(least, (ticks.options[0]?.max ?? least) + (ticks.surcharge?.value ?? 0));
  return null;
}

function rangeOf(least: number, most: number | null): TickRange | null {
  return most !== null && most <= least ? null : { least, most };
}

/**
 * The cost of a maneuver that the user makes last so long, and the ticks that it takes longer of its own will (Actions and Maneuvers, Common
 * Actions, Reload).
 * @param wanted ticks; null: as few as it takes
 * @throws {RuleError} `FATEWALKER.Error.TicksOutOfRange`
 */
export function chosenTicks(maneuver: Maneuver, tools: TickTools, wanted: number | null): { readonly cost: number; readonly extra: number } {
  const range = tickRange(maneuver, tools);
  if (range === null || wanted === null) return { cost: tickCost(maneuver, tools), extra: 0 };
  const { least, most } = range;
  if (!Number.isInteger(wanted) || wanted < least || (most !== null && wanted > most)) throw new RuleError("FATEWALKER.Error.TicksOutOfRange", { ticks: String(wanted), min: least, max: most ?? "∞" });
  return { cost: wanted, extra: wanted - least };
}

/** Footwork whose time is up goes on without being begun anew: from its last tick on, and for as long again (Actions and Maneuvers, Footwork). */
function mayRenew(ticks: number, { footwork = null, tick = null }: TickTools): boolean {
  return footwork !== null && tick !== null && tick >= footwork.until && tick <= footwork.until + ticks;
}

function printedCost(cost: TickCost, tools: TickTools): number {
  switch (cost.kind) {
    case "fixed":
      return cost.value;
    case "range":
      return cost.bySize !== undefined && tools.weapon !== null ? drawTicks(tools.weapon, tools.stowedTicks) : cost.min;
    case "choice":
      return Math.min(...cost.options.map((option) => option.value));
    case "weapon":
    case "relative":
      return partTicks(cost.base, tools) + cost.offset;
    case "multiple":
      return multipleCost(cost, tools);
    case "special":
      return specialCost(cost, tools);
  }
}

function specialCost(cost: Extract<TickCost, { kind: "special" }>, tools: TickTools): number {
  const parts: readonly unknown[] = Array.isArray(cost["parts"]) ? cost["parts"] : typeof cost["base"] === "string" ? [cost["base"]] : [];
  return sumOf(parts, tools) + numberOf(cost["offset"]);
}

function multipleCost(cost: Extract<TickCost, { kind: "multiple" }>, tools: TickTools): number {
  const { weapon, components } = tools;
  if (cost.op === "burst") return weapon === null ? 0 : whole(weapon.speed.base) + numberOf(cost["recoilMultiplier"]) * burstRecoil(weapon) + numberOf(cost["offset"]);
  const parts: readonly unknown[] = Array.isArray(cost["parts"]) ? cost["parts"] : [];
  const sum = components === undefined ? sumOf(parts, tools) : components.reduce((total, part) => total + tickCost(part, { ...tools, extraTicks: 0 }), 0);
  const minimum = typeof cost["minimum"] === "string" ? partTicks(cost["minimum"], tools) : 0;
  return Math.max(sum + numberOf(cost["offset"]), minimum);
}

function sumOf(parts: readonly unknown[], tools: TickTools): number {
  return parts.reduce<number>((total, part) => total + (typeof part === "string" ? partTicks(part, tools) : numberOf(part)), 0);
}

/** Ticks of a part of a cost, in the words of the tables; a word that stands for a weapon counts 0 without one. */
function partTicks(part: string, tools: TickTools): number {
  const { weapon, handShield, secondWeapon = null, runTicks = 0, stowedTicks } = tools;
  const speed = (arms: Weapon | null, offset = 0): number => (arms === null ? 0 : weaponTicks(arms) + offset);
  switch (part) {
    case "shieldBlockSpeed":
      return handShield?.block.ticks ?? 0;
    case "shield":
      return handShield === null ? 0 : handShield.block.ticks + BASH_TICKS;
    case "ready weapon":
    case "ready/draw ticks by weapon size":
      return weapon === null ? 0 : drawTicks(weapon, stowedTicks);
    case "weapon reload time":
      return whole(weapon?.reload ?? 0);
    case "run ticks":
      return Math.max(0, whole(runTicks));
    case "weapon B":
      return speed(secondWeapon);
    case "Engage":
    case "Block":
      return 5;
    case "Strike":
      return 6;
    case "Parry":
      return speed(weapon, -2);
    default:
      return speed(weapon);
  }
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
