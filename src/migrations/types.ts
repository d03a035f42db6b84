/** Stored data as JSON gives it: nothing about it is certain. */
export type Source = Readonly<Record<string, unknown>>;

/** Kinds of documents whose type data a step may change. Tokens' deltas hold parts of an actor and go through its steps. */
export type MigratedDocument = "Actor" | "Item" | "Combat";

/**
 * One change of the shape of stored data. Each function takes the `system` of a document, or any part of it, and gives
 * it in the next shape. It knows the earlier shape by what is there, never by a number, so that it may run on anything
 * any number of times: what has the next shape already is given back untouched, the very same object. It changes
 * nothing in place, throws on nothing and leaves what it does not understand to the data model's cleaning.
 */
export interface MigrationStep {
  /** Counts up from 1 without gaps; a world at this version has all steps up to it behind it. */
  readonly version: number;
  readonly actor?: (system: Source) => Source;
  readonly item?: (system: Source, type: string) => Source;
  readonly combat?: (system: Source) => Source;
}
