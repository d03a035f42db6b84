import type { StatusDefinition } from "../config/statuses";

/** Gives Foundry the system's status effects: a list in V13, a record by id in V14. */
export function registerStatuses(statuses: readonly StatusDefinition[]): void {
  const config = CONFIG as unknown as { statusEffects: object };
  config.statusEffects = game.release.generation >= 14 ? Object.fromEntries(statuses.map((status) => [status.id, { ...status }])) : statuses.map((status) => ({ ...status }));
  CONFIG.specialStatusEffects.DEFEATED = "dead";
  CONFIG.specialStatusEffects.BLIND = "blind";
}
