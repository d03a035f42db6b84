import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Generation } from "../core/protocol";
import { startTable } from "../server/start";
import { openHeadless, type HeadlessClient } from "./headless";
import { watchProblems, type Problem, type Watched } from "../testing/problems";

export interface HeadlessTableOptions {
  /** Folder of the built system. */
  distDir: string;
  generation?: Generation;
  /** Folder of the world; default: a temporary one that is thrown away at the end. */
  dataDir?: string;
  /** Folder with the starting world. */
  worldDir?: string;
  /** Scripts run at once, whatever is still on its way to their client: people do not wait either. */
  hasty?: boolean;
}

/** A table for tests: a server in this thread and any number of clients without a browser. */
export interface HeadlessTable {
  url: string;
  /** What went wrong at all clients outside of any `run`: errors on the console, of hooks, and rejections that nobody handled. A test of Vitest that leaves some here fails. */
  readonly problems: Problem[];
  /** For a test in which something must go wrong: takes those problems away, and fails when there are none. */
  expectProblem(pattern: RegExp): Promise<void>;
  /** Faults on demand; users are named as for `join`. */
  faults: HeadlessFaults;
  /**
   * Lets a user join.
   * @param who Id or name, in whatever case: `gamemaster`, `anna`.
   */
  join(who: string): Promise<HeadlessClient>;
  /** Stops the server and starts it on the same world and port; clients lose their connection. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The table's faults, by the names of its users. */
export interface HeadlessFaults {
  /** Cuts the connection of a user, who cannot come back until `restore`. */
  drop(who: string): void;
  restore(who: string): void;
  /** Makes every message from and to a user later, in milliseconds; 0 ends it. */
  delay(who: string, milliseconds: number): void;
  /** Cuts a user off after so many more requests to write were done, before the last of them is answered. */
  cutAfter(who: string, writes: number): void;
  /** How many requests to write a user has made. */
  writesOf(who: string): number;
  /** Is a user cut off? Its client may not have noticed yet. */
  isDropped(who: string): boolean;
  /** Drops every GM at the table; yields their ids, for `restore`. */
  removeGamemasters(): string[];
  /** Makes a second Gamemaster and lets him join. */
  addGamemaster(name?: string): Promise<HeadlessClient>;
  /** Cuts everybody off and starts the server anew, after so many milliseconds. */
  restart(down?: number): Promise<void>;
}

/** Starts a server on a free port; clients join by name. */
export async function startHeadlessTable(options: HeadlessTableOptions): Promise<HeadlessTable> {
  const { distDir, generation = 14, worldDir, hasty = false } = options;
  const temporary = options.dataDir === undefined ? await mkdtemp(join(tmpdir(), "practice-table-")) : null;
  const dataDir = options.dataDir ?? temporary ?? "";
  const clients: { who: string; client: HeadlessClient }[] = [];
  const table = await startTable({ dataDir, distDir, generation, worldDir, port: 0 });
  const idFor = (who: string): string => {
    const user = table.users.find((entry) => entry.id === who || entry.name.toLowerCase() === who.toLowerCase());
    if (user === undefined) throw new Error(`There is no user "${who}" at this table; there are ${table.users.map((entry) => entry.name).join(", ")}.`);
    return user.id;
  };
  const seat = async (who: string): Promise<HeadlessClient> => {
    const userId = idFor(who);
    const client = await openHeadless({ url: table.url, userId, systemPath: distDir, ...(hasty ? {} : { sent: () => table.sentTo(userId) }) });
    clients.push({ who, client });
    return client;
  };
  const watched: Watched = watchProblems(() => clients.map(({ who, client }) => ({ who, problems: client.problems })));
  return {
    url: table.url,
    get problems() {
      return watched.problems();
    },
    expectProblem: async (pattern) => watched.expectProblem(pattern),
    faults: {
      drop: (who) => table.faults.drop(idFor(who)),
      restore: (who) => table.faults.restore(idFor(who)),
      delay: (who, milliseconds) => table.faults.delay(idFor(who), milliseconds),
      cutAfter: (who, writes) => table.faults.cutAfter(idFor(who), writes),
      writesOf: (who) => table.faults.writesOf(idFor(who)),
      isDropped: (who) => table.faults.state()[idFor(who)]?.dropped === true,
      removeGamemasters: () => table.faults.removeGamemasters(),
      addGamemaster: async (name = "Second Gamemaster") => seat((await table.faults.addGamemaster(name)).id),
      restart: (down) => table.faults.restart(down),
    },
    join: seat,
    restart: () => table.faults.restart(),
    async close() {
      await Promise.all(clients.map(({ client }) => client.close()));
      await table.close();
      if (temporary !== null) await rm(temporary, { recursive: true, force: true });
    },
  };
}
