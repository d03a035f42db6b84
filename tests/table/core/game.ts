import { NotOnThisTable } from "./absent";
import type { BootStages, TableStorage } from "./index";
import { Actors, CardStacks, ChatMessages, CombatEncounters, Folders, Items, Journal, Macros, Playlists, RollTables, Scenes, Users, WorldSettings } from "./collections/collections";
import { CompendiumCollection, CompendiumPacks } from "./collections/compendium-collection";
import type { WorldCollection } from "./collections/world-collection";
import { follow } from "./database/follow";
import type { Document } from "./documents/document";
import { answerQuery, type User } from "./documents/user";
import type { SchemaField } from "./fields/compound";
import { ClientKeybindings, ClientSettings } from "./helpers/settings";
import { Localization } from "./helpers/localization";
import { Hooks } from "./hooks";
import { documentConfig, host } from "./host";
import type { DocumentResult, Json, UserActivity, WorldPayload } from "./protocol";
import { COLLECTIONS } from "./records";
import { Collection } from "./utils/collection";
import { getProperty } from "./utils/objects";
import type { Data } from "./types";
import { isFunction, isObject } from "./types";

/** `game`, and what the table hears from its backend. https://foundryvtt.com/api/classes/foundry.Game.html */

const WORLD: readonly (new (sources: Data[]) => WorldCollection<never>)[] = [Users, Folders, Actors, Items, Scenes, CombatEncounters, ChatMessages, Macros, Journal, RollTables, Playlists, CardStacks] as never;

/** `game.time`: seconds of the world, kept in a world setting. */
class GameTime {
  get worldTime(): number {
    return Number((host().game["settings"] as ClientSettings).get("core", "time"));
  }

  get serverTime(): number {
    return Date.now();
  }

  get calendar(): never {
    throw new NotOnThisTable("game.time.calendar");
  }

  get earthCalendar(): never {
    throw new NotOnThisTable("game.time.earthCalendar");
  }

  get components(): Data {
    const time = this.worldTime;
    return { second: time % 60, minute: Math.floor(time / 60) % 60, hour: Math.floor(time / 3600) % 24, day: Math.floor(time / 86400), year: 0 };
  }

  async advance(delta: number, options: Data = {}): Promise<number> {
    const next = this.worldTime + Number(delta);
    await (host().game["settings"] as ClientSettings).set("core", "time", next, options);
    return next;
  }

  async set(time: number, options: Data = {}): Promise<number> {
    await (host().game["settings"] as ClientSettings).set("core", "time", time, options);
    return time;
  }
}

/** `game.socket`: a sender hears no echo. */
class GameSocket {
  readonly #handlers = new Map<string, Set<(...payload: unknown[]) => unknown>>();
  readonly connected = true;

  on(event: string, handler: (...payload: unknown[]) => unknown): this {
    const handlers = this.#handlers.get(event) ?? new Set();
    handlers.add(handler);
    this.#handlers.set(event, handlers);
    return this;
  }

  off(event: string, handler: (...payload: unknown[]) => unknown): this {
    this.#handlers.get(event)?.delete(handler);
    return this;
  }

  emit(event: string, ...payload: unknown[]): this {
    const { system } = host().world;
    if (event === `system.${String(system["id"])}` && system["socket"] !== true) throw new Error(`The system's manifest does not ask for "socket".`);
    host().backend.emit(event, JSON.parse(JSON.stringify(payload)) as Json[]);
    return this;
  }

