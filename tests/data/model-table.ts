import { readFileSync } from "node:fs";
import { createTable } from "../table/core";
import type { Generation, Source, WorldPayload } from "../table/core/protocol";
import { GM, MemoryBackend, PLAYER } from "../table/core/testing/memory-table";

/** Nested JSON, as sources are. */
export type Json = Record<string, unknown>;

/** What the tests use of a document, whatever its type. */
export interface Doc {
  readonly id: string;
  readonly uuid: string;
  readonly type: string;
  readonly system: Json & { readonly derived: Json };
  readonly items: { readonly size: number; readonly contents: readonly Doc[]; get(id: string): Doc | undefined };
  readonly collections: Readonly<Record<string, { readonly invalidDocumentIds: ReadonlySet<string> }>>;
  toObject(): Json & { system: Json };
  updateSource(changes: Json): Json;
  update(changes: Json): Promise<Doc | undefined>;
  createEmbeddedDocuments(name: string, sources: readonly Json[]): Promise<Doc[]>;
}

export interface DocClass {
  new (source: Json, options?: Json): Doc;
  fromSource(source: Json, options?: Json): Doc;
}

export interface SchemaOf {
  readonly schema: { readonly fields: Readonly<Record<string, FieldLike>> };
}

/** A field of a schema, as its documented properties describe it. */
export interface FieldLike {
  readonly constructor: { readonly name: string };
  readonly nullable: boolean;
  readonly integer?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly blank?: boolean;
  readonly choices?: unknown;
  readonly fields?: Readonly<Record<string, FieldLike>>;
  readonly element?: FieldLike;
  getInitialValue(source?: Json): unknown;
}

export const DOCUMENTS = ["Actor", "Item", "Combat", "Combatant", "ChatMessage"] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"));

/** The system's data models on the core of the practice table, with a world in memory: no server, no page, no build. */
export async function openModels({ generation = 14, documents = {} }: { readonly generation?: Generation; readonly documents?: Record<string, Source[]> } = {}) {
  const system = { ...(read("system.json") as Json), packs: [] } as Source;
  const world: WorldPayload = {
    generation, version: generation === 14 ? "14.363" : "13.350", userId: GM, activeUsers: [GM], system,
    world: { id: "trial", title: "Trial" },
    documents: { users: [{ _id: GM, name: "Gamemaster", role: 4 }, { _id: PLAYER, name: "Player", role: 1 }], ...documents },
    packs: [],
  };
  const backend = new MemoryBackend(world, { "systems/fatewalker/lang/en.json": readFileSync(new URL("../../lang/en.json", import.meta.url), "utf8") }, {});
  const table = createTable({ world, backend, target: globalThis as unknown as Record<string, unknown>, headless: true });
  // The models are written against the global names, so that they are loaded once these are there.
  const [{ ACTOR_MODELS }, { ITEM_MODELS }, { COMBAT_MODELS }, { COMBATANT_MODELS }, { messageDataModels }] = await Promise.all([
    import("../../src/data/actor"), import("../../src/data/item"), import("../../src/data/combat"), import("../../src/data/combatant"), import("../../src/data/message"),
  ]);
  const models: Readonly<Record<DocumentName, object>> = { Actor: ACTOR_MODELS, Item: ITEM_MODELS, Combat: COMBAT_MODELS, Combatant: COMBATANT_MODELS, ChatMessage: messageDataModels };
  for (const [name, own] of Object.entries(models)) Object.assign((table.CONFIG[name] as { dataModels: object }).dataModels, own);
  await table.boot();
  const config = (name: DocumentName): { dataModels: Record<string, SchemaOf>; documentClass: DocClass } => table.CONFIG[name] as never;
  const collection = (name: string): { readonly contents: readonly Doc[]; get(id: string): Doc | undefined; readonly invalidDocumentIds: ReadonlySet<string> } => table.game[name] as never;
  return { table, backend, config, collection };
}

export type ModelTable = Awaited<ReturnType<typeof openModels>>;

/** Every document type of ours with its subtype. */
export const TYPES: readonly (readonly [DocumentName, string])[] = [
  ["Actor", "character"], ["Actor", "npc"],
  ...["armor", "energyShield", "handShield", "weapon", "maneuver", "power", "gear", "trait"].map((type) => ["Item", type] as const),
  ["Combat", "base"], ["Combatant", "base"],
  ...["intent", "exchange", "ledger", "check", "healing"].map((type) => ["ChatMessage", type] as const),
];

/** A whole source of a document with the given type data. */
export function sourceOf(name: DocumentName, type: string, system: unknown): Json {
  const head = { _id: `${name.toLowerCase()}0000000000000000`.slice(0, 16), type, ...(system === undefined ? {} : { system }) };
  return name === "ChatMessage" || name === "Combat" || name === "Combatant" ? head : { ...head, name: `A ${type}` };
}
