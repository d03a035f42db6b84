import { isOfOneGeneration, NotOnThisTable } from "./absent";
import { isDocumented } from "./documented";
import { host } from "./host";
import type { Data } from "./types";
import { isPlainObject } from "./utils/objects";

/**
 * Strict views: a name that is not there is an error that names it, so that nothing is silently undefined.
 * What only the other generation documents, or what a page or a module may add, is undefined as it would be there.
 */

/** Asked of any object by the language, by tools and by test runners. */
const HARMLESS = new Set(["then", "toJSON", "$$typeof", "constructor", "prototype", "inspect", "nodeType", "asymmetricMatch", "valueOf", "toString", "length", "name", "default", "__esModule", "hasOwnProperty", "calls", "mock", "tagName", "@@__IMMUTABLE_ITERABLE__@@", "@@__IMMUTABLE_RECORD__@@", "_isMockFunction"]);

/** Undefined rather than refused: modules' additions, the other generation, and what a page has not made yet. */
const ABSENT = new Set([
  "game.dice3d", "game.combat", "game.viewedSceneId", "game.canvas", "game.messagesReady", "CONFIG.ChatMessage.modes", "CONFIG.Dice.rollModes", "CONFIG.debug", "CONFIG.ActiveEffect.changeTypes", "CONFIG.ActiveEffect.phases",
  "CONFIG.ActiveEffect.legacyTransferral", "foundry.applications.ui.Hotbar", "CONFIG.queries", "game.modules",
]);

/** A system's own corner of `game` and `CONFIG`, before it has put anything there: `game.probe ??= {}`. */
function isOwnName(path: string, key: string): boolean {
  return (path === "game" || path === "CONFIG") && key.toLowerCase() === String(host().world.system["id"]).toLowerCase().replaceAll("-", "");
}

const views = new WeakMap<object, object>();

/**
 * @param deep  for how many levels below children are views too
 * @param only  which children; all of them by default
 */
export function strictView<T extends object>(target: T, path: string, deep: number, only?: ReadonlySet<string>): T {
  const known = views.get(target);
  if (known) return known as T;
  const view = new Proxy(target, {
    get(object, key, receiver): unknown {
      if (typeof key === "symbol") return Reflect.get(object, key, object);
      if (!(key in object)) {
        const full = `${path}.${key}`;
        if (HARMLESS.has(key) || ABSENT.has(full) || isOfOneGeneration(full) || (path === "CONFIG" && /^[A-Z0-9_]+$/.test(key) && key !== "Actor")) return undefined;
        if (isOwnName(path, key)) return undefined;
        if (isDocumented(full)) throw new NotOnThisTable(full);
        throw new Error(`"${full}" is no name of Foundry's public API.`);
      }
      void receiver;
      const value: unknown = Reflect.get(object, key, object);
      return deep > 0 && isPlainObject(value) && (!only || only.has(key)) ? strictView(value, `${path}.${key}`, deep - 1) : value;
    },
    set(object, key, value): boolean {
      return Reflect.set(object, key, value, object);
    },
  });
  views.set(target, view);
  return view;
}

export type { Data };
