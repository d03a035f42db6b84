import { DataField, type CleanOptions, type DataFieldOptions, type ModelLike, type ValidateOptions } from "./data-field";
import type { InputKind } from "./inputs";
import { DataModelValidationFailure } from "./validation";
import { toPlain } from "../utils/primitives";
import { deepClone, equals, isPlainObject, mergeObject } from "../utils/objects";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/** Fields that hold other fields. https://foundryvtt.com/api/modules/foundry.data.fields.html */

export type SchemaRecord = Record<string, DataField>;

type ChangeOptions = Parameters<DataField["differenceTo"]>[2];

function bareKey(key: string): { bare: string; deletes: boolean; replaces: boolean } {
  if (key.startsWith("-=")) return { bare: key.slice(2), deletes: true, replaces: false };
  if (key.startsWith("==")) return { bare: key.slice(2), deletes: false, replaces: true };
  return { bare: key, deletes: false, replaces: false };
}

export class SchemaField extends DataField {
  static override recursive = true;
  fields: SchemaRecord;
  unknownKeys: string[] = [];

  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true, nullable: false };
  }

  constructor(fields: SchemaRecord, options: DataFieldOptions = {}, context: { name?: string; parent?: DataField } = {}) {
    super(options, context);
    this.fields = this._initialize(fields);
  }

  _initialize(fields: SchemaRecord): SchemaRecord {
    const attached: SchemaRecord = {};
    for (const [name, field] of Object.entries(fields)) {
      if (!(field instanceof DataField)) throw new Error(`The "${name}" field is not an instance of the DataField class.`);
      if (name === "fields" || name.startsWith("-=") || name.includes(".")) throw new Error(`"${name}" is no name for a field.`);
      attached[name] = field.attach(this, name);
    }
    return attached;
  }

  *[Symbol.iterator](): Iterator<DataField> {
    for (const field of Object.values(this.fields)) yield field;
  }

  keys(): string[] {
    return Object.keys(this.fields);
  }

  values(): DataField[] {
    return Object.values(this.fields);
  }

  entries(): [string, DataField][] {
    return Object.entries(this.fields);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.fields, name);
  }

  get(name: string): DataField | undefined {
    return Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
  }

  getField(path: string | string[]): DataField | undefined {
    return this._getField(Array.isArray(path) ? [...path] : path.split("."));
  }

  override _getField(path: string[]): DataField | undefined {
    if (path.length === 0) return this;
    const [name = "", ...rest] = path;
    return this.get(name)?._getField(rest);
  }

  override apply(fn: Parameters<DataField["apply"]>[0], value?: unknown, options: { filter?: boolean } = {}): unknown {
    if (typeof fn === "string" && fn in SchemaField.prototype && fn !== "apply" && value === undefined) return super.apply(fn, value, options);
    const results: Data = {};
    const data = isObject(value) ? value : {};
    for (const [name, field] of Object.entries(this.fields)) {
      if (options.filter && !(name in data)) continue;
      results[name] = field.apply(fn, data[name], options);
    }
    return results;
  }

  override getInitialValue(data?: unknown): unknown {
    if (this.initial !== undefined) return super.getInitialValue(data);
    if (this.options.required === false) return undefined;
    if (this.nullable) return null;
    return this._cleanType({}, { source: data ?? {} });
  }

  override _cast(value: unknown): unknown {
    return isPlainObject(value) ? value : isObject(value) && isFunction(value["toObject"]) ? value["toObject"](true) : isObject(value) && !Array.isArray(value) ? { ...value } : {};
  }

  override _cleanType(value: unknown, options: CleanOptions): unknown {
    const data = value as Data;
    const cleaned: Data = {};
    const current = isObject(options.current) ? options.current : undefined;
    const partial = options.partial === true && (options.current === undefined || current !== undefined);
    if (!partial) {
      let source = options.source ?? data;
      // Type data are cleaned by the type, which may be an initial value itself.
      if (source === data && this.has("type") && data["type"] === undefined) source = { ...data, type: this.fields["type"]?.clean(undefined, { source: data }) };
      for (const [name, field] of Object.entries(this.fields)) cleaned[name] = field.clean(data[name], { ...options, partial: false, source, current: undefined });
      return cleaned;
    }
    for (const [key, entry] of Object.entries(data)) {
      const { bare, deletes, replaces } = bareKey(key);
      const field = this.get(bare);
      if (!field || entry === undefined) continue;
      if (deletes) cleaned[key] = null;
      else if (replaces) cleaned[key] = field.clean(entry, { ...options, partial: false, current: undefined });
      else cleaned[key] = field.clean(entry, { ...options, partial: options.recursive !== false, current: current ? (current[bare] ?? null) : undefined });
    }
    return cleaned;
  }

  override _validateType(value: unknown, options: ValidateOptions = {}): DataModelValidationFailure | void {
    if (!isObject(value) || Array.isArray(value)) throw new Error("must be an object");
    const failure = new DataModelValidationFailure();
    for (const [name, field] of Object.entries(this.fields)) {
      if (options.partial && !(name in value)) continue;
      const found = field.validate(value[name], { ...options, partial: false, source: options.source ?? value });
      if (!found) continue;
      failure.fields[name] = found;
      if (options.fallback && found.fallback !== undefined && !found.isUnresolved()) value[name] = found.fallback;
    }
    if (!failure.isEmpty) {
      failure.unresolved = failure.isUnresolved();
      return failure;
    }
    return undefined;
  }

  protected override resolve(failure: DataModelValidationFailure, value: unknown, options: ValidateOptions): DataModelValidationFailure {
    return Object.keys(failure.fields).length ? failure : super.resolve(failure, value, options);
  }

  override initialize(value: unknown, model: ModelLike, options: Data = {}): unknown {
    if (!isObject(value)) return value;
    const data: Data = {};
    for (const [name, field] of Object.entries(this.fields)) {
      if (field.readonly) defineReadonly(data, name, field.initialize(value[name], model, options));
      else defineValue(data, name, field.initialize(value[name], model, options));
    }
    return data;
  }

  override toObject(value: unknown): unknown {
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(this.fields).map(([name, field]) => [name, field.toObject(value[name])]));
  }

  override migrateSource(sourceData: Data, fieldData: unknown): void {
    if (!isObject(fieldData)) return;
    for (const [name, field] of Object.entries(this.fields)) if (name in fieldData) field.migrateSource(sourceData, fieldData[name]);
  }

  override differenceTo(current: unknown, change: unknown, options: ChangeOptions): unknown {
    if (!isObject(change) || !isObject(current)) return equals(current, change) ? undefined : change;
    const difference: Data = {};
    const inside = { ...options, type: change["type"] ?? current["type"] };
    for (const [key, entry] of Object.entries(change)) {
      const { bare, deletes, replaces } = bareKey(key);
      const field = this.get(bare);
      if (!field) continue;
      if (deletes) {
        if (!equals(current[bare], field.getInitialValue(current))) difference[key] = null;
      } else if (replaces || !options.recursive) {
        if (!equals(current[bare], entry)) difference[key] = entry;
      } else {
        const inner = field.differenceTo(current[bare], entry, inside);
        if (inner !== undefined) difference[key] = inner;
      }
    }
    return Object.keys(difference).length ? difference : undefined;
  }

  override changed(current: unknown, change: unknown, options: ChangeOptions): unknown {
    if (!isObject(current) || !isObject(change)) return deepClone(change);
    const result: Data = { ...current };
    const inside = { ...options, type: change["type"] ?? current["type"] };
    for (const [key, entry] of Object.entries(change)) {
      const { bare, deletes, replaces } = bareKey(key);
      const field = this.get(bare);
      if (!field) continue;
      if (deletes) result[bare] = field.getInitialValue(current);
      else if (replaces || !options.recursive) result[bare] = deepClone(entry);
      else result[bare] = field.changed(current[bare], entry, inside);
    }
    return result;
  }
}

