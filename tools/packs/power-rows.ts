import { isRecord, textAt, valueAt, type JsonRecord } from "./packs";
import { RowReader } from "./row-reader";
import type { ExpectedRow, Projection } from "./tables";

/** Cells of the powers table that are words for people, with everything below them. */
const PROSE_CELLS: readonly string[] = [
  // The words as printed; the numbers in them stand in cells of their own.
  "nameAsGiven", "source", "tierText", "costText", "upgradesFrom",
  // Restated rules; what a program needs of them is in `effects`.
  "rules",
];

/** Powers whose every use needs a person to decide (and so have nothing to spend by themselves). */
const MANUAL: readonly string[] = ["power-fate-destroyer-rage", "power-fate-judicar-honor", "power-fate-judicar-truth"];

/** Costs that are no fixed number, as printed. */
const COUNTED_COSTS: Readonly<Record<string, { readonly costBy: string; readonly fate: number; readonly costMost: number | null }>> = {
  "Fate rating": { costBy: "fateRating", fate: 0, costMost: null },
  "X (player's choice)": { costBy: "chosen", fate: 1, costMost: null },
  "1 per effect, up to 3": { costBy: "perOption", fate: 1, costMost: 3 },
};

/** What the table of powers demands of each document, every cell of it. */
export function powerRows(rows: readonly JsonRecord[]): ExpectedRow[] {
  const names = new Map(rows.map((row) => [textAt(row, "name"), row]));
  return rows.map((row) => powerRow(row, names));
}

function powerRow(row: JsonRecord, byName: ReadonlyMap<string, JsonRecord>): ExpectedRow {
  const reader = new RowReader(row);
  const key = reader.text("id");
  const theme = reader.read("theme");
  const fate = reader.read("cost.fate") ?? 0;
  const counted = typeof fate === "string" ? (COUNTED_COSTS[fate] ?? { costBy: `unknown cost "${fate}"`, fate: 0, costMost: null }) : { costBy: "fixed", fate, costMost: null };
  const active = reader.read("active");
  return {
    key,
    pack: "powers",
    type: "power",
    names: [reader.text("name")],
    values: {
      track: reader.read("track"),
      theme: typeof theme === "string" ? theme.toLowerCase() : null,
      tier: reader.read("tier"),
      chain: reader.read("chain") ?? "",
      rank: reader.read("rank") ?? 0,
      cost: { will: reader.read("cost.will") ?? 0, fate: counted.fate },
      costBy: counted.costBy,
      costMost: counted.costMost,
      active,
      timing: reader.read("timing"),
      automation: MANUAL.includes(key) ? "manual" : active === true ? "spend" : "passive",
    },
    projections: [...previousProjection(reader, byName), ...partProjections(reader), universalProjection(reader)],
    uncarried: reader.unread(PROSE_CELLS),
    required: true,
  };
}

/** The step before is the one of the same chain with the next lower rank. */
function previousProjection(reader: RowReader, byName: ReadonlyMap<string, JsonRecord>): Projection[] {
  const previous = reader.read("previous");
  if (typeof previous !== "string") return [];
  const before = byName.get(previous);
  return [
    {
      field: "chain and rank (after the step before)",
      expected: [valueAt(before, "chain"), Number(valueAt(before, "rank")) + 1],
      actual: (system) => [valueAt(system, "chain"), valueAt(system, "rank")],
    },
  ];
}

/** Everybody's Fate powers are those without a theme. */
function universalProjection(reader: RowReader): Projection {
  const universal = reader.read("universal");
  return { field: "theme (universal or not)", expected: universal ?? false, actual: (system) => valueAt(system, "track") === "fate" && valueAt(system, "theme") === null };
}

/** Effects are paid for where the power is active; a passive part besides, and what is free in each scene, are told by the row. */
function partProjections(reader: RowReader): Projection[] {
  const active = reader.read("active") === true;
  const passivePart = reader.read("passivePart") === true;
  const perScene = reader.read("perScene");
  const effectsOf = (system: unknown): JsonRecord[] => {
    const effects = valueAt(system, "effects");
    return Array.isArray(effects) ? effects.filter(isRecord) : [];
  };
  return [
    { field: "effects (one at least)", expected: true, actual: (system) => effectsOf(system).length > 0 },
    { field: "effects (paid for)", expected: active, actual: (system) => effectsOf(system).some(({ paid }) => paid === true) },
    { field: "effects (free of charge)", expected: !active || passivePart, actual: (system) => effectsOf(system).some(({ paid }) => paid === false) },
    {
      field: "effects (points free in each scene)",
      expected: perScene === undefined ? [] : [perScene],
      actual: (system) => effectsOf(system).filter(({ kind }) => kind === "freePoints").map(({ points }) => points),
    },
  ];
}
