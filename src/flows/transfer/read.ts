import { SYSTEM_ID } from "../../config/defaults";
import { isRecord } from "../../migrations/records";
import { CURRENT_VERSION } from "../../migrations/steps";
import type { Source } from "../../migrations/types";
import { RuleError } from "../../rules/errors";
import { FORMAT, FORMAT_VERSION, isTransferred, type TransferFolder, type TransferredDocument, type Words } from "./format";

/** One entry of a file: a document, or why it is none. */
export type ReadEntry =
  | { readonly kind: "document"; readonly documentName: TransferredDocument; readonly source: Source }
  | { readonly kind: "refused"; readonly name: string; readonly reason: Words };

export interface ReadFile {
  readonly folders: readonly TransferFolder[];
  readonly entries: readonly ReadEntry[];
}

/** Finds the kind of document that has a type; the host's own files name the type alone. */
export type KindOfType = (type: string) => TransferredDocument | null;

/**
 * Reads a file of ours, one that the host wrote for a single document, or a list of such.
 * @throws RuleError  when it is no JSON, of another system, of a later version, or holds no document
 */
export function readTransfer(text: string, kindOfType: KindOfType): ReadFile {
  const content = parsed(text);
  const file = isRecord(content) && content["format"] === FORMAT ? ours(content) : { folders: [], entries: bare(content, kindOfType) };
  if (file.entries.length === 0) throw new RuleError("FATEWALKER.Transfer.Error.NoDocuments");
  return file;
}

function parsed(text: string): unknown {
  if (text.trim() === "") throw new RuleError("FATEWALKER.Transfer.Error.Empty");
  try {
    // A byte order mark at the beginning is no part of the JSON.
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch (error) {
    throw new RuleError("FATEWALKER.Transfer.Error.NotJson", { reason: error instanceof Error ? error.message : String(error) });
  }
}

function ours(content: Source): ReadFile {
  const { system, formatVersion, dataVersion, folders, documents } = content;
  if (system !== SYSTEM_ID) throw new RuleError("FATEWALKER.Transfer.Error.Foreign", { system: String(system) });
  if (Number(formatVersion) > FORMAT_VERSION || Number(dataVersion) > CURRENT_VERSION) throw new RuleError("FATEWALKER.Transfer.Error.Newer", { version: String(content["systemVersion"] ?? "?") });
  return {
    folders: (Array.isArray(folders) ? folders : []).filter(isRecord).flatMap(folderOf),
    entries: (Array.isArray(documents) ? documents : []).map(entryOf),
  };
}

function folderOf(record: Source): TransferFolder[] {
  const { _id, name, type, color, folder } = record;
  if (typeof _id !== "string" || typeof name !== "string" || name.trim() === "" || !isTransferred(type)) return [];
  return [{ _id, name, type, color: typeof color === "string" ? color : null, folder: typeof folder === "string" ? folder : null }];
}

function entryOf(entry: unknown, index: number): ReadEntry {
  const name = String(index + 1);
  if (!isRecord(entry) || !isRecord(entry["source"])) return { kind: "refused", name, reason: { key: "FATEWALKER.Transfer.Reason.NoSource" } };
  const { documentName, source } = entry;
  if (!isTransferred(documentName)) return { kind: "refused", name: nameOf(source as Source, name), reason: { key: "FATEWALKER.Transfer.Reason.UnknownDocument", data: { document: String(documentName) } } };
  return { kind: "document", documentName, source: source as Source };
}

function bare(content: unknown, kindOfType: KindOfType): ReadEntry[] {
  const list: unknown[] = Array.isArray(content) ? content : [content];
  return list.map((source, index): ReadEntry => {
    if (!isRecord(source)) throw new RuleError("FATEWALKER.Transfer.Error.NotADocument");
    const system = systemOf(source);
    if (system !== null && system !== SYSTEM_ID) throw new RuleError("FATEWALKER.Transfer.Error.Foreign", { system });
    const { type } = source;
    if (typeof type !== "string") throw new RuleError("FATEWALKER.Transfer.Error.NotADocument");
    const documentName = kindOfType(type);
    if (documentName !== null) return { kind: "document", documentName, source };
    return { kind: "refused", name: nameOf(source, String(index + 1)), reason: { key: "FATEWALKER.Transfer.Reason.UnknownType", data: { type } } };
  });
}

/** The system that a file of the host names, in the places where its versions wrote it; null: nowhere. */
function systemOf({ _stats: stats, flags }: Source): string | null {
  const statistics = isRecord(stats) ? stats : {};
  const exported = isRecord(statistics["exportSource"]) ? statistics["exportSource"] : {};
  const older = isRecord(flags) && isRecord(flags["exportSource"]) ? flags["exportSource"] : {};
  const named = [exported["systemId"], statistics["systemId"], older["system"]].find((id) => typeof id === "string");
  return typeof named === "string" ? named : null;
}

export const nameOf = (source: Source, fallback: string): string => (typeof source["name"] === "string" && source["name"].trim() !== "" ? source["name"] : fallback);
