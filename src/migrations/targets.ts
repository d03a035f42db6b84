import { deleteAt } from "../compat/deletion";
import { forgetWritten } from "./corrections";
import { markOf, unmarkedFlags } from "./migrate";
import { isRecord } from "./records";
import type { Source } from "./types";

/** A document whose stored data have an earlier shape. */
export interface Target {
  readonly uuid: string;
  readonly name: string;
  /** Writes the current shape in one request. @returns whether the host took it */
  write(): Promise<boolean>;
}

/** What is needed of a document here, whatever its kind. */
interface StoredDocument {
  readonly uuid: string;
  readonly id?: string | null;
  readonly documentName?: string;
  readonly parent?: { readonly id?: string | null; readonly documentName?: string; readonly parent?: unknown } | null;
  readonly pack?: string | null;
  readonly name?: string | null;
  toObject(): object;
  update(changes: object, options: object): Promise<unknown>;
}

const WHOLE = { diff: false, recursive: false, render: false } as const;

const sourceOf = (document: StoredDocument): Source => document.toObject() as Record<string, unknown>;

/** Writes the type data of a document as they are in memory: whole, so that nothing of an earlier shape stays. */
export async function writeWhole(document: StoredDocument): Promise<boolean> {
  const source = sourceOf(document);
  const taken = (await document.update({ system: source["system"], flags: unmarkedFlags(source) }, WHOLE)) !== undefined;
  if (taken) noLongerCorrected(document);
  return taken;
}

/** What stands there now is what is stored: there is nothing to tell of it any more. */
function noLongerCorrected({ id, documentName, parent, pack, name }: StoredDocument): void {
  if (typeof pack === "string" || typeof id !== "string") return;
  if (parent === null || parent === undefined) forgetWritten(documentName ?? "", id, null);
  else if (typeof parent.id === "string" && (parent.parent ?? null) === null) forgetWritten(parent.documentName ?? "", parent.id, name ?? "");
}

const targetOf = (document: StoredDocument): Target => ({ uuid: document.uuid, name: document.name ?? "", write: () => writeWhole(document) });

const isMarked = (document: StoredDocument): boolean => markOf(sourceOf(document)) !== null;

/** An actor and its items. */
function actorTargets(actor: Actor.Implementation): Target[] {
  // One copy serves for the actor and the list of its items.
  const source = actor.toObject() as unknown as Record<string, unknown>;
  const marked = new Set((Array.isArray(source["items"]) ? source["items"] : []).filter(isRecord).filter((item) => markOf(item) !== null).map((item) => item["_id"]));
  const items = actor.items.contents.filter(({ id }) => marked.has(id)).map((item) => targetOf(item as unknown as StoredDocument));
  return [...(markOf(source) === null ? [] : [targetOf(actor as unknown as StoredDocument)]), ...items];
}

/**
 * What an unlinked token has of its own: its part of the actor, and items. The part is merged and not written whole,
 * since the host keeps other things in it; what is gone is deleted by its path.
 */
function tokenTargets(token: TokenDocument.Implementation): Target[] {
  if (token.actorLink || token.actor === null) return [];
  const { actor } = token;
  const source = (token.toObject() as unknown as Record<string, unknown>)["delta"];
  if (!isRecord(source)) return [];
  const own = new Set((Array.isArray(source["items"]) ? source["items"] : []).filter(isRecord).map((item) => item["_id"]));
  const items = actor.items.contents
    .filter((item) => own.has(item.id) && isMarked(item as unknown as StoredDocument))
    .map((item) => ({ ...targetOf(item as unknown as StoredDocument), name: `${token.name}: ${item.name}` }));
  const removed = markOf(source);
  if (removed === null) return items;
  const part: Target = {
    uuid: token.uuid,
    name: token.name,
    async write() {
      const delta: Record<string, unknown> = { system: structuredClone(source["system"]) };
      for (const path of [...removed.map((gone) => `system.${gone}`), "flags.fatewalker.earlierShape"]) deleteAt(delta, path);
      return (await (token as unknown as StoredDocument).update({ delta }, { diff: false, render: false })) !== undefined;
    },
  };
  return [part, ...items];
}

/** Everything of the world itself that has an earlier shape. Actors come before the tokens that are made of them. */
export function worldTargets(): Target[] {
  return [
    ...game.actors.contents.flatMap((actor) => actorTargets(actor as Actor.Implementation)),
    ...game.items.contents.filter((item) => isMarked(item as unknown as StoredDocument)).map((item) => targetOf(item as unknown as StoredDocument)),
    ...(game.combats?.contents ?? []).filter((combat) => isMarked(combat as unknown as StoredDocument)).map((combat) => targetOf(combat as unknown as StoredDocument)),
    ...game.scenes.contents.flatMap((scene) => scene.tokens.contents.flatMap((token) => tokenTargets(token))),
  ];
}

/** A pack that can be written, with actors or items in it. Others are read in the current shape at every load anyway. */
export interface PackTarget {
  readonly id: string;
  readonly title: string;
  load(): Promise<Target[]>;
}

/** The unlocked packs of actors and items, of whatever package. */
export function packTargets(): PackTarget[] {
  return game.packs.contents
    .filter(({ locked, documentName }) => !locked && (documentName === "Actor" || documentName === "Item"))
    .map((pack) => ({
      id: pack.collection,
      title: pack.title,
      async load() {
        const documents = (await pack.getDocuments()) as unknown[];
        return documents.flatMap((document) => {
          if (pack.documentName === "Actor") return actorTargets(document as Actor.Implementation);
          return isMarked(document as StoredDocument) ? [targetOf(document as StoredDocument)] : [];
        });
      },
    }));
}
