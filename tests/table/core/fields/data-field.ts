import { fieldInput, fieldGroup, type FormGroupConfig, type FormInputConfig } from "./inputs";
import { DataModelValidationError, DataModelValidationFailure } from "./validation";
import { deepClone, equals } from "../utils/objects";
import type { Data } from "../types";
import { isFunction } from "../types";

/** https://foundryvtt.com/api/classes/foundry.data.fields.DataField.html */

export interface DataFieldOptions {
  required?: boolean;
  nullable?: boolean;
  initial?: unknown;
  readonly?: boolean;
  gmOnly?: boolean;
  persisted?: boolean;
  label?: string;
  hint?: string;
  placeholder?: string;
  validationError?: string;
  validate?: (value: never, options: ValidateOptions) => unknown;
  [option: string]: unknown;
}

export interface CleanOptions {
  /** Only what is present is cleaned; nothing is filled in. */
  partial?: boolean;
  /** The whole source that is cleaned. */
  source?: unknown;
  /** What stands now at this place (updates only). */
  current?: unknown;
  /** Nested objects merge (updates only). */
  recursive?: boolean;
  [option: string]: unknown;
}

export interface ValidateOptions {
  partial?: boolean;
  fallback?: boolean;
  dropInvalidEmbedded?: boolean;
  source?: unknown;
  /** Set by the model: the data that is validated, to put fallbacks in. */
  holder?: Data;
  [option: string]: unknown;
}

/** What a field knows of the model it is initialised for. */
export type ModelLike = object;

export class DataField {
  name = "";
  parent: DataField | undefined = undefined;
  options: DataFieldOptions;
  required = false;
  nullable = false;
  initial: unknown = undefined;
  readonly = false;
  gmOnly = false;
  label = "";
  hint = "";
  validationError = "is not a valid value";
  static recursive = false;

  static get _defaults(): DataFieldOptions {
    return { required: false, nullable: false, initial: undefined, readonly: false, gmOnly: false, label: "", hint: "", validationError: "is not a valid value" };
  }

  constructor(options: DataFieldOptions = {}, context: { name?: string; parent?: DataField } = {}) {
    this.options = options;
    const defaults = (this.constructor as typeof DataField)._defaults;
    for (const [key, value] of Object.entries(defaults)) Reflect.set(this, key, key in options && options[key] !== undefined ? options[key] : value);
    for (const [key, value] of Object.entries(options)) {
      if (key in defaults || key === "validate") continue;
      if (key in this && isFunction(Reflect.get(this, key))) continue;
      Reflect.set(this, key, value);
    }
    if (context.name) this.name = context.name;
    if (context.parent) this.parent = context.parent;
  }

  static hasFormSupport = true;

  /** Every schema field, dotted from the model's root: `system.speed.base`. */
  get fieldPath(): string {
    return [this.parent?.fieldPath, this.name].filter(Boolean).join(".");
  }

  get nestedPath(): string {
    return this.fieldPath;
  }

  /** @internal  Called once by the compound that holds this field. */
  attach(parent: DataField, name: string): this {
    if (this.parent !== undefined && this.parent !== parent) throw new Error(`The "${this.fieldPath}" field already belongs to some other parent and may not be reused.`);
    this.parent = parent;
    this.name = name;
    return this;
  }

  /** Applies a function to this field; compounds pass it on to what they hold. */
  apply(fn: string | ((this: DataField, value: unknown, options: object) => unknown), value?: unknown, options: object = {}): unknown {
    if (typeof fn === "string") {
      const method: unknown = Reflect.get(this, fn);
      return isFunction(method) ? method.call(this, value, options) : undefined;
    }
    return fn.call(this, value, options);
  }

  _getField(path: string[]): DataField | undefined {
    return path.length === 0 ? this : undefined;
  }

  getInitialValue(data?: unknown): unknown {
    return isFunction(this.initial) ? (this.initial as (data: unknown) => unknown)(data) : deepClone(this.initial);
  }

  // Cleaning

  clean(value: unknown, options: CleanOptions = {}): unknown {
    if (value === undefined) return options.partial ? undefined : this.getInitialValue(options.source ?? {});
    if (value === null) return this.nullable ? null : this.getInitialValue(options.source ?? {});
    return this._cleanType(this._cast(value), options);
  }

  _cast(value: unknown): unknown {
    return value;
  }

  _cleanType(value: unknown, options: CleanOptions): unknown {
    void options;
    return value;
  }

  // Validation

  validate(value: unknown, options: ValidateOptions = {}): DataModelValidationFailure | undefined {
    try {
      const special = this._validateSpecial(value);
      if (special) return undefined;
      const custom = this.options.validate;
      if (custom) {
        const verdict = (custom as (value: unknown, options: ValidateOptions) => unknown).call(this, value, options);
        if (verdict === true) return undefined;
        if (verdict === false) return this.fail(value, options, this.validationError);
        if (verdict instanceof DataModelValidationFailure) return this.resolve(verdict, value, options);
      }
      const verdict = this._validateType(value, options);
      if (verdict === false) return this.fail(value, options, this.validationError);
      if (verdict instanceof DataModelValidationFailure) return verdict.isEmpty ? undefined : verdict;
      return undefined;
    } catch (error) {
      if (error instanceof DataModelValidationError) {
        const failure = error.getFailure();
        if (failure) return this.resolve(failure, value, options);
      }
      return this.fail(value, options, error instanceof Error ? error.message : String(error));
    }
  }

