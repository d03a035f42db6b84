import { CombatData } from "./combat-data";

export { COMBAT_KINDS, CombatData, LONGEST_ENGAGEMENT, type CombatKind } from "./combat-data";

/** Data models of Combat by type; `base`, since trackers and packages create Combats without a type. */
export const COMBAT_MODELS = { base: CombatData };
