import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Generation } from "../core/protocol";
import { startTable } from "../server/start";
import { openHeadless, type HeadlessClient } from "./headless";

export interface HeadlessTableOptions {
  /** Folder of the built system. */
  distDir: string;
  generation?: Generation;
  /** Folder of the world; default: a temporary one that is thrown away at the end. */
  dataDir?: string;
  /** Folder with the starting world. */
  worldDir?: string;
}

/** A table for tests: a server in this thread and any number of clients without a browser. */
export interface HeadlessTable {
  url: string;
  /**
   * Lets a user join.
   * @param who Id or name, in whatever case: `gamemaster`, `anna`.
   */
  join(who: string): Promise<HeadlessClient>;
  /** Stops the server and starts it on the same world and port; clients lose their connection. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server on a free port; clients join by name. */
export async function startHeadlessTable(options: HeadlessTableOptions): Promise<HeadlessTable> {
  const { distDir, generation = 14, worldDir } = options;
  const temporary = options.dataDir === undefined ? await mkdtemp(join(tmpdir(), "practice-table-")) : null;
  const dataDir = options.dataDir ?? temporary ?? "";
  const start = (port: number): ReturnType<typeof startTable> => startTable({ dataDir, distDir, generation, worldDir, port });
  const clients: HeadlessClient[] = [];
  let table = await start(0);
  return {
    url: table.url,
    async join(who) {
      const user = table.users.find((entry) => entry.id === who || entry.name.toLowerCase() === who.toLowerCase());
      if (user === undefined) throw new Error(`There is no user "${who}" at this table; there are ${table.users.map((entry) => entry.name).join(", ")}.`);
      const client = await openHeadless({ url: table.url, userId: user.id, systemPath: distDir });
      clients.push(client);
      return client;
    },
    async restart() {
      const port = Number(new URL(table.url).port);
      await table.close();
      table = await start(port);
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await table.close();
      if (temporary !== null) await rm(temporary, { recursive: true, force: true });
    },
  };
}
