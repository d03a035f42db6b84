import type { Maneuver, Weapon } from "../fighter/types";
import type { ManeuverGroup } from "../keys";
import { reactionTags, tagsOf } from "./tags";

/** What a reaction without a list of its own may answer, by its group (Actions and Maneuvers, Dodge, Parry, Block). */
const ANSWERS_OF_GROUP: Readonly<Record<ManeuverGroup, readonly string[]>> = {
  common: [],
  free: [],
  ranged: [],
  evasion: ["melee", "unarmed"],
  melee: ["melee", "unarmed"],
  unarmed: ["strikes", "kicks", "weapons"],
};

/** True for what may be declared out of turn as an answer (Dramatic Scenes, Action/Reaction). */
export function isReaction(maneuver: Maneuver): boolean {
  return maneuver.timings.includes("reaction") || maneuver.timings.includes("counterattack");
}

/**
 * Whether a reaction may be declared against an attack: the attack is among what the reaction answers, and the reaction
 * among what the attack lets answer it (Actions and Maneuvers, the entries of the maneuvers).
 */
export function mayAnswer(reaction: Maneuver, attack: { readonly maneuver: Maneuver; readonly weapon: Weapon | null; readonly area?: object | null }): boolean {
  if (!isReaction(reaction)) return false;
  const attackTags = tagsOf(attack.maneuver, attack.weapon, { area: attack.area !== undefined && attack.area !== null });
  const answers = reaction.answers ?? ANSWERS_OF_GROUP[reaction.group];
  if (!allows(answers, attackTags, ANSWERS_OF_GROUP[reaction.group])) return false;
  return attack.maneuver.answeredBy === null || allows(attack.maneuver.answeredBy, reactionTags(reaction), ["any"]);
}

/** A list that only excludes (`!key`) starts from what its class allows. An exclusion always wins. */
function allows(list: readonly string[], tags: ReadonlySet<string>, classDefault: readonly string[]): boolean {
  const excluded = list.filter((entry) => entry.startsWith("!")).map((entry) => entry.slice(1));
  if (excluded.some((entry) => tags.has(entry))) return false;
  const included = list.filter((entry) => !entry.startsWith("!"));
  const wanted = included.length > 0 || list.length === 0 ? included : classDefault;
  return wanted.some((entry) => entry === "any" || tags.has(entry));
}
