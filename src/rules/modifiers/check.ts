import type { Fighter } from "../fighter/types";
import type { AttributeKey, SkillKey } from "../keys";
import { attributeModifier, encumbranceModifiers, traitModifiers } from "./own";
import type { Modifier } from "./types";

/** Modifiers of a plain roll of Attribute(Skill): the attribute, the load on Agility rolls, and traits (off) (core rules, Dice). */
export function checkModifiers({ fighter, attribute, skill }: { readonly fighter: Fighter; readonly attribute: AttributeKey; readonly skill: SkillKey | null }): Modifier[] {
  return [attributeModifier(fighter, attribute), ...encumbranceModifiers(fighter, skill), ...traitModifiers(fighter)];
}
