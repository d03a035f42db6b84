import { randomRecordId } from "../core/records";
import type { Source } from "../core/protocol";
import { kindOf } from "./documents";
import { TableError } from "./errors";
import { idOf, isSource, sourcesOf, textOf } from "./json";
import type { Manifest } from "./manifest";
import { sanitiseSource } from "./sanitise";
import { withIdOf } from "./store/entries";

const ID = /^[A-Za-z0-9]{16}$/;

function invalid(message: string): never {
  throw new TableError("ValidationError", message);
}

/** @throws TableError `ValidationError` unless the id has 16 letters or digits. */
export function checkId(documentName: string, id: string): void {
  if (!ID.test(id)) invalid(`"${id}" is no id of a ${documentName}: it takes 16 letters or digits.`);
}

function checkType(manifest: Manifest, documentName: string, type: string): void {
  const coreTypes = kindOf(documentName)?.coreTypes ?? null;
  if (coreTypes === null) return;
  const known = [...coreTypes, ...manifest.typesOf(documentName)];
  if (!known.includes(type)) invalid(`"${type}" is no type of ${documentName}; known are ${known.join(", ")}.`);
}

/**
 * What the host checks and completes of a new document without the system's code: id, type, name, HTML. Works in place,
 * embedded documents included.
 * @throws TableError `ValidationError`
 */
export function prepareCreation(manifest: Manifest, documentName: string, source: Source): void {
  const kind = kindOf(documentName) ?? invalid(`There are no documents called ${documentName}.`);
  if (idOf(source) === "") source["_id"] = randomRecordId();
  checkId(documentName, idOf(source));
  if (kind.coreTypes !== null) {
    const type = textOf(source, "type") ?? kind.coreTypes.at(0) ?? invalid(`A new ${documentName} needs a type.`);
    checkType(manifest, documentName, type);
    source["type"] = type;
  }
  if (kind.named && (textOf(source, "name") ?? "").trim() === "") invalid(`A new ${documentName} needs a name.`);
  sanitiseSource(documentName, source, manifest.rulesOf(documentName, textOf(source, "type")).htmlFields);
  for (const [field, embedded] of Object.entries(kind.embedded)) {
    const value = source[field];
    if (embedded.single && isSource(value)) {
      const child = withIdOf(value, source);
      source[field] = child;
      prepareCreation(manifest, embedded.documentName, child);
    } else for (const child of sourcesOf(value)) if (child["_tombstone"] !== true) prepareCreation(manifest, embedded.documentName, child);
  }
}

/**
 * The same for changes to a stored document, in place.
 * @throws TableError `ValidationError`
 */
export function prepareChanges(manifest: Manifest, documentName: string, before: Source, changes: Source): void {
  const kind = kindOf(documentName);
  if (kind?.named === true && Object.hasOwn(changes, "name") && (textOf(changes, "name") ?? "").trim() === "") invalid(`The name of a ${documentName} may not be empty.`);
  const type = textOf(changes, "type");
  if (type !== null) checkType(manifest, documentName, type);
  sanitiseSource(documentName, changes, manifest.rulesOf(documentName, type ?? textOf(before, "type")).htmlFields);
  for (const [field, embedded] of Object.entries(kind?.embedded ?? {})) {
    if (embedded.single) continue;
    const present = sourcesOf(before[field]);
    for (const child of sourcesOf(changes[field])) {
      const old = present.find((entry) => idOf(entry) === idOf(child));
      if (old === undefined) prepareCreation(manifest, embedded.documentName, child);
      else prepareChanges(manifest, embedded.documentName, old, child);
    }
  }
}
