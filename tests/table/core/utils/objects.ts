import type { Data } from "../types";
import { isObject } from "../types";
import { DataFieldOperator, ForcedDeletion, ForcedReplacement } from "./operators";

/** The object helpers of `foundry.utils`: https://foundryvtt.com/api/modules/foundry.utils.html */

export interface MergeOptions {
  insertKeys?: boolean;
  insertValues?: boolean;
  overwrite?: boolean;
  recursive?: boolean;
  inplace?: boolean;
  enforceTypes?: boolean;
  performDeletions?: boolean;
}

const TYPE_NAMES: readonly (readonly [new (...values: never[]) => object, string])[] = [
  [Array, "Array"], [Set, "Set"], [Map, "Map"], [Promise, "Promise"], [Error, "Error"],
];

export function getType(variable: unknown): string {
  const simple = typeof variable;
  if (simple !== "object") return simple;
  if (variable === null) return "null";
  if (isPlainObject(variable)) return "Object";
  const instance = variable as object;
  for (const [type, name] of TYPE_NAMES) if (instance instanceof type) return name;
  if (typeof HTMLElement !== "undefined" && instance instanceof HTMLElement) return "HTMLElement";
  return "unknown";
}

export function isPlainObject(value: unknown): value is Data {
  if (!isObject(value) || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return true;
  return Object.getPrototypeOf(prototype) === null && Object.prototype.toString.call(value) === "[object Object]" && (value as { constructor?: { name?: string } }).constructor?.name === "Object";
}

/** `isEmpty("")` is false: only undefined, null and empty containers are empty. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (value instanceof Set || value instanceof Map) return value.size === 0;
  if (isPlainObject(value)) return Object.keys(value).length === 0;
  return false;
}

export function deepClone<T>(original: T, options: { strict?: boolean } = {}): T {
  return clone(original, options.strict ?? false, 0) as T;
}

function clone(original: unknown, strict: boolean, depth: number): unknown {
  if (depth > 100) throw new Error("Maximum depth exceeded. Be sure your object does not contain cyclical data structures.");
  if (!isObject(original)) return original;
  if (original instanceof Date) return new Date(original);
  if (Array.isArray(original)) return original.map((entry) => clone(entry, strict, depth + 1));
  if (original instanceof Set) return new Set([...original].map((entry) => clone(entry, strict, depth + 1)));
  if (original instanceof Map && original.constructor === Map) return new Map([...original].map(([key, entry]) => [key, clone(entry, strict, depth + 1)]));
  if (!isPlainObject(original)) {
    if (strict) throw new Error("deepClone cannot clone advanced objects");
    return original;
  }
  return Object.fromEntries(Object.entries(original).map(([key, entry]) => [key, clone(entry, strict, depth + 1)]));
}

function overDepth<T>(value: T, apply: (held: object) => void): T {
  if (typeof value !== "object" || value === null) return value;
  apply(value);
  for (const held of Object.values(value)) overDepth(held, apply);
  return value;
}

/** https://foundryvtt.com/api/functions/foundry.utils.deepFreeze.html */
export function deepFreeze<T>(value: T): T {
  return overDepth(value, Object.freeze);
}

/** https://foundryvtt.com/api/functions/foundry.utils.deepSeal.html */
export function deepSeal<T>(value: T): T {
  return overDepth(value, Object.seal);
}

export function duplicate<T>(original: T): T {
  return JSON.parse(JSON.stringify(original)) as T;
}

export function equals(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b)) return false;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((entry, index) => equals(entry, b[index]));
  if (a instanceof Set && b instanceof Set) return a.size === b.size && [...a].every((entry) => b.has(entry));
  if (a instanceof DataFieldOperator || b instanceof DataFieldOperator) return false;
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && equals(a[key], b[key]));
}

export function expandObject(flat: unknown): Data {
  const expand = (value: unknown, depth: number): unknown => {
    if (depth > 32) throw new Error("Maximum object expansion depth exceeded");
    if (Array.isArray(value)) return value.map((entry) => expand(entry, depth + 1));
    if (!isPlainObject(value)) return value;
    const expanded: Data = {};
    for (const [key, entry] of Object.entries(value)) setMerged(expanded, key, expand(entry, depth + 1));
    return expanded;
  };
  return expand(flat, 0) as Data;
}

function setMerged(target: Data, path: string, value: unknown): void {
  const present = path.includes(".") || path in target ? getProperty(target, path) : undefined;
  if (isPlainObject(present) && isPlainObject(value)) mergeObject(present, value);
  else setProperty(target, path, value);
}

export function flattenObject(object: unknown): Data {
  const flat: Data = {};
  const walk = (value: Data, prefix: string, depth: number): void => {
    if (depth > 100) throw new Error("Maximum depth exceeded");
    for (const [key, entry] of Object.entries(value)) {
      const path = prefix ? `${prefix}.${key}` : key;
      if (isPlainObject(entry) && Object.keys(entry).length > 0) walk(entry, path, depth + 1);
      else flat[path] = entry;
    }
  };
  if (isObject(object)) walk(object, "", 0);
  return flat;
}

