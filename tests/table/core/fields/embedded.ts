import { SchemaField, type SchemaRecord, ObjectField } from "./compound";
import { DataField, type CleanOptions, type DataFieldOptions, type ModelLike, type ValidateOptions } from "./data-field";
import { DocumentIdField, NumberField, StringField, DocumentUUIDField } from "./simple";
import { DataModelValidationFailure } from "./validation";
import { documentConfig, hasHost, host } from "../host";
import { deepClone, equals, mergeObject } from "../utils/objects";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/** Fields that hold models and documents. https://foundryvtt.com/api/modules/foundry.data.fields.html */

/** The static side of a DataModel, as fields need it. */
export interface ModelClass {
  new (data?: Data, options?: Data): object;
  readonly schema: SchemaField;
  cleanData(data: Data, options?: CleanOptions): Data;
  migrateDataSafe(data: Data): Data;
  validateJoint(data: Data): void;
  documentName?: string;
}

function isModelClass(value: unknown): value is ModelClass {
  return isFunction(value) && "cleanData" in value && "migrateDataSafe" in value;
}

export class EmbeddedDataField extends SchemaField {
  readonly model: ModelClass;

  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults };
  }

  constructor(model: unknown, options: DataFieldOptions = {}, context: { name?: string; parent?: DataField } = {}) {
    if (!isModelClass(model)) throw new Error("An EmbeddedDataField must specify a DataModel class as its type");
    super((model as unknown as { defineSchema(): SchemaRecord }).defineSchema(), options, context);
    this.model = model;
  }

  override clean(value: unknown, options: CleanOptions = {}): unknown {
    return super.clean(isObject(value) && !(value instanceof DataField) && Object.getPrototypeOf(value) === Object.prototype ? this.model.migrateDataSafe(value) : value, options);
  }

  override _validateType(value: unknown, options: ValidateOptions = {}): DataModelValidationFailure | void {
    const failure = super._validateType(value, options);
    if (!failure && isObject(value)) this.model.validateJoint(value);
    return failure;
  }

  override initialize(value: unknown, model: ModelLike, options: Data = {}): unknown {
    if (!isObject(value)) return value;
    return new this.model(value, { ...options, parent: model, adopt: true });
  }

  override toObject(value: unknown): unknown {
    return isObject(value) && isFunction(value["toObject"]) ? value["toObject"](false) : super.toObject(value);
  }

  override migrateSource(sourceData: Data, fieldData: unknown): void {
    void sourceData;
    if (isObject(fieldData)) this.model.migrateDataSafe(fieldData);
  }
}

/** The collection that a document keeps for such a field. */
export interface EmbeddedCollectionLike {
  initialize(options?: Data): void;
  map<R>(transform: (document: { toObject(source?: boolean): unknown }) => R): R[];
}

