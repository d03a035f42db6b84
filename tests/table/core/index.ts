import { fillAbsent } from "./absent";
import type { Backend } from "./backend";
import { createConfig } from "./config";
import { CONST } from "./constants";
import { setCurrentUser, setForeignResolver } from "./fields/simple";
import { Document, worldCollection } from "./documents/document";
import { boot, fillGame, Inbox, listen } from "./game";
import { headlessApplications, headlessCanvas, HeadlessToken } from "./headless";
import { resetTemplates } from "./helpers/templates";
import { Hooks } from "./hooks";
import { setHost, type Host } from "./host";
import { forgetSchemas } from "./model/data-model";
import { createFoundry, globalNames } from "./namespaces";
import { RecordingNotifications } from "./notifications";
import type { WorldPayload } from "./protocol";
import { refuseMethods, refuseParts } from "./refused";
import { strictView } from "./strict";
import { getProperty } from "./utils/objects";
import { installPrimitives } from "./utils/primitives";

export type { Backend, BackendListeners } from "./backend";
export { ServerRefusal } from "./backend";
export type * from "./protocol";

/** The object that receives the global names (`game`, `CONFIG`, `Actor` ...): `globalThis` of a page or of a worker. */
export type GlobalTarget = Record<string, unknown>;

export interface TableOptions {
  world: WorldPayload;
  backend: Backend;
  target: GlobalTarget;
  /** Without a page: stand-ins for `foundry.applications` and the canvas are put in. Default: whether `document` is absent. */
  headless?: boolean;
  /** Language to load beside `en`. Default `en`. */
  language?: string;
  /** Client settings and the like: `localStorage` in a page. Default: in memory. */
  storage?: TableStorage;
}

/** The part of `Storage` that client settings need. */
export interface TableStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** What a page does between the documented hooks; each may be left out. */
export interface BootStages {
  /** Before `init`: core settings are registered, no document exists. */
  beforeInit?(): void | Promise<void>;
  /** After `setup`, when all documents are prepared: build `ui`, draw the canvas. `ready` follows. */
  beforeReady?(): void | Promise<void>;
  /** Of a page that draws a canvas: what the hook `canvasConfig` is told of it, and may change. */
  canvasConfig?(): object;
}

/**
 * A table: the global names of Foundry, bound to one world and one user. One realm (page, worker) holds one table at a
 * time; creating a second one replaces the first.
 */
export interface Table {
  /** Plain, extensible namespaces (the page adds `foundry.applications.*`, `foundry.canvas.*`); the globals are strict views of the same objects. */
  foundry: Record<string, unknown>;
  CONFIG: Record<string, unknown>;
  game: Record<string, unknown>;
  /** `ui.notifications` records what was said (`messages`); the page replaces it. */
  ui: Record<string, unknown>;
  /** The page fills this very object; the core reads `canvas.scene`, `canvas.tokens`. */
  canvas: Record<string, unknown>;
  /**
   * Runs the hooks of a start in the documented order. Call it after the system's module has been imported.
   */
  boot(stages?: BootStages): Promise<void>;
}

class MemoryStorage implements TableStorage {
  readonly #entries = new Map<string, string>();

  getItem(key: string): string | null {
    return this.#entries.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#entries.set(key, value);
  }

  removeItem(key: string): void {
    this.#entries.delete(key);
  }
}

/** Configuration records whose own names are the core's, so that a missing one is a mistake. */
const STRICT_CONFIG: ReadonlySet<string> = new Set(["Actor", "Item", "ActiveEffect", "Combat", "Combatant", "CombatantGroup", "ChatMessage", "User", "Scene", "Token", "Folder", "Macro", "JournalEntry", "JournalEntryPage", "Dice", "time", "TextEditor"]);

/** Builds the table and installs the global names on `target`. Import the system's module afterwards, then `boot()`. */
export function createTable(options: TableOptions): Table {
  const { world, backend, target, headless = typeof document === "undefined", language = "en", storage = new MemoryStorage() } = options;
  const host: Host = { generation: world.generation, world, backend, config: {}, game: {}, ui: {}, canvas: {}, foundry: {}, target, preparing: 0 };
  Hooks.forget();
  forgetSchemas();
  setHost(host);
  installPrimitives();
  resetTemplates();
  host.config = createConfig(world.generation);
  host.foundry = createFoundry(world.generation);
  fillGame(host.game, world, { language, storage });
  host.ui["notifications"] = new RecordingNotifications();
  if (headless) {
    Object.assign(host.foundry["applications"] as object, headlessApplications());
    headlessCanvas(host.canvas);
    const { placeables } = host.foundry["canvas"] as { placeables: Record<string, unknown> };
    placeables["Token"] = HeadlessToken;
    (host.config["Token"] as Record<string, unknown>)["objectClass"] = HeadlessToken;
    fillAbsent(host.foundry, "foundry");
    Object.assign(host.ui, { windows: {}, combat: null, chat: null, actors: null, items: null, hotbar: null, sidebar: null });
  }
  refuseMethods((path) => getProperty(host.foundry, path.slice("foundry.".length)));
  refuseParts(host.canvas, host.ui);
  setCurrentUser(() => world.userId);
  setForeignResolver((documentName, id, model) => {
    const siblings = model instanceof Document && model.parent instanceof Document && documentName in ((model.parent.constructor as typeof Document).metadata.embedded ?? {});
    if (siblings && model instanceof Document && model.parent instanceof Document) return model.parent.getEmbeddedDocument(documentName, id) ?? null;
    return worldCollection(documentName)?.get(id) ?? null;
  });
  const inbox = new Inbox();
  listen(inbox);
  Object.assign(target, globalNames(world.generation), {
    foundry: strictView(host.foundry, "foundry", 5), CONFIG: strictView(host.config, "CONFIG", 1, STRICT_CONFIG), CONST: strictView(CONST, "CONST", 0), game: strictView(host.game, "game", 0), ui: host.ui, canvas: host.canvas,
  });
  return {
    foundry: host.foundry, CONFIG: host.config, game: host.game, ui: host.ui, canvas: host.canvas,
    boot: async (stages = {}) => boot(inbox, stages),
  };
}
