import type { Json, Source } from "../core/protocol";
import { kindOf } from "./documents";
import { idOf, isSource, sameJson, sourcesOf } from "./json";

/** `{"system.will.spent": 1}` as nested objects; keys that already nest are kept and merged. */
export function expandKeys(changes: Source): Source {
  const expanded: Source = {};
  for (const [key, value] of Object.entries(changes)) {
    const inner = isSource(value) ? expandKeys(value) : value;
    const path = key.split(".");
    const last = path.pop() ?? key;
    let holder = expanded;
    for (const step of path) {
      const present = holder[step];
      const next: Source = isSource(present) ? present : {};
      holder[step] = next;
      holder = next;
    }
    const present = holder[last];
    if (isSource(present) && isSource(inner)) Object.assign(present, inner);
    else holder[last] = inner;
  }
  return expanded;
}

/**
 * The part of requested changes that changes something: equal values, deletions of what is not there and empty objects
 * are left out. Keeps the `-=` and `==` forms, so that clients do the same as the server did.
 * @param before The stored source.
 * @param recursive False: values of the top level replace, so each is kept or dropped whole.
 */
export function effectiveChanges(before: Source, changes: Source, documentName: string, recursive: boolean): Source {
  const effective: Source = {};
  for (const [key, value] of Object.entries(changes)) {
    const kept = effectiveValue(before, key, value, documentName, recursive);
    if (kept !== undefined) effective[key] = kept;
  }
  return effective;
}

function effectiveValue(before: Source, key: string, value: Json, documentName: string, recursive: boolean): Json | undefined {
  if (key.startsWith("-=")) return Object.hasOwn(before, key.slice(2)) ? value : undefined;
  if (key.startsWith("==")) return sameJson(before[key.slice(2)], value) ? undefined : value;
  const present = before[key];
  if (!recursive) return sameJson(present, value) ? undefined : value;
  const embedded = kindOf(documentName)?.embedded[key];
  if (embedded !== undefined && !embedded.single && Array.isArray(value) && Array.isArray(present)) {
    const entries = effectiveEntries(sourcesOf(present), sourcesOf(value), embedded.documentName);
    return entries.length === 0 ? undefined : entries;
  }
  if (isSource(value) && isSource(present)) {
    const inner = effectiveChanges(present, value, embedded?.documentName ?? "", true);
    return Object.keys(inner).length === 0 ? undefined : inner;
  }
  return sameJson(present, value) ? undefined : value;
}

function effectiveEntries(before: Source[], changes: Source[], documentName: string): Source[] {
  return changes.flatMap((change) => {
    const present = before.find((entry) => idOf(entry) === idOf(change));
    if (present === undefined) return [change];
    const inner = effectiveChanges(present, change, documentName, true);
    return Object.keys(inner).length === 0 ? [] : [{ _id: idOf(change), ...inner }];
  });
}

/** Paths of the leaves of changes, without the `-=` and `==` marks: `system.will.spent`. */
export function changedPaths(changes: Source, prefix = ""): string[] {
  return Object.entries(changes).flatMap(([key, value]) => {
    const path = `${prefix}${bareKey(key)}`;
    return isSource(value) && Object.keys(value).length > 0 && !key.startsWith("==") ? changedPaths(value, `${path}.`) : [path];
  });
}

/** A key without the mark of deletion or replacement. */
export function bareKey(key: string): string {
  return key.startsWith("-=") || key.startsWith("==") ? key.slice(2) : key;
}
