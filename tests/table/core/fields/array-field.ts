import { DataField, type CleanOptions, type DataFieldOptions, type ModelLike, type ValidateOptions } from "./data-field";
import type { InputKind } from "./inputs";
import { DataModelValidationFailure } from "./validation";
import { equals, isPlainObject } from "../utils/objects";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/** https://foundryvtt.com/api/classes/foundry.data.fields.ArrayField.html, ...SetField.html */
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
