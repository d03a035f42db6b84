import { NotOnThisTable } from "../absent";
import type { EmbeddedCollection } from "../collections/embedded-collection";
import { askToCreate, askToDelete } from "./document-dialogs";
import { DocumentEvents } from "./document-events";
import { makeEmbeddedCollection } from "./embedded-factory";
import { checkScope, currentUser, packOf, say, worldCollection, type UserLike } from "./lookup";
import { CONST } from "../constants";
import { database, type OperationInput } from "../database/database";
import { EmbeddedCollectionField, TypeDataField } from "../fields/embedded";
import { Hooks } from "../hooks";
import { documentConfig, hasHost, host } from "../host";
import type { ModelOptions } from "../model/data-model";
import { TypeDataModel } from "../model/type-data-model";
import { deepClone, getProperty, mergeObject } from "../utils/objects";
import { ForcedDeletion } from "../utils/operators";
import { getParentClasses, isSubclass, performIntegerSort } from "../utils/text";
import { buildUuid, relativeUuid } from "../utils/uuid";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";


export interface DocumentMetadata {
  name: string;
  collection: string;
  label: string;
  labelPlural: string;
  embedded: Record<string, string>;
  coreTypes: string[];
  hasTypeData?: boolean;
  compendiumIndexFields: string[];
  [key: string]: unknown;
}

interface Rendered {
  render(options?: object): unknown;
  close?(options?: object): unknown;
}

/**
 * A document, with what the API gives clients beside.
 * https://foundryvtt.com/api/classes/foundry.abstract.Document.html, https://foundryvtt.com/api/classes/foundry.ClientDocument.html
 */
export class Document extends DocumentEvents {
  declare _id: string | null;
  declare name: string;
  declare flags: Record<string, Data>;
  declare collections: Record<string, EmbeddedCollection>;
  declare pack: string | null;
  declare apps: Record<string, Rendered>;
  declare ownership: Record<string, number> | undefined;
  declare _sheet: Rendered | null;
  declare sort: number;

  static override metadata: Data & Partial<DocumentMetadata> = {
    name: "Document", collection: "documents", label: "DOCUMENT.Document", labelPlural: "DOCUMENT.Documents", embedded: {}, coreTypes: [], compendiumIndexFields: [], types: [], schemaVersion: undefined,
  };

  static LOCALIZATION_PREFIXES_OF_DOCUMENTS = ["DOCUMENT"];

  // Static facts

  static get documentName(): string {
    return String(this.metadata.name);
  }

  static get collectionName(): string {
    return String(this.metadata.collection);
  }

  static get implementation(): typeof Document {
    const configured = documentConfig(this.documentName)["documentClass"];
    return isFunction(configured) ? (configured as unknown as typeof Document) : this;
  }

  static get baseDocument(): typeof Document {
    const below: unknown = getParentClasses(this).findLast((parent) => parent !== Document && isSubclass(parent, Document));
    return (below ?? this) as typeof Document;
  }

  static get database(): object {
    return database;
  }

  static get hasTypeData(): boolean {
    return this.metadata.hasTypeData === true;
  }

  /** Declared in the manifest, or of the core. */
  static get TYPES(): string[] {
    const core = this.metadata.coreTypes ?? [];
    if (!hasHost()) return [...core];
    const { system } = host().game;
    const declared = isObject(system) && isObject(system["documentTypes"]) ? system["documentTypes"][this.documentName] : undefined;
    const extra = isObject(declared) ? Object.keys(declared) : [];
    return [...new Set([...core, ...extra])];
  }

  static get hierarchy(): Record<string, EmbeddedCollectionField> {
    return Object.fromEntries(this.schema.entries().filter((entry): entry is [string, EmbeddedCollectionField] => entry[1] instanceof EmbeddedCollectionField));
  }

  static getCollectionName(name: string): string | null {
    const embedded = this.metadata.embedded ?? {};
    if (name in embedded) return embedded[name] ?? null;
    return Object.values(embedded).includes(name) ? name : null;
  }

