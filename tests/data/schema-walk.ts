import type { FieldLike, Json } from "./model-table";

/* Walks a schema by its documented properties: what a field is tells what may stand there. */

type Fields = Readonly<Record<string, FieldLike>>;

const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

type Kind = "schema" | "list" | "records" | "number" | "truth" | "text" | "record";

/** What a field is, by the class of the host that it comes from. */
function kindOf(field: FieldLike): Kind {
  for (let Class: unknown = field.constructor; typeof Class === "function"; Class = Object.getPrototypeOf(Class)) {
    switch (Class.name) {
      case "SchemaField": return "schema";
      case "ArrayField": return "list";
      case "TypedObjectField": return "records";
      case "ObjectField": return "record";
      case "NumberField": return "number";
      case "BooleanField": return "truth";
      case "StringField": return "text";
    }
  }
  throw new Error(`Nothing is known of ${field.constructor.name}.`);
}

/** A value with something in every list and record, and with every record that may be null. */
function sample(field: FieldLike): unknown {
  const kind = kindOf(field);
  if (kind === "schema") return sampleOf(field.fields ?? {});
  if (kind === "list" && field.element) return [sample(field.element)];
  if (kind === "records" && field.element) return { sample: sample(field.element) };
  const initial = field.getInitialValue({});
  return initial === undefined && kind === "record" ? {} : initial;
}

export const sampleOf = (fields: Fields): Json => Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sample(field)]));

/** Paths of everything in a sample, records and lists themselves included. */
export function junkPaths(fields: Fields, source: Json): string[] {
  return Object.entries(fields).flatMap(([name, field]) => below(field, source[name], name));
}

function below(field: FieldLike, value: unknown, path: string): string[] {
  const kind = kindOf(field);
  if (kind === "schema" && isRecord(value)) return [path, ...junkPaths(field.fields ?? {}, value).map((inner) => `${path}.${inner}`)];
  if (kind === "list" && field.element && Array.isArray(value)) return [path, ...value.flatMap((entry, index) => (field.element ? below(field.element, entry, `${path}.${index}`) : []))];
  if (kind === "records" && isRecord(value)) return [path, ...Object.entries(value).flatMap(([key, entry]) => (field.element ? below(field.element, entry, `${path}.${key}`) : []))];
  return [path];
}

/** A copy with another value at a path; lists on the way stay lists. */
export function withAt(source: Json, path: string, value: unknown): Json {
  const copy = structuredClone(source);
  const keys = path.split(".");
  const last = keys.pop() ?? path;
  let level: Json = copy;
  keys.forEach((key, index) => {
    const next = level[key];
    const following = keys[index + 1] ?? last;
    const inner = typeof next === "object" && next !== null ? (next as Json) : ((/^\d+$/.test(following) ? [] : {}) as Json);
    level[key] = inner;
    level = inner;
  });
  if (value === undefined) delete level[last];
  else level[last] = value;
  return copy;
}

/** What a stored source holds that its schema does not allow, in words. */
export function faultsOf(fields: Fields, source: unknown, path = ""): string[] {
  if (!isRecord(source)) return [`${path || "all of it"} is no record`];
  const strangers = Object.keys(source).filter((key) => !Object.hasOwn(fields, key)).map((key) => `${path}.${key} is unknown`);
  return [...strangers, ...Object.entries(fields).flatMap(([name, field]) => faults(field, source[name], path === "" ? name : `${path}.${name}`))];
}

function faults(field: FieldLike, value: unknown, path: string): string[] {
  if (value === null) return field.nullable ? [] : [`${path} is null`];
  const wrong = (is: string): string[] => [`${path} is ${is}: ${JSON.stringify(value)}`];
  switch (kindOf(field)) {
    case "schema":
      return faultsOf(field.fields ?? {}, value, path);
    case "list":
      return Array.isArray(value) ? value.flatMap((entry, index) => (field.element ? faults(field.element, entry, `${path}.${index}`) : [])) : wrong("no list");
    case "records":
      if (!isRecord(value)) return wrong("no record");
      return Object.entries(value).flatMap(([key, entry]) => [...(/^[A-Za-z0-9_-]+$/.test(key) ? [] : [`${path} has the key ${key}`]), ...(field.element ? faults(field.element, entry, `${path}.${key}`) : [])]);
    case "record":
      return isRecord(value) ? [] : wrong("no record");
    case "truth":
      return typeof value === "boolean" ? [] : wrong("neither true nor false");
    case "text":
      return textFaults(field, value, wrong);
    case "number":
      return numberFaults(field, value, wrong);
  }
}

function textFaults({ choices, blank }: FieldLike, value: unknown, wrong: (is: string) => string[]): string[] {
  if (typeof value !== "string") return wrong("no text");
  if (blank === false && value === "") return wrong("blank");
  return Array.isArray(choices) && !choices.includes(value) ? wrong("none of its choices") : [];
}

function numberFaults({ integer, min, max }: FieldLike, value: unknown, wrong: (is: string) => string[]): string[] {
  if (typeof value !== "number" || !Number.isFinite(value)) return wrong("no number");
  if (Object.is(value, -0)) return wrong("minus zero");
  if (integer === true && !Number.isInteger(value)) return wrong("no whole number");
  return (min !== undefined && value < min) || (max !== undefined && value > max) ? wrong("beyond its limits") : [];
}
