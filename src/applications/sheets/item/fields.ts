import { pascal, say, sayOr } from "../../../helpers/text";
import { optionsOf, type Option } from "../actor/options";

/** One control of an item sheet, ready for its template: `control` says which. */
export interface FieldContext {
  readonly control: Readonly<Record<"input" | "textarea" | "select" | "flag" | "checks" | "list" | "presence", boolean>>;
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly unit: string;
  readonly value: string;
  /** How the change is read: see `readChange`. */
  readonly kind: string;
  readonly numeric: boolean;
  readonly min: string;
  readonly max: string;
  readonly fallback: string;
  readonly checked: boolean;
  readonly options: readonly Option[];
  readonly rows: readonly { readonly index: number; readonly name: string; readonly fields: readonly FieldContext[] }[];
  readonly fields: readonly FieldContext[];
  readonly wide: boolean;
}

export interface SectionContext {
  readonly legend: string;
  readonly fields: readonly FieldContext[];
}

interface NumberOptions {
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly fallback?: number;
}

const CONTROLS = { input: false, textarea: false, select: false, flag: false, checks: false, list: false, presence: false } as const;

/**
 * Builds the controls of one record of an item's stored data: `path` is where the record stands, names in calls are
 * relative to it. Labels and hints are found by name in the language file (`damage.tn`: `FATEWALKER.Item.Field.DamageTn`).
 */
export class FieldBuilder {
  constructor(
    private readonly source: unknown,
    private readonly path: string,
    /** What stands before a name when labels are looked up: `Requisites` gives `RequisitesSkill`. */
    private readonly labels = "",
  ) {}

  number(name: string, options: NumberOptions = {}): FieldContext {
    return this.numberField(name, "whole", options);
  }

  measure(name: string, options: NumberOptions = {}): FieldContext {
    return this.numberField(name, "measure", options);
  }

  /** A whole number or nothing. */
  optional(name: string, options: NumberOptions = {}): FieldContext {
    return this.numberField(name, "optional", options);
  }

  text(name: string): FieldContext {
    return this.field(name, "input", { value: asText(this.at(name)) });
  }

  /** Words parted by blanks; none stands for null. */
  words(name: string): FieldContext {
    const list = this.at(name);
    return this.field(name, "input", { value: Array.isArray(list) ? list.join(" ") : "", kind: "words", wide: true });
  }

  json(name: string): FieldContext {
    const value = this.at(name);
    return this.field(name, "textarea", { value: value === null || value === undefined ? "" : JSON.stringify(value, null, 1), kind: "json", wide: true });
  }

  /** One of `keys`, named by `FATEWALKER.<table>.<key>`; with `none` (a localisation key), also nothing. */
  select(name: string, keys: readonly string[], table: string, none?: string): FieldContext {
    const chosen = this.at(name);
    const options = optionsOf(keys, typeof chosen === "string" ? chosen : null, (key) => sayOr(`FATEWALKER.${table}.${key}`, key), none === undefined ? undefined : say(none));
    return this.field(name, "select", { options, kind: none === undefined ? "" : "choice" });
  }

  flag(name: string): FieldContext {
    return this.field(name, "flag", { checked: this.at(name) === true });
  }

  /** Any of `keys`, kept as a list. */
  checks(name: string, keys: readonly (string | number)[], table: string): FieldContext {
    const chosen = this.at(name);
    const options = keys.map((key) => ({ value: String(key), label: sayOr(`FATEWALKER.${table}.${key}`, String(key)), selected: Array.isArray(chosen) && chosen.includes(key) }));
    return this.field(name, "checks", { options, kind: typeof keys[0] === "number" ? "check-numbers" : "check", wide: true });
  }

  /** Rows that can be added and removed. */
  list(name: string, row: (fields: FieldBuilder, entry: unknown) => readonly FieldContext[]): FieldContext {
    const entries = this.at(name);
    const rows = (Array.isArray(entries) ? entries : []).map((entry: unknown, index) => {
      const fields = row(new FieldBuilder(entry, `${this.path}.${name}.${index}`, this.labelOf(name)), entry);
      return { index, name: say("FATEWALKER.Item.Row", { number: index + 1 }), fields };
    });
    return this.field(name, "list", { rows, wide: true });
  }

  /** A record that may be missing: a switch, and its fields while it is there. */
  presence(name: string, fields: (fields: FieldBuilder) => readonly FieldContext[]): FieldContext {
    const record = this.at(name);
    const there = record !== null && record !== undefined;
    return this.field(name, "presence", { checked: there, kind: "presence", wide: true, fields: there ? fields(new FieldBuilder(record, `${this.path}.${name}`, this.labelOf(name))) : [] });
  }

  /** The fields of a record that is always there. */
  record(name: string): FieldBuilder {
    return new FieldBuilder(this.at(name), `${this.path}.${name}`, this.labelOf(name));
  }

  /** Every entry of the record but its kind, each as its value asks for: what the table of a kind holds differs from row to row. */
  entries(): FieldContext[] {
    const record = typeof this.source === "object" && this.source !== null ? this.source : {};
    return Object.keys(record).filter((name) => name !== "kind").map((name) => this.entry(name));
  }

  private entry(name: string): FieldContext {
    const value = this.at(name);
    if (typeof value === "number") return this.measure(name, { min: -999 });
    if (typeof value === "boolean") return this.flag(name);
    if (typeof value === "string") return this.text(name);
    if (value === null) return this.optional(name);
    if (Array.isArray(value) && value.every((part) => typeof part === "string")) return this.field(name, "input", { value: value.join(" "), kind: "word-list" });
    return this.json(name);
  }

  private numberField(name: string, kind: string, { unit, min, max, fallback }: NumberOptions): FieldContext {
    return this.field(name, "input", {
      kind,
      numeric: true,
      value: asText(this.at(name)),
      unit: unit === undefined ? "" : say(`FATEWALKER.Item.Unit.${unit}`),
      min: asText(min),
      max: asText(max),
      fallback: asText(fallback),
    });
  }

  private field(name: string, control: keyof typeof CONTROLS, rest: Partial<FieldContext>): FieldContext {
    const label = this.labelOf(name);
    return {
      control: { ...CONTROLS, [control]: true },
      name: `${this.path}.${name}`,
      label: sayOr(`FATEWALKER.Item.Field.${label}`, sayOr(`FATEWALKER.Item.Entry.${name}`, name)),
      hint: sayOr(`FATEWALKER.Item.Hint.${label}`, ""),
      unit: "", value: "", kind: "", numeric: false, min: "", max: "", fallback: "", checked: false, options: [], rows: [], fields: [], wide: false,
      ...rest,
    };
  }

  private labelOf(name: string): string {
    return this.labels + name.split(".").map(pascal).join("");
  }

  private at(name: string): unknown {
    return name.split(".").reduce<unknown>((level, key) => (typeof level === "object" && level !== null ? (level as Record<string, unknown>)[key] : undefined), this.source);
  }
}

const asText = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");
