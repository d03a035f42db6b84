import type { DocumentOperation, DocumentResult, Json, Source, UserActivity } from "./protocol";

/**
 * What a table hears from its backend. Every method is called synchronously, in the order in which the server's frames
 * arrive, the table's own operations included.
 */
export interface BackendListeners {
  /**
   * Documents changed. Called for **every** client, also the one that asked, and for that one before its `modify`
   * resolves: this is the only place where the table's documents change.
   */
  modified(userId: string, results: DocumentResult[]): void;
  userConnected(userId: string, active: boolean): void;
  activity(userId: string, activity: UserActivity): void;
  /** A socket event of another client (a sender hears no echo). */
  emit(userId: string, event: string, payload: Json[]): void;
  /** A query another user addressed to this one; the backend sends back what the promise yields or rejects with. */
  query(name: string, data: Json, timeout: number): Promise<Json>;
}

/** The wire, seen from a table: a WebSocket in practice, an object in memory in unit tests. */
export interface Backend {
  /** Set once by `createTable`, before anything is sent. */
  listen(listeners: BackendListeners): void;
  /**
   * Asks the server to do operations, all or none.
   * @throws ServerRefusal  named as `ServerError.name` when the server refuses
   */
  modify(operations: DocumentOperation[]): Promise<DocumentResult[]>;
  /** Whole documents of a compendium; null means all. */
  getPack(pack: string, ids: string[] | null): Promise<Source[]>;
  activity(activity: UserActivity): void;
  emit(event: string, payload: Json[]): void;
  /** @throws ServerRefusal  `TimeoutError` after `timeout` milliseconds, or what the other side failed with */
  query(userId: string, name: string, data: Json, timeout: number): Promise<Json>;
  /** Text of a file served under the table's root: `systems/fatewalker/lang/en.json`. */
  fetchText(path: string): Promise<string>;
}

/** A refusal of the server, as the client sees it. */
export class ServerRefusal extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}
