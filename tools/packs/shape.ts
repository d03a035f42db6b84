import { isRecord } from "./packs";

/**
 * What a value in a source must look like. A shape is checked exactly: an object has all of its fields and no other.
 * @returns One message a fault, each beginning with the dotted path of the value.
 */
export type Shape = (value: unknown, path: string) => string[];

function describe(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}

function fault(path: string, expected: string, value: unknown): string[] {
  return [`${path} must be ${expected}, is ${describe(value)}`];
}

/** Any text, the empty one included. */
export const text: Shape = (value, path) => (typeof value === "string" ? [] : fault(path, "a text", value));

export const flag: Shape = (value, path) => (typeof value === "boolean" ? [] : fault(path, "true or false", value));

/** A number, with a fraction allowed (metres, money, kilograms). */
export const amount: Shape = (value, path) =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? [] : fault(path, "a number of 0 or more", value);

/** A number that may be negative or have a fraction. */
export const factor: Shape = (value, path) =>
  typeof value === "number" && Number.isFinite(value) ? [] : fault(path, "a number", value);

/** A whole number between the two bounds, both allowed. */
export function whole(min = 0, max = Number.MAX_SAFE_INTEGER): Shape {
  return (value, path) =>
    typeof value === "number" && Number.isInteger(value) && value >= min && value <= max
      ? []
      : fault(path, max === Number.MAX_SAFE_INTEGER ? `a whole number from ${min}` : `a whole number from ${min} to ${max}`, value);
}

/** A whole number that may be negative: dice gained or lost, ticks off a weapon's speed. */
export const modifier: Shape = whole(Number.MIN_SAFE_INTEGER);

/** One of the listed words or numbers. */
export function oneOf(choices: readonly (string | number)[]): Shape {
  return (value, path) => (choices.some((choice) => choice === value) ? [] : fault(path, `one of ${choices.join(", ")}`, value));
}

/** Null, or the shape. */
export function nullOr(shape: Shape): Shape {
  return (value, path) => (value === null ? [] : shape(value, path));
}

/** A list, every entry of the shape. */
export function listOf(shape: Shape): Shape {
  return (value, path) =>
    Array.isArray(value) ? value.flatMap((entry, index) => shape(entry, `${path}.${index}`)) : fault(path, "a list", value);
}

/** An object with any keys of `[A-Za-z0-9_-]+`, every value of the shape. */
export function recordOf(shape: Shape): Shape {
  return (value, path) => {
    if (!isRecord(value)) return fault(path, "an object", value);
    return Object.entries(value).flatMap(([key, entry]) =>
      /^[A-Za-z0-9_-]+$/.test(key) ? shape(entry, `${path}.${key}`) : [`${path} has the key "${key}", which is none`],
    );
  };
}

const MISSING = Symbol("a field that is not there");

/** A field that may be missing; when it is there it has the shape. */
export function optionally(shape: Shape): Shape {
  return Object.assign((value: unknown, path: string) => shape(value, path), { [MISSING]: true });
}

const mayBeMissing = (shape: Shape | undefined): boolean => shape !== undefined && MISSING in shape;

/** An object with exactly these fields. */
export function exactly(fields: Readonly<Record<string, Shape>>): Shape {
  return (value, path) => {
    if (!isRecord(value)) return fault(path, "an object", value);
    const missing = Object.keys(fields).filter((name) => !Object.hasOwn(value, name) && !mayBeMissing(fields[name]));
    const extra = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
    return [
      ...missing.map((name) => `${path}.${name} is missing`),
      ...extra.map((name) => `${path}.${name} is no field of this type`),
      ...Object.entries(fields).flatMap(([name, shape]) => (Object.hasOwn(value, name) ? shape(value[name], `${path}.${name}`) : [])),
    ];
  };
}

/** An object told apart by its `kind`: exactly the fields of that kind, `kind` itself included. */
export function byKind(kinds: Readonly<Record<string, Readonly<Record<string, Shape>>>>): Shape {
  return (value, path) => {
    if (!isRecord(value)) return fault(path, "an object", value);
    const kind = value.kind;
    const fields = typeof kind === "string" && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (fields === undefined) return fault(`${path}.kind`, `one of ${Object.keys(kinds).join(", ")}`, kind);
    return exactly({ kind: text, ...fields })(value, path);
  };
}
