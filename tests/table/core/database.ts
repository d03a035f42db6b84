import { Document, worldCollection, type UserLike } from "./documents/document";
import { Hooks } from "./hooks";
import { documentConfig, host } from "./host";
import type { DocumentOperation, DocumentResult, Json, OperationOptions, Source } from "./protocol";
import { applyToToken } from "./records";
import { deepClone, expandObject } from "./utils/objects";
import { keysToOperators, operatorsToKeys } from "./utils/operators";
import { fromUuidSync } from "./utils/uuid";
import type { Data } from "./types";
import { isFunction, isObject } from "./types";

/**
 * The way of an operation: prepared on the client that asks, done by the server, followed by every client.
 * https://foundryvtt.com/api/v14/interfaces/foundry.abstract.types.DatabaseUpdateOperation.html and its siblings,
 * https://foundryvtt.com/api/functions/hookEvents.preUpdateDocument.html
 */

export interface OperationInput {
  parent?: Document | null;
  pack?: string | null;
  keepId?: boolean;
  keepEmbeddedIds?: boolean;
  temporary?: boolean;
  diff?: boolean;
  recursive?: boolean;
  render?: boolean;
  renderSheet?: boolean;
  noHook?: boolean;
  deleteAll?: boolean;
  [option: string]: unknown;
}

/** One operation of V14's `modifyBatch`. */
export interface BatchOperation extends OperationInput {
  action: "create" | "update" | "delete";
  documentName: string;
  data?: (Data | Document)[];
  updates?: Data[];
  ids?: string[];
}

interface Prepared {
  wire: DocumentOperation;
  size: number;
}

function user(): UserLike {
  return host().game["user"] as UserLike;
}

function refuseWhilePreparing(documentClass: typeof Document, action: string): void {
  if (host().preparing > 0) throw new Error(`A document may not be written while data is prepared: ${action} of ${documentClass.documentName}.`);
}

/** What goes over the wire: JSON, without what the receiver finds out by itself. */
function wireOptions(options: Data): OperationOptions {
  const { parent, pack, documents, documentClass, ...rest } = options;
  void [parent, pack, documents, documentClass];
  return JSON.parse(JSON.stringify(rest)) as OperationOptions;
}

function toSource(data: unknown): Source {
  return JSON.parse(JSON.stringify(data)) as Source;
}

/** Where an operation's documents live: `Actor` of an unlinked token is a document of its own, below the token. */
function parentUuidOf(parent: Document | null | undefined): string | null {
  return parent ? stripPack(parent.uuid) : null;
}

function stripPack(uuid: string): string {
  return uuid.startsWith("Compendium.") ? uuid.split(".").slice(3).join(".") : uuid;
}

function optionsOf(operation: OperationInput, defaults: Data): Data {
  const { parent, pack, ...rest } = operation;
  const options: Data = { ...defaults, ...rest };
  for (const key of Object.keys(options)) if (options[key] === undefined) delete options[key];
  return { ...options, parent: parent ?? null, pack: pack ?? parent?.pack ?? null };
}

function shown(value: unknown): unknown {
  return host().generation >= 14 ? keysToOperators(value) : value;
}

