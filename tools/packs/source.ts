import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { CORE_SCHEMA, load } from "js-yaml";
import type { KeyedDocument } from "../ids";
import { PACKS, isRecord, textAt, type JsonRecord, type PackDefinition } from "./packs";

/** One document of a pack as its source file holds it; an embedded one names its parent. */
export interface SourceDocument {
  readonly pack: string;
  /** Path below the source folder, for messages. */
  readonly file: string;
  readonly documentName: KeyedDocument;
  /** The collection path of `_key`, without ids: `items`, `actors.items`. */
  readonly collection: string;
  readonly data: JsonRecord;
  readonly parent: SourceDocument | null;
}

/** A file that could not be read as one document. */
export interface UnreadableSource {
  readonly pack: string;
  readonly file: string;
  readonly reason: string;
}

/** Everything under `packs/_source`: documents, those embedded in them after their parent, and files that hold none. */
export interface PackSources {
  readonly documents: readonly SourceDocument[];
  readonly unreadable: readonly UnreadableSource[];
}

const COLLECTIONS: Readonly<Record<PackDefinition["documentName"], string>> = {
  Actor: "actors",
  Item: "items",
  JournalEntry: "journal",
  Macro: "macros",
};

/** Embedded collections that our packs use, by parent. Active effects have no key and are checked with their parent. */
const EMBEDDED: Readonly<Partial<Record<KeyedDocument, { field: string; documentName: KeyedDocument }>>> = {
  Actor: { field: "items", documentName: "Item" },
  JournalEntry: { field: "pages", documentName: "JournalEntryPage" },
};

/** All source files of a folder, at any depth, in a stable order. */
export function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** What was read before, by its text: the tests read hundreds of copies of the same sources, and nobody changes what was read. */
const parsed = new Map<string, unknown>();

/** Reads one YAML file; throws with the parser's words when it is malformed. This parser takes a quarter of the time of the one that writes. */
export function readYaml(file: string): unknown {
  const text = readFileSync(file, "utf8");
  if (!parsed.has(text)) parsed.set(text, load(text, { schema: CORE_SCHEMA }));
  return parsed.get(text);
}

/**
 * Reads every source document of every pack.
 * @param sourceDir The folder that holds one folder a pack.
 */
export function readPackSources(sourceDir: string): PackSources {
  const documents: SourceDocument[] = [];
  const unreadable: UnreadableSource[] = [];
  for (const pack of PACKS) {
    for (const file of sourceFiles(path.join(sourceDir, pack.name))) {
      const shown = path.relative(sourceDir, file).replaceAll(path.sep, "/");
      try {
        const data = readYaml(file);
        if (isRecord(data)) documents.push(...withEmbedded(sourceDocument(pack, shown, data)));
        else unreadable.push({ pack: pack.name, file: shown, reason: "holds no document" });
      } catch (error) {
        unreadable.push({ pack: pack.name, file: shown, reason: error instanceof Error ? error.message : String(error) });
      }
    }
  }
  return { documents, unreadable };
}

/** The key that names a document for good: `system.key` of actors and items, a flag on everything else. */
export function keyOf(document: SourceDocument): string {
  const inSystem = document.documentName === "Item" || document.documentName === "Actor";
  return textAt(document.data, inSystem ? "system.key" : "flags.fatewalker.key");
}

/** The words a message uses for a document: its file and, for an embedded one, its name. */
export function placeOf(document: SourceDocument): string {
  return document.parent === null ? document.file : `${document.file} (${textAt(document.data, "name") || keyOf(document)})`;
}

function sourceDocument(pack: PackDefinition, file: string, data: JsonRecord): SourceDocument {
  const isFolder = textAt(data, "_key").startsWith("!folders!");
  return {
    pack: pack.name,
    file,
    documentName: isFolder ? "Folder" : pack.documentName,
    collection: isFolder ? "folders" : COLLECTIONS[pack.documentName],
    data,
    parent: null,
  };
}

function withEmbedded(document: SourceDocument): SourceDocument[] {
  const embedded = EMBEDDED[document.documentName];
  if (embedded === undefined) return [document];
  const list = document.data[embedded.field];
  const children = (Array.isArray(list) ? list : []).filter(isRecord).map((data): SourceDocument => ({
    pack: document.pack,
    file: document.file,
    documentName: embedded.documentName,
    collection: `${document.collection}.${embedded.field}`,
    data,
    parent: document,
  }));
  return [document, ...children];
}
