/** Small types that the whole core shares. */

export type Data = Record<string, unknown>;
export type Callback = (...values: never[]) => unknown;

/** A class whose instances are `T`, whatever its constructor wants. */
export type AbstractClass<T> = abstract new (...values: never[]) => T;
export type Class<T> = new (...values: never[]) => T;

export function isObject(value: unknown): value is Data {
  return typeof value === "object" && value !== null;
}

export function isFunction(value: unknown): value is (...values: unknown[]) => unknown {
  return typeof value === "function";
}
