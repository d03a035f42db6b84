import { applyChanges, applyToToken, EMBEDDED, uuidLevels } from "../../core/records";
import type { DocumentOperation, DocumentResult, Source } from "../../core/protocol";
import { kindOf } from "../documents";
import { idOf, sourcesOf } from "../json";

/** A client's copy of the world, kept up to date by nothing but what the server broadcasts. */
export class Follower {
  readonly documents: { [collection: string]: Source[] };

  constructor(documents: { [collection: string]: Source[] }) {
    this.documents = structuredClone(documents);
  }

  follow(results: readonly DocumentResult[]): void {
    for (const result of results) this.#followOne(result);
  }

  #followOne(result: DocumentResult): void {
    const levels = result.parentUuid === null ? [] : uuidLevels(result.parentUuid);
    const below = levels.findIndex((level) => level.documentName === "Token");
    const token = below < 0 ? null : this.#find(levels.slice(0, below + 1));
    if (token !== null && (levels.length > below + 1 || result.documentName === "Actor")) {
      const base = this.#collection("Actor").find((actor) => idOf(actor) === token["actorId"]);
      applyToToken(token, base ?? {}, asOperation(result));
      return;
    }
    const list = levels.length === 0 ? this.#collection(result.documentName) : this.#list(levels, result.documentName);
    if (result.action === "create") list.push(...structuredClone(result.created));
    else if (result.action === "update") {
      for (const change of result.changes) {
        const found = list.find((source) => idOf(source) === idOf(change));
        if (found !== undefined) applyChanges(found, change, result.documentName, result.options.recursive !== false);
      }
    } else for (const id of result.deleted) list.splice(list.findIndex((source) => idOf(source) === id), 1);
  }

  #collection(documentName: string): Source[] {
    return this.documents[kindOf(documentName)?.collection ?? ""] ?? [];
  }

  #find(levels: readonly { documentName: string; id: string }[]): Source {
    const last = levels.at(-1);
    const list = levels.length <= 1 ? this.#collection(last?.documentName ?? "") : this.#list(levels.slice(0, -1), last?.documentName ?? "");
    const found = list.find((source) => idOf(source) === last?.id);
    if (found === undefined) throw new Error(`The follower does not know ${last?.documentName} [${last?.id}].`);
    return found;
  }

  #list(levels: readonly { documentName: string; id: string }[], documentName: string): Source[] {
    const parent = this.#find(levels);
    const field = EMBEDDED[levels.at(-1)?.documentName ?? ""]?.[documentName] ?? "";
    const list = sourcesOf(parent[field]);
    parent[field] = list;
    return list;
  }
}

function asOperation(result: DocumentResult): DocumentOperation {
  const { documentName, parentUuid, pack, options } = result;
  const target = { documentName, parentUuid, pack, options };
  switch (result.action) {
    case "create":
      return { ...target, action: "create", data: result.created };
    case "update":
      return { ...target, action: "update", updates: result.changes };
    case "delete":
      return { ...target, action: "delete", ids: result.deleted };
  }
}
