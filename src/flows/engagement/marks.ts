import type { StatusId } from "../../rules/keys";
import type { ExchangePatch } from "../../rules/exchange/types";
import { sameJson } from "../commit/json";
import type { DocumentChange } from "../commit/types";
import { Pending } from "../events/pending";
import { combatantOf } from "../exchange/participants";
import { isRecord } from "../../data/message/read";
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

const GRIP_MARKS: readonly StatusId[] = ["grappling", "grappled", "held"];

const gripsOf = (record: unknown): unknown[] => HOLDING_KINDS.map((kind) => (isRecord(record) ? record[kind] : null));

/** Combatants of the pairs between whom an exchange changes who has hold of whom. */
function regripped(patches: readonly ExchangePatch[]): ReadonlySet<string> {
  return new Set(patches.flatMap(({ document, before, after }) => (document.kind === "engagement" && !sameJson(gripsOf(before), gripsOf(after)) ? document.between : [])));
}

/**
 * What an exchange changes, with the marks that follow from every grip of those between whom it changes one: whoever comes free of one is
 * still held by others (Dramatic Scenes, Ground Combat).
 * @param changes of patches of the rules
 */
export function withGripMarks(patches: readonly ExchangePatch[], changes: (patch: ExchangePatch) => readonly DocumentChange[]): DocumentChange[] {
  const ids = regripped(patches);
  const follows = ({ document, participant }: ExchangePatch): boolean => document.kind === "status" && GRIP_MARKS.includes(document.status) && ids.has(participant.combatant ?? "");
  const pending = new Pending(patches.filter((patch) => !follows(patch)).flatMap(changes));
  for (const id of ids) {
    const combat = combatantOf({ combatant: id })?.combat ?? null;
    if (combat !== null) planMarks(combat, pending, id);
  }
  return [...pending.after(0)];
}
