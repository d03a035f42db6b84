import type { Actor } from "./actor";
import { BaseActorDelta, BaseScene, BaseToken } from "./bases";
import { Document, worldCollection, type UserLike } from "./document";
import type { EmbeddedCollection } from "../collections/embedded-collection";
import { movementIn, tellOf, TokenCourse } from "./token-course";
import { movementAtRest, prepareMovements, tellMovements } from "./token-movement";
import { trackedAttributes, type TrackedAttributes } from "./tracked-attributes";
import { CONST } from "../constants";
import { gridOf, sizeOn, SquareGrid, type BaseGrid, type GridConfiguration, type MeasuredPath } from "../grid";
import { documentConfig, host } from "../host";
import { DataModel } from "../model/data-model";
import type { Source } from "../protocol";
import { synthesize } from "../records";
import { deepClone, getProperty } from "../utils/objects";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/** What an unlinked token changes of its actor. https://foundryvtt.com/api/classes/foundry.documents.ActorDelta.html */
export class ActorDelta extends BaseActorDelta {
  static get documentName(): string {
    return "ActorDelta";
  }

  static get implementation(): unknown {
    return documentConfig("ActorDelta")["documentClass"] ?? ActorDelta;
  }

  get syntheticActor(): Actor | null {
    return this.token?.actor ?? null;
  }

  get token(): TokenDocument | null {
    return (this.parent as unknown as TokenDocument | null) ?? null;
  }

  get documentName(): string {
    return "ActorDelta";
  }

  /** Changes the token's own actor. */
  async update(data: Data = {}, operation: Data = {}): Promise<unknown> {
    return this.syntheticActor?.update(data, operation);
  }

  /** Takes everything back to the base actor. */
  async restore(): Promise<Actor | null> {
    await this.token?.update({ "==delta": { _id: this.token.id } });
    return this.syntheticActor;
  }
}

/** https://foundryvtt.com/api/classes/foundry.documents.TokenDocument.html */
export class TokenDocument extends BaseToken {
  declare x: number;
  declare y: number;
  declare width: number;
  declare height: number;
  declare elevation: number;
  declare rotation: number;
  declare hidden: boolean;
  declare actorLink: boolean;
  declare actorId: string | null;
  declare disposition: number;
  declare displayName: number;
  declare displayBars: number;
  declare texture: Data & { src: string | null };
  declare bar1: { attribute: string | null };
  declare bar2: { attribute: string | null };
  declare _actor: Actor | null;
  declare _object: unknown;
  declare delta: ActorDelta;
  declare _course: TokenCourse;

  override _configure(options: Data): void {
    super._configure(options);
    Object.defineProperty(this, "_actor", { value: null, writable: true, configurable: true, enumerable: false });
    Object.defineProperty(this, "_object", { value: null, writable: true, configurable: true, enumerable: false });
    Object.defineProperty(this, "_course", { value: new TokenCourse(this), writable: false, configurable: true, enumerable: false });
  }

  override _initialize(options: Data = {}): void {
    const before: Partial<TokenPlace> = { x: this.x, y: this.y, elevation: this.elevation };
    super._initialize(options);
    if (before.x !== undefined && before.y !== undefined && before.elevation !== undefined) this._course.record({ x: before.x, y: before.y, elevation: before.elevation });
    const source = this._source["delta"];
    const Delta = (documentConfig("ActorDelta")["documentClass"] ?? ActorDelta) as typeof ActorDelta;
    // As the rest of a token's source, what a world stored is migrated before anything is made of it.
    if (isObject(source)) Delta.migrateDataSafe(source);
    const delta = new Delta(isObject(source) ? ({ items: [], effects: [], system: {}, flags: {}, ...source } as Data) : {}, { parent: this, adopt: true });
    Object.defineProperty(this, "delta", { value: delta, writable: true, configurable: true, enumerable: true });
    this.syncSyntheticActor();
  }

  /** The token's own actor prepares itself, whenever it is made or changed. */
  override get preparesChildren(): boolean {
    return false;
  }

  get scene(): Document | null {
    return this.parent instanceof Document ? this.parent : null;
  }

  get isLinked(): boolean {
    return this.actorLink;
  }

  get baseActor(): Actor | null {
    return this.actorId ? ((worldCollection("Actor")?.get(this.actorId) as Actor | undefined) ?? null) : null;
  }

  /** The actor: the base actor of a linked token, else one of the token's own. */
  get actor(): Actor | null {
    const base = this.baseActor;
    if (this.actorLink) return base;
    if (!base) return null;
    if (!this._actor || this._actor.type !== (this._source["delta"] as Data | null)?.["type"] && this._actor.id !== base.id) this._actor = this.makeSyntheticActor(base);
    return this._actor;
  }