  /** A failure of this very value; with `fallback` the initial value takes its place where that is valid. */
  protected fail(value: unknown, options: ValidateOptions, message: string): DataModelValidationFailure {
    return this.resolve(new DataModelValidationFailure({ invalidValue: value, message }), value, options);
  }

  protected resolve(failure: DataModelValidationFailure, value: unknown, options: ValidateOptions): DataModelValidationFailure {
    failure.invalidValue = value;
    failure.unresolved = true;
    if (!options.fallback) return failure;
    const initial = this.getInitialValue(options.source ?? {});
    if (equals(initial, value) || this.validate(initial, { ...options, fallback: false }) !== undefined) return failure;
    failure.fallback = initial;
    failure.unresolved = false;
    return failure;
  }

  /** Whether null or undefined is fine here. @throws Error  when it is not */
  protected _validateSpecial(value: unknown): boolean {
    if (value === undefined) {
      if (this.required) throw new Error("may not be undefined");
      return true;
    }
    if (value === null) {
      if (!this.nullable) throw new Error("may not be null");
      return true;
    }
    return false;
  }

  _validateType(value: unknown, options: ValidateOptions = {}): boolean | DataModelValidationFailure | void {
    void value;
    void options;
  }

  _validateModel(data: unknown, options: ValidateOptions = {}): void {
    void data;
    void options;
  }

  // Initialisation and serialisation

  initialize(value: unknown, model: ModelLike, options: Data = {}): unknown {
    void model;
    void options;
    return value;
  }

  toObject(value: unknown): unknown {
    return value;
  }

  migrateSource(sourceData: Data, fieldData: unknown): void {
    void sourceData;
    void fieldData;
  }

  // Updates

  /** @internal  What of a cleaned change differs from the source; undefined when nothing does. */
  differenceTo(current: unknown, change: unknown, options: { recursive: boolean; type?: unknown }): unknown {
    void options;
    return equals(current, change) ? undefined : change;
  }

  /** @internal  The value after a change. */
  changed(current: unknown, change: unknown, options: { recursive: boolean; type?: unknown }): unknown {
    void current;
    void options;
    return deepClone(change);
  }

  // Forms

  toInput(config: FormInputConfig = {}): HTMLElement {
    const named: FormInputConfig = { name: this.fieldPath, value: undefined, ...config };
    const { input } = config;
    if (isFunction(input)) return input.call(this, this, named) as HTMLElement;
    return this._toInput(named);
  }

  _toInput(config: FormInputConfig): HTMLElement {
    return fieldInput(this, config);
  }

  toFormGroup(groupConfig: FormGroupConfig = {}, inputConfig: FormInputConfig = {}): HTMLElement {
    return fieldGroup(this, groupConfig, inputConfig);
  }

  // Active effects

  /** Applies one change of an effect to a value of this field. https://foundryvtt.com/api/classes/foundry.data.fields.DataField.html#applyChange */
  applyChange(value: unknown, model: ModelLike, change: { value: unknown; mode?: number; type?: string }): unknown {
    const delta = this._castChangeDelta(change.value);
    const mode = change.type ?? ["custom", "multiply", "add", "downgrade", "upgrade", "override"][change.mode ?? 5] ?? "override";
    if (mode === "add") return this._applyChangeAdd(value, delta, model, change);
    if (mode === "subtract") return this._applyChangeSubtract(value, delta, model, change);
    if (mode === "multiply") return this._applyChangeMultiply(value, delta, model, change);
    if (mode === "upgrade") return this._applyChangeUpgrade(value, delta, model, change);
    if (mode === "downgrade") return this._applyChangeDowngrade(value, delta, model, change);
    if (mode === "override") return this._applyChangeOverride(value, delta, model, change);
    return this._applyChangeCustom(value, delta, model, change);
  }

  _castChangeDelta(delta: unknown): unknown {
    return this._cast(delta);
  }

  _applyChangeAdd(value: unknown, delta: unknown, model: ModelLike, change: object): unknown {
    void model;
    void change;
    return typeof value === "number" && typeof delta === "number" ? value + delta : typeof value === "string" ? value + String(delta) : value;
  }

  _applyChangeSubtract(value: unknown, delta: unknown, model: ModelLike, change: object): unknown {
    void model;
    void change;
    return typeof value === "number" && typeof delta === "number" ? value - delta : value;
  }

  _applyChangeMultiply(value: unknown, delta: unknown, model: ModelLike, change: object): unknown {
    void model;
    void change;
    return typeof value === "number" && typeof delta === "number" ? value * delta : value;
  }

  _applyChangeUpgrade(value: unknown, delta: unknown, model: ModelLike, change: object): unknown {
    void model;
    void change;
    return value === undefined || value === null || (typeof value === "number" && typeof delta === "number" && delta > value) ? delta : value;
  }

  _applyChangeDowngrade(value: unknown, delta: unknown, model: ModelLike, change: object): unknown {
    void model;
    void change;
    return value === undefined || value === null || (typeof value === "number" && typeof delta === "number" && delta < value) ? delta : value;
  }

  _applyChangeOverride(value: unknown, delta: unknown, model: ModelLike, change: object): unknown {
    void value;
    void model;
    void change;
    return delta;
  }

  _applyChangeCustom(value: unknown, delta: unknown, model: ModelLike, change: object): unknown {
    void delta;
    void model;
    void change;
    return value;
  }
}
