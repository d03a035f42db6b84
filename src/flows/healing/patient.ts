import { actorData } from "../../data/access";
import { RuleError } from "../../rules/errors";
import type { ExtendedRoll } from "../../rules/dice/extended";
import { isBleeding } from "../../rules/healing/patient";
import type { Patient } from "../../rules/healing/types";
import type { StatusId } from "../../rules/keys";
import { halfFull } from "../../rules/wounds/penalty";
import { statusChanges } from "../commit/status";
import type { DocumentChange } from "../commit/types";
import { chartPaths } from "./chart-paths";

/** An actor as the rules of healing read it. @throws RuleError `FATEWALKER.Error.ForeignActor` (Environmental Scenes, Healing Wounds) */
export function patientOf(actor: Actor.Implementation): Patient {
  const data = actorData(actor);
  if (data === null) throw new RuleError("FATEWALKER.Error.ForeignActor", { name: actor.name });
  const { healing, wounds } = data._source;
  return {
    wounds: data.derived.chart,
    stabilized: wounds.stabilized,
    resilience: data.attributes.resilience.value,
    firstAid: healing.firstAid,
    caretaking: healing.caretaking,
    operated: healing.operated,
  };
}

/** How far an extended roll of this patient has come; null: none is under way. */
export function progressOf(actor: Actor.Implementation, kind: "stabilizing" | "surgery"): Pick<ExtendedRoll, "total" | "rolls"> | null {
  const progress = actorData(actor)?._source.healing[kind] ?? null;
  return progress === null ? null : { total: progress.total, rolls: progress.rolls };
}

/** How the statuses of somebody follow from wounds: death and bleeding, and waking with less than half of the chart marked. */
function statusesAfter(actor: Actor.Implementation, before: Patient, after: Patient, dies: boolean): readonly (readonly [StatusId, boolean])[] {
  if (dies) return [["dying", false], ["dead", true]];
  if (actor.statuses.has("dead")) return [];
  const wakes = actor.statuses.has("unconscious") && halfFull(before.wounds) && !halfFull(after.wounds);
  return [["dying", isBleeding(after)], ...(wakes ? [["unconscious", false] as const] : [])];
}

/** Writes a patient back: chart, care, bleeding, and the statuses that follow. */
export function patientChanges(actor: Actor.Implementation, before: Patient, after: Patient, { dies = false }: { readonly dies?: boolean } = {}): DocumentChange[] {
  const bleeds = isBleeding(after) && !dies;
  return [
    {
      action: "update", uuid: actor.uuid,
      changes: {
        ...chartPaths(after.wounds),
        "system.wounds.stabilized": after.stabilized,
        ...(bleeds ? {} : { "system.wounds.bleeding": null, "system.healing.stabilizing": null }),
        "system.healing.firstAid": after.firstAid,
        "system.healing.caretaking": after.caretaking,
        "system.healing.operated": after.operated,
      },
    },
    ...statusesAfter(actor, before, after, dies).flatMap(([status, active]) => statusChanges(actor, status, active)),
  ];
}
