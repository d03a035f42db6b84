import { isFunction, isObject } from "../types";

/** Whether a value is among choices: a list, a set, a record, or a function that yields one. */
export function isChoice(choices: unknown, value: unknown): boolean {
  const resolved: unknown = isFunction(choices) ? choices() : choices;
  if (resolved instanceof Array) return resolved.includes(value);
  if (resolved instanceof Set) return resolved.has(value);
  return isObject(resolved) && String(value) in resolved;
}
