import type { Pending } from "../events/pending";
import { HOLDING_KINDS, readEngagement, type Engagement } from "./read";

const PATH = "system.engagements.";

/** A fight's engagements as they will be after what is planned. */
export function plannedEngagements(combat: Combat.Implementation, pending: Pending): Engagement[] {
  const system: unknown = combat.system;
  const stored = Object.keys((system as { engagements?: object }).engagements ?? {});
  const planned = pending.after(0).flatMap((change) =>
    change.action === "update" && change.uuid === combat.uuid ? Object.keys(change.changes).flatMap((path) => (path.startsWith(PATH) ? [path.slice(PATH.length)] : [])) : []);
  const pairs = new Set([...stored, ...planned].filter((pair) => !pair.includes(".")));
  return [...pairs].flatMap((pair) => {
    const value = pending.value(combat.uuid, `${PATH}${pair}`);
    return value === undefined ? [] : (readEngagement(pair, value) ?? []);
  });
}

/** Plans a pair's record; undefined takes it away. */
export function planEngagement(combat: Combat.Implementation, pending: Pending, pair: string, record: Engagement["record"] | undefined): void {
  pending.add([{ action: "update", uuid: combat.uuid, changes: { [`${PATH}${pair}`]: record } }]);
}

/**
 * Plans the marks on a token that follow from every grip somebody has or is in. Ground combat puts both down; nothing here
 * helps anybody up (Dramatic Scenes, Ground Combat).
 */
export function planMarks(combat: Combat.Implementation, pending: Pending, id: string): void {
  const actor = combat.combatants.get(id)?.actor ?? null;
  if (actor === null) return;
  const own = plannedEngagements(combat, pending).filter(({ ids }) => ids.includes(id));
  const grips = own.flatMap(({ record }) => HOLDING_KINDS.flatMap((kind) => (record[kind] === null ? [] : [{ kind, dominates: record[kind].dominant === id }])));
  pending.setStatus(actor, "grappling", grips.some(({ dominates }) => dominates));
  pending.setStatus(actor, "grappled", grips.some(({ dominates }) => !dominates));
  pending.setStatus(actor, "held", grips.some(({ kind, dominates }) => kind === "hold" && !dominates));
  if (grips.some(({ kind }) => kind === "ground")) pending.setStatus(actor, "prone", true);
}
