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
}

interface Creatable {
  create(source: object, options: object): Promise<unknown>;
}

/** Writes one document in a request of its own. */
export async function writeOne(operation: WriteOperation): Promise<void> {
  switch (operation.action) {
    case "create": {
      const { parent, documentName, source } = operation;
      if (parent !== null) {
        await (parent as unknown as Writable).createEmbeddedDocuments(documentName, [source], { keepId: true });
        return;
      }
      const { documentClass } = CONFIG[documentName as "ChatMessage"];
      await (documentClass as unknown as Creatable).create(source, { keepId: true });
      return;
    }
    case "update":
      await (operation.document as unknown as Writable).update(operation.changes);
      return;
    case "delete":
      await (operation.document as unknown as Writable).delete();
  }
}
