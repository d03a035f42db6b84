import { DataField, type CleanOptions, type DataFieldOptions, type ModelLike, type ValidateOptions } from "./data-field";
import type { InputKind } from "./inputs";
import { Color } from "../utils/color";
import { isValidId, randomID } from "../utils/text";
import { parseUuid } from "../utils/uuid";
import { isFunction, isObject } from "../types";

/** Fields of single values. https://foundryvtt.com/api/modules/foundry.data.fields.html */

function isChoice(choices: unknown, value: unknown): boolean {
  const resolved: unknown = isFunction(choices) ? choices() : choices;
  if (resolved instanceof Array) return resolved.includes(value);
  if (resolved instanceof Set) return resolved.has(value);
  return isObject(resolved) && String(value) in resolved;
}

export class BooleanField extends DataField {
  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true, nullable: false, initial: false };
  }

  get inputKind(): InputKind {
    return "checkbox";
  }

  override _cast(value: unknown): unknown {
    if (typeof value === "string") return value === "true";
    if (isObject(value)) return false;
    return Boolean(value);
  }

  override _validateType(value: unknown): void {
    if (typeof value !== "boolean") throw new Error("must be a boolean");
  }

  override _applyChangeAdd(value: unknown, delta: unknown): unknown {
    return Boolean(value) || Boolean(delta);
  }

  override _applyChangeMultiply(value: unknown, delta: unknown): unknown {
    return Boolean(value) && Boolean(delta);
  }

  override _applyChangeUpgrade(value: unknown, delta: unknown): unknown {
    return Boolean(value) || Boolean(delta);
  }

  override _applyChangeDowngrade(value: unknown, delta: unknown): unknown {
    return Boolean(value) && Boolean(delta);
  }
}

export class NumberField extends DataField {
  declare min: number | undefined;
  declare max: number | undefined;
  declare step: number | undefined;
  declare integer: boolean;
  declare positive: boolean;
  declare choices: unknown;
  declare base: number | undefined;

  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, nullable: true, min: undefined, max: undefined, step: undefined, base: undefined, integer: false, positive: false, choices: undefined };
  }

  get inputKind(): InputKind {
    return "number";
  }

  override getInitialValue(data?: unknown): unknown {
    const initial = super.getInitialValue(data);
    if (initial !== undefined && (initial !== null || this.nullable)) return initial;
    if (this.nullable) return null;
    if (!this.required) return undefined;
    if (this.choices !== undefined) return undefined;
    const low = Math.max(0, this.min ?? (this.positive ? 1 : 0));
    return this.max !== undefined && low > this.max ? this.max : low;
  }

  override _cast(value: unknown): unknown {
    if (typeof value === "string" && value.trim() === "") return this.nullable ? null : Number.NaN;
    return isObject(value) ? Number.NaN : Number(value);
  }

  override clean(value: unknown, options: CleanOptions = {}): unknown {
    if (typeof value === "string" && value.trim() === "") return super.clean(this.nullable ? null : undefined, { ...options, partial: false });
    return super.clean(value, options);
  }

  override _cleanType(value: unknown, options: CleanOptions): unknown {
    void options;
    if (typeof value !== "number" || Number.isNaN(value)) return value;
    let cleaned = this.integer ? Math.round(value) : value;
    if (this.step !== undefined && this.step > 0) {
      const base = this.base ?? this.min ?? 0;
      cleaned = Number((base + Math.round((cleaned - base) / this.step) * this.step).toFixed(10));
    }
    if (this.min !== undefined) cleaned = Math.max(cleaned, this.min);
    if (this.max !== undefined) cleaned = Math.min(cleaned, this.max);
    return cleaned;
  }

  override _validateType(value: unknown): void {
    if (typeof value !== "number") throw new Error("must be a number");
    if (!Number.isFinite(value)) throw new Error("must be a finite number");
    if (this.integer && !Number.isInteger(value)) throw new Error("must be an integer");
    if (this.positive && value <= 0) throw new Error("must be a positive number");
    if (this.min !== undefined && value < this.min) throw new Error(`must be at least ${this.min}`);
    if (this.max !== undefined && value > this.max) throw new Error(`must be at most ${this.max}`);
    if (this.choices !== undefined && !isChoice(this.choices, value)) throw new Error(`${value} is not a valid choice`);
  }

  override _castChangeDelta(delta: unknown): unknown {
    return this._cast(delta);
  }
}

export class AngleField extends NumberField {
  declare normalize: boolean;

  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true, nullable: false, initial: 0, normalize: true, min: 0, max: 360, validationError: "is not a number between 0 and 360" };
  }

  override _cast(value: unknown): unknown {
    const angle = Number(value);
    if (!this.normalize || !Number.isFinite(angle)) return angle;
    return angle === 360 ? 360 : ((angle % 360) + 360) % 360;
  }
}

