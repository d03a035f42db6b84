import type { Modifier, ModifierSource } from "./types";

/** What is particular to one modifier; on, and not for switching, unless it says otherwise. */
export interface ModifierParts {
  readonly key: string;
  readonly source: ModifierSource;
  readonly value: number;
  readonly optional?: boolean;
  readonly enabled?: boolean;
  /** Last part of the localisation key, when it is not the key in PascalCase. */
  readonly label?: string;
  readonly data?: Readonly<Record<string, string | number>>;
}

/** A modifier with its label's key made from its own; on and not optional unless it says otherwise (core rules, Dice). */
export function modifier({ key, source, value, optional = false, enabled = true, label, data }: ModifierParts): Modifier {
  const made: Modifier = { key, source, label: `FATEWALKER.Modifier.${label ?? pascal(key)}`, value, enabled, optional };
  return data === undefined ? made : { ...made, data };
}

/** A modifier of the place and the moment: listed, on, and a person may switch it off (Dramatic Scenes, Ranged Combat, Melee Combat). */
export function circumstance(parts: Omit<ModifierParts, "optional">): Modifier {
  return modifier({ ...parts, optional: true });
}

function pascal(key: string): string {
  return key.split("-").map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("");
}
