import { ServerRefusal, type Backend, type BackendListeners } from "../core/backend";
import type { ClientFrame, DocumentOperation, DocumentResult, Json, ServerFrame, Source, UserActivity, WorldPayload } from "../core/protocol";

/** The part of a WebSocket that pages and the `ws` package have in common. */
export interface SocketLike {
  send(data: string): void;
  close(): void;
  addEventListener(type: "open" | "close" | "error", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
}

export interface SocketBackendOptions {
  /** Address of the table: `http://127.0.0.1:30000`. */
  url: string;
  userId: string;
  /** Opens a socket; default: the `WebSocket` of the page. */
  openSocket?: (address: string) => SocketLike;
  /** The connection was lost; it is tried again until `close`. */
  onLost?: () => void;
  /** The connection is back. What happened meanwhile is only in `world`: a page reloads. */
  onRestored?: (world: WorldPayload) => void;
}

interface Waiting {
  resolve(data: Json): void;
  reject(error: Error): void;
}

/** Waits between attempts to connect again, in milliseconds; the last one repeats. */
const RECONNECT_WAITS = [100, 250, 500, 1000, 2000];

/** Frames that ask for an answer, before they have their number. */
type Question =
  | { kind: "modify"; operations: DocumentOperation[] }
  | { kind: "pack"; pack: string; ids: string[] | null }
  | { kind: "query"; userId: string; name: string; data: Json; timeout: number };

/**
 * A table's wire to the server: one WebSocket, opened again when it is lost. A request that was under way when the
 * connection broke is rejected as `ConnectionError`: whether the server did it shows in the world that comes next.
 */
export class SocketBackend implements Backend {
  readonly #options: SocketBackendOptions;
  readonly #waiting = new Map<number, Waiting>();
  /** Frames that came before the table listens; it hears them in their order. */
  #early: ServerFrame[] = [];
  #listeners: BackendListeners | null = null;
  #socket: SocketLike | null = null;
  #number = 0;
  #isClosed = false;

  private constructor(options: SocketBackendOptions) {
    this.#options = options;
  }

  /**
   * Joins a table.
   * @throws ServerRefusal `ConnectionError` when the table does not let the user in or does not answer.
   */
  static async connect(options: SocketBackendOptions): Promise<{ backend: SocketBackend; world: WorldPayload }> {
    const backend = new SocketBackend(options);
    return { backend, world: await backend.#open() };
  }

  listen(listeners: BackendListeners): void {
    this.#listeners = listeners;
    const early = this.#early;
    this.#early = [];
    for (const frame of early) this.#hear(frame, listeners);
  }

  async modify(operations: DocumentOperation[]): Promise<DocumentResult[]> {
    return (await this.#ask({ kind: "modify", operations })) as unknown as DocumentResult[];
  }

  async getPack(pack: string, ids: string[] | null): Promise<Source[]> {
    return (await this.#ask({ kind: "pack", pack, ids })) as Source[];
  }

  activity(activity: UserActivity): void {
    this.#send({ kind: "activity", activity });
  }

  emit(event: string, payload: Json[]): void {
    this.#send({ kind: "emit", event, payload });
  }

  query(userId: string, name: string, data: Json, timeout: number): Promise<Json> {
    return this.#ask({ kind: "query", userId, name, data, timeout });
  }

  async fetchText(path: string): Promise<string> {
    const response = await fetch(new URL(path, `${this.#options.url}/`));
    if (!response.ok) throw new ServerRefusal("NotFoundError", `There is no file ${path}.`);
    return response.text();
  }

  /** Leaves the table for good. */
  close(): void {
    this.#isClosed = true;
    this.#socket?.close();
    this.#rejectWaiting();
  }

  #open(): Promise<WorldPayload> {
    const address = `${this.#options.url.replace(/^http/, "ws")}/ws?user=${encodeURIComponent(this.#options.userId)}`;
    const openSocket = this.#options.openSocket ?? ((target: string): SocketLike => new WebSocket(target));
    return new Promise((resolve, reject) => {
      const socket = openSocket(address);
      let isWelcome = false;
      socket.addEventListener("error", () => undefined);
      socket.addEventListener("message", (event) => {
        const frame = JSON.parse(String(event.data)) as ServerFrame;
        if (frame.kind === "welcome") {
          isWelcome = true;
          this.#socket = socket;
          resolve(frame.world);
        } else this.#receive(frame);
      });
      socket.addEventListener("close", () => {
        if (!isWelcome) reject(new ServerRefusal("ConnectionError", `The table at ${this.#options.url} did not let user [${this.#options.userId}] in.`));
        else if (this.#socket === socket) this.#lost();
      });
    });
  }

  #lost(): void {
    this.#socket = null;
    this.#rejectWaiting();
    if (this.#isClosed) return;
    this.#options.onLost?.();
    this.#reconnect(0);
  }

  #reconnect(attempt: number): void {
    setTimeout(() => {
      if (this.#isClosed) return;
      this.#open().then(
        (world) => this.#options.onRestored?.(world),
        () => this.#reconnect(attempt + 1),
      );
    }, RECONNECT_WAITS[Math.min(attempt, RECONNECT_WAITS.length - 1)]);
  }

  #rejectWaiting(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new ServerRefusal("ConnectionError", "The connection to the table was lost."));
  }

  #ask(question: Question): Promise<Json> {
    const number = (this.#number += 1);
    return new Promise((resolve, reject) => {
      if (this.#socket === null) {
        reject(new ServerRefusal("ConnectionError", "There is no connection to the table."));
        return;
      }
      this.#waiting.set(number, { resolve, reject });
      this.#send({ ...question, number });
    });
  }

  #send(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  #receive(frame: ServerFrame): void {
    if (frame.kind === "reply") this.#settle(frame);
    else if (this.#listeners === null) this.#early.push(frame);
    else this.#hear(frame, this.#listeners);
  }

  #settle(frame: ServerFrame & { kind: "reply" }): void {
    const waiting = this.#waiting.get(frame.number);
    this.#waiting.delete(frame.number);
    if (frame.ok) waiting?.resolve(frame.data);
    else waiting?.reject(new ServerRefusal(frame.error.name, frame.error.message));
  }

  #hear(frame: ServerFrame, listeners: BackendListeners): void {
    switch (frame.kind) {
      case "modified":
        return listeners.modified(frame.userId, frame.results);
      case "userConnected":
        return listeners.userConnected(frame.userId, frame.active);
      case "activity":
        return listeners.activity(frame.userId, frame.activity);
      case "emit":
        return listeners.emit(frame.userId, frame.event, frame.payload);
      case "query":
        void this.#answer(frame, listeners);
    }
  }

  async #answer(frame: ServerFrame & { kind: "query" }, listeners: BackendListeners): Promise<void> {
    try {
      const data = await listeners.query(frame.name, frame.data, frame.timeout);
      this.#send({ kind: "queryAnswer", query: frame.query, ok: true, data: data ?? null });
    } catch (error) {
      this.#send({ kind: "queryAnswer", query: frame.query, ok: false, data: error instanceof Error ? error.message : String(error) });
    }
  }
}