class ClientDatabase {
  async create(documentClass: typeof Document, data: (Data | Document)[], operation: OperationInput): Promise<Document[]> {
    refuseWhilePreparing(documentClass, "create");
    if (operation.temporary) return data.map((entry) => new documentClass(entry instanceof Document ? entry.toObject() : entry, { parent: operation.parent ?? null, pack: operation.pack ?? null }));
    const prepared = await this.#prepareCreate(documentClass, data, operation);
    return prepared ? ((await this.#send([prepared]))[0] ?? []) : [];
  }

  async update(documentClass: typeof Document, updates: Data[], operation: OperationInput): Promise<Document[]> {
    refuseWhilePreparing(documentClass, "update");
    const prepared = await this.#prepareUpdate(documentClass, updates, operation);
    return prepared ? ((await this.#send([prepared]))[0] ?? []) : [];
  }

  async delete(documentClass: typeof Document, ids: string[], operation: OperationInput): Promise<Document[]> {
    refuseWhilePreparing(documentClass, "delete");
    const prepared = await this.#prepareDelete(documentClass, ids, operation);
    return prepared ? ((await this.#send([prepared]))[0] ?? []) : [];
  }

  /**
   * Several operations that succeed or fail together (V14). A cancellation of one of them cancels all.
   * https://foundryvtt.com/api/functions/foundry.documents.modifyBatch.html
   */
  async batch(operations: BatchOperation[]): Promise<Document[][]> {
    const prepared: Prepared[] = [];
    for (const { action, documentName, data = [], updates = [], ids = [], ...operation } of operations) {
      const configured = documentConfig(documentName)["documentClass"];
      if (!isFunction(configured)) throw new Error(`"${documentName}" is no document.`);
      const documentClass = configured as unknown as typeof Document;
      refuseWhilePreparing(documentClass, action);
      const ready = action === "create" ? await this.#prepareCreate(documentClass, data, operation) : action === "update" ? await this.#prepareUpdate(documentClass, updates, operation) : await this.#prepareDelete(documentClass, ids, operation);
      const wanted = action === "create" ? data.length : action === "update" ? updates.length : ids.length;
      if (!ready) {
        if (action === "update") continue;
        return [];
      }
      if (action !== "update" && ready.size < wanted) return [];
      prepared.push(ready);
    }
    return prepared.length ? this.#send(prepared) : [];
  }

  async #send(prepared: Prepared[]): Promise<Document[][]> {
    const results = await host().backend.modify(prepared.map((entry) => entry.wire));
    const documents = results.map((result) => finished.get(result) ?? finishedByKey(result));
    return documents;
  }

  async #prepareCreate(documentClass: typeof Document, data: (Data | Document)[], operation: OperationInput): Promise<Prepared | null> {
    const options = optionsOf(operation, { keepId: false, keepEmbeddedIds: true, render: true, renderSheet: false });
    const parent = operation.parent ?? null;
    const pack = operation.pack ?? parent?.pack ?? null;
    const documents: Document[] = [];
    for (const entry of data) {
      const source = entry instanceof Document ? entry.toObject() : (deepClone(operatorsToKeys(expandObject(entry))) as Data);
      if (options["keepId"] !== true) delete source["_id"];
      if (options["keepEmbeddedIds"] === false) for (const name of Object.values(documentClass.metadata.embedded ?? {})) for (const inner of Array.isArray(source[name]) ? (source[name] as Data[]) : []) delete inner["_id"];
      const document = new documentClass(source, { parent, pack, strict: true });
      if ((await document._preCreate(source, options, user())) === false) continue;
      if (options["noHook"] !== true && Hooks.call(`preCreate${documentClass.documentName}`, document, source, options, user().id) === false) continue;
      documents.push(document);
    }
    const whole = { ...options, action: "create", data: documents.map((document) => document.toObject()), documentName: documentClass.documentName };
    if (documents.length === 0 || (await documentClass._preCreateOperation(documents, whole, user())) === false) return null;
    return {
      size: documents.length,
      wire: { action: "create", documentName: documentClass.documentName, parentUuid: parentUuidOf(parent), pack, options: wireOptions(options), data: documents.map((document) => prune(toSource(document.toObject()))) },
    };
  }

  async #prepareUpdate(documentClass: typeof Document, updates: Data[], operation: OperationInput): Promise<Prepared | null> {
    const options = optionsOf(operation, { diff: true, recursive: true, render: true });
    const { parent, pack } = options as { parent: Document | null; pack: string | null };
    const recursive = options["recursive"] !== false;
    const diff = options["diff"] !== false;
    const sent: Source[] = [];
    const documents: Document[] = [];
    for (const update of updates) {
      const id = update["_id"];
      if (typeof id !== "string") throw new Error("You must provide an _id for every object in the update Array.");
      const document = await find(documentClass, id, parent, pack);
      const { _id: unused, ...changes } = update;
      void unused;
      const first = document.differenceOf(changes, { recursive, diff });
      document.candidateOf(first, { recursive });
      if (Object.keys(first).length === 0) continue;
      const changed = shown({ ...first, _id: id }) as Data;
      if ((await document._preUpdate(changed, options, user())) === false) continue;
      if (options["noHook"] !== true && Hooks.call(`preUpdate${documentClass.documentName}`, document, changed, options, user().id) === false) continue;
      const { _id: same, ...after } = changed;
      void same;
      // Hooks may have changed both the data and the options.
      const final = document.differenceOf(after, { recursive: options["recursive"] !== false, diff });
      document.candidateOf(final, { recursive: options["recursive"] !== false });
      if (Object.keys(final).length === 0) continue;
      sent.push({ ...toSource(final), _id: id });
      documents.push(document);
    }
    const whole = { ...options, action: "update", updates: sent, documentName: documentClass.documentName };
    if (sent.length === 0 || (await documentClass._preUpdateOperation(documents, whole, user())) === false) return null;
    return { size: sent.length, wire: { action: "update", documentName: documentClass.documentName, parentUuid: parentUuidOf(parent), pack, options: wireOptions(options), updates: sent } };
  }

  async #prepareDelete(documentClass: typeof Document, ids: string[], operation: OperationInput): Promise<Prepared | null> {
    const options = optionsOf(operation, { render: true });
    const { parent, pack } = options as { parent: Document | null; pack: string | null };
    const wanted = options["deleteAll"] === true ? [...(collectionOf(documentClass.documentName, parent, pack)?.keys() ?? [])] : ids;
    const documents: Document[] = [];
    for (const id of wanted) {
      const document = await find(documentClass, id, parent, pack);
      if ((await document._preDelete(options, user())) === false) continue;
      if (options["noHook"] !== true && Hooks.call(`preDelete${documentClass.documentName}`, document, options, user().id) === false) continue;
      documents.push(document);
    }
    const deleted = documents.map((document) => document.id ?? "");
    const whole = { ...options, action: "delete", ids: deleted, documentName: documentClass.documentName };
    if (documents.length === 0 || (await documentClass._preDeleteOperation(documents, whole, user())) === false) return null;
    return { size: documents.length, wire: { action: "delete", documentName: documentClass.documentName, parentUuid: parentUuidOf(parent), pack, options: wireOptions(options), ids: deleted } };
  }

  /** Follows what the server did. Called in the server's order, on every client. */
  follow(userId: string, results: DocumentResult[]): void {
    for (const result of results) {
      try {
        const documents = this.#followOne(userId, result);
        finished.set(result, documents);
        rememberFinished(result, documents);
      } catch (error) {
        Hooks.onError("ClientDatabase#follow", error, { log: "error" });
      }
    }
  }

  #followOne(userId: string, result: DocumentResult): Document[] {
    const parent = result.parentUuid ? (fromCache(result.parentUuid, result.pack) as Document | null) : null;
    if (result.parentUuid && !parent) return [];
    const collection = collectionOf(result.documentName, parent, result.pack);
    const options: Data = { ...result.options, parent, pack: result.pack };
    const chain = ancestors(parent);
    const context: Following = { userId, options, parent, pack: result.pack, collection, chain, documentClass: documentConfig(result.documentName)["documentClass"] as typeof Document };
    if (result.action === "create") return this.#followCreate(result.created, context);
    if (result.action === "update") return this.#followUpdate(result.changes, result, context);
    return this.#followDelete(result.deleted, result, context);
  }

  #followCreate(created: Source[], context: Following): Document[] {
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

  #followUpdate(changes: Source[], result: DocumentResult, context: Following): Document[] {
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
      if (!document) continue;
      if (!token) document.updateSource(change as Data, { recursive, fallback: true });
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

  #followDelete(ids: string[], result: DocumentResult, context: Following): Document[] {
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
}

interface CollectionLike {
  name: string;
  get(id: string): Document | undefined;
  set(id: string, document: Document): unknown;
  delete(id: string): boolean;
  keys(): IterableIterator<string>;
  addSource?(source: Data): void;
  removeSource?(id: string): void;
  render?(force?: boolean): Promise<void>;
}

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

function finishedByKey(result: DocumentResult): Document[] {
  const key = keyOf(result);
  return recent.findLast((entry) => entry.key === key)?.documents ?? [];
}

/** Undefined and empty ids do not travel. */
function prune(source: Source): Source {
  if (source["_id"] === null) delete source["_id"];
  return source;
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

function collectionOf(documentName: string, parent: Document | null, pack: string | null): CollectionLike | null {
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

async function find(documentClass: typeof Document, id: string, parent: Document | null, pack: string | null): Promise<Document> {
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
function syntheticToken(document: Document): Document | null {
  for (let next: unknown = document; next instanceof Document; next = next.parent) {
    if (next.documentName === "Actor" && next.parent instanceof Document && next.parent.documentName === "Token") return next.parent;
  }
  return null;
}

function actorOf(token: Document): Document | null {
  const actor: unknown = Reflect.get(token, "actor");
  return actor instanceof Document ? actor : null;
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

export const database = new ClientDatabase();
