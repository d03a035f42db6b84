/**
 * The words of the game that are keys: they stand in data, packs and worlds, so they never change without a migration.
 */

export const ATTRIBUTE_KEYS = ["prowess", "focus", "awareness", "resilience", "grit"] as const;
export type AttributeKey = (typeof ATTRIBUTE_KEYS)[number];

/** Key of a branch of a skill tree (`agility`, `melee`); a world may add its own. */
export type SkillKey = string;

export const DAMAGE_TYPES = ["physical", "ballistic", "energy"] as const;
export type DamageType = (typeof DAMAGE_TYPES)[number];

export const SIZES = ["XS", "S", "M", "L", "XL"] as const;
export type Size = (typeof SIZES)[number];

export const THEMES = ["destroyer", "judicar", "maker", "master", "protector"] as const;
export type Theme = (typeof THEMES)[number];

export const ENCUMBRANCES = ["none", "light", "medium", "heavy", "immobile"] as const;
export type Encumbrance = (typeof ENCUMBRANCES)[number];

export const MANEUVER_GROUPS = ["common", "free", "evasion", "ranged", "melee", "unarmed"] as const;
export type ManeuverGroup = (typeof MANEUVER_GROUPS)[number];

export const TIMINGS = ["action", "reaction", "counterattack", "free"] as const;
export type Timing = (typeof TIMINGS)[number];

export const WEAPON_GROUPS = ["melee", "thrown", "bow", "crossbow", "pistol", "rifle", "shotgun", "automatic", "energy"] as const;
export type WeaponGroup = (typeof WEAPON_GROUPS)[number];

export const PROJECTILES = ["none", "thrown", "arrow", "bolt", "bullet", "laser", "tachyon"] as const;
export type Projectile = (typeof PROJECTILES)[number];

export const LADDERS = ["standard", "buckshot"] as const;
export type Ladder = (typeof LADDERS)[number];

export const CARRIED = ["stowed", "sheathed", "ready", "hand", "worn"] as const;
export type Carried = (typeof CARRIED)[number];

export const HANDS = ["main", "off", "both"] as const;
export type Hand = (typeof HANDS)[number];

/** Ids of the status effects: posture and conditions live in these and nowhere twice. */
export const STATUS_IDS = [
  "prone", "unconscious", "dying", "dead", "holding", "moving", "aiming", "grappled", "held", "grappling",
  "cover50", "cover90", "surprised", "blind",
] as const;
export type StatusId = (typeof STATUS_IDS)[number];
