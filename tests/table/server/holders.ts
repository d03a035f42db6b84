import { synthesize, uuidLevels, type RecordStore } from "../core/records";
import type { Source } from "../core/protocol";
import { embeddedFieldFor, kindOf } from "./documents";
import { TableError } from "./errors";
import { idOf, isSource, sourcesOf, textOf } from "./json";

/** A document on the way from the root to the one that is asked about. An unlinked token's actor is an `Actor` below its `Token`. */
export interface Holder {
  documentName: string;
  source: Source;
}

/** The actor of a token, with the token's delta over it when it is unlinked; null when the actor does not exist. */
export function actorOfToken(store: RecordStore, token: Source): Source | null {
  const actorId = textOf(token, "actorId");
  const base = actorId === null ? undefined : store.get("Actor", null, actorId);
  if (base === undefined) return null;
  const delta = token["delta"];
  return token["actorLink"] === true || !isSource(delta) ? base : synthesize(base, delta);
}

/** The actor that fights as a combatant: its token's where there is one. */
export function actorOfCombatant(store: RecordStore, combatant: Source): Source | null {
  const sceneId = textOf(combatant, "sceneId");
  const tokenId = textOf(combatant, "tokenId");
  const scene = sceneId === null ? undefined : store.get("Scene", null, sceneId);
  const token = scene === undefined || tokenId === null ? undefined : sourcesOf(scene["tokens"]).find((entry) => idOf(entry) === tokenId);
  if (token !== undefined) return actorOfToken(store, token);
  const actorId = textOf(combatant, "actorId");
  return (actorId === null ? undefined : store.get("Actor", null, actorId)) ?? null;
}

/**
 * The documents that a parent's UUID names, outermost first.
 * @throws TableError `NotFoundError` when one of them does not exist.
 */
export function holdersOf(store: RecordStore, parentUuid: string | null, pack: string | null): Holder[] {
  if (parentUuid === null) return [];
  const holders: Holder[] = [];
  for (const level of uuidLevels(parentUuid)) {
    const parent = holders.at(-1);
    const source = parent === undefined ? store.get(level.documentName, pack, level.id) : childOf(store, parent, level.documentName, level.id);
    if (source === undefined) throw new TableError("NotFoundError", `${level.documentName} [${level.id}] of ${parentUuid} does not exist.`);
    holders.push({ documentName: level.documentName, source });
  }
  if (holders.length === 0) throw new TableError("ValidationError", `"${parentUuid}" is no UUID of a parent.`);
  return holders;
}

/**
 * An embedded document of a parent.
 * @throws TableError `ValidationError` when the parent keeps no such documents.
 */
export function childOf(store: RecordStore, parent: Holder, documentName: string, id: string): Source | undefined {
  if (parent.documentName === "Token" && documentName === "Actor") {
    const actor = actorOfToken(store, parent.source);
    return actor !== null && idOf(actor) === id ? actor : undefined;
  }
  const place = embeddedFieldFor(parent.documentName, documentName);
  if (place === null || place.single) throw new TableError("ValidationError", `A ${parent.documentName} keeps no ${documentName} documents.`);
  return sourcesOf(parent.source[place.field]).find((entry) => idOf(entry) === id);
}

/** Everything that has the given name below a parent, or null when it is a primary document or cannot be listed. */
export function childrenOf(parent: Holder, documentName: string): Source[] {
  const place = embeddedFieldFor(parent.documentName, documentName);
  return place === null || place.single ? [] : sourcesOf(parent.source[place.field]);
}

/** Name for people: `Actor "Vorro" [id]`. */
export function describe(documentName: string, source: Source): string {
  const name = textOf(source, "name");
  return `${documentName}${name === null || name === "" ? "" : ` "${name}"`} [${idOf(source)}]`;
}

/** True when the host knows documents of that name. */
export function isPrimary(documentName: string): boolean {
  return (kindOf(documentName)?.collection ?? null) !== null;
}
