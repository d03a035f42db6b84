import type { Actor } from "./actor";
import { BaseUser } from "./bases";
import { worldCollection, type Document, type UserLike } from "./document";
import { ServerRefusal } from "../backend";
import { CONST } from "../constants";
import { host } from "../host";
import type { Json, UserActivity } from "../protocol";
import type { Color } from "../utils/color";
import { ForcedDeletion } from "../utils/operators";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";
import { Hooks } from "../hooks";

/** The tokens a user targets: placeables in a page, token documents in a headless client. */
export class UserTargets extends Set<TargetLike> {
  readonly user: User;

  constructor(user: User) {
    super();
    this.user = user;
  }

  get ids(): string[] {
    return [...this].map((token) => token.id ?? "");
  }
}

export interface TargetLike {
  id: string | null;
  document?: Document;
}

/** https://foundryvtt.com/api/classes/foundry.documents.User.html */
export class User extends BaseUser {
  declare role: number;
  declare active: boolean;
  declare targets: UserTargets;
  declare viewedScene: string | null;
  declare character: Actor | null;
  declare color: Color;
  declare hotbar: Record<string, string>;
  declare permissions: Record<string, boolean>;
  declare avatar: string | null;

  override _configure(options: Data): void {
    super._configure(options);
    for (const [name, value] of [["active", false], ["targets", new UserTargets(this)], ["viewedScene", null]] as const) Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: false });
  }

  get isGM(): boolean {
    return this.role >= CONST.USER_ROLES.ASSISTANT;
  }

  get isSelf(): boolean {
    return this.id === host().world.userId;
  }

  get isBanned(): boolean {
    return this.role === CONST.USER_ROLES.NONE;
  }

  get isActiveGM(): boolean {
    const { users } = host().game;
    return isObject(users) && users["activeGM"] === this;
  }

  hasRole(role: string | number, options: { exact?: boolean } = {}): boolean {
    const roles: Record<string, number> = CONST.USER_ROLES;
    const level = typeof role === "string" ? roles[role] : role;
    if (level === undefined) return false;
    return options.exact ? this.role === level : this.role >= level;
  }

  hasPermission(permission: string): boolean {
    const known: Record<string, { defaultRole: number; disableGM: boolean }> = CONST.USER_PERMISSIONS;
    // What may be taken from a Gamemaster has no required roles: https://foundryvtt.com/api/v14/variables/CONST.USER_PERMISSIONS.html
    if (this.role === CONST.USER_ROLES.GAMEMASTER && known[permission]?.disableGM !== true) return true;
    const own = this.permissions[permission];
    if (own !== undefined) return own;
    const { settings } = host().game;
    const configured: unknown = isObject(settings) && isFunction(settings["get"]) ? settings["get"]("core", "permissions") : null;
    const roles: unknown = isObject(configured) ? configured[permission] : null;
    if (Array.isArray(roles)) return roles.includes(this.role);
    const found = known[permission];
    return found ? this.role >= found.defaultRole : false;
  }

  /** A permission's name, or a role. */
  can(action: string | number): boolean {
    return typeof action === "string" && action in CONST.USER_PERMISSIONS ? this.hasPermission(action) : this.hasRole(action);
  }

  override getUserLevel(user?: UserLike | null): number {
    if (!user) return CONST.DOCUMENT_OWNERSHIP_LEVELS.NONE;
    return user.isGM || user.id === this.id ? CONST.DOCUMENT_OWNERSHIP_LEVELS.OWNER : CONST.DOCUMENT_OWNERSHIP_LEVELS.NONE;
  }

  /** https://foundryvtt.com/api/v14/variables/CONFIG.queries.html */
  async query(queryName: string, queryData: unknown, options: { timeout?: number } = {}): Promise<unknown> {
    const self = host().game["user"] as User;
    if (!self.can("QUERY_USER")) throw new Error("You lack permission to query users.");
    if (this.isSelf) return answerQuery(queryName, queryData as Json, options.timeout ?? 0);
    if (!this.active) throw new ServerRefusal("NotFoundError", `User "${this.name}" is not connected.`);
    return host().backend.query(this.id ?? "", queryName, queryData as Json, options.timeout ?? 0);
  }

  broadcastActivity(activity: UserActivity): void {
    host().backend.activity(activity);
  }

  getHotbarMacros(page = 1): { slot: number; macro: Document | null }[] {
    return Array.from({ length: 10 }, (unused, index) => {
      void unused;
      const slot = (page - 1) * 10 + index + 1;
      const id = this.hotbar[slot];
      return { slot, macro: id ? (worldCollection("Macro")?.get(id) ?? null) : null };
    });
  }

  async assignHotbarMacro(macro: Document | null, slot?: number | string, options: { fromSlot?: number } = {}): Promise<this> {
    const hotbar = this.hotbar;
    const wanted = slot === undefined ? Array.from({ length: 50 }, (unused, index) => { void unused; return index + 1; }).find((free) => !(free in hotbar)) : Number(slot);
    if (wanted === undefined || Number.isNaN(wanted)) throw new Error("No available Hotbar slot exists");
    if (wanted < 1 || wanted > 50) throw new Error("Invalid Hotbar slot requested");
    const changes: Data = {};
    changes[String(wanted)] = macro === null ? new ForcedDeletion() : macro.id;
    if (options.fromSlot !== undefined && options.fromSlot !== wanted) changes[String(options.fromSlot)] = new ForcedDeletion();
    await this.update({ hotbar: changes });
    return this;
  }

  /** Sets this user's targets by token id; others are told. */
  _onUpdateTokenTargets(targetIds: string[] = []): void {
    const { canvas } = host();
    const layer: unknown = canvas["tokens"];
    const scene: unknown = canvas["scene"] ?? this.scene;
    const before = new Map([...this.targets].map((token) => [token.id, token]));
    this.targets.clear();
    for (const id of targetIds) {
      const placeable: unknown = isObject(layer) && isFunction(layer["get"]) ? layer["get"](id) : null;
      const document: unknown = isObject(scene) && isFunction(scene["getEmbeddedDocument"]) ? scene["getEmbeddedDocument"]("Token", id) : null;
      const found = (placeable ?? document) as TargetLike | null;
      if (found) this.targets.add(found);
    }
    for (const token of this.targets) if (!before.has(token.id)) Hooks.callAll("targetToken", this, token, true);
    for (const [id, token] of before) if (![...this.targets].some((now) => now.id === id)) Hooks.callAll("targetToken", this, token, false);
  }

  private get scene(): Document | null {
    const scenes = [...(worldCollection("Scene")?.values() ?? [])];
    return scenes.find((scene) => scene.id === this.viewedScene) ?? scenes.find((scene) => Reflect.get(scene, "active") === true) ?? null;
  }
}

/** Runs the handler of a query on this client. A handler is not told who asked. */
export async function answerQuery(name: string, data: Json, timeout: number): Promise<Json> {
  const handler = (host().config["queries"] as Data)[name];
  if (!isFunction(handler)) throw new Error(`"${name}" is no query of CONFIG.queries.`);
  const answer = await handler(data, { timeout });
  return answer === undefined ? null : (JSON.parse(JSON.stringify(answer)) as Json);
}
