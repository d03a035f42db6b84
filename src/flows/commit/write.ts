import { deleteAt } from "../../compat/deletion";
import type { WriteOperation } from "../../compat/operations";
import { isRecord } from "../../data/shapes";
import type { LedgerDocument } from "../../rules/exchange/types";
import { nested, valueAt } from "./json";
import { isAbsent, parentOf, type SourceReader } from "./patches";
import type { DocumentChange } from "./types";

/** The document at a UUID of this world, or null when it is gone. */
export function findDocument(uuid: string): foundry.abstract.Document.Any | null {
  const found: unknown = foundry.utils.fromUuidSync(uuid as "Actor.id", { strict: false } as never);
  return found instanceof foundry.abstract.Document ? found : null;
}

/** The actor at a UUID, an unlinked token's own included; null when it is gone. */
export function findActor(uuid: string): Actor.Implementation | null {
  const found = findDocument(uuid);
  return found instanceof Actor ? (found as unknown as Actor.Implementation) : null;
}

/** The token at a UUID; null for none. */
export function findToken(uuid: string | null): TokenDocument.Implementation | null {
  const found = uuid === null ? null : findDocument(uuid);
  return found instanceof TokenDocument ? found : null;
}

/** Fresh sources for plans and patches. */
export const storedSource: SourceReader = (uuid) => {
  const document = findDocument(uuid);
  return document === null ? null : (document.toObject() as Record<string, unknown>);
};

/** One value of what is stored, without a copy of all the rest. Not to be changed. */
export function storedValue(uuid: string, path: string): unknown {
  return valueAt(findDocument(uuid)?._source, path);
}

/** A record itself, and not the mark that nothing is there. */
const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> => isRecord(value) && !isAbsent(value);

/** What a record leaves behind where another one takes its place: the host would keep every key that the new one does not name. */
function leftovers(path: string, before: unknown, after: unknown): { readonly path: string; readonly value: undefined }[] {
  if (!isPlain(before) || !isPlain(after)) return [];
  return Object.entries(before).flatMap(([key, inner]) => (after[key] === undefined ? [{ path: `${path}.${key}`, value: undefined }] : leftovers(`${path}.${key}`, inner, after[key])));
}

/** A nested update from patches: `after` of every path, deletions where nothing shall be. The values themselves stay as they are. */
function updateOf(values: readonly { readonly path: string; readonly value: unknown }[]): Record<string, unknown> {
  const changes = nested(Object.fromEntries(values.filter(({ value }) => !isAbsent(value) && value !== undefined).map(({ path, value }) => [path, structuredClone(value)])));
  for (const { path, value } of values) {
    if (isAbsent(value) || value === undefined) deleteAt(changes, path);
  }
  return changes;
}

/** Is it a document of an unlinked token's own actor? What that inherits goes and comes with the actor of the world. */
const isOfCopy = ({ uuid }: LedgerDocument): boolean => uuid.startsWith("Scene.") && uuid.includes(".Actor.");

/**
 * What the host is asked to write for the entries of a ledger; entries whose document is gone are left out. Copies come before what they are
 * copies of: in one batch an effect that a copy inherits would be gone from it already, and the host would refuse everything.
 */
export function operationsFor(documents: readonly LedgerDocument[]): WriteOperation[] {
  const inOrder = [...documents.filter(isOfCopy), ...documents.filter((entry) => !isOfCopy(entry))];
  return inOrder.flatMap((entry): WriteOperation[] => {
    const [first] = entry.patches;
    if (entry.action === "create") {
      if (first === undefined) return [];
      const parentUuid = typeof first.before === "string" ? first.before : parentOf(entry.uuid);
      const parent = parentUuid === null ? null : findDocument(parentUuid);
      if (parentUuid !== null && parent === null) return [];
      return [{ action: "create", documentName: first.path, parent, source: first.after as Record<string, unknown> }];
    }
    const document = findDocument(entry.uuid);
    if (document === null) return [];
    if (entry.action === "delete") return [{ action: "delete", document }];
    return [{ action: "update", document, changes: updateOf(entry.patches.flatMap(({ path, before, after }) => [{ path, value: after }, ...leftovers(path, before, after)])) }];
  });
}

/** What the host is asked to write for changes that no ledger records: cards. What is there already is not made again. */
export function companionOperations(changes: readonly DocumentChange[]): WriteOperation[] {
  return changes.flatMap((change): WriteOperation[] => {
    if (change.action === "create") {
      const own = `${change.documentName}.${change.source._id}`;
      if (findDocument(change.parent === null ? own : `${change.parent}.${own}`) !== null) return [];
      const parent = change.parent === null ? null : findDocument(change.parent);
      return [{ action: "create", documentName: change.documentName, parent, source: { ...change.source } }];
    }
    const document = findDocument(change.uuid);
    if (document === null) return [];
    if (change.action === "delete") return [{ action: "delete", document }];
    return [{ action: "update", document, changes: updateOf(Object.entries(change.changes).map(([path, value]) => ({ path, value }))) }];
  });
}
