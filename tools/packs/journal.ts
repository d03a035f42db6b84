import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { marked } from "marked";
import { documentId } from "../ids";
import { drawTable, type TableSources } from "./journal-tables";
import { addressOf } from "./links";
import { isRecord, textAt, valueAt, type JsonRecord } from "./packs";
import { keyOf, readYaml, type SourceDocument } from "./source";

/** A journal as its source file in the pack must hold it. */
export interface BuiltJournal {
  readonly key: string;
  readonly data: JsonRecord;
}

/** The journals made of a folder of Markdown pages, and what the pages name that does not exist. */
export interface BuiltJournals {
  readonly journals: readonly BuiltJournal[];
  readonly faults: readonly { readonly page: string; readonly message: string }[];
}

const PAGE_FILE = /^\d+-([a-z0-9-]+)\.md$/;
const TITLE = /^# (.+)\n+/;
const DRAWN = /^<!-- (\S+?)(?:: (.+?))? -->$/gm;
const LINK = /\[\[([a-z0-9-]+)(?:\|([^\]]+))?\]\]/g;
const SORT_STEP = 1000;

/**
 * Builds the rules journals: one a folder of `docsDir`, one page a Markdown file, in the order of their numbers.
 * `[[key]]` and `[[key|words]]` become links to the document with that key; `<!-- maneuvers: melee -->` a drawn table.
 * @param docsDir The folder with `journals.yml` and the folders of pages.
 */
export function buildJournals(docsDir: string, sources: TableSources): BuiltJournals {
  const list = existsSync(path.join(docsDir, "journals.yml")) ? readYaml(path.join(docsDir, "journals.yml")) : {};
  const faults: { page: string; message: string }[] = [];
  const linked = new Map(sources.documents.filter(isLinkable).map((document) => [keyOf(document), document]));
  const journals = Object.entries(isRecord(list) ? list : {}).map(([folder, entry], index): BuiltJournal => {
    const key = `rules-${folder}`;
    const id = documentId("JournalEntry", key);
    const pages = pagesOf(path.join(docsDir, folder)).map(({ file, name }, place) => {
      const markdown = readFileSync(path.join(docsDir, folder, file), "utf8");
      const report = (message: string): void => void faults.push({ page: `${folder}/${file}`, message });
      return pageData({ key: `${key}-${name}`, journal: id, sort: (place + 1) * SORT_STEP, markdown, content: toHtml(markdown, sources, linked, report) });
    });
    const data: JsonRecord = {
      _id: id,
      _key: `!journal!${id}`,
      name: textAt(entry, "name"),
      folder: documentId("Folder", "folder-rules"),
      sort: (index + 1) * SORT_STEP,
      pages,
      flags: { fatewalker: { key } },
      ownership: { default: 0 },
    };
    return { key, data };
  });
  return { journals, faults };
}

/** Documents that words of a page may lead to: everything but folders and what is embedded in actors. */
function isLinkable({ documentName, parent }: SourceDocument): boolean {
  return documentName === "JournalEntryPage" || (documentName !== "Folder" && parent === null);
}

function pagesOf(folder: string): { file: string; name: string }[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const name = PAGE_FILE.exec(file)?.[1];
      return name === undefined ? [] : [{ file, name }];
    });
}

interface Page {
  readonly key: string;
  readonly journal: string;
  readonly sort: number;
  readonly markdown: string;
  readonly content: string;
}

function pageData({ key, journal, sort, markdown, content }: Page): JsonRecord {
  const id = documentId("JournalEntryPage", key);
  return {
    _id: id,
    _key: `!journal.pages!${journal}.${id}`,
    name: TITLE.exec(markdown)?.[1] ?? "",
    type: "text",
    title: { show: true, level: 1 },
    text: { content, format: 1 },
    sort,
    flags: { fatewalker: { key } },
  };
}

function toHtml(markdown: string, sources: TableSources, linked: ReadonlyMap<string, SourceDocument>, report: (message: string) => void): string {
  const drawn = markdown.replace(TITLE, "").replaceAll(DRAWN, (_comment, name: string, word: string | undefined) => {
    const table = drawTable(sources, name, word ?? "");
    if (table === null) report(`there is no table "${name}${word === undefined ? "" : `: ${word}`}"`);
    return table ?? "";
  });
  const withLinks = drawn.replaceAll(LINK, (_link, key: string, words: string | undefined) => {
    const document = linked.get(key);
    if (document === undefined) report(`nothing has the key ${key}`);
    return document === undefined ? (words ?? key) : `@UUID[${addressOf(document)}]{${words ?? String(valueAt(document.data, "name"))}}`;
  });
  // Quotes need no entities in text, and our pages hold none in attributes.
  return marked.parse(withLinks, { async: false, gfm: true }).replaceAll("&#39;", "'").replaceAll("&quot;", '"').trim();
}
