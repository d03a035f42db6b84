import { isObject } from "../types";
import { logCompatibilityWarning } from "./text";

/**
 * V14's operators that stand for a value in update data. On the wire they are the keys `-=key` and `==key`.
 * https://foundryvtt.com/api/v14/modules/foundry.data.operators.html
 */
export abstract class DataFieldOperator {
  /** What is written in the place of the key. */
  get value(): unknown {
    return undefined;
  }

  static get<T extends DataFieldOperator>(this: new (value?: unknown) => T, value?: unknown): T {
    return new this(value);
  }
}

/** Deletes the key it stands under. */
export class ForcedDeletion extends DataFieldOperator {
  static create(): ForcedDeletion {
    return new ForcedDeletion();
  }

  toJSON(): unknown {
    return null;
  }
}

/** Replaces the value whole, instead of merging into it. */
export class ForcedReplacement extends DataFieldOperator {
  readonly #value: unknown;

  constructor(value: unknown) {
    super();
    this.#value = value;
  }

  static create(value: unknown): ForcedReplacement {
    return new ForcedReplacement(value);
  }

  override get value(): unknown {
    return this.#value;
  }

  toJSON(): unknown {
    return this.#value;
  }
}

export function isDeletionKey(key: unknown): boolean {
  return typeof key === "string" && (key.startsWith("-=") || key.startsWith("==")) && key.length > 2;
}

/**
 * Warns of V13's special keys in what a system writes on V14, each by its path.
 * https://github.com/foundryvtt/foundryvtt/issues/13090 and /14611: they are taken until V16
 */
export function warnOfSpecialKeys(changes: unknown): void {
  if (!isObject(changes) || Object.getPrototypeOf(changes) !== Object.prototype) return;
  for (const [path, value] of Object.entries(changes)) {
    const key = path.slice(path.lastIndexOf(".") + 1);
    if (isDeletionKey(key)) logCompatibilityWarning(`"${path}" deletes or replaces by a special key: pass an operator of foundry.data.operators under "${key.slice(2)}" instead.`, { since: 14, until: 16 });
    else warnOfSpecialKeys(value);
  }
}

/** Rewrites operators as the special keys of V13, through all levels; anything else stays as it is. */
export function operatorsToKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(operatorsToKeys);
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const result: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    if (entry instanceof ForcedDeletion) result[`-=${key}`] = null;
    else if (entry instanceof ForcedReplacement) result[`==${key}`] = entry.value;
    else result[key] = operatorsToKeys(entry);
  }
  return result;
}

/** The other way: special keys become V14's operators. */
export function keysToOperators(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keysToOperators);
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const result: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    if (key.startsWith("-=")) result[key.slice(2)] = new ForcedDeletion();
    else if (key.startsWith("==")) result[key.slice(2)] = new ForcedReplacement(entry);
    else result[key] = keysToOperators(entry);
  }
  return result;
}
