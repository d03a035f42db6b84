import type { RecordStore } from "../core/records";
import type { Source } from "../core/protocol";
import { bareKey, changedPaths } from "./difference";
import { kindOf } from "./documents";
import { TableError } from "./errors";
import { actorOfCombatant, actorOfToken, describe, type Holder } from "./holders";
import { idOf, isSource, sourcesOf, textOf } from "./json";
import type { Manifest } from "./manifest";
import { hasPermission, type PermissionName, type Requester } from "./roles";

/** Ownership levels as the API documents them. */
const INHERIT = -1;
const OWNER = 3;

type Action = "create" | "update" | "delete";

/** What any user may change of the own User document. */
const OWN_USER_FIELDS = new Set(["avatar", "character", "color", "flags", "hotbar", "pronouns"]);
/** What any player may change of a combat. */
const PLAYER_COMBAT_FIELDS = new Set(["round", "turn", "combatants"]);
/** What its owner may change of a combatant. */
const OWNER_COMBATANT_FIELDS = new Set(["initiative", "flags", "system"]);
/** World settings that only a gamemaster administers. */
const GAMEMASTER_SETTINGS = new Set(["core.permissions", "core.compendiumConfiguration"]);

const CREATE_PERMISSIONS: { readonly [documentName: string]: PermissionName } = {
  Actor: "ACTOR_CREATE", Item: "ITEM_CREATE", JournalEntry: "JOURNAL_CREATE", Cards: "CARDS_CREATE", Playlist: "PLAYLIST_CREATE",
};
const SCENE_CREATE_PERMISSIONS: { readonly [documentName: string]: PermissionName } = { Drawing: "DRAWING_CREATE", Note: "NOTE_CREATE", MeasuredTemplate: "TEMPLATE_CREATE" };

/** Decides, from stored data alone, what a user may do. Nothing that a client claims about itself counts. */
export class Permissions {
  readonly #store: RecordStore;
  readonly #manifest: Manifest;
  readonly #requester: Requester;
  /** The world setting `core.permissions`. */
  readonly #configured: Source | null;

  constructor(store: RecordStore, manifest: Manifest, requester: Requester, configured: Source | null) {
    this.#store = store;
    this.#manifest = manifest;
    this.#requester = requester;
    this.#configured = configured;
  }

