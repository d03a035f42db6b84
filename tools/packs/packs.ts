import path from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository, whatever folder a tool is started from. */
export const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** One compendium pack of the system: its name is its folder under `packs/_source` and under `dist/packs`. */
export interface PackDefinition {
  readonly name: string;
  readonly documentName: "Actor" | "Item" | "JournalEntry" | "Macro";
}

/** Every pack of the system, in the order of the sidebar. One without sources is compiled to an empty database. */
export const PACKS: readonly PackDefinition[] = [
  { name: "armor", documentName: "Item" },
  { name: "weapons", documentName: "Item" },
  { name: "maneuvers", documentName: "Item" },
  { name: "powers", documentName: "Item" },
  { name: "gear", documentName: "Item" },
  { name: "rules", documentName: "JournalEntry" },
  { name: "macros", documentName: "Macro" },
  { name: "pregens", documentName: "Actor" },
];

/** Where the pipeline reads and writes when nobody says otherwise. */
export const PATHS = {
  source: path.join(REPOSITORY, "packs/_source"),
  ids: path.join(REPOSITORY, "packs/ids.yml"),
  keys: path.join(REPOSITORY, "packs/keys.yml"),
  tables: path.join(REPOSITORY, "tests/rules/tables"),
  /** Hashes of the word sequences of the source pages. */
  shingles: path.join(REPOSITORY, "tests/packs/source-shingles.txt"),
  assets: path.join(REPOSITORY, "assets"),
  /** The Markdown pages that the rules journals are made of. */
  docs: path.join(REPOSITORY, "docs/rules"),
  dist: path.join(REPOSITORY, "dist"),
} as const;

/** A plain object of unknown content. */
export type JsonRecord = Record<string, unknown>;

/** Whether a value is a plain object (not null, not a list). */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The value at a dotted path of a nested object, or undefined where the path ends early.
 * @param value Any value.
 * @param dotted Names joined by dots (`flags.fatewalker.key`).
 */
export function valueAt(value: unknown, dotted: string): unknown {
  let current = value;
  for (const name of dotted.split(".")) {
    if (!isRecord(current)) return undefined;
    current = current[name];
  }
  return current;
}

/** The text at a dotted path, or an empty text when there is none. */
export function textAt(value: unknown, dotted: string): string {
  const found = valueAt(value, dotted);
  return typeof found === "string" ? found : "";
}
