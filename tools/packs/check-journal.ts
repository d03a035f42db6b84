import { isDeepStrictEqual } from "node:util";
import { buildJournals } from "./journal";
import type { TableSources } from "./journal-tables";
import type { Problem } from "./problem";
import { keyOf, placeOf } from "./source";

/**
 * What is wrong between the Markdown of the rules and the pack made of it: links to nothing, unknown tables, pages that
 * are missing, changed by hand or left over.
 * @param docsDir The folder of the Markdown pages.
 */
export function journalProblems(docsDir: string, sources: TableSources): Problem[] {
  const { journals, faults } = buildJournals(docsDir, sources);
  const present = sources.documents.filter(({ documentName }) => documentName === "JournalEntry");
  const built = new Map(journals.map(({ key, data }) => [key, data]));
  return [
    ...faults.map(({ page, message }): Problem => ({ kind: "link", place: `docs/rules/${page}`, message })),
    ...present
      .filter((document) => !isDeepStrictEqual(document.data, built.get(keyOf(document))))
      .map((document): Problem => ({ kind: "copy", place: placeOf(document), message: "is not what docs/rules say; tools/rules-journal.ts writes it anew" })),
    ...journals
      .filter(({ key }) => !present.some((document) => keyOf(document) === key))
      .map(({ key }): Problem => ({ kind: "row", place: "rules", message: `the journal ${key} of docs/rules is missing; tools/rules-journal.ts writes it` })),
  ];
}
