/**
 * What the practice table's server and its clients say to each other.
 *
 * One WebSocket a client carries JSON frames. A client asks with a numbered `ClientFrame`, the server answers it with a
 * `reply` of the same number; everything that others must hear is a broadcast. Sources are the plain, serialisable
 * records of documents, exactly what is stored. Embedded documents travel inside their parent's source.
 */

export type Generation = 13 | 14;

/** A JSON value: everything that crosses the wire. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Source = { [key: string]: Json };

/** Document names of the primary collections the table keeps. */
export type PrimaryName =
  | "Actor" | "Item" | "ChatMessage" | "Combat" | "Scene" | "User" | "Folder" | "Macro" | "JournalEntry" | "Setting" | "RollTable" | "Playlist" | "Cards";

/**
 * Changes are nested objects, never dotted keys: objects merge, other values replace, `-=key: null` deletes, `==key: value`
 * replaces whole (in both generations; V14's operators are written so on the wire). With `options.recursive === false`
 * the top-level values replace. `records.ts` applies them: `applyChanges`, `applyOperation`.
 */
/** Options of one operation, as the API documents them; unknown keys are passed through to every client. */
export interface OperationOptions {
  [key: string]: Json | undefined;
  diff?: boolean;
  recursive?: boolean;
  render?: boolean;
  keepId?: boolean;
  noHook?: boolean;
}

interface Target {
  /** Name of the documents that change, primary or embedded (`Item` in an Actor). */
  documentName: string;
  /**
   * UUID of the parent for embedded documents, else null: `Actor.x`, `Actor.x.Item.y`, `Combat.x`, `Scene.x`, `JournalEntry.x`.
   * An unlinked token's own actor is stored in `token.delta` of its scene: `Actor` in `Scene.x.Token.y` updates the delta;
   * `Item`, `ActiveEffect` in `Scene.x.Token.y.Actor.z` (and deeper) live in `delta.items`, `delta.effects`, where an entry
   * replaces the base actor's one of the same id and `{_id, _tombstone: true}` removes it. `records.ts` does all of it.
   */
  parentUuid: string | null;
  /** Id of the compendium collection (`fatewalker.armor`), else null for the world. */
  pack: string | null;
  options: OperationOptions;
}

export type DocumentOperation =
  | (Target & { action: "create"; data: Source[] })
  | (Target & { action: "update"; updates: Source[] })
  | (Target & { action: "delete"; ids: string[] });

/** What was really done: complete sources for create, the effective differences for update, ids for delete. */
export type DocumentResult =
  | (Target & { action: "create"; created: Source[] })
  | (Target & { action: "update"; changes: Source[] })
  | (Target & { action: "delete"; deleted: string[] });

export type ClientFrame =
  /** One or more operations that succeed or fail together (more than one only through V14's modifyBatch). */
  | { kind: "modify"; number: number; operations: DocumentOperation[] }
  /** Documents of a compendium, whole. */
  | { kind: "pack"; number: number; pack: string; ids: string[] | null }
  /** Templates, lang and other files are fetched over http from the same origin, not here. */
  | { kind: "activity"; activity: UserActivity }
  | { kind: "emit"; event: string; payload: Json[] }
  | { kind: "query"; number: number; userId: string; name: string; data: Json; timeout: number }
  | { kind: "queryAnswer"; query: string; ok: boolean; data: Json };

export type ServerFrame =
  | { kind: "welcome"; world: WorldPayload }
  | { kind: "reply"; number: number; ok: true; data: Json }
  | { kind: "reply"; number: number; ok: false; error: ServerError }
  | { kind: "modified"; userId: string; results: DocumentResult[] }
  | { kind: "userConnected"; userId: string; active: boolean }
  | { kind: "activity"; userId: string; activity: UserActivity }
  | { kind: "emit"; userId: string; event: string; payload: Json[] }
  | { kind: "query"; query: string; name: string; data: Json; timeout: number };

export interface ServerError {
  name: "PermissionError" | "ValidationError" | "NotFoundError" | "TimeoutError";
  message: string;
}

export interface UserActivity {
  targets?: string[];
  sceneId?: string | null;
  /** The ways of the tokens that the user drags, by token; null when none is dragged any more. */
  plannedMovements?: Record<string, { x: number; y: number; elevation: number }[]> | null;
}

export interface PackPayload {
  /** `fatewalker.armor`. */
  collection: string;
  name: string;
  label: string;
  type: PrimaryName;
  system: string;
  packageName: string;
  locked: boolean;
  ownership: { [role: string]: string };
  /** Index entries: `_id name img type folder sort` and the fields that CONFIG.<Document>.compendiumIndexFields asks for are cut out on the client; the server sends whole entries. */
  index: Source[];
  folders: Source[];
}

/** Everything a client gets when it joins: as in Foundry, all world documents go to every client. */
export interface WorldPayload {
  generation: Generation;
  /** `14.369`. */
  version: string;
  userId: string;
  activeUsers: string[];
  system: Source;
  /** What `template.json` gives new documents, by document and type. */
  template?: Source;
  world: { id: string; title: string };
  /** By collection name: `actors items messages combats scenes users folders macros journal settings tables playlists cards`. */
  documents: { [collection: string]: Source[] };
  packs: PackPayload[];
}