  static defaultName(context: { type?: string; parent?: Document | null; pack?: string | null } = {}): string {
    const label = say(String(this.metadata.label));
    const taken = new Set<string>();
    const collection = context.parent ? context.parent.getEmbeddedCollection(this.documentName) : worldCollection(this.documentName);
    for (const document of collection?.values() ?? []) taken.add(document.name);
    const base = context.type ? say(String((documentConfig(this.documentName)["typeLabels"] as Record<string, string> | undefined)?.[context.type] ?? label)) : label;
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base} (${count})`;
    return name;
  }

  static canUserCreate(user: UserLike): boolean {
    if (user.isGM) return true;
    const permission = `${this.documentName.toUpperCase()}_CREATE`;
    return permission in CONST.USER_PERMISSIONS ? user.hasPermission(permission) : user.role >= CONST.USER_ROLES.ASSISTANT;
  }

  // Construction

  override _configure(options: Data): void {
    const hidden = (name: string, value: unknown, writable = false): void => {
      Object.defineProperty(this, name, { value, writable, configurable: true, enumerable: false });
    };
    const parent: Document | null = this.parent instanceof Document ? this.parent : null;
    hidden("pack", typeof options["pack"] === "string" ? options["pack"] : (parent?.pack ?? null));
    const collections: Record<string, EmbeddedCollection> = {};
    for (const [name, field] of Object.entries((this.constructor as typeof Document).hierarchy)) collections[name] = makeEmbeddedCollection(name, this, field.documentName);
    hidden("collections", collections);
    hidden("apps", {});
    hidden("_sheet", null, true);
  }

  override _initialize(options: Data = {}): void {
    super._initialize(options);
    if (!hasHost() || host().game["_documentsReady"] !== true) return;
    const { parent } = this;
    if (parent instanceof Document && parent.preparesChildren) return;
    this._safePrepareData();
  }

  /** @internal  Whether embedded documents are prepared by this one. */
  get preparesChildren(): boolean {
    return true;
  }

  /** @internal  Takes another source object for its own: its parent's record changed. */
  adoptSource(source: Data): void {
    Object.defineProperty(this, "_source", { value: source, writable: false, configurable: true, enumerable: false });
    this._initialize({ strict: false });
  }

  protected override adopted(name: string, value: unknown): unknown {
    const present = this._source[name];
    if (!(name in this.collections) || !Array.isArray(present) || !Array.isArray(value)) return value;
    // The records of embedded documents are shared with them: keep the objects.
    return (value as Data[]).map((entry) => {
      const known = (present as Data[]).find((other) => other["_id"] === entry["_id"]);
      return known ? Object.assign(known, entry) : entry;
    });
  }

  // Identity

  get documentName(): string {
    return (this.constructor as typeof Document).documentName;
  }

  get id(): string | null {
    return this._id;
  }

  get uuid(): string {
    const parent = this.parent instanceof Document ? this.parent : null;
    return buildUuid({ id: this.id ?? "", documentName: this.documentName, parent, pack: this.pack }) ?? "";
  }

  getRelativeUUID(relative: Document | null): string {
    return relativeUuid(this.uuid, relative);
  }

  get isEmbedded(): boolean {
    return this.parent !== null && this.parent instanceof Document && this.documentName in ((this.parent.constructor as typeof Document).metadata.embedded ?? {});
  }

  get inCompendium(): boolean {
    return this.pack !== null;
  }

  get compendium(): unknown {
    return this.pack ? packOf(this.pack) : null;
  }

  get collectionName(): string {
    return (this.constructor as typeof Document).collectionName;
  }

  get parentCollection(): string | null {
    return this.parent instanceof Document ? (this.parent.constructor as typeof Document).getCollectionName(this.documentName) : null;
  }

  get collection(): unknown {
    if (this.parent instanceof Document && this.isEmbedded) return this.parent.getEmbeddedCollection(this.documentName);
    return this.pack ? packOf(this.pack) : worldCollection(this.documentName);
  }

  get folder(): Document | null {
    return null;
  }

  get baseFolder(): unknown {
    return this._source["folder"] ?? null;
  }

  get link(): string {
    return `@UUID[${this.uuid}]{${this.name}}`;
  }

  get schemaVersion(): unknown {
    return (this.constructor as typeof Document).metadata["schemaVersion"];
  }

  override toString(): string {
    return `${this.documentName} [${this.id}]`;
  }

  // Ownership

  getUserLevel(user?: UserLike | null): number {
    const who = user ?? currentUser();
    if (!who) return CONST.DOCUMENT_OWNERSHIP_LEVELS.NONE;
    if (who.isGM) return CONST.DOCUMENT_OWNERSHIP_LEVELS.OWNER;
    if (this.ownership === undefined) return this.parent instanceof Document ? this.parent.getUserLevel(who) : this.levelInPack(who);
    if (this.pack && !this.isEmbedded) return this.levelInPack(who);
    const level = this.ownership[who.id ?? ""] ?? this.ownership["default"] ?? CONST.DOCUMENT_OWNERSHIP_LEVELS.NONE;
    if (level === CONST.DOCUMENT_OWNERSHIP_LEVELS.INHERIT) return this.parent instanceof Document ? this.parent.getUserLevel(who) : (this.ownership["default"] ?? 0);
    return level;
  }

  private levelInPack(user: UserLike): number {
    const pack = this.compendium;
    return isObject(pack) && isFunction(pack["getUserLevel"]) ? Number(pack["getUserLevel"](user)) : CONST.DOCUMENT_OWNERSHIP_LEVELS.NONE;
  }

  testUserPermission(user: UserLike, permission: string | number, options: { exact?: boolean } = {}): boolean {
    const levels: Record<string, number> = CONST.DOCUMENT_OWNERSHIP_LEVELS;
    const wanted = typeof permission === "string" ? (levels[permission] ?? 3) : permission;
    const level = this.getUserLevel(user);
    return options.exact ? level === wanted : level >= wanted;
  }

  get permission(): number {
    return this.getUserLevel(currentUser());
  }

  get isOwner(): boolean {
    const user = currentUser();
    return user !== null && this.testUserPermission(user, "OWNER");
  }

  get limited(): boolean {
    const user = currentUser();
    return user !== null && this.testUserPermission(user, "LIMITED", { exact: true });
  }

  get visible(): boolean {
    const user = currentUser();
    return user !== null && this.testUserPermission(user, "LIMITED");
  }

  get hasPlayerOwner(): boolean {
    const { users } = host().game;
    return isObject(users) && isFunction(users["some"]) && Boolean((users["some"] as (test: (user: UserLike) => boolean) => boolean)((user) => !user.isGM && this.testUserPermission(user, "OWNER")));
  }

  canUserModify(user: UserLike, action: string, data: Data = {}): boolean {
    void data;
    if (user.isGM) return true;
    const { parent } = this;
    if (action === "create") return parent instanceof Document ? parent.canUserModify(user, "update") : (this.constructor as typeof Document).canUserCreate(user);
    return this.testUserPermission(user, "OWNER");
  }

  // Embedded documents

  getEmbeddedCollection(embeddedName: string): EmbeddedCollection {
    const name = (this.constructor as typeof Document).getCollectionName(embeddedName);
    const found = name ? this.collections[name] : undefined;
    if (!found) throw new Error(`${embeddedName} is not a valid embedded Document within the ${this.documentName} Document`);
    return found;
  }

  getEmbeddedDocument(embeddedName: string, id: string, options: { invalid?: boolean; strict?: boolean } = {}): Document | undefined {
    return this.getEmbeddedCollection(embeddedName).get(id, options);
  }

  *traverseEmbeddedDocuments(): Generator<[string, Document]> {
    for (const [name, collection] of Object.entries(this.collections)) {
      for (const document of collection.values()) {
        yield [name, document];
        for (const [below, inner] of document.traverseEmbeddedDocuments()) yield [`${name}.${below}`, inner];
      }
    }
  }

  async createEmbeddedDocuments(embeddedName: string, data: (Data | Document)[] = [], operation: OperationInput = {}): Promise<Document[]> {
    return this.getEmbeddedCollection(embeddedName).documentClass.createDocuments(data, { ...operation, parent: this, pack: this.pack });
  }

  async updateEmbeddedDocuments(embeddedName: string, updates: Data[] = [], operation: OperationInput = {}): Promise<Document[]> {
    return this.getEmbeddedCollection(embeddedName).documentClass.updateDocuments(updates, { ...operation, parent: this, pack: this.pack });
  }

  async deleteEmbeddedDocuments(embeddedName: string, ids: string[], operation: OperationInput = {}): Promise<Document[]> {
    return this.getEmbeddedCollection(embeddedName).documentClass.deleteDocuments(ids, { ...operation, parent: this, pack: this.pack });
  }

  // Database operations

  static async createDocuments(data: (Data | Document)[] = [], operation: OperationInput = {}): Promise<Document[]> {
    return database.create(this.implementation, data, operation);
  }

  static async updateDocuments(updates: Data[] = [], operation: OperationInput = {}): Promise<Document[]> {
    return database.update(this.implementation, updates, operation);
  }

  static async deleteDocuments(ids: string[] = [], operation: OperationInput = {}): Promise<Document[]> {
    return database.delete(this.implementation, ids, operation);
  }

  static async create(data: Data | Document | (Data | Document)[], operation: OperationInput = {}): Promise<Document | Document[] | undefined> {
    const many = Array.isArray(data);
    const created = await this.createDocuments(many ? data : [data], operation);
    return many ? created : created[0];
  }

  async update(data: Data = {}, operation: OperationInput = {}): Promise<Document | undefined> {
    const updates = await (this.constructor as typeof Document).updateDocuments([{ ...data, _id: this.id }], { ...operation, parent: this.parent instanceof Document ? this.parent : null, pack: this.pack });
    return updates[0];
  }

  async delete(operation: OperationInput = {}): Promise<Document | undefined> {
    const deleted = await (this.constructor as typeof Document).deleteDocuments([this.id ?? ""], { ...operation, parent: this.parent instanceof Document ? this.parent : null, pack: this.pack });
    return deleted[0];
  }

  /** Asks a person for what is to be made. V13 gives what concerns the document among the options of the dialog, V14 too. */
  static async createDialog(data: Data = {}, operation: Data = {}, options: Data = {}): Promise<Document | null> {
    return askToCreate(this.implementation, data, operation, options);
  }

  /** Asks a person whether it shall go. */
  async deleteDialog(options: Data = {}, operation: Data = {}): Promise<Document | false | null | undefined> {
    return askToDelete(this, options, operation);
  }

  static get(documentId: string, operation: { pack?: string | null; parent?: Document } = {}): Document | null {
    if (operation.parent) return operation.parent.getEmbeddedDocument(this.documentName, documentId) ?? null;
    return worldCollection(this.documentName)?.get(documentId) ?? null;
  }

  override clone(data: Data = {}, context: ModelOptions & { save?: boolean; keepId?: boolean; addSource?: boolean } = {}): this {
    const { save = false, keepId = false, addSource = false, ...rest } = context;
    const source = deepClone(this._source);
    if (!keepId) source["_id"] = null;
    if (addSource && isObject(source["_stats"])) source["_stats"]["duplicateSource"] = this.uuid;
    const merged = mergeObject(source, data, { insertKeys: true, performDeletions: true });
    const parent = rest.parent === undefined ? this.parent : rest.parent;
    if (save) return (this.constructor as typeof Document).create(merged, { parent: parent instanceof Document ? parent : null, pack: this.pack, keepId }) as unknown as this;
    const Class = this.constructor as unknown as new (data: Data, options: ModelOptions) => this;
    return new Class(merged, { pack: this.pack, ...rest, parent });
  }

  // Flags

  getFlag(scope: string, key: string): unknown {
    checkScope(scope);
    return deepClone(getProperty(this.flags[scope] ?? {}, key));
  }

  async setFlag(scope: string, key: string, value: unknown): Promise<Document | undefined> {
    checkScope(scope);
    return this.update({ flags: { [scope]: { [key]: value } } });
  }

  async unsetFlag(scope: string, key: string): Promise<Document | undefined> {
    checkScope(scope);
    return this.update({ [`flags.${scope}.${key}`]: new ForcedDeletion() });
  }

  // Preparation

  _safePrepareData(): void {
    try {
      this.prepareData();
    } catch (error) {
      Hooks.onError("ClientDocument#_safePrepareData", error, { msg: `Failed data preparation for ${this.uuid}`, log: "error", uuid: this.uuid });
    }
  }

  prepareData(): void {
    const table = host();
    const system: unknown = Reflect.get(this, "system");
    table.preparing += 1;
    try {
      if (system instanceof TypeDataModel) system.prepareBaseData();
      this.prepareBaseData();
      this.prepareEmbeddedDocuments();
      if (system instanceof TypeDataModel) system.prepareDerivedData();
      this.prepareDerivedData();
    } finally {
      table.preparing -= 1;
    }
  }

  prepareBaseData(): void { /* for subclasses */ }

  prepareEmbeddedDocuments(): void {
    for (const collection of Object.values(this.collections)) for (const document of collection.values()) document._safePrepareData();
  }

  prepareDerivedData(): void { /* for subclasses */ }

  getRollData(): Data {
    const system: unknown = Reflect.get(this, "system");
    return isObject(system) ? { ...system } : {};
  }

  // Sheets

  /** The application that shows this document, made by what the page registered. */
  get sheet(): Rendered | null {
    if (!this._sheet) this._sheet = sheetFactory?.(this) ?? null;
    return this._sheet;
  }

  render(force: boolean | object = false, context: object = {}): void {
    void force;
    for (const app of Object.values(this.apps)) void app.render({ ...context, force: false });
  }

  /** Forgets the sheet, so that the next one is of the class registered now. */
  async _onSheetChange(options: { sheetOpen?: boolean } = {}): Promise<void> {
    const former = this._sheet;
    this._sheet = null;
    await former?.close?.();
    if (options.sheetOpen) void this.sheet?.render({ force: true });
  }

  // Drag, drop, sorting, export

  toDragData(): Data {
    return { type: this.documentName, ...(this.id ? { uuid: this.uuid } : { data: this.toObject() }) };
  }

  static async fromDropData(data: Data): Promise<Document | null> {
    const { uuid } = data;
    let found: unknown = null;
    if (typeof uuid === "string") {
      const { fromUuid } = await import("../utils/uuid");
      found = await fromUuid(uuid);
    } else if (isObject(data["data"])) found = new this.implementation(data["data"]);
    if (!(found instanceof Document)) throw new Error("Failed to resolve Document from provided DragData. Either data or a UUID must be provided.");
    if (found.documentName !== this.documentName) throw new Error(`Invalid Document type '${found.documentName}' provided to ${this.name}.fromDropData.`);
    return found;
  }

  async sortRelative(options: { updateData?: Data; target?: Document | null; siblings?: Document[]; sortKey?: string; sortBefore?: boolean } = {}): Promise<Document[]> {
    const { updateData = {}, ...sorting } = options;
    const sorted = performIntegerSort(this as unknown as Record<string, unknown>, sorting as object);
    const updates = sorted.map(({ target, update }) => ({ ...(target === (this as unknown) ? updateData : {}), ...update, _id: (target as unknown as Document).id }));
    if (this.parent instanceof Document && this.isEmbedded) return this.parent.updateEmbeddedDocuments(this.documentName, updates);
    return (this.constructor as typeof Document).updateDocuments(updates, { pack: this.pack });
  }

  toCompendium(pack?: unknown, options: { clearSort?: boolean; clearFolder?: boolean; clearFlags?: boolean; clearSource?: boolean; clearOwnership?: boolean; clearState?: boolean; keepId?: boolean } = {}): Data {
    void pack;
    const data = this.toObject();
    if (!options.keepId) delete data["_id"];
    if (options.clearSort ?? true) delete data["sort"];
    if (options.clearFolder ?? true) delete data["folder"];
    if (options.clearFlags) delete data["flags"];
    if (options.clearOwnership ?? true) delete data["ownership"];
    if (options.clearSource ?? true) delete data["_stats"];
    return data;
  }

  exportToJSON(): never {
    throw new NotOnThisTable("foundry.ClientDocument#exportToJSON");
  }

  importFromJSON(): never {
    throw new NotOnThisTable("foundry.ClientDocument#importFromJSON");
  }

  toEmbed(): never {
    throw new NotOnThisTable("foundry.ClientDocument#toEmbed");
  }

  toAnchor(options: { classes?: string[]; dataset?: Record<string, string>; name?: string; icon?: string; attrs?: Record<string, string> } = {}): HTMLAnchorElement {
    const anchor = document.createElement("a");
    anchor.classList.add(...(options.classes ?? ["content-link"]));
    Object.assign(anchor.dataset, { link: "", uuid: this.uuid, id: this.id ?? "", type: this.documentName, ...(options.dataset ?? {}) });
    anchor.textContent = options.name ?? this.name;
    anchor.draggable = true;
    return anchor;
  }
}

/** The `system` field of a document's schema, where it has one. */
export function typeDataField(documentClass: typeof Document): TypeDataField | null {
  const field = documentClass.schema.get("system");
  return field instanceof TypeDataField ? field : null;
}

type SheetFactory = (document: Document) => Rendered | null;
let sheetFactory: SheetFactory | null = null;

/** Set by the page: makes the registered sheet of a document. */
export function setSheetFactory(factory: SheetFactory): void {
  sheetFactory = factory;
}

export { currentUser, say, worldCollection, type UserLike } from "./lookup";
