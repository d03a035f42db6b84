import type { ClientFrame, DocumentOperation, Json, OperationOptions, Source, UserActivity } from "../core/protocol";
import { TableError } from "./errors";
import { isSource } from "./json";

/** Longest time that a query may wait, in milliseconds. */
const LONGEST_QUERY = 600_000;

function broken(what: string): never {
  throw new TableError("ValidationError", `Malformed frame: ${what}.`);
}

function text(source: Source, key: string): string {
  const value = source[key];
  return typeof value === "string" ? value : broken(`${key} is no text`);
}

function textOrNull(source: Source, key: string): string | null {
  const value = source[key];
  return value === null || value === undefined ? null : text(source, key);
}

function number(source: Source, key: string): number {
  const value = source[key];
  return typeof value === "number" && Number.isFinite(value) ? value : broken(`${key} is no number`);
}

function list<Entry>(source: Source, key: string, entry: (value: Json) => Entry): Entry[] {
  const value = source[key];
  return Array.isArray(value) ? value.map(entry) : broken(`${key} is no list`);
}

function asSource(value: Json | undefined): Source {
  return isSource(value) ? value : broken("an object is missing");
}

function asText(value: Json): string {
  return typeof value === "string" ? value : broken("a text is missing");
}

function asPlace(value: Json): { x: number; y: number; elevation: number } {
  const source = asSource(value);
  return { x: number(source, "x"), y: number(source, "y"), elevation: number(source, "elevation") };
}

function operation(value: Json): DocumentOperation {
  const source = asSource(value);
  const target = {
    documentName: text(source, "documentName"),
    parentUuid: textOrNull(source, "parentUuid"),
    pack: textOrNull(source, "pack"),
    options: asSource(source["options"] ?? {}) as OperationOptions,
  };
  switch (source["action"]) {
    case "create":
      return { ...target, action: "create", data: list(source, "data", asSource) };
    case "update":
      return { ...target, action: "update", updates: list(source, "updates", asSource) };
    case "delete":
      return { ...target, action: "delete", ids: list(source, "ids", asText) };
    default:
      return broken("unknown action");
  }
}

function activity(value: Json | undefined): UserActivity {
  const source = asSource(value);
  const read: UserActivity = {};
  if (source["targets"] !== undefined) read.targets = list(source, "targets", asText);
  if (source["sceneId"] !== undefined) read.sceneId = textOrNull(source, "sceneId");
  const { plannedMovements: plans } = source;
  if (plans !== undefined) read.plannedMovements = plans === null ? null : Object.fromEntries(Object.keys(asSource(plans)).map((token) => [token, list(asSource(plans), token, asPlace)]));
  return read;
}

/** The number of a frame that wants an answer, however broken the rest of it is. */
export function numberOf(raw: Json): number | null {
  return isSource(raw) && typeof raw["number"] === "number" ? raw["number"] : null;
}

/**
 * Reads a client's frame; nothing in it is taken on trust.
 * @throws TableError `ValidationError`
 */
export function readFrame(raw: Json): ClientFrame {
  const source = asSource(raw);
  switch (source["kind"]) {
    case "modify":
      return { kind: "modify", number: number(source, "number"), operations: list(source, "operations", operation) };
    case "pack":
      return { kind: "pack", number: number(source, "number"), pack: text(source, "pack"), ids: source["ids"] === null ? null : list(source, "ids", asText) };
    case "activity":
      return { kind: "activity", activity: activity(source["activity"]) };
    case "emit":
      return { kind: "emit", event: text(source, "event"), payload: list(source, "payload", (value) => value) };
    case "query":
      return {
        kind: "query", number: number(source, "number"), userId: text(source, "userId"), name: text(source, "name"), data: source["data"] ?? null,
        // Whoever sets no time waits as long as anybody may.
        timeout: Math.min(number(source, "timeout") > 0 ? number(source, "timeout") : LONGEST_QUERY, LONGEST_QUERY),
      };
    case "queryAnswer":
      return { kind: "queryAnswer", query: text(source, "query"), ok: source["ok"] === true, data: source["data"] ?? null };
    default:
      return broken("unknown kind");
  }
}
