import type { Modifier } from "../modifiers/types";
import { atLeastZero } from "../numbers";
import type { Supplies } from "./types";

/** Penalty dice without anything at hand (Environmental Scenes, First Aid, Stabilize, Caretaking, Corrective Surgery). */
const NOTHING_AT_HAND = -2;

/** One modifier of a healing roll. `label` is its localisation key (Environmental Scenes, Healing Wounds). */
export function healingModifier(key: string, label: string, value: number): Modifier {
  return { key, source: "situation", label, value, enabled: true, optional: true };
}

/**
 * What is at hand for First Aid, Stabilize and Caretaking: a medkit's rating or twice a facility's, whichever is more; without
 * either -2 dice (Environmental Scenes).
 */
export function suppliesModifier({ medkit, facility }: Supplies): Modifier {
  const kit = medkit === null ? null : atLeastZero(medkit);
  const house = facility === null ? null : 2 * atLeastZero(facility);
  return better(kit, house);
}

/** The same for surgery: a facility's rating, else half a medkit's rounded down (Environmental Scenes, Corrective Surgery). */
export function surgerySuppliesModifier({ medkit, facility }: Supplies): Modifier {
  const kit = medkit === null ? null : Math.floor(atLeastZero(medkit) / 2);
  return facility === null ? better(kit, null) : better(null, atLeastZero(facility));
}

function better(kit: number | null, house: number | null): Modifier {
  if (house !== null && house >= (kit ?? 0)) return healingModifier("facility", "FATEWALKER.Healing.Facility", house);
  if (kit !== null) return healingModifier("medkit", "FATEWALKER.Healing.Medkit", kit);
  return healingModifier("no-supplies", "FATEWALKER.Healing.NoSupplies", NOTHING_AT_HAND);
}
