/** What a field of a stored source must at least look like for its schema to read it. */
export type Shape = "object" | "list";

/**
 * Takes out of a source whatever has the wrong shape (a text where a record belongs, null where a list belongs), so that
 * the schema's initial values apply instead of the whole document failing. Values inside are the fields' own business.
 * Works on partial sources of updates too: what is absent stays absent.
 */
export function healShape(source: Record<string, unknown>, shapes: Readonly<Record<string, Shape>>): void {
  for (const [key, shape] of Object.entries(shapes)) {
    const value = source[key];
    if (value === undefined) continue;
    if (shape === "list" ? !isList(value) : !isRecord(value)) delete source[key];
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** Forms hand lists over as records of indices; the schema reads both. */
const isList = (value: unknown): boolean => Array.isArray(value) || (isRecord(value) && Object.keys(value).every((key) => /^\d+$/.test(key)));
