import type { Source } from "../core/protocol";
import { idOf, textOf } from "./json";

/** User roles as the API documents them. */
export const ROLES = { none: 0, player: 1, trusted: 2, assistant: 3, gamemaster: 4 } as const;

/** Permissions with the lowest role that has them unless the world's `core.permissions` says otherwise. */
const DEFAULT_ROLES = {
  ACTOR_CREATE: ROLES.assistant,
  CARDS_CREATE: ROLES.assistant,
  DRAWING_CREATE: ROLES.trusted,
  ITEM_CREATE: ROLES.assistant,
  JOURNAL_CREATE: ROLES.trusted,
  MACRO_SCRIPT: ROLES.player,
  MESSAGE_WHISPER: ROLES.player,
  NOTE_CREATE: ROLES.trusted,
  PLAYLIST_CREATE: ROLES.assistant,
  QUERY_USER: ROLES.player,
  SETTINGS_MODIFY: ROLES.assistant,
  TEMPLATE_CREATE: ROLES.player,
  TOKEN_CREATE: ROLES.assistant,
  TOKEN_DELETE: ROLES.assistant,
} as const;

export type PermissionName = keyof typeof DEFAULT_ROLES;

/** The user a connection belongs to, read fresh for every frame. */
export interface Requester {
  id: string;
  name: string;
  role: number;
  /** Assistants and gamemasters, whom the API calls GM. */
  isGM: boolean;
  /** The role that administers users and packs. */
  isGamemaster: boolean;
}

export function requesterOf(user: Source): Requester {
  const role = typeof user["role"] === "number" ? user["role"] : ROLES.none;
  return { id: idOf(user), name: textOf(user, "name") ?? idOf(user), role, isGM: role >= ROLES.assistant, isGamemaster: role >= ROLES.gamemaster };
}

/**
 * Whether a role has a permission.
 * @param configured Value of the world setting `core.permissions`: roles by permission.
 */
export function hasPermission(requester: Requester, permission: PermissionName, configured: Source | null): boolean {
  if (requester.isGamemaster) return true;
  const roles = configured?.[permission];
  if (Array.isArray(roles)) return roles.includes(requester.role);
  return requester.role >= DEFAULT_ROLES[permission];
}
