import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocketServer } from "ws";
import type { Generation, Source } from "../core/protocol";
import { Faults } from "./faults";
import { requestListener } from "./http";
import { Hub } from "./hub";
import { idOf, textOf } from "./json";
import { Manifest } from "./manifest";
import { ROLES } from "./roles";
import { planFor, readWorldPlan } from "./seed/plan";
import { planWorld } from "./seed/plant";
import { World } from "./world";

export interface StartOptions {
  /** 0 takes any free port. */
  port?: number;
  /** How many ports after a taken one are tried; none by default. */
  portTries?: number;
  /** Address to listen on. The table asks for no password, so only this machine unless told otherwise. */
  host?: string;
  generation?: Generation;
  /** Folder that keeps the worlds between starts. */
  dataDir: string;
  /** Throw away the world and seed it anew. */
  fresh?: boolean;
  /** The built system: any folder with a `system.json`. */
  distDir: string;
  /** The built page; without one the table serves only clients that need no browser. */
  pageDir?: string | null;
  /** Folder with the starting world; default `tests/table/world`. */
  worldDir?: string;
}

export interface RunningTable {
  /** `http://127.0.0.1:30000`. */
  url: string;
  dataDir: string;
  generation: Generation;
  /** Users with their ids, for tests and tools that join without the join page. */
  users: { id: string; name: string; role: number }[];
  /** Faults on demand, for tests and for the panel of the page. */
  faults: TableFaults;
  /** How many frames have gone out to the one connection of a user; 0 for one who has none or several. */
  sentTo(userId: string): number;
  /** Ends all connections, waits for what is being written and frees the world. */
  close(): Promise<void>;
}

/** What can be made to go wrong. */
export interface TableFaults {
  /** Cuts a user's connections and lets none in until `restore`. */
  drop(userId: string): void;
  /** Lets a dropped user in again; its client comes back by itself. */
  restore(userId: string): void;
  /** Makes every message from and to a user that much later, in milliseconds; 0 ends it. */
  delay(userId: string, milliseconds: number): void;
  /** Cuts the connection of a user after so many more requests to write were done, before the last of them is answered. */
  cutAfter(userId: string, writes: number): void;
  /** How many requests to write a user has made since the table was opened. */
  writesOf(userId: string): number;
  /** Drops every GM that is connected; yields their ids, for `restore`. */
  removeGamemasters(): string[];
  /** Makes one more user with the role of a Gamemaster, and yields it. */
  addGamemaster(name: string): Promise<{ id: string; name: string; role: number }>;
  /**
   * Cuts all connections in the middle of whatever they do and starts the server anew on the same port and world.
   * @param down Milliseconds for which nobody is answered.
   */
  restart(down?: number): Promise<void>;
  /** What is wrong just now, by user id. */
  state(): { [userId: string]: { dropped: boolean; delay: number } };
}

/** Where the starting world is described. */
export const STARTING_WORLD = fileURLToPath(new URL("../world", import.meta.url));

/**
 * Starts a practice table and waits until it takes connections.
 * @throws Error in plain words when the system is not built, the world is in use or no port is free.
 */
export async function startTable(options: StartOptions): Promise<RunningTable> {
  const { dataDir, generation = 14, host = "127.0.0.1" } = options;
  const faults = new Faults();
  let running = await openTable(options, options.port ?? 0, options.portTries ?? 0, options.fresh ?? false, faults, () => control);
  const control: TableFaults = {
    drop: (userId) => {
      faults.drop(userId);
      running.hub.disconnect(userId);
    },
    restore: (userId) => faults.restore(userId),
    delay: (userId, milliseconds) => faults.delay(userId, milliseconds),
    cutAfter: (userId, writes) => faults.cutAfter(userId, writes),
    writesOf: (userId) => faults.writesOf(userId),
    removeGamemasters: () => {
      const active = running.hub.activeUsers();
      const ids = running.world.users().filter((user) => active.includes(idOf(user)) && Number(user["role"]) >= ROLES.assistant).map(idOf);
      for (const id of ids) control.drop(id);
      return ids;
    },
    addGamemaster: async (name) => {
      const gamemaster = running.world.users().find((user) => user["role"] === ROLES.gamemaster);
      if (gamemaster === undefined) throw new Error("There is no Gamemaster who could make another one.");
      const [result] = await running.world.modify(idOf(gamemaster), [{ action: "create", documentName: "User", parentUuid: null, pack: null, options: {}, data: [{ name, role: ROLES.gamemaster, color: "#b0603f" }] }], (results) => running.hub.tell(idOf(gamemaster), results));
      const made = result?.action === "create" ? result.created[0] : undefined;
      if (made === undefined) throw new Error("The Gamemaster was not made.");
      return describeUser(made);
    },
    restart: async (down = 0) => {
      const { port } = running;
      await running.close();
      await new Promise((resolve) => setTimeout(resolve, down));
      running = await openTable(options, port, 0, false, faults, () => control);
    },
    state: () => faults.state(),
  };
  return {
    url: `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${running.port}`,
    dataDir, generation, faults: control,
    get users() {
      return running.world.users().map(describeUser);
    },
    sentTo: (userId) => running.hub.sentTo(userId),
    close: () => running.close(),
  };
}

