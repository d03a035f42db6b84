/**
 * The skill trees that a new character starts with (core rules, Skills). A world may rename, add and remove trees and
 * branches on its characters; these are only the initial ones.
 */
export interface SkillTreeDefault {
  readonly primary: boolean;
  readonly branches: readonly string[];
}

export const SKILL_TREES: Readonly<Record<string, SkillTreeDefault>> = {
  vigor: { primary: true, branches: ["strength", "agility", "stamina"] },
  weaponry: { primary: true, branches: ["ranged", "melee", "unarmed"] },
  primitive: { primary: true, branches: ["survival", "search", "repair"] },
  criminal: { primary: true, branches: ["stealth", "streetwise", "deceit"] },
  mind: { primary: true, branches: ["observe", "introspect", "lore"] },
  social: { primary: true, branches: ["charisma", "etiquette", "impress"] },
  learned: { primary: false, branches: ["medical", "science", "engineering"] },
  craft: { primary: false, branches: ["drive", "pilot", "computers"] },
};

/** Dots a root, a branch and a leaf may have, those of the one root that Perfection raises, and the highest TN (core rules, Skills; Powers, Perfection). */
export const SKILL_DOTS = { root: 2, perfectRoot: 3, branch: 3, leaf: 2, highest: 8 } as const;
