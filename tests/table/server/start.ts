import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocketServer } from "ws";
import type { Generation, Source } from "../core/protocol";
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
  /** Ends all connections, waits for what is being written and frees the world. */
  close(): Promise<void>;
}

/** Where the starting world is described. */
export const STARTING_WORLD = fileURLToPath(new URL("../world", import.meta.url));

/**
 * Starts a practice table and waits until it takes connections.
 * @throws Error in plain words when the system is not built, the world is in use or no port is free.
 */
export async function startTable(options: StartOptions): Promise<RunningTable> {
  const { dataDir, distDir, generation = 14, fresh = false, host = "127.0.0.1", port = 0, portTries = 0, pageDir = null, worldDir = STARTING_WORLD } = options;
  const manifest = await readManifest(distDir);
  const plan = planFor(await readWorldPlan(worldDir), manifest.id);
  const world = await World.open({ dataDir, worldId: plan.id, title: plan.title, generation, manifest, distDir, fresh });
  try {
    if (world.isEmpty) await world.seed(planWorld(plan, manifest, world));
    const hub = new Hub(world);
    const server = createServer(requestListener({ world, hub, title: plan.title, distDir, pageDir, assetsDir: join(worldDir, "assets"), worldId: plan.id }));
    const sockets = acceptSockets(server, world, hub);
    const taken = await listen(server, host, port, portTries);
    return {
      url: `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${taken}`,
      dataDir, generation,
      users: world.users().map((user) => ({ id: idOf(user), name: textOf(user, "name") ?? "", role: typeof user["role"] === "number" ? user["role"] : 0 })),
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
function acceptSockets(server: Server, world: World, hub: Hub): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 * 1024 });
  server.on("upgrade", (request, socket, head) => {
    const address = new URL(request.url ?? "/", "http://table");
    const userId = address.searchParams.get("user") ?? "";
    const user = world.users().find((entry) => idOf(entry) === userId);
    const origin = request.headers.origin;
    const isForeign = origin !== undefined && URL.canParse(origin) && new URL(origin).host !== request.headers.host;
    if (address.pathname !== "/ws" || user === undefined || user["role"] === ROLES.none || isForeign) {
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

