import { isRecord } from "../../migrations/records";
import type { Source } from "../../migrations/types";
import type { StoredDocument } from "./target";

/** Collections inside a document, and what stands in them. */
const EMBEDDED = [["items", "Item"], ["effects", "ActiveEffect"], ["pages", "JournalEntryPage"]] as const;
/** What a thing keeps where it is, whatever replaces it. */
const KEPT = ["_id", "_stats", "_key", "ownership", "folder", "sort"];

const recordsOf = (source: Source, key: string): Source[] => (Array.isArray(source[key]) ? source[key].filter(isRecord) : []);

/**
 * Gives a document other content; its id, its place, its owners and everything that points to it stay. Where a request
 * fails, what it was before is put back.
 * @throws whatever the host refuses
 */
export async function replaceContent(document: StoredDocument, source: Source): Promise<void> {
  const before = structuredClone(document.toObject()) as Record<string, unknown>;
  try {
    await writeContent(document, source);
  } catch (error) {
    await writeContent(document, before);
    throw error;
  }
}

async function writeContent(document: StoredDocument, source: Source): Promise<void> {
  const inner: readonly string[] = EMBEDDED.map(([key]) => key);
  const own = Object.fromEntries(Object.entries(source).filter(([key]) => !KEPT.includes(key) && !inner.includes(key)));
  await document.update(own, { diff: false, recursive: false });
  const present = document.toObject() as Record<string, unknown>;
  for (const [key, name] of EMBEDDED) {
    if (!Array.isArray(present[key])) continue;
    const ids = new Set(recordsOf(present, key).map((record) => record["_id"]));
    const wanted = recordsOf(source, key);
    const stays = wanted.filter((record) => ids.has(record["_id"]));
    const stayIds = new Set(stays.map((record) => record["_id"]));
    const gone = [...ids].filter((id): id is string => typeof id === "string" && !stayIds.has(id));
    const added = wanted.filter((record) => !ids.has(record["_id"]));
    if (gone.length > 0) await document.deleteEmbeddedDocuments(name, gone);
    if (stays.length > 0) await document.updateEmbeddedDocuments(name, stays.map(({ _stats: _unused, ...record }) => record), { diff: false, recursive: false });
    if (added.length > 0) await document.createEmbeddedDocuments(name, added, { keepId: true });
  }
}
