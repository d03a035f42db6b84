import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { stringify } from "yaml";
import { buildJournals } from "./packs/journal";
import { PATHS } from "./packs/packs";
import { readPackSources } from "./packs/source";

/**
 * Writes the rules journals of the pack from the Markdown pages in `docs/rules`.
 * @returns The keys of the journals.
 * @throws {Error} When a page names something that does not exist.
 */
export function writeJournals(docsDir: string = PATHS.docs, sourceDir: string = PATHS.source): string[] {
  const { documents } = readPackSources(sourceDir);
  const { journals, faults } = buildJournals(docsDir, { documents, tablesDir: PATHS.tables });
  if (faults.length > 0) throw new Error(faults.map(({ page, message }) => `${page}: ${message}`).join("\n"));
  for (const { key, data } of journals) writeFileSync(path.join(sourceDir, "rules", `${key}.yml`), stringify(data, { lineWidth: 110 }));
  return journals.map(({ key }) => key);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    console.log(writeJournals().join("\n"));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
