import { isChoice } from "./choices";
import { DataField, type CleanOptions, type DataFieldOptions } from "./data-field";
import type { InputKind } from "./inputs";
import { Color } from "../utils/color";
import { isObject } from "../types";

/** Texts of all kinds. https://foundryvtt.com/api/classes/foundry.data.fields.StringField.html */

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
