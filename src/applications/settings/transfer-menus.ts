import { addMenuEntry } from "../../compat/context-menu";
import { isTransferred, type StoredDocument } from "../../flows/transfer";
import { exportDocuments, exportFolder, exportPack } from "./export";
import { TransferWindow } from "./transfer-window";

/** What a directory or the window of a pack lists. */
interface Listed {
  readonly collection?: unknown;
}

interface Collectionish {
  /** Id of the pack (`world.heroes`); the world's collections have none. */
  readonly collection?: string;
  get(id: string): unknown;
  readonly folders?: { get(id: string): unknown };
  getDocument?(id: string): Promise<unknown>;
}

const EXPORT = { label: "FATEWALKER.Transfer.Export", icon: "fa-solid fa-file-export" };
const ONTO = { label: "FATEWALKER.Transfer.Onto", icon: "fa-solid fa-file-import" };
const ENTRIES = ["getActorContextOptions", "getItemContextOptions", "getJournalEntryContextOptions", "getMacroContextOptions", "getCompendiumEntryContextOptions"] as const;

const idOf = (target: HTMLElement): string => target.closest<HTMLElement>("[data-entry-id]")?.dataset.entryId ?? "";
const isPack = ({ getDocument }: Collectionish): boolean => getDocument !== undefined;

/** Puts export and import into the menus of documents, folders and packs. */
export function watchMenus(): void {
  // The host names these hooks after kinds of documents; their list is not the compiler's.
  const on = Hooks.on.bind(Hooks) as unknown as (name: string, handler: (application: Listed, entries: object[]) => void) => void;
  for (const name of ENTRIES) on(name, entryMenu);
  on("getFolderContextOptions", folderMenu);
  on("getCompendiumContextOptions", (_application, entries) => packMenu(entries));
}

function entryMenu({ collection: listed }: Listed, entries: object[]): void {
  if (typeof listed !== "object" || listed === null) return;
  const collection = listed as Collectionish;
  const present = (target: HTMLElement): StoredDocument | null => (collection.get(idOf(target)) ?? null) as StoredDocument | null;
  addMenuEntry(entries, {
    ...EXPORT,
    visible: (target) => (isPack(collection) ? game.user?.isGM === true : present(target)?.isOwner === true),
    run: async (target) => {
      const found = (isPack(collection) ? await collection.getDocument?.(idOf(target)) : present(target)) as StoredDocument | null | undefined;
      if (found) exportDocuments([found], found.name);
    },
  });
  if (isPack(collection)) return;
  addMenuEntry(entries, {
    ...ONTO,
    visible: (target) => present(target)?.isOwner === true,
    run: async (target) => {
      const onto = present(target);
      if (onto !== null) await new TransferWindow({ onto }).render({ force: true });
    },
  });
}

function folderMenu({ collection: listed }: Listed, entries: object[]): void {
  // A pack has folders of its own; those of the world lie in one collection.
  const own = typeof listed === "object" && listed !== null ? (listed as Collectionish).folders : undefined;
  const folderOf = (target: HTMLElement): Folder.Implementation | null => {
    const id = target.closest<HTMLElement>("[data-folder-id]")?.dataset.folderId ?? "";
    const found: unknown = own?.get(id) ?? game.folders.get(id);
    return found instanceof foundry.documents.Folder && isTransferred(found.type) ? found : null;
  };
  addMenuEntry(entries, {
    ...EXPORT,
    visible: (target) => game.user?.isGM === true && folderOf(target) !== null,
    run: async (target) => {
      const folder = folderOf(target);
      if (folder !== null) await exportFolder(folder);
    },
  });
}

function packMenu(entries: object[]): void {
  const packOf = (target: HTMLElement): string => target.closest<HTMLElement>("[data-pack]")?.dataset.pack ?? "";
  addMenuEntry(entries, { ...EXPORT, visible: (target) => game.user?.isGM === true && game.packs.has(packOf(target)), run: (target) => exportPack(packOf(target)) });
}
