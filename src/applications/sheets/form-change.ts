import { wholeNumber } from "../../helpers/numbers";

/** What a person did to one field of a sheet: a new value, or a text that is none, with the words to say so. */
export type FieldChange =
  | { readonly kind: "value"; readonly path: string; readonly value: unknown }
  | { readonly kind: "refused"; readonly message: string; readonly data: Record<string, string> };

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A form-associated element with a name and a value: Foundry's rich text and picture elements are such. */
interface NamedElement extends HTMLElement {
  readonly name: string;
  readonly value: unknown;
}

/**
 * Reads the one field that changed. `data-kind` says what it holds: `whole`, `measure` (decimals), `optional` (a whole
 * number or nothing), `choice` (empty stands for null), `numbers` (a list, parted by commas or blanks), `words` (likewise,
 * empty stands for null), `word-list` (empty stands for an empty list), `json`, `check` and `check-numbers` (checkboxes that make a list), else plain text.
 * An emptied number gives its default (`data-default`), what is no number is refused.
 */
export function readChange(field: HTMLElement): FieldChange | null {
  if (!hasName(field)) return null;
  const path = field.name;
  if (field instanceof HTMLInputElement && field.type === "checkbox") return { kind: "value", path, value: field.dataset.kind === undefined ? field.checked : checkedEntries(field) };
  const text = typeof field.value === "string" ? field.value : "";
  switch (field.dataset.kind) {
    case "whole":
    case "measure":
      return readNumber(field, path, text, Number(field.dataset.default ?? 0));
    case "optional":
      return readNumber(field, path, text, null);
    case "choice":
      return { kind: "value", path, value: text === "" ? null : text };
    case "numbers":
      return readNumbers(field, path, text);
    case "words":
      return readWords(path, text, null);
    case "word-list":
      return readWords(path, text, []);
    case "json":
      return readJson(path, text);
    default:
      return { kind: "value", path, value: text };
  }
}

function readNumber(field: HTMLElement, path: string, text: string, empty: number | null): FieldChange {
  if (text.trim() === "") return { kind: "value", path, value: empty };
  const { min, max } = field.dataset;
  const value = wholeNumber(text, {
    min: min === undefined ? 0 : Number(min),
    max: max === undefined ? undefined : Number(max),
    decimals: field.dataset.kind === "measure" ? 2 : 0,
  });
  if (value === null) return { kind: "refused", message: "FATEWALKER.Sheet.NotANumber", data: { text, field: labelOf(field) } };
  return { kind: "value", path, value };
}

function readNumbers(field: HTMLElement, path: string, text: string): FieldChange {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
  const numbers = parts.map((part) => wholeNumber(part, { min: 0 }));
  if (numbers.includes(null)) return { kind: "refused", message: "FATEWALKER.Sheet.NotANumber", data: { text, field: labelOf(field) } };
  return { kind: "value", path, value: numbers };
}

function readWords(path: string, text: string, none: null | []): FieldChange {
  const words = text.split(/[\s,;]+/).filter((part) => part !== "");
  return { kind: "value", path, value: words.length === 0 ? none : words };
}

function readJson(path: string, text: string): FieldChange {
  if (text.trim() === "") return { kind: "value", path, value: null };
  try {
    return { kind: "value", path, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { kind: "refused", message: "FATEWALKER.Sheet.NotJson", data: { reason: error instanceof Error ? error.message : String(error) } };
  }
}

/** The list that the checkboxes of one name make together. */
function checkedEntries(box: HTMLInputElement): (string | number)[] {
  const boxes = [...(box.closest('[role="group"]')?.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(box.name)}"]`) ?? [box])];
  const values = boxes.filter(({ checked }) => checked).map(({ value }) => value);
  return box.dataset.kind === "check-numbers" ? values.map(Number) : values;
}

/** Shows again what is stored, after a text that was refused. */
export function resetField(field: HTMLElement): void {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = field.defaultValue;
}

/**
 * The update that writes `value` at a dotted `path` of a document, as nested objects. A list on the way is written
 * whole, since a document's update cannot reach into one.
 * @param source the document's stored data, unchanged by this
 * @param whole  paths of records that the data model reads as one value: a change inside writes all of it
 */
export function changeAt(source: object, path: string, value: unknown, whole: readonly string[] = []): Record<string, unknown> {
  const root = whole.find((prefix) => path.startsWith(`${prefix}.`));
  if (root === undefined) return build(source, path.split("."), value) as Record<string, unknown>;
  const record = root.split(".").reduce<unknown>((level, key) => (isObject(level) ? level[key] : undefined), source);
  return build(source, root.split("."), withChange(record, path.slice(root.length + 1).split("."), value)) as Record<string, unknown>;
}

function build(level: unknown, keys: readonly string[], value: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (Array.isArray(level)) return withChange(level, keys, value);
  return { [key]: build(isObject(level) ? level[key] : undefined, rest, value) };
}

/** A whole copy of `level` with `value` at its place. */
function withChange(level: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(level)) return level.map((entry: unknown, index) => (index === Number(key) ? withChange(entry, rest, value) : entry));
  const record = isObject(level) ? level : {};
  return { ...record, [key]: withChange(record[key], rest, value) };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const hasName = (element: HTMLElement): element is NamedElement | Field => "name" in element && typeof element.name === "string" && element.name !== "" && "value" in element;

/** What the person reads beside the field. */
function labelOf(field: HTMLElement): string {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    const label = field.labels?.[0]?.querySelector(".fw-label")?.textContent ?? field.labels?.[0]?.textContent;
    if (label) return label.trim();
  }
  return field.getAttribute("aria-label") ?? "";
}
