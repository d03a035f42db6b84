import { applyOperation, RecordNotFound, RecordRefused, RecordTransaction, type RecordContext } from "../core/records";
import type { DocumentOperation, DocumentResult, Json, Source } from "../core/protocol";
import { effectiveChanges, expandKeys } from "./difference";
import { kindOf } from "./documents";
import { TableError } from "./errors";
import { childOf, childrenOf, holdersOf, isPrimary, type Holder } from "./holders";
import { idOf, isSource, textOf } from "./json";
import type { Manifest } from "./manifest";
import { ChangeRecorder, type MemoryRecords, type RecordedChange } from "./memory";
import { Permissions } from "./permissions";
import type { Requester } from "./roles";
import { checkId, prepareChanges, prepareCreation } from "./validation";

/** `_stats` that clients may give; the rest is the server's. */
const CLIENT_STATS = ["compendiumSource", "duplicateSource", "exportSource"];
const AUTHORED = new Set(["ChatMessage", "Macro"]);

export interface Frame {
  requester: Requester;
  operations: DocumentOperation[];
  context: RecordContext;
  /** Value of `core.permissions`. */
  configured: Source | null;
  /** Whether a compendium refuses changes. */
  isLocked(pack: string): boolean;
}

export interface Outcome {
  results: DocumentResult[];
  changes: RecordedChange[];
}

/**
 * Works out what the operations of one frame do, in order, each seeing what those before it did. Writes nothing.
 * @throws TableError when any of them is refused: then none of them happened.
 */
export function runFrame(records: MemoryRecords, manifest: Manifest, frame: Frame): Outcome {
  const recorder = new ChangeRecorder(records);
  const transaction = new RecordTransaction(recorder);
  const runner = new FrameRunner(records, transaction, manifest, frame);
  const results = frame.operations.flatMap((operation) => runner.run(operation));
  transaction.commit();
  return { results, changes: recorder.changes };
}

class FrameRunner {
  readonly #records: MemoryRecords;
  readonly #store: RecordTransaction;
  readonly #manifest: Manifest;
  readonly #frame: Frame;
  readonly #permissions: Permissions;

  constructor(records: MemoryRecords, store: RecordTransaction, manifest: Manifest, frame: Frame) {
    this.#records = records;
    this.#store = store;
    this.#manifest = manifest;
    this.#frame = frame;
    this.#permissions = new Permissions(store, manifest, frame.requester, frame.configured);
  }

  run(operation: DocumentOperation): DocumentResult[] {
    this.#checkTarget(operation);
    switch (operation.action) {
      case "create":
        return [this.#apply(this.#prepareCreate(operation, this.#parents(operation))), ...this.#keepOneActive(operation)];
      case "update":
        return [this.#update(operation), ...this.#keepOneActive(operation)];
      case "delete":
        return [...this.#emptyFolders(operation), this.#apply(this.#prepareDelete(operation, this.#parents(operation)))];
    }
  }

  #parents(operation: DocumentOperation): Holder[] {
    return holdersOf(this.#store, operation.parentUuid, operation.pack);
  }

  #checkTarget(operation: DocumentOperation): void {
    const { documentName, parentUuid, pack } = operation;
    if (kindOf(documentName) === null) throw new TableError("ValidationError", `There are no documents called ${documentName}.`);
    if (parentUuid === null && !isPrimary(documentName)) throw new TableError("ValidationError", `A ${documentName} lives only inside another document.`);
    if (pack === null) return;
    const { requester } = this.#frame;
    if (!requester.isGM) throw new TableError("PermissionError", `User "${requester.name}" lacks permission to ${operation.action} ${documentName} documents in the compendium ${pack}.`);
    if (this.#frame.isLocked(pack)) throw new TableError("PermissionError", `User "${requester.name}" may not ${operation.action} ${documentName} documents in ${pack}: the compendium is locked.`);
  }

  #apply(operation: DocumentOperation): DocumentResult {
    try {
      return applyOperation(this.#store, operation, this.#frame.context);
    } catch (error) {
      if (error instanceof RecordNotFound) throw new TableError("NotFoundError", error.message);
      if (error instanceof RecordRefused) throw new TableError("ValidationError", error.message);
      throw error;
    }
  }

  #prepareCreate(operation: DocumentOperation & { action: "create" }, parents: readonly Holder[]): DocumentOperation {
    const { documentName } = operation;
    const data = operation.data.map((given) => {
      const source = expandKeys(structuredClone(given));
      if (operation.options.keepId !== true) delete source["_id"];
      if (AUTHORED.has(documentName)) source["author"] = this.#frame.requester.id;
      if (documentName === "ChatMessage" && typeof source["timestamp"] !== "number") source["timestamp"] = this.#frame.context.now;
      if (documentName === "Setting") this.#checkSetting(source);
      prepareCreation(this.#manifest, documentName, source);
      this.#permissions.create(documentName, source, parents);
      return source;
    });
    if (new Set(data.map(idOf)).size < data.length) throw new TableError("ValidationError", `Two new ${documentName} documents have the same id.`);
    return { ...operation, data };
  }

  #checkSetting(source: Source): void {
    const key = textOf(source, "key");
    if (key === null || key === "") throw new TableError("ValidationError", "A setting needs a key.");
    const user = textOf(source, "user");
    const taken = this.#records.all("Setting", null).some((setting) => textOf(setting, "key") === key && textOf(setting, "user") === user);
    if (taken) throw new TableError("ValidationError", `The setting ${key} exists already: update it.`);
  }

  /** One after the other: an update of a document sees what an earlier one of the same operation did to it. */
  #update(operation: DocumentOperation & { action: "update" }): DocumentResult {
    const { documentName, parentUuid, pack, options } = operation;
    const changes = operation.updates.flatMap((wanted) => {
      const update = this.#prepareUpdate(operation, this.#parents(operation), wanted);
      if (update === null) return [];
      const done = this.#apply({ ...operation, updates: [update] });
      return done.action === "update" ? done.changes : [];
    });
    return { documentName, parentUuid, pack, options, action: "update", changes };
  }

  /** The effective changes of one update; null when there are none. */
  #prepareUpdate(operation: DocumentOperation, parents: readonly Holder[], given: Source): Source | null {
    const { documentName, options } = operation;
    const before = this.#target(operation, parents, idOf(given));
    const { _id: id, _stats: stats, ...rest } = expandKeys(structuredClone(given));
    const wanted: Source = { ...rest, ...clientStats(stats) };
    prepareChanges(this.#manifest, documentName, before, wanted);
    const changes = options.diff === false ? wanted : effectiveChanges(before, wanted, documentName, options.recursive !== false);
    if (Object.keys(changes).length === 0) return null;
    this.#permissions.update(documentName, before, withoutStats(changes), parents);
    return { ...changes, ...(options.recursive === false ? wholeStats(before, changes) : {}), _id: id };
  }

  #prepareDelete(operation: DocumentOperation & { action: "delete" }, parents: readonly Holder[]): DocumentOperation {
    const { documentName, options } = operation;
    const ids = options["deleteAll"] === true ? this.#all(operation, parents).map(idOf) : [...new Set(operation.ids)];
    for (const id of ids) this.#permissions.delete(documentName, this.#target(operation, parents, id), parents);
    return { ...operation, ids };
  }

