import { existsSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { stringify } from "yaml";
import { listName } from "./check";
import { PATHS, isRecord, textAt } from "./packs";
import { readPackSources, readYaml } from "./source";

const HEADER = "# Every id that was ever published, by document and key. Ids are promised to worlds: lines are added, never changed.\n";

/**
 * Adds the ids of new documents to the committed list; what is already in it stays as it is.
 * @returns The names that were added (`Item:synthsilk`).
 */
export function recordIds(sourceDir: string = PATHS.source, idsFile: string = PATHS.ids): string[] {
  const list = existsSync(idsFile) ? readYaml(idsFile) : {};
  const committed = new Map(Object.entries(isRecord(list) ? list : {}));
  const added: string[] = [];
  for (const document of readPackSources(sourceDir).documents) {
    const name = listName(document);
    if (committed.has(name) || (document.documentName === "Item" && document.parent !== null)) continue;
    committed.set(name, textAt(document.data, "_id"));
    added.push(name);
  }
  const sorted = [...committed].sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(idsFile, HEADER + stringify(Object.fromEntries(sorted)));
  return added;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const added = recordIds();
  console.log(added.length === 0 ? "No new ids" : added.join("\n"));
}
