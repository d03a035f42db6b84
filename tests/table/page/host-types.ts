import type { BaseGrid, MeasuredPath } from "../core/grid";
import type { PlainObject } from "./plain";

/** The parts of the table's core that the page uses, as narrow interfaces. */

export interface HostDocument {
  id: string | null;
  _id: string | null;
  uuid: string;
  name: string;
  img?: string;
  type?: string;
  documentName: string;
  collectionName: string;
  parent: HostDocument | null;
  pack: string | null;
  folder: HostDocument | null;
  sort: number;
  ownership: Record<string, number>;
  isOwner: boolean;
  limited: boolean;
  visible: boolean;
  system: PlainObject;
  flags: PlainObject;
  apps: Record<string, { render(options?: unknown): unknown; close(options?: unknown): unknown }>;
  sheet: { render(options?: unknown): Promise<unknown>; rendered: boolean; close(options?: unknown): Promise<unknown> } | null;
  /** The sheet that was made, if one was. */
  _sheet: { rendered: boolean } | null;
  _onSheetChange(options?: { sheetOpen?: boolean }): Promise<void>;
  _source: PlainObject;
  schema: { fields: PlainObject };
  permission: number;
  isEmbedded: boolean;
  inCompendium?: boolean;
  update(data: PlainObject, operation?: PlainObject): Promise<HostDocument | undefined>;
  delete(operation?: PlainObject): Promise<HostDocument | undefined>;
  toObject(source?: boolean): PlainObject;
  toDragData(): PlainObject;
  testUserPermission(user: HostUser, permission: string | number, options?: { exact?: boolean }): boolean;
  canUserModify(user: HostUser, action: string, data?: PlainObject): boolean;
  validate(options?: PlainObject): boolean;
  getFlag(scope: string, key: string): unknown;
  setFlag(scope: string, key: string, value: unknown): Promise<unknown>;
  unsetFlag(scope: string, key: string): Promise<unknown>;
  createEmbeddedDocuments(name: string, data: PlainObject[], operation?: PlainObject): Promise<HostDocument[]>;
  updateEmbeddedDocuments(name: string, data: PlainObject[], operation?: PlainObject): Promise<HostDocument[]>;
  deleteEmbeddedDocuments(name: string, ids: string[], operation?: PlainObject): Promise<HostDocument[]>;
  getEmbeddedCollection(name: string): HostCollection<HostDocument>;
}

export interface HostUser extends HostDocument {
  isGM: boolean;
  active: boolean;
  isSelf: boolean;
  role: number;
  color: { css?: string } | string;
  character: HostActor | null;
  hotbar: Record<string, string>;
  targets: Set<unknown> & { ids?: string[] };
  viewedScene?: string | null;
  getHotbarMacros(page?: number): { slot: number; macro: HostMacro | null }[];
  assignHotbarMacro(macro: HostMacro | null, slot?: number | string, options?: PlainObject): Promise<unknown>;
  hasPermission(permission: string): boolean;
  hasRole(role: string | number): boolean;
  broadcastActivity(activity: PlainObject): void;
}

export interface HostActor extends HostDocument {
  items: HostCollection<HostDocument>;
  effects: HostCollection<HostDocument>;
  statuses: Set<string>;
  prototypeToken: PlainObject;
  isToken: boolean;
  token: HostTokenDocument | null;
  getTokenDocument(data?: PlainObject): Promise<HostDocument>;
  toggleStatusEffect(id: string, options?: PlainObject): Promise<unknown>;
  modifyTokenAttribute(attribute: string, value: number, isDelta?: boolean, isBar?: boolean): Promise<unknown>;
  getActiveTokens(linked?: boolean, document?: boolean): unknown[];
}

export interface BarAttribute {
  type: "bar" | "value";
  attribute: string;
  value: number;
  max?: number;
  editable?: boolean;
}

export interface HostTokenDocument extends HostDocument {
  x: number;
  y: number;
  width: number;
  height: number;
  elevation: number;
  rotation: number;
  hidden: boolean;
  actorId: string | null;
  actorLink: boolean;
  disposition: number;
  displayName: number;
  displayBars: number;
  texture: { src: string };
  bar1: { attribute: string | null };
  bar2: { attribute: string | null };
  actor: HostActor | null;
  combatant: HostCombatant | null;
  inCombat: boolean;
  object: unknown;
  movementHistory?: readonly { x: number; y: number; elevation: number }[];
  getSize(): { width: number; height: number };
  getCenterPoint(data?: PlainObject): { x: number; y: number; elevation: number };
  getSnappedPosition(data?: PlainObject): { x: number; y: number; elevation: number };
  measureMovementPath(waypoints: PlainObject[]): MeasuredPath;
  move(waypoints: object[], options?: PlainObject): Promise<unknown>;
  getBarAttribute(bar: string): BarAttribute | null;
  toggleCombatant(options?: PlainObject): Promise<unknown>;
  hasStatusEffect?(id: string): boolean;
}