function describeUser(user: Source): { id: string; name: string; role: number } {
  return { id: idOf(user), name: textOf(user, "name") ?? "", role: typeof user["role"] === "number" ? user["role"] : 0 };
}

/** One life of the server, from its start to its end. */
interface OpenTable {
  world: World;
  hub: Hub;
  port: number;
  close(): Promise<void>;
}

async function openTable(options: StartOptions, port: number, portTries: number, fresh: boolean, faults: Faults, control: () => TableFaults): Promise<OpenTable> {
  const { dataDir, distDir, generation = 14, host = "127.0.0.1", pageDir = null, worldDir = STARTING_WORLD } = options;
  const manifest = await readManifest(distDir);
  const plan = planFor(await readWorldPlan(worldDir), manifest.id);
  const world = await World.open({ dataDir, worldId: plan.id, title: plan.title, generation, manifest, distDir, fresh });
  try {
    if (world.isEmpty) await world.seed(planWorld(plan, manifest, world));
    const hub = new Hub(world, faults);
    const server = createServer(requestListener({ world, hub, title: plan.title, distDir, pageDir, assetsDir: join(worldDir, "assets"), worldId: plan.id, faults: control }));
    const sockets = acceptSockets(server, world, hub, faults);
    const taken = await listen(server, host, port, portTries);
    return {
      world, hub, port: taken,
      close: async () => {
        hub.close();
        sockets.close();
        server.closeAllConnections();
        await new Promise<void>((resolve) => server.close(() => resolve()));
        await world.close();
      },
    };
  } catch (error) {
    await world.close();
    throw error;
  }
}

async function readManifest(distDir: string): Promise<Manifest> {
  const path = join(distDir, "system.json");
  if (!existsSync(path)) throw new Error(`There is no built system in ${distDir}: run "npm run build" first.`);
  const template = join(distDir, "template.json");
  return new Manifest(JSON.parse(await readFile(path, "utf8")) as Source, existsSync(template) ? (JSON.parse(await readFile(template, "utf8")) as Source) : {});
}

/** Lets in the users of the world, by id; nobody else gets a socket, nor does a page from elsewhere. */
function acceptSockets(server: Server, world: World, hub: Hub, faults: Faults): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 * 1024 });
  server.on("upgrade", (request, socket, head) => {
    const address = new URL(request.url ?? "/", "http://table");
    const userId = address.searchParams.get("user") ?? "";
    const user = world.users().find((entry) => idOf(entry) === userId);
    const origin = request.headers.origin;
    const isForeign = origin !== undefined && URL.canParse(origin) && new URL(origin).host !== request.headers.host;
    if (address.pathname !== "/ws" || user === undefined || user["role"] === ROLES.none || isForeign || faults.isDropped(userId)) {
      socket.end("HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => hub.join(userId, webSocket));
  });
  return sockets;
}

async function listen(server: Server, host: string, port: number, tries: number): Promise<number> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      server.listen(port === 0 ? 0 : port + attempt, host);
      await once(server, "listening");
      const address = server.address();
      return typeof address === "object" && address !== null ? address.port : port;
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!isTaken || attempt >= tries) throw isTaken ? new Error(`Port ${port + attempt} is taken.`, { cause: error }) : error;
    }
  }
}

