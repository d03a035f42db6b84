import type { ChangeOptions, SchemaRecord } from "./compound-parts";
import { DataField, type CleanOptions, type DataFieldOptions, type ModelLike, type ValidateOptions } from "./data-field";
import { EmbeddedDataField } from "./embedded";
import { SchemaField } from "./schema-field";
import { StringField } from "./string-fields";
import type { DataModelValidationFailure } from "./validation";
import { deepClone, equals } from "../utils/objects";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/**
 * An object of one of several schemas, which its own `type` names. https://foundryvtt.com/api/v14/classes/foundry.data.fields.TypedSchemaField.html
 * A schema without a `type` gets one that takes its own name only.
 */
export class TypedSchemaField extends DataField {
  static override recursive = true;
  readonly types: Record<string, SchemaField>;

  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true };
  }

  /** @param types By the names of the types: fields of a schema, a SchemaField or a class of models. */
  constructor(types: Record<string, unknown>, options: DataFieldOptions = {}, context: { name?: string; parent?: DataField } = {}) {
    super(options, context);
    this.types = Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, this.#schemaOf(type, schema)]));
  }

  #schemaOf(type: string, given: unknown): SchemaField {
    const schema = isFunction(given) ? new EmbeddedDataField(given) : given instanceof SchemaField ? given : new SchemaField({ ...(given as SchemaRecord) });
    if (!schema.has("type")) schema.fields = { type: new StringField({ required: true, blank: false, initial: type, choices: [type] }).attach(schema, "type"), ...schema.fields };
    // Forms name a field by its path in the data, in which the type is no step.
    return schema.attach(this, "");
  }

  #typed(value: unknown): SchemaField | undefined {
    const type: unknown = isObject(value) ? value["type"] : undefined;
    return typeof type === "string" && Object.hasOwn(this.types, type) ? this.types[type] : undefined;
  }

  /** @param path Below one of the types when it begins with its name, else in the first type that has it. */
  override _getField(path: string[]): DataField | undefined {
    const [first, ...rest] = path;
    if (first === undefined) return this;
    if (Object.hasOwn(this.types, first)) return this.types[first]?._getField(rest);
    return Object.values(this.types).find((schema) => schema.has(first))?._getField(path);
  }

  override apply(fn: Parameters<DataField["apply"]>[0], value?: unknown, options: object = {}): unknown {
    return this.#typed(value)?.apply(fn, value, options) ?? super.apply(fn, value, options);
  }

  /** What an initial value leaves open is filled in by its type. */
  override getInitialValue(data?: unknown): unknown {
    const initial = super.getInitialValue(data);
    return this.#typed(initial)?.clean(initial) ?? initial;
  }

  override _cast(value: unknown): unknown {
    return isObject(value) && isFunction(value["toObject"]) ? value["toObject"](true) : value;
  }

  override _cleanType(value: unknown, options: CleanOptions): unknown {
    const { current } = options;
    const before = this.#typed(current);
    if (!isObject(value)) return value;
    const after = "type" in value ? this.#typed(value) : before;
    if (!after) return value;
    return after === before ? after.clean(value, options) : after.clean(value, { ...options, partial: false, source: value, current: undefined });
  }

  override _validateType(value: unknown, options: ValidateOptions = {}): DataModelValidationFailure | void {
    if (!isObject(value) || Array.isArray(value)) throw new Error("must be an object");
    const schema = this.#typed(value);
    if (!schema) throw new Error(`must have a "type" that is one of: ${Object.keys(this.types).join(", ")}`);
    return schema.validate(value, { ...options, source: value });
  }

  override initialize(value: unknown, model: ModelLike, options: Data = {}): unknown {
    return this.#typed(value)?.initialize(value, model, options) ?? value;
  }

  override toObject(value: unknown): unknown {
    return this.#typed(value)?.toObject(value) ?? value;
  }

  override migrateSource(sourceData: Data, fieldData: unknown): void {
    this.#typed(fieldData)?.migrateSource(sourceData, fieldData);
  }

  /** A change of type replaces everything, what differs within a type does not. */
  #stays(current: unknown, change: unknown): SchemaField | undefined {
    const before = this.#typed(current);
    return isObject(change) && (!("type" in change) || this.#typed(change) === before) ? before : undefined;
  }

  override differenceTo(current: unknown, change: unknown, options: ChangeOptions): unknown {
    const schema = options.recursive ? this.#stays(current, change) : undefined;
    return schema ? schema.differenceTo(current, change, options) : equals(current, change) ? undefined : change;
  }

  override changed(current: unknown, change: unknown, options: ChangeOptions): unknown {
    const schema = options.recursive ? this.#stays(current, change) : undefined;
    return schema ? schema.changed(current, change, options) : deepClone(change);
  }
}