export class EmbeddedCollectionField extends DataField {
  readonly #model: ModelClass;

  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true, nullable: false, initial: () => [], readonly: true };
  }

  constructor(model: unknown, options: DataFieldOptions = {}, context: { name?: string; parent?: DataField } = {}) {
    super(options, context);
    if (!isModelClass(model)) throw new Error("An EmbeddedCollectionField must specify a Document class as its type");
    this.#model = model;
  }

  get documentName(): string {
    return this.#model.documentName ?? "";
  }

  /** The configured implementation of the documents. */
  get model(): ModelClass {
    const configured = documentConfig(this.documentName)["documentClass"];
    return isModelClass(configured) ? configured : this.#model;
  }

  override _cast(value: unknown): unknown {
    if (Array.isArray(value)) return value;
    return isObject(value) && isFunction(value["map"]) ? (value["map"] as (transform: (entry: unknown) => unknown) => unknown[])((entry) => entry) : [];
  }

  override _cleanType(value: unknown, options: CleanOptions): unknown {
    const current = Array.isArray(options.current) ? (options.current as unknown[]) : [];
    return (value as unknown[]).map((entry) => {
      const data = isObject(entry) && isFunction(entry["toObject"]) ? (entry["toObject"](true) as Data) : ((isObject(entry) ? deepClone(entry) : {}) as Data);
      const present = current.find((other) => isObject(other) && other["_id"] === data["_id"]);
      const merges = options.partial === true && present !== undefined;
      try {
        return this.model.cleanData(this.model.migrateDataSafe(data), { partial: merges, current: merges ? present : undefined, recursive: options.recursive });
      } catch (error) {
        // Left as it is: validation keeps it out of the collection and says why.
        console.warn(`A ${this.documentName} could not be cleaned: ${String(error)}`);
        return data;
      }
    });
  }

  override _validateType(value: unknown, options: ValidateOptions = {}): DataModelValidationFailure | void {
    if (!Array.isArray(value)) throw new Error("must be an Array");
    const failure = new DataModelValidationFailure();
    for (const entry of value as unknown[]) {
      if (isObject(entry) && entry["_tombstone"] === true) continue;
      const found = this.model.schema.validate(entry, { ...options, partial: false, source: entry });
      if (!found || (options.fallback && !found.isUnresolved())) continue;
      found.dropped = options.dropInvalidEmbedded === true;
      if (!found.dropped) failure.elements.push({ id: isObject(entry) ? String(entry["_id"]) : "?", name: isObject(entry) ? String(entry["name"]) : "", failure: found });
    }
    if (failure.elements.length === 0) return undefined;
    failure.unresolved = true;
    return failure;
  }

  override initialize(value: unknown, model: ModelLike, options: Data = {}): unknown {
    void value;
    const collection = (model as { collections?: Record<string, EmbeddedCollectionLike> }).collections?.[this.name];
    collection?.initialize(options);
    return collection;
  }

  override toObject(value: unknown): unknown {
    return isObject(value) && isFunction(value["map"]) ? (value as unknown as EmbeddedCollectionLike).map((document) => document.toObject(false)) : value;
  }

  override differenceTo(current: unknown, change: unknown, options: { recursive: boolean }): unknown {
    if (!Array.isArray(change) || !Array.isArray(current)) return change;
    const differences: unknown[] = [];
    for (const entry of change as unknown[]) {
      const present = (current as unknown[]).find((other) => isObject(other) && isObject(entry) && other["_id"] === entry["_id"]);
      if (!present || !isObject(entry)) differences.push(entry);
      else {
        const inner = this.model.schema.differenceTo(present, entry, options);
        if (isObject(inner)) differences.push({ _id: entry["_id"], ...inner });
      }
    }
    return differences.length ? differences : undefined;
  }

  override changed(current: unknown, change: unknown, options: { recursive: boolean }): unknown {
    if (!Array.isArray(change) || !Array.isArray(current)) return deepClone(change);
    const result = [...(current as unknown[])];
    for (const entry of change as unknown[]) {
      const at = result.findIndex((other) => isObject(other) && isObject(entry) && other["_id"] === entry["_id"]);
      if (at < 0) result.push(deepClone(entry));
      else result[at] = this.model.schema.changed(result[at], entry, options);
    }
    return result;
  }
}

/** A single embedded document, such as the delta of a token. */
export class EmbeddedDocumentField extends EmbeddedDataField {
  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, nullable: true };
  }
}

/** What `template.json` gives documents of a type without a model. */
function templateOf(documentName: string, type: unknown): Data | null {
  const types = hasHost() ? host().world.template?.[documentName] : undefined;
  const fields = isObject(types) && typeof type === "string" ? types[type] : undefined;
  return isObject(fields) ? (deepClone(fields) as Data) : null;
}

