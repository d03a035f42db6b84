import type { StatusId } from "../../rules/keys";
import type { DocumentChange } from "./types";

interface StatusConfig {
  readonly id: string;
  readonly _id?: string;
  readonly name?: string;
  readonly img?: string;
}

/** Status effects are a list in V13 and a record in V14. */
function statusConfig(id: StatusId): StatusConfig | null {
  const configured = CONFIG.statusEffects as unknown as readonly StatusConfig[] | Record<string, StatusConfig>;
  const entries = Array.isArray(configured) ? (configured as readonly StatusConfig[]) : Object.entries(configured as Record<string, StatusConfig>).map(([key, entry]) => ({ ...entry, id: entry.id ?? key }));
  return entries.find((entry) => entry.id === id) ?? null;
}

/** The name of a status in the reader's language. */
export const statusName = (id: StatusId): string => game.i18n.localize(statusConfig(id)?.name ?? id);

/** Effects that a status makes have a fixed id, so that setting it twice makes one. */
const effectId = (id: StatusId, config: StatusConfig | null): string => config?._id ?? id.padEnd(16, "0");

/** The changes that set or clear a status of an actor, as the token's menu would: one effect with that status. */
export function statusChanges(actor: Actor.Implementation, id: StatusId, active: boolean): DocumentChange[] {
  const present = actor.effects.filter((effect) => effect.statuses.has(id));
  if (!active) return present.map(({ uuid }) => ({ action: "delete", uuid }));
  if (present.length > 0) return [];
  const config = statusConfig(id);
  return [{
    action: "create", documentName: "ActiveEffect", parent: actor.uuid,
    source: { _id: effectId(id, config), name: game.i18n.localize(config?.name ?? id), img: config?.img ?? "icons/svg/aura.svg", statuses: [id] },
  }];
}
