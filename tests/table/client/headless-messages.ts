import type { Json } from "../core/protocol";

/** What a headless client is started with. */
export interface HeadlessStart {
  url: string;
  userId: string;
  /** Folder of the built system. */
  systemPath: string;
  language: string;
  /** What the client keeps between reloads (`localStorage` in a page). */
  storage: [string, string][];
}

export type ToWorker =
  /** Runs the source of a function in the client's realm, once so many frames of the server have come to it. */
  | { kind: "run"; number: number; source: string; argument: unknown; after: number }
  | { kind: "stop" };

export type FromWorker =
  | { kind: "ready" }
  | { kind: "failed"; error: ThrownError }
  | { kind: "result"; number: number; ok: true; value: unknown }
  | { kind: "result"; number: number; ok: false; error: ThrownError }
  | { kind: "stored"; key: string; value: string | null }
  /** The connection was lost, or is back with the world as it is now. */
  | { kind: "connection"; connected: boolean }
  /** Something went wrong outside of any `run`: an unhandled rejection, a deprecated call. */
  | { kind: "problem"; error: ThrownError };

/** An error on its way between two threads. */
export interface ThrownError {
  name: string;
  message: string;
  stack: string;
  details: Json;
}

export function packError(error: unknown): ThrownError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: "", details: null };
  return { name: error.name, message: error.message, stack: error.stack ?? "", details: error.cause === undefined ? null : String(error.cause) };
}

export function unpackError(packed: ThrownError): Error {
  const error = new Error(packed.message);
  error.name = packed.name;
  error.stack = packed.stack;
  return error;
}
