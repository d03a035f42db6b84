/** Translates a key, with values for its placeholders. */
export function say(key: string, data?: Readonly<Record<string, string | number>>): string {
  if (data === undefined) return game.i18n.localize(key);
  return game.i18n.format(key, Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)])));
}

/** Translates a key that has a form for each kind of number (`one`, `other` and what else the language tells apart), with `count` filled in. */
export function sayCount(key: string, count: number, data?: Readonly<Record<string, string | number>>): string {
  const form = `${key}.${new Intl.PluralRules(game.i18n.lang).select(count)}`;
  return say(game.i18n.has(form) ? form : `${key}.other`, { ...data, count });
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
