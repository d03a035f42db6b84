import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { DocumentOperation, DocumentResult, Generation, Source, WorldPayload } from "../core/protocol";
import { COLLECTIONS, kindOf } from "./documents";
import { TableError } from "./errors";
import { isSource, textOf } from "./json";
import type { Manifest, PackDeclaration } from "./manifest";
import { MemoryRecords, type RecordedChange } from "./memory";
import { runFrame } from "./operations";
import { builtPacks, copyPacks, packDirectory, packDocuments, packPayload } from "./packs";
import { SerialQueue } from "./queue";
import { requesterOf, ROLES, type Requester } from "./roles";
import { Database, type Batch } from "./store/database";
import { entryChanges, stitchAll, takeApart, type Entries } from "./store/entries";

/** The host's versions that the table passes itself off as. */
const CORE_VERSIONS: { readonly [generation in Generation]: string } = { 13: "13.351", 14: "14.364" };

export interface WorldOptions {
  /** Folder that holds `worlds/<worldId>`. */
  dataDir: string;
  worldId: string;
  title: string;
  generation: Generation;
  manifest: Manifest;
  distDir: string;
  /** Throw away what was there. */
  fresh: boolean;
}

/** The authoritative copy of a world: whole documents in memory, every acknowledged change on the disk. */
export class World {
  readonly manifest: Manifest;
  readonly #options: WorldOptions;
  readonly #records = new MemoryRecords();
  readonly #packs: PackDeclaration[];
  readonly #database: Database;
  readonly #queue = new SerialQueue();
  #lastTick = 0;

  private constructor(options: WorldOptions, packs: PackDeclaration[], database: Database) {
    this.#options = options;
    this.manifest = options.manifest;
    this.#packs = packs;
    this.#database = database;
  }

  static async open(options: WorldOptions): Promise<World> {
    const directory = join(options.dataDir, "worlds", options.worldId);
    if (options.fresh) await rm(directory, { recursive: true, force: true });
    const packs = builtPacks(options.manifest, options.distDir);
    await copyPacks(packs, options.distDir, directory);
    const directories = [...COLLECTIONS.map(({ collection }) => worldDirectory(collection)), ...packs.map((pack) => packDirectory(pack.name))];
    const world = new World(options, packs, await Database.open(directory, directories));
    await world.#load();
    return world;
  }

  get isEmpty(): boolean {
    return this.#records.all("User", null).length === 0;
  }

  users(): Source[] {
    return this.#records.all("User", null);
  }

  actors(): Source[] {
    return this.#records.all("Actor", null);
  }

  /** The user behind a connection, read anew for each frame since roles change. */
  requester(userId: string): Requester {
    const user = this.#records.get("User", null, userId);
    if (user === undefined) throw new TableError("PermissionError", `There is no user [${userId}].`);
    return requesterOf(user);
  }

