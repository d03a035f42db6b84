import { DocumentCollection } from "./document-collection";
import type { Document } from "../documents/document";
import type { Data } from "../types";
import { isObject } from "../types";

/** https://foundryvtt.com/api/classes/foundry.abstract.EmbeddedCollection.html */
export class EmbeddedCollection<T extends Document = Document> extends DocumentCollection<T> {
  readonly #documentName: string;
  readonly model: Document;
  readonly #field: string;

  constructor(field: string, parent: Document, documentName: string) {
    super();
    this.#field = field;
    this.model = parent;
    this.#documentName = documentName;
  }

  override get documentName(): string {
    return this.#documentName;
  }

  override get name(): string {
    return this.#field;
  }

  get _source(): Data[] {
    const sources = this.model._source[this.#field];
    return Array.isArray(sources) ? (sources as Data[]) : [];
  }

  /** Brings the documents in line with the parent's source; documents keep their identity by id. */
  initialize(options: Data = {}): void {
    this.invalidDocumentIds.clear();
    this.invalidSources.clear();
    const before = new Map(this.entries());
    this.clear();
    for (const source of this._source) {
      const id = String(source["_id"]);
      const present = before.get(id);
      try {
        if (present) {
          present.adoptSource(source);
          this.set(id, present);
        } else this.set(id, this.createDocument(source, options));
      } catch (error) {
        this.delete(id);
        this.reportInvalid(source, error);
      }
    }
  }

  createDocument(source: Data, options: Data = {}): T {
    const { strict, ...context } = options;
    void strict;
    const Class = this.documentClass;
    const failure = Class.schema.validate(source, { source, fallback: true, dropInvalidEmbedded: true });
    if (failure?.isUnresolved()) throw failure.asError();
    return new Class(source, { ...context, parent: this.model, pack: this.model.pack, adopt: true, strict: false }) as T;
  }

  protected override unvalidated(source: Data): T {
    return new this.documentClass(source, { adopt: true, strict: false, parent: this.model }) as T;
  }

  override toJSON(): unknown {
    return this.map((document) => document.toObject());
  }

  /** @internal  Adds the record of a new document to the parent's source. */
  addSource(source: Data): void {
    const sources = this._source;
    const at = sources.findIndex((entry) => entry["_id"] === source["_id"]);
    if (at >= 0) sources.splice(at, 1, source);
    else sources.push(source);
  }

  /** @internal */
  removeSource(id: string): void {
    const at = this._source.findIndex((entry) => isObject(entry) && entry["_id"] === id);
    if (at >= 0) this._source.splice(at, 1);
  }
}
