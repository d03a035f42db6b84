import { WebSocket } from "ws";
import type { DocumentOperation, DocumentResult, Json, ServerError, ServerFrame, Source, WorldPayload } from "../../core/protocol";

/** A frame of the server, of one kind. */
type FrameOf<Kind extends ServerFrame["kind"]> = Extract<ServerFrame, { kind: Kind }>;

/** A client that speaks plain frames and claims whatever a test wants it to claim. */
export class RawClient {
  readonly heard: ServerFrame[] = [];
  readonly #socket: WebSocket;
  readonly #watchers = new Set<() => void>();
  #number = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => {
      this.heard.push(JSON.parse(String(data)) as ServerFrame);
      for (const watcher of this.#watchers) watcher();
    });
  }

  /** Connects and waits for the welcome. */
  static async join(url: string, userId: string): Promise<RawClient> {
    const socket = new WebSocket(`${url.replace(/^http/, "ws")}/ws?user=${userId}`);
    const client = new RawClient(socket);
    const refused = new Promise<never>((_, reject) => socket.once("error", reject));
    await Promise.race([client.next("welcome"), refused]);
    socket.on("error", () => undefined);
    return client;
  }

  get world(): WorldPayload {
    const welcome = this.heard.find((frame): frame is FrameOf<"welcome"> => frame.kind === "welcome");
    if (welcome === undefined) throw new Error("The client was not welcomed.");
    return welcome.world;
  }

  /** The first frame of a kind that passes, already heard or to come. */
  next<Kind extends ServerFrame["kind"]>(kind: Kind, passes: (frame: FrameOf<Kind>) => boolean = () => true): Promise<FrameOf<Kind>> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.heard.find((frame): frame is FrameOf<Kind> => frame.kind === kind && passes(frame as FrameOf<Kind>));
        if (found === undefined) return;
        this.#watchers.delete(look);
        resolve(found);
      };
      this.#watchers.add(look);
      look();
    });
  }

  /** Sends anything at all. */
  send(frame: Json): void {
    this.#socket.send(JSON.stringify(frame));
  }

  /** Sends a frame that wants an answer and waits for it. */
  async ask(frame: Source): Promise<FrameOf<"reply">> {
    const number = (this.#number += 1);
    this.send({ ...frame, number });
    return this.next("reply", (reply) => reply.number === number);
  }

  /** Asks for operations; yields what was done. */
  async modify(...operations: DocumentOperation[]): Promise<DocumentResult[]> {
    const reply = await this.ask({ kind: "modify", operations: operations as unknown as Json });
    if (!reply.ok) throw new Error(`${reply.error.name}: ${reply.error.message}`);
    return reply.data as unknown as DocumentResult[];
  }

  /** Asks for operations that must be refused; yields the refusal. */
  async refused(...operations: DocumentOperation[]): Promise<ServerError> {
    const reply = await this.ask({ kind: "modify", operations: operations as unknown as Json });
    if (reply.ok) throw new Error(`The server did what it should refuse: ${JSON.stringify(reply.data)}`);
    return reply.error;
  }

  close(): void {
    this.#socket.close();
  }
}

interface Aim {
  parentUuid?: string | null;
  pack?: string | null;
  options?: DocumentOperation["options"];
}

function aim(documentName: string, { parentUuid = null, pack = null, options = {} }: Aim): Pick<DocumentOperation, "documentName" | "parentUuid" | "pack" | "options"> {
  return { documentName, parentUuid, pack, options };
}

export function create(documentName: string, data: Source | Source[], at: Aim = {}): DocumentOperation {
  return { ...aim(documentName, at), action: "create", data: [data].flat() };
}

export function update(documentName: string, updates: Source | Source[], at: Aim = {}): DocumentOperation {
  return { ...aim(documentName, at), action: "update", updates: [updates].flat() };
}

export function remove(documentName: string, ids: string | string[], at: Aim = {}): DocumentOperation {
  return { ...aim(documentName, at), action: "delete", ids: [ids].flat() };
}
