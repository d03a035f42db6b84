/** Are two JSON values the same, whatever the order of their keys? Undefined and null count as one. */
export function sameJson(one: unknown, other: unknown): boolean {
  const a = one ?? null;
  const b = other ?? null;
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a).filter(([, value]) => value !== undefined);
  const right = new Map(Object.entries(b).filter(([, value]) => value !== undefined));
  return left.length === right.size && left.every(([key, value]) => right.has(key) && sameJson(value, right.get(key)));
}

/** The value at a dotted path, or undefined. */
export function valueAt(source: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => (typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined), source);
}

/** Flat, dotted paths as nested records. */
export function nested(flat: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(flat)) {
    const keys = path.split(".");
    const last = keys.pop() ?? path;
    let level = root;
    for (const key of keys) {
      const next = level[key];
      const inner = typeof next === "object" && next !== null ? (next as Record<string, unknown>) : {};
      level[key] = inner;
      level = inner;
    }
    level[last] = value;
  }
  return root;
}