function defineValue(target: Data, name: string, value: unknown): void {
  if (isFunction(value)) Object.defineProperty(target, name, { get: value, set() { /* read only */ }, configurable: true, enumerable: true });
  else Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true });
}

function defineReadonly(target: Data, name: string, value: unknown): void {
  if (isFunction(value)) defineValue(target, name, value);
  else Object.defineProperty(target, name, { value, writable: false, configurable: true, enumerable: true });
}

export { defineValue, defineReadonly };

export class ArrayField extends DataField {
  static override recursive = true;
  element: DataField;
  declare empty: boolean;
  declare exact: number | undefined;
  declare min: number;
  declare max: number;

  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true, nullable: false, initial: () => [], empty: true, exact: undefined, min: 0, max: Infinity };
  }

  constructor(element: DataField, options: DataFieldOptions = {}, context: { name?: string; parent?: DataField } = {}) {
    super(options, context);
    this.element = this._validateElementType(element);
  }

  _validateElementType(element: unknown): DataField {
    if (!(element instanceof DataField)) throw new Error(`${this.constructor.name} must have a DataField as its contained element`);
    return element.attach(this, "element");
  }

  override _getField(path: string[]): DataField | undefined {
    if (path.length === 0) return this;
    const [first = "", ...rest] = path;
    return first === "element" || /^\d+$/.test(first) ? this.element._getField(rest) : undefined;
  }

  override apply(fn: Parameters<DataField["apply"]>[0], value?: unknown, options: object = {}): unknown {
    if (!Array.isArray(value) && !(value instanceof Set)) return super.apply(fn, value, options);
    return [...value].map((entry) => this.element.apply(fn, entry, options));
  }

  override _cast(value: unknown): unknown {
    if (Array.isArray(value)) return value;
    if (value instanceof Set || value instanceof Map) return [...value.values()];
    // A form sends the rows of an array as an object with the indices as keys.
    if (isPlainObject(value) && Object.keys(value).every((key) => /^\d+$/.test(key))) return Object.keys(value).sort((a, b) => Number(a) - Number(b)).map((key) => value[key]);
    return isObject(value) || value === undefined ? [] : [value];
  }

  override _cleanType(value: unknown, options: CleanOptions): unknown {
    return (value as unknown[]).map((entry) => this.element.clean(entry, { ...options, partial: false, current: undefined }));
  }

  override _validateType(value: unknown, options: ValidateOptions = {}): DataModelValidationFailure | void {
    if (!Array.isArray(value)) throw new Error("must be an Array");
    if (!this.empty && value.length === 0) throw new Error("may not be empty");
    if (this.exact !== undefined && value.length !== this.exact) throw new Error(`must have exactly ${this.exact} elements`);
    if (value.length < this.min) throw new Error(`must have at least ${this.min} elements`);
    if (value.length > this.max) throw new Error(`must have at most ${this.max} elements`);
    return this._validateElements(value, options);
  }

  _validateElements(value: unknown[], options: ValidateOptions): DataModelValidationFailure | void {
    const failure = new DataModelValidationFailure();
    for (const [index, entry] of value.entries()) {
      const found = this.element.validate(entry, { ...options, partial: false });
      if (!found) continue;
      failure.elements.push({ id: index, failure: found });
      if (options.fallback && found.fallback !== undefined && !found.isUnresolved()) value[index] = found.fallback;
    }
    if (failure.elements.length) {
      failure.unresolved = failure.isUnresolved();
      return failure;
    }
    return undefined;
  }

  override initialize(value: unknown, model: ModelLike, options: Data = {}): unknown {
    return Array.isArray(value) ? value.map((entry) => resolveValue(this.element.initialize(entry, model, options))) : value;
  }

  override toObject(value: unknown): unknown {
    return Array.isArray(value) ? value.map((entry) => this.element.toObject(entry)) : value;
  }

  override migrateSource(sourceData: Data, fieldData: unknown): void {
    if (!Array.isArray(fieldData)) return;
    for (const entry of fieldData) this.element.migrateSource(sourceData, entry);
  }

  override _castChangeDelta(delta: unknown): unknown {
    let parsed = delta;
    if (typeof delta === "string") {
      try {
        parsed = JSON.parse(delta);
      } catch {
        parsed = delta;
      }
    }
    return Array.isArray(parsed) ? parsed.map((entry) => this.element._castChangeDelta(entry)) : [this.element._castChangeDelta(parsed)];
  }

  override _applyChangeAdd(value: unknown, delta: unknown): unknown {
    return Array.isArray(value) && Array.isArray(delta) ? [...(value as unknown[]), ...(delta as unknown[])] : value;
  }

  override _applyChangeSubtract(value: unknown, delta: unknown): unknown {
    return Array.isArray(value) && Array.isArray(delta) ? (value as unknown[]).filter((entry) => !(delta as unknown[]).includes(entry)) : value;
  }
}

