import { noteCorrections } from "./corrections";
import { migrateSource } from "./migrate";
import { isRecord } from "./records";
import type { Source } from "./types";

/** Only while the world is loaded: what people type later is corrected before their eyes. */
const isLoading = (): boolean => game.ready !== true && game.user?.isGM !== false;

/** A copy of what is stored, in the current shape, to be compared with what the data model makes of it; null: not now. */
export function storedShape(documentName: "Actor" | "Item", data: unknown): Source | null {
  if (!isLoading() || !isRecord(data) || typeof data["_id"] !== "string") return null;
  const { _id, name, type, system, items } = data;
  return migrateSource(documentName, structuredClone({ _id, name, type, system, items }));
}

/** Compares, once the source is made. */
export function compareWithStored(documentName: "Actor" | "Item", stored: Source | null, source: unknown): void {
  if (stored !== null && isRecord(source)) noteCorrections(documentName, stored, source);
}
