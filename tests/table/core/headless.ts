import type { Document } from "./documents/document";
import { setSheetFactory } from "./documents/document";
import { documentConfig, host } from "./host";
import { mergeObject } from "./utils/objects";
import { randomID } from "./utils/text";
import type { Data } from "./types";
import { isFunction, isObject } from "./types";

/**
 * Stand-ins for what only a page has, so that a system's module loads and runs without one. Applications keep their
 * state and prepare nothing; a dialog that would ask a person is refused, since nobody is there to answer.
 */

type AnyClass = abstract new (...values: never[]) => object;

class HeadlessApplication {
  static DEFAULT_OPTIONS: Data = {};
  static PARTS: Data = {};
  static TABS: Data = {};
  static BASE_APPLICATION: unknown = null;
  static RENDER_STATES = { ERROR: -3, CLOSING: -2, CLOSED: -1, NONE: 0, RENDERING: 1, RENDERED: 2 };
  readonly options: Data;
  readonly id: string;
  position: Data = {};
  tabGroups: Data = {};
  state = 0;

  constructor(options: Data = {}) {
    this.options = this._initializeApplicationOptions(options);
    this.id = String(this.options["id"] ?? `app-${randomID()}`);
  }

  _initializeApplicationOptions(options: Data): Data {
    const merged: Data = {};
    const chain: unknown[] = [];
    for (let Class: unknown = this.constructor; isFunction(Class) && Class !== Function.prototype; Class = Object.getPrototypeOf(Class)) chain.unshift(Class);
    for (const Class of chain) {
      const defaults: unknown = Object.hasOwn(Class as object, "DEFAULT_OPTIONS") ? Reflect.get(Class as object, "DEFAULT_OPTIONS") : null;
      if (isObject(defaults)) mergeObject(merged, defaults);
    }
    return Object.assign(merged, options);
  }

  get rendered(): boolean {
    return this.state === 2;
  }

  get element(): null {
    return null;
  }

  get title(): string {
    const window = this.options["window"];
    return isObject(window) ? String(window["title"] ?? "") : "";
  }

  async render(options: unknown = {}): Promise<this> {
    const force = options === true || (isObject(options) && options["force"] === true);
    if (force) this.state = 2;
    return Promise.resolve(this);
  }

  async close(): Promise<this> {
    this.state = -1;
    return Promise.resolve(this);
  }

  bringToFront(): void { /* nothing is seen */ }

  setPosition(position: Data = {}): Data {
    Object.assign(this.position, position);
    return this.position;
  }

  addEventListener(): void { /* nothing happens here */ }

  removeEventListener(): void { /* nothing happens here */ }

  async _prepareContext(): Promise<Data> {
    return Promise.resolve({});
  }

  async _preparePartContext(partId: string, context: Data): Promise<Data> {
    void partId;
    return Promise.resolve(context);
  }

  _configureRenderOptions(): void { /* for subclasses */ }

  _configureRenderParts(): Data {
    return { ...(this.constructor as typeof HeadlessApplication).PARTS };
  }

  _onRender(): void { /* for subclasses */ }

  _onFirstRender(): void { /* for subclasses */ }

  _attachPartListeners(): void { /* for subclasses */ }
}

class HeadlessDocumentSheet extends HeadlessApplication {
  readonly document: Document;

  constructor(options: Data = {}) {
    super(options);
    this.document = options["document"] as Document;
    if (this.document) this.document.apps[this.id] = this as never;
  }

  get isEditable(): boolean {
    return this.document.isOwner;
  }

  get isVisible(): boolean {
    return this.document.visible;
  }

  get actor(): unknown {
    return this.document;
  }

  get item(): unknown {
    return this.document;
  }
}

class HeadlessDialog extends HeadlessApplication {
  static refuse(): Promise<never> {
    return Promise.reject(new Error("A dialog needs a person: there is no page here."));
  }

  static confirm = this.refuse;
  static prompt = this.refuse;
  static wait = this.refuse;
  static input = this.refuse;
  static query = this.refuse;
}

function mixin(Base: AnyClass): AnyClass {
  abstract class Mixed extends (Base as new (...values: never[]) => object) {}
  return Mixed;
}

interface Registered {
  scope: string;
  sheetClass: AnyClass;
  documentClass: { documentName?: string };
  types: string[] | null;
  makeDefault: boolean;
}

const registered: Registered[] = [];

class HeadlessSheetConfig {
  static registerSheet(documentClass: { documentName?: string }, scope: string, sheetClass: AnyClass, options: Data = {}): void {
    const types = Array.isArray(options["types"]) ? (options["types"] as string[]) : null;
    const makeDefault = options["makeDefault"] === true;
    registered.push({ scope, sheetClass, documentClass, types, makeDefault });
    const id = `${scope}.${sheetClass.name}`;
    for (const sheets of sheetsByType(documentClass, types)) {
      if (makeDefault) for (const sheet of Object.values(sheets)) sheet.default = false;
      sheets[id] = { id, cls: sheetClass, label: String(options["label"] ?? sheetClass.name), default: makeDefault, canConfigure: options["canConfigure"] !== false, canBeDefault: options["canBeDefault"] !== false };
    }
  }

