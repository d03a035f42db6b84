import type { LedgerDocument, LedgerPatch } from "../../rules/exchange/types";
import { sameJson, valueAt } from "./json";
import type { DocumentChange } from "./types";

/** Stands in a patch where there was nothing, or where nothing shall be. */
export const ABSENT = { absent: true } as const;
export const isAbsent = (value: unknown): boolean => typeof value === "object" && value !== null && (value as Record<string, unknown>).absent === true;

const marked = (value: unknown): unknown => (value === undefined ? ABSENT : value);

/** Reads the stored source of a document; null when it is gone. */
export type SourceReader = (uuid: string) => Readonly<Record<string, unknown>> | null;

export interface PlannedWrites {
  readonly documents: readonly LedgerDocument[];
  /** UUIDs of documents that are gone: their changes are left out. */
  readonly missing: readonly string[];
}

/**
 * Turns planned changes into what a ledger records: for every document, every path with what stands there now and what
 * shall stand there. Changes that change nothing are left out; several changes to one document become one entry, and what
 * two of them create or delete alike (the exchange and the clock both mark who dies) is created or deleted once. What is created and
 * deleted again by the same changes has never been.
 */
export function planWrites(changes: readonly DocumentChange[], read: SourceReader): PlannedWrites {
  const documents: LedgerDocument[] = [];
  const missing: string[] = [];
  const updates = new Map<string, Record<string, unknown>>();
  const created = new Set<string>();
  const deleted = new Set<string>();
  const undone = passing(changes, read);
  for (const change of changes) {
    if (change.action === "update") updates.set(change.uuid, { ...updates.get(change.uuid), ...change.changes });
  }
  for (const change of changes) {
    if (change.action !== "create") continue;
    const uuid = createdUuid(change);
    if (created.has(uuid) || undone.has(uuid)) continue;
    created.add(uuid);
    documents.push({ uuid, action: "create", patches: [{ path: change.documentName, before: change.parent, after: change.source }] });
  }
  for (const [uuid, values] of updates) {
    const source = read(uuid);
    if (source === null) {
      missing.push(uuid);
      continue;
    }
    const patches = Object.entries(values)
      .map(([path, after]): LedgerPatch => ({ path, before: marked(valueAt(source, path)), after: marked(after) }))
      .filter(({ before, after }) => !sameJson(before, after));
    if (patches.length > 0) documents.push({ uuid, action: "update", patches });
  }
  for (const change of changes) {
    if (change.action !== "delete" || deleted.has(change.uuid) || undone.has(change.uuid)) continue;
    deleted.add(change.uuid);
    const source = read(change.uuid);
    if (source === null) missing.push(change.uuid);
    else documents.push({ uuid: change.uuid, action: "delete", patches: [{ path: documentNameOf(change.uuid), before: source, after: parentOf(change.uuid) }] });
  }
  return { documents, missing };
}

/** UUID of the document that a change creates. */
export const createdUuid = ({ documentName, parent, source }: Extract<DocumentChange, { action: "create" }>): string =>
  parent === null ? `${documentName}.${source._id}` : `${parent}.${documentName}.${source._id}`;

/** What is not there yet, and is created and then deleted by these changes. */
function passing(changes: readonly DocumentChange[], read: SourceReader): Set<string> {
  const passed = new Set<string>();
  for (const change of changes) {
    if (change.action === "create") passed.delete(createdUuid(change));
    if (change.action === "delete" && read(change.uuid) === null && changes.some((other) => other.action === "create" && createdUuid(other) === change.uuid)) passed.add(change.uuid);
  }
  return passed;
}

/** Name of the documents that a UUID speaks of: `Item` in `Actor.x.Item.y`. */
export function documentNameOf(uuid: string): string {
  return uuid.split(".").at(-2) ?? "";
}

/** UUID of the document that holds another, null for a world document. */
export function parentOf(uuid: string): string | null {
  const parts = uuid.split(".");
  return parts.length > 2 ? parts.slice(0, -2).join(".") : null;
}

export interface Reversal {
  readonly documents: readonly LedgerDocument[];
  /** Did every document still hold what the commit had written? */
  readonly exact: boolean;
}

/** Numbers on these are places, on the clock or on a scene. */
const PLACES: readonly string[] = ["Combat", "Token"];

/**
 * The writes that take a commit back. Where a document still holds what was written, what stood before comes back; where
 * it does not, a number gives back its difference, never below 0, and everything else stays as it is now. Positions of the
 * clock (everything on a Combat) and of a token are no amounts: they come back only where nothing has moved them since.
 */
export function reversal(documents: readonly LedgerDocument[], read: SourceReader): Reversal {
  let exact = true;
  const reversed = [...documents].reverse().flatMap((entry): LedgerDocument[] => {
    const source = read(entry.uuid);
    if (entry.action === "create") {
      if (source === null) return [];
      return [{ uuid: entry.uuid, action: "delete", patches: [{ path: documentNameOf(entry.uuid), before: source, after: parentOf(entry.uuid) }] }];
    }
    if (entry.action === "delete") {
      if (source !== null) return [];
      const [patch] = entry.patches;
      return patch === undefined ? [] : [{ uuid: entry.uuid, action: "create", patches: [{ path: patch.path, before: patch.after, after: patch.before }] }];
    }
    if (source === null) {
      exact = false;
      return [];
    }
    const patches = entry.patches.flatMap(({ path, before, after }): LedgerPatch[] => {
      const now = marked(valueAt(source, path));
      if (sameJson(now, after)) return [{ path, before: now, after: before }];
      exact = false;
      const amount = !PLACES.includes(documentNameOf(entry.uuid)) && typeof now === "number" && typeof before === "number" && typeof after === "number";
      return amount ? [{ path, before: now, after: Math.max(0, now - (after - before)) }] : [];
    });
    return patches.length > 0 ? [{ uuid: entry.uuid, action: "update", patches }] : [];
  });
  return { documents: reversed, exact };
}

/** The same commit the other way round, so that a redo is the reversal of an undo. */
export function inverted(documents: readonly LedgerDocument[]): LedgerDocument[] {
  return [...documents].reverse().map(({ uuid, action, patches }) => ({
    uuid,
    action: action === "create" ? "delete" : action === "delete" ? "create" : "update",
    patches: patches.map(({ path, before, after }) => ({ path, before: after, after: before })),
  }));
}

/** What is left to write of half-done writes: paths that still hold what stood before. */
export function unfinished(documents: readonly LedgerDocument[], read: SourceReader): LedgerDocument[] {
  return documents.flatMap((entry): LedgerDocument[] => {
    const source = read(entry.uuid);
    if (entry.action === "create") return source === null ? [entry] : [];
    if (entry.action === "delete") return source === null ? [] : [entry];
    if (source === null) return [];
    const patches = entry.patches.filter(({ path, before }) => sameJson(marked(valueAt(source, path)), before));
    return patches.length > 0 ? [{ ...entry, patches }] : [];
  });
}
