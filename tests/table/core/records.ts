import type { DocumentOperation, DocumentResult, Json, OperationOptions, Source } from "./protocol";

/**
 * Changes to stored records, on plain JSON: what a server does with an operation. Knows no data model, no permission and
 * no storage. Shared by the server and by tests that need a backend in memory.
 */

/** Which embedded documents a document keeps, and in which array of its source. */
export const EMBEDDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Actor: { Item: "items", ActiveEffect: "effects" },
  ActorDelta: { Item: "items", ActiveEffect: "effects" },
  Item: { ActiveEffect: "effects" },
  Combat: { Combatant: "combatants", CombatantGroup: "groups" },
  Scene: { Token: "tokens", Drawing: "drawings", Note: "notes", Wall: "walls", AmbientLight: "lights", AmbientSound: "sounds", Tile: "tiles", Region: "regions" },
  JournalEntry: { JournalEntryPage: "pages", JournalEntryCategory: "categories" },
  RollTable: { TableResult: "results" },
  Playlist: { PlaylistSound: "sounds" },
  Cards: { Card: "cards" },
};

/** Collection names of the primary documents (`game.actors`, `WorldPayload.documents.actors`). */
export const COLLECTIONS: Readonly<Record<string, string>> = {
  Actor: "actors", Item: "items", ChatMessage: "messages", Combat: "combats", Scene: "scenes", User: "users", Folder: "folders",
  Macro: "macros", JournalEntry: "journal", Setting: "settings", RollTable: "tables", Playlist: "playlists", Cards: "cards",
};

const OWNED = new Set(["Actor", "Item", "JournalEntry", "Macro", "RollTable", "Playlist", "Cards"]);
const WITH_STATS = new Set(["Actor", "Item", "ActiveEffect", "ChatMessage", "Combat", "Combatant", "Scene", "Folder", "Macro", "JournalEntry", "JournalEntryPage", "RollTable", "Playlist", "Cards", "Setting", "User"]);
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Where the primary records are; `put` and `remove` are told of whole primary records only. */
export interface RecordStore {
  get(documentName: string, pack: string | null, id: string): Source | undefined;
  put(documentName: string, pack: string | null, source: Source): void;
  remove(documentName: string, pack: string | null, id: string): void;
}

/** Who changes, and what `_stats` says about it. */
export interface RecordContext {
  userId: string;
  now: number;
  coreVersion: string;
  systemId: string;
  systemVersion: string;
}

export class RecordNotFound extends Error {
  override name = "NotFoundError";
}

export class RecordRefused extends Error {
  override name = "ValidationError";
}

export function randomRecordId(length = 16): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join("");
}

