/** One entry of a select. */
export interface Option {
  readonly value: string;
  readonly label: string;
  readonly selected: boolean;
}

/** Entries of a select from keys of the contract, named by the language file. */
export function optionsOf(keys: readonly string[], chosen: string | null, label: (key: string) => string, none?: string): Option[] {
  // A key that a group made up, or that an older version knew, stays what it is.
  const all = chosen === null || chosen === "" || keys.includes(chosen) ? keys : [...keys, chosen];
  const options = all.map((value) => ({ value, label: label(value), selected: value === chosen }));
  return none === undefined ? options : [{ value: "", label: none, selected: chosen === null || chosen === "" }, ...options];
}