/** The `system` of a document: the model registered for its type. */
export class TypeDataField extends ObjectField {
  readonly document: { documentName?: string; TYPES?: string[] };

  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true };
  }

  constructor(document: unknown, options: DataFieldOptions = {}, context: { name?: string; parent?: DataField } = {}) {
    super(options, context);
    this.document = document as { documentName?: string };
  }

  get documentName(): string {
    return this.document.documentName ?? "";
  }

  getModelForType(type: unknown): ModelClass | null {
    const models = documentConfig(this.documentName)["dataModels"];
    const model = isObject(models) && typeof type === "string" ? models[type] : undefined;
    return isModelClass(model) ? model : null;
  }

  static getModelProvider(model: unknown): unknown {
    void model;
    return null;
  }

  override getInitialValue(data?: unknown): unknown {
    const model = this.getModelForType(isObject(data) ? data["type"] : undefined);
    return model ? model.cleanData({}) : templateOf(this.documentName, isObject(data) ? data["type"] : undefined) ?? super.getInitialValue(data);
  }

  override clean(value: unknown, options: CleanOptions = {}): unknown {
    if ((value === undefined || value === null) && options.partial) return undefined;
    return super.clean(value ?? undefined, options);
  }

  override _cleanType(value: unknown, options: CleanOptions): unknown {
    const type = isObject(options.source) ? options.source["type"] : undefined;
    const model = this.getModelForType(type);
    const data = deepClone(value) as Data;
    if (!model) return options.partial ? data : mergeObject(templateOf(this.documentName, type) ?? {}, data);
    return model.cleanData(model.migrateDataSafe(data), { partial: options.partial, current: options.current, recursive: options.recursive });
  }

  override _validateType(value: unknown, options: ValidateOptions = {}): boolean | DataModelValidationFailure | void {
    super._validateType(value, options);
    const model = this.getModelForType(isObject(options.source) ? options.source["type"] : undefined);
    if (!model) return;
    const failure = model.schema.validate(value, { ...options, partial: false, source: value });
    if (failure && !(options.fallback && !failure.isUnresolved())) return failure;
    model.validateJoint(value as Data);
  }

  protected override resolve(failure: DataModelValidationFailure, value: unknown, options: ValidateOptions): DataModelValidationFailure {
    if (Object.keys(failure.fields).length) return failure;
    return super.resolve(failure, value, options);
  }

  override initialize(value: unknown, model: ModelLike, options: Data = {}): unknown {
    const source: unknown = Reflect.get(model, "_source");
    const Model = this.getModelForType(isObject(source) ? source["type"] : undefined);
    if (!Model || !isObject(value)) return deepClone(value);
    return new Model(value, { ...options, parent: model, adopt: true });
  }

  override toObject(value: unknown): unknown {
    return isObject(value) && isFunction(value["toObject"]) ? value["toObject"](false) : super.toObject(value);
  }

  override differenceTo(current: unknown, change: unknown, options: { recursive: boolean; type?: unknown }): unknown {
    const model = this.getModelForType(options.type);
    return model && options.recursive ? model.schema.differenceTo(current, change, options) : super.differenceTo(current, change, options);
  }

  override changed(current: unknown, change: unknown, options: { recursive: boolean; type?: unknown }): unknown {
    const model = this.getModelForType(options.type);
    return model && options.recursive ? model.schema.changed(current, change, options) : super.changed(current, change, options);
  }
}

/** The subtype of a document. */
export class DocumentTypeField extends StringField {
  readonly document: { documentName?: string; TYPES?: string[] };

  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true, nullable: false, blank: false };
  }

  constructor(document: unknown, options: DataFieldOptions = {}, context: { name?: string; parent?: DataField } = {}) {
    super(options, context);
    this.document = document as { documentName?: string; TYPES?: string[] };
    this.blank = false;
  }

  override _validateType(value: unknown): void {
    super._validateType(value);
    const types = this.document.TYPES ?? [];
    if (typeof value !== "string" || types.includes(value) || value.includes(".")) return;
    throw new Error(`"${value}" is not a valid type for the ${this.document.documentName} Document class. It must be one of: ${types.join(", ")}`);
  }

  protected override resolve(failure: DataModelValidationFailure): DataModelValidationFailure {
    failure.unresolved = true;
    return failure;
  }
}

export class DocumentFlagsField extends ObjectField {}

/** `_stats`, written by the server. */
export class DocumentStatsField extends SchemaField {
  static fields = ["coreVersion", "systemId", "systemVersion", "createdTime", "modifiedTime", "lastModifiedBy", "compendiumSource", "duplicateSource", "exportSource"];

  constructor(options: DataFieldOptions = {}, context: { name?: string; parent?: DataField } = {}) {
    super({
      coreVersion: new StringField({ required: true, blank: false, nullable: true, initial: null }),
      systemId: new StringField({ required: true, blank: false, nullable: true, initial: null }),
      systemVersion: new StringField({ required: true, blank: false, nullable: true, initial: null }),
      createdTime: new NumberField(),
      modifiedTime: new NumberField(),
      lastModifiedBy: new DocumentIdField({ readonly: false }),
      compendiumSource: new DocumentUUIDField(),
      duplicateSource: new DocumentUUIDField(),
      exportSource: new ObjectField({ required: true, nullable: true, initial: null }),
    }, options, context);
  }
}

export { equals };
