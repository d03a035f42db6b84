import type { ActorData } from "../../../data/actor/base";
import { toManeuver } from "../../../flows/exchange/maneuver";
import { pascal, say, sayOr, signed } from "../../../helpers/text";
import { buildPool, poolSize } from "../../../rules/dice/pool";
import type { Pool } from "../../../rules/dice/types";
import { HIT_SUCCESSES } from "../../../rules/exchange/thresholds";
import type { Fighter, Maneuver, Weapon } from "../../../rules/fighter/types";
import { freeHands, wantsFreeHands } from "../../../rules/fighter/hands";
import type { ManeuverGroup } from "../../../rules/keys";
import { cancelsDamage, damageOf, isAttack } from "../../../rules/maneuvers/kind";
import { missingRequisites } from "../../../rules/maneuvers/requisites";
import { tickCost } from "../../../rules/maneuvers/ticks";
import { needsWeapon, usableWeapons } from "../../../rules/maneuvers/weapons";
import { attackModifiers } from "../../../rules/modifiers/attack";
import { neutralSituation } from "../../../rules/modifiers/situation";
import { tnFor, totalDice } from "../../../rules/modifiers/sum";
import { atLeast } from "../../../rules/odds/distribution";
import { formatDamage } from "../../../rules/damage/formula";
import { skillName } from "./skills";

export type ManeuverFilter = "now" | "reaction" | "all" | ManeuverGroup;

export interface ManeuverRow {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  /** Null: the row needs no roll, or something is missing for it. */
  readonly dice: number | null;
  readonly hasPool: boolean;
  readonly tn: string;
  readonly ticks: string;
  readonly damage: string;
  /** Percentage of a hit, or of a success of the same degree; null without a roll. */
  readonly chance: number | null;
  readonly chanceText: string;
  /** What is missing for it, in words; empty when it can be done. */
  readonly missing: string;
  readonly ready: boolean;
  readonly hint: string;
}

/** A row that could not be read: shown as such, so that one bad item never takes the sheet away. */
export interface BrokenRow {
  readonly id: string;
  readonly name: string;
  readonly broken: true;
  readonly reason: string;
}

export interface ManeuversContext {
  readonly filters: readonly { readonly key: ManeuverFilter; readonly label: string; readonly chosen: boolean }[];
  readonly groups: readonly { readonly key: ManeuverGroup; readonly label: string; readonly rows: readonly (ManeuverRow | BrokenRow)[] }[];
  readonly total: number;
  readonly shown: number;
}

/** In the order in which a fighter looks for them. */
const SHOWN_GROUPS: readonly ManeuverGroup[] = ["melee", "unarmed", "ranged", "evasion", "common", "free"];

interface Entry {
  readonly group: ManeuverGroup;
  readonly reaction: boolean;
  readonly row: ManeuverRow | BrokenRow;
}

/** Every maneuver of the actor with its pool, TN, ticks and exact chance, as this actor could do it now. */
export function maneuversContext(actor: Actor.Implementation, data: ActorData, filter: ManeuverFilter): ManeuversContext {
  const { fighter } = data.derived;
  const entries = [...actor.items].filter(({ type }) => type === "maneuver").sort((a, b) => a.sort - b.sort).map((item) => entryOf(item, fighter));
  const shown = entries.filter((entry) => passes(entry, filter));
  return {
    total: entries.length,
    shown: shown.length,
    filters: filterKeys(entries).map((key) => ({ key, chosen: key === filter, label: key === "all" ? say("FATEWALKER.Sheet.Filter.All", { count: entries.length }) : filterLabel(key) })),
    groups: SHOWN_GROUPS.map((key) => ({ key, label: say(`FATEWALKER.ManeuverGroup.${key}`), rows: shown.filter(({ group }) => group === key).map(({ row }) => row) }))
      .filter(({ rows }) => rows.length > 0),
  };
}

function filterKeys(entries: readonly Entry[]): ManeuverFilter[] {
  const groups = SHOWN_GROUPS.filter((key) => entries.some(({ group }) => group === key));
  return ["now", ...groups, ...(entries.some(({ reaction }) => reaction) ? ["reaction" as const] : []), "all"];
}

function filterLabel(key: Exclude<ManeuverFilter, "all">): string {
  if (key === "now") return say("FATEWALKER.Sheet.Filter.Now");
  if (key === "reaction") return say("FATEWALKER.Sheet.Filter.Reactions");
  return say(`FATEWALKER.ManeuverGroup.${key}`);
}

function passes({ group, reaction, row }: Entry, filter: ManeuverFilter): boolean {
  switch (filter) {
    case "all":
      return true;
    case "now":
      return "broken" in row || row.ready;
    case "reaction":
      return reaction;
    default:
      return group === filter;
  }
}

function entryOf(item: Item.Implementation, fighter: Fighter): Entry {
  const id = item.id ?? "";
  try {
    const maneuver = toManeuver(item);
    if (maneuver === null) throw new TypeError(say("FATEWALKER.Sheet.BrokenData"));
    return { group: maneuver.group, reaction: maneuver.timings.includes("reaction"), row: rowOf(id, item.name, maneuver, fighter) };
  } catch (error) {
    return { group: "common", reaction: false, row: { id, name: item.name, broken: true, reason: error instanceof Error ? error.message : String(error) } };
  }
}

