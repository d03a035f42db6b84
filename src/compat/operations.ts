/**
 * Writing several documents at once: V14 sends one batch that succeeds or fails whole, V13 knows only one request a
 * document. Callers describe what they want; which of the two happens is decided here.
 */

/** One document to write. `changes` and `source` are nested records, never dotted paths. */
export type WriteOperation =
  | { readonly action: "create"; readonly documentName: string; readonly parent: foundry.abstract.Document.Any | null; readonly source: Record<string, unknown> }
  | { readonly action: "update"; readonly document: foundry.abstract.Document.Any; readonly changes: Record<string, unknown> }
  | { readonly action: "delete"; readonly document: foundry.abstract.Document.Any };

interface BatchOperation {
  action: "create" | "update" | "delete";
  documentName: string;
  parent: foundry.abstract.Document.Any | null;
  pack: null;
  keepId?: boolean;
  data?: object[];
  updates?: object[];
  ids?: string[];
}

type ModifyBatch = (operations: BatchOperation[]) => Promise<unknown>;

const batchFunction = (): ModifyBatch | null => {
  const { modifyBatch } = foundry.documents as unknown as { modifyBatch?: ModifyBatch };
  return modifyBatch ?? null;
};

/** Can this Foundry write many documents in one request that succeeds or fails whole? */
export const writesBatches = (): boolean => game.release.generation >= 14 && batchFunction() !== null;

const toBatch = (operation: WriteOperation): BatchOperation => {
  switch (operation.action) {
    case "create":
      return { action: "create", documentName: operation.documentName, parent: operation.parent, pack: null, keepId: true, data: [operation.source] };
    case "update": {
      const { document } = operation;
      return { action: "update", documentName: document.documentName, parent: document.parent, pack: null, updates: [{ ...operation.changes, _id: document.id }] };
    }
    case "delete": {
      const { document } = operation;
      return { action: "delete", documentName: document.documentName, parent: document.parent, pack: null, ids: document.id === null ? [] : [document.id] };
    }
  }
};

/**
 * Writes all operations in one request.
 * @throws what the server refuses the whole batch with
 */
export async function writeBatch(operations: readonly WriteOperation[]): Promise<void> {
  const modifyBatch = batchFunction();
  if (modifyBatch === null) throw new Error("This version of Foundry knows no batches.");
  if (operations.length > 0) await modifyBatch(operations.map(toBatch));
}

interface Writable {
  update(changes: object): Promise<unknown>;
  delete(): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[], options: object): Promise<unknown>;
  updateEmbeddedDocuments(name: string, updates: object[]): Promise<unknown>;
  deleteEmbeddedDocuments(name: string, ids: string[]): Promise<unknown>;
}

interface DocumentClass {
  createDocuments(sources: object[], options: object): Promise<unknown>;
  updateDocuments(updates: object[]): Promise<unknown>;
  deleteDocuments(ids: string[]): Promise<unknown>;
}

const classOf = (documentName: string): DocumentClass => CONFIG[documentName as "ChatMessage"].documentClass as unknown as DocumentClass;

/** Writes one document in a request of its own. */
export async function writeOne(operation: WriteOperation): Promise<void> {
  switch (operation.action) {
    case "create":
      return writeGroup([operation]);
    case "update":
      await (operation.document as unknown as Writable).update(operation.changes);
      return;
    case "delete":
      await (operation.document as unknown as Writable).delete();
  }
}

/** What one request may hold: documents of one kind in one place that are treated alike. */
function groupKey(operation: WriteOperation): string {
  const { documentName, parent } = operation.action === "create" ? operation : operation.document;
  // The actor of an unlinked token is written through its token, one at a time.
  const alone = operation.action !== "create" && documentName === "Actor" && parent !== null ? operation.document.uuid : "";
  return [operation.action, documentName, parent?.uuid ?? "", alone].join("|");
}

/**
 * Writes operations in as few requests as there are kinds and places of documents, in the order in which those first come.
 * Operations on documents that depend on one another belong into calls of their own.
 */
export async function writeGrouped(operations: readonly WriteOperation[]): Promise<void> {
  const groups = new Map<string, WriteOperation[]>();
  for (const operation of operations) {
    const key = groupKey(operation);
    groups.set(key, [...(groups.get(key) ?? []), operation]);
  }
  for (const group of groups.values()) await writeGroup(group);
}

async function writeGroup(group: readonly WriteOperation[]): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  if (first.action === "create") {
    const sources = group.flatMap((operation) => (operation.action === "create" ? [operation.source] : []));
    const parent = first.parent as unknown as Writable | null;
    await (parent === null ? classOf(first.documentName).createDocuments(sources, { keepId: true }) : parent.createEmbeddedDocuments(first.documentName, sources, { keepId: true }));
    return;
  }
  if (group.length === 1) return writeOne(first);
  const { documentName } = first.document;
  const parent = first.document.parent as unknown as Writable | null;
  if (first.action === "update") {
    const updates = group.flatMap((operation) => (operation.action === "update" ? [{ ...operation.changes, _id: operation.document.id }] : []));
    await (parent === null ? classOf(documentName).updateDocuments(updates) : parent.updateEmbeddedDocuments(documentName, updates));
    return;
  }
  const ids = group.flatMap((operation) => (operation.action === "delete" && operation.document.id !== null ? [operation.document.id] : []));
  await (parent === null ? classOf(documentName).deleteDocuments(ids) : parent.deleteEmbeddedDocuments(documentName, ids));
}