  private syntheticSource(base: Actor): Data {
    const delta = this._source["delta"];
    const synthetic = synthesize(base._source as Source, (isObject(delta) ? delta : {}) as Source);
    synthetic["_id"] = base.id;
    const Class = documentConfig("Actor")["documentClass"] as unknown as typeof Document;
    return Class.cleanData(Class.migrateDataSafe(deepClone(synthetic) as Data));
  }

  private makeSyntheticActor(base: Actor): Actor | null {
    const Class = documentConfig("Actor")["documentClass"] as new (data: Data, options: Data) => Actor;
    try {
      return new Class(this.syntheticSource(base), { parent: this, strict: false, adopt: true });
    } catch (error) {
      console.error(`The actor of token ${this.uuid} could not be made.`, error);
      return null;
    }
  }

  /** @internal  After the delta or the base actor changed: the same actor, with new data. */
  syncSyntheticActor(): void {
    const base = this.baseActor;
    if (!this._actor) return;
    if (!base || this.actorLink) {
      this._actor = null;
      return;
    }
    this._actor.adoptSource(this.syntheticSource(base));
  }

  _onUpdateBaseActor(update: Data = {}): void {
    void update;
    if (this.actorLink) return;
    this.syncSyntheticActor();
    this._actor?.render(false);
  }

  /** The placeable on the canvas; set by the page. */
  get object(): unknown {
    return this._object;
  }

  get rendered(): boolean {
    return this._object !== null;
  }

  override get isOwner(): boolean {
    const user = host().game["user"] as UserLike;
    return user.isGM || (this.actor?.isOwner ?? false);
  }

  override getUserLevel(user?: UserLike | null): number {
    const who = user ?? (host().game["user"] as UserLike);
    if (who.isGM) return CONST.DOCUMENT_OWNERSHIP_LEVELS.OWNER;
    return this.actor?.getUserLevel(who) ?? super.getUserLevel(who);
  }

  get isSecret(): boolean {
    return this.disposition === CONST.TOKEN_DISPOSITIONS.SECRET && !this.isOwner;
  }

  get inCombat(): boolean {
    return this.combatant !== null;
  }

  get combatant(): Document | null {
    const { combat } = host().game;
    if (!(combat instanceof Document)) return null;
    return [...combat.getEmbeddedCollection("Combatant").values()].find((combatant) => Reflect.get(combatant, "tokenId") === this.id) ?? null;
  }

  hasStatusEffect(statusId: string): boolean {
    return this.actor?.statuses.has(statusId) ?? false;
  }

  async toggleCombatant(options: { active?: boolean } = {}): Promise<boolean> {
    const active = options.active ?? !this.inCombat;
    const Class = this.constructor as typeof TokenDocument;
    if (active) await Class.createCombatants([this]);
    else await Class.deleteCombatants([this]);
    return this.inCombat;
  }

  static async createCombatants(tokens: TokenDocument[], options: { combat?: Document } = {}): Promise<Document[]> {
    const combats = host().game["combats"];
    let combat = options.combat ?? (isObject(combats) && combats["viewed"] instanceof Document ? combats["viewed"] : null);
    if (!combat) {
      const Combat = documentConfig("Combat")["documentClass"] as unknown as typeof Document;
      const scene: unknown = host().canvas["scene"];
      const created = await Combat.create({ scene: scene instanceof Document ? scene.id : null, active: true });
      if (!(created instanceof Document)) return [];
      combat = created;
    }
    const present = new Set([...combat.getEmbeddedCollection("Combatant").values()].map((combatant) => Reflect.get(combatant, "tokenId") as unknown));
    const missing = tokens.filter((token) => !present.has(token.id));
    return combat.createEmbeddedDocuments("Combatant", missing.map((token) => ({ tokenId: token.id, sceneId: token.scene?.id ?? null, actorId: token.actorId, hidden: token.hidden })));
  }

  static async deleteCombatants(tokens: TokenDocument[], options: { combat?: Document } = {}): Promise<Document[]> {
    const combats = host().game["combats"];
    const combat = options.combat ?? (isObject(combats) && combats["viewed"] instanceof Document ? combats["viewed"] : null);
    if (!combat) return [];
    const ids = new Set(tokens.map((token) => token.id));
    const found = [...combat.getEmbeddedCollection("Combatant").values()].filter((combatant) => ids.has(Reflect.get(combatant, "tokenId") as string | null));
    return combat.deleteEmbeddedDocuments("Combatant", found.map((combatant) => combatant.id ?? ""));
  }