export function isSource(value: unknown): value is Source {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function embeddedName(documentName: string, key: string): string | null {
  const found = Object.entries(EMBEDDED[documentName] ?? {}).find(([, collection]) => collection === key);
  return found ? found[0] : null;
}

/**
 * Applies nested changes to a record, in place. Objects merge; arrays and values replace; arrays of embedded documents
 * merge by `_id`; `-=key` deletes; `==key` replaces whole.
 * @param recursive  false: values of the top level replace
 */
export function applyChanges(source: Source, changes: Source, documentName = "", recursive = true): Source {
  for (const [key, value] of Object.entries(changes)) {
    if (key.startsWith("-=")) {
      delete source[key.slice(2)];
      continue;
    }
    if (key.startsWith("==")) {
      source[key.slice(2)] = structuredClone(value);
      continue;
    }
    const present = source[key];
    const embedded = embeddedName(documentName, key);
    if (embedded && Array.isArray(value) && Array.isArray(present) && recursive) {
      mergeEmbedded(present, value, embedded);
    } else if (recursive && isSource(value) && isSource(present)) {
      applyChanges(present, value, key === "delta" && documentName === "Token" ? "ActorDelta" : "");
    } else {
      source[key] = isSource(value) && recursive ? applyChanges({}, value) : structuredClone(value);
    }
  }
  return source;
}

function mergeEmbedded(present: Json[], changes: Json[], documentName: string): void {
  for (const change of changes) {
    if (!isSource(change)) continue;
    const found = present.find((entry) => isSource(entry) && entry["_id"] === change["_id"]);
    if (isSource(found)) applyChanges(found, change, documentName);
    else present.push(structuredClone(change));
  }
}

function fillNew(source: Source, documentName: string, context: RecordContext | null, keepId: boolean): Source {
  const record = structuredClone(source);
  if (!keepId || typeof record["_id"] !== "string") record["_id"] = randomRecordId();
  if (context && WITH_STATS.has(documentName)) {
    const stats = isSource(record["_stats"]) ? record["_stats"] : {};
    record["_stats"] = {
      compendiumSource: null, duplicateSource: null, exportSource: null, ...stats,
      coreVersion: context.coreVersion, systemId: context.systemId, systemVersion: context.systemVersion,
      createdTime: context.now, modifiedTime: context.now, lastModifiedBy: context.userId,
    };
  }
  for (const [name, key] of Object.entries(EMBEDDED[documentName] ?? {})) {
    const entries = record[key];
    if (Array.isArray(entries)) record[key] = entries.map((entry) => (isSource(entry) ? fillNew(entry, name, context, true) : entry));
  }
  return record;
}

function stampChange(changes: Source, documentName: string, context: RecordContext | null): Source {
  if (!context || !WITH_STATS.has(documentName)) return changes;
  const stats = isSource(changes["_stats"]) ? changes["_stats"] : {};
  return { ...changes, _stats: { ...stats, coreVersion: context.coreVersion, systemId: context.systemId, systemVersion: context.systemVersion, modifiedTime: context.now, lastModifiedBy: context.userId } };
}

interface Level {
  documentName: string;
  id: string;
}

/** `Scene.x.Token.y.Actor.z.Item.w` as levels; a leading `Compendium.scope.pack` is dropped. */
export function uuidLevels(uuid: string): Level[] {
  const parts = uuid.split(".");
  if (parts[0] === "Compendium") parts.splice(0, 3);
  const levels: Level[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) levels.push({ documentName: parts[index] ?? "", id: parts[index + 1] ?? "" });
  return levels;
}

function findEntry(record: Source, documentName: string, level: Level): Source {
  const key = EMBEDDED[documentName]?.[level.documentName];
  const entries = key ? record[key] : undefined;
  const found = Array.isArray(entries) ? entries.find((entry) => isSource(entry) && entry["_id"] === level.id) : undefined;
  if (!isSource(found)) throw new RecordNotFound(`${level.documentName} "${level.id}" does not exist in its ${documentName}.`);
  return found;
}

/** The array of embedded records, with what the base actor of an unlinked token has beside it. */
interface Slot {
  entries: Json[];
  base: Source[] | null;
}

function slotOf(record: Source, documentName: string, embedded: string, base: Source | null): Slot {
  const key = EMBEDDED[documentName]?.[embedded];
  if (!key) throw new RecordRefused(`A ${documentName} keeps no ${embedded} documents.`);
  const present = record[key];
  const entries = Array.isArray(present) ? present : [];
  record[key] = entries;
  const baseEntries = base?.[key];
  return { entries, base: base ? (Array.isArray(baseEntries) ? baseEntries.filter(isSource) : []) : null };
}

function deltaOf(token: Source): Source {
  const present = token["delta"];
  if (isSource(present)) return present;
  const delta: Source = { _id: token["_id"] ?? null };
  token["delta"] = delta;
  return delta;
}

/** Takes an entry of the base actor into the delta, so that it can be changed there. */
function ownEntry(slot: Slot, id: string): Source {
  const own = slot.entries.find((entry) => isSource(entry) && entry["_id"] === id);
  if (isSource(own) && own["_tombstone"] !== true) return own;
  const inherited = isSource(own) ? undefined : slot.base?.find((entry) => entry["_id"] === id);
  if (!inherited) throw new RecordNotFound(`The document "${id}" does not exist.`);
  const copy = structuredClone(inherited);
  slot.entries.push(copy);
  return copy;
}

function changeSlot(slot: Slot, operation: DocumentOperation, context: RecordContext | null): DocumentResult {
  const { documentName } = operation;
  if (operation.action === "create") {
    const created = operation.data.map((data) => fillNew(data, documentName, context, operation.options.keepId === true || typeof data["_id"] === "string"));
    for (const record of created) {
      const at = slot.entries.findIndex((entry) => isSource(entry) && entry["_id"] === record["_id"]);
      const taken = at >= 0 ? slot.entries[at] : undefined;
      if (isSource(taken) && taken["_tombstone"] === true) slot.entries.splice(at, 1);
      else if (at >= 0 || slot.base?.some((entry) => entry["_id"] === record["_id"])) throw new RecordRefused(`A ${documentName} with the id "${String(record["_id"])}" exists already.`);
      slot.entries.push(structuredClone(record));
    }
    return { ...head(operation), action: "create", created };
  }
  if (operation.action === "update") {
    const changes = operation.updates.map((update) => stampChange(update, documentName, context));
    for (const change of changes) applyChanges(ownEntry(slot, String(change["_id"])), change, documentName, operation.options.recursive !== false);
    return { ...head(operation), action: "update", changes };
  }
  for (const id of operation.ids) {
    const at = slot.entries.findIndex((entry) => isSource(entry) && entry["_id"] === id);
    const inherited = slot.base?.some((entry) => entry["_id"] === id) ?? false;
    const removed = at >= 0 ? slot.entries.splice(at, 1)[0] : undefined;
    if ((removed === undefined && !inherited) || (isSource(removed) && removed["_tombstone"] === true)) throw new RecordNotFound(`${documentName} "${id}" does not exist.`);
    if (inherited) slot.entries.push({ _id: id, _tombstone: true });
  }
  return { ...head(operation), action: "delete", deleted: [...operation.ids] };
}

function head(operation: DocumentOperation): { documentName: string; parentUuid: string | null; pack: string | null; options: OperationOptions } {
  return { documentName: operation.documentName, parentUuid: operation.parentUuid, pack: operation.pack, options: operation.options };
}

function changePrimary(store: RecordStore, operation: DocumentOperation, context: RecordContext): DocumentResult {
  const { documentName, pack } = operation;
  const need = (id: string): Source => {
    const found = store.get(documentName, pack, id);
    if (!found) throw new RecordNotFound(`${documentName} "${id}" does not exist.`);
    return found;
  };
  if (operation.action === "create") {
    const created = operation.data.map((data) => {
      const record = fillNew(data, documentName, context, operation.options.keepId === true || typeof data["_id"] === "string");
      if (store.get(documentName, pack, String(record["_id"]))) throw new RecordRefused(`A ${documentName} with the id "${String(record["_id"])}" exists already.`);
      if (OWNED.has(documentName)) record["ownership"] = { default: 0, ...(isSource(record["ownership"]) ? record["ownership"] : {}), [context.userId]: 3 };
      return record;
    });
    for (const record of created) store.put(documentName, pack, structuredClone(record));
    return { ...head(operation), action: "create", created };
  }
  if (operation.action === "update") {
    const changes = operation.updates.map((update) => stampChange(update, documentName, context));
    for (const change of changes) {
      const record = structuredClone(need(String(change["_id"])));
      store.put(documentName, pack, applyChanges(record, change, documentName, operation.options.recursive !== false));
    }
    return { ...head(operation), action: "update", changes };
  }
  for (const id of operation.ids) {
    need(id);
    store.remove(documentName, pack, id);
  }
  return { ...head(operation), action: "delete", deleted: [...operation.ids] };
}

/**
 * Does one operation on the records and says what was done. Nothing is put when it throws.
 * @throws RecordNotFound, RecordRefused
 */
export function applyOperation(store: RecordStore, operation: DocumentOperation, context: RecordContext): DocumentResult {
  if (operation.parentUuid === null) return changePrimary(store, operation, context);
  const levels = uuidLevels(operation.parentUuid);
  const first = levels[0];
  const stored = first ? store.get(first.documentName, operation.pack, first.id) : undefined;
  if (!first || !stored) throw new RecordNotFound(`${operation.parentUuid} does not exist.`);
  const root = structuredClone(stored);
  const result = changeBelow(store, root, levels, operation, context);
  store.put(first.documentName, operation.pack, root);
  return result;
}

function changeBelow(store: RecordStore, root: Source, levels: Level[], operation: DocumentOperation, context: RecordContext | null): DocumentResult {
  let record = root;
  let documentName = levels[0]?.documentName ?? "";
  let base: Source | null = null;
  for (const level of levels.slice(1)) {
    if (documentName === "Token" && level.documentName === "Actor") {
      const actorId = record["actorId"];
      base = (typeof actorId === "string" ? store.get("Actor", null, actorId) : undefined) ?? {};
      record = deltaOf(record);
      documentName = "ActorDelta";
      continue;
    }
    record = base === null ? findEntry(record, documentName, level) : ownEntry(slotOf(record, documentName, level.documentName, base), level.id);
    base = null;
    documentName = level.documentName;
  }
  if (documentName === "Token" && operation.documentName === "Actor") {
    if (operation.action !== "update") throw new RecordRefused("The actor of an unlinked token can only be updated.");
    const delta = deltaOf(record);
    for (const update of operation.updates) {
      const { _id: id, ...changes } = update;
      void id;
      keepMarkers(delta, changes);
    }
    return { ...head(operation), action: "update", changes: operation.updates };
  }
  return changeSlot(slotOf(record, documentName, operation.documentName, base), operation, context);
}

/** Does an operation below an unlinked token on that token's own record, in place: how a client follows the server. */
export function applyToToken(token: Source, base: Source, operation: DocumentOperation): void {
  const tokenId = String(token["_id"]);
  const levels = uuidLevels(operation.parentUuid ?? "");
  const store: RecordStore = { get: () => base, put: () => undefined, remove: () => undefined };
  changeBelow(store, { tokens: [token] }, [{ documentName: "Scene", id: "" }, { documentName: "Token", id: tokenId }, ...levels.slice(2)], operation, null);
}

/** Merges into a delta; a deletion stays written there, since it must also hide what the base actor has. */
function keepMarkers(delta: Source, changes: Source): void {
  for (const [key, value] of Object.entries(changes)) {
    const bare = key.startsWith("-=") || key.startsWith("==") ? key.slice(2) : key;
    const present = delta[bare];
    if (bare !== key) {
      delete delta[bare];
      delete delta[`-=${bare}`];
      delete delta[`==${bare}`];
      delta[key] = structuredClone(value);
    } else if (isSource(delta[`==${bare}`]) && isSource(value)) {
      applyChanges(delta[`==${bare}`] as Source, value);
    } else {
      if (!isSource(value)) delete delta[`-=${bare}`];
      delete delta[`==${bare}`];
      if (isSource(value)) {
        const wasDeleted = `-=${bare}` in delta;
        delete delta[`-=${bare}`];
        if (wasDeleted) delta[`==${bare}`] = applyChanges({}, value);
        else {
          const target = isSource(present) ? present : {};
          keepMarkers(target, value);
          delta[bare] = target;
        }
      } else delta[bare] = structuredClone(value);
    }
  }
}

/** The source of an unlinked token's actor: the base actor with the token's delta over it. */
export function synthesize(base: Source, delta: Source): Source {
  const { items, effects, _id: id, ...changes } = delta;
  void id;
  const actor = structuredClone(base);
  const filled = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null && value !== undefined)) as Source;
  applyChanges(actor, filled);
  for (const [key, entries] of [["items", items], ["effects", effects]] as const) {
    if (!Array.isArray(entries)) continue;
    const own = new Map(entries.filter(isSource).map((entry) => [entry["_id"], entry]));
    const inherited = Array.isArray(actor[key]) ? actor[key].filter(isSource) : [];
    const merged: Source[] = [];
    for (const entry of inherited) {
      const replaced = own.get(entry["_id"]);
      own.delete(entry["_id"]);
      if (!replaced) merged.push(entry);
      else if (replaced["_tombstone"] !== true) merged.push(structuredClone(replaced));
    }
    for (const entry of own.values()) if (entry["_tombstone"] !== true) merged.push(structuredClone(entry));
    actor[key] = merged;
  }
  return actor;
}

