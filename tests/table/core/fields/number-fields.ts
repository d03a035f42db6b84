import { isChoice } from "./choices";
import { DataField, type CleanOptions, type DataFieldOptions } from "./data-field";
import type { InputKind } from "./inputs";
import { isObject } from "../types";

/** Booleans and numbers. https://foundryvtt.com/api/classes/foundry.data.fields.NumberField.html */

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
