import { actorOf, collectionOf, shown, stripPack, syntheticToken, user, type CollectionLike } from "./locate";
import { Document } from "../documents/document";
import { Hooks } from "../hooks";
import { documentConfig, host } from "../host";
import type { DocumentOperation, DocumentResult, Json, Source } from "../protocol";
import { applyToToken } from "../records";
import { deepClone } from "../utils/objects";
import { fromUuidSync } from "../utils/uuid";
import type { Data } from "../types";
import { isFunction } from "../types";

/** How a client follows what the server did: sources first, then callbacks and hooks, then what is on the screen. */


interface Following {
  userId: string;
  options: Data;
  parent: Document | null;
  pack: string | null;
  collection: CollectionLike | null;
  chain: Document[];
  documentClass: typeof Document;
}

/** What a result became, for the promise of the client that asked. */
const finished = new WeakMap<DocumentResult, Document[]>();
const recent: { key: string; documents: Document[] }[] = [];

function keyOf(result: DocumentResult): string {
  const what: Json = result.action === "create" ? result.created.map((source) => source["_id"] ?? null) : result.action === "update" ? result.changes.map((change) => change["_id"] ?? null) : result.deleted;
  return JSON.stringify([result.action, result.documentName, result.parentUuid, result.pack, what]);
}

// A backend may hand over copies of what it handed to the listener.
function rememberFinished(result: DocumentResult, documents: Document[]): void {
  recent.push({ key: keyOf(result), documents });
  if (recent.length > 64) recent.shift();
}

/** The documents that a result became on this client. */
export function documentsOf(result: DocumentResult): Document[] {
  const key = keyOf(result);
  return finished.get(result) ?? recent.findLast((entry) => entry.key === key)?.documents ?? [];
}


/** Follows what the server did. Called in the server's order, on every client. */
export function follow(userId: string, results: DocumentResult[]): void {
  for (const result of results) {
    try {
      const documents = followOne(userId, result);
      finished.set(result, documents);
      rememberFinished(result, documents);
    } catch (error) {
      Hooks.onError("ClientDatabase#follow", error, { log: "error" });
    }
  }
}

function followOne(userId: string, result: DocumentResult): Document[] {
  const parent = result.parentUuid ? (fromCache(result.parentUuid, result.pack) as Document | null) : null;
  if (result.parentUuid && !parent) return [];
  const collection = collectionOf(result.documentName, parent, result.pack);
  const options: Data = { ...result.options, parent, pack: result.pack };
  const chain = ancestors(parent);
  const context: Following = { userId, options, parent, pack: result.pack, collection, chain, documentClass: documentConfig(result.documentName)["documentClass"] as typeof Document };
  if (result.action === "create") return followCreate(result.created, context);
  if (result.action === "update") return followUpdate(result.changes, result, context);
  return followDelete(result.deleted, result, context);
}

function followCreate(created: Source[], context: Following): Document[] {
  const { userId, options, parent, pack, collection, chain, documentClass } = context;
  const name = parent ? (collection?.name ?? "") : documentClass.collectionName;
  for (const ancestor of chain) ancestor._preCreateDescendantDocuments(parent ?? ancestor, name, created, options, userId);
  let documents: Document[];
  if (parent) {
    const token = syntheticToken(parent);
    if (token) {
      applyToToken(token._source as Source, baseSource(token), { action: "create", documentName: documentClass.documentName, parentUuid: stripPack(parent.uuid), pack: null, options: {}, data: created });
      syncToken(token);
    } else {
      for (const source of created) collection?.addSource?.(documentClass.cleanData(documentClass.migrateDataSafe(deepClone(source) as Data)));
      refresh(parent);
    }
    documents = created.map((source) => collection?.get(String(source["_id"]))).filter((document) => document !== undefined);
  } else {
    documents = created.map((source) => {
      const document = documentClass.fromSource(source as Data, { pack }) as Document;
      collection?.set(document.id ?? "", document);
      return document;
    });
  }
  for (const [index, document] of documents.entries()) {
    const data = created[index] ?? {};
    guard(() => document._onCreate(data, options, userId));
    if (options["noHook"] !== true) Hooks.callAll(`create${documentClass.documentName}`, document, options, userId);
  }
  void documentClass._onCreateOperation(documents, { ...options, action: "create", data: created }, findUser(userId));
  for (const ancestor of chain) guard(() => ancestor._onCreateDescendantDocuments(parent ?? ancestor, name, documents, created, options, userId));
  afterRender(context, documents);
  if (options["renderSheet"] === true && userId === user().id) for (const document of documents) void document.sheet?.render({ force: true });
  return documents;
}

