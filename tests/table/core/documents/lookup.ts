import type { Document } from "./document";
import { hasHost, host } from "../host";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/** What documents look up in the game around them. */

/** What a document needs of a user, without knowing the class. */
export interface UserLike {
  id: string | null;
  isGM: boolean;
  role: number;
  hasPermission(permission: string): boolean;
}

export function say(key: string, data?: Data): string {
  const { i18n } = host().game;
  if (!isObject(i18n) || !isFunction(i18n["format"])) return key;
  return String(i18n["format"](key, data ?? {}));
}

export function currentUser(): UserLike | null {
  if (!hasHost()) return null;
  const { user } = host().game;
  return isObject(user) ? (user as unknown as UserLike) : null;
}

interface DocumentMap {
  get(id: string, options?: object): Document | undefined;
  values(): IterableIterator<Document>;
}

export function worldCollection(documentName: string): (DocumentMap & Data) | null {
  const { collections } = host().game;
  const found: unknown = collections instanceof Map ? collections.get(documentName) : null;
  return isObject(found) ? (found as DocumentMap & Data) : null;
}

export function packOf(pack: string): unknown {
  const { packs } = host().game;
  return packs instanceof Map ? packs.get(pack) : null;
}

/** @throws Error  for a scope that no active package has */
export function checkScope(scope: string): void {
  const { system, world, modules } = host().game;
  const known = ["core", "world", isObject(system) ? system["id"] : "", isObject(world) ? world["id"] : ""];
  if (known.includes(scope) || (modules instanceof Map && modules.has(scope))) return;
  throw new Error(`Flag scope "${scope}" is not valid or not currently active`);
}
