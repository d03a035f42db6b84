const LONGEST = 60;

/** A stored value in a line: texts in quotes, records as JSON, cut where they are long. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}\u2026` : text;
}