  /** @throws TableError `PermissionError` */
  create(documentName: string, source: Source, parents: readonly Holder[]): void {
    if (!this.#mayCreate(documentName, source, parents)) this.#refuse("create", documentName, source);
  }

  /**
   * @param before The stored source.
   * @param changes Effective changes, without `_id` and `_stats`.
   * @throws TableError `PermissionError`
   */
  update(documentName: string, before: Source, changes: Source, parents: readonly Holder[]): void {
    if (!this.#mayUpdate(documentName, before, changes, parents)) this.#refuse("update", documentName, before, Object.keys(changes).map(bareKey));
    this.#checkGmOnly(documentName, before, changes);
    this.#checkEmbedded(documentName, before, changes, parents);
  }

  /** @throws TableError `PermissionError` */
  delete(documentName: string, source: Source, parents: readonly Holder[]): void {
    if (!this.#mayDelete(documentName, source, parents)) this.#refuse("delete", documentName, source);
  }

  /** The level (0 none to 3 owner) of the requester on a document. */
  level(documentName: string, source: Source, parents: readonly Holder[]): number {
    if (this.#requester.isGM) return OWNER;
    if (documentName === "ChatMessage" || documentName === "Macro") {
      if (textOf(source, "author") === this.#requester.id) return OWNER;
    }
    if (documentName === "User") return idOf(source) === this.#requester.id ? OWNER : 0;
    if (documentName === "Setting") return textOf(source, "user") === this.#requester.id ? OWNER : 0;
    if (documentName === "Token") return this.#actorLevel(actorOfToken(this.#store, source));
    if (documentName === "Combatant") return this.#actorLevel(actorOfCombatant(this.#store, source));
    const parent = parents.at(-1);
    const inherited = (): number => (parent === undefined ? this.#folderLevel(textOf(source, "folder")) : this.level(parent.documentName, parent.source, parents.slice(0, -1)));
    const embeddedInActor = parent !== undefined && parent.documentName === "Actor";
    if (embeddedInActor || kindOf(documentName)?.owned !== true) return parent === undefined ? 0 : inherited();
    return this.#ownershipLevel(source, inherited);
  }

  #actorLevel(actor: Source | null): number {
    return actor === null ? 0 : this.#ownershipLevel(actor, () => this.#folderLevel(textOf(actor, "folder")));
  }

  #ownershipLevel(source: Source, inherited: () => number): number {
    const ownership = isSource(source["ownership"]) ? source["ownership"] : {};
    const level = ownership[this.#requester.id] ?? ownership["default"] ?? 0;
    if (level === INHERIT) return inherited();
    return typeof level === "number" ? level : 0;
  }

  #folderLevel(folderId: string | null): number {
    const folder = folderId === null ? undefined : this.#store.get("Folder", null, folderId);
    return folder === undefined ? 0 : this.#ownershipLevel(folder, () => this.#folderLevel(textOf(folder, "folder")));
  }

  #has(permission: PermissionName): boolean {
    return hasPermission(this.#requester, permission, this.#configured);
  }

  #mayCreate(documentName: string, source: Source, parents: readonly Holder[]): boolean {
    const user = this.#requester;
    const parent = parents.at(-1);
    if (documentName === "User") return user.isGamemaster;
    if (documentName === "Setting") return this.#maySetting(source);
    if (user.isGM) return true;
    if (parent !== undefined) return this.#mayCreateEmbedded(documentName, source, parents, parent);
    if (documentName === "ChatMessage") return true;
    if (documentName === "Macro") return source["type"] !== "script" || this.#has("MACRO_SCRIPT");
    const permission = CREATE_PERMISSIONS[documentName];
    return permission !== undefined && this.#has(permission);
  }

  #mayCreateEmbedded(documentName: string, source: Source, parents: readonly Holder[], parent: Holder): boolean {
    if (parent.documentName === "Combat") return documentName === "Combatant" && this.level("Combatant", source, parents) >= OWNER;
    if (parent.documentName === "Scene") {
      if (documentName === "Token") return this.#has("TOKEN_CREATE") && this.level("Token", source, parents) >= OWNER;
      const permission = SCENE_CREATE_PERMISSIONS[documentName];
      return permission !== undefined && this.#has(permission);
    }
    return this.level(parent.documentName, parent.source, parents.slice(0, -1)) >= OWNER;
  }

  #mayUpdate(documentName: string, before: Source, changes: Source, parents: readonly Holder[]): boolean {
    const user = this.#requester;
    const keys = Object.keys(changes).map(bareKey);
    const only = (allowed: ReadonlySet<string>): boolean => keys.every((key) => allowed.has(key));
    if (documentName === "User") return user.isGamemaster || (idOf(before) === user.id && only(OWN_USER_FIELDS));
    if (documentName === "Setting") return this.#maySetting(before) && (user.isGM || only(new Set(["value"])));
    if (user.isGM) return true;
    if (documentName === "Combat") return only(PLAYER_COMBAT_FIELDS) && !Object.keys(changes).some((key) => key !== bareKey(key));
    if (this.level(documentName, before, parents) < OWNER) return false;
    if (documentName === "Combatant") return only(OWNER_COMBATANT_FIELDS);
    if (documentName === "ChatMessage" || documentName === "Macro") return !keys.includes("author");
    if (documentName === "Token" && keys.includes("actorId")) return this.level("Token", { ...before, ...changes }, parents) >= OWNER;
    return true;
  }

  #mayDelete(documentName: string, source: Source, parents: readonly Holder[]): boolean {
    const user = this.#requester;
    if (documentName === "User") return user.isGamemaster && idOf(source) !== user.id;
    if (documentName === "Setting") return this.#maySetting(source);
    if (user.isGM) return true;
    if (documentName === "Token") return this.#has("TOKEN_DELETE") && this.level("Token", source, parents) >= OWNER;
    return this.level(documentName, source, parents) >= OWNER;
  }

  /** World settings take a permission; a setting of the user scope belongs to that user. */
  #maySetting(source: Source): boolean {
    const owner = textOf(source, "user");
    if (owner !== null) return owner === this.#requester.id || this.#requester.isGamemaster;
    if (GAMEMASTER_SETTINGS.has(textOf(source, "key") ?? "")) return this.#requester.isGamemaster;
    return this.#has("SETTINGS_MODIFY");
  }

  #checkGmOnly(documentName: string, before: Source, changes: Source): void {
    if (this.#requester.isGM) return;
    const type = textOf(before, "type");
    const closed = this.#manifest.rulesOf(documentName, type).gmOnlyFields.map((field) => `system.${field}`);
    const touched = changedPaths(changes).filter((path) => closed.some((field) => field === path || field.startsWith(`${path}.`) || path.startsWith(`${field}.`)));
    if (touched.length > 0) this.#refuse("update", documentName, before, touched);
  }

  /** Lists of embedded documents within an update count as updates and creations of these. */
  #checkEmbedded(documentName: string, before: Source, changes: Source, parents: readonly Holder[]): void {
    const chain: Holder[] = [...parents, { documentName, source: before }];
    for (const [field, embedded] of Object.entries(kindOf(documentName)?.embedded ?? {})) {
      if (embedded.single) continue;
      const present = sourcesOf(before[field]);
      for (const change of sourcesOf(changes[field])) {
        const old = present.find((entry) => idOf(entry) === idOf(change));
        if (old === undefined) this.create(embedded.documentName, change, chain);
        else {
          const { _id: id, ...rest } = change;
          if (typeof id === "string") this.update(embedded.documentName, old, rest, chain);
        }
      }
    }
  }

  #refuse(action: Action, documentName: string, source: Source, fields: readonly string[] = []): never {
    const of = fields.length === 0 ? "" : ` (${fields.join(", ")})`;
    throw new TableError("PermissionError", `User "${this.#requester.name}" lacks permission to ${action} ${describe(documentName, source)}${of}.`);
  }
}
