import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { stringify } from "yaml";
import { isPersonal } from "./check-document";
import { PATHS, isRecord, textAt, type JsonRecord } from "./packs";
import { keyOf, readPackSources, type SourceDocument } from "./source";

/**
 * Brings the items that actors of the packs own up to date with the items they were copied from; how a thing is
 * carried and what is left of it stays as it was.
 * @returns The files that were written.
 */
export function refreshCopies(sourceDir: string = PATHS.source): string[] {
  const { documents } = readPackSources(sourceDir);
  const originals = new Map(documents.filter(isPackItem).map((document) => [keyOf(document), document]));
  const written: string[] = [];
  for (const actor of documents.filter((document) => document.documentName === "Actor")) {
    const items = Array.isArray(actor.data.items) ? actor.data.items.filter(isRecord) : [];
    const refreshed = items.map((copy) => refreshItem(copy, originals.get(textAt(copy, "system.key"))));
    if (JSON.stringify(items) === JSON.stringify(refreshed)) continue;
    writeFileSync(path.join(sourceDir, actor.file), stringify({ ...actor.data, items: refreshed }, { lineWidth: 110 }));
    written.push(actor.file);
  }
  return written;
}

function isPackItem(document: SourceDocument): boolean {
  return document.documentName === "Item" && document.parent === null;
}

function refreshItem(copy: JsonRecord, original: SourceDocument | undefined): JsonRecord {
  if (original === undefined) return copy;
  const { name, type, img, system } = original.data;
  return { ...copy, name, type, img, system: personal(copy.system, system, "system") };
}

/** The original's values, except where the copy has its own of the personal kind. */
function personal(copy: unknown, original: unknown, dotted: string): unknown {
  if (isPersonal(dotted)) return copy ?? original;
  if (!isRecord(original)) return original;
  const own = isRecord(copy) ? copy : {};
  return Object.fromEntries(Object.entries(original).map(([name, value]) => [name, personal(own[name], value, `${dotted}.${name}`)]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const written = refreshCopies();
  console.log(written.length === 0 ? "All copies are up to date" : written.join("\n"));
}
