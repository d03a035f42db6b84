/**
 * One client of a table in a thread of its own: the system is written against global names, so every client needs a
 * realm of its own. Loads the built system as a page would, then runs what the test sends.
 */
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { WebSocket } from "ws";
import { createTable, type GlobalTarget, type TableStorage } from "../core";
import { packError, type FromWorker, type HeadlessStart, type ToWorker } from "./headless-messages";
import { SocketBackend } from "./socket-backend";

/** Bundlers that keep names wrap functions in a helper, which a function sent as text leaves behind. */
const NAME_HELPER = "__name";

function portOfParent(): MessagePort {
  if (parentPort === null) throw new Error("A headless client runs in a worker thread.");
  return parentPort;
}

const port = portOfParent();
const start = workerData as HeadlessStart;

function tell(message: FromWorker): void {
  port.postMessage(message);
}

function storageOf(entries: readonly [string, string][]): TableStorage {
  const values = new Map(entries);
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      values.set(key, value);
      tell({ kind: "stored", key, value });
    },
    removeItem: (key) => {
      values.delete(key);
      tell({ kind: "stored", key, value: null });
    },
  };
}

/** Frames that have come over the socket that is open. */
let heard = 0;

/** Milliseconds that a script waits for what was sent before it; a connection that has broken brings nothing more. */
const PATIENCE = 10_000;

async function hearing(frames: number): Promise<void> {
  for (const end = Date.now() + PATIENCE; heard < frames && Date.now() < end; ) await new Promise((resolve) => setTimeout(resolve, 1));
}

function openSocket(address: string): WebSocket {
  const socket = new WebSocket(address);
  heard = 0;
  socket.on("message", () => {
    heard += 1;
  });
  return socket;
}

async function run(message: ToWorker & { kind: "run" }): Promise<void> {
  const { number, source, argument, after } = message;
  try {
    if (heard < after) await hearing(after);
    const script = (0, eval)(`(${source})`) as (argument: unknown) => unknown;
    const value = await script(argument);
    try {
      tell({ kind: "result", number, ok: true, value });
    } catch (error) {
      throw new Error("A script's result must be plain data: return what you need of a document, not the document.", { cause: error });
    }
  } catch (error) {
    tell({ kind: "result", number, ok: false, error: packError(error) });
  }
}

async function open(): Promise<SocketBackend> {
  const target = globalThis as unknown as GlobalTarget;
  target[NAME_HELPER] = (value: unknown): unknown => value;
  const { backend, world } = await SocketBackend.connect({ url: start.url, userId: start.userId, openSocket, onLost: () => tell({ kind: "connection", connected: false }), onRestored: () => tell({ kind: "connection", connected: true }) });
  const table = createTable({ world, backend, target, headless: true, language: start.language, storage: storageOf(start.storage) });
  const modules = world.system["esmodules"];
  for (const module of Array.isArray(modules) ? modules : []) await import(pathToFileURL(join(start.systemPath, String(module))).href);
  await table.boot();
  return backend;
}

/** Is this client leaving? What it was still waiting for fails now, and nobody is there any more to read of it. */
let leaving = false;

// What Foundry would call deprecated is a problem of the system under test.
const warn = console.warn.bind(console);
console.warn = (...parts: unknown[]): void => {
  if (/deprecated/i.test(String(parts[0]))) tell({ kind: "problem", error: packError(new Error(String(parts[0]))) });
  warn(...parts);
};

// Hooks.onError says everything on the console as well.
const complain = console.error.bind(console);
console.error = (...parts: unknown[]): void => {
  if (leaving) return;
  const error = parts.find((part) => part instanceof Error);
  const text = parts.map((part) => (part instanceof Error ? part.message : String(part))).join(" ");
  const problem = new Error(text);
  if (error instanceof Error && error.stack !== undefined) problem.stack = error.stack;
  tell({ kind: "problem", error: packError(problem) });
  complain(...parts);
};

process.on("unhandledRejection", (error) => {
  if (!leaving) tell({ kind: "problem", error: packError(error) });
});

try {
  const backend = await open();
  port.on("message", (message: ToWorker) => {
    if (message.kind === "run") void run(message);
    else {
      leaving = true;
      backend.close();
      port.close();
    }
  });
  tell({ kind: "ready" });
} catch (error) {
  tell({ kind: "failed", error: packError(error) });
  port.close();
}