  static unregisterSheet(documentClass: { documentName?: string }, scope: string, sheetClass: AnyClass): void {
    const at = registered.findIndex((entry) => entry.documentClass === documentClass && entry.scope === scope && entry.sheetClass === sheetClass);
    if (at >= 0) registered.splice(at, 1);
    for (const sheets of sheetsByType(documentClass, null)) delete sheets[`${scope}.${sheetClass.name}`];
  }
}

interface SheetRecord {
  id: string;
  cls: AnyClass;
  label: string;
  default: boolean;
  canConfigure: boolean;
  canBeDefault: boolean;
}

/** `CONFIG.<Document>.sheetClasses` of the types that are named, or of all. https://foundryvtt.com/api/variables/CONFIG.Actor.html */
function sheetsByType(documentClass: { documentName?: string; TYPES?: string[] }, types: string[] | null): Record<string, SheetRecord>[] {
  const config = documentConfig(documentClass.documentName ?? "");
  const byType = (config["sheetClasses"] ??= {}) as Record<string, Record<string, SheetRecord>>;
  const all = documentClass.TYPES?.length ? documentClass.TYPES : ["base"];
  return (types ?? all).map((type) => (byType[type] ??= {}));
}

class HeadlessTextEditor {
  static get implementation(): typeof HeadlessTextEditor {
    return HeadlessTextEditor;
  }

  static async enrichHTML(text: string): Promise<string> {
    return Promise.resolve(text);
  }

  static getDragEventData(): Data {
    return {};
  }

  static decodeHTML(text: string): string {
    return text;
  }
}

class HeadlessSearchFilter {
  /** Without accents and blanks around. https://foundryvtt.com/api/v14/classes/foundry.applications.ux.SearchFilter.html#cleanquery */
  static cleanQuery(query: string): string {
    return query.normalize("NFD").replace(/[\u0300-\u036f]/g, "").trim();
  }

  static testQuery(query: RegExp, text: string): boolean {
    return query.test(HeadlessSearchFilter.cleanQuery(text));
  }

  bind(): void { /* nothing is typed */ }
}

class HeadlessDragDrop {
  static get implementation(): typeof HeadlessDragDrop {
    return HeadlessDragDrop;
  }

  bind(): this {
    return this;
  }
}

class HeadlessFilePicker extends HeadlessApplication {
  static get implementation(): typeof HeadlessFilePicker {
    return HeadlessFilePicker;
  }
}

function classes(names: string[], Base: AnyClass): Data {
  return Object.fromEntries(names.map((name) => [name, { [name]: class extends (Base as new (...values: never[]) => object) {} }[name]]));
}

export function headlessApplications(): Data {
  registered.length = 0;
  setSheetFactory((document) => {
    const fitting = registered.filter((entry) => entry.documentClass.documentName === document.documentName && (!entry.types || entry.types.includes(String(Reflect.get(document, "type")))));
    const chosen = fitting.findLast((entry) => entry.makeDefault) ?? fitting.at(-1);
    const Class = (chosen?.sheetClass ?? HeadlessDocumentSheet) as unknown as new (options: Data) => HeadlessDocumentSheet;
    return new Class({ document });
  });
  return {
    api: { ApplicationV2: HeadlessApplication, DocumentSheetV2: HeadlessDocumentSheet, DialogV2: HeadlessDialog, Dialog: HeadlessDialog, HandlebarsApplicationMixin: mixin, CategoryBrowser: HeadlessApplication },
    sheets: {
      ...classes(["ActorSheetV2", "ItemSheetV2", "ActiveEffectConfig", "TokenConfig", "PrototypeTokenConfig", "MacroConfig", "FolderConfig", "UserConfig", "SceneConfig", "CombatantConfig", "RollTableSheet", "CardDeckConfig"], HeadlessDocumentSheet),
      journal: classes(["JournalEntrySheet", "JournalEntryPageSheet", "JournalEntryPageTextSheet", "JournalEntryPageHandlebarsSheet", "JournalEntryPageProseMirrorSheet"], HeadlessDocumentSheet),
    },
    apps: { DocumentSheetConfig: HeadlessSheetConfig, FilePicker: HeadlessFilePicker, ...classes(["CombatTrackerConfig", "DocumentOwnershipConfig", "ImagePopout", "CompendiumArtConfig", "PermissionConfig"], HeadlessApplication) },
    ux: { TextEditor: HeadlessTextEditor, DragDrop: HeadlessDragDrop, FormDataExtended: class FormDataExtended { object: Data = {}; }, SearchFilter: HeadlessSearchFilter, ContextMenu: class ContextMenu extends HeadlessApplication {}, Tabs: class Tabs {}, ProseMirrorEditor: class ProseMirrorEditor {}, Draggable: class Draggable {} },
    sidebar: { Sidebar: HeadlessApplication, tabs: classes(["CombatTracker", "ChatLog", "ActorDirectory", "ItemDirectory", "JournalDirectory", "SceneDirectory", "CompendiumDirectory", "MacroDirectory", "RollTableDirectory", "PlaylistDirectory", "CardsDirectory", "Settings", "PlaceablesDirectory"], HeadlessApplication), apps: classes(["Compendium", "ChatPopout", "ToursManagement", "WorldConfig"], HeadlessApplication), AbstractSidebarTab: HeadlessApplication, DocumentDirectory: HeadlessApplication },
    hud: classes(["BasePlaceableHUD", "TokenHUD", "TileHUD", "DrawingHUD", "ChatBubbles"], HeadlessApplication),
    ui: classes(["Hotbar", "Notifications", "SceneControls", "SceneNavigation", "GamePause", "MainMenu", "Players"], HeadlessApplication),
    settings: classes(["SettingsConfig", "SettingsMenu", "DependencyResolution"], HeadlessApplication),
    dice: classes(["RollResolver"], HeadlessApplication),
    elements: {},
  };
}