  /** What a token bar shows: a value, or a value with its maximum. */
  getBarAttribute(barName: string, options: { alternative?: string } = {}): Data | null {
    const bar: unknown = Reflect.get(this, barName);
    const attribute = options.alternative ?? (isObject(bar) ? bar["attribute"] : null);
    const { actor } = this;
    if (!actor || typeof attribute !== "string" || !attribute) return null;
    const data = getProperty(actor.system, attribute);
    if (typeof data === "number") return { type: "value", attribute, value: data, editable: isStored(actor, attribute) };
    if (!isObject(data) || !("value" in data) || !("max" in data)) return null;
    return { type: "bar", attribute, value: Number(data["value"] ?? 0), max: Number(data["max"] ?? 0), editable: isStored(actor, `${attribute}.value`) };
  }

  static getTrackedAttributes(data?: unknown): TrackedAttributes {
    return trackedAttributes(data);
  }

  /** The grid of the scene; a token without one stands on squares. */
  get #grid(): BaseGrid {
    const { scene } = this;
    return scene instanceof Scene ? scene.grid : new SquareGrid({ size: 100 });
  }

  /** The middle of the token, in pixels of the canvas. */
  getCenterPoint(data: Data = {}): { x: number; y: number; elevation: number } {
    const { width, height } = this.getSize(data);
    return { x: Number(data["x"] ?? this.x) + width / 2, y: Number(data["y"] ?? this.y) + height / 2, elevation: Number(data["elevation"] ?? this.elevation) };
  }

  /** Width and height in pixels. */
  getSize(data: Data = {}): { width: number; height: number } {
    return sizeOn(this.#grid, Number(data["width"] ?? this.width), Number(data["height"] ?? this.height));
  }

  /** Where the token would stand if it were put into the spaces of the grid; on no grid where it is. */
  getSnappedPosition(data: Data = {}): { x: number; y: number; elevation: number } {
    const grid = this.#grid;
    const x = Number(data["x"] ?? this.x);
    const y = Number(data["y"] ?? this.y);
    const elevation = Number(data["elevation"] ?? this.elevation);
    if (grid.isGridless) return { x: Math.round(x), y: Math.round(y), elevation };
    const [halfX, halfY] = [grid.sizeX / 2, grid.sizeY / 2];
    // The space in the top left corner of the token decides, whatever the token's size.
    const { CENTER, TOP_LEFT_VERTEX } = CONST.GRID_SNAPPING_MODES;
    const isSmall = grid.isSquare && this.width < 1 && this.height < 1;
    const snapped = grid.isSquare ? grid.getSnappedPoint({ x, y }, { mode: TOP_LEFT_VERTEX, resolution: isSmall ? 2 : 1 }) : grid.getSnappedPoint({ x: x + halfX, y: y + halfY }, { mode: CENTER });
    const corner = grid.isSquare ? snapped : { x: snapped.x - halfX, y: snapped.y - halfY };
    return { x: Math.round(corner.x), y: Math.round(corner.y), elevation };
  }

  /** Distances of a way, from middle to middle. */
  measureMovementPath(waypoints: Data[], options: Data = {}): MeasuredPath {
    const cost = options["cost"];
    return this.#grid.measurePath(waypoints.map((waypoint) => ({ ...this.getCenterPoint(waypoint), ...(waypoint["measure"] === false ? { measure: false } : {}) })), isFunction(cost) ? { cost: cost as never } : {});
  }

  /** Where the token went while a fight is on, the start included; https://foundryvtt.com/api/v14/classes/foundry.documents.TokenDocument.html#movementhistory */
  get movementHistory(): readonly TokenPlace[] {
    return this._course.history;
  }

  async clearMovementHistory(): Promise<void> {
    this._course.clear();
    return Promise.resolve();
  }

  /** @internal  Whether movements are noted: while a fight is on. */
  get isMovementRecorded(): boolean {
    const combat: unknown = this.combatant?.parent;
    return combat instanceof Document && Number(Reflect.get(combat, "round") ?? 0) > 0;
  }

  /** The current or last movement. https://foundryvtt.com/api/v14/interfaces/foundry.documents.types.TokenMovementData.html */
  get movement(): Data {
    return this._course.movement ?? movementAtRest(this);
  }

  /** Moves along waypoints, with one update for each checkpoint; resolves to whether the token came to the end. */
  async move(waypoints: Data | Data[], options: Data = {}): Promise<boolean> {
    return this._course.go(Array.isArray(waypoints) ? waypoints : [waypoints], options);
  }

  /** Ends a movement of this user at the checkpoint where the token stands. */
  stopMovement(): boolean {
    return this._course.stop();
  }

  /**
   * Holds a movement of this user up. https://github.com/foundryvtt/foundryvtt/issues/12162, https://github.com/foundryvtt/foundryvtt/issues/11849
   * @param key With one, a promise of whether it was resumed by this key; without, a function that resumes it. Null where nothing is under way.
   */
  pauseMovement(key?: string): Promise<boolean> | (() => Promise<boolean>) | null {
    const handle = key ?? Symbol("pause");
    const resumed = this._course.pause(handle);
    if (key !== undefined || !resumed) return resumed;
    const id = String(this.movement["id"]);
    return async () => {
      this._course.resume(id, handle);
      return resumed;
    };
  }

  /** https://github.com/foundryvtt/foundryvtt/issues/12381 */
  resumeMovement(movementId: string, key: string): void {
    this._course.resume(movementId, key);
  }

  _onMovementStopped(): void {
    tellOf("stopToken", this);
  }

  _onMovementPaused(): void {
    tellOf("pauseToken", this);
  }

  _onMovementRecorded(): void {
    tellOf("recordToken", this);
  }

  override _onUpdate(changed: Data, options: Data, userId: string): void {
    const told = movementIn(options, this);
    if (told) this._course.adopt(told, options, worldCollection("User")?.get(userId) ?? null);
    super._onUpdate(changed, options, userId);
  }

  static override async _preUpdateOperation(documents: Document[], operation: Data, user: unknown): Promise<boolean | void> {
    if ((await super._preUpdateOperation(documents, operation, user)) === false) return false;
    return prepareMovements(documents, operation);
  }

  static override async _onUpdateOperation(documents: Document[], operation: Data, user: unknown): Promise<void> {
    const others = super._onUpdateOperation(documents, operation, user);
    tellMovements(documents, operation, user);
    return others;
  }
}

