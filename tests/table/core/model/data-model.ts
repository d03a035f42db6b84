import { defineReadonly, defineValue, SchemaField, type SchemaRecord } from "../fields/compound";
import type { CleanOptions, ValidateOptions } from "../fields/data-field";
import { DataModelValidationError, type DataModelValidationFailure } from "../fields/validation";
import { deepClone, equals, expandObject, mergeObject } from "../utils/objects";
import { operatorsToKeys } from "../utils/operators";
import type { Data } from "../types";
import { isObject } from "../types";

/** https://foundryvtt.com/api/classes/foundry.abstract.DataModel.html */

export interface ModelOptions {
  parent?: object | null;
  strict?: boolean;
  fallback?: boolean;
  dropInvalidEmbedded?: boolean;
  /** Internal: the data is the parent's own, cleaned source, to be shared with it. */
  adopt?: boolean;
  [option: string]: unknown;
}

export interface UpdateOptions {
  dryRun?: boolean;
  fallback?: boolean;
  recursive?: boolean;
  [option: string]: unknown;
}

let SCHEMAS = new WeakMap<object, SchemaField>();

/** @internal  A new table may be of another generation, with other schemas. */
export function forgetSchemas(): void {
  SCHEMAS = new WeakMap();
}

export class DataModel {
  declare _source: Data;
  declare parent: DataModel | null;
  declare static LOCALIZATION_PREFIXES: string[];
  static metadata: Data = {};

  constructor(data: Data = {}, options: ModelOptions = {}) {
    const { parent = null, strict = true, ...rest } = options;
    Object.defineProperty(this, "parent", { value: parent, writable: false, configurable: true, enumerable: false });
    Object.defineProperty(this, "_source", { value: this._initializeSource(data, { strict, ...rest }), writable: false, configurable: true, enumerable: false });
    this._configure({ strict, ...rest });
    const { fallback, dropInvalidEmbedded } = options;
    if (!options.adopt) this.validate({ strict, fallback: fallback ?? !strict, dropInvalidEmbedded: dropInvalidEmbedded ?? !strict, fields: true, joint: true });
    Object.seal(this._source);
    this._initialize({ strict, ...rest });
  }

  static defineSchema(): SchemaRecord {
    throw new Error(`The ${this.name} subclass of DataModel must define its Document schema`);
  }

  static get schema(): SchemaField {
    const known = SCHEMAS.get(this);
    if (known) return known;
    const schema = new SchemaField(this.defineSchema());
    schema.name = "";
    SCHEMAS.set(this, schema);
    this.onSchema(schema);
    return schema;
  }

  /** @internal  A document's type data is named below `system`. */
  protected static onSchema(schema: SchemaField): void {
    void schema;
  }

  get schema(): SchemaField {
    return (this.constructor as typeof DataModel).schema;
  }

  /** A model that could not be valid was never made. */
  get invalid(): boolean {
    return false;
  }

  _initializeSource(data: Data, options: ModelOptions = {}): Data {
    if (options.adopt) return data;
    const source = (data instanceof DataModel ? data.toObject() : deepClone(operatorsToKeys(expandObject(data)))) as Data;
    const Model = this.constructor as typeof DataModel;
    const cleaned = Model.cleanData(Model.migrateDataSafe(source));
    return Model.shimData(cleaned);
  }

  _configure(options: Data): void {
    void options;
  }

  _initialize(options: Data = {}): void {
    for (const [name, field] of this.schema.entries()) {
      const value = field.initialize(this._source[name], this, options);
      if (field.readonly) defineReadonly(this as unknown as Data, name, value);
      else defineValue(this as unknown as Data, name, value);
    }
  }

  reset(): void {
    this._initialize();
  }

  // Static helpers

  static migrateData(source: Data): Data {
    this.schema.migrateSource(source, source);
    return source;
  }

  static migrateDataSafe(source: Data): Data {
    try {
      this.migrateData(source);
    } catch (error) {
      console.error(`Data of ${this.name} could not be migrated.`, error);
    }
    return source;
  }

  static cleanData(source: Data = {}, options: CleanOptions = {}): Data {
    const { current } = options;
    const cleaned = this.schema.clean(source, { ...options, source: options.partial ? { ...(isObject(current) ? current : {}), ...("type" in source ? { type: source["type"] } : {}) } : source });
    return cleaned as Data;
  }

  static shimData(data: Data, options: { embedded?: boolean } = {}): Data {
    void options;
    return data;
  }

  static validateJoint(data: Data): void {
    void data;
  }

  static fromSource(source: Data, options: ModelOptions = {}): DataModel {
    const Model = this as unknown as new (data: Data, options: ModelOptions) => DataModel;
    return new Model(source, { strict: false, ...options });
  }

  static fromJSON(json: string): DataModel {
    return this.fromSource(JSON.parse(json) as Data);
  }

  // Instance methods

