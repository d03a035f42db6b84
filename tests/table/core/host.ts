import type { Backend } from "./backend";
import type { Generation, WorldPayload } from "./protocol";
import type { Data } from "./types";

/**
 * The one table of this realm, for the modules of the core. Documents, fields and rolls read the configuration from
 * here, since a system replaces it at run time.
 */
export interface Host {
  generation: Generation;
  world: WorldPayload;
  backend: Backend;
  config: Data;
  game: Data;
  ui: Data;
  canvas: Data;
  foundry: Data;
  target: Record<string, unknown>;
  /** How many documents are just now preparing their data; writes are refused meanwhile. */
  preparing: number;
}

let current: Host | null = null;

export function setHost(host: Host | null): void {
  current = host;
}

export function hasHost(): boolean {
  return current !== null;
}

/** @throws Error  before a table was created */
export function host(): Host {
  if (!current) throw new Error("There is no table in this realm: call createTable first.");
  return current;
}

/** The configuration record of a document, `CONFIG.Actor`. */
export function documentConfig(documentName: string): Data {
  const config = current?.config[documentName];
  return (typeof config === "object" && config !== null ? config : {}) as Data;
}
