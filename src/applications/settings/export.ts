import { fileName, fileText, folderIdOf, transferFile } from "../../flows/transfer";
import { say } from "../../helpers/text";
import { saveFile } from "./save-file";

type Exported = Parameters<typeof transferFile>[0][number];

/** Saves documents as one file, and says how many. */
export function exportDocuments(documents: readonly unknown[], title: string): void {
  const file = transferFile(documents as readonly Exported[]);
  if (file.documents.length === 0) return void ui.notifications?.warn(say("FATEWALKER.Transfer.NothingToExport"));
  saveFile(fileText(file), fileName(title));
  ui.notifications?.info(say("FATEWALKER.Transfer.Exported", { count: file.documents.length, file: fileName(title) }), { console: false });
}

/** Everything in a pack. */
export async function exportPack(id: string): Promise<void> {
  const pack = game.packs.get(id);
  if (pack === undefined) return;
  exportDocuments((await pack.getDocuments()) as unknown[], pack.title);
}

/** What lies in a folder and in those below it, of the world or of a pack. */
export async function exportFolder(folder: Folder.Implementation): Promise<void> {
  const pack = folder.pack === null ? undefined : game.packs.get(folder.pack);
  const all: readonly Folder.Implementation[] = (pack ?? game).folders.contents;
  const ids = new Set<string | null>([folder.id]);
  // Folders below folders: each pass finds one level more.
  for (let size = 0; size < ids.size; ) {
    size = ids.size;
    for (const one of all) if (ids.has(folderIdOf(one) ?? "")) ids.add(one.id);
  }
  const present: readonly unknown[] = pack === undefined ? (game.collections.get(folder.type)?.contents ?? []) : await pack.getDocuments();
  exportDocuments(present.filter((document) => ids.has(folderIdOf(document as Exported) ?? "")), folder.name);
}