  /** @internal */
  hear(event: string, payload: Json[]): void {
    for (const handler of this.#handlers.get(event) ?? []) handler(...payload);
  }
}

export function fillGame(game: Data, world: WorldPayload, options: { language: string; storage: TableStorage }): void {
  const { system } = world;
  const settings = new ClientSettings(options.storage);
  const socket = new GameSocket();
  const [, build] = world.version.split(".");
  const documentTypes = isObject(system["documentTypes"]) ? system["documentTypes"] : {};
  Object.defineProperties(game, Object.getOwnPropertyDescriptors({
    data: { ...world.documents, world: world.world, system, userId: world.userId, version: world.version, release: { generation: world.generation, build: Number(build ?? 0) } },
    release: { generation: world.generation, build: Number(build ?? 0), channel: "stable", version: world.version, isNewer: () => false },
    version: world.version,
    view: "game",
    ready: false,
    i18nReady: false,
    _documentsReady: false,
    userId: world.userId,
    world: { ...world.world, id: world.world.id, title: world.world.title, system: system["id"], coreVersion: world.version, systemVersion: system["version"] },
    system: { ...system, documentTypes, type: "system", active: true, flags: isObject(system["flags"]) ? system["flags"] : {} },
    modules: new Collection<Data>(),
    collections: new Collection<WorldCollection>(),
    packs: new CompendiumPacks(),
    settings,
    keybindings: new ClientKeybindings(),
    i18n: new Localization(options.language),
    time: new GameTime(),
    socket,
    keyboard: { downKeys: new Set<string>(), isModifierActive: () => false, hasFocus: false },
    clipboard: { copyPlainText: async () => Promise.resolve() },
    tooltip: { activate: () => undefined, deactivate: () => undefined, dismissLockedTooltips: () => undefined },
    audio: { locked: true, play: () => undefined },
    tours: { register: () => undefined, get: () => undefined },
    documentIndex: { lookup: () => ({}), ready: null },
    permissions: {},
    activeTool: null,
    paused: false,
    togglePause: () => false,
    user: null,
    users: null, actors: null, items: null, messages: null, combats: null, scenes: null, folders: null, macros: null, journal: null, tables: null, playlists: null, cards: null,
    get combat() {
      const combats: unknown = Reflect.get(game, "combats");
      return isObject(combats) ? combats["viewed"] : null;
    },
    get canvas() {
      return host().target["canvas"];
    },
    get documentTypes() {
      return Object.fromEntries(Object.keys(host().config).map((name) => [name, (documentConfig(name)["documentClass"] as typeof Document | undefined)?.TYPES]).filter(([, types]) => types !== undefined));
    },
    get model() {
      return Object.fromEntries(Object.entries(documentTypes).map(([name, types]) => [name, Object.fromEntries(Object.keys(isObject(types) ? types : {}).map((type) => [type, templateFields(world, name, type)]))]));
    },
  }));
  registerCoreSettings(settings, world);
}

function templateFields(world: WorldPayload, documentName: string, type: string): unknown {
  const types = world.template?.[documentName];
  return isObject(types) ? (types[type] ?? {}) : {};
}

function registerCoreSettings(settings: ClientSettings, world: WorldPayload): void {
  let known: number | null = null;
  settings.register("core", "time", {
    scope: "world", config: false, type: Number, default: 0,
    onChange: (value: unknown, options: Data) => {
      const now = Number(value);
      Hooks.callAll("updateWorldTime", now, now - (known ?? 0), options, world.userId);
      known = now;
    },
  });
  const { grid } = world.system;
  settings.register("core", "gridDiagonals", { scope: "world", config: true, name: "Grid diagonals", hint: "How a diagonal step counts on squares, and a step that climbs on any grid.", type: Number, default: isObject(grid) ? Number(grid["diagonals"] ?? 0) : 0, choices: { 0: "Equidistant (1/1/1)", 1: "Exact (1.4)", 2: "Approximate (1.5)", 3: "Rectilinear (2/2/2)", 4: "Alternating (1/2/1)", 5: "Alternating (2/1/2)", 6: "Illegal" }, requiresReload: true });
  settings.register("core", "rollMode", { scope: "client", config: false, type: String, default: "publicroll" });
  settings.register("core", "messageMode", { scope: "client", config: false, type: String, default: "public" });
  settings.register("core", "permissions", { scope: "world", config: false, type: Object, default: {} });
  settings.register("core", "combatTrackerConfig", { scope: "world", config: false, type: Object, default: { resource: "", skipDefeated: false } });
  settings.register("core", "sheetClasses", { scope: "world", config: false, type: Object, default: {}, onChange: chooseSheets });
  settings.register("core", "compendiumConfiguration", { scope: "world", config: false, type: Object, default: {} });
  settings.register("core", "language", { scope: "client", config: false, type: String, default: "en" });
  settings.register("core", "uiConfig", { scope: "client", config: false, type: Object, default: { colorScheme: { applications: "dark", interface: "dark" }, chatNotifications: "pip" } });
  settings.register("core", "defaultToken", { scope: "world", config: false, type: Object, default: {} });
  settings.register("core", "noCanvas", { scope: "client", config: false, type: Boolean, default: false });
  settings.register("core", "notesDisplayToggle", { scope: "client", config: false, type: Boolean, default: true });
}

/** The sheets that the world has chosen become the defaults of their types, where there is a page to show them. */
function chooseSheets(): void {
  const config = getProperty(host().foundry, "applications.apps.DocumentSheetConfig");
  const update: unknown = isFunction(config) ? Reflect.get(config, "updateDefaultSheets") : null;
  if (isFunction(update)) update.call(config, (host().game["settings"] as ClientSettings).get("core", "sheetClasses"));
}

/** A collection of the world, under its names in `game`. */
function addCollection(collection: WorldCollection<never>): void {
  const { game } = host();
  const key = COLLECTIONS[collection.documentName] ?? "";
  (game["collections"] as Collection<unknown>).set(collection.documentName, collection);
  // `game.settings` is the way to settings, not the collection of their documents.
  if (key !== "settings") game[key] = collection;
}

function sources(key: string): Data[] {
  return (host().world.documents[key] ?? []) as Data[];
}

/** World settings are there before `init`: systems read them early. */
export function initializeSettings(): void {
  const world = new WorldSettings(sources("settings"));
  addCollection(world as never);
  world.initialize();
  (host().game["settings"] as ClientSettings).storage.set("world", world);
}

function initializeDocuments(): void {
  const { game, world } = host();
  const made: WorldCollection<never>[] = [];
  for (const Default of WORLD) {
    const name = (Default as unknown as { documentName: string }).documentName;
    const configured = documentConfig(name)["collection"];
    const Class = (isFunction(configured) ? configured : Default) as new (sources: Data[]) => WorldCollection<never>;
    const collection = new Class(sources(COLLECTIONS[name] ?? ""));
    addCollection(collection);
    made.push(collection);
  }
  for (const collection of made) collection.initialize();
  const users = game["users"] as Users;
  for (const id of [...world.activeUsers, world.userId]) {
    const user = users.get(id);
    if (user) user.active = true;
  }
  game["user"] = users.current;
  const packs = game["packs"] as CompendiumPacks;
  for (const payload of world.packs) packs.set(payload.collection, new CompendiumCollection(payload));
  game["_documentsReady"] = true;
  for (const collection of made) for (const document of (collection as unknown as WorldCollection).values()) document._safePrepareData();
}

interface LocalizedModel {
  schema: SchemaField;
  LOCALIZATION_PREFIXES?: string[];
}

function localizeModels(): void {
  for (const name of Object.keys(host().config)) {
    const { dataModels } = documentConfig(name);
    if (!isObject(dataModels)) continue;
    for (const model of Object.values(dataModels)) if (isFunction(model) && "schema" in model) Localization.localizeDataModel(model as unknown as LocalizedModel);
  }
}

/** Each type of the manifest is called by the package's own words, unless the system has named it: `TYPES.Actor.hero`. */
function labelTypes(): void {
  for (const name of Object.keys(host().config)) {
    const { documentClass, typeLabels } = documentConfig(name);
    if (!isFunction(documentClass) || !isObject(typeLabels)) continue;
    for (const type of (documentClass as unknown as Partial<typeof Document>).TYPES ?? []) typeLabels[type] ??= type === "base" ? "TYPES.Base" : `TYPES.${name}.${type}`;
  }
}

/** Keeps what arrives before the documents are there. */
export class Inbox {
  readonly #waiting: (() => void)[] = [];
  #open = false;

