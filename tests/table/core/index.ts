import type { Backend } from "./backend";
import type { WorldPayload } from "./protocol";

export type { Backend, BackendListeners } from "./backend";
export { ServerRefusal } from "./backend";
export type * from "./protocol";

/** The object that receives the global names (`game`, `CONFIG`, `Actor` ...): `globalThis` of a page or of a worker. */
export type GlobalTarget = Record<string, unknown>;

export interface TableOptions {
  world: WorldPayload;
  backend: Backend;
  target: GlobalTarget;
  /** Without a page: stand-ins for `foundry.applications` are put in. Default: whether `document` is absent. */
  headless?: boolean;
  /** Language to load beside `en`. Default `en`. */
  language?: string;
  /** Client settings and the like: `localStorage` in a page. Default: in memory. */
  storage?: TableStorage;
}

/** The part of `Storage` that client settings need. */
export interface TableStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** What a page does between the documented hooks; each may be left out. */
export interface BootStages {
  /** Before `init`: core settings are registered, no document exists. */
  beforeInit?(): void | Promise<void>;
  /** After `setup`, when all documents are prepared: build `ui`, draw the canvas. `ready` follows. */
  beforeReady?(): void | Promise<void>;
}

/**
 * A table: the global names of Foundry, bound to one world and one user. One realm (page, worker) holds one table at a
 * time; creating a second one replaces the first.
 */
export interface Table {
  /** Plain, extensible namespaces (the page adds `foundry.applications.*`, `foundry.canvas.*`); the globals are strict views of the same objects. */
  foundry: Record<string, unknown>;
  CONFIG: Record<string, unknown>;
  game: Record<string, unknown>;
  /** `ui.notifications` records what was said (`messages`); the page replaces it. */
  ui: Record<string, unknown>;
  canvas: Record<string, unknown>;
  /**
   * Runs init, i18nInit, setup, ready in the documented order. Call it after the system's module has been imported.
   */
  boot(stages?: BootStages): Promise<void>;
}

/** Builds the table and installs the global names on `target`. Import the system's module afterwards, then `boot()`. */
export function createTable(options: TableOptions): Table {
  void options;
  throw new Error("The table's core is being written.");
}
