import type { Actor } from "./actor";
import { BaseActorDelta, BaseScene, BaseToken } from "./bases";
import { Document, worldCollection, type UserLike } from "./document";
import type { EmbeddedCollection } from "../collections/embedded-collection";
import { trackedAttributes, type TrackedAttributes } from "./tracked-attributes";
import { CONST } from "../constants";
import { documentConfig, host } from "../host";
import { DataModel } from "../model/data-model";
import type { Source } from "../protocol";
import { synthesize } from "../records";
import { deepClone, getProperty } from "../utils/objects";
import type { Data } from "../types";
import { isObject } from "../types";

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

  override _configure(options: Data): void {
    super._configure(options);
    Object.defineProperty(this, "_actor", { value: null, writable: true, configurable: true, enumerable: false });
    Object.defineProperty(this, "_object", { value: null, writable: true, configurable: true, enumerable: false });
  }

  override _initialize(options: Data = {}): void {
    super._initialize(options);
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

  /** Centre of the token, in canvas units. */
  getCenterPoint(data: Data = {}): { x: number; y: number; elevation: number } {
    const grid = (this.scene ? (Reflect.get(this.scene, "grid") as Data) : { size: 100 })["size"];
    const size = Number(grid ?? 100);
    return { x: Number(data["x"] ?? this.x) + (this.width * size) / 2, y: Number(data["y"] ?? this.y) + (this.height * size) / 2, elevation: this.elevation };
  }

  getSize(): { width: number; height: number } {
    const size = Number((this.scene ? (Reflect.get(this.scene, "grid") as Data) : { size: 100 })["size"] ?? 100);
    return { width: this.width * size, height: this.height * size };
  }

  /** V13 and later move tokens along waypoints; the table goes straight to the last. */
  async move(waypoints: Data | Data[], options: Data = {}): Promise<boolean> {
    const last = Array.isArray(waypoints) ? waypoints.at(-1) : waypoints;
    if (!last) return false;
    const { x = this.x, y = this.y, elevation = this.elevation } = last;
    return (await this.update({ x, y, elevation }, options)) !== undefined;
  }
}

function isStored(actor: Actor, attribute: string): boolean {
  if (actor.system instanceof DataModel) return actor.system.schema.getField(attribute) !== undefined;
  return getProperty(actor._source["system"], attribute) !== undefined;
}

/** https://foundryvtt.com/api/classes/foundry.documents.Scene.html */
export class Scene extends BaseScene {
  declare active: boolean;
  declare width: number;
  declare height: number;
  declare grid: Data;
  declare tokens: EmbeddedCollection<TokenDocument>;
  declare _view: boolean;
  declare navigation: boolean;

  override get preparesChildren(): boolean {
    return false;
  }

  override prepareEmbeddedDocuments(): void {
    for (const token of this.tokens.values()) token._safePrepareData();
  }

  get isView(): boolean {
    return host().canvas["scene"] === this || host().game["viewedSceneId"] === this.id;
  }

  get dimensions(): Data {
    const size = Number(this.grid["size"]);
    return { width: this.width, height: this.height, size, distance: Number(this.grid["distance"]), distancePixels: size / Number(this.grid["distance"]), sceneX: 0, sceneY: 0, sceneWidth: this.width, sceneHeight: this.height, rows: Math.ceil(this.height / size), columns: Math.ceil(this.width / size) };
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