function resolveValue(value: unknown): unknown {
  return isFunction(value) ? value() : value;
}

export class SetField extends ArrayField {
  get inputKind(): InputKind {
    return "multi";
  }

  override _cleanType(value: unknown, options: CleanOptions): unknown {
    const cleaned = super._cleanType(value, options) as unknown[];
    return cleaned.filter((entry, index) => cleaned.findIndex((other) => equals(entry, other)) === index);
  }

  override initialize(value: unknown, model: ModelLike, options: Data = {}): unknown {
    return Array.isArray(value) ? new Set(super.initialize(value, model, options) as unknown[]) : value;
  }

  override toObject(value: unknown): unknown {
    return value instanceof Set || Array.isArray(value) ? [...value].map((entry) => this.element.toObject(entry)) : value;
  }

  override _applyChangeAdd(value: unknown, delta: unknown): unknown {
    const both = [...(value instanceof Set ? value : []), ...(Array.isArray(delta) ? (delta as unknown[]) : [])];
    return new Set(both);
  }

  override _applyChangeSubtract(value: unknown, delta: unknown): unknown {
    return new Set([...(value instanceof Set ? value : [])].filter((entry) => !(Array.isArray(delta) && (delta as unknown[]).includes(entry))));
  }

  override _applyChangeOverride(value: unknown, delta: unknown): unknown {
    void value;
    return new Set(Array.isArray(delta) ? (delta as unknown[]) : []);
  }
}

