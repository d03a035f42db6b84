import { DocumentCollection } from "./document-collection";
import { Document } from "../documents/document";
import { CONST } from "../constants";
import { documentConfig, host } from "../host";
import { deepClone } from "../utils/objects";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

interface TreeRoot {
  root: true;
  folder: null;
  visible: boolean;
  depth: number;
  children: { root: boolean; folder: Document; visible: boolean; depth: number; children: unknown[]; entries: Document[] }[];
  entries: Document[];
}

/** https://foundryvtt.com/api/classes/foundry.documents.abstract.WorldCollection.html */
export class WorldCollection<T extends Document = Document> extends DocumentCollection<T> {
  static documentName = "";
  readonly #documentName: string;

  constructor(sources: Data[] = [], documentName?: string) {
    super();
    this.#documentName = documentName ?? (new.target as typeof WorldCollection).documentName;
    this._source = sources;
  }

  _source: Data[];

  override get documentName(): string {
    return this.#documentName;
  }

  static get instance(): unknown {
    const { collections } = host().game;
    return collections instanceof Map ? collections.get(this.documentName) : null;
  }

  /** Makes the documents; one that cannot be read is left out and remembered. */
  initialize(): void {
    for (const source of this._source) {
      try {
        const document = this.documentClass.fromSource(source, {}) as T;
        this.set(document.id ?? "", document);
      } catch (error) {
        this.reportInvalid(source, error);
      }
    }
  }

  get folders(): Document[] {
    const { folders } = host().game;
    return folders instanceof DocumentCollection ? folders.filter((folder) => folder._source["type"] === this.#documentName) : [];
  }

  /** Where the sidebar shows the collection; null without a page. */
  get directory(): unknown {
    return host().ui[this.documentClass.collectionName] ?? null;
  }

  /** The folders with what is in them; the root holds what is in none. https://foundryvtt.com/api/v14/interfaces/foundry.documents.types.FolderChildNode.html */
  get tree(): TreeRoot {
    const children = this.folders.filter((folder) => !folder._source["folder"]).map((folder) => {
      const { depth, displayed, children: below, contents } = folder as unknown as { depth: number; displayed: boolean; children: unknown[]; contents: Document[] };
      return { root: false, folder, visible: displayed, depth, children: below, entries: contents };
    });
    return { root: true, folder: null, visible: true, depth: 0, children, entries: this.filter((document) => !document._source["folder"]) };
  }

  /** How deep folders of this collection may lie in one another. */
  get maxFolderDepth(): number {
    return CONST.FOLDER_MAX_DEPTH;
  }

  /** The documents by their types; a type without any has an empty list. */
  get documentsByType(): Record<string, T[]> {
    const types = (this.documentClass as unknown as { TYPES: string[] }).TYPES;
    return Object.fromEntries(types.map((type) => [type, this.filter((document) => document._source["type"] === type)]));
  }

  override set(id: string, document: T): this {
    return super.set(id, document);
  }

  /** Data of a document as the world takes it from elsewhere. */
  fromCompendium(document: Document | Data, options: { addFlags?: boolean; clearFolder?: boolean; clearSort?: boolean; clearOwnership?: boolean; keepId?: boolean } = {}): Data {
    const { clearFolder = false, clearSort = true, clearOwnership = true, keepId = false } = options;
    const data = document instanceof Document ? document.toObject() : deepClone(document);
    if (document instanceof Document && document.pack) {
      const stats = isObject(data["_stats"]) ? data["_stats"] : {};
      data["_stats"] = { ...stats, compendiumSource: document.uuid, duplicateSource: null };
    }
    if (!keepId) delete data["_id"];
    if (clearFolder) delete data["folder"];
    if (clearSort) delete data["sort"];
    if (clearOwnership) delete data["ownership"];
    return data;
  }

  async importFromCompendium(pack: { getDocument(id: string): Promise<unknown> }, id: string, updateData: Data = {}, options: Data = {}): Promise<Document | undefined> {
    const document = await pack.getDocument(id);
    if (!(document instanceof Document)) throw new Error(`"${id}" is not in the compendium.`);
    const data = this.fromCompendium(document, { clearFolder: true, ...options });
    const created = await this.documentClass.create({ ...data, ...updateData }, options);
    return created instanceof Document ? created : undefined;
  }

  async importDocument(document: Document, options: Data = {}): Promise<Document | undefined> {
    if (document.documentName !== this.#documentName) throw new Error(`A ${document.documentName} is no ${this.#documentName}.`);
    const created = await this.documentClass.create(this.fromCompendium(document, options), options);
    return created instanceof Document ? created : undefined;
  }

  static registerSheet(...values: unknown[]): void {
    registrar()?.("registerSheet", host().foundry, this.documentName, values);
  }

  static unregisterSheet(...values: unknown[]): void {
    registrar()?.("unregisterSheet", host().foundry, this.documentName, values);
  }
}

type Registrar = (method: string, foundry: Data, documentName: string, values: unknown[]) => void;

/** `Actors.registerSheet(scope, class, options)` is `DocumentSheetConfig.registerSheet(Actor, scope, class, options)`. */
function registrar(): Registrar | null {
  return (method, foundry, documentName, values) => {
    const applications: unknown = foundry["applications"];
    const apps: unknown = isObject(applications) ? applications["apps"] : null;
    const config: unknown = isObject(apps) ? apps["DocumentSheetConfig"] : null;
    const register: unknown = isFunction(config) || isObject(config) ? Reflect.get(config as object, method) : null;
    if (isFunction(register)) register.call(config, documentConfig(documentName)["documentClass"], ...values);
  };
}
