import { bareKey, defineValue, type ChangeOptions } from "./compound-parts";
import { DataField, type CleanOptions, type DataFieldOptions, type ModelLike, type ValidateOptions } from "./data-field";
import type { InputKind } from "./inputs";
import { DataModelValidationFailure } from "./validation";
import { toPlain } from "../utils/primitives";
import { deepClone, equals, isPlainObject, mergeObject } from "../utils/objects";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/** https://foundryvtt.com/api/classes/foundry.data.fields.ObjectField.html, ...TypedObjectField.html */
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
