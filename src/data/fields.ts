import { wholeNumber } from "../helpers/numbers";

const { NumberField, StringField, HTMLField, SchemaField, ArrayField, TypedObjectField, BooleanField } = foundry.data.fields;

interface NumberOptions {
  initial?: number;
  min?: number;
  max?: number;
}

/**
 * A whole number that takes what people and old data throw at it: text with digits of any script becomes its number,
 * fractions lose their rest, values beyond the limits are moved to the limit, and what is no number at all becomes the
 * initial value. Nothing else is ever stored.
 */
export class WholeField extends NumberField<{ required: true; nullable: false; integer: true; initial: number; min: number; max?: number }> {
  constructor({ initial = 0, min = 0, max }: NumberOptions = {}) {
    super({ required: true, nullable: false, integer: true, initial, min, ...(max === undefined ? {} : { max }) });
  }

  protected override _cast(value: unknown): number {
    return wholeNumber(value, { min: this.min ?? undefined, max: this.max ?? undefined }) ?? Number(this.initial);
  }
}

/** Like `WholeField`, but null is a value of its own ("not set"), and so is what is no number. */
export class NullableWholeField extends NumberField<{ required: true; nullable: true; integer: true; initial: null; min: number; max?: number }> {
  constructor({ min = 0, max }: Omit<NumberOptions, "initial"> = {}) {
    super({ required: true, nullable: true, integer: true, initial: null, min, ...(max === undefined ? {} : { max }) });
  }

  protected override _cast(value: unknown): number {
    // Null is a legal value here, but the signature of a cast speaks of numbers only.
    return wholeNumber(value, { min: this.min ?? undefined, max: this.max ?? undefined }) ?? (null as unknown as number);
  }
}

/** A measure with decimals (metres, kilograms, firebirds): never negative, two decimals at most. */
export class MeasureField extends NumberField<{ required: true; nullable: false; initial: number; min: number; max?: number }> {
  constructor({ initial = 0, min = 0, max }: NumberOptions = {}) {
    super({ required: true, nullable: false, initial, min, ...(max === undefined ? {} : { max }) });
  }

  protected override _cast(value: unknown): number {
    return wholeNumber(value, { min: this.min ?? undefined, max: this.max ?? undefined, decimals: 2 }) ?? Number(this.initial);
  }
}

/** One of a fixed list of keys; anything else becomes the initial one. */
export class ChoiceField<Key extends string> extends StringField<{ required: true; nullable: false; blank: false; initial: Key; choices: readonly Key[] }, Key, Key, Key> {
  private readonly keys: readonly string[];

  constructor(keys: readonly Key[], initial: Key) {
    super({ required: true, nullable: false, blank: false, initial, choices: keys });
    this.keys = keys;
  }

  protected override _cast(value: unknown): Key {
    const text = typeof value === "object" ? "" : String(value);
    return (this.keys.includes(text) ? text : this.initial) as Key;
  }
}

/** One of a fixed list of keys, or null for none. */
export class OptionalChoiceField<Key extends string> extends StringField<{ required: true; nullable: true; blank: false; initial: null; choices: readonly Key[] }, Key | null, Key | null, Key | null> {
  private readonly keys: readonly string[];

  constructor(keys: readonly Key[]) {
    super({ required: true, nullable: true, blank: false, initial: null, choices: keys });
    this.keys = keys;
  }

  protected override _cast(value: unknown): Key {
    const text = typeof value === "object" ? "" : String(value);
    return (this.keys.includes(text) ? text : null) as Key;
  }
}

/** A list of keys, or null; what is no key is left out of it. */
export class KeyListField extends ArrayField<foundry.data.fields.StringField<{ required: true; nullable: false; blank: false }>, { required: true; nullable: true; initial: null }> {
  constructor() {
    super(new StringField({ required: true, nullable: false, blank: false }), { required: true, nullable: true, initial: null });
  }

  protected override _cast(value: unknown): never {
    const entries: readonly unknown[] = Array.isArray(value) ? value : typeof value === "object" && value !== null ? Object.values(value) : [value];
    return entries.filter((entry) => typeof entry === "string" && entry.trim() !== "") as never;
  }
}

/** A text of one line, never null. */
export const text = (initial = "") => new StringField({ required: true, nullable: false, blank: true, initial });

/** A text of one line, or null. */
export const optionalText = () => new StringField({ required: true, nullable: true, blank: false, initial: null });

export const html = () => new HTMLField({ required: true, nullable: false, blank: true, initial: "" });

export const flag = (initial = false) => new BooleanField({ required: true, nullable: false, initial });

/** Keys of records in stored objects: never a UUID, never a dot (contract, Keys and ids). */
export const isRecordKey = (key: string): boolean => /^[A-Za-z0-9_-]+$/.test(key);

/** `[{ skill, level }]`: what a maneuver or a shield asks of its user. */
export const requisites = () =>
  new ArrayField(new SchemaField({ skill: text(), level: new WholeField({ max: 8 }) }), { required: true, nullable: false, initial: [] });

export { ArrayField, BooleanField, SchemaField, StringField, TypedObjectField };
