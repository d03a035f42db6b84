import type { WebSocket } from "ws";
import { randomRecordId } from "../core/records";
import type { ClientFrame, DocumentResult, Json, ServerFrame, UserActivity } from "../core/protocol";
import { DelayedLine, sendText, type Faults } from "./faults";
import { TableError, toServerError } from "./errors";
import { numberOf, readFrame } from "./frames";
import { hasPermission } from "./roles";
import type { World } from "./world";

interface Connection {
  userId: string;
  socket: WebSocket;
  /** What goes to the client, and what comes from it. */
  out: DelayedLine;
  in: DelayedLine;
  /** Frames that have gone out to the client. */
  sent: number;
}

interface OpenQuery {
  asker: Connection;
  answerer: Connection;
  number: number;
  timer: NodeJS.Timeout;
}

/** The open connections, and everything that goes from one to the others. */
export class Hub {
  readonly #world: World;
  readonly #connections = new Set<Connection>();
  readonly #activities = new Map<string, UserActivity>();
  readonly #queries = new Map<string, OpenQuery>();

  readonly #faults: Faults;

  constructor(world: World, faults: Faults) {
    this.#world = world;
    this.#faults = faults;
  }

  /** Ids of the users with at least one connection. */
  activeUsers(): string[] {
    return [...new Set([...this.#connections].map((connection) => connection.userId))];
  }

  /** How many frames have gone out to the one connection of a user; 0 for one who has none or several. */
  sentTo(userId: string): number {
    const [one, ...others] = [...this.#connections].filter((connection) => connection.userId === userId);
    return one === undefined || others.length > 0 ? 0 : one.sent;
  }

  /** Takes up a connection that the join has let in. */
  join(userId: string, socket: WebSocket): void {
    const isFirst = !this.activeUsers().includes(userId);
    const connection: Connection = { userId, socket, out: new DelayedLine(), in: new DelayedLine(), sent: 0 };
    this.#connections.add(connection);
    this.#send(connection, { kind: "welcome", world: this.#world.payload(userId, this.activeUsers()) });
    for (const [other, activity] of this.#activities) if (other !== userId) this.#send(connection, { kind: "activity", userId: other, activity });
    if (isFirst) this.#broadcast({ kind: "userConnected", userId, active: true }, connection);
    socket.on("message", (data) => connection.in.pass(this.#faults.delayOf(userId), () => this.#receive(connection, String(data))));
    socket.on("close", () => this.#leave(connection));
    socket.on("error", () => socket.terminate());
  }

  /** Ends the connections of one user, as a cable that is pulled. */
  disconnect(userId: string): void {
    for (const connection of this.#connections) if (connection.userId === userId) connection.socket.terminate();
  }

  /** Ends every connection. */
  close(): void {
    for (const { timer } of this.#queries.values()) clearTimeout(timer);
    this.#queries.clear();
    for (const { socket } of this.#connections) socket.terminate();
  }

  /** Tells everybody of changes that were made on the server itself. */
  tell(userId: string, results: DocumentResult[]): void {
    this.#broadcast({ kind: "modified", userId, results });
  }

  #leave(connection: Connection): void {
    this.#connections.delete(connection);
    for (const [id, query] of this.#queries) {
      if (query.answerer === connection) this.#settle(id, { kind: "reply", number: query.number, ok: false, error: { name: "TimeoutError", message: "The user who was asked has left." } });
      else if (query.asker === connection) this.#settle(id, null);
    }
    if (this.activeUsers().includes(connection.userId)) return;
    this.#activities.delete(connection.userId);
    this.#broadcast({ kind: "userConnected", userId: connection.userId, active: false }, connection);
  }

  #receive(connection: Connection, data: string): void {
    let raw: Json = null;
    try {
      raw = JSON.parse(data) as Json;
      this.#handle(connection, readFrame(raw));
    } catch (error) {
      const number = numberOf(raw);
      if (number !== null) this.#refuse(connection, number, error);
    }
  }

  #handle(connection: Connection, frame: ClientFrame): void {
    const { userId } = connection;
    switch (frame.kind) {
      case "modify":
        this.#world
          .modify(userId, frame.operations, (results) => results.length > 0 && this.#broadcast({ kind: "modified", userId, results }))
          .then((results) => {
            if (this.#faults.noteWrite(userId)) this.disconnect(userId);
            else this.#send(connection, { kind: "reply", number: frame.number, ok: true, data: results as unknown as Json });
          })
          .catch((error: unknown) => this.#refuse(connection, frame.number, error));
        return;
      case "pack":
        this.#send(connection, { kind: "reply", number: frame.number, ok: true, data: this.#world.pack(userId, frame.pack, frame.ids) });
        return;
      case "activity":
        this.#activities.set(userId, { ...this.#activities.get(userId), ...frame.activity });
        this.#broadcast({ kind: "activity", userId, activity: frame.activity }, connection);
        return;
      case "emit":
        if (!this.#world.manifest.socket || frame.event !== `system.${this.#world.manifest.id}`) return;
        this.#broadcast({ kind: "emit", userId, event: frame.event, payload: frame.payload }, connection);
        return;
      case "query":
        this.#ask(connection, frame);
        return;
      case "queryAnswer":
        this.#answer(connection, frame);
    }
  }

  #ask(asker: Connection, frame: ClientFrame & { kind: "query" }): void {
    const requester = this.#world.requester(asker.userId);
    if (!hasPermission(requester, "QUERY_USER", this.#world.permissionSetting())) throw new TableError("PermissionError", `User "${requester.name}" lacks permission to query users.`);
    const answerer = [...this.#connections].find((connection) => connection.userId === frame.userId);
    if (answerer === undefined) throw new TableError("NotFoundError", `The user [${frame.userId}] is not connected.`);
    const id = randomRecordId();
    const expired: ServerFrame = { kind: "reply", number: frame.number, ok: false, error: { name: "TimeoutError", message: `The query ${frame.name} was not answered within ${frame.timeout} ms.` } };
    const timer = setTimeout(() => this.#settle(id, expired), frame.timeout);
    this.#queries.set(id, { asker, answerer, number: frame.number, timer });
    this.#send(answerer, { kind: "query", query: id, name: frame.name, data: frame.data, timeout: frame.timeout });
  }

  /** Only the connection that was asked can answer, and only once. */
  #answer(connection: Connection, frame: ClientFrame & { kind: "queryAnswer" }): void {
    const query = this.#queries.get(frame.query);
    if (query === undefined || query.answerer !== connection) return;
    const reply: ServerFrame = frame.ok
      ? { kind: "reply", number: query.number, ok: true, data: frame.data }
      : { kind: "reply", number: query.number, ok: false, error: { name: "ValidationError", message: typeof frame.data === "string" ? frame.data : "The query failed." } };
    this.#settle(frame.query, reply);
  }

  #settle(id: string, reply: ServerFrame | null): void {
    const query = this.#queries.get(id);
    if (query === undefined) return;
    clearTimeout(query.timer);
    this.#queries.delete(id);
    if (reply !== null) this.#send(query.asker, reply);
  }

  #refuse(connection: Connection, number: number, error: unknown): void {
    this.#send(connection, { kind: "reply", number, ok: false, error: toServerError(error) });
  }

  #broadcast(frame: ServerFrame, except: Connection | null = null): void {
    const data = JSON.stringify(frame);
    for (const connection of this.#connections) if (connection !== except) this.#post(connection, data);
  }

  #send(connection: Connection, frame: ServerFrame): void {
    this.#post(connection, JSON.stringify(frame));
  }

  #post(connection: Connection, data: string): void {
    connection.out.pass(this.#faults.delayOf(connection.userId), () => {
      if (sendText(connection.socket, data)) connection.sent += 1;
    });
  }
}