function rowOf(id: string, name: string, maneuver: Maneuver, fighter: Fighter): ManeuverRow {
  const weapons = usableWeapons(maneuver, fighter);
  const weapon = weapons[0] ?? null;
  const pool = poolOf(maneuver, weapon, fighter);
  const missing = missingOf(maneuver, weapon, fighter);
  const chance = pool === null ? null : percent(atLeast(pool, HIT_SUCCESSES));
  const damage = damageOf(maneuver, weapon, fighter);
  return {
    id, name,
    detail: detailOf(maneuver, weapon, weapons.length - 1),
    dice: pool === null ? null : poolSize(pool),
    hasPool: pool !== null,
    tn: pool === null ? "–" : targetNumbers(pool),
    ticks: ticksText(maneuver, weapon, fighter),
    damage: damage === null ? "" : `${formatDamage(damage.pool)}${damage.flat > 0 ? ` +${damage.flat}` : ""}`,
    chance,
    chanceText: chance === null ? "–" : `${chance}%`,
    missing: missing.join(", "),
    ready: missing.length === 0,
    hint: pool === null ? say("FATEWALKER.Sheet.PerformHint", { name }) : say("FATEWALKER.Sheet.PerformPoolHint", { name, pool: spokenPool(pool) }),
  };
}

/** The pool without a target: attribute, maneuver, requisites, own wounds. Null where the row rolls nothing, or what it is made together with. */
function poolOf(maneuver: Maneuver, weapon: Weapon | null, fighter: Fighter): Pool | null {
  if (maneuver.roll === null || maneuver.roll.attribute === null) return null;
  const modifiers = attackModifiers({ attacker: fighter, target: null, maneuver, weapon, situation: neutralSituation() });
  return buildPool({ dice: totalDice(modifiers), tn: tnFor(fighter, maneuver), penalty: fighter.woundPenalty });
}

/** Whole percent; what is not certain never reads 100, what is not impossible never 0. */
function percent(chance: number): number {
  if (chance <= 0) return 0;
  return chance >= 1 ? 100 : Math.min(99, Math.max(1, Math.round(100 * chance)));
}

/** `6/3` where some dice are wounded, else `6`. */
const targetNumbers = ({ tn, wounded, woundedTn }: Pool): string => (wounded > 0 ? `${tn}/${woundedTn}` : String(tn));

const spokenPool = (pool: Pool): string =>
  say(pool.wounded > 0 ? "FATEWALKER.Sheet.SpokenPoolWounded" : "FATEWALKER.Sheet.SpokenPool", { dice: poolSize(pool), tn: pool.tn, wounded: pool.wounded, woundedTn: pool.woundedTn });

function missingOf(maneuver: Maneuver, weapon: Weapon | null, fighter: Fighter): string[] {
  const requisites = missingRequisites(maneuver, fighter).map(({ skill, level, has }) => say("FATEWALKER.Sheet.Needs", { skill: skillName(skill), level, has }));
  const noWeapon = needsWeapon(maneuver) && weapon === null ? [say(maneuver.group === "ranged" ? "FATEWALKER.Sheet.NeedsRangedWeapon" : "FATEWALKER.Sheet.NeedsWeapon")] : [];
  const noShield = maneuver.damage?.source === "shield" && fighter.handShield === null ? [say("FATEWALKER.Sheet.NeedsHandShield")] : [];
  const noHand = wantsFreeHands(maneuver) && freeHands(fighter) === 0 ? [say("FATEWALKER.Sheet.NeedsFreeHand")] : [];
  return [...noWeapon, ...noShield, ...noHand, ...requisites];
}

/** What it uses and what is special about it: `Longsword · reaction · stun · defences −1`. */
function detailOf(maneuver: Maneuver, weapon: Weapon | null, more: number): string {
  const parts = [
    ...(weapon === null ? [] : [more > 0 ? say("FATEWALKER.Sheet.AndMore", { name: weapon.name, more }) : weapon.name]),
    ...maneuver.timings.filter((timing) => timing !== "action").map((timing) => say(`FATEWALKER.Timing.${timing}`).toLocaleLowerCase(game.i18n.lang)),
    ...(cancelsDamage(maneuver) ? [say("FATEWALKER.Sheet.CancelsDamage")] : []),
    ...(isAttack(maneuver) && maneuver.damage?.stun === true ? [say("FATEWALKER.Sheet.Stuns")] : []),
    ...(maneuver.combatSize === null ? [] : [say("FATEWALKER.Sheet.CountsAs", { size: maneuver.combatSize })]),
    ...maneuver.effects.flatMap((effect) =>
      effect.kind === "defenderModifier" ? [`${sayOr(`FATEWALKER.Sheet.Against.${pascal(effect.against)}`, effect.against)} ${signed(effect.value)}`] : []),
  ];
  return parts.join(" · ");
}

/** The cost with what is in hand: `7`, or `4–12` where the row leaves it open. */
function ticksText(maneuver: Maneuver, weapon: Weapon | null, fighter: Fighter): string {
  const cost = maneuver.ticks;
  const least = tickCost(maneuver, { weapon, handShield: fighter.handShield });
  if (cost.kind === "range") return cost.open === true ? `${least}+` : `${least}–${cost.max}`;
  if (cost.kind === "choice") return `${least}–${Math.max(...cost.options.map(({ value }) => value))}`;
  if (cost.kind === "special" || (needsWeapon(maneuver) && weapon === null)) return least > 1 ? `${least}+` : "–";
  return String(least);
}
