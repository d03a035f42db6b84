import type { Source } from "../../migrations/types";

/** Kinds of documents that a file may hold: what our packs are made of. */
export const TRANSFERRED = ["Actor", "Item", "JournalEntry", "Macro"] as const;
export type TransferredDocument = (typeof TRANSFERRED)[number];

export const isTransferred = (name: unknown): name is TransferredDocument => TRANSFERRED.some((known) => known === name);

/** What a file calls itself, and the newest form of it that this version writes and reads. */
export const FORMAT = "fatewalker-transfer";
export const FORMAT_VERSION = 1;

/** A folder of exported documents, with the id of its own folder. */
export interface TransferFolder {
  readonly _id: string;
  readonly name: string;
  readonly type: TransferredDocument;
  readonly color: string | null;
  readonly folder: string | null;
}

export interface TransferDocument {
  readonly documentName: TransferredDocument;
  readonly source: Source;
}

/** A file as it is written. */
export interface TransferFile {
  readonly format: typeof FORMAT;
  readonly formatVersion: number;
  readonly system: string;
  readonly systemVersion: string;
  /** Version of the shape of the data (`CURRENT_VERSION` of the migrations). */
  readonly dataVersion: number;
  readonly folders: readonly TransferFolder[];
  readonly documents: readonly TransferDocument[];
}

/** Words for a person: a localisation key and the values of its placeholders. */
export interface Words {
  readonly key: string;
  readonly data?: Readonly<Record<string, string | number>>;
}
