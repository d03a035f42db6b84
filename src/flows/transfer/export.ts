import { SYSTEM_ID } from "../../config/defaults";
import { unmarkedFlags } from "../../migrations/migrate";
import { isRecord } from "../../migrations/records";
import { CURRENT_VERSION } from "../../migrations/steps";
import type { Source } from "../../migrations/types";
import { FORMAT, FORMAT_VERSION, isTransferred, type TransferDocument, type TransferFile, type TransferFolder } from "./format";

/** What belongs to a world and not to the thing: who may see it, when it was written. */
const OF_THE_WORLD = ["ownership"] as const;
const EMBEDDED = ["items", "effects", "pages"] as const;

interface Exportable {
  readonly documentName: string;
  /** Id of the pack that holds it; missing or null: the world. */
  readonly pack?: string | null;
  toObject(): object;
}

/** A document as a file holds it: everything that it is, nothing of the world that it comes from. */
export function exportSource(document: Exportable): Source {
  return stripped(document.toObject() as Record<string, unknown>);
}

function stripped(source: Source): Source {
  const copy: Record<string, unknown> = { ...source, flags: unmarkedFlags(source) };
  for (const key of OF_THE_WORLD) delete copy[key];
  const stats = isRecord(copy["_stats"]) ? copy["_stats"] : {};
  delete copy["_stats"];
  if (typeof stats["compendiumSource"] === "string") copy["_stats"] = { compendiumSource: stats["compendiumSource"] };
  for (const key of EMBEDDED) {
    const list = copy[key];
    if (Array.isArray(list)) copy[key] = list.map((entry: unknown) => (isRecord(entry) ? stripped(entry) : entry));
  }
  return copy;
}

/** Id of the folder in which a document or a folder lies, whether in the world or in a pack; null: in none. */
export function folderIdOf(document: { toObject(): object }): string | null {
  const { folder } = document.toObject() as { readonly folder?: unknown };
  return typeof folder === "string" ? folder : null;
}

/** The folder in which a document lies and those above it, from the inside out. A pack has folders of its own. */
function foldersAbove(document: Exportable): Folder.Implementation[] {
  const all = (document.pack ? game.packs.get(document.pack) : game)?.folders;
  const found: Folder.Implementation[] = [];
  let folder = all?.get(folderIdOf(document) ?? "");
  while (folder !== undefined && !found.includes(folder)) {
    found.push(folder);
    folder = all?.get(folderIdOf(folder) ?? "");
  }
  return found;
}

/**
 * A file of documents, with the folders in which they lie and those above.
 * @param documents  of the kinds that are transferred; others are left out
 */
export function transferFile(documents: readonly Exportable[]): TransferFile {
  const folders = new Map<string, TransferFolder>();
  const taken: TransferDocument[] = [];
  for (const document of documents) {
    const { documentName } = document;
    if (!isTransferred(documentName)) continue;
    taken.push({ documentName, source: exportSource(document) });
    for (const folder of foldersAbove(document)) {
      if (folder.id !== null) folders.set(folder.id, { _id: folder.id, name: folder.name, type: documentName, color: folder.color ? String(folder.color) : null, folder: folderIdOf(folder) });
    }
  }
  return {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    system: SYSTEM_ID,
    systemVersion: game.system.version,
    dataVersion: CURRENT_VERSION,
    folders: [...folders.values()],
    documents: taken,
  };
}

/** The text of a file. */
export const fileText = (file: TransferFile): string => `${JSON.stringify(file, null, 2)}\n`;

/** A name that every file system takes: `fatewalker-old-hand.json`. */
export function fileName(title: string): string {
  const slug = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return `${SYSTEM_ID}-${slug === "" ? "export" : slug}.json`;
}
