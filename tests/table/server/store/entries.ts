import type { Source } from "../../core/protocol";
import { kindOf } from "../documents";
import { idOf, isSource, sourcesOf } from "../json";

/** LevelDB entries of documents by key: `!actors!id`, `!actors.items!actor.item`. */
export type Entries = Map<string, Source>;

/**
 * Takes a whole document apart: every embedded document becomes an entry of its own and its parent keeps only the id.
 * @param collection Path of collections, `actors` or `actors.items`.
 * @param ids Ids of the parents, outermost first.
 */
export function takeApart(documentName: string, collection: string, source: Source, ids: readonly string[] = [], entries: Entries = new Map()): Entries {
  const path = [...ids, idOf(source)];
  const own: Source = { ...source };
  for (const [field, embedded] of Object.entries(kindOf(documentName)?.embedded ?? {})) {
    const value = source[field];
    if (embedded.single) {
      if (!isSource(value)) continue;
      const child = withIdOf(value, source);
      own[field] = idOf(child);
      takeApart(embedded.documentName, `${collection}.${field}`, child, path, entries);
    } else if (Array.isArray(value)) {
      const children = sourcesOf(value);
      own[field] = children.map(idOf);
      for (const child of children) takeApart(embedded.documentName, `${collection}.${field}`, child, path, entries);
    }
  }
  entries.set(`!${collection}!${path.join(".")}`, own);
  return entries;
}

/** A single embedded document goes by its parent's id when it has none of its own. */
export function withIdOf(child: Source, parent: Source): Source {
  return idOf(child) === "" ? { ...child, _id: idOf(parent) } : child;
}

/** Puts a document together again from its entries; embedded documents whose entry is missing are left out. */
export function stitch(documentName: string, collection: string, source: Source, entries: Entries, ids: readonly string[] = []): Source {
  const path = [...ids, idOf(source)];
  const whole: Source = { ...source };
  for (const [field, embedded] of Object.entries(kindOf(documentName)?.embedded ?? {})) {
    const value = source[field];
    const child = (id: unknown): Source[] => {
      if (typeof id !== "string") return [];
      const entry = entries.get(`!${collection}.${field}!${[...path, id].join(".")}`);
      return entry === undefined ? [] : [stitch(embedded.documentName, `${collection}.${field}`, entry, entries, path)];
    };
    if (embedded.single && typeof value === "string") whole[field] = child(value).at(0) ?? null;
    else if (Array.isArray(value)) whole[field] = value.flatMap((id) => (isSource(id) ? [id] : child(id)));
  }
  return whole;
}

/** All whole documents of one collection among the entries, in the order of their keys. */
export function stitchAll(documentName: string, collection: string, entries: Entries): Source[] {
  const prefix = `!${collection}!`;
  return [...entries].filter(([key]) => key.startsWith(prefix)).map(([, source]) => stitch(documentName, collection, source, entries));
}

export type EntryChange = { type: "put"; key: string; value: Source } | { type: "del"; key: string };

/** What has to be written so that the entries of `before` become those of `after`. */
export function entryChanges(before: Entries, after: Entries): EntryChange[] {
  const changes: EntryChange[] = [];
  for (const [key, value] of after) {
    const old = before.get(key);
    if (old === undefined || JSON.stringify(old) !== JSON.stringify(value)) changes.push({ type: "put", key, value });
  }
  for (const key of before.keys()) if (!after.has(key)) changes.push({ type: "del", key });
  return changes;
}
