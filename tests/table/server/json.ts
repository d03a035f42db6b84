import type { Json, Source } from "../core/protocol";

/** True for a plain JSON object (no list, no null). */
export function isSource(value: Json | undefined): value is Source {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects of a list; anything else is left out. */
export function sourcesOf(value: Json | undefined): Source[] {
  return Array.isArray(value) ? value.filter((entry): entry is Source => isSource(entry)) : [];
}

/** The text at a key, or null when there is none. */
export function textOf(source: Source, key: string): string | null {
  const value = source[key];
  return typeof value === "string" ? value : null;
}

/** The document's id; an empty text when it has none. */
export function idOf(source: Source): string {
  return textOf(source, "_id") ?? "";
}

export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    return Array.isArray(right) && left.length === right.length && left.every((entry, index) => sameJson(entry, right[index]));
  }
  if (!isSource(left) || !isSource(right)) return false;
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key]));
}

/** The value at a dotted path. */
export function valueAt(source: Source, path: string): Json | undefined {
  let value: Json | undefined = source;
  for (const key of path.split(".")) {
    if (!isSource(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** Writes the value at a dotted path whose parents exist; does nothing where they do not. */
export function replaceAt(source: Source, path: string, value: Json): void {
  const keys = path.split(".");
  const last = keys.pop();
  const holder = keys.length === 0 ? source : valueAt(source, keys.join("."));
  if (last !== undefined && isSource(holder) && Object.hasOwn(holder, last)) holder[last] = value;
}
