import type { Document } from "../documents/document";
import { documentConfig } from "../host";
import { Collection } from "../utils/collection";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/** What the collections of documents share: https://foundryvtt.com/api/classes/foundry.documents.abstract.DocumentCollection.html */
export abstract class DocumentCollection<T extends Document = Document> extends Collection<T> {
  /** Ids of documents whose data cannot be read. */
  readonly invalidDocumentIds = new Set<string>();
  /** Applications that show this collection. */
  apps: { render(options?: object): unknown }[] = [];
  protected readonly invalidSources = new Map<string, Data>();

  abstract get documentName(): string;

  get documentClass(): typeof Document {
    const configured = documentConfig(this.documentName)["documentClass"];
    if (!isFunction(configured)) throw new Error(`CONFIG.${this.documentName}.documentClass is no class.`);
    return configured as unknown as typeof Document;
  }

  get name(): string {
    return this.constructor.name;
  }

  override get(id: string, options: { invalid?: boolean; strict?: boolean } = {}): T | undefined {
    const found = super.get(id);
    if (found) return found;
    if (options.invalid) {
      const invalid = this.getInvalid(id, { strict: options.strict });
      if (invalid) return invalid;
    }
    if (options.strict) throw new Error(`${this.documentName} id [${id}] does not exist in the ${this.constructor.name} collection.`);
    return undefined;
  }

  /** The invalid document, made without validation. */
  getInvalid(id: string, options: { strict?: boolean } = {}): T | undefined {
    const source = this.invalidSources.get(id);
    if (source) return this.unvalidated(source);
    if (options.strict ?? true) throw new Error(`${this.documentName} id [${id}] is not in the set of invalid ids`);
    return undefined;
  }

  protected unvalidated(source: Data): T {
    return new this.documentClass(source, { adopt: true, strict: false }) as T;
  }

  protected reportInvalid(source: unknown, error: unknown): void {
    const id = isObject(source) && typeof source["_id"] === "string" ? source["_id"] : "";
    this.invalidDocumentIds.add(id);
    if (isObject(source)) this.invalidSources.set(id, source);
    console.error(`Failed to initialize ${this.documentName} [${id}]: ${error instanceof Error ? error.message : String(error)}`);
  }

  async render(force?: boolean, options: object = {}): Promise<void> {
    for (const app of this.apps) await app.render({ force: force === true, ...options });
  }

  search(options: { query?: string } = {}): T[] {
    const query = (options.query ?? "").toLowerCase();
    return this.filter((document) => String(Reflect.get(document, "name") ?? "").toLowerCase().includes(query));
  }

  /** Updates all documents, or those that satisfy a condition. */
  async updateAll(transformation: Data | ((document: T) => Data), condition: ((document: T) => boolean) | null = null, options: Data = {}): Promise<Document[]> {
    const documents = condition ? this.filter(condition) : this.contents;
    const updates = documents.map((document) => ({ ...(typeof transformation === "function" ? transformation(document) : transformation), _id: document.id }));
    return this.documentClass.updateDocuments(updates, options);
  }
}
