/** One entry of a select. */
export interface Option {
  readonly value: string;
  readonly label: string;
  readonly selected: boolean;
}

/** Entries of a select from keys of the contract, named by the language file. */
export function optionsOf(keys: readonly string[], chosen: string | null, label: (key: string) => string, none?: string): Option[] {
  const options = keys.map((value) => ({ value, label: label(value), selected: value === chosen }));
  return none === undefined ? options : [{ value: "", label: none, selected: chosen === null || chosen === "" }, ...options];
}
