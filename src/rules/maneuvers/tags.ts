import type { Maneuver, ManeuverClass, Weapon } from "../fighter/types";
import { effectsOf, hasEffect } from "./effects";

/** Maneuvers that let go of the weapon: they are neither blows to parry nor blows to dodge. */
const THROWS: ReadonlySet<string> = new Set(["melee-throw", "melee-careful-throw", "melee-cobra-strike"]);

const KICKS: ReadonlySet<string> = new Set([
  "unarmed-kick", "unarmed-martial-kick", "unarmed-spinning-kick", "unarmed-leap-kick", "unarmed-trip-kick",
]);

/** Unarmed maneuvers that are neither strike nor kick: holds, throws, and the headbutt, which nothing blocks. */
const NO_BLOWS: ReadonlySet<string> = new Set([
  "unarmed-headbutt", "unarmed-charge", "unarmed-grapple", "unarmed-slip", "unarmed-defensive-throw", "unarmed-sweep", "unarmed-takedown",
  "unarmed-throw", "unarmed-hold", "unarmed-choke-hold", "unarmed-sprawl", "unarmed-disarm", "unarmed-catch-strike",
]);

/** Tag of a class that a maneuver counts as. */
const CLASS_TAGS: Readonly<Record<Exclude<ManeuverClass, "throw" | "dodge">, string>> = { charge: "charges", leap: "leaps", kick: "kicks", strike: "strikes" };

/** True when the maneuver says that it counts as something (Actions and Maneuvers). */
export function countsAs(maneuver: Maneuver, what: ManeuverClass): boolean {
  return effectsOf(maneuver, "counts").some((effect) => effect.as === what);
}

/** True for a throw of a weapon; a maneuver without a key throws when the weapon used is one for throwing (Actions and Maneuvers, Throw). */
export function isThrow(maneuver: Maneuver, weapon: Weapon | null): boolean {
  if (maneuver.group === "melee" && countsAs(maneuver, "throw")) return true;
  if (maneuver.key !== "") return THROWS.has(maneuver.key);
  return maneuver.group === "melee" && weapon?.group === "thrown";
}

/** True for a shot; throws are none (Actions and Maneuvers, Shoot). */
export function isShot(maneuver: Maneuver): boolean {
  return maneuver.group === "ranged" && maneuver.roll?.skill === "ranged" && maneuver.timings.includes("action");
}

/** True for what a ranged weapon is fired for: a shot, or a place that is covered with fire (Actions and Maneuvers, Shoot, Full Auto). */
export function isFired(maneuver: Maneuver): boolean {
  return isShot(maneuver) || hasEffect(maneuver, "overwatch");
}

/** True when the weapon is one to hold in a fight at arm's length (Actions and Maneuvers). */
export function isMeleeWeapon(weapon: Weapon): boolean {
  return weapon.group === "melee";
}

/**
 * What an attack is, for the lists of what may answer it: its key, its group, and
 * `melee` + `weapons`, `unarmed` + `strikes` or `kicks`, `thrown`, or `ranged`, each shot with its projectile.
 * A throw is `thrown` and not `melee`; what covers an area is `explosives` besides; charges and leaps say so themselves (Actions and Maneuvers).
 */
export function tagsOf(maneuver: Maneuver, weapon: Weapon | null, { area = false }: { readonly area?: boolean } = {}): Set<string> {
  const tags = new Set<string>();
  if (area) tags.add("explosives");
  if (maneuver.key !== "") tags.add(maneuver.key);
  if (isThrow(maneuver, weapon)) return tags.add("thrown");
  for (const { as } of effectsOf(maneuver, "counts")) if (as !== "throw" && as !== "dodge") tags.add(CLASS_TAGS[as]);
  tags.add(maneuver.group);
  if (maneuver.group === "ranged" && weapon !== null && weapon.projectile !== "none") tags.add(weapon.projectile);
  if (maneuver.group === "melee") tags.add("weapons");
  if (maneuver.group === "unarmed") for (const tag of blowTags(maneuver)) tags.add(tag);
  return tags;
}

/**
 * What a reaction is, for the lists of what may answer an attack and for what an attack does to its answers: its key, its
 * group, `parries`, `blocks` or `shieldBlocks` where it cancels damage, and `any` (Actions and Maneuvers).
 */
export function reactionTags(reaction: Maneuver): Set<string> {
  const tags = new Set<string>(["any", reaction.group]);
  if (reaction.key !== "") tags.add(reaction.key);
  if (reaction.damage?.cancels === true) {
    if (reaction.damage.source === "shield") tags.add("shieldBlocks");
    else tags.add(reaction.group === "unarmed" ? "blocks" : "parries");
  }
  return tags;
}

/** True when the maneuver counts as a kick. One without a key does when it counts as size M at close quarters (Dramatic Scenes, Melee Combat Range; readings D9). */
export function isKick(maneuver: Maneuver): boolean {
  if (countsAs(maneuver, "kick")) return true;
  if (maneuver.key !== "") return KICKS.has(maneuver.key);
  return maneuver.group === "unarmed" && maneuver.combatSize === "M";
}

function blowTags(maneuver: Maneuver): readonly string[] {
  if (effectsOf(maneuver, "counts").length > 0) return [];
  if (isKick(maneuver)) return ["kicks"];
  return NO_BLOWS.has(maneuver.key) ? [] : ["strikes"];
}
