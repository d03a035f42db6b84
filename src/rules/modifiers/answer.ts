import type { Fighter, Maneuver, Weapon } from "../fighter/types";
import { reactionTags, tagsOf } from "../maneuvers/tags";
import { evasionDice } from "./melee";
import { circumstance, modifier } from "./modifier";
import { caseDice, ownModifiers, traitModifiers } from "./own";
import type { Modifier, Situation } from "./types";

/** Dice of unarmed answers to a weapon, where the maneuver prints none of its own (Dramatic Scenes, Unarmed vs Armed Combat). */
const UNARMED_AGAINST_ARMED = -2;

/** The attack that is answered. */
export interface AnsweredAttack {
  readonly maneuver: Maneuver;
  readonly weapon: Weapon | null;
}

/**
 * Every modifier of an answer to an attack, in dice: what the defender brings, what the reaction prints for this kind of attack,
 * what the attack does to its answers, close quarters on evasions, and traits (off). Size penalties of engagement ranges are for
 * attacks alone.
 */
export function answerModifiers({ defender, maneuver, attack, situation }: {
  readonly defender: Fighter;
  readonly attacker: Fighter;
  readonly maneuver: Maneuver;
  readonly weapon: Weapon | null;
  readonly attack: AnsweredAttack;
  readonly situation: Situation;
}): Modifier[] {
  if (maneuver.roll === null) return [];
  const closeDice = maneuver.group === "evasion" ? evasionDice(situation.engagement) : 0;
  return [
    ...ownModifiers(defender, maneuver),
    ...againstAttack(maneuver, attack),
    ...fromAttack(maneuver, attack.maneuver),
    ...(closeDice === 0 ? [] : [circumstance({ key: "close-evasion", source: "engagement", value: closeDice, data: { range: situation.engagement ?? 0 } })]),
    ...traitModifiers(defender),
  ];
}

/** Penalties against weapons and projectiles: what the reaction prints itself, else the general one of unarmed answers, never both. */
function againstAttack(reaction: Maneuver, attack: AnsweredAttack): Modifier[] {
  const tags = tagsOf(attack.maneuver, attack.weapon);
  const thrown = tags.has("thrown");
  if (thrown) return printedCase(reaction, "vsThrown", "against-thrown");
  if (!tags.has("weapons")) return [];
  const printed = printedCase(reaction, "vsWeapon", "against-weapon");
  if (printed.length > 0 || reaction.group !== "unarmed") return printed;
  return [modifier({ key: "unarmed-against-armed", source: "opponent", value: UNARMED_AGAINST_ARMED })];
}

function printedCase(reaction: Maneuver, when: string, key: string): Modifier[] {
  const value = caseDice(reaction, when);
  return value === 0 ? [] : [modifier({ key, source: "maneuver", value })];
}

function fromAttack(reaction: Maneuver, attack: Maneuver): Modifier[] {
  const tags = reactionTags(reaction);
  const value = attack.effects.reduce((sum, effect) => (effect.kind === "defenderModifier" && tags.has(effect.against) ? sum + effect.value : sum), 0);
  return value === 0 ? [] : [modifier({ key: "attack-maneuver", source: "opponent", value })];
}
