import { CombatantData } from "./combatant-data";

export { COMBATANT_STATES, CombatantData } from "./combatant-data";

/** Data models of Combatant by type; `base`, since tokens join a fight without a type. */
export const COMBATANT_MODELS = { base: CombatantData };
