import { changeAt, isRecord, numeric, renamed } from "../records";
import type { MigrationStep, Source } from "../types";

const KINDS = ["temporary", "normal", "mortal"] as const;

/** `filled` counted all boxes, `slashes` those of them with a stroke; now `value` counts crosses and `stun` strokes. */
function boxes(track: Source): Source {
  const counted = renamed(track, "slashes", "stun");
  if (!Object.hasOwn(counted, "filled")) return counted;
  const filled = numeric(counted["filled"]);
  const stun = numeric(counted["stun"] ?? 0);
  const value = Number.isFinite(filled) && Number.isFinite(stun) ? Math.max(0, filled - stun) : counted["filled"];
  return renamed({ ...counted, filled: value }, "filled", "value");
}

/** `will: 8` was the rating alone. */
function track(value: unknown): unknown {
  return typeof value === "number" ? { rating: value } : value;
}

/** Wounds by box: `filled` becomes `value` and `stun`. Tracks become records with a rating. */
export const woundBoxes: MigrationStep = {
  version: 1,
  actor(system) {
    let next = system;
    for (const kind of KINDS) next = changeAt(next, ["wounds", kind], boxes);
    for (const key of ["will", "fate"]) if (!isRecord(next[key]) && typeof next[key] === "number") next = { ...next, [key]: track(next[key]) };
    return next;
  },
};
