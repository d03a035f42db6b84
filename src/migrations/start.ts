import { findWork } from "./runner";
import { storeVersion, storedVersion } from "./settings";
import { CURRENT_VERSION } from "./steps";

/** How the stored data of a world stand to this version of the system. */
export type WorldState =
  /** Somebody else's business: this client is not the active GM's. */
  | { readonly kind: "notOurs" }
  | { readonly kind: "current" }
  /** Written by a later version of the system; left alone. */
  | { readonly kind: "newer"; readonly version: number }
  /** So many documents have an earlier shape. */
  | { readonly kind: "earlier"; readonly version: number; readonly count: number };

/**
 * Looks at the world once it is ready. A fresh world, and one in which nothing has an earlier shape, is noted as current
 * without any ado; the packs are loaded only when the version was not noted yet.
 */
export async function examineWorld(): Promise<WorldState> {
  if (game.users.activeGM?.isSelf !== true) return { kind: "notOurs" };
  const version = storedVersion();
  if (version > CURRENT_VERSION) return { kind: "newer", version };
  if (version === CURRENT_VERSION) return { kind: "current" };
  const { total } = await findWork();
  if (total > 0) return { kind: "earlier", version, count: total };
  await storeVersion(CURRENT_VERSION);
  return { kind: "current" };
}
