import { host } from "../host";
import { elementOf, escapeText, type PlainObject } from "../plain";

/** The part of a field that a form needs. */
interface FormField {
  name: string;
  label?: string;
  fields?: Record<string, FormField>;
  readonly?: boolean;
  nullable?: boolean;
  blank?: boolean;
  toFormGroup(group: PlainObject, input: PlainObject): HTMLElement;
}

/** What a form of this kind leaves to other windows: identities, contents, and what the server keeps. */
const NOT_HERE = new Set(["_id", "_stats", "flags", "ownership", "items", "effects", "tokens", "pages", "combatants", "groups", "delta", "type", "sort", "system", "prototypeToken", "actorId", "sort"]);

/** Fields with one value, which one input can hold; by the names of their classes, for which there is an input. */
const SIMPLE = ["StringField", "NumberField", "BooleanField", "ColorField", "FilePathField", "AngleField", "AlphaField", "HueField", "HTMLField", "SetField"];

/** Whether a field is of one of these classes, by their names, or of one that extends them. */
function isOf(field: FormField, classes: readonly string[]): boolean {
  for (let type: unknown = field.constructor; typeof type === "function"; type = Object.getPrototypeOf(type)) if (classes.includes((type as { name: string }).name)) return true;
  return false;
}

/** `displayBars` as a person reads it: "Display bars". */
function readable(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function labelOf(field: FormField): string {
  return field.label ? host.localize(field.label) : readable(field.name);
}

/**
 * Inputs for the fields of a schema, grouped as the schema is; each named by its path, so that a form of them can be saved
 * as it is.
 * @param fields By name.
 * @param values The stored values.
 * @param prefix Path of the schema, with a dot at the end; empty for the document itself.
 */
export function schemaForm(fields: Record<string, FormField>, values: PlainObject, prefix = "", skipped: ReadonlySet<string> = NOT_HERE): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (skipped.has(name) || field.readonly === true) continue;
    const value = values[name];
    if (field.fields) {
      const inner = schemaForm(field.fields, (value ?? {}) as PlainObject, `${prefix}${name}.`, new Set());
      if (inner.length === 0) continue;
      const group = elementOf(`<fieldset><legend>${escapeText(labelOf(field))}</legend></fieldset>`);
      group.append(...inner);
      parts.push(group);
    } else if (isOf(field, SIMPLE)) {
      const dataset = isOf(field, ["NumberField"]) ? { dtype: "Number" } : {};
      parts.push(field.toFormGroup({ label: labelOf(field), localize: false }, { name: `${prefix}${name}`, value: value instanceof Set ? [...value] : value, dataset }));
    }
  }
  return parts;
}

/** The fields of a document, and those of its type's own data. */
export function documentForm(document: { schema: { fields: PlainObject }; _source: PlainObject; system?: unknown }): HTMLElement[] {
  const own = schemaForm(document.schema.fields as Record<string, FormField>, document._source);
  const { system } = document;
  const schema = typeof system === "object" && system !== null ? (Reflect.get(system, "schema") as { fields?: Record<string, FormField> } | undefined) : undefined;
  const typed = schema?.fields ? schemaForm(schema.fields, (document._source["system"] ?? {}) as PlainObject, "system.", new Set()) : [];
  if (typed.length === 0) return own;
  const group = elementOf("<fieldset><legend>System</legend></fieldset>");
  group.append(...typed);
  return [...own, group];
}

/**
 * An input that was left empty means nothing at all where its field may be null, and leaves the value alone where it may be neither
 * null nor blank.
 * @param fields The fields of the schema that the form was made of.
 * @param values By path, as the form has them; changed.
 */
export function readBlanks(fields: Record<string, FormField>, values: PlainObject): void {
  for (const [path, value] of Object.entries(values)) {
    if (value !== "" && value !== null) continue;
    const [first = "", ...rest] = path.split(".");
    const field = rest.reduce<FormField | undefined>((found, name) => found?.fields?.[name], fields[first]);
    if (field === undefined) continue;
    if (field.nullable === true) values[path] = null;
    else if (value === null || field.blank !== true) delete values[path];
  }
}