export class AlphaField extends NumberField {
  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true, nullable: false, initial: 1, min: 0, max: 1, validationError: "is not a number between 0 and 1" };
  }
}

export class HueField extends NumberField {
  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true, nullable: false, initial: 0, min: 0, max: 1 };
  }
}

export class IntegerSortField extends NumberField {
  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true, nullable: false, integer: true, initial: 0 };
  }
}

export class StringField extends DataField {
  declare blank: boolean;
  declare trim: boolean;
  declare textSearch: boolean;
  declare choices: unknown;

  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, blank: true, trim: true, choices: undefined, textSearch: false };
  }

  constructor(options: DataFieldOptions = {}, context: { name?: string; parent?: DataField } = {}) {
    super(options, context);
    // A choice excludes the empty string unless that is asked for.
    if (options["choices"] !== undefined && options["blank"] === undefined) this.blank = false;
  }

  get inputKind(): InputKind {
    return "text";
  }

  override getInitialValue(data?: unknown): unknown {
    const initial = super.getInitialValue(data);
    if (initial !== undefined) return initial;
    if (this.nullable && this.required) return null;
    return this.required && this.blank ? "" : undefined;
  }

  override clean(value: unknown, options: CleanOptions = {}): unknown {
    if (typeof value === "string" && this.trim && value.trim() === "" && !this.blank) {
      if (this.nullable) return null;
      if (!this.required && this.initial === undefined) return options.partial ? value.trim() : undefined;
    }
    return super.clean(value, options);
  }

  override _cast(value: unknown): unknown {
    return typeof value === "object" || value === undefined ? value : String(value);
  }

  override _cleanType(value: unknown, options: CleanOptions): unknown {
    void options;
    return typeof value === "string" && this.trim ? value.trim() : value;
  }

  override _validateType(value: unknown): void {
    if (typeof value !== "string") throw new Error("must be a string");
    if (value === "") {
      if (this.blank) return;
      throw new Error("may not be a blank string");
    }
    if (this.choices !== undefined && !isChoice(this.choices, value)) throw new Error(`${value} is not a valid choice`);
  }
}

export class HTMLField extends StringField {
  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true, blank: true, textSearch: true };
  }

  override get inputKind(): InputKind {
    return "html";
  }
}

export class JavaScriptField extends StringField {
  declare async: boolean;

  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true, blank: true, nullable: false, async: false };
  }

  override get inputKind(): InputKind {
    return "code";
  }

  override _validateType(value: unknown): void {
    super._validateType(value);
    const kind: unknown = Object.getPrototypeOf(async function () { /* only its constructor is wanted */ });
    const Constructor = (this.async && isObject(kind) ? kind["constructor"] : Function) as new (code: string) => unknown;
    try {
      new Constructor(String(value));
    } catch {
      throw new Error("must be valid JavaScript for a function body");
    }
  }
}

export class JSONField extends StringField {
  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, blank: false, trim: true, initial: undefined, validationError: "is not a valid JSON string" };
  }

  override get inputKind(): InputKind {
    return "json";
  }

  override clean(value: unknown, options: CleanOptions = {}): unknown {
    return super.clean(value === "" && !this.blank ? (this.nullable ? null : undefined) : value, options);
  }

  override _cast(value: unknown): unknown {
    return typeof value === "string" ? value : JSON.stringify(value);
  }

  override _validateType(value: unknown): void {
    if (typeof value !== "string") throw new Error("must be a serialized JSON string");
    JSON.parse(value);
  }

  override initialize(value: unknown): unknown {
    return typeof value === "string" ? (value === "" ? "" : JSON.parse(value)) : value;
  }

  override toObject(value: unknown): unknown {
    return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
  }
}

export class AnyField extends DataField {
  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true, nullable: true };
  }
}

export class FilePathField extends StringField {
  declare categories: string[];
  declare base64: boolean;
  declare wildcard: boolean;
  declare virtual: boolean;

  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, categories: [], base64: false, wildcard: false, virtual: false, nullable: true, blank: false, initial: null };
  }

  override get inputKind(): InputKind {
    return "file";
  }

  override _validateType(value: unknown): void {
    super._validateType(value);
    if (typeof value !== "string") return;
    if (this.wildcard && value.includes("*")) return;
    const extensions: Record<string, string[]> = {
      IMAGE: ["apng", "avif", "bmp", "gif", "jpeg", "jpg", "png", "svg", "tiff", "webp"], VIDEO: ["m4v", "mp4", "ogv", "webm"],
      AUDIO: ["aac", "flac", "m4a", "mid", "mp3", "ogg", "opus", "wav", "webm"], TEXT: ["csv", "json", "md", "txt", "xml"],
    };
    if (this.categories.length === 0) return;
    if (value.startsWith("data:")) {
      if (this.base64) return;
      throw new Error("does not have a valid file extension");
    }
    const extension = (value.split("?")[0] ?? "").split(".").pop()?.toLowerCase() ?? "";
    if (!this.categories.some((category) => (extensions[category] ?? []).includes(extension))) throw new Error("does not have a valid file extension");
  }
}

