import { isRecord } from "./records";
import type { Source } from "./types";

/** A stored value that a data model did not take as it was. */
export interface Correction {
  /** Dotted path from the document on (`system.size`, `items.Sabre.system.cost`). */
  readonly path: string;
  /** `unknown`: there is no such field, the value was left out; `changed`: the field holds something else now. */
  readonly kind: "unknown" | "changed";
  readonly before: unknown;
  readonly after: unknown;
}

/** What of `given` is not in `taken`, or differs there. What is only in `taken` are initial values and no loss. */
export function differences(given: unknown, taken: unknown, path: string): Correction[] {
  if (given === undefined) return [];
  if (isRecord(given) && isRecord(taken)) {
    return Object.entries(given).flatMap(([key, value]): Correction[] => {
      const inner = `${path}.${key}`;
      if (Object.hasOwn(taken, key)) return differences(value, taken[key], inner);
      return value === undefined ? [] : [{ path: inner, kind: "unknown", before: value, after: null }];
    });
  }
  if (Array.isArray(given) && Array.isArray(taken) && given.length === taken.length) return given.flatMap((value, index) => differences(value, taken[index], `${path}.${index}`));
  if (Object.is(given, taken) || JSON.stringify(given) === JSON.stringify(taken)) return [];
  return [{ path, kind: "changed", before: given, after: taken ?? null }];
}

const nameOf = (source: Source): string => String(source["name"] ?? source["_id"] ?? "");

/** The same for a whole document: its type data, and those of its items. */
export function corrections(given: Source, taken: Source): Correction[] {
  const own = differences(given["system"], taken["system"], "system");
  const before = Array.isArray(given["items"]) ? given["items"].filter(isRecord) : [];
  const after = Array.isArray(taken["items"]) ? taken["items"].filter(isRecord) : [];
  const items = before.flatMap((item, index): Correction[] => {
    const path = `items.${nameOf(item)}`;
    const same = after.find((candidate) => candidate["_id"] !== undefined && candidate["_id"] === item["_id"]) ?? after[index];
    if (same === undefined) return [{ path, kind: "unknown", before: item["type"], after: null }];
    return differences(item["system"], same["system"], `${path}.system`);
  });
  return [...own, ...items];
}

/** What was corrected in one document while the world was loaded. */
export interface CorrectedDocument {
  readonly documentName: string;
  readonly id: string;
  readonly name: string;
  readonly corrections: readonly Correction[];
}

const found = new Map<string, CorrectedDocument>();

/**
 * Remembers what a data model corrected in a document of the world that is being loaded, so that the GM can be told.
 * @param given  the source as it was stored, in the current shape
 */
export function noteCorrections(documentName: string, given: Source, taken: Source): void {
  const id = taken["_id"];
  if (typeof id !== "string") return;
  const list = corrections(given, taken);
  if (list.length > 0) found.set(`${documentName}.${id}`, { documentName, id, name: nameOf(taken), corrections: list });
}

/** Every document in which something was corrected since the start. */
export const correctedDocuments = (): readonly CorrectedDocument[] => [...found.values()];

/** Forgets a document whose corrected values are stored now. */
export function forgetCorrections(documentName: string, id: string): void {
  found.delete(`${documentName}.${id}`);
}

/**
 * Forgets what was corrected in the part of a document that has now been written whole: an actor's or item's own data, or those of an
 * item in an actor.
 * @param item  name of the item that was written; null for the document itself
 */
export function forgetWritten(documentName: string, id: string, item: string | null): void {
  const key = `${documentName}.${id}`;
  const known = found.get(key);
  if (known === undefined) return;
  const part = item === null ? "system." : `items.${item}.`;
  const rest = known.corrections.filter(({ path }) => !path.startsWith(part));
  if (rest.length > 0) found.set(key, { ...known, corrections: rest });
  else found.delete(key);
}