  /** @throws DataModelValidationError  when `strict` and something is wrong that has no fallback */
  validate(options: { changes?: Data; clean?: boolean; fallback?: boolean; dropInvalidEmbedded?: boolean; strict?: boolean; fields?: boolean; joint?: boolean } = {}): boolean {
    const { changes, fallback = false, dropInvalidEmbedded = false, strict = true } = options;
    const Model = this.constructor as typeof DataModel;
    const expanded = changes ? (deepClone(operatorsToKeys(expandObject(changes))) as Data) : null;
    const wanted = expanded !== null && options.clean === true ? Model.cleanData(expanded, { partial: true, current: this._source, recursive: true }) : expanded;
    const source = wanted !== null ? mergeObject(deepClone(this._source), wanted, { performDeletions: true }) : this._source;
    const rules: ValidateOptions = { fallback, dropInvalidEmbedded, source };
    if (options.fields !== false) {
      const failure = this.schema.validate(source, rules);
      if (failure && !(fallback && !failure.isUnresolved())) return refuse(this, failure.asError(), strict);
      if (failure) console.warn(describe(this, failure.toString()));
    }
    if (options.joint !== false) {
      try {
        Model.validateJoint(source);
        this._validateModel?.(source);
      } catch (error) {
        return refuse(this, error instanceof DataModelValidationError ? error : new DataModelValidationError(error instanceof Error ? error.message : String(error)), strict);
      }
    }
    return true;
  }

  _validateModel?(source: Data): void;

  /**
   * Changes the source.
   * @returns what really changed
   */
  updateSource(changes: Data = {}, options: UpdateOptions = {}): Data {
    const { recursive = true, fallback = false, dryRun = false } = options;
    const difference = this.differenceOf(changes, { recursive });
    const { candidate, touched } = this.candidateOf(difference, { recursive, fallback });
    if (dryRun || !touched.length) return difference;
    for (const name of touched) this._source[name] = this.adopted(name, candidate[name]);
    this._initialize({ strict: true });
    return difference;
  }

  /** @internal  The source after a difference, validated. @throws DataModelValidationError */
  candidateOf(difference: Data, options: { recursive: boolean; fallback?: boolean }): { candidate: Data; touched: string[] } {
    const { recursive, fallback = false } = options;
    const candidate = this.schema.changed(this._source, difference, { recursive }) as Data;
    const touched = Object.keys(difference).map((key) => (key.startsWith("-=") || key.startsWith("==") ? key.slice(2) : key));
    for (const name of touched) {
      const failure = this.schema.get(name)?.validate(candidate[name], { source: candidate, fallback, strict: true });
      if (!failure) continue;
      if (fallback && failure.fallback !== undefined && !failure.isUnresolved()) candidate[name] = failure.fallback;
      else if (!(fallback && !failure.isUnresolved())) throw nested(name, failure);
    }
    if (touched.length) (this.constructor as typeof DataModel).validateJoint(candidate);
    return { candidate, touched };
  }

  /** @internal  The cleaned changes that differ from the source, in V13's notation. */
  differenceOf(changes: Data, options: { recursive: boolean; diff?: boolean }): Data {
    const Model = this.constructor as typeof DataModel;
    const expanded = deepClone(operatorsToKeys(expandObject(changes))) as Data;
    Model.migrateDataSafe(expanded);
    const cleaned = Model.cleanData(expanded, { partial: true, current: this._source, recursive: options.recursive });
    if (options.diff === false) return cleaned;
    return (this.schema.differenceTo(this._source, cleaned, { recursive: options.recursive }) ?? {}) as Data;
  }

  /** @internal  Embedded sources keep their identity, since their documents share them. */
  protected adopted(name: string, value: unknown): unknown {
    void name;
    return value;
  }

  toObject(source = true): Data {
    if (source) return deepClone(this._source);
    return deepClone(this.schema.toObject(this) as Data);
  }

  toJSON(): Data {
    return this.toObject(true);
  }

  clone(data: Data = {}, context: ModelOptions = {}): this {
    const source = mergeObject(this.toObject(), operatorsToKeys(expandObject(data)) as Data, { insertKeys: false, performDeletions: true, inplace: false });
    const Model = this.constructor as unknown as new (data: Data, options: ModelOptions) => this;
    return new Model(source, { parent: this.parent, ...context });
  }
}

function nested(name: string, failure: DataModelValidationFailure): DataModelValidationError {
  const Failure = failure.constructor as new () => DataModelValidationFailure;
  const outer = new Failure();
  outer.fields[name] = failure;
  outer.unresolved = true;
  return new DataModelValidationError(outer);
}

function describe(model: DataModel, message: string): string {
  const id = model._source["_id"];
  return `${model.constructor.name}${typeof id === "string" ? ` [${id}]` : ""} validation errors:\n${message}`;
}

function refuse(model: DataModel, error: DataModelValidationError, strict: boolean): boolean {
  error.message = describe(model, error.message);
  // Without a fallback there is nothing valid to go on with, strict or not.
  if (strict || error.getFailure()?.isUnresolved() === true) throw error;
  console.warn(error.message);
  return false;
}

export { equals };
