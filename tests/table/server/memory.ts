import type { RecordStore } from "../core/records";
import type { Source } from "../core/protocol";
import { idOf } from "./json";

/** The whole documents of a world and its compendia, in memory. */
export class MemoryRecords implements RecordStore {
  readonly #records = new Map<string, Map<string, Source>>();

  get(documentName: string, pack: string | null, id: string): Source | undefined {
    return this.#records.get(place(documentName, pack))?.get(id);
  }

  put(documentName: string, pack: string | null, source: Source): void {
    const key = place(documentName, pack);
    const records = this.#records.get(key) ?? new Map<string, Source>();
    records.set(idOf(source), source);
    this.#records.set(key, records);
  }

  remove(documentName: string, pack: string | null, id: string): void {
    this.#records.get(place(documentName, pack))?.delete(id);
  }

  /** All documents of a name, in the order in which they were made or loaded. */
  all(documentName: string, pack: string | null): Source[] {
    return [...(this.#records.get(place(documentName, pack))?.values() ?? [])];
  }
}

function place(documentName: string, pack: string | null): string {
  return `${pack ?? ""}/${documentName}`;
}

export interface RecordedChange {
  documentName: string;
  pack: string | null;
  before: Source | null;
  after: Source | null;
}

/** Takes down what a transaction would write, without writing it. */
export class ChangeRecorder implements RecordStore {
  readonly #below: RecordStore;
  readonly changes: RecordedChange[] = [];

  constructor(below: RecordStore) {
    this.#below = below;
  }

  get(documentName: string, pack: string | null, id: string): Source | undefined {
    return this.#below.get(documentName, pack, id);
  }

  put(documentName: string, pack: string | null, source: Source): void {
    this.changes.push({ documentName, pack, before: this.get(documentName, pack, idOf(source)) ?? null, after: source });
  }

  remove(documentName: string, pack: string | null, id: string): void {
    this.changes.push({ documentName, pack, before: this.get(documentName, pack, id) ?? null, after: null });
  }
}
