import { wholeNumber } from "../../helpers/numbers";
import { isRecord } from "../shapes";

export { isRecord };

/**
 * Readers of stored JSON: each takes whatever stands there and gives back a value of the right shape, or null where
 * nothing sensible can be made of it. Messages come from the database of a world, from other versions and from people
 * with a console, so no shape is taken on trust.
 */

export type Reader<T> = (value: unknown) => T | null;

export const record = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

export const whole = (value: unknown, initial = 0): number => wholeNumber(value) ?? initial;
export const count = (value: unknown): number => wholeNumber(value, { min: 0 }) ?? 0;
/** Metres, to one decimal. */
export const measure = (value: unknown): number => wholeNumber(value, { min: 0, decimals: 1 }) ?? 0;
export const face = (value: unknown): number => wholeNumber(value, { min: 0, max: 9 }) ?? 9;
export const nullableCount = (value: unknown): number | null => wholeNumber(value, { min: 0 });
export const text = (value: unknown): string => (typeof value === "string" ? value : "");
export const nullableText = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
export const truth = (value: unknown): boolean => value === true;

export const oneOf = <Key extends string>(keys: readonly Key[], value: unknown): Key | null => keys.find((key) => key === value) ?? null;

/** The readable entries of a list; what cannot be read is left out. Index-keyed objects count as lists. */
export function list<T>(reader: Reader<T>, value: unknown): T[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : Object.values(record(value));
  return entries.flatMap((entry) => {
    const read = reader(entry);
    return read === null ? [] : [read];
  });
}

/** Values for the placeholders of a message: texts and numbers only. */
export function placeholders(value: unknown): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(record(value)).filter((entry): entry is [string, string | number] => typeof entry[1] === "string" || (typeof entry[1] === "number" && Number.isFinite(entry[1]))),
  );
}