export interface HostScene extends HostDocument {
  active: boolean;
  isView: boolean;
  width: number;
  height: number;
  padding: number;
  background: { src: string | null; color?: string };
  backgroundColor?: string;
  grid: BaseGrid;
  tokens: HostCollection<HostTokenDocument>;
  navigation: boolean;
  activate(): Promise<unknown>;
  view?(): Promise<unknown>;
}

export interface HostMacro extends HostDocument {
  command: string;
  author: HostUser | null;
  canExecute: boolean;
  execute(scope?: PlainObject): unknown;
}

export interface HostMessage extends HostDocument {
  content: string;
  author: HostUser | null;
  timestamp: number;
  whisper: string[];
  blind: boolean;
  rolls: { total: number }[];
  isRoll: boolean;
  isContentVisible: boolean;
  isAuthor: boolean;
  speaker: { alias?: string | null };
  alias: string;
  renderHTML(options?: PlainObject): Promise<HTMLElement>;
}

export interface HostCombatant extends HostDocument {
  actor: HostActor | null;
  token: HostTokenDocument | null;
  tokenId: string | null;
  sceneId: string | null;
  initiative: number | null;
  hidden: boolean;
  defeated: boolean;
  isDefeated: boolean;
  isNPC: boolean;
  players: HostUser[];
  combat: HostCombat;
}

export interface HostCombat extends HostDocument {
  round: number;
  turn: number | null;
  started: boolean;
  active: boolean;
  isActive: boolean;
  scene: HostScene | null;
  combatants: HostCollection<HostCombatant>;
  combatant: HostCombatant | null;
  turns: HostCombatant[];
  settings: PlainObject;
  rollAll(options?: PlainObject): Promise<unknown>;
  rollNPC(options?: PlainObject): Promise<unknown>;
  rollInitiative(ids: string | string[], options?: PlainObject): Promise<unknown>;
  resetAll(options?: PlainObject): Promise<unknown>;
  startCombat(): Promise<unknown>;
  endCombat(): Promise<unknown>;
  nextTurn(): Promise<unknown>;
  previousTurn(): Promise<unknown>;
  nextRound(): Promise<unknown>;
  previousRound(): Promise<unknown>;
  activate(options?: PlainObject): Promise<unknown>;
  toggleSceneLink(): Promise<unknown>;
}

export interface HostCollection<T> extends Map<string, T> {
  contents: T[];
  documentName?: string;
  documentClass?: HostDocumentClass;
  getName(name: string): T | undefined;
  filter(condition: (value: T) => boolean): T[];
  find(condition: (value: T) => boolean): T | undefined;
  map<R>(transform: (value: T) => R): R[];
  some(condition: (value: T) => boolean): boolean;
  [Symbol.iterator](): MapIterator<[string, T]>;
}

export interface HostWorldCollection<T> extends HostCollection<T> {
  apps?: unknown[];
  fromCompendium?(document: HostDocument, options?: PlainObject): PlainObject;
  importFromCompendium?(pack: HostPack, id: string, data?: PlainObject, options?: PlainObject): Promise<HostDocument>;
}

export interface IndexEntry extends PlainObject {
  _id: string;
  uuid: string;
  name: string;
  img?: string;
  type?: string;
  folder?: string | null;
  sort?: number;
}

export interface HostPack extends HostCollection<HostDocument> {
  collection: string;
  title: string;
  metadata: PlainObject & { id: string; label: string; type: string; packageName: string };
  index: HostCollection<IndexEntry>;
  folders: HostCollection<HostDocument>;
  visible: boolean;
  locked: boolean;
  getDocument(id: string): Promise<HostDocument | null>;
  getIndex(options?: PlainObject): Promise<HostCollection<IndexEntry>>;
  getUuid?(id: string): string;
  apps: unknown[];
}

export interface HostDocumentClass {
  documentName: string;
  implementation: HostDocumentClass;
  metadata: PlainObject;
  TYPES?: string[];
  create(data: PlainObject, operation?: PlainObject): Promise<HostDocument | undefined>;
  createDocuments(data: PlainObject[], operation?: PlainObject): Promise<HostDocument[]>;
  updateDocuments(data: PlainObject[], operation?: PlainObject): Promise<HostDocument[]>;
  fromDropData(data: PlainObject, options?: PlainObject): Promise<HostDocument | null>;
  canUserCreate?(user: HostUser): boolean;
  getSpeaker?(options?: PlainObject): PlainObject;
  applyRollMode?(data: PlainObject, mode: string): PlainObject;
  new (data: PlainObject, context?: PlainObject): HostDocument;
}

export interface SettingRecord extends PlainObject {
  namespace: string;
  key: string;
  id?: string;
  name?: string;
  hint?: string;
  scope: string;
  config?: boolean;
  type?: unknown;
  choices?: Record<string, string> | (() => Record<string, string>);
  range?: { min?: number; max?: number; step?: number };
  default?: unknown;
  requiresReload?: boolean;
}

