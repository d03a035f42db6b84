import { isRecord } from "../../data/shapes";
import type { LedgerDocument, LedgerPatch } from "../../rules/exchange/types";
import { sameJson, valueAt } from "../commit/json";
import { ABSENT, documentNameOf, isAbsent, parentOf } from "../commit/patches";

/* What a fight's record holds, and how it is played from its start to its end: without a table, from the record alone. */

type Source = Record<string, unknown>;

/** Documents by their UUID: actors and fights with all that is embedded in them. */
export type Documents = Readonly<Record<string, Readonly<Source>>>;

/** One commit of a record. `outside`: what was changed past every commit, by hand or by another package. */
export interface RecordedStep {
  readonly kind: string;
  /** `undone` and `dropped` steps are told but not replayed; `lost` ones have nothing to replay. */
  readonly state: "applied" | "undone" | "dropped" | "lost";
  /** Ticks before and after. */
  readonly ticks: { readonly from: number; readonly to: number } | null;
  /** Id of the user who wished it; empty where nobody knows. */
  readonly by: string;
  readonly documents: readonly LedgerDocument[];
}

export const RECORD_FORMAT = "fatewalker-fight";

/** A fight as a file: where everything stood before its first commit, and every commit since. */
export interface FightRecord {
  readonly format: typeof RECORD_FORMAT;
  readonly version: 1;
  /** UUID of the Combat. */
  readonly combat: string;
  readonly start: Documents;
  readonly steps: readonly RecordedStep[];
}

/** Where embedded documents stand in the source of what holds them. */
const COLLECTIONS: Readonly<Record<string, string>> = { Item: "items", ActiveEffect: "effects", Combatant: "combatants", Token: "tokens" };

/** Documents that stand for themselves in a record, wherever they are kept. */
const ROOTS = ["Actor", "Combat", "Token"];

/** The document of a record that holds this one: `Actor.a` of `Actor.a.Item.i`, the whole of `Scene.s.Token.t.Actor.a`. */
export function rootOf(uuid: string): string {
  const parts = uuid.split(".");
  for (let index = parts.length - 2; index >= 0; index -= 2) {
    if (ROOTS.includes(parts[index] ?? "")) return parts.slice(0, index + 2).join(".");
  }
  return uuid;
}

function listIn(holder: Source, name: string): Source[] {
  const key = COLLECTIONS[name] ?? name;
  const list = holder[key];
  if (Array.isArray(list)) return list as Source[];
  const made: Source[] = [];
  holder[key] = made;
  return made;
}

/** Sources that are being played; they are this class's own and change in place. */
class Board {
  readonly #documents: Map<string, Source>;

  constructor(documents: Documents) {
    this.#documents = new Map(Object.entries(structuredClone(documents)));
  }

  get documents(): Documents {
    return Object.fromEntries(this.#documents);
  }

  find(uuid: string): Source | null {
    const root = rootOf(uuid);
    let found = this.#documents.get(root) ?? null;
    const inner = uuid.slice(root.length + 1).split(".").filter((part) => part !== "");
    for (let index = 0; found !== null && index < inner.length; index += 2) {
      const id = inner[index + 1];
      found = listIn(found, inner[index] ?? "").find(({ _id }) => _id === id) ?? null;
    }
    return found;
  }

  add(uuid: string, source: unknown): void {
    if (!isRecord(source)) return;
    const copy = structuredClone(source);
    if (rootOf(uuid) === uuid) {
      this.#documents.set(uuid, copy);
      return;
    }
    const holder = this.find(parentOf(uuid) ?? "");
    if (holder !== null) listIn(holder, documentNameOf(uuid)).push(copy);
  }

  remove(uuid: string): void {
    if (rootOf(uuid) === uuid) {
      this.#documents.delete(uuid);
      return;
    }
    const holder = this.find(parentOf(uuid) ?? "");
    const id = uuid.split(".").at(-1);
    const list = holder === null ? [] : listIn(holder, documentNameOf(uuid));
    const index = list.findIndex(({ _id }) => _id === id);
    if (index >= 0) list.splice(index, 1);
  }

  set(uuid: string, path: string, value: unknown): void {
    const keys = path.split(".");
    const last = keys.pop() ?? path;
    let level = this.find(uuid);
    if (level === null) return;
    for (const key of keys) {
      const next = level[key];
      const inner: Source = isRecord(next) ? next : {};
      level[key] = inner;
      level = inner;
    }
    if (isAbsent(value)) delete level[last];
    else level[last] = structuredClone(value);
  }

  /** Does what a ledger says of one document. */
  play({ uuid, action, patches }: LedgerDocument): void {
    if (action === "create") this.add(uuid, patches[0]?.after);
    else if (action === "delete") this.remove(uuid);
    else for (const { path, after } of patches) this.set(uuid, path, after);
  }
}

/** Plays a record from its start: the documents as they are at its end. */
export function replay({ start, steps }: FightRecord): Documents {
  const board = new Board(start);
  for (const step of steps) if (step.state === "applied") for (const document of step.documents) board.play(document);
  return board.documents;
}

/**
 * Finds the start of a fight from its end: every commit is taken back, the newest first. Where a document does not hold
 * what a commit wrote, something was changed past all commits, which becomes a step of its own.
 * @param end  the documents as they are now
 * @param steps  oldest first
 */
export function recordFrom(combat: string, end: Documents, steps: readonly RecordedStep[]): FightRecord {
  const board = new Board(end);
  const recorded = [...steps].reverse().flatMap((step): RecordedStep[] => {
    if (step.state !== "applied") return [step];
    const outside: LedgerDocument[] = [];
    const documents = [...step.documents].reverse().flatMap((document) => takeBack(board, document, outside)).reverse();
    const rest: RecordedStep = { kind: "outside", state: "applied", ticks: step.ticks && { from: step.ticks.to, to: step.ticks.to }, by: "", documents: outside };
    return outside.length > 0 ? [rest, { ...step, documents }] : [{ ...step, documents }];
  });
  return { format: RECORD_FORMAT, version: 1, combat, start: board.documents, steps: recorded.reverse() };
}

/** What is left to replay of one document's change; nothing, where the document has gone another way since. */
function takeBack(board: Board, document: LedgerDocument, outside: LedgerDocument[]): LedgerDocument[] {
  const { uuid, action, patches } = document;
  const [first] = patches;
  const now = board.find(uuid);
  if (first === undefined) return [];
  if (action === "create") {
    if (now === null) return [];
    // The whole of what was made, with everything that its type adds to what was asked for.
    const made = structuredClone(now);
    board.remove(uuid);
    return [{ uuid, action, patches: [{ ...first, after: made }] }];
  }
  if (action === "delete") {
    if (now !== null) return [];
    board.add(uuid, first.before);
    return [document];
  }
  if (now === null) return [];
  const foreign = patches.flatMap(({ path, after }): LedgerPatch[] => {
    const value = valueAt(now, path);
    return sameJson(isAbsent(after) ? undefined : after, value) ? [] : [{ path, before: after, after: value ?? ABSENT }];
  });
  if (foreign.length > 0) outside.push({ uuid, action, patches: foreign });
  for (const { path, before } of patches) board.set(uuid, path, before);
  return [document];
}
