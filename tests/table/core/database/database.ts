import { documentsOf } from "./follow";
import { collectionOf, find, shown, stripPack, user } from "./locate";
import { Document } from "../documents/document";
import { Hooks } from "../hooks";
import { documentConfig, host } from "../host";
import type { DocumentOperation, OperationOptions, Source } from "../protocol";
import { deepClone, expandObject } from "../utils/objects";
import { operatorsToKeys, warnOfSpecialKeys } from "../utils/operators";
import type { Data } from "../types";
import { isFunction } from "../types";

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

/** An operation after its pre-hooks: what is sent, if anything is left, and whether something was cancelled. */
interface Prepared {
  wire: DocumentOperation | null;
  cancelled: boolean;
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


function optionsOf(operation: OperationInput, defaults: Data): Data {
  const { parent, pack, ...rest } = operation;
  const options: Data = { ...defaults, ...rest };
  for (const key of Object.keys(options)) if (options[key] === undefined) delete options[key];
  return { ...options, parent: parent ?? null, pack: pack ?? parent?.pack ?? null };
}


/** Undefined and empty ids do not travel. */
function prune(source: Source): Source {
  if (source["_id"] === null) delete source["_id"];
  return source;
}

class ClientDatabase {
  async create(documentClass: typeof Document, data: (Data | Document)[], operation: OperationInput): Promise<Document[]> {
    refuseWhilePreparing(documentClass, "create");
    if (operation.temporary) return data.map((entry) => new documentClass(entry instanceof Document ? entry.toObject() : entry, { parent: operation.parent ?? null, pack: operation.pack ?? null }));
    return (await this.#send([await this.#prepareCreate(documentClass, data, operation)]))[0] ?? [];
  }

  async update(documentClass: typeof Document, updates: Data[], operation: OperationInput): Promise<Document[]> {
    refuseWhilePreparing(documentClass, "update");
    return (await this.#send([await this.#prepareUpdate(documentClass, updates, operation)]))[0] ?? [];
  }

  async delete(documentClass: typeof Document, ids: string[], operation: OperationInput): Promise<Document[]> {
    refuseWhilePreparing(documentClass, "delete");
    return (await this.#send([await this.#prepareDelete(documentClass, ids, operation)]))[0] ?? [];
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
      if (ready.cancelled) return [];
      prepared.push(ready);
    }
    return this.#send(prepared);
  }

  /** @returns the documents of each operation; none for one that had nothing to do */
  async #send(prepared: Prepared[]): Promise<Document[][]> {
    const wires = prepared.map((entry) => entry.wire).filter((wire) => wire !== null);
    const results = wires.length ? await host().backend.modify(wires) : [];
    const documents = results.map(documentsOf);
    return prepared.map((entry) => (entry.wire ? (documents.shift() ?? []) : []));
  }

  async #prepareCreate(documentClass: typeof Document, data: (Data | Document)[], operation: OperationInput): Promise<Prepared> {
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
    const allowed = documents.length > 0 && (await documentClass._preCreateOperation(documents, whole, user())) !== false;
    if (!allowed) return { wire: null, cancelled: data.length > 0 };
    return {
      cancelled: documents.length < data.length,
      wire: { action: "create", documentName: documentClass.documentName, parentUuid: parentUuidOf(parent), pack, options: wireOptions(options), data: documents.map((document) => prune(toSource(document.toObject()))) },
    };
  }

  async #prepareUpdate(documentClass: typeof Document, updates: Data[], operation: OperationInput): Promise<Prepared> {
    const options = optionsOf(operation, { diff: true, recursive: true, render: true });
    const { parent, pack } = options as { parent: Document | null; pack: string | null };
    const recursive = options["recursive"] !== false;
    const diff = options["diff"] !== false;
    const sent: Source[] = [];
    const documents: Document[] = [];
    let cancelled = false;
    for (const update of updates) {
      const id = update["_id"];
      if (typeof id !== "string") throw new Error("You must provide an _id for every object in the update Array.");
      const document = await find(documentClass, id, parent, pack);
      const { _id: unused, ...changes } = update;
      void unused;
      if (host().generation >= 14) warnOfSpecialKeys(changes);
      const first = document.differenceOf(changes, { recursive, diff });
      document.candidateOf(first, { recursive });
      if (Object.keys(first).length === 0) continue;
      const changed = shown({ ...first, _id: id }) as Data;
      const allowed = (await document._preUpdate(changed, options, user())) !== false && (options["noHook"] === true || Hooks.call(`preUpdate${documentClass.documentName}`, document, changed, options, user().id));
      if (!allowed) {
        cancelled = true;
        continue;
      }
      const { _id: same, ...after } = changed;
      void same;
      // Hooks may have changed both the data and the options.
      const final = document.differenceOf(after, { recursive: options["recursive"] !== false, diff });
      document.candidateOf(final, { recursive: options["recursive"] !== false });
      if (Object.keys(final).length === 0) continue;
      sent.push({ ...toSource(final), _id: id });
      documents.push(document);
    }
    const whole = { ...options, action: "update" as const, updates: sent, documentName: documentClass.documentName };
    if (sent.length === 0) return { wire: null, cancelled };
    const wanted = sent.length;
    if ((await documentClass._preUpdateOperation(documents, whole, user())) === false) return { wire: null, cancelled: true };
    // It may have left documents out of the update, and have added to its options.
    const { action, updates: left, documentName, ...decided } = whole;
    return { cancelled: cancelled || left.length < wanted, wire: { action, documentName, parentUuid: parentUuidOf(parent), pack, options: wireOptions(decided), updates: left } };
  }

  async #prepareDelete(documentClass: typeof Document, ids: string[], operation: OperationInput): Promise<Prepared> {
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
    const allowed = documents.length > 0 && (await documentClass._preDeleteOperation(documents, whole, user())) !== false;
    if (!allowed) return { wire: null, cancelled: wanted.length > 0 };
    return { cancelled: documents.length < wanted.length, wire: { action: "delete", documentName: documentClass.documentName, parentUuid: parentUuidOf(parent), pack, options: wireOptions(options), ids: deleted } };
  }
}

export const database = new ClientDatabase();
