import type { Source } from "./types";

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** A stored value as a number, as texts of numbers are; not a number where it is a list or a record. */
export const numeric = (value: unknown): number => (typeof value === "object" && value !== null ? Number.NaN : Number(value));

/** A copy of the record with one entry changed; the record itself where nothing changed. */
export function withEntry(record: Source, key: string, value: unknown): Source {
  return record[key] === value ? record : { ...record, [key]: value };
}

/** The record with the value at `path` put through `change`; where the path ends early, the record itself. */
export function changeAt(record: Source, path: readonly string[], change: (inner: Source) => Source): Source {
  const [key, ...rest] = path;
  if (key === undefined) return change(record);
  const inner = record[key];
  return isRecord(inner) ? withEntry(record, key, changeAt(inner, rest, change)) : record;
}

/** Every record of a record put through `change`. */
export function changeEach(record: Source, change: (inner: Source, key: string) => Source): Source {
  let result = record;
  for (const [key, inner] of Object.entries(record)) if (isRecord(inner)) result = withEntry(result, key, change(inner, key));
  return result;
}

/**
 * An entry under its new name. Where both are there, the new one stays: it was written later, by a version that knew the
 * new name already.
 */
export function renamed(record: Source, from: string, to: string): Source {
  if (!Object.hasOwn(record, from)) return record;
  const { [from]: value, ...rest } = record;
  return Object.hasOwn(rest, to) ? rest : { ...rest, [to]: value };
}

/** Dotted paths of what is in `before` and no longer in `after`, the topmost of each branch. */
export function removedPaths(before: Source, after: Source, above = ""): string[] {
  return Object.entries(before).flatMap(([key, value]) => {
    const path = above === "" ? key : `${above}.${key}`;
    if (!Object.hasOwn(after, key)) return [path];
    const next = after[key];
    return isRecord(value) && isRecord(next) && value !== next ? removedPaths(value, next, path) : [];
  });
}
