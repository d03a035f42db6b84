import { isRecord } from "../../migrations/records";
import type { Source } from "../../migrations/types";
import type { TransferredDocument } from "./format";

/** What is needed of a document, whatever its kind. */
export interface StoredDocument {
  readonly id: string | null;
  readonly uuid: string;
  readonly name: string;
  readonly type?: string;
  readonly documentName: string;
  readonly isOwner: boolean;
  toObject(): object;
  update(changes: object, options: object): Promise<unknown>;
  delete(): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[], options: object): Promise<unknown>;
  updateEmbeddedDocuments(name: string, changes: object[], options: object): Promise<unknown>;
  deleteEmbeddedDocuments(name: string, ids: string[], options?: object): Promise<unknown>;
}

export interface DocumentClass {
  new (source: object, options: object): StoredDocument;
  createDocuments(sources: object[], options: object): Promise<StoredDocument[]>;
  canUserCreate(user: object): boolean;
}

/** Where documents go: the world, or an unlocked pack by its id (`world.heroes`). */
export type TransferTarget = { readonly kind: "world" } | { readonly kind: "pack"; readonly id: string };

export const WORLD: TransferTarget = { kind: "world" };

/** The class of a kind of document as it is configured. */
export const classOf = (documentName: TransferredDocument): DocumentClass => CONFIG[documentName].documentClass as unknown as DocumentClass;

/** Types of a kind that this system has; null: the kind has no types of ours. */
export function typesOf(documentName: TransferredDocument): readonly string[] | null {
  return documentName === "Actor" || documentName === "Item" ? Object.keys(CONFIG[documentName].dataModels) : null;
}

interface Entry {
  readonly _id: string;
  readonly name: string;
  readonly type: string;
  readonly key: string;
}

/** What a target holds already of one kind, so that the same thing is found. */
async function entriesOf(target: TransferTarget, documentName: TransferredDocument): Promise<Entry[]> {
  if (target.kind === "world") {
    const documents = (game.collections.get(documentName)?.contents ?? []) as unknown as { toObject(): object; _source: Source }[];
    return documents.map(({ _source }) => entryOf(_source));
  }
  const index = await game.packs.get(target.id)?.getIndex({ fields: ["system.key"] } as never);
  return [...(index ?? [])].map((entry) => entryOf(entry as unknown as Source));
}

function entryOf(source: Source): Entry {
  const { system } = source;
  const key = isRecord(system) && typeof system["key"] === "string" ? system["key"] : "";
  return { _id: String(source["_id"]), name: String(source["name"]), type: String(source["type"] ?? ""), key };
}

/** What is the same thing there: it has the id and the type, else the type and a key that is not empty. */
export class Matches {
  readonly #entries = new Map<TransferredDocument, Entry[]>();
  readonly #target: TransferTarget;

  constructor(target: TransferTarget) {
    this.#target = target;
  }

  async find(documentName: TransferredDocument, source: Source): Promise<{ readonly id: string; readonly name: string } | null> {
    const entries = this.#entries.get(documentName) ?? (await entriesOf(this.#target, documentName));
    this.#entries.set(documentName, entries);
    const { _id, type, key } = entryOf(source);
    const alike = entries.filter((entry) => entry.type === type);
    const found = alike.find((entry) => entry._id === _id) ?? (key === "" ? undefined : alike.find((entry) => entry.key === key));
    return found === undefined ? null : { id: found._id, name: found.name };
  }

  /** Is this id free in the target? */
  isFree(documentName: TransferredDocument, id: string): boolean {
    return !(this.#entries.get(documentName) ?? []).some((entry) => entry._id === id);
  }
}

/** A document of the target. */
export async function documentIn(target: TransferTarget, documentName: TransferredDocument, id: string): Promise<StoredDocument | null> {
  const found: unknown = target.kind === "world" ? game.collections.get(documentName)?.get(id) : await game.packs.get(target.id)?.getDocument(id);
  return (found ?? null) as StoredDocument | null;
}