function mergeDifference(current: Data, change: Data): Data {
  const difference: Data = {};
  for (const [key, entry] of Object.entries(change)) {
    const { bare, deletes, replaces } = bareKey(key);
    if (deletes) {
      if (bare in current) difference[key] = null;
    } else if (replaces) {
      if (!(bare in current) || !equals(current[bare], entry)) difference[key] = entry;
    } else if (isPlainObject(entry) && isPlainObject(current[bare])) {
      const inner = mergeDifference(current[bare], entry);
      if (Object.keys(inner).length) difference[key] = inner;
    } else if (!(key in current) || !equals(current[key], entry)) difference[key] = entry;
  }
  return difference;
}

export class ObjectField extends DataField {
  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true, nullable: false };
  }

  get inputKind(): InputKind {
    return "json";
  }

  override getInitialValue(data?: unknown): unknown {
    const initial = super.getInitialValue(data);
    if (initial !== undefined) return initial;
    if (!this.required) return undefined;
    return this.nullable ? null : {};
  }

  override _cast(value: unknown): unknown {
    if (isObject(value) && isFunction(value["toObject"])) return value["toObject"](true);
    return isObject(value) && !Array.isArray(value) ? value : {};
  }

  override _cleanType(value: unknown, options: CleanOptions): unknown {
    void options;
    return deepClone(value);
  }

  override _validateType(value: unknown, options: ValidateOptions = {}): boolean | DataModelValidationFailure | void {
    void options;
    if (!isObject(value) || Array.isArray(value)) throw new Error("must be an object");
  }

  override initialize(value: unknown, model: ModelLike, options: Data = {}): unknown {
    void model;
    void options;
    return deepClone(value);
  }

  override toObject(value: unknown): unknown {
    return toPlain(deepClone(value));
  }

  override differenceTo(current: unknown, change: unknown, options: ChangeOptions): unknown {
    if (!options.recursive || !isPlainObject(current) || !isPlainObject(change)) return equals(current, change) ? undefined : change;
    const difference = mergeDifference(current, change);
    return Object.keys(difference).length ? difference : undefined;
  }

  override changed(current: unknown, change: unknown, options: ChangeOptions): unknown {
    if (!options.recursive || !isPlainObject(current) || !isPlainObject(change)) return isPlainObject(change) ? mergeObject({}, change, { performDeletions: true }) : deepClone(change);
    return mergeObject(deepClone(current), change, { performDeletions: true });
  }
}

