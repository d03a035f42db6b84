/** Values that a sentence counts by which does not say so itself; the first that is a number tells which of its forms is meant. */
const COUNTED = ["count", "successes", "points"] as const;

/** A number as it stands in a sentence, also where it was put into words: `1`, `+1`. A range or a sum is none. */
const WRITTEN = /^[+\u2212-]?\d+$/;

/**
 * Translates a key, with values for its placeholders. One that has forms (`one`, `other` ..) is told by a number of its own: the value that
 * `by` beside its forms names, else its count, successes or points.
 */
export function say(key: string, data?: Readonly<Record<string, string | number>>): string {
  if (data === undefined) return game.i18n.localize(key);
  if (!game.i18n.has(`${key}.other`)) return filled(key, data);
  const names = game.i18n.has(`${key}.by`) ? [game.i18n.localize(`${key}.by`)] : COUNTED;
  const count = names.map((name) => numberOf(data[name])).find((value) => value !== null) ?? null;
  return filled(count === null ? `${key}.other` : formFor(key, count), data);
}

function numberOf(value: string | number | undefined): number | null {
  if (typeof value === "number") return value;
  return value !== undefined && WRITTEN.test(value) ? Number(value.replace("\u2212", "-")) : null;
}

/** The form of a key for a number; `other` where the language has none for it. */
function formFor(key: string, count: number): string {
  const form = `${key}.${new Intl.PluralRules(game.i18n.lang).select(count)}`;
  return game.i18n.has(form) ? form : `${key}.other`;
}

/** A text with its values; what is below 0 has a true minus. */
function filled(key: string, data: Readonly<Record<string, string | number>>): string {
  return game.i18n.format(key, Object.fromEntries(Object.entries(data).map(([name, value]) => [name, typeof value === "number" && value < 0 ? signed(value) : String(value)])));
}

/** Translates a key that has a form for each kind of number (`one`, `other` and what else the language tells apart), with `count` filled in. */
export function sayCount(key: string, count: number, data?: Readonly<Record<string, string | number>>): string {
  return filled(formFor(key, count), { ...data, count });
}

/** Names in one line: all of two, of more the first and how many others. */
export const shortList = (names: readonly string[]): string =>
  names.length > 2 ? say("FATEWALKER.AndOthers", { first: names[0] ?? "", count: names.length - 1 }) : names.join(", ");

/** Translates a key, or gives `fallback` where the language has no such key (keys that a group made up). */
export const sayOr = (key: string, fallback: string): string => (game.i18n.has(key) ? game.i18n.localize(key) : fallback);

/** `+2`, `−1` with a true minus, `0`. */
export const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : "0");

/** `weapon` to `Weapon`: keys of tables stand in PascalCase in the language file. */
export const pascal = (key: string): string => key.replace(/(^|[-_])(\p{L})/gu, (_match, _dash, letter: string) => letter.toUpperCase());