  take(run: () => void): void {
    if (this.#open) run();
    else this.#waiting.push(run);
  }

  open(): void {
    this.#open = true;
    for (const run of this.#waiting.splice(0)) run();
  }
}

export function listen(inbox: Inbox): void {
  const users = (): Users => host().game["users"] as Users;
  host().backend.listen({
    modified: (userId: string, results: DocumentResult[]) => inbox.take(() => follow(userId, results)),
    userConnected: (userId, active) => inbox.take(() => {
      const user = users().get(userId);
      if (!user) return;
      user.active = active;
      if (!active) {
        user.targets.clear();
        showPlans(user, null);
      }
      Hooks.callAll("userConnected", user, active);
      void users().render();
    }),
    activity: (userId, activity) => inbox.take(() => followActivity(users().get(userId), activity)),
    emit: (userId, event, payload) => inbox.take(() => {
      void userId;
      (host().game["socket"] as GameSocket).hear(event, payload);
    }),
    query: async (name, data, timeout) => answerQuery(name, data, timeout),
  });
}

/** The page shows on its canvas where others are about to go. */
function showPlans(user: User, plans: UserActivity["plannedMovements"]): void {
  const { tokens } = host().canvas;
  const show: unknown = isObject(tokens) ? tokens["showPlans"] : null;
  if (isFunction(show)) show.call(tokens, user, plans);
}

function followActivity(user: User | undefined, activity: UserActivity): void {
  if (!user) return;
  if (activity.sceneId !== undefined) user.viewedScene = activity.sceneId;
  if (activity.targets && !user.isSelf) user._onUpdateTokenTargets(activity.targets);
  if (activity.plannedMovements !== undefined && !user.isSelf) showPlans(user, activity.plannedMovements);
}

/** The hooks of a start, once each and in this order. https://foundryvtt.com/api/modules/hookEvents.html */
export async function boot(inbox: Inbox, stages: BootStages): Promise<void> {
  const { game } = host();
  await stages.beforeInit?.();
  initializeSettings();
  Hooks.callAll("init");
  labelTypes();
  await (game["i18n"] as Localization).initialize();
  localizeModels();
  game["i18nReady"] = true;
  Hooks.callAll("i18nInit");
  Hooks.callAll("setup");
  initializeDocuments();
  inbox.open();
  chooseSheets();
  Hooks.callAll("initializeDynamicTokenRingConfig", documentConfig("Token")["ring"]);
  Hooks.callAll("initializeCombatConfiguration");
  if (stages.canvasConfig) Hooks.callAll("canvasConfig", stages.canvasConfig());
  await stages.beforeReady?.();
  game["ready"] = true;
  Hooks.callAll("ready");
}