export function getProperty(object: unknown, key: string): unknown {
  if (!key || !isObject(object)) return undefined;
  if (key in object) return object[key];
  let target: unknown = object;
  for (const part of key.split(".")) {
    if (target === null || target === undefined || (typeof target !== "object" && typeof target !== "function")) return undefined;
    if (!(part in target)) return undefined;
    target = (target as Data)[part];
  }
  return target;
}

export function hasProperty(object: unknown, key: string): boolean {
  if (!key || !isObject(object)) return false;
  if (key in object) return true;
  let target: unknown = object;
  for (const part of key.split(".")) {
    if (!isObject(target) || !(part in target)) return false;
    target = target[part];
  }
  return true;
}

/** @returns whether the value changed */
export function setProperty(object: Data, key: string, value: unknown): boolean {
  if (!key) return false;
  const parts = key.split(".");
  const last = parts.pop() ?? "";
  let target = object;
  for (const part of parts) {
    const next = target[part];
    if (isObject(next)) target = next;
    else {
      const created: Data = {};
      target[part] = created;
      target = created;
    }
  }
  if (last in target && equals(target[last], value)) return false;
  target[last] = value;
  return true;
}

/** @returns whether there was such a property */
export function deleteProperty(object: Data, key: string): boolean {
  if (!key) return false;
  if (key in object) return delete object[key];
  const parts = key.split(".");
  const last = parts.pop() ?? "";
  const target = parts.length ? getProperty(object, parts.join(".")) : object;
  if (!isObject(target) || !(last in target)) return false;
  return delete target[last];
}

/** What of `other` differs from `original`. */
export function diffObject(original: Data, other: Data, options: { inner?: boolean; deletionKeys?: boolean } = {}): Data {
  const difference: Data = {};
  for (const [key, value] of Object.entries(other)) {
    const bare = key.startsWith("-=") ? key.slice(2) : key;
    if (bare !== key) {
      if (bare in original) difference[key] = value;
      continue;
    }
    const exists = key in original;
    if (value instanceof ForcedDeletion) {
      if (exists) difference[key] = value;
      continue;
    }
    if (options.inner && !exists) continue;
    const before = original[key];
    if (isPlainObject(before) && isPlainObject(value)) {
      if (isEmpty(value) && isEmpty(before)) continue;
      const inner = diffObject(before, value, options);
      if (!isEmpty(inner)) difference[key] = inner;
    } else if (!exists || !equals(before, value)) difference[key] = value;
  }
  if (options.deletionKeys) for (const key of Object.keys(original)) if (!(key in other)) difference[`-=${key}`] = null;
  return difference;
}

export function filterObject(source: Data, template: Data, options: { deletionKeys?: boolean; templateValues?: boolean } = {}): Data {
  const filtered: Data = {};
  for (const [key, value] of Object.entries(source)) {
    const known = template[key];
    if (key in template) filtered[key] = isPlainObject(value) && isPlainObject(known) ? filterObject(value, known, options) : options.templateValues ? known : value;
    else if (options.deletionKeys && key.startsWith("-=") && key.slice(2) in template) filtered[key] = value;
  }
  return filtered;
}

/** Deletion keys and operators act only with `performDeletions`. */
export function mergeObject(original: Data, other: Data = {}, options: MergeOptions = {}): Data {
  if (!isObject(original) || !isObject(other)) throw new Error("One of original or other are not Objects!");
  const expand = (value: Data): Data => (Object.keys(value).some((key) => key.includes(".")) ? expandObject(value) : value);
  const inplace = options.inplace ?? true;
  const target = inplace ? original : deepClone(original);
  if (Object.keys(target).some((key) => key.includes("."))) {
    const expanded = expandObject(target);
    for (const key of Object.keys(target)) delete target[key];
    Object.assign(target, expanded);
  }
  mergeLevel(target, expand(other), options, 0);
  return target;
}

function mergeLevel(target: Data, other: Data, options: MergeOptions, depth: number): void {
  const { insertKeys = true, insertValues = true, overwrite = true, recursive = true, performDeletions = false, enforceTypes = false } = options;
  for (const [key, value] of Object.entries(other)) {
    if (performDeletions && (key.startsWith("-=") || value instanceof ForcedDeletion)) {
      delete target[key.startsWith("-=") ? key.slice(2) : key];
      continue;
    }
    if (performDeletions && (key.startsWith("==") || value instanceof ForcedReplacement)) {
      target[key.startsWith("==") ? key.slice(2) : key] = deepClone(value instanceof ForcedReplacement ? value.value : value);
      continue;
    }
    if (!Object.hasOwn(target, key)) {
      if (depth === 0 ? insertKeys : insertValues) target[key] = isPlainObject(value) && performDeletions ? withoutDeletions(value) : deepClone(value);
      continue;
    }
    const present = target[key];
    if (isPlainObject(present) && isPlainObject(value) && recursive) {
      mergeLevel(present, value, { ...options, insertKeys, insertValues }, depth + 1);
      continue;
    }
    if (!overwrite && present !== undefined) continue;
    if (enforceTypes && present !== undefined && getType(present) !== getType(value)) throw new Error(`Mismatched data types encountered during object merge.`);
    target[key] = deepClone(value);
  }
}

function withoutDeletions(value: Data): Data {
  const result: Data = {};
  mergeLevel(result, value, { performDeletions: true }, 1);
  return result;
}
