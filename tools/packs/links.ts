import { isRecord, textAt } from "./packs";
import { placeOf, type SourceDocument } from "./source";
import type { Problem } from "./problem";

/** The addresses that a link may name: `Compendium.fatewalker.<pack>.<Document>.<id>` and the pages of journals. */
export function linkTargets(documents: readonly SourceDocument[]): Set<string> {
  return new Set(documents.map(addressOf));
}

/** The address of a document in its compendium, as links spell it. */
export function addressOf(document: SourceDocument): string {
  const own = `${document.documentName}.${textAt(document.data, "_id")}`;
  return document.parent === null ? `Compendium.fatewalker.${document.pack}.${own}` : `${addressOf(document.parent)}.${own}`;
}

/** Links of one document that lead nowhere: `@UUID[...]` in any text, `folder`, and where a copy was taken from. */
export function linkProblems(document: SourceDocument, targets: ReadonlySet<string>): Problem[] {
  const place = placeOf(document);
  const problems: Problem[] = [];
  for (const target of document.parent === null ? textLinks(document.data) : []) {
    if (!targets.has(target)) problems.push({ kind: "link", place, message: `the link to ${target} leads nowhere` });
  }
  const folder = textAt(document.data, "folder");
  if (folder !== "" && !targets.has(`Compendium.fatewalker.${document.pack}.Folder.${folder}`)) {
    problems.push({ kind: "link", place, message: `the folder ${folder} does not exist in this pack` });
  }
  const origin = textAt(document.data, "_stats.compendiumSource");
  if (origin !== "" && !targets.has(origin)) {
    problems.push({ kind: "link", place, message: `the copy was taken from ${origin}, which does not exist` });
  }
  return problems;
}

function textLinks(value: unknown): string[] {
  if (typeof value === "string") return [...value.matchAll(/@UUID\[([^\]]*)\]/g)].map((match) => match[1] ?? "");
  if (Array.isArray(value)) return value.flatMap(textLinks);
  if (isRecord(value)) return Object.values(value).flatMap(textLinks);
  return [];
}
