import type { Data } from "../types";
import { isFunction } from "../types";
import { equals, isEmpty, isPlainObject } from "./objects";

/**
 * Additions to the language's own prototypes.
 * https://foundryvtt.com/api/modules/primitives.html
 */

type Methods = Record<string, (...values: never[]) => unknown>;

function extend(prototype: object, methods: Methods): void {
  for (const [name, value] of Object.entries(methods)) {
    if (Object.hasOwn(prototype, name)) continue;
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true, enumerable: false });
  }
}

export function isNumeric(value: unknown): boolean {
  if (value instanceof Array) return false;
  if (value === null || value === undefined || value === "" || typeof value === "boolean") return false;
  return typeof value === "number" ? Number.isFinite(value) : typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
}

export function slugify(text: string, options: { replacement?: string; strict?: boolean; lowercase?: boolean } = {}): string {
  const { replacement = "-", strict = false, lowercase = true } = options;
  let slug = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/ß/g, "ss").replace(/æ/g, "ae").replace(/ø/g, "o").trim();
  if (lowercase) slug = slug.toLowerCase();
  slug = slug.replace(/[\s_]+/g, replacement);
  slug = strict ? slug.replace(new RegExp(`[^a-zA-Z0-9${replacement === "-" ? "\\-" : replacement}]`, "g"), "") : slug.replace(/["'’()[\]{}<>.,;:!?/\\|@#$%^&*+=~`]/g, "");
  return replacement ? slug.split(replacement).filter(Boolean).join(replacement) : slug;
}

export function titleCase(text: string): string {
  return text.toLowerCase().split(" ").map((word) => word.replace(/^\S/, (letter) => letter.toUpperCase())).join(" ");
}

const STRING_METHODS: Methods = {
  capitalize(this: string) {
    return this.charAt(0).toUpperCase() + this.slice(1);
  },
  compare(this: string, other: string) {
    return this.localeCompare(other);
  },
  titleCase(this: string) {
    return titleCase(this);
  },
  stripScripts(this: string) {
    return this.replace(/<script.*?>.*?<\/script>/gis, "");
  },
  slugify(this: string, options?: { replacement?: string; strict?: boolean; lowercase?: boolean }) {
    return slugify(this.toString(), options);
  },
};

const ARRAY_METHODS: Methods = {
  deepFlatten(this: unknown[]) {
    return this.flat(Infinity);
  },
  equals(this: unknown[], other: unknown) {
    return equals([...this], Array.isArray(other) ? other : null);
  },
  partition(this: unknown[], rule: (value: unknown) => unknown) {
    const parts: [unknown[], unknown[]] = [[], []];
    for (const value of this) parts[rule(value) ? 1 : 0].push(value);
    return parts;
  },
  filterJoin(this: unknown[], separator: string) {
    return this.filter((value) => Boolean(value)).join(separator);
  },
  findSplice(this: unknown[], find: (value: unknown, index: number, array: unknown[]) => boolean, replace?: unknown) {
    const at = this.findIndex(find);
    if (at === -1) return null;
    const found = this[at];
    if (replace !== undefined) this.splice(at, 1, replace);
    else this.splice(at, 1);
    return found;
  },
};

const SET_METHODS: Methods = {
  difference(this: Set<unknown>, other: Set<unknown>) {
    return new Set([...this].filter((value) => !other.has(value)));
  },
  symmetricDifference(this: Set<unknown>, other: Set<unknown>) {
    return new Set([...[...this].filter((value) => !other.has(value)), ...[...other].filter((value) => !this.has(value))]);
  },
  equals(this: Set<unknown>, other: unknown) {
    return other instanceof Set && equals(this, other);
  },
  first(this: Set<unknown>) {
    return this.values().next().value;
  },
  intersection(this: Set<unknown>, other: Set<unknown>) {
    return new Set([...this].filter((value) => other.has(value)));
  },
  intersects(this: Set<unknown>, other: Set<unknown>) {
    return [...this].some((value) => other.has(value));
  },
  union(this: Set<unknown>, other: Set<unknown>) {
    return new Set([...this, ...other]);
  },
  isSubset(this: Set<unknown>, other: Set<unknown>) {
    return [...this].every((value) => other.has(value));
  },
  toObject(this: Set<unknown>) {
    return Array.from(this);
  },
  every(this: Set<unknown>, test: (value: unknown, index: number, set: Set<unknown>) => unknown) {
    return [...this].every((value, index) => test(value, index, this));
  },
  filter(this: Set<unknown>, test: (value: unknown, index: number, set: Set<unknown>) => unknown) {
    return new Set([...this].filter((value, index) => test(value, index, this)));
  },
  find(this: Set<unknown>, test: (value: unknown, index: number, set: Set<unknown>) => unknown) {
    return [...this].find((value, index) => test(value, index, this));
  },
  map(this: Set<unknown>, transform: (value: unknown, index: number, set: Set<unknown>) => unknown) {
    return new Set([...this].map((value, index) => transform(value, index, this)));
  },
  reduce(this: Set<unknown>, reducer: (total: unknown, value: unknown, index: number, set: Set<unknown>) => unknown, initial: unknown) {
    return [...this].reduce((total: unknown, value, index) => reducer(total, value, index, this), initial);
  },
  some(this: Set<unknown>, test: (value: unknown, index: number, set: Set<unknown>) => unknown) {
    return [...this].some((value, index) => test(value, index, this));
  },
};

const NUMBER_METHODS: Methods = {
  almostEqual(this: number, other: number, epsilon = 1e-8) {
    return Math.abs(Number(this) - other) < epsilon;
  },
  between(this: number, a: number, b: number, inclusive = true) {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    return inclusive ? this >= low && this <= high : this > low && this < high;
  },
  ordinalString(this: number) {
    const value = Math.abs(Number(this));
    const suffix = value % 100 >= 11 && value % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][value % 10] ?? "th");
    return `${Number(this)}${suffix}`;
  },
  paddedString(this: number, digits: number) {
    return this.toString().padStart(digits, "0");
  },
  signedString(this: number) {
    return this < 0 ? `−${-Number(this)}` : `+${Number(this)}`;
  },
  toNearest(this: number, interval = 1, method: "round" | "floor" | "ceil" = "round") {
    return Number((Math[method](Number(this) / interval) * interval).toFixed(10));
  },
};