/** A token on the table without a picture. */
export class HeadlessToken {
  readonly document: Document;
  controlled = false;
  hover = false;

  constructor(document: Document) {
    this.document = document;
  }

  get id(): string | null {
    return this.document.id;
  }

  get name(): string {
    return this.document.name;
  }

  get actor(): unknown {
    return Reflect.get(this.document, "actor");
  }

  get scene(): unknown {
    return this.document.parent;
  }

  get isOwner(): boolean {
    return this.document.isOwner;
  }

  get isTargeted(): boolean {
    const { targets } = host().game["user"] as { targets: Set<unknown> };
    return targets.has(this);
  }

  get center(): unknown {
    return (this.document as unknown as { getCenterPoint(): unknown }).getCenterPoint();
  }

  control(options: { releaseOthers?: boolean } = {}): boolean {
    const { controlled } = layer();
    if (options.releaseOthers ?? true) for (const token of [...controlled]) token.release();
    this.controlled = true;
    if (!controlled.includes(this)) controlled.push(this);
    return true;
  }

  release(): boolean {
    const { controlled } = layer();
    this.controlled = false;
    const at = controlled.indexOf(this);
    if (at >= 0) controlled.splice(at, 1);
    return true;
  }

  /** Targets this token, as the current user; others are told. */
  setTarget(targeted = true, options: { releaseOthers?: boolean } = {}): void {
    const user = host().game["user"] as { targets: Set<unknown> & { ids: string[] }; _onUpdateTokenTargets(ids: string[]): void };
    const others = (options.releaseOthers ?? true) && targeted ? [] : user.targets.ids.filter((id) => id !== this.id);
    const ids = targeted ? [...others, this.id ?? ""] : others;
    user._onUpdateTokenTargets(ids);
    host().backend.activity({ targets: ids });
  }
}

/** A token of the class that the system configured, as long as it is made of this table's. */
function makeToken(document: Document): HeadlessToken {
  const configured = documentConfig("Token")["objectClass"];
  const Class = isFunction(configured) && (configured as unknown as { prototype: unknown }).prototype instanceof HeadlessToken ? (configured as unknown as typeof HeadlessToken) : HeadlessToken;
  return new Class(document);
}

interface HeadlessLayer {
  controlled: HeadlessToken[];
}

function layer(): HeadlessLayer {
  return host().canvas["tokens"] as HeadlessLayer;
}

/** A canvas that shows the active scene to nobody. */
export function headlessCanvas(canvas: Data): void {
  const placeables = new Map<Document, HeadlessToken>();
  const viewed = (): Document | null => {
    const { scenes } = host().game;
    if (!(scenes instanceof Map)) return null;
    const wanted: unknown = scenes.get(String(host().game["viewedSceneId"]));
    return (wanted as Document | undefined) ?? ((isObject(scenes) ? Reflect.get(scenes, "active") : null) as Document | null);
  };
  const all = (): HeadlessToken[] => {
    const scene = viewed();
    if (!scene) return [];
    return [...scene.getEmbeddedCollection("Token").values()].map((document) => {
      const placeable = placeables.get(document) ?? makeToken(document);
      placeables.set(document, placeable);
      Reflect.set(document, "_object", placeable);
      return placeable;
    });
  };
  const tokens = {
    controlled: [] as HeadlessToken[],
    get placeables() {
      return all();
    },
    get: (id: string) => all().find((token) => token.id === id) ?? null,
    get ownedTokens() {
      return all().filter((token) => token.isOwner);
    },
    releaseAll: () => [...tokens.controlled].map((token) => token.release()).length,
    setTargets: (ids: string[]) => {
      (host().game["user"] as { _onUpdateTokenTargets(ids: string[]): void })._onUpdateTokenTargets([...ids]);
      host().backend.activity({ targets: [...ids] });
    },
    activate: () => tokens,
  };
  Object.defineProperties(canvas, Object.getOwnPropertyDescriptors({
    ready: false, initialized: false, loading: false, tokens, grid: null, stage: null, dimensions: null, hud: null, interface: null, activeLayer: null, controls: null, app: null,
    get scene() {
      return viewed();
    },
    get id() {
      return viewed()?.id ?? null;
    },
    animatePan: () => Promise.resolve(), pan: () => undefined, draw: () => Promise.resolve(),
  }));
}
