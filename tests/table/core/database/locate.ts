import { Document, worldCollection, type UserLike } from "../documents/document";
import { host } from "../host";
import { keysToOperators } from "../utils/operators";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/** Where the documents of an operation are, on this client. */

export interface CollectionLike {
  name: string;
  get(id: string): Document | undefined;
  set(id: string, document: Document): unknown;
  delete(id: string): boolean;
  keys(): IterableIterator<string>;
  addSource?(source: Data): void;
  removeSource?(id: string): void;
  indexChange?(id: string, change: Data): void;
  render?(force?: boolean): Promise<void>;
}

export function collectionOf(documentName: string, parent: Document | null, pack: string | null): CollectionLike | null {
  if (parent) {
    if (parent.documentName === "Token" && documentName === "Actor") return null;
    return parent.getEmbeddedCollection(documentName) as unknown as CollectionLike;
  }
  if (pack) {
    const { packs } = host().game;
    return packs instanceof Map ? ((packs.get(pack) as CollectionLike | undefined) ?? null) : null;
  }
  return worldCollection(documentName) as unknown as CollectionLike | null;
}

export async function find(documentClass: typeof Document, id: string, parent: Document | null, pack: string | null): Promise<Document> {
  if (parent?.documentName === "Token" && documentClass.documentName === "Actor") {
    const actor = actorOf(parent);
    if (actor) return actor;
  }
  const collection = collectionOf(documentClass.documentName, parent, pack);
  const found = collection?.get(id);
  if (found) return found;
  if (pack && !parent && isObject(collection) && isFunction(Reflect.get(collection, "getDocument"))) {
    const loaded: unknown = await (collection as unknown as { getDocument(id: string): Promise<unknown> }).getDocument(id);
    if (loaded instanceof Document) return loaded;
  }
  throw new Error(`${documentClass.documentName} "${id}" does not exist!`);
}

/** The token whose unlinked actor a document is, or is in. */
export function syntheticToken(document: Document): Document | null {
  for (let next: unknown = document; next instanceof Document; next = next.parent) {
    if (next.documentName === "Actor" && next.parent instanceof Document && next.parent.documentName === "Token") return next.parent;
  }
  return null;
}

export function actorOf(token: Document): Document | null {
  const actor: unknown = Reflect.get(token, "actor");
  return actor instanceof Document ? actor : null;
}

export function user(): UserLike {
  return host().game["user"] as UserLike;
}

export function stripPack(uuid: string): string {
  return uuid.startsWith("Compendium.") ? uuid.split(".").slice(3).join(".") : uuid;
}

export function shown(value: unknown): unknown {
  return host().generation >= 14 ? keysToOperators(value) : value;
}