/** Where a token stands. */
export interface TokenPlace {
  x: number;
  y: number;
  elevation: number;
}

function isStored(actor: Actor, attribute: string): boolean {
  if (actor.system instanceof DataModel) return actor.system.schema.getField(attribute) !== undefined;
  return getProperty(actor._source["system"], attribute) !== undefined;
}

/** What the world says of diagonals, else the system. */
function diagonalRule(): number {
  const { settings } = host().game;
  return isObject(settings) && isFunction(settings["get"]) ? Number((settings["get"] as (namespace: string, key: string) => unknown).call(settings, "core", "gridDiagonals") ?? 0) : 0;
}

/** https://foundryvtt.com/api/classes/foundry.documents.Scene.html */
export class Scene extends BaseScene {
  declare active: boolean;
  declare width: number;
  declare height: number;
  declare grid: BaseGrid;
  declare tokens: EmbeddedCollection<TokenDocument>;
  declare _view: boolean;
  declare navigation: boolean;

  override get preparesChildren(): boolean {
    return false;
  }

  /** The stored description becomes the grid itself: https://foundryvtt.com/api/v14/classes/foundry.documents.Scene.html#grid */
  override _initialize(options: Data = {}): void {
    super._initialize(options);
    const { type, ...configuration } = this._source["grid"] as Data & GridConfiguration & { type: number };
    Object.defineProperty(this, "grid", { value: gridOf(type, { ...configuration, diagonals: diagonalRule() }), writable: true, configurable: true, enumerable: true });
  }

  override prepareEmbeddedDocuments(): void {
    for (const token of this.tokens.values()) token._safePrepareData();
  }

  get isView(): boolean {
    return host().canvas["scene"] === this || host().game["viewedSceneId"] === this.id;
  }

  get dimensions(): Data {
    const { size, distance, sizeX, sizeY } = this.grid;
    return { width: this.width, height: this.height, size, distance, distancePixels: size / distance, sceneX: 0, sceneY: 0, sceneWidth: this.width, sceneHeight: this.height, rows: Math.ceil(this.height / sizeY), columns: Math.ceil(this.width / sizeX) };
  }

  async activate(): Promise<unknown> {
    const others = [...(worldCollection("Scene")?.values() ?? [])].filter((scene) => scene !== this && Reflect.get(scene, "active") === true);
    const updates: Data[] = others.map((scene) => ({ _id: scene.id, active: false }));
    return Scene.updateDocuments([...updates, { _id: this.id, active: true }]);
  }

  /** Shows this scene; the page draws it. */
  async view(): Promise<this> {
    host().game["viewedSceneId"] = this.id;
    const draw: unknown = host().canvas["draw"];
    if (typeof draw === "function") await (draw as (scene: Scene) => Promise<unknown>).call(host().canvas, this);
    host().backend.activity({ sceneId: this.id });
    return this;
  }
}
