import { DocumentCollection } from "./document-collection";
import { Document, worldCollection, type UserLike } from "../documents/document";
import { CONST } from "../constants";
import { documentConfig, host } from "../host";
import type { PackPayload } from "../protocol";
import { Collection } from "../utils/collection";
import { deepClone, getProperty, mergeObject, setProperty } from "../utils/objects";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

export interface IndexEntry extends Data {
  _id: string;
  uuid: string;
  name: string;
}

/** https://foundryvtt.com/api/classes/foundry.documents.collections.CompendiumCollection.html */
export class CompendiumCollection extends DocumentCollection {
  readonly metadata: Data;
  readonly index = new Collection<IndexEntry>();
  readonly folders = new Collection<Document>();
  readonly indexFields: Set<string>;
  readonly #payload: PackPayload;
  /** What entries are made of, as it was last heard of. */
  readonly #sources: Map<string, Data>;
  /** What its window is made of. */
  applicationClass: unknown = getProperty(host().foundry, "applications.sidebar.apps.Compendium") ?? null;

  constructor(payload: PackPayload) {
    super();
    this.#payload = payload;
    this.#sources = new Map(payload.index.map((source) => [String(source["_id"]), source as Data]));
    const configured = documentConfig(payload.type)["compendiumIndexFields"];
    this.indexFields = new Set(["_id", "name", "img", "type", "sort", "folder", ...(Array.isArray(configured) ? (configured as string[]) : [])]);
    this.metadata = { id: payload.collection, name: payload.name, label: payload.label, type: payload.type, system: payload.system, packageName: payload.packageName, packageType: "system", package: payload.packageName, ownership: payload.ownership, path: `packs/${payload.name}` };
    this.fillIndex([]);
    const Folder = documentConfig("Folder")["documentClass"] as unknown as typeof Document;
    for (const source of payload.folders) {
      const folder = Folder.fromSource(source as Data, { pack: payload.collection }) as Document;
      this.folders.set(folder.id ?? "", folder);
    }
  }

  private fillIndex(extra: string[]): void {
    const fields = [...this.indexFields, ...extra];
    for (const [id, source] of this.#sources) this.#index(id, source, fields);
  }

  #index(id: string, source: Data, fields: Iterable<string>): void {
    const entry: Data = {};
    for (const field of fields) {
      const value = getProperty(source, field);
      if (value !== undefined) setProperty(entry, field, deepClone(value));
    }
    this.index.set(id, { ...entry, _id: id, name: String(source["name"] ?? ""), uuid: this.getUuid(id) });
  }

  /** Takes a document into the index, with what is indexed of it now. */
  indexDocument(document: Document): void {
    const id = document.id ?? "";
    const source = document.toObject();
    this.#sources.set(id, source);
    this.#index(id, source, this.indexFields);
  }

  /** With `force` opens its window: https://foundryvtt.com/api/classes/foundry.documents.collections.CompendiumCollection.html#render */
  override async render(force?: boolean, options: object = {}): Promise<void> {
    const { applicationClass } = this;
    if (force && this.apps.length === 0 && isFunction(applicationClass)) this.apps.push(Reflect.construct(applicationClass, [{ collection: this }]) as { render(options?: object): unknown });
    await super.render(force, options);
  }

  /** Keeps the index true when a document of the pack has changed, whether or not it was loaded here. */
  indexChange(id: string, change: Data): void {
    const loaded = this.get(id);
    const known = this.#sources.get(id);
    if (loaded) this.indexDocument(loaded);
    else if (known) this.#index(id, mergeObject(known, deepClone(change)), this.indexFields);
  }

  override get documentName(): string {
    return this.#payload.type;
  }

  get collection(): string {
    return this.#payload.collection;
  }

  get title(): string {
    return this.#payload.label;
  }

  override get name(): string {
    return this.#payload.name;
  }

  get locked(): boolean {
    const { locked } = this.#configured();
    return typeof locked === "boolean" ? locked : this.#payload.locked;
  }

