import { bareKey, defineReadonly, defineValue, type ChangeOptions, type SchemaRecord } from "./compound-parts";
import { DataField, type CleanOptions, type DataFieldOptions, type ModelLike, type ValidateOptions } from "./data-field";
import { DataModelValidationFailure } from "./validation";
import { deepClone, equals, isPlainObject } from "../utils/objects";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/** https://foundryvtt.com/api/classes/foundry.data.fields.SchemaField.html */
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
