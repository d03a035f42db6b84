import type { Data } from "../types";
import { isFunction, isObject } from "../types";
import { hasHost, host } from "../host";
import { COLLECTIONS } from "../records";

/** https://foundryvtt.com/api/functions/foundry.utils.parseUuid.html */

export interface ParsedUuid {
  uuid: string;
  type: string | undefined;
  id: string | undefined;
  primaryType: string | undefined;
  primaryId: string | undefined;
  collection: Data | undefined;
  documentType: string | undefined;
  documentId: string | undefined;
  embedded: string[];
  doc?: unknown;
}

interface Getter extends Data {
  get(key: string, options?: object): unknown;
}

function isGetter(value: unknown): value is Getter {
  return isObject(value) && isFunction(value["get"]);
}

/** @returns null when the text is no UUID of a known kind */
export function parseUuid(uuid: string, options: { relative?: unknown } = {}): ParsedUuid | null {
  if (typeof uuid !== "string" || uuid === "") return null;
  if (uuid.startsWith(".") && isObject(options.relative)) return parseRelative(uuid, options.relative);
  const parts = uuid.split(".");
  let type: string | undefined = parts[0];
  let id: string | undefined;
  let embedded: string[] = [];
  let collection: unknown;
  if (type === "Compendium") {
    const [, scope, pack, ...rest] = parts;
    const packs = hasHost() ? host().game["packs"] : undefined;
    collection = isGetter(packs) ? packs.get(`${scope}.${pack}`) : undefined;
    const named = rest[0] !== undefined && rest[0] in COLLECTIONS;
    if (named) {
      type = rest[0] ?? "";
      [, id] = rest;
      embedded = rest.slice(2);
    } else {
      type = isObject(collection) && typeof collection["documentName"] === "string" ? collection["documentName"] : undefined;
      [id] = rest;
      embedded = rest.slice(1);
    }
  } else {
    if (type === undefined || (!(type in COLLECTIONS) && type !== "Adventure")) return null;
    [, id] = parts;
    embedded = parts.slice(2);
    const collections = hasHost() ? host().game["collections"] : undefined;
    collection = isGetter(collections) ? collections.get(type) : undefined;
  }
  if (!id) return null;
  const last = embedded.length >= 2 ? embedded.slice(-2) : [];
  return {
    uuid, type: last[0] ?? type, id: last[1] ?? id, primaryType: embedded.length ? type : undefined, primaryId: embedded.length ? id : undefined,
    collection: isObject(collection) ? collection : undefined, documentType: type, documentId: id, embedded,
  };
}

function parseRelative(uuid: string, relative: Data): ParsedUuid | null {
  const rest = uuid.slice(1).split(".");
  const base = typeof relative["uuid"] === "string" ? relative["uuid"] : "";
  if (rest.length === 1) {
    const siblings = base.split(".").slice(0, -1);
    return parseUuid([...siblings, rest[0]].join("."));
  }
  return parseUuid([base, ...rest].join("."));
}

export function buildUuid(data: { id: string; documentName: string; parent?: { uuid: string } | null; pack?: string | null }): string | null {
  if (!data.id) return null;
  if (data.parent) return `${data.parent.uuid}.${data.documentName}.${data.id}`;
  if (data.pack) return `Compendium.${data.pack}.${data.documentName}.${data.id}`;
  return `${data.documentName}.${data.id}`;
}

function embeddedDocument(document: unknown, embedded: string[], strict: boolean): unknown {
  let found = document;
  for (let index = 0; index + 1 < embedded.length; index += 2) {
    const [name, id] = [embedded[index], embedded[index + 1]];
    if (!isObject(found)) return null;
    if (found["documentName"] === "Token" && name === "Actor") found = found["actor"];
    else {
      const { getEmbeddedDocument } = found;
      found = isFunction(getEmbeddedDocument) ? getEmbeddedDocument.call(found, name, id, { strict: false }) : undefined;
    }
  }
  if (!found && strict) throw new Error(`The document ${embedded.join(".")} does not exist.`);
  return found ?? null;
}

/** A world document, or, of a compendium, its index entry (or the document when it is cached). */
export function fromUuidSync(uuid: string | null | undefined, options: { relative?: unknown; invalid?: boolean; strict?: boolean } = {}): unknown {
  const { strict = true } = options;
  const parsed = uuid ? parseUuid(uuid, options) : null;
  if (!parsed || !isGetter(parsed.collection)) return null;
  const { collection, documentId = "", embedded } = parsed;
  if (isFunction(collection["getIndex"])) {
    const cached = collection.get(documentId);
    if (cached) return embeddedDocument(cached, embedded, false);
    if (embedded.length) {
      if (strict) throw new Error(`fromUuidSync was invoked on UUID '${uuid}' which references an Embedded Document and cannot be retrieved synchronously.`);
      return null;
    }
    const { index } = collection;
    const entry = isGetter(index) ? index.get(documentId) : null;
    return isObject(entry) ? { ...entry, pack: collection["collection"] } : null;
  }
  const document = collection.get(documentId, { invalid: options.invalid ?? false });
  return document ? embeddedDocument(document, embedded, false) : null;
}

export async function fromUuid(uuid: string | null | undefined, options: { relative?: unknown; invalid?: boolean } = {}): Promise<unknown> {
  const parsed = uuid ? parseUuid(uuid, options) : null;
  if (!parsed || !isGetter(parsed.collection)) return null;
  const { collection, documentId = "", embedded } = parsed;
  const document: unknown = isFunction(collection["getDocument"]) ? await (collection["getDocument"](documentId) as Promise<unknown>) : collection.get(documentId);
  return document ? embeddedDocument(document, embedded, false) : null;
}

/**
 * The UUID of a document as another one refers to it: relative for what lies within that one, else whole.
 * https://foundryvtt.com/api/functions/foundry.utils.fromUuid.html, `relative`
 */
export function relativeUuid(uuid: string, relative: { uuid?: unknown } | null | undefined): string {
  const whole = typeof relative?.uuid === "string" ? `${relative.uuid}.` : null;
  return whole !== null && uuid.startsWith(whole) ? `.${uuid.slice(whole.length)}` : uuid;
}
