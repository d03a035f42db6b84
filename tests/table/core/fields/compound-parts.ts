import type { DataField } from "./data-field";
import type { Data } from "../types";
import { isFunction } from "../types";

/** What fields that hold fields share. */

export type SchemaRecord = Record<string, DataField>;

export type ChangeOptions = Parameters<DataField["differenceTo"]>[2];

/** The key of a change without V13's marks. */
export function bareKey(key: string): { bare: string; deletes: boolean; replaces: boolean } {
  if (key.startsWith("-=")) return { bare: key.slice(2), deletes: true, replaces: false };
  if (key.startsWith("==")) return { bare: key.slice(2), deletes: false, replaces: true };
  return { bare: key, deletes: false, replaces: false };
}

export function defineValue(target: Data, name: string, value: unknown): void {
  if (isFunction(value)) Object.defineProperty(target, name, { get: value, set() { /* read only */ }, configurable: true, enumerable: true });
  else Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true });
}

export function defineReadonly(target: Data, name: string, value: unknown): void {
  if (isFunction(value)) defineValue(target, name, value);
  else Object.defineProperty(target, name, { value, writable: false, configurable: true, enumerable: true });
}