export interface HostGame {
  user: HostUser;
  userId: string;
  users: HostWorldCollection<HostUser> & { activeGM: HostUser | null };
  actors: HostWorldCollection<HostActor>;
  items: HostWorldCollection<HostDocument>;
  messages: HostWorldCollection<HostMessage>;
  combats: HostWorldCollection<HostCombat> & { active: HostCombat | undefined; viewed: HostCombat | null };
  combat: HostCombat | null;
  scenes: HostWorldCollection<HostScene> & { active: HostScene | undefined; current?: HostScene; viewed?: HostScene };
  folders: HostWorldCollection<HostDocument>;
  macros: HostWorldCollection<HostMacro>;
  journal: HostWorldCollection<HostDocument>;
  packs: HostCollection<HostPack>;
  collections: HostCollection<HostWorldCollection<HostDocument>>;
  settings: {
    settings: Map<string, SettingRecord>;
    menus: Map<string, PlainObject & { type: new () => { render(options?: unknown): unknown }; name: string; label: string; hint?: string; icon?: string; restricted?: boolean; namespace: string }>;
    get(namespace: string, key: string): unknown;
    set(namespace: string, key: string, value: unknown): Promise<unknown>;
    register(namespace: string, key: string, config: PlainObject): void;
  };
  keybindings?: { actions?: Map<string, PlainObject> };
  i18n: { localize(key: string): string; format(key: string, data?: PlainObject): string; has(key: string): boolean; lang: string };
  release: { generation: number; version: string };
  system: PlainObject & { id: string; title: string; version: string };
  world: { id: string; title: string };
  modules: Map<string, unknown>;
  socket: { emit(event: string, ...payload: unknown[]): void };
  time?: { worldTime: number };
  paused?: boolean;
  togglePause?(pause: boolean, options?: PlainObject): unknown;
  ready: boolean;
  tooltip?: unknown;
  [key: string]: unknown;
}

export interface HostHooks {
  on(name: string, handler: (...args: never[]) => unknown): number;
  once(name: string, handler: (...args: never[]) => unknown): number;
  off(name: string, id: number | ((...args: never[]) => unknown)): void;
  call(name: string, ...args: unknown[]): boolean;
  callAll(name: string, ...args: unknown[]): boolean;
  onError?(location: string, error: Error, options?: PlainObject): void;
}

export interface SheetRecord {
  id: string;
  label: string;
  cls: new (options: PlainObject) => { render(options?: unknown): unknown };
  default: boolean;
  canBeDefault: boolean;
  canConfigure: boolean;
  themes: Record<string, string> | null;
}

export interface DocumentConfig extends PlainObject {
  documentClass: HostDocumentClass;
  sheetClasses?: Record<string, Record<string, SheetRecord>>;
  typeLabels?: Record<string, string>;
  defaultType?: string;
}

export interface StatusEffectRecord extends PlainObject {
  id: string;
  name?: string;
  label?: string;
  img?: string;
  icon?: string;
  hud?: boolean | { actorTypes?: string[] };
  order?: number;
}

export interface HostUtils {
  randomID(length?: number): string;
  cleanHTML(html: string): string;
  fromUuid(uuid: string, options?: PlainObject): Promise<HostDocument | null>;
  fromUuidSync(uuid: string, options?: PlainObject): HostDocument | IndexEntry | null;
  parseUuid(uuid: string): PlainObject | null;
  debounce<A extends unknown[]>(callback: (...args: A) => unknown, delay: number): (...args: A) => void;
  getProperty(object: unknown, path: string): unknown;
  setProperty(object: unknown, path: string, value: unknown): boolean;
  expandObject(object: PlainObject): PlainObject;
  flattenObject(object: PlainObject): PlainObject;
  deepClone<T>(value: T): T;
  mergeObject(original: PlainObject, other: PlainObject, options?: PlainObject): PlainObject;
  performIntegerSort?(source: unknown, options: PlainObject): { target: HostDocument; update: { sort: number } }[];
  logCompatibilityWarning?(message: string, options?: PlainObject): void;
}

export interface RollLike {
  total: number;
  formula: string;
  evaluate(options?: PlainObject): Promise<RollLike>;
  toMessage(data?: PlainObject, options?: PlainObject): Promise<unknown>;
  render(options?: PlainObject): Promise<string>;
  toJSON(): PlainObject;
}

export interface RollClass {
  new (formula: string, data?: PlainObject): RollLike;
  create(formula: string, data?: PlainObject): RollLike;
  validate(formula: string): boolean;
  fromJSON(json: string): RollLike;
  defaultImplementation?: RollClass;
}

export type RenderTemplate = (path: string, data: PlainObject) => Promise<string>;