export class ColorField extends StringField {
  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, nullable: true, initial: null, blank: false, validationError: "is not a valid hexadecimal color string" };
  }

  override get inputKind(): InputKind {
    return "color";
  }

  override initialize(value: unknown): unknown {
    return value === null || value === undefined ? value : Color.from(value);
  }

  override _cast(value: unknown): unknown {
    if (value === "") return value;
    const color = Color.from(value);
    return color.valid ? color.css : value;
  }

  override clean(value: unknown, options: CleanOptions = {}): unknown {
    return super.clean(value === "" ? (this.nullable ? null : undefined) : value, options);
  }

  override _validateType(value: unknown): void {
    super._validateType(value);
    if (typeof value !== "string" || !/^#[0-9a-f]{6}$/i.test(value)) throw new Error("must be a valid color string");
  }

  override toObject(value: unknown): unknown {
    return value instanceof Color ? value.css : value;
  }
}

export class DocumentIdField extends StringField {
  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true, blank: false, nullable: true, readonly: true, initial: null, validationError: "is not a valid Document ID string" };
  }

  override _cast(value: unknown): unknown {
    return isObject(value) && typeof value["_id"] === "string" ? value["_id"] : typeof value === "object" ? value : String(value);
  }

  override _validateType(value: unknown): void {
    if (!isValidId(value)) throw new Error("must be a valid 16-character alphanumeric ID");
  }
}

export class DocumentUUIDField extends StringField {
  declare type: string | undefined;
  declare embedded: boolean | undefined;

  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true, blank: false, nullable: true, initial: null, type: undefined, embedded: undefined };
  }

  override _validateType(value: unknown): void {
    const parsed = typeof value === "string" ? parseUuid(value) : null;
    if (!parsed || !parsed.documentId) throw new Error("must be a valid UUID string");
    if (this.type && parsed.type !== this.type) throw new Error(`must be a UUID of a "${this.type}" document`);
    if (this.embedded === true && !parsed.embedded.length) throw new Error("must be an embedded document");
    if (this.embedded === false && parsed.embedded.length) throw new Error("may not be an embedded document");
    if (!isValidId(parsed.documentId)) throw new Error(`Invalid document ID "${parsed.documentId}"`);
  }
}

/** A reference by id to a world document, or to a sibling in the same parent. */
export class ForeignDocumentField extends DocumentIdField {
  declare idOnly: boolean;
  readonly model: { documentName?: string; metadata?: { collection?: string } };

  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, nullable: true, readonly: false, idOnly: false };
  }

  constructor(model: unknown, options: DataFieldOptions = {}, context: { name?: string; parent?: DataField } = {}) {
    super(options, context);
    this.model = model as { documentName?: string };
  }

  override _cast(value: unknown): unknown {
    if (typeof value === "string") return value;
    if (isObject(value)) return value["_id"] ?? value["id"] ?? null;
    return value;
  }

  override initialize(value: unknown, model: ModelLike, options: { pack?: string | null } = {}): unknown {
    if (this.idOnly) return value;
    const { model: target } = this;
    void options;
    return () => {
      if (typeof value !== "string") return null;
      return resolveForeign?.(target.documentName ?? "", value, model) ?? null;
    };
  }

  override toObject(value: unknown): unknown {
    return isObject(value) ? (value["_id"] ?? null) : (value ?? null);
  }
}

type ForeignResolver = (documentName: string, id: string, model: ModelLike) => unknown;
let resolveForeign: ForeignResolver | null = null;

/** @internal  Set once the world's collections exist. */
export function setForeignResolver(resolver: ForeignResolver): void {
  resolveForeign = resolver;
}

export class DocumentAuthorField extends ForeignDocumentField {
  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, nullable: false, gmOnly: true, initial: () => currentUserId() };
  }
}

let currentUserId: () => string | null = () => null;

/** @internal */
export function setCurrentUser(read: () => string | null): void {
  currentUserId = read;
}

export { randomID };
export type { ValidateOptions };
