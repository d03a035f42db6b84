import { existsSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";
import { assetAddresses } from "../assets";
import { differencesOfCopy, documentProblems } from "./check-document";
import { folderProblems } from "./check-folders";
import { journalProblems } from "./check-journal";
import { addressOf, linkProblems, linkTargets } from "./links";
import { MANEUVER_KEY } from "./maneuver-shapes";
import { PATHS, isRecord, textAt, valueAt } from "./packs";
import type { Problem } from "./problem";
import { readShingles } from "./shingles";
import { keyOf, placeOf, readPackSources, readYaml, type SourceDocument } from "./source";
import { expectedRows, type ExpectedRow } from "./tables";

/** Where the check finds what it compares; each defaults to the place in the repository. */
export interface CheckOptions {
  readonly sourceDir?: string;
  /** The JSON tables of the rules. */
  readonly tablesDir?: string;
  readonly assetsDir?: string;
  /** The committed list of ids. */
  readonly idsFile?: string;
  /** The keys of documents that have no table row. */
  readonly keysFile?: string;
  /** Hashes of the word sequences of the source pages. */
  readonly shinglesFile?: string;
  /** The Markdown pages of the rules. */
  readonly docsDir?: string;
}

/**
 * Checks the pack sources: ids, keys, types, fields, links, folders, pictures, descriptions, and every value that a table holds.
 * @returns All faults, in the order of the files; empty when the packs are in order.
 */
export function checkPacks(options: CheckOptions = {}): Problem[] {
  const { documents, unreadable } = readPackSources(options.sourceDir ?? PATHS.source);
  const rows = expectedRows(options.tablesDir ?? PATHS.tables);
  const pictures = assetAddresses(options.assetsDir ?? PATHS.assets);
  const targets = linkTargets(documents);
  const sourceWords = readShingles(options.shinglesFile ?? PATHS.shingles);
  return [
    ...unreadable.map(({ file, reason }): Problem => ({ kind: "unreadable", place: file, message: reason })),
    ...documents.flatMap((document) => [...documentProblems(document, pictures, sourceWords), ...linkProblems(document, targets)]),
    ...duplicateProblems(documents),
    ...folderProblems(documents),
    ...committedIdProblems(documents, options.idsFile ?? PATHS.ids),
    ...rowProblems(documents, rows),
    ...maneuverWordProblems(documents, rows),
    ...keyListProblems(documents, rows, options.keysFile ?? PATHS.keys),
    ...copyProblems(documents),
    ...journalProblems(options.docsDir ?? PATHS.docs, { documents, tablesDir: options.tablesDir ?? PATHS.tables }),
  ];
}

/** `_key` and `_id` count by pack (embedded ones by parent), keys count by kind of document in all packs. */
function duplicateProblems(documents: readonly SourceDocument[]): Problem[] {
  const problems: Problem[] = [];
  const seen = new Map<string, string>();
  for (const document of documents) {
    const inside = document.parent === null ? document.pack : addressOf(document.parent);
    const marks: [string, string][] = [
      ["_key", `${inside} ${textAt(document.data, "_key")}`],
      ["_id", `${inside} ${document.documentName} ${textAt(document.data, "_id")}`],
      ["key", `${document.parent === null ? "" : inside} ${document.documentName} ${keyOf(document)}`],
    ];
    for (const [what, mark] of marks) {
      const first = seen.get(`${what} ${mark}`);
      if (first === undefined) seen.set(`${what} ${mark}`, placeOf(document));
      else problems.push({ kind: "duplicate", place: placeOf(document), message: `has the ${what} of ${first} (${mark.trim()})` });
    }
  }
  return problems;
}

/** The name of a document in the committed list of ids: `Item:synthsilk`. */
export function listName(document: SourceDocument): string {
  return `${document.documentName}:${keyOf(document)}`;
}

/** Ids are promised to worlds: one that was ever published may neither change nor vanish. */
function committedIdProblems(documents: readonly SourceDocument[], idsFile: string): Problem[] {
  const place = path.basename(idsFile);
  const list = existsSync(idsFile) ? readYaml(idsFile) : {};
  const committed = new Map(Object.entries(isRecord(list) ? list : {}));
  const own = documents.filter((document) => document.documentName !== "Item" || document.parent === null);
  const problems = own.flatMap((document): Problem[] => {
    const name = listName(document);
    const id = textAt(document.data, "_id");
    const known = committed.get(name);
    if (known === undefined) return [{ kind: "id", place: placeOf(document), message: `${name} is not in ${place}; tools/packs/record-ids.ts adds it` }];
    return known === id ? [] : [{ kind: "id", place: placeOf(document), message: `_id is "${id}", ${place} has "${String(known)}" for ${name}` }];
  });
  const present = new Set(own.map(listName));
  const gone = [...committed.keys()].filter((name) => !present.has(name));
  return [...problems, ...gone.map((name): Problem => ({ kind: "id", place, message: `no document has the id of ${name} any more` }))];
}

function itemsByKey(documents: readonly SourceDocument[]): Map<string, SourceDocument> {
  const items = documents.filter((document) => document.documentName === "Item" && document.parent === null);
  return new Map(items.map((document) => [keyOf(document), document]));
}

function rowProblems(documents: readonly SourceDocument[], rows: readonly ExpectedRow[]): Problem[] {
  const items = itemsByKey(documents);
  return rows.flatMap((row): Problem[] => {
    const forgotten = (row.uncarried ?? []).map((cell): Problem => ({ kind: "value", place: row.pack, message: `no field carries the cell ${cell} of the row ${row.key}` }));
    const document = items.get(row.key);
    if (document !== undefined) return [...forgotten, ...documentAgainstRow(document, row)];
    return row.required ? [...forgotten, { kind: "row", place: row.pack, message: `no document has the key ${row.key} of the tables` }] : forgotten;
  });
}

function documentAgainstRow(document: SourceDocument, row: ExpectedRow): Problem[] {
  const place = placeOf(document);
  const problems: Problem[] = [];
  if (document.pack !== row.pack) problems.push({ kind: "row", place, message: `${row.key} belongs to the pack ${row.pack}` });
  if (textAt(document.data, "type") !== row.type) problems.push({ kind: "type", place, message: `${row.key} must be of the type ${row.type}` });
  const name = textAt(document.data, "name");
  if (!row.names.some((printed) => name === printed || name.split(" ").includes(printed))) {
    problems.push({ kind: "value", place, message: `is called "${name}", the table calls it "${row.names.join('" or "')}"` });
  }
  for (const [dotted, expected] of Object.entries(row.values)) {
    const actual = valueAt(document.data.system, dotted);
    if (isDeepStrictEqual(actual, expected)) continue;
    problems.push({ kind: "value", place, message: `system.${dotted} is ${JSON.stringify(actual)}, the table has ${JSON.stringify(expected)}` });
  }
  for (const { field, expected, actual } of row.projections ?? []) {
    const found = actual(document.data.system);
    if (isDeepStrictEqual(found, expected)) continue;
    problems.push({ kind: "value", place, message: `system.${field} is ${JSON.stringify(found)}, the table has ${JSON.stringify(expected)}` });
  }
  return problems;
}

/** Every text in a value, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** Maneuvers named in a maneuver's lists must be rows of the table, whether the packs hold them yet or not. */
function maneuverWordProblems(documents: readonly SourceDocument[], rows: readonly ExpectedRow[]): Problem[] {
  const keys = new Set(rows.filter(({ type }) => type === "maneuver").map(({ key }) => key));
  return documents.flatMap((document): Problem[] => {
    if (document.data.type !== "maneuver") return [];
    const places = ["answers", "answeredBy", "effects", "tables", "roll.base"].map((name) => valueAt(document.data.system, name));
    const named = textsIn(places).map((word) => word.replace(/^!/, ""));
    return named
      .filter((word) => MANEUVER_KEY.test(word) && !keys.has(word))
      .map((word): Problem => ({ kind: "link", place: placeOf(document), message: `names the maneuver ${word}, which no table has` }));
  });
}

/** A key comes from a table or from `packs/keys.yml`; what is listed there must exist. */
function keyListProblems(documents: readonly SourceDocument[], rows: readonly ExpectedRow[], keysFile: string): Problem[] {
  const list = existsSync(keysFile) ? readYaml(keysFile) : {};
  const listed = new Set<string>();
  for (const [documentName, keys] of Object.entries(isRecord(list) ? list : {})) {
    for (const key of Array.isArray(keys) ? keys : []) listed.add(`${documentName}:${String(key)}`);
  }
  const inTables = new Set(rows.map((row) => `Item:${row.key}`));
  const own = documents.filter((document) => document.documentName !== "Item" || document.parent === null);
  const present = new Set(own.map(listName));
  const place = path.basename(keysFile);
  return [
    ...own
      .filter((document) => !inTables.has(listName(document)) && !listed.has(listName(document)))
      .map((document): Problem => ({ kind: "row", place: placeOf(document), message: `${listName(document)} is neither a table row nor in ${place}` })),
    ...[...listed]
      .filter((name) => !present.has(name))
      .map((name): Problem => ({ kind: "row", place, message: `no document has the key ${name}` })),
    ...[...listed]
      .filter((name) => inTables.has(name))
      .map((name): Problem => ({ kind: "key", place, message: `${name} has a table row and needs no entry` })),
  ];
}

/** An actor's items are copies of the packs' items and must say so; traits alone are the actor's own. */
function copyProblems(documents: readonly SourceDocument[]): Problem[] {
  const originals = itemsByKey(documents);
  return documents.flatMap((document): Problem[] => {
    if (document.documentName !== "Item" || document.parent === null || document.data.type === "trait") return [];
    const place = placeOf(document);
    const original = originals.get(keyOf(document));
    if (original === undefined) return [{ kind: "copy", place, message: `no pack has the item ${keyOf(document)}` }];
    if (textAt(document.data, "_stats.compendiumSource") !== addressOf(original)) {
      return [{ kind: "copy", place, message: `_stats.compendiumSource must be ${addressOf(original)}` }];
    }
    return differencesOfCopy(document.data.system, original.data.system).map(
      (dotted): Problem => ({ kind: "copy", place, message: `${dotted} differs from the item of the pack ${original.pack}` }),
    );
  });
}

function main(): void {
  const sourceDir = path.resolve(process.argv[2] ?? PATHS.source);
  const problems = checkPacks({ sourceDir });
  for (const { place, message } of problems) console.error(`${place}: ${message}`);
  if (problems.length > 0) {
    console.error(`${problems.length} ${problems.length === 1 ? "problem" : "problems"} in the packs`);
    process.exitCode = 1;
    return;
  }
  const { documents } = readPackSources(sourceDir);
  console.log(`The packs are in order: ${documents.length} documents checked`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
