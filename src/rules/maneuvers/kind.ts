import { damagePool } from "../damage/formula";
import type { DamagePool } from "../damage/types";
import type { Fighter, Maneuver, Weapon } from "../fighter/types";
import type { DamageType } from "../keys";
import { whole } from "../numbers";
import { effectOf, effectsOf, hasEffect } from "./effects";
import { isShot, reactionTags } from "./tags";

/** Damage that a maneuver rolls: its dice, its type, whether it stuns, and the flat points that are added to the total. */
export interface ManeuverDamage {
  readonly pool: DamagePool;
  readonly type: DamageType;
  readonly stun: boolean;
  readonly flat: number;
}

/** What is known of the moment when damage is rolled: ticks of running up, and net successes once the rolls are in. */
export interface DamageMoment {
  readonly runTicks?: number;
  readonly net?: number;
}

/** True where the defender wins a tie: evasions, and Step Inside (Actions and Maneuvers, Dodge). */
export function isDodge(maneuver: Maneuver): boolean {
  return maneuver.group === "evasion" || hasEffect(maneuver, "tiesAvoid");
}

/** True for an answer that strikes or seizes in its turn: counterattacks, and a Grapple or Hold against Slip or Sweep (Actions and Maneuvers, Stop Charge, Grapple, Hold). */
export function isCounter(reaction: Maneuver): boolean {
  if (cancelsDamage(reaction) || isDodge(reaction) || hasEffect(reaction, "combined")) return false;
  return reaction.timings.includes("counterattack") || reaction.damage !== null || effectsOf(reaction, "position").some(({ change }) => change !== "lower");
}

/** True where the reaction rolls damage of its own that is taken off the attack's damage (Actions and Maneuvers, Parry, Block). */
export function cancelsDamage(maneuver: Maneuver): boolean {
  return maneuver.damage?.cancels === true;
}

/** True for a maneuver that is meant to hurt (Actions and Maneuvers). */
export function isAttack(maneuver: Maneuver): boolean {
  if (cancelsDamage(maneuver)) return false;
  const outOfTurnOnly = !maneuver.timings.includes("action") && !maneuver.timings.includes("counterattack");
  return !outOfTurnOnly && (maneuver.damage !== null || isShot(maneuver));
}

/** True for what is done to somebody against its will: whatever is meant to hurt, and what seizes or disarms (Actions and Maneuvers, Grapple, Disarm; Powers, Berserker and Faterunner IV). */
export function isOffensive(maneuver: Maneuver): boolean {
  if (isAttack(maneuver)) return true;
  const ofItself = maneuver.timings.includes("action") || maneuver.timings.includes("counterattack");
  return ofItself && (hasEffect(maneuver, "disarms") || effectsOf(maneuver, "position").some(({ change }) => change !== "lower"));
}

/** Flat points for running up: so many for every so many ticks, to a limit (Actions and Maneuvers, Charge, Leap Kick). */
export function runDamage(maneuver: Maneuver, runTicks: number): number {
  return effectsOf(maneuver, "runDamage").reduce((sum, { points, perTicks, most }) => {
    const gained = points * Math.floor(Math.max(0, whole(runTicks)) / Math.max(1, perTicks));
    return sum + (most === null ? gained : Math.min(most, gained));
  }, 0);
}

/**
 * What a maneuver rolls for damage in the hands of this fighter; null where it has none or lacks the weapon or shield for it.
 * Unarmed and shield damage is physical. Brute adds to melee, thrown and unarmed attacks, metal bracers to blocks, the
 * helmet of the attacker to a headbutt. A bash stuns. Throws and takedowns roll one die for every net success of `moment` (none
 * while it is not known). The damage TN never passes 8 (Actions and Maneuvers, the Damage columns; core rules, Brute).
 * @throws RuleError when a weapon's formula cannot be read
 */
export function damageOf(maneuver: Maneuver, weapon: Weapon | null, fighter: Fighter, moment: DamageMoment = {}): ManeuverDamage | null {
  const printed = printedDamage(maneuver, weapon, fighter, moment);
  return printed === null ? null : { ...printed, flat: flatDamage(maneuver, fighter) + runDamage(maneuver, moment.runTicks ?? 0) };
}

function printedDamage(maneuver: Maneuver, weapon: Weapon | null, fighter: Fighter, { net }: DamageMoment): Omit<ManeuverDamage, "flat"> | null {
  const damage = maneuver.damage;
  const byNet = effectOf(maneuver, "netDamage");
  if (byNet !== null && damage !== null) {
    const count = Math.max(0, whole((net ?? 0) + byNet.offset));
    return { pool: damagePool({ formula: [{ count, value: byNet.value }], tn: byNet.tn, ladder: "standard" }), type: "physical", stun: damage.stun };
  }
  const tnBonus = whole(damage?.tnBonus ?? 0);
  if (isShot(maneuver) || damage?.source === "weapon") {
    if (weapon === null) return null;
    const { formula, tn, ladder, type, stun } = weapon.damage;
    return { pool: damagePool({ formula, tn: tn + tnBonus, ladder }), type, stun: stun || damage?.stun === true };
  }
  if (damage === null) return null;
  if (damage.source === "shield") {
    if (fighter.handShield === null) return null;
    const { formula, tn } = fighter.handShield.block;
    return { pool: damagePool({ formula, tn: tn + tnBonus, ladder: "standard" }), type: "physical", stun: damage.stun || !damage.cancels };
  }
  if (damage.pools.length === 0 || damage.tn === null) return null;
  return { pool: damagePool({ formula: damage.pools, tn: damage.tn + tnBonus, ladder: "standard" }), type: "physical", stun: damage.stun };
}

function flatDamage(maneuver: Maneuver, fighter: Fighter): number {
  const printed = whole(maneuver.damage?.bonus ?? 0);
  if (cancelsDamage(maneuver)) return printed + bracersBonus(maneuver, fighter);
  const brute = maneuver.group === "melee" || maneuver.group === "unarmed" ? whole(fighter.brute) : 0;
  return printed + brute + helmetBonus(maneuver, fighter);
}

/** Points that the attacker's own helmet adds to a headbutt; they do not come back on the attacker (Actions and Maneuvers, Headbutt). */
export function helmetBonus(maneuver: Maneuver, fighter: Fighter): number {
  return maneuver.effects.some((effect) => effect.kind === "helmet") ? Math.max(0, whole(fighter.helmet)) : 0;
}

function bracersBonus(maneuver: Maneuver, fighter: Fighter): number {
  if (!fighter.bracers || !reactionTags(maneuver).has("blocks")) return 0;
  return maneuver.effects.reduce((sum, effect) => sum + (effect.kind === "bracers" ? whole(effect.bonus) : 0), 0);
}