export class TypedObjectField extends ObjectField {
  static override recursive = true;
  element: DataField;
  declare validateKey: ((key: string) => boolean) | undefined;
  declare expandKeys: boolean;

  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, validateKey: undefined, expandKeys: true };
  }

  constructor(element: DataField, options: DataFieldOptions = {}, context: { name?: string; parent?: DataField } = {}) {
    super(options, context);
    if (!(element instanceof DataField)) throw new Error("The element must be a DataField");
    this.element = element.attach(this, "element");
  }

  override _getField(path: string[]): DataField | undefined {
    if (path.length === 0) return this;
    return this.element._getField(path.slice(1));
  }

  override apply(fn: Parameters<DataField["apply"]>[0], value?: unknown, options: object = {}): unknown {
    if (!isPlainObject(value)) return super.apply(fn, value, options);
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, this.element.apply(fn, entry, options)]));
  }

  override _cleanType(value: unknown, options: CleanOptions): unknown {
    const cleaned: Data = {};
    const current = isObject(options.current) ? options.current : undefined;
    for (const [key, entry] of Object.entries(value as Data)) {
      const { bare, deletes, replaces } = bareKey(key);
      if (options.partial && deletes) {
        cleaned[key] = null;
        continue;
      }
      if (this.validateKey && !this.validateKey(bare)) continue;
      const merges = options.partial === true && !replaces && options.recursive !== false && current?.[bare] !== undefined && current[bare] !== null;
      cleaned[key] = this.element.clean(entry, { ...options, partial: merges, current: merges ? current?.[bare] : undefined });
    }
    return cleaned;
  }

  override _validateType(value: unknown, options: ValidateOptions = {}): boolean | DataModelValidationFailure | void {
    super._validateType(value, options);
    const data = value as Data;
    const failure = new DataModelValidationFailure();
    for (const [key, entry] of Object.entries(data)) {
      if (this.validateKey && !this.validateKey(key)) {
        failure.elements.push({ id: key, failure: new DataModelValidationFailure({ invalidValue: key, message: "is not a valid key", unresolved: true }) });
        continue;
      }
      const found = this.element.validate(entry, { ...options, partial: false });
      if (!found) continue;
      failure.elements.push({ id: key, failure: found });
      if (options.fallback && found.fallback !== undefined && !found.isUnresolved()) data[key] = found.fallback;
    }
    if (failure.elements.length === 0) return;
    failure.unresolved = failure.isUnresolved();
    return failure;
  }

  override initialize(value: unknown, model: ModelLike, options: Data = {}): unknown {
    if (!isObject(value)) return value;
    const data: Data = {};
    for (const [key, entry] of Object.entries(value)) defineValue(data, key, this.element.initialize(entry, model, options));
    return data;
  }

  override toObject(value: unknown): unknown {
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, this.element.toObject(entry)]));
  }

  override migrateSource(sourceData: Data, fieldData: unknown): void {
    if (isObject(fieldData)) for (const entry of Object.values(fieldData)) this.element.migrateSource(sourceData, entry);
  }

  override differenceTo(current: unknown, change: unknown, options: ChangeOptions): unknown {
    if (!options.recursive || !isObject(current) || !isObject(change)) return equals(current, change) ? undefined : change;
    const difference: Data = {};
    for (const [key, entry] of Object.entries(change)) {
      const { bare, deletes, replaces } = bareKey(key);
      if (deletes) {
        if (bare in current) difference[key] = null;
      } else if (replaces || !(bare in current)) {
        if (!equals(current[bare], entry)) difference[key] = entry;
      } else {
        const inner = this.element.differenceTo(current[bare], entry, options);
        if (inner !== undefined) difference[key] = inner;
      }
    }
    return Object.keys(difference).length ? difference : undefined;
  }

  override changed(current: unknown, change: unknown, options: ChangeOptions): unknown {
    if (!options.recursive || !isObject(current) || !isObject(change)) return deepClone(change);
    const result: Data = { ...current };
    for (const [key, entry] of Object.entries(change)) {
      const { bare, deletes, replaces } = bareKey(key);
      if (deletes) delete result[bare];
      else if (replaces || !(bare in result)) result[bare] = deepClone(entry);
      else result[bare] = this.element.changed(result[bare], entry, options);
    }
    return result;
  }
}

/** Ownership levels by user id, and `default`. */
export class DocumentOwnershipField extends ObjectField {
  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, initial: { default: 0 }, gmOnly: true, validationError: "is not a mapping of user IDs and document permission levels" };
  }

  override _validateType(value: unknown): void {
    for (const [key, level] of Object.entries(value as Data)) {
      if (key.startsWith("-=") && level === null) continue;
      if (typeof level !== "number" || ![-20, -10, -1, 0, 1, 2, 3].includes(level)) throw new Error("is not a mapping of user IDs and document permission levels");
    }
  }
}