  payload(userId: string, activeUsers: string[]): WorldPayload {
    return {
      generation: this.#options.generation,
      version: this.#coreVersion,
      userId, activeUsers,
      system: this.manifest.source,
      template: this.manifest.template,
      world: { id: this.#options.worldId, title: this.#options.title },
      documents: Object.fromEntries(COLLECTIONS.map(({ collection, documentName }) => [collection, this.#records.all(documentName, null)])),
      packs: this.#packs.map((pack) => packPayload(this.#records, this.manifest.id, pack, this.#isLocked(this.#collectionOf(pack)))),
    };
  }

  /** All documents of a compendium, for nobody in particular; none when it is not built. */
  packSources(collection: string): Source[] {
    const pack = this.#packs.find((entry) => this.#collectionOf(entry) === collection);
    return pack === undefined ? [] : packDocuments(this.#records, pack, collection, null);
  }

  /**
   * Whole documents of a compendium.
   * @param ids Null means all; unknown ids are left out.
   */
  pack(userId: string, collection: string, ids: readonly string[] | null): Source[] {
    const pack = this.#packs.find((entry) => this.#collectionOf(entry) === collection);
    if (pack === undefined) throw new TableError("NotFoundError", `There is no compendium ${collection}.`);
    const requester = this.requester(userId);
    if (!mayReadPack(requester, pack)) throw new TableError("PermissionError", `User "${requester.name}" lacks permission to read the compendium ${collection}.`);
    return packDocuments(this.#records, pack, collection, ids);
  }

  /** The world setting that says which roles have which permissions; null when nothing was configured. */
  permissionSetting(): Source | null {
    return this.#settingObject("core.permissions");
  }

  /**
   * Does the operations of a frame, all or none.
   * @param committed Called once all of it is on the disk and before the next frame begins, so that whatever it sends goes out in the order of the writes.
   * @throws TableError
   */
  modify(userId: string, operations: DocumentOperation[], committed: (results: DocumentResult[]) => unknown = () => undefined): Promise<DocumentResult[]> {
    return this.#queue.run(async () => {
      if (operations.length > 1 && this.#options.generation < 14) throw new TableError("ValidationError", "Several operations in one request came with version 14.");
      const outcome = runFrame(this.#records, this.manifest, {
        requester: this.requester(userId),
        operations,
        context: { userId, now: this.#tick(), coreVersion: this.#coreVersion, systemId: this.manifest.id, systemVersion: this.manifest.version },
        configured: this.permissionSetting(),
        isLocked: (pack) => this.#isLocked(pack),
      });
      await this.#write(outcome.changes);
      committed(outcome.results);
      return outcome.results;
    });
  }

  /** Puts ready-made documents into an empty world, past all checks. */
  async seed(documents: readonly { documentName: string; source: Source }[]): Promise<void> {
    await this.#queue.run(() => this.#write(documents.map(({ documentName, source }) => ({ documentName, pack: null, before: null, after: source }))));
  }

  /** Waits for what is being written and closes the files. */
  async close(): Promise<void> {
    await this.#queue.run(() => this.#database.close());
  }

  /** Milliseconds since 1970, later with every frame, so that the order of creation is kept in `_stats`. */
  #tick(): number {
    this.#lastTick = Math.max(Date.now(), this.#lastTick + 1);
    return this.#lastTick;
  }

  get #coreVersion(): string {
    return CORE_VERSIONS[this.#options.generation];
  }

  #collectionOf(pack: PackDeclaration): string {
    return `${this.manifest.id}.${pack.name}`;
  }

  /** A system's packs are locked until the world's configuration says otherwise. */
  #isLocked(collection: string): boolean {
    const configured = this.#settingObject("core.compendiumConfiguration")?.[collection];
    return !(isSource(configured) && configured["locked"] === false);
  }

  #settingObject(key: string): Source | null {
    const setting = this.#records.all("Setting", null).find((entry) => textOf(entry, "key") === key && textOf(entry, "user") === null);
    const value = setting?.["value"];
    if (isSource(value)) return value;
    if (typeof value !== "string") return null;
    try {
      const parsed: Source[string] = JSON.parse(value);
      return isSource(parsed) ? parsed : null;
    } catch {
      return null;
    }
  }

  async #load(): Promise<void> {
    for (const { collection, documentName } of COLLECTIONS) this.#stitch(await this.#database.read(worldDirectory(collection)), documentName, collection, null);
    for (const pack of this.#packs) {
      const entries = await this.#database.read(packDirectory(pack.name));
      const collection = kindOf(pack.type)?.collection;
      if (collection !== null && collection !== undefined) this.#stitch(entries, pack.type, collection, this.#collectionOf(pack));
      this.#stitch(entries, "Folder", "folders", this.#collectionOf(pack));
    }
  }

  #stitch(entries: Entries, documentName: string, collection: string, pack: string | null): void {
    const documents = stitchAll(documentName, collection, entries);
    const time = (source: Source): number => {
      const stats = source["_stats"];
      return isSource(stats) && typeof stats["createdTime"] === "number" ? stats["createdTime"] : 0;
    };
    for (const source of documents.sort((left, right) => time(left) - time(right))) this.#records.put(documentName, pack, source);
  }

  /** First the disk, then the memory: what a client is told was done survives whatever comes. */
  async #write(changes: readonly RecordedChange[]): Promise<void> {
    const byDirectory = new Map<string, Batch[number]>();
    for (const change of changes) {
      const directory = this.#directoryOf(change);
      const part = byDirectory.get(directory) ?? { directory, changes: [] };
      part.changes.push(...entryChanges(entriesOf(change.documentName, change.before), entriesOf(change.documentName, change.after)));
      byDirectory.set(directory, part);
    }
    await this.#database.write([...byDirectory.values()]);
    for (const { documentName, pack, before, after } of changes) {
      if (after !== null) this.#records.put(documentName, pack, after);
      else if (before !== null) this.#records.remove(documentName, pack, String(before["_id"]));
    }
  }

  #directoryOf(change: RecordedChange): string {
    if (change.pack === null) return worldDirectory(collectionName(change.documentName));
    const pack = this.#packs.find((entry) => this.#collectionOf(entry) === change.pack);
    if (pack === undefined) throw new TableError("NotFoundError", `There is no compendium ${change.pack}.`);
    if (change.documentName !== pack.type && change.documentName !== "Folder") throw new TableError("ValidationError", `The compendium ${change.pack} keeps no ${change.documentName} documents.`);
    return packDirectory(pack.name);
  }
}

function worldDirectory(collection: string): string {
  return `data/${collection}`;
}

function collectionName(documentName: string): string {
  const collection = kindOf(documentName)?.collection ?? null;
  if (collection === null) throw new TableError("ValidationError", `${documentName} is no primary document.`);
  return collection;
}

function entriesOf(documentName: string, source: Source | null): Entries {
  return source === null ? new Map() : takeApart(documentName, collectionName(documentName), source);
}

/** A pack may be read from the ownership level OBSERVER upwards; each role has what the roles below it have. */
function mayReadPack(requester: Requester, pack: PackDeclaration): boolean {
  if (requester.isGamemaster) return true;
  return Object.entries(ROLES).some(([role, level]) => level <= requester.role && ["OBSERVER", "OWNER"].includes(pack.ownership[role.toUpperCase()] ?? "NONE"));
}