/** Puts the additions on this realm's prototypes; a name that the language has by now is left alone. */
export function installPrimitives(): void {
  extend(String.prototype, STRING_METHODS);
  extend(Array.prototype, ARRAY_METHODS);
  extend(Array, { fromRange: (length: number, min = 0) => Array.from({ length }, (_value, index) => min + index) });
  extend(Set.prototype, SET_METHODS);
  extend(Number.prototype, NUMBER_METHODS);
  extend(Number, {
    isNumeric,
    fromString(value: unknown) {
      if (typeof value !== "string" || value.trim() === "") return Number.NaN;
      return Number(value.replace(/\s+/g, ""));
    },
  });
  extend(Math, {
    clamp: (value: number, low: number, high: number) => Math.min(Math.max(value, Math.min(low, high)), high),
    mix: (a: number, b: number, weight: number) => a * (1 - weight) + b * weight,
    toDegrees: (angle: number) => (angle * 180) / Math.PI,
    toRadians: (degrees: number) => (degrees * Math.PI) / 180,
    normalizeDegrees: (degrees: number) => ((degrees % 360) + 360) % 360,
    normalizeRadians: (radians: number) => Math.atan2(Math.sin(radians), Math.cos(radians)),
  });
  Object.defineProperty(Math, "TAU", { value: Math.PI * 2, configurable: true });
  extend(RegExp, { escape: (text: string) => text.replace(/[-[\]{}()*+?.,\\^$|#\s]/g, "\\$&") });
  extend(Date.prototype, {
    isValid(this: Date) {
      return !Number.isNaN(this.getTime());
    },
    toTimeInputString(this: Date) {
      return this.toTimeString().slice(0, 8);
    },
    toDateInputString(this: Date) {
      return `${this.getFullYear()}-${String(this.getMonth() + 1).padStart(2, "0")}-${String(this.getDate()).padStart(2, "0")}`;
    },
  });
}

/** Plain data for JSON: sets become arrays, models their sources. */
export function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain);
  if (value instanceof Set) return [...value].map(toPlain);
  if (isPlainObject(value)) return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, toPlain(entry)]));
  if (typeof value === "object" && value !== null) {
    const withObject = value as Data;
    if (isFunction(withObject["toObject"])) return withObject["toObject"](true);
    if (isFunction(withObject["toJSON"])) return withObject["toJSON"]();
  }
  return value;
}

export { isEmpty };
