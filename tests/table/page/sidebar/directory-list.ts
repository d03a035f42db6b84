import type { HostDocument } from "../host";
import { folderRow } from "./folder-row";

/* What the list of a world collection and the list of a pack have in common: folders, a search and the keyboard. */

interface Listing<T> {
  readonly entries: readonly T[];
  folderOf(entry: T): HostDocument | null | undefined;
  /** Folders that have their row even while they are empty. */
  readonly folders?: readonly HostDocument[];
  row(entry: T): string;
  /** What stands before the id in the UUID of a folder. */
  readonly scope: string;
}

/** The rows of a list: those in no folder, then folder by folder. */
export function folderedRows<T>({ entries, folderOf, folders = [], row, scope }: Listing<T>): string {
  const groups = new Map<string, { folder?: HostDocument; rows: string[] }>(folders.map((folder) => [folder.name, { folder, rows: [] }]));
  for (const entry of entries) {
    const folder = folderOf(entry) ?? undefined;
    const name = folder?.name ?? "";
    groups.set(name, { folder, rows: [...(groups.get(name)?.rows ?? []), row(entry)] });
  }
  return [...groups]
    .sort(([left], [right]) => left.localeCompare(right))
    .map(([name, { folder, rows }]) => `${folder ? folderRow(name, folder.id ?? "", { uuid: `${scope}${folder.id ?? ""}`, color: folder._source["color"] }) : ""}${rows.join("")}`)
    .join("");
}

/** What is looked for in a list; kept while the list is drawn anew. */
export class ListSearch {
  query = "";

  /** Follows the search field of a list that was just drawn. */
  bind(element: HTMLElement | null | undefined): void {
    const input = element?.querySelector<HTMLInputElement>("input[type=search]");
    input?.addEventListener("input", () => {
      this.query = input.value;
      this.#filter(element);
    });
    this.#filter(element);
  }

  #filter(element: HTMLElement | null | undefined): void {
    const wanted = this.query.trim().toLowerCase();
    for (const item of element?.querySelectorAll<HTMLElement>(".directory-item[data-entry-id]") ?? []) item.hidden = wanted !== "" && !item.textContent?.toLowerCase().includes(wanted);
  }
}

/** Enter does on an entry's name what a click does. */
export function openByKeyboard(element: HTMLElement | null | undefined): void {
  element?.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target instanceof HTMLElement && event.target.matches(".entry-name")) event.target.click();
  });
}
