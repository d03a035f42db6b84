import { ClassicLevel } from "classic-level";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Source } from "../../core/protocol";
import type { Entries, EntryChange } from "./entries";

type Level = ClassicLevel<string, Source>;

/** Entry changes by the directory they belong to. */
export type Batch = { directory: string; changes: EntryChange[] }[];

const PENDING = "pending";
const JOURNAL = "_journal";

/**
 * LevelDB directories side by side, one a collection, as Foundry keeps a world. A batch that touches several of them is
 * first written to a journal, so that a process killed in the middle finds all of it or nothing of it at the next start.
 */
export class Database {
  readonly #root: string;
  readonly #levels = new Map<string, Level>();

  private constructor(root: string) {
    this.#root = root;
  }

  /**
   * Opens the directories and finishes what a killed process left half written.
   * @param directories Paths below `root`, one a collection.
   * @throws Error when another process holds the world open.
   */
  static async open(root: string, directories: readonly string[]): Promise<Database> {
    const database = new Database(root);
    try {
      for (const directory of [...directories, JOURNAL]) await database.#openLevel(directory);
    } catch (error) {
      await database.close();
      throw error;
    }
    await database.#finishPending();
    return database;
  }

  /** All entries of one directory. */
  async read(directory: string): Promise<Entries> {
    const entries: Entries = new Map();
    for await (const [key, value] of this.#level(directory).iterator()) entries.set(key, value);
    return entries;
  }

  /** Writes a batch; when this resolves it is on the disk, whole. */
  async write(batch: Batch): Promise<void> {
    const parts = batch.filter((part) => part.changes.length > 0);
    const only = parts.length === 1 ? parts[0] : undefined;
    if (only !== undefined) {
      await this.#apply(only.directory, only.changes);
      return;
    }
    if (parts.length === 0) return;
    await this.#level(JOURNAL).put(PENDING, { parts: JSON.stringify(parts) }, { sync: true });
    for (const part of parts) await this.#apply(part.directory, part.changes);
    await this.#level(JOURNAL).del(PENDING, { sync: true });
  }

  async close(): Promise<void> {
    for (const level of this.#levels.values()) await level.close();
    this.#levels.clear();
  }

  async #openLevel(directory: string): Promise<void> {
    const path = join(this.#root, directory);
    await mkdir(path, { recursive: true });
    const level: Level = new ClassicLevel(path, { keyEncoding: "utf8", valueEncoding: "json" });
    try {
      await level.open();
    } catch (error) {
      throw new Error(`The table cannot open ${path}. Is another table running on the same world?`, { cause: error });
    }
    this.#levels.set(directory, level);
  }

  async #finishPending(): Promise<void> {
    const [pending] = await this.#level(JOURNAL).getMany([PENDING]);
    if (pending === undefined) return;
    const parts = JSON.parse(String(pending.parts)) as Batch;
    for (const part of parts) await this.#apply(part.directory, part.changes);
    await this.#level(JOURNAL).del(PENDING, { sync: true });
  }

  async #apply(directory: string, changes: EntryChange[]): Promise<void> {
    await this.#level(directory).batch(changes, { sync: true });
  }

  #level(directory: string): Level {
    const level = this.#levels.get(directory);
    if (level === undefined) throw new Error(`The directory ${directory} of the world is not open.`);
    return level;
  }
}