/** A store over another one: nothing reaches the one below before `commit`. For operations that succeed or fail together. */
export class RecordTransaction implements RecordStore {
  readonly #below: RecordStore;
  readonly #changes = new Map<string, { documentName: string; pack: string | null; id: string; source: Source | null }>();

  constructor(below: RecordStore) {
    this.#below = below;
  }

  #key(documentName: string, pack: string | null, id: string): string {
    return `${pack ?? ""}/${documentName}/${id}`;
  }

  get(documentName: string, pack: string | null, id: string): Source | undefined {
    const changed = this.#changes.get(this.#key(documentName, pack, id));
    return changed ? (changed.source ?? undefined) : this.#below.get(documentName, pack, id);
  }

  put(documentName: string, pack: string | null, source: Source): void {
    const id = String(source["_id"]);
    this.#changes.set(this.#key(documentName, pack, id), { documentName, pack, id, source });
  }

  remove(documentName: string, pack: string | null, id: string): void {
    this.#changes.set(this.#key(documentName, pack, id), { documentName, pack, id, source: null });
  }

  commit(): void {
    for (const change of this.#changes.values()) {
      if (change.source) this.#below.put(change.documentName, change.pack, change.source);
      else this.#below.remove(change.documentName, change.pack, change.id);
    }
    this.#changes.clear();
  }
}
