import { corrections, differences, type Correction } from "../../migrations/corrections";
import { migrateSource } from "../../migrations/migrate";
import { isRecord } from "../../migrations/records";
import type { Source } from "../../migrations/types";
import { RuleError } from "../../rules/errors";
import { exportSource } from "./export";
import type { TransferFolder, TransferredDocument, Words } from "./format";
import { nameOf, readTransfer, type ReadEntry } from "./read";
import { Matches, WORLD, classOf, typesOf, type StoredDocument, type TransferTarget } from "./target";

/** What is done with something that the target has already. */
export type Decision = "replace" | "both" | "skip";

/** A value of a file that is left out or becomes another, by its path. */
export interface TransferProblem {
  readonly path: string;
  readonly reason: Words;
}

/** A document that can be taken whole; `problems` are the values in it that cannot. */
export interface Candidate {
  readonly kind: "ready";
  readonly documentName: TransferredDocument;
  readonly name: string;
  readonly type: string;
  /** In the current shape, as its data model takes it. */
  readonly source: Source;
  readonly problems: readonly TransferProblem[];
  /** The same thing in the target; null: there is none. */
  readonly match: { readonly id: string; readonly name: string } | null;
}

export interface RefusedEntry {
  readonly kind: "refused";
  readonly name: string;
  readonly reason: Words;
}

export interface TransferPlan {
  readonly target: TransferTarget;
  readonly folders: readonly TransferFolder[];
  readonly entries: readonly (Candidate | RefusedEntry)[];
}

/** Values of a document that are no business of a transfer. */
const NOT_COMPARED = ["_id", "_stats", "_key", "ownership", "folder", "sort", "system", "items", "effects", "pages", "prototypeToken", "flags"];

/**
 * Reads a file and finds out, without writing anything, what of it can be taken into the target.
 * @param creates  false: nothing new is made, so that the right to do so is not asked for
 * @throws RuleError  when nothing of it can be read
 */
export async function planTransfer(text: string, target: TransferTarget = WORLD, { creates = true }: { readonly creates?: boolean } = {}): Promise<TransferPlan> {
  const { folders, entries } = readTransfer(text, kindOfType);
  const matches = new Matches(target);
  const planned: (Candidate | RefusedEntry)[] = [];
  for (const entry of entries) planned.push(await planEntry(entry, target, matches, creates));
  return { target, folders, entries: planned };
}

/** Actors and items have types of ours; a page or macro of the host's own files cannot be told by its type alone. */
const kindOfType = (type: string): TransferredDocument | null => (["Actor", "Item"] as const).find((documentName) => typesOf(documentName)?.includes(type)) ?? null;

async function planEntry(entry: ReadEntry, target: TransferTarget, matches: Matches, creates: boolean): Promise<Candidate | RefusedEntry> {
  if (entry.kind === "refused") return entry;
  const { documentName } = entry;
  const name = nameOf(entry.source, "");
  const refuse = (key: string, data: Words["data"] = {}): RefusedEntry => ({ kind: "refused", name: name === "" ? documentName : name, reason: { key: `FATEWALKER.Transfer.Reason.${key}`, data } });
  if (name === "") return refuse("NoName");
  if (target.kind === "pack" && game.packs.get(target.id)?.documentName !== documentName) return refuse("WrongPack", { document: documentName });
  if (creates && target.kind === "world" && !classOf(documentName).canUserCreate(game.user)) return refuse("MayNotCreate", { document: documentName });
  try {
    const { source, problems } = taken(documentName, entry.source);
    return { kind: "ready", documentName, name, type: String(source["type"] ?? ""), source, problems, match: await matches.find(documentName, source) };
  } catch (error) {
    if (error instanceof RuleError) return { kind: "refused", name, reason: { key: error.key, data: error.data } };
    return refuse("Invalid", { reason: error instanceof Error ? error.message : String(error) });
  }
}

/**
 * A source as its document takes it, and what of it was lost.
 * @throws RuleError  for a type that the system has not, an Error in the host's words for data that are not valid
 */
export function taken(documentName: TransferredDocument, given: Source): { source: Source; problems: TransferProblem[] } {
  const types = typesOf(documentName);
  if (types !== null && !types.includes(String(given["type"]))) throw new RuleError("FATEWALKER.Transfer.Reason.UnknownType", { type: String(given["type"]) });
  const current = documentName === "Actor" || documentName === "Item" ? migrateSource(documentName, given) : given;
  const { source, problems } = withoutUnknownItems(current);
  const document: StoredDocument = new (classOf(documentName))(structuredClone(source), { strict: true });
  const result = exportSource(document);
  const lost = [...Object.keys(source).filter((key) => !NOT_COMPARED.includes(key)).flatMap((key) => ofDocument(key, source, result)), ...(types === null ? [] : corrections(source, result))];
  const { _id: id, folder } = source;
  return { source: { ...result, ...(typeof id === "string" ? { _id: id } : {}), folder: typeof folder === "string" ? folder : null }, problems: [...problems, ...lost.map(problemOf)] };
}

const ofDocument = (key: string, source: Source, result: Source): Correction[] =>
  Object.hasOwn(result, key) ? differences(source[key], result[key], key) : [{ path: key, kind: "unknown", before: source[key], after: null }];

/** Items of a type that the system has not are left out and named; the actor does not suffer for them. */
function withoutUnknownItems(source: Source): { source: Source; problems: TransferProblem[] } {
  const { items } = source;
  if (!Array.isArray(items)) return { source, problems: [] };
  const types = typesOf("Item") ?? [];
  const isKnown = (item: unknown): boolean => isRecord(item) && types.includes(String(item["type"])) && nameOf(item, "") !== "";
  const problems = items.flatMap((item: unknown, index): TransferProblem[] => {
    if (isKnown(item)) return [];
    const record = isRecord(item) ? item : {};
    return [{ path: `items.${nameOf(record, String(index))}`, reason: { key: "FATEWALKER.Transfer.Reason.UnknownType", data: { type: String(record["type"] ?? "?") } } }];
  });
  return { source: problems.length === 0 ? source : { ...source, items: items.filter(isKnown) }, problems };
}

function problemOf({ path, kind, before, after }: Correction): TransferProblem {
  const shown = (value: unknown): string => (JSON.stringify(value) ?? "").slice(0, 60);
  return { path, reason: { key: `FATEWALKER.Transfer.Problem.${kind}`, data: { before: shown(before), after: shown(after) } } };
}
