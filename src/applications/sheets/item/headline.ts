import { toManeuver } from "../../../flows/exchange/maneuver";
import { say, signed } from "../../../helpers/text";
import type { Maneuver, TickCost } from "../../../rules/fighter/types";
import { carriedData } from "../actor/carried";
import { summaryOf } from "../actor/equipment";
import { skillName } from "../actor/skills";

/** What an item's row prints, in one line below its name: `action · Prowess(Melee) −1 · the weapon's ticks`; empty where there is nothing to say. */
export function headlineOf(item: Item.Implementation): string {
  const carried = carriedData(item);
  if (carried !== null) return summaryOf(carried);
  const maneuver = toManeuver(item);
  return maneuver === null ? "" : [...timingParts(maneuver), ...rollParts(maneuver), ...tickParts(maneuver.ticks), ...damageParts(maneuver)].join(" · ");
}

const timingParts = ({ timings }: Maneuver): string[] => timings.map((timing) => say(`FATEWALKER.Timing.${timing}`).toLocaleLowerCase(game.i18n.lang));

function rollParts({ roll }: Maneuver): string[] {
  if (roll === null || roll.attribute === null || roll.skill === null) return [];
  const pool = `${say(`FATEWALKER.Attribute.${roll.attribute}`)}(${skillName(roll.skill)})`;
  return [roll.modifier === 0 ? pool : `${pool} ${signed(roll.modifier)}`];
}

function tickParts(ticks: TickCost): string[] {
  if (ticks.kind === "fixed") return [say("FATEWALKER.Sheet.Summary.TicksOf", { ticks: `${ticks.value}${ticks.isMinimum === true ? "+" : ""}` })];
  if (ticks.kind === "range") return [say("FATEWALKER.Sheet.Summary.TicksOf", { ticks: ticks.max === null || ticks.open === true ? `${ticks.min}+` : `${ticks.min}–${ticks.max}` })];
  if (ticks.kind !== "weapon") return [];
  const words = say("FATEWALKER.Sheet.Summary.WeaponTicks");
  return [ticks.offset === 0 ? words : `${words} ${signed(ticks.offset)}`];
}

function damageParts({ damage }: Maneuver): string[] {
  if (damage === null || damage.pools.length === 0) return [];
  return [`${damage.pools.map(({ count, value }) => `${count}x${value}`).join("/")} @${damage.tn ?? 5}`];
}
