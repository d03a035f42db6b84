import { documentId } from "../ids";
import { isRecord, textAt, valueAt } from "./packs";
import type { Problem, ProblemKind } from "./problem";
import { ACTOR_SHAPES, DOCUMENT_SHAPES, ITEM_SHAPES } from "./shapes";
import { SHINGLE_WORDS, sharedWords } from "./shingles";
import { keyOf, placeOf, type SourceDocument } from "./source";

const KEY_SHAPE = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const SHORTEST_DESCRIPTION = 40;

type Report = (kind: ProblemKind, message: string) => void;

/**
 * What is wrong with one document by itself: key, id, type, fields, pictures, description.
 * @param document A document or one embedded in another.
 * @param pictures The addresses of all pictures of the built system.
 * @param sourceWords Hashes of the word sequences of the source pages, of which no description may share one.
 */
export function documentProblems(document: SourceDocument, pictures: ReadonlySet<string>, sourceWords: ReadonlySet<string>): Problem[] {
  const problems: Problem[] = [];
  const report: Report = (kind, message) => problems.push({ kind, place: placeOf(document), message });
  checkKeyAndId(document, report);
  checkTypeAndShape(document, report);
  checkPictures(document, pictures, report);
  checkDescription(document, sourceWords, report);
  return problems;
}

function checkKeyAndId(document: SourceDocument, report: Report): void {
  const key = keyOf(document);
  if (!KEY_SHAPE.test(key)) report("key", `the key "${key}" must be lower-case words and numbers joined by single hyphens`);
  const id = textAt(document.data, "_id");
  const expectedId = documentId(document.documentName, key);
  if (id !== expectedId) report("id", `_id is "${id}", but ${document.documentName}:${key} has the id ${expectedId}`);
  const parentIds = document.parent === null ? [] : [textAt(document.parent.data, "_id")];
  const expectedKey = `!${document.collection}!${[...parentIds, id].join(".")}`;
  const databaseKey = textAt(document.data, "_key");
  if (databaseKey !== expectedKey) report("key", `_key is "${databaseKey}", expected "${expectedKey}"`);
  if (textAt(document.data, "name") === "") report("shape", "has no name");
}

/** What the packs hold, and so what their folders may hold. */
const FOLDER_TYPES: readonly string[] = ["Item", "Actor", "JournalEntry", "Macro"];

function checkTypeAndShape(document: SourceDocument, report: Report): void {
  const { documentName, data } = document;
  const envelope = documentName === "Item" && document.parent !== null ? "EmbeddedItem" : documentName;
  for (const fault of DOCUMENT_SHAPES[envelope](data, "document")) report("shape", fault);
  if (documentName === "Folder" && !FOLDER_TYPES.includes(String(data.type))) {
    report("type", `a folder cannot hold documents of the type "${String(data.type)}"`);
  }
  if (documentName !== "Item" && documentName !== "Actor") return;
  const shapes = documentName === "Item" ? ITEM_SHAPES : ACTOR_SHAPES;
  const type = textAt(data, "type");
  const shape = Object.hasOwn(shapes, type) ? shapes[type] : undefined;
  if (shape === undefined) report("type", `"${type}" is no ${documentName} type of the system`);
  else for (const fault of shape(data.system, "system")) report("shape", fault);
}

function checkPictures(document: SourceDocument, pictures: ReadonlySet<string>, report: Report): void {
  for (const field of ["img", "prototypeToken.texture.src"]) {
    const address = valueAt(document.data, field);
    if (address === undefined && field !== "img") continue;
    if (address === undefined && (document.documentName === "Folder" || document.documentName.startsWith("Journal"))) continue;
    if (typeof address !== "string" || !pictures.has(address)) {
      report("image", `${field} is "${String(address)}", which is not among the built pictures`);
    }
  }
}

function checkDescription(document: SourceDocument, sourceWords: ReadonlySet<string>, report: Report): void {
  const fields: Partial<Record<SourceDocument["documentName"], string>> = {
    Item: "system.description",
    Actor: "system.biography",
    JournalEntryPage: "text.content",
  };
  const field = fields[document.documentName];
  if (field === undefined) return;
  const words = textAt(document.data, field).replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ").trim();
  if (words.length < SHORTEST_DESCRIPTION) {
    report("description", `${field} has ${words.length} characters of text, at least ${SHORTEST_DESCRIPTION} are needed`);
  }
  const shared = sharedWords(textAt(document.data, field), sourceWords);
  if (shared !== null) report("description", `${field} shares ${SHINGLE_WORDS} words in a row with the source pages: "${shared}"`);
}

/** What an actor's own copy of an item may hold differently from the item of the pack: how it is carried and what is left of it. */
const OF_THE_COPY = new Set(["system.carried", "system.hand", "system.quantity", "system.magazine.value", "system.on", "system.powerOn", "system.energy.value"]);

/** Whether a dotted path is one that an actor's copy of an item may change. */
export function isPersonal(dotted: string): boolean {
  return OF_THE_COPY.has(dotted);
}

/** Differences between an embedded item and the item of a pack that it was copied from, as dotted paths. */
export function differencesOfCopy(copy: unknown, original: unknown, path = "system"): string[] {
  if (isPersonal(path)) return [];
  if (isRecord(copy) && isRecord(original)) {
    const names = new Set([...Object.keys(copy), ...Object.keys(original)]);
    return [...names].flatMap((name) => differencesOfCopy(copy[name], original[name], `${path}.${name}`));
  }
  return JSON.stringify(copy) === JSON.stringify(original) ? [] : [path];
}