  #all(operation: DocumentOperation, parents: readonly Holder[]): Source[] {
    const parent = parents.at(-1);
    return parent === undefined ? this.#records.all(operation.documentName, operation.pack) : childrenOf(parent, operation.documentName);
  }

  #target(operation: DocumentOperation, parents: readonly Holder[], id: string): Source {
    checkId(operation.documentName, id);
    const parent = parents.at(-1);
    const found = parent === undefined ? this.#store.get(operation.documentName, operation.pack, id) : childOf(this.#store, parent, operation.documentName, id);
    if (found === undefined) throw new TableError("NotFoundError", `${operation.documentName} [${id}] does not exist.`);
    return found;
  }

  /**
   * Before a folder is deleted, what lies in it moves to the folder above, or is deleted with it as the operation asks.
   * https://foundryvtt.com/api/v14/interfaces/foundry.abstract.types.DatabaseDeleteOperation.html
   */
  #emptyFolders(operation: DocumentOperation & { action: "delete" }): DocumentResult[] {
    const { documentName, pack, options } = operation;
    if (documentName !== "Folder" || operation.parentUuid !== null) return [];
    return operation.ids.flatMap((id) => {
      const folder = this.#store.get("Folder", pack, id);
      if (folder === undefined) return [];
      this.#permissions.delete("Folder", folder, []);
      const above = textOf(folder, "folder");
      const inside = (name: string): string[] => this.#records.all(name, pack).filter((source) => source["folder"] === id).map(idOf);
      const type = textOf(folder, "type") ?? "";
      return [...this.#clear("Folder", inside("Folder"), above, options["deleteSubfolders"] === true, operation), ...(kindOf(type) === null ? [] : this.#clear(type, inside(type), above, options["deleteContents"] === true, operation))];
    });
  }

  #clear(documentName: string, ids: string[], above: string | null, isDeleted: boolean, { pack, options }: DocumentOperation): DocumentResult[] {
    if (ids.length === 0) return [];
    const target = { documentName, parentUuid: null, pack };
    if (!isDeleted) return [this.#apply({ ...target, options: {}, action: "update", updates: ids.map((id) => ({ _id: id, folder: above })) })];
    return this.run({ ...target, options: documentName === "Folder" ? options : {}, action: "delete", ids });
  }

  /** Of all scenes at most one is active: activating one puts out the others. */
  #keepOneActive(operation: DocumentOperation): DocumentResult[] {
    if (operation.documentName !== "Scene" || operation.pack !== null || operation.action === "delete") return [];
    const sources = operation.action === "create" ? operation.data : operation.updates;
    const chosen = sources.find((source) => source["active"] === true);
    if (chosen === undefined) return [];
    const others = this.#records.all("Scene", null).filter((scene) => scene["active"] === true && idOf(scene) !== idOf(chosen));
    if (others.length === 0) return [];
    const updates = others.map((scene): Source => ({ _id: idOf(scene), active: false }));
    return [this.#apply({ documentName: "Scene", parentUuid: null, pack: null, options: {}, action: "update", updates })];
  }
}

function clientStats(stats: Json | undefined): Source {
  if (!isSource(stats)) return {};
  const kept = Object.fromEntries(Object.entries(stats).filter(([key]) => CLIENT_STATS.includes(key)));
  return Object.keys(kept).length === 0 ? {} : { _stats: kept };
}

function withoutStats(changes: Source): Source {
  return Object.fromEntries(Object.entries(changes).filter(([key]) => key !== "_stats"));
}

/** Without recursion `_stats` is replaced as a whole too, and must not lose what the server keeps there. */
function wholeStats(before: Source, changes: Source): Source {
  const kept = before["_stats"];
  const given = changes["_stats"];
  return isSource(kept) ? { _stats: { ...kept, ...(isSource(given) ? given : {}) } } : {};
}