function followUpdate(changes: Source[], result: DocumentResult, context: Following): Document[] {
  const { userId, options, parent, collection, chain, documentClass } = context;
  const name = parent ? (collection?.name ?? "") : documentClass.collectionName;
  for (const ancestor of chain) ancestor._preUpdateDescendantDocuments(parent ?? ancestor, name, changes, options, userId);
  const recursive = options["recursive"] !== false;
  const token = parent ? (syntheticToken(parent) ?? (documentClass.documentName === "Actor" ? parent : null)) : null;
  const documents: Document[] = [];
  if (token) {
    applyToToken(token._source as Source, baseSource(token), { ...result, action: "update", updates: changes } as DocumentOperation);
    syncToken(token);
  }
  for (const change of changes) {
    const id = String(change["_id"]);
    const document = token && documentClass.documentName === "Actor" && parent === token ? actorOf(token) : collection?.get(id);
    if (document && !token) document.updateSource(change as Data, { recursive, fallback: true });
    if (!parent) collection?.indexChange?.(id, change as Data);
    if (!document) continue;
    documents.push(document);
  }
  if (parent && !token) refresh(parent);
  for (const document of documents) {
    const change = changes.find((entry) => entry["_id"] === document.id) ?? changes[0] ?? {};
    const changed = shown(deepClone(change)) as Data;
    guard(() => document._onUpdate(changed, options, userId));
    if (options["noHook"] !== true) Hooks.callAll(`update${documentClass.documentName}`, document, changed, options, userId);
  }
  void documentClass._onUpdateOperation(documents, { ...options, action: "update", updates: changes }, findUser(userId));
  for (const ancestor of chain) guard(() => ancestor._onUpdateDescendantDocuments(parent ?? ancestor, name, documents, changes.map((change) => shown(deepClone(change)) as Data), options, userId));
  afterRender(context, documents);
  return documents;
}

function followDelete(ids: string[], result: DocumentResult, context: Following): Document[] {
  const { userId, options, parent, collection, chain, documentClass } = context;
  const name = parent ? (collection?.name ?? "") : documentClass.collectionName;
  for (const ancestor of chain) ancestor._preDeleteDescendantDocuments(parent ?? ancestor, name, ids, options, userId);
  const documents = ids.map((id) => collection?.get(id)).filter((document) => document !== undefined);
  const token = parent ? syntheticToken(parent) : null;
  if (token) {
    applyToToken(token._source as Source, baseSource(token), { ...result, action: "delete", ids } as DocumentOperation);
    syncToken(token);
  } else if (parent) {
    for (const id of ids) collection?.removeSource?.(id);
    refresh(parent);
  } else for (const id of ids) collection?.delete(id);
  for (const document of documents) {
    guard(() => document._onDelete(options, userId));
    if (options["noHook"] !== true) Hooks.callAll(`delete${documentClass.documentName}`, document, options, userId);
    for (const app of Object.values(document.apps)) void app.close?.({ submit: false });
  }
  void documentClass._onDeleteOperation(documents, { ...options, action: "delete", ids }, findUser(userId));
  for (const ancestor of chain) guard(() => ancestor._onDeleteDescendantDocuments(parent ?? ancestor, name, documents, ids, options, userId));
  afterRender(context, documents);
  return documents;
}

function guard(run: () => void): void {
  try {
    run();
  } catch (error) {
    Hooks.onError("ClientDatabase", error, { log: "error" });
  }
}

function ancestors(parent: Document | null): Document[] {
  const chain: Document[] = [];
  for (let next: unknown = parent; next instanceof Document; next = next.parent) chain.push(next);
  return chain;
}





function baseSource(token: Document): Source {
  const base: unknown = Reflect.get(token, "baseActor");
  return base instanceof Document ? (base._source as Source) : {};
}

function syncToken(token: Document): void {
  const sync: unknown = Reflect.get(token, "syncSyntheticActor");
  if (isFunction(sync)) sync.call(token);
}

function fromCache(uuid: string, pack: string | null): unknown {
  return fromUuidSync(pack ? `Compendium.${pack}.${uuid}` : uuid, { strict: false });
}

/** Re-initialises the document that prepares what lies below it. */
function refresh(parent: Document): void {
  const { parent: above } = parent;
  if (above instanceof Document && above.preparesChildren) refresh(above);
  else if (parent.preparesChildren) parent.reset();
  else for (const collection of Object.values(parent.collections)) collection.initialize();
}

function findUser(userId: string): unknown {
  const { users } = host().game;
  return users instanceof Map ? users.get(userId) : null;
}

function afterRender(context: Following, documents: Document[]): void {
  if (context.options["render"] === false) return;
  if (!context.parent) {
    for (const document of documents) document.render(false, { renderContext: "update" });
    void context.collection?.render?.(false);
  } else for (const document of documents) document.render(false);
}
