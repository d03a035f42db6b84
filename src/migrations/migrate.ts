import { isRecord, removedPaths } from "./records";
import { STEPS } from "./steps";
import type { MigratedDocument, MigrationStep, Source } from "./types";

const FUNCTIONS = { Actor: "actor", Item: "item", Combat: "combat" } as const;

/**
 * Puts the `system` of a document through all steps.
 * @param type  the document's subtype; "" where it is not known (parts of an actor in a token)
 * @returns the very same object when it has the current shape already
 */
export function migrateSystem(documentName: MigratedDocument, type: string, system: Source, steps: readonly MigrationStep[] = STEPS): Source {
  const name = FUNCTIONS[documentName];
  return steps.reduce((current, step) => step[name]?.(current, type) ?? current, system);
}

const typeOf = (source: Source): string => (typeof source["type"] === "string" ? source["type"] : "");

/**
 * Puts a whole document through all steps, its items included.
 * @returns the very same object when nothing in it has an earlier shape
 */
export function migrateSource(documentName: MigratedDocument, source: Source): Source {
  let next = source;
  if (isRecord(source["system"])) {
    const system = migrateSystem(documentName, typeOf(source), source["system"]);
    if (system !== source["system"]) next = { ...next, system };
  }
  const { items } = source;
  if (documentName === "Actor" && Array.isArray(items)) {
    const migrated = items.map((item: unknown) => (isRecord(item) ? migrateSource("Item", item) : item));
    if (migrated.some((item, index) => item !== items[index])) next = { ...next, items: migrated };
  }
  return next;
}

/** The flag of a document in memory whose stored data still have an earlier shape: paths in `system` that are gone. */
export const EARLIER_SHAPE = "earlierShape";
const SCOPE = "fatewalker";

/**
 * What a document class does with data as they come: brings `system` to the current shape in place, and marks the
 * document so that the runner finds it. A mark that came with data of the current shape is taken off.
 */
export function migrateInPlace(documentName: MigratedDocument, source: Record<string, unknown>): void {
  const { system } = source;
  if (!isRecord(system)) return;
  const next = migrateSystem(documentName, typeOf(source), system);
  if (next === system) {
    unmark(source);
    return;
  }
  const removed = removedPaths(system, next);
  for (const key of Object.keys(system)) if (!Object.hasOwn(next, key)) delete system[key];
  Object.assign(system, next);
  // The part of an update is no document, and a mark in it would be stored.
  if (isWhole(source)) mark(source, removed);
}

/** Fights have no name, and may have no type. */
const isWhole = (source: Source): boolean => Object.hasOwn(source, "type") || Object.hasOwn(source, "_id");

function mark(source: Record<string, unknown>, removed: readonly string[]): void {
  const flags = isRecord(source["flags"]) ? source["flags"] : {};
  const own = isRecord(flags[SCOPE]) ? flags[SCOPE] : {};
  own[EARLIER_SHAPE] = removed;
  flags[SCOPE] = own;
  source["flags"] = flags;
}

function unmark(source: Source): void {
  const { flags } = source;
  if (!isRecord(flags)) return;
  const own = flags[SCOPE];
  if (!isRecord(own) || !Object.hasOwn(own, EARLIER_SHAPE)) return;
  delete own[EARLIER_SHAPE];
  if (Object.keys(own).length === 0) delete flags[SCOPE];
}

/** The paths that are gone when a source is marked, else null. */
export function markOf(source: Source): readonly string[] | null {
  const { flags } = source;
  const own = isRecord(flags) ? flags[SCOPE] : null;
  const removed = isRecord(own) ? own[EARLIER_SHAPE] : null;
  return Array.isArray(removed) ? removed.filter((path) => typeof path === "string") : null;
}

/** Flags of a source without the mark. */
export function unmarkedFlags(source: Source): Record<string, unknown> {
  const copy: Record<string, unknown> = { flags: structuredClone(source["flags"] ?? {}) };
  unmark(copy);
  return isRecord(copy["flags"]) ? copy["flags"] : {};
}