  /** What this world changed of the pack, in the setting `core.compendiumConfiguration`. */
  #configured(): Data {
    const { settings } = host().game;
    const all: unknown = isObject(settings) && isFunction(settings["get"]) ? settings["get"]("core", "compendiumConfiguration") : {};
    const own: unknown = isObject(all) ? all[this.collection] : null;
    return isObject(own) ? own : {};
  }

  /** Changes how this world treats the pack: whether it is locked, and who owns it. */
  async configure(configuration: Data = {}): Promise<void> {
    const settings = host().game["settings"] as { get(scope: string, key: string): unknown; set(scope: string, key: string, value: unknown): Promise<unknown> };
    const all = settings.get("core", "compendiumConfiguration");
    const next: Data = isObject(all) ? deepClone(all) : {};
    next[this.collection] = { ...this.#configured(), ...configuration };
    await settings.set("core", "compendiumConfiguration", next);
  }

  get indexed(): boolean {
    return true;
  }

  get banner(): string | null {
    return null;
  }

  get ownership(): Record<string, string> {
    return this.#payload.ownership;
  }

  get config(): Data {
    return { locked: this.locked, ownership: this.ownership, ...this.#configured() };
  }

  getUserLevel(user: UserLike = host().game["user"] as UserLike): number {
    const roles = ["NONE", "PLAYER", "TRUSTED", "ASSISTANT", "GAMEMASTER"];
    const levels: Record<string, number> = CONST.DOCUMENT_OWNERSHIP_LEVELS;
    let level = 0;
    for (const [index, role] of roles.entries()) {
      const named = this.ownership[role];
      if (index <= user.role && named !== undefined) level = Math.max(level, levels[named] ?? 0);
    }
    return user.role >= 4 ? 3 : level;
  }

  testUserPermission(user: UserLike, permission: string | number, options: { exact?: boolean } = {}): boolean {
    const levels: Record<string, number> = CONST.DOCUMENT_OWNERSHIP_LEVELS;
    const wanted = typeof permission === "string" ? (levels[permission] ?? 3) : permission;
    const level = this.getUserLevel(user);
    return options.exact ? level === wanted : level >= wanted;
  }

  get visible(): boolean {
    return this.getUserLevel() >= CONST.DOCUMENT_OWNERSHIP_LEVELS.OBSERVER;
  }

  get isOwner(): boolean {
    return this.getUserLevel() >= CONST.DOCUMENT_OWNERSHIP_LEVELS.OWNER;
  }

  getUuid(id: string): string {
    return `Compendium.${this.collection}.${this.documentName}.${id}`;
  }

  async getIndex(options: { fields?: string[] } = {}): Promise<Collection<IndexEntry>> {
    this.fillIndex(options.fields ?? []);
    return Promise.resolve(this.index);
  }

  /** One document, remembered once it was loaded. */
  async getDocument(id: string): Promise<Document | undefined> {
    const cached = this.get(id);
    if (cached) return cached;
    const [found] = await this.load([id]);
    return found;
  }

  /** Documents that fulfil a query on their index entries: `{type: "weapon"}`, `{_id__in: [...]}`. */
  async getDocuments(query: Data = {}): Promise<Document[]> {
    const ids = this.index.filter((entry) => Object.entries(query).every(([path, wanted]) => {
      if (path.endsWith("__in")) return Array.isArray(wanted) && wanted.includes(getProperty(entry, path.slice(0, -4)));
      return getProperty(entry, path) === wanted;
    })).map((entry) => entry._id);
    const missing = ids.filter((id) => !this.has(id));
    if (missing.length) await this.load(missing);
    return ids.map((id) => this.get(id)).filter((document) => document !== undefined);
  }

  private async load(ids: string[]): Promise<Document[]> {
    const sources = await host().backend.getPack(this.collection, ids);
    const loaded: Document[] = [];
    for (const source of sources) {
      try {
        const document = this.documentClass.fromSource(source as Data, { pack: this.collection }) as Document;
        this.set(document.id ?? "", document);
        loaded.push(document);
      } catch (error) {
        this.reportInvalid(source, error);
      }
    }
    return loaded;
  }

  override set(id: string, document: Document): this {
    // Folders of a pack lie beside its documents.
    if (document.documentName === "Folder") {
      this.folders.set(id, document);
      return this;
    }
    super.set(id, document);
    // A document made here later is in the index too.
    if (!this.index.has(id)) this.indexDocument(document);
    return this;
  }

  override delete(id: string): boolean {
    this.index.delete(id);
    this.#sources.delete(id);
    return super.delete(id);
  }

  async importDocument(document: Document, options: Data = {}): Promise<Document | undefined> {
    const world = worldCollection(this.documentName) as unknown as { fromCompendium(document: Document, options: Data): Data };
    const created = await this.documentClass.create(world.fromCompendium(document, options), { pack: this.collection, ...options });
    return created instanceof Document ? created : undefined;
  }

  async importAll(options: { folderId?: string | null } = {}): Promise<Document[]> {
    const documents = await this.getDocuments();
    const world = worldCollection(this.documentName) as unknown as { fromCompendium(document: Document, options: Data): Data };
    return this.documentClass.createDocuments(documents.map((document) => ({ ...world.fromCompendium(document, { clearFolder: true, keepId: false }), ...(options.folderId ? { folder: options.folderId } : {}) })));
  }
}

export class CompendiumPacks extends Collection<CompendiumCollection> {
  get apps(): { render(options?: object): unknown }[] {
    return this.#apps;
  }

  readonly #apps: { render(options?: object): unknown }[] = [];
}
