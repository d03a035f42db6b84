/** Plain-object helpers of the page that must not depend on a running table. */

export type PlainObject = Record<string, unknown>;

/** True for `{}`-like values; instances of classes, arrays and null are not plain. */
export function isPlain(value: unknown): value is PlainObject {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * Merge application options the way the API page of ApplicationV2 documents it for a class and its parents: arrays are
 * concatenated, plain inner objects are merged, anything else is replaced. Nothing is cloned but arrays and plain objects.
 */
export function mergeOptions(base: PlainObject, extra: PlainObject): PlainObject {
  const merged: PlainObject = { ...base };
  for (const [key, value] of Object.entries(extra)) {
    if (value === undefined) continue;
    const before = merged[key];
    if (Array.isArray(value)) merged[key] = Array.isArray(before) ? [...new Set<unknown>([...before, ...value])] : [...value];
    else if (isPlain(value)) merged[key] = mergeOptions(isPlain(before) ? before : {}, value);
    else merged[key] = value;
  }
  return merged;
}

/** Read a dotted path from an object; undefined where it ends early. */
export function readPath(object: unknown, path: string): unknown {
  let current: unknown = object;
  for (const step of path.split(".")) {
    if (current === null || (typeof current !== "object" && typeof current !== "function")) return undefined;
    current = Reflect.get(current, step);
  }
  return current;
}

/** Turn `{"a.b": 1}` into `{a: {b: 1}}`. */
export function expandPaths(flat: PlainObject): PlainObject {
  const result: PlainObject = {};
  for (const [path, value] of Object.entries(flat)) {
    const steps = path.split(".");
    let current = result;
    for (const step of steps.slice(0, -1)) {
      const next = current[step];
      if (isPlain(next)) current = next;
      else {
        const created: PlainObject = {};
        current[step] = created;
        current = created;
      }
    }
    current[steps[steps.length - 1] ?? path] = value;
  }
  return result;
}

export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The first element of a piece of HTML; throws when there is none. */
export function elementOf(html: string): HTMLElement {
  const template = document.createElement("template");
  template.innerHTML = html.trim();
  const first = template.content.firstElementChild;
  if (!(first instanceof HTMLElement)) throw new Error("The HTML holds no element.");
  return first;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
