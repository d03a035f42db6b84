/** What the words of the maneuver table mean in the words of the data. Each list is closed: an unknown word is a fault. */

/** The tables' words for a skill that is called differently in the data. */
const SKILL_NAMES: Readonly<Record<string, string>> = { weaponry: "melee", physick: "medical", fight: "unarmed" };

/** The skill key for a skill as the tables print it. */
export function skillKey(printed: string): string {
  const key = printed.toLowerCase();
  return SKILL_NAMES[key] ?? key;
}

/** Cases of a roll, from `roll.by`, `roll.bySize` and the brackets of `defendsAgainst`. */
export const CASES: Readonly<Record<string, string>> = {
  "thrown": "vsThrown",
  "thrown weapons": "vsThrown",
  "arrow": "vsArrow",
  "arrows": "vsArrow",
  "bolt": "vsBolt",
  "bullet": "vsBullet",
  "laser": "vsLaser",
  "photon": "vsLaser",
  "pillarOfFire": "vsLaser",
  "tachyon": "vsTachyon",
  "kick": "vsKick",
  "punch": "vsStrike",
  "weapons": "vsWeapon",
  "unarmed attack": "vsUnarmed",
  "armed attack": "vsWeapon",
  "Engage 2": "atShort",
  "Engage 3 or Grapple 1": "atContact",
  "Grapple 2": "atGrapple",
  "XS": "vsSizeXS",
  "S": "vsSizeS",
  "M": "vsSizeM",
  "L": "vsSizeL",
  "XL": "vsSizeXL",
};

/** Cases that only the row's prose or a reading gives. */
export const PROSE_CASES: readonly string[] = ["oneHandFree", "wearingHelmet", "atClinch"];

/** What a reaction answers, from `defendsAgainst`, brackets cut off. */
export const ATTACKS: Readonly<Record<string, readonly string[]>> = {
  "melee attacks": ["melee"],
  "unarmed": ["unarmed"],
  "as Dodge": ["melee", "unarmed"],
  "thrown weapons": ["thrown"],
  "thrown projectiles": ["thrown"],
  "arrows": ["arrow"],
  "bolts": ["bolt"],
  "bullets": ["bullet"],
  "lasers": ["laser"],
  "projectiles: thrown, arrows, bullets, bolts, lasers, photons, tachyons": ["thrown", "arrow", "bullet", "bolt", "laser", "tachyon"],
  "grenades and other explosives": ["explosives"],
  "charge": ["charges", "melee-charge", "unarmed-charge"],
  "charges": ["charges", "melee-charge", "unarmed-charge"],
  "leaping maneuvers": ["leaps", "unarmed-leap-kick"],
  "armed or unarmed attack being countered": ["melee", "unarmed"],
  "strikes": ["strikes"],
  "punches": ["strikes"],
  "kicks": ["kicks"],
  "weapons": ["weapons"],
  "as Block": ["strikes", "kicks", "weapons"],
  "Slip": ["unarmed-slip"],
  "Sweep": ["unarmed-sweep"],
  "Grapple": ["unarmed-grapple"],
  "Takedown": ["unarmed-takedown"],
  "Hold": ["unarmed-hold", "unarmed-choke-hold"],
  "Throw": ["unarmed-throw"],
  "Kick": ["kicks"],
  "Martial Kick": ["kicks"],
  "Knee Strike": ["unarmed-knee-strike"],
  "other kicks": ["kicks"],
  // Evasive Running answers nothing: it is an action, and its `movingTarget` says what both are worth.
  "ranged attacks": [],
};

/** What a reaction cannot answer, from `cannotDefendAgainst`. Shots that hit an area are no explosions, and nothing more. */
export const NO_ATTACKS: Readonly<Record<string, readonly string[]>> = {
  "Leap Kick": ["!unarmed-leap-kick"],
  "Spinning Kick": ["!unarmed-spinning-kick"],
  "area attacks from projectile weapons": [],
};

/** What must be able to answer a maneuver, from `defendedBy`. */
export const ANSWERS: Readonly<Record<string, string>> = {
  "Slip": "unarmed-slip",
  "Sprawl": "unarmed-sprawl",
  "Grapple": "unarmed-grapple",
  "Parry": "melee-parry",
  "Evasion": "evasion",
  "evasion": "evasion",
  "any defense or evasion": "any",
  "shield block": "shieldBlocks",
  "Engage is countered by Disengage and the reverse": "melee-engage-disengage",
};

/** What must not, from `cannotBe`. */
export const NO_ANSWERS: Readonly<Record<string, string>> = { defended: "any", parried: "parries", blocked: "blocks" };

/** Maneuvers by the short name that Redirect's row uses; the variant after a colon. */
export const REDIRECTED: Readonly<Record<string, readonly string[]>> = {
  Engage: ["melee-engage-disengage:engage"],
  Charge: ["melee-charge", "unarmed-charge"],
  Grapple: ["unarmed-grapple"],
  Takedown: ["unarmed-takedown"],
};

/** Outcomes of the tables of successes, by how their text begins. */
export const OUTCOMES: readonly (readonly [string, string])[] = [
  ["magazine or round dropped", "dropsAmmunition"],
  ["weapon dropped", "dropsWeapon"],
  ["no information", "nothing"],
  ["maybe", "maybe"],
  ["definite", "definite"],
  ["one piece of information", "facts"],
];

/** When a further roll is made, by the row's `when` or, without one, by who makes it. */
export const ROLL_TIMES: Readonly<Record<string, string>> = {
  "movement part": "always",
  "the attack still hits": "whenHit",
  "net successes >= 1": "onNet",
  "attacker": "always",
  "defender": "onHit",
  "target": "onHit",
};

/** What changes the dice of a further roll: [minus, plus]. */
export const ROLL_MODIFIERS: Readonly<Record<string, readonly [string | null, string | null]>> = {
  "minus total damage taken": ["damage", null],
  "minus normal wounds taken from the charge": ["normalWounds", null],
  "minus normal damage taken": ["normalWounds", null],
  "plus net successes": [null, "net"],
};

/** What happens to who fails a further roll: whether dice of falling damage come with it. */
export const FALLS: Readonly<Record<string, boolean>> = {
  "prone": false,
  "prone and (margin of failure)x1 damage as a separate instance": true,
  "prone and (margin of failure)x1 @5": true,
};

/**
 * Cells of the maneuver table that are words for people and no data, with everything below them. Nothing else may be left
 * without a field.
 */
export const PROSE_CELLS: readonly string[] = [
  // The row's place and the words as printed; the numbers in them stand in cells of their own.
  "nameAsGiven", "source", "sameNameAs", "aliases", "requisitesText", "typeText", "rollText", "damageText", "tickCost.text", "combatSizePrinted",
  // Named again in `categories`, which is what counts.
  "type",
  // Restated rules; what a program needs of them is in `effects` and `tables`.
  "rules",
  // How the row was made, not what it says.
  "roll.rollFrom", "roll.inferred", "roll.sign", "roll.appliesTo", "damage.fromProse",
  // Says in words that a further roll is the one of another row or becomes an attack: its `key`.
  "secondaryRolls.*.note",
  // Words for numbers that stand in `damage.pools`, `damage.tn` and the `effects` of the document.
  "damage.formula",
];
