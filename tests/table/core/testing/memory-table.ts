import type { Backend, BackendListeners } from "../backend";
import { createTable, type Table } from "../index";
import type { DocumentOperation, DocumentResult, Generation, Json, Source, UserActivity, WorldPayload } from "../protocol";
import { applyOperation, RecordTransaction, type RecordStore } from "../records";

/** A table without a wire: a server in memory that does every operation, for contract tests of the core. */

class MemoryRecords implements RecordStore {
  readonly records = new Map<string, Source>();

  #key(documentName: string, pack: string | null, id: string): string {
    return `${pack ?? ""}/${documentName}/${id}`;
  }

  get(documentName: string, pack: string | null, id: string): Source | undefined {
    return this.records.get(this.#key(documentName, pack, id));
  }

  put(documentName: string, pack: string | null, source: Source): void {
    this.records.set(this.#key(documentName, pack, String(source["_id"])), source);
  }

  remove(documentName: string, pack: string | null, id: string): void {
    this.records.delete(this.#key(documentName, pack, id));
  }
}

export class MemoryBackend implements Backend {
  readonly store = new MemoryRecords();
  readonly sent: DocumentOperation[][] = [];
  readonly activities: UserActivity[] = [];
  readonly emitted: { event: string; payload: Json[] }[] = [];
  listeners: BackendListeners | null = null;
  readonly #world: WorldPayload;
  readonly #files: Record<string, string>;
  #packs: Record<string, Source[]>;

  constructor(world: WorldPayload, files: Record<string, string>, packs: Record<string, Source[]>) {
    this.#world = world;
    this.#files = files;
    this.#packs = packs;
    const names: Record<string, string> = { actors: "Actor", items: "Item", messages: "ChatMessage", combats: "Combat", scenes: "Scene", users: "User", folders: "Folder", macros: "Macro", journal: "JournalEntry", settings: "Setting", tables: "RollTable" };
    for (const [collection, sources] of Object.entries(world.documents)) for (const source of sources) this.store.put(names[collection] ?? "", null, structuredClone(source));
  }

  listen(listeners: BackendListeners): void {
    this.listeners = listeners;
  }

  /** Does operations as any user, as the server would. */
  as(userId: string, operations: DocumentOperation[]): DocumentResult[] {
    const transaction = new RecordTransaction(this.store);
    const { system, version } = this.#world;
    const context = { userId, now: 1, coreVersion: version, systemId: String(system["id"]), systemVersion: String(system["version"]) };
    const results = operations.map((operation) => applyOperation(transaction, operation, context));
    transaction.commit();
    this.listeners?.modified(userId, structuredClone(results));
    return results;
  }

  async modify(operations: DocumentOperation[]): Promise<DocumentResult[]> {
    await Promise.resolve();
    this.sent.push(structuredClone(operations));
    return this.as(this.#world.userId, operations);
  }

  async getPack(pack: string, ids: string[] | null): Promise<Source[]> {
    const sources = this.#packs[pack] ?? [];
    return Promise.resolve(sources.filter((source) => ids === null || ids.includes(String(source["_id"]))));
  }

  activity(activity: UserActivity): void {
    this.activities.push(activity);
  }

  emit(event: string, payload: Json[]): void {
    this.emitted.push({ event, payload });
  }

  async query(): Promise<Json> {
    return Promise.reject(new Error("Nobody answers."));
  }

  async fetchText(path: string): Promise<string> {
    const found = this.#files[path];
    return found === undefined ? Promise.reject(new Error(`404 ${path}`)) : Promise.resolve(found);
  }
}

export const GM = "gamemaster000000";
export const PLAYER = "player0000000000";

export interface MemoryTableOptions {
  generation?: Generation;
  userId?: string;
  documents?: Record<string, Source[]>;
  files?: Record<string, string>;
  packs?: Record<string, Source[]>;
}

export interface MemoryTable extends Table {
  backend: MemoryBackend;
}

export function memoryTable(options: MemoryTableOptions = {}): MemoryTable {
  const { generation = 14, userId = GM, documents = {}, files = {}, packs = {} } = options;
  const world: WorldPayload = {
    generation, version: generation === 14 ? "14.363" : "13.350", userId, activeUsers: [GM],
    system: {
      id: "probe", title: "Probe", version: "1.0.0", socket: true, languages: [{ lang: "en", name: "English", path: "lang/en.json" }], primaryTokenAttribute: "health", grid: { type: 1, distance: 2, units: "m" }, initiative: "1d10",
      documentTypes: { Actor: { hero: {} }, Item: { thing: {}, plain: {} }, ChatMessage: { report: {} } },
    },
    world: { id: "trial", title: "Trial" },
    documents: { users: [{ _id: GM, name: "Gamemaster", role: 4 }, { _id: PLAYER, name: "Player", role: 1 }], ...documents },
    packs: Object.entries(packs).map(([collection, sources]) => ({ collection, name: collection.split(".")[1] ?? "", label: collection, type: "Item" as const, system: "probe", packageName: "probe", locked: true, ownership: { PLAYER: "OBSERVER", ASSISTANT: "OWNER" }, index: sources, folders: [] })),
  };
  const backend = new MemoryBackend(world, { "systems/probe/lang/en.json": JSON.stringify({ "PROBE.Hello": "Hello {name}", PROBE: { FIELDS: { strength: { value: { label: "Strength" } } } } }), ...files }, packs);
  const table = createTable({ world, backend, target: globalThis as unknown as Record<string, unknown>, headless: true });
  return { ...table, backend };
}
